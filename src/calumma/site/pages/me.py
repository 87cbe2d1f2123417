"""The page about a guest: the name, and what is kept."""

from __future__ import annotations

from calumma.site.calls import Call
from calumma.site.guests import clean_name, friendly_name
from calumma.site.pages.answers import Page, Redirect
from calumma.site.pages.tables import known_here, welcome


async def about(call: Call, status: int = 200, **more: object) -> Page:
    """Return the page about a guest, with what has just been done."""
    guest, services = call.guest, call.services
    values: dict[str, object] = {"guest": guest, "called": guest.name if guest else friendly_name()}
    if guest:
        values |= {
            "ways": await services.notices.ways(guest.id),
            "sessions": await services.guests.sessions(guest, call.token),
            "has_phrase": await services.store.sessions.recovery_of(guest.id) is not None,
        }
    return Page("me.html", values | more, status)


async def me(call: Call) -> Page:
    """Show what is known of the guest here, and what can be done about it."""
    return await about(call)


async def rename(call: Call) -> Redirect:
    """Take a name."""
    _, token = await welcome(call, clean_name(call.form.get("name", "")))
    return Redirect("/me", token)


async def forget(call: Call) -> Redirect:
    """Delete the guest."""
    await call.services.forget(known_here(call.guest))
    return Redirect("/", "")
