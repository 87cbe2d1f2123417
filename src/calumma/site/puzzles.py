"""Puzzles in the browser: a position, somebody who tries, and what became of it, ready for the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise

from calumma.core import GameError
from calumma.core.messages import tell_all
from calumma.core.registry import load
from calumma.core.words import Words
from calumma.puzzles import Puzzle, games_with_puzzles, judge, puzzles_of
from calumma.puzzles.daily import of_day
from calumma.puzzles.judging import begun
from calumma.site.analysis import Line, states
from calumma.site.calls import Call
from calumma.site.messages import JsonObject
from calumma.site.positions import layout_for
from calumma.site.puzzle_ratings import Rated, first_try, following, nearest, new_puzzle, new_solver
from calumma.site.requests import Attempt
from calumma.site.study_messages import PuzzleStep, PuzzleVerdict
from calumma.site.trying import Shown, Stand, shown

say = Words(__package__)


async def summary(call: Call, puzzle: Puzzle) -> JsonObject:
    """Return what may be told before it is solved."""
    return {**_fixed(puzzle), **_rating((await rated(call, puzzle.game.name))[puzzle.key])}


async def summaries(call: Call, name: str) -> list[JsonObject]:
    """Return what may be told of a game's puzzles."""
    now = await rated(call, name)
    return [{**_fixed(puzzle), **_rating(now[puzzle.key])} for puzzle in puzzles_of(name)]


def _rating(now: Rated) -> JsonObject:
    return {"rating": now.value, "tried": now.tried, "share": now.share}


def _fixed(puzzle: Puzzle) -> JsonObject:
    """What is the same whoever has tried it; `difficulty` is the rating that its search gave it."""
    return {
        "number": puzzle.number,
        "kind": puzzle.kind.key,
        "task": puzzle.task,
        "seats": puzzle.game.seats,
        "options": dict(puzzle.game.options),
        "turns": puzzle.turns,
        "difficulty": puzzle.rating,
        "position": puzzle.position,
        "seat": puzzle.seat,
    }


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


def attempt(puzzle: Puzzle, wish: Attempt, tall: bool = False, turned: bool = False) -> PuzzleStep:
    """Return what becomes of the last move after those before it, answers included; without moves, how the puzzle begins.

    Who asks for the solution gets its line as well. A wrong move is shown with what refutes it, then taken back.
    The side of who tries is below; `turned` shows the other one there.
    """
    moves, reveal = wish.moves, wish.reveal
    layout = layout_for(puzzle.game, puzzle.seat, tall, turned)
    stand = Stand(puzzle.game, puzzle.game.position_text(puzzle.beginning()), puzzle.seat, layout)
    if not moves or reveal or wish.look:
        now = Shown(list(moves), begun(puzzle, moves), None, [])
        return _step(stand, now, "open", puzzle.task, puzzle.line if reveal else ())
    outcome = judge(puzzle, moves[:-1], moves[-1])
    now = shown(stand, moves[:-1], outcome.plies, outcome.verdict == "wrong")
    return _step(stand, now, outcome.verdict, outcome.words, puzzle.line if outcome.verdict == "solved" else ())


def _step(stand: Stand, now: Shown, verdict: PuzzleVerdict, words: str, solution: Sequence[str]) -> PuzzleStep:
    view = stand.view(now.line, now.state, now.ply)
    if verdict == "solved":
        view["moves"] = []
    return {
        **view,
        "line": now.line,
        "verdict": verdict,
        "say": words,
        "frames": now.frames,
        "solution": list(solution),
        "told": told(stand, solution),
        "rated": None,
    }


def told(stand: Stand, moves: Sequence[str]) -> list[str]:
    """Return what the moves of a line do, in words, as who tries sees it."""
    along = states(Line(stand.game, stand.start, tuple(moves)))
    positions = [state.copy() for state in along]
    stories = [
        stand.game.story(before, stand.game.parse_move(before, text), after, stand.seat)
        for text, (before, after) in zip(moves, pairwise(positions), strict=True)
    ]
    return [tell_all(stand.game, story) for story in stories]


async def note_try(call: Call, puzzle: Puzzle, step: PuzzleStep, reveal: bool) -> PuzzleStep:
    """Return a step with what it did to the ratings: the first time that somebody solves a puzzle, fails, or gives up."""
    ratings, guest = call.services.store.puzzle_ratings, call.guest
    if ratings is None or guest is None or not (reveal or step["verdict"] in ("wrong", "solved")):
        return step
    first = first_try(guest.id, puzzle, step["verdict"] == "solved", call.services.runs.now())
    before = (await ratings.of_solver(guest.id)).get(first.game, first.new_solver)
    found = await ratings.note(first)
    if found is None:
        return step
    now, own = found
    return {**step, "rated": {"puzzle": now.value, "share": now.share, "own": own.value, "change": own.value - before.value}}


async def rated(call: Call, name: str) -> Mapping[str, Rated]:
    """Return how the puzzles of a game are rated, by their keys: by who tried them, or by their difficulty."""
    ratings = call.services.store.puzzle_ratings
    return {puzzle.key: new_puzzle(puzzle) for puzzle in puzzles_of(name)} | dict(await ratings.of_game(name) if ratings else {})


async def own_rating(call: Call, name: str) -> Rated | None:
    """Return how somebody is rated by the puzzles of a game; None before the first try, and where nobody is rated."""
    ratings, guest = call.services.store.puzzle_ratings, call.guest
    return (await ratings.of_solver(guest.id)).get(name) if ratings and guest else None


async def next_puzzle(call: Call, name: str, after: int) -> Puzzle:
    """Return the puzzle that comes next for somebody: one near the own rating, or simply the next one for strangers."""
    ratings, guest = call.services.store.puzzle_ratings, call.guest
    if ratings is None or guest is None:
        return following(name, after)
    own = (await ratings.of_solver(guest.id)).get(name) or new_solver(name)
    return nearest(name, await rated(call, name), own, await ratings.tried(guest.id, name), after)
