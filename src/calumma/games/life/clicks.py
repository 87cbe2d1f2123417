"""Why clicks of life lead to no move: which move they mean, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core.effect import Effect
from calumma.games.life.board import CARDS, COLOUR_NAMES, COLOURS, GATHERS, SPACES
from calumma.games.life.deck import read_deck
from calumma.games.life.explain import refusal, wrong_time
from calumma.games.life.layout import START
from calumma.games.life.names import colour_name, fitting_colour
from calumma.games.life.rules import Life
from calumma.games.life.view import View, view_of


def refusal_of(state: Life, cells: Sequence[str]) -> Effect:
    """Return why clicking these cells leads to no move: first what is used, then where it goes."""
    view = view_of(state, state.to_act)
    if view["phase"] in ("scare", "offered"):
        return wrong_time(view, "go") or Effect("no-move", {}, tuple(cells[-1:]))
    names = read_deck(str(state.game.options["cards"])).names
    action = _meant(view, names, *cells) if len(cells) > 1 else _meant_by_one(view, names, cells[0])
    if action is None:
        return _not_begun(view, cells)
    if action in state.legal():  # such a move begins with another cell
        return Effect("chameleon-first", {"cell": cells[-1], "rule": "R7a"}, (f"chameleon:{view['turn']}",))
    return _wrong_colour(state, view, cells) or refusal(state, action)


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


def _wrong_colour(state: Life, view: View, cells: Sequence[str]) -> Effect | None:
    """A stashed bug that does not fit the objective it was carried to. R12."""
    deck = read_deck(str(state.game.options["cards"]))
    place = _objective_place(deck.names, cells[-1])
    if place is None or not cells[0].startswith("stash:"):
        return None
    name = deck.names[place % 64]
    if place < 64 and name not in [begun["name"] for begun in view["going"][view["turn"]]]:
        return None
    fits, colour = COLOUR_NAMES[fitting_colour(view, place, deck)], colour_name(cells[0][-1])
    end = ("next bug", "left end", "right end")[place // 64]
    values = {"end": end, "objective": name, "fits": fits, "colour": colour, "rule": "R12"}
    return Effect("wrong-colour", values, (cells[-1],)) if fits != colour else None


def _not_begun(view: View, cells: Sequence[str]) -> Effect:
    """Why nothing begins, or goes on, with what was clicked."""
    cell, last = cells[0], cells[-1]
    word, _, rest = cell.partition(":")
    here = str(view["places"][view["turn"]])
    if len(cells) > 1:
        return Effect("no-use", {}, (last,))
    if word in ("chameleon", "seat") and rest != str(view["turn"]):
        return Effect("not-yours", {"owner_seat": int(rest), "seat": view["turn"]}, (cell,))
    if word in ("chameleon", "snake") and not view["actions"]:
        return Effect("no-action", {"rule": "R7"}, (cell,))
    if cell == here:
        return Effect("nothing-to-eat", {"cell": here, "rule": "R9"}, (cell,))
    if word == "stash":
        return Effect("no-place", {"colour": colour_name(rest), "rule": "R10"}, (cell,))
    if word == "hand":
        return Effect("card-idle", {"rule": "R13"}, (cell,))
    return Effect("bug-first", {"rule": "R12"}, (cell,)) if word == "own" or "/" in cell else Effect("no-move", {}, (cell,))
