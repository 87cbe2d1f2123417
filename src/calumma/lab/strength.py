"""The strength table: whether every level beats the one below, and where the networks of games have their place.

Every match is a line in a log, so a run can be stopped and gone on with at any time, on any number of processes, and no match
is counted twice: all of it follows from the seed and the number of the match. Its name there carries fingerprints of its players:
when the settings of a level change, its matches count no more, and only they are played anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from calumma.core import OVER, Game, Rng
from calumma.core.given import shown, whole
from calumma.core.network import shipped
from calumma.core.registry import load
from calumma.lab.executors import Executor, executor
from calumma.lab.log import Log
from calumma.lab.matches import MatchJob, numbered, places
from calumma.lab.runner import in_order, read_logged
from calumma.lab.runner import run as run_jobs
from calumma.lab.scores import elo, wilson
from calumma.players import load as load_player
from calumma.players.levels import LEVELS, fingerprint
from calumma.records import Record, replay

SEED = 20_260
OPENING = 2
SHOWN = ("level:6", "greedy", "random")  # what players of a kind reach, in games in which finishing anything takes purpose
# A verdict is given after so many matches, never in between: four looks at an interval of 99 % are wrong at most once in 25.
LOOKS = (200, 400, 800, 1600)
SLOW = "level:6"  # takes about a second: what it plays is told at the first look, all else not before the second
SURE = 2.575829  # standard deviations for 99 %
STAGES = (2, 6, 12, 40, 100, *LOOKS)  # every pairing gets so many matches before any gets more
NEIGHBOURS = (2, 3, 4, 5)  # levels among which the network of a game has its place
KNOWING = 0.7  # the share of level 1 against random play: it knows what the game is about
TIMED = 4  # positions in which the time of a level is taken
APART = 9  # plies between them


@dataclass
class Pairing:
    """One question of the table: the first player's share against the others, and the share that is aimed at."""

    game: str
    seats: int
    specs: tuple[str, ...]
    aim: float
    shares: dict[int, float] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Name it in the file of matches."""
        return f"{self.game}/{self.seats}/{','.join(self.specs)}"

    @property
    def stamp(self) -> str:
        """What the players are at present; matches under another stamp do not count."""
        return _stamp(load(self.game, self.seats), self.specs)

    @property
    def least(self) -> int:
        """How many matches it takes to say anything."""
        return LOOKS[0] if SLOW in self.specs else LOOKS[1]

    @property
    def fair(self) -> float:
        """The share of an equal among equals."""
        return 1 / len(self.specs)

    @property
    def score(self) -> float:
        """The mean share so far."""
        return sum(self.shares.values()) / len(self.shares) if self.shares else self.fair

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 99 % confidence."""
        return wilson(self.score, len(self.shares), SURE)

    @property
    def verdict(self) -> str:
        """Say "met" or "not met" when the whole interval lies on one side of the aim; nothing otherwise, or of few matches."""
        if len(self.shares) < self.least:
            return ""
        low, high = self.interval
        return "met" if low > self.aim else "not met" if high < self.aim else ""

    def clear(self, most: int) -> bool:
        """Return whether enough is known: a verdict after one of the numbers of matches fixed for it, or no match left."""
        return len(self.shares) >= most or (len(self.shares) in LOOKS and bool(self.verdict))


@dataclass
class Showing:
    """What players of one kind reach among themselves: scores and turns, which say more than who won."""

    game: str
    spec: str
    scores: dict[int, list[int]] = field(default_factory=dict)  # of each match
    turns: dict[int, int] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Name it in the file of matches."""
        return f"{self.game}/2/{self.spec} alone"

    @property
    def stamp(self) -> str:
        """What the player is at present."""
        return _stamp(load(self.game), (self.spec,))


def _stamp(game: Game, specs: Iterable[str]) -> str:
    return "-".join(fingerprint(game, spec) for spec in dict.fromkeys(specs))


def pairings(names: list[str]) -> list[Pairing]:
    """Return the questions for these games."""
    found: list[Pairing] = []
    for name in names:
        lucky = load(name).info.has_chance
        ladder = ["random", *(f"level:{level}" for level in LEVELS)]
        aims = [KNOWING, *[0.55 if lucky else 0.6] * len(LEVELS)]
        steps = [(high, low, aim) for (low, high), aim in zip(pairwise(ladder), aims, strict=False)]
        found += [Pairing(name, 2, (high, low), aim) for high, low, aim in steps]
        if (most := load(name).info.seats[-1]) > 2:  # at a full table, too, all but the slow one
            found += [Pairing(name, most, (high, low), aim) for high, low, aim in steps if high != SLOW]
        if shipped(load(name)) is not None:
            found += [Pairing(name, 2, (f"net:{name}", f"level:{level}"), 0.5) for level in NEIGHBOURS]
    return found


def showings(names: Sequence[str]) -> list[Showing]:
    """Return whose scores and turns are shown for these games."""
    return [Showing(name, spec) for name in names for spec in SHOWN]


# The log: what each match, and each level's time, is called in it


@dataclass(frozen=True)
class Asked:
    """A match of a pairing, as a job: the first player's share."""

    name: str
    match: MatchJob
    seats: tuple[int, ...]  # the first player's
    number: int

    @classmethod
    def of(cls, pairing: Pairing, number: int) -> Asked:
        """Return one of the matches of a pairing."""
        game = load(pairing.game, pairing.seats)
        match = numbered(game, pairing.specs, number, SEED, OPENING)
        seats = [seat for seat, place in enumerate(places(game, pairing.specs, match.variant)) if place == 0]
        return cls(f"{pairing.key} {pairing.stamp}", match, tuple(seats), number)

    @property
    def id(self) -> str:
        """Return what tells it from others."""
        return f"{self.name} {self.number}"

    def play(self) -> float:
        """Play it."""
        return self.match.read(self.match.play()).share(self.seats)

    def read(self, values: object) -> float:
        """Return the share."""
        return _share(values)


Reached = tuple[list[int], int]
"""The scores of a match, and how many turns there were."""


@dataclass(frozen=True)
class Alone:
    """A match among players of one kind, as a job: the scores, and how many turns there were."""

    name: str
    match: MatchJob
    number: int

    @classmethod
    def of(cls, showing: Showing, number: int) -> Alone:
        """Return one of the matches of a kind."""
        match = numbered(load(showing.game), (showing.spec, showing.spec), number, SEED, 0)
        return cls(f"{showing.key} {showing.stamp}", match, number)

    @property
    def id(self) -> str:
        """Return what tells it from others."""
        return f"{self.name} {self.number}"

    def play(self) -> Reached:
        """Play it."""
        record = self.match.read(self.match.play()).record
        return list(record.scores), turns_of(record)

    def read(self, values: Any) -> Reached:
        """Return scores and turns."""
        return _reached(values)


@dataclass(frozen=True)
class Timed:
    """The seconds of a processor that a level takes in some positions, as a job."""

    game: str
    seats: int
    spec: str

    @property
    def key(self) -> str:
        """Name it on the page."""
        return f"{self.game}/{self.seats}/{self.spec}"

    @property
    def id(self) -> str:
        """Return what tells it from others."""
        return f"{self.key} {_stamp(load(self.game, self.seats), (self.spec,))} times"

    def play(self) -> list[float]:
        """Measure it."""
        return [round(taken, 5) for taken in thinking_times(load(self.game, self.seats), self.spec)]

    def read(self, values: Any) -> list[float]:
        """Return the seconds."""
        return [float(taken) for taken in values]


def _share(values: Any) -> float:
    """Return the share that a match of a pairing wrote down."""
    if isinstance(values, bool) or not isinstance(values, int | float) or not 0.0 <= values <= 1.0:
        raise ValueError(f"cannot use {shown(values)} as a share: expected a number from 0 to 1")
    return float(values)


def _reached(values: Any) -> Reached:
    """Return the scores and the number of turns that a match of a kind wrote down."""
    scores, turns = values
    return [whole(score) for score in scores], whole(turns)


def read_results(path: Path, wanted: list[Pairing], shown: list[Showing] | None = None) -> None:
    """Enter the matches of a log into what asked for them, except those that other settings played."""
    questions = {f"{one.key} {one.stamp}": one for one in wanted}
    shows = {f"{one.key} {one.stamp}": one for one in shown or []}
    with Log(path) as log:
        for name, result in log.entries():
            question, _, number = name.rpartition(" ")
            if question in questions or question in shows:
                place = read_logged(name, int, number, path)
            if question in questions:
                questions[question].shares[place] = read_logged(name, _share, result, path)
            elif question in shows:
                shows[question].scores[place], shows[question].turns[place] = read_logged(name, _reached, result, path)


# Playing


def turns_of(record: Record) -> int:
    """Return how many turns a match had: how often another seat began to act."""
    acting = (state.to_act for _, state, _ in replay(record))
    return len(list(groupby(seat for seat in acting if seat >= 0)))


def run(
    names: list[str],
    results: Path,
    most: int,
    workers: int,
    told: Callable[[Pairing], None] = lambda pairing: None,
    on: str = "local",
    shown: Sequence[str] = (),
) -> list[Pairing]:
    """Play until every pairing is clear, in stages, so that all of them are known a little before one is known well.

    Matches of the slow level, each of which takes as long as hundreds of others, come when all else is clear.
    """
    wanted, shows = pairings(names), showings(shown)
    read_results(results, wanted, shows)
    with executor(on, workers) as place:
        for is_slow in (False, True):
            for stage in [*(stage for stage in STAGES if stage < most), most]:
                for pairing in wanted:
                    if (SLOW in pairing.specs) == is_slow:
                        _play(place, pairing, stage, workers, results, told)
                for showing in shows:
                    if (showing.spec == SLOW) == is_slow:
                        _show(place, showing, min(stage, STAGES[-1]), results)
    return wanted


def _play(place: Executor, pairing: Pairing, most: int, workers: int, results: Path, told: Callable[[Pairing], None]) -> None:
    """Play a pairing until it is clear; every match is in the log before it counts."""
    fresh = False
    while not pairing.clear(most):
        for number, share in _batch(place, pairing, most, workers, results):
            pairing.shares[number] = share
            fresh = True
    if fresh:
        told(pairing)


def _batch(place: Executor, pairing: Pairing, most: int, workers: int, results: Path) -> Iterator[tuple[int, float]]:
    """Yield some more matches; never so many that whole rounds do not end together."""
    size = max(workers, len(pairing.specs))
    numbers = [number for number in range(most) if number not in pairing.shares][:size]
    jobs = [Asked.of(pairing, number) for number in numbers]
    yield from ((int(job.id.rpartition(" ")[2]), share) for job, share in run_jobs(jobs, results, on=place))


def _show(place: Executor, showing: Showing, most: int, results: Path) -> None:
    jobs = [Alone.of(showing, number) for number in range(most) if number not in showing.scores]
    for job, reached in run_jobs(jobs, results, on=place):
        number = int(job.id.rpartition(" ")[2])
        showing.scores[number], showing.turns[number] = reached


# Time


def timed(names: list[str]) -> list[Timed]:
    """Return whose time is taken for these games."""
    return [Timed(name, seats, f"level:{level}") for name in names for seats in load(name).info.seats for level in LEVELS]


def take_times(names: list[str], results: Path) -> None:
    """Measure how long every level thinks, in seconds of one core, in positions of matches that level 3 plays."""
    for _ in run_jobs(timed(names), results):
        pass


def read_times(path: Path, names: list[str]) -> dict[str, list[float]]:
    """Return the times in a log that belong to the present settings, by game, seats and level."""
    jobs = timed(names)
    found = {job.id: taken for job, taken in in_order(jobs, path)} if path.exists() else {}
    return {job.key: found[job.id] for job in jobs if job.id in found}


def thinking_times(game: Game, spec: str) -> list[float]:
    """Return the seconds of the processor that a player takes in some positions of a match."""
    state, luck = game.new(), Rng(SEED)
    taken: list[float] = []
    player, guide = load_player(spec, game, 1), load_player("level:3", game, 2)
    plies = 0
    while state.to_act != OVER and len(taken) < TIMED:
        if state.to_act < 0 or len(state.legal()) == 1:
            state.apply(state.pick(luck))
            continue
        plies += 1
        if plies % APART == 0:
            start = time.process_time()
            player.choose(state, state.to_act)
            taken.append(time.process_time() - start)
        state.apply(guide.choose(state, state.to_act).action)
    return taken or [0.0]


# The page


def as_markdown(wanted: list[Pairing], shown: list[Showing] | None = None, times: dict[str, list[float]] | None = None) -> str:
    """Return the page: the table, with n and interval whether the aim is met or not, then scores and times."""
    rows = [
        "# Strength of the levels",
        "",
        "Made by `make strength`, which goes on where it was stopped. The score is the first player's mean share of the payoff,",
        "seats rotated, two random opening plies; the interval is Wilson's at 99 %; Elo is what the score says of two sides.",
        f"An aim is met, or not met, when the whole interval lies on one side of it after {', '.join(map(str, LOOKS[1:-1]))}",
        f"or {LOOKS[-1]} matches, with level 6, which is slow, after {LOOKS[0]} already: four looks at 99 % are wrong at most",
        "once in 25. Everything else is open, however good it looks: fewer matches are too few to say, and an interval that",
        "holds the aim needs more. Level 1 is to know what the game is about, so it aims at 70 % against random play. All but",
        "level 6 are also asked at a full table, where the two players sit in turn. How level 6 does among others with more",
        "than two seats, and against what it was before, is in [the tuning log](tuning.md#against-the-first-level-6). The",
        "network of a game, `net:GAME`, is asked against levels 2 to 5: above 50 % it has its place above that level.",
        "",
        "| game | seats | players | score | interval | Elo | n | aim | |",
        "| --- | ---: | --- | ---: | --- | ---: | ---: | ---: | --- |",
        *(f"| {' | '.join(_cells(one))} |" for one in wanted),
    ]
    return "\n".join([*rows, *_shown_rows(shown or []), *_time_rows(times or {})]) + "\n"


def _cells(one: Pairing) -> list[str]:
    low, high = one.interval
    few = len(one.shares) < one.least
    so_far = f"open: no verdict before {one.least} matches" if few else "open: the interval holds the aim"
    return [
        one.game,
        str(one.seats),
        f"{one.specs[0]} against {one.specs[1]}" + (f" ({len(one.specs) - 1} of them)" if len(one.specs) > 2 else ""),
        f"{one.score:.1%}" if one.shares else "-",
        f"{low:.1%} to {high:.1%}",
        f"{round(elo(one.score)):+d}" if one.shares and len(one.specs) == 2 and 0.0 < one.score < 1.0 else "-",
        str(len(one.shares)),
        f"{one.aim:.0%}",
        "not played yet" if not one.shares else one.verdict or so_far,
    ]


def _shown_rows(shown: list[Showing]) -> list[str]:
    if not shown:
        return []
    title = ["", "## Scores", "", "What two players of one kind reach in a match against each other.", ""]
    head = ["| game | player | mean score | best | turns of a match | n |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    return title + head + [_shown_row(one) for one in shown]


def _shown_row(one: Showing) -> str:
    scores = [score for match in one.scores.values() for score in match]
    if not scores:
        return f"| {one.game} | {one.spec} | - | - | - | 0 |"
    mean, turns = sum(scores) / len(scores), sum(one.turns.values()) / len(one.turns)
    return f"| {one.game} | {one.spec} | {mean:.1f} | {max(scores)} | {turns:.0f} | {len(one.scores)} |"


def _time_rows(times: dict[str, list[float]]) -> list[str]:
    if not times:
        return []
    title = [
        "",
        "## Time",
        "",
        "Mean milliseconds of one core that a decision takes, in a few positions of a match; a turn may have several.",
        "",
    ]
    head = [
        f"| game | seats | {' | '.join(f'level {level}' for level in LEVELS)} |",
        "| --- | ---: |" + " ---: |" * len(LEVELS),
    ]
    places = dict.fromkeys(tuple(name.split("/")[:2]) for name in times)
    return title + head + [_time_row(game, seats, times) for game, seats in places]


def _time_row(game: str, seats: str, times: dict[str, list[float]]) -> str:
    taken = [times.get(f"{game}/{seats}/level:{level}") for level in LEVELS]
    return f"| {game} | {seats} | " + " | ".join(f"{1000 * sum(one) / len(one):.3g}" if one else "-" for one in taken) + " |"
