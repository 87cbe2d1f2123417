"""Texts of life: moves like `go:5` or `eat:R>BGOY`, chance like `~roll:16R`, positions as one line of `name=value` fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from calumma.core import Game, IllegalMove, NotationError, State
from calumma.games.life.board import CARDS, COLOUR_NAMES, COLOURS, GATHERS, KINDS, SPACES, neighbours
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.layout import START, kind_of
from calumma.games.life.table import PHASES

SEATS = ("Panther", "Jackson", "Carpet", "Meller")  # kinds of chameleons; no initial is the letter of a colour
SIDES = ("", "/L", "/R")
PLAIN = {"end": "end", "done": "done", "blind": "color:?", "wear": "wear", "decline": "decline", "extra": "extra"}
ONTO = {"eat-onto": "eat", "put-onto": "put", "wild-onto": "wild"}

# Moves


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
        raise NotationError(
            f"expected end, done, wear, decline, extra or one of {', '.join(READERS)} with a colon and what it is about"
        )
    pattern, example, read = READERS[word]
    found = re.fullmatch(pattern, rest)
    if not found:
        raise NotationError(f"expected something like {word}:{example}")
    return read(state, text, *found.groups())


def _space(text: str) -> int:
    if text.startswith("0") or not 1 <= int(text) <= SPACES:
        raise NotationError(f"there is no space {text}: expected 1 to {SPACES}")
    return int(text) - 1


def _colour(letter: str) -> int:
    if letter not in COLOURS:
        raise NotationError(f'there is no colour "{letter}": expected one of {" ".join(COLOURS)}')
    return COLOURS.index(letter)


def _among(names: Sequence[str], name: str, what: str) -> int:
    if name not in names:
        raise NotationError(f'there is no {what} "{name}": expected one like {names[len(names) // 2]}')
    return names.index(name)


def _read_go(state: State, text: str, space: str, card: str) -> int:
    return START["sneak" if card else "go"] + _space(space)


def _read_onto(word: str) -> Callable[..., int]:
    def read(state: State, text: str, letter: str, name: str | None, side: str | None) -> int:
        colour = _colour(letter)
        if name is None:
            if word == "put":
                raise NotationError("expected something like put:R>BGOY")
            return START[word] + colour
        place = SIDES.index(side or "") * 64 + _among(_deck(state).names, name, "objective")
        _check_colour(state, text, colour, place)
        return START[f"{word}-onto"] + place

    return read


def _check_colour(state: State, text: str, colour: int, place: int) -> None:
    """An action implies its colour, so a colour that does not fit is refused here."""
    view = state.view(None)
    name = _deck(state).names[place % 64]
    if place < 64 and name not in [objective["name"] for objective in view["going"][view["turn"]]]:
        return
    fits = _life(state).colour_for(place)
    if fits != colour:
        end = ("next bug", "left end", "right end")[place // 64]
        raise IllegalMove(f'cannot play "{text}": the {end} of {name} is {COLOUR_NAMES[fits]}, not {COLOUR_NAMES[colour]}')


def _read_trade(state: State, text: str, given: str, taken: str) -> int:
    return START["trade"] + _colour(given) * 6 + _colour(taken)


def _read_bug(state: State, text: str, letter: str, origin: str, target: str) -> int:
    return START["bug"] + (_colour(letter) * SPACES + _space(origin)) * SPACES + _space(target)


def _read_roll(state: State, text: str, space: str, letter: str) -> int:
    if letter:
        return START["~roll"] + _space(space) * 6 + _colour(letter)
    return START["~space"] + _space(space)


def _read_colour_space(kind: str) -> Callable[..., int]:
    return lambda state, text, letter, space: START[kind] + _colour(letter) * SPACES + _space(space)


def _read_colour(kind: str) -> Callable[..., int]:
    return lambda state, text, letter: START[kind] + _colour(letter)


def _read_card(kind: str) -> Callable[..., int]:
    return lambda state, text, name: START[kind] + _among(CARDS, name, "colour card")


SERVING = r"([A-Z])(?:>([A-Z]+(?:\.\d+)?)(/[LR])?)?"
READERS: dict[str, tuple[str, str, Callable[..., int]]] = {
    "go": (r"(\d+)(!?)", "5", _read_go),
    "snake": (r"([A-Z])>(\d+)", "O>14", _read_colour_space("snake")),
    "color": (r"([A-Z]+)", "RB, or color:? for a card from the deck", _read_card("color")),
    "wait": (r"([A-Z])", "R", _read_colour("wait")),
    "scare": (r"([A-Z])>(\d+)", "R>17", _read_colour_space("scare")),
    "eat": (SERVING, "R, eat:R>BGOY or eat:B>BGOY/L", _read_onto("eat")),
    "put": (SERVING, "R>BGOY or put:B>BGOY/L", _read_onto("put")),
    "wild": (SERVING, "R, wild:R>BGOY or wild:B>BGOY/L", _read_onto("wild")),
    "trade": (r"([A-Z])>([A-Z])", "R>B", _read_trade),
    "gather": (
        r"([A-Z]+)@(\d+)",
        "ROY@9",
        lambda state, text, name, space: START["gather"] + _among(GATHERS, name, "Gather card") * SPACES + _space(space),
    ),
    "hide": (r"([A-Z])", "R", _read_colour("hide")),
    "bug": (r"([A-Z])(\d+)>(\d+)", "R5>9", _read_bug),
    "~snake": (r"([A-Z])", "R", _read_colour("~snake")),
    "~bug": (r"([A-Z])", "R", _read_colour("~bug")),
    "~color": (r"([A-Z]+)", "RB", _read_card("~color")),
    "~objective": (
        r"([A-Z]+(?:\.\d+)?)",
        "BGOY",
        lambda state, text, name: START["~objective"] + _among(_deck(state).names, name, "objective"),
    ),
    "~roll": (r"(\d+)([A-Z]?)", "16R", _read_roll),
    "~d4": (r"([1-4])", "3", lambda state, text, face: START["~d4"] + int(face) - 1),
    "~achievement": (
        r"([A-Za-z-]+)",
        "sneak",
        lambda state, text, name: START["~achievement"] + _among(KINDS, name, "achievement card"),
    ),
}

# Why a move is not legal


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
        return f"{view['actions']} actions are left"
    if kind in ("go", "sneak", "snake", "color", "blind") and not view["actions"]:
        return "no action is left"
    return WHY_NOT[kind](view, i, _deck(state))


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


def fitting_colour(view: Mapping[str, Any], place: int, deck: Deck) -> int:
    """Return the colour of the bug that fits a place of an objective, numbered as in the actions."""
    bugs = deck.objectives[place % 64]
    if place >= 64:
        return COLOURS.index(bugs[0 if place < 128 else -1])
    begun = next(item for item in view["going"][view["turn"]] if item["name"] == deck.names[place])
    return COLOURS.index(bugs[begun["filled"]] if begun["side"] == "L" else bugs[-1 - begun["filled"]])


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

# Positions

EXPECTED = "expected fields like phase=act to=0 actions=3 snakes=R2,O3 bugs=2:R,5:GG s0=1/RB/RRO/BGOY:L2/GVR/sneak/hide-R"
FIELDS = (
    "phase",
    "to",
    "actions",
    "rolls",
    "turns",
    "starved",
    "marker",
    "did",
    "snakes",
    "bugs",
    "row",
    "discard",
    "objectives",
)
PENDING = {"scare": "scare", "wait": "wait", "offered": "offered", "last": "unfinished"}  # phase -> its own field
NOTHING = "-"


def position_text(state: State, seat: int | None) -> str:
    """Return the position in one line; a seat's text has only the size of other hands, like `?3`."""
    facts = _life(state).facts()
    names = _deck(state).names
    phase = PHASES[facts["phase"]]
    fields = {
        "phase": phase,
        "to": facts["turn"],
        **{name: facts[name] for name in ("actions", "rolls", "turns", "starved", "marker")},
        "did": _list(word for word in ("fed", "completed") if facts[word]),
        **_pending(phase, facts),
        "snakes": _list(f"{letter}{space + 1}" for letter, space in zip(COLOURS, facts["snakes"], strict=True) if space >= 0),
        "bugs": _list(f"{space + 1}:{_letters(packed)}" for space, packed in enumerate(facts["bugs"]) if packed),
        "row": _list(_chosen(CARDS, facts["row"])),
        "discard": _list(_chosen(CARDS, facts["discard"])),
        "objectives": _list(_chosen(names, facts["objectives"])),
        "used": _list(_counted(facts["used"])),
    }
    for who in range(state.seats):
        fields[f"s{who}"] = _seat_text(facts, who, names, seat is None or seat == who)
    return " ".join(f"{name}={value}" for name, value in fields.items())


def _pending(phase: str, facts: dict[str, Any]) -> dict[str, Any]:
    if phase == "scare":
        return {"scare": facts["pending"] + 1}
    if phase == "wait":
        return {"wait": COLOURS[facts["waiting"]]}
    if phase == "offered":
        return {"offered": CARDS[facts["offered"]]}
    return {"unfinished": facts["unfinished"]} if phase == "last" else {}


def _seat_text(facts: dict[str, Any], who: int, names: Sequence[str], open_hand: bool) -> str:
    card = facts["worn"][who]
    going = (
        f"{name}:{'LR'[facts['from_right'] >> k & 1]}{facts['filled'][k]}"
        for k, name in enumerate(names)
        if facts["going"][who] >> k & 1
    )
    hand = facts["hand"][who]
    parts = (
        f"{facts['place'][who] + 1}{'!' if facts['sneaking'][who] else ''}",
        NOTHING if card < 0 else CARDS[card],
        _letters(facts["stash"][who]) or NOTHING,
        _list(going),
        _list(_chosen(names, facts["finished"][who])),
        _list(_counted(hand)) if open_hand else f"?{sum(hand)}",
        _list(_counted(facts["laid"][who])),
    )
    return "/".join(parts)


def _list(items: Iterable[str]) -> str:
    return ",".join(items) or NOTHING


def _letters(packed: int) -> str:
    return "".join(letter * (packed >> 4 * i & 15) for i, letter in enumerate(COLOURS))


def _chosen(names: Sequence[str], mask: int) -> list[str]:
    return [name for i, name in enumerate(names) if mask >> i & 1]


def _counted(counts: Sequence[int]) -> list[str]:
    return [name for name, count in zip(KINDS, counts, strict=True) for _ in range(count)]


def parse_position(game: Game, text: str) -> State:
    """Return the position of a full text."""
    fields = _fields(game, text)
    deck = read_deck(str(game.options["cards"]))
    phase = PHASES[_among(PHASES, fields["phase"], "phase")]
    facts: dict[str, Any] = {"phase": PHASES.index(phase), "turn": _number(fields, "to", game.seats - 1)}
    for name, most in (("actions", 99), ("rolls", 2), ("turns", 100 * game.seats), ("starved", 3 * game.seats), ("marker", 999)):
        facts[name] = _number(fields, name, most)
    did = _items(fields["did"])
    if set(did) - {"fed", "completed"}:
        raise NotationError(f'did is "{fields["did"]}": expected -, fed, or fed,completed')
    facts["fed"], facts["completed"] = int("fed" in did), int("completed" in did)
    facts.update(_read_pending(fields, phase, game))
    facts["snakes"], facts["bugs"] = _read_snakes(fields["snakes"]), _read_bugs(fields["bugs"])
    facts["row"], facts["discard"] = (_mask(CARDS, fields[name], "colour card") for name in ("row", "discard"))
    facts["objectives"] = _mask(deck.names, fields["objectives"], "objective")
    facts["used"] = _counts(fields["used"])
    facts["filled"], facts["from_right"] = [0] * 64, 0
    seats = [_read_seat(fields[f"s{who}"], who, deck, facts) for who in range(game.seats)]
    for name in seats[0]:
        facts[name] = [seat[name] for seat in seats]
    _check(game, deck, facts, phase)
    state: Any = game.new()
    state.set_up(facts)
    _check_whole(state, phase)
    return state  # type: ignore[no-any-return]


def _fields(game: Game, text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for token in text.split():
        name, equals, value = token.partition("=")
        if not equals or not value or name in fields:
            raise NotationError(f'"{token}" is not a field of its own: {EXPECTED}')
        fields[name] = value
    wanted = [*FIELDS, "used", *(f"s{who}" for who in range(game.seats))]
    wanted += [PENDING[fields["phase"]]] if fields.get("phase") in PENDING else []
    for name in wanted:
        if name not in fields:
            raise NotationError(f"there is no field {name}: {EXPECTED}")
    for name in fields:
        if name not in wanted:
            raise NotationError(f'the field "{name}" does not belong here: expected {", ".join(wanted)}')
    return fields


def _number(fields: dict[str, str], name: str, most: int) -> int:
    value = fields[name]
    if not re.fullmatch(r"\d{1,6}", value) or int(value) > most:
        raise NotationError(f'{name} is "{value}": expected a number from 0 to {most}')
    return int(value)


def _items(text: str) -> list[str]:
    return [] if text == NOTHING else text.split(",")


def _read_pending(fields: dict[str, str], phase: str, game: Game) -> dict[str, int]:
    found = {"pending": 0, "waiting": 0, "offered": -1, "unfinished": 0}
    if phase == "scare":
        found["pending"] = _number(fields, "scare", SPACES) - 1
    if phase == "wait":
        found["waiting"] = _colour(fields["wait"])
    if phase == "offered":
        found["offered"] = _among(CARDS, fields["offered"], "colour card")
    if phase == "last":
        found["unfinished"] = _number(fields, "unfinished", game.seats)
        if not found["unfinished"]:
            raise NotationError("unfinished is 0: then the phase is over")
    if found["pending"] < 0:
        raise NotationError("scare is 0: expected a space")
    return found


def _read_snakes(text: str) -> list[int]:
    snakes = [-1] * 6
    for item in _items(text):
        found = re.fullmatch(r"([A-Z])(\d+)", item)
        if not found:
            raise NotationError(f'there is a snake "{item}": expected a colour and a space, like R2')
        colour, space = _colour(found[1]), _space(found[2])
        if snakes[colour] >= 0 or space in snakes:
            raise NotationError(f'the snake "{item}" is one too many')
        snakes[colour] = space
    return snakes


def _read_bugs(text: str) -> list[int]:
    bugs = [0] * SPACES
    for item in _items(text):
        found = re.fullmatch(r"(\d+):([A-Z]+)", item)
        if not found or bugs[_space(found[1])]:
            raise NotationError(f'there are bugs "{item}": expected every space once with its bugs, like 5:RRG')
        bugs[_space(found[1])] = _packed(found[2])
    return bugs


def _packed(bugs: str) -> int:
    for letter in bugs:
        _colour(letter)
        if bugs.count(letter) > 15:
            raise NotationError(f"there are {bugs.count(letter)} bugs {letter} in one place: expected 15 at the most")
    return sum(1 << 4 * COLOURS.index(letter) for letter in bugs)


def _mask(names: Sequence[str], text: str, what: str) -> int:
    mask = 0
    for name in _items(text):
        bit = 1 << _among(names, name, what)
        if mask & bit:
            raise NotationError(f"the {what} {name} occurs twice")
        mask |= bit
    return mask


def _counts(text: str) -> list[int]:
    counts = [0] * len(KINDS)
    for name in _items(text):
        counts[_among(KINDS, name, "achievement card")] += 1
    return counts


def _read_seat(text: str, who: int, deck: Deck, facts: dict[str, Any]) -> dict[str, Any]:
    """Read what belongs to one seat; the bugs on its objectives go into `facts`."""
    parts = text.split("/")
    if len(parts) != 7:
        raise NotationError(
            f's{who} is "{text}": expected space/card/stash/unfinished objectives/complete objectives/hand/open cards'
        )
    place, card, stash, going, finished, hand, laid = parts
    if hand.startswith("?"):
        raise NotationError(f"the hand of seat {who} is hidden: expected a full position")
    if not re.fullmatch(r"\d+!?", place):
        raise NotationError(f'seat {who} stands on "{place}": expected a space, with ! when sneaking')
    return {
        "place": _space(place.rstrip("!")),
        "worn": -1 if card == NOTHING else _among(CARDS, card, "colour card"),
        "sneaking": int(place.endswith("!")),
        "stash": 0 if stash == NOTHING else _packed(stash),
        "going": _read_going(going, deck, facts),
        "finished": _read_finished(finished, deck, facts),
        "hand": _counts(hand),
        "laid": _counts(laid),
    }


def _read_going(text: str, deck: Deck, facts: dict[str, Any]) -> int:
    mask = 0
    for item in _items(text):
        found = re.fullmatch(r"([A-Z]+(?:\.\d+)?):([LR])(\d)", item)
        if not found:
            raise NotationError(f'there is an objective "{item}": expected its name, side and bugs, like BGOY:L2')
        k = _among(deck.names, found[1], "objective")
        if not 0 < int(found[3]) < len(deck.objectives[k]) or facts["filled"][k]:
            raise NotationError(
                f'there is an objective "{item}": expected 1 to {len(deck.objectives[k]) - 1} bugs, and it once only'
            )
        facts["filled"][k] = int(found[3])
        facts["from_right"] |= (found[2] == "R") << k
        mask |= 1 << k
    return mask


def _read_finished(text: str, deck: Deck, facts: dict[str, Any]) -> int:
    mask = _mask(deck.names, text, "objective")
    for name in _items(text):
        k = deck.names.index(name)
        if facts["filled"][k]:
            raise NotationError(f"the objective {name} occurs twice")
        facts["filled"][k] = len(deck.objectives[k])
    return mask


def _check(game: Game, deck: Deck, facts: dict[str, Any], phase: str) -> None:
    """See that no card occurs twice and that everything is there that a phase needs."""
    cards = [name for mask in (facts["row"], facts["discard"]) for name in _chosen(CARDS, mask)]
    cards += [CARDS[card] for card in [*facts["worn"], facts["offered"]] if card >= 0]
    for name in cards:
        if cards.count(name) > 1:
            raise NotationError(f"the colour card {name} occurs {cards.count(name)} times")
    for k, name in enumerate(deck.names):
        if facts["filled"][k] and facts["objectives"] >> k & 1:
            raise NotationError(f"the objective {name} occurs twice")
    for i, kind in enumerate(KINDS):
        met = facts["used"][i] + sum(seat[i] for seat in facts["hand"]) + sum(seat[i] for seat in facts["laid"])
        met += sum(facts["sneaking"]) if kind == "sneak" else 0
        if met > deck.copies[i]:
            raise NotationError(f"the card {kind} occurs {met} times: expected {deck.copies[i]} at the most")
        if any(seat[i] for seat in facts["laid"]) and not kind.startswith(("gather", "hide")):
            raise NotationError(f"the card {kind} cannot lie open")
    for who, stash in enumerate(facts["stash"]):
        if len(_letters(stash)) > 5:
            raise NotationError(f"the stash of seat {who} holds {len(_letters(stash))} bugs: expected 5 at the most")
    _check_setup(facts, phase)


def _check_setup(facts: dict[str, Any], phase: str) -> None:
    """See how far the setup has come (R1 to R5)."""
    stage = PHASES.index(phase)
    placed = [space for space in facts["snakes"] if space >= 0]
    if (len(placed) < 6) != (phase == "snakes") or (phase == "snakes" and sorted(placed) != list(range(1, 1 + len(placed)))):
        raise NotationError(f"{len(placed)} snakes are on the board in phase {phase}")
    dealt = [card >= 0 for card in facts["worn"]]
    expected = [who < facts["turn"] if phase == "first-cards" else stage > 3 for who in range(len(dealt))]
    if dealt != expected:
        raise NotationError(f"{sum(dealt)} seats have a colour card in phase {phase}: expected {sum(expected)}")
    rows = (("row", 2, 3), ("objectives", 4, 4))
    for name, own, most in rows:
        count = facts[name].bit_count()
        if count > most or (stage < own and count) or (stage == own and count == most):
            raise NotationError(f"there are {count} cards in {name} in phase {phase}")
    seeded = [space for space, packed in enumerate(facts["bugs"]) if packed]
    if stage < 2 and (seeded != list(range(1, 1 + len(seeded))) or len(seeded) > (17 if stage else 0)):
        raise NotationError(f"there are bugs on {len(seeded)} spaces in phase {phase}")


def _check_whole(state: Any, phase: str) -> None:
    """See that the supply suffices and that bugs, snakes and chameleons get along (R7, R8)."""
    view = state.view(None)
    for letter, count in zip(COLOURS, view["supply"], strict=True):
        if count < 0:
            raise NotationError(f"there are {15 - count} bugs {letter}: expected 15 at the most")
    for who, (place, card) in enumerate(zip(view["places"], view["cards"], strict=True)):
        if card is None:
            continue
        snake = COLOURS[view["snakes"].index(place)] if place in view["snakes"] else ""
        needs = bool(snake) and snake not in card
        if needs != view["sneaking"][who]:
            raise NotationError(f"seat {who} on {place} {'must be' if needs else 'cannot be'} sneaking")
        scared = set(view["bugs"][place - 1]) - set(card)
        if scared and not (phase == "scare" and view["scared"][0] == place):
            raise NotationError(f"the bugs {''.join(sorted(scared))} on {place} would be scared by seat {who}")
    if phase == "scare" and state.facts()["pending"] + 1 not in view["places"]:
        raise NotationError("no chameleon is on the space of the scared bugs")
    if not state.legal() and phase != "over":
        raise NotationError(f"nothing can be done in phase {phase}")
