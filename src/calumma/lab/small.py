"""Small versions of games with secrets: whole games and late positions of which everything can be enumerated.

A game's package may have a file `small.toml`. All versions are played by the rules as they are. With `laboratory` a version is
a whole game: numbers of the rule book (how many tiles, spaces or actions there are) are smaller, as `Definition.laboratory`
allows. It begins with its first ply, or with `position`, once what is open has been set up. Without, it is a late position with
few cards left. Where `unseen` names the cards that nobody has seen and `hands` how many of them every seat holds, they are dealt
anew, all deals being equally likely; `{0}`, `{1}` in `position` stand for the hands.

Nothing but the laboratory knows of them: menus, records, and `info` of games that are loaded elsewhere lack these numbers.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    """A game that is small, with the worlds that it may begin with."""

    name: str
    sentence: str
    game: Game
    worlds: list[tuple[State, float]]
    whole: bool  # not a late position of the game as it is


class Smaller(Game):
    """A game with numbers that only the laboratory can choose; `options` has them, too."""

    def __init__(self, name: str, seats: int | None, options: Mapping[str, object]) -> None:
        about = calumma.load(name).definition
        super().__init__(replace(about, options=(*about.options, *about.laboratory)), seats, options)

    def __reduce__(self) -> tuple[Any, ...]:
        return Smaller, (self.name, self.seats, self.options)


def versions(name: str) -> list[str]:
    """Return the names of a game's small versions."""
    return list(_read(name))


def small(name: str, version: str) -> Small:
    """Return a small version of a game; GameError if there is none of that name."""
    found = _read(name)
    if version not in found:
        raise GameError(say("no-small-version", game=name, version=version, known=", ".join(found) or "-"))
    told = found[version]
    whole = "laboratory" in told
    options = told.get("options", {})
    game = (
        Smaller(name, told["seats"], {**options, **told["laboratory"]}) if whole else calumma.load(name, told["seats"], **options)
    )
    return Small(version, told["sentence"], game, _worlds(game, told), whole)


def _worlds(game: Game, told: dict[str, Any]) -> list[tuple[State, float]]:
    if "position" not in told:
        return [(game.new(), 1.0)]
    deals = Counter(_deals(told.get("unseen", []), told.get("hands", [])))
    return [(_world(game, told, deal), float(count)) for deal, count in deals.items()]


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
