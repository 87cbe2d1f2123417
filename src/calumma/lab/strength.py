"""The strength table: whether every level beats the one below, and level 6 a plain tree search.

Every match is a line in a file, so a run can be stopped and gone on with at any time, on any number of processes, and no match
is counted twice: all of it follows from the seed and the number of the match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from calumma.core import Game
from calumma.core.registry import load
from calumma.players.duel import Sprt, elo, lineup, numbered_match, wilson

SEED = 20_260
OPENING = 2
LUCKY = ("piecepack", "life")


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
    def fair(self) -> float:
        """The share of an equal among equals."""
        return 1 / len(self.specs)

    @property
    def score(self) -> float:
        """The mean share so far."""
        return sum(self.shares.values()) / len(self.shares) if self.shares else self.fair

    def clear(self, most: int) -> bool:
        """Return whether enough is known: after whole rounds a sequential test has an answer, or the most are played."""
        played = len(self.shares)
        if played < most and played % len(self.specs):
            return False
        if played >= most:
            return True
        test = Sprt(elo(max(self.aim - 0.08, self.fair)), elo(min(self.aim + 0.08, 0.99)))
        return bool(test.verdict(list(self.shares.values())))


def pairings(names: list[str]) -> list[Pairing]:
    """Return the questions for these games."""
    found: list[Pairing] = []
    for name in names:
        lucky = name in LUCKY
        ladder = ["random", *(f"level:{level}" for level in range(1, 7))]
        found += [Pairing(name, 2, (high, low), 0.55 if lucky else 0.6) for low, high in pairwise(ladder)]
        found.append(Pairing(name, 2, ("level:6", "mcts:1000"), 0.65 if lucky else 0.85))
        for seats in load(name).info.seats[1:]:
            sides = len(load(name, seats).teams)
            if sides > 2:
                found.append(Pairing(name, seats, ("level:6", *["level:3"] * (sides - 1)), 1.5 / sides))
            else:
                found.append(Pairing(name, seats, ("level:6", "level:3"), 0.6))
    return found


def read_results(path: Path, wanted: list[Pairing]) -> None:
    """Enter the matches of a file into their pairings; a line cut off by a crash is passed over."""
    if not path.exists():
        return
    known = {pairing.key: pairing for pairing in wanted}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue
        if entry["pairing"] in known:
            known[entry["pairing"]].shares[entry["number"]] = entry["share"]


def _mend(path: Path) -> None:
    """End a line that a crash cut off, so that the next match gets a line of its own."""
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")


def play_one(name: str, seats: int, specs: tuple[str, ...], number: int) -> float:
    """Play one match of a pairing and return the first player's share."""
    game = load(name, seats)
    result = numbered_match(game, specs, SEED, number, OPENING)
    return _share(game, specs, number, result.payoffs)


def _share(game: Game, specs: tuple[str, ...], number: int, payoffs: list[float]) -> float:
    """Add up what the first player's seats got; places are told apart even where several players have one name."""
    marked = [str(place) for place in range(len(specs))]
    seats = lineup(game, marked, number % len(specs))
    return sum(payoff for payoff, place in zip(payoffs, seats, strict=True) if place == "0")


def run(
    names: list[str], results: Path, most: int, workers: int, told: Callable[[Pairing], None] = lambda pairing: None
) -> list[Pairing]:
    """Play until every pairing is clear; every match is written before it counts."""
    wanted = pairings(names)
    _mend(results)
    read_results(results, wanted)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for pairing in wanted:
            while not pairing.clear(most):
                for number, share in _batch(pool, pairing, most, workers):
                    _note(results, pairing, number, share)
            told(pairing)
    return wanted


def _batch(pool: ProcessPoolExecutor, pairing: Pairing, most: int, workers: int) -> Iterator[tuple[int, float]]:
    size = max(workers, len(pairing.specs))
    numbers = [number for number in range(most) if number not in pairing.shares][:size]
    futures = [pool.submit(play_one, pairing.game, pairing.seats, pairing.specs, number) for number in numbers]
    yield from ((number, future.result()) for number, future in zip(numbers, futures, strict=True))


def _note(results: Path, pairing: Pairing, number: int, share: float) -> None:
    results.parent.mkdir(parents=True, exist_ok=True)
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"pairing": pairing.key, "number": number, "share": share}) + "\n")
    pairing.shares[number] = share


def as_markdown(wanted: list[Pairing]) -> str:
    """Return the table, with n and interval whether the aim is met or not."""
    rows = [
        "# Strength of the levels",
        "",
        "Made by `make strength`, which goes on where it was stopped. The score is the first player's mean share of the payoff,",
        "seats rotated, two random opening plies; the interval is Wilson's at 95 %. A sequential test ends a pairing when the",
        "answer is clear.",
        "",
        "| game | seats | players | score | interval | n | aim | |",
        "| --- | ---: | --- | ---: | --- | ---: | ---: | --- |",
    ]
    for one in wanted:
        low, high = wilson(one.score, len(one.shares))
        verdict = "not played yet" if not one.shares else "met" if one.score >= one.aim else "not met"
        score = f"{one.score:.1%}" if one.shares else "-"
        players = one.specs[0] + " against " + ", ".join(one.specs[1:])
        cells = [
            one.game,
            str(one.seats),
            players,
            score,
            f"{low:.1%} to {high:.1%}",
            str(len(one.shares)),
            f"{one.aim:.0%}",
            verdict,
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"
