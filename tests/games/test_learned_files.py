"""Learned files that games ship: what they say is the same compiled and interpreted.

Weights that are made up take other paths than those that were learnt: these are larger, and their files are packed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import CHANCE, OVER, Game, Rng, State
from calumma.core.network import shipped, shipped_for
from calumma.core.tables import Tables
from calumma.testing.check import combinations

FILES = [path.name for path in sorted(Path(calumma.__file__).parent.glob("games/*/*.tables"))]
QUICK = "own.tables"  # to read one takes the interpreted core some seconds
DIGITS = 12
EVERY = 9  # plies from one position to the next

pytestmark = pytest.mark.skipif(not calumma.compiled(), reason="there is no compiled core to compare with")


def positions(game: Game, count: int) -> Iterator[State]:
    """Positions of random matches in which a seat acts, from the first moves on."""
    state, luck, wait = game.new(), Rng(5), EVERY
    while count:
        if state.to_act >= 0 and wait <= 0:
            yield state
            count, wait = count - 1, EVERY
        state.apply(state.pick(luck))
        wait -= state.to_act != CHANCE
        if state.to_act == OVER:
            state = game.new()


def learned() -> dict[str, tuple[Game, Tables]]:
    """The tables that are shipped, by their files, each with a game that they are for."""
    games = [game for name in calumma.games() for game in combinations(name)]
    found = [(game, tables) for game in games if (tables := game.new().learned()) is not None]
    return {tables.path.name: (game, tables) for game, tables in found}


def networks() -> list[Game]:
    """The games for which networks are shipped."""
    shapes = [shape for name in calumma.games() for shape in shipped_for(calumma.load(name))]
    return [calumma.load(shape.game, shape.seats, **shape.options) for shape in shapes]


def rounded(numbers: Any) -> list[float]:
    return [round(number, DIGITS) for number in numbers]


def tables_say(folder: Path) -> dict[str, Any]:
    """What tables say of some positions, by the weights that the folder has: to read the files is another test's matter."""
    found: dict[str, Any] = {}
    for name, (game, tables) in learned().items():
        weights = array("h", (folder / name).read_bytes())
        tables.use(weights)
        seen = list(positions(game, 4))
        found[name] = [[rounded(state.evaluate()), state.features(state.to_act)] for state in seen]
        found[name].append(seen[0].foreseen())
    return found


def networks_say() -> dict[str, Any]:
    """What networks say of some positions."""
    found: dict[str, Any] = {}
    for game in networks():
        network = shipped(game)
        assert network is not None
        found[str(game)] = [[rounded(each) for each in network.judge(state)] for state in positions(game, 3)]
    return found


def digest(name: str) -> str:
    """What the weights of a file are, as one number."""
    tables = learned()[name][1]
    tables.load()
    return sha256(tables.baked(tables.present()).tobytes()).hexdigest()


def interpreted(call: str) -> Any:
    """What a function of this module returns on the interpreted core."""
    code = f"import json, calumma; assert not calumma.compiled(); from {__name__} import *; print(json.dumps({call}))"
    environment = {**os.environ, "CALUMMA_PURE": "1", "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_all_files_are_asked() -> None:
    assert sorted(learned()) == FILES
    assert {game.name for game in networks()} == set(calumma.games())


def test_tables_that_are_shipped_say_the_same_compiled_and_interpreted(tmp_path: Path) -> None:
    for name, (_, tables) in learned().items():
        tables.load()
        (tmp_path / name).write_bytes(tables.baked(tables.present()).tobytes())
    said = tables_say(tmp_path)
    assert interpreted(f"tables_say(Path({str(tmp_path)!r}))") == said
    assert all(value != 0.5 for each in said.values() for value, *_ in (entry[0] for entry in each[:-1]))


def test_networks_that_are_shipped_say_the_same_compiled_and_interpreted() -> None:
    assert interpreted("networks_say()") == networks_say()


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name == QUICK else pytest.mark.long) for name in FILES])
def test_files_of_tables_are_read_the_same_compiled_and_interpreted(name: str) -> None:
    assert interpreted(f"digest({name!r})") == digest(name)
