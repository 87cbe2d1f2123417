"""The interface as its own description tells it, tried with whatever fits the description and whatever does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from starlette.testclient import TestClient

from calumma.server import MemoryStore, Settings, create_app

APP = create_app(MemoryStore(), Settings(rate=1e9, burst=1e9, bot_threads=1))
SCHEMA = schemathesis.openapi.from_asgi("/api/openapi.json", APP)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with TestClient(APP) as client:
        yield client


@pytest.fixture
def place(client: TestClient) -> tuple[dict[str, str], str, str]:
    """A guest's token, a table where everything may be tried, and one with luck and a clock that has not begun."""
    token = client.post("/api/guests", json={"name": "Ada"}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    under_way = {"game": "yamamoto", "chairs": ["me", "me"], "time": "1d"}
    waiting = {"game": "piecepack", "chairs": ["me", "me"], "time": "10+5", "wait": True, "begins": "random"}
    tables = [client.post("/api/tables", json=wish, headers=headers).json()["table"] for wish in (under_way, waiting)]
    return headers, *tables


@SCHEMA.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_server(case: Any, client: TestClient, place: tuple[dict[str, str], str, str]) -> None:
    headers, under_way, waiting = place
    table = waiting if case.path.endswith(("/seed", "/commit", "/begin", "/sit", "/fill", "/leave", "/close")) else under_way
    known = {**(case.path_parameters or {}), "table_id": table}
    path = re.sub(r"{(\w+)}", lambda found: quote(str(known[found[1]]), safe=""), case.path)
    body = case.body if isinstance(case.body, (dict, list, str, int, float, bool)) or case.body is None else None
    answer = client.request(case.method, path, json=body, params=dict(case.query or {}), headers=headers)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer.json()["error"].endswith((".", "?"))
