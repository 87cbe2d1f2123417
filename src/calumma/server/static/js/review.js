/** The review of a match: its turning points, one after the other, with what was better. */

import { Board } from "./board.js";
import { find, refuse, sideOfStudy } from "./study.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").ReviewMoment} Moment */

const root = find("table");
const board = new Board(find("board"), () => {}, () => {});
/** @type {Moment[]} */
let moments = [];
let at = 0;
const { side, wish } = sideOfStudy(() => void turn());

async function begin() {
  const answer = await fetch(`/api/tables/${root.dataset.table}/review?${wish()}`);
  const found = await answer.json();
  if (answer.ok) moments = found;
  else refuse(found.error);
  find("state").textContent = answer.ok && moments.length === 0 ? say("review.none") : "";
  if (moments.length) show(0);
  side.show(board.hasSides);
  root.dataset.ready = String(moments.length);
}

/** Show the moments from the side that is wanted now; no bot is asked again for it. */
async function turn() {
  await Promise.all(moments.map(async (moment) => {
    const answer = await fetch(`/api/tables/${root.dataset.table}/positions/${moment.ply}?${wish()}`);
    if (answer.ok) moment.svg = /** @type {import("./types.js").Past} */ (await answer.json()).svg;
  }));
  if (moments.length) show(at);
}

/** @param {number} number */
function show(number) {
  at = number;
  const moment = moments[at];
  board.show(moment.svg);
  board.mark(new Set(), [], moment.played_cells);
  find("count").textContent = say("review.count", { number: at + 1, last: moments.length });
  find("state").textContent = say("review.ply", { ply: moment.ply + 1, name: moment.name });
  find("played").textContent = say("review.played", { words: moment.played });
  find("better").textContent = say("review.better", { words: moment.better });
  find("cost").textContent = moment.words;
  find("next").hidden = at + 1 === moments.length;
  find("previous").hidden = at === 0;
  find("show").hidden = false;
  showPlayOn(moment.ply);
  const link = /** @type {HTMLAnchorElement} */ (find("analyse"));
  link.hidden = false;
  link.href = `${root.dataset.analysis}&from=${encodeURIComponent(moment.position)}`;
  root.dataset.at = String(at);
}

/**
 * Who played the match may play on from here; others have the analysis board.
 * @param {number} ply
 */
function showPlayOn(ply) {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("play-on"));
  if (!form) return;
  form.hidden = false;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("ply")).value = String(ply);
}

find("next").addEventListener("click", () => show(at + 1));
find("previous").addEventListener("click", () => show(at - 1));
find("show").addEventListener("click", () => {
  board.mark(new Set(), [], []);
  board.hint(moments[at].better_cells);
});
void begin();
