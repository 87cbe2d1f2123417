"""Answers about guests who come, games and tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Annotated

import calumma
from calumma.core import GameError
from calumma.core.registry import definition
from calumma.site import set_aside
from calumma.site.advice import advice, exact_advice, seat_for_hint
from calumma.site.calls import Call, File
from calumma.site.coach import remark
from calumma.site.commands import Command, Sit, execute
from calumma.site.engine_queue import seed_of
from calumma.site.exact import known_or_wanted
from calumma.site.explanations import foresight, threats, why_not
from calumma.site.hindsight import hindsight, weigher
from calumma.site.limits import asker
from calumma.site.lists import listed_summaries, summaries
from calumma.site.messages import (
    Foresight,
    Games,
    Hint,
    Left,
    NewGuestAnswer,
    OpenedTable,
    Past,
    ProgramUpdate,
    Refusing,
    Remark,
    Rules,
    TableLists,
    Threats,
    TurningPoint,
)
from calumma.site.names import bot_name
from calumma.site.opening import branch_of, open_table, plan_of, rematch_of
from calumma.site.positions import past, still
from calumma.site.refusals import Refused, SetAside
from calumma.site.requests import Again, Branch, Click, NewGuest, NewTable, Pointed, Trial, Turn
from calumma.site.sharing import share_film, share_picture
from calumma.site.store import Guest
from calumma.site.table import Table
from calumma.site.turning_point import turning_point
from calumma.site.updates import is_long, program_update
from calumma.site.validation import Bounds, Pattern
from calumma.site.viewers import Viewer

ADVISER = "adviser:quick"
OwnSeat = Annotated[int | None, Bounds(0)]


# Who and what


async def new_guest(call: Call, wish: NewGuest) -> NewGuestAnswer:
    """Become a guest. The token is told once: send it as `Authorization: Bearer ...`."""
    guest, token = await call.services.guests.welcome(wish.name, call.device)
    return {"guest": guest.id, "name": guest.name, "token": token}


async def all_games(call: Call) -> Games:
    """List the games with their seats and options."""
    return [calumma.load(name).info.as_json() for name in calumma.games()]


async def rules(call: Call, name: str) -> Rules:
    """Read the rules of a game, as Markdown."""
    try:
        definition(name)
    except GameError as error:
        raise Refused(404, str(error)) from None
    return {"game": name, "rules": calumma.load(name).rules_text}


# Tables


async def new_table(call: Call, wish: NewTable) -> OpenedTable:
    """Open a table; the match begins when every seat is taken and, where it waits for that, everybody has said so."""
    plan = plan_of(wish, call.services.settings.load_player)
    return _opened(await open_table(call.services, call.known, plan), call.known)


def _opened(table: Table, guest: Guest) -> OpenedTable:
    return {**program_update(table, Viewer(guest), 0), "invite": table.stored.invite}


async def my_tables(call: Call) -> TableLists:
    """List the own tables, those that wait for anybody, and matches to watch as a spectator sees them."""
    viewer, services = Viewer(call.guest), call.services
    mine = await services.store.tables_of(call.guest.id, 50) if call.guest else []
    waiting, playing = await listed_summaries(services, 50, viewer)
    return {"mine": await summaries(services, mine, viewer), "open": waiting, "watch": playing}


async def see_table(call: Call, table_id: str, since: int = 0, seat: OwnSeat = None) -> ProgramUpdate:
    """See a table as the own seat, or as a spectator: view, plies, legal moves, clocks, events from a number on."""
    table = await call.services.seen_table(table_id, call.guest)
    table.note_visit(call.guest)
    viewer = Viewer(call.guest, seat)
    show = partial(program_update, table, viewer, since)
    return await call.services.show(table, call.payer, show, is_long(table, viewer, since, False, 0))


async def position(call: Call, table_id: str, ply: int, seat: OwnSeat = None, tall: bool = False, turned: bool = False) -> Past:
    """See an earlier position as a picture: the one after so many plies; tall is for a phone, turned from another side."""
    table = await call.services.seen_table(table_id, call.guest)
    viewer = Viewer(call.guest, seat, tall, turned)
    return await call.services.show(table, call.payer, partial(past, table, viewer, ply), True)


async def picture(
    call: Call,
    table_id: str,
    ply: Annotated[int | None, Bounds(0)] = None,
    seat: OwnSeat = None,
    theme: Annotated[str, Pattern("^(light|dark|auto)$")] = "light",
    marks: Annotated[str, Pattern("^(subtle|clear|strong)$")] = "clear",
) -> File:
    """Download the position, now or after so many plies, as an SVG picture of what the own seat, or a spectator, may see."""
    table = await call.services.seen_table(table_id, call.guest)
    render = partial(still, table, Viewer(call.guest, seat), ply, theme, marks)
    body, at = await call.services.show(table, call.payer, render, True)
    return File(body, "image/svg+xml", f"{table.game.name}-{table.id}-{at}.svg")


async def turning(call: Call, table_id: str, seat: OwnSeat = None) -> list[TurningPoint]:
    """See the moment that decided a finished match, if there was one."""
    table = await call.services.seen_table(table_id, call.guest)
    found = await call.services.show(table, call.payer, partial(turning_point, table, Viewer(call.guest, seat)), True)
    return [found] if found else []


async def share(call: Call, table_id: str) -> File:
    """Download the end of a match as an SVG picture of 1200 by 630 pixels, with title and names, as a spectator sees it."""
    table = await call.services.seen_table(table_id, call.guest)
    body = await call.services.show(table, call.payer, partial(share_picture, table), True)
    return File(body, "image/svg+xml", f"{table.game.name}-{table.id}-end.svg")


async def film(call: Call, table_id: str) -> File:
    """Download the course of a finished match as an animated SVG picture, as a spectator sees it."""
    table = await call.services.seen_table(table_id, call.guest)
    body = await call.services.show(table, call.payer, partial(share_film, table), True)
    return File(body, "image/svg+xml", f"{table.game.name}-{table.id}-film.svg")


async def record(call: Call, table_id: str, seat: OwnSeat = None) -> File:
    """Download the record: what the own seat, or a spectator, may know; all of it after the end."""
    try:
        table = await call.services.seen_table(table_id, call.guest)
    except SetAside as error:
        if not set_aside.may_see(error.stored, call.guest):
            raise
        name, body = f"{error.stored.game}-{table_id}.json", _indented(set_aside.record_for(error.stored, call.guest))
    else:
        name = f"{table.game.name}-{table.id}.json"
        body = await call.services.show(table, call.payer, partial(_record, table, call.guest, seat), True)
    return File(body, "application/json", name)


def _record(table: Table, guest: Guest | None, seat: int | None) -> str:
    own = table.seats_of(guest)
    viewer = seat if seat in own else own[0] if len(own) == 1 else None
    return _indented(table.match.seen_record(viewer).as_json())


def _indented(record: Mapping[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


async def carry_out(call: Call, table_id: str, command: Command) -> ProgramUpdate | Left:
    """Carry out a command and return the table as it stands then."""
    services, guest = call.services, call.known
    table = await (services.table(table_id) if isinstance(command, Sit) else services.seen_table(table_id, guest))
    viewer = Viewer(guest)
    since = table.number
    await execute(table, viewer, command, services.settings.load_player)
    async with table.lock:
        if not table.may_look(guest):
            return {"type": "left", "table": table.id}
        return program_update(table, viewer, since)


async def hint(call: Call, table_id: str) -> Hint:
    """Ask what to play, and why in numbers: tables and proofs where they reach, else a bot. Only where nobody else plays."""
    services, guest = call.services, call.known
    table = await services.table(table_id)
    async with table.lock:
        seat, state = seat_for_hint(table, guest), table.match.state
        ply = table.match.ply
    known = await services.work_queue.do(guest.id, partial(known_or_wanted, state, services.table_maker))
    if known is not None and known.best:
        return {"ply": ply, **exact_advice(table.game, state, seat, known)}
    with services.limits.thought(asker(), guest.id):
        choice = await services.bots.advise(ADVISER, table.game, state, seat, guest.id)
    return {"ply": ply, **advice(table.game, state, seat, choice, bot_name(ADVISER))}


async def try_out(call: Call, table_id: str, trial: Trial) -> Foresight:
    """See what moves would do, in words, cells and points, without playing them; nothing hidden plays a part in it."""
    table = await call.services.table(table_id)
    async with table.lock:
        return foresight(table, call.known, trial.ply, trial.moves)


async def why(call: Call, table_id: str, click: Click) -> Refusing:
    """See why clicks lead to no legal move: the sentence that a move text would be refused with."""
    table = await call.services.table(table_id)
    async with table.lock:
        return why_not(table, call.known, click.ply, click.cells)


async def see_threats(call: Call, table_id: str, pointed: Pointed) -> Threats:
    """See what other seats could do to what stands on a cell, each if it were its turn; nothing hidden plays a part in it."""
    table = await call.services.seen_table(table_id, call.guest)
    async with table.lock:
        return threats(table, Viewer(call.guest), pointed.ply, pointed.cell)


async def coach(call: Call, table_id: str, turn: Turn) -> Remark:
    """Hear the coach as a turn begins, in practice: a win in one move, a new threat, a great gain, a slip before."""
    services, guest = call.services, call.known
    table = await services.table(table_id)
    said, last = await services.show(table, guest.id, partial(remark, table, guest, turn.ply, turn.tired), True)
    if last is None or not last.decisions:
        return said
    weighed = [before for before, _ in last.decisions]
    thoughts = await services.engine_queue.consider(guest.id, weigher(table.game), weighed, seed_of(table.id))
    found = await services.work_queue.do(guest.id, partial(hindsight, last, thoughts, turn.tired))
    return said if found is None else {"ply": said["ply"], **found}


async def rematch(call: Call, table_id: str, wish: Again | None = None) -> OpenedTable:
    """Open the next table, everybody one seat further unless agreed otherwise; who asks next takes the seat there."""
    table = await rematch_of(call.services, call.known, table_id, wish is not None and wish.commits)
    return _opened(table, call.known)


async def branch(call: Call, table_id: str, wish: Branch) -> OpenedTable:
    """Play on from a position of an own match that is over, at the own seats and against bots, in a match of its own."""
    return _opened(await branch_of(call.services, call.known, table_id, wish.ply), call.known)
