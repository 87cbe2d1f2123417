/** The end of a match: who won, why, and the score in its parts. */

import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */

/**
 * @param {HTMLElement} box
 * @param {Update} update
 */
export function showEnding(box, update) {
  box.hidden = update.result === null;
  if (!update.result) return;
  box.replaceChildren(made("p", update.result.words), made("p", update.result.reason));
  if (update.tally.length) box.append(breakdown(update));
}

/** @param {Update} update */
function breakdown(update) {
  const table = document.createElement("table");
  table.append(made("caption", say("match.tally")));
  const head = table.createTHead().insertRow();
  head.append(made("td", ""), ...update.seats.map((seat) => heading("col", seat.name)));
  const body = table.createTBody();
  for (const row of update.tally) body.append(line(row.words, row.numbers));
  const total = line(say("match.total"), update.result?.scores ?? []);
  total.className = "total";
  body.append(total);
  return table;
}

/**
 * @param {string} words
 * @param {number[]} numbers
 */
function line(words, numbers) {
  const row = document.createElement("tr");
  row.append(heading("row", words), ...numbers.map((number) => made("td", number < 0 ? `−${-number}` : String(number))));
  return row;
}

/**
 * @param {string} scope
 * @param {string} words
 */
function heading(scope, words) {
  const cell = made("th", words);
  cell.setAttribute("scope", scope);
  return cell;
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
