"""What may be played, written a second time from the rules: slowly, with sets of names, from views alone."""

from __future__ import annotations

import itertools
from typing import Any

from calumma.games.life.deck import read_deck

COLOURS = "ROYGBV"
INNER = {2: (19, 8, 9), 3: (9, 10, 11), 4: (11, 12, 13), 5: (13, 14, 15), 6: (15, 16, 17), 7: (17, 18, 19)}


def touching(view: dict[str, Any], space: int) -> set[int]:
    """The spaces that touch one."""
    found = set()
    ring = [2, 3, 4, 5, 6, 7, 2]
    outer = [*range(8, 20), 8]
    for a, b in [*itertools.pairwise(ring), *itertools.pairwise(outer), *((1, k) for k in range(2, 8))]:
        found |= {b} if a == space else {a} if b == space else set()
    for inner, touched in INNER.items():
        chosen = touched if view["options"]["board"] == "hex" else touched[1:]
        found |= set(chosen) if inner == space else {inner} if space in chosen else set()
    return found


def scares(view: dict[str, Any], space: int, colour: str) -> bool:
    """Whether a chameleon on a space does not match a colour."""
    return any(place == space and colour not in card for place, card in zip(view["places"], view["cards"], strict=True))


def rests(view: dict[str, Any], colour: str, start: int) -> set[int]:
    """Where a bug that leaves a space may come to rest: every walk, step by step."""
    found, walks, seen = set(), [start], {start}
    while walks:
        for space in touching(view, walks.pop()):
            if not scares(view, space, colour):
                found.add(space)
            elif space not in seen:
                seen.add(space)
                walks.append(space)
    return found - {start}


def slithers(view: dict[str, Any], colour: str) -> set[int]:
    """Where one action brings a snake."""
    start = view["snakes"][COLOURS.index(colour)]
    found, walks, seen = set(), [start], {start}
    while walks:
        for space in touching(view, walks.pop()):
            if space in seen or scares(view, space, colour):
                continue
            seen.add(space)
            if space in view["snakes"]:
                walks.append(space)
            else:
                found.add(space)
    return found


def supplied(view: dict[str, Any]) -> set[str]:
    return {letter for letter, count in zip(COLOURS, view["supply"], strict=True) if count}


def servings(view: dict[str, Any], colours: set[Any], start: bool = True) -> set[Any]:
    """Where bugs of some colours fit, as `R>BGOY`."""
    deck = read_deck(view["options"]["cards"])
    bugs_of = dict(zip(deck.names, deck.objectives, strict=True))
    found = set()
    for begun in view["going"][view["turn"]]:
        bugs = bugs_of[begun["name"]] if begun["side"] == "L" else bugs_of[begun["name"]][::-1]
        found |= {f"{bugs[begun['filled']]}>{begun['name']}"}
    for name in view["objectives"] if start else []:
        found |= {f"{bugs_of[name][0]}>{name}/L", f"{bugs_of[name][-1]}>{name}/R"}
    return {text for text in found if text[0] in colours}


def may_wear(view: dict[str, Any], card: str) -> bool:
    seat = view["turn"]
    place = view["places"][seat]
    return place not in view["snakes"] or view["sneaking"][seat] or COLOURS[view["snakes"].index(place)] in card


def last_moves(view: dict[str, Any]) -> set[str]:
    hand, stash = view["hands"][view["turn"]], view["stash"][view["turn"]]
    found = {"done"} | {f"put:{text}" for text in servings(view, set(stash), start=False)} | trades(view)
    if "wild" in hand:
        found |= {f"wild:{text}" for text in servings(view, supplied(view), start=False)}
        found |= {f"wild:{letter}" for letter in supplied(view) if len(stash) < 5}
    return found


def trades(view: dict[str, Any]) -> set[Any]:
    stash = view["stash"][view["turn"]]
    twice = {letter for letter in stash if stash.count(letter) > 1}
    return {f"trade:{given}>{taken}" for given in twice for taken in supplied(view) if given != taken}


def actions(view: dict[str, Any]) -> set[str]:
    seat = view["turn"]
    place, card, hand = view["places"][seat], view["cards"][seat], view["hands"][seat]
    if not view["actions"]:
        return {"end"} | ({f"wait:{letter}" for letter in supplied(view)} if view["rolls"] else set())
    found = {"color:?"} | {f"color:{card}" for card in view["row"] if may_wear(view, card)}
    found |= {f"wait:{letter}" for letter in supplied(view)}
    found |= {f"snake:{letter}>{space}" for letter in COLOURS for space in slithers(view, letter)}
    for space in touching(view, place):
        guarded = space in view["snakes"] and COLOURS[view["snakes"].index(space)] not in card
        if not guarded or view["sneaking"][seat]:
            found.add(f"go:{space}")
        elif "sneak" in hand:
            found.add(f"go:{space}!")
    return found


def deeds(view: dict[str, Any]) -> set[Any]:
    seat = view["turn"]
    place, hand, stash = view["places"][seat], view["hands"][seat], view["stash"][seat]
    here = set(view["bugs"][place - 1])
    found = (
        {f"eat:{text}" for text in servings(view, here)} | {f"put:{text}" for text in servings(view, set(stash))} | trades(view)
    )
    found |= {f"eat:{letter}" for letter in here if len(stash) < 5}
    if "wild" in hand:
        found |= {f"wild:{text}" for text in servings(view, supplied(view))}
        found |= {f"wild:{letter}" for letter in supplied(view) if len(stash) < 5}
    for kind in hand:
        word, _, colours = kind.partition("-")
        if word == "gather":
            found |= {
                f"gather:{colours}@{space}" for space in touching(view, place) if set(colours) <= set(view["bugs"][space - 1])
            }
        if word == "hide" and view["snakes"][COLOURS.index(colours)] == place:
            found.add(f"hide:{colours}")
        if kind == "extra-action":
            found.add("extra")
        if kind == "move-bug":
            for start in range(1, 20):
                for letter in set(view["bugs"][start - 1]):
                    found |= {f"bug:{letter}{start}>{space}" for space in rests(view, letter, start)}
    return found


def moves(view: dict[str, Any]) -> set[str]:
    """Return the texts of all moves of the seat to act."""
    if view["phase"] == "last":
        return last_moves(view)
    if view["phase"] == "offered":
        return {"decline"} | ({"wear"} if may_wear(view, view["offered"]) else set())
    if view["phase"] == "scare":
        space = view["scared"][0]
        letter = next(letter for letter in COLOURS if letter in view["bugs"][space - 1] and scares(view, space, letter))
        return {f"scare:{letter}>{target}" for target in rests(view, letter, space)}
    return actions(view) | deeds(view)
