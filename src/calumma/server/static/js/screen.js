/** The switch that lets a match fill the screen, where the browser allows it. */

/** @param {HTMLElement} button */
export function listenForFullScreen(button) {
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    void done.catch(() => {}); // whoever forbids it sees that nothing happens
  });
  document.addEventListener("fullscreenchange", () => {
    button.setAttribute("aria-pressed", String(document.fullscreenElement !== null));
  });
}
