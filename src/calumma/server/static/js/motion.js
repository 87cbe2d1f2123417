/** Showing what happened between two pictures: what moved glides, what changed turns, in the order the story tells. */

const GLIDE = 220;
const TURN = 180;
const STAGGER = 50;

/** @typedef {{id: string, on: string, look: string, x: number, y: number, element: Element}} Piece */

/** @returns {boolean} */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
}

/**
 * Return the pieces of a picture.
 * @param {Element} host
 * @returns {Piece[]}
 */
export function pieces(host) {
  return [...host.querySelectorAll("[data-piece]")].map((element) => {
    const place = /translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)/.exec(element.getAttribute("transform") ?? "");
    const id = element.getAttribute("data-piece") ?? "";
    const on = element.getAttribute("data-on") ?? "";
    return { id, on, look: element.innerHTML, x: Number(place?.[1] ?? 0), y: Number(place?.[2] ?? 0), element };
  });
}

/**
 * Animate from the pieces that were to those that are; resolves when the eye has seen it.
 * @param {Piece[]} before
 * @param {Element} host
 * @param {string[][]} stories the cells of each effect, in order
 * @returns {Promise<void>}
 */
export async function move(before, host, stories) {
  if (isCalm()) return;
  const gone = new Map(before.map((piece) => [piece.id, piece]));
  /** @type {Piece[]} */
  const fresh = [];
  /** @type {Promise<unknown>[]} */
  const running = [];
  for (const piece of pieces(host)) {
    const old = gone.get(piece.id);
    if (!old) fresh.push(piece);
    else if (old.x !== piece.x || old.y !== piece.y) running.push(glide(old, piece));
    else if (old.look !== piece.look) running.push(turn(piece, delayOf(piece, stories)));
    if (old) gone.delete(piece.id);
  }
  for (const piece of fresh) {
    const origin = originOf(piece, [...gone.values()], stories);
    if (origin) gone.delete(origin.id);
    running.push(!origin ? turn(piece, delayOf(piece, stories)) : origin.on === piece.on ? turn(piece, delayOf(piece, stories)) : glide(origin, piece));
  }
  await Promise.race([Promise.allSettled(running), new Promise((resolve) => setTimeout(resolve, 900))]);
}

/**
 * Return the vanished piece that a new one is: it looks the same and the story joins both cells.
 * @param {Piece} piece
 * @param {Piece[]} gone
 * @param {string[][]} stories
 */
function originOf(piece, gone, stories) {
  const joined = gone.filter((old) => stories.some((cells) => cells.includes(old.on) && cells.includes(piece.on)));
  return joined.find((old) => old.look === piece.look && old.on !== piece.on) ?? gone.find((old) => old.on === piece.on);
}

/**
 * @param {Piece} piece
 * @param {string[][]} stories
 */
function delayOf(piece, stories) {
  const places = stories.map((cells) => cells.indexOf(piece.on));
  return Math.max(0, ...places) * STAGGER;
}

/**
 * @param {Piece} from
 * @param {Piece} to
 */
function glide(from, to) {
  to.element.parentElement?.append(to.element);
  const steps = [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }];
  return to.element.animate(steps, { duration: GLIDE, easing: "ease-in-out" }).finished;
}

/**
 * @param {Piece} piece
 * @param {number} delay
 */
function turn(piece, delay) {
  const at = `translate(${piece.x}px, ${piece.y}px)`;
  const steps = [{ transform: `${at} scale(0.05, 1)` }, { transform: `${at} scale(1, 1)` }];
  return piece.element.animate(steps, { duration: TURN, delay, easing: "ease-out", fill: "backwards" }).finished;
}
