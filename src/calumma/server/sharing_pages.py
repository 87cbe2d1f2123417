"""What leads other people to a table: an invitation for a camera, and the picture beside a link to a finished match."""

from __future__ import annotations

import logging
from functools import partial
from io import BytesIO
from zlib import crc32

import segno
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from calumma.core.words import Words
from calumma.server.endpoints import ACall, TheServices
from calumma.server.pages import cover_of
from calumma.server.painting import CannotPaint, png_of
from calumma.server.prices import PAINTED
from calumma.site.commands import is_invited
from calumma.site.sharing import share_picture

say = Words(__package__)

LOGGER = logging.getLogger("calumma.server")
HOUR = "private, max-age=3600"

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/join/{invite}/code")
async def invitation_code(request: Request, table_id: str, invite: str, services: TheServices) -> Response:
    """Return an invitation as a QR code."""
    table = await services.tables.find(table_id)
    if table is None or not is_invited(table, invite):
        raise HTTPException(404, say("invitation-unknown"))
    body = BytesIO()
    code = segno.make(f"{request.base_url}t/{table.id}/join/{invite}", micro=False)
    code.save(body, kind="svg", border=2, xmldecl=False, dark="#171412", light="#ffffff", omitsize=True)
    return Response(body.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": HOUR})


@router.get("/t/{table_id}" + PAINTED)
async def end_of_match(table_id: str, call: ACall) -> Response:
    """Return the end of a match as a PNG picture, as a spectator sees it; if none can be painted, the cover of its game."""
    services = call.services
    table = await services.seen_table(table_id, call.guest)
    svg = await services.show(table, call.payer, partial(share_picture, table), True)
    try:
        picture = await services.work_queue.do(call.payer, partial(png_of, svg))
    except CannotPaint as error:
        LOGGER.warning(say("cannot-paint", table=table.id, error=error))
        return RedirectResponse(f"/{cover_of(table.game.name)}")
    return Response(picture, media_type="image/png", headers={"Cache-Control": HOUR, "ETag": f'"{crc32(picture):08x}"'})
