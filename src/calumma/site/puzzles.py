"""Puzzles in the browser: a position, somebody who tries, and what became of it, ready for the board."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import cache

from calumma.core import GameError, State
from calumma.core.registry import load
from calumma.core.words import Words
from calumma.puzzles import Puzzle, PuzzlePly, games_with_puzzles, judge, puzzles_of
from calumma.puzzles.daily import of_day
from calumma.puzzles.judging import begun
from calumma.site.analysis import Line, node
from calumma.site.messages import JsonObject
from calumma.site.study_messages import PuzzleStep, PuzzleVerdict, StudyView

say = Words(__package__)


def summary(puzzle: Puzzle) -> JsonObject:
    """Return what may be told before it is solved."""
    return {
        "number": puzzle.number,
        "kind": puzzle.kind.key,
        "task": puzzle.task,
        "seats": puzzle.game.seats,
        "options": dict(puzzle.game.options),
        "turns": puzzle.turns,
        "rating": puzzle.rating,
        "position": puzzle.position,
        "seat": puzzle.seat,
    }


@cache
def summaries(name: str) -> str:
    """Return what may be told of a game's puzzles, as JSON: there are too many to write them anew for everybody."""
    return json.dumps([summary(puzzle) for puzzle in puzzles_of(name)])


def overview() -> list[JsonObject]:
    """Return which games have puzzles, and how many."""
    return [{"game": name, "title": load(name).info.title, "count": len(puzzles_of(name))} for name in games_with_puzzles()]


def today(name: str, day: str) -> Puzzle:
    """Return a game's puzzle of a day, told as 2026-11-17; GameError if there is no such day, or no puzzle."""
    try:
        chosen = date.fromisoformat(day)
    except ValueError:
        raise GameError(say("no-such-day", day=day[:40])) from None
    return of_day(name, chosen)


def attempt(puzzle: Puzzle, moves: Sequence[str], reveal: bool = False, tall: bool = False) -> PuzzleStep:
    """Return what becomes of the last move after those before it, answers included; without moves, how the puzzle begins.

    Who asks for the solution gets its line as well. A wrong move is shown with what refutes it, then taken back.
    """
    solution = list(puzzle.line) if reveal else []
    if not moves or reveal:
        state = begun(puzzle, moves)
        return _step(puzzle, moves, state, None, "open", puzzle.task, [], solution, tall)
    outcome = judge(puzzle, moves[:-1], moves[-1])
    plies, before = outcome.plies, list(moves[:-1])
    if outcome.verdict == "wrong":
        frames = _frames(puzzle, before, plies, tall)
        return _step(puzzle, before, plies[0].before, None, "wrong", outcome.words, frames, [], tall)
    line = [*before, *(ply.text for ply in plies)]
    frames = _frames(puzzle, before, plies[:-1], tall)
    if outcome.verdict == "solved":
        solution = list(puzzle.line)
    return _step(puzzle, line, plies[-1].after, plies[-1], outcome.verdict, outcome.words, frames, solution, tall)


def _frames(puzzle: Puzzle, before: Sequence[str], plies: Sequence[PuzzlePly], tall: bool) -> list[StudyView]:
    texts = [*before, *(ply.text for ply in plies)]
    return [_view(puzzle, texts[: len(before) + i], ply.after, ply, tall) for i, ply in enumerate(plies, 1)]


def _view(puzzle: Puzzle, line: Sequence[str], state: State, ply: PuzzlePly | None, tall: bool) -> StudyView:
    """The position as the solver sees it, with what the last ply did."""
    start = puzzle.game.position_text(puzzle.beginning())
    shown = node(Line(puzzle.game, start, tuple(line)), state, None, tall, puzzle.seat)
    if ply is not None:
        shown["cells"] = [list(effect.cells) for effect in ply.effects if effect.cells]
        shown["seat"] = ply.seat
    return shown


def _step(
    puzzle: Puzzle,
    line: Sequence[str],
    state: State,
    ply: PuzzlePly | None,
    verdict: PuzzleVerdict,
    words: str,
    frames: list[StudyView],
    solution: list[str],
    tall: bool,
) -> PuzzleStep:
    shown = _view(puzzle, line, state, ply, tall)
    if verdict == "solved":
        shown["moves"] = []
    return {**shown, "line": list(line), "verdict": verdict, "say": words, "frames": frames, "solution": solution}
