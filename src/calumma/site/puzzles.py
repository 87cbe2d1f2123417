"""Puzzles in the browser: a position, a person who tries, a defender who never errs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

from calumma.core import OVER, Game, GameError, State
from calumma.core.words import Words
from calumma.site.analysis import Line, node, played, words_of
from calumma.site.messages import JsonObject
from calumma.site.study_messages import PuzzleAnswer, PuzzleStep, PuzzleVerdict
from calumma.solutions import Effort, Puzzle, exact_value
from calumma.solutions import puzzles as all_puzzles

say = Words(__package__)

FAR = Effort(plies=17, positions=60_000)  # how far a win is looked for before it counts as thrown away


def find(number: int) -> Puzzle:
    """Return a puzzle by its number."""
    found = next((puzzle for puzzle in all_puzzles() if puzzle.number == number), None)
    if found is None:
        raise GameError(say("unknown-puzzle", number=number, last=len(all_puzzles())))
    return found


def summary(puzzle: Puzzle) -> JsonObject:
    """Return what may be told before it is solved."""
    state = puzzle.load_game().parse_position(puzzle.position)
    return {
        "number": puzzle.number,
        **puzzle.options,
        "plies": puzzle.plies,
        "rating": puzzle.rating,
        "position": puzzle.position,
        "seat": state.to_act,
    }


@cache
def summaries() -> str:
    """Return what may be told of all puzzles, as JSON: there are too many to write them anew for everybody."""
    return json.dumps([summary(puzzle) for puzzle in all_puzzles()])


def attempt(puzzle: Puzzle, moves: Sequence[str], reveal: bool = False) -> PuzzleStep | PuzzleAnswer:
    """Return the position after some moves with what is to be said about the last one; the defender answers a move that wins.

    `verdict`: "open" (nothing tried yet), "right" (as quick as can be), "slower" (wins, but later), "thrown" (the win is gone),
    "solved" (won).
    """
    game = puzzle.load_game()
    state = game.parse_position(puzzle.position)
    solver = state.to_act
    line = list(moves)
    before = None
    for number, text in enumerate(line):
        before = state.copy()
        state = played(game, state, number, text)
    if before is None or before.to_act != solver:
        known = exact_value(state, FAR) if line and state.to_act == solver else None
        words = say("puzzle.task", seat=game.seat_names[solver], count=known.plies if known else puzzle.plies)
        return _answer(puzzle, game, line, state, before, "open", words, reveal)
    verdict, words = _judge(puzzle, game, before, state, solver, len(line))
    middle = None
    if verdict in ("right", "slower"):
        middle = node(Line(game, puzzle.position, tuple(line)), state, before)
        reply = _defence(state)
        words = f"{words} {words_of(game, state, reply, None)}"
        line.append(game.move_text(state, reply))
        before = state.copy()
        state.apply(reply)
    return {**_answer(puzzle, game, line, state, before, verdict, words, reveal), "middle": middle}


def _judge(puzzle: Puzzle, game: Game, before: State, after: State, solver: int, moves: int) -> tuple[PuzzleVerdict, str]:
    """What the last move of the solver did, and how it is told."""
    foe = game.seat_names[1 - solver]
    if after.to_act == OVER:
        won = after.payoffs()[solver] == 1.0
        if not won:
            return "thrown", say("puzzle.no_win")
        late = moves > puzzle.plies
        return "solved", say("puzzle.won_late", count=moves, plies=puzzle.plies) if late else say("puzzle.solved", count=moves)
    best, left = exact_value(before, FAR), exact_value(after, FAR)
    if left is None or left.value != "loss":
        lost = left is not None and left.value == "win"
        return "thrown", say("puzzle.thrown_lost", seat=foe, count=left.plies) if lost and left else say("puzzle.thrown")
    if best is not None and left.plies + 1 > best.plies:
        return "slower", say("puzzle.slower", count=left.plies + 1, plies=best.plies)
    return "right", say("puzzle.right")


def _defence(state: State) -> int:
    """The answer that resists longest."""
    known = exact_value(state, FAR)
    return known.best[0] if known and known.best else state.legal()[0]


def _answer(
    puzzle: Puzzle,
    game: Game,
    line: Sequence[str],
    state: State,
    before: State | None,
    verdict: PuzzleVerdict,
    words: str,
    reveal: bool,
) -> PuzzleStep:
    shown = node(Line(game, puzzle.position, tuple(line)), state, before)
    if verdict in ("solved", "thrown"):
        shown["moves"] = []
    solution = list(puzzle.line) if reveal or verdict == "solved" else []
    return {**shown, "line": list(line), "verdict": verdict, "say": words, "solution": solution}
