/** The page of lessons: a person plays on the real board, the server tells what the move did; a wrong one is shown, then taken back. */

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { learned, noteLearned } from "./learned.js";
import { isCalm, move as animate, pieces } from "./motion.js";
import { find, light, part, pick, post, refuse, showSeats } from "./study.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").LessonStep} Step
 * @typedef {import("./types.js").StudyView} View
 * @typedef {{key: string, title: string, task: string, hint: string, seats: number, options: object}} Lesson
 */

const PAUSE = 600; // between a move and its answer
const LOOK = 1600; // at what a wrong move led to, before it is taken back
const TALL = matchMedia("(max-width: 56rem) and (orientation: portrait), (max-width: 30rem)");

const root = find("table");
const game = root.dataset.game ?? "";
const lessons = /** @type {Lesson[]} */ (JSON.parse(root.dataset.lessons ?? "[]"));
const chooser = new Chooser();
const board = new Board(find("board"), picked, stepBack);

let at = Math.max(0, lessons.findIndex((lesson) => lesson.key === location.hash.slice(1)));
if (!location.hash) at = Math.max(0, lessons.findIndex((lesson) => !learned(game).has(lesson.key)));
/** @type {Step | null} */
let now = null;
let busy = false;

const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, isCalm() ? time / 2 : time));

/** @param {number} number */
async function open(number) {
  at = number;
  const lesson = lessons[at];
  history.replaceState(null, "", `#${lesson.key}`);
  find("count").textContent = say("learn.count", { number: at + 1, last: lessons.length });
  find("title").textContent = lesson.title;
  find("task").textContent = lesson.task;
  find("told").textContent = "";
  find("hinted").hidden = true;
  now = null;
  await attempt([]);
}

/** @param {string[]} moves */
async function attempt(moves) {
  if (busy) return;
  busy = true;
  delete root.dataset.ready;
  refuse("");
  try {
    await present(await post(`/api/lessons/${game}/${lessons[at].key}?tall=${TALL.matches}`, { moves }));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    if (now) light(board, chooser, now, picked);
  }
  busy = false;
  root.dataset.ready = lessons[at].key;
}

/** @param {Step} step */
async function present(step) {
  chooser.offer([]);
  const missed = step.verdict === "missed";
  if (missed) tell(step);
  for (const view of step.frames) {
    await glide(view);
    await wait(PAUSE);
  }
  if (missed) await wait(LOOK);
  await glide(step);
  now = step;
  chooser.offer(step.moves);
  light(board, chooser, step, picked);
  showSeats(step);
  if (!missed) tell(step);
  if (step.verdict === "done") noteLearned(game, lessons[at].key);
  showButtons(step);
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
  find("told").textContent = step.verdict === "open" ? "" : step.say;
}

/** @param {Step} step */
function showButtons(step) {
  const done = step.verdict === "done";
  const last = !lessons.some((lesson) => !learned(game).has(lesson.key));
  find("next").hidden = !done || last;
  find("play").hidden = !done || !last;
  find("hint").hidden = done;
  find("skip").hidden = done || lessons.length < 2;
  find("again").hidden = step.line.length === 0;
  if (done && last) find("told").textContent = `${step.say} ${say("learn.finished")}`;
  showList();
  if (done) (last ? find("play").querySelector("button") : find("next"))?.focus({ preventScroll: true });
}

function showList() {
  const done = learned(game);
  find("lessons").replaceChildren(...lessons.map((lesson, number) => {
    const item = document.createElement("li");
    const button = part("button", "");
    button.append(part("span", `${number + 1}. ${lesson.title}`), part("span", done.has(lesson.key) ? say("learn.done_mark") : "", "mark"));
    if (number === at) button.setAttribute("aria-current", "step");
    button.dataset.lesson = lesson.key;
    button.addEventListener("click", () => void open(number));
    item.append(button);
    return item;
  }));
}

/** @param {string} cell */
function picked(cell) {
  if (!now || busy) return;
  refuse("");
  const { position } = now;
  const { seats, options } = lessons[at];
  const move = pick(chooser, cell, () => ({ game, seats, options, start: position }), board);
  if (move) void attempt([...now.line, move.text]);
  else light(board, chooser, now, picked);
}

function stepBack() {
  if (now && chooser.back()) light(board, chooser, now, picked);
}

/** The next lesson that is not done, or simply the next. */
function following() {
  const done = learned(game);
  const order = lessons.map((_, i) => (at + 1 + i) % lessons.length);
  return order.find((number) => !done.has(lessons[number].key)) ?? order[0];
}

find("back").addEventListener("click", stepBack);
find("next").addEventListener("click", () => void open(following()));
find("skip").addEventListener("click", () => void open((at + 1) % lessons.length));
find("again").addEventListener("click", () => void open(at));
find("hint").addEventListener("click", () => {
  find("hinted").hidden = false;
  find("hinted").textContent = lessons[at].hint;
  if (now) board.hint(now.way);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stepBack();
});
void open(at);
