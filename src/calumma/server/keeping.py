"""Connections to PostgreSQL that are kept open: one that is closed is not used, and few are asked whether they still live.

Asking before each use would take a BEGIN and a ROLLBACK, a third of all round trips of a ply. What closes when a database ends
or is restarted, the driver knows without asking. A machine that is gone, or a firewall that forgets who was silent, tells nobody:
so a connection that has rested for a while is asked.
"""

from __future__ import annotations

import time
from typing import Protocol

import sqlalchemy as sql
from sqlalchemy import exc
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

CONNECT_SECONDS, ANSWER_SECONDS = 10.0, 15.0  # until PostgreSQL must have answered
REST_SECONDS = 5.0
"""How long a connection may have rested before it is asked whether it is still there."""

MOST_KEPT = 15
"""How many connections a process has at the most; all of them stay open, as opening one costs the database more than a ply."""

USED = "used"  # when a connection was given back last, among what the pool knows of it


class _Driver(Protocol):
    """The driver's own connection."""

    def is_closed(self) -> bool: ...


class _Kept(Protocol):
    """What SQLAlchemy makes of it."""

    @property
    def driver_connection(self) -> _Driver: ...

    def ping(self) -> None: ...


def keeping_engine(url: URL) -> AsyncEngine:
    """Return an engine for a PostgreSQL database whose connections are looked at before they are used."""
    patience = {"timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS}
    most = {
        "pool_size": MOST_KEPT,
        "max_overflow": 0,
        "pool_use_lifo": True,
    }  # those at hand first: others rest, and wait unasked
    engine = create_async_engine(url, hide_parameters=True, connect_args=patience, **most)
    sql.event.listen(engine.sync_engine, "checkin", _note_use)
    sql.event.listen(engine.sync_engine, "checkout", _look)
    return engine


def _note_use(connection: object, entry: ConnectionPoolEntry) -> None:
    entry.info[USED] = time.monotonic()


def _look(connection: _Kept, entry: ConnectionPoolEntry, proxy: object) -> None:
    """Let the pool open another connection in place of one that is gone; where one is, others are."""
    used = entry.info.get(USED)
    if connection.driver_connection.is_closed():
        raise exc.InvalidatePoolError
    if used is None or time.monotonic() - used < REST_SECONDS:
        return
    try:
        connection.ping()
    except Exception as error:
        raise exc.InvalidatePoolError from error
