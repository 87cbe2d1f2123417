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
   * Show beside the plies of a finished match what each brought its side, where that is known exactly; asked once.
   * @param {string} table
   * @param {number} number the event number that the match has come to
   */
  async showExact(table, number) {
    if (this.list.dataset.exact === String(number)) return;
    this.list.dataset.exact = String(number);
    const answer = await fetch(`/api/tables/${table}/exact`);
    if (!answer.ok) return;
    const found = /** @type {({words: string} | null)[]} */ (await answer.json());
    const isAtEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 4;
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("li[data-ply]"))) {
      const value = found[Number(line.dataset.ply)];
      line.querySelector(".exact-ply")?.remove();
      if (!value) continue;
      const words = document.createElement("strong");
      words.className = "exact-ply";
      words.textContent = value.words;
      line.insertBefore(words, line.lastElementChild);
    }
    if (isAtEnd) this.list.scrollTop = this.list.scrollHeight;
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
