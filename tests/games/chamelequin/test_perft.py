"""The counts of tests/perft/chamelequin.toml, by the rules and, as deep as it is quick, by the slow reference."""

import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import calumma

HERE = Path(__file__)
SPEC = spec_from_file_location("chamelequin_reference", HERE.with_name("reference.py"))
reference = module_from_spec(SPEC)
SPEC.loader.exec_module(reference)

ENTRIES = tomllib.loads((HERE.parents[2] / "perft" / "chamelequin.toml").read_text())["perft"]
MOST = 3_000_000 if calumma.compiled() else 3_000


@pytest.mark.contract
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["position"])
def test_counts_are_as_filed(entry):
    state = calumma.load("chamelequin", entry["seats"], **entry["options"]).parse_position(entry["position"])
    for depth, nodes in enumerate(entry["nodes"], 1):
        if nodes <= MOST:
            assert calumma.perft(state, depth) == nodes


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["position"])
def test_the_reference_counts_the_same(entry):
    for depth, nodes in enumerate(entry["nodes"], 1):
        if nodes <= 50_000:
            position = reference.Reference.read(entry["position"], entry["seats"], **entry["options"])
            assert reference.perft(position, depth) == nodes
