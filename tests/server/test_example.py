"""The example bot plays a match on a running server."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import uvicorn

from calumma.server import MemoryStore, create_app
from calumma.server.running import listen

EXAMPLE = Path(__file__).parents[2] / "examples" / "guest_bot.py"


def test_the_example_bot_plays_a_match_to_its_end(settings):
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(create_app(MemoryStore(), settings), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    played = subprocess.run(
        [sys.executable, EXAMPLE, address, "bradley"], capture_output=True, text=True, timeout=120, check=False
    )
    server.should_exit = True
    thread.join(10)
    listener.close()
    assert played.stderr == ""
    assert played.stdout.rstrip().endswith(".")
