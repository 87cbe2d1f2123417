"""Requests of those who study: the analysis board, the check of the luck, exact values, puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from calumma import records
from calumma.core import Game, GameError
from calumma.server import analysis, exact, puzzles
from calumma.server.analysis import Line, Lines
from calumma.server.api import REFUSALS, AHouse, MaybeGuest
from calumma.server.asking import LEVELS
from calumma.server.house import House
from calumma.server.showing import refused_click
from calumma.server.store import Guest
from calumma.server.tables import Table

router = APIRouter(prefix="/api")
Json = dict[str, Any]
LINES = Lines()
MOST_PLIES = 5000
AText = Annotated[str, Field(max_length=200)]


class Setting(BaseModel):
    """A game with its seats and options."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=40)
    seats: Annotated[int, Field(ge=1, le=16)] | None = None
    options: dict[str, str | int] = Field(default_factory=dict, max_length=20)

    def load(self) -> Game:
        """Return the game; GameError says what does not fit."""
        return analysis.load_game(self.game, self.seats, self.options)


class ALine(Setting):
    """A beginning (a position text, or the start of a match if it is empty) and the moves from there, luck included."""

    start: str = Field(default="", max_length=8000)
    moves: list[AText] = Field(default_factory=list, max_length=MOST_PLIES)

    @property
    def line(self) -> Line:
        """The line that is meant."""
        return Line(self.load(), self.start.strip(), tuple(self.moves))


class Question(ALine):
    """A position to be thought about by a bot."""

    bot: str = Field(default=LEVELS[1], max_length=40)


class Thought(BaseModel):
    """What a bot said of the position before a ply."""

    model_config = ConfigDict(extra="forbid")
    ply: int = Field(ge=0, lt=MOST_PLIES)
    best: AText
    values: list[Annotated[float, Field(ge=0.0, le=1.0)]] = Field(max_length=16)


class Judgement(ALine):
    """A line, and what a bot said before its plies."""

    thoughts: list[Thought] = Field(max_length=MOST_PLIES)


class Clicked(ALine):
    """Cells that were clicked in this order in the position at the end of a line."""

    cells: list[Annotated[str, Field(max_length=40)]] = Field(min_length=1, max_length=8)


class Pasted(Setting):
    """A text that somebody pasted: a position of the game, or a record of any game."""

    text: str = Field(max_length=60_000)


class Change(Setting):
    """A change of a position by hand: something put on a cell (nothing: an empty token), or another seat to move."""

    position: str = Field(max_length=8000)
    cell: str = Field(default="", max_length=20)
    token: str = Field(default="", max_length=20)
    turn: str = Field(default="", max_length=20)


class Attempt(BaseModel):
    """The moves made in a puzzle so far, the defender's answers included; `reveal` asks for the solution."""

    model_config = ConfigDict(extra="forbid")
    moves: list[AText] = Field(default_factory=list, max_length=60)
    reveal: bool = False


async def _work(house: House, request: Request, guest: Guest | None, work: Callable[..., Any], *about: Any) -> Any:
    """Do what takes a while for somebody, in the asker's turn and in a thread: everybody else is answered meanwhile."""
    return await house.workshop.do(house.name_of(guest, request), work, *about)


# The analysis board


@router.post("/analysis/position", responses=REFUSALS)
async def position(wish: ALine, request: Request, house: AHouse, guest: MaybeGuest, tall: bool = False) -> Json:
    """See the position at the end of a line: picture (tall is for a phone), legal moves, outcomes of luck, scores."""

    def show() -> Json:
        line = wish.line
        before = LINES.state(Line(line.game, line.start, line.moves[:-1])) if line.moves else None
        return analysis.node(line, LINES.state(line), before, tall)

    return await _work(house, request, guest, show)


@router.post("/analysis/why", responses=REFUSALS)
async def why(wish: Clicked, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """See why clicks lead to no legal move: the sentence that a move text would be refused with, which names the rule."""

    def explain() -> Json:
        line = wish.line
        state = LINES.state(line)
        if state.to_act < 0:
            return {"ply": len(line.moves), "words": "", "cells": []}
        return dict(refused_click(line.game, state, len(line.moves), wish.cells))

    return await _work(house, request, guest, explain)


@router.post("/analysis/line", responses=REFUSALS)
async def whole_line(wish: ALine, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """See every move of a line in words."""

    def tell() -> Json:
        line = wish.line
        return {**analysis.beginning(line), "lines": analysis.story_lines(line)}

    return await _work(house, request, guest, tell)


@router.post("/analysis/read", responses=REFUSALS)
async def read(wish: Pasted, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """Read a position text or a record; the answer is a line."""
    return await _work(house, request, guest, lambda: analysis.read_pasted(wish.text, wish.load()))


@router.post("/analysis/put", responses=REFUSALS)
async def change(wish: Change, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """Change a position by hand; the answer is a line that begins there, or why such a position cannot be."""

    def put() -> Json:
        if wish.turn:
            return analysis.let_move(wish.load(), wish.position, wish.turn)
        return analysis.put(wish.load(), wish.position, wish.cell, wish.token)

    return await _work(house, request, guest, put)


@router.post("/analysis/record", responses=REFUSALS)
async def as_record(wish: ALine, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """Turn a line that begins at the start of a match into a record."""
    return await _work(house, request, guest, lambda: analysis.record_of(wish.line, LINES.state(wish.line)))


@router.get("/analysis/picture", responses=REFUSALS)
async def picture(
    request: Request,
    house: AHouse,
    guest: MaybeGuest,
    game: Annotated[str, Query(max_length=40)],
    position: Annotated[str, Query(max_length=2000)],
    seats: Annotated[int | None, Query(ge=1, le=16)] = None,
) -> Response:
    """Download the picture of a position; options are given as `option-NAME`."""
    options = {key.removeprefix("option-"): value for key, value in request.query_params.items() if key.startswith("option-")}

    def draw() -> tuple[str, str]:
        loaded = analysis.load_game(game, seats, options)
        state = loaded.parse_position(position)
        return loaded.name, loaded.svg(state, analysis.eyes_at(state))

    name, svg = await _work(house, request, guest, draw)
    headers = {"Content-Disposition": f'attachment; filename="{name}.svg"'}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.post("/analysis/values", responses=REFUSALS)
async def values(wish: Question, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """Ask a bot about a position: chances of every seat, best moves, expected play. It is told what the acting seat knows."""
    line, state = await _work(house, request, guest, lambda: (wish.line, LINES.state(wish.line)))
    await check_fair(house, guest, line)
    return await house.askers.ask(house.name_of(guest, request), wish.bot, state)


@router.post("/analysis/turning", responses=REFUSALS)
async def turning(wish: Judgement, request: Request, house: AHouse, guest: MaybeGuest) -> list[Json]:
    """Tell what every decision of a line cost its seat, and which were turning points, by what a bot said before each."""
    return await _work(house, request, guest, lambda: analysis.judged(wish.line, wish.thoughts))


@router.post("/analysis/exact", responses=REFUSALS)
async def exact_values(wish: ALine, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """Tell the exact value of a position and of its moves, where tables, certificate or a short proof reach."""
    line, state = await _work(house, request, guest, lambda: (wish.line, LINES.state(wish.line)))
    await check_fair(house, guest, line)
    return await _work(house, request, guest, lambda: {"exact": exact.exact(state), "moves": exact.exact_moves(state)})


async def check_fair(house: House, guest: Guest | None, line: Line) -> None:
    """Refuse values of a position that the guest is playing against other people now, and of all that follows from it.

    Positions are compared as the guest's own seat sees both, so the refusal tells nothing about hidden things.
    """
    if guest is None:
        return
    played: dict[int, set[str]] = {}
    for table in await _played_now(house, guest):
        if table.game == line.game:
            for seat in table.seats_of(guest):
                played.setdefault(seat, set()).add(line.game.position_text(table.match.state, seat))
    if played and await house.workshop.do(guest.id, _passes_through, line, played):
        raise GameError("you are playing this position against somebody now: bots say nothing about it until that match is over")


async def _played_now(house: House, guest: Guest) -> list[Table]:
    """The matches that a guest plays against other people now; those that are over are looked at once."""
    harmless = house.askers.harmless
    found = []
    for table_id in await house.store.tables_of(guest.id, house.settings.allowance.guest_tables):
        if table_id in harmless:
            continue
        table = await house.tables.find(table_id)
        if table is None or table.match.practice or table.match.over:
            harmless.add(table_id)
        elif table.status == "playing":
            found.append(table)
    return found


def _passes_through(line: Line, played: dict[int, set[str]]) -> bool:
    """Whether a line comes through one of the positions that are played, in one walk along it."""
    text = line.game.position_text
    return any(text(state, seat) in positions for state in analysis.states(line) for seat, positions in played.items())


# Finished matches


@router.get("/tables/{table_id}/draws", responses=REFUSALS)
async def draws(table_id: str, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """Get what a check of the luck needs, once the match is over: secret, seeds, and the outcomes of every draw with weights."""
    table = await house.seen_table(table_id, guest)
    async with table.lock:
        table.check_kept()
        if not table.match.over:
            raise GameError("the secret is published when the match is over: the luck can be checked then")
        record = table.match.record()
    found: Json = await _work(house, request, guest, analysis.draws_of, record)
    return found


@router.post("/analysis/draws", responses=REFUSALS)
async def draws_of_record(wish: Pasted, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """The same for a record that somebody pasted."""
    return await _work(house, request, guest, lambda: analysis.draws_of(records.loads(wish.text)))


@router.get("/tables/{table_id}/exact", responses=REFUSALS)
async def exact_plies(table_id: str, request: Request, house: AHouse, guest: MaybeGuest) -> list[Json | None]:
    """Tell for every ply of a finished match of a solved game what it brought the side that made it, where that is known."""
    table = await house.seen_table(table_id, guest)
    async with table.lock:
        table.check_kept()
        if not table.match.over:
            raise GameError("the match is not over: its exact values are told then")
        game, plies = table.game, table.match.plies
    found: list[Json | None] = await _work(house, request, guest, exact.exact_plies, game, game.new(), plies)
    return found


# Puzzles


@router.get("/puzzles", responses=REFUSALS)
async def all_puzzles(request: Request, house: AHouse, guest: MaybeGuest) -> Response:
    """List the puzzles: positions whose mover wins by force."""
    return Response(await _work(house, request, guest, puzzles.summaries), media_type="application/json")


@router.post("/puzzles/{number}", responses=REFUSALS)
async def attempt(number: int, wish: Attempt, request: Request, house: AHouse, guest: MaybeGuest) -> Json:
    """Try moves in a puzzle: told whether the win is still there, the perfect defender answers."""
    return await _work(house, request, guest, lambda: puzzles.attempt(puzzles.find(number), wish.moves, wish.reveal))
