"""What programs may change about their own guest: name, sessions, another device, a way back, and being forgotten."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from calumma.server.api import REFUSALS, AGuest, AHouse
from calumma.server.guests import clean_name
from calumma.server.house import device_of, token_of
from calumma.server.sessions import LONGEST_LABEL, plain_label
from calumma.server.words import say

router = APIRouter(prefix="/api")
Json = dict[str, Any]


class Name(BaseModel):
    """A name to be called by from now on; tables at which one sits keep the old one."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=200)


@router.put("/me", responses=REFUSALS)
async def rename(wish: Name, house: AHouse, guest: AGuest) -> Json:
    """Take another name."""
    name = clean_name(wish.name)
    await house.store.rename_guest(guest.id, name)
    return {"guest": guest.id, "name": name}


@router.delete("/me", responses=REFUSALS, status_code=204)
async def forget(house: AHouse, guest: AGuest) -> Response:
    """Delete name and tokens; seats stay without an owner."""
    await house.forget(guest)
    return Response(status_code=204)


class Label(BaseModel):
    """What a new token is for, as the list of sessions tells it."""

    model_config = ConfigDict(extra="forbid")
    label: str = Field(default="", max_length=LONGEST_LABEL)


class Phrase(BaseModel):
    """A recovery phrase: eight blocks of four letters and digits."""

    model_config = ConfigDict(extra="forbid")
    phrase: str = Field(min_length=1, max_length=100)


@router.post("/me/tokens", responses=REFUSALS, status_code=201)
async def another_token(house: AHouse, guest: AGuest, wish: Label | None = None) -> Json:
    """Make one more token. It is told once."""
    return {"token": await house.guests.another_token(guest, plain_label(wish.label if wish else "") or say("me.program"))}


@router.get("/me/sessions", responses=REFUSALS)
async def sessions(request: Request, house: AHouse, guest: AGuest) -> list[Json]:
    """List the sessions: devices and programs that hold a token, when it was made and last used (seconds since 1970)."""
    return await house.guests.sessions(guest, token_of(request))


@router.delete("/me/sessions/{name}", responses=REFUSALS)
async def end_session(name: str, request: Request, house: AHouse, guest: AGuest) -> list[Json]:
    """End one session: its token is not known any more."""
    if not await house.guests.end_session(guest, name):
        raise HTTPException(404, f'there is no session "{name[:40]}"')
    house.sessions_ended(guest)
    return await house.guests.sessions(guest, token_of(request))


@router.delete("/me/sessions", responses=REFUSALS)
async def end_other_sessions(request: Request, house: AHouse, guest: AGuest) -> list[Json]:
    """End all sessions but the one that asks."""
    await house.guests.end_other_sessions(guest, token_of(request))
    house.sessions_ended(guest)
    return await house.guests.sessions(guest, token_of(request))


@router.post("/me/recovery", responses=REFUSALS, status_code=201)
async def new_phrase(request: Request, house: AHouse, guest: AGuest) -> Json:
    """Make a recovery phrase, which is told once: whoever has it becomes this guest. An older one ends."""
    return {"phrase": await house.guests.new_phrase(guest, house.name_of(None, request))}


@router.delete("/me/recovery", responses=REFUSALS, status_code=204)
async def end_phrase(house: AHouse, guest: AGuest) -> Response:
    """Let the recovery phrase be worth nothing any more."""
    await house.store.sessions.end_recovery(guest.id)
    return Response(status_code=204)


@router.post("/recover", responses=REFUSALS, status_code=201)
async def recover(wish: Phrase, request: Request, house: AHouse) -> Json:
    """Come back as the guest of a recovery phrase, with a new token; other sessions go on until they are ended."""
    token = await house.guests.recover(wish.phrase, house.name_of(None, request), device_of(request))
    if token is None:
        raise HTTPException(404, "this recovery phrase is not known: it may have been replaced by a newer one")
    guest = await house.guests.known(token)
    assert guest is not None
    return {"guest": guest.id, "name": guest.name, "token": token}


@router.post("/me/carry", responses=REFUSALS, status_code=201)
async def carry(request: Request, house: AHouse, guest: AGuest) -> Json:
    """Make a link that lets a browser on another device go on as the same guest: within ten minutes, once."""
    return {"link": f"{request.base_url}carry/{house.guests.carry(guest)}"}
