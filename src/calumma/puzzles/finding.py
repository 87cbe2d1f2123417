"""Finding: whether a position of a match is a puzzle of some kind, with exactly one move that reaches the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calumma.core import CHANCE, State
from calumma.puzzles.defence import resisting
from calumma.puzzles.kinds import Kind
from calumma.puzzles.proving import Prover, Stage, TooHard, averages, brings, keeping
from calumma.puzzles.puzzle import Puzzle, parsed
from calumma.puzzles.worlds import worlds_of

Verdict = Literal["found", "none", "easy", "ambiguous", "hard"]
"""Of a candidate: a puzzle, no goal in reach, one that is reached too soon, several moves reach it, or too long a search."""

LONGEST_LINE = 40
FIRST_RATING, PER_MOVE, PER_MISS, PER_DOUBLING = 400, 120, 140, 35


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of a candidate; the puzzle has no number and no rating yet."""

    verdict: Verdict
    puzzle: Puzzle | None = None


def examine(prover: Prover, kind: Kind, position: str, seat: int) -> Finding:
    """Return what a position of a match, as a seat sees it, is as a puzzle."""
    game = prover.game
    worlds = worlds_of(game, position, seat, kind.worlds)
    if worlds is None:
        return Finding("hard")
    try:
        if kind.proof == "average":
            return _average(prover, kind, position, seat, worlds)
        return _every(prover, kind, position, seat, worlds)
    except TooHard:
        return Finding("hard")


def _every(prover: Prover, kind: Kind, position: str, seat: int, worlds: list[State]) -> Finding:
    """Whether one move, the same in every world, reaches the goal in all of them, and no other does in any."""
    first = worlds[0]
    before = prover.lead(first, seat)
    if kind.above and prover.reaches(kind, Stage(first, seat, kind.above), seat, before + kind.least):
        return Finding("easy")
    for turns in kind.turns:
        stage = Stage(first, seat, turns)
        gain = 0
        if kind.measure == "lead":
            gain = prover.value(kind, stage, seat, before + kind.least - 1, before + kind.most) - before
            if gain < kind.least:
                continue
        elif not prover.reaches(kind, stage, seat, 0):
            continue
        wanted, allowed = before + gain, before + gain - kind.margin + 1
        good = keeping(prover, kind, stage, seat, wanted, 2)
        if len(good) != 1:
            return Finding("ambiguous")
        if not all(_is_only(prover, kind, Stage(world, seat, turns), seat, good[0], wanted, allowed) for world in set(worlds)):
            return Finding("ambiguous")
        line = _line(prover, kind, Stage(parsed(prover.game, position, seat), seat, turns), seat, wanted, good[0])
        return Finding("found", Puzzle(kind, 0, seat, position, turns, gain, 0, line))
    return Finding("none")


def _is_only(prover: Prover, kind: Kind, stage: Stage, seat: int, action: int, wanted: int, allowed: int) -> bool:
    """Whether an action alone reaches the goal, and no other comes near it, not even with some more turns."""
    if action not in keeping(prover, kind, stage, seat, wanted):
        return False
    longer = Stage(stage.state, stage.mover, stage.turns + kind.slack)
    return keeping(prover, kind, longer, seat, allowed, 2) == [action]


def _average(prover: Prover, kind: Kind, position: str, seat: int, worlds: list[State]) -> Finding:
    """Whether one move gains most on average over all worlds, further ahead of every other than the margin."""
    turns = kind.turns[0]
    found = sorted(averages(prover, kind, worlds, seat, turns).items(), key=lambda each: -each[1])
    if len(found) < 2 or found[0][1] < kind.least:
        return Finding("none")
    if found[0][1] - found[1][1] < kind.margin:
        return Finding("ambiguous")
    line = (prover.game.move_text(worlds[0], found[0][0]),)
    gain = round(100 * found[0][1])
    return Finding("found", Puzzle(kind, 0, seat, position, turns, 0, 0, line, gain))


def _line(prover: Prover, kind: Kind, stage: Stage, seat: int, lead: int, first: int) -> tuple[str, ...]:
    """The moves that reach the goal, against the answers that resist longest, to the last one of a seat."""
    texts: list[str] = []
    count, action = 0, first
    while len(texts) < LONGEST_LINE:
        actor = stage.state.to_act
        texts.append(prover.game.move_text(stage.state, action))
        count = len(texts) if actor != CHANCE else count
        is_done = actor == seat and kind.measure == "goal" and brings(kind, stage.state, action)
        stage = stage.after(action)
        if is_done or is_settled(kind, stage, seat):
            break
        action = resisting(prover, kind, stage, seat, lead)
    return tuple(texts[:count])


def is_settled(kind: Kind, stage: Stage, seat: int) -> bool:
    """Return whether the solver has nothing left to do: the match or the turns are over, or only others' turns are left."""
    if stage.is_last:
        return True
    return kind.measure == "lead" and stage.mover != seat and stage.state.to_act != CHANCE and stage.turns < stage.state.seats


def rate(puzzle: Puzzle, misses: int) -> int:
    """Return how hard a puzzle is: by the moves to find and to choose from, and by how many low levels play something else."""
    state = puzzle.beginning()
    choices, own = len(state.legal()), 0
    for text in puzzle.line:
        own += state.to_act == puzzle.seat
        state.apply(puzzle.game.parse_move(state, text))
    return FIRST_RATING + PER_MOVE * (own - 1) + PER_MISS * misses + PER_DOUBLING * choices.bit_length()
