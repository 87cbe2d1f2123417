"""The application runs without a server: no framework is there, and every request is answered through the table of routes."""

from __future__ import annotations

import subprocess
import sys

from calumma import extras

SCRIPT = """
import asyncio, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(f"{name} is not installed")

BLOCKED = set(sys.argv[1:])
sys.meta_path.insert(0, Missing())

from calumma.site.calls import Call
from calumma.site.memory import MemoryStore
from calumma.site.api.routes import answer, find_route
from calumma.site.services import Services
from calumma.site.settings import SiteSettings

async def ask(services, method, path, body=None, guest=None, **query):
    route, parts = find_route(method, path)
    return await answer(route, Call(services, guest, query=query), parts, body)

async def story():
    services = Services(MemoryStore(), SiteSettings())
    await services.start()
    ada = await ask(services, "POST", "/api/guests", {"name": "Ada"})
    guest = await services.guests.known(ada["token"])
    wish = {"game": "yamamoto", "chairs": ["me", "random"]}
    shown = await ask(services, "POST", "/api/tables", wish, guest)
    path = f"/api/tables/{shown['table']}"
    while shown["status"] == "playing":
        if shown["turn"]:
            move = {"ply": shown["ply"], "moves": [shown["moves"][0]["action"]]}
            shown = await ask(services, "POST", f"{path}/play", move, guest)
        else:
            await asyncio.sleep(0)
            shown = await ask(services, "GET", path, guest=guest)
    seen = await ask(services, "GET", path, since="3")
    picture = await ask(services, "GET", f"{path}/picture", theme="dark")
    await services.stop()
    print(shown["status"], seen["seat"], shown["ply"] == seen["ply"] > 3, picture.body[:4], picture.name.endswith(".svg"))
    print(*sorted(BLOCKED & {name.partition(".")[0] for name in sys.modules}))

asyncio.run(story())
"""


def test_a_match_is_played_to_its_end_against_a_bot_and_shown_to_a_stranger() -> None:
    blocked = {name for libraries in extras.LIBRARIES.values() for name in libraries} | {"starlette", "pydantic"}
    command = [sys.executable, "-c", SCRIPT, *sorted(blocked)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.stdout == "over None True <svg True\n\n"
