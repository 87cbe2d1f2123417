/** A plate for every seat, opponents above the board and you below: face, name, score, clock, notes, whose turn it is. */

import { avatar } from "./avatar.js";
import { clockOf } from "./clock.js";
import { wear } from "./page.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").Seat} Seat */

/**
 * @param {HTMLElement} rivals those above the board
 * @param {HTMLElement} own the seat below it: one's own, or the first for somebody who watches
 * @param {Update} update
 */
export function showSeats(rivals, own, update) {
  const below = update.own[0] ?? 0;
  // from the own seat on, in the order of turns
  const others = update.seats.map((_, i) => update.seats[(below + i) % update.seats.length]).slice(1);
  rivals.replaceChildren(...others.map((seat) => plate(seat, update)));
  own.replaceChildren(plate(update.seats[below], update));
  for (const list of [rivals, own]) for (const picture of list.querySelectorAll(".marker svg")) wear(picture);
}

/**
 * @param {Seat} seat
 * @param {Update} update
 */
function plate(seat, update) {
  const element = document.createElement("li");
  element.className = "plate";
  element.dataset.seat = String(seat.seat);
  element.classList.toggle("turn", seat.turn);
  element.classList.toggle("won", seat.won);
  if (seat.turn) element.setAttribute("aria-current", "true");
  const face = avatar(seat.player ?? seat.name, seat.skin.length ? seat.skin : [seat.colour], seat.bot !== null);
  const marker = part("span", "marker", "");
  marker.innerHTML = seat.marker;
  face.append(marker);
  const told = notes(seat, update);
  const more = part("span", "notes", told);
  more.title = told;
  const who = part("span", "who", "");
  who.append(part("span", "name", nameOf(seat, update)), " ", part("span", "seat", seat.name));
  element.append(face, who, part("span", "score", String(seat.score)), more, ...clockOf(seat.seat));
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
function nameOf(seat, update) {
  if (seat.player === null) return say("seat.free");
  return seat.mine && update.own.length === 1 ? say("seat.me") : seat.player;
}

/**
 * @param {Seat} seat
 * @param {Update} update
 */
function notes(seat, update) {
  return [...(isAway(seat, update) ? [awayWords(seat.away)] : []), ...seat.notes].join(" · ");
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
