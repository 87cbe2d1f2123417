/** What every page does: remember how things should look, and give forms a seed of this device. */

const LOOK = "calumma_look";

/** Set theme and marks everywhere, and remember them on this device. */
function applyLook() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("look"));
  if (!form) return;
  const data = new FormData(form);
  const theme = String(data.get("theme") ?? "auto");
  const marks = String(data.get("marks") ?? "clear");
  for (const element of document.querySelectorAll(".calumma")) wear(element, theme, marks);
  document.cookie = `${LOOK}=${theme}-${marks}; path=/; max-age=31536000; samesite=lax`;
}

/**
 * Give one picture the look of the page.
 * @param {Element} element
 * @param {string} [theme]
 * @param {string} [marks]
 */
export function wear(element, theme = document.body.dataset.theme ?? "auto", marks = document.body.dataset.marks ?? "clear") {
  element.setAttribute("data-theme", theme);
  element.setAttribute("data-marks", marks);
}

/** @returns {string} a random text, which this device adds to the luck of a match */
export function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Remember a seed that this device adds to a match, so that its luck can be checked against it.
 * @param {string} seed
 */
export function keepSeed(seed) {
  const kept = (localStorage.getItem("calumma-seeds") ?? "").split("\n").filter(Boolean);
  localStorage.setItem("calumma-seeds", [...kept, seed].slice(-200).join("\n"));
}

document.getElementById("look")?.addEventListener("change", applyLook);
for (const picture of document.querySelectorAll("svg.calumma")) wear(picture);
for (const found of document.querySelectorAll("input[data-seed]")) {
  const input = /** @type {HTMLInputElement} */ (found);
  input.value = freshSeed();
  input.form?.addEventListener("submit", () => keepSeed(input.value));
}
document.addEventListener("click", (event) => {
  const menu = document.querySelector("details.menu[open]");
  if (menu && event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
});
