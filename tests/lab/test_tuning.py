"""Tuning: a fit finds weights that foretell results, and two sets of weights can meet."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.core import State, weights
from calumma.lab import tuning
from calumma.lab.tuning import Sample

YAMAMOTO = calumma.load("yamamoto")


@pytest.fixture(autouse=True)
def _as_recorded() -> Iterator[None]:
    yield
    weights.change("yamamoto", weights.recorded("yamamoto"))


def positions(seed: int, count: int) -> list[State]:
    found: list[Any] = []
    state, rng = YAMAMOTO.new(), Rng(seed)
    while state.to_act >= 0 and len(found) < count:
        found.append(state.copy())
        state.apply(state.pick(rng))
    return found


def decided_by_pieces(seed: int) -> Sample:
    """A sample whose winner is who has more pieces in its last position, by the letters of the board."""
    found = positions(seed, 12)
    board = str(found[-1]).split()[0].lower()
    result = [1.0, 0.0] if board.count("w") > board.count("b") else [0.0, 1.0]
    return tuning.Sample(found, [result] * len(found))


def test_changed_weights_change_what_a_position_is_worth() -> None:
    state = positions(1, 9)[-1]
    weights.change("yamamoto", dict.fromkeys(weights.present("yamamoto"), 0.0))
    assert state.evaluate() == [0.5, 0.5]
    weights.change("yamamoto", {"tempo": 1.0})
    assert state.evaluate()[state.to_act] == pytest.approx(1 / (1 + 2.718281828459045**-1.0))


def test_the_surprise_of_a_coin_is_log_two() -> None:
    weights.change("yamamoto", dict.fromkeys(weights.present("yamamoto"), 0.0))
    assert tuning.loss_of([tuning.Sample(positions(1, 5), [[1.0, 0.0]] * 5)]) == pytest.approx(0.6931, abs=1e-4)


def test_a_fit_lowers_the_surprise_and_leaves_the_round_that_holds_best_elsewhere() -> None:
    samples = [decided_by_pieces(seed) for seed in range(40)]
    found = tuning.fit("yamamoto", samples, ["piece", "rank"], 6, lambda turn, loss, out: None)
    assert found.losses[-1][0] < found.losses[0][0]
    assert found.losses[found.chosen][1] == min(out for _, out in found.losses)
    assert weights.present("yamamoto") == found.after
    assert {name for name, value in found.before.items() if found.after[name] != value} <= {"piece", "rank"}


def test_the_same_seed_gathers_the_same_positions() -> None:
    runs = [tuning.gather(YAMAMOTO, "random", 3, 5, 2, 4, 0.5, lambda: None) for _ in range(2)]
    assert [[str(state) for state in sample.positions] for sample in runs[0]] == [
        [str(state) for state in sample.positions] for sample in runs[1]
    ]
    assert all(len(sample.positions) <= 4 for sample in runs[0])


def test_thoughts_stand_in_for_a_part_of_the_result() -> None:
    assert tuning.blended([1.0, 0.0], [0.4, 0.6], 0.5) == pytest.approx([0.7, 0.3])
    assert tuning.blended([1.0, 0.0], [], 0.5) == [1.0, 0.0]


def test_weights_that_count_pieces_beat_weights_that_lose_them() -> None:
    good, bad = weights.present("yamamoto"), {**weights.present("yamamoto"), "piece": -2.0, "leader": -1.0, "rank": -1.0}
    series = tuning.compare(YAMAMOTO, "greedy", good, bad, 20, 1, lambda: None)
    assert series.score > 0.7
    assert weights.present("yamamoto") == good


def test_numbers_are_put_into_the_file_and_words_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("# words\n[weights]\npiece = 0.9  # a piece more\nrank = 0.06\n")
    monkeypatch.setattr("calumma.lab.tuning.resources.files", lambda package: tmp_path)
    tuning.write_weights("yamamoto", {"piece": 1.25, "rank": -0.5})
    assert file.read_text() == "# words\n[weights]\npiece = 1.25  # a piece more\nrank = -0.5\n"
