"""Texts of Top Card: moves `keep`, `change`, `~3`; positions like `3,? 1,4 0 1`: hands, cards laid down, turn, round."""

from __future__ import annotations

from typing import Any

from calumma.core import Game, NotationError, State
from calumma.core.defaults import set_up
from calumma.testing.topcard.rules import CARDS, COPIES

__all__ = ["MOVES", "move_text", "parse_position", "position_text", "read_move", "set_up"]

MOVES = {"keep": 0, "change": 1, **{f"~{card}": 1 + card for card in range(1, CARDS + 1)}}


def move_text(state: State, action: int) -> str:
    """Return the word, or the card with a ~."""
    return next(text for text, known in MOVES.items() if known == action)


def read_move(state: State, text: str) -> int:
    """Return the action of a text like `keep`."""
    if text not in MOVES:
        raise NotationError(f"expected keep, change, or ~1 to ~{CARDS} for a card that is drawn")
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
        raise NotationError("expected hands, laid cards, turn and round with single spaces between them")
    state: Any = game.new()
    state.hands = _cards(parts[0], 0)
    state.laid = sorted(_cards(parts[1], 1)) if parts[1] != "-" else []
    state.turn = _number(parts[2], game.seats - 1)
    state.round = _number(parts[3], int(game.options["rounds"]) + 1)
    _check(game, state)
    return state  # type: ignore[no-any-return]


def _cards(text: str, lowest: int) -> list[int]:
    cards = [_number(card, CARDS) for card in text.split(",")]
    if min(cards) < lowest:
        raise NotationError(f'there is no card "{text}"')
    return cards


def _number(text: str, most: int) -> int:
    if text not in {str(number) for number in range(most + 1)}:
        raise NotationError(f'"{text}" is not a number from 0 to {most}')
    return int(text)


def _check(game: Game, state: Any) -> None:
    if len(state.hands) != game.seats:
        raise NotationError(f"expected {game.seats} hands")
    cards = [card for card in [*state.hands, *state.laid] if card]
    if any(cards.count(card) > COPIES for card in cards):
        raise NotationError(f"expected every card {COPIES} times at the most")
    waiting = [seat for seat, card in enumerate(state.hands) if card == 0]
    dealing = list(range(state.turn, game.seats))
    if waiting != dealing if state.round == 0 else waiting not in ([], [state.turn]):
        raise NotationError("only the seat whose turn it is waits for a card, and while dealing those after it")
    if state.round > game.options["rounds"] and (waiting or state.turn):
        raise NotationError("when the cards are shown every seat has one, and the turn is 0")
    if waiting and not state.unseen():
        raise NotationError("there is no card left to draw")
