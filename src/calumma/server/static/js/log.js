/** The log: what happened in words, the notation beside it; the same words are spoken to screen readers. */

/** @typedef {import("./types.js").Line} Line */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} spoken
   * @param {(ply: number) => void} onPick
   */
  constructor(list, spoken, onPick) {
    this.list = list;
    this.spoken = spoken;
    list.addEventListener("click", (event) => {
      const line = event.target instanceof Element ? event.target.closest("li") : null;
      if (line?.dataset.ply) onPick(Number(line.dataset.ply));
    });
  }

  /**
   * Keep so many lines, then append others.
   * @param {{keep: number, lines: Line[]}} news
   * @param {boolean} aloud
   */
  update(news, aloud) {
    while (this.list.children.length > news.keep) this.list.lastElementChild?.remove();
    this.list.append(...news.lines.map(item));
    this.list.scrollTop = this.list.scrollHeight;
    if (aloud && news.lines.length) this.spoken.textContent = news.lines.slice(-6).map((line) => line.words).join(" ");
  }

  /**
   * Show which ply the board shows.
   * @param {number | null} ply
   */
  select(ply) {
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("li"))) {
      const isShown = ply !== null && line.dataset.ply === String(ply);
      line.classList.toggle("shown", isShown);
      if (isShown) line.scrollIntoView({ block: "nearest" });
    }
  }
}

/** @param {Line} line */
function item(line) {
  const element = document.createElement("li");
  const words = document.createElement("span");
  words.textContent = line.words;
  element.append(words);
  if (line.ply === null) element.className = "notice";
  else {
    element.dataset.ply = String(line.ply);
    const text = document.createElement("code");
    text.textContent = line.text;
    text.title = line.text;
    element.append(text);
  }
  return element;
}
