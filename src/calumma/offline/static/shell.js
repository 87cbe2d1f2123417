/**
 * The window of the folder: it fetches everything once, starts the worker that runs the site, and shows the site's pages in a
 * frame, so that Python goes on while people go from page to page. Which page it is stands behind # in the address.
 */

const ROOT = new URL("./", location.href);
const BUSY = `calumma ${ROOT.pathname}`;

/**
 * @template {HTMLElement} E
 * @param {string} id
 * @returns {E}
 */
function find(id) {
  return /** @type {E} */ (document.getElementById(id));
}

/** @type {HTMLIFrameElement} */
const frame = find("pages");
/** @type {HTMLProgressElement} */
const bar = find("progress");
/** @type {Worker | null} */
let worker = null;

/**
 * Say one of the sentences that the window knows.
 * @param {string} name
 */
function say(name) {
  for (const each of document.querySelectorAll("[data-say]")) {
    /** @type {HTMLElement} */ (each).hidden = /** @type {HTMLElement} */ (each).dataset.say !== name;
  }
}

/** @returns {string} theme and marks, as pages remember them */
function look() {
  return /(?:^|; )calumma_look=([a-z-]*)/.exec(document.cookie)?.[1] ?? "";
}

/** @param {{ stage: string, done: number, total: number, method: string, address: string, body: string }} told */
function hear(told, ports = /** @type {readonly MessagePort[]} */ ([])) {
  if (told.stage === "loading") [bar.max, bar.value] = [told.total, told.done];
  if (told.stage === "asked" && worker) {
    const { method, address, body } = told;
    worker.postMessage({ type: "ask", method, address, body, look: look() }, [ports[0]]);
  }
}

/** Pages connect to their tables by this. @param {string} address @param {MessagePort} port */
function connect(address, port) {
  worker?.postMessage({ type: "open", address }, [port]);
}

/** @returns {Promise<void>} done when the service worker answers for this window; a newer one may come meanwhile */
async function install() {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => hear(data, ports));
  navigator.serviceWorker.startMessages();
  const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  const registering = register();
  if (navigator.serviceWorker.controller) return void registering.catch(console.warn); // no network is needed any more
  const found = await registering;
  found.active?.postMessage("claim");
  const first = found.installing;
  const failed = new Promise((_, reject) => {
    first?.addEventListener("statechange", () => first.state === "redundant" && reject(new Error("nothing could be kept")));
  });
  await Promise.race([taken, failed]);
}

async function register() {
  const found = await navigator.serviceWorker.register("service.js", { updateViaCache: "none" });
  found.addEventListener("updatefound", () => watch(found));
  watch(found);
  return found;
}

/**
 * Offer a newer build as soon as all of it is here.
 * @param {ServiceWorkerRegistration} found
 */
function watch(found) {
  const offer = () => {
    const box = find("update");
    box.hidden = !found.waiting || !navigator.serviceWorker.controller;
    find("update-now").onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      found.waiting?.postMessage("take over");
    };
  };
  found.installing?.addEventListener("statechange", offer);
  offer();
}

/** @returns {Promise<void>} done when the site runs */
function start() {
  say("starting");
  bar.removeAttribute("value");
  const server = document.body.dataset.server ?? "";
  const made = new Worker(`worker.js?${new URLSearchParams({ server })}`, { type: "module", name: "site" });
  return new Promise((resolve, reject) => {
    made.onmessage = ({ data }) => {
      if (data.stage !== "ready") return;
      document.body.dataset.start = data.start;
      worker = made;
      resolve();
    };
    made.onerror = (event) => reject(new Error(event.message));
  });
}

/** Show the page that the address names, and keep the address and the title in step with the frame. */
function show() {
  const wanted = location.hash.slice(1) || "/";
  frame.addEventListener("load", () => {
    const page = frame.contentWindow;
    if (!page || page.location.href === "about:blank") return;
    const address = page.location.pathname.slice(ROOT.pathname.length - 1) + page.location.search + page.location.hash;
    history.replaceState(null, "", address === "/" ? ROOT.href : `#${address}`);
    document.title = page.document.title;
    page.focus();
    worker?.postMessage({ type: "shown" });
  });
  addEventListener("hashchange", () => frame.contentWindow?.location.replace(ROOT.href + location.hash.slice(2)));
  frame.src = ROOT.href + wanted.slice(1);
  frame.hidden = false;
  find("loading").hidden = true;
}

async function run() {
  if (!("serviceWorker" in navigator)) return say("unable");
  try {
    await install();
    await start();
    show();
  } catch (error) {
    console.error(error);
    say("failed");
  }
}

/** Only one window at a time runs the site: two would write over each other. */
function alone(/** @type {boolean} */ steal) {
  return navigator.locks.request(BUSY, steal ? { steal } : { ifAvailable: true }, async (lock) => {
    if (!lock) return say("elsewhere");
    await run();
    return new Promise(() => {});
  }).catch(() => {
    worker?.terminate();
    frame.remove();
    find("loading").hidden = false;
    say("elsewhere");
  });
}

/** @type {any} */ (window).calummaConnect = connect;
for (const each of document.querySelectorAll("[data-again]")) each.addEventListener("click", () => location.reload());
find("here").addEventListener("click", () => {
  say("loading");
  void alone(true);
});
if (location.protocol === "file:") say("unable");
else void alone(false);
