"""Packs files as gzip does, and smaller: by zopfli, which takes long, so what was packed before is not packed again."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version

import zopfli.gzip

from offline.toolchain import BUILD

PLACE = BUILD / "packed"
ROUNDS = 5  # more of them gain a thousandth


def pack(bodies: dict[str, bytes]) -> dict[str, bytes]:
    """Return bodies as any gzip unpacks them, by the same names."""
    PLACE.mkdir(parents=True, exist_ok=True)
    longest_first = dict(sorted(bodies.items(), key=lambda each: -len(each[1])))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(longest_first, pool.map(_packed, longest_first.values()), strict=True))


def _packed(body: bytes) -> bytes:
    name = hashlib.sha256(f"zopfli {version('zopfli')} {ROUNDS}\n".encode() + body).hexdigest()
    place = PLACE / name
    if not place.exists():
        draft = place.with_suffix(".part")
        draft.write_bytes(zopfli.gzip.compress(body, numiterations=ROUNDS))
        draft.replace(place)
    return place.read_bytes()
