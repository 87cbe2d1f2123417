/** Notices of this browser: while a match is open in a tab that nobody looks at, its turn is shown by the system. */

import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */

const KEY = "calumma_notify";
const ICON = "/static/icon.svg";
const ICON_TURN = "/static/icon-turn.svg";
const WORKER = "/static/js/notify-worker.js";

/** Whether this browser can show notices at all: it does so only for pages that nobody can have changed on their way. */
export const isPossible = "Notification" in globalThis && isSecureContext;

/** @returns {boolean} whether the person wants notices here and the browser lets us show them */
export function isOn() {
  return isPossible && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";
}

/** @returns {boolean} whether the person has forbidden notices in the browser's settings */
export function isDenied() {
  return isPossible && Notification.permission === "denied";
}

/**
 * Ask for permission: call this from a click alone.
 * @returns {Promise<boolean>} whether notices are on now
 */
export async function turnOn() {
  if (!isPossible || (await Notification.requestPermission()) !== "granted") return false;
  localStorage.setItem(KEY, "on");
  await worker();
  return true;
}

export function turnOff() {
  localStorage.removeItem(KEY);
}

/** @returns {Promise<ServiceWorkerRegistration | null>} what shows notices on phones, where pages may not */
async function worker() {
  if (!("serviceWorker" in navigator)) return null;
  return navigator.serviceWorker.register(WORKER).catch(() => null);
}

/**
 * Show a notice for a page; a newer one takes its place.
 * @param {string} title
 * @param {string} body
 */
async function show(title, body) {
  const options = { body, icon: ICON, tag: location.pathname, data: location.href };
  try {
    const notice = new Notification(title, options);
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
    });
  } catch {
    await (await worker())?.showNotification(title, options);
  }
}

/** Marks title and icon of a page, tells the server whether somebody looks, and shows a notice when a turn begins unseen. */
export class Attention {
  /** @param {(command: Record<string, unknown>) => boolean} send */
  constructor(send) {
    this.send = send;
    this.title = document.title;
    this.isTurn = false;
    document.addEventListener("visibilitychange", () => this.attend());
  }

  /** Tell the server whether somebody looks here: if not, other ways of telling are used. */
  attend() {
    this.send({ type: "attend", here: !document.hidden || isOn() });
  }

  /** @param {Update} update */
  update(update) {
    const isNew = update.turn && !this.isTurn;
    this.isTurn = update.turn;
    document.title = (update.turn ? "● " : "") + this.title;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (icon) icon.href = update.turn ? ICON_TURN : ICON;
    if (isNew && document.hidden && isOn()) void show(say("match.your_turn"), this.title);
  }
}
