"""Programs at a server: engines that the host named, and guests that search from what their seat may know."""

from __future__ import annotations

import importlib.util
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import calumma
from calumma import GameError, Rng, players
from calumma.cli.serving import named_engine, serve, settings_of
from calumma.players import Choice, Player, play_match
from calumma.players.engines import Hosted
from calumma.server import MemoryStore, Settings, create_app

from .conftest import Person

EXAMPLES = Path(__file__).parents[2] / "examples"
FIRST = """while read -r line; do case $line in
    hello*) echo hello 1 ;; isready*) echo readyok ;; quit*) exit 0 ;; go*) echo bestmove $first ;;
    legal*) first=${line#legal }; first=${first%% *} ;; esac; done"""


@pytest.fixture
def hosting() -> Iterator[Any]:
    """A server that offers one engine, which always plays the first legal move."""
    hosted = Hosted({"first": shlex.join(["sh", "-c", FIRST])})
    settings = replace(Settings(), load_player=hosted, bot_threads=1, rate=1e6, burst=1e6)
    with TestClient(create_app(MemoryStore(), settings), base_url="http://calumma.test") as client:
        yield client
    hosted.close()


def test_an_engine_of_the_host_takes_a_seat_and_plays(hosting: Any) -> None:
    ada = Person(hosting, "Ada")
    table = ada.opens("yamamoto", chairs=["me", "engine:first"])
    assert table["bots"] == [None, "engine:first"]
    ada.plays(table["table"], table["moves"][0]["text"], table["ply"])
    with ada.socket(table["table"]) as socket:
        update = socket.receive_json()
        while update.get("ply", 0) < 2:
            update = socket.receive_json()
    game = calumma.load("yamamoto")
    state = game.new()
    state.apply(game.parse_move(state, update["plies"][0]))
    assert update["plies"][1] == game.move_text(state, state.legal()[0])


def test_the_form_for_a_new_table_offers_it(hosting: Any) -> None:
    assert '<option value="engine:first">' in hosting.get("/games/yamamoto").text


@pytest.mark.parametrize("bot", ["engine:sh -c true", "engine:/bin/sh", "engine:first@9s", "engine:"])
def test_a_stranger_names_no_command(hosting: Any, bot: Any) -> None:
    answer = Person(hosting, "Eve").post("/tables", game="yamamoto", chairs=["me", bot])
    assert answer.status_code == 400
    assert "or engine:first" in answer.json()["error"]


def test_without_engines_of_the_host_there_are_none() -> None:
    with pytest.raises(GameError, match="unknown engine"):
        Settings().load_player("engine:/bin/sh", calumma.load("yamamoto"), 0)


def test_engines_are_named_on_the_command_line() -> None:
    assert named_engine("fast=./bot --x=1") == ("fast", "./bot --x=1")
    found = settings_of(None, None, None, 60.0, False, None, None, engine=("fast=sh@1s",))
    assert found.load_player.names == ["fast"]  # type: ignore[attr-defined]
    with pytest.raises(GameError, match=r'cannot read --engine "no name": expected NAME=COMMAND'):
        named_engine("no name")


def test_in_the_environment_there_is_an_engine_a_line() -> None:
    option = next(each for each in serve.params if each.name == "engine")
    assert option.type.split_envvar_value("a=./a --x 1\n\nb=./b\n") == ["a=./a --x 1", "b=./b"]


# Guests that search


def test_a_seat_is_sent_its_position_and_a_spectator_of_secrets_none(client: TestClient) -> None:
    ada = Person(client, "Ada")
    table = ada.opens("piecepack", chairs=["me", "level:1"], open=True)
    game = calumma.load("piecepack")
    world = game.parse_position(table["position"], 0, 1)
    assert world.view(0) == table["view"]
    assert "/??" in table["position"]
    assert Person(client, "Bob").get(f"/tables/{table['table']}").json()["position"] is None


def test_in_an_open_game_everybody_is_sent_the_position(client: TestClient) -> None:
    table = Person(client, "Ada").opens("yamamoto", chairs=["me", "level:1"], open=True)
    assert Person(client, "Bob").get(f"/tables/{table['table']}").json()["position"] == "wbwbw/5/5/5/WBWBW o"


def test_the_searching_guest_plays_matches_over_the_network(address: Any) -> None:
    command = [sys.executable, EXAMPLES / "searching_guest.py", address, "piecepack", "--matches", "2", "--seconds", "0.001"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stderr, len(done.stdout.splitlines())) == ("", 2)


def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_engine", EXAMPLES / "engine.py")
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)
    return module


class Searching(Player):
    """The search of the example, given nothing but the text of its seat."""

    search = staticmethod(example().search)

    def think(self, world: Any, seat: int) -> Any:
        known = self.game.parse_position(self.game.position_text(world, seat), seat, self.rng)
        best = self.search(known, seat, 1e9, seed=self.rng.below(1 << 30), most=60)[0][0]
        return Choice(self.game.parse_move(world, best))


def test_its_search_beats_level_1() -> None:
    game, won = calumma.load("piecepack"), 0.0
    for number in range(10):
        bots = [Searching("searching", game, number), players.load("level:1", game, number)]
        won += play_match(game, bots[:: -1 if number % 2 else 1], Rng(number)).payoffs[number % 2]
    assert won >= 7
