/** The coach of the first matches: one sentence at the beginning of a turn, where something matters; one click silences it. */

import { say } from "./words.js";

/**
 * @typedef {import("./types.js").Remark} Remark
 * @typedef {import("./types.js").Update} Update
 */

const KEPT = "calumma-coach";
const FIRST = 3; // matches of a game in which the coach speaks
const OFTEN = 2; // times that it says the same kind of thing in a match

/** @returns {{silent?: boolean, tables?: Record<string, string[]>}} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

export class Coach {
  /**
   * @param {string} table
   * @param {string} game
   * @param {HTMLElement} before the element that the sentence stands before
   * @param {(cells: string[]) => void} onSpoken lights the cells that the sentence is about
   */
  constructor(table, game, before, onSpoken) {
    this.table = table;
    this.game = game;
    this.onSpoken = onSpoken;
    /** @type {Map<string, number>} how often each kind was said */
    this.said = new Map();
    this.mine = false;
    this.ply = 0;
    this.box = document.createElement("p");
    this.box.id = "coach";
    this.box.className = "coach";
    this.box.setAttribute("role", "status");
    this.box.hidden = true;
    this.words = document.createElement("span");
    const silence = document.createElement("button");
    silence.className = "quiet";
    silence.textContent = say("coach.silence");
    silence.addEventListener("click", () => this.#silence());
    this.box.append(this.words, " ", silence);
    before.before(this.box);
  }

  /**
   * Look at what the page shows now: at the beginning of an own turn there may be something to say.
   * @param {Update} update
   */
  update(update) {
    const began = update.turn && !this.mine;
    if (update.turn !== this.mine || update.ply !== this.ply) this.#say("", []); // what to do now comes first
    this.mine = update.turn;
    this.ply = update.ply;
    if (began && update.may.includes("hint") && this.#isOn()) void this.#ask(update.ply);
  }

  /** @param {number} ply */
  async #ask(ply) {
    const headers = { "Content-Type": "application/json" };
    const tired = [...this.said].filter(([, often]) => often >= OFTEN).map(([kind]) => kind);
    const answer = await fetch(`/api/tables/${this.table}/coach`, { method: "POST", headers, body: JSON.stringify({ ply, tired }) });
    if (!answer.ok) return;
    const remark = /** @type {Remark} */ (await answer.json());
    if (remark.ply !== ply || this.ply !== ply || !remark.words || !this.mine || !this.#isOn()) return;
    this.said.set(remark.kind, (this.said.get(remark.kind) ?? 0) + 1);
    this.#say(remark.words, remark.cells);
  }

  /**
   * @param {string} words
   * @param {string[]} cells
   */
  #say(words, cells) {
    this.box.hidden = words === "";
    this.words.textContent = words;
    if (words) this.onSpoken(cells);
  }

  /** Whether this is one of the first matches, and nobody has silenced the coach. */
  #isOn() {
    const { silent, tables = {} } = kept();
    const known = tables[this.game] ?? [];
    if (silent) return false;
    if (known.includes(this.table)) return true;
    if (known.length >= FIRST) return false;
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), tables: { ...tables, [this.game]: [...known, this.table] } }));
    return true;
  }

  #silence() {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), silent: true }));
    this.#say("", []);
  }
}
