"""Stories of life: what every kind of ply did, as effects whose words are in messages.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from calumma.drawing import Effect, story_of_views
from calumma.games.life.board import CARDS, COLOUR_NAMES, COLOURS, GATHERS, KINDS, SPACES
from calumma.games.life.layout import ONTO, kind_of
from calumma.games.life.names import card_name, colour_name, deck_of, fitting_colour, place_cell

View = Mapping[str, Any]
OVER = -2


@story_of_views
def story(before: View, action: int | None, after: View) -> list[Effect]:
    """Return what a ply did, and what followed from it."""
    if action is None:
        return [Effect("drew-hidden", {"seat": before["turn"]}, (f"seat:{before['turn']}",))]
    kind, i = kind_of(action)
    told = _told_onto(before, kind, i, after) if kind in ONTO else TOLD[kind](before, i, after)
    return [*told, *_dropped(before, after), *_closing(before, after)]


def _effect(key: str, before: View, cells: Iterable[str] = (), **values: Any) -> list[Effect]:
    return [Effect(key, {"seat": before["turn"], **values}, tuple(cells))]


def _told_onto(before: View, kind: str, i: int, after: View) -> list[Effect]:
    """A bug goes onto an objective: from the board, the stash or by a Wild card."""
    deck, seat = deck_of(before), before["turn"]
    name = deck.names[i % 64]
    how = f"{ONTO[kind]}-{'onto' if i < 64 else 'start'}"
    source = {"eat": str(before["places"][seat]), "put": f"seat:{seat}", "wild": f"seat:{seat}"}[ONTO[kind]]
    values = {"colour": COLOUR_NAMES[fitting_colour(before, i, deck)], "objective": name, "side": "right" if i >= 128 else "left"}
    told = _effect(how, before, (source, place_cell(before, i)), **values)
    if name in after["finished"][seat]:
        points = deck.points[i % 64]
        told += _effect("completed", before, (f"seat:{seat}",), objective=name, count=points)
    return told


def _told_go(key: str) -> Callable[[View, int, View], list[Effect]]:
    def told(before: View, i: int, after: View) -> list[Effect]:
        cells = (str(before["places"][before["turn"]]), str(i + 1))
        return _effect(key, before, cells, from_cell=cells[0], to_cell=cells[1])

    return told


def _told_snake(before: View, i: int, after: View) -> list[Effect]:
    cells = (str(before["snakes"][i // SPACES]), str(i % SPACES + 1))
    return _effect("snake-moved", before, cells, colour=COLOUR_NAMES[i // SPACES], from_cell=cells[0], to_cell=cells[1])


def _told_scare(before: View, i: int, after: View) -> list[Effect]:
    cells = (str(before["scared"][0]), str(i % SPACES + 1))
    return _effect("scared", before, cells, colour=COLOUR_NAMES[i // SPACES], from_cell=cells[0], to_cell=cells[1])


def _told_bug(before: View, i: int, after: View) -> list[Effect]:
    cells = (str(i // SPACES % SPACES + 1), str(i % SPACES + 1))
    return _effect("bug-moved", before, cells, colour=COLOUR_NAMES[i // 361], from_cell=cells[0], to_cell=cells[1])


def _told_roll(before: View, i: int, after: View) -> list[Effect]:
    cell, colour = str(i // 6 + 1), COLOUR_NAMES[i % 6]
    return _effect("rolled" if before["supply"][i % 6] else "rolled-none", before, (cell,), cell=cell, colour=colour)


def _told_wait_roll(before: View, i: int, after: View) -> list[Effect]:
    return _effect("bug-came", before, (str(i + 1),), cell=str(i + 1), colour=colour_name(before["waiting"]))


def _told_color(before: View, i: int, after: View) -> list[Effect]:
    """A colour card from the deck: for a seat, drawn blind, or into the row."""
    seat, card = before["turn"], CARDS[i]
    if before["phase"] == "first-cards":
        return _effect("dealt-card", before, (f"seat:{seat}",), card=card_name(card))
    if before["phase"] == "blind":
        return _effect("drew-card", before, ("deck",), card=card_name(card))
    return _effect("laid-card", before, ("deck", f"card:{card}"), card=card_name(card))


def _told_gather(before: View, i: int, after: View) -> list[Effect]:
    bugs = [colour_name(letter) for letter in GATHERS[i // SPACES]]
    points = deck_of(before).gather_points
    return _effect("gathered", before, (str(i % SPACES + 1),), bugs=bugs, cell=str(i % SPACES + 1), count=points)


def _told_hide(before: View, i: int, after: View) -> list[Effect]:
    cell = str(before["snakes"][i])
    return _effect("hid", before, (cell,), colour=COLOUR_NAMES[i], cell=cell, count=deck_of(before).hide_points)


def _told_end(before: View, i: int, after: View) -> list[Effect]:
    return _effect("ended", before)


def _seeded_space(before: View) -> str:
    """The next space of the setup."""
    if before["phase"] == "snakes":
        return str(2 + sum(space is not None for space in before["snakes"]))
    return str(2 + sum(bool(bugs) for bugs in before["bugs"]))


TOLD: dict[str, Callable[[View, int, View], list[Effect]]] = {
    "end": _told_end,
    "done": lambda before, i, after: _effect("finished", before, (f"seat:{before['turn']}",)),
    "blind": lambda before, i, after: _effect("drew-blind", before, ("deck",)),
    "wear": lambda before, i, after: _effect("wore", before, (f"seat:{before['turn']}",), card=card_name(before["offered"])),
    "decline": lambda before, i, after: _effect("declined", before, ("deck",), card=card_name(before["offered"])),
    "go": _told_go("went"),
    "sneak": _told_go("sneaked"),
    "snake": _told_snake,
    "color": lambda before, i, after: _effect("took-card", before, (f"card:{CARDS[i]}",), card=card_name(CARDS[i])),
    "wait": lambda before, i, after: _effect("waits", before, (f"supply:{COLOURS[i]}",), colour=COLOUR_NAMES[i]),
    "scare": _told_scare,
    "eat": lambda before, i, after: _effect(
        "eat-stash", before, (str(before["places"][before["turn"]]), f"seat:{before['turn']}"), colour=COLOUR_NAMES[i]
    ),
    "wild": lambda before, i, after: _effect("wild-stash", before, (f"seat:{before['turn']}",), colour=COLOUR_NAMES[i]),
    "trade": lambda before, i, after: _effect(
        "traded", before, (f"seat:{before['turn']}",), given=COLOUR_NAMES[i // 6], taken=COLOUR_NAMES[i % 6]
    ),
    "gather": _told_gather,
    "hide": _told_hide,
    "extra": lambda before, i, after: _effect("extra", before, (f"seat:{before['turn']}",)),
    "bug": _told_bug,
    "~snake": lambda before, i, after: _effect(
        "snake-placed", before, (_seeded_space(before),), colour=COLOUR_NAMES[i], cell=_seeded_space(before)
    ),
    "~bug": lambda before, i, after: _effect(
        "bug-placed", before, (_seeded_space(before),), colour=COLOUR_NAMES[i], cell=_seeded_space(before)
    ),
    "~color": _told_color,
    "~objective": lambda before, i, after: _effect(
        "laid-objective", before, (deck_of(before).names[i],), objective=deck_of(before).names[i]
    ),
    "~roll": _told_roll,
    "~space": _told_wait_roll,
    "~d4": lambda before, i, after: _effect("progressed", before, (), count=i + 1, marker=after["marker"], goal=after["goal"]),
    "~achievement": lambda before, i, after: _effect("drew-achievement", before, (f"seat:{before['turn']}",), card=KINDS[i]),
}


def _dropped(before: View, after: View) -> list[Effect]:
    """Sneak cards that are not needed any more."""
    seats = [seat for seat in range(before["seats"]) if before["sneaking"][seat] and not after["sneaking"][seat]]
    return [Effect("unsneaked", {"seat": seat}, (f"seat:{seat}",)) for seat in seats]


def _closing(before: View, after: View) -> list[Effect]:
    """The last phase and the end of the match."""
    if after["phase"] == "last" and before["phase"] != "last":
        return [Effect("last-phase", {"seat": after["turn"]})]
    if after["to_act"] != OVER:
        return []
    winners = [seat for seat, payoff in enumerate(after["payoffs"]) if payoff > 0]
    values = {"winner_seats": winners, "count": after["scores"][winners[0]]}
    return [Effect("won", {"seat": winners[0], **values}) if len(winners) == 1 else Effect("shared", values)]
