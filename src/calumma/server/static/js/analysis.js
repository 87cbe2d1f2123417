/** The analysis board: moves for all seats, variations, what bots and tables say, links that share it. It knows no game. */

import { Adviser } from "./adviser.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { move as animate, pieces } from "./motion.js";
import { Questions } from "./questions.js";
import { SetUp } from "./setup.js";
import { Refused, TALL, find, light, pick, post, refuse, showSeats, sideOfStudy } from "./study.js";
import { Tree, showTree } from "./tree.js";
import { Turning } from "./turning.js";
import { say } from "./words.js";

/** @typedef {import("./study.js").Setting} Setting */
/** @typedef {import("./study.js").View} View */
/** @typedef {import("./tree.js").Node} Node */

const LONGEST_LINK = 1800; // characters; a longer line is shared as its position
const MAKING_MS = 5000; // until it is asked again how far tables are that are being made
const HANDED_OVER = "calumma-line"; // a record from another page of this tab

const root = find("table");
const query = new URLSearchParams(location.search);
/** @type {Setting} */
const setting = {
  game: root.dataset.game ?? "",
  seats: Number(root.dataset.seats),
  options: JSON.parse(root.dataset.options ?? "{}"),
  start: "",
};

const chooser = new Chooser();
const board = new Board(find("board"), picked, stepBack, pointed);
const questions = new Questions(asked, () => tree.current.ply, refuse, threatened);
let tree = new Tree();
/** How many moves of the main line came with a match. */
let given = 0;
/** The match that is analysed; none after another position was set up. */
let source = "";
let wanted = 0;
let isAskingExact = false;

/** @param {Node} node */
const lineTo = (node) => ({ ...setting, moves: node.moves });

const adviser = new Adviser(lineTo, (texts) => void playAll(texts), root.dataset.secrets === "true");
const turning = new Turning(lineTo, viewOf, (node) => void show(node));
const setup = new SetUp(setting, begin, light_);
const { side, wish } = sideOfStudy(drawAnew);
/** Whose side is below; where nobody's own match is looked at, it is that of the seat that moves first. */
const below = root.dataset.below ? `&below=${root.dataset.below}` : "";

/**
 * Return what the server shows of a node, asked once.
 * @param {Node} node
 * @returns {Promise<View>}
 */
async function viewOf(node) {
  node.view ??= /** @type {View} */ (await post(`/api/analysis/position?${wish()}${below}`, lineTo(node)));
  return node.view;
}

/**
 * Show a node.
 * @param {Node} node
 */
async function show(node) {
  const ticket = ++wanted;
  const isStep = node.parent === tree.current;
  try {
    const view = await viewOf(node);
    if (ticket !== wanted) return;
    tree.current = node;
    chooser.offer([]);
    const before = pieces(board.host);
    board.show(view.svg);
    side.show(board.hasSides);
    board.mark(new Set(), [], view.cells.flat());
    present(node, view);
    if (isStep) await animate(before, board.host, view.cells);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {Node} node
 * @param {View} view
 */
function present(node, view) {
  refuse("");
  questions.leave();
  if (!node.words) node.words = view.story;
  chooser.offer(view.moves, view.choices);
  light_();
  showSeats(view);
  find("state").textContent = view.result ? `${view.result.words} ${view.result.reason}` : view.words;
  find("happened").textContent = node.words;
  showChance(view);
  showLine();
  setup.show(view.position);
  adviser.show(node, view);
  shareLink(node, view);
  void showExact(node, view);
  root.dataset.shown = node.moves.join(" ");
  root.dataset.position = view.position;
}

function light_() {
  const view = tree.current.view;
  if (!view) return;
  if (setup.token === null) light(board, chooser, view, picked);
  else board.mark(new Set(board.cells.map((cell) => cell.dataset.cell ?? "")), [], []);
}

function showLine() {
  const { line, current } = tree;
  showTree(find("moves"), tree, (node) => void show(node));
  const slider = /** @type {HTMLInputElement} */ (find("slider"));
  slider.max = String(line.length - 1);
  slider.value = String(current.ply);
  slider.setAttribute("aria-valuetext", say("analysis.after", { count: current.ply, total: line.length - 1, words: current.words }));
  find("promote").hidden = current.isMain;
  find("remove").hidden = !current.parent;
}

/** @param {View} view */
function showChance(view) {
  find("chance").hidden = view.chance.length === 0;
  const total = view.chance.reduce((sum, outcome) => sum + outcome.weight, 0);
  find("outcome").replaceChildren(...view.chance.map((outcome) => {
    const option = document.createElement("option");
    option.value = outcome.text;
    option.textContent = say("analysis.weight", { words: outcome.words || outcome.text, count: outcome.weight, total });
    return option;
  }));
}

/**
 * Tell the exact value of the position and of the moves from it, where it is known.
 * @param {Node} node
 * @param {View} view
 * @param {boolean} isNew whether what is told now is of another position
 */
async function showExact(node, view, isNew = true) {
  const box = find("exact");
  if (isNew) box.hidden = true;
  if (root.dataset.solved !== "true" || view.to_act < 0) return;
  if (isAskingExact) return; // whoever asks now asks again for what is shown then
  isAskingExact = true;
  try {
    const found = await post("/api/analysis/exact", lineTo(node));
    if (node !== tree.current) return;
    box.hidden = !found.exact && !found.making;
    box.textContent = found.exact ? say("analysis.exact_known", found.exact) : found.making;
    if (found.making) setTimeout(() => { if (node === tree.current) void showExact(node, view, false); }, MAKING_MS);
    for (const child of node.children) child.exact = found.moves[child.text]?.words ?? "";
    root.dataset.exact = found.exact ? `${found.exact.value} ${found.exact.plies}` : "";
    if (node.children.some((child) => child.exact)) showTree(find("moves"), tree, (other) => void show(other));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  } finally {
    isAskingExact = false;
    if (node !== tree.current && tree.current.view) void showExact(tree.current, tree.current.view);
  }
}

// Playing

/** @param {string} cell */
function picked(cell) {
  const view = tree.current.view;
  if (!view) return;
  if (setup.token !== null) {
    void setup.put(view.position, cell);
    return;
  }
  refuse("");
  questions.leave();
  const move = pick(chooser, cell, () => lineTo(tree.current), board);
  if (move) void play(move.text, view.to_act);
  else light_();
}

/**
 * Something is pointed at: the rules tell what threatens it.
 * @param {string | null} cell
 */
function pointed(cell) {
  if (cell && setup.token === null && chooser.prefix.length === 0) questions.point(cell);
  else questions.leave();
}

/**
 * @param {string} what
 * @param {object} about
 * @returns {Promise<object | null>}
 */
async function asked(what, about) {
  try {
    return await post(`/api/analysis/${what}`, { ...lineTo(tree.current), ...about });
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** @param {import("./types.js").Told[]} threats */
function threatened(threats) {
  if (!threats.length && !find("refusal").hidden) return; // the cells that are the reason stay lit
  board.threaten(threats.flatMap((threat) => threat.cells.slice(0, 1)));
  find("happened").textContent = threats.length ? threats.map((threat) => threat.words).join(" ") : tree.current.words;
}

/**
 * @param {string} text
 * @param {number} seat
 */
async function play(text, seat) {
  const node = tree.grow(tree.current, [{ text, words: "", seat }]);
  await show(node);
}

/**
 * Add a line that a bot expects, and show its first move.
 * @param {string[]} texts
 */
async function playAll(texts) {
  const from = tree.current;
  try {
    const found = await post("/api/analysis/line", { ...setting, moves: [...from.moves, ...texts] });
    tree.grow(from, found.lines.slice(from.ply));
    await show(tree.grow(from, found.lines.slice(from.ply, from.ply + 1)));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Draw what luck owes, each outcome as likely as its weight says.
 * @returns {Promise<boolean>} whether something was drawn
 */
async function roll() {
  const from = tree.current;
  const outcomes = from.view?.chance ?? [];
  const total = outcomes.reduce((sum, outcome) => sum + outcome.weight, 0);
  let number = Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * total);
  const drawn = outcomes.find((outcome) => (number -= outcome.weight) < 0);
  if (drawn) await play(drawn.text, -1);
  return tree.current !== from;
}

function stepBack() {
  if (chooser.back()) light_();
}

// Beginning and sharing

/**
 * Begin anew with a position or a line.
 * @param {{start: string, moves: string[]}} line
 * @param {number} [at] the number of moves after which to show it; the end if not given
 * @param {string} [match] the match that it is
 */
async function begin(line, at = line.moves.length, match = "") {
  setting.start = line.start;
  tree = new Tree();
  turning.reset(tree);
  source = match;
  given = match ? line.moves.length : 0;
  try {
    await viewOf(tree.root);
    const found = line.moves.length ? await post("/api/analysis/line", { ...setting, moves: line.moves }) : { lines: [] };
    tree.grow(tree.root, found.lines);
    await show(tree.grow(tree.root, found.lines.slice(0, at)));
  } catch (error) {
    await showStart();
    refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Show where the line begins; where even that cannot be read, where matches begin. */
async function showStart() {
  try {
    await viewOf(tree.root);
  } catch {
    setting.start = "";
  }
  await show(tree.root);
}

/**
 * Write the link to what is shown into the address and into the box.
 * @param {Node} node
 * @param {View} view
 */
function shareLink(node, view) {
  const short = new URLSearchParams(settingOf());
  const address = new URLSearchParams(settingOf());
  if (source) {
    let main = node;
    while (main.parent && !(main.isMain && main.ply <= given)) main = main.parent;
    address.set("at", String(main.ply));
    const rest = node.moves.slice(main.ply);
    if (rest.length) address.set("line", rest.join(" "));
  } else {
    if (setting.start) address.set("from", setting.start);
    if (node.moves.length) address.set("line", node.moves.join(" "));
  }
  short.set("from", view.position);
  short.delete("table");
  const best = String(address).length > LONGEST_LINK ? short : address;
  history.replaceState(null, "", `?${best}`);
  /** @type {HTMLInputElement} */ (find("link")).value = location.href;
  /** @type {HTMLInputElement} */ (find("position")).value = view.position;
  const picture = new URLSearchParams({ ...settingOf(), game: setting.game, position: view.position });
  picture.delete("table");
  /** @type {HTMLAnchorElement} */ (find("picture")).href = `/api/analysis/picture?${picture}`;
  find("record").hidden = setting.start !== "";
}

/** @returns {Record<string, string>} table, or seats and options, as the address has them */
function settingOf() {
  const options = Object.entries(setting.options).map(([name, value]) => [`option-${name}`, String(value)]);
  return { ...(source ? { table: source } : {}), seats: String(setting.seats), ...Object.fromEntries(options) };
}

/** Begin with what the address says. */
async function open() {
  const at = query.get("at");
  const table = root.dataset.table;
  const line = (query.get("line") ?? "").split(" ").filter(Boolean);
  const handed = sessionStorage.getItem(HANDED_OVER);
  sessionStorage.removeItem(HANDED_OVER);
  if (handed && query.has("pasted")) {
    await begin(JSON.parse(handed));
  } else if (table) {
    const record = await (await fetch(`/api/tables/${table}/record`)).json();
    const moves = /** @type {string[]} */ (record.plies);
    await begin({ start: "", moves }, at === null ? moves.length : Math.min(Number(at), moves.length), table);
    if (line.length) await branch(line);
    if (root.dataset.solved === "true") void showExactPlies(table);
  } else {
    await begin({ start: query.get("from") ?? "", moves: line }, at === null ? line.length : Number(at));
  }
  root.dataset.ready = "true";
}

/**
 * Write beside the moves of a match what each brought its side, where that is known exactly.
 * @param {string} table
 */
async function showExactPlies(table) {
  const answer = await fetch(`/api/tables/${table}/exact`);
  if (!answer.ok) return;
  const found = /** @type {({words: string} | null)[]} */ (await answer.json());
  for (let node = tree.root.children[0]; node && node.ply <= found.length; node = node.children[0]) node.exact = found[node.ply - 1]?.words ?? "";
  showTree(find("moves"), tree, (node) => void show(node));
}

/** @param {string[]} line */
async function branch(line) {
  const from = tree.current;
  const found = await post("/api/analysis/line", { ...setting, moves: [...from.moves, ...line] });
  await show(tree.grow(from, found.lines.slice(from.ply)));
}

// Buttons and keys

/** Ask for the pictures anew: they are laid out otherwise from now on. */
function drawAnew() {
  tree.forgetViews();
  void show(tree.current);
}

/** @param {string} where */
const go = (where) => void show(tree.target(where));

find("back").addEventListener("click", stepBack);
TALL.addEventListener("change", drawAnew);
find("replay").addEventListener("click", (event) => {
  const where = event.target instanceof HTMLElement ? event.target.dataset.go : undefined;
  if (where) go(where);
});
find("slider").addEventListener("input", (event) => {
  const ply = Number(/** @type {HTMLInputElement} */ (event.target).value);
  void show(tree.line[ply]);
});
find("choose").addEventListener("click", () => void play(/** @type {HTMLSelectElement} */ (find("outcome")).value, -1));
find("roll").addEventListener("click", () => void roll());
find("roll-all").addEventListener("click", async () => {
  while (tree.current.view?.chance.length) if (!(await roll())) return;
});
find("promote").addEventListener("click", () => {
  tree.promote();
  void show(tree.current);
});
find("remove").addEventListener("click", () => {
  tree.remove();
  void show(tree.current);
});
find("clear").addEventListener("click", () => void begin({ start: "", moves: [] }));
find("copy").addEventListener("click", async (event) => {
  const input = /** @type {HTMLInputElement} */ (find("link"));
  input.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(input.value);
  else document.execCommand("copy");
  /** @type {HTMLElement} */ (event.target).textContent = say("analysis.copied");
});
find("record").addEventListener("click", async () => {
  const record = await post("/api/analysis/record", lineTo(tree.current));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(record, null, 1)}\n`], { type: "application/json" }));
  link.download = `${setting.game}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") stepBack();
  const where = keyed(event);
  if (!where) return;
  event.preventDefault();
  go(where);
});

/**
 * Where a key leads. Arrows walk over the board and move sliders and choices; elsewhere they step along the line.
 * @param {KeyboardEvent} event
 */
function keyed(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.matches("textarea, select, input:not([type=checkbox])")) return undefined;
  const anywhere = /** @type {Record<string, string>} */ ({ ",": "previous", ".": "next", Home: "first", End: "last" });
  const elsewhere = /** @type {Record<string, string>} */ ({ ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "up", ArrowDown: "down" });
  return anywhere[event.key] ?? (target?.closest("#board, summary") ? undefined : elsewhere[event.key]);
}

void open();
