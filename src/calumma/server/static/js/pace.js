/** How fast things move, as this device remembers it: calm, normal or instant. */

const PACE = "calumma-pace";
const FACTORS = { calm: 1.7, normal: 1, instant: 0 };

/** @typedef {keyof FACTORS} Pace */

/** @returns {Pace} */
export function pace() {
  const kept = localStorage.getItem(PACE) ?? "normal";
  return kept in FACTORS ? /** @type {Pace} */ (kept) : "normal";
}

/** @param {string} wanted */
export function setPace(wanted) {
  localStorage.setItem(PACE, wanted);
}

/** @returns {boolean} whether nothing is to move: by the wish of the person, the system, or because nobody looks */
export function isStill() {
  return pace() === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
}

/**
 * Return a time as the chosen speed has it.
 * @param {number} milliseconds
 */
export function timed(milliseconds) {
  return milliseconds * FACTORS[pace()];
}

/**
 * Wait, unless nothing is to move.
 * @param {number} milliseconds
 */
export async function rest(milliseconds) {
  if (milliseconds > 0 && !isStill()) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
