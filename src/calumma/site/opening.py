"""Opening tables: from what somebody wants to a plan that fits the game, and the rematch of a match that is over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from calumma.core import Game, GameError
from calumma.core.registry import reload
from calumma.core.words import Words
from calumma.play import Limit
from calumma.site.commands import TRIES, check_bot
from calumma.site.guests import clean_name
from calumma.site.requests import NewTable
from calumma.site.services import Services
from calumma.site.settings import LoadPlayer
from calumma.site.store import Conflict, Guest
from calumma.site.table import Table
from calumma.site.table_plan import TablePlan, branched, harder_plan, rotated, rotation

say = Words(__package__)


def plan_of(wish: NewTable, load: LoadPlayer) -> TablePlan:
    """Return the plan of a wish; GameError says what does not fit."""
    game = reload(wish.game, wish.seats, wish.options)
    chairs = tuple(wish.chairs) if wish.chairs is not None else ("me", *["level:2"] * (game.seats - 1))
    _check_chairs(chairs, game, load)
    check_bot(wish.substitute, game, load)
    names = tuple(clean_name(name) if name.strip() else "" for name in wish.names)
    limit = Limit.parse(wish.time) if wish.time else None
    live = limit is not None and not limit.per_turn and "open" in chairs
    return TablePlan(
        game,
        chairs,
        names,
        wish.open,
        wish.commits,
        time_limit=limit.text if limit else "",
        begins=wish.begins,
        waits=live if wish.wait is None else wish.wait and any(chair in ("me", "open") for chair in chairs),
        is_closed=wish.closed,
        substitute=wish.substitute,
    )


def _check_chairs(chairs: tuple[str, ...], game: Game, load: LoadPlayer) -> None:
    if len(chairs) != game.seats:
        raise GameError(say("chairs-for-seats", chairs=len(chairs), seats=game.seats))
    for chair in chairs:
        if chair not in ("me", "open"):
            check_bot(chair, game, load)


async def open_table(services: Services, guest: Guest, plan: TablePlan) -> Table:
    """Open a table for a guest who has not too many, tables of bots alone included."""
    await _count_table(services, guest)
    return await services.tables.open(plan, guest)


async def _count_table(services: Services, guest: Guest) -> None:
    unfinished = await services.store.unfinished_of(guest.id, services.settings.allowance.guest_tables)
    services.limits.check_tables(len(unfinished))
    services.limits.note_new_table()


async def rematch_of(services: Services, guest: Guest, table_id: str, commits: bool = False) -> Table:
    """Return the rematch of a table, opened now or before."""
    table = await services.table(table_id)
    async with table.lock:
        if not table.match.over:
            raise GameError(say("rematch-too-early"))
        if not table.seats_of(guest):
            raise GameError(say("no-own-seat"))
        own = {(seat + rotation(table)) % table.game.seats: table.match.players[seat] for seat in table.seats_of(guest)}
        if table.rematch is None:
            table.rematch = await _open_rematch(services, guest, table, commits)
            table.tell()
        following = await services.table(table.rematch)
    async with following.lock:
        for _ in range(TRIES):
            with suppress(Conflict):
                free = sorted(set(own) & set(following.free_seats)) if following.status == "waiting" else []
                for seat in free:
                    await following.seats.sit(guest, seat, own[seat], commits=commits and seat == free[0])
                break
            following.check_kept()  # another server was first, and what it has written is there
    return following


async def _open_rematch(services: Services, guest: Guest, table: Table, commits: bool) -> str:
    """Open the rematch of a table; where another server was first, it is that one's."""
    plan = replace(rotated(table, guest), commits=commits)
    try:
        return (await open_table(services, guest, plan)).id
    except Conflict:
        found = await services.store.rematch_of(table.id)
        if found is None:
            raise
        return found


async def harder_than(services: Services, guest: Guest, table_id: str) -> Table:
    """Open a table against bots one level above those of a match that is over."""
    table = await services.table(table_id)
    plan = harder_plan(table, guest) if table.match.over else None
    if plan is None:
        raise GameError(say("nothing-harder"))
    return await open_table(services, guest, plan)


async def branch_of(services: Services, guest: Guest, table_id: str, ply: int) -> Table:
    """Open a table at which a guest plays on from the position before a ply of a match that is over."""
    table = await services.seen_table(table_id, guest)
    if not may_branch(table, guest):
        raise GameError(say("no-own-seat"))
    stored = await services.show(table, guest.id, lambda: branched(table, guest, ply, services.runs.now()), True)
    await _count_table(services, guest)
    return await services.tables.add(stored)


def may_branch(table: Table, guest: Guest | None) -> bool:
    """Return whether somebody may play on from positions of a match once it is over: who played it, to the end or not."""
    return guest is not None and guest.id in (*table.sitters.values(), *table.left.values())
