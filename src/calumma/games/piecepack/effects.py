"""Effects of piecepack: what the rules have worked out about an action, line by line. Words are in locale/en.po."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from calumma.core.effect import Effect, all_but, only
from calumma.core.words import Words
from calumma.games.piecepack.board import COLOUR_NAMES, COLOURS

say = Words(__package__)

Place = Sequence[int]


class Reckoning(TypedDict):
    """What adding a tile brings and costs; places are coordinates, tiles are texts."""

    tile: str
    place: Place
    beside: list[str]  # the tiles along its sides, or at its corners where there are none
    wasp: bool
    from_wilds: bool
    points: int
    group: list[list[int]]
    group_tiles: list[str]
    ace: bool
    rivals: list[int]
    bonus: int
    cost: int
    large: list[list[int]]
    large_tiles: list[str]
    tolls: list[list[int]]  # owner and what the owner gets
    toll_places: list[list[int]]  # of the owners' wasps
    had: int  # before paying
    solvent: bool
    gain: int  # from before the tile to after paying, for who is solvent
    opened: list[str]  # tiles that come to the wilds


def spoken_colour(tile: str) -> str:
    """Return the colour of a tile in words."""
    colour = COLOUR_NAMES[COLOURS.index(tile[0])]
    return "light blue" if colour == "lightblue" else colour


def spoken(name: str, value: object) -> object:
    """Return how a value of an effect is said: tiles by colour and number, as whoever has no notation sees them.

    Places have no names that anybody sees: the board lights the one that is meant.
    """
    if name == "cell":
        return say("lit-place")
    if name == "tile":
        return _the_tile(str(value))
    if name == "beside" and isinstance(value, list):
        return [_the_tile(tile) for tile in value]
    if name == "tiles" and isinstance(value, list):
        return [say("tile", colour=spoken_colour(tile), number=tile[1]) for tile in value]
    return value


def _the_tile(tile: str) -> str:
    return say("the-tile", colour=spoken_colour(tile), number=tile[1])


def cell_id(place: Place) -> str:
    """Return the id of the cell of a place on the board."""
    return f"{place[0]},{place[1]}"


def hand_id(seat: int) -> str:
    """Return the id of the cell that stands for a hand whose tiles the viewer does not see."""
    return f"hand:{seat}"


def drawn(seat: int, seats: int, tile: str) -> list[Effect]:
    """Return that a seat draws a tile into the hand: which one, only that seat sees."""
    return [
        Effect("drew", {"seat": seat, "tile": tile}, (tile,), only(seat)),
        Effect("drew-hidden", {"seat": seat}, (hand_id(seat),), all_but(seat, seats)),
    ]


def walked(seat: int, start: Place, end: Place, tile: str, is_shared: bool, prey: int | None) -> list[Effect]:
    """Return that a chameleon walks to a tile, which is colourless if it shares it, perhaps eating the wasp of `prey`."""
    cells = (cell_id(start), cell_id(end))
    effects = [Effect("walked", {"seat": seat, "from_cell": cells[0], "to_cell": cells[1], "tile": tile}, cells)]
    if is_shared:
        effects.append(Effect("colourless", {"tile": tile}, (cells[1],)))
    if prey is not None:
        effects.append(Effect("ate", {"seat": seat, "owner_seat": prey}, (cells[1],)))
    return effects


def added(seat: int, seats: int, sums: Reckoning) -> list[Effect]:
    """Return that a tile is added, with the whole reckoning."""
    effects = _laid(seat, seats, sums) + _gains(seat, sums) + _payments(seat, sums) + _balance(seat, sums)
    if sums["opened"]:
        effects.append(Effect("opened", {"seat": seat, "tiles": sums["opened"]}, tuple(sums["opened"])))
    return effects


def _laid(seat: int, seats: int, sums: Reckoning) -> list[Effect]:
    """The tile comes from the wilds or from the hand; whoever does not see the hand sees it come from its back."""
    tile, cell = sums["tile"], cell_id(sums["place"])
    values = {"seat": seat, "tile": tile, "cell": cell, "beside": sums["beside"]}
    if sums["from_wilds"]:
        effects = [Effect("added-wilds", values, (tile, cell))]
    else:
        effects = [
            Effect("added-hand", values, (tile, cell), only(seat)),
            Effect("added-hand", values, (hand_id(seat), cell), all_but(seat, seats)),
        ]
    return [*effects, Effect("wasp", {"seat": seat, "tile": tile}, (cell,))] if sums["wasp"] else effects


def _gains(seat: int, sums: Reckoning) -> list[Effect]:
    effects = _group(seat, sums) if sums["points"] else []
    if sums["bonus"]:  # R9: as many points as there are colours
        colour = spoken_colour(sums["tile"]).capitalize()
        values = {"seat": seat, "colour": colour, "number": sums["bonus"], "count": sums["bonus"]}
        effects.append(Effect("bonus", values, (cell_id(sums["place"]),)))
    return effects


def _group(seat: int, sums: Reckoning) -> list[Effect]:
    """The worth of a group and its doublings, one line each."""
    tiles, cells = sums["group_tiles"], tuple(cell_id(place) for place in sums["group"])
    worth = max(int(tile[1]) for tile in tiles)
    effects = [Effect("group", {"seat": seat, "tiles": tiles, "count": worth}, cells)]
    if sums["ace"]:
        worth *= 2
        aces = tuple(cell for cell, tile in zip(cells, tiles, strict=True) if tile[1] == "1")
        effects.append(Effect("ace", {"seat": seat, "count": worth}, aces))
    if sums["rivals"]:
        effects.append(Effect("rival", {"seat": seat, "rival_seats": sums["rivals"], "count": worth * 2}, cells))
    return effects


def _payments(seat: int, sums: Reckoning) -> list[Effect]:
    cell, effects = cell_id(sums["place"]), []
    if sums["cost"]:
        cells = tuple(cell_id(place) for place in sums["large"])
        effects.append(Effect("cost", {"seat": seat, "tiles": sums["large_tiles"], "count": sums["cost"]}, cells))
    for (owner, paid), wasp in zip(sums["tolls"], sums["toll_places"], strict=True):
        if paid:  # to the last owners a ruined seat may have nothing left to pay
            effects.append(Effect("toll", {"seat": seat, "owner_seat": owner, "count": paid}, (cell, cell_id(wasp))))
    if not sums["solvent"]:
        owed = sums["cost"] + 4 * len(sums["tolls"])
        effects.append(Effect("ruined", {"seat": seat, "owed": owed, "count": sums["had"]}, (cell,)))
    return effects


def _balance(seat: int, sums: Reckoning) -> list[Effect]:
    """The sum of the reckoning, where it has more than one item."""
    items = bool(sums["points"]) + bool(sums["bonus"]) + bool(sums["cost"]) + len(sums["tolls"])
    if items < 2 or sums["gain"] == 0 or not sums["solvent"]:
        return []
    return [Effect("gained" if sums["gain"] > 0 else "lost", {"seat": seat, "count": abs(sums["gain"])})]


def ended(winners: list[int], points: int) -> Effect:
    """Return who has won, with how many points."""
    if len(winners) == 1:
        return Effect("won", {"seat": winners[0], "count": points})
    return Effect("tied", {"seats": winners, "count": points})
