"""Why a move is not legal, as the end of a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from calumma.core import State
from calumma.games.life.board import CARDS, COLOUR_NAMES, COLOURS, GATHERS, SPACES, neighbours
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.layout import kind_of
from calumma.games.life.names import SEATS, fitting_colour


def why_illegal(state: State, action: int) -> str:
    """Return the reason as the end of a sentence."""
    view = state.view(state.to_act if state.to_act >= 0 else None)
    kind, i = kind_of(action)
    if view["to_act"] < 0:
        return f"chance decides now, expected {CHANCE_EXPECTED[view['phase']]}"
    if kind.startswith("~"):
        return f"it is {SEATS[view['to_act']]}'s move, nothing is left to chance now"
    if view["phase"] == "scare" or kind == "scare":
        return _why_not_scare(view)
    if view["phase"] == "offered" or kind in ("wear", "decline"):
        return _why_not_offer(view, kind)
    if (view["phase"] == "last") != (kind == "done") and kind not in ("put-onto", "wild", "wild-onto", "trade"):
        return "the last phase is for puts, trades, Wild cards and done" if view["phase"] == "last" else "the match still runs"
    if kind == "end":
        return "1 action is left" if view["actions"] == 1 else f"{view['actions']} actions are left"
    if kind in ("go", "sneak", "snake", "color", "blind") and not view["actions"]:
        return "no action is left"
    return WHY_NOT[kind](view, i, read_deck(str(state.game.options["cards"])))


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


def _why_not_scare(view: dict[str, Any]) -> str:
    if view["scared"] is None:
        return "no bug is scared"
    space, letter = view["scared"]
    return f"the scared {COLOUR_NAMES[COLOURS.index(letter)]} bug on {space} must come to rest next, on a space that it can reach"


def _why_not_offer(view: dict[str, Any], kind: str) -> str:
    if view["offered"] is None:
        return "no colour card was drawn"
    if kind == "wear":
        return f"the card {view['offered']} does not hide the chameleon from the snake on its space"
    return f"the card {view['offered']} must be worn or declined first"


def _why_not_go(view: dict[str, Any], i: int, deck: Deck) -> str:
    place = view["places"][view["turn"]]
    if i not in neighbours(view["options"]["board"])[place - 1]:
        return f"{i + 1} does not touch {place}"
    if i + 1 in view["snakes"]:
        snake = COLOUR_NAMES[view["snakes"].index(i + 1)]
        return f"the {snake} snake is there, and the chameleon is {view['cards'][view['turn']]}"
    return "no Sneak card is needed there"


def _why_not_sneak(view: dict[str, Any], i: int, deck: Deck) -> str:
    if "sneak" not in view["hands"][view["turn"]]:
        return "there is no Sneak card in the hand"
    reason = _why_not_go(view, i, deck)
    return "no Sneak card is needed there" if reason.startswith("the ") else reason


def _why_not_snake(view: dict[str, Any], i: int, deck: Deck) -> str:
    colour = COLOUR_NAMES[i // SPACES]
    if view["snakes"][i // SPACES] == i % SPACES + 1:
        return f"the {colour} snake is there already"
    return f"the {colour} snake cannot come to rest on {i % SPACES + 1} in one action"


def _why_not_color(view: dict[str, Any], i: int, deck: Deck) -> str:
    if CARDS[i] not in view["row"]:
        return f"the card {CARDS[i]} does not lie face up"
    return f"the card {CARDS[i]} does not hide the chameleon from the snake on its space"


def _why_not_wait(view: dict[str, Any], i: int, deck: Deck) -> str:
    if not view["supply"][i]:
        return f"the supply has no {COLOUR_NAMES[i]} bug"
    return "no action and no roll is left"


def _why_not_eat(view: dict[str, Any], i: int, deck: Deck) -> str:
    place = view["places"][view["turn"]]
    if COLOURS[i] not in view["bugs"][place - 1]:
        return f"there is no {COLOUR_NAMES[i]} bug on {place}"
    return "the stash holds five bugs already"


def _why_not_wild(view: dict[str, Any], i: int, deck: Deck) -> str:
    if "wild" not in view["hands"][view["turn"]]:
        return "there is no Wild card in the hand"
    if not view["supply"][i]:
        return f"the supply has no {COLOUR_NAMES[i]} bug"
    return "the stash holds five bugs already"


def _why_not_onto(word: str) -> Callable[[dict[str, Any], int, Deck], str]:
    def why_not(view: dict[str, Any], i: int, deck: Deck) -> str:
        name = deck.names[i % 64]
        if i < 64 and name not in [objective["name"] for objective in view["going"][view["turn"]]]:
            return f"{SEATS[view['turn']]} has no unfinished objective {name}"
        if i >= 64 and view["phase"] == "last":
            return "no objective is started in the last phase"
        if i >= 64 and name not in view["objectives"]:
            return f"the objective {name} does not lie face up"
        colour = fitting_colour(view, i, deck)
        if word == "put":
            return f"there is no {COLOUR_NAMES[colour]} bug in the stash"
        return _why_not_eat(view, colour, deck) if word == "eat" else _why_not_wild(view, colour, deck)

    return why_not


def _why_not_trade(view: dict[str, Any], i: int, deck: Deck) -> str:
    if view["stash"][view["turn"]].count(COLOURS[i // 6]) < 2:
        return f"there are not two {COLOUR_NAMES[i // 6]} bugs in the stash"
    if i // 6 == i % 6:
        return "the bug taken must have another colour"
    return f"the supply has no {COLOUR_NAMES[i % 6]} bug"


def _why_not_gather(view: dict[str, Any], i: int, deck: Deck) -> str:
    name, space, place = GATHERS[i // SPACES], i % SPACES, view["places"][view["turn"]]
    if f"gather-{name}" not in view["hands"][view["turn"]]:
        return f"there is no card gather-{name} in the hand"
    if space not in neighbours(view["options"]["board"])[place - 1]:
        return f"{space + 1} does not touch {place}"
    return f"the bugs on {space + 1} are {view['bugs'][space] or 'none'}"


def _why_not_hide(view: dict[str, Any], i: int, deck: Deck) -> str:
    if f"hide-{COLOURS[i]}" not in view["hands"][view["turn"]]:
        return f"there is no card hide-{COLOURS[i]} in the hand"
    return f"the {COLOUR_NAMES[i]} snake is on {view['snakes'][i]}, the chameleon on {view['places'][view['turn']]}"


def _why_not_bug(view: dict[str, Any], i: int, deck: Deck) -> str:
    letter, origin, target = COLOURS[i // 361], i // SPACES % SPACES, i % SPACES
    if "move-bug" not in view["hands"][view["turn"]]:
        return "there is no Move Bug card in the hand"
    if letter not in view["bugs"][origin]:
        return f"there is no {COLOUR_NAMES[i // 361]} bug on {origin + 1}"
    return f"the bug on {origin + 1} cannot come to rest on {target + 1}"


WHY_NOT: dict[str, Callable[[dict[str, Any], int, Deck], str]] = {
    "go": _why_not_go,
    "sneak": _why_not_sneak,
    "snake": _why_not_snake,
    "color": _why_not_color,
    "wait": _why_not_wait,
    "eat": _why_not_eat,
    "eat-onto": _why_not_onto("eat"),
    "put-onto": _why_not_onto("put"),
    "wild": _why_not_wild,
    "wild-onto": _why_not_onto("wild"),
    "trade": _why_not_trade,
    "gather": _why_not_gather,
    "hide": _why_not_hide,
    "extra": lambda view, i, deck: "there is no Extra Action card in the hand",
    "bug": _why_not_bug,
}
