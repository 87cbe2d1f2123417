"""How a guest wants to be told of turns: for programs, for the page about oneself, and where letters and feeds lead to."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from calumma.core import GameError
from calumma.server.api import REFUSALS, AGuest, AHouse, Json, MaybeGuest
from calumma.server.feed import atom
from calumma.server.guests import hashed
from calumma.server.pages import known_here, me_page, page, read_form
from calumma.server.webhook import LONGEST
from calumma.server.words import say

api = APIRouter(prefix="/api/me")
pages = APIRouter(include_in_schema=False)
IN_FEED = 50


class Webhook(BaseModel):
    """Where notices are to be posted."""

    model_config = ConfigDict(extra="forbid")
    url: str = Field(min_length=1, max_length=LONGEST)


class Mail(BaseModel):
    """Where letters are to be sent."""

    model_config = ConfigDict(extra="forbid")
    address: str = Field(min_length=3, max_length=254)


def _feed_address(request: Request, secret: str) -> str:
    return f"{request.base_url}feed/{secret}.atom"


# For programs


@api.get("", responses=REFUSALS)
async def me(house: AHouse, guest: AGuest) -> Json:
    """See who one is, and how one is told of turns."""
    return {"guest": guest.id, "name": guest.name, "notices": await house.notices.ways(guest.id)}


@api.post("/feed", responses=REFUSALS, status_code=201)
async def new_feed(request: Request, house: AHouse, guest: AGuest) -> Json:
    """Make a private feed (Atom). Its address is told once; an older one ends."""
    return {"feed": _feed_address(request, await house.notices.new_feed(guest.id))}


@api.delete("/feed", responses=REFUSALS)
async def end_feed(house: AHouse, guest: AGuest) -> Json:
    """End the private feed."""
    await house.notices.end_feed(guest.id)
    return await house.notices.ways(guest.id)


@api.put("/webhook", responses=REFUSALS)
async def set_webhook(wish: Webhook, house: AHouse, guest: AGuest) -> Json:
    """Have notices posted to an address. The key, told once, signs them: see docs/server.md."""
    key = await house.notices.set_webhook(guest.id, wish.url)
    return {"webhook": wish.url, "key": key}


@api.post("/webhook/try", responses=REFUSALS)
async def try_webhook(house: AHouse, guest: AGuest) -> Json:
    """Have a notice of the type "test" posted at once."""
    await house.notices.try_webhook(guest.id)
    return {"arrived": True}


@api.delete("/webhook", responses=REFUSALS)
async def end_webhook(house: AHouse, guest: AGuest) -> Json:
    """End the webhook."""
    await house.notices.end_webhook(guest.id)
    return await house.notices.ways(guest.id)


@api.put("/mail", responses=REFUSALS)
async def set_mail(request: Request, wish: Mail, house: AHouse, guest: AGuest) -> Json:
    """Have letters sent to an address, once it has confirmed that it wants them."""
    await house.notices.set_mail(guest.id, wish.address, house.name_of(None, request))
    return await house.notices.ways(guest.id)


@api.delete("/mail", responses=REFUSALS)
async def end_mail(house: AHouse, guest: AGuest) -> Json:
    """End the letters and forget the address."""
    await house.notices.end_mail(guest.id)
    return await house.notices.ways(guest.id)


# The page about oneself


@pages.post("/me/feed")
async def make_feed(request: Request, house: AHouse, guest: MaybeGuest) -> Response:
    """Show the address of a new feed, once."""
    secret = await house.notices.new_feed(known_here(guest).id)
    return await me_page(request, house, known_here(guest), feed=_feed_address(request, secret))


@pages.post("/me/webhook")
async def keep_webhook(request: Request, house: AHouse, guest: MaybeGuest) -> Response:
    """Take the address of a webhook and show its key, once."""
    form, known = await read_form(request), known_here(guest)
    try:
        key = await house.notices.set_webhook(known.id, form.get("url", "").strip())
    except GameError as error:
        return await me_page(request, house, known, 400, refusal=str(error), wish=form.get("url", ""))
    return await me_page(request, house, known, webhook_key=key)


@pages.post("/me/webhook/try")
async def try_mine(request: Request, house: AHouse, guest: MaybeGuest) -> Response:
    """Post a notice at once, and say whether it arrived."""
    known = known_here(guest)
    try:
        await house.notices.try_webhook(known.id)
    except GameError as error:
        return await me_page(request, house, known, 400, refusal=str(error))
    return await me_page(request, house, known, done=say("me.webhook_arrived"))


@pages.post("/me/mail")
async def keep_mail(request: Request, house: AHouse, guest: MaybeGuest) -> Response:
    """Take a mail address and send the letter that asks it."""
    form, known = await read_form(request), known_here(guest)
    try:
        await house.notices.set_mail(known.id, form.get("address", "").strip(), house.name_of(None, request))
    except GameError as error:
        return await me_page(request, house, known, 400, refusal=str(error), letter_to=form.get("address", ""))
    return await me_page(request, house, known, done=say("me.mail_sent"))


@pages.post("/me/{way}/end")
async def end_way(way: str, house: AHouse, guest: MaybeGuest) -> Response:
    """Be told this way no more."""
    ending = {"feed": house.notices.end_feed, "webhook": house.notices.end_webhook, "mail": house.notices.end_mail}
    if way not in ending:
        raise HTTPException(404, f'there is no way "{way[:40]}"')
    await ending[way](known_here(guest).id)
    return RedirectResponse("/me", 303)


# Where feeds and letters lead to


@pages.get("/feed/{secret}.atom")
async def feed(request: Request, secret: str, house: AHouse) -> Response:
    """Show a guest's turns to whoever has the secret address."""
    contact = await house.notices.outbox.contact_by_feed(hashed(secret))
    if contact is None:
        raise HTTPException(404, "there is no such feed: it was renewed or ended")
    notices = await house.notices.outbox.notices(contact.guest, IN_FEED)
    body = atom(_feed_address(request, secret), str(request.base_url), contact.guest, notices)
    headers = {"Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex"}
    return Response(body, media_type="application/atom+xml", headers=headers)


@pages.get("/mail/{code}")
async def asked(request: Request, code: str) -> Response:
    """Ask before letters are sent: a link alone, which programs follow, too, must not do it."""
    return page(request, "mail.html", action=f"/mail/{code}", question=say("mail.confirm"), button=say("mail.confirm_button"))


@pages.post("/mail/{code}")
async def confirm(request: Request, code: str, house: AHouse) -> Response:
    """Let letters be sent."""
    if not await house.notices.confirm_mail(code):
        raise HTTPException(404, "this link is not known any more: ask for a new letter")
    return page(request, "mail.html", done=say("mail.confirmed"))


@pages.get("/mail/{code}/stop")
async def asked_to_stop(request: Request, code: str) -> Response:
    """Ask before the letters end."""
    return page(request, "mail.html", action=f"/mail/{code}/stop", question=say("mail.stop"), button=say("mail.stop_button"))


@pages.post("/mail/{code}/stop")
async def stop(request: Request, code: str, house: AHouse) -> Response:
    """End the letters and forget the address; mail programs do this by themselves, too."""
    await house.notices.stop_mail(code)
    return page(request, "mail.html", done=say("mail.stopped"))
