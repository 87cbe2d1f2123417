/** The browser's database, as the store asks for it: texts, each with a kind and a key. */

const KINDS = ["guests", "tables", "runs"];
const VERSION = 1;

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Shelf {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @returns {Promise<Shelf>} one for every folder: two of them on one host know nothing of each other */
  static async open() {
    const opening = indexedDB.open(`calumma ${new URL("./", self.location.href).pathname}`, VERSION);
    opening.onupgradeneeded = () => {
      for (const kind of KINDS) if (!opening.result.objectStoreNames.contains(kind)) opening.result.createObjectStore(kind);
    };
    return new Shelf(await done(opening));
  }

  /**
   * @param {string} kind
   * @param {(store: IDBObjectStore) => void} write
   * @returns {Promise<void>} kept once the whole transaction is on the disk
   */
  #write(kind, write) {
    const transaction = this.database.transaction(kind, "readwrite", { durability: "strict" });
    write(transaction.objectStore(kind));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /**
   * @param {string} kind
   * @param {string} key
   * @param {string} text
   */
  put(kind, key, text) {
    return this.#write(kind, (store) => store.put(text, key));
  }

  /**
   * @param {string} kind
   * @param {string} key
   */
  remove(kind, key) {
    return this.#write(kind, (store) => store.delete(key));
  }

  /**
   * @param {string} kind
   * @returns {Promise<string>}
   */
  async everything(kind) {
    return JSON.stringify(await done(this.database.transaction(kind).objectStore(kind).getAll()));
  }
}
