/** The page of lessons: a person plays on the real board, the server tells what the move did; a wrong one is shown, then taken back. */

import { learned, noteLearned } from "./learned.js";
import { find, part } from "./study.js";
import { Trial } from "./trial.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").LessonStep} Step
 * @typedef {{key: string, title: string, task: string, seats: number, options: object}} Lesson
 */

const LOOK = 1600; // at what a wrong move led to, before it is taken back

const root = find("table");
const game = root.dataset.game ?? "";
const lessons = /** @type {Lesson[]} */ (JSON.parse(root.dataset.lessons ?? "[]"));

let at = Math.max(0, lessons.findIndex((lesson) => lesson.key === location.hash.slice(1)));
if (!location.hash) at = Math.max(0, lessons.findIndex((lesson) => !learned(game).has(lesson.key)));

/** @type {Trial<Step>} */
const trial = new Trial(root, {
  address: () => `/api/lessons/${game}/${lessons[at].key}`,
  setting: () => ({ game, seats: lessons[at].seats, options: lessons[at].options, cite: false }),
  look: LOOK,
  whole: true, // whoever learns makes every choice
  before: async () => {
    find("told").textContent = "";
  },
  tell: (step) => {
    find("told").textContent = step.verdict === "open" ? "" : step.say;
  },
  shown: (step) => {
    if (step.verdict === "done") noteLearned(game, lessons[at].key);
    if (step.verdict !== "missed") find("hinted").hidden = true;
    showButtons(step);
  },
  ready: () => lessons[at].key,
});

/** @param {number} number */
async function open(number) {
  if (trial.busy) return;
  at = number;
  const lesson = lessons[at];
  history.replaceState(null, "", `#${lesson.key}`);
  find("count").textContent = say("learn.count", { number: at + 1, last: lessons.length });
  find("title").textContent = lesson.title;
  find("task").textContent = lesson.task;
  find("told").textContent = "";
  find("hinted").hidden = true;
  showKnow(false);
  trial.now = null;
  await trial.attempt([]);
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
  if (done && last) {
    find("told").textContent = `${step.say} ${say("learn.finished")}`;
    showKnow(true);
  }
  showList();
  if (done) (last ? find("play").querySelector("button") : find("next"))?.focus({ preventScroll: true });
}

/** @param {boolean} isShown */
function showKnow(isShown) {
  const card = document.getElementById("know");
  if (card) card.hidden = !isShown;
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

/** The next lesson that is not done, or simply the next. */
function following() {
  const done = learned(game);
  const order = lessons.map((_, i) => (at + 1 + i) % lessons.length);
  return order.find((number) => !done.has(lessons[number].key)) ?? order[0];
}

find("next").addEventListener("click", () => void open(following()));
find("skip").addEventListener("click", () => void open((at + 1) % lessons.length));
find("again").addEventListener("click", () => void open(at));
find("hint").addEventListener("click", () => {
  find("hinted").hidden = false;
  find("hinted").textContent = trial.now?.hint ?? "";
  if (trial.now) trial.board.hint(trial.now.way);
});
document.getElementById("show-know")?.addEventListener("click", () => {
  showKnow(find("know").hidden);
  find("know").scrollIntoView({ block: "nearest" });
});
void open(at);
