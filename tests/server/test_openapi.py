"""The interface as its own description tells it, tried with whatever fits the description and whatever does not."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from starlette.testclient import TestClient

from calumma.server import MemoryStore, Settings, create_app

APP = create_app(MemoryStore(), Settings(rate=1e9, burst=1e9, bot_threads=1))
SCHEMA = schemathesis.openapi.from_asgi("/api/openapi.json", APP)


@pytest.fixture(scope="module")
def client():
    with TestClient(APP) as client:
        yield client


@pytest.fixture(scope="module")
def place(client):
    """A guest's token and a table where everything may be tried."""
    token = client.post("/api/guests", json={"name": "Ada"}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    table = client.post("/api/tables", json={"game": "yamamoto", "chairs": ["me", "me"]}, headers=headers).json()["table"]
    return headers, table


@SCHEMA.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_server(case, client, place):
    headers, table = place
    known = {**(case.path_parameters or {}), "table_id": table}
    path = re.sub(r"{(\w+)}", lambda found: quote(str(known[found[1]]), safe=""), case.path)
    body = case.body if isinstance(case.body, (dict, list, str, int, float, bool)) or case.body is None else None
    answer = client.request(case.method, path, json=body, params=dict(case.query or {}), headers=headers)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer.json()["error"].endswith((".", "?"))
