"""The ratings of puzzles, and of those who solve them, in a database."""

from __future__ import annotations

from collections.abc import Mapping, Set

import sqlalchemy as sql
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from calumma.puzzles.glicko import Rating
from calumma.server.database_outbox import Connecting
from calumma.server.schema import PUZZLE_RATINGS, PUZZLE_TRIES, SOLVER_RATINGS
from calumma.site.puzzle_ratings import FirstTry, Rated

Key = Mapping[str, str]


class DatabaseRatings:
    """Ratings in the database of a store."""

    def __init__(self, reading: Connecting, changing: Connecting) -> None:
        self._reading, self._changing = reading, changing

    async def of_game(self, game: str) -> Mapping[str, Rated]:
        """Return the puzzles of a game that somebody has tried, by their keys."""
        async with self._reading() as connection:
            rows = (await connection.execute(PUZZLE_RATINGS.select().where(PUZZLE_RATINGS.c.game == game))).mappings().all()
        return {row["puzzle"]: _rated(row) for row in rows}

    async def of_solver(self, guest: str) -> Mapping[str, Rated]:
        """Return how somebody is rated, by game."""
        async with self._reading() as connection:
            rows = (await connection.execute(SOLVER_RATINGS.select().where(SOLVER_RATINGS.c.guest == guest))).mappings().all()
        return {row["game"]: _rated(row) for row in rows}

    async def tried(self, guest: str, game: str) -> Set[str]:
        """Return the keys of the puzzles that somebody has tried."""
        wanted = sql.select(PUZZLE_TRIES.c.puzzle).where(PUZZLE_TRIES.c.guest == guest, PUZZLE_TRIES.c.game == game)
        async with self._reading() as connection:
            return set(await connection.scalars(wanted))

    async def note(self, first: FirstTry) -> tuple[Rated, Rated] | None:
        """Rate puzzle and solver by a first try; None if it was not the first. Writers come one at a time, so nothing is lost."""
        key = {"game": first.game, "puzzle": first.puzzle}
        own = {"guest": first.guest, "game": first.game}
        async with self._changing() as connection:
            if await _row(connection, PUZZLE_TRIES, {**own, **key}) is not None:
                return None
            await connection.execute(PUZZLE_TRIES.insert().values(**own | key, solved=first.solved, at=first.at))
            before = [await _row(connection, PUZZLE_RATINGS, key), await _row(connection, SOLVER_RATINGS, own)]
            puzzle, solver = first.settle(*(None if row is None else _rated(row) for row in before))
            await _keep(connection, PUZZLE_RATINGS, key, puzzle)
            await _keep(connection, SOLVER_RATINGS, own, solver)
        return puzzle, solver


def _is(table: sql.Table, key: Key) -> sql.ColumnElement[bool]:
    return sql.and_(*(table.c[name] == value for name, value in key.items()))


async def _row(connection: AsyncConnection, table: sql.Table, key: Key) -> RowMapping | None:
    return (await connection.execute(table.select().where(_is(table, key)))).mappings().first()


async def _keep(connection: AsyncConnection, table: sql.Table, key: Key, rated: Rated) -> None:
    rating = rated.rating
    await connection.execute(table.delete().where(_is(table, key)))
    await connection.execute(
        table.insert().values(
            **key,
            rating=rating.value,
            deviation=rating.deviation,
            volatility=rating.volatility,
            tried=rated.tried,
            solved=rated.solved,
            at=rated.at,
        )
    )


def _rated(row: RowMapping) -> Rated:
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Rated(rating, row["tried"], row["solved"], row["at"])
