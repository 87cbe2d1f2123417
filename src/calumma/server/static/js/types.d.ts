// Made by tools/write_types.py from site/messages.py, site/study_messages.py and the games' view.py: change those.

/** A seat asks the others for something. */
export interface Offer {
  kind: "undo" | "bot";
  seat: number;
  target: number | null;
  mine: boolean;
  answered: boolean;
  may_answer: boolean;
}

/** Seconds left; null for a bot. */
export interface Clock {
  limit: string;
  left: (number | null)[];
  running: number | null;
}

/** Why and how a match ended. */
export interface Result {
  winners: number[];
  words: string;
  reason: string;
  /** whether the score decides who wins */
  decided: boolean;
  scores: number[];
  payoffs: number[];
}

/** What is published of the luck. */
export interface Luck {
  commitment: string;
  seed_commitments: (string | null)[] | null;
  seeds: (string | null)[];
  secret: string | null;
  waits_for: number[];
}

/** A seat as the strip of seats shows it. */
export interface Seat {
  present: boolean;
  away: number | null;
  seat: number;
  name: string;
  player: string | null;
  bot: string | null;
  team: number;
  score: number;
  notes: string[];
  colour: string;
  skin: string[];
  marker: string;
  mine: boolean;
  turn: boolean;
  won: boolean;
  ready: boolean;
}

/** A legal move and the cells to click for it. */
export interface Move {
  action: number;
  text: string;
  path: string[];
  /** whether it is shown with what it would do before it is played */
  weigh?: boolean;
}

/** Moves for one click. */
export interface Sequence {
  words: string;
  actions: number[];
  cells: string[];
}

/** Words and the cells that they are about. */
export interface Told {
  words: string;
  cells: string[];
}

/** Help through a long turn. */
export interface Guide {
  facts: string[];
  shortcuts: Sequence[];
  cards: Told[];
}

/** One part of the score. */
export interface Points {
  words: string;
  numbers: number[];
}

/** A position on the way, and what happened. */
export interface Frame {
  ply: number;
  /** null for the last one: it is the picture of the update */
  svg: string | null;
  cells: string[][];
  seat: number;
  words: string;
  scores: number[];
}

/** A line of the log. */
export interface Line {
  number: number;
  ply: number | null;
  seat: number | null;
  words: string;
  text: string;
}

/** The news of the log: how many lines stay, and the lines that follow them. */
export interface Log {
  keep: number;
  lines: Line[];
}

/** All that a page needs to show a table. */
export interface Update {
  type: "table";
  table: string;
  game: string;
  number: number;
  ply: number;
  status: "waiting" | "playing" | "over";
  to_act: number;
  seat: number | null;
  own: number[];
  cover: number | null;
  turn: boolean;
  thinking: number | null;
  offer: Offer | null;
  may: ("sit" | "fill" | "commit" | "seed" | "begin" | "leave" | "close" | "rematch" | "harder" | "resign" | "hint" | "undo")[];
  clock: Clock | null;
  invite: string | null;
  rematch: string | null;
  result: Result | null;
  luck: Luck | null;
  spectators: number;
  begins: "rotating" | "chosen" | "random";
  ready: number[] | null;
  closed: boolean;
  patience: number;
  substitute: string;
  seats: Seat[];
  svg: string;
  last: string[];
  choices: Record<string, string>;
  moves: Move[];
  guide: Guide | null;
  reach: Record<string, string[]>;
  tally: Points[];
  frames: Frame[];
  log: Log;
}

/** Whether somebody looks at the page. */
export interface Present {
  present: boolean;
  away: number | null;
}

/** Who is there. */
export interface Presence {
  type: "presence";
  spectators: number;
  seats: Present[];
}

/** Why a command was refused. */
export interface Refusal {
  type: "refused";
  error: string;
  number: number;
}

/** What moves would do at a ply. */
export interface Foresight {
  words: string[];
  cells: string[][];
  gains: (number | null)[];
  ply: number;
}

/** Why a click leads to no legal move; no words if the match has gone on meanwhile. */
export interface Refusing {
  ply: number;
  words: string;
  cells: string[];
}

/** What threatens the piece on a cell. */
export interface Threats {
  ply: number;
  threats: Told[];
}

/** What the coach says at a ply. */
export interface Remark {
  words: string;
  cells: string[];
  kind: string;
  ply: number;
}

/** An earlier position. */
export interface Past {
  ply: number;
  svg: string;
  last: string[];
}

/** The moment that decided a match: the position after so many plies, and what had just happened. */
export interface TurningPoint {
  ply: number;
  words: string;
}

/** What a bot, or what is known exactly, advises, and why. */
export interface Advice {
  action: number;
  text: string;
  path: string[];
  words: string;
  by: string;
  values: number[];
  chances: string;
  why: string;
}

/** What an analysis is of. */
export interface Setting {
  game: string;
  seats: number;
  options: Record<string, string | number>;
  start: string;
}

/** An outcome of luck that is due. */
export interface Outcome {
  text: string;
  weight: number;
  words: string;
}

/** A seat beside an analysis board. */
export interface SeatLine {
  seat: number;
  name: string;
  score: number;
  notes: string[];
  marker: string;
  turn: boolean;
  won: boolean;
}

/** How a line ends. */
export interface Verdict {
  words: string;
  reason: string;
}

/** A position on an analysis board. */
export interface StudyView {
  story: string;
  cells: string[][];
  seat: number | null;
  ply: number;
  position: string;
  to_act: number;
  svg: string;
  choices: Record<string, string>;
  moves: Move[];
  chance: Outcome[];
  seats: SeatLine[];
  words: string;
  result: Verdict | null;
  worth: number[] | null;
}

/** A move with what a bot expects after it. */
export interface BestLine {
  move: string;
  value: number | null;
  visits: number;
  line: string[];
}

/** What a bot thinks of a position. */
export interface Thoughts {
  by: string;
  move: string;
  values: number[];
  chances: string;
  lines: BestLine[];
  nodes: number;
  depth: number;
  proven: boolean;
  distance: number | null;
  note: string;
}

/** How a puzzle and its solver are rated after a first try; `share` is how many of a hundred solve it, if enough tried. */
export interface PuzzleRating {
  puzzle: number;
  share: number | null;
  own: number;
  change: number;
}

/** What became of a move in a puzzle: the position that stands, those on the way to it, and what is said. */
export interface PuzzleStep {
  story: string;
  cells: string[][];
  seat: number | null;
  ply: number;
  position: string;
  to_act: number;
  svg: string;
  choices: Record<string, string>;
  moves: Move[];
  chance: Outcome[];
  seats: SeatLine[];
  words: string;
  result: Verdict | null;
  worth: number[] | null;
  line: string[];
  verdict: "open" | "right" | "wrong" | "solved";
  say: string;
  frames: StudyView[];
  solution: string[];
  told: string[];
  rated: PuzzleRating | null;
}

/** What became of a move in a lesson: the position that stands, those on the way to it, and what is said. */
export interface LessonStep {
  story: string;
  cells: string[][];
  seat: number | null;
  ply: number;
  position: string;
  to_act: number;
  svg: string;
  choices: Record<string, string>;
  moves: Move[];
  chance: Outcome[];
  seats: SeatLine[];
  words: string;
  result: Verdict | null;
  worth: number[] | null;
  line: string[];
  verdict: "open" | "on" | "done" | "missed";
  say: string;
  frames: StudyView[];
  way: string[];
  hint: string;
}

/** A rung of a game: its results, whether it is beaten, and how many wins are left until it is. */
export interface LadderRung {
  level: number;
  name: string;
  won: number;
  drawn: number;
  lost: number;
  beaten: boolean;
  left: number;
}

/** An own first move, as text and in words, with the results of the matches that began so. */
export interface LadderOpening {
  move: string;
  words: string;
  won: number;
  drawn: number;
  lost: number;
}

/** How somebody is rated by the puzzles of a game: first tries, and how many were right. */
export interface LadderPuzzles {
  rating: number;
  tried: number;
  solved: number;
}

/** Where somebody stands in a game, a gentler level after losses, the first moves played, and puzzles. */
export interface LadderGame {
  game: string;
  title: string;
  rung: number;
  rungs: LadderRung[];
  gentler: number | null;
  openings: LadderOpening[];
  puzzles: LadderPuzzles | null;
}

/** A finished match against bots of one level. */
export interface LadderResult {
  table: string;
  game: string;
  level: number;
  outcome: string;
  lead: number;
  opening: string;
}

/** The page of somebody's own. */
export interface LadderPage {
  games: LadderGame[];
  favourite: string | null;
  best: LadderResult | null;
  matches: LadderResult[];
}

/** A decision that cost its seat much: the position, what was played, what was better, and what it cost, in words. */
export interface ReviewMoment {
  ply: number;
  seat: number;
  name: string;
  svg: string;
  position: string;
  played: string;
  better: string;
  played_cells: string[];
  better_cells: string[];
  words: string;
}

/** A draw of a finished match, with all outcomes and their weights. */
export interface ChanceEvent {
  ply: number;
  text: string;
  words: string;
  outcomes: [string, number][];
}

/** What a check of the luck needs. */
export interface Published {
  game: string;
  names: string[];
  commitment: string;
  secret: string;
  seeds: (string | null)[];
  seed_commitments: (string | null)[] | null;
  bots: number[];
  first: number | null;
  draws: ChanceEvent[];
}

/** A view of yamamoto. */
export interface YamamotoView {
  /** the name of the game */
  game: string;
  /** how many seats there are */
  seats: number;
  /** the options that were chosen */
  options: Record<string, string | number>;
  /** the seat that looks; null for a spectator */
  seat: number | null;
  /** the seat that acts, -1 for chance, -2 when the match is over */
  to_act: number;
  /** the rule book's own score of every seat */
  scores: number[];
  /** what every seat gets once the match is over; shares of 1 unless the game pays otherwise */
  payoffs: number[] | null;
  /** why the match ended, as a message key; empty while it runs */
  reason: string;
  /** where every seat's white pieces stand */
  white: number[][];
  /** where every seat's black pieces stand */
  black: number[][];
  /** where every seat wants to arrive */
  goals: number[][];
  /** the piece that must be captured now, as it has entered */
  invader: number | null;
  /** plies since the start or the last capture */
  quiet: number;
  /** the seat to move */
  turn: number;
}

/** A view of chamelequin. */
export interface ChamelequinView {
  /** the name of the game */
  game: string;
  /** how many seats there are */
  seats: number;
  /** the options that were chosen */
  options: Record<string, string | number>;
  /** the seat that looks; null for a spectator */
  seat: number | null;
  /** the seat that acts, -1 for chance, -2 when the match is over */
  to_act: number;
  /** the rule book's own score of every seat */
  scores: number[];
  /** what every seat gets once the match is over; shares of 1 unless the game pays otherwise */
  payoffs: number[] | null;
  /** why the match ended, as a message key; empty while it runs */
  reason: string;
  /** every seat's pieces: square and rings */
  pieces: [number, string][][];
  /** how many rings of each colour are left */
  supply: Record<string, number>;
  /** how many pieces every seat has still to place */
  to_place: number[];
  /** how many pieces every seat has lost */
  lost: number[];
  /** how many rings were on the pieces that every seat has captured */
  captured_rings: number[];
  /** the seat to move */
  turn: number;
  /** the square of the piece that may go on in this turn */
  chain: number | null;
  /** how many steps of a chain were made in this turn */
  steps: number;
  /** passes in a row */
  passes: number;
  /** turns in a row without a capture */
  quiet: number;
  /** after how many of them the match ends */
  patience: number;
  /** the pairs of squares between which a step may add or remove a ring */
  either: number[][];
  /** what decided the match; empty while it runs */
  decided: "" | "last" | "pieces" | "rings" | "shared";
}

/** A view of bradley. */
export interface BradleyView {
  /** the name of the game */
  game: string;
  /** how many seats there are */
  seats: number;
  /** the options that were chosen */
  options: Record<string, string | number>;
  /** the seat that looks; null for a spectator */
  seat: number | null;
  /** the seat that acts, -1 for chance, -2 when the match is over */
  to_act: number;
  /** the rule book's own score of every seat */
  scores: number[];
  /** what every seat gets once the match is over; shares of 1 unless the game pays otherwise */
  payoffs: number[] | null;
  /** why the match ended, as a message key; empty while it runs */
  reason: string;
  /** where the cubes are that show every seat's colour */
  cubes: number[][];
  /** where the neutral cube is, if there is one */
  neutral: number[];
  /** where the marker is: the cube that was placed last */
  last: number | null;
  /** turns since the start or the last drop */
  quiet: number;
  /** after how many of them only drops are legal; 0 without relocation */
  patience: number;
  /** the seat to move */
  turn: number;
}

/** A view of piecepack. */
export interface PiecepackView {
  /** the name of the game */
  game: string;
  /** how many seats there are */
  seats: number;
  /** the options that were chosen */
  options: Record<string, string | number>;
  /** the seat that looks; null for a spectator */
  seat: number | null;
  /** the seat that acts, -1 for chance, -2 when the match is over */
  to_act: number;
  /** the rule book's own score of every seat */
  scores: number[];
  /** what every seat gets once the match is over; shares of 1 unless the game pays otherwise */
  payoffs: number[] | null;
  /** why the match ended, as a message key; empty while it runs */
  reason: string;
  /** what is going on: luck turns over or deals tiles, a seat plays, or it is over */
  phase: "starter" | "wilds" | "deal" | "draw" | "play" | "over";
  /** the seat that acts or draws */
  turn: number;
  /** tiles still to be drawn before the phase changes */
  pending: number;
  /** the tiles on the board: coordinates and text, row by row */
  tiles: [number, number, string][];
  /** where every seat's chameleon stands; null if it has left the game */
  chameleons: (number[] | null)[];
  /** where every seat's wasp stands; null beside the board */
  wasps: (number[] | null)[];
  /** the tiles in the wilds */
  wilds: string[];
  /** the hands; null for those that the seat does not see */
  hands: (string[] | null)[];
  /** how many tiles every seat holds */
  hand_sizes: number[];
  /** how many tiles are left to draw */
  supply: number;
  /** which seats have left the game */
  out: boolean[];
  /** turns in a row without a tile */
  idle: number;
  /** after how many of them chameleons may not move */
  idle_limit: number;
}

/** An objective in progress. */
export interface Begun {
  /** which one */
  name: string;
  /** from which side it is filled */
  side: "L" | "R";
  /** how many bugs lie on it */
  filled: number;
}

/** A view of life. */
export interface LifeView {
  /** the name of the game */
  game: string;
  /** how many seats there are */
  seats: number;
  /** the options that were chosen */
  options: Record<string, string | number>;
  /** the seat that looks; null for a spectator */
  seat: number | null;
  /** the seat that acts, -1 for chance, -2 when the match is over */
  to_act: number;
  /** the rule book's own score of every seat */
  scores: number[];
  /** what every seat gets once the match is over; shares of 1 unless the game pays otherwise */
  payoffs: number[] | null;
  /** why the match ended, as a message key; empty while it runs */
  reason: string;
  /** the seat whose turn it is */
  turn: number;
  /** how many actions are left in this turn */
  actions: number;
  /** how many rolls of lying in wait are left */
  rolls: number;
  /** where the progress marker is */
  marker: number;
  /** how many turns were made */
  turns: number;
  /** rounds in a row without a supply in which nobody fed an objective */
  starved: number;
  /** in the last phase, how many seats are not done */
  unfinished: number;
  /** what is going on: luck during the set-up or a turn, what a seat has to do, or it is over */
  phase: "snakes" | "bugs" | "first-row" | "first-cards" | "first-objectives" | "roll" | "blind" | "wait" | "achievement" | "d4" | "objectives" | "colors" | "act" | "scare" | "offered" | "last" | "over";
  /** whether an objective was fed in this round */
  fed: boolean;
  /** whether an objective was completed in this turn */
  completed: boolean;
  /** where the progress marker begins the last phase */
  goal: number;
  /** the space of every snake, by colour; null before it lies there */
  snakes: (number | null)[];
  /** the bugs on every space, as letters */
  bugs: string[];
  /** how many bugs are left, by colour */
  supply: number[];
  /** the space of every seat's chameleon */
  places: number[];
  /** the colour card of every seat; null before it is dealt */
  cards: (string | null)[];
  /** which chameleons sneak */
  sneaking: boolean[];
  /** the colour cards that lie open */
  row: string[];
  /** the colour cards that were discarded */
  discard: string[];
  /** how many colour cards are left in their deck */
  color_deck: number;
  /** the colour card that was drawn blind, to be worn or declined */
  offered: string | null;
  /** the colour that the next roll of lying in wait brings */
  waiting: string | null;
  /** the space and the colour of the bug that must be sent off */
  scared: [number, string] | null;
  /** the objectives that lie open */
  objectives: string[];
  /** how many objectives are left in their deck */
  objective_deck: number;
  /** what every seat has begun */
  going: Begun[][];
  /** what every seat has completed */
  finished: string[][];
  /** the bugs in every seat's stash, as letters */
  stash: string[];
  /** the achievement cards in every hand; null for those that the seat does not see */
  hands: (string[] | null)[];
  /** how many achievement cards every seat holds */
  hand_sizes: number[];
  /** how many achievement cards are left in their deck */
  achievement_deck: number;
  /** the Gather and Hide cards that every seat has laid open */
  open: string[][];
  /** the achievement cards that have left the game */
  used: string[];
}
