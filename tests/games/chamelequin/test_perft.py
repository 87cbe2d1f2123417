"""The counts of tests/perft/chamelequin.toml, found a second time by the slow reference."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from calumma.testing import perft_files
from calumma.testing.perft_files import Entry

HERE = Path(__file__)
SPEC = spec_from_file_location("chamelequin_reference", HERE.with_name("reference.py"))
assert SPEC
assert SPEC.loader
reference: Any = module_from_spec(SPEC)
SPEC.loader.exec_module(reference)

ENTRIES = perft_files.read(HERE.parents[2] / "perft" / "chamelequin.toml")


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_reference_counts_the_same(entry: Entry) -> None:
    for depth, nodes in enumerate(entry.nodes, 1):
        if nodes <= 50_000:
            position = reference.Reference.read(entry.position, entry.seats, **entry.options)
            assert reference.perft(position, depth) == nodes
