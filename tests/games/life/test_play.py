"""Whole matches: the laws, uniform and hunting play, what is conserved, what stays hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma import CHANCE, OVER, Rng
from calumma.core import Game, State
from calumma.games.life.board import COLOURS, KINDS
from calumma.games.life.deck import read_deck
from calumma.games.life.layout import SIZES, kind_of
from calumma.testing import check_game

if TYPE_CHECKING:
    from tests.games.life.conftest import Tables, Walk

ENDINGS = {"progress", "starved", "rounds"}


def play(game: Game, seed: int, walk: Callable[..., Any] | None = None, look: Callable[..., Any] | None = None) -> State:
    """Play a match; `look` sees every position with the action chosen there."""
    state, rng = game.new(), Rng(seed)
    while state.to_act != OVER:
        chosen = None if walk is None else walk(state, rng)
        action = state.pick(rng) if chosen is None else chosen
        if look is not None:
            look(state, action)
        state.apply(action)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_are_kept_by_hunters(seats: int, hunt: Walk) -> None:
    check_game(calumma.load("life", seats=seats), matches=1, every=200, walk=hunt, seed=3)


def endless(seats: int) -> Any:
    """Decks with which hunters go on: many objectives, a long track, no card that scores by itself."""
    names = [a + b + c for a, b, c in product(COLOURS, repeat=3) if len({a, b, c}) == 3][:64]
    return f"""
    [objectives]
    points = {{ 3 = 3 }}
    cards = {names}
    [achievements]
    gather = []
    gather_points = 3
    hide = []
    hide_points = 2
    sneak = 1
    move_bug = 1
    extra_action = 1
    wild = 1
    [progress]
    end = {{ 2 = 200, 3 = 200, 4 = 200 }}
    """


def test_uniform_and_hunting_play_meet_every_kind_of_move_and_every_ending(hunt: Walk) -> None:
    kinds: Counter[Any] = Counter()
    endings = set()
    for seed in range(6):
        for seats, walk in product((2, 3, 4), (None, hunt)):
            state = play(calumma.load("life", seats=seats), seed, walk, lambda state, action: kinds.update([kind_of(action)[0]]))
            endings.add(state.reason())
    long = calumma.load("life", seats=2, recycle="on", cards=endless(2))
    endings |= {play(long, seed, hunt).reason() for seed in range(3)}
    assert set(kinds) == set(SIZES)
    assert endings == ENDINGS


def cubes(state: State) -> Counter[Any]:
    """Where the bugs are: all of them, by colour."""
    view, deck = state.view(None), read_deck(str(state.game.options["cards"]))
    found = Counter(dict(zip(COLOURS, view["supply"], strict=True)))
    for bugs in (*view["bugs"], *view["stash"]):
        found.update(bugs)
    for begun in (each for going in view["going"] for each in going):
        bugs = deck.objectives[deck.names.index(begun["name"])]
        found.update(bugs[: begun["filled"]] if begun["side"] == "L" else bugs[len(bugs) - begun["filled"] :])
    for name in (each for finished in view["finished"] for each in finished):
        if state.game.options["recycle"] == "off":
            found.update(deck.objectives[deck.names.index(name)])
    return found


def cards(state: Any) -> tuple[list[int], int, int]:
    """How often every achievement card is somewhere, and how many colour cards and objectives there are."""
    facts, decks, view = state.facts(), state.decks(), state.view(None)
    counts = list(map(sum, zip(*facts["hand"], *facts["laid"], facts["used"], decks["achievements"], strict=True)))
    counts[KINDS.index("sneak")] += sum(facts["sneaking"])
    colors = view["color_deck"] + len(view["row"]) + len(view["discard"]) + sum(card is not None for card in view["cards"])
    objectives = view["objective_deck"] + len(view["objectives"]) + sum(map(len, view["going"] + view["finished"]))
    return counts, colors + (view["offered"] is not None), objectives


@pytest.mark.parametrize(("recycle", "walker"), [*product(("off", "on"), ("uniform", "hunting"))])
def test_cubes_and_cards_are_conserved(recycle: str, walker: str, hunt: Walk) -> None:
    game = calumma.load("life", seats=3, recycle=recycle)
    deck = read_deck("")

    def look(state: State, action: int) -> None:
        assert cubes(state) == dict.fromkeys(COLOURS, 15)
        assert cards(state) == (list(deck.copies), 21, 30)

    play(game, 5, hunt if walker == "hunting" else None, look)


def test_every_bug_rests_where_it_may_and_every_snake_alone(hunt: Walk) -> None:
    def look(state: State, action: int) -> None:
        view = state.view(None)
        if view["phase"] in ("act", "roll", "last"):
            for place, card in zip(view["places"], view["cards"], strict=True):
                assert set(view["bugs"][place - 1]) <= set(card)
            for seat, place in enumerate(view["places"]):
                snake = COLOURS[view["snakes"].index(place)] if place in view["snakes"] else ""
                assert bool(snake and snake not in view["cards"][seat]) == view["sneaking"][seat]
            assert len(set(view["snakes"])) == 6

    play(calumma.load("life", seats=4), 2, hunt, look)


# Secrets

HANDS = {
    "s0": "1/B/-/-/-/sneak,wild/-",
    "s1": "2/G/-/-/-/hide-R,gather-ROY,move-bug/-",
    "s2": "3/Y/-/-/-/extra-action/-",
}


def test_views_show_only_the_own_hand(table: Tables) -> None:
    t = table(seats=3, **HANDS)
    assert t.state.view(0)["hands"] == [["sneak", "wild"], None, None]
    assert t.state.view(2)["hands"] == [None, None, ["extra-action"]]
    assert t.state.view(None)["hands"] == [None, None, None]
    assert t.state.view(1)["hand_sizes"] == [2, 3, 1]


@pytest.mark.contract
def test_dealt_worlds_look_alike_and_differ(table: Tables) -> None:
    state = table(seats=3, **HANDS).state
    worlds = [state.determinize(0, Rng(seed)) for seed in range(30)]
    assert all(world.view(0) == state.view(0) for world in worlds)
    assert len({world.key() for world in worlds}) > 20
    assert all(sum(map(sum, world.facts()["hand"])) == 6 for world in worlds)


def test_worlds_depend_on_what_the_seat_knows_alone(table: Tables) -> None:
    state = table(seats=3, **HANDS).state
    for seat, seed in product(range(3), range(10)):
        world = state.determinize(seat, Rng(seed + 100))
        assert world.determinize(seat, Rng(seed)).key() == state.determinize(seat, Rng(seed)).key()


def test_hands_are_dealt_uniformly_from_what_is_unseen(table: Tables) -> None:
    """Seat 0 has two of the 29 cards: three of seat 1's cards come from the 27 others, of which 4 are Move Bug."""
    state = table(seats=3, **HANDS).state
    kind, count = KINDS.index("move-bug"), 6000
    rng = Rng(1)
    held = sum(state.determinize(0, rng).facts()["hand"][1][kind] for _ in range(count))
    assert abs(held / count - 3 * 4 / 27) < 0.03


def test_cards_openly_used_are_not_dealt(table: Tables) -> None:
    t = table(seats=2, used="sneak,sneak,sneak,wild,wild", s0="1/B/-/-/-/-/-", s1="2/G/-/-/-/hide-R,hide-O/hide-Y")
    kinds = [KINDS.index(kind) for kind in ("sneak", "wild", "hide-Y")]
    for seed in range(200):
        hand = t.state.determinize(0, Rng(seed)).facts()["hand"][1]
        assert not any(hand[kind] for kind in kinds)


def test_a_drawn_card_is_seen_by_its_seat_alone(table: Tables) -> None:
    t = table(seats=3, s0="1/B/R/-/-/-/-").play("put:R>GVR/R")
    action = t.game.parse_move(t.state, "~achievement:wild")
    assert [t.state.seen(action, seat) for seat in (0, 1, 2, None)] == [action, None, None, None]
    assert t.game.seen_text(t.state, action, 1) == "~?"
    rolls = table(seats=3, phase="roll").state
    assert all(rolls.seen(roll, 1) == roll for roll in rolls.legal())


def test_a_blind_colour_card_is_seen_by_all(table: Tables) -> None:
    t = table().play("color:?")
    action = t.game.parse_move(t.state, "~color:RV")
    assert t.state.seen(action, 1) == t.state.seen(action, None) == action


def test_hidden_draws_can_be_swapped_without_anybody_else_noticing(hunt: Walk) -> None:
    """At every draw of another card, what others see and may do stays the same until the card is played."""
    game, draws = calumma.load("life", seats=3), []

    def look(state: State, action: int) -> None:
        if state.to_act == CHANCE and kind_of(action)[0] == "~achievement" and len(state.legal()) > 1:
            draws.append((state.copy(), action))

    play(game, 4, hunt, look)
    assert len(draws) > 10
    for state, action in draws:
        other = next(outcome for outcome in state.legal() if outcome != action)
        _follow(state, action, other)


def _follow(state: Any, action: int, other: int) -> None:
    """Play the same plies, none of them with a card, after two different draws."""
    seat, rng = state.turn, Rng(7)
    worlds = [state.copy(), state.copy()]
    worlds[0].apply(action)
    worlds[1].apply(other)
    for _ in range(30):
        for viewer in {0, 1, 2, None} - {seat}:
            assert worlds[0].view(viewer) == worlds[1].view(viewer)
        for viewer in {0, 1, 2} - {seat}:
            assert state.game.position_text(worlds[0], viewer) == state.game.position_text(worlds[1], viewer)
        if worlds[0].to_act == OVER:
            return
        if worlds[0].to_act not in (seat, CHANCE):
            assert worlds[0].legal() == worlds[1].legal()
        both = sorted(set(worlds[0].legal()) & set(worlds[1].legal()))
        if not both:  # the last card of the deck is another one
            return
        chosen = both[rng.below(len(both))]
        for world in worlds:
            world.apply(chosen)


# Length


@pytest.mark.contract
def test_no_list_of_actions_outgrows_the_buffers() -> None:
    assert calumma.load("life").info.num_actions == 3739 <= 4096


@pytest.mark.contract
def test_max_plies_is_the_bound_that_the_rules_derive() -> None:
    """Two seats: 33 for the setup, 200 turns of 7, 604 actions of 76, twice 18 + 200 + 1812 + 2 bugs, 58 + 30 cards, 2 done."""
    assert calumma.load("life").info.max_plies == 33 + 200 * 7 + 604 * 76 + 2 * 2032 + 88 + 2


@pytest.mark.long
@pytest.mark.parametrize(("seats", "board", "recycle"), [*product((2, 3, 4), ("hex", "rings"), ("off", "on"))])
def test_a_thousand_matches_end_as_they_should(seats: int, board: Any, recycle: Any, hunt: Walk) -> None:
    game = calumma.load("life", seats=seats, board=board, recycle=recycle)
    plies, payoffs = calumma.playouts(game.new(), 1000, Rng(seats))
    assert plies < 1000 * game.info.max_plies
    assert sum(payoffs) == pytest.approx(1000)
    for seed in range(1000):
        state = play(game, seed, hunt)
        assert state.reason() in ENDINGS
        assert cubes(state) == dict.fromkeys(COLOURS, 15)
        assert cards(state) == (list(read_deck("").copies), 21, 30)
