/** Choosing a move by its cells: each click narrows the legal moves by the prefix of their paths. It knows no game. */

/** @typedef {import("./types.js").Move} Move */

export class Chooser {
  /** @param {boolean} [whole] whether every cell of a move is clicked, even where only one move is left */
  constructor(whole = false) {
    this.whole = whole;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {string[]} */
    this.prefix = [];
    /** @type {Record<string, string>} */
    this.choices = {};
  }

  /**
   * Begin anew with other moves.
   * @param {Move[]} moves
   * @param {Record<string, string>} choices what is chosen by buttons, not on the board
   */
  offer(moves, choices = this.choices) {
    this.moves = moves;
    this.choices = choices;
    this.prefix = [];
  }

  /**
   * Return whether moves are those that are offered already: then what was clicked still stands.
   * @param {Move[]} moves
   */
  offers(moves) {
    return moves.length === this.moves.length && moves.every((move, i) => move.action === this.moves[i].action);
  }

  /** @returns {Move[]} the moves that begin with what has been clicked */
  get left() {
    return this.moves.filter((move) => this.prefix.every((cell, i) => move.path[i] === cell));
  }

  /** @returns {Set<string>} the cells that may be clicked next */
  get next() {
    const at = this.prefix.length;
    const further = this.inHand ? this.moves.filter((move) => move.path.length > 1).map((move) => move.path[1]) : [];
    return new Set([...this.left.filter((move) => move.path.length > at).map((move) => move.path[at]), ...further]);
  }

  /** @returns {string | null} the only cell where moves on the board begin, as within a chain: it need not be clicked */
  get inHand() {
    if (this.prefix.length) return null;
    const onBoard = this.moves.filter((move) => !(move.path[0] in this.choices));
    const only = onBoard[0]?.path[0] ?? null;
    return onBoard.every((move) => move.path[0] === only && move.path.length > 1 && move.path[1] !== only) ? only : null;
  }

  /**
   * Return what a click on a cell says, after the clicks before it.
   * @param {string} cell
   */
  wayTo(cell) {
    const only = this.inHand;
    return only && cell !== only && !(cell in this.choices) ? [only, cell] : [...this.prefix, cell];
  }

  /** @returns {Set<string>} the cells from which something is carried to another: to go on, to go on with, or to begin anew */
  get grips() {
    const at = this.prefix.length;
    const going = this.left.filter((move) => move.path.length > at + 1).map((move) => move.path[at]);
    const begins = this.moves.filter((move) => move.path.length > 1).map((move) => move.path[0]);
    return new Set([...going, ...begins, ...this.prefix.slice(-1)]);
  }

  /**
   * Return the move that a click on a cell would complete, if there is just one.
   * @param {string} cell
   * @returns {Move | null}
   */
  completes(cell) {
    const path = this.wayTo(cell);
    const left = this.moves.filter((move) => path.every((clicked, i) => move.path[i] === clicked));
    return left.length === 1 ? left[0] : null;
  }

  /**
   * Click a cell. A cell that does not continue begins another move, or clears what was clicked.
   * @param {string} cell
   * @returns {Move | null} the move that is left, if it is one
   */
  pick(cell) {
    if (this.next.has(cell)) {
      this.prefix = this.wayTo(cell);
    } else {
      const again = this.prefix[this.prefix.length - 1] === cell;
      this.prefix = [];
      if (again || !this.next.has(cell)) return null;
      this.prefix = this.wayTo(cell);
    }
    const left = this.left;
    const isMeant = left.length === 1 && (!this.whole || left[0].path.length === this.prefix.length);
    return isMeant ? left[0] : null;
  }

  /** @returns {boolean} whether there was a click to take back */
  back() {
    return this.prefix.pop() !== undefined;
  }
}
