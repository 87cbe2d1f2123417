"""Players that a network guides, by their specs."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

import calumma
from calumma import GameError, players
from calumma.core.network import Network, packed, shape_for, shipped, shipped_for
from calumma.testing.topcard import top_card

YAMAMOTO = calumma.load("yamamoto")


def blank_file(folder: Path) -> Path:
    """The file of a network that knows nothing."""
    shape = shape_for(YAMAMOTO, 1, 1)
    path = folder / "blank.network"
    path.write_bytes(packed(Network(YAMAMOTO, shape, array("h", bytes(2 * sum(shape.sizes))))))
    return path


@pytest.mark.parametrize("name", [name for name in calumma.games() if shipped_for(calumma.load(name))])
def test_a_network_that_is_shipped_plays_and_has_two_megabytes_at_most(name: str) -> None:
    game = calumma.load(name, 2)
    state = game.new()
    while state.to_act < 0:
        state.apply(state.pick(1))
    for spec in ("net@20ms", f"net:{name}@20ms"):
        choice = players.load(spec, game, 1).choose(state, state.to_act)
        assert choice.action in state.legal()
    network = shipped(game)
    assert network is not None
    assert len(packed(network)) < 2_000_000


def test_a_game_without_a_network_says_so() -> None:
    with pytest.raises(GameError, match=r'cannot build the player "net": topcard has no network of its own'):
        players.load("net", top_card(), 0)


def test_a_network_of_ones_own_plays_from_its_file(tmp_path: Path) -> None:
    choice = players.load(f"net:{blank_file(tmp_path)}", YAMAMOTO, 1).choose(YAMAMOTO.new(), 0)
    assert choice.action in YAMAMOTO.new().legal()
    assert choice.nodes == 800


def test_a_network_for_another_game_is_refused(tmp_path: Path) -> None:
    bradley = calumma.load("bradley", 2)
    with pytest.raises(GameError, match=r'cannot build the player "net:yamamoto" for bradley .*: expected net or net:bradley'):
        players.load("net:yamamoto", bradley, 0)
    with pytest.raises(GameError, match=r"cannot use a network for yamamoto with 2 seats in bradley"):
        players.load(f"net:{blank_file(tmp_path)}", bradley, 0)


def test_seats_or_options_without_a_network_are_refused() -> None:
    with pytest.raises(GameError, match=r'cannot build the player "net" for yamamoto \(2 seats, goal=row\): there is a network'):
        players.load("net", calumma.load("yamamoto", goal="row"), 0)


def test_a_file_that_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r'cannot build the player "net:none\.network": there is no file none\.network'):
        players.load("net:none.network", YAMAMOTO, 0)
    (tmp_path / "bad.network").write_bytes(b"nothing")
    with pytest.raises(GameError, match=r"cannot read bad\.network: expected a network"):
        players.load(f"net:{tmp_path / 'bad.network'}", YAMAMOTO, 0)
