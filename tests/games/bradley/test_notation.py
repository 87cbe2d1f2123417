"""Texts of bradley: moves and positions, both ways, and what is said when they do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma

if TYPE_CHECKING:
    from tests.games.bradley.conftest import Table

pytestmark = pytest.mark.contract


@pytest.mark.parametrize("text", ["g5", "d4-g5", "e4-g5"])
def test_moves_are_read_as_they_are_written(table: type[Table], text: str) -> None:
    start = table(2)
    assert start.game.move_text(start.state, start.game.parse_move(start.state, text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a9", 'cannot play "a9": there is no square a9'),
        ("d4-j1", 'cannot play "d4-j1": there is no square j1'),
        ("d4c5", 'cannot play "d4c5": expected a square like c5, two squares like d4-c5, or pass'),
        ("", 'cannot play "": expected a square like c5, two squares like d4-c5, or pass'),
    ],
)
def test_what_is_no_move_is_refused_with_a_sentence(table: type[Table], text: str, sentence: str) -> None:
    start = table(2)
    with pytest.raises(calumma.NotationError) as caught:
        start.game.parse_move(start.state, text)
    assert str(caught.value) == sentence


def refusal(here: Table, text: str) -> str:
    with pytest.raises(calumma.IllegalMove) as caught:
        here.game.parse_move(here.state, text)
    return str(caught.value).removeprefix(f'cannot play "{text}": ')


def test_an_occupied_square_is_named(table: type[Table]) -> None:
    assert refusal(table(2), "d5") == "there is already a cube on d5 (rule 1)"


def test_a_drop_that_encloses_nothing_is_named(table: type[Table]) -> None:
    assert refusal(table(2), "a5") == "Purple's cube on a5 would not enclose any cube of another colour (rule 3)"


def test_a_relocation_that_loses_its_anchor_is_named(table: type[Table]) -> None:
    here = table(2).set("P", P="c5", G="d5 i3")
    assert (
        refusal(here, "c5-e5")
        == "without the cube on c5, Purple's cube on e5 would not enclose any cube of another colour (rule 2)"
    )


def test_a_cube_of_another_colour_stays(table: type[Table]) -> None:
    assert refusal(table(2), "f5-g5") == "the cube on f5 is not Purple's (rule 2)"


def test_an_empty_square_has_no_cube_to_lift(table: type[Table]) -> None:
    assert refusal(table(2), "a5-g5") == "there is no cube on a5"


def test_without_relocation_cubes_stay(table: type[Table]) -> None:
    assert refusal(table(2, relocate="none"), "d4-g5") == "cubes on the board stay where they are (rule 2)"


def test_a_safe_partners_cube_is_named(table: type[Table]) -> None:
    here = table(4, relocate="any", partners="safe").set("G", G="c5", R="d5 i3", Y="h8")
    assert refusal(here, "h8-e5") == "the cube on h8 is a partner's (rule 4)"


def test_a_cube_may_not_be_put_on_another(table: type[Table]) -> None:
    assert refusal(table(2), "d4-d5") == "there is already a cube on d5 (rule 2)"


def test_the_ban_of_rule_7_is_named(table: type[Table]) -> None:
    here = table(2).set("P", 4, P="c5 h8", G="d5 i3")
    assert refusal(here, "h8-e5") == "nobody has dropped a cube for 4 turns, so only drops are legal (rule 7)"


def test_a_spared_last_cube_is_named(table: type[Table]) -> None:
    here = table(2, relocate="none").set("P", P="c5 c3", G="d5", O="d3")
    assert refusal(here, "e5") == "it would take another player's last cube, and there are moves that would not (rule 5)"


def test_a_pass_is_only_for_those_who_cannot_move(table: type[Table]) -> None:
    assert refusal(table(2), "pass") == "Purple has a legal move and must play one (rule 6)"


def test_who_cannot_move_must_pass(table: type[Table]) -> None:
    here = table(2).set("G", P="c5", O="d5", G="i3")
    assert refusal(here, "e5") == "Green cannot enclose anything and must pass (rule 6)"


@pytest.mark.parametrize(
    "text",
    ["5/7/9/3PGG3/3POG3/3PPG3/9/7/5 P", "5/7/9/3PGG3/3POG3/3PPG3/9/7/5 G 3", "PGPGP/7/9/9/9/9/9/7/O3G P", "5/7/9/9/9/9/9/7/5 P"],
)
def test_positions_are_written_as_they_are_read(text: str) -> None:
    game = calumma.load("bradley", seats=2)
    assert game.position_text(game.parse_position(text)) == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "5/7/9/9/9/9/9/7/5",
            "expected the ranks from 9 to 1, the letter of the seat to move, and optionally the number of turns without a drop",
        ),
        ("5/7/9/9/9/9/7/5 P", "expected nine ranks separated by slashes, found 8"),
        ("5/7/9/8/9/9/9/7/5 P", 'rank 6 is "8": expected 9 holes written with P, G, O and digits'),
        ("5/7/9/8R/9/9/9/7/5 P", 'rank 6 is "8R": expected 9 holes written with P, G, O and digits'),
        ("5/7/9/9/9/9/9/7/5 O", 'the seat to move is "O": expected P or G'),
        ("5/7/9/9/9/9/9/7/5 PG", 'the seat to move is "PG": expected P or G'),
        ("5/7/9/9/9/9/9/7/5 P 5", 'the turns without a drop are "5": expected 0 to 4'),
        ("5/7/9/9/9/9/9/7/5 P x", 'the turns without a drop are "x": expected 0 to 4'),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(calumma.NotationError) as caught:
        calumma.load("bradley", seats=2).parse_position(text)
    assert str(caught.value) == f'cannot read the position "{text}": {complaint}'


def test_three_players_have_no_orange_cube() -> None:
    with pytest.raises(calumma.NotationError, match="written with P, G, R and digits"):
        calumma.load("bradley", seats=3).parse_position("5/7/9/9/4O4/9/9/7/5 P")
