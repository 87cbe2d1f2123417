/** The check of a match's luck on this device: the commitment against the secret, and every draw recomputed. */

import { fromHex, hmac, joined, sha256, toHex } from "./sha256.js";
import { say } from "./words.js";

/**
 * @typedef {{ply: number, text: string, words: string, outcomes: [string, number][]}} Draw
 * @typedef {{names: string[], commitment: string, secret: string, seeds: (string | null)[], first: number | null,
 *   draws: Draw[]}} Published
 * @typedef {{good: boolean, words: string}} Finding
 * @typedef {{good: boolean, findings: Finding[], draws: Finding[]}} Report
 */

const SPAN = 2n ** 64n;
const NOTED = "calumma-commitments";
const SEEDS = "calumma-seeds";
const KEPT = 200;
const text = new TextEncoder();

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
 * @param {Draw} draw
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
 * @param {{commitment: string, ply: number} | null} noted what this device saw at the beginning
 * @param {string[]} mySeeds the seeds that this device has added to matches
 * @returns {Report}
 */
export function check(published, noted, mySeeds) {
  const secret = fromHex(published.secret) ?? new Uint8Array();
  const found = toHex(sha256(secret));
  const findings = [checkCommitment(found, published.commitment), ...checkNoted(published.commitment, noted)];
  const mine = published.seeds.some((seed) => seed !== null && mySeeds.includes(seed));
  findings.push({ good: true, words: say(mine ? "check.seed_good" : "check.seed_none") });
  const key = keyOf(secret, published.seeds);
  if (published.first !== null) findings.push(checkFirst(key, published.first, published.seeds.length));
  const draws = published.draws.map((draw) => checkDraw(key, draw));
  const wrong = draws.filter((draw) => !draw.good).length;
  if (wrong) findings.push({ good: false, words: say("check.draws_bad", { count: wrong, total: draws.length }) });
  return { good: findings.every((finding) => finding.good), findings, draws };
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
  return [{ good: true, words: say(noted.ply === 0 ? "check.noted_good.zero" : "check.noted_good", { count: noted.ply }) }];
}

// What this device remembers

/**
 * Note the commitment of a table when it is seen first.
 * @param {string} table
 * @param {string} commitment
 * @param {number} ply
 */
export function note(table, commitment, ply) {
  const noted = remembered();
  if (noted[table]) return;
  const entries = [...Object.entries(noted), [table, { commitment, ply }]].slice(-KEPT);
  localStorage.setItem(NOTED, JSON.stringify(Object.fromEntries(entries)));
}

/** @returns {Record<string, {commitment: string, ply: number}>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(NOTED) ?? "{}");
  } catch {
    return {};
  }
}

/** @returns {string[]} the seeds that pages of this device have added to matches */
function ownSeeds() {
  return (localStorage.getItem(SEEDS) ?? "").split("\n").filter(Boolean);
}

/**
 * Fetch what was published of a table's luck, check it, and show it draw by draw.
 * @param {HTMLElement} box
 * @param {string} table
 */
export async function checkTable(box, table) {
  box.replaceChildren(paragraph(say("check.working"), ""));
  const answer = await fetch(`/api/tables/${table}/draws`);
  const published = await answer.json();
  if (!answer.ok) {
    box.replaceChildren(paragraph(say("check.failed", published), "verdict bad"));
    return;
  }
  showReport(box, check(published, remembered()[table] ?? null, ownSeeds()));
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
