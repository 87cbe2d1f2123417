"""The numbers of the protocol are the same for Python and for C."""

from __future__ import annotations

import re
from pathlib import Path

import calumma.core
from calumma.core import protocol

DECLARED = Path(calumma.core.__file__).parent / "numbers.pxd"


def test_compiled_code_has_the_numbers_that_everybody_else_has() -> None:
    found = dict(re.findall(r"^    (\w+) = (-?\d+)$", DECLARED.read_text("utf-8"), re.MULTILINE))
    assert {name: int(number) for name, number in found.items()} == {
        name: number for name, number in vars(protocol).items() if isinstance(number, int)
    }
