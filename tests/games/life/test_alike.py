"""What holds for one seat, colour, card or space holds for the last one, too."""

from __future__ import annotations

import pickle
from itertools import permutations, product
from math import prod
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.games.life.board import COLOURS

if TYPE_CHECKING:
    from tests.games.life.conftest import Tables

pytestmark = pytest.mark.contract


def seen(state: Any, seat: int, name: str) -> list[int]:
    """A part of an observation."""
    numbers: list[int] = state.observe(seat)[state.game.observation[name]].tolist()
    return numbers


def everything(state: Any) -> list[Any]:
    """All that can be asked of a position."""
    seats = range(state.seats)
    asked = [state.key(), state.hash(), state.legal(), state.scores(), state.supplies(), state.decks()]
    return [*asked, *(state.view(seat) for seat in seats), *(state.observe(seat).tolist() for seat in seats)]


# Observations


def test_an_observation_counts_every_hand_and_shows_who_sneaks(table: Tables) -> None:
    snakes = "R2,O10,Y12,G14,B16,V18"
    held = {"s1": "1/G/-/-/-/gather-ROY,wild/-", "s2": "1/Y/-/-/-/wild/-", "s3": "2!/O/-/-/-/sneak,move-bug,extra-action/-"}
    t = table(seats=4, snakes=snakes, **held)
    assert [seen(t.state, 0, f"{whose} hand size") for whose in ("own", "seat +1", "seat +2", "seat +3")] == [[0], [2], [1], [3]]
    assert [seen(t.state, 0, f"{whose} sneaking") for whose in ("own", "seat +1", "seat +2", "seat +3")] == [[0], [0], [0], [1]]
    assert seen(t.state, 3, "own sneaking") == [1]


def test_before_the_deal_a_seat_is_seen_in_the_centre_and_without_a_card(opened: Tables) -> None:
    state = opened(seats=2).state
    assert seen(state, 0, "own place") == seen(state, 0, "seat +1 place") == [1] + [0] * 18
    assert seen(state, 0, "own card") == seen(state, 0, "seat +1 card") == [0] * 21


def test_before_a_snake_is_placed_none_is_seen(opened: Tables) -> None:
    state = opened().state
    assert seen(state, 0, "snakes") == seen(state, 0, "bugs") == [0] * 114


def test_a_snake_on_the_first_space_is_seen(table: Tables) -> None:
    state = table(snakes="R8,O10,Y12,G14,B1,V18", s1="5/G/-/-/-/-/-").state
    assert seen(state, 0, "snakes")[4 * 19 : 5 * 19] == [1] + [0] * 18  # blue


def test_the_first_and_the_last_colour_card_are_seen_wherever_they_are(table: Tables) -> None:
    assert seen(table(phase="offered", offered="R", row="O,OY,GB").state, 1, "offered") == [1] + [0] * 20
    assert seen(table(s1="5/R/-/-/-/-/-", row="O,OY,GB").state, 1, "own card") == [1] + [0] * 20
    assert seen(table(row="R,O,BV").state, 1, "row") == [1, 1] + [0] * 18 + [1]
    assert seen(table(discard="R,BV", row="O,OY,GB").state, 1, "discard") == [1] + [0] * 19 + [1]


def test_the_last_kind_of_card_is_seen_in_the_own_hand(table: Tables) -> None:
    assert seen(table(s1="1/G/-/-/-/wild,wild/-").state, 1, "hand") == [0] * 29 + [2]


@pytest.mark.parametrize(("did", "fed", "completed"), [("-", 0, 0), ("fed", 1, 0), ("fed,completed", 1, 1)])
def test_what_was_done_this_turn_is_seen(table: Tables, did: str, fed: int, completed: int) -> None:
    state = table(did=did).state
    assert (seen(state, 1, "fed"), seen(state, 1, "completed")) == ([fed], [completed])


@pytest.fixture
def many() -> str:
    """A deck with as many objectives as there may be, the last of the 64 is GRV, and the last kind of Gather card, GBV."""
    return f"""
    [objectives]
    points = {{ 3 = 5 }}
    cards = {["".join(three) for three in permutations(COLOURS, 3)][:64]}
    [achievements]
    gather = ["GBV"]
    gather_points = 3
    hide = []
    hide_points = 2
    sneak = 1
    move_bug = 0
    extra_action = 0
    wild = 1
    [progress]
    end = {{ 2 = 16, 3 = 20, 4 = 20 }}
    """


def test_the_last_of_64_objectives_is_seen_in_the_row_begun_and_finished(table: Tables, many: str) -> None:
    row = table(options={"cards": many}, objectives="ROY,ROG,ROB,GRV")
    assert seen(row.state, 0, "objectives") == [1, 1, 1, *[0] * 60, 1]
    begun = table(options={"cards": many}, objectives="ROY", s0="1/B/-/GRV:R1/-/-/-")
    assert seen(begun.state, 0, "own going") == seen(begun.state, 0, "own from right") == [0] * 63 + [1]
    finished = table(options={"cards": many}, objectives="ROY", s1="1/G/-/-/GRV/-/-")
    assert seen(finished.state, 0, "seat +1 finished") == [0] * 63 + [1]
    assert finished.state.scores() == [0, 5]


# Views


def test_before_the_deal_a_view_shows_no_snake_and_no_card(opened: Tables) -> None:
    view = opened().play("~snake:O").state.view(None)
    assert view["snakes"] == [None, 2, None, None, None, None]
    assert (view["cards"], view["offered"], view["waiting"]) == ([None, None], None, None)


def test_a_view_shows_the_first_space_card_and_colour_like_any_other(table: Tables) -> None:
    assert table(snakes="R8,O10,Y12,G14,B1,V18", s1="5/G/-/-/-/-/-").view["snakes"] == [8, 10, 12, 14, 1, 18]
    assert table(phase="offered", offered="R", row="O,OY,GB").view["offered"] == "R"
    assert table(phase="wait", wait="R").view["waiting"] == "R"


def test_a_position_that_was_pickled_is_the_same(table: Tables) -> None:
    state = table(seats=4, bugs="3:RRV,19:O", used="wild", **SEATS_FULL).state
    assert everything(pickle.loads(pickle.dumps(state))) == everything(state)


# Cards


@pytest.mark.parametrize("seat", range(4))
def test_a_card_is_drawn_into_the_hand_of_the_seat_whose_turn_it_is_r12(table: Tables, seat: int) -> None:
    t = table(seats=4, to=str(seat), phase="achievement", did="fed").play("~achievement:wild")
    assert t.state.view(seat)["hands"][seat] == ["wild"]
    assert t.state.view(seat)["hand_sizes"] == [int(other == seat) for other in range(4)]


def hands(state: Any, seat: int, other: int) -> set[tuple[str, ...]]:
    """What another seat may hold, as far as a seat knows."""
    return {tuple(state.determinize(seat, calumma.Rng(seed)).view(other)["hands"][other]) for seed in range(30)}


@pytest.mark.parametrize("card", ["gather-ROY", "wild"])
def test_to_the_others_a_card_in_a_hand_may_be_any_that_they_have_not_seen(table: Tables, card: str) -> None:
    state = table(seats=4, s3=f"1/O/-/-/-/{card}/-").state
    found = hands(state, 0, 3)
    assert len(found) > 5
    assert all(len(hand) == 1 for hand in found)
    assert hands(state, 3, 3) == {(card,)}


def test_of_two_cards_that_are_left_either_is_in_the_hand(table: Tables, many: str) -> None:
    state = table(options={"cards": many}, objectives="ROY", used="gather-GBV", s1="1/G/-/-/-/sneak/-").state
    assert hands(state, 0, 1) == {("sneak",), ("wild",)}


@pytest.mark.parametrize("seat", range(4))
def test_the_last_kind_of_gather_card_scores_for_every_seat_r13a(table: Tables, many: str, seat: int) -> None:
    place = f"1/{'BGYO'[seat]}/-/-/-/"
    fields = {"options": {"cards": many}, "objectives": "ROY", "bugs": "2:RGBV", "to": str(seat)}
    t = table(4, **fields, **{f"s{seat}": place + "gather-GBV/-"})
    assert t.moves_of("gather") == {"gather:GBV@2"}
    t.play("gather:GBV@2")
    expected = [3 if other == seat else 0 for other in range(4)]
    laid = [["gather-GBV"] if other == seat else [] for other in range(4)]
    assert (t.state.scores(), t.view["open"], t.bugs(2)) == (expected, laid, "R")
    again = table(4, **fields | {"bugs": "2:R"}, **{f"s{seat}": place + "-/gather-GBV"})
    assert again.state.scores() == expected


@pytest.mark.parametrize("seat", range(4))
def test_every_seat_plays_its_own_gather_card_alone_r13a(table: Tables, seat: int) -> None:
    place = {f"s{seat}": f"1/{'BGYO'[seat]}/-/-/-/gather-ROY/-"}
    assert table(4, bugs="2:ROYGBV", to=str(seat), **place).moves_of("gather") == {"gather:ROY@2"}
    assert table(4, bugs="2:ROYGBV", to=str((seat + 1) % 4), **place).moves_of("gather") == set()


@pytest.mark.parametrize(("letter", "seat"), [*zip(COLOURS, (0, 1, 2, 3, 0, 1), strict=True)])
def test_a_hide_card_of_any_colour_is_laid_open_by_any_seat_r13b(table: Tables, letter: str, seat: int) -> None:
    snakes = {colour: 8 + 2 * i for i, colour in enumerate(COLOURS)} | {letter: 1}
    fields = {"row": "RO,RY,RG", "snakes": ",".join(f"{colour}{space}" for colour, space in snakes.items())}
    cards = [letter if other == seat else ("BV", "GV", "YV", "OV")[other] for other in range(4)]
    seats = {f"s{other}": f"{1 if other == seat else 5}/{card}/-/-/-/-/-" for other, card in enumerate(cards)}
    hand = {f"s{seat}": f"1/{letter}/-/-/-/hide-{letter}/-"}
    t = table(4, to=str(seat), **fields, **seats | hand).play(f"hide:{letter}")
    assert t.view["open"] == [[f"hide-{letter}"] if other == seat else [] for other in range(4)]
    assert t.state.scores() == [2 if other == seat else 0 for other in range(4)]


def test_the_colour_for_a_place_is_asked_within_the_places(table: Tables) -> None:
    state = table().state
    assert COLOURS[state.colour_for(64 + 0)] == "O"  # the left end of ORG
    assert COLOURS[state.colour_for(128 + 0)] == "G"
    assert state.colour_for(191) == 0  # the right end of the last objective that a deck may have; this one has none
    for place in (-1, 192):
        with pytest.raises(ValueError, match=f"cannot use {place} as a place: expected a whole number from 0 to 191"):
            state.colour_for(place)


def test_no_colour_is_scared_where_nobody_is(table: Tables) -> None:
    assert table().state.scared() == ""
    assert table(phase="scare", scare="1", bugs="1:R").state.scared() == "R"


def test_a_card_that_cannot_be_worn_can_be_declined_once_r7c(table: Tables) -> None:
    t = table(snakes="B1,R8,O10,Y12,G14,V18", s1="2/G/-/-/-/-/-").play("color:?", "~color:RV")
    assert len(t.state.legal()) == 1


def test_a_card_with_the_snakes_colour_can_be_worn_whatever_comes_after_it_r7c(table: Tables) -> None:
    t = table(snakes="B1,R8,O10,Y12,G14,V18", s1="2/G/-/-/-/-/-").play("color:?", "~color:RB")  # RV is the next card
    assert t.moves == {"wear", "decline"}


# Positions


SEATS_FULL = {
    "s0": "1/B/RRV/BVO:L1/ORY/wild,sneak/hide-R",
    "s1": "5/G/VV/RBO:R2/GYO,BVY/move-bug/gather-ROY",
    "s2": "6/Y/O/YVR:L1/VGROY/hide-G/-",
    "s3": "7/O/YY/YBOV:L3/GRYBO/extra-action/gather-YGV,hide-V",
}


def test_a_table_that_held_another_position_keeps_nothing_of_it(table: Tables) -> None:
    for seats in (2, 4):
        full = {name: text for name, text in SEATS_FULL.items() if int(name[1]) < seats}
        for seat in range(seats):
            used = table(seats, bugs="3:RRV,19:O", used="wild", **full).state
            card = "BGYO"[seat]
            place = {f"s{seat}": f"3/{card}/RVO/-/-/move-bug/-"}  # it may serve, eat and move
            other = table(seats, to=str(seat), bugs=f"3:{card},4:GY", **place)
            used.set_up(other.state.facts())
            assert everything(used) == everything(other.state)


@pytest.mark.parametrize("seat", range(4))
def test_hashes_see_every_card_that_is_laid_open(table: Tables, seat: int) -> None:
    place = f"1/{'BGYO'[seat]}/-/-/-/-/"
    tables = [table(4, **{f"s{seat}": place + laid}) for laid in ("-", "gather-ROY", "gather-YGV", "hide-R", "hide-V")]
    assert len({t.state.hash() for t in tables}) == 5


def test_what_lies_before_the_fourth_seat_is_neither_in_the_supply_nor_in_a_deck(table: Tables) -> None:
    t = table(4, to="3", s3="1/O/RRV/YBOV:L3/GRYBO/-/-")
    assert t.state.supplies() == [12, 13, 13, 14, 13, 14]  # stash RRV, on objectives Y, B, O and G, R, Y, B, O
    assert t.view["objective_deck"] == 30 - 4 - 2
    assert t.state.scores() == [0, 0, 0, 7 - 2]
    assert "put:V>YBOV" in t.moves


def test_the_fourth_seats_stash_holds_five_r9(table: Tables) -> None:
    fields = {"to": "3", "bugs": "1:O", "objectives": "-", "s0": "5/B/-/-/-/-/-", "s1": "5/G/-/-/-/-/-", "s2": "5/Y/-/-/-/-/-"}
    assert table(4, **fields, s3="1/O/RYGB/-/-/-/-").moves_of("eat") == {"eat:O"}
    assert table(4, **fields, s3="1/O/RYGBV/-/-/-/-").moves_of("eat") == set()


PACKED: list[dict[str, list[Any]]] = [  # facts that hashes pack into one number, with first, middle and last values
    {"phase": list(range(17)), "turn": [0, 1, 2, 3]},
    {"marker": [0, 1, 2, 19], "turns": [0, 1, 2, 399]},
    {"actions": [0, 1, 2, 3, 4], "rolls": [0, 1, 2], "fed": [0, 1], "completed": [0, 1]},
    {"starved": [0, 1, 11], "pending": [0, 1, 18], "waiting": [0, 1, 5], "offered": [-1, 0, 1, 20]},
    {"row": [0, 1, 2, 1 << 20], "discard": [0, 1, 2, 1 << 20]},
    {"place": [[0], [1], [18]], "worn": [[-1], [0], [1], [20]], "sneaking": [[0], [1]]},
]


@pytest.mark.parametrize("grid", PACKED, ids="-".join)
def test_hashes_tell_apart_what_they_pack_together(opened: Tables, grid: dict[str, list[Any]]) -> None:
    state = opened(4).state
    empty = state.facts()
    found = set()
    for values in product(*grid.values()):
        changed = dict(zip(grid, values, strict=True))
        state.set_up(empty | {name: v + empty[name][1:] if isinstance(v, list) else v for name, v in changed.items()})
        found.add(state.hash())
    assert len(found) == prod(map(len, grid.values()))


def test_hashes_tell_apart_how_often_a_card_is_held_and_laid_open(opened: Tables) -> None:
    state = opened(4).state
    empty = state.facts()
    found = set()
    for seat, kind, held, laid in product(range(4), (0, 1, 29), range(3), range(3)):
        hand, table = [list(cards) for cards in empty["hand"]], [list(cards) for cards in empty["laid"]]
        hand[seat][kind], table[seat][kind] = held, laid
        state.set_up(empty | {"hand": hand, "laid": table})
        found.add(state.hash())
    assert len(found) == 1 + 4 * 3 * 8


def test_hashes_tell_apart_how_far_objectives_are_filled(opened: Tables) -> None:
    state = opened(2).state
    empty = state.facts()
    found = set()
    for objective, count in product(range(30), range(1, 6)):
        state.set_up(empty | {"filled": [count if k == objective else 0 for k in range(64)]})
        found.add(state.hash())
    assert len(found) == 30 * 5


# The first and the last space, the first and the last colour


def test_a_red_bug_is_eaten_like_any_other_r9(table: Tables) -> None:
    t = table(bugs="1:R", row="O,OY,GB", s0="1/R/-/-/-/-/-", s1="5/G/-/-/-/-/-").play("eat:R")
    assert (t.view["stash"], t.bugs(1)) == (["R", ""], "")


def test_a_chameleon_goes_to_the_centre_r7a(table: Tables) -> None:
    t = table(s0="2/B/-/-/-/-/-").play("go:1")
    assert (t.view["places"], t.view["actions"]) == ([1, 1], 2)


def test_a_chameleon_sneaks_to_the_centre_r13c(table: Tables) -> None:
    t = table(snakes="R1,O10,Y12,G14,B16,V18", s0="2/B/-/-/-/sneak/-", s1="5/G/-/-/-/-/-").play("go:1!")
    assert (t.view["places"], t.view["sneaking"], t.view["hand_sizes"]) == ([1, 5], [True, False], [0, 0])


@pytest.mark.parametrize("letter", COLOURS)
def test_a_snake_of_any_colour_moves_to_the_centre_r7b(table: Tables, letter: str) -> None:
    snakes = {colour: 8 + 2 * i for i, colour in enumerate(COLOURS)} | {letter: 2}
    text = ",".join(f"{colour}{space}" for colour, space in snakes.items())
    t = table(snakes=text, s0="5/B/-/-/-/-/-", s1="5/G/-/-/-/-/-").play(f"snake:{letter}>1")
    assert t.view["snakes"] == [1 if colour == letter else space for colour, space in snakes.items()]


def test_a_snake_goes_on_over_the_centre_at_its_second_step_r7b(table: Tables) -> None:
    t = table(snakes="R8,O2,Y1,G14,B16,V18", s0="12/B/-/-/-/-/-", s1="12/G/-/-/-/-/-")
    reds = {text for text in t.moves if text.startswith("snake:R")}
    assert reds == {f"snake:R>{n}" for n in (19, 9, 3, 7, 4, 5, 6)}  # 8 touches 19, 9 and 2; 2 touches 1, 3, 7, 8, 9 and 19


def test_a_bug_goes_on_over_the_centre_at_its_second_step_r8(table: Tables) -> None:
    t = table(3, bugs="8:R", s0="9/B/-/-/-/-/-", s1="2/G/-/-/-/-/-", s2="1/Y/-/-/-/-/-", snakes="R14,O10,Y12,G13,B16,V18")
    assert t.play("go:8").moves == {f"scare:R>{n}" for n in (19, 9, 3, 7, 4, 5, 6)}


def test_chameleons_go_along_the_rings_r0(table: Tables) -> None:
    fields = {"options": {"board": "rings"}, "snakes": "R12,O13,Y14,G15,B16,V17", "s1": "4/G/-/-/-/-/-"}
    assert table(**fields, s0="2/B/-/-/-/-/-").moves_of("go") == {f"go:{n}" for n in (1, 3, 7, 8, 9)}
    assert table(**fields, s0="19/B/-/-/-/-/-").moves_of("go") == {f"go:{n}" for n in (18, 8, 7)}


@pytest.mark.parametrize("letter", COLOURS)
def test_any_number_of_bugs_on_a_space_is_seen_as_their_colour_alone_r9(table: Tables, letter: str) -> None:
    fields = {"objectives": "-", "row": "RO,RY,RG", "s0": f"1/{letter}/-/-/-/-/-", "s1": "5/BV/-/-/-/-/-"}
    for count in (1, 2, 4, 8, 15):
        assert table(bugs=f"1:{letter * count}", **fields).moves_of("eat") == {f"eat:{letter}"}


@pytest.mark.parametrize("letter", "OYGBV")
def test_a_snake_of_any_colour_keeps_another_off_its_space_r7b(table: Tables, letter: str) -> None:
    snakes = {colour: 10 + i for i, colour in enumerate(COLOURS)} | {"R": 8, letter: 19}
    t = table(snakes=",".join(f"{colour}{space}" for colour, space in snakes.items()), s0="5/B/-/-/-/-/-")
    assert "snake:R>19" not in t.moves
    assert "snake:R>18" in t.moves  # it goes on over it


# The first and the last objective


def test_a_bug_goes_onto_the_first_objective_from_wherever_it_comes_r12(table: Tables) -> None:
    fields = {"row": "O,OY,GB", "objectives": "-", "s1": "5/G/-/-/-/-/-"}
    begun = "ORG:L1/-"
    eaten = table(bugs="1:R", s0=f"1/R/-/{begun}/-/-", **fields).play("eat:R>ORG")
    put = table(s0=f"1/R/R/{begun}/-/-", **fields).play("put:R>ORG")
    wild = table(s0=f"1/R/-/{begun}/wild/-", **fields).play("wild:R>ORG")
    for t in (eaten, put, wild):
        assert t.view["going"][0] == [{"name": "ORG", "side": "L", "filled": 2}]
        assert (t.view["stash"], t.view["fed"]) == (["", ""], True)


@pytest.mark.parametrize("move", ["put:R>ROY/L", "put:Y>ROY/R", "put:G>GRV/L", "put:V>GRV/R"])
def test_the_first_and_the_last_of_64_objectives_are_begun_at_either_end_r12(table: Tables, many: str, move: str) -> None:
    t = table(options={"cards": many}, objectives="ROY,GRV", s0="1/B/RYGV/-/-/-/-").play(move)
    assert t.view["going"][0] == [{"name": move[6:9], "side": move[-1], "filled": 1}]
    assert t.view["phase"] == "achievement"


def test_the_last_of_64_objectives_is_gone_on_with_r12(table: Tables, many: str) -> None:
    t = table(options={"cards": many}, objectives="ROY", s0="1/B/RY/GRV:L1/-/-/-")
    assert COLOURS[t.state.colour_for(63)] == "R"
    assert t.moves_of("put") == {"put:R>GRV", "put:R>ROY/L", "put:Y>ROY/R"}
    assert t.play("put:R>GRV").view["going"][0] == [{"name": "GRV", "side": "L", "filled": 2}]


def test_a_moved_bug_is_found_where_it_went_and_no_more_where_it_was_r13d(table: Tables) -> None:
    t = table(bugs="19:V,15:V,1:B", s0="1/B/-/-/-/move-bug,move-bug/-", s1="5/G/-/-/-/-/-").play("bug:V19>18")
    assert {text.partition(">")[0] for text in t.moves_of("bug")} == {"bug:V18", "bug:V15", "bug:B1"}
    assert (t.bugs(19), t.bugs(18), t.bugs(15)) == ("", "V", "V")
    t.play("eat:B")
    assert {text.partition(">")[0] for text in t.moves_of("bug")} == {"bug:V18", "bug:V15"}


# Luck and the end


@pytest.mark.parametrize(("fields", "draws"), [({"phase": "roll"}, 3000), ({"phase": "wait", "wait": "R"}, 500)])
def test_every_face_of_the_dice_comes_up_and_no_other_r6_r7d(table: Tables, fields: dict[str, str], draws: int) -> None:
    state, rng = table(**fields).state, calumma.Rng(1)
    assert {state.pick(rng) for _ in range(draws)} == set(state.legal())


def test_a_match_that_starved_in_its_last_round_says_so_r16(table: Tables) -> None:
    assert table(seats=3, phase="over", turns="299", starved="9").state.reason() == "starved"
    assert table(seats=3, phase="over", turns="300", starved="9").state.reason() == "rounds"


def test_nobody_has_been_fed_when_a_turn_begins_r16(table: Tables) -> None:
    t = table(actions="0", did="fed").play("end")
    assert (t.view["phase"], t.view["turn"], t.view["fed"]) == ("roll", 1, False)
