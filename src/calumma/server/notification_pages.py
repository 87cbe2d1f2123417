"""How a guest wants to be told of turns, on the page about oneself; and where letters and feeds lead to."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from calumma.core import GameError
from calumma.core.words import Words
from calumma.server.endpoints import MaybeGuest, TheServices
from calumma.server.pages import me_page, page, read_form
from calumma.site.api.notification_settings import feed_address
from calumma.site.feed import atom
from calumma.site.guests import hashed
from calumma.site.pages.tables import known_here

say = Words(__package__)
of_site = Words("calumma.site")

router = APIRouter(include_in_schema=False)
IN_FEED = 50


# The page about oneself


@router.post("/me/feed")
async def make_feed(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Show the address of a new feed, once."""
    secret = await services.notices.new_feed(known_here(guest).id)
    return await me_page(request, services, known_here(guest), feed=feed_address(str(request.base_url), secret))


@router.post("/me/webhook")
async def keep_webhook(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Take the address of a webhook and show its key, once."""
    form, known = await read_form(request), known_here(guest)
    try:
        key = await services.notices.set_webhook(known.id, form.get("url", "").strip())
    except GameError as error:
        return await me_page(request, services, known, 400, refusal=str(error), wish=form.get("url", ""))
    return await me_page(request, services, known, webhook_key=key)


@router.post("/me/webhook/try")
async def try_mine(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Post a notice at once, and say whether it arrived."""
    known = known_here(guest)
    try:
        await services.notices.try_webhook(known.id)
    except GameError as error:
        return await me_page(request, services, known, 400, refusal=str(error))
    return await me_page(request, services, known, done=of_site("me.webhook_arrived"))


@router.post("/me/mail")
async def keep_mail(request: Request, services: TheServices, guest: MaybeGuest) -> Response:
    """Take a mail address and send the letter that asks it."""
    form, known = await read_form(request), known_here(guest)
    try:
        await services.notices.set_mail(known.id, form.get("address", "").strip(), services.name_of(None, request))
    except GameError as error:
        return await me_page(request, services, known, 400, refusal=str(error), letter_to=form.get("address", ""))
    return await me_page(request, services, known, done=of_site("me.mail_sent"))


@router.post("/me/{way}/end")
async def end_way(way: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Be told this way no more."""
    ending = {"feed": services.notices.end_feed, "webhook": services.notices.end_webhook, "mail": services.notices.end_mail}
    if way not in ending:
        raise HTTPException(404, say("unknown-way", way=way[:40]))
    await ending[way](known_here(guest).id)
    return RedirectResponse("/me", 303)


# Where feeds and letters lead to


@router.get("/feed/{secret}.atom")
async def feed(request: Request, secret: str, services: TheServices) -> Response:
    """Show a guest's turns to whoever has the secret address."""
    contact = await services.notices.outbox.contact_by_feed(hashed(secret))
    if contact is None:
        raise HTTPException(404, say("no-such-feed"))
    notices = await services.notices.outbox.notices(contact.guest, IN_FEED)
    body = atom(feed_address(str(request.base_url), secret), str(request.base_url), contact.guest, notices)
    headers = {"Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex"}
    return Response(body, media_type="application/atom+xml", headers=headers)


@router.get("/mail/{code}")
async def asked(request: Request, code: str) -> Response:
    """Ask before letters are sent: a link alone, which programs follow, too, must not do it."""
    question, button = of_site("mail.confirm"), of_site("mail.confirm_button")
    return page(request, "mail.html", action=f"/mail/{code}", question=question, button=button)


@router.post("/mail/{code}")
async def confirm(request: Request, code: str, services: TheServices) -> Response:
    """Let letters be sent."""
    if not await services.notices.confirm_mail(code):
        raise HTTPException(404, say("mail-link-expired"))
    return page(request, "mail.html", done=of_site("mail.confirmed"))


@router.get("/mail/{code}/stop")
async def asked_to_stop(request: Request, code: str) -> Response:
    """Ask before the letters end."""
    question, button = of_site("mail.stop"), of_site("mail.stop_button")
    return page(request, "mail.html", action=f"/mail/{code}/stop", question=question, button=button)


@router.post("/mail/{code}/stop")
async def stop(request: Request, code: str, services: TheServices) -> Response:
    """End the letters and forget the address; mail programs do this by themselves, too."""
    await services.notices.stop_mail(code)
    return page(request, "mail.html", done=of_site("mail.stopped"))
