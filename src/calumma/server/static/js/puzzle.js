/** The page of a puzzle: a person tries, the server tells what the move did; a wrong one is shown with what refutes it, then taken back. */

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { isCalm, move as animate, pieces } from "./motion.js";
import { noteDay, noteSolved, streak, triesOf } from "./puzzles.js";
import { find, light, pick, post, refuse, showSeats } from "./study.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").PuzzleStep} Step
 * @typedef {import("./types.js").StudyView} View
 */

const PAUSE = 600; // between a move and its answer
const LOOK = 2000; // at what refutes a wrong move, before it is taken back
const TALL = matchMedia("(max-width: 56rem) and (orientation: portrait), (max-width: 30rem)");
const WRONG = "✗";
const RIGHT = "✓";

const root = find("table");
const game = root.dataset.game ?? "";
const number = Number(root.dataset.puzzle);
const day = root.dataset.day ?? "";
const setting = { game, seats: Number(root.dataset.seats), options: JSON.parse(root.dataset.options ?? "{}") };
const chooser = new Chooser();
const board = new Board(find("board"), picked, stepBack);

/** @type {Step | null} */
let now = null;
let busy = false;
let tries = "";
let helped = false;

const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, isCalm() ? time / 2 : time));

/**
 * Send the moves made so far and show what comes back.
 * @param {string[]} moves
 * @param {boolean} [reveal]
 */
async function attempt(moves, reveal = false) {
  if (busy) return;
  busy = true;
  delete root.dataset.ready;
  refuse("");
  try {
    await present(await post(`/api/puzzles/${game}/${number}?tall=${TALL.matches}`, { moves, reveal }));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    if (now) light(board, chooser, now, picked);
  }
  busy = false;
  root.dataset.ready = "yes";
}

/** @param {Step} step */
async function present(step) {
  chooser.offer([]);
  const wrong = step.verdict === "wrong";
  if (wrong) tries += WRONG;
  if (wrong) tell(step);
  for (const view of step.frames) {
    await glide(view);
    await wait(PAUSE);
  }
  if (wrong) await wait(LOOK);
  await glide(step);
  now = step;
  chooser.offer(step.moves);
  light(board, chooser, step, picked);
  showSeats(step);
  if (!wrong) tell(step);
  if (step.verdict === "solved") celebrate();
  showButtons(step);
  root.dataset.moves = step.line.join(" ");
}

/**
 * Show a position; the pieces move there from where they stood.
 * @param {View} view
 */
async function glide(view) {
  const before = pieces(board.host);
  board.show(view.svg);
  board.mark(new Set(), [], view.cells.flat());
  if (now) await animate(before, board.host, view.cells);
}

/** @param {Step} step */
function tell(step) {
  root.dataset.verdict = step.verdict;
  const words = step.verdict === "right" ? `${step.say} ${say("match.your_turn")}.` : step.say;
  find("state").textContent = step.verdict === "open" ? "" : words;
}

function celebrate() {
  if (helped) return;
  noteSolved(game, number);
  if (day) noteDay(game, day, tries + RIGHT);
}

/** @param {Step} step */
function showButtons(step) {
  const solved = step.verdict === "solved";
  find("again").hidden = step.line.length === 0;
  find("reveal").hidden = step.solution.length > 0;
  find("following").classList.toggle("primary", solved);
  const solution = find("solution");
  solution.hidden = step.solution.length === 0;
  solution.textContent = say("puzzle.solution", { moves: step.solution.join(" ") });
  showDay();
  if (solved) find(day && triesOf(game, day) ? "share" : "following").focus({ preventScroll: true });
}

function showDay() {
  if (!day) return;
  const count = streak(game, day);
  find("share").hidden = triesOf(game, day) === "";
  find("streak").hidden = count === 0;
  find("streak").textContent = say("puzzle.streak", { count });
}

/** What is shared tells how it went, not what the answer is. */
async function share() {
  const text = say("puzzle.shared", { title: root.dataset.title ?? "", day, tries: triesOf(game, day) });
  const link = new URL(`/puzzles/${game}/today?day=${day}`, location.href).href;
  const whole = [text, say("puzzle.streak", { count: streak(game, day) }), link].join("\n");
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text: whole });
    else await navigator.clipboard.writeText(whole);
    find("state").textContent = say("puzzle.share_done");
  } catch {
    find("state").textContent = whole;
  }
  root.dataset.shared = whole;
}

/** @param {string} cell */
function picked(cell) {
  if (!now || busy) return;
  refuse("");
  const { position } = now;
  const move = pick(chooser, cell, () => ({ ...setting, start: position }), board);
  if (move) void attempt([...now.line, move.text]);
  else light(board, chooser, now, picked);
}

function stepBack() {
  if (now && chooser.back()) light(board, chooser, now, picked);
}

find("back").addEventListener("click", stepBack);
find("again").addEventListener("click", () => attempt([]));
find("reveal").addEventListener("click", () => {
  helped = true;
  if (now) void attempt(now.line, true);
});
if (day) find("share").addEventListener("click", () => void share());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stepBack();
});
void attempt([]);
