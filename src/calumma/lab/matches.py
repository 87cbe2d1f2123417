"""Matches between bots as jobs: everything about a match follows from its job, wherever and whenever it is played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from calumma.core import Game, GameError, OptionValue, Rng
from calumma.core.given import whole
from calumma.core.registry import reload
from calumma.core.words import Words
from calumma.play import SeededLuck
from calumma.players import Choice, load
from calumma.players.bots import seeded
from calumma.players.duel import lineup, play_match, random_opening
from calumma.players.levels import fingerprint
from calumma.records import Record, load_game

say = Words(__package__)


@dataclass(frozen=True)
class MatchJob:
    """One match. The seed decides opening and luck; matches of one seed that differ in `variant` have bots with other seeds.

    `players` are specs in seat order. `opening` is a number of random plies before the bots begin. With `thoughts` the outcome
    tells what the bots thought at every ply.
    """

    game: str
    rules: int
    seats: int
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    seed: int
    variant: int = 0
    opening: int = 0
    thoughts: bool = False

    @classmethod
    def of(
        cls, game: Game, players: Sequence[str], seed: int, variant: int = 0, opening: int = 0, thoughts: bool = False
    ) -> MatchJob:
        """Return the job of a match of a loaded game."""
        if len(players) != game.seats:
            raise GameError(say("cannot-play-players", game=game, count=len(players), seats=game.seats))
        return cls(game.name, game.info.rules, game.seats, game.options, tuple(players), seed, variant, opening, thoughts)

    @cached_property
    def id(self) -> str:
        """Return what tells this match from any other: a hash of all that decides it, and of what the bots are at present."""
        bots = _stamps(self.game, self.seats, tuple(sorted(self.options.items())), tuple(dict.fromkeys(self.players)))
        return sha256(json.dumps([self.as_json(), bots], sort_keys=True).encode()).hexdigest()[:20]

    def __hash__(self) -> int:
        return hash(self.id)

    def as_json(self) -> dict[str, Any]:
        """Return all that decides the match as JSON-able values."""
        return {
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "players": list(self.players),
            "seed": self.seed,
            "variant": self.variant,
            "opening": self.opening,
            "thoughts": self.thoughts,
        }

    def load_game(self) -> Game:
        """Return the game; GameError if this program plays it by other rules."""
        return load_game(self.game, self.rules, self.seats, self.options)

    def play(self) -> dict[str, Any]:
        """Play the match and return the values of its outcome."""
        game = self.load_game()
        luck = SeededLuck(seeded(self.seed, 0))
        start = random_opening(game, self.opening, Rng(seeded(self.seed, 1)), luck)
        base = seeded(self.seed, 2 + self.variant)
        bots = [load(spec, game, seeded(base, seat)) for seat, spec in enumerate(self.players)]
        thoughts: list[dict[str, Any] | None] = []
        try:
            done = play_match(game, bots, luck, start, lambda state, action, choice: thoughts.append(_thought(choice)))
        finally:
            for bot in bots:
                bot.close()
        seconds = [round(each, 4) for each in done.seconds]
        values: dict[str, Any] = {"record": done.record.as_json(), "opening": done.opening, "seconds": seconds}
        values |= {"failure": done.failure} if done.failure else {}
        return values | ({"thoughts": thoughts} if self.thoughts else {})

    def read(self, values: Any) -> Outcome:
        """Return the outcome that `play` wrote down."""
        thoughts = [None if one is None else Thought.from_json(one) for one in values.get("thoughts", ())]
        record, seconds = Record.from_json(values["record"]), [float(each) for each in values["seconds"]]
        found = Outcome(self, record, whole(values["opening"]), seconds, thoughts, str(values.get("failure", "")))
        if not found.fits:
            raise GameError(say("no-outcome-of-match", game=self.game, seats=self.seats))
        return found


@cache
def _stamps(name: str, seats: int, options: tuple[tuple[str, OptionValue], ...], players: tuple[str, ...]) -> list[str]:
    """Return fingerprints of players: a log with matches of bots that were changed since is not mistaken for one of theirs."""
    game = reload(name, seats, dict(options))
    for spec in players:
        load(spec, game)  # whoever does not exist is named before anything is played
    return [fingerprint(game, spec) for spec in players]


def check_players(jobs: Iterable[MatchJob]) -> None:
    """Let every player of some matches make ready once; EngineError names one that cannot, before it loses all its matches."""
    tables = {spec: job for job in jobs for spec in job.players}
    for spec, table in tables.items():
        player = load(spec, table.load_game())
        try:
            player.prepare()
        finally:
            player.close()


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot said of a position before its ply: the expected payoffs of all seats and how often it tried which action.

    Bots that do not estimate say nothing (`values` is empty); searches without visits count every action they weighed once.
    `worth` is what each of these actions would bring the bot's seat.
    """

    values: list[float]
    visits: dict[int, int]
    worth: dict[int, float]

    @classmethod
    def from_json(cls, values: Any) -> Thought:
        """Return it from JSON values."""
        rows = values["candidates"]
        return cls([float(value) for value in values["values"]], {a: n for a, n, _ in rows}, {a: w for a, _, w in rows})


def _thought(choice: Choice | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    rows = [[one.action, one.visits, round(one.value, 5)] for one in choice.candidates if one.visits]
    return {"values": [round(value, 5) for value in choice.values], "candidates": rows}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished match: its record, how many of its first plies were random, how long each seat thought.

    `thoughts` has an entry a ply if the job asked for them: None where chance or the opening decided.
    """

    job: MatchJob
    record: Record
    opening: int
    seconds: list[float]
    thoughts: list[Thought | None]
    failure: str = ""  # what an engine did that lost it the match

    @property
    def fits(self) -> bool:
        """Whether it is one of the job's match: of its game, finished, and with something of every seat."""
        record, seats = self.record, self.job.seats
        sizes = {record.seats, len(self.payoffs), len(self.seconds), *(len(one.values) or seats for one in self.thoughts if one)}
        return record.game == self.job.game and sizes == {seats} and len(self.thoughts) in (0, len(record.plies))

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What every seat got."""
        return self.record.payoffs or ()

    @property
    def shares(self) -> list[float]:
        """Who won, as shares of 1: for points and ratings, whatever the match paid."""
        return self.record.load_game().shares(self.payoffs)

    def share(self, seats: Sequence[int]) -> float:
        """Return the share of the win that some seats got together."""
        return sum(self.shares[seat] for seat in seats)


def rounds(
    game: Game, specs: Sequence[str], matches: int, seed: int = 0, opening: int = 2, thoughts: bool = False
) -> list[MatchJob]:
    """Return the matches of a series between players, one for each side, as many as asked for.

    They come in rounds: in each every player sits at every side once, all with the same opening and the same luck, so neither
    seats nor openings favour anybody; the matches of a round that is cut short are the first of it.
    """
    return [numbered(game, specs, number, seed, opening, thoughts) for number in range(matches)]


def numbered(game: Game, specs: Sequence[str], number: int, seed: int = 0, opening: int = 2, thoughts: bool = False) -> MatchJob:
    """Return one match of such a series; its `variant` is the turn within its round."""
    round_, turn = divmod(number, len(specs))
    return MatchJob.of(game, lineup(game, specs, turn), seeded(seed, round_), turn, opening, thoughts)


def places(game: Game, specs: Sequence[object], turn: int) -> list[int]:
    """Return which player (its place among the specs) sits at each seat in a turn of `rounds`."""
    return [int(place) for place in lineup(game, [str(place) for place in range(len(specs))], turn)]
