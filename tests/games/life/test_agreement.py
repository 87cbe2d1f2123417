"""Fields that follow from others (supply, decks, points, what objectives want) stay in agreement with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.games.life.deck import read_deck
from calumma.games.life.layout import kind_of

if TYPE_CHECKING:
    from tests.games.life.conftest import Tables, Walk

pytestmark = pytest.mark.contract

DEEDS = [
    ({}, "go:5"),
    ({"snakes": "R2,O10,Y12,G14,B16,V18", "s0": "1/B/-/-/-/sneak/-"}, "go:2!"),
    ({"snakes": "R2,O10,Y12,G14,B16,V18", "to": "1", "s1": "1/G/-/-/-/sneak/-"}, "go:2!"),
    ({}, "snake:O>11"),
    ({}, "color:OY"),
    ({"phase": "scare", "scare": "1", "bugs": "1:RRV"}, "scare:R>7"),
    ({"bugs": "1:BB", "s1": "5/G/-/-/-/-/-"}, "eat:B"),
    ({"bugs": "1:B", "s1": "5/G/-/-/-/-/-", "s0": "1/B/-/BVO:R2/-/-/-"}, "eat:B>BVO"),
    ({"bugs": "1:B", "s1": "5/G/-/-/-/-/-"}, "eat:B>BGOY/L"),
    ({"s0": "1/B/YV/-/-/-/-"}, "put:Y>BGOY/R"),
    ({"s0": "1/B/O/BVO:L2/-/-/-"}, "put:O>BVO"),
    ({"to": "1", "s1": "1/G/V/BVO:L1/-/-/-"}, "put:V>BVO"),
    ({"s0": "1/B/RRR/-/-/-/-"}, "trade:R>B"),
    ({"s0": "1/B/-/-/-/gather-YGV/-", "bugs": "3:RYGV"}, "gather:YGV@3"),
    ({"s0": "8/R/-/-/-/hide-R/-", "row": "O"}, "hide:R"),
    ({"s0": "1/B/-/-/-/move-bug/-", "bugs": "14:RR"}, "bug:R14>5"),
    ({"s0": "1/B/-/-/-/move-bug,move-bug/-", "bugs": "14:VV"}, "bug:V14>5"),
    ({"s0": "5/B/-/-/-/move-bug/-", "s1": "5/G/-/-/-/-/-", "bugs": "1:V"}, "bug:V1>2"),
    ({"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "2:ROY"}, "gather:ROY@2"),
    ({"s0": "1/B/RRRRY/-/-/-/-"}, "trade:R>B"),
    ({"s0": "1/B/RYVVO/-/-/wild/-"}, "put:Y>BGOY/R"),
    ({"s0": "1/B/RYV/-/-/wild,wild/-"}, "wild:R"),
    ({"s0": "1/B/VYRRO/BVO:L1/-/wild/-"}, "put:V>BVO"),
    ({"s0": "1/B/RRRYO/-/-/wild/-"}, "trade:R>B"),
    ({"s0": "5/B/-/-/-/gather-ROY/-", "s1": "5/G/-/-/-/-/-", "bugs": "1:ROY"}, "gather:ROY@1"),
    ({"s0": "1/B/-/-/-/extra-action/-"}, "extra"),
    ({"s0": "1/B/-/-/-/wild/-"}, "wild:R"),
    ({"s0": "1/B/-/BVO:L1/-/wild/-"}, "wild:V>BVO"),
    ({"s0": "1/B/-/-/-/wild/-"}, "wild:V>YGOV/R"),
    ({"actions": "0"}, "end"),
    ({"actions": "0", "did": "fed,completed"}, "end"),
    ({"phase": "last", "unfinished": "2"}, "done"),
    ({"phase": "offered", "offered": "RV"}, "wear"),
    ({"phase": "offered", "offered": "RV"}, "decline"),
    ({"phase": "roll"}, "~roll:16R"),
    ({"phase": "wait", "wait": "V"}, "~roll:19"),
    ({"phase": "d4", "did": "fed,completed"}, "~d4:3"),
    ({"phase": "blind"}, "~color:RB"),
    ({"phase": "objectives", "objectives": "GVR,ORG,YGOV"}, "~objective:BGOY"),
    ({"phase": "achievement", "did": "fed"}, "~achievement:wild"),
]


def everything(state: Any) -> tuple[list[Any], ...]:
    seats = range(state.seats)
    return (
        [state.key(), state.hash(), state.legal(), state.scores(), state.supplies(), state.decks()],
        [state.view(seat) for seat in seats],
        [state.observe(seat).tolist() for seat in seats],
    )


@pytest.mark.parametrize("recycle", ["off", "on"])
@pytest.mark.parametrize(("fields", "text"), DEEDS, ids=[text for _, text in DEEDS])
def test_a_deed_leads_to_the_position_that_its_text_says(table: Tables, fields: dict[str, str], text: str, recycle: str) -> None:
    t = table(options={"recycle": recycle}, **fields).play(text)
    assert everything(t.game.parse_position(t.text)) == everything(t.state)
    assert everything(t.state.copy()) == everything(t.state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plies_of_a_match_lead_to_the_positions_that_their_texts_say(seats: int, hunt: Walk) -> None:
    game, rng = calumma.load("life", seats=seats), calumma.Rng(seats)
    state = game.new()
    for _ in range(120):
        action = hunt(state, rng)
        state.apply(state.pick(rng) if action is None else action)
    for _ in range(40):
        assert everything(game.parse_position(game.position_text(state))) == everything(state)
        action = hunt(state, rng)
        state.apply(state.pick(rng) if action is None else action)


# All facts, whether a match can lead there or not


def crowded() -> tuple[Any, dict[str, Any]]:
    """A table of four seats on which no two places hold the same by chance, and its facts."""
    state: Any = calumma.load("life", seats=4).new()
    facts = state.facts()
    facts |= {name: number for number, name in enumerate(("actions", "rolls", "marker", "turns", "starved"), 1)}
    facts |= {"phase": 12, "turn": 3, "fed": 1, "completed": 0, "pending": 4, "waiting": 2, "offered": 6, "unfinished": 1}
    facts |= {"row": 0b111000, "discard": 0b111000000000, "objectives": 0b1111 << 20, "from_right": 0b1001}
    facts["bugs"] = [1 << 4 * (space % 6) for space in range(19)]
    facts["snakes"] = [18, 17, 16, 15, 14, 13]
    facts["place"], facts["worn"], facts["sneaking"] = [1, 2, 3, 18], [0, 1, 2, 18], [0, 1, 0, 1]
    facts["stash"] = [1 << 4 * seat for seat in range(4)]
    facts["going"], facts["finished"] = [1, 4, 8, 2], [16 << seat for seat in range(4)]  # the fourth seat wants violet next
    facts["filled"] = [1] * 64
    facts["hand"] = [[1 + (kind + seat) % 3 for kind in range(30)] for seat in range(4)]
    facts["laid"] = [[1 + (kind + seat) % 2 for kind in range(30)] for seat in range(4)]
    facts["used"] = [kind % 2 for kind in range(30)]
    state.set_up(facts)
    return state, facts


def test_setting_up_is_the_inverse_of_the_facts() -> None:
    state, facts = crowded()
    assert state.facts() == facts


def test_a_copy_has_every_fact_and_all_that_follows() -> None:
    state, _ = crowded()
    assert everything(state.copy()) == everything(state)


def variations(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All facts with one number changed."""
    for name, value in facts.items():
        if not isinstance(value, list):
            yield {**facts, name: 1 - value if name in ("fed", "completed") else value + 1}
            continue
        for i, item in enumerate(value):
            if isinstance(item, list):
                for k in range(len(item)):
                    yield {**facts, name: [*value[:i], [*item[:k], item[k] + 1, *item[k + 1 :]], *value[i + 1 :]]}
            elif not (name == "used" and i < 26) and not (name == "filled" and i >= 30):  # these follow, or are nothing
                yield {**facts, name: [*value[:i], 1 - item if name == "sneaking" else item ^ 1, *value[i + 1 :]]}


def test_hashes_see_every_fact() -> None:
    state, facts = crowded()
    hashes = {state.hash()}
    count = 1
    for other in variations(facts):
        state.set_up(other)
        hashes.add(state.hash())
        count += 1
    assert len(hashes) == count > 300


def test_a_new_table_is_empty(opened: Tables) -> None:
    facts = opened().state.facts()
    assert facts["offered"] == -1
    assert facts["snakes"] == [-1] * 6
    assert facts["worn"] == [-1, -1]
    assert not any(value for name, value in facts.items() if isinstance(value, int) and name != "offered")
    assert not any(facts["bugs"] + facts["filled"] + facts["used"] + facts["stash"] + facts["going"] + facts["finished"])


def test_a_new_match_has_the_whole_deck(opened: Tables) -> None:
    state: Any = opened().state
    assert state.decks()["achievements"] == list(read_deck("").copies)
    assert state.view(None)["achievement_deck"] == 29


@pytest.mark.parametrize("seat", range(4))
def test_a_card_in_a_hand_is_not_in_the_deck(table: Tables, seat: int) -> None:
    fields = {"seats": 4, "phase": "achievement", "did": "fed"}
    card = ("B", "G", "Y", "O")[seat]
    before = table(**fields)
    after = table(**fields, **{f"s{seat}": f"1/{card}/-/-/-/move-bug/-"})
    assert after.outcomes.get("~achievement:move-bug", 0) == before.outcomes["~achievement:move-bug"] - 1
    assert after.state.view(None)["achievement_deck"] == before.state.view(None)["achievement_deck"] - 1


def test_a_bug_on_the_last_space_is_not_in_the_supply(table: Tables) -> None:
    assert table(bugs="19:R").state.supplies() == [14, 15, 15, 15, 15, 15]


def test_the_card_of_the_fourth_seat_is_not_in_the_deck(table: Tables) -> None:
    assert "~color:O" not in table(seats=4, phase="blind").outcomes


# Deeds by hand


def test_an_eaten_bug_leaves_its_space_r9(table: Tables) -> None:
    t = table(bugs="1:BB", s1="5/G/-/-/-/-/-").play("eat:B>BGOY/L")
    assert t.state.view(0)["bugs"][0] == "B"


def test_a_moved_bug_leaves_its_space_r13d(table: Tables) -> None:
    t = table(s0="1/B/-/-/-/move-bug/-", bugs="14:R").play("bug:R14>5")
    assert (t.bugs(14), t.bugs(5)) == ("", "R")


def test_all_three_gathered_bugs_leave_r13a(table: Tables) -> None:
    t = table(s0="1/B/-/-/-/gather-YGV/-", bugs="3:RYGV").play("gather:YGV@3")
    assert t.bugs(3) == "R"


def test_hiding_needs_the_card_r13b(table: Tables) -> None:
    assert table(s0="8/R/-/-/-/-/-", row="O").moves_of("hide") == set()
    assert table(s0="1/B/-/-/-/gather-YGV/-").moves_of("hide") == set()


def test_a_completed_objective_moves_the_marker_at_the_end_of_the_turn_r14(table: Tables) -> None:
    t = table(actions="0", s0="1/B/O/BVO:L2/-/-/-").play("put:O>BVO", "~achievement:sneak", "end")
    assert t.outcomes == {f"~d4:{number}": 1 for number in range(1, 5)}


def test_an_action_that_is_not_there_has_no_kind() -> None:
    with pytest.raises(ValueError, match="there is no action 3739: expected 0 to 3738"):
        kind_of(3739)
    with pytest.raises(ValueError, match="there is no action -1: expected 0 to 3738"):
        kind_of(-1)


def test_no_card_is_lost_or_made_when_unseen_cards_are_dealt_anew(table: Tables) -> None:
    hands = {"s1": "1/G/-/-/-/sneak,wild/-", "s2": "1/Y/-/-/-/move-bug,hide-R,gather-ROY/hide-V"}
    state = table(seats=3, s0="1/B/-/-/-/extra-action/-", **hands).state
    for seat in range(3):
        for seed in range(5):
            world: Any = state.determinize(seat, calumma.Rng(seed))
            facts, left = world.facts(), world.decks()["achievements"]
            held = [sum(facts["hand"][who][kind] + facts["laid"][who][kind] for who in range(3)) for kind in range(30)]
            assert [a + b for a, b in zip(left, held, strict=True)] == list(read_deck("").copies)
