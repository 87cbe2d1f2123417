"""Learning: matches become positions, positions become tables, and those win against what there was before."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

import calumma
from calumma import Rng
from calumma.lab.learning import Course, Learning, Played, backed_up, expected, learned, outcome, positions
from calumma.players import load, play_match

GAME = calumma.load("bradley", relocate="none")
QUICK = Course(matches=60, nodes=20, opening=(2, 8), duels=8, seconds=0.001, blend=0.0)


@pytest.fixture(autouse=True)
def _as_shipped() -> Iterator[None]:
    yield
    learned(GAME).load()


def test_the_end_counts_half_by_its_result_and_half_by_its_lead() -> None:
    end = GAME.new()
    while end.to_act != calumma.OVER:
        end.apply(end.pick(Rng(1)))
    lead = end.scores()[0] - end.scores()[1]
    share = (end.payoffs()[0] + 1 / (1 + 2.718281828459045 ** (-lead / 8))) / 2
    assert outcome(QUICK, end) == pytest.approx([share, 1 - share])
    assert outcome(Course(margin=0.0), end) == end.payoffs()


def test_what_is_due_goes_over_from_the_end_to_what_the_search_expected() -> None:
    assert backed_up(Course(blend=0.5), 1.0, [-1.0, 0.5, 0.5]) == [0.625, 0.625, 0.75]


def test_positions_of_the_opening_are_left_out() -> None:
    state, actions = GAME.new(), []
    while state.to_act != calumma.OVER:
        actions.append(state.legal()[0])
        state.apply(actions[-1])
    plies = len(actions)
    found = list(positions(GAME, QUICK, [Played(plies - 4, actions, [0.5] * plies)]))
    assert 0 < len(found) <= 4


def test_two_sides_share_what_the_search_expects_and_several_what_the_evaluation_says() -> None:
    first, several = GAME.new(), calumma.load("bradley", 3).new()
    assert [expected(first, 0.75), expected(first, -1.0)] == [[0.75, 0.25], [-1.0, -1.0]]
    assert expected(several, 0.1) == several.evaluate()


def test_where_seats_play_for_themselves_every_position_counts_for_each() -> None:
    game = calumma.load("bradley", 3)
    state = game.new()
    actions: list[int] = []
    while state.to_act != calumma.OVER:
        actions.append(state.pick(Rng(len(actions))))
        state.apply(actions[-1])
    found = list(positions(game, QUICK, [Played(len(actions) - 6, actions, [0.5] * len(actions))]))
    assert [share for _, share in found[-3:]] == outcome(QUICK, state)
    assert len(found) % 3 == 0


def test_a_game_without_tables_is_refused() -> None:
    with pytest.raises(calumma.GameError, match="cannot learn yamamoto"):
        learned(calumma.load("yamamoto"))


def test_tables_learnt_from_nothing_beat_random_play_and_a_second_run_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    told: list[str] = []
    tables = learned(GAME)
    empty = tmp_path / "empty"
    tables.set_weights(array("h", bytes(2 * tables.size)))
    learning = Learning(GAME, QUICK, empty, told.append)
    learning.best = zero = zero_tables(tmp_path)
    learning.run(1)
    tables.set_weights(read(empty / "0.tables"))
    players = ["greedy", "random"]
    won = [match_of([players[turn % 2], players[1 - turn % 2]], turn)[turn % 2] for turn in range(30)]
    assert sum(won) > 20
    again = Learning(GAME, QUICK, empty, told.append)
    again.best = zero
    again.run(1)
    assert told[-1] == next(line for line in told if line.startswith("generation 0"))


def zero_tables(folder: Path) -> Path:
    from calumma.core.tables import packed

    path = folder / "zero.tables"
    path.write_bytes(packed(array("h", bytes(2 * learned(GAME).size)), learned(GAME)))
    return path


def read(path: Path) -> array[int]:
    from calumma.core.tables import unpacked

    return unpacked(path.read_bytes(), learned(GAME))


def match_of(specs: list[str], seed: int) -> list[float]:
    return play_match(GAME, [load(spec, GAME, seed) for spec in specs], Rng(seed)).payoffs
