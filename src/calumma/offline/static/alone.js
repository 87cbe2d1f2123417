/**
 * Runs in every page of the folder before its own scripts: what a page would ask of a server by a socket or as a download,
 * it asks of the worker. (Whatever else it asks for, the service worker hands on.)
 */

(() => {
  /** The socket of a table, to the worker. */
  class Socket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;

    /** @param {string} address */
    constructor(address) {
      super();
      const { pathname, search } = new URL(address);
      const { port1, port2 } = new MessageChannel();
      this.binaryType = "blob";
      this.readyState = Socket.CONNECTING;
      this.port = port1;
      port1.onmessage = ({ data }) => this.#take(data);
      /** @type {any} */ (window.parent).calummaConnect(pathname + search, port2);
      addEventListener("pagehide", () => this.close());
    }

    /** @param {{ open?: true, text?: string, close?: number }} data */
    #take(data) {
      if (data.open) this.#become(Socket.OPEN, new Event("open"));
      else if (data.text !== undefined) this.dispatchEvent(new MessageEvent("message", { data: data.text }));
      else this.#become(Socket.CLOSED, new CloseEvent("close", { code: data.close }));
    }

    /**
     * @param {number} state
     * @param {Event} event
     */
    #become(state, event) {
      if (this.readyState === Socket.CLOSED) return;
      this.readyState = state;
      this.dispatchEvent(event);
    }

    /** @param {string} text */
    send(text) {
      this.port.postMessage({ text });
    }

    close() {
      if (this.readyState === Socket.CLOSED) return;
      this.port.postMessage({ close: 1000 });
      setTimeout(() => this.#become(Socket.CLOSED, new CloseEvent("close", { code: 1000 })));
    }
  }

  /** @param {HTMLAnchorElement} link */
  async function keep(link) {
    const answer = await fetch(link.href);
    const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
    const kept = document.createElement("a");
    kept.href = URL.createObjectURL(await answer.blob());
    kept.download = named?.[1] ?? "";
    kept.click();
    setTimeout(() => URL.revokeObjectURL(kept.href), 60_000);
  }

  /**
   * Send a file as a text, as the forms of pages are sent.
   * @param {HTMLInputElement} chosen
   */
  async function send(chosen) {
    const [file] = chosen.files ?? [];
    const field = chosen.form?.elements.namedItem(chosen.dataset.readInto ?? "");
    if (!file || !(field instanceof HTMLTextAreaElement)) return;
    field.value = await file.text();
    chosen.form?.requestSubmit();
  }

  /** @type {any} */ (window).WebSocket = Socket;
  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.readInto) void send(event.target);
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.protocol === "blob:") return;
    event.preventDefault();
    void keep(link);
  });
})();
