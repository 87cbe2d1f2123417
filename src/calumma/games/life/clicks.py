"""Why clicks of life lead to no move: which move they mean, and what the rules say of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calumma.core.effect import Effect
from calumma.games.life.board import CARDS, COLOURS, GATHERS, SPACES
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.explain import refusal, wrong_colour, wrong_time
from calumma.games.life.layout import START
from calumma.games.life.names import colour_name
from calumma.games.life.rules import Life
from calumma.games.life.view import View, view_of

LAST_CELL = re.compile("stash:|own:|hand:wild$|done$")  # where the deeds of the last phase begin


def refusal_of(state: Life, cells: Sequence[str]) -> Effect:
    """Return why clicking these cells leads to no move: first what is used, then where it goes."""
    view = view_of(state, state.to_act)
    if view["phase"] in ("scare", "offered"):
        return wrong_time(view, "wear" if cells[0] == "wear" else "go") or Effect("no-move", {}, tuple(cells[-1:]))
    if view["phase"] == "last" and not LAST_CELL.match(cells[0]):
        return Effect("last-phase", {"rule": "R17"}, (cells[0],))
    deck = read_deck(str(state.game.options["cards"]))
    action = _meant(view, deck.names, *cells) if len(cells) > 1 else _meant_by_one(view, deck.names, cells[0])
    if action is None:
        return _not_begun(state, view, cells)
    wrong = _wrong_bug(view, deck, cells)
    if wrong:
        return wrong
    if action in state.legal():  # such a move begins with another cell
        return Effect("chameleon-first", {"cell": cells[-1], "rule": "R7a"}, (f"chameleon:{view['turn']}",))
    return refusal(state, action)


def _meant_by_one(view: View, names: Sequence[str], cell: str) -> int | None:
    """The move that a click alone would mean, if it were legal."""
    word, _, rest = cell.partition(":")
    if cell.isdecimal() and int(cell) != view["places"][view["turn"]]:
        return START["go"] + int(cell) - 1
    plain = {"deck": "blind", "end": "end", "done": "done", "wear": "wear", "decline": "decline", "hand:extra-action": "extra"}
    if cell in plain:
        return START[plain[cell]]
    if word == "card" and rest in CARDS:
        return START["color"] + CARDS.index(rest)
    if word == "supply":
        return START["wait"] + COLOURS.index(rest)
    return START["hide"] + COLOURS.index(rest[-1]) if cell.startswith("hand:hide-") else None


def _meant(view: View, names: Sequence[str], first: str, second: str, *more: str) -> int | None:
    """The move that two clicks or more would mean, if it were legal: the inverse of `path` in drawing.py."""
    space = int(second) - 1 if second.isdecimal() else None
    place = _objective_place(names, second)
    here = str(view["places"][view["turn"]])
    if space is not None:
        return _to_space(view, first, space, more)
    if place is not None:
        kinds = {here: "eat-onto", "hand:wild": "wild-onto"}
        kind = kinds.get(first) or ("put-onto" if first.startswith("stash:") else None)
        return None if kind is None else START[kind] + place
    colour = COLOURS.find(second.partition(":")[2] or "?")
    if colour < 0:
        return None
    if first.startswith("stash:") and second.startswith("supply:"):
        return START["trade"] + COLOURS.index(first[-1]) * 6 + colour
    if first == "hand:wild" and second.startswith("supply:"):
        return START["wild"] + colour
    return START["eat"] + colour if first == here and second.startswith("stash:") else None


def _to_space(view: View, first: str, space: int, more: Sequence[str]) -> int | None:
    """The move that takes something to a space."""
    if first == f"chameleon:{view['turn']}":
        return START["go"] + space
    if first == "hand:sneak":
        return START["sneak"] + space
    if first.startswith("snake:"):
        return START["snake"] + COLOURS.index(first[-1]) * SPACES + space
    if first.startswith("hand:gather-"):
        return START["gather"] + GATHERS.index(first.removeprefix("hand:gather-")) * SPACES + space
    if first == "hand:move-bug" and more and more[-1].isdecimal():
        letter = more[0][-1] if more[0].startswith("supply:") else (view["bugs"][space] or COLOURS)[0]
        return START["bug"] + (COLOURS.index(letter) * SPACES + space) * SPACES + int(more[-1]) - 1
    return None


def _objective_place(names: Sequence[str], cell: str) -> int | None:
    """The place on an objective that a cell is, numbered as in the actions."""
    name, side = (cell[4:], "") if cell.startswith("own:") else (cell[:-2], cell[-2:])
    return ("", "/L", "/R").index(side) * 64 + names.index(name) if name in names and side in ("", "/L", "/R") else None


def _wrong_bug(view: View, deck: Deck, cells: Sequence[str]) -> Effect | None:
    """A stashed bug that does not fit its objective, or no bug said where a Move Bug card finds several. R12, R13d."""
    place = _objective_place(deck.names, cells[-1])
    if place is not None and cells[0].startswith("stash:"):
        return wrong_colour(view, place, COLOURS.index(cells[0][-1]), deck)
    if cells[0] == "hand:move-bug" and len(cells) == 3 and len(set(view["bugs"][int(cells[1]) - 1])) > 1:
        return Effect("which-bug", {"cell": cells[1], "rule": "R13d"}, (cells[1],))
    return None


def _not_begun(state: Life, view: View, cells: Sequence[str]) -> Effect:
    """Why nothing begins, or goes on, with what was clicked."""
    cell = cells[0]
    word, _, rest = cell.partition(":")
    if len(cells) > 1:
        return _no_end(view, cells)
    if word in ("chameleon", "seat") and rest != str(view["turn"]):
        return Effect("not-yours", {"owner_seat": int(rest), "seat": view["turn"]}, (cell,))
    if word in ("chameleon", "snake", "seat"):
        return _barred(view, cell)
    if cell == str(view["places"][view["turn"]]):
        return _nothing_to_eat(view, cell)
    if word == "stash":
        return _idle_bug(view, cell)
    if word == "hand":
        return _idle_card(view, cell)
    return Effect("bug-first", {"rule": "R12"}, (cell,)) if word == "own" or "/" in cell else Effect("no-move", {}, (cell,))


def _no_end(view: View, cells: Sequence[str]) -> Effect:
    """Why what was taken cannot go where it was to go."""
    last = cells[-1]
    if cells[0] == "hand:move-bug" and last.isdecimal() and not view["bugs"][int(last) - 1]:
        return Effect("no-bugs", {"cell": last, "rule": "R13d"}, (last,))
    if cells[0] == "hand:move-bug" and last.startswith("supply:"):
        return Effect("no-bug", {"colour": colour_name(last[-1]), "cell": cells[1], "rule": "R13d"}, (cells[1],))
    return Effect("no-use", {}, (last,))


def _barred(view: View, cell: str) -> Effect:
    """Why a chameleon or a snake cannot go anywhere."""
    if not view["actions"]:
        return Effect("no-action", {"rule": "R7"}, (cell,))
    return Effect("barred", {"rule": "R7b" if cell.startswith("snake:") else "R7a"}, (cell,))


def _nothing_to_eat(view: View, cell: str) -> Effect:
    """Why nothing is eaten on the space where the chameleon stands: what rests there shares a colour with it."""
    key = "nowhere-to-put" if view["bugs"][int(cell) - 1] else "nothing-to-eat"
    return Effect(key, {"cell": cell, "rule": "R9"}, (cell,))


def _idle_bug(view: View, cell: str) -> Effect:
    """Why a stashed bug has no use."""
    letter = cell[-1]
    if letter not in view["stash"][view["turn"]]:
        return Effect("not-stashed", {"colour": colour_name(letter), "rule": "R10"}, (cell,))
    return Effect("no-place", {"colour": colour_name(letter), "rule": "R10"}, (cell,))


def _idle_card(view: View, cell: str) -> Effect:
    """Why an achievement card cannot be played now. R13."""
    card = cell.removeprefix("hand:")
    if card.startswith("gather-"):
        bugs = [colour_name(letter) for letter in card.removeprefix("gather-")]
        return Effect("none-gathered", {"bugs": bugs, "rule": "R13a"}, (cell,))
    if card == "sneak" and not view["actions"]:
        return Effect("no-action", {"rule": "R7"}, (cell,))
    key, rule = {"sneak": ("no-sneaking", "R13c"), "move-bug": ("no-bug-moves", "R13d"), "wild": ("no-wild", "R13f")}[card]
    return Effect(key, {"rule": rule}, (cell,))
