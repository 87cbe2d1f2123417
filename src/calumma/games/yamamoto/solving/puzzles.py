"""Puzzles taken from the tables: one move wins, and along the best defence every further move is the only quickest one too.

The rating grows with the distance, with the moves that look natural (captures, entries, steps forward) and fail, and where
the solution itself looks unnatural.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from calumma.core import OVER, Game, Rng, State
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.solutions.solution import Puzzle

LENGTHS = (3, 5, 7, 9)
FIRST_RATING, PER_PLY, PER_TEMPTATION, QUIET_BONUS = 500, 120, 30, 100


def read_puzzles(path: Path | None = None) -> list[Puzzle]:
    """Return the puzzles of a file, those of the package if none is given."""
    place = path or Path(str(files("calumma.games.yamamoto.solving"))) / "puzzles.json"
    return [_puzzle(entry) for entry in json.loads(place.read_text(encoding="utf-8"))]


def _puzzle(entry: dict[str, Any]) -> Puzzle:
    return Puzzle(game="yamamoto", options={"goal": entry.pop("goal")}, **entry)


def write_puzzles(path: Path, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles as JSON, one a line."""
    lines = ",\n".join(json.dumps(puzzle.as_json()) for puzzle in puzzles)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def compose(game: Game, knowledge: Knowledge, count: int, seed: int = 1, first_number: int = 1) -> list[Puzzle]:
    """Return `count` puzzles, as many of each length, in the order of length and rating."""
    rng = Rng(seed)
    missing = {plies: count // len(LENGTHS) for plies in LENGTHS}
    found: list[Puzzle] = []
    seen: set[str] = set()
    for state in _positions(game, knowledge, rng):
        known = knowledge.value(state)
        text = game.position_text(state, None)
        if known is None or known.value != "win" or not missing.get(known.plies) or text in seen:
            continue
        line = _only_line(knowledge, state)
        if line is not None:
            missing[known.plies] -= 1
            seen.add(text)
            options = {"goal": knowledge.goal}
            found.append(Puzzle(0, game.name, options, text, known.plies, rating(knowledge, state), line))
        if not any(missing.values()):
            break
    found.sort(key=lambda puzzle: (puzzle.plies, puzzle.rating))
    return [replace(puzzle, number=first_number + i) for i, puzzle in enumerate(found)]


def _positions(game: Game, knowledge: Knowledge, rng: Rng) -> Iterator[State]:
    """Yield positions of random matches that the tables have, each as the seat to move sees it."""
    most = knowledge.endings.pieces if knowledge.endings else 0
    while True:
        state = game.new()
        while state.to_act != OVER:
            if 4 <= sum(state.scores()) <= most and state.view(None)["invader"] is None:
                yield state.copy()
            state.apply(state.pick(rng))


def _only_line(knowledge: Knowledge, state: State) -> list[str] | None:
    """The line if the first move alone wins and every later one alone wins as quickly; None otherwise."""
    if len(_winning_moves(knowledge, state)) != 1:
        return None
    line: list[str] = []
    state = state.copy()
    solver = state.to_act
    while state.to_act != OVER:
        known = knowledge.value(state)
        if known is None or (state.to_act == solver and len(known.best) != 1):
            return None
        line.append(knowledge.game.move_text(state, known.best[0]))
        state.apply(known.best[0])
    return line


def _winning_moves(knowledge: Knowledge, state: State) -> list[int]:
    return [action for action in state.legal() if _is_won_after(knowledge, state, action)]


def _is_won_after(knowledge: Knowledge, state: State, action: int) -> bool:
    after = state.copy()
    after.apply(action)
    if after.to_act == OVER:
        return True
    known = knowledge.value(after)
    return known is not None and known.value == "loss"


def rating(knowledge: Knowledge, state: State) -> int:
    """Return how hard a puzzle is."""
    known = knowledge.value(state)
    assert known is not None
    solution = known.best[0]
    temptations = sum(_looks_natural(state, action) for action in state.legal() if action != solution)
    quiet = 0 if _looks_natural(state, solution) else QUIET_BONUS
    return FIRST_RATING + PER_PLY * known.plies + PER_TEMPTATION * temptations + quiet


def _looks_natural(state: State, action: int) -> bool:
    """Whether a move captures, or enters the goal."""
    view = state.view(None)
    target = action % 25
    other = 1 - state.to_act
    return target in view["white"][other] + view["black"][other] or target in view["goals"][state.to_act]
