"""The page of somebody's own: the ladder of every game, results, and a match on the next rung."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

import calumma
from calumma.server.endpoints import MaybeGuest, TheServices
from calumma.server.pages import find_game, known_here, leads_to, page, read_form, welcome
from calumma.site.ladder import finishes, ladder, rung_name, rung_of, rung_plan
from calumma.site.opening import open_table
from calumma.site.table_plan import HIGHEST

router = APIRouter(include_in_schema=False)


@router.get("/ladder")
async def show_ladder(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show the ladder of every game."""
    played = await finishes(services, guest) if guest else []
    titles = {name: calumma.load(name).info.title for name in calumma.games()}
    own = ladder(played, calumma.games())
    return page(request, "ladder.html", own=own, titles=titles, guest=guest, rung_name=rung_name)


@router.get("/ladder/export")
async def export_ladder(services: TheServices, guest: MaybeGuest) -> Response:
    """Hand over all results as a file."""
    own = ladder(await finishes(services, known_here(guest)), calumma.games())
    return JSONResponse(own, headers={"Content-Disposition": 'attachment; filename="calumma-ladder.json"'})


@router.post("/ladder/{name}")
async def climb(request: Request, name: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Open a match on the rung where somebody stands, or on the one that was asked for."""
    game = find_game(name)
    form = await read_form(request)
    guest, token = await welcome(request, services, guest, "")
    played = [one for one in await finishes(services, guest) if one.game == game.name]
    asked = form.get("level", "")
    level = int(asked) if asked in [str(each) for each in range(1, HIGHEST + 1)] else rung_of(played)
    table = await open_table(services, guest, rung_plan(services, game.name, level, len(played)))
    return leads_to(request, f"/t/{table.id}", token)
