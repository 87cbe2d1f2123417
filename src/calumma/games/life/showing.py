"""What a position shows: the view of a seat, from the facts of the table. And how a position is made again from its facts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from calumma.core.bits import set_bits
from calumma.core.game import Game
from calumma.core.state import State
from calumma.games.life.board import CARDS, COLOURS, KINDS
from calumma.games.life.view import PHASES, Own


def restored(game: Game, facts: dict[str, Any]) -> State:
    """Return the position with these facts."""
    state: Any = game.new()
    state.set_up(facts)
    return state


def view_of(state: Any, seat: int | None) -> Own:
    """Everything on the table, and of the hands only the seat's own."""
    facts = state.facts()
    phase = PHASES[state.phase]
    deck = state.tables.deck
    hands = [None if other != seat else _cards(counts) for other, counts in enumerate(facts["hand"])]
    return {
        "turn": facts["turn"],
        "actions": facts["actions"],
        "rolls": facts["rolls"],
        "marker": facts["marker"],
        "turns": facts["turns"],
        "starved": facts["starved"],
        "unfinished": facts["unfinished"],
        "phase": phase,
        "fed": bool(facts["fed"]),
        "completed": bool(facts["completed"]),
        "goal": state.goal,
        "snakes": [None if space < 0 else space + 1 for space in facts["snakes"]],
        "bugs": [letters(packed) for packed in facts["bugs"]],
        "supply": state.supplies(),
        "places": [space + 1 for space in facts["place"]],
        "cards": [None if card < 0 else CARDS[card] for card in facts["worn"]],
        "sneaking": [bool(flag) for flag in facts["sneaking"]],
        "row": _names(CARDS, facts["row"]),
        "discard": _names(CARDS, facts["discard"]),
        "color_deck": state.color_deck.bit_count(),
        "offered": None if facts["offered"] < 0 else CARDS[facts["offered"]],
        "waiting": COLOURS[facts["waiting"]] if phase == "wait" else None,
        "scared": _scared(state) if phase == "scare" else None,
        "objectives": _names(deck.names, facts["objectives"]),
        "objective_deck": state.objective_deck.bit_count(),
        "going": [_in_progress(deck.names, mask, facts) for mask in facts["going"]],
        "finished": [_names(deck.names, mask) for mask in facts["finished"]],
        "stash": [letters(packed) for packed in facts["stash"]],
        "hands": hands,
        "hand_sizes": [sum(counts) for counts in facts["hand"]],
        "achievement_deck": state.deck_size,
        "open": [_cards(counts) for counts in facts["laid"]],
        "used": _cards(facts["used"]),
    }


def _scared(state: Any) -> Any:
    """The space and the colour of the bug that must be sent off."""
    return [state.facts()["pending"] + 1, state.scared()]


def _in_progress(names: Sequence[str], mask: int, facts: dict[str, Any]) -> list[Any]:
    """The objectives of a mask with the side they were begun at and the bugs on them."""
    return [{"name": names[k], "side": "LR"[facts["from_right"] >> k & 1], "filled": facts["filled"][k]} for k in set_bits(mask)]


@lru_cache(4096)
def letters(packed: int) -> str:
    """Return packed bugs as letters, in the order of colours: "RRO"."""
    return "".join(letter * (packed >> 4 * i & 15) for i, letter in enumerate(COLOURS))


def _names(names: Sequence[str], mask: int) -> list[str]:
    return [names[i] for i in set_bits(mask)]


def _cards(counts: list[int]) -> list[str]:
    """Return the names of achievement cards, as often as they occur."""
    return [name for name, count in zip(KINDS, counts, strict=True) if count for _ in range(count)]
