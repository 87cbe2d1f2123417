"""Trees that a network guides, alone and many at once."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.core.network import Network, shape_for
from calumma.search import GUIDED, Grove, InformationTree, Settings, Tree, ismcts, mcts

YAMAMOTO = calumma.load("yamamoto")
SMALL = Settings(exploration=0.8, anchor=0.3, nodes=20_000)
WON_IN_3 = "5/5/1B1w1/1W3/b4 b"


def some_network(game: calumma.Game) -> Network:
    shape, luck = shape_for(game, 5, 3), Rng(7)
    return Network(game, shape, array("h", [luck.below(801) - 400 for _ in range(sum(shape.sizes))]))


def eager_network(action: int) -> Network:
    """A network that likes one action of the first seat far more than all others, and knows nothing else."""
    shape = shape_for(YAMAMOTO, 1, 1)
    weights = array("h", bytes(2 * sum(shape.sizes)))
    weights[sum(shape.sizes[:7]) + action] = 8 * 1024
    return Network(YAMAMOTO, shape, weights)


@pytest.mark.contract
def test_a_network_draws_attention_to_what_it_likes() -> None:
    liked = YAMAMOTO.new().legal()[-1]
    report = mcts.search(YAMAMOTO.new(), 40, Rng(1), SMALL, network=eager_network(liked))
    assert report.action == liked
    assert max(candidate.visits for candidate in report.candidates) > 30


def test_a_guided_tree_proves_a_forced_win() -> None:
    report = mcts.search(YAMAMOTO.parse_position(WON_IN_3), 50_000, Rng(1), GUIDED, network=some_network(YAMAMOTO))
    assert report.proven
    assert report.values == [0.0, 1.0]


def test_the_first_simulation_asks_about_the_root() -> None:
    network = some_network(YAMAMOTO)
    tree = Tree(YAMAMOTO.new(), Rng(1), SMALL, network)
    tree.run(1)
    assert tree.mean_payoffs() == network.judge(YAMAMOTO.new())[0]


@pytest.mark.parametrize(("name", "seats"), [("bradley", 3), ("chamelequin", 4)])
def test_simulations_are_shared_out_with_any_number_of_seats(name: str, seats: int) -> None:
    game = calumma.load(name, seats)
    report = mcts.search(game.new(), 201, Rng(1), SMALL, network=some_network(game))
    assert sum(candidate.visits for candidate in report.candidates) == 200
    assert sum(report.values) == pytest.approx(1.0)


def test_a_full_tree_is_still_judged_by_its_network() -> None:
    tree = Tree(YAMAMOTO.new(), Rng(1), Settings(exploration=0.8, anchor=0.3, nodes=100), some_network(YAMAMOTO))
    assert tree.run(500) == 500
    assert sum(tree.mean_payoffs()) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["life", "piecepack"])
def test_what_is_hidden_does_not_change_a_guided_search(name: str) -> None:
    game = calumma.load(name)
    state, luck, network = game.new(), Rng(5), some_network(game)
    for _ in range(60):
        state.apply(state.pick(luck))
    while state.to_act < 0:
        state.apply(state.pick(luck))
    dealt = state.determinize(state.to_act, Rng(9))
    reports = [ismcts.search(each, each.to_act, 60, Rng(2), SMALL, network=network) for each in (state, dealt)]
    assert reports[0] == reports[1]
    assert sum(candidate.visits for candidate in reports[0].candidates) == 60


def test_a_guided_tree_needs_an_anchor() -> None:
    with pytest.raises(ValueError, match="expected settings like GUIDED"):
        Tree(YAMAMOTO.new(), 1, Settings(), some_network(YAMAMOTO))
    life = calumma.load("life").new()
    while life.to_act < 0:
        life.apply(life.pick(Rng(1)))
    with pytest.raises(ValueError, match="expected settings like GUIDED"):
        InformationTree(life, life.to_act, 1, Settings(), False, some_network(life.game))


def rows_of(kind: str, rows: int, width: int) -> Any:
    return memoryview(bytearray(array(kind).itemsize * rows * width)).cast(kind, (rows, width))  # type: ignore[call-overload]


def taste_network() -> Network:
    """A network that likes some actions more than others, whatever the position."""
    shape, luck = shape_for(YAMAMOTO, 1, 1), Rng(3)
    weights = array("h", bytes(2 * sum(shape.sizes)))
    for action in range(YAMAMOTO.num_actions):
        weights[sum(shape.sizes[:7]) + action] = luck.below(2048)
    return Network(YAMAMOTO, shape, weights)


def answers(network: Network, seen: Any, masks: Any, rows: int) -> tuple[Any, Any]:
    """What that network says of some rows."""
    turned = next(each for each in YAMAMOTO.symmetries if each.shift == 1).actions
    values, logits = rows_of("f", rows, 2), rows_of("f", rows, YAMAMOTO.num_actions)
    taste, seat = network.weights[-YAMAMOTO.num_actions :], YAMAMOTO.observation["seat"].start
    for row in range(rows):
        values[row, 0] = values[row, 1] = 0.5
        for action in range(YAMAMOTO.num_actions):
            if masks[row, action]:
                logits[row, action] = taste[action if seen[row, seat] else turned[action]] / 1024
    return values, logits


def test_a_grove_that_asks_for_many_leaves_at_once_finds_what_one_with_a_network_finds() -> None:
    network = taste_network()
    alone, asking = Grove(YAMAMOTO, 3, 1, SMALL, network), Grove(YAMAMOTO, 3, 1, SMALL)
    seen, masks = rows_of("b", 3, 182), rows_of("b", 3, 625)
    alone.grow(20)
    asked = asking.grow_by(lambda rows: answers(network, seen, masks, rows), 20, seen, masks)
    assert asked == 3 * 20
    assert [tree.tries() for tree in asking.trees] == [tree.tries() for tree in alone.trees]


def test_the_first_value_of_an_answer_is_that_of_the_seat_that_acts() -> None:
    grove = Grove(YAMAMOTO, 1, 1, SMALL)
    seen, masks, values = rows_of("b", 1, 182), rows_of("b", 1, 625), rows_of("f", 1, 2)
    values[0, 0], values[0, 1] = 0.75, 0.25
    for expected in ([0.75, 0.25], [0.25, 0.75]):
        grove.grow_by(lambda rows: (values, rows_of("f", rows, 625)), 1, seen, masks)
        assert grove.trees[0].mean_payoffs() == expected
        grove.play(0, grove.state(0).legal()[0])
        grove.trees[0].clear()


def test_matches_of_a_grove_begin_anew_when_they_are_over() -> None:
    grove, luck, paid = Grove(YAMAMOTO, 1, 1, SMALL, some_network(YAMAMOTO)), Rng(1), None
    while paid is None:
        paid = grove.play(0, grove.state(0).pick(luck))
    assert sum(paid) == 1.0
    assert grove.state(0) == YAMAMOTO.new()


def test_stirring_keeps_the_sum_of_the_attention() -> None:
    grove = Grove(YAMAMOTO, 1, 1, SMALL, eager_network(YAMAMOTO.new().legal()[0]))
    grove.grow(1)
    grove.stir(1.0)
    grove.grow(60)
    assert sum(count > 0 for count in grove.trees[0].tries()[1]) > 5


def test_what_would_not_fit_into_a_tree_is_refused() -> None:
    """Positions and networks of other games, and luck for attention where there is none, would be written beyond its arrays."""
    tree, other = Tree(YAMAMOTO.new(), Rng(1)), calumma.load("chamelequin", 3)
    with pytest.raises(ValueError, match=r"cannot search a position of chamelequin .*: expected a position of yamamoto"):
        tree.begin(other.new())
    with pytest.raises(ValueError, match="cannot stir this tree"):
        tree.stir(0.5)
    with pytest.raises(ValueError, match="this tree is guided by no network"):
        tree.use(some_network(YAMAMOTO))
    with pytest.raises(ValueError, match=r"cannot ask a network for yamamoto .* about chamelequin"):
        Tree(other.new(), Rng(1), SMALL, some_network(YAMAMOTO))


def test_a_grove_without_a_network_cannot_grow_by_itself_and_one_needs_an_open_game() -> None:
    with pytest.raises(ValueError, match="expected somebody who answers for it"):
        Grove(YAMAMOTO, 1).grow(1)
    with pytest.raises(ValueError, match="expected a game without secrets"):
        Grove(calumma.load("life"), 1)
    grove, seen = Grove(YAMAMOTO, 1, 1, SMALL), rows_of("b", 1, 182)
    with pytest.raises(ValueError, match=r"cannot use the array values: expected the shape \(1, 2\)"):
        grove.grow_by(lambda rows: (seen, seen), 1, seen, rows_of("b", 1, 625))
