/** Help through a long turn, as the game offers it: what is left, sequences for one click, the own cards explained. */

/** @typedef {import("./types.js").Guide} Guide */

export class Guidance {
  /**
   * @param {HTMLElement} facts
   * @param {HTMLElement} shortcuts sequences for one click
   * @param {HTMLElement} cards the own cards
   * @param {(actions: number[]) => void} onPlay
   * @param {(cells: string[], actions: number[] | null) => void} onPoint
   */
  constructor(facts, shortcuts, cards, onPlay, onPoint) {
    this.facts = facts;
    this.shortcuts = shortcuts;
    this.cards = cards;
    this.onPlay = onPlay;
    this.onPoint = onPoint;
  }

  /**
   * @param {Guide | null} guide
   * @param {Set<string>} playable the cells that can be clicked now
   * @param {boolean} isBusy whether a move is half made: then there is no need of help
   */
  show(guide, playable, isBusy) {
    this.facts.hidden = isBusy || !guide || guide.facts.length === 0;
    this.shortcuts.hidden = isBusy || !guide || guide.shortcuts.length === 0;
    this.cards.classList.toggle("empty", !guide || guide.cards.length === 0);
    if (!guide) return;
    this.facts.replaceChildren(...guide.facts.map((words) => made("li", words)));
    this.shortcuts.replaceChildren(...guide.shortcuts.map((each) => this.#button(each)));
    const list = /** @type {HTMLElement} */ (this.cards.querySelector("ul"));
    list.replaceChildren(...guide.cards.map((card) => this.#card(card, playable)));
  }

  /** @param {{words: string, actions: number[], cells: string[]}} each */
  #button(each) {
    const button = made("button", each.words);
    button.addEventListener("click", () => this.onPlay(each.actions));
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => this.onPoint(each.cells, each.actions));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => this.onPoint([], null));
    return button;
  }

  /**
   * @param {{words: string, cells: string[]}} card
   * @param {Set<string>} playable
   */
  #card(card, playable) {
    const item = made("li", card.words);
    item.classList.toggle("now", card.cells.some((cell) => playable.has(cell)));
    item.addEventListener("pointerenter", () => this.onPoint(card.cells, null));
    item.addEventListener("pointerleave", () => this.onPoint([], null));
    return item;
  }
}

/**
 * @param {string} name
 * @param {string} words
 */
function made(name, words) {
  const element = document.createElement(name);
  element.textContent = words;
  return element;
}
