"""Playing a game by the laws: random or guided matches, with every law tried on the way."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from calumma.core import OVER, Definition, Game, Rng, State
from calumma.core.registry import definition, forget, load, register_definition
from calumma.testing import symmetric  # noqa: F401  # its law enlists itself
from calumma.testing.laws import LAWS, Law, LawBroken, Memory, Moment, pick

Walk = Callable[[State, Rng], "int | None"]
"""Chooses the next action of a match; None leaves it to chance."""

STALE = 6  # texts of earlier moves that are tried as illegal ones


@dataclass
class CheckReport:
    """What a check did: how much was played, how often each law was tried, and what that took."""

    game: Game
    matches: int = 0
    plies: int = 0
    longest: int = 0
    seconds: float = 0.0
    tried: Counter[str] = field(default_factory=Counter)
    cost: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    reasons: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return {
            "game": self.game.name,
            "seats": self.game.seats,
            "options": dict(self.game.options),
            "matches": self.matches,
            "plies": self.plies,
            "longest": self.longest,
            "seconds": round(self.seconds, 3),
            "reasons": dict(self.reasons),
            "laws": {name: {"tried": count, "seconds": round(self.cost[name], 4)} for name, count in self.tried.items()},
            "left_out": self.left_out,
        }

    @property
    def summary(self) -> str:
        """How much was played, in a line."""
        return f"{self.game}: all laws kept in {self.matches} matches, {self.plies} plies, {self.seconds:.1f} s"

    def __str__(self) -> str:
        ends = ", ".join(f"{name} {count}" for name, count in self.reasons.most_common())
        lines = [
            self.summary,
            f"  longest match: {self.longest} plies, max_plies is {self.game.info.max_plies}",
            f"  ends: {ends}",
        ]
        for law in LAWS:
            if law.name in self.tried:
                count = self.tried[law.name]
                each = 1e6 * self.cost[law.name] / count
                lines.append(f"  {law.number:2} {law.name:32} {count:8} times {each:9.1f} us each")
        lines += [f"     {name:32} left out" for name in self.left_out]
        return "\n".join(lines)


def check_game(
    game: Game,
    matches: int = 20,
    seed: int = 0,
    walk: Walk | None = None,
    every: int = 10,
    drawing: bool = True,
    leave_out: Iterable[str] = (),
) -> CheckReport:
    """Play matches and try every law; LawBroken says what was found and what to do. Returns what was tried.

    Cheap laws are tried at every position, costly ones at the first and last and at one in `every` of the others.
    """
    omitted = set(leave_out) | {law.name for law in LAWS if not _applies(law, game, drawing)}
    report = CheckReport(game, left_out=[law.name for law in LAWS if law.name in omitted])
    laws = [law for law in LAWS if law.name not in omitted]
    memory = Memory()
    start = time.perf_counter()
    for match in range(matches):
        number = seed * 1_000_003 + match
        _Play(game, report, laws, number, every, walk).run(_blank(game, memory, number + 1))
    _try(report, [law for law in laws if law.scope == "game"], _blank(game, memory, seed))
    report.seconds = time.perf_counter() - start
    return report


def variants(name: str) -> list[Game]:
    """Return a game in every seat count, with each value of each choice option in turn and the defaults of the others."""
    about = definition(name)
    chosen: list[dict[str, object]] = [{}]
    for option in about.options:
        if option.kind != "text":
            chosen += [{option.name: value} for value in option.values if value != option.default]
    return [load(name, seats, **options) for seats, options in product(about.seats, chosen)]


def combinations(name: str) -> list[Game]:
    """Return a game in every seat count with every combination of its choice options; numbers keep their defaults."""
    about = definition(name)
    choices = [[(option.name, value) for value in option.values] for option in about.options if option.kind == "choice"]
    return [load(name, seats, **dict(chosen)) for seats, chosen in product(about.seats, product(*choices))]


@contextmanager
def known(about: Definition[Any]) -> Iterator[Definition[Any]]:
    """Make a game known to `calumma.load`, and so to pickles and records, for as long as the block runs."""
    register_definition(about)
    try:
        yield about
    finally:
        forget(about.name)


def _applies(law: Law, game: Game, drawing: bool) -> bool:
    if law.needs == "drawing":
        return drawing
    return law.needs != "secrets" or game.info.has_secrets


def _blank(game: Game, memory: Memory, seed: int) -> Moment:
    return Moment(game, game.new(), [], Rng(seed), memory, LAWS[0])


def _try(report: CheckReport, laws: Iterable[Law], moment: Moment) -> None:
    """Try some laws on a moment, and note what it took."""
    for law in laws:
        start = time.perf_counter()
        moment.law = law
        try:
            law.check(moment)
        except LawBroken:
            raise
        except Exception as error:
            error.add_note(f"{moment.game}, law {law.name}, ply {len(moment.plies)}; plies so far: {' '.join(moment.plies)}")
            raise
        report.tried[law.name] += 1
        report.cost[law.name] += time.perf_counter() - start


class _Play:
    """One match under check: first it is played under the cheap laws, then the costly ones look at what was sampled."""

    def __init__(self, game: Game, report: CheckReport, laws: list[Law], seed: int, every: int, walk: Walk | None) -> None:
        self.game = game
        self.report = report
        self.laws = laws
        self.every = max(1, every)
        self.walk = walk
        self.rng = Rng(seed)
        self.samples: list[Moment] = []

    def run(self, moment: Moment) -> None:
        """Play the match to its end from a blank moment, and try all laws on it."""
        while self._look(moment) and len(moment.plies) <= self.game.info.max_plies:
            self._step(moment)
        moment.keys.append(moment.state.key())
        _try(self.report, [law for law in self.laws if law.name == "match-ends"], moment)
        for law in self.laws:
            if law.costly and law.name != "match-ends":
                self._try_costly(law, moment)
        self._note(moment)

    def _look(self, moment: Moment) -> bool:
        """Try the cheap laws of a position and perhaps keep it for the costly ones; return whether the match goes on."""
        over = moment.state.to_act == OVER
        _try(self.report, [law for law in self.laws if not law.costly], moment)
        if over or not moment.plies or self.rng.below(self.every) == 0:
            self.samples.append(replace(moment, plies=list(moment.plies)))
        return not over

    def _step(self, moment: Moment) -> None:
        """Play one ply."""
        state = moment.state
        legal = state.legal()
        moment.keys.append(state.key())
        action = self._choose(state)
        after = state.copy()
        after.apply(action)
        if self.samples[-1].state is state:
            self.samples[-1].action, self.samples[-1].after = action, after
        stale = self.game.move_text(state, legal[self.rng.below(len(legal))])
        moment.stale = [*moment.stale, stale][-STALE:]
        moment.plies.append(self.game.move_text(state, action))
        moment.state = after

    def _choose(self, state: State) -> int:
        action = None if self.walk is None else self.walk(state, self.rng)
        return pick(state, self.rng) if action is None else action

    def _try_costly(self, law: Law, end: Moment) -> None:
        if law.scope == "match":
            _try(self.report, [law], end)
        for moment in self.samples if law.scope != "match" else []:
            if law.scope == "position" or (law.scope == "ply" and moment.after is not None):
                _try(self.report, [law], moment)

    def _note(self, end: Moment) -> None:
        self.report.matches += 1
        self.report.plies += len(end.plies)
        self.report.longest = max(self.report.longest, len(end.plies))
        self.report.reasons[end.state.reason()] += 1
