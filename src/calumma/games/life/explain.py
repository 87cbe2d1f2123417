"""Why a move of life is not legal: what the rules say when asked. clicks.py and threats.py explain the rest."""

from __future__ import annotations

from collections.abc import Callable

from calumma.core.effect import Effect
from calumma.games.life.board import CARDS, COLOUR_NAMES, COLOURS, GATHERS, SPACES, neighbours
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.layout import kind_of
from calumma.games.life.names import card_name, colour_name, fitting_colour, place_cell
from calumma.games.life.rules import Life
from calumma.games.life.view import View, view_of

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


def refusal(state: Life, action: int) -> Effect:
    """Return why an action is not legal."""
    view = view_of(state, state.to_act if state.to_act >= 0 else None)
    kind, i = kind_of(action)
    if view["to_act"] < 0:
        return Effect("chance", {"expected": CHANCE_EXPECTED[view["phase"]]})
    if kind.startswith("~"):
        return Effect("no-chance", {"seat": view["to_act"]})
    return wrong_time(view, kind) or REFUSALS[kind](view, i, read_deck(str(state.game.options["cards"])))


def wrong_time(view: View, kind: str) -> Effect | None:
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
    return Effect("no-hiding" if kind == "wear" else "offered", {"card": card_name(view["offered"]), "rule": "R7c"})


def _no_go(view: View, i: int, deck: Deck) -> Effect:
    place, cell = view["places"][view["turn"]], str(i + 1)
    if i + 1 == place:
        return Effect("stands-there", {"cell": cell, "rule": "R7a"}, (cell,))
    if i not in neighbours(str(view["options"]["board"]))[place - 1]:
        return Effect("apart", {"to_cell": cell, "from_cell": str(place), "rule": "R7a"}, (cell,))
    if i + 1 in view["snakes"]:
        values = {"colour": COLOUR_NAMES[view["snakes"].index(i + 1)], "card": card_name(view["cards"][view["turn"]] or "")}
        return Effect("snake-there", {**values, "rule": "R7a"}, (cell,))
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
    there = [card or "" for place, card in zip(view["places"], view["cards"], strict=True) if place == i % SPACES + 1]
    is_barred = any(colour not in map(colour_name, card) for card in there)
    key = "snake-barred" if is_barred else "snake-far"
    key = "snake-stays" if view["snakes"][i // SPACES] == i % SPACES + 1 else key
    return Effect(key, {"colour": colour, "cell": cell, "rule": "R7b"}, (cell,))


def _no_color(view: View, i: int, deck: Deck) -> Effect:
    key = "no-hiding" if CARDS[i] in view["row"] else "not-in-row"
    return Effect(key, {"card": card_name(CARDS[i]), "rule": "R7c"})


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


def _no_onto(word: str, rule: str) -> Callable[[View, int, Deck], Effect]:
    """Why a bug that is eaten, stashed or wild cannot go onto an objective; the rule is that of the deed."""

    def explain(view: View, i: int, deck: Deck) -> Effect:
        if i % 64 >= len(deck.names):
            return Effect("no-objective", {"rule": "R12"})
        name = deck.names[i % 64]
        if i < 64 and name not in [begun["name"] for begun in view["going"][view["turn"]]]:
            return Effect("not-begun", {"objective": name, "rule": rule})
        if i >= 64 and view["phase"] == "last":
            return Effect("no-start", {"rule": "R17"})
        if i >= 64 and name not in view["objectives"]:
            return Effect("not-open", {"objective": name, "rule": rule})
        colour = fitting_colour(view, i, deck)
        if word == "put":
            return Effect("not-stashed", {"colour": COLOUR_NAMES[colour], "rule": "R10"})
        return _no_eat(view, colour, deck) if word == "eat" else _no_wild(view, colour, deck)

    return explain


def wrong_colour(view: View, place: int, colour: int, deck: Deck) -> Effect | None:
    """A bug that does not fit the objective it is brought to, begun or face up. R12."""
    name = deck.names[place % 64]
    if place < 64 and name not in [begun["name"] for begun in view["going"][view["turn"]]]:
        return None
    fits = fitting_colour(view, place, deck)
    key = ("wrong-next", "wrong-left", "wrong-right")[place // 64]
    values = {"objective": name, "fits": COLOUR_NAMES[fits], "colour": COLOUR_NAMES[colour], "rule": "R12"}
    return Effect(key, values, (place_cell(name, place),)) if fits != colour else None


def _no_trade(view: View, i: int, deck: Deck) -> Effect:
    if view["stash"][view["turn"]].count(COLOURS[i // 6]) < 2:
        return Effect("not-two", {"colour": COLOUR_NAMES[i // 6], "rule": "R11"})
    if i // 6 == i % 6:
        return Effect("same-colour", {"rule": "R11"})
    return Effect("not-supplied", {"colour": COLOUR_NAMES[i % 6], "rule": "R11"}, (f"supply:{COLOURS[i % 6]}",))


def _no_gather(view: View, i: int, deck: Deck) -> Effect:
    name, space, place = GATHERS[i // SPACES], i % SPACES, view["places"][view["turn"]]
    if not _holds(view, f"gather-{name}"):
        return Effect("no-gather", {"bugs": _colours(name), "rule": "R13a"})
    if space not in neighbours(str(view["options"]["board"]))[place - 1]:
        return Effect("apart", {"to_cell": str(space + 1), "from_cell": str(place), "rule": "R13a"}, (str(space + 1),))
    values = {"cell": str(space + 1), "bugs": _colours(name), "rule": "R13a"}
    return Effect("other-bugs", values, (str(space + 1),))


def _colours(letters: str) -> list[str]:
    return [colour_name(letter) for letter in letters]


def _no_hide(view: View, i: int, deck: Deck) -> Effect:
    if not _holds(view, f"hide-{COLOURS[i]}"):
        return Effect("no-hide", {"colour": COLOUR_NAMES[i], "rule": "R13b"})
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
    "eat-onto": _no_onto("eat", "R9"),
    "put-onto": _no_onto("put", "R10"),
    "wild": _no_wild,
    "wild-onto": _no_onto("wild", "R13f"),
    "trade": _no_trade,
    "gather": _no_gather,
    "hide": _no_hide,
    "extra": lambda view, i, deck: Effect("no-card", {"card": "Extra Action", "rule": "R13e"}),
    "bug": _no_bug,
}
