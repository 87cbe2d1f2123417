/** Luck is named where it strikes: a die rolls on the board, beside what it brings, and the bar says what came. */

import { rest, timed } from "./pace.js";
import { isCalm } from "./motion.js";

const ROLL = 420;
const STAY = 1600;

export class Chance {
  /**
   * @param {HTMLElement} box for the words
   * @param {HTMLElement} stage on which dice roll
   */
  constructor(box, stage) {
    this.box = box;
    this.stage = stage;
    this.timer = 0;
  }

  /**
   * Show what luck brought; resolves when the die lies still.
   * @param {string} words
   * @param {Element | null} place where it strikes
   * @param {boolean} isDie whether a die brings it, and not a deck
   */
  async show(words, place, isDie) {
    clearTimeout(this.timer);
    const text = /** @type {HTMLElement} */ (this.box.querySelector(".words"));
    if (isDie && !isCalm()) await this.#roll(place);
    this.box.hidden = false;
    text.textContent = words;
    this.timer = setTimeout(() => (this.box.hidden = true), STAY);
  }

  /** @param {Element | null} place */
  async #roll(place) {
    const [stage, box] = [this.stage.getBoundingClientRect(), (place ?? this.stage).getBoundingClientRect()];
    const die = document.createElement("span");
    die.className = "die";
    die.textContent = "⚄";
    die.setAttribute("aria-hidden", "true");
    this.stage.append(die);
    const at = `translate(${box.x + box.width / 2 - stage.x}px, ${box.y + box.height / 2 - stage.y}px) translate(-50%, -50%)`;
    const turns = [
      { transform: `${at} translate(-70px, -50px) rotate(-400deg)`, opacity: 0.4 },
      { transform: `${at} translate(6px, 0) rotate(20deg)`, opacity: 1, offset: 0.8 },
      { transform: `${at} rotate(0)`, opacity: 1 },
    ];
    await die.animate(turns, { duration: timed(ROLL), easing: "ease-out", fill: "forwards" }).finished.catch(() => {});
    await rest(timed(120));
    die.remove();
  }
}
