/** A drawn face for everybody at the table: a chameleon in the colour of the seat; crest and gaze follow the name. */

const CRESTS = [
  "M14 14l1-6 4 4 2-6 4 5 3-5 2 6z",
  "M12 17C13 8 22 3 31 8C26 8 19 11 16 17Z",
  "M33 15l8-5-3 8zM29 11l4-7 1 8z",
  "M10 24C8 15 14 7 22 7C17 11 15 16 15 22Z",
];
const BOT = '<path d="M22 8V3M22 3h3" stroke="currentColor" stroke-width="2" fill="none"/><circle cx="26" cy="3" r="2"/>';

/**
 * Return a small picture of whoever sits on a seat.
 * @param {string} name
 * @param {string[]} colours one or two of the palette
 * @param {boolean} isBot
 * @returns {HTMLElement}
 */
export function avatar(name, colours, isBot) {
  const number = hash(name);
  const [x, y] = [[28, 21], [30, 22], [29, 19], [27, 22]][(number >> 4) % 4];
  const crest = isBot ? BOT : `<path d="${CRESTS[number % CRESTS.length]}"/>`;
  const pupil = isBot ? `<rect x="${x - 2.5}" y="${y - 2.5}" width="5" height="5"/>` : `<circle cx="${x}" cy="${y}" r="2.6"/>`;
  const face = document.createElement("span");
  face.className = "face";
  face.setAttribute("aria-hidden", "true");
  const [first, second = first] = colours.map((colour) => `var(--calumma-${colour}, var(--calumma-faint))`);
  face.style.setProperty("--skin", first);
  face.style.setProperty("--second", second); // no style in markup: the page's policy forbids it
  face.innerHTML = `<svg viewBox="0 0 48 48"><rect class="air" width="48" height="48"/><g class="crest">${crest}</g>`
    + '<path class="skin" d="M6 48C5 30 12 13 25 10C31 12 37 19 43 26C43 30 37 33 31 34C28 40 24 44 23 48Z"/>'
    + '<path class="second" d="M6 48C5 30 12 13 25 10C17 20 16 34 18 48Z"/>'
    + '<path class="mouth" d="M42 27C37 30 31 30 26 33"/>'
    + `<circle class="lid" cx="28" cy="21" r="7.5"/><circle class="eye" cx="28" cy="21" r="4.8"/><g class="pupil">${pupil}</g></svg>`;
  return face;
}

/**
 * @param {string} text
 * @returns {number}
 */
function hash(text) {
  let found = 7;
  for (const letter of text) found = (found * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
  return found;
}
