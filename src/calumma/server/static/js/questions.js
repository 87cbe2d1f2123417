/** What the rules are asked about a position: why a click leads nowhere, and what threatens what stands on a cell. */

/** @typedef {import("./types.js").Refusing} Refusing */
/** @typedef {import("./types.js").Threats} Threats */
/** @typedef {import("./types.js").Told} Told */

const PATIENCE = 350; // milliseconds that a mouse rests before it asks

export class Questions {
  /**
   * @param {(what: string, about: object) => Promise<object | null>} ask asks about the position that is shown
   * @param {() => number} ply the one that is shown
   * @param {(words: string, cells: string[]) => void} onRefused with the cells that are the reason
   * @param {(threats: Told[]) => void} onThreats
   */
  constructor(ask, ply, onRefused, onThreats) {
    this.ask = ask;
    this.ply = ply;
    this.onRefused = onRefused;
    this.onThreats = onThreats;
    /** @type {string | null} the cell that is pointed at */
    this.cell = null;
    this.timer = 0;
  }

  /**
   * Tell why clicks lead to no move.
   * @param {string[]} cells
   */
  async why(cells) {
    const found = /** @type {Refusing | null} */ (await this.ask("why", { cells }));
    if (found && found.words && found.ply === this.ply()) this.onRefused(found.words, found.cells);
  }

  /**
   * Tell what threatens what stands on a cell, when the mouse has rested there.
   * @param {string} cell
   */
  point(cell) {
    if (cell === this.cell) return;
    this.leave();
    this.cell = cell;
    this.timer = setTimeout(() => void this.#threats(cell), PATIENCE);
  }

  /** The mouse is elsewhere. */
  leave() {
    clearTimeout(this.timer);
    if (this.cell !== null) this.onThreats([]);
    this.cell = null;
  }

  /** @param {string} cell */
  async #threats(cell) {
    const found = /** @type {Threats | null} */ (await this.ask("threats", { cell }));
    if (found && this.cell === cell && found.ply === this.ply()) this.onThreats(found.threats);
  }
}
