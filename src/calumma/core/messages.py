"""Words for what happened: the templates of a game's `messages.toml`, filled with the values of its effects."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from calumma.core.effect import Effect

TABLES = ("effects", "would", "refusals", "threats", "reasons", "choices", "guide", "tally")


class MessageError(ValueError):
    """A game has no words for something; the sentence says for what and where to add them."""


def tell(game: Any, effect: Effect, names: Sequence[str] | None = None, table: str = "effects") -> str:
    """Return an effect in words. Seats are called by `names`, or as the rule book calls them."""
    key = effect.key
    if effect.values.get("count") == 1 and f"{key}.one" in messages(game)[table]:
        key = f"{key}.one"
    template = _find(game, table, key)
    words = {name: _spoken(name, value, game, names) for name, value in effect.values.items()}
    try:
        return template.format(**words)
    except KeyError as missing:
        known = ", ".join(effect.values) or "none"
        raise MessageError(
            f'the message "{key}" of {_package(game)} wants {missing}: the effect has the values {known}'
        ) from None


def tell_would(game: Any, story: Sequence[Effect], names: Sequence[str] | None = None) -> str:
    """Return what a move would do as one line of sentences, without the effects that such a line leaves out."""
    known = messages(game)["would"]
    return " ".join(tell(game, effect, names, "would") for effect in story if effect.key in known)


def tell_all(game: Any, story: Sequence[Effect], names: Sequence[str] | None = None) -> str:
    """Return a story as one line of sentences."""
    return " ".join(tell(game, effect, names) for effect in story)


def refusal_text(game: Any, refusal: Effect, names: Sequence[str] | None = None) -> str:
    """Return why something is not legal, as the end of a sentence; it names the rule that forbids it, if one does."""
    words = tell(game, refusal, names, "refusals")
    return f"{words} (rule {refusal.values['rule']})" if "rule" in refusal.values else words


def sentence(words: str) -> str:
    """Return words with a capital and a full stop."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "?")) else ".")


def reason_text(game: Any, key: str) -> str:
    """Return why a match ended, as a sentence."""
    return _find(game, "reasons", key)


def choice_text(game: Any, cell: str) -> str:
    """Return the words on the button of a choice cell. Like all of these it takes a game or the name of its package."""
    return _find(game, "choices", cell)


def messages(game: Any) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of a game's words: `effects`, `would`, `refusals` and so on."""
    return _load(_package(game))


@cache
def _load(package: str) -> Mapping[str, Mapping[str, str]]:
    text = resources.files(package).joinpath("messages.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    if strange := set(tables) - set(TABLES):
        raise MessageError(f"messages.toml of {package} has a table {min(strange)}: expected {', '.join(TABLES)}")
    return {name: tables.get(name, {}) for name in TABLES}


def _find(game: Any, table: str, key: str) -> str:
    words = messages(game)[table]
    if key not in words:
        raise MessageError(f'there is no message "{key}" among the {table} of {_package(game)}: add it to its messages.toml')
    return words[key]


def _package(game: Any) -> str:
    return game if isinstance(game, str) else str(game.definition.package)


def _spoken(name: str, value: Any, game: Any, names: Sequence[str] | None) -> Any:
    """Return a value as it is spoken: seats by name, several things joined by commas and "and"."""
    if name.endswith("seats") and isinstance(value, (list, tuple)):
        return _listed([_seat_name(seat, game, names) for seat in value])
    if isinstance(value, (list, tuple)):
        return _listed([str(each) for each in value])
    if name == "seat" or name.endswith("_seat"):
        return _seat_name(value, game, names)
    return value


def _seat_name(seat: int, game: Any, names: Sequence[str] | None) -> str:
    called = game.seat_names if names is None else names
    if not 0 <= seat < len(called):
        raise MessageError(f"there is no name for seat {seat}: expected 0 to {len(called) - 1}")
    return called[seat]


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"
