/** Before the match begins: a seed for the luck, and saying that one is ready. */

import { freshSeed, keepSeed } from "./page.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */

const AGAIN = 3000; // milliseconds after which something unanswered is sent once more

/** When this page last did something by itself. */
let acted = -AGAIN;

/**
 * Do what needs no person: add a seed once the commitment is seen, and begin where nobody else is waited for.
 * @param {Update} update
 * @param {(command: Record<string, unknown>) => boolean} send
 */
export function prepare(update, send) {
  const begins = update.may.includes("begin") && isAlone(update);
  const bare = update.may.includes("seed") && update.own.every((seat) => !update.luck?.seeds[seat]);
  if ((!begins && !bare) || performance.now() - acted < AGAIN) return;
  acted = performance.now();
  const seed = bare ? freshSeed() : "";
  if (seed) keepSeed(seed);
  send({ type: begins ? "begin" : "seed", seed });
}

/** @param {Update} update */
const isAlone = (update) => update.seats.every((seat) => seat.player !== null && (seat.bot || seat.mine));

/**
 * @param {Update} update
 * @param {HTMLElement} box
 * @param {HTMLElement} form
 */
export function showBeginning(update, box, form) {
  const mayBegin = update.may.includes("begin") && !isAlone(update);
  const isReady = update.ready !== null && !update.may.includes("begin") && update.own.length > 0;
  box.hidden = !mayBegin && !isReady;
  form.hidden = !update.may.includes("seed") || isAlone(update);
  const missing = update.seats.filter((seat) => !seat.ready || seat.player === null).map((seat) => seat.player ?? say("seat.free"));
  const words = isReady ? say("match.begin_wait", { names: missing.join(", ") }) : say("match.begin_ask");
  const lot = update.begins === "random" ? say("match.by_lot") : "";
  /** @type {HTMLElement} */ (box.querySelector("p")).textContent = `${words} ${lot}`;
  /** @type {HTMLElement} */ (box.querySelector(".buttons")).hidden = !mayBegin;
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} form
 * @param {(command: Record<string, unknown>) => boolean} send
 */
export function listen(box, form, send) {
  box.querySelector("button")?.addEventListener("click", () => send({ type: "begin" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    if (input.value && send({ type: "seed", seed: input.value })) keepSeed(input.value);
    input.value = "";
  });
}
