"""Of a test with many cases, a few: a plugin of pytest for runs that trace every line (`-p few_cases`)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

MOST = 8


def few(items: Iterable[pytest.Item], most: int = MOST) -> list[pytest.Item]:
    """Return no more than so many cases of each test, spread evenly over all that it has."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return [item for cases in tests.values() for item in cases[:: max(1, -(-len(cases) // most))]]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other cases, once marks have chosen the tests."""
    kept = few(items)
    known = set(map(id, kept))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in known])
    items[:] = kept
