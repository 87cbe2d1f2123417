/** The check of a match's luck on this device: commitments against what was shown, the own seed, and every draw recomputed. */

import { oldSeeds, remembered } from "./memory.js";
import { fromHex, hmac, joined, sha256, toHex } from "./sha256.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").ChanceEvent} ChanceEvent
 * @typedef {import("./types.js").Published} Published
 * @typedef {import("./memory.js").Memory} Memory
 * @typedef {{good: boolean, words: string}} Finding
 * @typedef {{good: boolean, findings: Finding[], draws: Finding[]}} Report
 */

const SPAN = 2n ** 64n;
const text = new TextEncoder();

/**
 * Return what a seat publishes before it shows its seed.
 * @param {string} seed
 */
export function commitmentOf(seed) {
  return toHex(sha256(text.encode(seed)));
}

/**
 * Return the key that secret and seeds make together: each seed after its length in four bytes.
 * @param {Uint8Array} secret
 * @param {(string | null)[]} seeds
 */
export function keyOf(secret, seeds) {
  const parts = seeds.flatMap((seed) => {
    const written = text.encode(seed ?? "");
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, written.length);
    return [length, written];
  });
  return sha256(joined(secret, ...parts));
}

/**
 * Return the number below a total that the key gives for a ply, or for "first", who begins.
 * @param {Uint8Array} key
 * @param {number | string} ply
 * @param {number} total
 */
export function drawn(key, ply, total) {
  const all = BigInt(total);
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(key, text.encode(`${ply}:${attempt}`));
    const number = new DataView(digest.buffer).getBigUint64(0);
    if (number < SPAN - (SPAN % all)) return Number(number % all);
  }
}

/**
 * Return the outcome that a number means: they are sorted by their text as UTF-8 sorts, each takes as many as its weight.
 * @param {[string, number][]} outcomes
 * @param {number} number
 */
export function outcomeOf(outcomes, number) {
  let left = number;
  for (const [outcome, weight] of [...outcomes].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    if (left < weight) return outcome;
    left -= weight;
  }
  return "";
}

/**
 * Check one draw.
 * @param {Uint8Array} key
 * @param {ChanceEvent} draw
 * @returns {Finding}
 */
function checkDraw(key, draw) {
  const total = draw.outcomes.reduce((sum, [, weight]) => sum + weight, 0);
  if (!draw.outcomes.some(([outcome]) => outcome === draw.text)) {
    return { good: false, words: say("check.no_outcome", { ply: draw.ply, text: draw.text, count: draw.outcomes.length }) };
  }
  const number = drawn(key, draw.ply, total);
  const expected = outcomeOf(draw.outcomes, number);
  const values = { ply: draw.ply, number: number + 1, total, expected, text: draw.text, words: draw.words };
  const good = expected === draw.text;
  return { good, words: say(good ? "check.draw_good" : "check.draw_bad", values) };
}

/**
 * Check all that was published.
 * @param {Published} published
 * @param {Memory | null} memory what this device saw and chose before the match began
 * @param {number[]} own the seats of whoever asks, as they are now; none of a spectator
 * @param {string[]} old the seeds that this device added to matches of old
 * @returns {Report}
 */
export function check(published, memory, own, old = []) {
  const secret = fromHex(published.secret) ?? new Uint8Array();
  const found = toHex(sha256(secret));
  const findings = [checkCommitment(found, published.commitment), ...checkNoted(published.commitment, memory), ...checkBots(published)];
  findings.push(...(published.seed_commitments ? checkSeeds(published, memory, own) : checkOld(published, old)));
  const key = keyOf(secret, published.seeds);
  if (published.first !== null) findings.push(checkFirst(key, published.first, published.seeds.length));
  const draws = published.draws.map((draw) => checkDraw(key, draw));
  const wrong = draws.filter((draw) => !draw.good).length;
  if (wrong) findings.push({ good: false, words: say("check.draws_bad", { count: wrong, total: draws.length }) });
  return { good: findings.every((finding) => finding.good), findings, draws };
}

/**
 * @param {Published} published
 * @returns {Finding[]}
 */
function checkBots(published) {
  const seats = published.bots.filter((seat) => published.seeds[seat] !== null);
  return seats.map((seat) => ({ good: false, words: say("check.seed_of_bot", { seat: published.names[seat] }) }));
}

/**
 * Check the seeds against what the seats had published before, and the own one against what this device chose.
 * @param {Published} published
 * @param {Memory | null} memory
 * @param {number[]} own
 * @returns {Finding[]}
 */
function checkSeeds(published, memory, own) {
  const promised = published.seed_commitments ?? [];
  const unfit = published.seeds.flatMap((seed, seat) => {
    const commitment = promised[seat] ?? null;
    const fits = seed === null ? commitment === null : commitment === commitmentOf(seed);
    if (fits) return [];
    const kind = seed === null ? "seed_unopened" : commitment === null ? "seed_uncommitted" : "seed_unfit";
    return [{ good: false, words: say(`check.${kind}`, { seat: published.names[seat] }) }];
  });
  const some = published.seeds.some((seed) => seed !== null);
  const fine = { good: true, words: say(some ? "check.seeds_good" : "check.seeds_none") };
  return [...(unfit.length ? unfit : [fine]), ...checkSeen(promised, memory), checkOwn(published, memory, own)];
}

/**
 * @param {(string | null)[]} promised
 * @param {Memory | null} memory
 * @returns {Finding[]}
 */
function checkSeen(promised, memory) {
  if (!memory?.seen) return [];
  const good = memory.seen.length === promised.length && memory.seen.every((commitment, seat) => commitment === promised[seat]);
  return [{ good, words: say(good ? "check.seen_good" : "check.seen_bad") }];
}

/**
 * The seed that this device chose for this match must be there, at its seat; who played without one cannot vouch for anything.
 * @param {Published} published
 * @param {Memory | null} memory
 * @param {number[]} own
 * @returns {Finding}
 */
function checkOwn(published, memory, own) {
  if (memory?.seed !== undefined && memory.seat !== undefined) {
    const good = published.seeds[memory.seat] === memory.seed;
    return { good, words: say(good ? "check.seed_good" : "check.seed_missing") };
  }
  return own.length ? { good: false, words: say("check.seed_none") } : { good: true, words: say("check.seed_watching") };
}

/**
 * @param {Published} published
 * @param {string[]} old
 * @returns {Finding[]}
 */
function checkOld(published, old) {
  const mine = published.seeds.some((seed) => seed !== null && old.includes(seed));
  return [{ good: true, words: say("check.old") }, ...(mine ? [{ good: true, words: say("check.old_seed") }] : [])];
}

/**
 * Check who began, where luck decided it.
 * @param {Uint8Array} key
 * @param {number} first
 * @param {number} total
 * @returns {Finding}
 */
function checkFirst(key, first, total) {
  const number = drawn(key, "first", total);
  const good = number === first;
  return { good, words: say(good ? "check.first_good" : "check.first_bad", { number: number + 1, first: first + 1, total }) };
}

/**
 * @param {string} found
 * @param {string} commitment
 */
function checkCommitment(found, commitment) {
  const good = found === commitment;
  return { good, words: say(good ? "check.commitment_good" : "check.commitment_bad", { found, commitment }) };
}

/**
 * @param {string} commitment
 * @param {{commitment: string, ply: number} | null} noted
 * @returns {Finding[]}
 */
function checkNoted(commitment, noted) {
  if (!noted) return [{ good: true, words: say("check.noted_none") }];
  if (noted.commitment !== commitment) return [{ good: false, words: say("check.noted_bad", { count: noted.ply, noted: noted.commitment }) }];
  return [{ good: true, words: say(noted.ply === 0 ? "check.noted_first" : "check.noted_good", { count: noted.ply }) }];
}

/**
 * Fetch what was published of a table's luck, check it, and show it draw by draw.
 * @param {HTMLElement} box
 * @param {string} table
 * @param {number[]} own the seats of whoever asks
 */
export async function checkTable(box, table, own) {
  box.replaceChildren(paragraph(say("check.working"), ""));
  const answer = await fetch(`/api/tables/${table}/draws`);
  const published = await answer.json();
  if (!answer.ok) {
    box.replaceChildren(paragraph(say("check.failed", published), "verdict bad"));
    return;
  }
  showReport(box, check(published, remembered(table), own, oldSeeds()));
}

/**
 * @param {HTMLElement} box
 * @param {Report} report
 */
export function showReport(box, report) {
  const verdict = report.good ? say("check.good", { count: report.draws.length }) : say("check.bad");
  const findings = report.findings.map((finding) => paragraph(finding.words, finding.good ? "" : "verdict bad"));
  const list = document.createElement("ol");
  list.className = "checked";
  list.tabIndex = 0;
  list.setAttribute("aria-label", say("check.button"));
  list.append(...report.draws.map((draw) => {
    const item = document.createElement("li");
    item.textContent = draw.words;
    item.className = draw.good ? "" : "bad";
    return item;
  }));
  box.replaceChildren(paragraph(verdict, report.good ? "verdict" : "verdict bad"), ...findings, list, paragraph(say("check.rests"), ""));
  list.querySelector(".bad")?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {string} words
 * @param {string} kind
 */
function paragraph(words, kind) {
  const element = document.createElement("p");
  element.textContent = words;
  element.className = kind;
  return element;
}
