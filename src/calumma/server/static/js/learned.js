/** Which lessons were done on this device; the button that leads to them comes first until all are. */

import { say } from "./words.js";

const DONE = "calumma-lessons";

/** @returns {Record<string, string[]>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(DONE) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @returns {Set<string>} the keys of the lessons that were done
 */
export function learned(game) {
  return new Set(all()[game] ?? []);
}

/**
 * @param {string} game
 * @param {string} key
 */
export function noteLearned(game, key) {
  localStorage.setItem(DONE, JSON.stringify({ ...all(), [game]: [...learned(game).add(key)] }));
}

for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-learn]"))) {
  const done = learned(link.dataset.learn ?? "");
  if (!(link.dataset.keys ?? "").split(" ").every((key) => done.has(key))) continue;
  link.classList.remove("primary");
  link.setAttribute("aria-label", (link.getAttribute("aria-label") ?? "").replace(link.textContent ?? "", say("learn.again")));
  link.textContent = say("learn.again");
  link.closest(".card")?.querySelector("form[action^='/play']")?.after(link);
}
