"""Lay the fonts of the pages, with their licences, where the server finds them.

They are npm packages, pinned by package-lock.json. Who has installed those has them already; everybody else gets them from the
registry, checked by the same sums, so that nothing but Python is needed. Pages do without them, in the fonts of the system.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import struct
import sys
import tarfile
import urllib.request
import zlib
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src" / "calumma" / "server" / "static" / "fonts"
REGISTRY = os.environ.get("NPM_CONFIG_REGISTRY", "https://registry.npmjs.org/").rstrip("/")
PATIENCE = 20  # seconds
FILES = {
    "@fontsource/source-serif-4": {
        "files/source-serif-4-latin-600-normal.woff2": "serif.woff2",
        "files/source-serif-4-latin-600-normal.woff": "serif.ttf",  # for what the server paints itself
        "files/source-serif-4-latin-400-italic.woff2": "serif-italic.woff2",
        "LICENSE": "LICENSE-source-serif-4",
    },
    "@fontsource-variable/source-sans-3": {
        "files/source-sans-3-latin-wght-normal.woff2": "sans.woff2",
        "LICENSE": "LICENSE-source-sans-3",
    },
}


def installed(package: str, files: dict[str, str]) -> dict[str, bytes] | None:
    """Return the files of a package that npm has installed, if it has."""
    folder = ROOT / "node_modules" / package
    paths = {name: folder / name for name in files}
    return {name: path.read_bytes() for name, path in paths.items()} if all(map(Path.exists, paths.values())) else None


def fetched(package: str, files: dict[str, str], pinned: dict[str, str]) -> dict[str, bytes]:
    """Return the files of a package from the registry."""
    address = f"{REGISTRY}/{package}/-/{package.partition('/')[2]}-{pinned['version']}.tgz"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        archive = answer.read()
    kind, _, expected = pinned["integrity"].partition("-")
    if base64.b64encode(hashlib.new(kind, archive).digest()).decode() != expected:
        raise ValueError(f"{address} is not what package-lock.json expects")
    with tarfile.open(fileobj=BytesIO(archive)) as opened:
        members = {name: opened.extractfile(f"package/{name}") for name in files}
        return {name: member.read() for name, member in members.items() if member}


def unpacked(woff: bytes) -> bytes:
    """Return the font inside a WOFF file: the same tables, each of which was compressed, under a head of their own."""
    flavour, count = struct.unpack_from(">4xI4xH", woff)
    power = count.bit_length() - 1
    head = struct.pack(">IHHHH", flavour, count, 16 << power, power, 16 * count - (16 << power))
    tables, start = b"", len(head) + 16 * count
    for number in range(count):
        tag, offset, packed, length, checksum = struct.unpack_from(">4sIIII", woff, 44 + 20 * number)
        table = woff[offset : offset + packed]
        head += struct.pack(">4sIII", tag, checksum, start + len(tables), length)
        tables += zlib.decompress(table) if packed < length else table
        tables += bytes(-len(tables) % 4)
    return head + tables


def main() -> None:
    """Bring all fonts; say in one sentence why not, if that cannot be done."""
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    try:
        found = {
            package: installed(package, files) or fetched(package, files, lock[f"node_modules/{package}"])
            for package, files in FILES.items()
        }
    except (OSError, ValueError, tarfile.TarError) as error:
        sys.exit(f"calumma: no fonts for the pages, which will use those of the system ({error})")
    FOLDER.mkdir(exist_ok=True)
    for package, files in FILES.items():
        for name, target in files.items():
            body = found[package][name]
            (FOLDER / target).write_bytes(unpacked(body) if target.endswith(".ttf") else body)


if __name__ == "__main__":
    main()
