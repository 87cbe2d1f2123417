"""What programs may change about their own guest: the name, tokens, another device, and being forgotten."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from calumma.server.api import REFUSALS, AGuest, AHouse
from calumma.server.guests import clean_name

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


@router.post("/me/tokens", responses=REFUSALS, status_code=201)
async def another_token(house: AHouse, guest: AGuest) -> Json:
    """Make one more token. It is told once."""
    return {"token": await house.guests.another_token(guest)}


@router.post("/me/carry", responses=REFUSALS, status_code=201)
async def carry(request: Request, house: AHouse, guest: AGuest) -> Json:
    """Make a link that lets a browser on another device go on as the same guest: within ten minutes, once."""
    return {"link": f"{request.base_url}carry/{house.guests.carry(guest)}"}
