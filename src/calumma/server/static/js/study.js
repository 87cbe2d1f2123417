/**
 * What the pages of those who study share: elements, requests, and the messages of the server.
 *
 * @typedef {import("./types.js").Setting} Setting
 * @typedef {import("./types.js").StudyView} View
 * @typedef {import("./types.js").SeatLine} SeatLine
 * @typedef {import("./types.js").Thoughts} Thoughts
 */

import { wear } from "./page.js";
import { Side } from "./side.js";

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
export const find = (id) => /** @type {T} */ (document.getElementById(id));

/** Whether boards are drawn for a phone held upright. */
export const TALL = matchMedia("(max-width: 56rem) and (orientation: portrait), (max-width: 30rem)");

/**
 * The switch that turns the board of somebody who studies; what is asked for goes with every request for a picture.
 * @param {() => void} onTurn asks for the picture anew
 */
export function sideOfStudy(onTurn) {
  const side = new Side(`study-${location.pathname}`, find("turn-board"), onTurn);
  return { side, wish: () => `tall=${TALL.matches}&turned=${side.isTurned}` };
}

export class Refused extends Error {}

/**
 * Ask the server; throws Refused with its sentence.
 * @param {string} address
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function post(address, body) {
  const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found.error);
  return found;
}

/**
 * Make an element with words in it.
 * @param {string} name
 * @param {string} words
 * @param {string} [kind]
 */
export function part(name, words, kind = "") {
  const element = document.createElement(name);
  element.textContent = words;
  if (kind) element.className = kind;
  return element;
}

/**
 * Say why something does not work, or take the words away.
 * @param {string} words
 */
export function refuse(words) {
  const box = find("refusal");
  box.hidden = words === "";
  box.textContent = words;
}

/**
 * Click a cell; where that leads nowhere, the rules say why.
 * @param {import("./chooser.js").Chooser} chooser
 * @param {string} cell
 * @param {() => object} line to the position that is shown
 * @param {import("./board.js").Board} board on which the cells that are the reason light up
 * @returns {import("./types.js").Move | null} the move that is left, if it is one
 */
export function pick(chooser, cell, line, board) {
  const clicked = chooser.wayTo(cell);
  const move = chooser.pick(cell);
  if (!move && !chooser.prefix.length && clicked.at(-2) !== cell && chooser.moves.length) void explain({ ...line(), cells: clicked }, board);
  return move;
}

/**
 * @param {object} clicked
 * @param {import("./board.js").Board} board
 */
async function explain(clicked, board) {
  try {
    const found = /** @type {import("./types.js").Refusing} */ (await post("/api/analysis/why", clicked));
    refuse(found.words);
    board.threaten(found.cells);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/**
 * Show the strip of seats.
 * @param {View} view
 */
export function showSeats(view) {
  const list = find("seats");
  list.replaceChildren(...view.seats.map((seat) => {
    const item = document.createElement("li");
    item.classList.toggle("turn", seat.turn);
    item.classList.toggle("won", seat.won);
    if (seat.turn) item.setAttribute("aria-current", "true");
    const marker = part("span", "", "marker");
    marker.innerHTML = seat.marker;
    marker.setAttribute("aria-hidden", "true");
    item.append(marker, part("span", seat.name, "who"), part("span", String(seat.score), "score"), part("span", seat.notes.join(" · "), "notes"));
    return item;
  }));
  for (const picture of list.querySelectorAll("svg")) wear(picture);
}

/**
 * Light the cells that may be clicked next, and offer as buttons those that are not on the board.
 * @param {import("./board.js").Board} board
 * @param {import("./chooser.js").Chooser} chooser
 * @param {View} view
 * @param {(cell: string) => void} onPick
 */
export function light(board, chooser, view, onPick) {
  const next = chooser.next;
  board.mark(next, chooser.prefix, chooser.prefix.length ? [] : view.cells.flat(), chooser.grips);
  const shown = new Set(board.cells.map((cell) => cell.dataset.cell));
  const buttons = [...next].filter((cell) => !shown.has(cell)).map((cell) => {
    const button = part("button", view.choices[cell] ?? cell);
    button.dataset.choice = cell;
    button.addEventListener("click", () => onPick(cell));
    return button;
  });
  document.getElementById("choices")?.replaceChildren(...buttons);
  find("back").hidden = chooser.prefix.length === 0;
}
