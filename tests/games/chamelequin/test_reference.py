"""The rules beside an independent slow implementation, position by position, over random matches."""

import random
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import calumma
from calumma.core import State

pytestmark = pytest.mark.contract

SPEC = spec_from_file_location("chamelequin_reference", Path(__file__).with_name("reference.py"))
assert SPEC
assert SPEC.loader
reference: Any = module_from_spec(SPEC)
SPEC.loader.exec_module(reference)

VARIANTS = list(product((2, 3, 4), ("free", "match"), ("free", "capture"), (16, 20)))
MATCHES = 4 if calumma.compiled() else 1


def choose(texts: list[str], rng: Random, bold: int) -> str:
    """A bold player captures when it can, so that seats die and matches end by rule 8."""
    captures = [text for text in texts if "x" in text]
    return rng.choice(captures) if bold and captures and rng.random() < 0.8 else rng.choice(texts)


def assert_same(state: State, twin: Any) -> None:
    view = state.view(None)
    assert sorted(state.game.move_text(state, action) for action in state.legal()) == sorted(twin.legal())
    assert state.to_act == (calumma.OVER if twin.over else twin.turn)
    assert state.scores() == twin.scores()
    assert (view["lost"], view["captured_rings"]) == (twin.lost, twin.won_rings)
    assert view["supply"] == {ring: twin.supply(ring) for ring in "RGBY"}
    assert state.reason() == (twin.over or "")


def play_both(state: State, twin: Any, seed: int) -> None:
    rng = random.Random(seed)
    while not twin.over:
        assert_same(state, twin)
        text = choose(twin.legal(), rng, bold=seed % 2)
        state.apply(state.game.parse_move(state, text))
        twin.play(text)
    assert_same(state, twin)


@pytest.mark.parametrize(("seats", "capture", "removal", "rings"), VARIANTS)
def test_random_matches_agree_with_the_reference(seats: int, capture: str, removal: str, rings: int) -> None:
    for seed in range(MATCHES):
        state = calumma.load("chamelequin", seats=seats, capture=capture, removal=removal, rings=rings).new()
        twin = reference.Reference(seats, capture, removal, rings)
        play_both(state, twin, seed)
        assert state.payoffs() == twin.payoffs()


@pytest.mark.skipif(not calumma.compiled(), reason="hundreds of matches")
def test_random_matches_meet_every_end_and_every_tie_break() -> None:
    found = set()
    for seed in range(400):
        state = calumma.load("chamelequin", seats=2 + seed % 3, removal=("free", "capture")[seed % 2]).new()
        rng = calumma.Rng(seed)
        while state.to_act != calumma.OVER:
            state.apply(state.pick(rng))
        found |= {state.reason(), state.view(None)["decided"]}
    assert found == {"last", "blocked", "quiet", "pieces", "rings", "shared"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rings_and_pieces_are_conserved(seats: int) -> None:
    state = calumma.load("chamelequin", seats=seats).new()
    rng = calumma.Rng(seats)
    while state.to_act != calumma.OVER:
        view = state.view(None)
        worn = "".join(rings for own in view["pieces"] for _, rings in own)
        assert all(view["supply"][ring] + worn.count(ring) == 20 for ring in "RGBY")
        assert all(1 <= len(rings) <= 4 for own in view["pieces"] for _, rings in own)
        each = [sum(counts) for counts in zip(view["scores"], view["lost"], view["to_place"], strict=True)]
        assert each == [10 if seats == 2 else 8] * seats
        state.apply(state.pick(rng))
