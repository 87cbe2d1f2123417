"""Positions as one line of `name=value` fields, with everything that the rest of a match depends on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from calumma.core import Game, NotationError, State
from calumma.core.words import Words
from calumma.games.life.board import CARDS, COLOURS, KINDS, SPACES
from calumma.games.life.box import Box, box_of
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.names import read_colour, read_name, read_space
from calumma.games.life.view import PHASES

say = Words(__package__)

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
    whole: Any = state
    facts = whole.facts()
    names = read_deck(str(state.game.options["cards"])).names
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
    deck, box = read_deck(str(game.options["cards"])), box_of(game.seats, game.options)
    phase = PHASES[read_name(PHASES, fields["phase"], "phase")]
    facts: dict[str, Any] = {"phase": PHASES.index(phase), "turn": _number(fields, "to", game.seats - 1)}
    bounds = {"actions": 99, "rolls": 2, "turns": box.rounds * game.seats, "starved": 3 * game.seats, "marker": 999}
    for name, most in bounds.items():
        facts[name] = _number(fields, name, most)
    did = _items(fields["did"])
    if set(did) - {"fed", "completed"}:
        raise NotationError(say("did", did=fields["did"]))
    facts["fed"], facts["completed"] = int("fed" in did), int("completed" in did)
    facts.update(_read_pending(fields, phase, game))
    facts["snakes"], facts["bugs"] = _read_snakes(fields["snakes"]), _read_bugs(fields["bugs"])
    facts["row"], facts["discard"] = (_mask(CARDS, fields[name], say("colour-card")) for name in ("row", "discard"))
    facts["objectives"] = _mask(deck.names, fields["objectives"], "objective")
    facts["used"] = _counts(fields["used"])
    facts["filled"], facts["from_right"] = [0] * 64, 0
    seats = [_read_seat(fields[f"s{who}"], who, deck, facts) for who in range(game.seats)]
    for name in seats[0]:
        facts[name] = [seat[name] for seat in seats]
    _check(box, deck, facts, phase)
    if phase == "scare":
        _check_scare(facts)
    state: Any = game.new()
    state.set_up(facts)
    _check_whole(state, phase)
    return state  # type: ignore[no-any-return]


def fill(game: Game, text: str, seat: int) -> str:
    """Return a seat's text with unseen achievement cards in the hands of which it has only the size."""
    return next(all_filled(game, text, seat))


def all_filled(game: Game, text: str, seat: int) -> Iterator[str]:
    """Yield a seat's text with every choice of unseen achievement cards in the hands of which it has only the size."""
    fields = _fields(game, text)
    seats = [_parts(fields[f"s{who}"], who) for who in range(game.seats)]
    hidden = {who: _hidden(parts[5], who, seat) for who, parts in enumerate(seats) if parts[5].startswith("?")}
    unseen = _unseen(game, fields["used"], seats)
    if sum(hidden.values()) > len(unseen):
        raise NotationError(say("too-many-hidden", count=sum(hidden.values()), most=len(unseen)))
    for hands in _deals(list(hidden.values()), unseen):
        for who, cards in zip(hidden, hands, strict=True):
            seats[who][5] = _list(cards)
        fields.update({f"s{who}": "/".join(parts) for who, parts in enumerate(seats)})
        yield " ".join(f"{name}={value}" for name, value in fields.items())


def _deals(sizes: Sequence[int], cards: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every way of dealing hands of these sizes, the last cards first; cards that are alike count each on its own."""
    if not sizes:
        yield []
        return
    for chosen in combinations(range(len(cards) - 1, -1, -1), sizes[0]):
        rest = [card for place, card in enumerate(cards) if place not in chosen]
        for others in _deals(sizes[1:], rest):
            yield [tuple(cards[place] for place in chosen), *others]


def _hidden(hand: str, who: int, seat: int) -> int:
    """Return how many cards there are in a hand that is hidden."""
    if who == seat:
        raise NotationError(say("own-hand-hidden", seat=seat))
    if not re.fullmatch(r"[0-9]{1,3}", hand[1:]):
        raise NotationError(say("hidden-hand", seat=who, hand=hand))
    return int(hand[1:])


def _unseen(game: Game, used: str, seats: Sequence[Sequence[str]]) -> list[str]:
    """Return the achievement cards that a text shows nowhere."""
    left = list(read_deck(str(game.options["cards"])).copies)
    left[KINDS.index("sneak")] -= sum(parts[0].endswith("!") for parts in seats)
    for cards in (used, *(part for parts in seats for part in parts[5:] if not part.startswith("?"))):
        left = [copies - seen for copies, seen in zip(left, _counts(cards), strict=True)]
    return [kind for kind, copies in zip(KINDS, left, strict=True) for _ in range(copies)]


def _fields(game: Game, text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for token in text.split():
        name, equals, value = token.partition("=")
        if not equals or not value or name in fields:
            raise NotationError(say("not-field-own", token=token, expected=say("expected-fields")))
        fields[name] = value
    wanted = [*FIELDS, "used", *(f"s{who}" for who in range(game.seats))]
    wanted += [PENDING[fields["phase"]]] if fields.get("phase") in PENDING else []
    for name in wanted:
        if name not in fields:
            raise NotationError(say("no-field", name=name, expected=say("expected-fields")))
    for name in fields:
        if name not in wanted:
            raise NotationError(say("field-does-not-belong", name=name, known=", ".join(wanted)))
    return fields


def _number(fields: dict[str, str], name: str, most: int) -> int:
    value = fields[name]
    if not re.fullmatch(r"[0-9]{1,6}", value) or int(value) > most:
        raise NotationError(say("is", name=name, value=value, most=most))
    return int(value)


def _items(text: str) -> list[str]:
    return [] if text == NOTHING else text.split(",")


def _read_pending(fields: dict[str, str], phase: str, game: Game) -> dict[str, int]:
    found = {"pending": 0, "waiting": 0, "offered": -1, "unfinished": 0}
    if phase == "scare":
        found["pending"] = _number(fields, "scare", SPACES) - 1
    if phase == "wait":
        found["waiting"] = read_colour(fields["wait"])
    if phase == "offered":
        found["offered"] = read_name(CARDS, fields["offered"], say("colour-card"))
    if phase == "last":
        found["unfinished"] = _number(fields, "unfinished", game.seats)
        if not found["unfinished"]:
            raise NotationError(say("unfinished-0-then-phase"))
    if found["pending"] < 0:
        raise NotationError(say("scare-0"))
    return found


def _read_snakes(text: str) -> list[int]:
    snakes = [-1] * 6
    for item in _items(text):
        found = re.fullmatch(r"([A-Z])([0-9]+)", item)
        if not found:
            raise NotationError(say("snake", item=item))
        colour, space = read_colour(found[1]), read_space(found[2])
        if snakes[colour] >= 0 or space in snakes:
            raise NotationError(say("snake-one-too-many", item=item))
        snakes[colour] = space
    return snakes


def _read_bugs(text: str) -> list[int]:
    bugs = [0] * SPACES
    for item in _items(text):
        found = re.fullmatch(r"([0-9]+):([A-Z]+)", item)
        if not found or bugs[read_space(found[1])]:
            raise NotationError(say("bugs", item=item))
        bugs[read_space(found[1])] = _packed(found[2])
    return bugs


def _packed(bugs: str) -> int:
    for letter in bugs:
        read_colour(letter)
        if bugs.count(letter) > 15:
            raise NotationError(say("too-many-bugs-in-one-place", count=bugs.count(letter), letter=letter))
    return sum(1 << 4 * COLOURS.index(letter) for letter in bugs)


def _mask(names: Sequence[str], text: str, what: str) -> int:
    mask = 0
    for name in _items(text):
        bit = 1 << read_name(names, name, what)
        if mask & bit:
            raise NotationError(say("occurs-twice", what=what, name=name))
        mask |= bit
    return mask


def _counts(text: str) -> list[int]:
    counts = [0] * len(KINDS)
    for name in _items(text):
        counts[read_name(KINDS, name, say("achievement-card"))] += 1
    return counts


def _read_seat(text: str, who: int, deck: Deck, facts: dict[str, Any]) -> dict[str, Any]:
    """Read what belongs to one seat; the bugs on its objectives go into `facts`."""
    place, card, stash, going, finished, hand, laid = _parts(text, who)
    if hand.startswith("?"):
        raise NotationError(say("hand-seat-hidden", seat=who))
    if not re.fullmatch(r"[0-9]+!?", place):
        raise NotationError(say("seat-stands", seat=who, place=place))
    return {
        "place": read_space(place.rstrip("!")),
        "worn": -1 if card == NOTHING else read_name(CARDS, card, say("colour-card")),
        "sneaking": int(place.endswith("!")),
        "stash": 0 if stash == NOTHING else _packed(stash),
        "going": _read_going(going, deck, facts),
        "finished": _read_finished(finished, deck, facts),
        "hand": _counts(hand),
        "laid": _counts(laid),
    }


def _parts(text: str, who: int) -> list[str]:
    parts = text.split("/")
    if len(parts) != 7:
        raise NotationError(say("seat-field", seat=who, text=text))
    return parts


def _read_going(text: str, deck: Deck, facts: dict[str, Any]) -> int:
    mask = 0
    for item in _items(text):
        found = re.fullmatch(r"([A-Z]+(?:\.[0-9]+)?):([LR])([0-9])", item)
        if not found:
            raise NotationError(say("begun-objective", item=item))
        k = read_name(deck.names, found[1], "objective")
        if not 0 < int(found[3]) < len(deck.objectives[k]) or facts["filled"][k]:
            raise NotationError(say("begun-objective-bugs", item=item, most=len(deck.objectives[k]) - 1))
        facts["filled"][k] = int(found[3])
        facts["from_right"] |= (found[2] == "R") << k
        mask |= 1 << k
    return mask


def _read_finished(text: str, deck: Deck, facts: dict[str, Any]) -> int:
    mask = _mask(deck.names, text, "objective")
    for name in _items(text):
        k = deck.names.index(name)
        if facts["filled"][k]:
            raise NotationError(say("objective-occurs-twice", name=name))
        facts["filled"][k] = len(deck.objectives[k])
    return mask


def _check(box: Box, deck: Deck, facts: dict[str, Any], phase: str) -> None:
    """See that no card occurs twice and that everything is there that a phase needs."""
    cards = [name for mask in (facts["row"], facts["discard"]) for name in _chosen(CARDS, mask)]
    cards += [CARDS[card] for card in [*facts["worn"], facts["offered"]] if card >= 0]
    for name in cards:
        if cards.count(name) > 1:
            raise NotationError(say("colour-card-occurs-times", name=name, count=cards.count(name)))
    for k, name in enumerate(deck.names):
        if facts["filled"][k] and facts["objectives"] >> k & 1:
            raise NotationError(say("objective-occurs-twice", name=name))
    for i, kind in enumerate(KINDS):
        met = facts["used"][i] + sum(seat[i] for seat in facts["hand"]) + sum(seat[i] for seat in facts["laid"])
        met += sum(facts["sneaking"]) if kind == "sneak" else 0
        if met > deck.copies[i]:
            raise NotationError(say("card-occurs-times", kind=kind, count=met, most=deck.copies[i]))
        if any(seat[i] for seat in facts["laid"]) and not kind.startswith(("gather", "hide")):
            raise NotationError(say("card-cannot-lie-open", kind=kind))
    for who, stash in enumerate(facts["stash"]):
        if len(_letters(stash)) > 5:
            raise NotationError(say("stash-seat-holds-bugs", seat=who, count=len(_letters(stash))))
    _check_setup(box, facts, phase)


def _check_setup(box: Box, facts: dict[str, Any], phase: str) -> None:
    """See how far the setup has come (R1 to R5)."""
    stage = PHASES.index(phase)
    placed = [space for space in facts["snakes"] if space >= 0]
    if (len(placed) < box.snakes) != (phase == "snakes") or (
        phase == "snakes" and sorted(placed) != list(range(1, 1 + len(placed)))
    ):
        raise NotationError(say("snakes-board-phase", count=len(placed), phase=phase))
    dealt = [card >= 0 for card in facts["worn"]]
    expected = [who < facts["turn"] if phase == "first-cards" else stage > 3 for who in range(len(dealt))]
    if dealt != expected:
        raise NotationError(say("seats-colour-card-phase", count=sum(dealt), phase=phase, expected=sum(expected)))
    for name, own, refilled, most in (("row", 2, "colors", box.color_row), ("objectives", 4, "objectives", box.objective_row)):
        count = facts[name].bit_count()
        awaited = stage == own or phase == refilled
        if count > most or (stage < own and count) or (awaited and count == most):
            raise NotationError(say("cards-phase", count=count, name=name, phase=phase))
    seeded = [space for space, packed in enumerate(facts["bugs"]) if packed]
    if stage < 2 and (seeded != list(range(1, 1 + len(seeded))) or len(seeded) > (box.spaces - 2 if stage else 0)):
        raise NotationError(say("bugs-spaces-phase", count=len(seeded), phase=phase))


def _check_scare(facts: dict[str, Any]) -> None:
    """See that there is a bug that must leave the space to be cleared (R8)."""
    space = facts["pending"]
    cards = [CARDS[card] for place, card in zip(facts["place"], facts["worn"], strict=True) if place == space]
    if not any(set(_letters(facts["bugs"][space])) - set(card) for card in cards):
        raise NotationError(say("no-bug-scared", space=space + 1))


def _check_whole(state: Any, phase: str) -> None:
    """See that the supply suffices and that bugs, snakes and chameleons get along (R7, R8)."""
    view, box = state.view(None), state.sizes.contents
    for number, (letter, count) in enumerate(zip(COLOURS, view["supply"], strict=True)):
        if count < 0:
            most = box.bugs if number < box.colours else 0
            raise NotationError(say("too-many-bugs", count=most - count, letter=letter, most=most))
    for who, (place, card) in enumerate(zip(view["places"], view["cards"], strict=True)):
        if card is None:
            continue
        snake = COLOURS[view["snakes"].index(place)] if place in view["snakes"] else ""
        needs = bool(snake) and snake not in card
        if needs != view["sneaking"][who]:
            if needs:
                raise NotationError(say("seat-must-sneaking", seat=who, place=place))
            raise NotationError(say("seat-cannot-sneaking", seat=who, place=place))
        scared = set(view["bugs"][place - 1]) - set(card)
        if scared and not (phase == "scare" and view["scared"][0] == place):
            raise NotationError(say("bugs-would-scared-seat", bugs="".join(sorted(scared)), place=place, seat=who))
    if not state.legal() and phase != "over":
        raise NotationError(say("nothing-can-done-phase", phase=phase))
