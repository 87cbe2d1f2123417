/** Somebody tries moves in a position: clicks become moves, the server tells what they did; a wrong one is shown, then taken back. */

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { isCalm, move as animate, pieces } from "./motion.js";
import { find, light, pick, post, refuse, showSeats, sideOfStudy } from "./study.js";

/**
 * @typedef {import("./types.js").LessonStep | import("./types.js").PuzzleStep} Step
 * @typedef {import("./types.js").StudyView} View
 */

/**
 * @template {Step} T
 * @typedef {{
 *   address: () => string,
 *   before?: () => Promise<void>,
 *   setting: () => {game: string, seats: number, options: object, cite?: boolean},
 *   look: number,
 *   tell: (step: T) => void,
 *   shown: (step: T) => void,
 *   ready: () => string,
 *   whole?: boolean,
 * }} Ways where moves are sent, what comes before the first, what they are moves of, how long (ms) a wrong one is looked at, what the page adds, and whether every cell of a move is clicked
 */

const PAUSE = 600; // between a move and its answer
const WRONG = new Set(["missed", "wrong"]);

const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, isCalm() ? time / 2 : time));

/** @template {Step} T */
export class Trial {
  /** @type {T | null} */
  now = null;
  busy = false;
  #chooser;
  #view = sideOfStudy(() => void this.#turn());
  #picked = (/** @type {string} */ cell) => this.#pick(cell);
  #stepBack = () => {
    if (this.now && this.#chooser.back()) this.#light(this.now);
  };

  /**
   * @param {HTMLElement} root
   * @param {Ways<T>} ways
   */
  constructor(root, ways) {
    this.root = root;
    this.ways = ways;
    this.#chooser = new Chooser(ways.whole);
    this.board = new Board(find("board"), this.#picked, this.#stepBack);
    find("back").addEventListener("click", this.#stepBack);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#stepBack();
    });
  }

  /**
   * Send the moves made so far and show what comes back.
   * @param {string[]} moves
   * @param {object} [more]
   */
  async attempt(moves, more = {}) {
    if (this.busy) return;
    this.busy = true;
    delete this.root.dataset.ready;
    refuse("");
    try {
      if (moves.length) await this.ways.before?.();
      await this.#present(await post(this.#address(), { moves, ...more }));
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
      if (this.now) this.#light(this.now);
    }
    this.busy = false;
    this.root.dataset.ready = this.ways.ready();
  }

  #address() {
    return `${this.ways.address()}?${this.#view.wish()}`;
  }

  /** Show the position from the side that is wanted now; nothing is judged for it. */
  async #turn() {
    if (!this.now || this.busy) return;
    this.busy = true;
    try {
      const seen = await post(this.#address(), { moves: this.now.line, look: true });
      this.now.svg = seen.svg;
      this.board.show(seen.svg);
      this.#light(this.now);
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
    }
    this.busy = false;
  }

  /** @param {T} step */
  async #present(step) {
    this.#chooser.offer([]);
    const isWrong = WRONG.has(step.verdict);
    if (isWrong) this.#tell(step);
    for (const view of step.frames) {
      await this.#glide(view);
      await wait(PAUSE);
    }
    if (isWrong) await wait(this.ways.look);
    await this.#glide(step);
    this.now = step;
    this.#view.side.show(this.board.hasSides);
    this.#chooser.offer(step.moves, step.choices);
    this.#light(step);
    showSeats(step);
    if (!isWrong) this.#tell(step);
    this.ways.shown(step);
  }

  /** @param {T} step */
  #tell(step) {
    this.root.dataset.verdict = step.verdict;
    this.ways.tell(step);
  }

  /**
   * Show a position; the pieces move there from where they stood.
   * @param {View} view
   */
  async #glide(view) {
    const before = pieces(this.board.host);
    this.board.show(view.svg);
    this.board.mark(new Set(), [], view.cells.flat());
    if (this.now) await animate(before, this.board.host, view.cells);
  }

  /** @param {string} cell */
  #pick(cell) {
    const { now } = this;
    if (!now || this.busy) return;
    refuse("");
    const move = pick(this.#chooser, cell, () => ({ ...this.ways.setting(), start: now.position }), this.board);
    if (move) void this.attempt([...now.line, move.text]);
    else this.#light(now);
  }

  /** @param {T} step */
  #light(step) {
    light(this.board, this.#chooser, step, this.#picked);
  }
}
