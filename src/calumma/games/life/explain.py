"""What the rules of life explain when asked: why a move is not legal, and who could eat what rests on a space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from calumma.core.effect import Effect
from calumma.games.life.board import CARDS, COLOUR_NAMES, COLOURS, GATHERS, SPACES, neighbours
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.layout import START, kind_of
from calumma.games.life.names import colour_name, fitting_colour
from calumma.games.life.view import PHASES, View, view_of

ACTIONS = ("go", "sneak", "snake", "color", "blind")
LAST_DEEDS = ("put-onto", "wild", "wild-onto", "trade")
CHANCE_EXPECTED = {
    "snakes": "a snake that is left",
    "bugs": "a bug",
    "first-row": "a colour card of the deck",
    "first-cards": "a colour card of the deck",
    "first-objectives": "an objective of the deck",
    "roll": "a roll of both dice",
    "blind": "a colour card of the deck",
    "wait": "a roll for a space",
    "achievement": "an achievement card of the deck",
    "d4": "a roll of the four-sided die",
    "objectives": "an objective of the deck",
    "colors": "a colour card of the deck",
}


def refusal(state: Any, action: int) -> Effect:
    """Return why an action is not legal."""
    view = view_of(state, state.to_act if state.to_act >= 0 else None)
    kind, i = kind_of(action)
    if view["to_act"] < 0:
        return Effect("chance", {"expected": CHANCE_EXPECTED[view["phase"]]})
    if kind.startswith("~"):
        return Effect("no-chance", {"seat": view["to_act"]})
    return _wrong_time(view, kind) or REFUSALS[kind](view, i, read_deck(str(state.game.options["cards"])))


def _wrong_time(view: View, kind: str) -> Effect | None:
    """What must be done first, and what a turn has no room for. R7, R8, R17."""
    if view["phase"] == "scare" or kind == "scare":
        return _no_scare(view)
    if view["phase"] == "offered" or kind in ("wear", "decline"):
        return _no_offer(view, kind)
    if (view["phase"] == "last") != (kind == "done") and kind not in LAST_DEEDS:
        return Effect("last-phase", {"rule": "R17"}) if view["phase"] == "last" else Effect("not-last", {"rule": "R17"})
    if kind == "end":
        return Effect("actions-left", {"count": view["actions"], "rule": "R7"})
    return Effect("no-action", {"rule": "R7"}) if kind in ACTIONS and not view["actions"] else None


def _no_scare(view: View) -> Effect:
    if view["scared"] is None:
        return Effect("nothing-scared", {"rule": "R8"})
    space, letter = view["scared"]
    return Effect("scared", {"colour": colour_name(letter), "cell": str(space), "rule": "R8"}, (str(space),))


def _no_offer(view: View, kind: str) -> Effect:
    if view["offered"] is None:
        return Effect("nothing-offered", {"rule": "R7c"})
    return Effect("no-hiding" if kind == "wear" else "offered", {"card": view["offered"], "rule": "R7c"})


def _no_go(view: View, i: int, deck: Deck) -> Effect:
    place, cell = view["places"][view["turn"]], str(i + 1)
    if i not in neighbours(str(view["options"]["board"]))[place - 1]:
        return Effect("apart", {"to_cell": cell, "from_cell": str(place), "rule": "R7a"}, (cell,))
    if i + 1 in view["snakes"]:
        snake = COLOUR_NAMES[view["snakes"].index(i + 1)]
        return Effect("snake-there", {"colour": snake, "card": view["cards"][view["turn"]], "rule": "R7a"}, (cell,))
    return Effect("no-sneaking", {"rule": "R13c"}, (cell,))


def _no_sneak(view: View, i: int, deck: Deck) -> Effect:
    if not _holds(view, "sneak"):
        return Effect("no-card", {"card": "Sneak", "rule": "R13c"})
    found = _no_go(view, i, deck)
    return Effect("no-sneaking", {"rule": "R13c"}, (str(i + 1),)) if found.key == "snake-there" else found


def _holds(view: View, card: str) -> bool:
    """Whether the seat that acts has an achievement card."""
    return card in (view["hands"][view["turn"]] or ())


def _no_snake(view: View, i: int, deck: Deck) -> Effect:
    colour, cell = COLOUR_NAMES[i // SPACES], str(i % SPACES + 1)
    key = "snake-stays" if view["snakes"][i // SPACES] == i % SPACES + 1 else "snake-far"
    return Effect(key, {"colour": colour, "cell": cell, "rule": "R7b"}, (cell,))


def _no_color(view: View, i: int, deck: Deck) -> Effect:
    key = "no-hiding" if CARDS[i] in view["row"] else "not-in-row"
    return Effect(key, {"card": CARDS[i], "rule": "R7c"})


def _no_wait(view: View, i: int, deck: Deck) -> Effect:
    if not view["supply"][i]:
        return Effect("not-supplied", {"colour": COLOUR_NAMES[i], "rule": "R7d"}, (f"supply:{COLOURS[i]}",))
    return Effect("no-roll", {"rule": "R7d"})


def _no_eat(view: View, i: int, deck: Deck) -> Effect:
    place = view["places"][view["turn"]]
    if COLOURS[i] not in view["bugs"][place - 1]:
        return Effect("no-bug", {"colour": COLOUR_NAMES[i], "cell": str(place), "rule": "R9"}, (str(place),))
    return Effect("stash-full", {"rule": "R9"})


def _no_wild(view: View, i: int, deck: Deck) -> Effect:
    if not _holds(view, "wild"):
        return Effect("no-card", {"card": "Wild", "rule": "R13f"})
    if not view["supply"][i]:
        return Effect("not-supplied", {"colour": COLOUR_NAMES[i], "rule": "R13f"}, (f"supply:{COLOURS[i]}",))
    return Effect("stash-full", {"rule": "R9"})


def _no_onto(word: str) -> Callable[[View, int, Deck], Effect]:
    def explain(view: View, i: int, deck: Deck) -> Effect:
        if i % 64 >= len(deck.names):
            return Effect("no-objective", {"rule": "R12"})
        name = deck.names[i % 64]
        if i < 64 and name not in [begun["name"] for begun in view["going"][view["turn"]]]:
            return Effect("not-begun", {"seat": view["turn"], "objective": name, "rule": "R12"})
        if i >= 64 and view["phase"] == "last":
            return Effect("no-start", {"rule": "R17"})
        if i >= 64 and name not in view["objectives"]:
            return Effect("not-open", {"objective": name, "rule": "R12"})
        colour = fitting_colour(view, i, deck)
        if word == "put":
            return Effect("not-stashed", {"colour": COLOUR_NAMES[colour], "rule": "R10"})
        return _no_eat(view, colour, deck) if word == "eat" else _no_wild(view, colour, deck)

    return explain


def _no_trade(view: View, i: int, deck: Deck) -> Effect:
    if view["stash"][view["turn"]].count(COLOURS[i // 6]) < 2:
        return Effect("not-two", {"colour": COLOUR_NAMES[i // 6], "rule": "R11"})
    if i // 6 == i % 6:
        return Effect("same-colour", {"rule": "R11"})
    return Effect("not-supplied", {"colour": COLOUR_NAMES[i % 6], "rule": "R11"}, (f"supply:{COLOURS[i % 6]}",))


def _no_gather(view: View, i: int, deck: Deck) -> Effect:
    name, space, place = GATHERS[i // SPACES], i % SPACES, view["places"][view["turn"]]
    if not _holds(view, f"gather-{name}"):
        return Effect("not-held", {"card": f"gather-{name}", "rule": "R13a"})
    if space not in neighbours(str(view["options"]["board"]))[place - 1]:
        return Effect("apart", {"to_cell": str(space + 1), "from_cell": str(place), "rule": "R13a"}, (str(space + 1),))
    return Effect(
        "other-bugs", {"cell": str(space + 1), "bugs": view["bugs"][space] or "none", "rule": "R13a"}, (str(space + 1),)
    )


def _no_hide(view: View, i: int, deck: Deck) -> Effect:
    if not _holds(view, f"hide-{COLOURS[i]}"):
        return Effect("not-held", {"card": f"hide-{COLOURS[i]}", "rule": "R13b"})
    values = {"colour": COLOUR_NAMES[i], "snake_cell": str(view["snakes"][i]), "cell": str(view["places"][view["turn"]])}
    return Effect("snake-apart", {**values, "rule": "R13b"}, (values["snake_cell"],))


def _no_bug(view: View, i: int, deck: Deck) -> Effect:
    colour, origin, target = i // 361, i // SPACES % SPACES, i % SPACES
    if not _holds(view, "move-bug"):
        return Effect("no-card", {"card": "Move Bug", "rule": "R13d"})
    if COLOURS[colour] not in view["bugs"][origin]:
        return Effect("no-bug", {"colour": COLOUR_NAMES[colour], "cell": str(origin + 1), "rule": "R13d"}, (str(origin + 1),))
    values = {"from_cell": str(origin + 1), "to_cell": str(target + 1), "rule": "R13d"}
    return Effect("no-rest", values, (values["from_cell"], values["to_cell"]))


REFUSALS: dict[str, Callable[[View, int, Deck], Effect]] = {
    "go": _no_go,
    "sneak": _no_sneak,
    "snake": _no_snake,
    "color": _no_color,
    "blind": lambda view, i, deck: Effect("no-colour-card", {"rule": "R7c"}),
    "wait": _no_wait,
    "eat": _no_eat,
    "eat-onto": _no_onto("eat"),
    "put-onto": _no_onto("put"),
    "wild": _no_wild,
    "wild-onto": _no_onto("wild"),
    "trade": _no_trade,
    "gather": _no_gather,
    "hide": _no_hide,
    "extra": lambda view, i, deck: Effect("no-card", {"card": "Extra Action", "rule": "R13e"}),
    "bug": _no_bug,
}


# Clicks


def refusal_of(state: Any, cells: Sequence[str]) -> Effect:
    """Return why clicking these cells leads to no move: first what is used, then where it goes."""
    view = view_of(state, state.to_act)
    if view["phase"] in ("scare", "offered"):
        return _wrong_time(view, "go") or Effect("no-move", {}, tuple(cells[-1:]))
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


def _wrong_colour(state: Any, view: View, cells: Sequence[str]) -> Effect | None:
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


# Threats


def threats(state: Any, cell: str) -> list[Effect]:
    """Return who else, were it their turn, could eat bugs that rest on a space: where they stand, or after one step. R7a, R9.

    Chameleons and snakes cannot be harmed. What hidden cards would allow plays no part.
    """
    view = view_of(state)
    if not cell.isdecimal() or view["phase"] not in PHASES[PHASES.index("roll") : PHASES.index("last")]:
        return []
    rivals = [seat for seat in range(view["seats"]) if seat != view["turn"]]
    return [threat for seat in rivals for threat in _eating(state, view, seat, cell)]


def _eating(state: Any, view: View, seat: int, cell: str) -> list[Effect]:
    world: Any = state.copy()
    idle = {"pending": 0, "waiting": 0, "offered": -1, "rolls": 0, "actions": 3}
    world.set_up({**state.facts(), **idle, "turn": seat, "phase": PHASES.index("act")})
    origin = str(view["places"][seat])
    if origin != cell:
        step = START["go"] + int(cell) - 1
        if step not in world.legal():
            return []
        world.apply(step)
        while world.to_act == seat and PHASES[world.facts()["phase"]] == "scare":
            world.apply(world.legal()[0])  # bugs that it scares go off; those that it eats stay
    eaten = {_eaten(world, action) for action in world.legal()} - {-1}
    key, cells = ("eat", (cell,)) if origin == cell else ("go-eat", (origin, cell))
    return [
        Effect(key, {"seat": seat, "colour": COLOUR_NAMES[colour], "from_cell": origin, "cell": cell}, cells)
        for colour in sorted(eaten)
    ]


def _eaten(world: Any, action: int) -> int:
    """The colour of the bug that an action eats; -1 if it eats none."""
    kind, i = kind_of(action)
    return i if kind == "eat" else world.colour_for(i) if kind == "eat-onto" else -1
