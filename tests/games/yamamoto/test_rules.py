"""One test or more for each numbered rule of yamamoto's RULES.md; the positions and answers are worked out by hand."""

import pytest

import calumma
from calumma.core import State

pytestmark = pytest.mark.contract


def position(text: str, goal: str = "dots") -> State:
    return calumma.load("yamamoto", goal=goal).parse_position(text)


def moves(state: State) -> list[str]:
    return [state.game.move_text(state, action) for action in state.legal()]


def targets(state: State, origin: str) -> set[str]:
    return {text[2:] for text in moves(state) if text.startswith(origin)}


def play(state: State, *texts: str) -> State:
    for text in texts:
        state.apply(state.game.parse_move(state, text))
    return state


def result(state: State) -> tuple[str, list[float]]:
    return state.reason(), state.payoffs()


STEPS_FROM_C3 = set("b2 b3 b4 c2 c4 d2 d3 d4".split())


def test_the_start_is_as_photographed() -> None:
    state = calumma.load("yamamoto").new()
    assert str(state) == "wbwbw/5/5/5/WBWBW o"
    assert state.to_act == 0


def test_r1_r2_a_white_piece_on_a_dark_square_steps_and_leaps() -> None:
    assert targets(position("w4/5/2W2/5/5 o"), "c3") == STEPS_FROM_C3 | set("a2 a4 b1 b5 d1 d5 e2 e4".split())


def test_r1_r2_a_black_piece_on_a_dark_square_steps_and_slides() -> None:
    assert targets(position("5/4w/2B2/5/5 o"), "c3") == STEPS_FROM_C3 | set("a1 e5 a5 e1".split())


def test_r2_a_white_piece_on_a_white_square_slides() -> None:
    assert targets(position("4w/5/5/2W2/5 o"), "c2") == set("b1 b2 b3 c1 c3 d1 d2 d3 a4 e4".split())


def test_r2_a_black_piece_on_a_white_square_leaps() -> None:
    assert targets(position("4w/5/5/2B2/5 o"), "c2") == set("b1 b2 b3 c1 c3 d1 d2 d3 a1 a3 b4 d4 e1 e3".split())


def test_r2_slides_are_blocked_and_leaps_are_not() -> None:
    state = position("w4/3w1/2B2/1W3/5 o")
    assert targets(state, "c3") == (STEPS_FROM_C3 - {"b2"}) | {"a5", "e1"}
    assert {"a4", "c4", "d1", "d3"} <= targets(state, "b2")  # a white piece on dark b2, with its neighbours full or empty


def test_r2_nature_stays_with_a_piece_when_it_moves() -> None:
    state = play(position("4b/5/5/5/B3W o"), "a1a2", "e5e4")
    assert str(state) == "5/4b/5/B5/4W o".replace("B5", "B4")


def test_r3_a_capture_removes_the_piece_and_own_pieces_block() -> None:
    state = position("5/3w1/2B2/3W1/w4 o")
    assert "d2" not in targets(state, "c3")
    assert str(play(state, "c3d4")) == "5/3B1/5/3W1/w4 b"
    assert state.scores() == [2, 1]


def test_r4_capturing_the_last_enemy_piece_wins() -> None:
    assert result(play(position("5/3w1/2B2/5/5 o"), "c3d4")) == ("captured-all", [1.0, 0.0])


def test_r5_with_dots_only_the_dotted_squares_are_goals() -> None:
    assert play(position("4w/1W3/5/5/W4 o"), "b4a5").to_act == 1
    assert play(position("4w/1W3/5/5/W4 o"), "b4b5").reason() == "reached-goal"


def test_r5_with_row_every_square_of_the_home_rank_is_a_goal() -> None:
    for square in ("a5", "b5", "c5"):
        assert play(position("4w/1W3/5/5/W4 o", "row"), f"b4{square}").reason() == "reached-goal"


def test_r5_blue_goes_for_rank_one() -> None:
    assert play(position("w4/5/5/2w2/4W b", "dots"), "c2b1").payoffs() == [0.0, 1.0]


def test_r6_the_only_piece_wins_at_once_even_if_it_could_be_captured() -> None:
    assert result(play(position("w4/2W2/5/5/5 o"), "c4b5")) == ("reached-goal", [1.0, 0.0])


def test_r7_the_invader_must_be_captured() -> None:
    state = play(position("w3w/2W2/5/5/W4 o"), "c4b5")
    assert state.to_act == 1
    assert moves(state) == ["a5b5"]
    assert play(state, "a5b5").to_act == 0


def test_r7_an_invader_that_cannot_be_captured_wins_at_once() -> None:
    assert result(play(position("4w/2W2/5/5/W4 o"), "c4b5")) == ("reached-goal", [1.0, 0.0])


def test_r7_the_first_to_enter_wins_although_the_other_could_enter_with_its_last_piece() -> None:
    state = position("5/2W2/5/2w2/W4 o")  # Blue's last piece stands one step before b1 and d1
    assert result(play(state, "c4b5")) == ("reached-goal", [1.0, 0.0])


def test_r7_capturing_the_invader_comes_before_entering_with_the_last_piece() -> None:
    state = play(position("5/2W2/2w2/5/W4 o"), "c4b5")  # from dark c3 the white piece leaps to b5, b1 and d1
    assert moves(state) == ["c3b5"]


def test_r8_the_third_occurrence_of_the_start_is_a_draw() -> None:
    state = calumma.load("yamamoto").new()
    shuffle = ["a1a2", "a5a4", "a2a1", "a4a5"]
    play(state, *shuffle, *shuffle[:3])
    assert state.to_act == 1
    assert result(play(state, "a4a5")) == ("repetition", [0.5, 0.5])


def test_r8_a_capture_makes_earlier_positions_unrepeatable() -> None:
    state = play(position("4b/5/b4/W4/4W o"), "e1e2", "e5e4", "a2a3")  # captures
    shuffle = ["e4e5", "e2e1", "e5e4", "e1e2"]
    play(state, *shuffle, *shuffle[:3])
    assert state.to_act == 0
    assert play(state, "e1e2").reason() == "repetition"


def test_r8_counters_start_anew_in_a_position_that_was_read() -> None:
    state = play(calumma.load("yamamoto").new(), "a1a2", "a5a4", "a2a1", "a4a5")
    again = state.game.parse_position(str(state))
    assert again.key() != state.key()
    assert again.key() == state.game.new().key()


def wander(state: State, orange: list[str], blue: list[str], plies: int) -> State:
    """Walk one piece each around its own circle; circles of five and seven squares meet again only after 70 plies."""
    for ply in range(plies):
        circle = (orange, blue)[ply % 2]
        turn = ply // 2
        play(state, circle[turn % len(circle)] + circle[(turn + 1) % len(circle)])
    return state


LOW, HIGH = "a1 a2 b2 c2 b1".split(), "a5 b5 c5 d4 c4 b4 a4".split()
EAST, WEST = "e2 e3 e4 d4 d3".split(), "b2 a1 a2 a3 a4 b4 b3".split()


def test_r8_a_hundred_plies_without_a_capture_are_a_draw() -> None:
    state = wander(position("b4/5/5/5/W4 o"), LOW, HIGH, 99)
    assert state.to_act == 1
    assert result(play(state, "a5b5")) == ("quiet", [0.5, 0.5])


def test_r8_a_win_on_the_hundredth_quiet_ply_is_a_win() -> None:
    state = wander(position("5/5/5/1w2W/5 o"), EAST, WEST, 99)
    assert result(play(state, "b2b1")) == ("reached-goal", [0.0, 1.0])


def test_r8_an_entry_on_the_hundredth_quiet_ply_that_can_be_captured_is_a_draw() -> None:
    state = wander(position("w4/5/5/1w2W/2W2 o"), EAST, WEST, 99)
    assert result(play(state, "b2b1")) == ("quiet", [0.5, 0.5])


def test_scores_are_the_pieces_left() -> None:
    assert position("w4/3w1/2B2/1W3/5 o").scores() == [2, 2]


def test_evaluate_sees_both_seats_alike() -> None:
    turned = {"W": "w", "B": "b", "w": "W", "b": "B"}
    text = "w4/3w1/2B2/1W3/4W"
    mirror = "".join(turned.get(letter, letter) for letter in reversed(text))
    assert position(f"{text} o").evaluate() == pytest.approx(position(f"{mirror} b").evaluate()[::-1])


def test_evaluate_prefers_more_pieces() -> None:
    assert position("w3w/5/5/5/WBW2 o").evaluate()[0] > 0.5


def test_there_are_as_many_actions_as_pairs_of_squares() -> None:
    assert calumma.load("yamamoto").info.num_actions == 25 * 25


def test_no_match_is_longer_than_nine_stretches_of_a_hundred_plies() -> None:
    assert calumma.load("yamamoto").info.max_plies == 900  # before each of eight captures, and after the last


def test_r4_nobody_is_asked_to_capture_when_the_last_piece_falls_on_a_goal_square() -> None:
    state = play(position("1w3/2W2/5/5/W4 o"), "c4b5")
    assert result(state) == ("captured-all", [1.0, 0.0])
    assert state.view()["invader"] is None


def test_r4_a_position_without_enemies_is_won() -> None:
    assert result(position("5/5/2W2/5/5 o")) == ("captured-all", [1.0, 0.0])
    assert result(position("5/5/2W2/5/5 b")) == ("captured-all", [1.0, 0.0])


def test_r6_nobody_is_asked_to_capture_an_only_piece_that_has_won() -> None:
    assert play(position("w4/2W2/5/5/5 o"), "c4b5").view()["invader"] is None


def test_r7_both_seats_observe_who_must_be_captured() -> None:
    state = play(position("w3w/2W2/5/5/W4 o"), "c4b5")
    b5 = 4 * 5 + 1
    for seat in range(2):
        assert state.observe(seat)[state.game.observation["invader"]].tolist() == [int(square == b5) for square in range(25)]


def test_r8_a_match_that_ended_after_a_hundred_quiet_plies_can_be_copied() -> None:
    state = wander(position("b4/5/5/5/W4 o"), LOW, HIGH, 100)
    assert state.copy().key() == state.key()


def test_r8_the_order_in_which_positions_occurred_does_not_matter() -> None:
    west, east = "a1a2 a5a4 a2a1 a4a5".split(), "e1e2 e5e4 e2e1 e4e5".split()
    game = calumma.load("yamamoto")
    assert play(game.new(), *west, *east).key() == play(game.new(), *east, *west).key()


def test_r8_it_matters_who_was_to_move_when_a_position_occurred() -> None:
    one = play(position("4w/5/5/5/W4 o"), "a1a2", "e5e4", "a2a1", "e4d4")
    other = play(position("5/4w/5/5/W4 o"), "a1a2", "e4e5", "a2a1", "e5d4")  # the same four boards, with the other to move
    assert str(one) == str(other)
    assert one.key() != other.key()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5/5/2w2/5/B3W o", "5/5/2w2/5/1B2W o"),  # Orange's black piece elsewhere
        ("w3b/5/2W2/5/5 o", "w2b1/5/2W2/5/5 o"),  # Blue's
        ("4W/5/2w2/5/5 o", "5/5/2w2/5/B4 o"),  # white on the last square, black on the first
        ("4w/5/2W2/5/5 o", "5/5/2W2/5/b4 o"),
    ],
)
def test_positions_with_different_pieces_have_different_keys_and_hashes(one: str, other: str) -> None:
    assert position(one).key() != position(other).key()
    assert position(one).hash() != position(other).hash()


def test_a_finished_match_is_worth_what_it_pays() -> None:
    assert play(position("5/3w1/2B2/5/5 o"), "c3d4").evaluate() == [1.0, 0.0]
    assert play(position("w4/5/5/2w2/4W b"), "c2b1").evaluate() == [0.0, 1.0]


@pytest.mark.skipif(calumma.compiled(), reason="only the compiled search can ask the compiled core")
@pytest.mark.parametrize(("text", "capture", "quiet"), [("5/3w1/2B2/5/5 o", "c3d4", "c3d2"), ("5/3w1/2B2/5/5 b", "d4c3", "d4c5")])
def test_captures_are_what_a_search_must_not_stop_before(text: str, capture: str, quiet: str) -> None:
    state = position(text)
    assert state.c_noisy(state.game.parse_move(state, capture))
    assert not state.c_noisy(state.game.parse_move(state, quiet))
