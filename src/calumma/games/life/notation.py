"""Texts of life: moves like `go:5` or `eat:R>BGOY`, chance like `~roll:16R`; positions.py has the positions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from calumma.core import NotationError, State
from calumma.core.defaults import set_up
from calumma.core.game import illegal_move
from calumma.core.words import Words
from calumma.games.life.board import CARDS, COLOURS, GATHERS, KINDS, SPACES
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.explain import wrong_colour
from calumma.games.life.layout import ONTO, START, kind_of
from calumma.games.life.names import SEATS, read_colour, read_name, read_space
from calumma.games.life.positions import fill, parse_position, position_text
from calumma.games.life.view import view_of

say = Words(__package__)

__all__ = ["SEATS", "fill", "move_text", "parse_position", "position_text", "read_move", "set_up"]

SIDES = ("", "/L", "/R")
PLAIN = {"end": "end", "done": "done", "blind": "color:?", "wear": "wear", "decline": "decline", "extra": "extra"}


def move_text(state: State, action: int) -> str:
    """Return the text of an action."""
    kind, i = kind_of(action)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in ONTO:
        return f"{ONTO[kind]}:{COLOURS[_life(state).colour_for(i)]}>{_deck(state).names[i % 64]}{SIDES[i // 64]}"
    return WRITERS[kind](i, _deck(state))


def _life(state: State) -> Any:
    return state


def _deck(state: State) -> Deck:
    return read_deck(str(state.game.options["cards"]))


def _colour_space(i: int) -> str:
    return f"{COLOURS[i // SPACES]}>{i % SPACES + 1}"


WRITERS: dict[str, Callable[[int, Deck], str]] = {
    "go": lambda i, deck: f"go:{i + 1}",
    "sneak": lambda i, deck: f"go:{i + 1}!",
    "snake": lambda i, deck: f"snake:{_colour_space(i)}",
    "color": lambda i, deck: f"color:{CARDS[i]}",
    "wait": lambda i, deck: f"wait:{COLOURS[i]}",
    "scare": lambda i, deck: f"scare:{_colour_space(i)}",
    "eat": lambda i, deck: f"eat:{COLOURS[i]}",
    "wild": lambda i, deck: f"wild:{COLOURS[i]}",
    "trade": lambda i, deck: f"trade:{COLOURS[i // 6]}>{COLOURS[i % 6]}",
    "gather": lambda i, deck: f"gather:{GATHERS[i // SPACES]}@{i % SPACES + 1}",
    "hide": lambda i, deck: f"hide:{COLOURS[i]}",
    "bug": lambda i, deck: f"bug:{COLOURS[i // 361]}{i // SPACES % SPACES + 1}>{i % SPACES + 1}",
    "~snake": lambda i, deck: f"~snake:{COLOURS[i]}",
    "~bug": lambda i, deck: f"~bug:{COLOURS[i]}",
    "~color": lambda i, deck: f"~color:{CARDS[i]}",
    "~objective": lambda i, deck: f"~objective:{deck.names[i]}",
    "~roll": lambda i, deck: f"~roll:{i // 6 + 1}{COLOURS[i % 6]}",
    "~space": lambda i, deck: f"~roll:{i + 1}",
    "~d4": lambda i, deck: f"~d4:{i + 1}",
    "~achievement": lambda i, deck: f"~achievement:{KINDS[i]}",
}


def read_move(state: State, text: str) -> int:
    """Return the action that a text names."""
    for kind, plain in PLAIN.items():
        if text == plain:
            return START[kind]
    word, colon, rest = text.partition(":")
    if not colon or word not in READERS:
        raise NotationError(say("expected-move", known=", ".join(READERS)))
    pattern, example, read = READERS[word]
    found = re.fullmatch(pattern, rest)
    if not found:
        raise NotationError(say("expected-something-like", word=word, example=example))
    return read(state, text, *found.groups())


def _read_go(state: State, text: str, space: str, card: str) -> int:
    return START["sneak" if card else "go"] + read_space(space)


def _read_onto(word: str) -> Callable[..., int]:
    def read(state: State, text: str, letter: str, name: str | None, side: str | None) -> int:
        colour = read_colour(letter)
        if name is None:
            if word == "put":
                raise NotationError(say("expected-something-like-put"))
            return START[word] + colour
        place = SIDES.index(side or "") * 64 + read_name(_deck(state).names, name, "objective")
        _check_colour(state, text, colour, place)
        return START[f"{word}-onto"] + place

    return read


def _check_colour(state: State, text: str, colour: int, place: int) -> None:
    """An action implies its colour, so a colour that does not fit is refused here."""
    wrong = wrong_colour(view_of(state), place, colour, _deck(state))
    if wrong:
        raise illegal_move(state.game, text, wrong)


def _read_trade(state: State, text: str, given: str, taken: str) -> int:
    return START["trade"] + read_colour(given) * 6 + read_colour(taken)


def _read_bug(state: State, text: str, letter: str, origin: str, target: str) -> int:
    return START["bug"] + (read_colour(letter) * SPACES + read_space(origin)) * SPACES + read_space(target)


def _read_roll(state: State, text: str, space: str, letter: str) -> int:
    if letter:
        return START["~roll"] + read_space(space) * 6 + read_colour(letter)
    return START["~space"] + read_space(space)


def _read_colour_space(kind: str) -> Callable[..., int]:
    return lambda state, text, letter, space: START[kind] + read_colour(letter) * SPACES + read_space(space)


def _read_colour(kind: str) -> Callable[..., int]:
    return lambda state, text, letter: START[kind] + read_colour(letter)


def _read_card(kind: str) -> Callable[..., int]:
    return lambda state, text, name: START[kind] + read_name(CARDS, name, say("colour-card"))


SERVING = r"([A-Z])(?:>([A-Z]+(?:\.[0-9]+)?)(/[LR])?)?"
READERS: dict[str, tuple[str, str, Callable[..., int]]] = {
    "go": (r"([0-9]+)(!?)", "5", _read_go),
    "snake": (r"([A-Z])>([0-9]+)", "O>14", _read_colour_space("snake")),
    "color": (r"([A-Z]+)", "RB, or color:? for a card from the deck", _read_card("color")),
    "wait": (r"([A-Z])", "R", _read_colour("wait")),
    "scare": (r"([A-Z])>([0-9]+)", "R>17", _read_colour_space("scare")),
    "eat": (SERVING, "R, eat:R>BGOY or eat:B>BGOY/L", _read_onto("eat")),
    "put": (SERVING, "R>BGOY or put:B>BGOY/L", _read_onto("put")),
    "wild": (SERVING, "R, wild:R>BGOY or wild:B>BGOY/L", _read_onto("wild")),
    "trade": (r"([A-Z])>([A-Z])", "R>B", _read_trade),
    "gather": (
        r"([A-Z]+)@([0-9]+)",
        "ROY@9",
        lambda state, text, name, space: START["gather"] + read_name(GATHERS, name, say("gather")) * SPACES + read_space(space),
    ),
    "hide": (r"([A-Z])", "R", _read_colour("hide")),
    "bug": (r"([A-Z])([0-9]+)>([0-9]+)", "R5>9", _read_bug),
    "~snake": (r"([A-Z])", "R", _read_colour("~snake")),
    "~bug": (r"([A-Z])", "R", _read_colour("~bug")),
    "~color": (r"([A-Z]+)", "RB", _read_card("~color")),
    "~objective": (
        r"([A-Z]+(?:\.[0-9]+)?)",
        "BGOY",
        lambda state, text, name: START["~objective"] + read_name(_deck(state).names, name, "objective"),
    ),
    "~roll": (r"([0-9]+)([A-Z]?)", "16R", _read_roll),
    "~d4": (r"([1-4])", "3", lambda state, text, face: START["~d4"] + int(face) - 1),
    "~achievement": (
        r"([A-Za-z-]+)",
        "sneak",
        lambda state, text, name: START["~achievement"] + read_name(KINDS, name, say("achievement-card")),
    ),
}
