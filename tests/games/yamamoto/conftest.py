import pytest

import calumma
from calumma.core import Game
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.tablebase import Tablebase


@pytest.fixture(scope="session", params=["dots", "row"])
def goal(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="session")
def tables(goal: str, tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """Tables of up to four pieces on the compiled core, of two on the interpreted one, made here."""
    tablebase = Tablebase(goal, tmp_path_factory.mktemp(f"tables-{goal}"))
    tablebase.build(4 if calumma.compiled() else 2)
    return tablebase


@pytest.fixture(scope="session")
def game(goal: str) -> Game:
    return calumma.load("yamamoto", goal=goal)


@pytest.fixture(scope="session")
def knowledge(game: Game, tables: Tablebase) -> Knowledge:
    return Knowledge(game, tables)
