/** Setting up a position: by putting things on cells, or by a text that is checked while it is written. */

import { check, showReport } from "./luck.js";
import { ROOT } from "./page.js";
import { find, post, refuse } from "./study.js";
import { say } from "./words.js";

/** @typedef {import("./study.js").Setting} Setting */

const PAUSE = 350; // after the last key, before a text is checked
const HANDED_OVER = "calumma-line";

export class SetUp {
  /**
   * @param {Setting} setting
   * @param {(line: {start: string, moves: string[]}) => Promise<void>} onLine
   * @param {() => void} onToken
   */
  constructor(setting, onLine, onToken) {
    this.setting = setting;
    this.onLine = onLine;
    this.text = /** @type {HTMLTextAreaElement} */ (find("pasted"));
    this.position = "";
    this.text.addEventListener("input", () => this.#written());
    find("check-pasted").addEventListener("click", () => void this.#checkLuck());
    find("show-pasted").addEventListener("click", () => void this.#read(true));
    document.getElementById("palette")?.addEventListener("change", onToken);
    document.getElementById("turns")?.addEventListener("click", (event) => {
      const turn = event.target instanceof HTMLElement ? event.target.dataset.turn : undefined;
      if (turn) void this.#change({ turn });
    });
    find("setup").addEventListener("toggle", () => {
      const off = /** @type {HTMLInputElement | null} */ (document.querySelector("#palette [value='-']"));
      if (off) off.checked = true;
      onToken();
    });
  }

  /** @returns {string | null} what a click puts on a cell; null if clicks play moves */
  get token() {
    const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector("#palette input:checked"));
    return !chosen || chosen.value === "-" ? null : chosen.value;
  }

  /**
   * Note the position that is shown.
   * @param {string} position
   */
  show(position) {
    this.position = position;
    if (document.activeElement !== this.text) this.text.value = position;
    find("pasted-state").textContent = "";
  }

  /**
   * Put the chosen thing on a cell.
   * @param {string} position
   * @param {string} cell
   */
  async put(position, cell) {
    this.position = position;
    await this.#change({ cell, token: this.token });
  }

  /** @param {object} change */
  async #change(change) {
    refuse("");
    try {
      const { game, seats, options } = this.setting;
      await this.onLine(await post("/api/analysis/put", { game, seats, options, position: this.position, ...change }));
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
    }
  }

  #written() {
    find("check-pasted").hidden = true;
    find("luck-report").replaceChildren();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#read(false), PAUSE);
  }

  /** @param {boolean} isShown whether it is shown, or checked only */
  async #read(isShown) {
    clearTimeout(this.timer);
    const state = find("pasted-state");
    try {
      const { game, seats, options } = this.setting;
      const found = await post("/api/analysis/read", { game, seats, options, text: this.text.value });
      find("check-pasted").hidden = !found.has_luck;
      state.textContent = say("analysis.setup_fits");
      state.className = "";
      if (isShown) await this.#showLine(found);
    } catch (error) {
      state.textContent = error instanceof Error ? error.message : String(error);
      state.className = "refusal";
    }
  }

  /** Check the luck of a record that was pasted. */
  async #checkLuck() {
    try {
      const { game, seats, options } = this.setting;
      showReport(find("luck-report"), check(await post("/api/analysis/draws", { game, seats, options, text: this.text.value }), null, []));
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Show what was pasted: here, or on the page of its game, seats and options.
   * @param {Setting & {moves: string[]}} found
   */
  async #showLine(found) {
    const { game, seats, options } = this.setting;
    const isHere = found.game === game && found.seats === seats && JSON.stringify(found.options) === JSON.stringify(options);
    if (isHere) {
      await this.onLine(found);
      return;
    }
    sessionStorage.setItem(HANDED_OVER, JSON.stringify(found));
    const chosen = Object.entries(found.options).map(([name, value]) => [`option-${name}`, String(value)]);
    location.assign(`${ROOT}analysis/${found.game}?${new URLSearchParams({ pasted: "", seats: String(found.seats), ...Object.fromEntries(chosen) })}`);
  }
}
