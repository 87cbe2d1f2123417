"""Matches that are set aside: they cannot be opened, they are in nobody's way, and nothing of them is lost."""

from __future__ import annotations

from typing import Literal

from calumma.core import GameError
from calumma.core.errors import OtherRules
from calumma.core.registry import definition
from calumma.core.words import Words
from calumma.play import Match
from calumma.site.messages import JsonObject, Summary
from calumma.site.store import Guest, StoredTable, has_ended

say = Words(__package__)

Aside = Literal["damaged", "rules", "held", "closed", "expired"]
"""Why a match is set aside: it cannot be read; it follows other rules; the host took it out; the host ended it; nobody came."""

OVER: tuple[Aside, ...] = ("rules", "closed", "expired")
"""The kinds after which a match does not go on."""


def kind_of(error: Exception) -> Aside:
    """Return why a match that could not be read is set aside."""
    return "rules" if isinstance(error, OtherRules) else "damaged"


def words(stored: StoredTable) -> str:
    """Return what people are told. What is damaged may hold what they must not see, so it is not quoted."""
    kind = stored.aside or "damaged"
    if kind == "rules":
        return say("aside.rules", version=stored.rules, now=_present_rules(stored.game))
    if kind == "damaged":
        return say("aside.damaged")
    return say.fill(f"aside.{kind}", {"reason": stored.aside_reason or ""})


def _present_rules(game: str) -> int | str:
    try:
        return definition(game).rules
    except GameError:
        return "?"


def may_see(stored: StoredTable, guest: Guest | None) -> bool:
    """Return whether somebody played here, or opened the table."""
    known = {*stored.sitters.values(), *stored.left.values(), stored.host}
    return guest is not None and guest.id in known


def match_of(stored: StoredTable) -> Match:
    """Return the match of a table; GameError, or another error, if it cannot be read."""
    return Match.from_json(whole(stored))


def whole(stored: StoredTable) -> JsonObject:
    """Return a match as it is kept, secret included: for the authority alone."""
    return {
        "game": stored.game,
        "rules": stored.rules,
        "seats": stored.seats,
        "options": dict(stored.options),
        "practice": stored.practice,
        "secret": stored.secret,
        "events": [dict(event) for event in stored.events],
    }


def record_for(stored: StoredTable, guest: Guest | None) -> JsonObject:
    """Return what somebody may have of a match that is set aside: all of it once it is over, else nothing that was hidden.

    A match that can be read comes as a record, another one as the events that are kept.
    """
    over = stored.ended or has_ended(stored.events)
    try:
        match = match_of(stored)
    except Exception:
        return {**(whole(stored) if over else _public(stored)), "note": words(stored)}
    seats = [seat for seat, owner in stored.sitters.items() if guest is not None and owner == guest.id]
    record = match.record(secret=True) if over else match.seen_record(seats[0] if len(seats) == 1 else None)
    return {**record.as_json(), "reason": record.reason or words(stored)}


def _public(stored: StoredTable) -> JsonObject:
    """The events that everybody saw: who sat down and left; the plies, too, where nothing is ever hidden."""
    try:
        hides = definition(stored.game).has_secrets
    except GameError:
        hides = True
    shown = ("event", "number", "seat", "ply", "player", "bot", "count", "reason", *(() if hides else ("text",)))
    events = [{name: value for name, value in event.items() if name in shown} for event in stored.events]
    return {**whole(stored), "secret": None, "events": events}


def brief(stored: StoredTable) -> Summary:
    """Return a match in a few words, for lists."""
    names: dict[int, str] = {}
    for event in stored.events:
        if event.get("event") == "seated" and isinstance(seat := event.get("seat"), int):
            names[seat] = str(event.get("player"))
    return {
        "table": stored.id,
        "game": stored.game,
        "title": _title(stored.game),
        "status": "aside",
        "ply": sum(1 for event in stored.events if event.get("event") == "ply"),
        "players": [names.get(seat, say("seat.free")) for seat in range(stored.seats)],
        "turn": False,
        "to_act": "",
        "seated": True,
        "scores": [],
        "result": None,
        "over": stored.ended,
        "time": "",
        "error": words(stored),
    }


def _title(game: str) -> str:
    try:
        return definition(game).title
    except GameError:
        return game
