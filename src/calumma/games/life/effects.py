"""Effects of life: what every kind of ply does, from the facts before and after it. Words are in locale/en.po."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from calumma.core.effect import Effect, all_but, only
from calumma.games.life.board import CARDS, COLOUR_NAMES, COLOURS, GATHERS, KINDS, SPACES
from calumma.games.life.layout import ONTO, kind_of
from calumma.games.life.names import card_name, colour_name, place_cell
from calumma.games.life.view import PHASES


class Transition:
    """An action with the positions around it: `was` and `now` are their facts, all numbers counted from 0."""

    def __init__(self, before: Any, after: Any) -> None:
        self.before, self.after = before, after
        self.was, self.now = before.facts(), after.facts()
        self.deck = before.tables.deck
        self.seat: int = before.turn
        self.own = f"seat:{self.seat}"
        self.phase = PHASES[before.phase]

    def effect(self, key: str, cells: Iterable[str] = (), **values: Any) -> list[Effect]:
        """Return an effect that everybody sees, of the seat whose turn it is."""
        return [Effect(key, {"seat": self.seat, **values}, tuple(cells))]

    def moved(self, key: str, origin: int, target: int, **values: Any) -> list[Effect]:
        """Return that something goes from one space to another."""
        cells = (cell_of(origin), cell_of(target))
        return self.effect(key, cells, **values, from_cell=cells[0], to_cell=cells[1])

    @property
    def place(self) -> int:
        """The space of the chameleon whose turn it is."""
        return int(self.was["place"][self.seat])


Telling = Callable[[Transition, int], list[Effect]]


def cell_of(space: int) -> str:
    """Return the id of the cell of a space."""
    return str(space + 1)


def effects_of(before: Any, action: int, after: Any) -> list[Effect]:
    """Return what a ply does, and what follows from it."""
    ply = Transition(before, after)
    kind, i = kind_of(action)
    told = _onto(ply, kind, i) if kind in ONTO else TELLINGS[kind](ply, i)
    return [*told, *_unsneaked(ply), *_closing(ply)]


# What a player does


def _onto(ply: Transition, kind: str, i: int) -> list[Effect]:
    """A bug goes onto an objective: from the board, the stash or by a Wild card."""
    name = ply.deck.names[i % 64]
    how = f"{ONTO[kind]}-{'onto' if i < 64 else 'start'}"
    source = cell_of(ply.place) if ONTO[kind] == "eat" else ply.own
    colour = COLOUR_NAMES[ply.before.colour_for(i)]
    cells = (source, place_cell(name, i))
    told = ply.effect(how, cells, colour=colour, objective=name, side="right" if i >= 128 else "left")
    if ply.now["finished"][ply.seat] >> (i % 64) & 1:
        told += ply.effect("completed", (ply.own,), objective=name, count=ply.deck.points[i % 64])
    return told


def _snake(ply: Transition, i: int) -> list[Effect]:
    colour = i // SPACES
    return ply.moved("snake-moved", ply.was["snakes"][colour], i % SPACES, colour=COLOUR_NAMES[colour])


def _scare(ply: Transition, i: int) -> list[Effect]:
    return ply.moved("scared", ply.was["pending"], i % SPACES, colour=COLOUR_NAMES[i // SPACES])


def _bug(ply: Transition, i: int) -> list[Effect]:
    return ply.moved("bug-moved", i // SPACES % SPACES, i % SPACES, colour=COLOUR_NAMES[i // (SPACES * SPACES)])


def _gather(ply: Transition, i: int) -> list[Effect]:
    cell, bugs = cell_of(i % SPACES), [colour_name(letter) for letter in GATHERS[i // SPACES]]
    return ply.effect("gathered", (cell,), bugs=bugs, cell=cell, count=ply.deck.gather_points)


def _hide(ply: Transition, i: int) -> list[Effect]:
    cell = cell_of(ply.was["snakes"][i])
    return ply.effect("hid", (cell,), colour=COLOUR_NAMES[i], cell=cell, count=ply.deck.hide_points)


def _eat(ply: Transition, i: int) -> list[Effect]:
    return ply.effect("eat-stash", (cell_of(ply.place), ply.own), colour=COLOUR_NAMES[i])


def _trade(ply: Transition, i: int) -> list[Effect]:
    return ply.effect("traded", (ply.own,), given=COLOUR_NAMES[i // 6], taken=COLOUR_NAMES[i % 6])


def _offered(ply: Transition) -> str:
    return card_name(CARDS[ply.was["offered"]])


# What chance does


def _roll(ply: Transition, i: int) -> list[Effect]:
    cell, colour = cell_of(i // 6), i % 6
    key = "rolled" if ply.before.supplies()[colour] else "rolled-none"
    return ply.effect(key, (cell,), cell=cell, colour=COLOUR_NAMES[colour])


def _space(ply: Transition, i: int) -> list[Effect]:
    return ply.effect("bug-came", (cell_of(i),), cell=cell_of(i), colour=COLOUR_NAMES[ply.was["waiting"]])


def _color(ply: Transition, i: int) -> list[Effect]:
    """A colour card from the deck: for a seat, drawn blind, or into the row."""
    card = card_name(CARDS[i])
    if ply.phase == "first-cards":
        return ply.effect("dealt-card", (ply.own,), card=card)
    if ply.phase == "blind":
        return ply.effect("drew-card", ("deck",), card=card)
    return ply.effect("laid-card", ("deck", f"card:{CARDS[i]}"), card=card)


def _seeded(key: str) -> Telling:
    """A snake or a bug for the next space of the set-up: all but the centre, in turn."""

    def told(ply: Transition, i: int) -> list[Effect]:
        if ply.phase == "snakes":
            filled = sum(space >= 0 for space in ply.was["snakes"])
        else:
            filled = sum(bugs > 0 for bugs in ply.was["bugs"])
        cell = cell_of(1 + filled)
        return ply.effect(key, (cell,), colour=COLOUR_NAMES[i], cell=cell)

    return told


def _progress(ply: Transition, i: int) -> list[Effect]:
    return ply.effect("progressed", (), count=i + 1, marker=ply.now["marker"], goal=ply.deck.goals[ply.before.seats])


def _achievement(ply: Transition, i: int) -> list[Effect]:
    """Which card it is, only who draws it sees."""
    return [
        Effect("drew-achievement", {"seat": ply.seat, "card": KINDS[i]}, (ply.own,), only(ply.seat)),
        Effect("drew-hidden", {"seat": ply.seat}, (ply.own,), all_but(ply.seat, ply.before.seats)),
    ]


TELLINGS: dict[str, Telling] = {
    "end": lambda ply, i: ply.effect("ended"),
    "done": lambda ply, i: ply.effect("finished", (ply.own,)),
    "blind": lambda ply, i: ply.effect("drew-blind", ("deck",)),
    "wear": lambda ply, i: ply.effect("wore", (ply.own,), card=_offered(ply)),
    "decline": lambda ply, i: ply.effect("declined", ("deck",), card=_offered(ply)),
    "go": lambda ply, i: ply.moved("went", ply.place, i),
    "sneak": lambda ply, i: ply.moved("sneaked", ply.place, i),
    "snake": _snake,
    "color": lambda ply, i: ply.effect("took-card", (f"card:{CARDS[i]}",), card=card_name(CARDS[i])),
    "wait": lambda ply, i: ply.effect("waits", (f"supply:{COLOURS[i]}",), colour=COLOUR_NAMES[i]),
    "scare": _scare,
    "eat": _eat,
    "wild": lambda ply, i: ply.effect("wild-stash", (ply.own,), colour=COLOUR_NAMES[i]),
    "trade": _trade,
    "gather": _gather,
    "hide": _hide,
    "extra": lambda ply, i: ply.effect("extra", (ply.own,)),
    "bug": _bug,
    "~snake": _seeded("snake-placed"),
    "~bug": _seeded("bug-placed"),
    "~color": _color,
    "~objective": lambda ply, i: ply.effect("laid-objective", (ply.deck.names[i],), objective=ply.deck.names[i]),
    "~roll": _roll,
    "~space": _space,
    "~d4": _progress,
    "~achievement": _achievement,
}


# What follows


def _unsneaked(ply: Transition) -> list[Effect]:
    """Sneak cards that are not needed any more."""
    was, now = ply.was["sneaking"], ply.now["sneaking"]
    seats = [seat for seat in range(ply.before.seats) if was[seat] and not now[seat]]
    return [Effect("unsneaked", {"seat": seat}, (f"seat:{seat}",)) for seat in seats]


def _closing(ply: Transition) -> list[Effect]:
    """The last phase and the end of the match."""
    phase = PHASES[ply.after.phase]
    if phase == "last" and ply.phase != "last":
        return [Effect("last-phase", {"seat": ply.after.turn})]
    if phase != "over":
        return []
    winners = [seat for seat, payoff in enumerate(ply.after.payoffs()) if payoff > 0]
    values = {"winner_seats": winners, "count": ply.after.scores()[winners[0]]}
    return [Effect("won", {"seat": winners[0], **values}) if len(winners) == 1 else Effect("shared", values)]
