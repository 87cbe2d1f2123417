"""The interface for programs, and for the pages' own scripts: everything a person can do, by requests in JSON."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response, WebSocket
from pydantic import BaseModel, ConfigDict, Field

import calumma
from calumma.core import Game, GameError
from calumma.core.registry import definition, reload
from calumma.play import Limit
from calumma.server import aside
from calumma.server.commands import (
    Answer,
    Begin,
    Close,
    Command,
    Commit,
    Fill,
    Leave,
    Play,
    Replace,
    Resign,
    Seed,
    Sit,
    Spec,
    Undo,
    check_bot,
    obey,
)
from calumma.server.guests import clean_name
from calumma.server.house import House, SetAside, device_of
from calumma.server.limits import asker
from calumma.server.live import PACKED_PAGE, PAGE, PROGRAM, TRY_AGAIN, serve_socket
from calumma.server.showing import (
    Viewer,
    advice,
    exact_advice,
    foresight,
    is_long,
    past,
    program_update,
    seat_for_hint,
    still,
    summary,
    threats,
    why_not,
)
from calumma.server.store import SUBSTITUTE, Begins, Guest, Unavailable
from calumma.server.tables import Plan, Table, bot_name, rotated, rotation
from calumma.solutions import exact_value

router = APIRouter(prefix="/api")
Json = dict[str, Any]
ADVISER = "level:4"


def the_house(request: Request) -> House:
    """Return the house of the running server."""
    return request.app.state.house


AHouse = Annotated[House, Depends(the_house)]


async def maybe_guest(request: Request, house: AHouse) -> Guest | None:
    """Return who asks, if known."""
    return await house.guest(request)


MaybeGuest = Annotated[Guest | None, Depends(maybe_guest)]


async def known_guest(guest: MaybeGuest) -> Guest:
    """Return who asks, or answer 401."""
    if guest is None:
        raise HTTPException(401, "you are not known here: send a token (POST /api/guests gives one)")
    return guest


AGuest = Annotated[Guest, Depends(known_guest)]


class Refusal(BaseModel):
    """Why a request was refused, as a sentence."""

    error: str


REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": Refusal} for status in (400, 401, 403, 404, 409, 413, 422, 429)}


class NewGuest(BaseModel):
    """A name to be called by; a friendly one is found if it is empty."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(default="", max_length=200)


class NewTable(BaseModel):
    """A table to be opened. `chairs` says by seat who sits there: "me", "open" or a bot such as "level:2"."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=40)
    seats: Annotated[int, Field(ge=1, le=16)] | None = None
    options: dict[str, str | int] = Field(default_factory=dict, max_length=20)
    chairs: list[Spec] | None = Field(default=None, max_length=16)
    names: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=16)
    open: bool = Field(default=False, description="list the table for everybody who looks for a match")
    commits: bool = Field(
        default=False, description="whether a commitment to a text for the luck follows: then the match waits for it"
    )
    time: str = Field(
        default="",
        max_length=20,
        description="time limit: none if empty, days or hours a turn (3d, 12h), or minutes with seconds a turn (10+5)",
    )
    begins: Begins = Field(
        default="rotating",
        description="who begins: seats as in chairs and one further in every rematch, seats as in chairs always, or by lot",
    )
    wait: bool | None = Field(
        default=None,
        description="whether the match waits until everybody sent begin; if not given, with a clock of minutes and other people",
    )
    closed: bool = Field(default=False, description="whether only those who play may see the table")
    substitute: Spec = Field(default=SUBSTITUTE, description="the bot that plays on for somebody who leaves a match under way")


def plan_of(wish: NewTable, house: House) -> Plan:
    """Return the plan of a wish; GameError says what does not fit."""
    game = reload(wish.game, wish.seats, wish.options)
    chairs = tuple(wish.chairs) if wish.chairs is not None else ("me", *["level:2"] * (game.seats - 1))
    _check_chairs(chairs, game, house)
    check_bot(wish.substitute, game, house.settings.load_player)
    names = tuple(clean_name(name) if name.strip() else "" for name in wish.names)
    limit = Limit.parse(wish.time) if wish.time else None
    live = limit is not None and not limit.per_turn and "open" in chairs
    return Plan(
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


def _check_chairs(chairs: tuple[str, ...], game: Game, house: House) -> None:
    if len(chairs) != game.seats:
        raise GameError(f"there are {len(chairs)} chairs for {game.seats} seats: expected one for every seat")
    for chair in chairs:
        if chair not in ("me", "open"):
            check_bot(chair, game, house.settings.load_player)


async def open_table(house: House, guest: Guest, plan: Plan) -> Table:
    """Open a table for a guest who has not too many, tables of bots alone included."""
    unfinished = await house.store.unfinished_of(guest.id, house.settings.allowance.guest_tables)
    house.limits.check_tables(len(unfinished))
    house.limits.note_new_table()
    return await house.tables.open(plan, guest)


# Who and what


@router.post("/guests", responses=REFUSALS, status_code=201)
async def new_guest(wish: NewGuest, request: Request, house: AHouse) -> Json:
    """Become a guest. The token is told once: send it as `Authorization: Bearer ...`."""
    guest, token = await house.guests.welcome(wish.name, device_of(request))
    return {"guest": guest.id, "name": guest.name, "token": token}


@router.get("/games", responses=REFUSALS)
async def all_games() -> list[Json]:
    """List the games with their seats and options."""
    return [calumma.load(name).info.as_json() for name in calumma.games()]


@router.get("/games/{name}/rules", responses=REFUSALS)
async def rules(name: str) -> Json:
    """Read the rules of a game, as Markdown."""
    try:
        definition(name)
    except GameError as error:
        raise HTTPException(404, str(error)) from None
    return {"game": name, "rules": calumma.load(name).rules_text}


# Tables


@router.post("/tables", responses=REFUSALS, status_code=201)
async def new_table(wish: NewTable, house: AHouse, guest: AGuest) -> Json:
    """Open a table; the match begins when every seat is taken and, where it waits for that, everybody has said so."""
    table = await open_table(house, guest, plan_of(wish, house))
    return {**program_update(table, Viewer(guest), 0), "invite": table.stored.invite}


@router.get("/tables", responses=REFUSALS)
async def my_tables(house: AHouse, guest: MaybeGuest) -> Json:
    """List the own tables, those that wait for anybody, and matches to watch as a spectator sees them."""
    viewer = Viewer(guest)
    mine = await house.store.tables_of(guest.id, 50) if guest else []
    waiting, playing = await listed_summaries(house, 50, viewer)
    return {"mine": await summaries(house, mine, viewer), "open": waiting, "watch": playing}


async def summaries(house: House, tables: list[str], viewer: Viewer) -> list[Json]:
    """Return tables in a few words each; one that is set aside says so."""
    found = []
    for name in tables:
        table = await house.tables.find(name)
        if table is not None:
            async with table.lock:
                found.append(dict(summary(table, viewer)))
        elif stored := await house.tables.aside(name):
            found.append(aside.brief(stored))
    return found


async def listed_summaries(house: House, most: int, viewer: Viewer) -> tuple[list[Json], list[Json]]:
    """Return the listed tables with a free seat, and those of others that may be watched."""
    found = [await house.tables.find(table) for table in await house.store.open_tables(2 * most)]
    waiting = [table.id for table in found if table and table.free_seats and table.status == "waiting"]
    playing = [
        table.id
        for table in found
        if table and table.status == "playing" and table.may_look(viewer.guest) and not table.seats_of(viewer.guest)
    ]
    free = [each for each in playing if each not in waiting]
    return await summaries(house, waiting[:most], viewer), await summaries(house, free[:most], viewer)


@router.get("/tables/{table_id}", responses=REFUSALS)
async def see_table(
    table_id: str,
    request: Request,
    house: AHouse,
    guest: MaybeGuest,
    since: int = 0,
    seat: Annotated[int | None, Query(ge=0)] = None,
) -> Json:
    """See a table as the own seat, or as a spectator: view, plies, legal moves, clocks, events from a number on."""
    table = await house.seen_table(table_id, guest)
    table.note_visit(guest)
    viewer = Viewer(guest, seat)
    return await house.show(
        table,
        house.name_of(guest, request),
        lambda: dict(program_update(table, viewer, since)),
        is_long(table, viewer, since, False, 0),
    )


@router.get("/tables/{table_id}/positions/{ply}", responses=REFUSALS)
async def position(
    table_id: str,
    ply: int,
    request: Request,
    house: AHouse,
    guest: MaybeGuest,
    seat: Annotated[int | None, Query(ge=0)] = None,
    tall: bool = False,
) -> Json:
    """See an earlier position as a picture: the one after so many plies; tall is for a phone."""
    table = await house.seen_table(table_id, guest)
    viewer = Viewer(guest, seat, tall)
    return await house.show(table, house.name_of(guest, request), lambda: dict(past(table, viewer, ply)), True)


@router.get("/tables/{table_id}/picture", responses=REFUSALS)
async def picture(
    table_id: str,
    request: Request,
    house: AHouse,
    guest: MaybeGuest,
    ply: Annotated[int | None, Query(ge=0)] = None,
    seat: Annotated[int | None, Query(ge=0)] = None,
    theme: Annotated[str, Query(pattern="^(light|dark|auto)$")] = "light",
    marks: Annotated[str, Query(pattern="^(subtle|clear|strong)$")] = "clear",
) -> Response:
    """Download the position, now or after so many plies, as an SVG picture of what the own seat, or a spectator, may see."""
    table = await house.seen_table(table_id, guest)
    viewer = Viewer(guest, seat)
    body, at = await house.show(table, house.name_of(guest, request), lambda: still(table, viewer, ply, theme, marks), True)
    name = f"{table.game.name}-{table.id}-{at}.svg"
    return Response(body, media_type="image/svg+xml", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table_id}/record", responses=REFUSALS)
async def record(
    table_id: str, request: Request, house: AHouse, guest: MaybeGuest, seat: Annotated[int | None, Query(ge=0)] = None
) -> Response:
    """Download the record: what the own seat, or a spectator, may know; all of it after the end."""
    try:
        table = await house.seen_table(table_id, guest)
    except SetAside as error:
        if not aside.may_see(error.stored, guest):
            raise
        name, body = f"{error.stored.game}-{table_id}.json", _indented(aside.record_for(error.stored, guest))
    else:
        name = f"{table.game.name}-{table.id}.json"
        body = await house.show(table, house.name_of(guest, request), lambda: _record(table, guest, seat), True)
    return Response(body, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _record(table: Table, guest: Guest | None, seat: int | None) -> str:
    own = table.seats_of(guest)
    eyes = seat if seat in own else own[0] if len(own) == 1 else None
    return _indented(table.match.seen_record(eyes).as_json())


def _indented(record: Json) -> str:
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


async def _command(house: House, guest: Guest, table_id: str, command: Command) -> Json:
    table = await house.table(table_id)
    viewer = Viewer(guest)
    since = table.number
    if not isinstance(command, Sit):
        await house.seen_table(table_id, guest)
    await obey(table, viewer, command, house.settings.load_player)
    async with table.lock:
        if not table.may_look(guest):
            return {"type": "left", "table": table.id}
        return dict(program_update(table, viewer, since))


@router.post("/tables/{table_id}/sit", responses=REFUSALS)
async def sit(table_id: str, command: Sit, house: AHouse, guest: AGuest) -> Json:
    """Sit down on a free seat, or take the own seat back from the bot that plays on there."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/play", responses=REFUSALS)
async def play(table_id: str, command: Play, house: AHouse, guest: AGuest) -> Json:
    """Play a move, by its text or action, that answers a ply."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/undo", responses=REFUSALS)
async def undo(table_id: str, command: Undo, house: AHouse, guest: AGuest) -> Json:
    """Take back the last own turn, or ask the others for it."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/answer", responses=REFUSALS)
async def answer(table_id: str, command: Answer, house: AHouse, guest: AGuest) -> Json:
    """Answer somebody who asked for something: to take back a turn, or to let a bot play on."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/commit", responses=REFUSALS)
async def commit(table_id: str, command: Commit, house: AHouse, guest: AGuest) -> Json:
    """Commit an own seat to a text for the luck by its SHA-256; the server's own commitment is in `luck` of the table."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/seed", responses=REFUSALS)
async def seed(table_id: str, command: Seed, house: AHouse, guest: AGuest) -> Json:
    """Open that text when everybody has sat down; the match begins when all are open. Alone with bots, send it at once."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/leave", responses=REFUSALS)
async def leave(table_id: str, command: Leave, house: AHouse, guest: AGuest) -> Json:
    """Leave a table whose match has not begun."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/close", responses=REFUSALS)
async def close(table_id: str, command: Close, house: AHouse, guest: AGuest) -> Json:
    """Call the match off that has not begun, as who opened the table."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/begin", responses=REFUSALS)
async def begin(table_id: str, command: Begin, house: AHouse, guest: AGuest) -> Json:
    """Say that the match may begin, where the table waits for everybody to say so."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/replace", responses=REFUSALS)
async def replace(table_id: str, command: Replace, house: AHouse, guest: AGuest) -> Json:
    """Let a bot play on for the own seat, or for that of somebody who left; all others are asked."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/resign", responses=REFUSALS)
async def resign(table_id: str, command: Resign, house: AHouse, guest: AGuest) -> Json:
    """Give up."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/fill", responses=REFUSALS)
async def fill(table_id: str, command: Fill, house: AHouse, guest: AGuest) -> Json:
    """Give free seats to bots."""
    return await _command(house, guest, table_id, command)


@router.post("/tables/{table_id}/hint", responses=REFUSALS)
async def hint(table_id: str, house: AHouse, guest: AGuest) -> Json:
    """Ask what to play, and why in numbers: tables and proofs where they reach, else a bot. Only where nobody else plays."""
    table = await house.table(table_id)
    async with table.lock:
        seat, state = seat_for_hint(table, guest), table.match.state
        ply = table.match.ply
    known = await house.workshop.do(guest.id, exact_value, state)
    if known is not None and known.best:
        return {"ply": ply, **exact_advice(table.game, state, seat, known)}
    with house.limits.thought(asker(), guest.id):
        choice = await house.thinkers.advise(ADVISER, table.game, state, seat, guest.id)
    return {"ply": ply, **advice(table.game, state, seat, choice, bot_name(ADVISER))}


class Trial(BaseModel):
    """Moves to be tried out: those of the own seat that acts, at a ply."""

    model_config = ConfigDict(extra="forbid")
    ply: int = Field(ge=0)
    moves: list[Annotated[int, Field(strict=True, ge=0)]] = Field(min_length=1, max_length=64)


@router.post("/tables/{table_id}/preview", responses=REFUSALS)
async def try_out(table_id: str, trial: Trial, house: AHouse, guest: AGuest) -> Json:
    """See what moves would do, in words, cells and points, without playing them; nothing hidden plays a part in it."""
    table = await house.table(table_id)
    async with table.lock:
        return dict(foresight(table, guest, trial.ply, trial.moves))


class Click(BaseModel):
    """Cells that were clicked in this order, at a ply, and that lead to no legal move."""

    model_config = ConfigDict(extra="forbid")
    ply: int = Field(ge=0)
    cells: list[Annotated[str, Field(max_length=40)]] = Field(min_length=1, max_length=8)


@router.post("/tables/{table_id}/why", responses=REFUSALS)
async def why(table_id: str, click: Click, house: AHouse, guest: AGuest) -> Json:
    """See why clicks lead to no legal move: the sentence that a move text would be refused with."""
    table = await house.table(table_id)
    async with table.lock:
        return dict(why_not(table, guest, click.ply, click.cells))


class Pointed(BaseModel):
    """A cell at a ply."""

    model_config = ConfigDict(extra="forbid")
    ply: int = Field(ge=0)
    cell: str = Field(max_length=40)


@router.post("/tables/{table_id}/threats", responses=REFUSALS)
async def see_threats(table_id: str, pointed: Pointed, house: AHouse, guest: MaybeGuest) -> Json:
    """See what other seats could do to what stands on a cell, each if it were its turn; nothing hidden plays a part in it."""
    table = await house.seen_table(table_id, guest)
    async with table.lock:
        return dict(threats(table, Viewer(guest), pointed.ply, pointed.cell))


class Again(BaseModel):
    """A rematch; `commits` says that a commitment to a text for the luck follows, for which the match then waits."""

    model_config = ConfigDict(extra="forbid")
    commits: bool = False


@router.post("/tables/{table_id}/rematch", responses=REFUSALS, status_code=201)
async def rematch(table_id: str, house: AHouse, guest: AGuest, wish: Again | None = None) -> Json:
    """Open the next table, everybody one seat further unless agreed otherwise; who asks next takes the seat there."""
    table = await again(house, guest, table_id, wish is not None and wish.commits)
    return {**program_update(table, Viewer(guest), 0), "invite": table.stored.invite}


async def again(house: House, guest: Guest, table_id: str, commits: bool = False) -> Table:
    """Return the rematch of a table, opened now or before."""
    table = await house.table(table_id)
    async with table.lock:
        if not table.match.over:
            raise GameError("the match is not over: resign first, or play on")
        if not table.seats_of(guest):
            raise GameError("you have no seat at this table: you can watch")
        own = {(seat + rotation(table)) % table.game.seats: table.match.players[seat] for seat in table.seats_of(guest)}
        if table.rematch is None:
            plan = dataclasses.replace(rotated(table, guest), commits=commits)
            table.rematch = (await open_table(house, guest, plan)).id
            table.tell()
        following = await house.table(table.rematch)
    async with following.lock:
        free = sorted(set(own) & set(following.free_seats)) if following.status == "waiting" else []
        for seat in free:
            await following.sit(guest, seat, own[seat], commits=commits and seat == free[0])
    return following


@router.websocket("/tables/{table_id}/live")
async def live(
    socket: WebSocket, table_id: str, since: int = 0, page: bool = False, tall: bool = False, packed: bool = False
) -> None:
    """Stream a table: every change since an event number, and everything that follows. Commands are accepted here, too."""
    house: House = socket.app.state.house
    try:
        table = await house.tables.find(table_id)
    except Unavailable:
        await socket.close(TRY_AGAIN, "the matches are out of reach just now")
        return
    if table is None or not table.may_look(await house.guest(socket)):
        await socket.close(1008, "there is no such table" if table is None else "this table is closed")
        return
    await serve_socket(house, socket, table, since, (PACKED_PAGE if packed else PAGE) if page else PROGRAM, tall)
