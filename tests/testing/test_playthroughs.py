"""Playthrough files: games play as they did, and a change shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import calumma
from calumma.testing import known, playthroughs
from calumma.testing.playthroughs import PlaythroughDiffers
from calumma.testing.topcard import GAME, top_card

FILES = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))


@pytest.mark.contract
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_match_of_a_file_is_played_again(path: Path) -> None:
    playthroughs.check(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_small(path: Path) -> None:
    assert path.stat().st_size <= 10_000


def test_every_game_has_a_playthrough() -> None:
    assert {playthroughs.read_heading(path.read_text())[0].name for path in FILES} == set(calumma.games())


def test_a_change_is_shown_with_the_command_to_accept_it(tmp_path: Path) -> None:
    path = tmp_path / "row.txt"
    playthroughs.write(path, calumma.load("yamamoto", goal="row"), 5)
    path.write_text(path.read_text().replace("scores: 5, 5", "scores: 9, 9", 1))
    with pytest.raises(PlaythroughDiffers) as caught:
        playthroughs.check(path)
    sentence = str(caught.value)
    assert "run: calumma write playthrough yamamoto --seats 2 --option goal=row --seed 5 --out row.txt" in sentence
    assert "-  scores: 9, 9\n+  scores: 5, 5" in sentence


def test_a_hidden_draw_is_shown_as_each_seat_sees_it() -> None:
    with known(GAME):
        text = playthroughs.text_of(top_card(2), 3)
    assert "  played: ~1\n  seen: spectator ~?, seat 0 ~1, seat 1 ~?\n  story: North drew a card." in text
    assert '  seat 0 sees: {"hands":[1,0]}' in text


def test_a_change_that_is_not_shown_changes_a_digest() -> None:
    with known(GAME):
        texts = [playthroughs.text_of(top_card(2, rounds), 3) for rounds in (2, 3)]
    digests = [[line.rpartition("#")[2] for line in text.splitlines() if "#" in line] for text in texts]
    assert digests[0] != digests[1]


def test_a_long_match_is_left_before_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playthroughs, "MOST", 12)
    text = playthroughs.text_of(calumma.load("yamamoto"), 3)
    assert "all 12 plies" in text
    assert text.endswith("not over: the file ends here\n")


def test_all_seats_have_their_turn_among_the_plies_that_are_shown() -> None:
    text = playthroughs.text_of(calumma.load("yamamoto"), 3)
    assert text.count(": seat 0, Orange") > 3 < text.count(": seat 1, Blue")


@pytest.mark.parametrize("text", ["", "game: yamamoto\nseats: two\nseed: 1\n\n", "game: chess\nseats: 2\nseed: 0\n\n"])
def test_a_heading_that_cannot_be_read_is_told(text: str) -> None:
    with pytest.raises(calumma.GameError, match="cannot read the playthrough"):
        playthroughs.read_heading(text)
