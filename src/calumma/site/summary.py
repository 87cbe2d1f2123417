"""A table in a few words, for lists."""

from __future__ import annotations

from calumma.core import OVER
from calumma.core.words import Words
from calumma.site import messages
from calumma.site.results import result
from calumma.site.table import Table
from calumma.site.viewers import Viewer, perspective_of

say = Words(__package__)


def summary(table: Table, viewer: Viewer) -> messages.Summary:
    """Return a table in a few words, for lists."""
    perspective = perspective_of(table, viewer)
    match = table.match
    own = table.seats_of(viewer.guest)
    return {
        "table": table.id,
        "game": match.game.name,
        "title": match.game.info.title,
        "status": table.status,
        "ply": match.ply,
        "players": [player or say("seat.free") for player in match.players],
        "turn": match.to_act in own and table.status == "playing",
        "to_act": match.game.seat_names[match.to_act] if match.to_act >= 0 else "",
        "seated": bool(own),
        "scores": match.view(perspective.seat)["scores"],
        "result": result(match, own),
        "over": match.to_act == OVER,
        "time": limit_words(table.stored.time_limit) if table.stored.time_limit else "",
    }


def limit_words(limit: str) -> str:
    """Return a time limit in words."""
    if not limit:
        return say("time.none")
    number, unit = limit[:-1], limit[-1]
    if unit in "hd" and "+" not in limit:
        return say("time.days" if unit == "d" else "time.hours", count=int(number))
    minutes, _, seconds = limit.partition("+")
    return say("time.clock", minutes=minutes, seconds=seconds)
