"""Files that all visitors share: from memory, packed once, in pieces, and nothing else of the machine."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from calumma.server.shelves import PIECE, Shelf, Shelves


def test_a_file_comes_packed_to_who_can_unpack_it_and_not_twice(client: TestClient) -> None:
    plain, packed = (
        client.get("/static/page.css", headers={"Accept-Encoding": encoding}) for encoding in ("identity", "gzip, br")
    )
    assert plain.text == packed.text
    assert plain.headers["content-type"] == packed.headers["content-type"] == "text/css; charset=utf-8"
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert packed.headers["content-security-policy"].startswith("default-src 'none'")
    for answer in (plain, packed):
        again = client.get("/static/page.css", headers={"If-None-Match": f'"x", W/{answer.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")


def test_who_asks_for_its_head_gets_the_headers_alone(client: TestClient) -> None:
    answer = client.head("/static/icon.svg")
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, b"", "image/svg+xml")


@pytest.mark.parametrize("name", ["nowhere.js", "", "js", "js/", "%2e%2e/app.py", "/etc/passwd", "js%2f..%2fpage.css"])
def test_what_is_not_there_is_a_sentence(client: TestClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert (answer.status_code, answer.text) == (404, "There is no such page.\n")
    assert "content-security-policy" in answer.headers


def test_nothing_can_be_sent_to_it(client: TestClient) -> None:
    answer = client.post("/static/page.css", content=b"x")
    assert (answer.status_code, answer.text) == (405, "This address does not take such requests.\n")


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "one.js"

    async def seen(shelf: Shelf) -> list[Any]:
        found = []
        for number, text in enumerate(("first", "other")):
            file.write_text(text)
            os.utime(file, (number, number))
            kept = await shelf.find("one.js")
            found.append(kept and kept.plain.body)
        file.unlink()
        return [*found, await shelf.find("one.js")]

    file.write_text("first")
    assert asyncio.run(seen(Shelf(tmp_path))) == [b"first", b"other", None]


def test_a_large_file_is_sent_in_pieces_so_that_a_slow_reader_holds_one_of_them(tmp_path: Path) -> None:
    (tmp_path / "large.bin").write_bytes(b"x" * (2 * PIECE + 1))
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": "http", "method": "GET", "path": "/files/large.bin", "headers": []}
    asyncio.run(Shelves(None, {"/files/": tmp_path})(scope, None, send))  # type: ignore[arg-type]
    assert [(len(each["body"]), each["more_body"]) for each in sent[1:]] == [(PIECE, True), (PIECE, True), (1, False)]
