"""The strength table: whether every level beats the one below, and level 6 a plain tree search.

Every match is a line in a file, so a run can be stopped and gone on with at any time, on any number of processes, and no match
is counted twice: all of it follows from the seed and the number of the match. Every line carries fingerprints of its players:
when the settings of a level change, its matches count no more, and only they are played anew.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from calumma.core import OVER, Game, Rng
from calumma.core.registry import load
from calumma.lab.executors import Executor, executor
from calumma.lab.runner import run as run_jobs
from calumma.players import load as load_player
from calumma.players.duel import MatchResult, Sprt, elo, numbered_match, places_of, wilson
from calumma.players.levels import LEVELS, fingerprint

SEED = 20_260
OPENING = 2
LUCKY = ("piecepack", "life")
SHOWN = {"life": ("level:6", "greedy", "random")}  # games in which finishing anything takes purpose: what players of a kind reach
LEAST, LEAST_SLOW = 20, 12  # matches of a pairing before the test may end it; fewer where level 6 thinks for minutes
MARGIN = 0.08  # the test tells the aim and this much more from the aim and this much less
STAGES = (2, 6, 12, 40)  # every pairing gets so many matches before any gets more
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
    def fair(self) -> float:
        """The share of an equal among equals."""
        return 1 / len(self.specs)

    @property
    def score(self) -> float:
        """The mean share so far."""
        return sum(self.shares.values()) / len(self.shares) if self.shares else self.fair

    @property
    def verdict(self) -> str:
        """What the sequential test says: "met", "not met", or nothing as long as the answer is open."""
        least = LEAST_SLOW if "level:6" in self.specs else LEAST
        test = Sprt(elo(max(self.aim - MARGIN, self.fair)), elo(min(self.aim + MARGIN, 0.99)), least=least)
        said = test.verdict(list(self.shares.values())) if self.shares else ""
        return {"stronger": "met", "not stronger": "not met"}.get(said, "")

    def clear(self, most: int) -> bool:
        """Return whether enough is known: after whole rounds a sequential test has an answer, or the most are played."""
        if len(self.shares) >= most:
            return True
        return len(self.shares) % len(self.specs) == 0 and bool(self.verdict)


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
        lucky = name in LUCKY
        ladder = ["random", *(f"level:{level}" for level in LEVELS)]
        found += [Pairing(name, 2, (high, low), 0.55 if lucky else 0.6) for low, high in pairwise(ladder)]
        found.append(Pairing(name, 2, ("level:6", "mcts:1000"), 0.65 if lucky else 0.85))
        for seats in load(name).info.seats[1:]:
            sides = len(load(name, seats).teams)
            if sides > 2:
                found.append(Pairing(name, seats, ("level:6", *["level:3"] * (sides - 1)), 1.5 / sides))
            else:
                found.append(Pairing(name, seats, ("level:6", "level:3"), 0.6))
    return found


def showings(names: list[str]) -> list[Showing]:
    """Return whose scores and turns are shown for these games."""
    return [Showing(name, spec) for name in names for spec in SHOWN.get(name, ())]


# The file of matches


def entries(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file; one cut off by a crash is passed over."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def read_results(path: Path, wanted: list[Pairing], shown: list[Showing] | None = None) -> None:
    """Enter the matches of a file into what asked for them, except those that other settings played."""
    questions = {(one.key, one.stamp): one for one in wanted}
    shows = {(one.key, one.stamp): one for one in shown or []}
    for entry in entries(path):
        name = entry.get("pairing", ""), entry.get("stamp", "")
        if name in questions:
            questions[name].shares[entry["number"]] = entry["share"]
        elif name in shows:
            shows[name].scores[entry["number"]] = entry["scores"]
            shows[name].turns[entry["number"]] = entry["turns"]


def _mend(path: Path) -> None:
    """End a line that a crash cut off, so that the next match gets a line of its own."""
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")


def _note(results: Path, entry: dict[str, Any]) -> None:
    results.parent.mkdir(parents=True, exist_ok=True)
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


# Playing


@dataclass(frozen=True)
class Asked:
    """A match of a pairing, as a job: the first player's share."""

    game: str
    seats: int
    specs: tuple[str, ...]
    number: int

    @property
    def id(self) -> str:
        """Return what tells it from the others of a batch."""
        return str(self.number)

    def play(self) -> float:
        """Play it."""
        game = load(self.game, self.seats)
        result = numbered_match(game, self.specs, SEED, self.number, OPENING)
        return _share(game, self.specs, self.number, result.payoffs)

    def read(self, values: Any) -> float:
        """Return the share."""
        return float(values)


def _share(game: Game, specs: tuple[str, ...], number: int, payoffs: list[float]) -> float:
    """Add up what the first player's seats got."""
    places = places_of(game, len(specs), number)
    return sum(payoff for payoff, place in zip(payoffs, places, strict=True) if place == 0)


@dataclass(frozen=True)
class Alone:
    """A match among players of one kind, as a job: the scores, and how many turns there were."""

    game: str
    spec: str
    number: int

    @property
    def id(self) -> str:
        """Return what tells it from the others of its kind."""
        return str(self.number)

    def play(self) -> tuple[list[int], int]:
        """Play it."""
        game = load(self.game)
        result = numbered_match(game, (self.spec, self.spec), SEED, self.number, 0)
        return result.scores, turns_of(game, result)

    def read(self, values: Any) -> tuple[list[int], int]:
        """Return scores and turns."""
        return values[0], values[1]


def turns_of(game: Game, result: MatchResult) -> int:
    """Return how many turns a match had: how often another seat began to act."""
    state, acting = game.new(), []
    for action in result.actions:
        acting.append(state.to_act)
        state.apply(action)
    return len(list(groupby(seat for seat in acting if seat >= 0)))


def run(
    names: list[str],
    results: Path,
    most: int,
    workers: int,
    told: Callable[[Pairing], None] = lambda pairing: None,
    on: str = "local",
) -> list[Pairing]:
    """Play until every pairing is clear, in stages, so that all of them are known a little before one is known well."""
    wanted, shown = pairings(names), showings(names)
    _mend(results)
    read_results(results, wanted, shown)
    with executor(on, workers) as place:
        for stage in [*(stage for stage in STAGES if stage < most), most]:
            for pairing in wanted:
                _play(place, pairing, stage, workers, results, told)
            for showing in shown:
                _show(place, showing, min(stage, STAGES[-1]), results)
    return wanted


def _play(place: Executor, pairing: Pairing, most: int, workers: int, results: Path, told: Callable[[Pairing], None]) -> None:
    """Play a pairing until it is clear; every match is written before it counts."""
    stamp, fresh = pairing.stamp, False
    while not pairing.clear(most):
        for number, share in _batch(place, pairing, most, workers):
            _note(results, {"pairing": pairing.key, "stamp": stamp, "number": number, "share": share})
            pairing.shares[number] = share
            fresh = True
    if fresh:
        told(pairing)


def _batch(place: Executor, pairing: Pairing, most: int, workers: int) -> Iterator[tuple[int, float]]:
    """Yield some more matches; never so many that whole rounds do not end together."""
    size = max(workers, len(pairing.specs))
    numbers = [number for number in range(most) if number not in pairing.shares][:size]
    jobs = [Asked(pairing.game, pairing.seats, pairing.specs, number) for number in numbers]
    yield from ((int(job.id), share) for job, share in run_jobs(jobs, on=place))


def _show(place: Executor, showing: Showing, most: int, results: Path) -> None:
    numbers = [number for number in range(most) if number not in showing.scores]
    for job, (scores, turns) in run_jobs([Alone(showing.game, showing.spec, number) for number in numbers], on=place):
        number = int(job.id)
        showing.scores[number], showing.turns[number] = scores, turns
        entry = {"pairing": showing.key, "stamp": showing.stamp, "number": number}
        _note(results, {**entry, "scores": showing.scores[number], "turns": showing.turns[number]})


# Time


def take_times(names: list[str], results: Path) -> None:
    """Measure how long every level thinks, in seconds of one core, in positions of matches that level 3 plays."""
    for name in names:
        for seats in load(name).info.seats:
            game = load(name, seats)
            for level in LEVELS:
                spec = f"level:{level}"
                entry = {"times": f"{name}/{seats}/{spec}", "stamp": _stamp(game, (spec,))}
                if not any(one.get("times") == entry["times"] and one.get("stamp") == entry["stamp"] for one in entries(results)):
                    _note(results, {**entry, "seconds": [round(taken, 5) for taken in thinking_times(game, spec)]})


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
        "seats rotated, two random opening plies; the interval is Wilson's at 95 %. A sequential test ends a pairing when the",
        'answer is clear ("met", "not met"); "open" means that more matches are needed, and tells how it stands.',
        "With more than two sides one level 6 sits at a table of level 3s, and the aim is one and a half times a fair share.",
        "",
        "| game | seats | players | score | interval | n | aim | |",
        "| --- | ---: | --- | ---: | --- | ---: | ---: | --- |",
        *(f"| {' | '.join(_cells(one))} |" for one in wanted),
    ]
    return "\n".join([*rows, *_shown_rows(shown or []), *_time_rows(times or {})]) + "\n"


def _cells(one: Pairing) -> list[str]:
    low, high = wilson(one.score, len(one.shares))
    so_far = "open, met so far" if one.score >= one.aim else "open, not met so far"
    return [
        one.game,
        str(one.seats),
        f"{one.specs[0]} against {one.specs[1]}" + (f" ({len(one.specs) - 1} of them)" if len(one.specs) > 2 else ""),
        f"{one.score:.1%}" if one.shares else "-",
        f"{low:.1%} to {high:.1%}",
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
        "Mean milliseconds of one core that a decision takes, in a few positions of a match; a turn of life has several.",
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


def read_times(path: Path, names: list[str]) -> dict[str, list[float]]:
    """Return the times in a file that belong to the present settings, by game, seats and level."""
    found = {}
    stamps = {
        f"{name}/{seats}/level:{level}": _stamp(load(name, seats), (f"level:{level}",))
        for name in names
        for seats in load(name).info.seats
        for level in LEVELS
    }
    for entry in entries(path):
        if stamps.get(entry.get("times", "")) == entry.get("stamp"):
            found[entry["times"]] = entry["seconds"]
    return {name: found[name] for name in stamps if name in found}
