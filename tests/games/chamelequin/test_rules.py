"""One test or more for each numbered rule of chamelequin's RULES.md; the positions and answers are worked out by hand.

On odd ranks a, c, e, g are red and b, d, f, h green; on even ranks a, c, e, g are blue and b, d, f, h yellow.
"""

import re
from typing import Any

import pytest

import calumma
from calumma.core import Game, State

pytestmark = pytest.mark.contract


def position(text: str, seats: int = 2, **options: int | str) -> State:
    """A position; unless the text says so, each seat captured the lost pieces of the next one, which had one ring each."""
    game = calumma.load("chamelequin", seats=seats, **options)
    fields = text.split()
    if len(fields) == 3:
        lost = [(10 if seats == 2 else 8) - len(re.findall(f"{letter}[RGBY]", fields[0])) for letter in "wbpg"[:seats]]
        fields += [",".join(str(lost[(seat + 1) % seats]) for seat in range(seats)), "0"]
    return game.parse_position(" ".join(fields))


def moves(state: State) -> set[str]:
    return {state.game.move_text(state, action) for action in state.legal()}


def steps(state: State, origin: str) -> set[str]:
    return {text for text in moves(state) if text.startswith(origin)}


def play(state: State, *texts: str) -> State:
    for text in texts:
        state.apply(state.game.parse_move(state, text))
    return state


def board(state: State) -> str:
    return str(state).split()[0]


def supply(state: State) -> dict[str, int]:
    return state.view(None)["supply"]


def place_all(game: Game, squares: list[str]) -> State:
    return play(game.new(), *(f"@{square}" for square in squares))


def squares(ranks: Any, files: str = "abcdefgh") -> list[str]:
    return [f"{file}{rank}" for rank in ranks for file in files]


# Setup


def test_r1_a_piece_gets_a_ring_of_its_squares_colour() -> None:
    state = play(calumma.load("chamelequin").new(), "@a1", "@a8", "@h1", "@h8")
    assert str(state) == "bB6bY/8/8/8/8/8/8/wR6wG w setup 0,0 0"
    assert supply(state) == {"R": 19, "G": 19, "B": 19, "Y": 19}


@pytest.mark.parametrize(("seats", "each"), [(2, 10), (3, 8), (4, 8)])
def test_r1_seats_place_in_turn_until_all_pieces_stand(seats: int, each: int) -> None:
    state = calumma.load("chamelequin", seats=seats).new()
    order = []
    for square in squares(range(1, 5))[: seats * each]:
        order.append(state.to_act)
        play(state, f"@{square}")
    assert order == list(range(seats)) * each
    assert state.scores() == [each] * seats
    assert not any(text.startswith("@") for text in moves(state))


def test_r1_only_empty_squares_are_offered() -> None:
    state = play(calumma.load("chamelequin").new(), "@e4")
    assert moves(state) == {f"@{square}" for square in squares(range(1, 9))} - {"@e4"}


def test_r1_seat_0_begins_after_the_setup() -> None:
    state = place_all(calumma.load("chamelequin", seats=3), squares(range(1, 4)))
    assert state.to_act == 0
    assert state.view(None)["quiet"] == 0


def test_r1_a_colour_runs_out_only_with_its_last_square() -> None:
    game = calumma.load("chamelequin", seats=4, rings=16)
    red = squares((1, 3, 5, 7), "aceg")
    state = place_all(game, red)
    assert supply(state) == {"R": 0, "G": 16, "B": 16, "Y": 16}
    assert moves(state) == {f"@{square}" for square in squares(range(1, 9))} - {f"@{square}" for square in red}


# Add


def test_r2_a_piece_may_step_in_eight_directions() -> None:
    state = position("bB7/8/8/8/4wB3/8/8/8 w -")
    assert moves(state) == {f"e4+{square}" for square in "d3 e3 f3 d4 f4 d5 e5 f5".split()}


def test_r2_the_board_does_not_wrap_around() -> None:
    state = position("8/8/8/bB6wB/8/8/8/8 w -")
    assert moves(state) == {f"h5+{square}" for square in "g4 h4 g5 g6 h6".split()}


def test_r2_a_ring_of_the_new_colour_comes_on_top_and_the_turn_ends() -> None:
    state = play(position("bB7/8/8/8/4wB3/8/8/8 w -"), "e4+e5")
    assert board(state) == "bB7/8/8/4wBR3/8/8/8/8"
    assert supply(state) == {"R": 19, "G": 20, "B": 18, "Y": 20}
    assert state.to_act == 1


def test_r2_occupied_squares_are_closed() -> None:
    state = position("8/8/8/3bGwR3/4wB3/8/8/8 w -")
    assert steps(state, "e4") == {f"e4+{square}" for square in "d3 e3 f3 d4 f4 f5".split()}


def test_r2_a_piece_with_four_rings_takes_no_more() -> None:
    assert moves(position("bB7/8/8/8/4wBBBB3/8/8/8 w -")) == {"pass"}


def test_r2_a_colour_that_ran_out_cannot_be_added() -> None:
    state = position("bRRRRbRRRRbRRRRbRRRR4/8/8/8/4wB3/8/8/8 w -", rings=16)
    assert moves(state) == {f"e4+{square}" for square in "d3 f3 d4 f4 d5 f5".split()}  # e3 and e5 are red


def test_r2_a_ring_that_came_back_can_be_added_again() -> None:
    state = position("bRRRRbRRRRbRRRRbGRRR4/8/8/8/2wB1wGR3/8/8/7bG w -", rings=16)
    assert "c4+c3" not in moves(state)
    assert "c4+c3" in moves(play(state, "e4-d5", "h1+h2"))


# Remove


def test_r3_the_ring_below_the_top_must_have_the_colour_reached() -> None:
    state = position("bB7/8/8/8/4wRB3/8/8/8 w -")
    assert {text for text in moves(state) if "-" in text} == {"e4-e3", "e4-e5"}


@pytest.mark.parametrize(
    ("ring", "reached"),
    [("R", "e3 e5"), ("G", "d3 f3 d5 f5"), ("Y", "d4 f4"), ("B", "")],
)
def test_r3_every_colour_has_its_directions(ring: str, reached: str) -> None:
    state = position(f"bB7/8/8/8/4w{ring}R3/8/8/8 w -")
    assert {text for text in moves(state) if "-" in text} == {f"e4-{square}" for square in reached.split()}


def test_r3_the_top_ring_goes_back_to_the_supply() -> None:
    state = play(position("bB7/8/8/8/4wRB3/8/8/8 w -"), "e4-e5")
    assert board(state) == "bB7/8/8/4wR3/8/8/8/8"
    assert supply(state) == {"R": 19, "G": 20, "B": 19, "Y": 20}


def test_r3_a_piece_keeps_its_last_ring() -> None:
    assert not any("-" in text for text in moves(position("bB7/8/8/8/4wR3/8/8/8 w -")))


def test_r3_only_empty_squares_are_reached() -> None:
    state = position("8/8/8/4bR3/4wRB3/4wR3/8/8 w -")
    assert not any("-" in text for text in steps(state, "e4"))


def test_r3_add_and_remove_may_share_their_squares() -> None:
    assert {"e4+e5", "e4-e5"} <= moves(position("bB7/8/8/8/4wRB3/8/8/8 w -"))


# Capture


def test_r4_a_free_capture_asks_for_no_colour() -> None:
    state = position("8/8/8/4bY3/3bYwRB3/8/8/8 w -")
    assert {text for text in moves(state) if "x" in text} == {"e4xd4", "e4xe5"}


def test_r4_a_matching_capture_asks_for_the_colour_reached() -> None:
    state = position("8/8/8/4bY3/3bYwRB3/8/8/8 w -", capture="match")
    assert {text for text in moves(state) if "x" in text} == {"e4xe5"}


def test_r4_rings_of_both_pieces_return_and_are_counted() -> None:
    before = position("7bB/8/8/8/3bYRYwRB3/8/8/8 w -")
    state = play(before.copy(), "e4xd4")
    assert board(state) == "7bB/8/8/8/3wR4/8/8/8"
    assert supply(before) == {"R": 18, "G": 20, "B": 18, "Y": 18}
    assert supply(state) == {"R": 19, "G": 20, "B": 19, "Y": 20}
    assert state.view(None)["captured_rings"] == [8 + 3, 9]
    assert state.view(None)["lost"] == [9, 9]


def test_r4_a_piece_with_one_ring_cannot_capture() -> None:
    assert not any("x" in text for text in moves(position("8/8/8/4bR3/4wR3/8/8/8 w -")))


def test_r4_own_pieces_are_safe() -> None:
    assert not any("x" in text for text in moves(position("7bB/8/8/4wR3/4wRB3/8/8/8 w -")))


# Chains


CHAIN = "7bB/8/8/8/4wYRB3/8/8/8 w -"


def test_r5_the_same_piece_may_go_on_or_stop() -> None:
    state = play(position(CHAIN), "e4-e5")
    assert state.to_act == 0
    assert moves(state) == {"e5-d4", "e5-f4", "e5-d6", "e5-f6", "stop"}


def test_r5_stop_ends_the_turn() -> None:
    state = play(position(CHAIN), "e4-e5", "stop")
    assert state.to_act == 1
    assert board(state) == "7bB/8/8/4wYR3/8/8/8/8"


def test_r5_a_chain_that_cannot_go_on_ends_by_itself() -> None:
    assert play(position(CHAIN), "e4-e5", "e5-d4").to_act == 1
    assert play(position("7bB/8/8/8/4wRRB3/8/8/8 w -"), "e4-e5").to_act == 1  # no neighbour of red e5 is red


def test_r5_three_steps_in_one_turn() -> None:
    state = play(position("7bB/8/8/8/4wGYRB3/8/8/8 w -"), "e4-e5", "e5-d4")
    assert moves(state) == {"d4-d3", "d4-d5", "stop"}
    assert play(state, "d4-d5").to_act == 1


def test_r5_squares_may_be_visited_again() -> None:
    assert board(play(position("7bB/8/8/8/4wBRY3/8/8/8 w -"), "e4-e5", "e5-e4")) == "7bB/8/8/8/4wB3/8/8/8"


def test_r5_removing_and_capturing_mix() -> None:
    state = play(position("7bB/8/3bY4/8/4wGYRB3/8/8/8 w -"), "e4-e5", "e5xd6")
    assert moves(state) == {"d6-d5", "d6-d7", "stop"}
    state = play(position("7bB/8/8/4bG3/4wGYRB3/8/8/8 w -"), "e4xe5", "e5-d6", "d6-d7")
    assert board(state) == "7bB/3wG4/8/8/8/8/8/8"


def test_r5_other_pieces_wait_during_a_chain() -> None:
    state = play(position("7bB/8/8/8/4wYRB3/8/8/wRB7 w -"), "e4-e5")
    assert steps(state, "a1") == set()


def test_r5_adding_is_the_whole_turn() -> None:
    assert play(position(CHAIN), "e4+e5").to_act == 1
    assert not any("+" in text for text in moves(play(position(CHAIN), "e4-e5")))


# The reviewer's variant


def test_r6_rings_come_off_only_by_capturing() -> None:
    state = position("8/8/8/4bY3/4wRB3/8/8/8 w -", removal="capture")
    assert moves(state) == {"e4xe5"} | {f"e4+{square}" for square in "d3 e3 f3 d4 f4 d5 f5".split()}


def test_r6_a_chain_goes_on_with_captures_only() -> None:
    text = "7bB/8/3bY4/4bG3/4wGYRB3/8/8/8 w -"
    state = play(position(text, removal="capture"), "e4xe5")
    assert moves(state) == {"e5xd6", "stop"}
    assert play(state, "e5xd6").to_act == 1


# Passing and leaving


def test_r7_whoever_cannot_move_must_pass() -> None:
    state = position("8/8/8/8/8/8/bRbR6/wRbR6 w -")
    assert moves(state) == {"pass"}
    assert play(state, "pass").to_act == 1


def test_r7_nobody_else_may_pass() -> None:
    state = position(CHAIN)
    with pytest.raises(calumma.IllegalMove, match="so passing is not allowed"):
        state.game.parse_move(state, "pass")


def test_r7_a_seat_without_pieces_is_skipped() -> None:
    state = position("8/8/8/3bY4/4wRB3/8/7bB/pR6pR w -", seats=4)
    assert state.view(None)["patience"] == 120
    assert play(state, "e4+e3", "d5+d6", "a1+a2").to_act == 0


def test_r7_the_seat_after_one_that_dies_is_next() -> None:
    state = play(position("pB7/8/8/4bY3/4wRB3/8/8/8 w -", seats=3), "e4xe5")
    assert state.to_act == 2
    assert play(state, "a8+a7").to_act == 0


def test_r7_a_chain_goes_on_after_a_seat_died() -> None:
    state = play(position("pB7/8/8/4bY3/4wYRB3/8/8/8 w -", seats=3), "e4xe5")
    assert state.to_act == 0
    assert "stop" in moves(state)


# The end


def test_r8_the_last_seat_with_pieces_wins_at_once() -> None:
    state = play(position("8/8/8/4bY3/4wYRB3/8/8/8 w -"), "e4xe5")  # the piece could go on to yellow squares
    assert (state.reason(), state.payoffs(), state.to_act) == ("last", [1.0, 0.0], calumma.OVER)


def test_r8_in_the_middle_of_a_chain_too() -> None:
    state = play(position("8/8/3pY4/4bG3/4wGYRB3/8/8/8 w -", seats=3), "e4xe5", "e5xd6")
    assert (state.reason(), state.payoffs()) == ("last", [1.0, 0.0, 0.0])


STUCK = "7bYYYY/8/8/8/8/8/8/wRRRR7 w -"  # four rings, nobody near: with removal=capture nobody can move


def test_r9_the_match_ends_when_all_have_passed_in_a_row() -> None:
    state = play(position(STUCK, removal="capture"), "pass")
    assert state.to_act == 1
    assert play(state, "pass").reason() == "blocked"


def test_r9_only_the_living_need_to_pass() -> None:
    state = play(position("7pYYYY/8/8/8/8/8/8/wRRRR7 w -", seats=3, removal="capture"), "pass", "pass")
    assert state.reason() == "blocked"


def test_r9_a_move_begins_the_row_of_passes_anew() -> None:
    state = position("7bYYYY/8/8/8/8/8/8/wRRR7 w -", removal="capture")
    play(state, "a1+a2", "pass")
    assert state.view(None)["passes"] == 1
    state = play(position("7bYYYY/8/8/8/8/8/8/wRRR7 b -", removal="capture"), "pass", "a1+a2")
    assert state.view(None)["passes"] == 0


ROUND = ("a1+a2", "h8+h7", "a2-a1", "h7-h8")  # four turns, and everything is as before


def test_r9_forty_quiet_turns_a_seat_end_the_match() -> None:
    state = play(position("7bY/8/8/8/8/8/8/wR7 w -"), *ROUND * 19, *ROUND[:3])
    assert state.reason() == ""
    assert play(state, ROUND[3]).reason() == "quiet"


def test_r9_the_count_is_part_of_the_hash_near_a_quiet_end_only() -> None:
    hashes = [play(position("7bY/8/8/8/8/8/8/wR7 w -"), *ROUND * rounds).hash() for rounds in (0, 10, 14, 15)]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3


def test_r9_with_three_seats_it_takes_120_turns() -> None:
    state = position("7bY/8/8/8/8/8/8/wR6pG w -", seats=3)
    play(state, *("a1+a2", "h8+h7", "h1+g1", "a2-a1", "h7-h8", "g1-h1") * 20)
    assert state.reason() == "quiet"


def test_r9_a_capture_begins_the_count_anew() -> None:
    state = position("7bY/8/8/3bG4/2wGR5/8/8/wR7 w -")
    play(state, *ROUND * 19, *ROUND[:2])
    assert state.view(None)["quiet"] == 78
    play(state, "c4xd5")
    assert state.view(None)["quiet"] == 0
    assert state.reason() == ""


def test_r9_a_quiet_end_waits_for_the_end_of_the_turn() -> None:
    state = play(position("7bY/8/8/8/4wYRB3/8/8/wR7 b -"), "h8+h7", *("a1+a2", "h7-h8", "a2-a1", "h8+h7") * 19, "a1+a2", "h7-h8")
    assert state.view(None)["quiet"] == 79
    play(state, "e4-e5")
    assert state.reason() == ""
    assert play(state, "stop").reason() == "quiet"


def test_r9_passes_are_turns() -> None:
    state = position("7bYYYY/8/8/8/8/8/8/wR7 w -", removal="capture")
    assert play(state, "a1+a2", "pass").view(None)["quiet"] == 2


@pytest.mark.parametrize("captured", ["9,8", "20,9", "9,32"])
def test_r10_the_fewest_lost_pieces_win(captured: str) -> None:
    state = position(f"6bYYYYbYYYY/8/8/8/8/8/8/wRRRR7 w - {captured} 0", removal="capture")
    assert play(state, "pass", "pass").payoffs() == [0.0, 1.0]
    assert state.view(None)["decided"] == "pieces"


@pytest.mark.parametrize(("captured", "payoffs", "decided"), [("9,10", [0.0, 1.0], "rings"), ("30,9", [1.0, 0.0], "rings")])
def test_r10_captured_rings_break_a_tie(captured: str, payoffs: list[float], decided: str) -> None:
    state = play(position(f"{STUCK} {captured} 0", removal="capture"), "pass", "pass")
    assert (state.payoffs(), state.view(None)["decided"]) == (payoffs, decided)


def test_r10_what_is_still_equal_is_shared() -> None:
    state = play(position(f"{STUCK} 9,9 0", removal="capture"), "pass", "pass")
    assert (state.payoffs(), state.view(None)["decided"]) == ([0.5, 0.5], "shared")


def test_r10_a_seat_that_lost_more_cannot_win_by_rings() -> None:
    state = position("pBBBBpBBBB4bYYYYbYYYY/8/8/8/8/8/8/wRRRR7 w - 20,6,6 0", seats=3, removal="capture")
    play(state, "pass", "pass", "pass")
    assert state.payoffs() == [0.0, 0.5, 0.5]


def test_scores_are_the_pieces_on_the_board() -> None:
    assert position("6bYYYYbYYYY/8/8/8/8/8/8/wRRRR7 w -").scores() == [1, 2]


def test_actions_are_places_three_kinds_of_steps_in_eight_directions_pass_and_stop() -> None:
    assert calumma.load("chamelequin").info.num_actions == 64 + 3 * 8 * 64 + 2


@pytest.mark.parametrize(("seats", "plies"), [(2, 20 + 19 * 80 * 3), (3, 24 + 23 * 120 * 3), (4, 32 + 31 * 160 * 3)])
def test_no_match_is_longer_than_placing_and_forty_turns_a_seat_of_three_steps_before_each_capture(
    seats: int, plies: int
) -> None:
    assert calumma.load("chamelequin", seats=seats).info.max_plies == plies


@pytest.mark.skipif(calumma.compiled(), reason="only the compiled search can ask the compiled core")
def test_captures_and_what_leads_to_them_are_what_a_search_must_not_stop_before() -> None:
    def noisy(state: State) -> set[str]:
        return {move for move in moves(state) if state.c_noisy(state.game.parse_move(state, move))}

    assert noisy(position("8/8/8/8/8/8/1bY6/wRG7 w -")) == {"a1xb2"}
    assert noisy(position("8/8/2bY5/8/8/8/8/bR3wGRB3 w -")) == set()
    assert noisy(position("8/8/4bY3/8/4wGRB3/8/8/8 w -")) == {"e4-e5"}  # then e5xe6
    assert noisy(position("8/8/4bY3/8/4wRB3/8/8/8 w -")) == set()  # it would have one ring left
    chain = position("8/8/8/8/8/2bR5/1bY6/wRGG7 w -")
    play(chain, "a1xb2")
    assert noisy(chain) == set(moves(chain)) == {"b2-a1", "b2-a3", "b2-c1", "b2xc3", "stop"}
    stuck = position("bB7/8/8/8/4wBBBB3/8/8/8 w -")
    assert not stuck.c_noisy(stuck.game.parse_move(stuck, "pass"))


def test_r1_a_setup_that_was_read_has_as_many_pieces_left_to_place() -> None:
    state = place_all(calumma.load("chamelequin"), squares([1, 2], "abcdefghi"[:8])[:13])
    assert state.game.parse_position(str(state)).key() == state.key()
    assert state.view()["to_place"] == [3, 4]


def test_r4_four_red_rings_can_capture() -> None:
    assert "e4xe5" in moves(position("8/8/8/4bR3/4wRRRR3/8/8/8 w -"))


def test_r5_the_steps_of_a_chain_are_counted() -> None:
    state = play(position("bB7/8/8/8/4wGBRB3/8/8/8 w -"), "e4-e5")
    assert (state.view()["steps"], state.view()["chain"]) == (1, 4 * 8 + 4)
    assert play(state, "e5-e6").view()["steps"] == 2


def test_r9_a_capture_begins_the_count_of_quiet_turns_anew() -> None:
    state = play(position("bB7/8/8/8/8/8/1bY6/wRG7 w -"), "a1xb2")
    assert state.to_act == 1
    assert state.game.parse_position(str(state)).key() == state.key()


def test_a_step_that_may_add_or_remove_is_listed_as_such() -> None:
    # a2 is blue: a ring may go on top there, and the red one may come off the blue one
    assert position("bB7/8/8/8/8/8/8/wBR7 w -").view()["either"] == [[0, 8]]


def test_hashes_tell_where_a_chain_is_and_how_long() -> None:
    text = "bB7/8/8/8/8/8/8/wBR3wBR3 w "
    hashes = {position(text + chain).hash() for chain in ("-", "a1:1", "a1:2", "e1:1", "e1:2")}
    assert len(hashes) == 5


def test_keys_and_hashes_tell_rings_owners_and_captures_apart() -> None:
    texts = ["bB6wR/8/8/8/8/8/8/wR7 w -", "bB6wG/8/8/8/8/8/8/wR7 w -", "bB6wR/8/8/8/8/8/8/wG7 w -", "wB6bR/8/8/8/8/8/8/bR7 w -"]
    texts += ["bB6wR/8/8/8/8/8/8/wRG7 w -", "bB6wR/8/8/8/8/8/8/wR7 w - 10,9 0", "bB6wR/8/8/8/8/8/8/wR7 w - 9,9 0"]
    texts.append("wB6bR/8/8/8/8/8/8/bR7 w - 9,9 0")
    states = [position(text) for text in texts]
    assert len({state.hash() for state in states}) == len({state.key() for state in states}) == 8


@pytest.mark.parametrize(("one", "other"), [("RRR", "GRR"), ("RRRR", "GRRR")])
def test_the_evaluation_counts_rings_whatever_their_colours(one: str, other: str) -> None:
    values = [position(f"bB7/8/8/8/8/8/8/w{rings}7 w -").evaluate() for rings in (one, other)]
    assert values[0] == values[1]


def test_r7_the_turn_goes_past_a_last_seat_that_has_no_piece() -> None:
    state = position("bB7/8/8/8/8/8/8/wR7 b -", seats=3)
    state.apply(state.legal()[0])
    assert state.to_act == 0


def test_a_copy_knows_that_no_red_ring_is_left() -> None:
    state = position("wRRRR1wRRRR1wRRRR1wRRRR1/8/8/8/4wB3/8/8/wRRRR6bB w -")
    assert supply(state)["R"] == 0
    assert steps(state.copy(), "e4") == steps(state, "e4") == {f"e4+{square}" for square in "d3 f3 d4 f4 d5 f5".split()}


def test_a_copy_knows_which_rings_are_left() -> None:
    state, rng = calumma.load("chamelequin", rings=20).new(), calumma.Rng(2)
    for _ in range(60):
        assert state.copy().legal() == state.legal()
        state.apply(state.pick(rng))


def test_rings_are_observed_from_the_bottom_up() -> None:
    state = position("bB7/8/8/8/4wRGBY3/8/8/8 w -")
    rings = state.observe(0)[state.game.observation["rings"]].tolist()
    e4, a8 = 3 * 8 + 4, 7 * 8
    planes = {(level, "RGBY"[colour], square) for level in range(4) for colour in range(4) for square in (e4, a8)
              if rings[(level * 4 + colour) * 64 + square]}  # fmt: skip
    assert planes == {(0, "R", e4), (1, "G", e4), (2, "B", e4), (3, "Y", e4), (0, "B", a8)}
    assert sum(rings) == 5


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_red_rings_are_observed_on_every_level_up_to_the_top(height: int) -> None:
    """The number of a stack of red rings alone is the smallest of its height."""
    state = position(f"8/8/8/8/4w{'R' * height}3/8/8/7bR w -")
    rings, e4 = state.observe(0)[state.game.observation["rings"]], 3 * 8 + 4
    assert [level for level in range(4) if rings[level * 4 * 64 + e4]] == list(range(height))
