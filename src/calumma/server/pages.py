"""The pages for people, rendered here; scripts make a match live."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException

import calumma
from calumma.core import Game, GameError, Rng, State
from calumma.core.registry import definition
from calumma.core.words import Words
from calumma.drawing import draw_svg, picture_of, style_sheet
from calumma.lessons import has_lessons, lessons_of
from calumma.puzzles import games_with_puzzles
from calumma.server.endpoints import MaybeGuest, TheServices
from calumma.server.hosting import HostedServices, device_of, token_of
from calumma.server.models import checked
from calumma.site.commands import Sit, engines_of, execute, is_invited
from calumma.site.diagrams import illustrated_rules
from calumma.site.guests import COOKIE, clean_name, friendly_name
from calumma.site.lists import listed_summaries, summaries
from calumma.site.names import bot_name
from calumma.site.opening import open_table, plan_of, rematch_of
from calumma.site.requests import NewTable
from calumma.site.settings import PERFECT, LoadPlayer
from calumma.site.store import SUBSTITUTE, Begins, Guest
from calumma.site.summary import limit_words
from calumma.site.viewers import Viewer
from calumma.site.words import page_language, page_words
from calumma.solutions import is_solved

say = Words(__package__)
of_site = Words("calumma.site")

router = APIRouter(include_in_schema=False)
TEMPLATES = Jinja2Templates(Path(__file__).parent / "templates")
TEMPLATES.env.globals |= {"say": of_site, "language": page_language, "version": calumma.__version__}
TEMPLATES.env.filters["day"] = lambda moment: datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")
BOTS = ("level:1", "level:2", "level:3", "level:4", "level:5", "level:6", "random")
LIMITS = ("", "3+2", "5+5", "10+5", "15+10", "30+20", "60+30", "1h", "12h", "1d", "2d", "3d", "7d", "14d")
LOOK = "calumma_look"
YEAR = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
MARKS = ("subtle", "clear", "strong")


def bots_of(game: Game, load: LoadPlayer) -> dict[str, str]:
    """Return the bots that can take a seat, with their names."""
    own = (*BOTS, PERFECT) if is_solved(game) else BOTS
    return {bot: of_site(f"bot.{bot}") for bot in own} | {bot: bot_name(bot) for bot in engines_of(load)}


def look_of(request: Request) -> dict[str, str]:
    """Return theme and strength of marks as this device remembers them."""
    theme, _, marks = request.cookies.get(LOOK, "").partition("-")
    return {"theme": theme if theme in THEMES else "auto", "marks": marks if marks in MARKS else "subtle"}


def page(request: Request, name: str, status: int = 200, /, **values: object) -> HTMLResponse:
    """Return a page made from a template."""
    return TEMPLATES.TemplateResponse(request, name, {**look_of(request), **values}, status_code=status)


def error_page(request: Request, status: int, sentence: str, record: str | None = None) -> HTMLResponse:
    """Return a page that says what went wrong; `record` is the address of what can be had all the same."""
    title = of_site("error.not_found") if status == 404 else of_site("error.title")
    return page(request, "error.html", status, title=title, sentence=sentence, record=record)


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


# Home and games


@cache
def example_state(name: str) -> State:
    """Return a position that looks like the game: random moves from the beginning, always the same."""
    game = calumma.load(name)
    state, rng = game.new(), Rng(7)
    left = min(26, 6 + len(game.scene(state).cells) // 3)  # moves of people: luck comes on top
    while left:
        following = state.copy()
        following.apply(following.pick(rng))
        if following.to_act == calumma.OVER:
            break
        left -= state.to_act >= 0
        state = following
    return state


@cache
def example_picture(name: str) -> str:
    """Return the picture of a game's card."""
    state = example_state(name)
    scene = picture_of(state.game.definition.drawing, state.view(None))
    return draw_svg(scene, "auto", "subtle", live=False, style=False, prefix=f"card-{name}", highlights=(), heart=True)


def prepare() -> None:
    """Make what all visitors share before the first one comes."""
    for name in calumma.games():
        example_picture(name)
        rules_as_page(name)
    style_sheet()
    page_words()


def taught() -> dict[str, str]:
    """Return the games that bring lessons, with the keys of those."""
    return {name: " ".join(lesson.key for lesson in lessons_of(name)) for name in calumma.games() if has_lessons(name)}


@router.get("/")
async def home(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show the games, the own matches, the open tables and the matches to watch."""
    viewer = Viewer(guest)
    mine = await summaries(services, await services.store.tables_of(guest.id, 12), viewer) if guest else []
    waiting, playing = await listed_summaries(services, 6, viewer)
    games = [
        {"info": calumma.load(name).info, "subtitle": definition(name).subtitle, "picture": example_picture(name)}
        for name in calumma.games()
    ]
    found = [table for table in waiting if not table["seated"]]
    lists: dict[str, object] = {"mine": mine, "waiting": found, "playing": playing}
    return page(request, "home.html", games=games, guest=guest, puzzled=games_with_puzzles(), taught=taught(), **lists)


def find_game(name: str, seats: int | None = None) -> Game:
    """Return a game, or answer 404 if there is none of that name."""
    try:
        definition(name)
    except GameError as error:
        raise HTTPException(404, str(error)) from None
    return calumma.load(name, seats)


@router.get("/games/{name}")
async def new_table_form(
    request: Request, name: str, services: TheServices, guest: MaybeGuest, seats: int | None = None
) -> Response:
    """Show what can be chosen for a new table."""
    return _table_form(request, find_game(name, seats), guest, services)


def _table_form(
    request: Request,
    game: Game,
    guest: Guest | None,
    services: HostedServices,
    error: str = "",
    chosen: dict[str, str] | None = None,
) -> Response:
    called = guest.name if guest else friendly_name()
    limits = [(limit, limit_words(limit)) for limit in LIMITS]
    bots = bots_of(game, services.settings.load_player)
    values: dict[str, object] = {"game": game, "info": game.info, "bots": bots, "called": called, "limits": limits}
    values["substitute"] = SUBSTITUTE
    return page(request, "new.html", 400 if error else 200, error=error, chosen=chosen or {}, **values)


@cache
def rules_as_page(name: str) -> str:
    """Return the rules of a game, with a diagram of each, as a part of a page."""
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(illustrated_rules(name)))


@router.get("/rules/{name}")
async def rules(request: Request, name: str, part: bool = False) -> Response:
    """Show the rules of a game with the rulings."""
    game = find_game(name)
    text = rules_as_page(game.name)
    if part:
        return HTMLResponse(text)
    return page(request, "rules.html", game=game, info=game.info, text=text)


@router.get("/drawing.css")
async def drawing_style() -> Response:
    """Return the style sheet of all pictures."""
    return Response(style_sheet(), media_type="text/css", headers={"Cache-Control": "max-age=300"})


@router.get("/words.js")
async def words_script() -> Response:
    """Return all words for the scripts."""
    words = json.dumps(page_words(), ensure_ascii=False)
    text = f"/** @type {{Record<string, string | string[]>}} */\nexport const WORDS = {words};\n"
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "max-age=300"})


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


# Opening tables


async def welcome(request: Request, services: HostedServices, guest: Guest | None, name: str) -> tuple[Guest, str | None]:
    """Return the guest, under the name given now; a new one comes with the token for the cookie."""
    if guest is None:
        return await services.guests.welcome(name, device_of(request))
    if name.strip() and clean_name(name) != guest.name:
        await services.store.rename_guest(guest.id, clean_name(name))
        guest = Guest(guest.id, clean_name(name))
    return guest, None


def leads_to(request: Request, address: str, token: str | None) -> Response:
    """Return the answer that sends a browser on; a new guest's browser keeps its token."""
    answer = RedirectResponse(address, 303)
    if token is not None:
        keep_token(request, answer, token)
    return answer


def keep_token(request: Request, answer: Response, token: str) -> None:
    """Let the browser keep a token where no script can read it; one that came by HTTPS never leaves by plain HTTP."""
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https")


@router.post("/play/{name}")
async def play_at_once(request: Request, name: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Open a table against easy bots.

    Where there is luck, the page begins the match by itself as soon as it has seen the commitment and added a seed.
    """
    game = find_game(name)
    plan = plan_of(NewTable(game=game.name, wait=game.info.has_chance), services.settings.load_player)
    guest, token = await welcome(request, services, guest, "")
    table = await open_table(services, guest, plan)
    return leads_to(request, f"/t/{table.id}", token)


@router.post("/watch/{name}")
async def watch(request: Request, name: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Open a table of bots alone."""
    game = find_game(name)
    guest, token = await welcome(request, services, guest, "")
    table = await open_table(
        services,
        guest,
        plan_of(NewTable(game=game.name, chairs=["level:3"] * game.seats, open=True), services.settings.load_player),
    )
    return leads_to(request, f"/t/{table.id}", token)


@router.post("/games/{name}")
async def new_table(request: Request, name: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Open the table that a form describes; if it does not fit, show the form again with the reason."""
    form = await read_form(request)
    game = find_game(name, _number(form.get("seats", "")))
    try:
        plan = plan_of(_wish(game, form), services.settings.load_player)
        guest, token = await welcome(request, services, guest, form.get("name", ""))
    except GameError as error:
        return _table_form(request, game, guest, services, str(error), form)
    table = await open_table(services, guest, plan)
    return leads_to(request, f"/t/{table.id}", token)


def _wish(game: Game, form: dict[str, str]) -> NewTable:
    options: dict[str, str | int] = {
        key.removeprefix("option-"): value.replace("\r\n", "\n") for key, value in form.items() if key.startswith("option-")
    }
    chairs = [form.get(f"chair-{seat}", "me" if seat == 0 else "level:2")[:40] or "open" for seat in range(game.seats)]
    first = chairs.index("me") if "me" in chairs else -1
    names = [form.get("name" if seat == first else f"name-{seat}", "")[:200] for seat in range(game.seats)]
    return checked(
        NewTable,
        game=game.name,
        seats=game.seats,
        options=options,
        chairs=chairs,
        names=names,
        open="open" in form,
        time=form.get("time", "")[:20],
        begins=_begins(form.get("begins", "")),
        wait=True if "wait" in form or _page_begins(chairs, game, form) else None,
        closed="closed" in form,
        substitute=form.get("substitute", "")[:40] or SUBSTITUTE,
        commits=_commits(form) and not _page_begins(chairs, game, form),
    )


def _commits(form: dict[str, str]) -> bool:
    """Whether the page that comes next will commit to a seed: scripts say so, for without them no page can."""
    return form.get("commits") == "yes"


def _begins(text: str) -> Begins:
    """Return who begins as a form says it; what cannot be read is taken for the usual."""
    return "random" if text == "random" else "chosen" if text == "chosen" else "rotating"


def _page_begins(chairs: list[str], game: Game, form: dict[str, str]) -> bool:
    """Whether only this device plays and its page begins the match: once it has added a seed, and before a clock runs."""
    has_luck = game.info.has_chance or form.get("begins") == "random"
    return (has_luck or "+" in form.get("time", "")) and "me" in chairs and "open" not in chairs


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


# Tables


@router.get("/t/{table_id}")
async def see_table(request: Request, table_id: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Show a match."""
    table = await services.seen_table(table_id, guest)
    limit, solved = limit_words(table.stored.time_limit), is_solved(table.game)
    return page(
        request,
        "match.html",
        table=table,
        info=table.game.info,
        guest=guest,
        bots=bots_of(table.game, services.settings.load_player),
        limit=limit,
        solved=solved,
        substitute=bot_name(table.stored.substitute),
    )


@router.get("/t/{table_id}/join/{invite}")
async def invitation(request: Request, table_id: str, invite: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Show a table to somebody who was invited; of a closed one, a stranger is not even told that it is there."""
    table = await services.tables.find(table_id)
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
async def join(request: Request, table_id: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Sit down at a table."""
    form = await read_form(request)
    table = await services.table(table_id)
    guest, token = await welcome(request, services, guest, form.get("name", ""))
    command = checked(Sit, invite=form.get("invite", "")[:100], seat=_number(form.get("seat", "")), commits=_commits(form))
    await execute(table, Viewer(guest), command, services.settings.load_player)
    return leads_to(request, f"/t/{table.id}", token)


@router.post("/t/{table_id}/rematch")
async def rematch(request: Request, table_id: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Open the next table, or go to it."""
    table = await rematch_of(services, known_here(guest), table_id, _commits(await read_form(request)))
    following = f"/t/{table.id}" if table.seats_of(guest) else f"/t/{table.id}/join/{table.stored.invite}"
    return RedirectResponse(following, 303)


# The guest


async def me_page(
    request: Request, services: HostedServices, guest: Guest | None, status: int = 200, /, **values: object
) -> Response:
    """Return the page about a guest."""
    if guest:
        values |= {
            "ways": await services.notices.ways(guest.id),
            "sessions": await services.guests.sessions(guest, token_of(request)),
            "has_phrase": await services.store.sessions.recovery_of(guest.id) is not None,
        }
    return page(request, "me.html", status, guest=guest, called=guest.name if guest else friendly_name(), **values)


@router.get("/me")
async def me(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show what this server knows of the guest, and what can be done about it."""
    return await me_page(request, services, guest)


@router.post("/me")
async def rename(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Take a name."""
    form = await read_form(request)
    _, token = await welcome(request, services, guest, clean_name(form.get("name", "")))
    return leads_to(request, "/me", token)


@router.post("/me/carry")
async def carry(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show the link that makes another device the same guest."""
    link = f"{request.base_url}carry/{services.guests.carry(known_here(guest))}"
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
    return leads_to(request, "/", token)


@router.post("/me/forget")
async def forget(services: TheServices, guest: MaybeGuest) -> Response:
    """Delete the guest."""
    await services.forget(known_here(guest))
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE)
    return answer


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
    return leads_to(request, "/", token)


def known_here(guest: Guest | None) -> Guest:
    """Return who asks, or answer 401."""
    if guest is None:
        raise HTTPException(401, of_site("take-a-seat-first"))
    return guest
