"""The web application: routes, errors as sentences, and what happens at start and end."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute
from starlette.types import Scope

import calumma
from calumma.core import GameError
from calumma.core.messages import sentence
from calumma.core.words import Words
from calumma.offline import files
from calumma.server import endpoints, live, notification_pages, operator_pages, pages, sharing_pages
from calumma.server.hosting import HostedServices
from calumma.server.metrics import Meter
from calumma.server.models import sentence_of
from calumma.server.security import Guard
from calumma.server.settings import Settings
from calumma.server.shelves import OFFLINE, STATIC, Shelves
from calumma.site import set_aside
from calumma.site.bus import Bus
from calumma.site.limits import TooMuch
from calumma.site.memory import MemoryStore
from calumma.site.refusals import Refused, SetAside
from calumma.site.store import Conflict, Store, Unavailable

say = Words(__package__)
of_site = Words("calumma.site")

HERE = Path(__file__).parent
LONGEST_SENTENCE = 600


def create_app(store: Store | None = None, settings: Settings | None = None, bus: Bus | None = None) -> FastAPI:
    """Return the application; without a store everything is kept in memory, with a bus it is one server of several."""
    services = HostedServices(store or MemoryStore(), settings or Settings(), bus)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await services.start()
        await to_thread.run_sync(pages.prepare)
        await _first_request(app)
        yield
        await services.stop()

    app = FastAPI(
        title="Calumma",
        version=calumma.__version__,
        description="Play the five games called Chameleon by requests: get a token, open or join a table, see it, play, stream.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # see _describe
    )
    app.state.services = services
    app.router.routes.extend(_routes())
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(Shelves, folders={STATIC: HERE / "static"} | ({OFFLINE: files.FOLDER} if files.is_built() else {}))
    own = None if services.server_settings.any_host else urlsplit(services.server_settings.address).hostname
    sizes = {name: getattr(services.server_settings, name) for name in ("most_body", "most_address", "most_headers")}
    app.add_middleware(Guard, limits=services.limits, page=_page, own=own, **sizes)
    app.add_middleware(Meter, metrics=services.metrics)
    app.add_exception_handler(GameError, _game_error)
    app.add_exception_handler(TooMuch, _too_much)
    app.add_exception_handler(ValidationError, _invalid)
    app.add_exception_handler(Conflict, _conflict)
    app.add_exception_handler(Unavailable, _unavailable)
    app.add_exception_handler(SetAside, _set_aside)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    return app


@cache
def _routes() -> list[BaseRoute]:
    """All routes. They know no application, so those of one process share them: FastAPI takes long to make them."""
    shared = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    programs = (endpoints.router(), live.router)
    people = (pages.site_pages(), pages.router, sharing_pages.router, operator_pages.router, notification_pages.router)
    for router in (*programs, *people):
        shared.include_router(router)
    shared.add_api_route("/api/openapi.json", _describe, include_in_schema=False)
    return shared.router.routes


async def _describe(request: Request) -> Response:
    """Describe the interface for programs. It takes long the first time, so a thread does it."""
    app, services = request.app, request.app.state.services
    if not hasattr(app.state, "described"):
        app.state.described = await services.work_queue.do(services.name_of(None, request), lambda: json.dumps(app.openapi()))
    return Response(app.state.described, media_type="application/json")


async def _first_request(app: FastAPI) -> None:
    """Find a route once: FastAPI puts its routes in order when it is first asked, and that takes long."""
    scope = {"type": "http", "method": "GET", "path": "/none", "root_path": "", "headers": [], "query_string": b""}
    for route in app.routes:
        route.matches(scope)


def _page(scope: Scope, status: int, words: str) -> Response:
    """The page on which the guard tells why it lets nobody in."""
    return pages.error_page(Request(scope), status, sentence(words))


def _refuse(request: Request, status: int, words: str) -> Response:
    """Answer with a sentence: as a page for people, as JSON for programs. It does not repeat all that was sent."""
    words = words if len(words) <= LONGEST_SENTENCE else f"{words[:LONGEST_SENTENCE]}..."
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence(words)}, status)
    return pages.error_page(request, status, sentence(words))


def _game_error(request: Request, error: Exception) -> Response:
    return _refuse(request, 400, str(error))


def _too_much(request: Request, error: Exception) -> Response:
    return _refuse(request, 429, str(error))


def _conflict(request: Request, error: Exception) -> Response:
    return _refuse(request, 409, of_site("too-slow"))


def _unavailable(request: Request, error: Exception) -> Response:
    answer = _refuse(request, 503, str(error))
    answer.headers["Retry-After"] = "5"
    return answer


async def _set_aside(request: Request, error: Exception) -> Response:
    """Say why a match cannot be opened; whoever played there can have its record."""
    assert isinstance(error, SetAside)
    stored = error.stored
    known = set_aside.may_see(stored, await request.app.state.services.guest(request))
    if stored.is_closed and not known:
        return _refuse(request, 403, of_site("private-table"))
    status = 410 if stored.ended else 503
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence(set_aside.words(stored).strip())}, status)
    return pages.error_page(
        request, status, set_aside.words(stored).strip(), f"/api/tables/{stored.id}/record" if known else None
    )


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _refuse(request, error.status, str(error))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: say("no-such-page"), 405: say("wrong-method")}
    detail = str(error.detail)
    known = detail in ("Not Found", "Method Not Allowed")
    return _refuse(request, error.status_code, words.get(error.status_code, detail) if known else detail)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, (RequestValidationError, ValidationError))
    return _refuse(request, 422, of_site("cannot-read-request", error=sentence_of(error.errors())))
