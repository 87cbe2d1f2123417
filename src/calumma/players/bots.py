"""The bots that are one method each: random, greedy, alpha-beta, tree search."""

from __future__ import annotations

from calumma.core import OVER, Game, Rng, State
from calumma.core.network import Network
from calumma.players.knowing import choice_of
from calumma.players.player import Choice, Player, least
from calumma.search import AlphaBeta, Candidate, InformationTree, SearchReport, Settings, Tree
from calumma.search.several import grown, streams
from calumma.search.table import BYTES_PER_ENTRY
from calumma.solutions import SEARCHED_PER_SECOND, Effort, exact_value, has_exact_values

UNLIMITED = 1 << 30
SPARSELY = 16  # entries of a table for every node: hardly one is lost to another
REMEMBERED_PLIES = 6  # how far apart two positions may be for the tree of one to be of use in the other


class RandomPlayer(Player):
    """Plays any legal action with equal chance."""

    def think(self, world: State, seat: int) -> Choice:
        action = world.pick(self.rng)
        candidates = [Candidate(each, 0, 1.0 / world.seats, False, (each,)) for each in world.legal()]
        return Choice(action, line=[action], candidates=candidates)


class GreedyPlayer(Player):
    """Plays what looks best right after it, without looking further; of equals, any."""

    def think(self, world: State, seat: int) -> Choice:
        candidates = glance(world, seat)
        top = max(candidate.value for candidate in candidates)
        best = [candidate.action for candidate in candidates if candidate.value == top]
        action = best[self.rng.below(len(best))]
        return Choice(action, line=[action], nodes=len(candidates), depth=1, candidates=candidates)


def glance(world: State, seat: int) -> list[Candidate]:
    """Return every legal action with what the evaluation says of the position after it."""
    return [Candidate(action, 1, _value_after(world, action, seat), False, (action,)) for action in world.legal()]


def _value_after(world: State, action: int, seat: int) -> float:
    after = world.copy()
    after.apply(action)
    return world.game.payoffs.worth(after.payoffs() if after.to_act == OVER else after.evaluate())[seat]


class AlphaBetaPlayer(Player):
    """Searches to a depth, a number of nodes or a time, whichever comes first.

    `exact`: the seconds, at most half of those it has, in which it first tries to see the match to its end, where a game allows
    that (`calumma.solutions`). A lost position is searched all the same, for moves after which the other may go wrong.
    """

    def __init__(
        self,
        spec: str,
        game: Game,
        seed: int,
        depth: int = 64,
        nodes: int | None = None,
        seconds: float | None = None,
        quiescence: int = 8,
        reductions: bool = True,
        megabytes: float = 32.0,
        remembers: bool = False,
        margin: float = 0.0,
        exact: float = 0.0,
        width: int = 0,
        others: int = 0,
        threads: int = 1,
    ) -> None:
        super().__init__(spec, game, seed)
        room = table_room(megabytes, None if remembers else nodes)
        self.searcher = AlphaBeta(game, room, quiescence, reductions, remembers, margin, width, others, threads)
        self.depth, self.nodes, self.seconds = depth, nodes, seconds
        self.exact = exact if has_exact_values(game) else 0.0

    def think(self, world: State, seat: int) -> Choice:
        depth, nodes, seconds = self.budget()
        if self.exact and self.asked.lines == 1:
            patience = least(self.exact, None if seconds is None else seconds / 2) or 0.0
            known = exact_value(world, Effort(0, 0, int(SEARCHED_PER_SECOND * patience)))
            if known is not None and known.value != "loss":
                return choice_of(known, seat, known.best[0])
        return Choice.of(self.searcher.search(world, depth, nodes, seconds, self.rng, self.asked.lines, self.on_report))

    def rank(self, world: State) -> Choice:
        """Return a choice that knows the exact value of every action: slower."""
        depth, nodes, seconds = self.budget()
        return Choice.of(self.searcher.rank(world, depth, nodes, seconds, self.on_report))

    def budget(self) -> tuple[int, int | None, float | None]:
        """Return depth, nodes and seconds for this decision."""
        limits = self.asked.limits
        return least(self.depth, limits.depth) or 1, least(self.nodes, limits.nodes), least(self.seconds, limits.seconds)

    def stop(self) -> None:
        self.searcher.stop()


class TreePlayer(Player):
    """Searches a tree by simulations: over positions in an open game, over what its seat knows in one with secrets.

    A network, if there is one, guides it.
    """

    def __init__(
        self,
        spec: str,
        game: Game,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        settings: Settings | None = None,
        blend_chance: bool = False,
        remembers: bool = True,
        threads: int = 1,
        network: Network | None = None,
    ) -> None:
        super().__init__(spec, game, seed)
        self.threads, self.network = threads, network
        self.simulations = UNLIMITED if simulations is None else simulations
        self.seconds = seconds
        self.settings = settings or Settings(nodes=node_room(self.simulations))
        self.blend_chance, self.remembers = blend_chance, remembers
        self.trees: list[Tree | InformationTree] = []  # one for each thread; a single one is kept for the next decision
        self.suggested = -1  # by the last search

    def think(self, world: State, seat: int) -> Choice:
        return Choice.of(self.search(world, seat))

    def search(self, world: State, seat: int) -> SearchReport:
        """Return the report of the search itself."""
        if self.threads > 1 or not self._recall(world):
            self.trees = [self._planted(world, seat, luck) for luck in streams(self.rng, self.threads)]
        limits = self.asked.limits
        budget, seconds = least(self.simulations, limits.nodes) or 0, least(self.seconds, limits.seconds)
        report = grown(self.trees, budget, seconds, self.asked.lines, self.on_report)
        self.suggested = report.action
        return report

    def _planted(self, world: State, seat: int, luck: Rng) -> Tree | InformationTree:
        if self.game.info.has_secrets:
            return InformationTree(world, seat, luck, self.settings, self.blend_chance, self.network)
        return Tree(world, luck, self.settings, self.network)

    def _recall(self, world: State) -> bool:
        """Make the part of the last tree that begins at this position the present tree, if there is one."""
        if not self.remembers or not self.trees:
            return False
        tree = self.trees[0]
        if isinstance(tree, InformationTree):
            return tree.recall(self.suggested, world)
        path = tree.path_to(world, REMEMBERED_PLIES)
        return path is not None and all(tree.advance(action) for action in path)

    def stop(self) -> None:
        for tree in self.trees:
            tree.stop()


def table_room(megabytes: float, nodes: int | None) -> float:
    """Return how many megabytes a table takes: no more than so many nodes fill sparsely, which also stays in the caches."""
    return megabytes if nodes is None else min(megabytes, SPARSELY * BYTES_PER_ENTRY * nodes / 1_000_000)


def node_room(simulations: int) -> int:
    """Return how many nodes to make room for: some for every simulation, at least 10 thousand and at most 2 million."""
    return max(10_000, min(2_000_000, 60 * simulations))


def seeded(seed: int, number: int) -> int:
    """Return one of many seeds that follow from one."""
    rng = Rng(seed + (number << 32))
    return rng.below(1 << 30) << 30 | rng.below(1 << 30)
