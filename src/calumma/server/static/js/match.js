/** The page of a match: shows what the server sends, and sends what a person chooses. It knows no game. */

import { listen as listenForBeginning, prepare, showBeginning, showHeldUp } from "./beginning.js";
import { Board } from "./board.js";
import { Chance } from "./chance.js";
import { Chooser } from "./chooser.js";
import { setClock } from "./clock.js";
import { Coach } from "./coach.js";
import { Connection } from "./connection.js";
import { copy, listenForSharing, showEnding } from "./ending.js";
import { Guidance } from "./guide.js";
import { Log } from "./log.js";
import { checkTable } from "./luck.js";
import { note } from "./memory.js";
import { fly, isCalm, isDealt, move as animate, pieces, skip, trail } from "./motion.js";
import { Attention, isOn, isPossible, turnOn } from "./notify.js";
import { ROOT } from "./page.js";
import { rest, timed } from "./pace.js";
import { Preview, signed } from "./preview.js";
import { Questions } from "./questions.js";
import { Replay } from "./replay.js";
import { listenForFullScreen } from "./screen.js";
import { showSeats } from "./seats.js";
import { Side } from "./side.js";
import { listenForSwitch, sound } from "./sound.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").Presence} Presence */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Told} Told */
/** @typedef {import("./types.js").Advice} Advice */

const CHANCE = -1;
const TALL = matchMedia("(max-width: 56rem) and (orientation: portrait), (max-width: 30rem)");
const PAUSE = 260; // between two plies of others, so that both can be seen
const BREATH = 700; // between an own move, come to rest, and the answer of somebody else

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
const find = (id) => /** @type {T} */ (document.getElementById(id));

const root = find("table");
const tableId = root.dataset.table ?? "";
const chooser = new Chooser();
const board = new Board(find("board"), picked, stepBack, pointed, dropped, lifted);
const preview = new Preview(tableId, find("preview"), (cells) => board.foresee(cells));
const coach = new Coach(tableId, root.dataset.game ?? "", find("refusal"), (cells) => board.threaten(cells));
const questions = new Questions(asked, () => now?.ply ?? -1, refuse, threatened);
const chance = new Chance(find("chance"), /** @type {HTMLElement} */ (root.querySelector(".board")));
const guidance = new Guidance(find("facts"), find("shortcuts"), find("cards"), playAll, pointedOut);
const log = new Log(find("log"), find("spoken"), (ply) => replay.show(ply + 1));
const side = new Side(tableId, find("turn-board"), () => {
  connection.renew();
  if (!replay.isLive) void replay.show(replay.ply ?? 0);
});
const wish = () => `tall=${TALL.matches}&turned=${side.isTurned}`;
const replay = new Replay(tableId, showPast, wish);

/** @type {Update | null} */
let now = null;
/** @type {Update | null} what came last, shown or not */
let latest = null;
/** @type {Update[]} */
const queue = [];
let busy = false;
/** The newest picture: the server sends it only when it is another one. */
let picture = "";
/** @type {number | null} the event number at which a move was sent that has not been answered yet */
let sent = null;
/** @type {Move | null} a move that is shown before it is played: the same click again plays it */
let pending = null;
/** Whether somebody on this page has just left the table. */
let leaves = false;
/** When the own move that was shown last had come to rest. */
let rested = -BREATH;
/** The ply for which moves are offered: news that change nothing leave a half-made move as it is. */
let offered = -1;

const connection = new Connection(tableId, received, (isOpen) => {
  find("lost").hidden = isOpen;
  if (!isOpen && leaves) location.assign(ROOT);
  if (isOpen) attention.attend();
  else sent = null;
}, wish);
TALL.addEventListener("change", () => connection.renew());
const attention = new Attention((command) => connection.send(command));

/** @param {Update | Refusal | Presence} message */
function received(message) {
  if (message.type === "presence") {
    meet(message);
    return;
  }
  if (message.type === "refused") {
    sent = null;
    refuse(message.error);
    if (now) present(now);
    return;
  }
  setClock(message.clock);
  message.svg ??= picture;
  picture = message.svg;
  latest = message;
  queue.push(message);
  if (!busy) void work();
}

/**
 * Show who is there: in what is shown, and in what is to be shown next.
 * @param {Presence} presence
 */
function meet(presence) {
  if (!latest) return;
  latest.spectators = presence.spectators;
  for (const [index, seat] of latest.seats.entries()) Object.assign(seat, presence.seats[index]);
  if (latest === now) showSeats(find("rivals"), find("own"), latest);
}

/** Show what has come, one update after the other. */
async function work() {
  busy = true;
  for (let update = queue.shift(); update; update = queue.shift()) {
    const isNews = !now || update.number !== now.number;
    if (isNews) await play(update);
    now = update;
    if (leaves && !update.own.length && update.status === "waiting") location.assign(ROOT);
    if (isNews) sent = null;
    present(update);
    prepare(update, (command) => connection.send(command));
  }
  busy = false;
}

/**
 * Show the plies of an update one by one; what is laid out before the first move comes as one.
 * @param {Update} update
 */
async function play(update) {
  log.update(update.log, update.frames.length > 0 || now !== null);
  replay.length = update.ply;
  if (!replay.isLive) return;
  board.mark(new Set(), [], []);
  let scores = now?.seats.map((seat) => seat.score) ?? [];
  const frames = afterSetUp(update);
  for (const frame of frames) {
    const isSetUp = frame.seat === CHANCE && frames.length < update.frames.length && frame === frames[0];
    if (frame.seat >= 0 && !update.own.includes(frame.seat)) await rest(timed(BREATH) - (performance.now() - rested));
    await showFrame(frame, update.svg, isSetUp);
    showGains(scores, frame.scores, frame.cells);
    scores = frame.scores;
    if (update.own.includes(frame.seat)) rested = performance.now();
    if (frame !== frames.at(-1)) await rest(timed(PAUSE));
  }
  if (update.result && !now?.result && now) sound("end");
}

/**
 * Return the frames to be shown: of luck's before the first move only the last.
 * @param {Update} update
 */
function afterSetUp({ frames }) {
  if (frames[0]?.ply > 0 && frames[0].seat !== CHANCE) return frames;
  const first = frames.findIndex((frame) => frame.seat !== CHANCE);
  const laid = first < 0 ? frames.length : first;
  return (now?.ply ?? 0) === 0 && laid > 1 ? frames.slice(laid - 1) : frames;
}

/**
 * @param {import("./types.js").Frame} frame
 * @param {string} last the picture of the update, which the last frame has
 * @param {boolean} isSetUp
 */
async function showFrame(frame, last, isSetUp) {
  const before = pieces(board.host);
  const isLuck = frame.seat === CHANCE;
  if (isLuck && !isSetUp) {
    const isDie = !isDealt(before, frame.svg ?? last);
    sound(isDie ? "dice" : "place");
    await chance.show(frame.words, cellOf(frame.cells), isDie);
  }
  board.show(frame.svg ?? last);
  board.mark(new Set(), [], isSetUp ? [] : frame.cells.flat());
  await animate(before, board.host, frame.cells, isSetUp);
  if (!isLuck) {
    trail(board.host, frame.cells[0] ?? []);
    sound("place");
    if (frame.cells.length > 1) sound("turn");
  }
}

/** @param {string[][]} cells */
const cellOf = (cells) => board.cells.find((cell) => cell.dataset.cell === cells.flat().at(-1)) ?? null;

/**
 * Let points fly from where they were won to the plates.
 * @param {number[]} before
 * @param {number[]} after
 * @param {string[][]} cells
 */
function showGains(before, after, cells) {
  for (const [seat, score] of after.entries()) {
    const gain = score - (before[seat] ?? score);
    if (!gain) continue;
    const strip = find("seats").querySelector(`[data-seat="${seat}"] .score`);
    const place = cellOf(cells);
    if (gain > 0 && place) void fly(place, strip, signed(gain), true);
    else void fly(strip, null, signed(gain), gain > 0);
    if (gain > 0) sound("gain");
    if (strip) strip.textContent = String(score);
  }
}

/**
 * Show an update as it stands.
 * @param {Update} update
 */
function present(update) {
  const moves = update.turn && sent === null ? update.moves : [];
  if (!chooser.offers(moves) || offered !== update.ply) {
    chooser.offer(moves, update.choices);
    reset();
  }
  offered = update.ply;
  if (replay.isLive) {
    board.show(update.svg);
    side.show(board.hasSides);
    light();
  }
  showSeats(find("rivals"), find("own"), update);
  showState(update);
  showOffer(update);
  showBeginning(update, find("begin"), find("seed"));
  showHeldUp(update, find("held-up"));
  showInvite(update);
  showEnding(find("result"), update);
  showSlider();
  showCover(update);
  showLuck(update);
  for (const type of /** @type {const} */ (["undo", "hint"])) /** @type {HTMLButtonElement} */ (find(type)).disabled = !update.may.includes(type);
  for (const type of /** @type {const} */ (["resign", "leave", "close"])) find(type).hidden = !update.may.includes(type);
  find("come-back").hidden = !(update.status === "playing" && update.may.includes("sit"));
  find("new").hidden = update.result === null;
  find("check-luck").hidden = !update.luck?.secret;
  if (update.result && root.dataset.solved === "true") void log.showExact(tableId, update.number);
  find("notify").hidden = !isPossible || isOn() || update.status === "over" || update.own.length === 0 || !hasCompany(update);
  attention.update(update);
  coach.update(update);
  root.dataset.number = String(update.number);
  root.dataset.status = update.status;
  root.dataset.turn = String(update.turn && sent === null);
}

/**
 * Whether other people play, too: then a turn may come when nobody looks.
 * @param {Update} update
 */
function hasCompany(update) {
  return update.seats.some((seat) => !seat.mine && !seat.bot);
}

/** Light what can be clicked now, on the board and as buttons. */
function light() {
  if (!now || !replay.isLive) return;
  const next = chooser.next;
  const aim = pending?.path.at(-1);
  board.mark(next, aim ? [...chooser.prefix, aim] : chooser.prefix, chooser.prefix.length ? [] : now.last, chooser.grips);
  const way = pending?.path ?? chooser.prefix;
  board.propose(way[0], way[1]);
  const shown = new Set(board.cells.map((cell) => cell.dataset.cell));
  const buttons = [...next].filter((cell) => !shown.has(cell)).map((cell) => choiceButton(cell, now?.choices[cell] ?? cell));
  if (pending) buttons.unshift(confirmButton(pending));
  find("choices").replaceChildren(...buttons);
  find("back").hidden = chooser.prefix.length === 0;
  guidance.show(now.guide, next, chooser.prefix.length > 0 || sent !== null);
  showTask();
}

/** @param {Move} move */
function confirmButton(move) {
  const button = choiceButton("confirm", say("match.confirm"));
  button.className = "primary";
  button.dataset.confirm = String(move.action);
  return button;
}

/**
 * @param {string} cell
 * @param {string} words
 */
function choiceButton(cell, words) {
  const button = document.createElement("button");
  button.dataset.choice = cell;
  button.textContent = words;
  button.addEventListener("click", () => picked(cell));
  button.addEventListener("pointerenter", () => pointed(cell));
  button.addEventListener("pointerleave", () => pointed(null));
  return button;
}

/** @param {string} cell */
function picked(cell) {
  choose(cell, false);
}

/**
 * Something is carried: as if it were clicked, unless it was before.
 * @param {string} cell
 */
function lifted(cell) {
  if (pending) stepBack();
  if (chooser.prefix.at(-1) !== cell) picked(cell);
}

/**
 * Something carried was let go: what it would do was seen on the way.
 * @param {string} cell
 */
function dropped(cell) {
  if (chooser.next.has(cell)) choose(cell, true);
  else stepBack();
}

/**
 * @param {string} cell
 * @param {boolean} isSure
 */
function choose(cell, isSure) {
  if (!replay.isLive) {
    replay.live();
    return;
  }
  refuse("");
  if (pending && (cell === "confirm" || cell === pending.path.at(-1))) {
    send([pending.action]);
    return;
  }
  pending = null;
  sound("lift");
  const clicked = chooser.wayTo(cell);
  const move = chooser.pick(cell);
  if (move && (move.weigh || board.isSmall(cell)) && !isSure && !preview.shows(move.action)) weigh(move);
  else if (move) send([move.action]);
  else {
    preview.hide();
    light();
    explain(chooser.prefix.at(-1) ?? null);
    const refused = !chooser.prefix.length && clicked.at(-2) !== cell;
    if (refused && now?.turn && sent === null) void questions.why(clicked);
  }
}

/**
 * Tell what a card does, if there is one on a cell.
 * @param {string | null} cell
 */
function explain(cell) {
  const card = now?.guide?.cards.find((each) => cell !== null && each.cells.includes(cell));
  if (card) preview.tell(card.words);
}

/**
 * Show what a move would do, and wait until it is confirmed; its last cell can still be another.
 * @param {Move} move
 */
function weigh(move) {
  if (!now) return;
  pending = move;
  while (chooser.prefix.length >= move.path.length) chooser.back();
  light();
  preview.show([move.action], now.ply, now.seats, true);
}

/**
 * Ask about the position of the match.
 * @param {string} what
 * @param {object} about
 * @returns {Promise<object | null>}
 */
async function asked(what, about) {
  const body = JSON.stringify({ ply: now?.ply ?? -1, ...about });
  const answer = await fetch(`/api/tables/${tableId}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return answer.ok ? await answer.json() : null;
}

/**
 * Show what threatens what is pointed at: in words, and where it would come from.
 * @param {Told[]} threats
 */
function threatened(threats) {
  board.threaten(threats.flatMap((threat) => threat.cells.slice(0, 1)));
  if (threats.length && !pending) preview.tell(threats.map((threat) => threat.words).join(" "));
}

/** Forget what was shown of a move that was not played. */
function reset() {
  pending = null;
  preview.hide();
}

/** @param {number[]} actions */
function send(actions) {
  if (!now) return;
  reset();
  if (!connection.send({ type: "play", ply: now.ply, moves: actions, seat: now.seat })) {
    chooser.offer(chooser.moves);
    light();
    return;
  }
  sent = now.number;
  chooser.offer([]);
  light();
}

/**
 * Play a sequence with one click.
 * @param {number[]} actions
 */
function playAll(actions) {
  if (replay.isLive && now?.turn && sent === null) send(actions);
}

/**
 * Somebody points at a cell: show what a move there would do, or where what stands there could go.
 * @param {string | null} cell
 */
function pointed(cell) {
  if (!now || !replay.isLive || pending) return;
  const move = cell && now.turn && sent === null && chooser.next.has(cell) ? chooser.completes(cell) : null;
  const isSmall = matchMedia("(hover: none)").matches && !board.drag.ghost;
  if (move && !isSmall) preview.show([move.action], now.ply, now.seats, false);
  else {
    preview.hide();
    explain(cell);
    if (cell && !isSmall && chooser.prefix.length === 0) questions.point(cell);
  }
  if (!cell) questions.leave();
  board.reach(cell && chooser.prefix.length === 0 ? now.reach[cell] ?? [] : []);
}

/**
 * Somebody points at a sequence or a card of the guide.
 * @param {string[]} cells
 * @param {number[] | null} actions
 */
function pointedOut(cells, actions) {
  if (!now || !replay.isLive) return;
  board.reach(cells);
  if (actions && now.turn && sent === null) preview.show(actions, now.ply, now.seats, false);
  else preview.hide();
}

function stepBack() {
  if (!replay.isLive) {
    replay.live();
    return;
  }
  const wasPending = pending !== null;
  reset();
  if (wasPending || chooser.back()) light();
}

/**
 * Show an earlier position, or the present one again.
 * @param {{svg: string, last: string[]} | null} past
 * @param {number} ply
 */
function showPast(past, ply) {
  log.select(past ? ply - 1 : null);
  showSlider();
  preview.hide();
  find("back").hidden = true;
  if (!now) return;
  if (!past) {
    present(now);
    return;
  }
  board.show(past.svg);
  board.mark(new Set(), [], past.last);
  find("choices").replaceChildren();
  guidance.show(null, new Set(), true);
  find("state").textContent = say("match.replay", { count: ply });
  find("todo").textContent = "";
}

/** @param {Update} update */
function showState(update) {
  const state = find("state");
  state.classList.toggle("mine", update.turn);
  if (!replay.isLive) return;
  state.textContent = stateWords(update);
  showTask();
}

/** Say what to do next, as far as that can be told from what is lit. */
function showTask() {
  const task = taskOf();
  find("todo").textContent = task && say(task);
}

/** @returns {string} the key of the words */
function taskOf() {
  if (!now?.turn || sent !== null || !replay.isLive) return "";
  if (pending) return "match.task_confirm";
  const next = [...chooser.next];
  const onBoard = next.filter((cell) => board.has(cell));
  if (!onBoard.length) return next.length ? "match.task_choose" : "";
  if (chooser.prefix.length) return "match.task_go_on";
  const dots = onBoard.filter((cell) => board.dotted.has(cell)).length;
  return dots === onBoard.length ? "match.task_dot" : dots ? "match.task_any" : "match.task_piece";
}

/**
 * @param {Update} update
 * @returns {string}
 */
function stateWords(update) {
  if (update.status !== "playing") return update.result || !update.seats.some((seat) => seat.player === null) ? "" : say("home.waiting");
  const seat = update.seats[update.to_act];
  if (update.turn) return update.own.length > 1 ? say("match.your_turn_as", { seat: seat.name }) : say("match.your_turn");
  if (update.thinking !== null) return say("match.thinking", { player: `${seat.name} (${seat.player})` });
  return seat ? say("match.turn_of", { player: seat.player ?? seat.name }) : "";
}

/** @param {Update} update */
function showOffer(update) {
  const offer = update.offer;
  const box = find("offer");
  box.hidden = !offer || (!offer.mine && !offer.may_answer);
  if (!offer) return;
  const values = { seat: update.seats[offer.seat].name, target: update.seats[offer.target ?? offer.seat].name };
  const words = say(`match.${offer.kind}_${offer.mine ? "wait" : "ask"}`, values);
  /** @type {HTMLElement} */ (box.querySelector("p")).textContent = words;
  /** @type {HTMLElement} */ (box.querySelector(".buttons")).hidden = offer.mine || offer.answered;
}

/** @param {Update} update */
function showInvite(update) {
  const box = find("invite");
  box.hidden = update.invite === null || update.seats.every((seat) => seat.player !== null);
  find("fill").hidden = !update.may.includes("fill");
  if (!update.invite) return;
  const link = `${location.origin}/t/${tableId}/join/${update.invite}`;
  /** @type {HTMLInputElement} */ (box.querySelector("input")).value = link;
  const code = /** @type {HTMLImageElement} */ (find("invite-code"));
  code.hidden = box.hidden;
  if (!box.hidden && !code.src) code.src = `${link}/code`;
  find("invite-share").hidden = !("share" in navigator);
}

/** Let the slider stand where the board is. */
function showSlider() {
  const slider = /** @type {HTMLInputElement} */ (find("slider"));
  slider.max = String(replay.length);
  slider.value = String(replay.ply ?? replay.length);
  slider.setAttribute("aria-valuetext", say("match.replay", { count: Number(slider.value) }));
  const link = /** @type {HTMLAnchorElement} */ (find("picture"));
  link.href = `/api/tables/${tableId}/picture?marks=${document.body.dataset.marks}${replay.isLive ? "" : `&ply=${replay.ply}`}`;
}

/** @param {Update} update */
function showCover(update) {
  const cover = find("cover");
  cover.hidden = update.cover === null;
  if (update.cover === null) return;
  const seat = update.seats[update.cover];
  /** @type {HTMLElement} */ (cover.querySelector("p")).textContent = say("match.hand_over", { seat: seat.name });
  /** @type {HTMLElement} */ (cover.querySelector("button")).textContent = say("match.show_hand", { seat: seat.name });
}

/** @param {Update} update */
function showLuck(update) {
  const box = find("luck");
  box.hidden = update.luck === null;
  if (!update.luck) return;
  note(tableId, update.luck.commitment, update.ply, root.dataset.branch);
  const named = (/** @type {(string | null)[]} */ texts) => texts.map((text, seat) => `${update.seats[seat].name}: ${text ?? say("match.no_seed")}`).join(", ");
  const entries = [
    [say("match.commitment"), update.luck.commitment],
    ...(update.luck.seed_commitments ? [[say("match.seed_commitments"), named(update.luck.seed_commitments)]] : []),
    [say("match.seeds"), named(update.luck.seeds)],
    [say("match.secret"), update.luck.secret ?? say("match.secret_later")],
  ];
  const list = /** @type {HTMLElement} */ (box.querySelector("dl"));
  list.replaceChildren(...entries.flatMap(([term, text]) => {
    const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
    dt.textContent = term;
    dd.textContent = text;
    return [dt, dd];
  }));
}

/**
 * Say why something does not work, and light the cells that are the reason; no words take all of it away.
 * @param {string} words
 * @param {string[]} [cells]
 */
function refuse(words, cells = []) {
  const box = find("refusal");
  box.hidden = words === "";
  box.textContent = words;
  board.threaten(cells);
}

/**
 * On a phone: show or hide what happened, and all that is seldom needed.
 * @param {boolean} isOpen
 */
function openSheet(isOpen) {
  find("side").classList.toggle("open", isOpen);
  find("more").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) find("log").scrollTop = find("log").scrollHeight;
  find(isOpen ? "less" : "more").focus();
}

// Buttons and keys

find("back").addEventListener("click", stepBack);
find("undo").addEventListener("click", () => {
  chooser.offer([]);
  connection.send({ type: "undo" });
});
for (const type of ["resign", "leave", "close"]) {
  const button = find(type);
  button.addEventListener("click", () => {
    button.style.minWidth = `${button.offsetWidth}px`; // shorter words must not let it slip away from under the second click
    if (button.dataset.sure) leaves = connection.send({ type }) && type === "leave";
    button.textContent = button.dataset.sure ? say(`match.${type}`) : say(`match.${type}_sure`);
    button.dataset.sure = button.dataset.sure ? "" : "yes";
  });
  button.addEventListener("blur", () => {
    button.dataset.sure = "";
    button.textContent = say(`match.${type}`);
  });
}
find("hint").addEventListener("click", async () => {
  if (!now) return;
  const asked = now.number;
  find("state").textContent = say("match.hint_waiting");
  find("todo").textContent = "";
  const answer = await fetch(`/api/tables/${tableId}/hint`, { method: "POST" });
  const hint = /** @type {Advice & {error: string}} */ (await answer.json());
  if (now.number !== asked || !replay.isLive) return;
  if (!answer.ok) {
    refuse(hint.error);
    return;
  }
  chooser.offer(chooser.moves);
  light();
  find("state").textContent = stateWords(now);
  preview.tell(say("match.hint_words", { words: hint.words, why: hint.why }));
  board.hint(hint.path);
});
find("check-luck").addEventListener("click", async () => {
  find("luck").setAttribute("open", "");
  await checkTable(find("luck-report"), tableId, now?.own ?? []);
  find("luck-report").scrollIntoView({ block: "nearest" });
});
find("offer").addEventListener("click", (event) => {
  const answer = event.target instanceof HTMLElement ? event.target.dataset.answer : undefined;
  if (answer && now?.offer) connection.send({ type: "answer", agreed: answer === "yes", kind: now.offer.kind });
});
find("seats").addEventListener("click", (event) => {
  const seat = event.target instanceof HTMLElement ? event.target.dataset.replace : undefined;
  if (seat) connection.send({ type: "replace", seat: Number(seat) });
});
find("come-back").addEventListener("click", () => connection.send({ type: "sit" }));
listenForBeginning(find("begin"), find("held-up"), find("seed"), () => now, (command) => connection.send(command));
find("notify").addEventListener("click", async () => {
  find("notify").hidden = await turnOn();
  if (find("notify").hidden) find("spoken").textContent = say("match.notify_on");
});
find("fill").addEventListener("click", () => connection.send({ type: "fill" }));
find("invite").querySelector("button")?.addEventListener("click", async (event) => {
  const input = /** @type {HTMLInputElement} */ (find("invite").querySelector("input"));
  input.select();
  if (!(await copy(input.value))) document.execCommand("copy");
  /** @type {HTMLElement} */ (event.target).textContent = say("match.copied");
});
find("invite-share").addEventListener("click", () => {
  const { value } = /** @type {HTMLInputElement} */ (find("invite").querySelector("input"));
  void navigator.share({ title: root.dataset.title, url: value }).catch(() => {}); // whoever closes the sheet has changed their mind
});
listenForSharing(find("result"), tableId, root.dataset.title ?? "");
listenForSwitch(find("sound"));
listenForFullScreen(find("full-screen"));
find("board").addEventListener("pointerdown", () => busy && skip());
find("cover").querySelector("button")?.addEventListener("click", () => connection.send({ type: "look", seat: now?.cover }));
find("replay").addEventListener("click", (event) => {
  const go = event.target instanceof HTMLElement ? event.target.dataset.go : undefined;
  if (go) replay.go(go);
});
find("slider").addEventListener("input", (event) => void replay.show(Number(/** @type {HTMLInputElement} */ (event.target).value)));
for (const button of ["more", "less"]) find(button).addEventListener("click", () => openSheet(button === "more"));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && find("side").classList.contains("open")) openSheet(false);
  else if (event.key === "Escape" && !find("rules").hasAttribute("open")) stepBack();
  const inLog = event.target instanceof Node && find("log").contains(event.target);
  if (inLog && event.key in { ArrowLeft: 1, ArrowUp: 1 }) replay.go("previous");
  else if (inLog && event.key in { ArrowRight: 1, ArrowDown: 1 }) replay.go("next");
  else if (inLog && event.key === "Home") replay.go("first");
  else if (inLog && event.key === "End") replay.go("last");
  else return;
  event.preventDefault();
});
find("rules-link").addEventListener("click", async (event) => {
  event.preventDefault();
  const dialog = /** @type {HTMLDialogElement} */ (find("rules"));
  const article = /** @type {HTMLElement} */ (dialog.querySelector("article"));
  if (!article.childElementCount) article.innerHTML = await (await fetch(`/rules/${root.dataset.game}?part=true`)).text();
  dialog.showModal();
});
find("rules-close").addEventListener("click", () => /** @type {HTMLDialogElement} */ (find("rules")).close());
