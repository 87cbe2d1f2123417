"""Pages for whoever looks after the server: the metrics, and the matches that are set aside. Nobody else gets them."""

from __future__ import annotations

import base64
import secrets

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException

from calumma.core.words import Words
from calumma.server.endpoints import TheServices
from calumma.server.hosting import HostedServices
from calumma.server.pages import page

say = Words(__package__)

router = APIRouter(include_in_schema=False)
LOOPBACK = ("127.0.0.1", "::1")
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
KIND = "text/plain; version=0.0.4; charset=utf-8"
MOST_SHOWN = 200


def check_operator(request: Request, services: HostedServices) -> None:
    """Let in who has the token; without a token who asks from this machine, by its own name and not through a proxy."""
    token = services.server_settings.operator_token
    if token:
        if not secrets.compare_digest(_given(request).encode(), token.encode()):
            raise HTTPException(401, say("host-only"), {"WWW-Authenticate": 'Basic realm="operator"'})
        return
    client = request.client.host if request.client else ""
    name = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    passed_on = any(header in request.headers for header in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    if client not in LOOPBACK or name not in LOCAL_NAMES or passed_on:
        raise HTTPException(404, say("no-such-page"))


def _given(request: Request) -> str:
    """The token of a program, or the password that a browser asked for."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value, validate=True).decode().partition(":")[2]
        except ValueError:
            return ""
    return ""


@router.get("/metrics")
async def metrics(request: Request, services: TheServices) -> Response:
    """Show the numbers that Prometheus collects."""
    check_operator(request, services)
    return PlainTextResponse(await services.numbers(), headers={"Cache-Control": "no-store"}, media_type=KIND)


@router.get("/operator")
async def overview(request: Request, services: TheServices) -> Response:
    """Show whether all is well, and the matches that are set aside."""
    check_operator(request, services)
    found = await services.store.match_index.briefs("aside", MOST_SHOWN)
    trouble = await services.readiness.trouble()
    return page(
        request, "operator.html", aside=found, trouble=trouble, sockets=services.sockets, tables=len(services.tables.in_memory())
    )
