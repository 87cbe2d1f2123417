"""Matches on pages: opening a table, looking at it, and the next one after it."""

from __future__ import annotations

from calumma.core import Game, GameError
from calumma.core.messages import goal_text
from calumma.core.registry import definition
from calumma.core.words import Words
from calumma.site.calls import Call, File
from calumma.site.guests import clean_name
from calumma.site.names import bot_name
from calumma.site.opening import branch_of, harder_than, open_table, plan_of, rematch_of
from calumma.site.pages.answers import Page, Redirect
from calumma.site.pages.filling import THEMES
from calumma.site.pages.games import bots_of, find_game, form_of
from calumma.site.positions import thumbnail
from calumma.site.refusals import Refused
from calumma.site.requests import Branch, NewTable
from calumma.site.sharing import link_preview
from calumma.site.store import SUBSTITUTE, Begins, Guest
from calumma.site.summary import limit_words
from calumma.site.table_plan import HIGHEST
from calumma.site.validation import read_request
from calumma.site.viewers import Viewer
from calumma.solutions import has_exact_values

say = Words("calumma.site")


async def welcome(call: Call, name: str) -> tuple[Guest, str | None]:
    """Return the guest, under the name given now; a new one comes with the token that the browser is to keep."""
    guest = call.guest
    if guest is None:
        return await call.services.guests.welcome(name, call.device)
    if name.strip() and clean_name(name) != guest.name:
        await call.services.store.rename_guest(guest.id, clean_name(name))
        guest = Guest(guest.id, clean_name(name))
    return guest, None


def known_here(guest: Guest | None) -> Guest:
    """Return who asks; Refused if it is a stranger."""
    if guest is None:
        raise Refused(401, say("take-a-seat-first"))
    return guest


async def play_at_once(call: Call, name: str) -> Redirect:
    """Open a table against easy bots, or those of the level that was asked for: who comes from the lessons meets the lowest.

    Where there is luck, the page begins the match by itself as soon as it has seen the commitment and added a seed.
    """
    game = find_game(name)
    level = number_in(call.form.get("level", ""))
    chairs = ["me", *[f"level:{level}"] * (game.seats - 1)] if level in range(1, HIGHEST + 1) else None
    plan = plan_of(NewTable(game=game.name, chairs=chairs, wait=game.info.has_chance), call.services.settings.load_player)
    guest, token = await welcome(call, "")
    table = await open_table(call.services, guest, plan)
    return Redirect(f"/t/{table.id}", token)


async def watch(call: Call, name: str) -> Redirect:
    """Open a table of bots alone."""
    game = find_game(name)
    wish = NewTable(game=game.name, chairs=["level:3"] * game.seats, open=True)
    guest, token = await welcome(call, "")
    table = await open_table(call.services, guest, plan_of(wish, call.services.settings.load_player))
    return Redirect(f"/t/{table.id}", token)


async def new_table(call: Call, name: str) -> Page | Redirect:
    """Open the table that a form describes; if it does not fit, show the form again with the reason."""
    game = find_game(name, number_in(call.form.get("seats", "")))
    try:
        plan = plan_of(_wish(call, game), call.services.settings.load_player)
        guest, token = await welcome(call, call.form.get("name", ""))
    except GameError as error:
        return form_of(call, game, str(error))
    table = await open_table(call.services, guest, plan)
    return Redirect(f"/t/{table.id}", token)


def _wish(call: Call, game: Game) -> NewTable:
    form = call.form
    options = {
        key.removeprefix("option-"): value.replace("\r\n", "\n") for key, value in form.items() if key.startswith("option-")
    }
    chairs = [form.get(f"chair-{seat}", "me" if seat == 0 else "level:2")[:40] or "open" for seat in range(game.seats)]
    first = chairs.index("me") if "me" in chairs else -1
    names = [form.get("name" if seat == first else f"name-{seat}", "")[:200] for seat in range(game.seats)]
    begins_here = _page_begins(call, game, chairs)
    wish = {
        "game": game.name,
        "seats": game.seats,
        "options": options,
        "chairs": chairs,
        "names": names,
        "open": "open" in form,
        "time": form.get("time", "")[:20],
        "begins": _begins(form.get("begins", "")),
        "wait": True if "wait" in form or begins_here else None,
        "closed": "closed" in form,
        "substitute": form.get("substitute", "")[:40] or SUBSTITUTE,
        "commits": commits(call) and not begins_here,
    }
    try:
        return read_request(NewTable, wish)
    except GameError as error:  # no form of ours sends that, so none is shown again
        raise Refused(422, str(error)) from None


def commits(call: Call) -> bool:
    """Whether the page that comes next will commit to a seed: scripts say so, for without them no page can."""
    return call.form.get("commits") == "yes"


def _begins(text: str) -> Begins:
    """Return who begins as a form says it; what cannot be read is taken for the usual."""
    return "random" if text == "random" else "chosen" if text == "chosen" else "rotating"


def _page_begins(call: Call, game: Game, chairs: list[str]) -> bool:
    """Whether only this device plays and its page begins the match: once it has added a seed, and before a clock runs."""
    has_luck = game.info.has_chance or call.form.get("begins") == "random"
    return (has_luck or "+" in call.form.get("time", "")) and "me" in chairs and "open" not in chairs


def number_in(text: str) -> int | None:
    """Return the number of a field, None if it holds none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


async def see_table(call: Call, table_id: str) -> Page:
    """Show a match."""
    table = await call.services.seen_table(table_id, call.guest)
    values: dict[str, object] = {
        "table": table,
        "info": table.game.info,
        "guest": call.guest,
        "bots": bots_of(table.game, call.services.settings.load_player),
        "limit": limit_words(table.stored.time_limit),
        "solved": has_exact_values(table.game),
        "substitute": bot_name(table.stored.substitute),
        "subtitle": definition(table.game.name).subtitle,
        "goal": goal_text(table.game) or table.game.info.sentence,
        "preview": link_preview(table.match),
    }
    return Page("match.html", values)


async def thumbnail_of(call: Call, table_id: str, theme: str = "auto") -> File:
    """Draw a match small, as the guest sees it now."""
    table = await call.services.seen_table(table_id, call.guest)
    async with table.lock:
        table.check_kept()
        body = thumbnail(table, Viewer(call.guest), theme if theme in THEMES else "auto")
    return File(body, "image/svg+xml", keeping="private, no-cache")


async def rematch(call: Call, table_id: str) -> Redirect:
    """Open the next table, or go to it."""
    table = await rematch_of(call.services, known_here(call.guest), table_id, commits(call))
    return Redirect(f"/t/{table.id}" if table.seats_of(call.guest) else f"/t/{table.id}/join/{table.stored.invite}")


async def harder(call: Call, table_id: str) -> Redirect:
    """Open a match against stronger bots."""
    table = await harder_than(call.services, known_here(call.guest), table_id)
    return Redirect(f"/t/{table.id}")


async def branch(call: Call, table_id: str) -> Redirect:
    """Open a match that goes on from a position of one that is over."""
    wish = read_request(Branch, {"ply": number_in(call.form.get("ply", ""))})
    return Redirect(f"/t/{(await branch_of(call.services, known_here(call.guest), table_id, wish.ply)).id}")
