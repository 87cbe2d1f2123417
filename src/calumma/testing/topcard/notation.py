"""Texts of Top Card: moves `keep`, `change`, `~3`; positions like `3,? 1,4 0 1`: hands, cards laid down, turn, round."""

from __future__ import annotations

from typing import Any

from calumma.core import Game, NotationError, State
from calumma.core.defaults import set_up
from calumma.core.words import Words
from calumma.testing.topcard.rules import CARDS, COPIES

say = Words(__package__)

__all__ = ["MOVES", "fill", "move_text", "parse_position", "position_text", "read_move", "set_up"]

MOVES = {"keep": 0, "change": 1, **{f"~{card}": 1 + card for card in range(1, CARDS + 1)}}


def move_text(state: State, action: int) -> str:
    """Return the word, or the card with a ~."""
    return next(text for text, known in MOVES.items() if known == action)


def read_move(state: State, text: str) -> int:
    """Return the action of a text like `keep`."""
    if text not in MOVES:
        raise NotationError(say("expected-move", most=CARDS))
    return MOVES[text]


def position_text(state: State, seat: int | None) -> str:
    """Return hands, laid cards, turn and round."""
    known: Any = state
    hands = known.hands if seat is None else state.view(seat)["hands"]
    written = ",".join("?" if card is None else str(card) for card in hands)
    return f"{written} {','.join(map(str, known.laid)) or '-'} {known.turn} {known.round}"


def parse_position(game: Game, text: str) -> State:
    """Return the position of a full text."""
    parts = text.split(" ")
    if len(parts) != 4:
        raise NotationError(say("expected-position"))
    state: Any = game.new()
    state.hands = _cards(parts[0], 0)
    state.laid = sorted(_cards(parts[1], 1)) if parts[1] != "-" else []
    state.turn = _number(parts[2], game.seats - 1)
    state.round = _number(parts[3], int(game.options["rounds"]) + 1)
    _check(game, state)
    return state  # type: ignore[no-any-return]


def fill(game: Game, text: str, seat: int) -> str:
    """Return a seat's text with cards that nobody has seen in place of the question marks."""
    hands, _, rest = text.partition(" ")
    shown = hands.split(",")
    if len(shown) > seat and shown[seat] == "?":
        raise NotationError(say("own-hand-hidden", seat=seat))
    seen = [*shown, *rest.partition(" ")[0].split(",")]
    unseen = [str(card) for card in range(1, CARDS + 1) for _ in range(COPIES - seen.count(str(card)))]
    if shown.count("?") > len(unseen):
        raise NotationError(say("expected-every-card-times", most=COPIES))
    return f"{','.join(unseen.pop() if card == '?' else card for card in shown)} {rest}"


def _cards(text: str, lowest: int) -> list[int]:
    cards = [_number(card, CARDS) for card in text.split(",")]
    if min(cards) < lowest:
        raise NotationError(say("no-card", text=text))
    return cards


def _number(text: str, most: int) -> int:
    if text not in {str(number) for number in range(most + 1)}:
        raise NotationError(say("not-number-0", text=text, most=most))
    return int(text)


def _check(game: Game, state: Any) -> None:
    if len(state.hands) != game.seats:
        raise NotationError(say("expected-hands", seats=game.seats))
    cards = [card for card in [*state.hands, *state.laid] if card]
    if any(cards.count(card) > COPIES for card in cards):
        raise NotationError(say("expected-every-card-times", most=COPIES))
    waiting = [seat for seat, card in enumerate(state.hands) if card == 0]
    dealing = list(range(state.turn, game.seats))
    if waiting != dealing if state.round == 0 else waiting not in ([], [state.turn]):
        raise NotationError(say("only-seat-whose-turn"))
    if state.round > game.options["rounds"] and (waiting or state.turn):
        raise NotationError(say("when-cards-shown-every"))
    if waiting and not state.unseen():
        raise NotationError(say("no-card-left-draw"))
