/** After two losses in a row against a level: the offer of a gentler match. */

import { say } from "./words.js";

/**
 * @param {HTMLFormElement} form to the ladder of the game, which is shown if a gentler match is due
 */
export async function offerGentler(form) {
  const answer = await fetch("/api/me/ladder");
  if (!answer.ok) return;
  const page = /** @type {import("./types.js").LadderPage} */ (await answer.json());
  const game = page.games.find((each) => each.game === form.dataset.game);
  const rung = game?.rungs.find((each) => each.level === game.gentler);
  if (!rung) return;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("level")).value = String(rung.level);
  /** @type {HTMLElement} */ (form.querySelector("button")).textContent = say("ladder.gentler", { name: rung.name });
  form.hidden = false;
}
