/** The turning points of a line: moves after which the chances of who made them are much lower. */

import { percent } from "./adviser.js";
import { find, part, post } from "./study.js";
import { say } from "./words.js";

/** @typedef {import("./study.js").Thoughts} Thoughts */
/** @typedef {import("./study.js").View} View */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

const NS = "http://www.w3.org/2000/svg";

/** @typedef {{node: Node, values: number[], best: string}} Row what the bot thinks before a move is made */
/** @typedef {{ply: number, seat: number, move: string, best: string, values: number[], loss: number, turning: boolean}} Judged */

export class Turning {
  /**
   * @param {(node: Node) => object} lineTo
   * @param {(node: Node) => Promise<View>} viewOf
   * @param {(node: Node) => void} onPick
   */
  constructor(lineTo, viewOf, onPick) {
    this.lineTo = lineTo;
    this.viewOf = viewOf;
    this.onPick = onPick;
    /** @type {Tree | null} */
    this.tree = null;
    this.run = 0;
    find("turning-find").addEventListener("click", () => void this.#find());
    find("turning-stop").addEventListener("click", () => this.#stop());
  }

  /**
   * Forget what was found: another line is shown.
   * @param {Tree} tree
   */
  reset(tree) {
    this.tree = tree;
    this.#stop();
    find("turning-state").textContent = "";
    find("turning-chart").replaceChildren();
    find("turning-points").replaceChildren();
  }

  #stop() {
    this.run++;
    find("turning-stop").hidden = true;
    find("turning-find").hidden = false;
  }

  async #find() {
    if (!this.tree) return;
    const run = ++this.run;
    find("turning-stop").hidden = false;
    find("turning-find").hidden = true;
    const line = this.tree.line;
    const played = line.slice(0, -1).filter((_, i) => line[i + 1].seat >= 0);
    /** @type {Row[]} */
    const rows = [];
    try {
      for (const node of played) {
        const thoughts = await this.#ask(node);
        if (run !== this.run) return;
        if (thoughts.values.length) rows.push({ node, values: thoughts.values, best: thoughts.move });
        find("turning-state").textContent = say("analysis.turning_progress", { count: rows.length, total: played.length });
      }
      await this.#show(line, rows);
    } catch (error) {
      find("turning-state").textContent = error instanceof Error ? error.message : String(error);
    }
    this.#stop();
  }

  /**
   * @param {Node} node
   * @returns {Promise<Thoughts>}
   */
  async #ask(node) {
    const bot = find("turning").dataset.bot ?? "";
    node.thoughts[bot] ??= await post("/api/analysis/values", { ...this.lineTo(node), bot });
    return node.thoughts[bot];
  }

  /**
   * @param {Node[]} line
   * @param {Row[]} rows
   */
  async #show(line, rows) {
    const last = line[line.length - 1];
    const end = await this.viewOf(last);
    const thoughts = rows.map(({ node, values, best }) => ({ ply: node.ply, values, best }));
    /** @type {Judged[]} */
    const judged = await post("/api/analysis/turning", { ...this.lineTo(last), thoughts });
    const names = end.seats.map((seat) => seat.name);
    const curve = [...rows.map((row) => row.values), ...(end.worth ? [end.worth] : [])];
    const found = judged.filter((row) => row.turning).map((row) => this.#point(row, line[row.ply], names));
    find("turning-points").replaceChildren(...found);
    find("turning-state").textContent = found.length ? "" : say("analysis.turning_none");
    find("turning-chart").replaceChildren(...chart(curve, names));
  }

  /**
   * @param {Judged} row
   * @param {Node} node
   * @param {string[]} names
   */
  #point(row, node, names) {
    const [before, after] = [row.values[row.seat], row.values[row.seat] - row.loss].map(percent);
    const values = { ply: row.ply + 1, seat: names[row.seat], text: row.move, best: row.best, before, after };
    const item = document.createElement("li");
    const button = part("button", say("analysis.turning_point", values));
    button.addEventListener("click", () => this.onPick(node));
    item.append(button);
    return item;
  }
}

/**
 * Draw the chances along a line: of the first seat where there are two, of all seats otherwise, told apart by their dashes.
 * @param {number[][]} curve
 * @param {string[]} names
 */
function chart(curve, names) {
  const shown = names.length === 2 ? names.slice(0, 1) : names;
  if (curve.length < 2) return [];
  const picture = document.createElementNS(NS, "svg");
  picture.setAttribute("viewBox", `0 0 ${curve.length - 1} 1`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", say("analysis.turning_chart", { seats: shown.join(", ") }));
  picture.append(path(`M0 ${1 - 1 / names.length}H${curve.length - 1}`, "middle"));
  const lines = shown.map((_, seat) => path(curve.map((values, i) => `${i ? "L" : "M"}${i} ${(1 - values[seat]).toFixed(3)}`).join(""), `dash-${seat}`));
  picture.append(...lines);
  return [picture, part("small", say("analysis.turning_chart", { seats: shown.join(", ") }))];
}

/**
 * @param {string} shape
 * @param {string} kind
 */
function path(shape, kind) {
  const element = document.createElementNS(NS, "path");
  element.setAttribute("d", shape);
  element.setAttribute("class", kind);
  return element;
}
