"""Certificates: the winner's strategy from a position as a file, which verify.py checks without any of this."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from calumma.core import Game, GameError, State
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.strategy import Strategy
from calumma.lab.solving.positions import position_of

FORMAT = 1
CHUNK = 20_000
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Claim:
    """The head of a certificate: who wins from where and when, and the first moves that keep the value, with their plies."""

    goal: str
    start: str
    winner: int
    plies: int
    positions: int
    best: dict[str, int]

    def head(self) -> dict[str, Any]:
        """Return the claim as the JSON line of the file."""
        return {"format": FORMAT, "game": "yamamoto", **self.__dict__}


def write(path: Path, claim: Claim, strategy: Strategy) -> None:
    """Write a finished strategy."""
    moves, plies = strategy.body()
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = lzma.compress(moves + plies, filters=FILTERS)
    path.write_bytes(json.dumps(claim.head()).encode() + b"\n" + packed)


def read_claim(path: Path) -> Claim:
    """Return the head of a certificate."""
    with path.open("rb") as file:
        head = json.loads(file.readline())
    if head.pop("format", None) != FORMAT or head.pop("game", None) != "yamamoto":
        raise GameError(f'"{path}" is no certificate: expected format {FORMAT} of yamamoto')
    return Claim(**head)


def certificate_path(goal: str) -> Path | None:
    """Return the certificate of the start position: the user's own, or the one that is part of the package; None if neither is there."""
    from calumma.lab.solving.tablebase import data_folder

    name = f"yamamoto-{goal}.proof"
    places = [data_folder() / "solutions" / name, Path(str(files("calumma.lab.solving"))) / "solutions" / name]
    return next((path for path in places if path.exists()), None)


def make_strategy(prover: Prover, state: State, winner: int, progress: Progress | None = None) -> tuple[Strategy, int]:
    """Return the winner's strategy from a position that the prover knows to be won, and the plies it takes."""
    strategy = Strategy(prover.endings.goal, prover)
    strategy.begin(position_of(state), state.to_act == winner)
    while strategy.advance(CHUNK):
        if progress:
            progress(strategy.done, strategy.count)
    return strategy, strategy.finish()


def certify(path: Path, game: Game, state: State, prover: Prover, winner: int, best: dict[str, int], progress: Progress | None = None) -> Claim:
    """Write the certificate of a position that the prover knows to be won."""
    strategy, plies = make_strategy(prover, state, winner, progress)
    claim = Claim(game.options["goal"], game.position_text(state, None), winner, plies, strategy.count, best)
    write(path, claim, strategy)
    return claim
