/**
 * The two workers, each with a Python of its own: one runs the site (tables, pages, what viewers get), one lets bots think.
 * Which of them this is, its name says.
 */

import { Shelf } from "./shelf.js";
import { PLACE, start } from "./python.js";

const ROOT = new URL("./", self.location.href);

/** What is known exactly about games: large files, which the service worker fetches when they are asked for, and keeps. */
class Library {
  /** @param {any} made a Python */
  constructor(made) {
    this.made = made;
  }

  /**
   * @param {string} name
   * @returns {Promise<boolean>} whether the file is where Python finds it
   */
  async bring(name) {
    try {
      const found = await fetch(new URL(`solutions/${name}`, ROOT));
      if (found.ok) this.made.FS.writeFile(`${PLACE}/calumma_solutions/${name}`, new Uint8Array(await found.arrayBuffer()));
      return found.ok;
    } catch {
      return false; // there is no network
    }
  }
}

/** The worker in which bots think; it is ended with what it thinks about, and a new one begins. */
class Thinker {
  /** @type {Worker | null} */
  #worker = null;
  #ended = 0;
  /** @type {() => void} */
  wake = () => {};

  /** @param {() => Promise<void>} first what is done before it begins */
  constructor(first) {
    this.begun = new Promise((resolve) => (this.wake = () => resolve(undefined))).then(first).then(() => this.#begin());
  }

  #begin() {
    this.#worker = new Worker(self.location.href, { type: "module", name: "bots" });
    return this.#worker;
  }

  /**
   * @param {string} question
   * @returns {Promise<string>}
   */
  async ask(question) {
    this.wake();
    const before = this.#ended;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve, reject) => {
      port1.onmessage = ({ data }) => ("answer" in data ? resolve(data.answer) : reject(new Error(data.error)));
    });
    const worker = this.#worker ?? (await this.begun);
    if (before === this.#ended) worker.postMessage(question, [port2]);
    return answered;
  }

  end() {
    this.#ended += 1;
    if (!this.#worker) return;
    this.#worker.terminate();
    this.#begin();
  }
}

async function think() {
  const made = start(false).then(({ python }) => [python.pyimport("calumma.offline.bots"), new Library(python)]);
  self.onmessage = async ({ data, ports: [port] }) => {
    try {
      const [bots, library] = await made;
      for (const name of bots.wanted(data).toJs()) if (!(await library.bring(name))) break;
      port.postMessage({ answer: bots.answer(data) });
    } catch (error) {
      port.postMessage({ error: String(error) });
    }
  };
  await made;
}

/**
 * @param {any} host
 * @param {{ method: string, address: string, body: string, look: string }} asked
 * @param {MessagePort} port
 */
async function answer(host, asked, port) {
  try {
    const found = await host.request(asked.method, asked.address, asked.body, asked.look);
    port.postMessage(JSON.parse(found.text));
    found.destroy();
  } catch (error) {
    console.error(error);
    port.postMessage({ status: 500, body: String(error), media_type: "text/plain; charset=utf-8", location: "", name: "" });
  }
}

/**
 * Carry the socket of a page.
 * @param {any} host
 * @param {string} address
 * @param {MessagePort} port
 */
async function connect(host, address, port) {
  let isOpen = false;
  const begin = () => {
    if (!isOpen) port.postMessage({ open: true });
    isOpen = true;
  };
  const send = (/** @type {string} */ text) => {
    begin(); // the first message may come before the host has returned, and a page answers open sockets only
    port.postMessage({ text });
  };
  const close = (/** @type {number} */ code) => port.postMessage({ close: code });
  const connection = await host.open(address, send, close);
  port.onmessage = async ({ data }) => {
    if ("text" in data) return connection?.receive(data.text);
    port.close();
    connection?.end();
    connection?.destroy();
  };
  if (connection) begin();
}

/** @param {() => Promise<void>} keep @returns {() => Promise<void>} keeps a memory, if that can be done */
function kept(keep) {
  return async () => {
    try {
      await keep();
    } catch (error) {
      console.warn("calumma: the next start will take as long as this one", error);
    }
  };
}

async function serve() {
  const [{ python, isRemembered, keep }, shelf] = await Promise.all([start(true), Shelf.open()]);
  const { Host } = python.pyimport("calumma.offline.host");
  const path = python.pyimport("pathlib").Path(`${PLACE}/templates`);
  const thinker = new Thinker(kept(keep)); // both take the processor, so they wait for the first page
  const host = Host(shelf, thinker, new Library(python), path, ROOT.pathname, SERVER);
  await host.start();
  self.onmessage = ({ data, ports: [port] }) => {
    if (data.type === "shown") thinker.wake();
    else if (data.type === "open") void connect(host, data.address, port);
    else void answer(host, data, port);
  };
  self.postMessage({ stage: "ready", start: isRemembered ? "remembered" : "new" });
}

const SERVER = new URL(self.location.href).searchParams.get("server") ?? "";
await (self.name === "bots" ? think() : serve());
