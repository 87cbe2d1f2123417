"""The pages for people: those of the site, rendered here, and those that only a server has. Scripts make a match live."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qsl
from zlib import crc32

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException

import calumma
from calumma.core import GameError
from calumma.core.words import Words
from calumma.offline import files
from calumma.server.endpoints import ACall, MaybeGuest, TheServices, call_of, spelled_parameter
from calumma.server.hosting import HostedServices, device_of, token_of
from calumma.server.models import checked
from calumma.site.api.routes import Route
from calumma.site.calls import Call, File
from calumma.site.commands import Sit, execute, is_invited
from calumma.site.guests import COOKIE, friendly_name
from calumma.site.names import bot_name
from calumma.site.pages import errors, games, me, tables
from calumma.site.pages.answers import Page, Redirect
from calumma.site.pages.filling import FILTERS, NAMES, look_of
from calumma.site.pages.pictures import example_picture
from calumma.site.pages.routes import PAGES
from calumma.site.pages.tables import known_here
from calumma.site.store import Guest
from calumma.site.summary import limit_words
from calumma.site.viewers import Viewer

say = Words(__package__)
of_site = Words("calumma.site")

router = APIRouter(include_in_schema=False)
TEMPLATES = Jinja2Templates(Path(__file__).parent / "templates")
TEMPLATES.env.globals |= NAMES | {"has_offline": files.is_built}
TEMPLATES.env.filters |= FILTERS
STATIC = Path(__file__).parent / "static"
FONTS = STATIC / "fonts"  # tools/fetch_fonts.py brings them; pages do without them
COVERS = STATIC / "covers"  # for social networks, which take no SVG: made by tools/draw_covers.py
LOOK = "calumma_look"
YEAR = 365 * 24 * 3600


@cache
def _prose(text: str) -> str:
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


@cache
def cover_of(name: str) -> str:
    """Return where the cover of a game is, or of all games if it has none."""
    found = name if (COVERS / f"{name}.jpg").exists() else "calumma"
    return f"static/covers/{found}.jpg"


TEMPLATES.env.globals |= NAMES | {"has_fonts": (FONTS / "sans.woff2").exists(), "cover_of": cover_of}
TEMPLATES.env.filters |= FILTERS | {"markdown": _prose}


def prepare() -> None:
    """Make what all visitors share before the first one comes."""
    games.prepare()
    for name in calumma.games():
        _prose(games.rules_of(name))


def page(request: Request, name: str, status: int = 200, /, **values: object) -> HTMLResponse:
    """Return a page made from a template; the covers that it names must be addressed in full, so it is told the base of all."""
    own: dict[str, object] = {**look_of(request.cookies.get(LOOK, "")), "base": str(request.base_url)}
    return TEMPLATES.TemplateResponse(request, name, own | values, status_code=status)


def error_page(request: Request, status: int, sentence: str, record: str | None = None) -> Response:
    """Return the page that says what went wrong."""
    return answer_of(request, errors.error_page(status, sentence, record))


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form that was sent, each once."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind not in ("application/x-www-form-urlencoded", ""):
        raise GameError(say("unknown-form", kind=kind[:60]))
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=200))
    except ValueError as error:
        raise GameError(say("cannot-read-form", error=error)) from None


# Pages of the site


async def page_call(request: Request, call: ACall) -> Call:
    """Return a request as the pages see it: with the form that was sent."""
    return replace(call, form=await read_form(request)) if request.method == "POST" else call


PageCall = Annotated[Call, Depends(page_call)]


def site_pages() -> APIRouter:
    """Return the pages of the site as routes of this server."""
    made = APIRouter(include_in_schema=False)
    for route in PAGES:
        made.add_api_route(route.path, page_endpoint(route), methods=[route.method], response_model=None)
    return made


def page_endpoint(route: Route) -> Callable[..., Awaitable[Response]]:
    """Return the function that FastAPI calls for a page: its signature says what is read, as the page's own function does."""

    async def endpoint(request: Request, call: Call, **given: object) -> Response:
        return answer_of(request, await route.answer(call, **given))

    kind = inspect.Parameter.KEYWORD_ONLY
    parts = [inspect.Parameter("request", kind, annotation=Request), inspect.Parameter("call", kind, annotation=PageCall)]
    parts += [spelled_parameter(each) for each in route.parameters]
    endpoint.__signature__ = inspect.Signature(parts)  # type: ignore[attr-defined]
    return endpoint


def answer_of(request: Request, found: object) -> Response:
    """Return what a page comes to as the browser gets it."""
    match found:
        case Page():
            return page(request, found.template, found.status, **found.values)
        case Redirect():
            return _leads_to(request, found.address, found.token)
        case File():
            return _file(request, found)
    raise TypeError(f"no page: {found!r}")


def _file(request: Request, found: File) -> Response:
    """A file; a browser that has the same one need not fetch it again."""
    headers = {"Cache-Control": found.keeping, "ETag": f'"{crc32(found.body.encode()):08x}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type=found.media_type, headers=headers)


# What only a server has


@router.get("/health")
async def health() -> Response:
    """Say that the server is alive: for whoever would start it anew if it were not."""
    return PlainTextResponse("well\n", headers={"Cache-Control": "no-store"})


@router.get("/ready")
async def ready(services: TheServices) -> Response:
    """Say whether the server can do its work, that is, write: for whoever watches over it or sends people to it."""
    trouble = await services.readiness.trouble()
    words = say("ready") if trouble is None else say("not-ready", trouble=trouble)
    return PlainTextResponse(f"{words}\n", 200 if trouble is None else 503, headers={"Cache-Control": "no-store"})


@router.get("/robots.txt")
async def robots() -> Response:
    """Ask search engines to leave the tables alone."""
    return PlainTextResponse("User-agent: *\nDisallow: /t/\nDisallow: /api/\nDisallow: /feed/\nDisallow: /mail/\n")


def _leads_to(request: Request, address: str, token: str | None) -> Response:
    answer = RedirectResponse(address, 303)
    if token:
        keep_token(request, answer, token)
    elif token is not None:
        answer.delete_cookie(COOKIE)
    return answer


def keep_token(request: Request, answer: Response, token: str) -> None:
    """Let the browser keep a token where no script can read it; one that came by HTTPS never leaves by plain HTTP."""
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https")


# Tables


@router.get("/t/{table_id}/join/{invite}")
async def invitation(request: Request, table_id: str, invite: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Show a table to somebody who was invited; of a closed one, a stranger is not even told that it is there."""
    table = await services.tables.fresh(table_id)
    if table is None or not (table.may_look(guest) or table.stored.is_open or is_invited(table, invite)):
        raise HTTPException(404, say("invitation-unknown"))
    if table.seats_of(guest):
        return RedirectResponse(f"/t/{table.id}", 303)
    free = table.free_seats
    host = next((player for player, bot in zip(table.match.players, table.match.bots, strict=True) if player and not bot), "")
    called = guest.name if guest else friendly_name()
    values: dict[str, object] = {"table": table, "info": table.game.info, "free": free, "host": host, "invite": invite}
    values["commitment"] = table.match.luck.commitment if table.match.luck else ""
    values |= {"limit": limit_words(table.stored.time_limit), "substitute": bot_name(table.stored.substitute)}
    return page(request, "join.html", picture=example_picture(table.game.name), called=called, **values)


@router.post("/t/{table_id}/join")
async def join(request: Request, table_id: str, call: PageCall) -> Response:
    """Sit down at a table."""
    table = await call.services.table(table_id)
    guest, token = await tables.welcome(call, call.form.get("name", ""))
    seat = tables.number_in(call.form.get("seat", ""))
    command = checked(Sit, invite=call.form.get("invite", "")[:100], seat=seat, commits=tables.commits(call))
    await execute(table, Viewer(guest), command, call.services.settings.load_player)
    return _leads_to(request, f"/t/{table.id}", token)


# The guest


async def me_page(
    request: Request, services: HostedServices, guest: Guest | None, status: int = 200, /, **values: object
) -> Response:
    """Return the page about a guest."""
    return answer_of(request, await me.about(call_of(request, services, guest), status, **values))


@router.post("/me/carry")
async def carry(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show the link that makes another device the same guest."""
    link = f"{request.base_url}carry/{await services.guests.carry(known_here(guest))}"
    return await me_page(request, services, guest, link=link)


@router.post("/me/token")
async def make_token(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show a token for a program, once."""
    token = await services.guests.another_token(known_here(guest), of_site("me.program"))
    return await me_page(request, services, guest, token=token)


@router.post("/me/sessions/{name}/end")
async def end_session(name: str, services: TheServices, guest: MaybeGuest) -> Response:
    """End one session, or all others."""
    if not await services.guests.end_session(known_here(guest), name):
        raise HTTPException(404, say("session-already-over"))
    services.sessions_ended(known_here(guest))
    return RedirectResponse("/me", 303)


@router.post("/me/sessions/end")
async def end_other_sessions(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """End all sessions but this one."""
    await services.guests.end_other_sessions(known_here(guest), token_of(request))
    services.sessions_ended(known_here(guest))
    return RedirectResponse("/me", 303)


@router.post("/me/recovery")
async def make_phrase(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show a recovery phrase, once."""
    phrase = await services.guests.new_phrase(known_here(guest), services.name_of(None, request))
    return await me_page(request, services, guest, phrase=phrase)


@router.post("/me/recovery/end")
async def end_phrase(services: TheServices, guest: MaybeGuest) -> Response:
    """Let the recovery phrase be worth nothing any more."""
    await services.store.sessions.end_recovery(known_here(guest).id)
    return RedirectResponse("/me", 303)


@router.get("/recover")
async def ask_for_phrase(request: Request) -> Response:
    """Ask for a recovery phrase."""
    return page(request, "recover.html")


@router.post("/recover")
async def recover(request: Request, services: TheServices) -> Response:
    """Make this device the guest of a recovery phrase."""
    form = await read_form(request)
    try:
        token = await services.guests.recover(form.get("phrase", ""), services.name_of(None, request), device_of(request))
    except GameError as error:
        return page(request, "recover.html", 400, refusal=str(error))
    if token is None:
        return page(request, "recover.html", 404, refusal=of_site("me.recover_unknown"))
    return _leads_to(request, "/", token)


@router.get("/carry/{code}")
async def arrival(request: Request, code: str) -> Response:
    """Ask before this device becomes a guest it was not: a link alone must not do it."""
    return page(request, "carry.html", code=code)


@router.post("/carry/{code}")
async def arrive(request: Request, code: str, services: TheServices) -> Response:
    """Make this device the guest of the code."""
    token = await services.guests.arrive(code, device_of(request))
    if token is None:
        raise HTTPException(404, say("link-used"))
    return _leads_to(request, "/", token)
