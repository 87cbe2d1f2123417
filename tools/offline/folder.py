"""Puts the folder together: addresses, packed files, the service worker's list, the manifest and the licences."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import sysconfig
from importlib.metadata import distribution, version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

import calumma
from calumma.core.words import Words
from calumma.site.pages.filling import NAMES
from offline import contents
from offline.toolchain import ROOT, RUNTIME, Toolchain

SOURCE = ROOT / "src/calumma"
OFFLINE = SOURCE / "offline"
PLACE = OFFLINE / "folder"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
}
PLAIN = ("index.html", "shell.js", "shell.css", "manifest.webmanifest", "static/icon.svg")  # asked for before anything is kept
SMALL = 1000  # bytes that are not worth packing
say = Words("calumma.site")


def files(tools: Toolchain, modules: dict[str, Path], server: str) -> dict[str, bytes]:
    """Return everything that the folder serves, by its address."""
    package, used = contents.package(modules)
    made = {f"runtime/{name}": body for name, body in contents.runtime(used).items()}
    made["calumma.tar"] = package
    for path in sorted((SOURCE / "server/static").rglob("*")):
        if path.is_file() and not path.name.endswith(".d.ts") and path.name != "notify-worker.js":
            made[f"static/{path.relative_to(SOURCE / 'server/static').as_posix()}"] = path.read_bytes()
    for path in sorted((OFFLINE / "static").glob("*")):
        if path.name != "service.js":
            made[path.name] = path.read_bytes()
    made["index.html"] = _shell(server)
    made["manifest.webmanifest"] = _manifest()
    return made


def _shell(server: str) -> bytes:
    environment = Environment(loader=FileSystemLoader(OFFLINE / "templates"), autoescape=True)
    return environment.get_template("shell.html").render(NAMES | {"server": server}).encode()


def _manifest() -> bytes:
    icon = {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    return json.dumps(
        {
            "name": "Calumma",
            "short_name": "Calumma",
            "description": say("home.lead"),
            "id": "./",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#171412",
            "theme_color": "#3c9e59",
            "icons": [icon],
        },
        ensure_ascii=False,
        indent=1,
    ).encode()


def write(made: dict[str, bytes], tools: Toolchain) -> int:
    """Write the folder anew; return how many bytes a first visit fetches."""
    shutil.rmtree(PLACE, ignore_errors=True)
    entries, fetched = [], 0
    for address, body in sorted(made.items()):
        digest = hashlib.sha256(body).hexdigest()
        entry: dict[str, object] = {
            "address": address,
            "digest": digest,
            "kind": KINDS.get(Path(address).suffix, "application/octet-stream"),
        }
        sent, place = body, address
        if address not in PLAIN and len(body) > SMALL:
            sent, place = gzip.compress(body, 9, mtime=0), f"{address}.pack"
            entry["packed"] = place
        entry["bytes"] = len(sent)
        fetched += len(sent)
        _put(place, sent)
        entries.append(entry)
    digest = hashlib.sha256(json.dumps(entries).encode()).hexdigest()
    build = {"version": f"{calumma.__version__}-{digest[:12]}", "files": entries}
    service = (OFFLINE / "static/service.js").read_text("utf-8")
    _put("service.js", f"const BUILD = {json.dumps(build, separators=(',', ':'))};\n{service}".encode())
    for name, text in licences(tools).items():
        _put(f"licences/{name}.txt", text.encode())
    _put("README.txt", _readme(build["version"]).encode())
    return fetched


def _put(place: str, body: bytes) -> None:
    path = PLACE / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)


def _readme(build: object) -> str:
    return (
        f"Calumma {build}: five board games with their bots, without a server.\n\n"
        "Serve this folder with anything that serves files, such as\n\n    python -m http.server\n\n"
        "and open the address it tells. Browsers want https:// for it, or an address of the own machine.\n"
        "The licences of everything in here are in the folder licences.\n"
    )


def licences(tools: Toolchain) -> dict[str, str]:
    """Return the licences of what is in the folder, each with a line that says what it is for and where its source is."""
    runtime = json.loads((RUNTIME / "package.json").read_text("utf-8"))
    python = json.loads((RUNTIME / "pyodide-lock.json").read_text("utf-8"))["info"]["python"]
    musl = (tools.folder / "libc/musl/COPYRIGHT").read_text("utf-8")
    found = {
        "calumma": (ROOT / "LICENSE").read_text("utf-8") + "\n\n" + (ROOT / "NOTICE.md").read_text("utf-8"),
        "pyodide": f"Pyodide {runtime['version']}, https://pyodide.org, unchanged, from npm.\n\n{_text_of_mozilla()}",
        "python": f"Python {python}, https://www.python.org, as a part of Pyodide, not whole.\n\n{_text_of_python()}",
        "musl": f"musl, https://musl.libc.org, as a part of Pyodide.\n\n{musl}",
    }
    for name in ("jinja2", "markupsafe", "markdown-it-py", "mdurl"):
        found[name] = f"{name} {version(name)}, from PyPI.\n\n{_text_of(name)}"
    return found


def _text_of(name: str) -> str:
    texts = [file.read_text() for file in distribution(name).files or [] if re.search(r"licen[cs]e", file.name, re.IGNORECASE)]
    if not texts:
        raise SystemExit(f"calumma: {name} brings no licence to ship with it")
    return "\n".join(texts)


def _text_of_mozilla() -> str:
    return _first("the Mozilla Public License 2.0", Path("/usr/share/common-licenses/MPL-2.0"), *_brought("hypothesis"))


def _text_of_python() -> str:
    own = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    return _first("Python's licence", own, *sorted(Path("/usr/share/doc").glob("python3*/copyright")))


def _brought(name: str) -> list[Path]:
    return [Path(str(file.locate())) for file in distribution(name).files or [] if "LICENSE" in file.name]


def _first(what: str, *places: Path) -> str:
    for place in places:
        if place.exists():
            return place.read_text("utf-8")
    raise SystemExit(f"calumma: {what} is not on this machine, and must be in the folder")
