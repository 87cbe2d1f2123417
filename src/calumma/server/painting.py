"""SVG pictures as PNG, for social networks, which take nothing else.

A picture takes half a second, and the library that paints it holds the interpreter's lock meanwhile: so another process paints.
"""

from __future__ import annotations

import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from calumma.drawing.palette import variables

PROGRAM = Path(__file__).with_name("paint.py")
FONT = Path(__file__).parent / "static" / "fonts" / "serif.ttf"
PATIENCE = 30  # seconds that a picture may take, on a machine that has much else to do
KEPT = 32  # pictures of about a third of a megabyte: a link that many people get is fetched many times within minutes
VARIABLE = re.compile(r"var\(--calumma-([a-z-]+)\)")


class CannotPaint(Exception):
    """A picture could not be painted; what the program said about it is the text."""


@lru_cache(KEPT)
def png_of(svg: str) -> bytes:
    """Return a picture in the light theme as PNG, as large as it says; painters do not know the variables of style sheets."""
    tints = variables("light")
    plain = VARIABLE.sub(lambda found: tints[found[1]], svg)
    command = [sys.executable, "-P", str(PROGRAM), *([str(FONT)] if FONT.exists() else [])]
    try:
        done = subprocess.run(command, input=plain.encode(), capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotPaint(str(error)) from None
    if done.returncode or not done.stdout:
        raise CannotPaint(done.stderr.decode("utf-8", "replace")[-300:].strip())
    return done.stdout
