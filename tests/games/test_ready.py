"""Every game has everything that a game needs: the same functions say so as `calumma check --ready`."""

from __future__ import annotations

from typing import Any

import pytest

import calumma
from calumma.testing.readiness import NEEDS, Subject

SUBJECTS = {name: Subject(name) for name in calumma.games()}


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.name)
def test_a_game_has_what_it_needs(name: str, need: Any) -> None:
    assert need.missing(SUBJECTS[name]) == []
