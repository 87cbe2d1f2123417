/** Showing what happened between two pictures: what moved glides, what changed turns, in the order the story tells. */

import { isStill, timed } from "./pace.js";

export const GLIDE = 350;
const TURN = 240;
const STAGGER = 80;
const LONGEST = 3200;
const SET_UP = 1100; // in which all that is dealt before the first move appears, one after the other
const LIFT = 0.12; // how high a piece is lifted, as a part of its way

/**
 * @typedef {{id: string, on: string, look: string, x: number, y: number, from: number[] | null, element: Element}} Piece
 *   `from` is where it comes from when it is new: a deck, a supply
 */

export const isCalm = isStill;

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
    const from = element.getAttribute("data-from")?.split(" ").map(Number) ?? null;
    return { id, on, look: element.innerHTML, x: Number(place?.[1] ?? 0), y: Number(place?.[2] ?? 0), from, element };
  });
}

/**
 * Return whether something comes from a deck in a picture that follows: then no die is rolled for it.
 * @param {Piece[]} before
 * @param {string} svg
 */
export function isDealt(before, svg) {
  const known = new Set(before.map((piece) => piece.id));
  const next = document.createElement("template");
  next.innerHTML = svg;
  return [...next.content.querySelectorAll("[data-from]")].some((each) => !known.has(each.getAttribute("data-piece") ?? ""));
}

/**
 * Animate from the pieces that were to those that are; resolves when the eye has seen it.
 * @param {Piece[]} before
 * @param {Element} host
 * @param {string[][]} stories the cells of each effect, in order
 * @param {boolean} [isSetUp] whether everything is laid out, one thing after the other
 * @returns {Promise<void>}
 */
export async function move(before, host, stories, isSetUp = false) {
  if (isCalm()) return;
  const gone = new Map(before.map((piece) => [piece.id, piece]));
  /** @type {Piece[]} */
  const fresh = [];
  /** @type {Promise<unknown>[]} */
  const running = [];
  const placed = pieces(host);
  for (const piece of placed) {
    const old = gone.get(piece.id);
    if (!old) fresh.push(piece);
    else if (old.x !== piece.x || old.y !== piece.y) running.push(glide(old, piece));
    else if (old.look !== piece.look) running.push(turn(old, piece, delayOf(piece, stories)));
    if (old) gone.delete(piece.id);
  }
  for (const [index, piece] of fresh.entries()) {
    if (isSetUp) {
      running.push(arrive(piece, (SET_UP * index) / fresh.length));
      continue;
    }
    const origin = originOf(piece, [...gone.values()], stories);
    if (origin) gone.delete(origin.id);
    if (!origin) running.push(arrive(piece, delayOf(piece, stories)));
    else if (origin.on === piece.on) running.push(turn(origin, piece, delayOf(piece, stories)));
    else running.push(glide(origin, piece));
  }
  const layer = host.querySelector(".pieces");
  if (layer) raise(layer, placed);
  for (const piece of gone.values()) running.push(vanish(piece, layer));
  await Promise.race([Promise.allSettled(running), new Promise((resolve) => setTimeout(resolve, timed(LONGEST)))]);
  if (layer) settle(layer, placed);
}

/** Let all that moves come to its end at once: somebody does not want to wait. */
export function skip() {
  for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
}

/**
 * Return the vanished piece that a new one is: it looks the same and the story joins both cells.
 * @param {Piece} piece
 * @param {Piece[]} gone
 * @param {string[][]} stories
 */
function originOf(piece, gone, stories) {
  const joined = gone.filter((old) => stories.some((cells) => cells.includes(old.on) && cells.includes(piece.on)));
  return joined.find((old) => old.look === piece.look && old.on !== piece.on) ?? joined.find((old) => old.on !== piece.on)
    ?? gone.find((old) => old.on === piece.on);
}

/**
 * What the first effect tells happens at once, what the others tell follows cell by cell.
 * @param {Piece} piece
 * @param {string[][]} stories
 */
function delayOf(piece, stories) {
  for (let i = stories.length - 1; i > 0; i -= 1) {
    const place = stories[i].indexOf(piece.on);
    if (place >= 0) return GLIDE + Math.min(place, 14) * STAGGER;
  }
  return 0;
}

/**
 * Let something new come: from the deck if it has one, else out of nothing.
 * @param {Piece} piece
 * @param {number} delay
 */
function arrive(piece, delay) {
  if (!piece.from) return appear(piece, delay);
  return glide({ ...piece, x: piece.from[0], y: piece.from[1] }, piece, delay);
}

/**
 * @param {Piece} from
 * @param {Piece} to
 * @param {number} [delay]
 */
function glide(from, to, delay = 0) {
  to.element.classList.add("gliding");
  const height = 10 + LIFT * Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2 - height];
  const steps = [ // lift, arc, settle
    { transform: `translate(${from.x}px, ${from.y}px) scale(1)`, easing: "ease-out" },
    { transform: `translate(${x}px, ${y}px) scale(1.08)`, easing: "ease-in", offset: 0.55 },
    { transform: `translate(${to.x}px, ${to.y}px) scale(1)` },
  ];
  return to.element.animate(steps, { duration: timed(GLIDE), delay: timed(delay), fill: "backwards" }).finished;
}

/**
 * Let what glides pass above what lies still; what stands on top of another stays there.
 * @param {Element} layer
 * @param {Piece[]} placed in the order in which they are drawn
 */
function raise(layer, placed) {
  const places = new Set(placed.filter(({ element }) => element.classList.contains("gliding")).map(({ on }) => on));
  for (const { element, on } of placed) if (places.has(on)) layer.append(element);
}

/**
 * Put what has come to rest back into the order in which it is drawn, if nothing else is shown by now.
 * @param {Element} layer
 * @param {Piece[]} placed
 */
function settle(layer, placed) {
  if (placed.every(({ element }) => element.parentElement === layer)) layer.append(...placed.map(({ element }) => element));
}

/**
 * Turn a piece over: the old look stays until its time has come.
 * @param {Piece} old
 * @param {Piece} piece
 * @param {number} delay
 */
function turn(old, piece, delay) {
  const at = `translate(${piece.x}px, ${piece.y}px)`;
  const [open, shut] = [{ transform: `${at} scale(1, 1)` }, { transform: `${at} scale(0.02, 1)` }];
  const half = timed(TURN) / 2;
  delay = timed(delay);
  piece.element.after(old.element);
  const away = old.element.animate([open, shut], { duration: half, delay, easing: "ease-in", fill: "both" });
  void away.finished.finally(() => old.element.remove());
  return piece.element.animate([shut, open], { duration: half, delay: delay + half, easing: "ease-out", fill: "backwards" }).finished;
}

/**
 * @param {Piece} piece
 * @param {number} delay
 */
function appear(piece, delay) {
  const at = `translate(${piece.x}px, ${piece.y}px)`;
  const steps = [{ transform: `${at} scale(0.4)`, opacity: 0 }, { transform: `${at} scale(1)`, opacity: 1 }];
  return piece.element.animate(steps, { duration: timed(GLIDE), delay: timed(delay), easing: "ease-out", fill: "backwards" }).finished;
}

/**
 * Let a piece that is gone fade where it stood.
 * @param {Piece} piece
 * @param {Element | null} layer
 */
function vanish(piece, layer) {
  if (!layer) return Promise.resolve();
  layer.prepend(piece.element);
  const at = `translate(${piece.x}px, ${piece.y}px)`;
  const steps = [{ transform: `${at} scale(1)`, opacity: 1 }, { transform: `${at} scale(0.6)`, opacity: 0 }];
  const fading = piece.element.animate(steps, { duration: timed(GLIDE), easing: "ease-in", fill: "forwards" });
  return fading.finished.finally(() => piece.element.remove());
}

/**
 * Let the frame of a picture follow what it shows, instead of jumping there.
 * @param {SVGSVGElement} picture
 * @param {DOMRect} from the frame that was seen before
 */
export function follow(picture, from) {
  const to = picture.viewBox.baseVal;
  const target = [to.x, to.y, to.width, to.height];
  const start = [from.x, from.y, from.width, from.height];
  if (isCalm() || start.every((number, i) => number === target[i])) return;
  const began = performance.now();
  const step = (/** @type {number} */ now) => {
    const part = Math.min(1, (now - began) / timed(GLIDE));
    const eased = part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2;
    picture.setAttribute("viewBox", target.map((number, i) => start[i] + (number - start[i]) * eased).join(" "));
    if (part < 1 && picture.isConnected) requestAnimationFrame(step);
  };
  picture.setAttribute("viewBox", start.join(" "));
  requestAnimationFrame(step);
}

/**
 * Let words fly from a place on the page to another, or rise from it if there is no other.
 * @param {Element | null} from
 * @param {Element | null} to
 * @param {string} words
 * @param {boolean} isGood
 */
export async function fly(from, to, words, isGood) {
  if (!from || isCalm()) return;
  const float = document.createElement("span");
  float.className = isGood ? "float" : "float loss";
  float.textContent = words;
  float.setAttribute("aria-hidden", "true");
  document.body.append(float);
  const start = placed(from);
  const end = to ? placed(to) : `${start} translateY(-48px)`;
  const steps = [
    { transform: `${start} scale(.6)`, opacity: 0 },
    { transform: `${start} translateY(-16px) scale(1.15)`, opacity: 1, offset: 0.25 },
    { transform: `${start} translateY(-18px)`, opacity: 1, offset: 0.5 },
    { transform: end, opacity: to ? 1 : 0 },
  ];
  await float.animate(steps, { duration: timed(1000), easing: "ease-in-out" }).finished.catch(() => {});
  float.remove();
}

/** @param {Element} element */
function placed(element) {
  const box = element.getBoundingClientRect();
  return `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%)`;
}

/**
 * Draw the way of the last move, which fades but stays.
 * @param {Element} host
 * @param {string[]} cells
 */
export function trail(host, cells) {
  host.querySelector(".trail")?.remove();
  const [from, to] = [cells[0], cells[1]].map((id) => host.querySelector(`[data-cell="${CSS.escape(id ?? "")}"]`)?.getAttribute("transform"));
  const points = [from, to].map((place) => /translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)/.exec(place ?? ""));
  if (cells.length !== 2 || points.some((point) => !point)) return;
  const [x1, y1, x2, y2] = points.flatMap((point) => [Number(point?.[1]), Number(point?.[2])]);
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, String(value));
  line.setAttribute("class", "trail");
  host.querySelector(".pieces")?.before(line);
}
