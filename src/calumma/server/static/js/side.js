/** The switch that shows the board from another side than one's own, remembered while this tab is open. */

export class Side {
  /**
   * @param {string} table of which the side is remembered: a match, or what somebody studies
   * @param {HTMLElement} button
   * @param {() => void} onTurn asks for the pictures anew
   */
  constructor(table, button, onTurn) {
    this.key = `calumma-turned-${table}`;
    this.button = button;
    this.#tell();
    button.addEventListener("click", () => {
      if (this.isTurned) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, "yes");
      this.#tell();
      onTurn();
    });
  }

  /** @returns {boolean} */
  get isTurned() {
    return sessionStorage.getItem(this.key) !== null;
  }

  /**
   * Show the switch where it does something.
   * @param {boolean} hasSides
   */
  show(hasSides) {
    this.button.hidden = !hasSides;
  }

  #tell() {
    this.button.setAttribute("aria-pressed", String(this.isTurned));
  }
}
