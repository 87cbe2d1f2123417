"""On the interpreted core every game's class has the methods that the C surface asks for; compiled: tests/games/test_ready.py."""

from __future__ import annotations

import pytest

import calumma
from calumma.core.registry import definition
from calumma.testing.readiness import ALWAYS, COMPILED

pytestmark = pytest.mark.contract


@pytest.mark.skipif(calumma.compiled(), reason="compiled classes do not show their C methods")
@pytest.mark.parametrize("name", calumma.games())
def test_the_interpreted_class_has_them_too(name: str) -> None:
    about = definition(name)
    own = [layer for layer in about.state.__mro__ if layer.__module__.startswith(about.package)]
    assert (COMPILED | ALWAYS) - set().union(*map(vars, own)) == set()
