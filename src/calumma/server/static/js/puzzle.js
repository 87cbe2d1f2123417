/** The page of a puzzle: a person tries, the server tells what the move did and answers for the defender. */

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { isCalm, move as animate, pieces } from "./motion.js";
import { noteSolved } from "./puzzles.js";
import { find, light, pick, post, refuse, showSeats } from "./study.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").PuzzleAnswer} Answer */

const PAUSE = 500; // between the own move and the answer

const root = find("table");
const number = Number(root.dataset.puzzle);
const chooser = new Chooser();
const board = new Board(find("board"), picked, stepBack);

/** @type {Answer | null} */
let now = null;
let busy = false;

/**
 * Send the moves made so far and show what comes back.
 * @param {string[]} moves
 * @param {boolean} [reveal]
 */
async function attempt(moves, reveal = false) {
  if (busy) return;
  busy = true;
  refuse("");
  try {
    await present(await post(`/api/puzzles/${number}`, { moves, reveal }));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
  busy = false;
}

/** @param {Answer} answer */
async function present(answer) {
  chooser.offer([]);
  for (const view of answer.middle ? [answer.middle, answer] : [answer]) {
    const before = pieces(board.host);
    board.show(view.svg);
    board.mark(new Set(), [], view.cells.flat());
    if (now) await animate(before, board.host, view.cells);
    if (view === answer.middle && !isCalm()) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  now = answer;
  chooser.offer(answer.moves);
  light(board, chooser, answer, picked);
  showSeats(answer);
  showWords(answer);
  if (answer.verdict === "solved") noteSolved(number);
  root.dataset.verdict = answer.verdict;
  root.dataset.moves = answer.line.join(" ");
}

/** @param {Answer} answer */
function showWords(answer) {
  const ended = answer.verdict === "solved" || answer.verdict === "thrown";
  const task = answer.verdict === "right" || answer.verdict === "slower" ? `${answer.say} ${say("match.your_turn")}.` : answer.say;
  find("state").textContent = task;
  find("state").classList.toggle("mine", !ended);
  find("again").hidden = answer.line.length === 0;
  find("undo").hidden = answer.line.length < 2 && answer.verdict !== "thrown";
  find("reveal").hidden = answer.solution.length > 0;
  find("following").classList.toggle("primary", answer.verdict === "solved");
  const solution = find("solution");
  solution.hidden = answer.solution.length === 0;
  solution.textContent = say("puzzle.solution", { moves: answer.solution.join(" ") });
}

/** @param {string} cell */
function picked(cell) {
  if (!now || busy) return;
  refuse("");
  const { position } = now;
  const move = pick(chooser, cell, () => ({ game: root.dataset.game, options: { goal: root.dataset.goal }, start: position }), board);
  if (move) void attempt([...now.line, move.text]);
  else light(board, chooser, now, picked);
}

function stepBack() {
  if (now && chooser.back()) light(board, chooser, now, picked);
}

find("back").addEventListener("click", stepBack);
find("again").addEventListener("click", () => attempt([]));
find("undo").addEventListener("click", () => {
  if (!now) return;
  const own = now.line.length % 2 ? now.line.length - 1 : now.line.length - 2;
  void attempt(now.line.slice(0, Math.max(0, own)));
});
find("reveal").addEventListener("click", () => now && attempt(now.line.length % 2 ? now.line.slice(0, -1) : now.line, true));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stepBack();
});
void attempt([]);
