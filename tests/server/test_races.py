"""Two answers to one ply: exactly one wins."""

from __future__ import annotations

import asyncio

import calumma
from calumma.core import GameError
from calumma.server.commands import Play, Undo, obey
from calumma.server.database import DatabaseStore
from calumma.server.showing import Viewer
from calumma.server.store import Guest, MemoryStore
from calumma.server.tables import Plan, Tables

ADA = Guest("ada", "Ada")


async def answer(table, move, ply):
    try:
        await obey(table, Viewer(ADA), Play(ply=ply, moves=[move]), None)
    except GameError as error:
        return str(error)
    return "played"


async def race(store, rounds):
    """Let two devices of one person answer every ply at once, and take it back."""
    await store.start()
    await store.add_guest(ADA, "hash")
    tables = Tables(store)
    table = await tables.open(Plan(calumma.load("yamamoto"), ("me", "me")), ADA)
    for _ in range(rounds):
        answers = await asyncio.gather(answer(table, "a1a2", 0), answer(table, "b1b2", 0))
        assert sorted(answers) == sorted(["played", "you answered ply 0, but the match is at ply 1"])
        await obey(table, Viewer(ADA), Undo(), None)
    stored = await store.table(table.id)
    assert [event["number"] for event in stored.events] == list(range(2 + 2 * rounds))
    await store.stop()


def test_of_two_answers_to_one_ply_exactly_one_wins_a_thousand_times():
    asyncio.run(race(MemoryStore(), 1000))


def test_and_so_a_thousand_times_in_a_database(tmp_path):
    asyncio.run(race(DatabaseStore(f"sqlite:///{tmp_path / 'matches.db'}"), 1000))


def test_and_so_with_postgresql(empty_postgresql):
    asyncio.run(race(DatabaseStore(empty_postgresql), 100))
