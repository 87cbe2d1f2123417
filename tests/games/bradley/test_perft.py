"""Bradley's counts, found a second time by the slow reference."""

from pathlib import Path
from typing import Any

import pytest

from calumma.testing import perft_files
from calumma.testing.perft_files import Entry

ENTRIES = perft_files.read(Path(__file__).parents[2] / "perft" / "bradley.toml")


def lines(twin: Any, depth: int) -> int:
    moves = twin.legal()
    return len(moves) if depth == 1 else sum(lines(twin.play(move), depth - 1) for move in moves)


def recount(reference: type[Any], entry: Entry, most: int) -> None:
    twin = reference.of_text(entry.position, entry.seats, **entry.options)
    for depth, nodes in enumerate(entry.nodes, 1):
        # The walk looks at the positions one ply earlier.
        if depth == 1 or entry.nodes[depth - 2] <= most:
            assert lines(twin, depth) == nodes


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_slow_reference_counts_the_same(reference: type[Any], entry: Entry) -> None:
    recount(reference, entry, most=30)


@pytest.mark.long
@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_slow_reference_counts_the_same_far_down(reference: Any, entry: Any) -> None:
    recount(reference, entry, most=1000)
