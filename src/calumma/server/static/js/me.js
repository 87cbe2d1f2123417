/** The page about oneself: notices of this browser are switched here. */

import { isDenied, isOn, isPossible, turnOff, turnOn } from "./notify.js";
import { say } from "./words.js";

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("browser-switch"));
const state = document.getElementById("browser-state");

function show() {
  if (!button || !state) return;
  state.textContent = !isPossible ? say("me.browser_none") : isDenied() ? say("me.browser_denied") : "";
  state.hidden = state.textContent === "";
  button.hidden = !isPossible || isDenied();
  button.textContent = isOn() ? say("me.browser_off") : say("me.browser_on");
}

button?.addEventListener("click", async () => {
  if (isOn()) turnOff();
  else await turnOn();
  show();
});
show();
