"""How tables are learnt (`core/tables.py`): matches that a search plays against itself become positions, and tables fit them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from calumma.core import OVER, Game, GameError, IllegalMove, Rng, State
from calumma.core.given import shown, whole
from calumma.core.tables import Tables, packed, unpacked
from calumma.core.words import Words
from calumma.lab.labels import Labels
from calumma.lab.learning import EACH, Course, Craft, Practice, Setting, is_share
from calumma.players.bots import TreePlayer
from calumma.players.levels import CERTAIN, level_settings, tree_settings
from calumma.search import AlphaBeta, SearchReport

if TYPE_CHECKING:
    from calumma.lab.fitting import Samples

say = Words(__package__)

STRONGEST = 6  # the level for which tables are learnt
MEGABYTES = 4.0
UNKNOWN = float("nan")  # in place of a value where no search was asked; null in logs, in which older versions had NaN


class Search(Protocol):
    """What is asked for actions in matches."""

    def search(self, state: State, *, nodes: int | None = None, seconds: float | None = None, rng: Rng) -> SearchReport:
        """Return what it found within a budget."""


class Trees:
    """Trees as levels grow them, a new one for every decision."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def search(self, state: State, *, nodes: int | None = None, seconds: float | None = None, rng: Rng) -> SearchReport:
        """Return what so many simulations found, or as many as there is time for."""
        how, seed = tree_settings(self.game, nodes or CERTAIN), rng.below(1 << 30)
        return TreePlayer("tree", self.game, seed, nodes, seconds, how, remembers=False).search(state, state.to_act)


def searching(game: Game) -> Search:
    """Return the kind of search that the strongest level has in a game, with little memory: tables are learnt for it."""
    how = level_settings(game, STRONGEST)
    if how["search"] == "tree":
        return Trees(game)
    return AlphaBeta(game, MEGABYTES, reductions=True, margin=how.get("margin", 0.0), width=how.get("width", 0))


def learned(game: Game) -> Tables:
    """Return the tables of a game; GameError if it has none."""
    tables = game.new().learned()
    if tables is None:
        raise GameError(say("nothing-to-learn", game=game))
    return tables


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


@dataclass(frozen=True)
class TablesSetting(Setting):
    """A game and the weights that its tables have."""

    def baked(self) -> array[int]:
        """Return the weights as tables use them."""
        tables = learned(self.game)
        if not self.weights:
            tables.load()
            return tables.baked(tables.present())
        return tables.baked(weights_in(Path(self.weights), tables))

    def thinker(self, seconds: float, seed: int) -> TablesThinker:
        return TablesThinker(self.game, self.baked(), seconds)


class TablesThinker:
    """A search that has the tables hold its own weights whenever it thinks."""

    def __init__(self, game: Game, baked: array[int], seconds: float) -> None:
        self.tables, self.baked, self.seconds = learned(game), baked, seconds
        self.searching = searching(game)

    def choose(self, state: State, rng: Rng) -> int:
        """Return an action."""
        self.tables.use(self.baked)
        return self.searching.search(state, seconds=self.seconds, rng=rng).action


@dataclass(frozen=True)
class Played:
    """A match of a bot with itself: how many plies were random, all actions, and what the acting side expected before each."""

    random: int
    actions: list[int]
    values: list[float]


@dataclass(frozen=True)
class TablesPractice(Practice[Played]):
    """Some matches of a search that asks the tables with itself, as a job."""

    setting: TablesSetting

    def play(self) -> list[list[Any]]:
        learned(self.setting.game).use(self.setting.baked())
        search = searching(self.setting.game)
        return [self._match(search, seed) for seed in self.seeds]

    def _match(self, search: Search, seed: int) -> list[Any]:
        game, rng = self.setting.game, Rng(seed)
        state = game.new()
        least, most = self.course.opening
        random = least + rng.below(most - least + 1)
        actions: list[int] = []
        values: list[float | None] = []
        while (seat := state.to_act) != OVER:
            value: float | None = None  # no search is asked: JSON has no NaN
            action = state.pick(rng)
            if len(actions) >= random and not (self.course.slips and rng.below(self.course.slips) == 0):
                report = search.search(state, nodes=self.course.nodes, rng=rng)
                worth, action = game.payoffs.worth(report.values), report.action
                value = round(sum(worth[ally] for team in game.teams if seat in team for ally in team), 4)
            actions.append(action)
            values.append(value)
            state.apply_unchecked(action)
        return [random, actions, values]

    def read_match(self, values: list[Any]) -> Played:
        try:
            random, actions, expected = values
            known = [UNKNOWN if value is None else float(value) for value in expected]
            found = Played(whole(random), [whole(action) for action in actions], known)
        except (TypeError, ValueError, OverflowError):
            raise GameError(say("no-match-in-practice", found=shown(values))) from None
        sound = found.random >= 0 and all(isnan(value) or is_share(value) for value in found.values)  # nan stands for no search
        if not sound or len(found.values) != len(found.actions) or not is_match(self.setting.game, found.actions):
            raise GameError(say("no-match-in-practice", found=shown(values)))
        return found


def is_match(game: Game, actions: Sequence[int]) -> bool:
    """Whether actions are a match: those who learn from them apply them unchecked."""
    state = game.new()
    try:
        for action in actions:
            state.apply(action)
    except IllegalMove:
        return False
    return state.to_act == OVER


def outcome(course: Course, end: State, won: Sequence[float] | None = None) -> list[float]:
    """Return what each side should have been given at the end: half by the result, or what was due, half by the score."""
    game = end.game
    shares, scores = game.shares(end.payoffs()), end.scores()
    won = won or [sum(shares[seat] for seat in team) for team in game.teams]
    if not course.margin:
        return list(won)
    points = [sum(scores[seat] for seat in team) for team in game.teams]
    odds = [exp((each - max(points)) / course.margin) for each in points]
    return [(share + each / sum(odds)) / 2.0 for share, each in zip(won, odds, strict=True)]


def samples(game: Game, course: Course, matches: Iterable[Played]) -> Samples:
    """Return what the tables read in all positions after the openings, for every seat for which they speak there.

    What is expected of a position is what they say of it. Where seats are two, it is what a search found there; with more seats,
    one of a few hundred positions sees no further than a round, and where each plays for itself it takes all others for one side.
    Where it is known who wins, that counts in place of who did.
    """
    from calumma.lab.fitting import Samples, Trail

    trail, labels = Trail(len(game.teams), course.blend), Labels(game)
    rows = array("i")  # all in one: there are millions
    seated = [(side, seat) for side, team in enumerate(game.teams) for seat in team]
    for match in (match for match in matches if len(match.actions) > match.random):
        state = game.new()
        for ply, action in enumerate(match.actions):
            if ply >= match.random:
                read = [(side, state.features(seat)) for side, seat in seated]
                speaking = [(side, row) for side, row in read if row]
                for _, row in speaking:
                    rows.extend(row)
                trail.add([side for side, _ in speaking], [match.values[ply]] if game.seats == 2 else [])
            state.apply_unchecked(action)
        known = labels.known_ends(match.actions, match.random)
        won = [[sum(shares[seat] for seat in team) for team in game.teams] for shares in known]
        trail.end(outcome(course, state), len(match.actions) - match.random, [outcome(course, state, each) for each in won])
    return Samples.of(rows, trail)


class TablesCraft(Craft):
    """Tables, for games that declare some."""

    ending = "tables"

    def __init__(self, game: Game, course: Course) -> None:
        super().__init__(game, course)
        self.tables = learned(game)

    def setting(self, weights: Path | None) -> TablesSetting:
        return TablesSetting.of(self.game, weights)

    def practice(self, weights: Path | None, course: Course, generation: int, first: int) -> TablesPractice:
        return TablesPractice(self.setting(weights), course, generation, first, EACH)

    def fit(self, weights: Path | None, matches: Iterable[Played], told: Callable[[str], None]) -> bytes:
        from calumma.lab.fitting import Recipe, fit
        from calumma.lab.thrift import sized

        self.tables.use(self.setting(weights).baked())
        fitted = fit(self.tables, samples(self.game, self.course, matches), Recipe(), told)
        if not self.course.kilobytes:
            return packed(fitted.weights, self.tables)
        return sized(fitted.weights, fitted.seen, self.tables, self.course.kilobytes)

    def check(self, path: Path) -> None:
        weights_in(path, self.tables)

    def place(self) -> Path:
        return self.tables.path
