"""How a network is learnt (`core/network.py`): matches that trees play by it become lessons, and the network learns from them.

Before there is a network the game's evaluation guides the trees, or another player gives the lessons. A lesson is a decision:
which actions were tried, and what the match was worth to every seat in the end. Where that is known for sure
(`lab/labels.py`), it counts in place of how the match went on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calumma.core import CHANCE, OVER, Game, GameError, Rng, State
from calumma.core.given import shown, whole
from calumma.core.network import Network, packed, place_for, shape_for, shipped, unpacked
from calumma.core.words import Words
from calumma.lab.habits import SHARP, Habits, told_by
from calumma.lab.labels import Labels
from calumma.lab.learning import EACH, Course, Craft, Practice, Setting, is_share
from calumma.players.bots import TreePlayer, node_room
from calumma.players.levels import tree_settings
from calumma.players.player import Choice
from calumma.players.specs import load as load_player
from calumma.search import GUIDED, InformationTree, Settings, Tree

if TYPE_CHECKING:
    from calumma.lab.networks import Learner, Lesson, Lessons

say = Words(__package__)

HABITS = Habits()
NODES = 200_000  # of a tree in a duel
HELD_OUT = 10  # one match of so many is
WIDTH = 160  # actions that a lesson keeps, those tried most
EPOCHS = 8
BATCH = 512
PACE = 1e-3
GOING_ON = 0.3  # part of the pace for a network that has learnt before: a quicker one would forget
SLOWEST = 0.05  # part of the pace that is left at the end
DIGITS = 4
MOST_TRIED = 1 << 60  # times for an action: a billion simulations, squared


@dataclass(frozen=True)
class NetworkSetting(Setting):
    """A game and the network that plays it, if there is one; the game's evaluation guides trees where there is none."""

    def network(self) -> Network | None:
        """Return the network; whoever plays by it keeps it, for a setting is kept as long as its job."""
        return network_in(Path(self.weights), self.game) if self.weights else shipped(self.game)

    def settings(self, network: Network | None, room: int) -> Settings:
        """Return how trees weigh things that such a network guides, with room for so many nodes."""
        return replace(tree_settings(self.game, 0) if network is None else GUIDED, nodes=room)

    def thinker(self, seconds: float, seed: int) -> NetworkThinker:
        network = self.network()
        how = self.settings(network, NODES)
        return NetworkThinker(TreePlayer("tree", self.game, seed, None, seconds, how, network=network))


class NetworkThinker:
    """A tree, guided by a network."""

    def __init__(self, player: TreePlayer) -> None:
        self.player = player

    def choose(self, state: State, rng: Rng) -> int:
        """Return an action."""
        return self.player.choose(state, state.to_act).action


def network_in(path: Path, game: Game) -> Network:
    """Return the network of a file; GameError names the file if it holds none for this game."""
    data = path.read_bytes()
    try:
        return unpacked(data, game, path.name)
    except Exception as error:  # cut or changed bytes make compressors, JSON and arrays stumble, each in its own way
        raise GameError(say("damaged-network", path=path)) from error


@dataclass(frozen=True)
class Decided:
    """What led to a decision: how often each action was tried, and what every seat could expect."""

    tried: Mapping[int, int]
    expected: Sequence[float]

    @classmethod
    def of(cls, actions: Sequence[int], counts: Sequence[int], expected: Sequence[float]) -> Decided:
        """Return a decision without the actions that were not tried."""
        tried = {action: count for action, count in zip(actions, counts, strict=True) if count}
        return cls(tried, [round(min(1.0, max(0.0, each)), DIGITS) for each in expected])

    def choose(self, ply: int, rng: Rng) -> int:
        """Return the action that is played."""
        return HABITS.choose(list(self.tried), list(self.tried.values()), ply, rng)

    def as_values(self) -> list[Any]:
        """Return it as a log has it."""
        return [list(self.tried), list(self.tried.values()), list(self.expected)]

    @classmethod
    def read(cls, values: Any, seats: int) -> Decided:
        """Return what a log tells of a decision; ValueError if it is none."""
        actions, counts, expected = values
        found = cls({whole(action): whole(count) for action, count in zip(actions, counts, strict=True)}, expected)
        is_tried = found.tried and all(0 < count <= MOST_TRIED for count in found.tried.values())
        if not is_tried or len(expected) != seats or not all(map(is_share, expected)):
            raise ValueError(values)
        return found


@dataclass(frozen=True)
class Taught:
    """A match that gives lessons: how many plies were random, all actions, and the decision at each, if there was one."""

    random: int
    actions: list[int]
    decided: list[Decided | None]


class Pupil:
    """Whoever plays the matches that give lessons: a tree that is stirred, so that it tries all actions now and then."""

    def __init__(self, setting: NetworkSetting, simulations: int) -> None:
        self.setting, self.simulations = setting, simulations
        self.network = setting.network()

    def decide(self, state: State, rng: Rng) -> Decided:
        """Return how often each action was tried."""
        how, network = self.setting.settings(self.network, node_room(self.simulations)), self.network
        if self.setting.game.info.has_secrets:
            hidden = InformationTree(state, state.to_act, rng, how, network=network)
            hidden.run(self.simulations)
            candidates = hidden.candidates()
            tried = [candidate.visits**SHARP for candidate in candidates]
            return Decided.of([candidate.action for candidate in candidates], tried, hidden.mean_payoffs())
        tree = Tree(state, rng, how, network)
        if network is not None:
            tree.run(1)
            tree.stir(HABITS.stirred)
        tree.run(self.simulations)
        actions, counts = tree.tries()
        return Decided.of(actions, counts, tree.report(0).values if tree.proven else tree.mean_payoffs())


class Teacher:
    """Another player that gives the lessons, in many matches: a program takes seconds to start."""

    def __init__(self, game: Game, spec: str, seed: int) -> None:
        self.players = [load_player(spec, game, seed + seat) for seat in range(game.seats)]

    def decide(self, state: State, rng: Rng) -> Decided:
        """Return how often it tried each action, or that it chose one."""
        choice: Choice = self.players[state.to_act].choose(state, state.to_act)
        legal = state.legal()
        return Decided.of(legal, told_by(choice, legal), choice.values or [1.0 / state.seats] * state.seats)

    def close(self) -> None:
        """End what was started for it."""
        for player in self.players:
            player.close()


@dataclass(frozen=True)
class NetworkPractice(Practice[Taught]):
    """Some matches of a network with itself, or of its teacher, as a job."""

    setting: NetworkSetting

    def play(self) -> list[list[Any]]:
        if not self.course.teacher or self.generation > 0:
            pupil = Pupil(self.setting, self.course.nodes)
            return [self._match(pupil, seed) for seed in self.seeds]
        with closing(Teacher(self.setting.game, self.course.teacher, self.seeds[0])) as teacher:
            return [self._match(teacher, seed) for seed in self.seeds]

    def _match(self, player: Pupil | Teacher, seed: int) -> list[Any]:
        game, rng = self.setting.game, Rng(seed)
        state = game.new()
        least, most = self.course.opening
        random = least + rng.below(most - least + 1)
        actions: list[int] = []
        decided: list[list[Any] | None] = []
        while state.to_act != OVER:
            legal = len(state.legal())
            decision = None
            if state.to_act != CHANCE and legal > 1 and len(actions) >= random:
                decision = player.decide(state, rng)
            slips = self.course.slips and rng.below(self.course.slips) == 0
            action = state.pick(rng) if decision is None or slips else decision.choose(len(actions), rng)
            actions.append(action)
            decided.append(None if decision is None else decision.as_values())
            state.apply_unchecked(action)
        return [random, actions, decided]

    def read_match(self, values: list[Any]) -> Taught:
        seats = self.setting.seats
        try:
            random, actions, decided = values
            decisions = [None if each is None else Decided.read(each, seats) for each in decided]
            found = Taught(whole(random), [whole(action) for action in actions], decisions)
            if found.random < 0 or len(decisions) != len(found.actions) or not is_taught(self.setting.game, found):
                raise ValueError(values)
        except (TypeError, ValueError, OverflowError):
            raise GameError(say("no-lessons-in-practice", found=shown(values))) from None
        return found


def is_taught(game: Game, match: Taught) -> bool:
    """Whether a match is one, and its decisions are about what could be done."""
    state = game.new()
    for action, decision in zip(match.actions, match.decided, strict=True):
        legal = [] if state.to_act == OVER else state.legal()
        choices = [] if state.to_act == CHANCE else legal
        if action not in legal or (decision is not None and not set(decision.tried) <= set(choices)):
            return False
        state.apply_unchecked(action)
    return state.to_act == OVER


def lessons_of(labels: Labels, course: Course, match: Taught) -> list[tuple[Lesson, list[float]]]:
    """Return the lessons of a match, each with what it should have been said to be worth to every seat."""
    from calumma.lab.networks import Lesson

    game = labels.game
    state = game.new()
    lessons: list[Lesson | None] = []
    for action, decision in zip(match.actions, match.decided, strict=True):
        if decision is None:
            lessons.append(None)
        else:
            legal, seen = state.legal(), state.observe(state.to_act)
            lessons.append(Lesson(state.to_act, seen, legal, [decision.tried.get(each, 0) for each in legal], decision.expected))
        state.apply_unchecked(action)
    due = game.payoffs.worth(state.payoffs())
    known = labels.known_ends(match.actions)
    found: list[tuple[Lesson, list[float]]] = []
    for back, lesson in enumerate(reversed(lessons), 1):
        if back <= len(known):
            due = known[-back]
        elif lesson is not None:
            due = [(1.0 - course.blend) * later + course.blend * here for later, here in zip(due, lesson.expected, strict=True)]
        if lesson is not None:
            found.append((lesson, due))
    return found[::-1]


class NetworkCraft(Craft):
    """Networks, for any game with observations."""

    ending = "network"

    def __init__(self, game: Game, course: Course) -> None:
        super().__init__(game, course)
        shape_for(game, *course.units)  # GameError if it has none
        if course.teacher:
            load_player(course.teacher, game, 0)
        self.remark = self._remark()

    def _remark(self) -> str:
        """Say so if nothing is learnt from the network in use."""
        before, units = shipped(self.game), self.course.units
        if before is None or (before.shape.first, before.shape.second) == units:
            return ""
        there = say("units", first=before.shape.first, second=before.shape.second)
        return say("begins-anew", there=there, asked=say("units", first=units[0], second=units[1]))

    def setting(self, weights: Path | None) -> NetworkSetting:
        return NetworkSetting.of(self.game, weights)

    def practice(self, weights: Path | None, course: Course, generation: int, first: int) -> NetworkPractice:
        return NetworkPractice(self.setting(weights), course, generation, first, EACH)

    def fit(self, weights: Path | None, matches: Iterable[Taught], told: Callable[[str], None]) -> bytes:
        from calumma.lab.networks import Learner

        learner = Learner(self.game, *self.course.units, self.course.seed)
        before = self.setting(weights).network()
        pace = PACE
        if before is not None and before.shape == learner.shape:
            learner.adopt(before)
            pace *= GOING_ON
        kept, held = self._lessons(learner, matches)
        study(learner, kept, held, pace, told)
        return packed(learner.network(self.course.coarse))

    def _lessons(self, learner: Learner, matches: Iterable[Taught]) -> tuple[Lessons, Lessons]:
        """Return the lessons to learn from, and those held out: first they are counted, for there is room for one match more."""
        from calumma.lab.networks import Lessons

        counts = [0, 0]
        for number, match in enumerate(matches):
            counts[is_held_out(number)] += sum(decision is not None for decision in match.decided)
        kept, held = (Lessons(self.game, learner.shape.turned, max(1, count), WIDTH) for count in counts)
        labels = Labels(self.game)
        for number, match in enumerate(matches):
            for lesson, due in lessons_of(labels, self.course, match):
                (held if is_held_out(number) else kept).add(lesson, due)
        return kept, held

    def check(self, path: Path) -> None:
        network_in(path, self.game)

    def place(self) -> Path:
        return place_for(self.game)


def is_held_out(number: int) -> bool:
    """Whether nothing is learnt from a match, so that it tells how well others are foretold: every tenth."""
    return number % HELD_OUT == HELD_OUT - 1


def study(learner: Learner, kept: Lessons, held: Lessons, pace: float, told: Callable[[str], None]) -> None:
    """Let a network learn from lessons, at a pace that slows down, and tell how surprising they and those held out were."""
    if not len(kept):
        return
    size = min(BATCH, len(kept))
    steps = -(-len(kept) // size)
    for epoch in range(EPOCHS):
        spent = [(epoch * steps + step) / (EPOCHS * steps) for step in range(steps)]
        paces = [pace * (SLOWEST + (1.0 - SLOWEST) * (1.0 - part)) for part in spent]
        met = [learner.learn(kept.draw(learner.luck, size), each) for each in paces]
        values, policies = (sum(each) / len(met) for each in zip(*met, strict=True))
        line = f"epoch {epoch + 1}: surprise by values {values:.4f}, by actions {policies:.4f}"
        if len(held):
            value, policy = learner.surprises(held.draw(learner.luck, min(4 * BATCH, len(held))))
            line += f"; held out {value:.4f}, {policy:.4f}"
        told(line)
