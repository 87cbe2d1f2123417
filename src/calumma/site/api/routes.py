"""The one table of all requests: method and address, who may ask, which function answers, and what it costs.

What a request holds is told by the function: names in braces are parts of the address, a dataclass is the body, and whatever else
has a name and a type is in the query. Every host builds its interface from this table.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cached_property
from typing import Literal, get_args, get_type_hints

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site.api import account, commands, notification_settings, study, tables
from calumma.site.calls import Call
from calumma.site.limits import DEAR, PAGE, WRITE
from calumma.site.validation import Request, read_request, read_value

say = Words("calumma.site")

Method = Literal["GET", "POST", "PUT", "DELETE"]
Asker = Literal["anybody", "guest"]
Handler = Callable[..., Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A part of a request: where it is found, its type with bounds, and what it is if it is not there."""

    name: str
    place: Literal["path", "query", "body"]
    hint: object
    default: object = inspect.Parameter.empty

    @property
    def is_required(self) -> bool:
        """Whether it must be there."""
        return self.default is inspect.Parameter.empty

    @property
    def request(self) -> type[Request]:
        """The dataclass of a body."""
        return next(each for each in (self.hint, *get_args(self.hint)) if isinstance(each, type) and is_dataclass(each))


@dataclass(frozen=True)
class Route:
    """A request that is answered."""

    method: Method
    path: str
    answer: Handler
    asker: Asker
    cost: float
    status: int = 200

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What its addresses look like."""
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.path)))

    @cached_property
    def parameters(self) -> list[Parameter]:
        """What it reads."""
        hints = get_type_hints(self.answer, include_extras=True)
        signature = inspect.signature(self.answer).parameters
        return [
            Parameter(name, self._place(name, hints[name]), hints[name], each.default)
            for name, each in signature.items()
            if name != "call"
        ]

    def _place(self, name: str, hint: object) -> Literal["path", "query", "body"]:
        if f"{{{name}}}" in self.path:
            return "path"
        return "body" if any(isinstance(each, type) and is_dataclass(each) for each in (hint, *get_args(hint))) else "query"

    @cached_property
    def answers(self) -> object:
        """The type of its answers."""
        return get_type_hints(self.answer)["return"]


ROUTES: tuple[Route, ...] = (
    Route("POST", "/api/guests", tables.new_guest, "anybody", WRITE, 201),
    Route("GET", "/api/games", tables.all_games, "anybody", DEAR),
    Route("GET", "/api/games/{name}/rules", tables.rules, "anybody", DEAR),
    Route("POST", "/api/tables", tables.new_table, "guest", DEAR, 201),
    Route("GET", "/api/tables", tables.my_tables, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}", tables.see_table, "anybody", PAGE),
    Route("GET", "/api/tables/{table_id}/positions/{ply}", tables.position, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/picture", tables.picture, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/turning", tables.turning, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/share", tables.share, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/film", tables.film, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/record", tables.record, "anybody", DEAR),
    Route("POST", "/api/tables/{table_id}/sit", commands.sit, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/play", commands.play, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/undo", commands.undo, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/answer", commands.answer, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/commit", commands.commit, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/seed", commands.seed, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/leave", commands.leave, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/close", commands.close, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/begin", commands.begin, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/replace", commands.replace, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/resign", commands.resign, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/fill", commands.fill, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/hint", tables.hint, "guest", DEAR),
    Route("POST", "/api/tables/{table_id}/preview", tables.try_out, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/why", tables.why, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/threats", tables.see_threats, "anybody", WRITE),
    Route("POST", "/api/tables/{table_id}/coach", tables.coach, "guest", WRITE),
    Route("POST", "/api/tables/{table_id}/rematch", tables.rematch, "guest", WRITE, 201),
    Route("POST", "/api/tables/{table_id}/branch", tables.branch, "guest", DEAR, 201),
    Route("POST", "/api/analysis/position", study.position, "anybody", DEAR),
    Route("POST", "/api/analysis/why", study.why, "anybody", DEAR),
    Route("POST", "/api/analysis/threats", study.threats, "anybody", DEAR),
    Route("POST", "/api/analysis/line", study.whole_line, "anybody", DEAR),
    Route("POST", "/api/analysis/read", study.read, "anybody", DEAR),
    Route("POST", "/api/analysis/put", study.change, "anybody", DEAR),
    Route("POST", "/api/analysis/record", study.as_record, "anybody", DEAR),
    Route("GET", "/api/analysis/picture", study.picture, "anybody", DEAR),
    Route("POST", "/api/analysis/values", study.values, "anybody", DEAR),
    Route("POST", "/api/analysis/turning", study.turning, "anybody", DEAR),
    Route("POST", "/api/analysis/exact", study.exact_values, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/draws", study.luck, "anybody", DEAR),
    Route("POST", "/api/analysis/draws", study.luck_of_record, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/exact", study.exact_plies, "anybody", DEAR),
    Route("GET", "/api/tables/{table_id}/review", study.review, "anybody", DEAR),
    Route("GET", "/api/puzzles", study.all_puzzles, "anybody", DEAR),
    Route("GET", "/api/puzzles/{name}", study.puzzles_of, "anybody", DEAR),
    Route("GET", "/api/puzzles/{name}/on/{day}", study.puzzle_of_day, "anybody", DEAR),
    Route("POST", "/api/puzzles/{name}/{number}", study.attempt, "anybody", DEAR),
    Route("POST", "/api/lessons/{name}/{key}", study.learn, "anybody", DEAR),
    Route("GET", "/api/me", notification_settings.me, "guest", PAGE),
    Route("GET", "/api/me/ladder", notification_settings.own_ladder, "guest", DEAR),
    Route("POST", "/api/me/feed", notification_settings.new_feed, "guest", WRITE, 201),
    Route("DELETE", "/api/me/feed", notification_settings.end_feed, "guest", WRITE),
    Route("PUT", "/api/me/webhook", notification_settings.set_webhook, "guest", WRITE),
    Route("POST", "/api/me/webhook/try", notification_settings.try_webhook, "guest", WRITE),
    Route("DELETE", "/api/me/webhook", notification_settings.end_webhook, "guest", WRITE),
    Route("PUT", "/api/me/mail", notification_settings.set_mail, "guest", WRITE),
    Route("DELETE", "/api/me/mail", notification_settings.end_mail, "guest", WRITE),
    Route("PUT", "/api/me", account.rename, "guest", WRITE),
    Route("DELETE", "/api/me", account.forget, "guest", WRITE, 204),
    Route("POST", "/api/me/tokens", account.another_token, "guest", WRITE, 201),
    Route("GET", "/api/me/sessions", account.sessions, "guest", PAGE),
    Route("DELETE", "/api/me/sessions/{name}", account.end_session, "guest", WRITE),
    Route("DELETE", "/api/me/sessions", account.end_other_sessions, "guest", WRITE),
    Route("POST", "/api/me/recovery", account.new_phrase, "guest", WRITE, 201),
    Route("DELETE", "/api/me/recovery", account.end_phrase, "guest", WRITE, 204),
    Route("POST", "/api/recover", account.recover, "anybody", WRITE, 201),
    Route("POST", "/api/me/carry", account.carry, "guest", WRITE, 201),
)


def find_route(method: str, path: str, routes: Sequence[Route] = ROUTES) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request with the parts of its address; None if there is none."""
    for route in routes:
        if route.method == method and (found := route.pattern.fullmatch(path)):
            return route, found.groupdict()
    return None


async def answer(route: Route, call: Call, parts: Mapping[str, str], body: object = None) -> object:
    """Answer a request that was found in the table, for a host that has not read it yet; GameError says what does not fit."""
    if route.asker == "guest":
        assert call.known
    given: dict[str, object] = {}
    for parameter in route.parameters:
        place: Mapping[str, object] = {"path": parts, "query": call.query}.get(parameter.place, {})
        if parameter.place == "body":
            if body is not None or parameter.is_required:
                given[parameter.name] = read_request(parameter.request, body)
        elif parameter.name in place:
            given[parameter.name] = read_value(parameter.hint, place[parameter.name], parameter.name)
        elif parameter.is_required:
            raise GameError(say("cannot-read-request", error=f"{parameter.name}: {say('field-required')}"))
    return await route.answer(call, **given)
