/** What bots think of the position that is shown: asked one question at a time, the newest first. */

import { find, part, post } from "./study.js";
import { say } from "./words.js";

/** @typedef {import("./study.js").Thoughts} Thoughts */
/** @typedef {import("./study.js").View} View */
/** @typedef {import("./tree.js").Node} Node */

export class Adviser {
  /**
   * @param {(node: Node) => object} lineTo
   * @param {(texts: string[]) => void} onLine
   * @param {boolean} hasSecrets
   */
  constructor(lineTo, onLine, hasSecrets) {
    this.lineTo = lineTo;
    this.onLine = onLine;
    this.hasSecrets = hasSecrets;
    this.isBusy = false;
    /** @type {Node | null} */
    this.node = null;
    /** @type {View | null} */
    this.view = null;
    this.level = /** @type {HTMLSelectElement} */ (find("level"));
    this.always = /** @type {HTMLInputElement} */ (find("always"));
    find("ask").addEventListener("click", () => void this.#ask());
    this.always.addEventListener("change", () => this.#show());
    this.level.addEventListener("change", () => this.#show());
  }

  /**
   * Show what is known of a node, and ask if that is wished.
   * @param {Node} node
   * @param {View} view
   */
  show(node, view) {
    this.node = node;
    this.view = view;
    this.#show();
  }

  #show() {
    const { node, view } = this;
    if (!node || !view) return;
    const known = node.thoughts[this.level.value];
    /** @type {HTMLButtonElement} */ (find("ask")).disabled = view.to_act < 0;
    if (known) this.#present(known, view);
    else find("values").replaceChildren();
    if (!known && this.always.checked && view.to_act >= 0) void this.#ask();
  }

  async #ask() {
    const { node, view } = this;
    if (this.isBusy || !node || !view || view.to_act < 0) return;
    this.isBusy = true;
    const level = this.level.value;
    find("values").replaceChildren(part("p", say("analysis.thinking")));
    try {
      node.thoughts[level] = await post("/api/analysis/values", { ...this.lineTo(node), bot: level });
      this.isBusy = false;
      this.#show();
    } catch (error) {
      this.isBusy = false;
      find("values").replaceChildren(part("p", error instanceof Error ? error.message : String(error), "refusal"));
    }
  }

  /**
   * @param {Thoughts} thoughts
   * @param {View} view
   */
  #present(thoughts, view) {
    const rests = [say("analysis.rests_on", { nodes: thoughts.nodes.toLocaleString(), depth: thoughts.depth })];
    if (this.hasSecrets) rests.push(say("analysis.rests_on_hidden"));
    if (thoughts.note) rests.push(thoughts.note);
    const bars = thoughts.values.map((value, seat) => bar(view.seats[seat].name, value));
    const shares = part("div", "", "share-of");
    shares.append(...bars.flat());
    const answer = part("p", `${say("analysis.would", { by: thoughts.by, text: thoughts.move })} `);
    answer.append(part("small", rests.join(" ")));
    find("values").replaceChildren(answer, shares, this.#lines(thoughts, view));
  }

  /**
   * @param {Thoughts} thoughts
   * @param {View} view
   */
  #lines(thoughts, view) {
    const list = /** @type {HTMLTableElement} */ (part("table", "", "lines"));
    const head = list.createTHead().insertRow();
    const titles = ["analysis.column_move", "analysis.column_value", "analysis.column_visits", "analysis.column_line"];
    head.append(...titles.map((key) => part("th", say(key, { seat: view.seats[view.to_act].name }))));
    for (const line of thoughts.lines) {
      const row = list.createTBody().insertRow();
      const button = part("button", line.move);
      button.setAttribute("aria-label", say("analysis.play_line", { text: line.move }));
      button.addEventListener("click", () => this.onLine(line.line.length ? line.line : [line.move]));
      row.insertCell().append(button);
      row.append(
        part("td", line.value === null ? "" : percent(line.value), "number"),
        part("td", line.visits.toLocaleString(), "number"),
        part("td", line.line.slice(1).join(" ")),
      );
    }
    return list;
  }
}

/** @param {number} value */
export function percent(value) {
  return `${Math.round(value * 100)} %`;
}

/**
 * @param {string} name
 * @param {number} value
 */
function bar(name, value) {
  const meter = /** @type {HTMLMeterElement} */ (document.createElement("meter"));
  meter.max = 1;
  meter.value = value;
  meter.setAttribute("aria-label", `${name}: ${percent(value)}`);
  return [part("span", name), meter, part("span", percent(value))];
}
