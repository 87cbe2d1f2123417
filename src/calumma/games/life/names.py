"""Names of seats, spaces, colours and cards: how texts, drawings and errors call things."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core.errors import NotationError
from calumma.core.messages import choice_text, listed
from calumma.core.words import Words
from calumma.games.life.board import COLOUR_NAMES, COLOURS, KINDS, SPACES
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.view import View

say = Words(__package__)

SEATS = ("Panther", "Jackson", "Carpet", "Meller")  # kinds of chameleons; no initial is the letter of a colour


def read_space(text: str) -> int:
    """Return the index of a space; NotationError if there is none of that number."""
    if text.startswith("0") or len(text) > 2 or not 1 <= int(text) <= SPACES:
        raise NotationError(say("no-space", text=text, last=SPACES))
    return int(text) - 1


def read_colour(letter: str) -> int:
    """Return the index of a colour; NotationError if there is none of that letter."""
    if letter not in COLOURS:
        raise NotationError(say("no-colour", letter=letter, known=" ".join(COLOURS)))
    return COLOURS.index(letter)


def read_name(names: Sequence[str], name: str, what: str) -> int:
    """Return where a name stands among others; NotationError if it does not."""
    if name not in names:
        raise NotationError(say("no-such-thing", what=what, name=name, example=names[len(names) // 2]))
    return names.index(name)


def fitting_colour(view: View, place: int, deck: Deck) -> int:
    """Return the colour of the bug that fits a place of an objective, numbered as in the actions."""
    bugs = deck.objectives[place % 64]
    if place >= 64:
        return COLOURS.index(bugs[0 if place < 128 else -1])
    begun = next(item for item in view["going"][view["turn"]] if item["name"] == deck.names[place])
    return COLOURS.index(bugs[begun["filled"]] if begun["side"] == "L" else bugs[-1 - begun["filled"]])


def deck_of(view: View) -> Deck:
    """Return the decks of the match that a view is of."""
    return read_deck(str(view["options"]["cards"]))


def colour_name(letter: str) -> str:
    """Return a colour in words."""
    return COLOUR_NAMES[COLOURS.index(letter)]


def card_name(card: str) -> str:
    """Return the colours of a colour card in words."""
    return listed([colour_name(letter) for letter in card])


def objective_name(name: str) -> str:
    """Return an objective by its colours in their order, as its branch shows them; copies are called the same."""
    return "-".join(colour_name(letter) for letter in name.partition(".")[0])


def achievement_name(kind: str) -> str:
    """Return an achievement card by what it does, and its colours if it has any."""
    deed, _, letters = kind.partition("-")
    if deed not in ("gather", "hide"):
        return choice_text(__package__, f"card-{kind}")
    return say("achievement-of", deed=choice_text(__package__, f"card-{deed}"), colours=card_name(letters))


def spoken(name: str, value: object) -> object:
    """Return how a value of an effect is said: objectives and achievement cards in words, not by their letters."""
    if name == "objective":
        return objective_name(str(value))
    return achievement_name(str(value)) if name == "card" and value in KINDS else value


def place_cell(name: str, place: int) -> str:
    """Return the cell of a place on an objective, numbered as in the actions: in progress, its left end, its right end."""
    return (f"own:{name}", f"{name}/L", f"{name}/R")[place // 64]


def chameleon_name(seat: int, card: str | None, sneaking: bool) -> str:
    """Return what a chameleon is called: whose it is, which colours it wears, whether it sneaks."""
    if card is None:
        return say("bare-chameleon", seat=SEATS[seat])
    return say("chameleon-sneaking" if sneaking else "chameleon", seat=SEATS[seat], colours=card_name(card))
