"""Learning: matches become positions, positions become tables, and those win against what there was before."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

import calumma
from calumma import Rng
from calumma.core.tables import Tables
from calumma.lab.learning import UNKNOWN, Course, Learning, Played, Practice, Setting, learned, outcome, samples
from calumma.players import load, play_match

GAME = calumma.load("bradley", relocate="none")
QUICK = Course(matches=60, nodes=20, opening=(2, 8), slips=0, duels=8, seconds=0.001, blend=0.0)


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


def at_random(game: calumma.Game, seed: int) -> tuple[list[int], calumma.State]:
    """Return the actions of a match, and its end."""
    state, rng, actions = game.new(), Rng(seed), []
    while state.to_act != calumma.OVER:
        actions.append(state.pick(rng))
        state.apply(actions[-1])
    return actions, state


def test_what_is_due_is_handed_back_and_every_ply_takes_a_part_from_what_the_next_is_said_to_be() -> None:
    """Two matches of two sides that move in turns: one of three positions, won by the first to move, one of one, shared."""
    numpy = pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(2, 0.5)
    for owner in (0, 1, 0):
        trail.add([owner], [])
    trail.end([1.0, 0.0], 3)
    trail.add([1], [])
    trail.end([0.5, 0.5], 1)
    said = numpy.array([0.9, 0.4, 0.8, 0.1])
    assert list(trail.targets(said)) == pytest.approx([0.75, 0.1, 1.0, 0.5])  # (0.9 + 0.6) / 2, for the other (0 + 0.2) / 2


def test_where_a_search_was_not_asked_what_came_later_is_handed_on_whole() -> None:
    numpy = pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(2, 0.5)
    for owner, value in ((0, 0.9), (1, UNKNOWN), (0, 0.5)):
        trail.add([owner], [value])
    trail.end([1.0, 0.0], 3)
    assert list(trail.targets(numpy.zeros(3))) == pytest.approx([0.75, 0.25, 1.0])


def test_of_several_sides_each_takes_its_part_of_what_all_are_said_to_be_worth() -> None:
    numpy = pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(3, 0.5)
    for _ in range(2):
        trail.add([0, 1, 2], [])
    trail.end([1.0, 0.0, 0.0], 2)
    said = numpy.array([0.0, 0.0, 0.0, 0.4, 0.2, 0.2])  # in all 0.8, so the first has half
    assert list(trail.targets(said + (said == 0.0))) == pytest.approx([0.75, 0.125, 0.125, 1.0, 0.0, 0.0])


def test_positions_of_the_opening_are_left_out() -> None:
    pytest.importorskip("numpy")
    actions, _ = at_random(GAME, 1)
    plies = len(actions)
    found = samples(GAME, QUICK, [Played(plies - 4, actions, [0.5] * plies), Played(plies, actions, [UNKNOWN] * plies)])
    assert (len(found.entries), found.trail.lengths, len(found.trail.values)) == (4, [4], 4)


@pytest.mark.parametrize(("seats", "rows"), [(3, 3), (4, 1)])
def test_tables_speak_for_every_seat_that_plays_for_itself_and_for_the_side_to_move_of_two(seats: int, rows: int) -> None:
    pytest.importorskip("numpy")
    game = calumma.load("bradley", seats)
    actions, end = at_random(game, 2)
    found = samples(game, QUICK, [Played(len(actions) - 6, actions, [0.5] * len(actions))])
    assert (len(found.entries), len(found.trail.values)) == (6 * rows, 0)  # with more than two seats the tables are asked
    assert found.trail.ends == [outcome(QUICK, end)]


def test_every_tenth_match_is_held_out() -> None:
    pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(2, 0.0)
    for _ in range(11):
        for _ in range(2):
            trail.add([0], [])
        trail.end([1.0, 0.0], 2)
    assert [row for row, is_held in enumerate(trail.held) if is_held] == [18, 19]


def test_a_fit_sets_out_from_the_weights_in_use() -> None:
    """Without a single round nothing is added to them."""
    pytest.importorskip("numpy")
    from calumma.lab.fitting import Recipe, fit

    tables = learned(GAME)
    actions, _ = at_random(GAME, 3)
    tables.set_weights(array("h", [4] * tables.size))
    found = samples(GAME, QUICK, [Played(10, actions, [0.5] * len(actions))])
    assert set(fit(tables, found, Recipe(epochs=0), lambda line: None).weights) == {4}


def test_one_action_of_so_many_is_random_after_the_opening() -> None:
    """With one of one all are: no search is ever asked."""
    always = Course(nodes=20, opening=(2, 8), slips=1)
    job = Practice(Setting.of(GAME, None), always, 0, 0, 1)
    (match,) = job.read(job.play())
    assert all(value != value for value in match.values)  # that which is unknown is not equal to itself
    assert len(match.values) == len(match.actions) > match.random


def test_a_game_without_tables_is_refused() -> None:
    with pytest.raises(calumma.GameError, match="cannot learn yamamoto"):
        learned(calumma.load("yamamoto"))


def test_weights_differ_from_their_base_by_steps(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    from calumma.lab.fitting import coarser

    base = Tables(tmp_path / "base.tables", 1, [[0]], [[0]], (2,), 1)
    tables = Tables(tmp_path / "own.tables", 1, [[0]], [[0]], (2,), 1, base)
    base.set_weights(array("h", [10, 10, 10, -7, 0]))
    assert coarser(array("h", [11, 12, 16, -12, 0]), tables, 3) == array("h", [10, 13, 16, -13, 0])


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
