/** Which puzzles were solved on this device. */

const SOLVED = "calumma-puzzles";

/** @returns {Set<number>} */
export function solved() {
  return new Set((localStorage.getItem(SOLVED) ?? "").split(" ").filter(Boolean).map(Number));
}

/** @param {number} number */
export function noteSolved(number) {
  localStorage.setItem(SOLVED, [...solved().add(number)].join(" "));
}

const known = solved();
for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-puzzle]"))) {
  const mark = /** @type {HTMLElement | null} */ (link.querySelector(".done"));
  if (mark) mark.hidden = !known.has(Number(link.dataset.puzzle));
}
