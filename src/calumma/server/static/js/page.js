/** What every page does: remember how things should look, and say that scripts run, so that a seed for the luck will follow. */

import { note } from "./memory.js";
import { pace, setPace } from "./pace.js";

const LOOK = "calumma_look";
/** Where the site begins: the root of a server, or a folder somewhere. */
export const ROOT = new URL("../../", import.meta.url).href;

/** Set theme and marks everywhere, and remember them on this device. */
function applyLook() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("look"));
  if (!form) return;
  const data = new FormData(form);
  const theme = String(data.get("theme") ?? "auto");
  const marks = String(data.get("marks") ?? "subtle");
  for (const element of document.querySelectorAll(".calumma")) wear(element, theme, marks);
  setPace(String(data.get("pace") ?? pace()));
  document.cookie = `${LOOK}=${theme}-${marks}; path=/; max-age=31536000; samesite=lax`;
}

/**
 * Give one picture the look of the page.
 * @param {Element} element
 * @param {string} [theme]
 * @param {string} [marks]
 */
export function wear(element, theme = document.body.dataset.theme ?? "auto", marks = document.body.dataset.marks ?? "subtle") {
  element.setAttribute("data-theme", theme);
  element.setAttribute("data-marks", marks);
}

for (const input of document.querySelectorAll("#look [name=pace]")) {
  const choice = /** @type {HTMLInputElement} */ (input);
  choice.checked = choice.value === pace();
}
document.getElementById("look")?.addEventListener("change", applyLook);
for (const picture of document.querySelectorAll("svg.calumma")) wear(picture);
for (const input of document.querySelectorAll("input[data-commits]")) /** @type {HTMLInputElement} */ (input).value = "yes";
for (const shown of document.querySelectorAll("[data-commitment]")) {
  const { dataset, textContent } = /** @type {HTMLElement} */ (shown);
  note(dataset.commitment ?? "", textContent ?? "", 0);
}
document.addEventListener("click", (event) => {
  const menu = document.querySelector("details.menu[open]");
  if (menu && event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
});
