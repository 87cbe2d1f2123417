"""Chance, several seats and secrets on games small enough to be worked out by hand; games written in a test run interpreted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import calumma
from calumma import Rng, State
from calumma.core.payoffs import SHARES
from calumma.search import InformationTree, Settings, Tree

pytestmark = [
    pytest.mark.contract,
    pytest.mark.skipif(calumma.compiled(), reason="a game in a test cannot join the compiled core"),
]


class Toy(State):
    """A game given by what follows each history: a seat and its actions, chance and its weights, or payoffs."""

    secret = False
    game: Any

    def __init__(self, game: Any) -> None:
        State.__init__(self, game)
        self.past: tuple[int, ...] = ()

    def c_to_act(self) -> Any:
        node = self.game.rules(self.past)
        return -2 if isinstance(node, list) else node[0]

    def c_legal(self, out: Any) -> Any:
        node = self.game.rules(self.past)
        if isinstance(node, list):
            return 0
        for i in range(len(node[1])):
            out[i] = i
        return len(node[1])

    def c_chance(self, out: Any) -> Any:
        for i, weight in enumerate(self.game.rules(self.past)[1]):
            out[i] = weight
        return len(self.game.rules(self.past)[1])

    def c_apply(self, action: int) -> None:
        self.past += (action,)

    def c_copy_from(self, other: Any) -> None:
        self.past = other.past

    def c_payoffs(self, out: Any) -> None:
        for seat, payoff in enumerate(self.game.rules(self.past)):
            out[seat] = payoff

    def c_evaluate(self, out: Any) -> None:
        for seat, share in enumerate(self.game.looks(self.past)):
            out[seat] = share

    def c_determinize(self, seat: int, rng: Rng) -> None:
        if self.game.has_secret:
            self.past = (rng.c_below(2), *self.past[1:])

    def seen(self, action: int, seat: int | None) -> Any:
        return None if self.game.has_secret and not self.past else action


def toy(rules: Any, seats: int = 2, has_secret: Any = False, past: Any = (), looks: Any = lambda past: [0.5, 0.5]) -> Toy:
    teams = tuple((seat,) for seat in range(seats))
    game = SimpleNamespace(rules=rules, seats=seats, payoffs=SHARES, teams=teams, has_secret=has_secret, looks=looks)
    game.definition = SimpleNamespace(state=Toy)
    state = Toy(game)
    state.past = past
    return state


def dice(past: Any) -> Any:
    """Action 0 wins with one of six faces, action 1 with two of three."""
    if not past:
        return (0, [0, 1])
    if len(past) == 1:
        return (-1, [1, 5]) if past[0] == 0 else (-1, [2, 1])
    return [1.0, 0.0] if past[1] == 0 else [0.0, 1.0]


def test_chance_is_taken_by_its_weights() -> None:
    tree = Tree(toy(dice), Rng(1), Settings(nodes=100))
    tree.run(4000)
    report = tree.report()
    assert report.action == 1
    assert report.candidates[1].value == pytest.approx(2 / 3, abs=0.03)


def test_chance_that_cannot_change_the_result_is_proven() -> None:
    def rules(past: Any) -> Any:
        return (0, [0, 1]) if not past else (-1, [1, 3]) if len(past) == 1 else [0.0, 1.0]

    tree = Tree(toy(rules), Rng(1), Settings(nodes=100))
    tree.run(100)
    assert tree.proven
    assert tree.report().values == [0.0, 1.0]


def test_who_cannot_win_does_not_decide_for_the_others() -> None:
    """Seat 0 loses either way and picks who wins: nothing is proven of that, though all ends are known."""

    def rules(past: Any) -> Any:
        return (0, [0, 1]) if not past else [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]][past[0]]

    tree = Tree(toy(rules, 3), Rng(1), Settings(nodes=100))
    tree.run(50)
    assert not tree.proven
    assert all(candidate.proven for candidate in tree.candidates())


def test_three_seats_each_look_after_themselves() -> None:
    """Seat 0 may end it as a tie of all, or let seat 1 choose between itself and seat 0: it should not."""

    def rules(past: Any) -> Any:
        if past == ():
            return (0, [0, 1])
        if past == (1,):
            return (1, [0, 1])
        return {(0,): [1 / 3] * 3, (1, 0): [1.0, 0.0, 0.0], (1, 1): [0.0, 1.0, 0.0]}[past]

    tree = Tree(toy(rules, 3), Rng(1), Settings(nodes=100))
    tree.run(200)
    assert tree.proven
    assert tree.report().action == 0


def guess(past: Any) -> Any:
    """Chance hides a coin; seat 0 may guess it (right: wins) or decline, which wins two times in three."""
    if not past:
        return (-1, [1, 1])
    if len(past) == 1:
        return (0, [0, 1, 2])
    if past[1] < 2:
        return [1.0, 0.0] if past[0] == past[1] else [0.0, 1.0]
    return (-1, [2, 1]) if len(past) == 2 else [1.0, 0.0] if past[2] == 0 else [0.0, 1.0]


@pytest.mark.parametrize("coin", [0, 1])
def test_a_hidden_coin_is_not_guessed(coin: int) -> None:
    tree = InformationTree(toy(guess, has_secret=True, past=(coin,)), 0, Rng(3), Settings(nodes=200))
    tree.run(3000)
    assert tree.report().action == 2
    assert tree.report().candidates[2].value == pytest.approx(2 / 3, abs=0.05)


@pytest.mark.parametrize("seed", range(5))
def test_actions_that_were_tried_as_often_met_the_same_worlds(seed: int) -> None:
    """Whoever guesses heads is right exactly where who guesses tails is wrong."""
    tree = InformationTree(toy(guess, has_secret=True, past=(0,)), 0, Rng(seed), Settings(nodes=200))
    tree.run(3)
    heads, tails, _ = tree.candidates()
    assert (heads.visits, tails.visits, heads.value + tails.value) == (1, 1, 1.0)


@pytest.mark.parametrize("seed", range(5))
def test_actions_of_the_root_are_evaluated_in_the_same_few_worlds(seed: int) -> None:
    """In some of four worlds the coin shows heads; what declining brings does not depend on it."""

    def looks(past: Any) -> list[float]:
        return [0.25, 0.75] if past[1] == 2 else [1.0, 0.0] if past[0] == past[1] else [0.0, 1.0]

    tree = InformationTree(toy(guess, has_secret=True, past=(0,), looks=looks), 0, Rng(seed), Settings(nodes=200, anchor=1e9))
    tree.run(1)
    heads, tails, declined = (candidate.value for candidate in tree.candidates())
    assert 4 * heads == pytest.approx(round(4 * heads), abs=1e-6)
    assert (heads + tails, declined) == pytest.approx((1.0, 0.25))


def test_two_worlds_that_look_the_same_are_searched_the_same() -> None:
    trees = [InformationTree(toy(guess, has_secret=True, past=(coin,)), 0, Rng(7), Settings(nodes=200)) for coin in (0, 1)]
    for tree in trees:
        tree.run(500)
    assert trees[0].report() == trees[1].report()


@pytest.mark.parametrize("blend", [False, True])
def test_a_full_information_tree_goes_on_without_growing(blend: bool) -> None:
    tree = InformationTree(toy(guess, has_secret=True, past=(0,)), 0, Rng(3), Settings(nodes=4), blend)
    assert tree.run(200) == 200
    assert tree.nodes <= 4


# How far a simulation looks, and how it plays on


def two_plies_each(past: Any) -> Any:
    """Both seats act twice; whatever they do, seat 1 wins."""
    return (len(past) // 2, [0, 1]) if len(past) < 4 else [0.0, 1.0]


def looks_between_turns(past: Any) -> Any:
    """After its turn seat 0 stands well if it played 1 twice; before that 0 looks better."""
    if len(past) == 2:
        return [0.9, 0.1] if past == (1, 1) else [0.2, 0.8]
    return [0.8, 0.2] if past == (0,) else [0.3, 0.7]


@pytest.mark.parametrize("glimpses", [1, 4])
@pytest.mark.parametrize("kind", [Tree, InformationTree])
def test_a_simulation_ends_with_the_turn_if_it_shall_look_no_further(
    kind: type[InformationTree] | type[Tree], glimpses: int
) -> None:
    settings = Settings(trust=0.0, plies=-1, turns=1, glimpses=glimpses, nodes=100)
    root = toy(two_plies_each, looks=looks_between_turns)
    tree = Tree(root, Rng(2), settings) if kind is Tree else InformationTree(root, 0, Rng(2), settings)
    tree.run(400)
    report = tree.report()
    assert (report.action, report.depth) == (1, 2)
    assert report.candidates[1].value == pytest.approx(0.9, abs=0.1)


@pytest.mark.parametrize("kind", [Tree, InformationTree])
def test_two_turns_are_those_of_two_seats(kind: type[InformationTree] | type[Tree]) -> None:
    settings = Settings(trust=0.0, plies=-1, turns=2, nodes=100)
    root = toy(two_plies_each, looks=looks_between_turns)
    tree = Tree(root, Rng(2), settings) if kind is Tree else InformationTree(root, 0, Rng(2), settings)
    tree.run(400)
    assert tree.report().values == [0.0, 1.0]


def one_in_eight(past: Any) -> Any:
    """Seat 0 hands on by 1, or by 0 and one of eight more actions."""
    if past == ():
        return (0, [0, 1])
    return (0, list(range(8))) if past == (0,) else (1, [0, 1])


def looks_of_one_in_eight(past: Any) -> Any:
    if past[0] == 1:
        return [0.5, 0.5]
    return [1.0, 0.0] if past == (0, 5) else [0.0, 1.0]


@pytest.mark.parametrize(("glimpses", "best"), [(1, 1), (40, 0)])
def test_a_playout_takes_the_best_of_the_actions_it_glimpses(glimpses: int, best: int) -> None:
    """The tree itself is kept from growing, so that only playouts can find the one good action of eight."""
    settings = Settings(trust=0.0, plies=-1, turns=1, glimpses=glimpses, patience=1000, nodes=100)
    tree = InformationTree(toy(one_in_eight, looks=looks_of_one_in_eight), 0, Rng(2), settings)
    tree.run(300)
    assert tree.report().action == best


class Foreseeing(Toy):
    """Tells beforehand what its actions are worth: the last one most."""

    def c_foresee(self, actions: Any, n: Any, out: Any) -> Any:
        for i in range(n):
            out[i] = 256 * (1 if actions[i] == n - 1 else -1)
        return True


@pytest.mark.parametrize(("teams", "part"), [(((0,), (1,), (2,), (3,)), 1.0), (((0, 2), (1, 3)), 0.5)])
def test_what_a_game_foresees_is_not_tried_out_behind_the_root(teams: Any, part: float) -> None:
    """Where every ply has eight actions, only the root's are played and judged, and one position a simulation."""
    judged: list[Any] = []

    def rules(past: Any) -> Any:
        return (len(past) % 4, list(range(8))) if len(past) < 40 else [0.25] * 4

    def looks(past: Any) -> Any:
        judged.append(past)
        return [0.25] * 4

    state = Foreseeing(toy(rules, 4, looks=looks).game)
    state.game.definition.state, state.game.teams = Foreseeing, teams
    tree: Any = Tree(state, Rng(1), Settings(nodes=1000, anchor=1.0, patience=1, trust=1.0, exploration=0.8, heat=0.1))
    tree.run(40)
    assert len(judged) == 8 + 40
    assert tree.report().line[1] == 7
    behind = tree.first[tree.first[0] + tree.report().action]
    odds = 2.718281828**2  # 256 units of 1/128
    assert [tree.guess[behind + i] for i in (6, 7)] == pytest.approx([part / (1 + odds), part * odds / (1 + odds)])
