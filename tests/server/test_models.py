"""The server checks requests by models made from the application's dataclasses: both say yes and no to the same values."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError
from starlette.testclient import TestClient

from calumma.core import GameError
from calumma.server.models import checked, read_command, sentence_of
from calumma.server.prices import price_of
from calumma.site import commands, requests
from calumma.site.api.routes import ROUTES, find_route
from calumma.site.validation import read_request

VALUES = [
    (commands.Play, {"ply": 0, "moves": ["a1a2", 3]}),
    (commands.Play, {"ply": "7", "moves": [5], "seat": 2.0}),
    (commands.Play, {"ply": 0, "moves": []}),
    (commands.Play, {"ply": -1, "moves": [1]}),
    (commands.Play, {"ply": 0, "moves": [-1]}),
    (commands.Play, {"ply": 0, "moves": [True]}),
    (commands.Play, {"ply": 0, "moves": ["x" * 201]}),
    (commands.Play, {"ply": 0, "moves": [1] * 65}),
    (commands.Play, {"ply": 0, "moves": [1], "seat": 16}),
    (commands.Play, {"ply": 1.5, "moves": [1]}),
    (commands.Play, {"ply": 0, "moves": [1], "type": "undo"}),
    (commands.Play, {"ply": 0, "moves": "a1"}),
    (commands.Play, {"moves": [1]}),
    (commands.Play, {"ply": 0, "moves": [1], "colour": "red"}),
    (commands.Answer, {"agreed": "yes", "kind": None}),
    (commands.Answer, {"agreed": 2}),
    (commands.Answer, {"agreed": 1, "kind": "bot"}),
    (commands.Answer, {"agreed": True, "kind": "other"}),
    (commands.Commit, {"commitment": None}),
    (commands.Commit, {"commitment": "0" * 64}),
    (commands.Commit, {"commitment": "0" * 63}),
    (commands.Commit, {}),
    (requests.NewTable, {"game": "life", "options": {"deck": "own", "cards": 3}, "chairs": ["me", "open"], "wait": None}),
    (requests.NewTable, {"game": "life", "options": {str(number): 1 for number in range(21)}}),
    (requests.NewTable, {"game": "life", "options": {"deck": [1]}}),
    (requests.NewTable, {"game": "life", "chairs": [""]}),
    (requests.NewTable, {"game": "life", "begins": "me"}),
    (requests.NewTable, {"game": "life", "seats": 0}),
    (requests.NewTable, []),
    (requests.Judgement, {"game": "life", "thoughts": [{"ply": 0, "best": "a", "values": [0.5, 1]}]}),
    (requests.Judgement, {"game": "life", "thoughts": [{"ply": 0, "best": "a", "values": [1.5]}]}),
    (requests.Judgement, {"game": "life", "thoughts": [{"ply": 5000, "best": "a", "values": []}]}),
]


def by_pydantic(request: Any, value: Any) -> Any:
    try:
        return checked(request, **value) if isinstance(value, dict) else None
    except ValidationError:
        return None


def by_ourselves(request: Any, value: Any) -> Any:
    try:
        return read_request(request, value)
    except GameError:
        return None


@pytest.mark.parametrize(("request_type", "value"), VALUES)
def test_both_ways_of_reading_a_request_agree(request_type: type[Any], value: dict[str, Any] | list[Any]) -> None:
    assert by_pydantic(request_type, value) == by_ourselves(request_type, value)


def test_a_command_is_the_same_however_it_is_read() -> None:
    text = json.dumps({"type": "sit", "invite": "abc", "seat": 1, "commits": True})
    assert read_command(text) == commands.read_command(text) == commands.Sit(invite="abc", seat=1, commits=True)


def test_what_does_not_fit_is_told_by_its_name() -> None:
    with pytest.raises(GameError, match=r"^cannot read the request: moves\.1: input should be a valid string, not 3$"):
        read_request(requests.Attempt, {"moves": ["a1a2", 3]})


@pytest.mark.parametrize(("request_type", "value"), VALUES)
def test_both_tell_what_was_given(request_type: type[Any], value: dict[str, Any] | list[Any]) -> None:
    if not isinstance(value, dict) or by_ourselves(request_type, value) is not None:
        return
    with pytest.raises(GameError) as ours:
        read_request(request_type, value)
    with pytest.raises(ValidationError) as theirs:
        checked(request_type, **value)
    told = sentence_of(theirs.value.errors())
    given = str(ours.value).partition(", not ")[2]
    assert given in told or "after validation, not" in told  # numbers of entries are counted in other ways


def test_a_part_of_an_address_is_told_by_its_name_and_what_stands_there(client: TestClient) -> None:
    numbers = [(route, each.name) for route in ROUTES for each in route.parameters if each.place == "path" and each.hint is int]
    assert numbers
    for route, name in numbers:
        answer = client.request(route.method, route.path.replace(f"{{{name}}}", "zzz"), json={"moves": []})
        assert (answer.status_code, "not 'zzz'" in answer.json()["error"]) == (422, True), route.path
    assert "not &#39;zzz&#39;" in client.get("/puzzles/life/zzz").text


def test_every_request_of_the_interface_comes_from_the_table_and_costs_what_it_says(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()["paths"]
    served = {(method.upper(), path) for path, methods in described.items() for method in methods}
    assert served == {(route.method, route.path) for route in ROUTES}
    for route in ROUTES:
        address = route.path.replace("{", "").replace("}", "")
        assert find_route(route.method, address)[0] is route  # type: ignore[index]
        assert price_of(route.method, address) == route.cost
