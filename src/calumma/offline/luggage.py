"""Matches that travel: everything of a device in one file, and matches of one's own out of such a file, or out of a record."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from calumma.core import GameError
from calumma.core.words import Words
from calumma.offline.store import read_table, table_text
from calumma.play import Match
from calumma.records import Record, loads
from calumma.site import set_aside
from calumma.site.store import Guest, StoredTable
from calumma.site.tables import ID

say = Words(__package__)

KIND = "calumma matches"  # how such a file names itself


def packed(tables: Iterable[StoredTable]) -> str:
    """Return matches as a file, with everything that is kept of them."""
    texts = ",\n".join(table_text(each) for each in tables)
    return f'{{"kind":{json.dumps(KIND)},"tables":[\n{texts}\n]}}\n'


def unpacked(text: str, guest: Guest, at: float) -> list[StoredTable]:
    """Return the matches of a file as a guest's own, the oldest first; GameError says what is wrong with it.

    A record becomes the same match whenever it is read; whoever has it already can tell by the id.
    """
    try:
        found = json.loads(text)
    except ValueError:
        raise GameError(say("no-matches")) from None
    if not isinstance(found, dict) or found.get("kind") != KIND:
        return [_of_record(loads(text), guest, at)]
    tables = found.get("tables")
    if not isinstance(tables, list):
        raise GameError(say("no-matches"))
    return sorted((_own(_read(each, number), guest) for number, each in enumerate(tables, 1)), key=lambda each: each.created)


def _read(value: object, number: int) -> StoredTable:
    """A table that can be played on, or looked at: its match is replayed."""
    try:
        stored = read_table(json.dumps(value))
        set_aside.match_of(stored)
        whole = ID.fullmatch(stored.id) and len(stored.times) == len(stored.events) and stored.created + sum(stored.times) >= 0
    except GameError as error:
        raise GameError(say("damaged-match", number=number, error=error)) from None
    except (AttributeError, KeyError, TypeError, ValueError):
        whole = False
    if not whole:
        raise GameError(say("damaged-match", number=number, error=say("not-as-written")))
    return stored


def _own(stored: StoredTable, guest: Guest) -> StoredTable:
    """A table whose people all sit at one device now."""
    sitters, left = dict.fromkeys(stored.sitters, guest.id), dict.fromkeys(stored.left, guest.id)
    return replace(stored, host=guest.id, sitters=sitters, left=left, is_open=False)


def _of_record(record: Record, guest: Guest, at: float) -> StoredTable:
    """The table of a match that is over."""
    if record.hidden or not record.finished:
        raise GameError(say("record-goes-on"))
    match = Match.from_record(record)
    events = [event.as_json() for event in match.events]
    moved = (record.chance.first if record.chance else None) or 0
    people = [seat for seat, name in enumerate(record.players) if name and not record.is_bots((seat + moved) % record.seats)]
    digest = sha256(json.dumps(record.as_json(), sort_keys=True).encode()).digest()
    return StoredTable(
        id=urlsafe_b64encode(digest[:9]).decode("ascii"),
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        options=dict(record.options),
        practice=False,
        secret=match.luck.secret.hex() if match.luck else None,
        invite=secrets.token_urlsafe(12),
        host=guest.id,
        created=at,
        sitters=dict.fromkeys(people, guest.id),
        events=events,
        times=[at] * len(events),
    )
