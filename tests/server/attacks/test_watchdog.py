"""While every address of the server is fed its worst, other people are answered.

Held against the server itself, in a process of its own: it notes the processor time of the longest step that its one thread
took, which a busy machine does not change, and another client asks for /health meanwhile.
A new route must be named here, with the worst that can be sent to it, or as one that has nothing of its own to be fed.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.sync.client import connect

import calumma
from calumma.server import create_app

LONGEST_STEP = 0.1  # seconds of processor time in one breath
SERVE = """
import asyncio.events, os, signal, sys, time
file = sys.argv.pop(1)
longest = [0.0, ""]
plain = asyncio.events.Handle._run
def run(self):
    start = time.thread_time()
    plain(self)
    took = time.thread_time() - start
    if took > longest[0]:
        longest[:] = took, repr(self)[:300]
asyncio.events.Handle._run = run
def tell(*_):
    with open(file + ".new", "w") as out:
        out.write(f"{longest[0]}\\n{longest[1]}")
    os.rename(file + ".new", file)
    longest[:] = 0.0, ""
signal.signal(signal.SIGUSR1, tell)
from calumma.cli import main
sys.exit(main())
"""
SIZE = 60_000
DOTTED = ".".join("a" * (SIZE // 2)) + "=1"
NEARLY_DOTTED = "\n".join(".".join("a" * 21) + f"{number}=1" for number in range(85))  # as much as is read
DECK_FULL = "a=[" + "1," * 1900 + "]"
MARKS = "Z" + "\u0316\u0300" * 4900
KEYS = "{" + ",".join(f'"k{number}":1' for number in range(5000)) + ',"k4999":1}'

# Bodies that are sent to everything that takes one
BODIES = {
    "deep": b"[" * SIZE,
    "deep objects": b'{"game":' * (SIZE // 8),
    "doubled": KEYS.encode(),
    "number": b'{"ply": ' + b"9" * SIZE + b"}",
    "numbers": b'{"moves": [' + b"9," * (SIZE // 2 - 10) + b"9]}",
    "texts": json.dumps({"moves": ["x" * 190] * 280, "ply": 0}).encode(),
    "name": json.dumps({"name": MARKS, "seed": MARKS, "invite": MARKS}).encode(),
    "wrong": json.dumps({"options": {f"o{number}": "x" for number in range(3000)}}).encode(),
}

# Routes for which the bodies above, or nothing, are the worst: whatever they do is short
PLAIN = """
POST /api/guests, GET /api/games, GET /api/games/{name}/rules, POST /api/tables/{table_id}/sit,
POST /api/tables/{table_id}/undo, POST /api/tables/{table_id}/answer, POST /api/tables/{table_id}/seed,
POST /api/tables/{table_id}/begin, POST /api/tables/{table_id}/replace, POST /api/tables/{table_id}/resign,
POST /api/tables/{table_id}/fill, POST /api/tables/{table_id}/hint, POST /api/tables/{table_id}/rematch, GET /api/me,
POST /api/me/feed, DELETE /api/me/feed, PUT /api/me/webhook, POST /api/me/webhook/try, DELETE /api/me/webhook, PUT /api/me/mail,
DELETE /api/me/mail, PUT /api/me, POST /api/me/tokens, POST /api/me/carry, GET /rules/{name}, GET /drawing.css, GET /words.js,
GET /health, GET /robots.txt, POST /play/{name}, POST /watch/{name}, POST /t/{table_id}/rematch, GET /me, POST /me/carry,
POST /me/token, GET /carry/{code}, POST /carry/{code}, GET /analysis, GET /puzzles, GET /puzzles/{name}/{number}, POST /me/feed,
GET /puzzles/{name}, POST /puzzles/{name}, GET /puzzles/{name}/today, GET /puzzles/{name}/next,
GET /api/puzzles, GET /api/puzzles/{name}/on/{day},
GET /ladder, POST /ladder/{name}, GET /api/me/ladder, GET /t/{table_id}/thumbnail,
GET /t/{table_id}/review, GET /api/tables/{table_id}/review, GET /learn/{name}, GET /rules/{name}/diagrams/{diagram},
POST /me/webhook, POST /me/webhook/try, POST /me/mail, POST /me/{way}/end, GET /feed/{secret}.atom, GET /mail/{code},
POST /api/tables/{table_id}/coach, POST /t/{table_id}/harder, GET /t/{table_id}/join/{invite}/code,
POST /api/tables/{table_id}/commit, POST /api/tables/{table_id}/leave, POST /api/tables/{table_id}/close, GET /api/me/sessions,
DELETE /api/me/sessions, DELETE /api/me/sessions/{name}, POST /api/me/recovery, DELETE /api/me/recovery, POST /api/recover,
POST /me/sessions/end, POST /me/sessions/{name}/end, POST /me/recovery, POST /me/recovery/end, GET /recover, POST /recover,
GET /ready, GET /metrics, GET /operator, POST /mail/{code}, GET /mail/{code}/stop,
POST /mail/{code}/stop, GET /api/openapi.json, POST /me/forget, DELETE /api/me
"""


def specific(world: Any) -> Any:
    """The worst that was found for routes that do more than a little: bodies, or the ends of addresses."""
    deck = {"game": "life", "options": {"cards": DOTTED}}
    full = [{"game": "life", "options": {"cards": text}} for text in (NEARLY_DOTTED, DECK_FULL)]
    line = {"game": "life", "seats": 4, "moves": world.plies[:5000]}
    record = json.dumps(world.record)
    long = f"/api/tables/{world.over}"
    return {
        "POST /api/tables": [deck, *full, {"game": "life", "names": [MARKS[:200]] * 16, "time": "9" * 20}],
        "GET /api/tables": [""],
        "GET /": [""],
        "GET /api/tables/{table_id}": [long, f"{long}?since=-5"],
        "GET /api/tables/{table_id}/positions/{ply}": [f"{long}/positions/{ply}" for ply in (1, len(world.plies) - 1)],
        "GET /api/tables/{table_id}/picture": [f"{long}/picture?ply={ply}&theme=dark" for ply in (1, 100)],
        "GET /api/tables/{table_id}/record": [f"{long}/record"],
        "GET /api/tables/{table_id}/draws": [f"{long}/draws"],
        "GET /api/tables/{table_id}/film": [f"{long}/film"],
        "GET /api/tables/{table_id}/share": [f"{long}/share"],
        "GET /api/tables/{table_id}/turning": [f"{long}/turning"],
        "GET /api/tables/{table_id}/exact": [f"{long}/exact"],
        "POST /api/tables/{table_id}/branch": [{"ply": ply} for ply in (0, 1, 10**9)],
        "POST /t/{table_id}/branch": [f"ply={ply}".encode() for ply in ("0", "9" * 5000, "x")],
        "POST /api/tables/{table_id}/play": [{"ply": 0, "moves": ["x" * 200] * 64}],
        "POST /api/tables/{table_id}/preview": [{"ply": 0, "moves": world.actions[:1] * 64}, {"ply": 0, "moves": world.actions}],
        "POST /api/tables/{table_id}/why": [{"ply": world.ply, "cells": [cell] * 8} for cell in ("1", "chameleon:0", "x" * 40)],
        "POST /api/tables/{table_id}/threats": [{"ply": world.ply, "cell": str(space)} for space in range(1, 20)],
        "POST /api/analysis/threats": [{**line, "cell": "1"}, {**deck, "cell": "1"}],
        "POST /api/analysis/why": [{**line, "cells": ["1"] * 8}, {**deck, "cells": ["1"]}],
        "POST /api/analysis/position": [deck, *full, line],
        "POST /api/analysis/line": [line],
        "POST /api/analysis/read": [
            {"game": "life", "text": record[:SIZE]},
            {"game": "life", "text": KEYS[:SIZE]},
            {"game": "life", "text": "[" * SIZE},
            {"game": "life", "text": "{" + '"a":{' * 11_000},
            *(
                {"game": name, "text": text * (SIZE // len(text))}
                for name in calumma.games()
                for text in ("1/", "R", "9", " a=b")
            ),
        ],
        "POST /api/analysis/put": [
            *(
                {"game": name, "position": text * (8000 // len(text)), "cell": "a1"}
                for name in calumma.games()
                for text in ("1/", "9")
            ),
        ],
        "POST /api/analysis/record": [line],
        "GET /api/analysis/picture": [f"/api/analysis/picture?game=life&position={'1/' * 900}&option-cards={DOTTED[:9000]}"],
        "POST /api/analysis/values": [{**line, "bot": "adviser:quick"}],
        "POST /api/analysis/turning": [{**line, "thoughts": [{"ply": 0, "best": "x", "values": [1.0] * 16}] * 5}],
        "POST /api/analysis/exact": [line, *({"game": "yamamoto", "moves": moves} for moves in ([], ["a1a2"]))],
        "POST /api/analysis/draws": [{"game": "life", "text": record[:SIZE]}],
        "GET /api/puzzles/{name}": ["/api/puzzles/life"],
        "POST /api/lessons/{name}/{key}": [{"moves": ["c1b1"]}, {"moves": ["c1b1"] * 60}],
        "POST /api/puzzles/{name}/{number}": [{"moves": ["a1a2"] * 60}, {"moves": []}],
        "GET /analysis/{name}": [f"/analysis/life?option-cards={DOTTED[:15_000]}", f"/analysis/life?table={world.over}"],
        "GET /games/{name}": ["/games/life?seats=4"],
        "GET /games/{name}/measured": [f"/games/life/measured?option-cards={DOTTED[:15_000]}"],
        "POST /games/{name}": [f"option-cards={text}".encode() for text in (DOTTED, NEARLY_DOTTED, DECK_FULL)],
        "GET /t/{table_id}": [f"/t/{world.over}"],
        "GET /t/{table_id}/end.png": [f"/t/{world.over}/end.png"],
        "GET /t/{table_id}/join/{invite}": [f"/t/{world.open}/join/{'x' * 5000}"],
        "POST /t/{table_id}/join": [f"name={MARKS}&seat=0".encode()],
        "POST /me": [f"name={MARKS}".encode()],
    }


def routes() -> Any:
    """Every route of the application, as its method and path."""
    found = set()
    for part in create_app().routes:
        for route in getattr(part, "original_router", SimpleNamespace(routes=[part])).routes:
            for method in getattr(route, "methods", None) or {"SOCKET"}:
                found.add(f"{method} {route.path}")
    return found - {"HEAD /api/openapi.json"}


def named(text: str) -> Any:
    return {part.strip() for part in text.replace("\n", " ").split(",")}


def test_every_route_is_fed_its_worst() -> None:
    world = SimpleNamespace(plies=[], record={}, over="x", open="x", actions=[], ply=0)
    assert routes() - named(PLAIN) - set(specific(world)) == {"SOCKET /api/tables/{table_id}/live"}


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server that notes its longest step."""
    folder = tmp_path_factory.mktemp("watchdog")
    file = folder / "longest"
    arguments = ["serve", "--port", "0", "--db", "memory", "--trust", "127.0.0.66", "--bots", "1"]
    command = [sys.executable, "-c", SERVE, str(file), *arguments]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=folder)
    port = int(process.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])
    yield SimpleNamespace(process=process, port=port, file=file)
    process.send_signal(signal.SIGINT)
    process.wait(60)
    process.stdout.close()


def longest_step(watched: Any) -> Any:
    """The longest step since it was last asked for."""
    watched.file.unlink(missing_ok=True)
    os.kill(watched.process.pid, signal.SIGUSR1)
    deadline = time.monotonic() + 60
    while not watched.file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    seconds, _, what = watched.file.read_text().partition("\n")
    return float(seconds), what


class Probe(threading.Thread):
    """Another client, who asks whether the server is well until told to stop."""

    def __init__(self, stranger: Any) -> None:
        super().__init__(daemon=True)
        self.waits: list[float] = []
        self.stranger, self.done = stranger, threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            start = time.monotonic()
            try:
                is_well = self.stranger.ask("GET", "/health")[0] == 200
            except OSError:
                is_well = False
            self.waits.append(time.monotonic() - start if is_well else float("inf"))
            self.done.wait(0.05)
        self.stranger.close()

    def __enter__(self) -> Any:
        self.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.done.set()
        self.join(60)


def late(waits: Any) -> Any:
    """The wait that one of ten is longer than; like is compared with like, so that a busy machine counts on both sides."""
    return statistics.quantiles(waits, n=10)[-1]


def prepared(eve: Any, headers: Any) -> Any:
    """Long matches, open tables, and a match under way."""

    def ask(method: Any, path: Any, body: Any = None) -> Any:
        status, answer = eve.ask(method, path, body, headers)
        assert status < 300, answer
        return json.loads(answer)

    over = ask("POST", "/api/tables", {"game": "life", "seats": 4, "chairs": ["random"] * 4})["table"]
    for number in range(30):
        ask("POST", "/api/tables", {"game": calumma.games()[number % 5], "chairs": ["me", "open"], "seats": 2, "open": True})
    playing = ask("POST", "/api/tables", {"game": "life", "seats": 2, "chairs": ["me", "me"]})
    opened = ask("POST", "/api/tables", {"game": "life", "chairs": ["me", "open"]})["table"]
    deadline = time.monotonic() + 300
    while (seen := ask("GET", f"/api/tables/{over}?since=100000"))["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.3)
    record = ask("GET", f"/api/tables/{over}/record")
    actions = [move["action"] for move in playing["moves"]][:64]
    return SimpleNamespace(
        over=over,
        plies=seen["plies"],
        record=record,
        open=opened,
        playing=playing["table"],
        ply=playing["ply"],
        actions=actions,
        headers=headers,
    )


def filled(path: Any, world: Any) -> Any:
    values = {
        "table_id": world.playing,
        "name": "life",
        "number": "1",
        "ply": "1",
        "invite": "x",
        "code": "x",
        "secret": "x",
        "key": "step",
        "day": "2026-11-17",
        "diagram": "0",
    }
    return path.format(way="feed", **values)


def attacks(world: Any) -> Iterator[Any]:
    """Every request: method, address and body."""
    worst = specific(world)
    for route in sorted(routes()):
        method, path = route.split(" ")
        if method == "SOCKET" or route in ("POST /me/forget", "DELETE /api/me"):  # the one who attacks stays a guest
            continue
        yield method, filled(path, world), None
        for extra in worst.get(route, []):
            if isinstance(extra, str):
                yield method, extra or path, None
            else:
                yield method, filled(path, world), extra
        if method in ("POST", "PUT"):
            for body in BODIES.values():
                yield method, filled(path, world), body


def test_everybody_else_is_answered_meanwhile(watched: Any, stranger: Any) -> None:
    eve, ada = stranger(watched.port, 66), stranger(watched.port, 7)
    world = prepared(eve, eve.becomes_guest())
    with Probe(stranger(watched.port, 8)) as quiet:
        time.sleep(5)
    longest_step(watched)
    with Probe(ada) as probe:
        found, statuses = fed(watched, eve, world)
    held = {name: step for name, step in found.items() if step[0] > LONGEST_STEP}
    assert not held, held
    assert statuses.count(429) == 0
    usual, others = late(quiet.waits), late(probe.waits)
    assert others < max(0.1, 5 * usual), (usual, sorted(probe.waits)[-20:])


def fed(watched: Any, eve: Any, world: Any) -> Any:
    """Send everything; return the longest step that each request caused, and all answers' statuses."""
    found, statuses = {}, []
    for method, path, body in attacks(world):
        kind = {"Content-Type": "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"}
        status, answer = eve.ask(method, path, body, {**world.headers, **(kind if body is not None else {})})
        assert status < 500, (method, path[:100], answer[:300])
        statuses.append(status)
        seconds, what = longest_step(watched)
        found[f"{method} {path[:60]} {str(body)[:30]}"] = (seconds, what)
    return found, statuses


def test_a_hundred_viewers_of_a_long_match_are_served_step_by_step(watched: Any, stranger: Any) -> None:
    """Sockets, which are sent the whole log of a match that nobody has looked at, pictures included."""
    eve = stranger(watched.port, 66)
    world = prepared(eve, eve.becomes_guest())
    longest_step(watched)
    address = f"ws://127.0.0.1:{watched.port}/api/tables/{world.over}/live?page=true&packed=true"
    with ExitStack() as stack:
        for number in range(60):
            asked = f"{address}&tall={'true' if number % 2 else 'false'}&since={number % 3 * 300}"
            viewer = connect(asked, source_address=("127.0.0.66", 0), compression=None, open_timeout=120)
            assert stack.enter_context(viewer).recv(120)
        seconds, what = longest_step(watched)
    assert seconds < LONGEST_STEP, what


def test_the_watchdog_barks(tmp_path: Path) -> None:
    """The measure itself: a step that takes long is seen."""
    code = SERVE.partition("from calumma.cli")[0] + (
        "import asyncio\n"
        "async def hold():\n"
        "    await asyncio.sleep(0)\n"
        "    end = time.thread_time() + 0.2\n"
        "    while time.thread_time() < end: pass\n"
        "asyncio.run(hold())\n"
        "tell()\n"
    )
    file = tmp_path / "longest"
    subprocess.run([sys.executable, "-c", code, str(file)], check=True, timeout=120)
    assert float(Path(file).read_text().splitlines()[0]) >= LONGEST_STEP
