/**
 * The messages of the server, as the scripts know them.
 *
 * @typedef {{action: number, text: string, path: string[], weigh?: boolean}} Move A legal move and the cells to click for it;
 *   one to be weighed is shown with what it would do before it is played.
 * @typedef {{ply: number, words: string[], cells: string[][], gains: (number | null)[]}} Foresight What moves would do.
 * @typedef {{facts: string[], shortcuts: {words: string, actions: number[], cells: string[]}[],
 *   cards: {words: string, cells: string[]}[]}} Guide
 * @typedef {{number: number, ply: number | null, seat: number | null, words: string, text: string}} Line A line of the log.
 * @typedef {{ply: number, svg: string | null, cells: string[][], seat: number,
 *   words: string, scores: number[]}} Frame A position on the way, and what happened.
 * @typedef {{seat: number, name: string, player: string | null, bot: string | null, team: number, score: number, notes: string[],
 *   marker: string, mine: boolean, turn: boolean, won: boolean, present: boolean, away: number | null,
 *   ready: boolean}} Seat
 * @typedef {{limit: string, left: (number | null)[], running: number | null}} Clock Seconds left; null for a bot.
 * @typedef {{kind: string, seat: number, target: number | null, mine: boolean, answered: boolean, may_answer: boolean}} Offer
 * @typedef {{winners: number[], words: string, reason: string, scores: number[], payoffs: number[]}} Result
 * @typedef {{commitment: string, seed_commitments: (string | null)[] | null, seeds: (string | null)[], secret: string | null,
 *   waits_for: number[]}} Luck
 * @typedef {{type: "table", table: string, game: string, number: number, ply: number, status: string, to_act: number,
 *   seat: number | null, own: number[], cover: number | null, turn: boolean, thinking: number | null, offer: Offer | null,
 *   may: string[], invite: string | null, rematch: string | null, result: Result | null, luck: Luck | null, spectators: number,
 *   clock: Clock | null, ready: number[] | null, begins: string, closed: boolean, patience: number, substitute: string,
 *   seats: Seat[], svg: string, last: string[], choices: Record<string, string>, moves: Move[], guide: Guide | null,
 *   reach: Record<string, string[]>, tally: {words: string, numbers: number[]}[], frames: Frame[],
 *   log: {keep: number, lines: Line[]}}} Update
 * @typedef {{type: "presence", spectators: number, seats: {present: boolean, away: number | null}[]}} Presence Who is there.
 * @typedef {{type: "refused", error: string, number: number}} Refusal
 */
export {};
