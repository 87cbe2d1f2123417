"""Puts the folder together: addresses, packed files, the service worker's list, the manifest and the licences."""

from __future__ import annotations

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
from offline import contents, packing
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
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
}
ICONS = {"icon-192.png": (192, "any"), "icon-512.png": (512, "any"), "icon-maskable.png": (512, "maskable")}
# Asked for before anything is kept.
PLAIN = ("index.html", "shell.js", "shell.css", "manifest.webmanifest", "static/icon.svg", *ICONS)
DENSE = (".png", ".woff2")  # packed already
ASKED = "solutions/"  # fetched when they are asked for
SMALL = 1000  # bytes that are not worth packing
# Of the server's files: what social networks show, what editors read, and what tells of turns while no page is open.
LEFT_OUT = ("covers/*", "*.d.ts", "js/notify-worker.js", "fonts/*.ttf")
say = Words("calumma.site")


def files(tools: Toolchain, modules: dict[str, Path], server: str) -> dict[str, bytes]:
    """Return everything that the folder serves, by its address."""
    runtime = contents.runtime(contents.package(modules))
    made = {f"runtime/{name}": body for name, body in runtime.items()}
    made["calumma.tar"] = contents.archive([*runtime.values(), (OFFLINE / "static/python.js").read_bytes()])
    made |= {f"{ASKED}{name}": body for name, body in contents.solutions().items()}
    for path in sorted((SOURCE / "server/static").rglob("*")):
        place = path.relative_to(SOURCE / "server/static")
        if path.is_file() and not any(place.match(each) for each in LEFT_OUT):
            made[f"static/{place.as_posix()}"] = path.read_bytes()
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
    icons = [
        {"src": name, "sizes": f"{size}x{size}", "type": KINDS[".png"], "purpose": purpose}
        for name, (size, purpose) in ICONS.items()
    ]
    icons.append({"src": "static/icon.svg", "sizes": "any", "type": KINDS[".svg"], "purpose": "any"})
    return json.dumps(
        {
            "name": "Calumma",
            "short_name": "Calumma",
            "description": say("home.lead"),
            "lang": "en",
            "dir": "ltr",
            "categories": ["games"],
            "id": "./",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#171412",
            "theme_color": "#3c9e59",
            "icons": icons,
        },
        ensure_ascii=False,
        indent=1,
    ).encode()


def write(made: dict[str, bytes], tools: Toolchain) -> int:
    """Write the folder anew; return how many bytes a first visit fetches, everything counted."""
    shutil.rmtree(PLACE, ignore_errors=True)
    packed = packing.pack({address: body for address, body in made.items() if _is_packed(address, body)})
    entries, fetched = [], 0
    for address, body in sorted(made.items()):
        kind = KINDS.get(Path(address).suffix, "application/octet-stream")
        entry: dict[str, object] = {"address": address, "digest": hashlib.sha256(body).hexdigest(), "kind": kind}
        sent, place = packed.get(address, body), address
        if address in packed:
            entry["packed"] = place = f"{address}.pack"
        entry["bytes"] = len(sent)
        if address.startswith(ASKED):
            entry["asked"] = True
        else:
            fetched += len(sent) * (2 if address in PLAIN else 1)  # once by the window, once to be kept
        _put(place, sent)
        entries.append(entry)
    digest = hashlib.sha256(json.dumps(entries).encode()).hexdigest()
    build = {"version": f"{calumma.__version__}-{digest[:12]}", "files": entries}
    service = (OFFLINE / "static/service.js").read_text("utf-8")
    whole = f"const BUILD = {json.dumps(build, separators=(',', ':'))};\n{service}".encode()
    _put("service.js", whole)
    for name, text in licences(tools).items():
        _put(f"licences/{name}.txt", text.encode())
    _put("README.txt", _readme(build["version"]).encode())
    return fetched + len(whole)


def _is_packed(address: str, body: bytes) -> bool:
    return address not in PLAIN and not address.endswith(DENSE) and len(body) > SMALL


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
