/** A board without rules: it shows a picture, lights cells, and says which cell was clicked, by pointer or by keys. */

import { Drag } from "./drag.js";
import { follow } from "./motion.js";
import { wear } from "./page.js";

/** How many pixels beside a lit cell a finger may land, and a mouse. */
const REACH = { touch: 18, mouse: 3 };
const TARGET = 44; // pixels that a finger hits for sure
const LONG = 1.7; // a picture this much higher than broad is scrolled in its place rather than made tiny
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {(cell: string) => void} onPick
   * @param {() => void} onBack
   * @param {(cell: string | null) => void} [onPoint] the cell that is pointed at, by a mouse, by keys or by what is carried
   * @param {(cell: string) => void} [onDrop] the cell on which something carried was let go; like a click without it
   * @param {(cell: string) => void} [onLift] the cell from which something is carried; like a click without it
   */
  constructor(host, onPick, onBack, onPoint = () => {}, onDrop = onPick, onLift = onPick) {
    this.host = host;
    this.onPick = onPick;
    this.onBack = onBack;
    /** @type {string | null} */
    this.focused = null;
    this.svg = "";
    this.finger = false;
    /** @type {Set<string>} cells from which something can be carried */
    this.grips = new Set();
    /** @type {Set<string>} */
    this.lit = new Set();
    /** @type {Set<string>} the lit cells that have a dot instead of an outline */
    this.dotted = new Set();
    this.drag = new Drag(host, cellOf, {
      grips: () => this.grips,
      lift: onLift,
      over: (cell) => {
        this.#overlay("over-drop", cell && this.lit.has(cell) ? [cell] : []);
        onPoint(cell);
      },
      drop: onDrop,
      cancel: onBack,
    });
    host.addEventListener("pointerdown", (event) => (this.finger = event.pointerType === "touch"), true);
    host.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse" && !this.drag.ghost) onPoint(cellOf(event.target)?.dataset.cell ?? null);
    });
    host.addEventListener("pointerleave", () => this.drag.ghost || onPoint(null));
    host.addEventListener("click", (event) => this.#clicked(event));
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (cell) this.#rove(cell);
      if (cell?.matches(":focus-visible")) onPoint(cell.dataset.cell ?? null);
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
    const old = this.host.querySelector("svg")?.viewBox.baseVal;
    const frame = old && new DOMRect(old.x, old.y, old.width, old.height);
    const defined = [...this.host.querySelectorAll("defs > *")];
    this.svg = svg;
    this.host.innerHTML = svg;
    for (const picture of this.host.querySelectorAll("svg")) {
      wear(picture);
      if (frame) follow(picture, frame);
    }
    // What is about to vanish still refers to how it was drawn; the ids of sprites follow from their looks.
    for (const each of defined) if (!document.getElementById(each.id)) this.host.querySelector("defs")?.append(each);
    const box = this.host.querySelector("svg")?.viewBox.baseVal;
    this.host.classList.toggle("long", Boolean(box && box.height > LONG * box.width));
    for (const cell of this.cells) nameByPrint(cell);
    if (hadFocus) this.#cell(this.focused)?.focus({ preventScroll: true });
  }

  /**
   * Light cells: those that may be clicked, those already clicked, and those of the last turn.
   * @param {Set<string>} lit
   * @param {string[]} chosen
   * @param {string[]} last
   * @param {Set<string>} [grips] the lit cells from which something can be carried
   */
  mark(lit, chosen, last, grips = new Set()) {
    this.lit = lit;
    this.grips = grips;
    for (const name of ["reached", "foreseen", "threatening", "over-drop"]) this.#overlay(name, []);
    for (const element of [...this.cells, ...this.#rings]) {
      const id = element.dataset.cell ?? element.dataset.ring ?? "";
      element.classList.remove("hinted");
      element.classList.toggle("lit", lit.has(id));
      element.classList.toggle("grip", grips.has(id));
      element.classList.toggle("chosen", chosen.includes(id));
      element.classList.toggle("last", last.includes(id) && !lit.has(id));
    }
    for (const cell of this.cells) {
      const id = cell.dataset.cell ?? "";
      cell.setAttribute("aria-disabled", String(!lit.has(id)));
      cell.setAttribute("aria-pressed", String(chosen.includes(id)));
    }
    this.#dots(lit);
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
    for (const id of [...path].reverse()) this.#cell(id)?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Return whether a cell is on the board.
   * @param {string} id
   */
  has(id) {
    return this.#cell(id) !== undefined;
  }

  /** @returns {boolean} whether sides of the board belong to seats */
  get hasSides() {
    return this.host.querySelector("svg[data-across]") !== null;
  }

  /**
   * Return whether a finger has touched the board last, and may have missed a cell as small as this.
   * @param {string} id
   */
  isSmall(id) {
    const box = this.finger ? this.#cell(id)?.getBoundingClientRect() : undefined;
    return box !== undefined && Math.min(box.width, box.height) < TARGET;
  }

  /**
   * Show where what stands on a cell could go.
   * @param {string[]} cells
   */
  reach(cells) {
    this.#overlay("reached", cells);
  }

  /**
   * Show from where what stands on a cell is threatened.
   * @param {string[]} cells
   */
  threaten(cells) {
    this.#overlay("threatening", cells);
  }

  /**
   * Show what stands on a cell as if it had gone to another; nothing if that is not on the board.
   * @param {string | undefined} from
   * @param {string | undefined} to
   */
  propose(from, to) {
    this.host.querySelector(".proposed")?.remove();
    const place = this.#cell(to ?? null)?.getAttribute("transform");
    const standing = [...this.host.querySelectorAll(`.pieces > [data-on="${CSS.escape(from ?? "")}"]:not([data-rests])`)];
    if (!from || !place || !standing.length) return;
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.setAttribute("class", "proposed");
    for (const piece of standing) {
      const copy = /** @type {Element} */ (piece.cloneNode(true));
      for (const name of ["data-piece", "data-on"]) copy.removeAttribute(name);
      copy.setAttribute("transform", place);
      layer.append(copy);
    }
    this.host.querySelector(".pieces")?.append(layer);
    this.host.querySelector(`.dots [transform="${place}"]`)?.remove();
  }

  /**
   * Show the cells that a move would concern.
   * @param {string[]} cells
   */
  foresee(cells) {
    this.#overlay("foreseen", cells);
  }

  /**
   * @param {string} name
   * @param {string[]} cells
   */
  #overlay(name, cells) {
    for (const ring of this.#rings) ring.classList.toggle(name, cells.includes(ring.dataset.ring ?? ""));
  }

  /**
   * Put a dot on every lit cell on which nothing stands: many rings would drown the board.
   * @param {Set<string>} lit
   */
  #dots(lit) {
    this.host.querySelector(".dots")?.remove();
    const rings = this.host.querySelector(".rings");
    const held = new Set([...this.host.querySelectorAll("[data-on]")].map((piece) => piece.getAttribute("data-on")));
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.setAttribute("class", "dots");
    layer.setAttribute("aria-hidden", "true");
    this.dotted.clear();
    for (const cell of this.cells) {
      const id = cell.dataset.cell ?? "";
      if (!lit.has(id) || held.has(id) || cell.classList.contains("card")) continue;
      this.dotted.add(id);
      layer.append(dot(cell));
    }
    for (const ring of this.#rings) ring.classList.toggle("bare", this.dotted.has(ring.dataset.ring ?? ""));
    rings?.before(layer);
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
    if (this.drag.spent) {
      this.drag.spent = false;
      return;
    }
    const cell = this.#meant(event);
    if (cell) {
      this.#rove(cell);
      this.onPick(cell.dataset.cell ?? "");
    } else {
      this.onBack();
    }
  }

  /**
   * Return the cell that a click means: the one it hit, or a lit one close by, for fingers are broad.
   * @param {MouseEvent} event
   */
  #meant(event) {
    const hit = cellOf(event.target);
    if (hit && this.lit.has(hit.dataset.cell ?? "")) return hit;
    let best = hit;
    let least = this.finger ? REACH.touch : REACH.mouse;
    for (const cell of event.isTrusted ? this.cells : []) {
      if (!this.lit.has(cell.dataset.cell ?? "")) continue;
      const box = cell.getBoundingClientRect();
      const [x, y] = [Math.max(box.left - event.clientX, 0, event.clientX - box.right), Math.max(box.top - event.clientY, 0, event.clientY - box.bottom)];
      if (Math.hypot(x, y) < least) [best, least] = [cell, Math.hypot(x, y)];
    }
    return best;
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

/**
 * @param {Element} cell
 * @returns {Element}
 */
function dot(cell) {
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  circle.setAttribute("transform", cell.getAttribute("transform") ?? "");
  circle.setAttribute("r", "16");
  return circle;
}

/** @param {Element} element */
function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
