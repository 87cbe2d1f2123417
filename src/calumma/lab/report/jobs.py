"""What a report plays: measured matches between bots, and batches of random matches for the figures of structure."""

from __future__ import annotations

import json
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from time import process_time
from typing import Any

from calumma import __version__
from calumma.core import CHANCE, OVER, Game, OptionValue, Rng
from calumma.lab.matches import MatchJob
from calumma.lab.report.measures import Measured, Tally, measure
from calumma.players.bots import seeded
from calumma.players.levels import fingerprint
from calumma.records import load_game

BATCH = 20  # random matches a job
KEPT = 40  # positions kept of a random match, for the size of the space

Stamp = Callable[[Game, str], str]
"""What tells how a bot of a name is set in a game."""


def _name(kind: str, values: Any) -> str:
    text = json.dumps([kind, __version__, values], sort_keys=True)
    return f"{kind}-{sha256(text.encode()).hexdigest()[:20]}"


@dataclass(frozen=True)
class MeasuredJob:
    """A match between bots, of which only the numbers are kept."""

    match: MatchJob
    stamps: tuple[str, ...]  # how the bots are set

    @cached_property
    def id(self) -> str:
        """Return what tells it from others: the match, and how its bots are set, so that those of changed bots are not reused."""
        return _name("match", [self.match.as_json(), list(self.stamps)])

    def play(self) -> Any:
        """Play and measure it."""
        began = process_time()
        values = self.match.play()
        took = process_time() - began
        said = [one and one["values"] for one in values["thoughts"]]
        measured = measure(self.match.load_game(), values["record"]["plies"], said)
        return {**measured.as_json(), "seconds": round(took, 3)}

    def read(self, values: Any) -> Measured:
        """Return its numbers."""
        return _of_game(Measured.from_json(values), self.match.load_game())


def bot_match(
    game: Game, players: list[str], seed: int, variant: int = 0, stamp: Stamp = fingerprint, opening: int = 0
) -> MeasuredJob:
    """Return the job of a match, after some random plies if asked for; matches of one seed have the same luck."""
    stamps = tuple(stamp(game, spec) for spec in players)
    return MeasuredJob(MatchJob.of(game, players, seed, variant, opening, thoughts=True), stamps)


@dataclass(frozen=True)
class Wandering:
    """A random match as numbers, with some of its positions as hashes."""

    measured: Measured
    positions: list[int]


@dataclass(frozen=True)
class RandomJob:
    """A batch of matches in which every legal action is as likely as any other."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, OptionValue]
    seed: int
    batch: int

    @classmethod
    def of(cls, game: Game, seed: int, batch: int) -> RandomJob:
        """Return the job of a batch of a loaded game."""
        return cls(game.name, game.info.rules, game.seats, game.options, seed, batch)

    @cached_property
    def id(self) -> str:
        """Return what tells it from others."""
        return _name("random", [self.game, self.rules, self.seats, dict(self.options), self.seed, self.batch])

    def play(self) -> Any:
        """Play the batch."""
        game = load_game(self.game, self.rules, self.seats, self.options)
        found = [wander(game, Rng(seeded(self.seed, self.batch * BATCH + number))) for number in range(BATCH)]
        return [{"measured": one.measured.as_json(), "positions": _packed(one.positions)} for one in found]

    def read(self, values: Any) -> list[Wandering]:
        """Return its matches."""
        if len(values) != BATCH:
            raise ValueError(f"cannot use a batch of {len(values)} matches: expected {BATCH}")
        game = load_game(self.game, self.rules, self.seats, self.options)
        return [Wandering(_of_game(Measured.from_json(one["measured"]), game), _unpacked(one["positions"])) for one in values]


def _of_game(measured: Measured, game: Game) -> Measured:
    """Return the numbers of a match; ValueError if they are not those of all seats and sides of the game."""
    if len(measured.scores) != game.seats or len(measured.shares) != len(game.teams):
        raise ValueError(f"cannot use the numbers of a match of {len(measured.scores)} seats: expected {game.seats}")
    return measured


def wander(game: Game, rng: Rng) -> Wandering:
    """Play one random match; of its positions with a decision `KEPT` are kept, each as likely as any other."""
    state, tally, digest = game.new(), Tally(), sha256()
    positions: list[int] = []
    while state.to_act != OVER:
        tally.ply(state, len(state.legal()))
        action = state.pick(rng)
        if state.to_act != CHANCE:
            _keep(positions, state.hash(), len(tally.widths), rng)
        digest.update(action.to_bytes(4, "big"))
        state.apply(action)
    measured = tally.measured(game, state, digest.hexdigest()[:16])
    return Wandering(measured, positions)


def _keep(positions: list[int], position: int, seen: int, rng: Rng) -> None:
    """Keep a fair sample of a stream (Vitter's algorithm R)."""
    if len(positions) < KEPT:
        positions.append(position)
        return
    place = rng.below(seen)
    if place < KEPT:
        positions[place] = position


def _packed(positions: list[int]) -> str:
    return b64encode(array("Q", positions).tobytes()).decode()


def _unpacked(text: str) -> list[int]:
    return array("Q", b64decode(text)).tolist()
