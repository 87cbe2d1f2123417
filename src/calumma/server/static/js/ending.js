/** The end of a match: the sentence, the moment that decided it, what to do next, and the score in its parts. */

import { offerGentler } from "./gentler.js";
import { wear } from "./page.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").TurningPoint} TurningPoint */
/** @typedef {import("./types.js").Past} Past */

const [WIDTH, HEIGHT] = [1200, 630];
const PATIENCE = 700; // milliseconds to wait for the picture: what comes later is left out, so that nothing shifts

/**
 * @param {HTMLElement} box
 * @param {Update} update
 */
export function showEnding(box, update) {
  if (!update.result) {
    box.hidden = true;
    delete box.dataset.number;
    return;
  }
  if (box.dataset.number === String(update.number)) return;
  box.dataset.number = String(update.number);
  within(box, ".words").replaceChildren(made("p", update.result.words), made("p", update.result.reason));
  const tally = within(box, "#tally");
  tally.hidden = update.tally.length === 0;
  within(tally, "summary").textContent = say(update.result.decided ? "match.tally" : "match.standing");
  within(tally, "table").replaceWith(breakdown(update, update.result.decided));
  within(box, "#harder").hidden = !update.may.includes("harder");
  within(box, "#rematch").hidden = !update.may.includes("rematch");
  if (update.may.includes("harder")) void offerGentler(/** @type {HTMLFormElement} */ (within(box, "#gentler")));
  if (update.rematch) within(box, "#rematch button").textContent = say("match.to_rematch");
  const isPlayed = update.ply > 0 && update.result.payoffs.some((payoff) => payoff !== 0);
  within(box, "#share").hidden = !isPlayed;
  if (box.hidden) void reveal(box, isPlayed ? showTurningPoint(box, update.table) : null);
}

/**
 * Show the end when its picture is there, or soon.
 * @param {HTMLElement} box
 * @param {Promise<void> | null} drawn
 */
async function reveal(box, drawn) {
  const number = box.dataset.number;
  if (drawn) await Promise.race([drawn.catch(() => {}), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (box.dataset.number === number) box.hidden = false;
}

/**
 * Draw the moment that decided the match into the end, unless that is shown already.
 * @param {HTMLElement} box
 * @param {string} table
 */
async function showTurningPoint(box, table) {
  const figure = within(box, "#turning-point");
  const answer = await fetch(`/api/tables/${table}/turning`);
  const [found] = /** @type {TurningPoint[]} */ (answer.ok ? await answer.json() : []);
  if (!found) return;
  const position = await fetch(`/api/tables/${table}/positions/${found.ply}`);
  if (!position.ok) return;
  const past = /** @type {Past} */ (await position.json());
  // ids of gradients and patterns are those of the board's own picture, which stays beside this one
  within(figure, ".picture").innerHTML = past.svg.replaceAll("board-", "turning-");
  const picture = /** @type {SVGElement} */ (figure.querySelector("svg"));
  wear(picture);
  picture.setAttribute("aria-hidden", "true");
  for (const cell of picture.querySelectorAll("[data-cell], [data-ring]")) {
    const id = cell.getAttribute("data-cell") ?? cell.getAttribute("data-ring") ?? "";
    cell.classList.toggle("last", past.last.includes(id));
    for (const name of ["data-cell", "data-ring", "tabindex", "role"]) cell.removeAttribute(name);
  }
  for (const piece of picture.querySelectorAll("[data-piece]")) for (const name of ["data-piece", "data-on"]) piece.removeAttribute(name);
  within(figure, "figcaption").textContent = say("match.turning_point", { ply: found.ply, words: found.words });
  figure.hidden = !box.hidden;
}

/**
 * Let people show others the end of a match.
 * @param {HTMLElement} box
 * @param {string} table
 * @param {string} title
 */
export function listenForSharing(box, table, title) {
  const [button, ways] = [within(box, "#share"), within(box, "#share-ways")];
  button.addEventListener("click", () => {
    ways.hidden = !ways.hidden;
    button.setAttribute("aria-expanded", String(!ways.hidden));
  });
  within(box, "#share-picture").addEventListener("click", () => void sharePicture(table, title));
  within(box, "#share-link").addEventListener("click", async (event) => {
    if (await copy(location.href)) /** @type {HTMLElement} */ (event.target).textContent = say("match.copied");
  });
}

/**
 * Hand the picture of the end, as PNG, to the device's own way of sharing, or let it be kept.
 * @param {string} table
 * @param {string} title
 */
async function sharePicture(table, title) {
  const picture = new Image(WIDTH, HEIGHT);
  picture.src = `/api/tables/${table}/share`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(picture, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise((/** @type {(made: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) return;
  const file = new File([blob], `calumma-${table}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title }).catch(() => {});
  else keep(file);
}

/** @param {File} file */
function keep(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * Copy a text; false if the browser does not allow it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {Update} update
 * @param {boolean} isScore whether the numbers add up to what decides
 */
function breakdown(update, isScore) {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  head.append(made("td", ""), ...update.seats.map((seat) => heading("col", seat.name)));
  const body = table.createTBody();
  for (const row of update.tally) body.append(line(row.words, row.numbers));
  if (!isScore) return table;
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
 * @param {HTMLElement} box
 * @param {string} selector
 * @returns {HTMLElement}
 */
const within = (box, selector) => /** @type {HTMLElement} */ (box.querySelector(selector));

/**
 * @param {string} name
 * @param {string} words
 */
function made(name, words) {
  const element = document.createElement(name);
  element.textContent = words;
  return element;
}
