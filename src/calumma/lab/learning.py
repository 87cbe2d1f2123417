"""Learning of evaluations: bots play themselves, weights are fitted to their matches, and kept if they win against those before.

This is the loop, whatever is learnt; `learning_tables.py` and `learning_networks.py` each say how one kind is. A folder holds it
all: for every generation the log of its matches, the weights fitted to them and the log of the duels, so that a run that was
stopped goes on where it was; `learning.log` tells what happened. Everything follows from the seed, except what depends on the
speed of the machine: the duels, which are played at equal time. Tables of solved games that are installed count, too: they tell
how matches should have ended.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, Self, TypeVar

from calumma.core import CHANCE, OVER, Game, GameError, Rng, State
from calumma.core.given import brief, shown
from calumma.core.network import shipped
from calumma.core.paths import replace_bytes, replace_text
from calumma.core.registry import load as load_game
from calumma.core.words import Words
from calumma.lab.log import Log
from calumma.lab.runner import Job, gather, in_order, run
from calumma.lab.series import Series
from calumma.players.bots import seeded

say = Words(__package__)

Match = TypeVar("Match")
Kind = Literal["tables", "network"]
KINDS: tuple[Kind, ...] = ("tables", "network")

Bar = Callable[[int], AbstractContextManager[Callable[[int], object]]]
"""Something that shows how far so many matches are: within it, call what it gives with how many more are done."""

OPENINGS = 1 << 20  # seeds of duels lie beyond those of matches
EACH = 10  # matches of a job
FREE = ("matches", "duels", "workers", "on")  # what may change from run to run in a folder
NEWER = ("kind", "units", "coarse", "teacher", "kilobytes")  # what folders of versions that learnt nothing but tables do not tell
OLDER = {"step": 1}  # what these tell besides; with another value weights were fitted as they no longer are


@dataclass(frozen=True)
class Course:
    """How a game is learnt: how many matches with how much thought, from which openings, and how they are judged."""

    kind: Kind = "tables"
    matches: int = 2000
    nodes: int = 500  # positions of a search, simulations of a tree
    opening: tuple[int, int] = (2, 26)  # the least and the most random plies
    slips: int = 40  # later on one action of so many is random, so that there is more to be seen; 0: none
    blend: float = 0.05  # part that every ply takes from what is expected of the next position; the rest came later
    margin: float = 8.0  # tables: points by which a match is won at odds of e to 1, as far as scores count; 0: results alone
    window: int = 3  # generations whose matches are fitted
    kilobytes: int = 0  # tables: how large their file may be; 0: as large as it gets
    units: tuple[int, int] = (128, 32)  # network: of its two layers
    coarse: int = 0  # network: bits of the weights of actions that its file leaves out
    teacher: str = ""  # network: the player of the first generation's matches, if not the network there is
    duels: int = 100
    seconds: float = 0.02  # a decision in duels
    seed: int = 0
    workers: int = 1
    on: str = "local"


USUAL: dict[Kind, Course] = {
    "tables": Course(),
    "network": Course("network", matches=1000, nodes=100, opening=(0, 6), slips=20, blend=0.1),
}


class Thinker(Protocol):
    """Whoever plays by some weights in a duel."""

    def choose(self, state: State, rng: Rng) -> int:
        """Return an action, after the time that a decision has."""


@dataclass(frozen=True)
class Setting(ABC):
    """A game as it travels to other processes, and the weights by which it is played there: those of a file, or those in use."""

    name: str
    seats: int
    options: tuple[tuple[str, str | int], ...]
    weights: str = ""

    @classmethod
    def of(cls, game: Game, weights: Path | None) -> Self:
        """Return the setting of a game."""
        return cls(game.name, game.seats, tuple(sorted(game.options.items())), str(weights or ""))

    @cached_property
    def game(self) -> Game:
        """Return the game."""
        return load_game(self.name, self.seats, **dict(self.options))

    @abstractmethod
    def thinker(self, seconds: float, seed: int) -> Thinker:
        """Return a player by these weights, so many seconds a decision."""


class Craft(ABC):
    """How one kind of weights is learnt: by which matches, by which fit, in which files."""

    ending: str
    remark = ""  # what somebody should know before the first match is played

    def __init__(self, game: Game, course: Course) -> None:
        self.game, self.course = game, course

    @abstractmethod
    def setting(self, weights: Path | None) -> Setting:
        """Return the game with the weights of a file, or those in use."""

    @abstractmethod
    def practice(self, weights: Path | None, course: Course, generation: int, first: int) -> Practice[Any]:
        """Return some matches by these weights, as a job."""

    @abstractmethod
    def fit(self, weights: Path | None, matches: Iterable[Any], told: Callable[[str], None]) -> bytes:
        """Return the file of weights fitted to matches, setting out from others; it may go through them more than once."""

    @abstractmethod
    def check(self, path: Path) -> None:
        """GameError names a file that holds no such weights."""

    @abstractmethod
    def place(self) -> Path:
        """Return the file of the game's package in which such weights are in use."""


@dataclass(frozen=True)
class Practice(ABC, Generic[Match]):
    """Some matches of a generation, as a job."""

    setting: Setting
    course: Course
    generation: int
    first: int
    count: int

    @property
    def id(self) -> str:
        """Which matches these are."""
        return f"{self.generation}-{self.first}-{self.count}"

    @property
    def seeds(self) -> list[int]:
        """The seed of each of them."""
        numbers = range(self.first, self.first + self.count)
        return [seeded(self.course.seed + self.generation, number) for number in numbers]

    @abstractmethod
    def play(self) -> list[list[Any]]:
        """Play them, and return what is to be learnt from each.

        Jobs are kept until the last one is done, so nothing large may stay in one.
        """

    def read(self, values: list[list[Any]]) -> list[Match]:
        """Return the matches; GameError if values, which come from a file, are none of this game."""
        if not isinstance(values, list) or len(values) != self.count:
            raise GameError(say("no-practice", found=shown(values), count=self.count))
        return [self.read_match(match) for match in values]

    @abstractmethod
    def read_match(self, values: list[Any]) -> Match:
        """Return one from a file; GameError if it is none."""


@dataclass(frozen=True)
class Duel:
    """Matches of new weights with old ones from one opening, one for each side that may have the new ones, as a job."""

    new: Setting
    old: Setting
    course: Course
    generation: int
    number: int

    @property
    def id(self) -> str:
        """Which matches these are."""
        return f"duel-{self.generation}-{self.number}"

    def play(self) -> list[float]:
        """Return what the side with the new weights got, once for each side."""
        return [self._match(side) for side in range(len(self.new.game.teams))]

    def _match(self, side: int) -> float:
        game = self.new.game
        seed = seeded(self.course.seed + self.generation, OPENINGS + self.number)
        thinkers = [setting.thinker(self.course.seconds, seed) for setting in (self.new, self.old)]
        rng = Rng(seed)
        state = game.new()
        for _ in range(sum(self.course.opening) // 2):
            if state.to_act != OVER:
                state.apply_unchecked(state.pick(rng))
        while (seat := state.to_act) != OVER:
            is_drawn = seat == CHANCE
            state.apply_unchecked(state.pick(rng) if is_drawn else thinkers[seat not in game.teams[side]].choose(state, rng))
        shares = game.shares(state.payoffs())
        return sum(shares[seat] for seat in game.teams[side])

    def read(self, values: list[float]) -> list[float]:
        """Return the shares; GameError if values, which come from a file, are none."""
        sides = len(self.new.game.teams)
        if not isinstance(values, list) or len(values) != sides or not all(map(is_share, values)):
            raise GameError(say("no-shares", found=shown(values), count=sides))
        return [float(value) for value in values]


def is_share(value: object) -> bool:
    """Whether something is a part of what there is to win."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.0 <= value <= 1.0


class Keepsake:
    """What run a folder belongs to, in a file: another one would take its matches and weights for its own."""

    def __init__(self, game: Game, course: Course, folder: Path) -> None:
        self.path = folder / "course.json"
        chosen = {f"option {name}": value for name, value in sorted(game.options.items())}
        self.asked = _plain({"game": game.name, "seats": game.seats, **chosen, **_deciding(course)})
        newer = {name: each for name, each in _plain(_deciding(Course())).items() if name in NEWER}
        self.older = {**newer, "seconds": course.seconds}

    def check(self) -> None:
        """GameError if the folder belongs to another run; one without the file is new, or of an older version."""
        if not self.path.exists():
            return
        there, asked = {**OLDER, **self.older, **self._there()}, {**OLDER, **self.asked}
        if "game" in there and there["game"] != asked["game"]:  # then all else may differ, and means nothing
            names = {"there": brief(str(there["game"])), "asked": asked["game"]}
            raise GameError(say("folder-of-another-game", folder=self.path.parent, **names))
        for name, value in OLDER.items():
            if there[name] != value:
                raise GameError(say("folder-of-another-version", folder=self.path.parent, name=name, value=shown(there[name])))
        other = [name for name in {**asked, **there} if there.get(name) != asked.get(name)]
        if other:
            told = [say("differing", name=name, there=shown(there.get(name)), asked=shown(asked.get(name))) for name in other]
            raise GameError(say("folder-of-another-run", folder=self.path.parent, differences="; ".join(told)))

    def _there(self) -> dict[str, Any]:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise GameError(say("damaged-course", path=self.path))
        return found

    def keep(self) -> None:
        """Write the file, unless it is there."""
        if not self.path.exists():
            replace_text(self.path, f"{json.dumps(self.asked, indent=1)}\n")


def _deciding(course: Course) -> dict[str, Any]:
    return {name: value for name, value in asdict(course).items() if name not in FREE}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Return values as a file gives them back: lists in place of tuples."""
    return dict(json.loads(json.dumps(values)))


class Matches(Iterable[Any]):
    """The matches of some generations, read from their logs as often as somebody goes through them: they fill gigabytes."""

    def __init__(self, logs: Sequence[tuple[Sequence[Job[Sequence[Any]]], Path]]) -> None:
        self._logs = logs

    def __iter__(self) -> Iterator[Any]:
        for jobs, log in self._logs:
            for _, part in in_order(jobs, log):
                yield from part


def no_bar(length: int) -> AbstractContextManager[Callable[[int], object]]:
    """Show nothing."""
    return nullcontext(lambda count: None)


class Learning:
    """The course of a game in a folder, generation by generation; `told` gets a line whenever there is news."""

    def __init__(self, game: Game, course: Course, folder: Path, told: Callable[[str], None], bar: Bar = no_bar) -> None:
        self.game, self.course, self.folder, self.told, self.bar = game, course, folder, told, bar
        self.craft = craft_of(game, course)
        self.best: Path | None = None  # the weights that have won so far; none: those in use
        self.keepsake = Keepsake(game, course, folder)
        self._fitted: dict[int, int] = {}  # of generations: how many matches their weights were fitted to when it was looked up

    def run(self, generations: int) -> Path | None:
        """Go on until so many generations are done; return the weights that won last."""
        self._begin(generations)
        for generation in range(generations):
            played = self._practise(generation)
            new = self._fit(generation)
            series = self._duel(generation, new)
            taken = series.interval[0] > 1.0 / len(self.game.teams)
            self._tell(f"generation {generation}: {played} matches; {series}; {'taken' if taken else 'not taken'}")
            self.best = new if taken else self.best
        return self.best

    def _begin(self, generations: int) -> None:
        """Look through what is in the folder before anything is added to it."""
        self.keepsake.check()
        for generation in range(generations):
            self._check(generation)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.keepsake.keep()
        if self.craft.remark:
            self._tell(self.craft.remark)

    def _check(self, generation: int) -> None:
        """GameError names a damaged file of a generation, as far as there are any."""
        weights = self._weights(generation)
        if weights.exists():
            self.craft.check(weights)
        self._check_practices(generation)
        self._check_log(self._duels(generation, weights), self._file(generation, "duels.jsonl"))

    def _check_practices(self, generation: int) -> None:
        path = self._file(generation, "matches.jsonl")
        try:
            self._check_log(self._practices(generation), path)
        except GameError:
            other: Kind = "tables" if self.course.kind == "network" else "network"
            if self.keepsake.path.exists() or not self._has_practices_of(other, generation, path):
                raise
            raise GameError(say("folder-of-another-kind", folder=self.folder, there=other, asked=self.course.kind)) from None

    def _has_practices_of(self, kind: Kind, generation: int, path: Path) -> bool:
        """Whether a log that does not tell what is learnt from it can be read as matches for some kind."""
        try:
            other = Learning(self.game, replace(USUAL[kind], matches=self.course.matches), self.folder, self.told)
            self._check_log(other._practices(generation), path)
        except GameError:
            return False
        return True

    def _check_log(self, jobs: Sequence[Job[Any]], path: Path) -> None:
        if path.exists():
            for _ in in_order(jobs, path):
                pass  # each is read, and dropped

    def _practices(self, generation: int) -> list[Practice[Any]]:
        course = replace(self.course, workers=1, on="local")  # where a job is done is no part of it
        count = self._fitted_to(generation) or self.course.matches
        return [self.craft.practice(self.best, course, generation, first) for first in range(0, count, EACH)]

    def _fitted_to(self, generation: int) -> int:
        """Return how many matches of a generation weights were fitted to; 0 if they are still to come, or gone."""
        log = self._file(generation, "matches.jsonl")
        if generation not in self._fitted:  # logs are long: each is looked through once
            self._fitted[generation] = _most_played(log, generation) if self._weights(generation).exists() and log.exists() else 0
        return self._fitted[generation]

    def _practise(self, generation: int) -> int:
        """Play the matches of a generation that are not in its log, and return how many it has.

        Once weights are fitted to them no more are played, whatever is asked for now, unless the log is gone: later generations
        are fitted to them, too.
        """
        jobs, log = self._practices(generation), self._file(generation, "matches.jsonl")
        if self._weights(generation).exists() and log.exists():
            self._tell_what_applies(generation)
            return sum(len(part) for _, part in in_order(jobs, log))
        if self._weights(generation).exists():
            self._tell(
                f"generation {generation}: its matches are gone; others are played, and what was fitted to those before stays"
            )
        played = 0
        with self._announced("playing", generation, jobs, log, EACH) as advance:
            for _, part in run(jobs, log, workers=self.course.workers, on=self.course.on):
                played += len(part)
                advance(len(part))
        return played

    def _tell_what_applies(self, generation: int) -> None:
        """Say from when on the number of matches holds that is asked for now, if a generation was played with another."""
        played, asked = self._fitted_to(generation), self.course.matches
        if played and -(-played // EACH) != -(-asked // EACH):
            coming = next(later for later in count(generation + 1) if not self._weights(later).exists())
            self._tell(say("matches-apply-later", generation=generation, played=played, asked=asked, coming=coming))

    def _announced(
        self, what: str, generation: int, jobs: Sequence[Job[Any]], log: Path, each: int
    ) -> AbstractContextManager[Callable[[int], object]]:
        """Say how many matches come now, each job so many of them, and show how far they are: it may take hours."""
        coming = each * _open(jobs, log)
        if not coming:
            return no_bar(0)
        self._tell(say(f"now-{what}", generation=generation, count=coming))
        return self.bar(each * len(jobs))

    def _fit(self, generation: int) -> Path:
        path = self._weights(generation)
        if path.exists():
            return path
        first = max(0, generation - self.course.window + 1)
        matches = Matches([(self._practices(each), self._file(each, "matches.jsonl")) for each in range(first, generation + 1)])
        replace_bytes(path, self.craft.fit(self.best, matches, self._tell))
        return path

    def _duels(self, generation: int, new: Path) -> list[Duel]:
        sides = self.craft.setting(new), self.craft.setting(self.best)
        openings = -(-self.course.duels // len(self.game.teams))
        return [Duel(*sides, self.course, generation, number) for number in range(openings)]

    def _duel(self, generation: int, new: Path) -> Series:
        jobs, log, each = self._duels(generation, new), self._file(generation, "duels.jsonl"), len(self.game.teams)
        with self._announced("comparing", generation, jobs, log, each) as advance:
            found = gather(jobs, log, workers=self.course.workers, on=self.course.on, progress=lambda done: advance(done * each))
        return Series([f"new {self.course.kind}", "what there was"], [share for each in found for share in each])

    def _weights(self, generation: int) -> Path:
        return self._file(generation, self.craft.ending)

    def _file(self, generation: int, name: str) -> Path:
        return self.folder / f"{generation}.{name}"

    def _tell(self, line: str) -> None:
        with (self.folder / "learning.log").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.told(line)


def _most_played(log: Path, generation: int) -> int:
    """Return how many matches the jobs of a generation had in a log, to the last one there."""
    with Log(log) as kept:
        found = [re.fullmatch(rf"{generation}-(\d{{1,7}})-(\d{{1,7}})", name) for name, _ in kept.entries()]
    return max((int(each[1]) + int(each[2]) for each in found if each), default=0)


def _open(jobs: Sequence[Job[Any]], path: Path) -> int:
    """Return how many jobs are not in their log."""
    with Log(path) as kept:
        return len({job.id for job in jobs} - set(kept.places({job.id for job in jobs})))


def kind_for(game: Game) -> Kind:
    """Return what is learnt of a game where nothing else is asked for: its tables if it has any, else a network."""
    return "network" if game.new().learned() is None else "tables"


def usual(game: Game, kind: Kind) -> Course:
    """Return how a kind is learnt where nothing else is asked for: a network as large as that in use, from which it goes on."""
    network = shipped(game) if kind == "network" else None
    return USUAL[kind] if network is None else replace(USUAL[kind], units=(network.shape.first, network.shape.second))


def craft_of(game: Game, course: Course) -> Craft:
    """Return how a kind is learnt; GameError if the game cannot have it."""
    if course.kind == "tables":
        from calumma.lab.learning_tables import TablesCraft

        return TablesCraft(game, course)
    from calumma.lab.learning_networks import NetworkCraft

    return NetworkCraft(game, course)
