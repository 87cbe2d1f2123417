"""What leads other people to a table: an invitation for a camera."""

from __future__ import annotations

from io import BytesIO

import segno
from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from calumma.core.words import Words
from calumma.server.endpoints import TheServices
from calumma.site.commands import is_invited

say = Words(__package__)

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
    return Response(body.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})
