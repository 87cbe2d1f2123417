"""Breakthrough, as docs/adding_a_game.md builds it in plain Python, learns by the data that it declares."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

import calumma
from adding_a_game import write_game
from calumma.core import Rng, registry
from calumma.core.network import shape_for
from calumma.core.tables import packed
from calumma.lab.learning import Course, Learning, kind_for
from calumma.lab.learning_tables import Played, learned, samples
from calumma.testing import check_game

QUICK = Course(matches=10, nodes=5, opening=(2, 8), duels=2, seconds=0.001)


@pytest.fixture(scope="module")
def breakthrough(tmp_path_factory: Any) -> Iterator[Any]:
    folder = write_game("breakthrough", tmp_path_factory.mktemp("games") / "breakthrough")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", list(sys.path))
        patch.setenv("CALUMMA_GAMES", str(folder))
        registry.search_again()
        yield calumma.load("breakthrough")
    registry.search_again()
    for name in [name for name in sys.modules if name.partition(".")[0] == "breakthrough"]:
        del sys.modules[name]


def some_match(game: Any, seed: int) -> Played:
    state, rng, actions = game.new(), Rng(seed), []
    while state.to_act != calumma.OVER:
        actions.append(state.pick(rng))
        state.apply(actions[-1])
    return Played(0, actions, [0.5] * len(actions))


def test_tables_are_what_is_learnt_of_a_game_that_declares_some(breakthrough: Any) -> None:
    tables = learned(breakthrough)
    assert kind_for(breakthrough) == "tables"
    assert (tables.cells, tables.stages, tables.scalars) == (64, 1, 1)
    assert tables.count == 64 + 7 * 7 + 7 * 6  # what lies in the middle is its own image
    assert tables.path.parent.name == "breakthrough"
    assert shape_for(breakthrough, 8, 8).turned  # a network is learnt for the first seat alone, too


def test_what_is_fitted_to_random_matches_knows_who_is_ahead(breakthrough: Any) -> None:
    pytest.importorskip("numpy")
    from calumma.lab.fitting import Recipe, fit

    tables, course = learned(breakthrough), replace(QUICK, blend=0.0)
    matches = [some_match(breakthrough, seed) for seed in range(60)]
    found = fit(tables, samples(breakthrough, course, matches), Recipe(), lambda line: None)
    tables.set_weights(found.weights)
    ahead, behind = ("1w6/8/3ww3/8/8/3b4/8/8 w", "8/8/3w4/8/8/3bb3/8/6b1 w")
    said = [breakthrough.parse_position(text).evaluate()[0] for text in (ahead, behind)]
    tables.load()
    assert said[0] > 0.5 > said[1]


def test_a_run_makes_a_file_that_the_game_plays_by(breakthrough: Any, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    learning = Learning(breakthrough, QUICK, tmp_path, lambda line: None)
    learning.run(1)
    tables, state = learned(breakthrough), breakthrough.new()
    tables.load()  # those of whoever moved last in the duels are in use
    formula = state.evaluate()
    state.apply(state.legal()[0])
    before = state.evaluate()
    copyfile(tmp_path / "0.tables", learning.craft.place())
    tables.load()
    try:
        assert formula == [0.5, 0.5]
        assert state.evaluate() == state.told() != before
        assert packed(tables.present(), tables) == (tmp_path / "0.tables").read_bytes()
        assert check_game(breakthrough, matches=2).matches == 2  # its symmetries too, as tables see them
    finally:
        tables.path.unlink()
        tables.load()
