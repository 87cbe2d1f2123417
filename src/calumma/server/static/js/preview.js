/** What a move would do, asked for when somebody points at it or has to confirm it. */

import { say } from "./words.js";

/** @typedef {import("./types.js").Foresight} Foresight */
/** @typedef {import("./types.js").Seat} Seat */

const PATIENCE = 140; // milliseconds that a mouse rests before it asks

export class Preview {
  /**
   * @param {string} table
   * @param {HTMLElement} box
   * @param {(cells: string[]) => void} onCells
   */
  constructor(table, box, onCells) {
    this.table = table;
    this.box = box;
    this.onCells = onCells;
    this.ply = -1;
    /** @type {Map<string, Foresight>} */
    this.known = new Map();
    /** @type {string | null} the moves that are wanted now */
    this.wanted = null;
    /** @type {string | null} the moves whose effect is shown */
    this.shown = null;
    this.timer = 0;
  }

  /**
   * Show what moves would do, at once or when the mouse has rested.
   * @param {number[]} actions
   * @param {number} ply
   * @param {Seat[]} seats
   * @param {boolean} atOnce
   */
  show(actions, ply, seats, atOnce) {
    if (ply !== this.ply) this.known.clear();
    this.ply = ply;
    const key = actions.join(" ");
    if (key === this.wanted && !atOnce) return;
    this.wanted = key;
    clearTimeout(this.timer);
    if (this.known.has(key) || atOnce) void this.#ask(key, actions, seats);
    else this.timer = setTimeout(() => void this.#ask(key, actions, seats), PATIENCE);
  }

  /**
   * Show words about something that is pointed at.
   * @param {string} words
   */
  tell(words) {
    this.hide();
    this.box.replaceChildren(element("p", words));
    this.box.hidden = false;
  }

  /** Show nothing. */
  hide() {
    clearTimeout(this.timer);
    this.wanted = null;
    if (this.shown !== null) this.onCells([]);
    this.shown = null;
    this.box.hidden = true;
  }

  /**
   * Return whether the effect of a move can be read now.
   * @param {number} action
   */
  shows(action) {
    return this.shown === String(action);
  }

  /**
   * @param {string} key
   * @param {number[]} actions
   * @param {Seat[]} seats
   */
  async #ask(key, actions, seats) {
    let found = this.known.get(key);
    if (!found) {
      const body = JSON.stringify({ ply: this.ply, moves: actions });
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`/api/tables/${this.table}/preview`, { method: "POST", headers, body });
      if (!answer.ok) return;
      found = /** @type {Foresight} */ (await answer.json());
      if (found.ply !== this.ply || !found.words.length) return;
      this.known.set(key, found);
    }
    if (this.wanted !== key) return;
    this.shown = key;
    this.#write(found, seats);
    this.onCells(found.cells.slice(1).flat());
  }

  /**
   * @param {Foresight} found
   * @param {Seat[]} seats
   */
  #write(found, seats) {
    const gains = found.gains.flatMap((gain, seat) => (gain ? [say("match.gain", { seat: seats[seat].name, gain: signed(gain) })] : []));
    const list = document.createElement("ul");
    list.append(...found.words.map((words) => element("li", words)));
    this.box.replaceChildren(element("p", gains.length ? gains.join(" · ") : say("match.preview")), list);
    this.box.hidden = false;
  }
}

/**
 * Return a number with its sign.
 * @param {number} number
 */
export function signed(number) {
  return number > 0 ? `+${number}` : `−${-number}`;
}

/**
 * @param {string} name
 * @param {string} words
 */
function element(name, words) {
  const made = document.createElement(name);
  made.textContent = words;
  return made;
}
