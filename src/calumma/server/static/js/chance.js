/** Luck is named where it strikes: a die tumbles for a moment, then the words say what came. */

import { isCalm } from "./motion.js";

const ROLL = 420;
const STAY = 1600;

export class Chance {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.timer = 0;
  }

  /**
   * Show what luck brought; resolves when the die lies still.
   * @param {string} words
   */
  async show(words) {
    clearTimeout(this.timer);
    const die = /** @type {HTMLElement} */ (this.box.querySelector(".die"));
    const text = /** @type {HTMLElement} */ (this.box.querySelector(".words"));
    this.box.hidden = false;
    if (!isCalm()) {
      text.textContent = "";
      const turns = [{ transform: "rotate(0) scale(1.25)" }, { transform: "rotate(540deg) scale(1)" }];
      await die.animate(turns, { duration: ROLL, easing: "cubic-bezier(.2,.7,.3,1)" }).finished;
    }
    text.textContent = words;
    this.timer = setTimeout(() => (this.box.hidden = true), STAY);
  }
}
