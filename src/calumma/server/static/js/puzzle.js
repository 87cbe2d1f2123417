/** The page of a puzzle: a person tries, the server tells what the move did; a wrong one is shown with what refutes it, then taken back. */

import { noteDay, noteSolved, streak, triesOf } from "./puzzles.js";
import { find } from "./study.js";
import { Trial } from "./trial.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").PuzzleStep} Step */

const LOOK = 2000; // at what refutes a wrong move, before it is taken back
const WRONG = "✗";
const RIGHT = "✓";

const root = find("table");
const game = root.dataset.game ?? "";
const number = Number(root.dataset.puzzle);
const day = root.dataset.day ?? "";
const setting = { game, seats: Number(root.dataset.seats), options: JSON.parse(root.dataset.options ?? "{}") };

let tries = "";
let helped = false;

/** @type {Trial<Step>} */
const trial = new Trial(root, {
  address: () => `/api/puzzles/${game}/${number}`,
  before: becomeGuest,
  setting: () => setting,
  look: LOOK,
  tell,
  shown: (step) => {
    if (step.verdict === "solved") celebrate();
    if (step.rated) showRating(step.rated);
    showButtons(step);
    root.dataset.moves = step.line.join(" ");
  },
  ready: () => "yes",
});

/** @param {Step} step */
function tell(step) {
  if (step.verdict === "wrong") tries += WRONG;
  const words = step.verdict === "right" ? `${step.say} ${say("match.your_turn")}.` : step.say;
  find("state").textContent = step.verdict === "open" ? "" : words;
}

/**
 * A first try was counted: the new ratings of the puzzle and of who tried.
 * @param {import("./types.js").PuzzleRating} rated
 */
function showRating(rated) {
  const shares = rated.share === null ? [] : [say("puzzle.solved_by", { share: rated.share })];
  find("rating").textContent = [say("puzzle.rating", { rating: rated.puzzle }), ...shares].join(" · ");
  const change = rated.change < 0 ? `−${-rated.change}` : `+${rated.change}`;
  find("own-rating").textContent = say("puzzle.own_changed", { rating: rated.own, change });
  find("own-rating").hidden = false;
}

/** Whose tries shall count must be known: who plays here first becomes a guest, as in a match. */
async function becomeGuest() {
  if (root.dataset.stranger !== "true") return;
  root.dataset.stranger = "false";
  await fetch(`/puzzles/${game}`, { method: "POST", redirect: "manual" });
}

function celebrate() {
  if (helped) return;
  noteSolved(game, number);
  if (day) noteDay(game, day, tries + RIGHT);
}

/** @param {string} words */
function sentence(words) {
  const item = document.createElement("li");
  item.textContent = words;
  return item;
}

/** @param {Step} step */
function showButtons(step) {
  const solved = step.verdict === "solved";
  find("again").hidden = step.line.length === 0;
  find("reveal").hidden = step.solution.length > 0;
  find("following").classList.toggle("primary", solved);
  const solution = find("solution");
  solution.hidden = step.solution.length === 0;
  find("solution-moves").textContent = say("puzzle.solution", { moves: step.solution.join(" ") });
  find("solution-told").replaceChildren(...step.told.map(sentence));
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

find("again").addEventListener("click", () => trial.attempt([]));
find("reveal").addEventListener("click", () => {
  helped = true;
  if (trial.now) void trial.attempt(trial.now.line, { reveal: true });
});
if (day) find("share").addEventListener("click", () => void share());
void trial.attempt([]);
