/** Carrying a piece with finger or mouse: it begins and ends a move like two clicks would. */

const SLACK = 7; // pixels that a click may shake

/**
 * @typedef {(SVGGElement & HTMLOrSVGElement)} CellElement
 * @typedef {{grips: () => Set<string>, lift: (cell: string) => void, over: (cell: string | null) => void,
 *   drop: (cell: string) => void, cancel: () => void}} Hands
 */

export class Drag {
  /**
   * @param {HTMLElement} host
   * @param {(target: EventTarget | null) => CellElement | null} cellOf
   * @param {Hands} hands
   */
  constructor(host, cellOf, hands) {
    this.host = host;
    this.cellOf = cellOf;
    this.hands = hands;
    /** @type {{cell: string, x: number, y: number, pointer: number} | null} */
    this.start = null;
    /** @type {SVGGElement | null} */
    this.ghost = null;
    /** Whether the click that follows belongs to a drag. */
    this.spent = false;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", () => this.#end(true));
    // A finger on something that can be carried does not scroll the page; anywhere else it does.
    host.addEventListener("touchmove", (event) => this.start && event.cancelable && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.spent = false;
    const cell = this.cellOf(event.target)?.dataset.cell;
    if (event.button !== 0 || !event.isPrimary || !cell || !this.hands.grips().has(cell)) return;
    this.start = { cell, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.start || event.pointerId !== this.start.pointer) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < SLACK) return;
      this.#lift(this.start.cell);
    }
    this.#follow(event);
    this.hands.over(this.#under(event));
  }

  /** @param {string} cell */
  #lift(cell) {
    const layer = this.host.querySelector(".pieces");
    this.host.setPointerCapture(this.start?.pointer ?? 0);
    this.hands.lift(cell);
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    ghost.setAttribute("class", "ghost");
    for (const piece of this.host.querySelectorAll(`[data-on="${CSS.escape(cell)}"]:not([data-rests])`)) {
      ghost.append(piece.cloneNode(true));
      piece.classList.add("carried");
    }
    for (const copy of ghost.children) copy.removeAttribute("data-piece");
    layer?.append(ghost);
    this.ghost = ghost;
    this.host.classList.add("dragging");
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const matrix = this.host.querySelector("svg")?.getScreenCTM();
    if (!matrix || !this.start) return;
    const [dx, dy] = [(event.clientX - this.start.x) / matrix.a, (event.clientY - this.start.y) / matrix.d];
    this.ghost?.setAttribute("transform", `translate(${dx} ${dy})`);
  }

  /**
   * @param {PointerEvent} event
   * @returns {string | null}
   */
  #under(event) {
    return this.cellOf(document.elementFromPoint(event.clientX, event.clientY))?.dataset.cell ?? null;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.ghost) {
      this.start = null;
      return;
    }
    const target = this.#under(event);
    const from = this.start?.cell;
    this.#end(false);
    this.spent = true;
    if (target && target !== from) this.hands.drop(target);
    else this.hands.cancel();
  }

  /** @param {boolean} isBroken */
  #end(isBroken) {
    const carrying = this.ghost !== null;
    this.start = null;
    this.ghost?.remove();
    this.ghost = null;
    this.host.classList.remove("dragging");
    for (const piece of this.host.querySelectorAll(".carried")) piece.classList.remove("carried");
    if (isBroken && carrying) this.hands.cancel();
  }
}
