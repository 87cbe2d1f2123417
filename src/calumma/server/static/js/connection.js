/** The socket of a table: it heals itself and asks for what was missed. */

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").Presence} Presence */

const SHORTEST = 400;
const LONGEST = 8000;
/** Whether this browser can unpack long messages: the server packs them once for everybody who sees the same. */
const PACKED = "DecompressionStream" in globalThis;

/**
 * @param {string | ArrayBuffer} data
 * @returns {Promise<string>}
 */
async function unpack(data) {
  if (typeof data === "string") return data;
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

export class Connection {
  /**
   * @param {string} table
   * @param {(message: Update | Refusal | Presence) => void} onMessage
   * @param {(isOpen: boolean) => void} onState
   * @param {() => string} wish how pictures are wanted, as a part of a query
   */
  constructor(table, onMessage, onState, wish = () => "") {
    this.table = table;
    this.wish = wish;
    this.onMessage = onMessage;
    this.onState = onState;
    this.since = 0;
    this.wait = SHORTEST;
    /** Whether the page itself has closed the socket, to open another. */
    this.isMeant = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.#open();
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /**
   * Send a command; false if there is no connection now.
   * @param {Record<string, unknown>} command
   * @returns {boolean}
   */
  send(command) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }

  /** Connect anew: the page has another shape now. */
  renew() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.isMeant = true;
    this.socket.close();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?page=true&since=${this.since}&${this.wish()}&packed=${PACKED}`);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    let before = Promise.resolve();
    socket.addEventListener("open", () => {
      this.wait = SHORTEST;
      this.onState(true);
    });
    socket.addEventListener("message", (event) => {
      before = before.then(async () => this.#take(JSON.parse(await unpack(event.data)))); // one after the other
    });
    socket.addEventListener("close", () => this.#lost());
  }

  /** @param {Update | Refusal | Presence} message */
  #take(message) {
    if (message.type === "table") this.since = message.number;
    this.onMessage(message);
  }

  #lost() {
    if (this.isMeant) {
      this.isMeant = false;
      this.#open();
      return;
    }
    this.onState(false);
    this.timer = setTimeout(() => this.#open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST, this.wait * 1.7);
  }

  #hurry() {
    if (this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.#open();
  }
}
