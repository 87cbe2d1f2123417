/** Before the match begins: a seed for the luck, committed to and then opened by itself, and saying that one is ready. */

import { commitmentOf } from "./luck.js";
import { freshSeed, keepSeed, keepSeen, remembered } from "./memory.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */

const AGAIN = 3000; // milliseconds after which something unanswered is sent once more

const PATIENCE = 1500; // milliseconds until it is said who holds the match up: usually all pages are quicker

let patience = 0;
/** What this page last did by itself, at which event, and when. */
let acted = { what: "", at: -AGAIN };

/**
 * Do what needs no person: commit to a seed once the server's commitment is seen, open it when everybody has sat down, and begin
 * where nobody else is waited for.
 * @param {Update} update
 * @param {(command: Record<string, unknown>) => boolean} send
 */
export function prepare(update, send) {
  const command = update.status === "waiting" ? due(update) : null;
  if (!command) return;
  const what = `${update.number} ${command.type}`;
  if (acted.what === what && performance.now() - acted.at < AGAIN) return;
  acted = { what, at: performance.now() };
  send(command);
}

/**
 * What this page has to do next.
 * @param {Update} update
 * @returns {Record<string, unknown> | null}
 */
function due(update) {
  const begins = update.may.includes("begin") && isAlone(update);
  return (update.luck ? dueForLuck(update, begins) : null) ?? (begins && !update.luck?.waits_for.length ? { type: "begin" } : null);
}

/**
 * @param {Update} update
 * @param {boolean} begins
 */
function dueForLuck(update, begins) {
  const { luck, own, may, table } = update;
  const seat = own[0];
  if (!luck || seat === undefined || luck.seeds[seat]) return null;
  if (isForOne(update)) return may.includes("seed") ? { type: begins ? "begin" : "seed", seed: chosen(table, seat) } : null;
  const promised = luck.seed_commitments?.[seat] ?? null;
  if (may.includes("commit") && promised === null) return { type: "commit", seat, commitment: commitmentOf(chosen(table, seat)) };
  if (!may.includes("seed") || !isMine(update)) return null;
  keepSeen(table, luck.seed_commitments ?? []);
  return { type: "seed", seat, seed: remembered(table)?.seed };
}

/**
 * Return the seed that this device has chosen for a seat, now or before.
 * @param {string} table
 * @param {number} seat
 */
function chosen(table, seat) {
  const known = remembered(table);
  if (known?.seed && known.seat === seat) return known.seed;
  const seed = freshSeed();
  keepSeed(table, seat, seed);
  return seed;
}

/**
 * Whether what the own seat has committed itself to was chosen on this device.
 * @param {Update} update
 */
function isMine(update) {
  const seed = remembered(update.table)?.seed;
  return seed !== undefined && update.luck?.seed_commitments?.[update.own[0]] === commitmentOf(seed);
}

/** @param {Update} update */
const isForOne = (update) => update.seats.every((seat) => seat.bot || (seat.mine && update.own.length === 1));

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
  form.hidden = !update.may.includes("commit") || isAlone(update);
  const missing = update.seats.filter((seat) => !seat.ready || seat.player === null).map((seat) => seat.player ?? say("seat.free"));
  const words = isReady ? say("match.begin_wait", { names: missing.join(", ") }) : say("match.begin_ask");
  const lot = update.begins === "random" ? say("match.by_lot") : "";
  /** @type {HTMLElement} */ (box.querySelector("p")).textContent = `${words} ${lot}`;
  /** @type {HTMLElement} */ (box.querySelector(".buttons")).hidden = !mayBegin;
}

/**
 * Say who holds the match up, and why.
 * @param {Update} update
 * @param {HTMLElement} box
 */
export function showHeldUp(update, box) {
  const waiting = update.luck?.waits_for ?? [];
  const others = waiting.filter((seat) => !update.own.includes(seat));
  const elsewhere = waiting.some((seat) => update.own.includes(seat)) && update.may.includes("seed") && !isMine(update) && !isForOne(update);
  const isHeldUp = update.status === "waiting" && (others.length > 0 || elsewhere);
  if (isHeldUp) patience ||= setTimeout(() => (box.hidden = false), PATIENCE);
  else {
    clearTimeout(patience);
    [patience, box.hidden] = [0, true];
  }
  const names = others.map((seat) => update.seats[seat].player ?? "").join(", ");
  const words = elsewhere ? say("match.held_up_by_you") : say("match.held_up", { names });
  const told = /** @type {HTMLElement} */ (box.querySelector("p"));
  if (told.textContent !== words) told.textContent = words;
  /** @type {HTMLElement} */ (box.querySelector("button")).hidden = !elsewhere || !update.may.includes("commit");
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} heldUp
 * @param {HTMLElement} form
 * @param {() => Update | null} now
 * @param {(command: Record<string, unknown>) => boolean} send
 */
export function listen(box, heldUp, form, now, send) {
  box.querySelector("button")?.addEventListener("click", () => send({ type: "begin" }));
  heldUp.querySelector("button")?.addEventListener("click", () => renew(now(), freshSeed(), send));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    // a text that somebody thinks of could be guessed from its hash: something random goes with it
    if (input.value && renew(now(), `${input.value} ${freshSeed()}`, send)) input.value = "";
  });
}

/**
 * Commit the own seat to another seed.
 * @param {Update | null} update
 * @param {string} seed
 * @param {(command: Record<string, unknown>) => boolean} send
 */
function renew(update, seed, send) {
  const seat = update?.own[0];
  if (!update || seat === undefined || !update.may.includes("commit")) return false;
  keepSeed(update.table, seat, seed);
  return isForOne(update) || send({ type: "commit", seat, commitment: commitmentOf(seed) });
}
