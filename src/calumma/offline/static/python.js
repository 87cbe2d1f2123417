/**
 * Starts a Python that finds the package. From nothing that takes seconds: it reads its library, imports the site, and draws the
 * first page. So the first one hands out its memory as it is then, which is kept, and all later ones begin with it.
 *
 * A memory has addresses of compiled functions in it. They hold in the next Python because the modules are loaded before it
 * starts, all of them, in the order of the archive; and a memory is used only with the archive that it was made with.
 */

import "./runtime/pyodide.asm.js";
import { loadPyodide } from "./runtime/pyodide.mjs";

const ROOT = new URL("./", self.location.href);
const MEMORY = new URL("memory", ROOT).href;
const CACHES = `calumma ${ROOT.pathname} memory `;
const TABLE = "X-Table";
const SIZE = "X-Size";
const BLOCK = 512; // bytes: archives are made of blocks
export const PLACE = "/site";

/**
 * @param {Uint8Array} archive as tar writes it
 * @returns {{ path: string, body: Uint8Array }[]}
 */
function unpack(archive) {
  const decoder = new TextDecoder();
  const text = (/** @type {number} */ from, /** @type {number} */ size) =>
    decoder.decode(archive.subarray(from, from + size)).split("\0")[0];
  const found = [];
  for (let at = 0; archive[at]; ) {
    const [name, folder, size] = [text(at, 100), text(at + 345, 155), parseInt(text(at + 124, 12), 8)];
    const path = [PLACE, folder, name].filter(Boolean).join("/");
    found.push({ path, body: archive.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return found;
}

/** The files of the package; `modules` are the compiled ones, ready to be linked. */
class Package {
  /** @param {Response} answer */
  constructor(answer) {
    this.digest = answer.headers.get("X-Digest") ?? "";
    this.ready = answer.arrayBuffer().then((body) => this.#compile(unpack(new Uint8Array(body))));
  }

  /** @param {{ path: string, body: Uint8Array }[]} files */
  async #compile(files) {
    const compiled = files.filter(({ path }) => path.endsWith(".so"));
    const modules = await Promise.all(compiled.map(({ body }) => WebAssembly.compile(body)));
    return { files, modules: modules.map((module, index) => ({ path: compiled[index].path, module })) };
  }

  /**
   * Put files and modules into a runtime that has not started.
   * @param {any} runtime
   */
  async install(runtime) {
    const { files, modules } = await this.ready;
    for (const { path, module } of modules) {
      const flags = { loadAsync: true, nodelete: true, allowUndefined: true };
      const exports = await runtime.loadWebAssemblyModule(module, flags, path, {});
      runtime.newDSO(path, undefined, exports).global = false;
      for (const each of Object.values(exports)) if (typeof each === "function") runtime.addFunction(each); // now, so in order
    }
    runtime.reportUndefinedSymbols();
    const folders = new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf("/"))));
    for (const each of folders) runtime.FS.mkdirTree(each);
    for (const { path, body } of files) runtime.FS.writeFile(path, body, { canOwn: true });
  }
}

/** What is kept of a Python; `digest` is that of its archive. */
class Memory {
  /** @param {string} digest */
  constructor(digest) {
    this.name = CACHES + digest;
  }

  /** @returns {Promise<Response | undefined>} */
  async read() {
    if (this.name === CACHES) return undefined; // nobody says which archive it is
    try {
      return await caches.match(MEMORY, { cacheName: this.name });
    } catch {
      return undefined; // a browser that keeps nothing
    }
  }

  /**
   * @param {Response} kept
   * @returns {Promise<ArrayBuffer>} all of it: the runtime would wait for ever for a part that is missing
   */
  static async whole(kept) {
    const bytes = await kept.arrayBuffer();
    if (bytes.byteLength !== Number(kept.headers.get(SIZE))) throw new Error(`${bytes.byteLength} bytes are not the whole memory`);
    return bytes;
  }

  /** @param {string} [except] */
  async forget(except) {
    for (const name of await caches.keys()) if (name.startsWith(CACHES) && name !== except) await caches.delete(name);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} table
   */
  async write(bytes, table) {
    if (this.name === CACHES) throw new Error("an archive without a digest");
    await this.forget(this.name);
    const headers = { [TABLE]: String(table), [SIZE]: String(bytes.length), "Content-Type": "application/octet-stream" };
    await (await caches.open(this.name)).put(MEMORY, new Response(bytes, { headers }));
  }
}

/**
 * @param {Package} contents
 * @param {object} how
 * @returns {Promise<any>}
 */
async function load(contents, how) {
  const create = globalThis._createPyodideModule;
  const installed = new Promise((resolve) => {
    globalThis._createPyodideModule = (/** @type {any} */ settings) => {
      settings.preRun.push((/** @type {any} */ runtime) => {
        runtime.addRunDependency(PLACE);
        resolve(contents.install(runtime).then(() => runtime.removeRunDependency(PLACE)));
      });
      return create(settings);
    };
  });
  try {
    const made = loadPyodide({ indexURL: new URL("runtime/", ROOT).href, ...how });
    await Promise.race([installed, made]); // if that failed, the other would wait for ever
    return await made;
  } finally {
    globalThis._createPyodideModule = create;
  }
}

/** @param {any} python @returns {any} the module that keeps and wakes */
function warming(python) {
  python.runPython(`import sys\nif "${PLACE}" not in sys.path: sys.path.insert(0, "${PLACE}")`);
  return python.pyimport("calumma.offline.warming");
}

/**
 * @param {Package} contents
 * @param {Response} kept
 * @returns {Promise<any>} a Python that goes on where another was when its memory was kept
 */
async function remember(contents, kept) {
  const python = await load(contents, { _loadSnapshot: Memory.whole(kept) });
  const length = python._module.wasmTable.length;
  if (length !== Number(kept.headers.get(TABLE))) throw new Error(`a memory of another table, not of ${length} functions`);
  warming(python).wake();
  return python;
}

/**
 * @param {Memory} memory
 * @param {any} python
 * @param {any} warm
 * @returns {Promise<() => Promise<void>>} keeps what Python knows now
 */
async function recall(memory, python, warm) {
  await warm.warm(python.pyimport("pathlib").Path(`${PLACE}/templates`));
  warm.settle();
  try {
    const bytes = python.makeMemorySnapshot();
    const table = python._module.wasmTable.length;
    return () => memory.write(bytes, table);
  } catch (error) {
    return () => Promise.reject(error);
  }
}

/**
 * @param {boolean} isFirst whether its memory is to be kept for others, if none is
 * @returns {Promise<{ python: any, isRemembered: boolean, keep: () => Promise<void> }>} `keep` keeps it, and may fail
 */
export async function start(isFirst) {
  const contents = new Package(await fetch(new URL("calumma.tar", ROOT)));
  const memory = new Memory(contents.digest);
  const kept = await memory.read();
  if (kept) {
    try {
      return { python: await remember(contents, kept), isRemembered: true, keep: async () => {} };
    } catch (error) {
      console.warn("calumma: what was kept of Python is of no use", error);
      await memory.forget();
    }
  }
  const python = await load(contents, { _makeSnapshot: isFirst });
  const warm = warming(python);
  return { python, isRemembered: false, keep: isFirst ? await recall(memory, python, warm) : async () => {} };
}
