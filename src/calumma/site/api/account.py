"""Answers about the own guest: name, sessions, another device, a way back, and being forgotten."""

from __future__ import annotations

from calumma.core.words import Words
from calumma.site.calls import Call
from calumma.site.guests import clean_name
from calumma.site.messages import GuestName, NewGuestAnswer, NewLink, NewPhrase, NewToken, SessionLine
from calumma.site.refusals import Refused
from calumma.site.requests import Label, Name, Phrase
from calumma.site.sessions import plain_label

say = Words("calumma.site")


async def rename(call: Call, wish: Name) -> GuestName:
    """Take another name."""
    name = clean_name(wish.name)
    await call.services.store.rename_guest(call.known.id, name)
    return {"guest": call.known.id, "name": name}


async def forget(call: Call) -> None:
    """Delete name and tokens; seats stay without an owner."""
    await call.services.forget(call.known)


async def another_token(call: Call, wish: Label | None = None) -> NewToken:
    """Make one more token. It is told once."""
    label = plain_label(wish.label if wish else "") or say("me.program")
    return {"token": await call.services.guests.another_token(call.known, label)}


async def sessions(call: Call) -> list[SessionLine]:
    """List the sessions: devices and programs that hold a token, when it was made and last used (seconds since 1970)."""
    return await call.services.guests.sessions(call.known, call.token)


async def end_session(call: Call, name: str) -> list[SessionLine]:
    """End one session: its token is not known any more."""
    if not await call.services.guests.end_session(call.known, name):
        raise Refused(404, say("unknown-session", name=name[:40]))
    call.services.sessions_ended(call.known)
    return await sessions(call)


async def end_other_sessions(call: Call) -> list[SessionLine]:
    """End all sessions but the one that asks."""
    await call.services.guests.end_other_sessions(call.known, call.token)
    call.services.sessions_ended(call.known)
    return await sessions(call)


async def new_phrase(call: Call) -> NewPhrase:
    """Make a recovery phrase, which is told once: whoever has it becomes this guest. An older one ends."""
    return {"phrase": await call.services.guests.new_phrase(call.known, call.address)}


async def end_phrase(call: Call) -> None:
    """Let the recovery phrase be worth nothing any more."""
    await call.services.store.sessions.end_recovery(call.known.id)


async def recover(call: Call, wish: Phrase) -> NewGuestAnswer:
    """Come back as the guest of a recovery phrase, with a new token; other sessions go on until they are ended."""
    token = await call.services.guests.recover(wish.phrase, call.address, call.device)
    if token is None:
        raise Refused(404, say("unknown-phrase"))
    guest = await call.services.guests.known(token)
    assert guest is not None
    return {"guest": guest.id, "name": guest.name, "token": token}


async def carry(call: Call) -> NewLink:
    """Make a link that lets a browser on another device go on as the same guest: within ten minutes, once."""
    return {"link": f"{call.base}carry/{await call.services.guests.carry(call.known)}"}
