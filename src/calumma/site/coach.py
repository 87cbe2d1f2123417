"""The coach of first matches: one sentence at the beginning of a turn, where something matters; it knows no more than the seat.

It looks for a win that is one move away, for something new that others could do to what is one's own, and for a move that
gains far more than most. Where there is nothing of that, a bot may be asked about the turn before (`hindsight.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from calumma.core import CHANCE, OVER, Rng, State
from calumma.core.effect import Effect
from calumma.core.messages import called
from calumma.core.words import Words
from calumma.drawing import tell
from calumma.play import Match
from calumma.site import messages
from calumma.site.hindsight import LastTurn, last_turn
from calumma.site.positions import scene_of
from calumma.site.store import Guest
from calumma.site.table import Table

say = Words(__package__)

MUCH = 3  # points by which a move must exceed the middle one


KINDS = ("win", "threat", "gain")
LATER = ("open", "missed")  # kinds of what a bot says of the turn before


def remark(table: Table, guest: Guest, ply: int, tired: Collection[str]) -> tuple[messages.Remark, LastTurn | None]:
    """Return what is worth saying to the seat that acts; where that is nothing, also the last turn, to ask a bot about.

    Outside practice, and when the match has gone on, nothing is.
    """
    match = table.match
    silence: messages.Remark = {"ply": match.ply, "kind": "", "words": "", "cells": []}
    if not match.practice or table.status != "playing" or ply != match.ply or match.to_act not in table.seats_of(guest):
        return silence, None
    found = spoken(match, tired)
    if found is not None:
        return {"ply": ply, **found}, None
    begun = None if set(LATER) <= set(tired) else _last_turn(match)
    return silence, None if begun is None else last_turn(match, begun, _own_cells(match))


def spoken(match: Match, tired: Collection[str] = ()) -> messages.Spoken | None:
    """Return the one thing that matters most to the seat that acts, of kinds that it is not tired of; None if nothing does."""
    ways = zip(KINDS, (_win, _threat, _gain), strict=True)
    return next((found for kind, look in ways if kind not in tired and (found := look(match))), None)


def _after_each(match: Match) -> Iterator[State]:
    """The positions after each legal move, in a world dealt from what the seat knows."""
    world = match.state.determinize(match.to_act, Rng(0))
    for action in world.legal():
        after = world.copy()
        after.apply(action)
        yield after


def _win(match: Match) -> messages.Spoken | None:
    """A move that wins at once, where nothing is hidden."""
    if match.game.info.has_secrets:
        return None
    seat = match.to_act
    over = (after.payoffs() for after in _after_each(match) if after.to_act == OVER)
    if not any(match.game.shares(payoffs)[seat] == 1.0 for payoffs in over):
        return None
    return {"kind": "win", "words": say("coach.win"), "cells": []}


def _gain(match: Match) -> messages.Spoken | None:
    """A move that gains far more than most."""
    seat, before = match.to_act, match.state.scores()[match.to_act]
    gains = sorted(after.scores()[seat] - before for after in _after_each(match))
    if gains[-1] < gains[len(gains) // 2] + MUCH:
        return None
    return {"kind": "gain", "words": say("coach.gain", count=gains[-1]), "cells": []}


def _threat(match: Match) -> messages.Spoken | None:
    """Something that others could do to what is one's own, and could not when the last turn began."""
    seat, begun = match.to_act, _last_turn(match)
    if begun is None:
        return None
    before = match.state_at(begun)
    for cell in _own_cells(match):
        now = [threat for threat in match.state.threats(cell) if threat.values["seat"] != seat]
        known = [threat.values for threat in before.threats(cell)] if now else []
        new = [threat for threat in now if threat.values not in known]
        if new:
            words = say("coach.threat", cell=called(match.game, "cell", cell), words=tell(match.game, new[0], table="threats"))
            return {"kind": "threat", "words": words, "cells": [*new[0].cells, cell]}
    return None


def _last_turn(match: Match) -> int | None:
    """The ply with which the seat that acts began its turn before this one; None if there was none."""
    begun, others = None, False
    for ply in range(match.ply - 1, -1, -1):
        seat = match.plies[ply].seat
        if seat == match.to_act and others:
            begun = ply
        elif begun is not None and seat != CHANCE:
            break
        others = others or seat not in (match.to_act, CHANCE)
    return begun


def _own_cells(match: Match) -> list[str]:
    """The cells of what the seat that acts has, as far as the course of the match tells, the latest first.

    With two seats, whatever the other one threatens is one's own; with more, what one has touched last.
    """
    seat = match.to_act
    known = {cell.id for cell in scene_of(match, seat).cells}
    last: dict[str, int] = {}
    for played, story in zip(reversed(match.plies), reversed(match.stories(seat)), strict=True):
        for cell in _cells(story):
            last.setdefault(cell, played.seat)
    if match.game.seats == 2:
        return [cell for cell in [*last, *sorted(known - set(last))] if cell in known]
    return [cell for cell, owner in last.items() if owner == seat and cell in known]


def _cells(story: list[Effect]) -> Iterator[str]:
    for effect in story:
        yield from effect.cells
