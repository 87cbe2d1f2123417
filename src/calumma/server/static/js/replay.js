/** Looking back: earlier positions, fetched when they are wanted. */

/** @typedef {import("./types.js").Past} Past */

export class Replay {
  /**
   * @param {string} table
   * @param {(past: Past | null, ply: number) => void} onShow
   * @param {() => string} wish how pictures are wanted, as a part of a query
   */
  constructor(table, onShow, wish = () => "") {
    this.table = table;
    this.wish = wish;
    this.onShow = onShow;
    this.length = 0;
    /** @type {number | null} the position that is shown, by the number of plies before it; null is now */
    this.ply = null;
  }

  /** @returns {boolean} whether the present position is shown */
  get isLive() {
    return this.ply === null;
  }

  /** Show the present position again. */
  live() {
    this.ply = null;
    this.onShow(null, this.length);
  }

  /**
   * Show the position after so many plies.
   * @param {number} ply
   */
  async show(ply) {
    if (ply >= this.length) {
      this.live();
      return;
    }
    this.ply = Math.max(0, ply);
    const wanted = this.ply;
    const answer = await fetch(`/api/tables/${this.table}/positions/${wanted}?${this.wish()}`);
    if (answer.ok && this.ply === wanted) this.onShow(await answer.json(), wanted);
  }

  /** @param {string} where */
  go(where) {
    const here = this.ply ?? this.length;
    const targets = { first: 0, previous: here - 1, next: here + 1, last: this.length };
    void this.show(targets[/** @type {keyof targets} */ (where)]);
  }
}
