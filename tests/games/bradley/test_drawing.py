"""The board as it was printed, paths and stories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import calumma
from calumma.core.effect import Effect
from calumma.core.messages import tell_all
from calumma.drawing.scene import Cell

if TYPE_CHECKING:
    from tests.games.bradley.conftest import Table


def printed(table: type[Table]) -> dict[str, Cell]:
    return {cell.id: cell for cell in table(2).game.scene(table(2).state).cells if cell.shape != "choice"}


def test_the_holes_form_thirteen_checkered_rows(table: type[Table]) -> None:
    rows: dict[Any, Any] = {}
    for cell in printed(table).values():
        rows[cell.y] = rows.get(cell.y, 0) + 1
    assert [rows[y] for y in sorted(rows)] == [3, 4, 5, 6, 7, 6, 7, 6, 7, 6, 5, 4, 3]
    assert len({(cell.x, cell.y) for cell in printed(table).values()}) == 69
    assert {(cell.x + cell.y) % 2 for cell in printed(table).values()} == {0}


def test_the_numbers_read_from_left_to_right_and_from_top_to_bottom(table: type[Table]) -> None:
    numbered = [cell for cell in printed(table).values() if cell.label]
    ordered = sorted(numbered, key=lambda cell: (cell.y, cell.x))
    assert [cell.label for cell in ordered] == [str(number) for number in range(1, 14)]
    assert [sum(cell.y == y for cell in numbered) for y in (4, 5, 6, 7, 8)] == [3, 2, 3, 2, 3]
    assert {cell.id: cell.label for cell in numbered}["c5"] == "1"


def test_cubes_show_colour_and_letter(table: type[Table]) -> None:
    pieces = {piece.cell: piece for piece in table(2).game.scene(table(2).state).pieces}
    assert (pieces["d5"].colour, pieces["d5"].text) == ("purple", "P")
    assert (pieces["e5"].colour, pieces["e5"].text, pieces["e5"].name) == ("orange", "O", "orange cube, nobody's")


def test_the_marker_lies_on_the_last_cube_placed(table: type[Table]) -> None:
    here = table(2)
    assert "marker" not in {piece.id for piece in here.game.scene(here.state).pieces}
    scene: Any = here.game.scene(here.play("g5").state)
    assert {piece.id: piece.cell for piece in scene.pieces}["marker"] == "g5"
    assert scene.highlights == ("g5",)


def test_every_seat_has_its_own_shape_and_names_its_partners(table: type[Table]) -> None:
    strips = table(6).game.scene(table(6).state).seats
    assert len({strip.shape for strip in strips}) == 6
    assert strips[0].notes == ("2 cubes", "with Yellow and Blue")


def path(here: Table, text: str) -> list[str]:
    return here.game.path(here.state, here.game.parse_move(here.state, text))


def test_paths_are_the_squares_to_click(table: type[Table]) -> None:
    assert path(table(2), "g5") == ["g5"]
    assert path(table(2), "d4-g5") == ["d4", "g5"]
    assert path(table(2).set("G", P="c5", O="d5", G="i3"), "pass") == ["pass"]


def story(here: Table, text: str) -> list[Effect]:
    before = here.state.copy()
    action = here.game.parse_move(before, text)
    here.state.apply(action)
    return here.game.story(before, action, here.state)


def test_cubes_turn_line_by_line_from_the_placed_one_outwards(table: type[Table]) -> None:
    effects = story(table(2).set("P", P="a5 e8", G="b5 c5 d5 e6 e7 i3"), "e5")
    assert effects[0].cells == ("e5",)
    assert effects[1].values == {"seat": 0, "count": 5}
    assert effects[1].cells == ("e6", "e7", "d5", "c5", "b5")


def test_a_relocation_is_told_with_both_squares(table: type[Table]) -> None:
    here = table(2).set("P", P="c5 h8", G="d5 i3")
    assert tell_all(here.game, story(here, "h8-e5")).startswith("Purple moved a cube from h8 to e5. Purple turned 1 cube.")


def test_a_lifted_cube_of_another_is_told(table: type[Table]) -> None:
    here = table(2, relocate="any").set("P", P="c5 e5", G="d5 f5 i3")
    assert tell_all(here.game, story(here, "d5-g5")).startswith("Purple took Green's cube from d5 and placed it on g5.")


def test_a_lifted_neutral_cube_is_told(table: type[Table]) -> None:
    here = table(2, relocate="any").set("P", P="c5", G="d5 i3", O="h8")
    assert tell_all(here.game, story(here, "h8-e5")).startswith("Purple took the neutral cube from h8")


def test_an_end_is_told_with_scores_and_winners(table: type[Table]) -> None:
    here = table(2, relocate="none").set("P", P="c5", G="d5")
    assert tell_all(here.game, story(here, "e5")) == (
        "Purple dropped a cube on e5. Purple turned 1 cube. Green has no cubes left. "
        "Purple has 3 cubes. Green has 0 cubes. Purple won."
    )


def test_a_team_wins_together(table: type[Table]) -> None:
    here = table(4, relocate="none").set("G", G="c5", R="d5", Y="i3", P="i7")
    assert tell_all(here.game, story(here, "e5")).endswith("Green and Yellow win together.")


def test_a_tie_is_shared(table: type[Table]) -> None:
    here = table(2, relocate="none").set("P", P="c5", O="d5", G="i3 i7 a3")
    assert tell_all(here.game, story(here, "e5")).endswith("Purple and Green share the win.")


def test_a_pass_is_told(table: type[Table]) -> None:
    here = table(2).set("G", P="c5", O="d5", G="i3")
    assert tell_all(here.game, story(here, "pass")) == "Green could not move and passed."


def test_the_ban_of_rule_7_is_in_the_caption(table: type[Table]) -> None:
    here = table(2).set("P", 4, P="c5 h8", G="d5 i3")
    assert "Only drops" in here.game.scene(here.state).caption
    assert here.state.to_act != calumma.OVER
