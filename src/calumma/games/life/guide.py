"""Help through a turn of life: what is left, what can be eaten, placed and completed, sequences for one click, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from calumma.drawing import Effect, Guide, Row, Shortcut
from calumma.games.life.board import COLOURS, GATHERS, SPACES
from calumma.games.life.layout import START, kind_of
from calumma.games.life.names import card_name, colour_name, deck_of
from calumma.games.life.view import Begun, View

Suggestion = tuple[int, Shortcut]  # rank, the lower the better

STASH = 5  # bugs that a stash holds
MOST = 6  # sequences that are offered
COMPLETE, LAY, GO_COMPLETE, FEED, GO_FEED, BEGIN, KEEP = range(7)


def guide(view: View, legal: Sequence[int]) -> Guide:
    """Return the help for the seat that looks: all of it in its turn, else its cards alone."""
    cards = tuple(_cards(view))
    return Guide(tuple(_facts(view)), tuple(_shortcuts(view, legal)), cards) if legal else Guide(cards=cards)


# What is left, and what is under way


def _facts(view: View) -> Iterator[Effect]:
    if view["scared"]:
        space, letter = view["scared"]
        yield Effect("scared", {"colour": colour_name(letter), "cell": str(space)}, (str(space),))
        return
    if view["offered"]:
        yield Effect("offered", {"card": card_name(view["offered"])})
        return
    if view["phase"] == "last":
        yield Effect("last", {})
    else:
        yield Effect("actions" if view["actions"] else "no-actions", {"count": view["actions"]})
        if view["rolls"]:
            yield Effect("rolls", {"count": view["rolls"]})
    here = _here(view)
    if here and view["phase"] != "last":
        yield Effect("food", {"bugs": [colour_name(letter) for letter in here]}, (str(view["places"][view["turn"]]),))
    for begun in view["going"][view["turn"]]:
        needed = _needed(view, begun)
        yield Effect("needs", {"objective": begun["name"], "bugs": [colour_name(letter) for letter in needed]})


def _here(view: View) -> str:
    """The bugs on the own space."""
    return str(view["bugs"][view["places"][view["turn"]] - 1])


def _needed(view: View, begun: Begun) -> str:
    """The bugs that an objective still needs, the next one first."""
    deck = deck_of(view)
    bugs = deck.objectives[deck.names.index(begun["name"])]
    return bugs[begun["filled"] :] if begun["side"] == "L" else bugs[::-1][begun["filled"] :]


# Sequences


def _shortcuts(view: View, legal: Sequence[int]) -> list[Shortcut]:
    """The best sequences whose first move is legal; of walks only a few."""
    allowed = set(legal)
    plans = [*_feeding(view), *_walks(view), *_laid(legal, view), *_begins(view, legal), *_keeping(view)]
    good = sorted((plan for plan in plans if plan[1].actions[0] in allowed), key=lambda plan: (plan[0], -len(plan[1].actions)))
    walks = [plan for plan in good if plan[0] == GO_FEED]
    return [shortcut for rank, shortcut in good if (rank, shortcut) not in walks[2:]][:MOST]


def _chain(needed: str, here: str, stash: str) -> list[tuple[str, str]]:
    """The bugs that can follow one another onto an objective: from the space first, then from the stash."""
    left, found = {"eat-onto": list(here), "put-onto": list(stash)}, []
    for letter in needed:
        source = next((name for name, bugs in left.items() if letter in bugs), None)
        if source is None:
            break
        left[source].remove(letter)
        found.append((source, letter))
    return found


def _feeding(view: View) -> Iterator[Suggestion]:
    here = "" if view["phase"] == "last" else _here(view)
    for begun in view["going"][view["turn"]]:
        yield from _onto(view, begun, here, (), "complete", "feed", (COMPLETE, FEED))


def _walks(view: View) -> Iterator[Suggestion]:
    """One step to a space where nothing is scared and something can be eaten at once."""
    card, me = view["cards"][view["turn"]] or "", view["turn"]
    for space, bugs in enumerate(view["bugs"]):
        if bugs and set(bugs) <= set(card) and view["places"][me] != space + 1:
            for begun in view["going"][me]:
                if _needed(view, begun)[0] in bugs:
                    yield from _onto(view, begun, bugs, (START["go"] + space,), "go-complete", "go-feed", (GO_COMPLETE, GO_FEED))


def _onto(
    view: View, begun: Begun, here: str, first: tuple[int, ...], whole: str, part: str, ranks: tuple[int, int]
) -> Iterator[Suggestion]:
    deck, needed = deck_of(view), _needed(view, begun)
    number = deck.names.index(begun["name"])
    chain = _chain(needed, here, view["stash"][view["turn"]])
    if not chain:
        return
    done = len(chain) == len(needed)
    space = first[0] - START["go"] + 1 if first else view["places"][view["turn"]]
    values: dict[str, Any] = {
        "objective": begun["name"],
        "bugs": [colour_name(letter) for _, letter in chain],
        "cell": str(space),
    }
    values |= {"count": deck.points[number]} if done else {}
    actions = (*first, *(START[source] + number for source, _ in chain))
    cells = (str(space), f"own:{begun['name']}")
    yield ranks[0] if done else ranks[1], Shortcut(Effect(whole if done else part, values, cells), actions)


def _laid(legal: Sequence[int], view: View) -> Iterator[Suggestion]:
    """Gather and Hide cards that can be laid open now."""
    deck = deck_of(view)
    for kind, i, action in ((*kind_of(action), action) for action in legal):
        if kind == "gather":
            bugs = GATHERS[i // SPACES]
            values = {"bugs": [colour_name(letter) for letter in bugs], "cell": str(i % SPACES + 1), "count": deck.gather_points}
            yield LAY, Shortcut(Effect("lay-gather", values, (f"hand:gather-{bugs}", str(i % SPACES + 1))), (action,))
        elif kind == "hide":
            values = {"colour": colour_name(COLOURS[i]), "count": deck.hide_points}
            yield LAY, Shortcut(Effect("lay-hide", values, (f"hand:hide-{COLOURS[i]}",)), (action,))


def _begins(view: View, legal: Sequence[int]) -> Iterator[Suggestion]:
    """Face-up objectives that a bug at hand starts, from the side where more can follow."""
    deck, stash = deck_of(view), view["stash"][view["turn"]]
    for name in view["objectives"]:
        bugs = deck.objectives[deck.names.index(name)]
        chains = [(_chain(bugs, _here(view), stash), 64, "left"), (_chain(bugs[::-1], _here(view), stash), 128, "right")]
        chain, place, side = max(chains, key=lambda each: len(each[0]))
        if chain:
            source, letter = chain[0]
            values = {
                "objective": name,
                "side": side,
                "colour": colour_name(letter),
                "count": deck.points[deck.names.index(name)],
            }
            action = START[source] + place + deck.names.index(name)
            yield BEGIN, Shortcut(Effect("begin", values, (f"{name}/{'L' if place == 64 else 'R'}",)), (action,))


def _keeping(view: View) -> Iterator[Suggestion]:
    """Eat what is here into the stash, as far as it holds it."""
    me = view["turn"]
    bugs = _here(view)[: STASH - len(view["stash"][me])]
    if bugs and view["phase"] != "last":
        values = {"bugs": [colour_name(letter) for letter in bugs]}
        cells = (str(view["places"][me]), *dict.fromkeys(f"stash:{letter}" for letter in bugs))
        yield KEEP, Shortcut(Effect("keep", values, cells), tuple(START["eat"] + COLOURS.index(letter) for letter in bugs))


# Cards and score


def _cards(view: View) -> Iterator[Effect]:
    deck = deck_of(view)
    hand = [] if view["seat"] is None else view["hands"][view["seat"]] or []
    for card in dict.fromkeys(hand):
        kind, _, letters = card.partition("-")
        if kind not in ("gather", "hide"):
            kind, letters = card, ""
        values: dict[str, Any] = {"bugs": [colour_name(letter) for letter in letters], "copies": hand.count(card)}
        values |= {"count": deck.hide_points if kind == "hide" else deck.gather_points} if letters else {}
        yield Effect(f"card-{kind}", values, (f"hand:{card}",))


def tally(view: View, stories: Sequence[Sequence[Effect]]) -> list[Row]:
    """Return the score in its parts (R18)."""
    deck, seats = deck_of(view), range(view["seats"])
    objectives = [sum(deck.points[deck.names.index(name)] for name in view["finished"][seat]) for seat in seats]
    open_cards = view["open"]
    gathers = [deck.gather_points * sum(card.startswith("gather") for card in open_cards[seat]) for seat in seats]
    hides = [deck.hide_points * sum(card.startswith("hide") for card in open_cards[seat]) for seat in seats]
    begun = [-2 * len(view["going"][seat]) for seat in seats]
    rows = {"objectives": objectives, "gather": gathers, "hide": hides, "unfinished": begun}
    return [Row(key, tuple(numbers)) for key, numbers in rows.items()]
