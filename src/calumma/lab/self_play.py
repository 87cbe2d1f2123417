"""Matches of a network with itself: every decision becomes a lesson, which actions its tree tried and what came of it.

A network that knows nothing yet may be taught by any other player first, whose matches become lessons in the same way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from calumma.core import CHANCE, OVER, Game, Rng, State
from calumma.core.network import Network
from calumma.lab.habits import SHARP, Habits, told_by
from calumma.lab.networks import Lesson, Lessons
from calumma.players import load as load_player
from calumma.players.levels import tree_settings
from calumma.search import GUIDED, Grove, InformationTree

ROOM = 20_000  # nodes of a tree


class SelfPlay(ABC):
    """Many matches, side by side, that become lessons as they end."""

    def __init__(self, rows: int, habits: Habits, lessons: Lessons, seed: int = 0) -> None:
        self.habits, self.lessons, self.luck = habits, lessons, Rng(seed)
        self.open: list[list[Lesson]] = [[] for _ in range(rows)]
        self.plies = [0] * rows
        self.matches = 0
        """How many are over."""

    @abstractmethod
    def use(self, network: Network) -> None:
        """Play by another network from now on."""

    @abstractmethod
    def step(self) -> None:
        """Play a ply in every match."""

    def choose(self, lesson: Lesson, ply: int) -> int:
        """Return the action that is played."""
        return self.habits.choose(lesson.actions, lesson.counts, ply, self.luck)

    def end(self, row: int, values: Sequence[float]) -> None:
        """Make lessons of a match: what each decision was worth goes over from the end to what was expected."""
        due, blend = list(values), self.habits.blend
        for lesson in reversed(self.open[row]):
            due = [(1.0 - blend) * later + blend * here for later, here in zip(due, lesson.expected, strict=True)]
            self.lessons.add(lesson, due)
        self.matches += 1
        self.open[row], self.plies[row] = [], 0


class OpenPlay(SelfPlay):
    """Matches of a game without secrets, each with a tree that is kept from ply to ply. A result that is proven ends a match."""

    def __init__(self, game: Game, rows: int, habits: Habits, lessons: Lessons, seed: int = 0) -> None:
        super().__init__(rows, habits, lessons, seed)
        self.grove = Grove(game, rows, seed)
        for row in range(rows):
            self._begin(row)

    def use(self, network: Network) -> None:
        self.grove.use(network)

    def _begin(self, row: int) -> None:
        """Play some plies at random."""
        for _ in range(self.luck.below(self.habits.random + 1)):
            self.grove.play(row, self.grove.state(row).pick(self.luck))
            self.plies[row] += 1

    def step(self) -> None:
        self.grove.grow(1)
        self.grove.stir(self.habits.stirred)
        self.grove.grow(self.habits.simulations)
        for row, tree in enumerate(self.grove.trees):
            actions, counts = tree.tries()
            state = self.grove.state(row)
            known = tree.report(0).values if tree.proven else tree.mean_payoffs()
            lesson = Lesson(state.to_act, state.observe(state.to_act), actions, counts, known)
            self.open[row].append(lesson)
            if tree.proven:
                self.grove.restart(row)
                self.end(row, known)
                self._begin(row)
            elif paid := self.grove.play(row, self.choose(lesson, self.plies[row])):
                self.end(row, state.game.payoffs.worth(paid))
                self._begin(row)
            else:
                self.plies[row] += 1


class HiddenPlay(SelfPlay):
    """Matches of a game with secrets; every decision has a tree of its own. Before there is a network, the evaluation plays."""

    def __init__(self, game: Game, rows: int, habits: Habits, lessons: Lessons, seed: int = 0) -> None:
        super().__init__(rows, habits, lessons, seed)
        self.game = game
        self.network: Network | None = None
        self.guided = replace(GUIDED, nodes=ROOM)
        self.states = [self._start() for _ in range(rows)]

    def _start(self) -> State:
        state = self.game.new()
        self._let_chance_act(state)
        return state

    def _let_chance_act(self, state: State) -> None:
        while state.to_act == CHANCE:
            state.apply_unchecked(state.pick(self.luck))

    def use(self, network: Network | None) -> None:
        self.network = network

    def step(self) -> None:
        for row, state in enumerate(self.states):
            lesson = self._decided(state)
            if len(lesson.actions) > 1:
                self.open[row].append(lesson)
            state.apply_unchecked(self.choose(lesson, self.plies[row]))
            self._let_chance_act(state)
            self.plies[row] += 1
            if state.to_act == OVER:
                self.end(row, self.game.payoffs.worth(state.payoffs()))
                self.states[row] = self._start()

    def _decided(self, state: State) -> Lesson:
        seat, legal = state.to_act, state.legal()
        if len(legal) == 1:
            return Lesson(seat, state.observe(seat), legal, [1])
        settings = tree_settings(self.game, self.habits.simulations) if self.network is None else self.guided
        tree = InformationTree(state, seat, self.luck, settings, network=self.network)
        tree.run(self.habits.simulations)
        counts = {candidate.action: candidate.visits**SHARP for candidate in tree.candidates()}
        return Lesson(seat, state.observe(seat), list(counts), list(counts.values()), tree.mean_payoffs())


class TaughtPlay:
    """Matches of another player with itself, one after the other, until a network takes over."""

    def __init__(self, game: Game, teacher: str, play: SelfPlay, seed: int = 0) -> None:
        self.game, self.play, self.luck = game, play, Rng(seed)
        self.teachers = [load_player(teacher, game, self.luck.below(1 << 30)) for _ in range(game.seats)]

    def step(self) -> None:
        """Play a match to its end."""
        state, lessons, ply = self.game.new(), self.play.open[0], 0
        first = self.luck.below(self.play.habits.random + 1)
        while state.to_act != OVER:
            if state.to_act == CHANCE or ply < first:
                state.apply_unchecked(state.pick(self.luck))
            else:
                self._teach(state, lessons)
            ply += 1
        self.play.end(0, self.game.payoffs.worth(state.payoffs()))

    def _teach(self, state: State, lessons: list[Lesson]) -> None:
        """Add what the teacher does here, and do it, or now and then anything else."""
        seat, legal = state.to_act, state.legal()
        if len(legal) == 1:
            return state.apply_unchecked(legal[0])
        choice = self.teachers[seat].choose(state, seat)
        strays = self.luck.below(1000) < 1000 * self.play.habits.stray
        lessons.append(Lesson(seat, state.observe(seat), legal, told_by(choice, legal), choice.values))
        state.apply_unchecked(state.pick(self.luck) if strays else choice.action)


def self_play(game: Game, rows: int, habits: Habits, lessons: Lessons, seed: int = 0) -> SelfPlay:
    """Return matches of a game with itself."""
    return (HiddenPlay if game.info.has_secrets else OpenPlay)(game, rows, habits, lessons, seed)
