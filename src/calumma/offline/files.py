"""The folder that a build has put into the package: where it is, and writing it out."""

from __future__ import annotations

import shutil
from pathlib import Path

from calumma.core import GameError
from calumma.core.words import Words

say = Words(__package__)

FOLDER = Path(__file__).parent / "folder"


def is_built() -> bool:
    """Return whether this package has the folder."""
    return (FOLDER / "index.html").exists()


def write_to(place: Path) -> int:
    """Write the folder to a place, which becomes exactly that; return how many bytes. GameError says what stands in the way."""
    if not is_built():
        raise GameError(say("not-built"))
    if place.exists() and not (place / "service.js").exists() and any(place.iterdir()):
        raise GameError(say("place-in-use", place=place))
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(FOLDER, place)
    return sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
