"""What holds for all tests: the same luck whenever a test runs, and the order in which tests begin.

Those that take long begin first, dealt out to all workers, so that none waits for another in the end.
"""

from __future__ import annotations

import os
import random
import secrets

import pytest

# A test that passes with most dice and fails with some is found when it is written, not on some other day: what the house draws
# from `secrets` in the process of the tests (chance that nobody seeded, ids, tokens) follows from the name of the test.
_luck = random.Random()


def _token_bytes(nbytes: int | None = None) -> bytes:
    return _luck.randbytes(32 if nbytes is None else nbytes)


def _randbits(k: int) -> int:
    return _luck.getrandbits(k)


secrets.token_bytes, secrets.randbits = _token_bytes, _randbits

os.environ.setdefault("CALUMMA_TABLES", "0")  # servers that tests start make no tables in the background


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    _luck.seed(item.nodeid)


# Beginnings of names, and about how many seconds of an idle processor each takes; what takes less than a few needs no entry.
LONG = {
    "tests/browser/test_matches.py::test_a_match_against_bots": 30,
    "tests/browser/test_matches.py::test_the_team_game": 20,
    "tests/browser/test_pages.py::test_axe": 30,
    "tests/browser/test_study.py::test_axe": 15,
    "tests/core/test_build.py": 3,
    "tests/games/test_laws.py::test_a_game_keeps_the_laws[life": 4,
    "tests/games/test_laws.py::test_a_game_keeps_the_laws[bradley (6": 4,
    "tests/games/test_laws.py::test_a_game_keeps_the_laws[chamelequin": 2,
    "tests/research/test_ray.py::test_a_tournament_survives": 20,
    "tests/research/test_ray.py::test_what_was_begun_here": 15,
    "tests/server/attacks/test_watchdog.py": 20,
    "tests/server/test_processes.py::test_matches_of_all_games_survive_whatever": 40,
    "tests/server/test_restarts.py::test_a_server_killed_again_and_again": 25,
    "tests/server/test_leaks.py::test_a_seat_receives": 6,
}


def seconds(item: pytest.Item) -> float:
    return next((time for name, time in LONG.items() if item.nodeid.startswith(name)), 0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long tests where workers begin: pytest-xdist's `worksteal` gives each worker one piece of the list to begin with."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for item in sorted(filter(seconds, items), key=seconds, reverse=True):
        min(shares, key=lambda share: sum(map(seconds, share))).append(item)
    rest = [item for item in items if not seconds(item)]
    pieces: list[pytest.Item] = []
    for number, share in enumerate(shares):
        fair = (len(items) - len(pieces)) // (workers - number)
        filling = max(0, fair - len(share))
        pieces += share + rest[:filling]
        del rest[:filling]
    items[:] = pieces + rest
