/** What this device remembers of the luck of matches: what it saw before anybody showed anything, and the seed it chose. */

/**
 * @typedef {{commitment: string, ply: number, seat?: number, seed?: string, seen?: (string | null)[]}} Memory
 *   The server's commitment and the ply at which it was first seen; the own seat and seed; the commitments of the seats as they
 *   were when the own seed was opened.
 */

const LUCK = "calumma-commitments";
const OLD_SEEDS = "calumma-seeds"; // of the time before seats committed themselves, for all matches together
const KEPT = 1000;
const BYTES = 16;

/** @returns {Record<string, Memory>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(LUCK) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Return what this device remembers of a match.
 * @param {string} table
 * @returns {Memory | null}
 */
export function remembered(table) {
  return all()[table] ?? null;
}

/**
 * Note the commitment of a table when it is seen first; a match that branches off another goes on with that one's luck.
 * @param {string} table
 * @param {string} commitment
 * @param {number} ply
 * @param {string} [branch] the table that it branches off
 */
export function note(table, commitment, ply, branch = "") {
  if (!remembered(table)) write(table, remembered(branch) ?? { commitment, ply });
}

/**
 * Remember the seed that this device chose for a seat.
 * @param {string} table
 * @param {number} seat
 * @param {string} seed
 */
export function keepSeed(table, seat, seed) {
  const known = remembered(table);
  if (known) write(table, { ...known, seat, seed });
}

/**
 * Remember what all seats had committed themselves to when this device opened its seed; asked again, change nothing.
 * @param {string} table
 * @param {(string | null)[]} commitments
 */
export function keepSeen(table, commitments) {
  const known = remembered(table);
  if (known && !known.seen) write(table, { ...known, seen: commitments });
}

/**
 * @param {string} table
 * @param {Memory} memory
 */
function write(table, memory) {
  const entries = Object.entries(all()).filter(([name]) => name !== table);
  localStorage.setItem(LUCK, JSON.stringify(Object.fromEntries([...entries, [table, memory]].slice(-KEPT))));
}

/** @returns {string} a random text, which this device adds to the luck of a match */
export function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {string[]} the seeds that pages of this device added to matches before seats committed themselves */
export function oldSeeds() {
  return (localStorage.getItem(OLD_SEEDS) ?? "").split("\n").filter(Boolean);
}
