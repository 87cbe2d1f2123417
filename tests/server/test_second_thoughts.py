"""What real bots say afterwards: the coach of the turn before, the review of a match that is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from calumma.server import Settings

Person = Any


@pytest.fixture
def settings() -> Settings:
    return Settings(bot_threads=1, rate=1e6, burst=1e6)


def until(person: Person, table: str, is_so: Callable[[Any], bool]) -> Any:
    for _ in range(3000):
        seen = person.get(f"/tables/{table}").json()
        if is_so(seen):
            return seen
        time.sleep(0.02)
    raise AssertionError("the bots never come to it")


def test_the_coach_tells_what_the_last_turn_gave_away_unless_one_is_tired_of_it(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "level:4"])["table"]
    ada.plays(table, "b1c3", 0)  # where b5 and d5 can take it, and one of them does
    until(ada, table, lambda seen: seen["ply"] == 2)
    asked = [[], ["threat"], ["threat", "open"], ["threat", "open", "missed"]]
    told = [ada.post(f"/tables/{table}/coach", ply=2, tired=tired).json()["words"] for tired in asked]
    assert told[0].startswith("Look at ")
    assert told[1] == "Your last move left c3 open: Blue could capture it from b5."
    assert told[2].startswith("You had a better move last turn: Moves ")
    assert told[3] == ""
    assert ada.post(f"/tables/{table}/coach", ply=1).json() == {"ply": 2, "kind": "", "words": "", "cells": []}


def test_the_coach_asks_no_bot_for_others(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "level:4"], open=True)["table"]
    ada.plays(table, "b1c3", 0)
    until(ada, table, lambda seen: seen["ply"] == 2)
    assert ben.post(f"/tables/{table}/coach", ply=2, tired=["threat"]).json()["words"] == ""


def test_whoever_comes_back_to_a_review_sees_the_same(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["level:1"] * 2)["table"]
    until(ada, table, lambda seen: seen["status"] == "over")
    first, second = (ada.get(f"/tables/{table}/review").json() for _ in range(2))
    assert first == second
    assert isinstance(first, list)
