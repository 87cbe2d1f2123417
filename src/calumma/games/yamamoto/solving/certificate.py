"""Certificates: the winner's strategy from a position as a file, which verify.py checks without any of this; where they are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from calumma.core import GameError
from calumma.core.words import Words
from calumma.games.yamamoto.solving.tablebase import data_folder
from calumma.games.yamamoto.strategy import Strategy

say = Words("calumma.games.yamamoto")

FORMAT = 1
PACKAGE = "calumma_solutions"  # a distribution of its own: most people only want to play, and it is larger than all the rest


@dataclass(frozen=True)
class Claim:
    """The head of a certificate.

    `plies` and `positions` are of the strategy and are checked with it. What a search found beside it is only claimed: no win
    takes fewer plies than `least`, and `best` are the first moves that win, if the winner moves first.
    """

    goal: str
    start: str
    winner: int
    plies: int
    positions: int
    least: int
    best: list[str]

    def head(self) -> dict[str, object]:
        """Return the claim as the JSON line of the file."""
        return {"format": FORMAT, "game": "yamamoto", **self.__dict__}


def _packed(body: bytes) -> bytes:
    import lzma  # not every Python has it, and only who writes certificates needs it

    return lzma.compress(body, filters=[{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}])


def write(path: Path, claim: Claim, strategy: Strategy) -> None:
    """Write a finished strategy."""
    moves, plies = strategy.body()
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = _packed(moves + plies)
    path.write_bytes(json.dumps(claim.head()).encode() + b"\n" + packed)


def rewrite_head(path: Path, claim: Claim) -> None:
    """Put another claim before the strategy of a certificate."""
    body = path.read_bytes().partition(b"\n")[2]
    path.write_bytes(json.dumps(claim.head()).encode() + b"\n" + body)


def read_claim(path: Path) -> Claim:
    """Return the head of a certificate."""
    with path.open("rb") as file:
        head = json.loads(file.readline())
    if head.pop("format", None) != FORMAT or head.pop("game", None) != "yamamoto":
        raise GameError(say("no-certificate", path=path, expected=FORMAT))
    return Claim(**head)


def solution_path(goal: str) -> Path:
    """Return where the user's own certificate of the start position is kept."""
    return data_folder() / "solutions" / f"yamamoto-{goal}.proof"


def certificate_path(goal: str) -> Path | None:
    """Return the certificate of the start position: of the user's own and the installed one the shorter win; None if none."""
    own = solution_path(goal)
    found = [folder / own.name for folder in (own.parent, *_installed())]
    return min((path for path in found if path.exists()), key=lambda path: read_claim(path).plies, default=None)


def _installed() -> list[Path]:
    """The folder of the installed certificates, if they are installed."""
    spec = find_spec(PACKAGE)
    return [Path(folder) for folder in (spec.submodule_search_locations or [])] if spec else []


def how_to_get(goal: str) -> str:
    """Return the sentence for whoever asks for a certificate that is not here."""
    return say("certificate-goal-not-installed", goal=goal)
