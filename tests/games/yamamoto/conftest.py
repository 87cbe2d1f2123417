import pytest

import calumma
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.tablebase import Tablebase


@pytest.fixture(scope="session", params=["dots", "row"])
def goal(request):
    return request.param


@pytest.fixture(scope="session")
def tables(goal, tmp_path_factory):
    """Tables of up to four pieces on the compiled core, of two on the interpreted one, made here."""
    tablebase = Tablebase(goal, tmp_path_factory.mktemp(f"tables-{goal}"))
    tablebase.build(4 if calumma.compiled() else 2)
    return tablebase


@pytest.fixture(scope="session")
def game(goal):
    return calumma.load("yamamoto", goal=goal)


@pytest.fixture(scope="session")
def knowledge(game, tables):
    return Knowledge(game, tables)
