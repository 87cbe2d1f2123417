/** The clocks of the seats: the server says how much is left, and here it runs down until the server says more. */

import { say } from "./words.js";

/** @typedef {import("./types.js").Clock} Clock */

const SHORT = 20; // seconds that are shown as pressing
const DAY = 86400;

/** @type {Clock | null} */
let shown = null;
let since = 0;

/** @param {Clock | null} clock */
export function setClock(clock) {
  shown = clock;
  since = performance.now();
}

/**
 * Return the clock of a seat as an element, or nothing where the seat has none.
 * @param {number} seat
 * @returns {HTMLElement[]}
 */
export function clockOf(seat) {
  if (!shown || shown.left[seat] === null) return [];
  const element = document.createElement("span");
  element.className = "clock";
  element.dataset.clock = String(seat);
  element.setAttribute("role", "timer");
  element.setAttribute("aria-label", say("time.clock_of"));
  run(element);
  return [element];
}

/** @param {HTMLElement} element */
function run(element) {
  const seat = Number(element.dataset.clock);
  const left = shown?.left[seat];
  if (!shown || left === null || left === undefined) return;
  const gone = shown.running === seat ? (performance.now() - since) / 1000 : 0;
  const seconds = Math.max(0, left - gone);
  element.textContent = timeWords(seconds);
  element.classList.toggle("short", shown.running === seat && seconds < SHORT);
}

/** @param {number} seconds */
function timeWords(seconds) {
  const whole = Math.floor(seconds);
  if (whole >= DAY) return say("time.left_days", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / 3600) });
  const parts = [Math.floor((whole % 3600) / 60), whole % 60].map((part) => String(part).padStart(2, "0"));
  return (whole >= 3600 ? [Math.floor(whole / 3600), ...parts] : parts).join(":");
}

setInterval(() => {
  for (const element of document.querySelectorAll("[data-clock]")) run(/** @type {HTMLElement} */ (element));
}, 250);
