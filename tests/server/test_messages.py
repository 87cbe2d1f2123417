"""What the server sends keeps to its types, of which those of the pages' scripts are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

import calumma
from calumma.core.schema import misfit, schema_of
from calumma.site import messages, study_messages
from calumma.site.table import Table
from calumma.site.updates import page_update, presence, program_update
from calumma.site.viewers import Viewer

if TYPE_CHECKING:
    from tests.server.conftest import Person


def of(client: Any, table: str) -> Table:
    return client.app.state.services.tables._tables[table]


@pytest.mark.parametrize("name", calumma.games())
def test_updates_of_a_match_keep_to_their_types(client: TestClient, person: Callable[[str], Person], name: str) -> None:
    ada = person("Ada")
    table = of(client, ada.opens(name, chairs=["me", "me"], names=["Ada", "Bea"])["table"])
    rng, view = calumma.Rng(5), schema_of(messages.Update)
    for ply in range(60):
        match = table.match
        if match.over:
            break
        if match.to_act >= 0:
            match.play(match.state.pick(rng))
        if ply % 6 == 0:
            assert misfit(page_update(table, Viewer(), max(1, table.number - 3), 8), view, "update") is None
            assert misfit(presence(table), schema_of(messages.Presence), "presence") is None


@pytest.mark.parametrize("name", calumma.games())
def test_an_acting_seat_gets_moves_and_help_by_their_types(
    client: TestClient, person: Callable[[str], Person], name: str
) -> None:
    ada = person("Ada")
    opened = ada.opens(name, chairs=["me", "random"])["table"]
    with ada.socket(opened, page=True) as socket:
        update = socket.receive_json()
    assert misfit(update, schema_of(messages.Update), "update") is None
    table = of(client, opened)
    program = program_update(table, Viewer(), 0)
    schema = calumma.load(name).view_schema
    assert misfit(program["view"], schema, "view") is None


@pytest.mark.parametrize("name", calumma.games())
def test_positions_of_the_analysis_board_keep_to_their_type(client: TestClient, name: str) -> None:
    node = client.post("/api/analysis/position", json={"game": name}).json()
    assert misfit(node, schema_of(study_messages.StudyView), "node") is None


# Why not, and what threatens


def test_a_refused_click_is_answered_with_the_sentence_of_a_refused_text(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens()["table"]
    asked = ada.post(f"/tables/{table}/why", ply=0, cells=["a1", "a4"]).json()
    played = ada.plays(table, "a1a4", 0).json()
    words = "a white piece on a dark square steps or leaps like a knight, so it cannot go from a1 to a4 (rule 2)."
    assert asked == {"ply": 0, "words": words.capitalize(), "cells": ["a1", "a4"]}
    assert played["error"] == f'Cannot play "a1a4": {words}'
    assert misfit(asked, schema_of(messages.Refusing)) is None


def test_what_is_legal_is_not_explained_and_another_ply_is_not_answered(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens()["table"]
    assert ada.post(f"/tables/{table}/why", ply=0, cells=["a1"]).json()["words"] == ""
    assert ada.post(f"/tables/{table}/why", ply=7, cells=["c3"]).json() == {"ply": 0, "words": "", "cells": []}


def test_cells_that_are_not_there_are_refused_and_strangers_may_not_ask(person: Callable[[str], Person]) -> None:
    ada, bob = person("Ada"), person("Bob")
    table = ada.opens()["table"]
    assert 'There is no cell "z9"' in ada.post(f"/tables/{table}/why", ply=0, cells=["z9"]).json()["error"]
    assert bob.post(f"/tables/{table}/why", ply=0, cells=["c3"]).status_code == 400
    assert 'There is no cell "z9"' in bob.post(f"/tables/{table}/threats", ply=0, cell="z9").json()["error"]


def test_threats_are_told_to_everybody(person: Callable[[str], Person]) -> None:
    ada, bob = person("Ada"), person("Bob")
    table = ada.opens(chairs=["me", "me"], names=["Ada", "Bea"])["table"]
    for ply, move in enumerate(("a1b3", "a5b4")):  # White leaps from the dark corner to b3, and Blue steps to b4 before it
        assert ada.plays(table, move, ply).status_code == 200
    for who in (ada, bob):
        found = who.post(f"/tables/{table}/threats", ply=2, cell="b3").json()
        assert {"words": "Blue could capture it from b4.", "cells": ["b4", "b3"]} in found["threats"]
        assert misfit(found, schema_of(messages.Threats)) is None


def test_the_analysis_board_explains_clicks_as_well(client: TestClient) -> None:
    asked = client.post("/api/analysis/why", json={"game": "yamamoto", "moves": ["a1b3"], "cells": ["c5", "c3"]}).json()
    assert asked["words"] == (
        "A white piece on a dark square steps or leaps like a knight, so it cannot go from c5 to c3 (rule 2)."
    )
    start = "wW2w/5/5/5/W4 b"
    forced = client.post("/api/analysis/why", json={"game": "yamamoto", "start": start, "cells": ["e5"]}).json()
    assert forced == {"ply": 0, "words": "The piece that reached b5 must be captured (rule 7).", "cells": ["b5"]}


def test_the_analysis_board_tells_threats_as_well(client: TestClient) -> None:
    line = {"game": "yamamoto", "moves": ["b1c3", "a5c4"]}
    told = client.post("/api/analysis/threats", json={**line, "cell": "c3"}).json()
    assert {"words": "Blue could capture it from c4.", "cells": ["c4", "c3"]} in told["threats"]
    strange = client.post("/api/analysis/threats", json={**line, "cell": "z9"}).json()
    assert "z9" in strange["error"]
