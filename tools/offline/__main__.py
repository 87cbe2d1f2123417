"""python tools/offline: builds the site without a server into the package; `calumma offline --out DIR` writes it out."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from offline import folder, modules, toolchain

LIMIT = 6_000_000  # bytes that a first visit may fetch


def main() -> int:
    """Build; 3 if the toolchain cannot be had here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default="", help="address of a server that pages name to those who want to play with others")
    arguments = parser.parse_args()
    begun = time.monotonic()
    try:
        tools = toolchain.find()
    except toolchain.Missing as error:
        print(f"calumma: the site without a server cannot be built here: {error}", file=sys.stderr)
        return 3
    compiled = modules.compile_all(tools)
    print(f"calumma: {len(compiled)} modules compiled for browsers ({time.monotonic() - begun:.0f} s)", flush=True)
    fetched = folder.write(folder.files(tools, compiled, arguments.server), tools)
    print(f"calumma: {folder.PLACE} is made ({time.monotonic() - begun:.0f} s); a first visit fetches {fetched / 1e6:.2f} MB")
    if fetched > LIMIT:
        print(f"calumma: that is more than {LIMIT / 1e6:.0f} MB", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
