"""Small versions of games with secrets: late positions of which everything can be enumerated.

A game's package may have a file `small.toml`. A version is a position of a match with few cards left, by the rules as they
are, with the hidden ones dealt anew: `unseen` names the cards that nobody has seen, `hands` how many of them every seat
holds, and `{0}`, `{1}` in `position` stand for the hands. All deals are equally likely. Nothing but the laboratory knows of
them.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from typing import Any

import calumma
from calumma.core import Game, GameError, State
from calumma.core.words import Words

say = Words(__package__)

FILE = "small.toml"


@dataclass(frozen=True, slots=True)
class Small:
    """A game that begins late, with the worlds that it may begin with."""

    name: str
    sentence: str
    game: Game
    worlds: list[tuple[State, float]]


def versions(name: str) -> list[str]:
    """Return the names of a game's small versions."""
    return list(_read(name))


def small(name: str, version: str) -> Small:
    """Return a small version of a game; GameError if there is none of that name."""
    found = _read(name)
    if version not in found:
        raise GameError(say("no-small-version", game=name, version=version, known=", ".join(found) or "-"))
    told = found[version]
    game = calumma.load(name, told["seats"], **told.get("options", {}))
    deals = Counter(_deals(told["unseen"], told["hands"]))
    worlds = [(_world(game, told, deal), float(count)) for deal, count in deals.items()]
    return Small(version, told["sentence"], game, worlds)


def _read(name: str) -> dict[str, Any]:
    file = resources.files(calumma.load(name).definition.package).joinpath(FILE)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _deals(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """All ways to deal hands of these sizes; cards of the same name are different cards."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = [card for i, card in enumerate(cards) if i not in chosen]
        for others in _deals(rest, sizes[1:]):
            yield (tuple(cards[i] for i in chosen), *others)


def _world(game: Game, told: dict[str, Any], deal: Sequence[Sequence[str]]) -> State:
    hands = [told.get("between", "").join(hand) or "-" for hand in deal]
    return game.parse_position(told["position"].format(*hands))
