/** A board without rules: it shows a picture, lights cells, and says which cell was clicked, by pointer or by keys. */

import { wear } from "./page.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {(cell: string) => void} onPick
   * @param {() => void} onBack
   */
  constructor(host, onPick, onBack) {
    this.host = host;
    this.onPick = onPick;
    this.onBack = onBack;
    /** @type {string | null} */
    this.focused = null;
    this.svg = "";
    host.addEventListener("click", (event) => this.#clicked(event));
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (cell) this.#rove(cell);
      this.#ringFocus(cell?.matches(":focus-visible") ? cell.dataset.cell : undefined);
    });
    host.addEventListener("focusout", () => this.#ringFocus(undefined));
  }

  /**
   * Show a picture.
   * @param {string} svg
   */
  show(svg) {
    if (svg === this.svg) return;
    const hadFocus = this.host.contains(document.activeElement);
    this.svg = svg;
    this.host.innerHTML = svg;
    for (const picture of this.host.querySelectorAll("svg")) {
      wear(picture);
      const { width, height } = picture.viewBox.baseVal;
      picture.classList.toggle("broad", width > 1.2 * height);
    }
    for (const cell of this.cells) nameByPrint(cell);
    if (hadFocus) this.#cell(this.focused)?.focus({ preventScroll: true });
  }

  /**
   * Light cells: those that may be clicked, those already clicked, and those of the last turn.
   * @param {Set<string>} lit
   * @param {string[]} chosen
   * @param {string[]} last
   */
  mark(lit, chosen, last) {
    for (const element of [...this.cells, ...this.#rings]) {
      const id = element.dataset.cell ?? element.dataset.ring ?? "";
      element.classList.remove("hinted");
      element.classList.toggle("lit", lit.has(id));
      element.classList.toggle("chosen", chosen.includes(id));
      element.classList.toggle("last", last.includes(id) && !lit.has(id));
    }
    for (const cell of this.cells) {
      const id = cell.dataset.cell ?? "";
      cell.setAttribute("aria-disabled", String(!lit.has(id)));
      cell.setAttribute("aria-pressed", String(chosen.includes(id)));
    }
    this.host.querySelector("svg")?.classList.toggle("narrowed", chosen.length > 0);
    this.#rove(this.#cell(this.focused) ?? this.cells.find((cell) => lit.has(cell.dataset.cell ?? "")) ?? this.cells[0]);
  }

  /**
   * Point at cells until the board is marked anew.
   * @param {string[]} path
   */
  hint(path) {
    for (const element of [...this.cells, ...this.#rings]) {
      const id = element.dataset.cell ?? element.dataset.ring ?? "";
      element.classList.toggle("hinted", path.includes(id));
    }
  }

  /** @returns {(SVGGElement & HTMLOrSVGElement)[]} */
  get cells() {
    return /** @type {(SVGGElement & HTMLOrSVGElement)[]} */ ([...this.host.querySelectorAll("[data-cell]")]);
  }

  /** @returns {(SVGElement & HTMLOrSVGElement)[]} the outlines above the pieces, one for each cell */
  get #rings() {
    return /** @type {(SVGElement & HTMLOrSVGElement)[]} */ ([...this.host.querySelectorAll("[data-ring]")]);
  }

  /** @param {string | undefined} id */
  #ringFocus(id) {
    for (const ring of this.#rings) ring.classList.toggle("focused", id !== undefined && ring.dataset.ring === id);
  }

  /** @param {string | null} id */
  #cell(id) {
    return this.cells.find((cell) => cell.dataset.cell === id);
  }

  /**
   * Let exactly one cell be reached by Tab.
   * @param {(SVGGElement & HTMLOrSVGElement) | undefined} chosen
   */
  #rove(chosen) {
    for (const cell of this.cells) cell.setAttribute("tabindex", cell === chosen ? "0" : "-1");
    if (chosen) this.focused = chosen.dataset.cell ?? null;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const cell = cellOf(event.target);
    if (cell) {
      this.#rove(cell);
      this.onPick(cell.dataset.cell ?? "");
    } else {
      this.onBack();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = cellOf(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.onPick(cell.dataset.cell ?? "");
    } else if (event.key in ARROWS) {
      this.#towards(cell, ARROWS[/** @type {keyof ARROWS} */ (event.key)])?.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * Return the nearest cell in a direction: far ones and those off the line count less.
   * @param {SVGGElement & HTMLOrSVGElement} from
   * @param {number[]} direction
   */
  #towards(from, [dx, dy]) {
    const start = centre(from);
    let best;
    let least = Infinity;
    for (const cell of this.cells) {
      const there = centre(cell);
      const along = (there.x - start.x) * dx + (there.y - start.y) * dy;
      const aside = Math.abs((there.x - start.x) * dy) + Math.abs((there.y - start.y) * dx);
      const cost = along + 2.5 * aside;
      if (cell !== from && along > 1 && cost < least) [best, least] = [cell, cost];
    }
    return best;
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {(SVGGElement & HTMLOrSVGElement) | null}
 */
function cellOf(target) {
  return target instanceof Element ? /** @type {any} */ (target.closest("[data-cell]")) : null;
}

/**
 * Let the name of a cell begin with what is printed on it: who speaks to the browser says what is to be seen.
 * @param {Element} cell
 */
function nameByPrint(cell) {
  const label = [...cell.querySelectorAll("text:not([data-at])")];
  const print = label.map((text) => text.textContent).join(" ").trim();
  const name = cell.getAttribute("aria-label") ?? "";
  if (print.length > 1 && !name.includes(print)) cell.setAttribute("aria-label", `${print}: ${name}`);
}

/** @param {Element} element */
function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
