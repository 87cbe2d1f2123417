/** A tree of moves: the main line and variations, which one is shown, and how the list of moves is drawn. It knows no game. */

import { say } from "./words.js";

/** @typedef {import("./study.js").View} View */
/** @typedef {import("./study.js").Thoughts} Thoughts */

export class Node {
  /**
   * @param {Node | null} parent
   * @param {string} text
   * @param {string} words
   * @param {number} seat
   */
  constructor(parent, text, words, seat) {
    this.parent = parent;
    this.text = text;
    this.words = words;
    /** The seat that made the move; -1 is luck. */
    this.seat = seat;
    /** @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
    /** @type {Node[]} */
    this.children = [];
    /** @type {View | null} */
    this.view = null;
    /** @type {Record<string, Thoughts>} what bots said, by their level */
    this.thoughts = {};
    /** The exact value of the move in a word or two. */
    this.exact = "";
  }

  /** @returns {string[]} the moves from the beginning */
  get moves() {
    return this.parent ? [...this.parent.moves, this.text] : [];
  }

  /** @returns {boolean} whether all moves to here are first choices */
  get isMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** @returns {Node} the last node when going on from here by first choices */
  get end() {
    return this.children.length ? this.children[0].end : this;
  }
}

export class Tree {
  constructor() {
    this.root = new Node(null, "", "", -1);
    this.current = this.root;
  }

  /**
   * Add a line of moves.
   * @param {Node} from
   * @param {{text: string, words: string, seat: number}[]} lines
   */
  grow(from, lines) {
    let node = from;
    for (const line of lines) node = this.#child(node, line);
    return node;
  }

  /**
   * @param {Node} node
   * @param {{text: string, words: string, seat: number}} line
   */
  #child(node, line) {
    const known = node.children.find((child) => child.text === line.text);
    if (known) return known;
    const fresh = new Node(node, line.text, line.words, line.seat);
    node.children.push(fresh);
    return fresh;
  }

  /** @returns {Node[]} the line that is shown: from the beginning through the current node to its end */
  get line() {
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this.current.end); node; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /**
   * Return where a step leads.
   * @param {string} where
   * @returns {Node}
   */
  target(where) {
    const node = this.current;
    if (where === "first") return this.root;
    if (where === "last") return node.end;
    if (where === "previous") return node.parent ?? node;
    if (where === "next") return node.children[0] ?? node;
    return this.#beside(node, where === "up" ? -1 : 1);
  }

  /**
   * The same move's alternative before or after it, looked for at the nearest place that has any.
   * @param {Node} node
   * @param {number} step
   * @returns {Node}
   */
  #beside(node, step) {
    for (let at = node; at.parent; at = at.parent) {
      const all = at.parent.children;
      if (all.length > 1) return all[(all.indexOf(at) + step + all.length) % all.length];
    }
    return node;
  }

  /** Let every position be asked for anew: pictures are laid out for another screen. */
  forgetViews() {
    /** @param {Node} node */
    const forget = (node) => {
      node.view = null;
      node.children.forEach(forget);
    };
    forget(this.root);
  }

  /** Make the current line the main line. */
  promote() {
    for (let node = this.current; node.parent; node = node.parent) {
      const all = node.parent.children;
      all.unshift(...all.splice(all.indexOf(node), 1));
    }
  }

  /** Remove the current move with all that follows. */
  remove() {
    const { current } = this;
    if (!current.parent) return;
    current.parent.children = current.parent.children.filter((child) => child !== current);
    this.current = current.parent;
  }
}

/**
 * Draw the list of moves.
 * @param {HTMLElement} host
 * @param {Tree} tree
 * @param {(node: Node) => void} onPick
 */
export function showTree(host, tree, onPick) {
  if (!tree.root.children.length) {
    const words = document.createElement("p");
    words.textContent = say("analysis.no_moves");
    host.replaceChildren(words);
    return;
  }
  host.replaceChildren(button(tree.root, tree, onPick), ...following(tree.root, tree, onPick));
  const now = /** @type {HTMLElement | null} */ (host.querySelector("[aria-current]"));
  if (now) host.scrollTop = Math.max(0, now.offsetTop - host.offsetTop - host.clientHeight / 2);
}

/**
 * The moves after a node: the first choice, then its alternatives as blocks, then what follows the first choice.
 * @param {Node} start
 * @param {Tree} tree
 * @param {(node: Node) => void} onPick
 */
function following(start, tree, onPick) {
  /** @type {HTMLElement[]} */
  const parts = [];
  for (let node = start; node.children.length; node = node.children[0]) {
    parts.push(button(node.children[0], tree, onPick));
    for (const other of node.children.slice(1)) {
      const block = document.createElement("div");
      block.className = "variation";
      block.append(button(other, tree, onPick), ...following(other, tree, onPick));
      parts.push(block);
    }
  }
  return parts;
}

/**
 * @param {Node} node
 * @param {Tree} tree
 * @param {(node: Node) => void} onPick
 */
function button(node, tree, onPick) {
  const element = document.createElement("button");
  element.textContent = node.parent ? `${node.ply}. ${node.text}` : say("analysis.start");
  element.title = node.words;
  if (node.exact) {
    const value = document.createElement("small");
    value.textContent = node.exact;
    element.append(value);
  }
  if (node === tree.current) element.setAttribute("aria-current", "true");
  element.addEventListener("click", () => onPick(node));
  return element;
}
