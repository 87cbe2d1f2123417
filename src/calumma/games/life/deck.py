"""The decks as data: objectives, achievement cards and the length of the progress track, read from TOML and checked."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from calumma.core.errors import GameError
from calumma.core.words import Words
from calumma.games.life.board import COLOURS, GATHERS, KINDS
from calumma.games.life.layout import MAX_OBJECTIVES

say = Words(__package__)

FEWEST_OBJECTIVES = 4  # the row
SHORTEST, LONGEST = 2, 8  # bugs on an objective
MOST_POINTS = 99
MOST_COPIES = 20  # of one event card
MOST_ACHIEVEMENTS = 120
LONGEST_TRACK = 200
LONGEST_TEXT = 4000  # characters: the shipped decks have a thousand; reading takes up to a hundredth of a second then
MOST_DOTS = 20  # in a line: every part of a dotted key is looked up again for each part before it
MOST_BRACKETS = 200  # in all: the deepest nesting that there can be
EVENTS = ("sneak", "move_bug", "extra_action", "wild")


@dataclass(frozen=True)
class Deck:
    """All that is printed on the cards, and where the progress track ends."""

    objectives: tuple[str, ...]  # colours from left to right
    names: tuple[str, ...]  # of the objectives: their colours, a second copy with .2
    points: tuple[int, ...]  # of the objectives
    copies: tuple[int, ...]  # of every kind of achievement card, in the order of board.KINDS
    gather_points: int
    hide_points: int
    goals: dict[int, int]  # seats -> where the progress track ends

    @property
    def achievements(self) -> int:
        """How many achievement cards there are."""
        return sum(self.copies)

    def copies_of(self, kind: str) -> int:
        """Return how many cards of one kind there are."""
        return self.copies[KINDS.index(kind)]


@lru_cache(maxsize=64)
def read_deck(text: str) -> Deck:
    """Return the decks of a TOML text, the shipped ones if it is empty; GameError says what is wrong with it."""
    if not text:
        text = resources.files(__package__).joinpath("cards.toml").read_text(encoding="utf-8")
    data = _read_toml(text)
    _known(data, "", ("objectives", "achievements", "progress"))
    cards, points = _objectives(_table(data, "objectives"))
    achievements = _table(data, "achievements")
    return Deck(
        objectives=cards,
        names=_names(cards),
        points=points,
        copies=_copies(achievements),
        gather_points=_number(achievements, "gather_points", 0, MOST_POINTS),
        hide_points=_number(achievements, "hide_points", 0, MOST_POINTS),
        goals=_goals(_table(data, "progress")),
    )


def _read_toml(text: str) -> dict[str, Any]:
    """The tables of a text; what would take long to read is refused unread, whoever asks."""
    if len(text) > LONGEST_TEXT:
        raise _wrong(say("text-characters", count=len(text), most=LONGEST_TEXT))
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_DOTS:
            raise _wrong(say("line-dots", number=number, count=line.count("."), most=MOST_DOTS))
    brackets = text.count("[") + text.count("{")
    if brackets > MOST_BRACKETS:
        raise _wrong(say("opening-brackets", count=brackets, most=MOST_BRACKETS))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of huge numbers, too
        raise _wrong(say("not-toml", error=str(error)[:200])) from None


def check_deck(text: str) -> None:
    """Raise GameError if a text does not describe decks."""
    read_deck(text)


def _wrong(what: str) -> GameError:
    return GameError(say("cannot-use-cards", reason=what))


def _shown(value: object) -> str:
    """A value as an error shows it. Not by `repr` where that may be long: of a number of thousands of digits there is none."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return say("huge-number")
    text = repr(value) if isinstance(value, (str, int, float)) or value is None else say("a-kind", kind=type(value).__name__)
    return text if len(text) <= 60 else text[:57] + "..."


def _known(table: dict[str, Any], place: str, keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise _wrong(say("unknown-entry", place=place, name=key[:60], known=", ".join(keys)))


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    if not isinstance(found, dict):
        raise _wrong(say("no-table", name=key))
    return found


def _number(table: dict[str, Any], key: str, lowest: int, highest: int) -> int:
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise _wrong(say("not-whole-number", name=key, value=_shown(value), lowest=lowest, highest=highest))
    return value


def _texts(table: dict[str, Any], key: str) -> list[str]:
    found = table.get(key)
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise _wrong(say("not-list", name=key, value=_shown(found)))
    return found


def _objectives(table: dict[str, Any]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    _known(table, "objectives.", ("points", "cards"))
    cards = _texts(table, "cards")
    if not FEWEST_OBJECTIVES <= len(cards) <= MAX_OBJECTIVES:
        raise _wrong(say("objectives", count=len(cards), least=FEWEST_OBJECTIVES, most=MAX_OBJECTIVES))
    by_length = _table(table, "points") if "points" in table else {}
    for card in cards:
        if not SHORTEST <= len(card) <= LONGEST or set(card) - set(COLOURS):
            raise _wrong(say("objective", card=card, least=SHORTEST, most=LONGEST, colours=COLOURS))
        if str(len(card)) not in by_length:
            raise _wrong(say("objective-bugs-but-objectives", card=card, count=len(card)))
    return tuple(cards), tuple(_number(by_length, str(len(card)), 0, MOST_POINTS) for card in cards)


def _names(cards: tuple[str, ...]) -> tuple[str, ...]:
    met: Counter[str] = Counter()
    names = []
    for card in cards:
        met[card] += 1
        names.append(card if met[card] == 1 else f"{card}.{met[card]}")
    return tuple(names)


def _copies(table: dict[str, Any]) -> tuple[int, ...]:
    _known(table, "achievements.", ("gather", "gather_points", "hide", "hide_points", *EVENTS))
    met: Counter[str] = Counter()
    for text in _texts(table, "gather"):
        name = "".join(sorted(text, key=lambda letter: (COLOURS + letter).index(letter)))
        if name not in GATHERS:
            raise _wrong(say("gather-card", text=text, colours=COLOURS))
        met[f"gather-{name}"] += 1
    for text in _texts(table, "hide"):
        if len(text) != 1 or text not in COLOURS:
            raise _wrong(say("hide-card", text=text, colours=COLOURS))
        met[f"hide-{text}"] += 1
    for event in EVENTS:
        met[event.replace("_", "-")] = _number(table, event, 0, MOST_COPIES)
    if met.total() > MOST_ACHIEVEMENTS:
        raise _wrong(say("achievement-cards", count=met.total(), most=MOST_ACHIEVEMENTS))
    return tuple(met[kind] for kind in KINDS)


def _goals(table: dict[str, Any]) -> dict[int, int]:
    _known(table, "progress.", ("end",))
    ends = _table(table, "end") if "end" in table else {}
    _known(ends, "progress.end.", ("2", "3", "4"))
    return {seats: _number(ends, str(seats), 1, LONGEST_TRACK) for seats in (2, 3, 4)}


def max_plies(seats: int, options: Mapping[str, Any]) -> int:
    """Return a bound on the plies of a match; RULES.md derives it."""
    deck = read_deck(str(options["cards"]))
    turns = 100 * seats
    actions = 3 * turns + deck.copies_of("extra-action")
    placed = 18 + turns + 3 * actions
    wilds = deck.copies_of("wild")
    setup = 6 + 18 + 3 + seats + 4
    each_turn = 1 + 1 + 1 + 1 + 3  # roll, scare, end, d4, colour cards
    cards = 2 * deck.achievements + len(deck.objectives)
    return setup + turns * each_turn + actions * 76 + 2 * (placed + wilds) + cards + seats
