"""In the runtime: imports every module in /folder, visits the site, and writes down what of the standard library was loaded."""

import importlib
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, "/folder")

for place, _, files in sorted(os.walk("/folder")):
    for name in sorted(files):
        if name.endswith((".py", ".so")):
            module = os.path.relpath(os.path.join(place, name.split(".")[0]), "/folder").replace("/", ".")
            importlib.import_module(module.removesuffix(".__init__"))

import calumma  # noqa: E402
from calumma.offline.host import Host  # noqa: E402
from calumma.offline.warming import Nowhere  # noqa: E402


async def ask(host, method, address, body=""):
    """Ask for something that must be there."""
    found = await host.request(method, address, body)
    if found.status >= 400:
        raise RuntimeError(f"{method} {address}: {found.status} {found.body}")
    return found


if not calumma.compiled():
    raise RuntimeError("a module of the compiled core was not loaded")
host = Host(Nowhere(), Nowhere(), Nowhere(), Path("/folder/templates"), "/")
await host.start()  # noqa: F704, PLE1142
for address in ("/", "/words.js", "/drawing.css", "/puzzles", "/analysis", "/ladder", "/me"):
    await ask(host, "GET", address)  # noqa: F704, PLE1142
for game in calumma.games():
    puzzles = (f"/puzzles/{game}", f"/puzzles/{game}/today", f"/puzzles/{game}/1")
    for address in (f"/games/{game}", f"/rules/{game}", f"/analysis/{game}", f"/learn/{game}", *puzzles):
        await ask(host, "GET", address)  # noqa: F704, PLE1142
    opened = await ask(host, "POST", f"/play/{game}")  # noqa: F704, PLE1142
    await ask(host, "GET", opened.location)  # noqa: F704, PLE1142
    await ask(host, "GET", f"/api/tables/{opened.location[3:]}/record")  # noqa: F704, PLE1142
await host.services.stop()  # noqa: F704, PLE1142

loaded = {name for name, module in sys.modules.items() if (getattr(module, "__file__", None) or "").startswith("/lib/python")}
Path("/folder/used.json").write_text(json.dumps(sorted(loaded)))
