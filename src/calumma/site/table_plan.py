"""Plans of tables: what is to be played and who sits where, at a new table or in a rematch."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

import calumma
from calumma.core import Game
from calumma.play import Luck, Match
from calumma.site.beginning import begin
from calumma.site.ids import new_id
from calumma.site.names import bot_name
from calumma.site.notes import Notes
from calumma.site.store import SUBSTITUTE, Begins, Guest, StoredTable
from calumma.site.table import Table

HIGHEST = 6  # level of a bot


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What somebody wants to play: a game with seats and options, and who sits where."""

    game: Game
    chairs: tuple[str, ...]  # by seat: "me", "open", or the spec of a bot
    names: tuple[str, ...] = ()  # of the people on this device, by seat
    is_open: bool = False
    commits: bool = False  # whether a commitment to a seed follows, for which the match waits
    rematch_of: str | None = None
    time_limit: str = ""
    begins: Begins = "rotating"
    waits: bool = False
    is_closed: bool = False
    substitute: str = SUBSTITUTE

    @property
    def practice(self) -> bool:
        """Whether one person plays alone with bots: then turns may be taken back across luck."""
        return self.chairs.count("me") <= 1 and "open" not in self.chairs


def new_table(plan: TablePlan, host: Guest, at: float) -> StoredTable:
    """Return a new table as it is to be kept, with those seated who are here already; its match may have begun."""
    match = Match(plan.game, Luck() if plan.begins == "random" else None, plan.practice)
    stored = StoredTable(
        id=new_id(9),
        game=plan.game.name,
        rules=plan.game.info.rules,
        seats=plan.game.seats,
        options=dict(plan.game.options),
        practice=plan.practice,
        secret=match.luck.secret.hex() if match.luck else None,
        invite=secrets.token_urlsafe(12),
        host=host.id,
        created=at,
        is_open=plan.is_open,
        rematch_of=plan.rematch_of,
        time_limit=plan.time_limit,
        begins=plan.begins,
        waits=plan.waits,
        is_closed=plan.is_closed,
        substitute=plan.substitute,
    )
    owners = _seat_all(match, plan, host)
    notes = Notes(due=frozenset([min(owners)] if plan.commits and owners and match.luck else ()))
    sitters = begin(match, stored, owners, notes)
    events = [event.as_json() for event in match.events]
    return replace(stored, sitters=sitters, events=events, times=[at] * len(events), notes=notes.as_json())


def _seat_all(match: Match, plan: TablePlan, host: Guest) -> dict[int, str]:
    sitters: dict[int, str] = {}
    for seat, chair in enumerate(plan.chairs):
        if chair == "me":
            given = plan.names[seat] if seat < len(plan.names) else ""
            match.seat(seat, given or host.name)
            sitters[seat] = host.id
        elif chair != "open":
            match.seat(seat, bot_name(chair), chair)
    return sitters


def branched(table: Table, guest: Guest, ply: int, at: float) -> StoredTable:
    """Return a new table at which a guest plays on from a position of a match that is over, at the own seats, against bots."""
    own = table.seats_of(guest) or [seat for seat, owner in table.left.items() if owner == guest.id]
    stored = table.stored
    match = table.match.branch(ply, own, stored.substitute, practice=len(own) == 1)
    events = [event.as_json() for event in match.events]
    return replace(
        stored,
        id=new_id(9),
        practice=match.practice,
        invite=secrets.token_urlsafe(12),
        host=guest.id,
        created=at,
        branch_of=table.id,
        sitters=dict.fromkeys(own, guest.id),
        events=events,
        times=[at] * len(events),
        is_open=False,
        rematch_of=None,
        left={},
        time_limit="",
        waits=False,
        notes={},
        ended=False,
        standing=None,
    )


def rotated(table: Table, guest: Guest) -> TablePlan:
    """Return the plan of a rematch: everybody sits one seat further, unless seats were to stay as chosen or to be drawn."""
    match, stored = table.match, table.stored
    chairs = [match.bots[seat] or ("me" if table.sitters.get(seat) == guest.id else "open") for seat in range(match.game.seats)]
    names = [match.players[seat] or "" for seat in range(match.game.seats)]
    turn = len(chairs) - rotation(table)
    return TablePlan(
        calumma.load(match.game.name, match.game.seats, **match.game.options),
        (*chairs[turn:], *chairs[:turn]),
        (*names[turn:], *names[:turn]),
        rematch_of=table.id,
        time_limit=stored.time_limit,
        begins=stored.begins,
        waits=stored.waits,
        is_closed=stored.is_closed,
        substitute=stored.substitute,
    )


def harder_plan(table: Table, guest: Guest | None) -> TablePlan | None:
    """Return the plan of a match against bots of the next level; None where others play, too, or there is no such level."""
    if guest is None:
        return None
    plan = rotated(table, guest)
    levels = {f"level:{level}": f"level:{level + 1}" for level in range(1, HIGHEST)}
    bots = [chair for chair in plan.chairs if chair != "me"]
    if "me" not in plan.chairs or not bots or not set(bots) <= set(levels):
        return None
    chairs = tuple(levels.get(chair, chair) for chair in plan.chairs)
    names = tuple(name if chair == "me" else "" for chair, name in zip(plan.chairs, plan.names, strict=True))
    return replace(plan, chairs=chairs, names=names, rematch_of=None)


def rotation(table: Table) -> int:
    """Return by how many seats everybody moves on in a rematch."""
    return 1 if table.stored.begins == "rotating" else 0
