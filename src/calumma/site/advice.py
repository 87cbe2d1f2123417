"""What to play, and why in numbers: for whoever practises."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import Game, GameError, State
from calumma.core.words import Words
from calumma.drawing import tell_would
from calumma.players import Choice
from calumma.site import messages
from calumma.site.store import Guest
from calumma.site.table import Table
from calumma.solutions import Known, told, told_lost, told_source

say = Words(__package__)

ALIKE = 0.01
"""Chances that differ by less are told as alike."""


def seat_for_hint(table: Table, guest: Guest) -> int:
    """Return the own seat that may ask for a hint now; GameError says why none may."""
    if not table.match.practice:
        raise GameError(say("hint-only-in-practice"))
    if table.status != "playing" or table.match.to_act not in table.seats_of(guest):
        raise GameError(say("hint-only-in-turn"))
    return table.match.to_act


def advice(game: Game, state: State, seat: int, choice: Choice, by: str) -> messages.Advice:
    """Return what a bot would play: the move, what it would do in words, and why in numbers."""
    values = [round(float(value), 3) for value in choice.values]
    return {
        **_advised(game, state, seat, choice.action),
        "by": by,
        "values": values,
        "chances": chances_words(game, values),
        "why": _why(game, seat, choice, by),
    }


def exact_advice(game: Game, state: State, seat: int, known: Known) -> messages.Advice:
    """Return the move that tables, certificate or a proof advise, and the value that it keeps."""
    return {
        **_advised(game, state, seat, known.best[0]),
        "by": told_source(known),
        "values": [],
        "chances": "",
        "why": told_lost(game, seat, known) if known.value == "loss" else told(game, seat, known),
    }


def _advised(game: Game, state: State, seat: int, action: int) -> messages.Advised:
    after = state.copy()
    after.apply(action)
    return {
        "action": action,
        "text": game.move_text(state, action),
        "path": game.path(state, action),
        "words": tell_would(game, game.story(state, action, after, seat)),
    }


def _why(game: Game, seat: int, choice: Choice, by: str) -> str:
    """The numbers that a bot's choice rests on: chances, how much was looked at, and what the next best move brings."""
    parts = []
    values = choice.values
    if values:
        parts.append(say("match.hint_chances", by=by, chances=chances_words(game, values), count=f"{choice.nodes:,}"))
    tried = sorted((one for one in choice.candidates if one.visits), key=lambda one: -one.visits)
    own = next((one for one in tried if one.action == choice.action), None)
    other = next((one for one in tried if one.action != choice.action), None)
    if values and own and other:
        parts.append(_compared(game.seat_names[seat], own.value, other.value))
    return " ".join(parts)


def _compared(seat: str, own: float, other: float) -> str:
    """What the move brings beside the one that was looked at most but for it, which may well seem better for the moment."""
    if own - other < ALIKE:
        return say("match.hint_alike", seat=seat, own=f"{own:.0%}")
    return say("match.hint_next", seat=seat, own=f"{own:.0%}", value=f"{other:.0%}")


def chances_words(game: Game, values: Sequence[float]) -> str:
    """Return the chances of the seats in words."""
    return ", ".join(f"{name} {value:.0%}" for name, value in zip(game.seat_names, values, strict=False))
