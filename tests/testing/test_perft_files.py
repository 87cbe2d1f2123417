"""Perft files: what is in them is true, and they are read, checked and written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import calumma
from calumma.testing import perft_files
from calumma.testing.perft_files import Entry, PerftDiffers

ENTRIES = perft_files.read_all(Path(__file__).parents[1] / "perft")
START = Entry("yamamoto", 2, {"goal": "row"}, "wbwbw/5/5/5/WBWBW o", (27, 729))


@pytest.mark.contract
@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_counts_of_the_files_are_found_again(entry: Entry) -> None:
    assert perft_files.check(entry, most=20_000_000 if calumma.compiled() else 3000) >= entry.nodes[0]


def test_every_game_has_a_perft_file() -> None:
    assert {entry.game for entry in ENTRIES} == set(calumma.games())


def test_a_wrong_count_is_told_with_the_counts_behind_every_move() -> None:
    with pytest.raises(PerftDiffers) as caught:
        perft_files.check(replace(START, nodes=(27, 730)))
    assert str(caught.value).startswith(
        "yamamoto (2 seats, goal=row) wbwbw/5/5/5/WBWBW o has 729 lines of 2 plies, but the file says 730."
    )
    assert "a1a2 27, a1b2 27" in str(caught.value)


def test_counting_stops_before_it_takes_too_long() -> None:
    assert perft_files.check(replace(START, nodes=(27, 729, 999_999)), most=1000) == 27 + 729


def test_what_is_written_is_read(tmp_path: Path) -> None:
    entries = [START, replace(START, options={"goal": "dots"}, source='a "quoted" source')]
    perft_files.write(tmp_path / "a.toml", entries)
    assert perft_files.read(tmp_path / "a.toml") == entries


def test_adding_counts_a_position_and_replaces_older_counts_of_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.toml"
    state = START.state()
    perft_files.add(path, state, 1)
    perft_files.add(path, state, 2)
    assert perft_files.read(path) == [START]


def test_added_counts_begin_with_fresh_counters(tmp_path: Path) -> None:
    state = calumma.load("yamamoto").new()
    for _ in range(7):  # the next return to the start would be the third occurrence
        text = ["a1a2", "a5a4", "a2a1", "a4a5"][_ % 4]
        state.apply(state.game.parse_move(state, text))
    entry = perft_files.add(tmp_path / "a.toml", state, 2)
    assert perft_files.check(entry) == sum(entry.nodes)


@pytest.mark.parametrize("text", ["not toml", "[[perft]]\ngame = 'yamamoto'", "x = 1", "perft = 3"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(calumma.GameError, match=r"cannot read the perft file bad\.toml: expected tables"):
        perft_files.read(tmp_path / "bad.toml")
