/** The strip of seats: marker, name, score, notes, whose turn it is. */

import { clockOf } from "./clock.js";
import { wear } from "./page.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").Seat} Seat */

/**
 * @param {HTMLElement} list
 * @param {Update} update
 */
export function showSeats(list, update) {
  list.replaceChildren(...update.seats.map((seat) => item(seat, update)));
  for (const picture of list.querySelectorAll("svg")) wear(picture);
}

/**
 * @param {Seat} seat
 * @param {Update} update
 */
function item(seat, update) {
  const element = document.createElement("li");
  element.classList.toggle("turn", seat.turn);
  element.classList.toggle("won", seat.won);
  if (seat.turn) element.setAttribute("aria-current", "true");
  const marker = part("span", "marker", "");
  marker.innerHTML = seat.marker;
  marker.setAttribute("aria-hidden", "true");
  element.append(marker, part("span", "who", seat.name), part("span", "score", String(seat.score)), part("span", "notes", notes(seat, update)), ...clockOf(seat.seat));
  if (isAway(seat, update) && update.own.length && !update.offer) element.append(botButton(seat, (seat.away ?? 0) + update.patience));
  return element;
}

/**
 * @param {Seat} seat
 * @param {number} from the moment from which a bot may be asked for
 */
function botButton(seat, from) {
  const button = part("button", "", say("match.bot"));
  button.dataset.replace = String(seat.seat);
  button.dataset.from = String(from);
  button.hidden = Date.now() / 1000 < from;
  return button;
}

setInterval(() => {
  for (const button of document.querySelectorAll("[data-replace]")) {
    const { dataset } = /** @type {HTMLElement} */ (button);
    button.toggleAttribute("hidden", Date.now() / 1000 < Number(dataset.from));
  }
}, 2000);

/**
 * @param {Seat} seat
 * @param {Update} update
 */
const isAway = (seat, update) => !seat.bot && !seat.mine && seat.player !== null && !seat.present && update.status === "playing";

/**
 * @param {Seat} seat
 * @param {Update} update
 */
function notes(seat, update) {
  const who = seat.player === null ? say("seat.free") : seat.mine && update.own.length === 1 ? say("seat.me") : seat.player;
  return [who, ...(isAway(seat, update) ? [awayWords(seat.away)] : []), ...seat.notes].join(" · ");
}

/** @param {number | null} since */
function awayWords(since) {
  if (since === null) return say("match.away");
  const time = new Date(since * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return say("match.away_since", { time });
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {string} words
 */
function part(name, kind, words) {
  const element = document.createElement(name);
  element.className = kind;
  element.textContent = words;
  return element;
}
