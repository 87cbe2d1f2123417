"""Answers about how a guest wants to be told of turns."""

from __future__ import annotations

from calumma.site.calls import Call
from calumma.site.ladder import own_page
from calumma.site.messages import Arrived, Me, NewFeed, NewWebhook, Ways
from calumma.site.requests import Mail, Webhook
from calumma.site.study_messages import LadderPage


def feed_address(base: str, secret: str) -> str:
    """Return where a feed is to be had."""
    return f"{base}feed/{secret}.atom"


async def me(call: Call) -> Me:
    """See who one is, and how one is told of turns."""
    return {"guest": call.known.id, "name": call.known.name, "notices": await call.services.notices.ways(call.known.id)}


async def own_ladder(call: Call) -> LadderPage:
    """See where one stands in every game against bots, first moves and puzzles, and all results that count."""
    return await own_page(call.services, call.known)


async def new_feed(call: Call) -> NewFeed:
    """Make a private feed (Atom). Its address is told once; an older one ends."""
    return {"feed": feed_address(call.base, await call.services.notices.new_feed(call.known.id))}


async def end_feed(call: Call) -> Ways:
    """End the private feed."""
    await call.services.notices.end_feed(call.known.id)
    return await call.services.notices.ways(call.known.id)


async def set_webhook(call: Call, wish: Webhook) -> NewWebhook:
    """Have notices posted to an address. The key, told once, signs them: see docs/server.md."""
    key = await call.services.notices.set_webhook(call.known.id, wish.url)
    return {"webhook": wish.url, "key": key}


async def try_webhook(call: Call) -> Arrived:
    """Have a notice of the type "test" posted at once."""
    await call.services.notices.try_webhook(call.known.id)
    return {"arrived": True}


async def end_webhook(call: Call) -> Ways:
    """End the webhook."""
    await call.services.notices.end_webhook(call.known.id)
    return await call.services.notices.ways(call.known.id)


async def set_mail(call: Call, wish: Mail) -> Ways:
    """Have letters sent to an address, once it has confirmed that it wants them."""
    await call.services.notices.set_mail(call.known.id, wish.address, call.address)
    return await call.services.notices.ways(call.known.id)


async def end_mail(call: Call) -> Ways:
    """End the letters and forget the address."""
    await call.services.notices.end_mail(call.known.id)
    return await call.services.notices.ways(call.known.id)
