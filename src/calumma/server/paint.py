"""A program that paints one SVG picture as PNG: from its input to its output, with the fonts named as arguments.

A server starts it for each picture (`painting.py`). It imports nothing of ours, so that it begins at once.
"""

from __future__ import annotations

import os
import sys

import resvg_py

TITLES = "Source Serif 4 SemiBold"
GIVES_WAY = 5  # steps of priority below the server, above its bots: who shows a link waits a few seconds for its picture


def main() -> None:
    """Paint; where the system has no font for something, the one for titles is taken."""
    os.nice(GIVES_WAY)
    picture = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_files=sys.argv[1:],
        font_family=TITLES,
        serif_family=TITLES,
        sans_serif_family=TITLES,
    )
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    main()
