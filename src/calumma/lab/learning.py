"""Learning of tables: bots play themselves, tables are fitted to their positions, and kept if they win against those before.

A folder holds it all: for every generation the log of its matches, the tables fitted to them and the log of the duels, so
that a run that was stopped goes on where it was; `learning.log` tells what happened. Everything follows from the seed, except
what depends on the speed of the machine: the duels, which are played at equal time.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import exp, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calumma.core import OVER, Game, GameError, IllegalMove, Rng, State
from calumma.core.given import shown, whole
from calumma.core.paths import replace_bytes, replace_text
from calumma.core.registry import load as load_game
from calumma.core.tables import Tables, packed, unpacked
from calumma.core.words import Words
from calumma.lab.runner import gather, in_order
from calumma.lab.series import Series
from calumma.players.bots import seeded
from calumma.search import AlphaBeta

if TYPE_CHECKING:
    from calumma.lab.fitting import Samples

say = Words(__package__)

MEGABYTES = 4.0
MARGIN = 0.05
WIDTH = 8
UNKNOWN = float("nan")  # in place of a value where no search was asked
OPENINGS = 1 << 20  # seeds of duels lie beyond those of matches
FREE = ("matches", "duels", "seconds", "workers", "on")  # what may change from run to run in a folder


@dataclass(frozen=True)
class Course:
    """How a game is learnt: how many matches with how much thought, from which openings, and how they are judged."""

    matches: int = 2000
    nodes: int = 500
    opening: tuple[int, int] = (2, 26)  # the least and the most random plies
    slips: int = 40  # later on one action of so many is random, so that there is more to be seen; 0: none
    blend: float = 0.05  # part that every ply takes from what is expected of the next position; the rest came later
    margin: float = 8.0  # points by which a match is won at odds of e to 1, as far as scores count; 0: results alone
    window: int = 3  # generations whose matches are fitted
    step: int = 1  # weights differ from their base by multiples of it, as files have to be small
    duels: int = 100
    seconds: float = 0.02  # a decision in duels
    seed: int = 0
    workers: int = 1
    on: str = "local"


@dataclass(frozen=True)
class Setting:
    """A game as it travels to other processes, and the weights that its tables have there: a file, or the game's own."""

    name: str
    seats: int
    options: tuple[tuple[str, str | int], ...]
    weights: str = ""

    @classmethod
    def of(cls, game: Game, weights: Path | None) -> Setting:
        """Return the setting of a game."""
        return cls(game.name, game.seats, tuple(sorted(game.options.items())), str(weights or ""))

    @cached_property
    def game(self) -> Game:
        """Return the game."""
        return load_game(self.name, self.seats, **dict(self.options))

    def baked(self) -> array[int]:
        """Return the weights as tables use them."""
        tables = learned(self.game)
        if not self.weights:
            tables.load()
            return tables.baked(tables.present())
        return tables.baked(weights_in(Path(self.weights), tables))


@dataclass(frozen=True)
class Played:
    """A match of a bot with itself: how many plies were random, all actions, and what the acting side expected before each."""

    random: int
    actions: list[int]
    values: list[float]


@dataclass(frozen=True)
class Practice:
    """Some matches of a bot with itself, as a job."""

    setting: Setting
    course: Course
    generation: int
    first: int
    count: int

    @property
    def id(self) -> str:
        """Which matches these are."""
        return f"{self.generation}-{self.first}-{self.count}"

    def play(self) -> list[list[Any]]:
        """Play them."""
        game = self.setting.game
        learned(game).use(self.setting.baked())
        search = searching(game)
        seeds = [seeded(self.course.seed + self.generation, number) for number in range(self.first, self.first + self.count)]
        return [self._match(game, search, Rng(seed)) for seed in seeds]

    def _match(self, game: Game, search: AlphaBeta, rng: Rng) -> list[Any]:
        state = game.new()
        least, most = self.course.opening
        random = least + rng.below(most - least + 1)
        actions: list[int] = []
        values: list[float] = []
        while (seat := state.to_act) != OVER:
            value, action = UNKNOWN, state.pick(rng)
            if len(actions) >= random and not (self.course.slips and rng.below(self.course.slips) == 0):
                report = search.search(state, nodes=self.course.nodes, rng=rng)
                worth, action = game.payoffs.worth(report.values), report.action
                value = round(sum(worth[ally] for team in game.teams if seat in team for ally in team), 4)
            actions.append(action)
            values.append(value)
            state.apply_unchecked(action)
        return [random, actions, values]

    def read(self, values: list[list[Any]]) -> list[Played]:
        """Return the matches; GameError if values, which come from a file, are none of this game."""
        if not isinstance(values, list) or len(values) != self.count:
            raise GameError(say("no-practice", found=shown(values), count=self.count))
        return [self._read(match) for match in values]

    def _read(self, match: list[Any]) -> Played:
        try:
            random, actions, values = match
            found = Played(whole(random), [whole(action) for action in actions], [float(value) for value in values])
        except (TypeError, ValueError, OverflowError):
            raise GameError(say("no-match-in-practice", found=shown(match))) from None
        sound = all(isnan(value) or 0.0 <= value <= 1.0 for value in found.values)  # nan stands for no search
        if found.random < 0 or len(found.values) != len(found.actions) or not sound or not self._ends(found.actions):
            raise GameError(say("no-match-in-practice", found=shown(match)))
        return found

    def _ends(self, actions: list[int]) -> bool:
        """Whether actions are a match: those who learn from them apply them unchecked."""
        state = self.setting.game.new()
        try:
            for action in actions:
                state.apply(action)
        except IllegalMove:
            return False
        return state.to_act == OVER


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
        weights = [self.new.baked(), self.old.baked()]
        return [self._match(side, weights) for side in range(len(self.new.game.teams))]

    def _match(self, side: int, weights: list[array[int]]) -> float:
        game = self.new.game
        tables = learned(game)
        searches = [searching(game) for _ in weights]
        rng = Rng(seeded(self.course.seed + self.generation, OPENINGS + self.number))
        state = game.new()
        for _ in range(sum(self.course.opening) // 2):
            if state.to_act != OVER:
                state.apply_unchecked(state.pick(rng))
        while (seat := state.to_act) != OVER:
            which = int(seat not in game.teams[side])
            tables.use(weights[which])
            state.apply_unchecked(searches[which].search(state, seconds=self.course.seconds, rng=rng).action)
        shares = game.shares(state.payoffs())
        return sum(shares[seat] for seat in game.teams[side])

    def read(self, values: list[float]) -> list[float]:
        """Return the shares; GameError if values, which come from a file, are none."""
        sides = len(self.new.game.teams)
        if not isinstance(values, list) or len(values) != sides or not all(map(is_share, values)):
            raise GameError(say("no-shares", found=shown(values), count=sides))
        return [float(value) for value in values]


def searching(game: Game) -> AlphaBeta:
    """Return a search as levels have it, with a small table."""
    return AlphaBeta(game, MEGABYTES, reductions=True, margin=MARGIN, width=WIDTH)


def learned(game: Game) -> Tables:
    """Return the tables of a game; GameError if it has none."""
    tables = game.new().learned()
    if tables is None:
        raise GameError(say("nothing-to-learn", game=game))
    return tables


def is_share(value: object) -> bool:
    """Whether something is a part of what there is to win."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.0 <= value <= 1.0


def weights_in(path: Path, tables: Tables) -> array[int]:
    """Return the weights of a file; GameError names the file if it holds none for these tables."""
    tables.basis()  # if these cannot be read it is not the fault of the file
    data = path.read_bytes()
    try:
        weights = unpacked(data, tables)
    except Exception as error:  # cut or changed bytes make compressors, JSON and arrays stumble, each in its own way
        raise GameError(say("damaged-tables", path=path)) from error
    if len(weights) != tables.size:
        raise GameError(say("damaged-tables", path=path))
    return weights


def outcome(course: Course, end: State) -> list[float]:
    """Return what share every side should have been given at the end: half by the result and half by the score."""
    game = end.game
    shares, scores = game.shares(end.payoffs()), end.scores()
    won = [sum(shares[seat] for seat in team) for team in game.teams]
    if not course.margin:
        return won
    points = [sum(scores[seat] for seat in team) for team in game.teams]
    odds = [exp((each - max(points)) / course.margin) for each in points]
    return [(share + each / sum(odds)) / 2.0 for share, each in zip(won, odds, strict=True)]


def samples(game: Game, course: Course, matches: Sequence[Played]) -> Samples:
    """Return what the tables read in all positions after the openings, for every seat for which they speak there.

    What is expected of a position is what they say of it. Where seats are two, it is what a search found there; with more seats,
    one of a few hundred positions sees no further than a round, and where each plays for itself it takes all others for one side.
    """
    from calumma.lab.fitting import Samples, Trail

    trail = Trail(len(game.teams), course.blend)
    rows: list[array[int]] = []
    seated = [(side, seat) for side, team in enumerate(game.teams) for seat in team]
    for match in (match for match in matches if len(match.actions) > match.random):
        state = game.new()
        for ply, action in enumerate(match.actions):
            if ply >= match.random:
                read = [(side, array("i", state.features(seat))) for side, seat in seated]
                speaking = [(side, row) for side, row in read if row]
                rows += [row for _, row in speaking]
                trail.add([side for side, _ in speaking], [match.values[ply]] if game.seats == 2 else [])
            state.apply_unchecked(action)
        trail.end(outcome(course, state), len(match.actions) - match.random)
    return Samples.of(rows, trail)


class Keepsake:
    """What run a folder belongs to, in a file: another one would take its matches and tables for its own."""

    def __init__(self, game: Game, course: Course, folder: Path) -> None:
        self.path = folder / "course.json"
        chosen = {f"option {name}": value for name, value in sorted(game.options.items())}
        deciding = {name: value for name, value in asdict(course).items() if name not in FREE}
        self.text = json.dumps({"game": game.name, "seats": game.seats, **chosen, **deciding}, indent=1)

    def check(self) -> None:
        """GameError if the folder belongs to another run; one without the file is new, or of an older version."""
        if not self.path.exists():
            return
        there, asked = self._there(), json.loads(self.text)
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
            replace_text(self.path, f"{self.text}\n")


class Learning:
    """The course of a game in a folder, generation by generation."""

    def __init__(self, game: Game, course: Course, folder: Path, told: Callable[[str], None]) -> None:
        self.game, self.course, self.folder, self.told = game, course, folder, told
        self.tables = learned(game)
        self.best: Path | None = None  # the tables that have won so far; none: the game's own
        self.keepsake = Keepsake(game, course, folder)

    def run(self, generations: int) -> Path | None:
        """Go on until so many generations are done; return the tables that won last."""
        self._begin(generations)
        for generation in range(generations):
            matches = self._practise(generation)
            new = self._fit(generation)
            series = self._duel(generation, new)
            taken = series.interval[0] > 1.0 / len(self.game.teams)
            self._tell(f"generation {generation}: {len(matches)} matches; {series}; {'taken' if taken else 'not taken'}")
            self.best = new if taken else self.best
        return self.best

    def _begin(self, generations: int) -> None:
        """Look through what is in the folder before anything is added to it."""
        self.keepsake.check()
        for generation in range(generations):
            self._check(generation)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.keepsake.keep()

    def _check(self, generation: int) -> None:
        """GameError names a damaged file of a generation, as far as there are any."""
        tables = self._file(generation, "tables")
        if tables.exists():
            weights_in(tables, self.tables)
        self._check_log(self._practices(generation), self._file(generation, "matches.jsonl"))
        self._check_log(self._duels(generation, tables), self._file(generation, "duels.jsonl"))

    def _check_log(self, jobs: Sequence[Practice] | Sequence[Duel], path: Path) -> None:
        if path.exists():
            for _ in in_order(jobs, path):
                pass  # each is read, and dropped

    def _practices(self, generation: int) -> list[Practice]:
        setting, each = Setting.of(self.game, self.best), 10
        course = replace(self.course, workers=1, on="local")  # where a job is done is no part of it
        return [Practice(setting, course, generation, first, each) for first in range(0, self.course.matches, each)]

    def _practise(self, generation: int) -> list[Played]:
        jobs = self._practices(generation)
        parts = gather(jobs, self._file(generation, "matches.jsonl"), workers=self.course.workers, on=self.course.on)
        return [match for part in parts for match in part]

    def _fit(self, generation: int) -> Path:
        from calumma.lab.fitting import Recipe, coarser, fit

        path = self._file(generation, "tables")
        if path.exists():
            return path
        first = max(0, generation - self.course.window + 1)
        matches = [match for number in range(first, generation + 1) for match in self._practise(number)]
        self.tables.use(Setting.of(self.game, self.best).baked())
        fitted = fit(self.tables, samples(self.game, self.course, matches), Recipe(), self._tell)
        replace_bytes(path, packed(coarser(fitted.weights, self.tables, self.course.step), self.tables))
        return path

    def _duels(self, generation: int, new: Path) -> list[Duel]:
        sides = Setting.of(self.game, new), Setting.of(self.game, self.best)
        openings = -(-self.course.duels // len(self.game.teams))
        return [Duel(*sides, self.course, generation, number) for number in range(openings)]

    def _duel(self, generation: int, new: Path) -> Series:
        jobs = self._duels(generation, new)
        found = gather(jobs, self._file(generation, "duels.jsonl"), workers=self.course.workers, on=self.course.on)
        return Series(["new tables", "old tables"], [share for each in found for share in each])

    def _file(self, generation: int, name: str) -> Path:
        return self.folder / f"{generation}.{name}"

    def _tell(self, line: str) -> None:
        with (self.folder / "learning.log").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.told(line)
