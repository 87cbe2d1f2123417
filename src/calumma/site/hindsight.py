"""What a bot says of the last turn of a seat: whether a decision gave much away, and how, in words from effects.

A bot weighs the moves of every decision of that turn in worlds dealt from what the seat knew then: there is nothing to peek at.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from calumma.core import CHANCE, Game, Rng, State
from calumma.core.effect import Effect
from calumma.core.messages import called
from calumma.core.words import Words
from calumma.drawing import tell
from calumma.play import Match
from calumma.players import Choice
from calumma.players.levels import kind_of, well_tried
from calumma.site import messages
from calumma.site.explanations import preview

say = Words(__package__)

GIVEN_AWAY = 0.12  # of the win: what a decision must have cost to be worth a sentence
MOST = 6  # decisions of a turn that a bot is asked about: in most games a turn has one
TRIED = 0.25  # the best is sought among moves that a tree tried at least this part as often as the most tried


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The decisions of a seat in its last turn, each with the position before it, and the cells of what is its own."""

    seat: int
    decisions: list[tuple[State, int]]
    cells: list[str]


def last_turn(match: Match, begun: int, cells: Sequence[str]) -> LastTurn:
    """Return the turn that the seat that acts began at a ply; decisions without a choice are left out."""
    seat, found = match.to_act, []
    for ply in range(begun, match.ply):
        played = match.plies[ply]
        if played.seat not in (seat, CHANCE):
            break
        before = match.state_at(ply)
        if played.seat == seat and len(before.legal()) > 1:
            found.append((before, played.action))
    return LastTurn(seat, found[-MOST:], list(cells))


def weigher(game: Game) -> str:
    """Return who weighs all moves of a position: in duels deep searches know the best move alone, trees know all of them."""
    return "adviser:every" if kind_of(game) == "duel" else "adviser:quick"


def hindsight(turn: LastTurn, thoughts: Sequence[Choice], tired: Collection[str] = ()) -> messages.Spoken | None:
    """Return what is to be said of the decision that cost most, by what a bot thought of each; None if none cost much."""
    costs = [_cost(choice, action) for choice, (_, action) in zip(thoughts, turn.decisions, strict=True)]
    if max(costs, default=0.0) < GIVEN_AWAY:
        return None
    worst = costs.index(max(costs))
    before, action = turn.decisions[worst]
    best = _best(thoughts[worst])
    left = None if "open" in tired else _left_open(turn, before, action, best)
    return left or (None if "missed" in tired else _missed(turn, before, best))


def _best(choice: Choice) -> int:
    return max(well_tried(choice.candidates, TRIED), key=lambda one: one.value).action


def _cost(choice: Choice, action: int) -> float:
    """What an action brings less than the best one, as a share of the win."""
    values = {one.action: one.value for one in choice.candidates}
    return values[_best(choice)] - values[action] if action in values else 0.0


def _left_open(turn: LastTurn, before: State, action: int, best: int) -> messages.Spoken | None:
    """Something that others could do to what is one's own after the move, but not before it, nor after the better one."""
    game, played, better = before.game, _after(before, turn.seat, action), _after(before, turn.seat, best)
    for cell in turn.cells:
        after = [threat for threat in played.threats(cell) if threat.values["seat"] != turn.seat]
        known = [*_values(before.threats(cell)), *_values(better.threats(cell))] if after else []
        new = [threat for threat in after if threat.values not in known]
        if new:
            words = say("coach.open", cell=called(game, "cell", cell), words=tell(game, new[0], table="threats"))
            return {"kind": "open", "words": words, "cells": [*new[0].cells, cell]}
    return None


def _after(before: State, seat: int, action: int) -> State:
    """The position after an action, in a world dealt from what the seat knows."""
    world = before.determinize(seat, Rng(0))
    world.apply(action)
    return world


def _values(threats: Sequence[Effect]) -> list[object]:
    return [threat.values for threat in threats]


def _missed(turn: LastTurn, before: State, best: int) -> messages.Spoken:
    """The better move, by what it would have done as far as the seat could know."""
    game = before.game
    words = " ".join(preview(game, before, turn.seat, [best])["words"]) or game.move_text(before, best)
    return {"kind": "missed", "words": say("coach.missed", words=words), "cells": game.path(before, best)}
