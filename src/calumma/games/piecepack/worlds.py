"""All worlds behind what a seat sees: every way of dealing unseen tiles to the other hands, each as likely as any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from calumma.core import Game
from calumma.games.piecepack.board import TILE_NAMES
from calumma.games.piecepack.box import box_of
from calumma.games.piecepack.notation import tiles_in


def worlds(game: Game, text: str, seat: int) -> Iterator[str]:
    """Yield the full texts of all worlds behind a text that a seat sees."""
    parts = text.split()
    hands = parts[4].split("/")
    seen = tiles_in(" ".join((parts[0], parts[3], parts[4])))
    unseen = [TILE_NAMES[tile] for tile in box_of(game.seats, game.options).tiles if TILE_NAMES[tile] not in seen]
    for dealt in _dealt(hands, unseen):
        yield " ".join((*parts[:4], "/".join(dealt), *parts[5:]))


def _dealt(hands: Sequence[str], unseen: Sequence[str]) -> Iterator[list[str]]:
    """Every way of filling hands of question marks."""
    if not hands:
        yield []
        return
    hidden = len(hands[0]) if set(hands[0]) == {"?"} else 0
    for given in combinations(unseen, hidden):
        rest = [name for name in unseen if name not in given]
        for others in _dealt(hands[1:], rest):
            yield ["".join(given) or hands[0], *others]
