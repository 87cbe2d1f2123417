"""Every numbered rule of RULES.md by positions worked out by hand.

Cubes in the corners (a3, a7, c1, c9, g1, g9, i3, i7) cannot be enclosed: they keep a colour alive without changing anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.core import OVER, Rng

if TYPE_CHECKING:
    from tests.games.bradley.conftest import Table

pytestmark = pytest.mark.contract

DROPS = {2: [7, 7], 3: [7, 10, 7], 4: [4, 4, 8, 8], 5: [6, 9, 6, 9, 2], 6: [6, 6, 8, 8, 5, 5]}
RELOCATIONS = {2: [22, 22], 3: [14, 24, 14], 4: [4, 4, 8, 8], 5: [6, 9, 6, 9, 4], 6: [6, 6, 8, 8, 6, 6]}
LETTERS = {2: "PG", 3: "PGR", 4: "GRYP", 5: "GYRPB", 6: "GRYPBO"}
# A half turn carries the printed number n to 14 - n, and with it every colour to another.
HALF_TURNS = {2: ("PG", "GP"), 3: ("PR", "RP"), 4: ("GRYP", "RGPY"), 5: ("GRYP", "RGPY"), 6: ("GRYP", "RGPY")}


# Board and start


def test_the_board_has_sixty_nine_holes(table: type[Table]) -> None:
    ranks = str(table(2).state).split()[0].split("/")
    assert [sum(int(sign) if sign.isdigit() else 1 for sign in rank) for rank in ranks] == [5, 7, 9, 9, 9, 9, 9, 7, 5]


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        (2, "5/7/9/3PGG3/3POG3/3PPG3/9/7/5 P"),
        (3, "5/7/9/3PPP3/3GGG3/3RRR3/9/7/5 P"),
        (4, "5/7/9/3GYR3/3YOP3/3GPR3/9/7/5 G"),
        (5, "5/7/9/3GYR3/2BYOPB2/3GPR3/9/7/5 G"),
        (6, "5/7/4O4/3GYR3/2BY1PB2/3GPR3/4O4/7/5 G"),
    ],
)
def test_cubes_stand_as_the_sheet_says(seats: int, text: str) -> None:
    assert str(calumma.load("bradley", seats=seats).new()) == text


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_seat_has_the_known_number_of_drops_and_relocations_at_the_start(table: type[Table], seats: int) -> None:
    board = str(table(seats).state).split()[0]
    for seat, letter in enumerate(LETTERS[seats]):
        start = table(seats)
        start.state = start.game.parse_position(f"{board} {letter}")
        moves = start.legal()
        assert len({move for move in moves if "-" not in move}) == DROPS[seats][seat]
        assert len({move for move in moves if "-" in move}) == RELOCATIONS[seats][seat]


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_half_turn_maps_the_start_to_itself_with_colours_exchanged(seats: int) -> None:
    board = str(calumma.load("bradley", seats=seats).new()).split()[0]
    assert board[::-1].translate(str.maketrans(*HALF_TURNS[seats])) == board


@pytest.mark.parametrize(("seats", "first"), [(2, "Purple"), (3, "Purple"), (4, "Green"), (5, "Green"), (6, "Green")])
def test_seat_0_has_the_first_colour_and_acts_first(seats: int, first: str) -> None:
    game = calumma.load("bradley", seats=seats)
    assert game.new().to_act == 0
    assert game.seat_names[0] == first


def test_partners_alternate_with_opponents() -> None:
    game = calumma.load("bradley", seats=6)
    named = [{game.seat_names[seat] for seat in team} for team in game.teams]
    assert named == [{"Green", "Yellow", "Blue"}, {"Red", "Purple", "Orange"}]


# Rules 1 and 3: drop and enclose


def test_a_drop_must_enclose(table: type[Table]) -> None:
    assert table(2, relocate="none").set("P", P="c5", G="d5 i3").legal() == {"e5"}


def test_a_gap_breaks_the_line(table: type[Table]) -> None:
    assert table(2, relocate="none").set("P", P="c5", G="d5 f5 i3").legal() == {"e5"}


def test_a_row_of_several_colours_is_enclosed(table: type[Table]) -> None:
    here = table(3, relocate="none").set("P", P="a5", G="b5 i3", R="c5 i7").play("d5")
    assert (here.colour("P"), here.colour("G"), here.colour("R")) == ("a5 b5 c5 d5", "i3", "i7")


def test_the_longest_line_turns_seven_cubes(table: type[Table]) -> None:
    here = table(2, relocate="none").set("P", P="a5", G="b5 c5 d5 e5 f5 g5 h5 i3").play("i5")
    assert here.state.scores() == [9, 1]


def test_cubes_turn_in_all_eight_directions(table: type[Table]) -> None:
    ring = {"P": "c5 g5 e7 e3 c7 g7 c3 g3", "G": "d5 f5 e6 e4 d6 f6 d4 f4 i3"}
    assert table(2, relocate="none").set("P", **ring).play("e5").state.scores() == [17, 1]


def test_only_lines_that_end_at_an_own_cube_turn(table: type[Table]) -> None:
    here = table(2, relocate="none").set("P", P="c5", G="d5 f5 e6 i3").play("e5")
    assert (here.colour("P"), here.colour("G")) == ("c5 d5 e5", "e6 f5 i3")


def test_turned_cubes_enclose_nothing_by_themselves(table: type[Table]) -> None:
    here = table(2, relocate="none").set("P", P="c5 d7", G="d5 d6").play("e5")
    assert (here.colour("P"), here.colour("G")) == ("c5 d5 d7 e5", "d6")


@pytest.mark.parametrize("corner", ["a3", "a7", "c1", "c9", "g1", "g9", "i3", "i7"])
def test_a_corner_is_never_enclosed(table: type[Table], corner: str) -> None:
    full = [square for square in table(2).game.definition.notation.NAMES if square not in (corner, "e5")]
    here = table(2, relocate="none").set("P", P=" ".join(full), G=corner)
    assert here.state.to_act == calumma.OVER


def test_lines_do_not_run_over_the_side_of_the_board(table: type[Table]) -> None:
    assert table(2, relocate="none").set("P", P="h4", G="i4").legal() == {"pass"}


def lines(step: Any) -> Iterator[list[str]]:
    """All lines of at least three squares in a direction, from one side of the board to the other."""
    board = {(x, y) for x in range(9) for y in range(9) if abs(x - 4) + abs(y - 4) <= 6}
    for x, y in sorted(board):
        if (x - step[0], y - step[1]) not in board:
            line = [(x + i * step[0], y + i * step[1]) for i in range(9)]
            names = ["abcdefghi"[square[0]] + str(square[1] + 1) for square in line if square in board]
            if len(names) >= 3:
                yield names


def corner_off(line: list[str]) -> str:
    return next(corner for corner in ("a3", "i7", "c9") if corner not in line)


DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@pytest.mark.parametrize("step", DIRECTIONS, ids=str)
def test_r3_a_drop_encloses_rows_of_every_length_in_every_direction(table: type[Table], step: tuple[int, int]) -> None:
    for line in lines(step):
        for end in range(2, len(line)):
            corner = corner_off(line)
            here = table(2, relocate="none").set("P", P=line[0], G=" ".join([*line[1:end], corner]))
            assert here.legal() == {line[end]}
            assert here.play(line[end]).colour("G") == corner


@pytest.mark.parametrize("step", DIRECTIONS, ids=str)
def test_r3_a_gap_breaks_a_line_wherever_it_is(table: type[Table], step: tuple[int, int]) -> None:
    for line in lines(step):
        for gap in range(2, len(line) - 1):
            cubes = [square for square in line[1:-1] if square != line[gap]]
            here = table(2, relocate="none").set("P", P=line[0], G=" ".join([*cubes, corner_off(line)]))
            assert here.legal() == {line[gap]}


def far(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) > 1 or abs(int(one[1]) - int(other[1])) > 1


@pytest.mark.parametrize("step", DIRECTIONS, ids=str)
def test_r8_a_match_goes_on_while_another_seat_could_enclose_in_any_direction(table: type[Table], step: tuple[int, int]) -> None:
    for first, second, *_ in lines(step):
        corner = next(c for c in ("a3", "i7", "c9") if far(c, first) and far(c, second))
        assert table(2, relocate="none").set("G", P=first, O=second, G=corner).legal() == {"pass"}


@pytest.mark.parametrize("step", DIRECTIONS, ids=str)
def test_r3_cubes_behind_the_own_one_do_not_turn(table: type[Table], step: tuple[int, int]) -> None:
    for line in lines(step):
        if len(line) >= 4:
            here = table(2, relocate="none").set("P", P=line[1], G=" ".join([line[0], *line[2:-1]]))
            assert here.play(line[-1]).colour("G") == line[0]


# Rule 2: relocate


def test_an_own_cube_may_be_relocated_but_does_not_anchor_itself(table: type[Table]) -> None:
    assert table(2).set("P", P="c5 h8", G="d5 i3").legal() == {"e5", "h8-e5"}


def test_the_square_a_cube_left_counts_as_empty(table: type[Table]) -> None:
    assert table(2).set("P", P="c5 e5", G="d5 f5 i3").legal() == {"g5", "c5-g5"}


def test_a_cube_on_two_lines_may_lose_one_anchor(table: type[Table]) -> None:
    here = table(2).set("P", P="c5 e7", G="d5 e6 i3")
    assert here.legal() == {"e5", "c5-e5", "e7-e5"}
    assert here.play("c5-e5").colour("P") == "e5 e6 e7"


def test_nothing_is_relocated_under_none(table: type[Table]) -> None:
    assert table(2, relocate="none").set("P", P="c5 h8", G="d5 i3").legal() == {"e5"}


def test_any_cube_may_be_lifted_under_any_unless_the_line_breaks(table: type[Table]) -> None:
    assert table(2, relocate="any").set("P", P="c5 e5", G="d5 f5 i3").legal() == {"g5", "c5-g5", "d5-g5", "i3-g5"}


def test_a_lifted_cube_takes_the_colour_of_the_mover(table: type[Table]) -> None:
    here = table(2, relocate="any").set("P", P="c5 e5", G="d5 f5 i3").play("d5-g5")
    assert (here.colour("P"), here.colour("G")) == ("c5 e5 f5 g5", "i3")


def test_the_neutral_cube_may_be_lifted_under_any(table: type[Table]) -> None:
    here = table(2, relocate="any").set("P", P="c5", G="d5 i3", O="h8").play("h8-e5")
    assert (here.colour("P"), here.colour("O")) == ("c5 d5 e5", "")


# Rule 4: partners


def test_a_partners_cube_turns_like_any_other(table: type[Table]) -> None:
    here = table(4, relocate="none").set("G", G="c5", Y="d5 i3")
    assert here.play("e5").colour("G") == "c5 d5 e5"


def test_a_safe_partners_cube_is_not_enclosed(table: type[Table]) -> None:
    here = table(4, relocate="none", partners="safe").set("G", G="c5 c3", Y="d5", R="d3 i3")
    assert here.legal() == {"e3"}


def test_a_safe_partners_cube_breaks_a_row(table: type[Table]) -> None:
    cubes = {"G": "c5 c3", "R": "d5 f5 d3 i3", "Y": "e5 i7"}
    assert table(4, relocate="none").set("G", **cubes).legal() == {"g5", "e3"}
    assert table(4, relocate="none", partners="safe").set("G", **cubes).legal() == {"e3"}


def test_a_safe_partners_cube_cannot_be_lifted(table: type[Table]) -> None:
    cubes = {"G": "c5", "R": "d5 i3 i7", "Y": "h8 g9"}
    assert table(4, relocate="any").set("G", **cubes).legal() == {"e5", "i3-e5", "i7-e5", "h8-e5", "g9-e5"}
    assert table(4, relocate="any", partners="safe").set("G", **cubes).legal() == {"e5", "i3-e5", "i7-e5"}


def test_partners_mean_nothing_where_everybody_plays_alone(table: type[Table]) -> None:
    cubes = {"G": "c5", "R": "d5 i3"}
    assert table(5, relocate="none", partners="safe").set("G", **cubes).legal() == {"e5"}


# Rule 5: last cubes


def test_a_last_cube_is_spared_while_there_is_another_move(table: type[Table]) -> None:
    assert table(2, relocate="none").set("P", P="c5 c3", G="d5", O="d3").legal() == {"e3"}


def test_a_last_cube_is_taken_if_there_is_no_other_move(table: type[Table]) -> None:
    assert table(2, relocate="none").set("P", P="c5", G="d5").legal() == {"e5"}


def test_the_last_cubes_may_be_several(table: type[Table]) -> None:
    cubes = {"P": "c5 e7 c3", "G": "d5 e6", "O": "d3"}
    assert table(2, relocate="none").set("P", **cubes).legal() == {"e3"}


def test_the_neutral_cube_is_not_protected(table: type[Table]) -> None:
    assert table(2, relocate="none").set("P", P="c5 c3", G="d3 i3", O="d5").legal() == {"e3", "e5"}


def test_a_partners_last_cube_is_spared_too(table: type[Table]) -> None:
    assert table(4, relocate="none").set("G", G="c5 c3", Y="d5", R="d3 i3").legal() == {"e3"}


def test_one_of_several_players_is_enough_to_forbid_a_move(table: type[Table]) -> None:
    assert table(3, relocate="none").set("P", P="c5 c3", G="d5 i3", R="d3").legal() == {"e5"}


def test_lifting_an_anchor_may_spare_a_last_cube(table: type[Table]) -> None:
    # Dropped on e5 a cube takes Green's last on d5; lifted from c5 it takes the neutral one on e6 only.
    assert table(2).set("P", P="c5 e7", G="d5", O="e6").legal() == {"c5-e5"}


def test_a_move_barred_by_rule_7_is_no_way_to_spare_a_last_cube(table: type[Table]) -> None:
    assert table(2).set("P", 4, P="c5 e7", G="d5", O="e6").legal() == {"e5"}


def test_a_lifted_last_cube_counts_as_taken(table: type[Table]) -> None:
    assert table(2, relocate="any").set("P", P="c5", O="d5", G="h8").legal() == {"e5"}


def test_a_lift_and_a_line_may_take_the_last_two_cubes_together(table: type[Table]) -> None:
    assert table(2, relocate="any").set("P", P="c5", G="d5 h8").legal() == {"e5"}


def test_a_player_without_cubes_needs_no_protection(table: type[Table]) -> None:
    assert table(3, relocate="none").set("P", P="c5", G="d5 i3").legal() == {"e5"}


# Rule 6: pass


def test_who_cannot_enclose_passes(table: type[Table]) -> None:
    assert table(2).set("G", P="c5", O="d5", G="i3").legal() == {"pass"}


def test_who_has_no_cube_passes(table: type[Table]) -> None:
    assert table(2).set("G", P="c5", O="d5").play("pass").state.to_act == 0


# Rule 7: no shuffling


@pytest.mark.parametrize("seats", range(2, 7))
def test_after_two_rounds_without_a_drop_only_drops_are_legal(table: type[Table], seats: int) -> None:
    first, second = list(LETTERS[seats][:2])
    cubes = {first: "c5 h8", second: "d5 i3"}
    assert table(seats).set(first, 2 * seats - 1, **cubes).legal() == {"e5", "h8-e5"}
    assert table(seats).set(first, 2 * seats, **cubes).legal() == {"e5"}


def test_relocations_count_from_the_start_on(table: type[Table]) -> None:
    here = table(2)
    for _ in range(4):
        assert any("-" in move for move in here.legal())
        here.play(min(move for move in here.legal() if "-" in move))
    assert not any("-" in move for move in here.legal())


def test_a_drop_starts_the_count_anew(table: type[Table]) -> None:
    cubes = {"P": "c5 h8 h2", "G": "d5 d7 i3", "O": "e7"}
    here = table(2).set("P", 4, **cubes).play("e5")
    assert any("-" in move for move in here.legal())


def test_passes_count(table: type[Table]) -> None:
    here = table(2).set("P", 2, P="c5 c3 h8", O="d5 d3").play("h8-e5", "pass")
    assert here.legal() == {"e3"}
    here = table(2).set("P", 1, P="c5 c3 h8", O="d5 d3").play("h8-e5", "pass")
    assert "c5-e3" in here.legal()


def test_a_pass_does_not_end_the_ban(table: type[Table]) -> None:
    here = table(3).set("G", 6, P="c5 h8", R="d5 i3").play("pass")
    assert here.state.view(None)["quiet"] == 6


# Rule 8: end


def test_the_match_ends_when_nobody_can_capture(table: type[Table]) -> None:
    here = table(2).set("P", P="c5", O="d5").play("e5")
    assert here.state.to_act == calumma.OVER
    assert here.state.reason() == "nobody-can-capture"


def test_the_match_ends_when_the_board_is_full(table: type[Table]) -> None:
    names = table(2).game.definition.notation.NAMES
    here = table(2).set("P", P=" ".join(name for name in names if name not in ("d5", "e5")), G="d5").play("e5")
    assert here.state.reason() == "board-full"


def test_the_match_goes_on_while_anybody_could_move(table: type[Table]) -> None:
    assert table(3).set("R", P="c5", G="d5 i3").legal() == {"pass"}


# Rule 9: winning


def test_the_most_cubes_win(table: type[Table]) -> None:
    assert table(3).set("P", P="a3 a7", G="c1", R="i3").state.payoffs() == [1.0, 0.0, 0.0]


def test_those_who_tie_share(table: type[Table]) -> None:
    assert table(3).set("P", P="a3 a7", G="c1", R="i3 i7").state.payoffs() == [0.5, 0.0, 0.5]


def test_partners_add_up_and_win_together(table: type[Table]) -> None:
    here = table(4).set("G", G="a3", Y="a7 c9", R="i3 i7", P="")
    assert here.state.payoffs() == [0.5, 0.0, 0.5, 0.0]


def test_teams_that_tie_share(table: type[Table]) -> None:
    assert table(6).set("G", G="a3", B="a7", O="i3 i7").state.payoffs() == [pytest.approx(1 / 6)] * 6


def test_neutral_cubes_count_for_nobody(table: type[Table]) -> None:
    assert table(2).set("P", P="a3", G="i3", O="c1 g1").state.payoffs() == [0.5, 0.5]


# What the state promises


def test_no_match_is_longer_than_the_bound_of_its_holes() -> None:
    assert calumma.load("bradley", seats=2).info.max_plies == 60 * 6
    assert calumma.load("bradley", seats=2, relocate="none").info.max_plies == 60 * 2
    assert calumma.load("bradley", seats=6).info.max_plies == 57 * 18


def test_the_marker_lies_on_the_last_cube_placed_and_stays_in_copies(table: type[Table]) -> None:
    here = table(2).play("g5")
    names = here.game.definition.notation.NAMES
    assert names[here.state.copy().view(None)["last"]] == "g5"


def test_the_marker_does_not_tell_positions_apart(table: type[Table]) -> None:
    here = table(2).set("P", P="c5 c3", O="d5 d3", G="i3")
    one, other = here.state.copy(), here.state.copy()
    for state, moves in ((one, ("e5", "pass", "e3")), (other, ("e3", "pass", "e5"))):
        for move in moves:
            state.apply(here.game.parse_move(state, move))
    assert one.view(None)["last"] != other.view(None)["last"]
    assert one.key() == other.key()
    assert one.hash() == other.hash()


def test_the_count_of_rule_7_tells_positions_apart(table: type[Table]) -> None:
    cubes = {"P": "c5 h8", "G": "d5 i3"}
    assert table(2).set("P", **cubes).state.key() != table(2).set("P", 1, **cubes).state.key()


def test_without_relocation_there_is_nothing_to_count(table: type[Table]) -> None:
    assert table(2, relocate="none").set("G", P="c5", O="d5", G="i3").play("pass").state.view(None)["quiet"] == 0


@pytest.mark.parametrize(("relocate", "actions"), [("none", 70), ("own", 70 + 69 * 69), ("any", 70 + 69 * 69)])
def test_actions_are_drops_the_pass_and_where_there_are_any_relocations(relocate: str, actions: int) -> None:
    assert calumma.load("bradley", relocate=relocate).info.num_actions == actions


@pytest.mark.skipif(calumma.compiled(), reason="only the compiled search can ask the compiled core")
def test_drops_into_corners_are_what_a_search_must_not_stop_before(table: type[Table]) -> None:
    here = table(2).set("P", P="a5 e5 h8", G="a4 f5 i3")
    noisy = {move for move in here.legal() if here.state.c_noisy(here.game.parse_move(here.state, move))}
    assert {"a3", "g5"} <= here.legal()
    assert noisy == {"a3"}


@pytest.mark.skipif(calumma.compiled(), reason="only the compiled search can ask the compiled core")
@pytest.mark.parametrize("relocate", ["none", "own", "any"])
def test_what_is_urgent_is_what_is_noisy_of_all_that_is_legal(relocate: str) -> None:
    state, rng = calumma.load("bradley", 2, relocate=relocate).new(), Rng(3)
    while state.to_act != OVER:
        legal, out = state.legal(), [0] * 6000
        noisy = [action for action in legal if state.c_noisy(action)]
        count = state.c_urgent(out)
        all_of_them = len(legal) in (1, len(noisy))
        assert (count, out[: abs(count)]) == ((-len(legal), legal) if all_of_them else (len(noisy), noisy))
        state.apply(state.pick(rng))


def test_r5_a_copy_spares_the_same_last_cubes(table: type[Table]) -> None:
    state = table(6, relocate="none").set("G", G="c5 c3", O="d5", R="d3 i3").state
    assert state.copy().legal() == state.legal() == [state.game.parse_move(state, "e3")]


def test_r5_a_relocation_that_breaks_the_deadly_line_spares_the_last_cube(table: type[Table]) -> None:
    # on e5 Red would enclose d5, Yellow's last cube, from c5, and e6 from e7; lifted from c5, the cube encloses e6 alone
    assert table(4, relocate="any").set("R", R="c5 e7", Y="d5", P="e6 i3").legal() == {"c5-e5"}


def test_hashes_see_the_upper_half_of_the_board(table: type[Table]) -> None:
    assert table(2).set("P", P="a3 e7", G="i3").state.hash() != table(2).set("P", P="a3", G="i3").state.hash()


def test_the_marker_stands_on_the_first_square_like_on_any_other(table: type[Table]) -> None:
    here = table(2, relocate="none").set("P", P="e1", G="d1 i3").play("c1")
    assert here.state.view()["last"] == 0
    assert sum(here.state.observe(0)[here.game.observation["last"]]) == 1


def test_a_copy_goes_on_like_its_original(table: type[Table]) -> None:
    """Purple's only cube is the anchor of all eight drops, so it cannot be lifted; then a match that is over."""
    around = table(2).set("P", 1, P="e5", G="d4 d5 d6 e4 e6 f4 f5 f6").state
    assert len(around.copy().legal()) == 8
    assert (around.copy().legal(), around.copy().key()) == (around.legal(), around.key())
    assert table(2).set("P", P="a5", G="e5").state.copy().to_act == calumma.OVER
