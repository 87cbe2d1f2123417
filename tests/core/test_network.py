"""Small networks: what they say, how they follow a match, what they may know, and the file that ships them."""

from __future__ import annotations

import json
import pickle
from array import array
from dataclasses import asdict
from math import exp

import pytest

import calumma
from calumma import GameError, Rng
from calumma.core.network import MAGIC, Network, Reader, Shape, packed, place_for, shape_for, unpacked

pytestmark = pytest.mark.contract

GAMES = ("bradley", "chamelequin", "life", "piecepack", "yamamoto")
YAMAMOTO = calumma.load("yamamoto")
HEAD = asdict(shape_for(YAMAMOTO, 5, 3))
RECORDED, RECORDED_CHANCE = [0.169616393976, 0.830383606024], 0.22769135349  # of the ninth position, by `some_network`


def some_network(game: calumma.Game, first: int = 5, second: int = 3, size: int = 2000) -> Network:
    """A network of any weights, the same everywhere."""
    shape, luck = shape_for(game, first, second), Rng(7)
    return Network(game, shape, array("h", [luck.below(2 * size + 1) - size for _ in range(sum(shape.sizes))]))


def some_match(game: calumma.Game, plies: int) -> list[calumma.State]:
    """Positions of a random match in which a seat acts."""
    state, luck = game.new(), Rng(3)
    found: list[calumma.State] = []
    while state.to_act != calumma.OVER and len(found) < plies:
        if state.to_act >= 0:
            found.append(state.copy())
        state.apply(state.pick(luck))
    return found


def hand_made() -> Network:
    """A network of one unit a layer that looks at the counter of quiet plies alone."""
    shape = shape_for(YAMAMOTO, 1, 1)
    weights = array("h", bytes(2 * sum(shape.sizes)))
    starts = [sum(shape.sizes[:kind]) for kind in range(8)]
    weights[YAMAMOTO.observation["quiet"].start] = 1024  # a quarter of a whole for every ply
    weights[starts[2]] = 1024  # a whole
    weights[starts[4]] = 2048  # the acting seat: two wholes
    return Network(YAMAMOTO, shape, weights)


def test_what_a_network_says_is_worked_out_by_hand() -> None:
    state = YAMAMOTO.new()
    assert hand_made().judge(state)[0] == [0.5, 0.5]
    state.apply(state.legal()[0])
    odds = exp(0.5)  # a quarter in both units, two of it for the acting seat
    assert hand_made().judge(state)[0] == [1 / (1 + odds), odds / (1 + odds)]


def test_units_say_a_whole_at_most_and_not_less_than_nothing() -> None:
    state, luck, quiet = YAMAMOTO.new(), Rng(1), YAMAMOTO.observation["quiet"].start
    while state.observe(0)[quiet] < 6:
        state.apply(state.pick(luck))
    assert max(hand_made().judge(state)[0]) == exp(2.0) / (exp(2.0) + 1.0)
    below = hand_made()
    weights = array("h", below.weights)
    weights[quiet] = -1024
    assert Network(YAMAMOTO, below.shape, weights).judge(state)[0] == [0.5, 0.5]


def test_networks_say_the_same_compiled_and_interpreted() -> None:
    values, chances = some_network(YAMAMOTO).judge(some_match(YAMAMOTO, 9)[-1])
    assert [round(value, 12) for value in values] == RECORDED
    assert round(max(chances), 12) == RECORDED_CHANCE
    assert sum(chances) == pytest.approx(1.0)


@pytest.mark.parametrize("name", GAMES)
def test_a_reader_that_has_followed_a_match_says_what_a_fresh_one_does(name: str) -> None:
    network = some_network(calumma.load(name))
    reader = Reader(network)
    for state in some_match(network.game, 12):
        assert reader.judge(state) == network.judge(state)
        other = (state.to_act + 1) % state.seats
        assert reader.judge(state, other) == Reader(network).judge(state, other)


@pytest.mark.parametrize("name", ["life", "piecepack"])
def test_a_network_knows_only_what_its_seat_may_know(name: str) -> None:
    network = some_network(calumma.load(name))
    for state in some_match(network.game, 12):
        dealt = state.determinize(state.to_act, Rng(11))
        assert network.judge(dealt) == network.judge(state)


def test_a_network_for_the_first_seat_plays_the_second_as_if_it_were_the_first() -> None:
    network = some_network(YAMAMOTO)
    turn = next(each for each in YAMAMOTO.symmetries if each.name == "half turn")
    for text in [YAMAMOTO.position_text(state) for state in some_match(YAMAMOTO, 8)]:  # it leaves counters out
        state, image = YAMAMOTO.parse_position(text), YAMAMOTO.parse_position(turn.text(text))
        values, chances = network.judge(state)
        assert network.judge(image)[0] == values[::-1]
        turned = dict(zip(image.legal(), network.judge(image)[1], strict=True))
        assert [turned[turn.actions[action]] for action in state.legal()] == pytest.approx(chances)


def test_a_network_comes_back_from_its_file_and_from_a_pickle() -> None:
    network = some_network(YAMAMOTO)
    for twin in (unpacked(packed(network), YAMAMOTO, "any.network"), pickle.loads(pickle.dumps(network))):
        assert (twin.shape, twin.weights) == (network.shape, network.weights)


@pytest.mark.parametrize("damage", [b"", b"something else", b"calumma network 1\n{}\n", b"calumma network 1\nno line"])
def test_a_file_that_is_no_network_is_refused(damage: bytes) -> None:
    with pytest.raises(GameError, match=r"cannot read bad\.network: expected a network"):
        unpacked(damage, YAMAMOTO, "bad.network")


def test_a_file_that_is_cut_off_is_refused() -> None:
    data = packed(some_network(YAMAMOTO))
    with pytest.raises(GameError, match=r"cannot read cut\.network"):
        unpacked(data[:-20], YAMAMOTO, "cut.network")


def test_a_network_for_other_options_or_of_another_size_is_refused() -> None:
    network, other = some_network(YAMAMOTO), calumma.load("yamamoto", goal="row")
    with pytest.raises(GameError, match=r"cannot use a network for yamamoto with 2 seats in yamamoto \(2 seats, goal=row\)"):
        Network(other, network.shape, network.weights)
    with pytest.raises(GameError, match="cannot use 3 weights as a network: expected"):
        Network(YAMAMOTO, network.shape, array("h", [1, 2, 3]))


def test_a_network_whose_sums_could_overflow_is_refused() -> None:
    shape = Shape("yamamoto", 2, {"goal": "dots"}, 182, 625, 1024, 2, True)
    with pytest.raises(GameError, match="its sums may reach 8598060800"):  # 1025 x 32767 x 256
        Network(YAMAMOTO, shape, array("h", [32767] * sum(shape.sizes)))


def test_nobody_is_asked_where_nobody_acts() -> None:
    end = YAMAMOTO.new()
    while end.to_act != calumma.OVER:
        end.apply(end.pick(Rng(1)))
    with pytest.raises(ValueError, match="expected a position in which a seat acts"):
        hand_made().judge(end)
    with pytest.raises(ValueError, match="cannot ask a network for yamamoto"):
        hand_made().judge(calumma.load("bradley").new())


@pytest.mark.parametrize(
    "head",
    ["[" * 100_000, "7", "{}"]
    + [json.dumps({**HEAD, **part}) for part in ({"first": None}, {"second": "x"}, {"options": 1}, {"seats": [2]}, {"first": 0})]
    + [json.dumps(HEAD).replace(f'"actions": {HEAD["actions"]}', f'"actions": {"9" * 400}')],
)
def test_a_file_whose_head_was_changed_is_named(head: str) -> None:
    data = MAGIC + head.encode() + b"\n" + packed(some_network(YAMAMOTO)).split(b"\n", 2)[2]
    with pytest.raises(GameError, match=r"one\.network"):
        unpacked(data, YAMAMOTO, "one.network")


def test_a_new_network_takes_no_file_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two files with numbers was removed, so that their count is a number that is taken."""
    other = packed(some_network(calumma.load("yamamoto", goal="row")))
    monkeypatch.setattr("calumma.core.network._files", lambda game: [("2-seats-1.network", other)])
    assert place_for(YAMAMOTO).name == "2-seats-0.network"
    monkeypatch.setattr("calumma.core.network._files", lambda game: [("2-seats-0.network", other), ("2-seats-1.network", other)])
    assert place_for(YAMAMOTO).name == "2-seats-2.network"
