"""The routes of the application, as FastAPI serves and describes them."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, get_args, get_origin

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel

from calumma.server.hosting import HostedServices, device_of, token_of
from calumma.server.models import bounds_of, model_of, request_of, spelled
from calumma.site.api.routes import ROUTES, Parameter, Route
from calumma.site.calls import Call, File
from calumma.site.limits import address_key
from calumma.site.store import Guest

Json = dict[str, object]


def services_of(request: Request) -> HostedServices:
    """Return the services of the running server."""
    return request.app.state.services


TheServices = Annotated[HostedServices, Depends(services_of)]


async def maybe_guest(request: Request, services: TheServices) -> Guest | None:
    """Return who asks, if known."""
    return await services.guest(request)


MaybeGuest = Annotated[Guest | None, Depends(maybe_guest)]


def call_of(request: Request, services: TheServices, guest: MaybeGuest) -> Call:
    """Return a request as the application sees it."""
    address = address_key(request.client.host) if request.client else "?"
    query = dict(request.query_params)
    return Call(services, guest, address, token_of(request), device_of(request), str(request.base_url), query)


ACall = Annotated[Call, Depends(call_of)]


def known_call(call: ACall) -> Call:
    """Return the same, or answer 401 to a stranger."""
    assert call.known
    return call


AKnownCall = Annotated[Call, Depends(known_call)]


class Refusal(BaseModel):
    """Why a request was refused, as a sentence."""

    error: str


REFUSALS: dict[int | str, dict[str, object]] = {status: {"model": Refusal} for status in (400, 401, 403, 404, 409, 413, 422, 429)}


def router() -> APIRouter:
    """Return the routes of the application."""
    made = APIRouter()
    for route in ROUTES:
        made.add_api_route(route.path, endpoint_of(route), methods=[route.method], responses=REFUSALS, status_code=route.status)
    return made


def endpoint_of(route: Route) -> Callable[..., Awaitable[object]]:
    """Return the function that FastAPI calls for a route: its signature says what is read, as the route's own function does."""

    async def endpoint(call: Call, **given: object) -> object:
        for parameter in route.parameters:
            if isinstance(model := given[parameter.name], BaseModel):
                given[parameter.name] = request_of(parameter.request, model)
        return _response(await route.answer(call, **given))

    parts = [spelled_parameter(each) for each in route.parameters]
    caller = inspect.Parameter("call", inspect.Parameter.KEYWORD_ONLY, annotation=AKnownCall if route.asker == "guest" else ACall)
    endpoint.__name__ = getattr(route.answer, "__name__", "answer")
    endpoint.__doc__ = route.answer.__doc__
    endpoint.__signature__ = inspect.Signature([caller, *parts], return_annotation=_answers(route))  # type: ignore[attr-defined]
    return endpoint


def spelled_parameter(parameter: Parameter) -> inspect.Parameter:
    """Return a part of a request as FastAPI reads it."""
    if parameter.place == "body":
        model = model_of(parameter.request)
        hint: object = model if parameter.is_required else model | None
    elif get_origin(parameter.hint) is Annotated:
        plain, *requirements = get_args(parameter.hint)
        hint = Annotated[spelled(plain), Query(**bounds_of(tuple(requirements)))]
    else:
        hint = spelled(parameter.hint)
    return inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, default=parameter.default, annotation=hint)


def _answers(route: Route) -> object:
    """The type of a route's answers, as the description tells it."""
    if route.answers is File or route.status == 204:
        return Response
    if get_origin(route.answers) is list:
        return list[Json | None] if type(None) in get_args(get_args(route.answers)[0]) else list[Json]
    return Json


def _response(found: object) -> object:
    if isinstance(found, File):
        headers = {"Content-Disposition": f'attachment; filename="{found.name}"'} if found.name else None
        return Response(found.body, media_type=found.media_type, headers=headers)
    return Response(status_code=204) if found is None else found
