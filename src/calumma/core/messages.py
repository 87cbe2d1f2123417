"""Words for what happened: the sentences of a game, filled with the values of its effects.

They stand in the tables (`msgctxt`) of the game's `locale/en.po`: `effects`, `would`, `refusals`, `threats`, `reasons`,
`choices`, `guide`, `tally`, `margins` and `goals`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from calumma.core.catalogue import MessageError
from calumma.core.effect import Effect
from calumma.core.words import Words

say = Words("calumma.core")

SQUARE = re.compile(r"[a-z]\d")


def tell(game: Any, effect: Effect, names: Sequence[str] | None = None, table: str = "effects") -> str:
    """Return an effect in words. Seats are called by `names`, or as the rule book calls them."""
    values = {name: _spoken(name, value, game, names) for name, value in effect.values.items()}
    return words(game, table).fill(effect.key, values)


def tell_would(game: Any, story: Sequence[Effect], names: Sequence[str] | None = None) -> str:
    """Return what a move would do as one line of sentences, without the effects that such a line leaves out."""
    known = words(game, "would").keys()
    return " ".join(tell(game, effect, names, "would") for effect in story if effect.key in known)


def tell_all(game: Any, story: Sequence[Effect], names: Sequence[str] | None = None) -> str:
    """Return a story as one line of sentences."""
    return " ".join(tell(game, effect, names) for effect in story)


def refusal_text(game: Any, refusal: Effect, names: Sequence[str] | None = None) -> str:
    """Return why something is not legal, as the end of a sentence; it names the rule that forbids it, if one does."""
    reason = tell(game, refusal, names, "refusals")
    return say("by-rule", reason=reason, rule=refusal.values["rule"]) if "rule" in refusal.values else reason


def sentence(words: str) -> str:
    """Return words with a capital and a full stop; a square at the beginning, like f2, keeps its name."""
    begun = words if SQUARE.match(words) else words[:1].upper() + words[1:]
    return begun + ("" if words.endswith((".", "?")) else ".")


def reason_text(game: Any, key: str) -> str:
    """Return why a match ended, as a sentence."""
    return words(game, "reasons")(key)


def choice_text(game: Any, cell: str) -> str:
    """Return the words on the button of a choice cell. Like all of these it takes a game or the name of its package."""
    return words(game, "choices")(cell)


def goal_text(game: Any) -> str:
    """Return how one wins, as a sentence; nothing if the game does not tell it."""
    key = game.definition.goal
    return words(game, "goals")(key) if key else ""


def words(game: Any, table: str) -> Words:
    """Return a table of a game's words: `effects`, `would`, `refusals` and so on."""
    return _table_of(game if isinstance(game, str) else str(game.definition.package), table)


@cache
def _table_of(package: str, table: str) -> Words:
    return Words(package, table)


def listed(things: Sequence[str]) -> str:
    """Return several things as they are told: a, b and c."""
    if len(things) < 2:
        return things[0] if things else say("nothing")
    return say("and", first=", ".join(things[:-1]), last=things[-1])


def either(things: Sequence[str]) -> str:
    """Return several things to choose from: a, b or c."""
    return things[0] if len(things) == 1 else say("or", first=", ".join(things[:-1]), last=things[-1])


def _spoken(name: str, value: Any, game: Any, names: Sequence[str] | None) -> Any:
    """Return a value as it is spoken: as the game says it, seats by name, several things joined by commas and "and"."""
    value = called(game, name, value)
    if name.endswith("seats") and isinstance(value, (list, tuple)):
        return listed([_seat_name(seat, game, names) for seat in value])
    if isinstance(value, (list, tuple)):
        return listed([str(each) for each in value])
    if name == "seat" or name.endswith("_seat"):
        return _seat_name(value, game, names)
    return value


def called(game: Any, name: str, value: Any) -> Any:
    """Return how a game says a value, by the name under which effects have it; most values are said as they are."""
    return value if game.definition.spoken is None else game.definition.spoken(name, value)


def _seat_name(seat: int, game: Any, names: Sequence[str] | None) -> str:
    seats = game.seat_names if names is None else names
    if not 0 <= seat < len(seats):
        raise MessageError(f"there is no name for seat {seat}: expected 0 to {len(seats) - 1}")
    return seats[seat]
