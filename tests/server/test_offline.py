"""The server offers the site without a server, where the package has it."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from calumma.offline import files
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.prices import price_of
from calumma.site.limits import STATIC


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    return tmp_path


def test_it_is_offered_where_it_is_built(folder: Path) -> None:
    (folder / "index.html").write_text("the window")
    with TestClient(create_app(MemoryStore(), Settings())) as client:
        found = client.get("/offline/")
        assert found.text == "the window"
        assert "frame-src 'self'" in found.headers["content-security-policy"]
        assert 'href="/offline/"' in client.get("/").text


def test_a_large_file_costs_more_permits(folder: Path) -> None:
    (folder / "index.html").write_bytes(b"x" * 2**20)
    assert price_of("GET", "/offline/index.html") == STATIC + 0.5
    assert price_of("GET", "/offline/nowhere.js") == STATIC


def test_elsewhere_nothing_speaks_of_it(folder: Path) -> None:
    with TestClient(create_app(MemoryStore(), Settings())) as client:
        assert client.get("/offline/").status_code == 404
        assert "/offline" not in client.get("/").text
        assert "frame-src" not in client.get("/").headers["content-security-policy"]
