/** Which puzzles were solved on this device, and on how many days in a row that of the day was. */

import { say } from "./words.js";

const SOLVED = "calumma-puzzles";
const DAYS = "calumma-days";
const DAY = 86_400_000;

/** @typedef {{last: string, streak: number, tries: string}} Days */

/** @returns {Set<string>} such as "yamamoto/12" */
export function solved() {
  return new Set((localStorage.getItem(SOLVED) ?? "").split(" ").filter((name) => name.includes("/")));
}

/**
 * @param {string} game
 * @param {number} number
 */
export function noteSolved(game, number) {
  localStorage.setItem(SOLVED, [...solved().add(`${game}/${number}`)].join(" "));
}

/** @returns {Record<string, Days>} by game */
function days() {
  try {
    return JSON.parse(localStorage.getItem(DAYS) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * How many days in a row the puzzle of the day was solved; a day that was missed ends it.
 * @param {string} game
 * @param {string} today
 */
export function streak(game, today) {
  const known = days()[game];
  if (!known) return 0;
  const past = Math.round((Date.parse(today) - Date.parse(known.last)) / DAY);
  return past === 0 || past === 1 ? known.streak : 0;
}

/**
 * Note that the puzzle of a day was solved, with the tries it took.
 * @param {string} game
 * @param {string} day
 * @param {string} tries
 */
export function noteDay(game, day, tries) {
  const known = days();
  if (known[game]?.last === day) return;
  known[game] = { last: day, streak: streak(game, day) + 1, tries };
  localStorage.setItem(DAYS, JSON.stringify(known));
}

/**
 * The tries that the puzzle of a day took; nothing if it was not solved.
 * @param {string} game
 * @param {string} day
 */
export function triesOf(game, day) {
  const known = days()[game];
  return known?.last === day ? known.tries : "";
}

/** The present day, the same for everyone. */
export const today = () => new Date().toISOString().slice(0, 10);

const known = solved();
for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("li [data-puzzle]"))) {
  const mark = /** @type {HTMLElement | null} */ (link.querySelector(".done"));
  if (mark) mark.hidden = !known.has(link.dataset.puzzle ?? "");
}
for (const shelf of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-game]:not(#table)"))) {
  const game = shelf.dataset.game ?? "";
  show(shelf.querySelector("[data-solved]"), [...known].filter((name) => name.startsWith(`${game}/`)).length, "puzzle.solved_count");
  show(shelf.querySelector("[data-streak]"), streak(game, today()), "puzzle.streak");
}

/**
 * @param {Element | null} element
 * @param {number} count
 * @param {string} key
 */
function show(element, count, key) {
  if (!(element instanceof HTMLElement)) return;
  element.hidden = count === 0;
  element.textContent = say(key, { count });
}
