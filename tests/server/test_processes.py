"""Three servers, two thinkers, nginx, PostgreSQL and Redis: whatever is killed, no acknowledged ply is lost, every match ends."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.sync.client import connect

from .conftest import SERVE, Receiver
from .processes import Processes, a_house, ask, until

OUT_OF_REACH = (0, 502, 503, 504)
GAMES = ("yamamoto", "bradley", "chamelequin", "piecepack", "life")


class Player(threading.Thread):
    """Somebody who plays one seat of a match, each request and each socket at whichever server the proxy chooses."""

    def __init__(self, house: Processes, table: str, token: str, seed: int, most: int, listens: bool) -> None:
        super().__init__(daemon=True)
        self.house, self.table, self.token, self.most, self.listens = house, table, token, most, listens
        self.rng = random.Random(seed)
        self.acknowledged: dict[int, int] = {}  # by ply: the action
        self.unanswered: Any = None  # the position in which a request of ours was not carried out: it is sent again
        self.is_over = False
        self.stopping = False
        self.sockets = 0  # that were opened
        self.holds_back = False  # whether nothing is played for now

    def run(self) -> None:
        while not self.is_over and not self.stopping:
            if self.listens:
                self._listen()
            else:
                status, seen = ask(self.house.port, f"/api/tables/{self.table}", token=self.token)
                if status == 200:
                    self._answer(seen)
                time.sleep(0.05)

    def _listen(self) -> None:
        """Follow a socket until it breaks; the next one may lead to another server."""
        headers = {"Authorization": f"Bearer {self.token}"}
        address = f"ws://127.0.0.1:{self.house.port}/api/tables/{self.table}/live"
        try:
            with connect(address, additional_headers=headers, compression=None, open_timeout=5) as stream:
                self.sockets += 1
                while not self.is_over and not self.stopping:
                    try:
                        seen = json.loads(stream.recv(0.5))
                    except TimeoutError:
                        seen = self.unanswered
                    if seen and seen["type"] == "table":
                        self._answer(seen)
        except Exception:
            time.sleep(0.1)

    def _answer(self, seen: Any) -> None:
        self.is_over = seen["status"] == "over"
        self.unanswered = seen if self.holds_back else None
        if self.is_over or self.holds_back or not seen["turn"]:
            return
        if seen["ply"] >= self.most:
            status, _ = ask(self.house.port, f"/api/tables/{self.table}/resign", {}, self.token)
        else:
            action = self.rng.choice(seen["moves"])["action"]
            move = {"ply": seen["ply"], "moves": [action]}
            status, _ = ask(self.house.port, f"/api/tables/{self.table}/play", move, self.token)
            if status == 200:
                assert seen["ply"] not in self.acknowledged
                self.acknowledged[seen["ply"]] = action
        if status in OUT_OF_REACH:
            self.unanswered = seen


def surely(house: Processes, address: str, body: object, token: str | None = None) -> Any:
    found: list[Any] = []

    def is_done() -> bool:
        status, answer = ask(house.port, address, body, token)
        found[:] = [answer]
        assert status in (200, 201, *OUT_OF_REACH), answer
        return status in (200, 201)

    until(is_done)
    return found[0]


def open_matches(house: Processes, games: tuple[str, ...], most: int) -> list[Player]:
    """Open a match of two people and one against a bot for every game."""
    players = []
    for number, game in enumerate(games):
        first, second = (surely(house, "/api/guests", {})["token"] for _ in range(2))
        table = surely(house, "/api/tables", {"game": game, "seats": 2, "chairs": ["me", "open"]}, first)
        surely(house, f"/api/tables/{table['table']}/sit", {"invite": table["invite"]}, second)
        alone = surely(house, "/api/tables", {"game": game, "seats": 2, "chairs": ["me", "level:1"]}, first)
        for place, (name, token) in enumerate([(table["table"], first), (table["table"], second), (alone["table"], first)]):
            players.append(Player(house, name, token, 10 * number + place, most, listens=place != 0))
    return players


def kept(house: Processes) -> dict[str, list[Any]]:
    """The events of all tables, as PostgreSQL has them."""

    async def read() -> Any:
        connection = await asyncpg.connect(house.database.url)
        rows = await connection.fetch("SELECT table_id, number, kind, body FROM events ORDER BY table_id, number")
        await connection.close()
        return rows

    found: dict[str, list[Any]] = {}
    for row in asyncio.run(read()):
        found.setdefault(row["table_id"], []).append((row["number"], row["kind"], json.loads(row["body"])))
    return found


def check(house: Processes, players: list[Player]) -> None:
    """Nothing acknowledged is missing, every ply has one answer, every match is over, and everybody sees the same of it."""
    events = kept(house)
    for player in players:
        mine = events[player.table]
        assert [number for number, _, _ in mine] == list(range(len(mine)))
        plies = [body for _, kind, body in mine if kind == "ply"]
        assert [body["ply"] for body in plies] == list(range(len(plies)))
        assert mine[-1][1] == "ended"
        assert max(player.acknowledged, default=-1) < len(plies)
        records = [ask(port, f"/api/tables/{player.table}/record", token=player.token)[1] for port in house.ports]
        assert all(record["plies"] == [body["text"] for body in plies] for record in records)
        game = calumma_game(records[0])
        for ply, action in player.acknowledged.items():
            assert text_at(game, records[0]["plies"], ply, action) == records[0]["plies"][ply]


def calumma_game(record: Any) -> Any:
    import calumma

    return calumma.load(record["game"], seats=record["seats"], **record["options"])


def text_at(game: Any, plies: list[str], ply: int, action: int) -> str:
    state = game.new()
    for text in plies[:ply]:
        state.apply(game.parse_move(state, text))
    return str(game.move_text(state, action))


def trouble(house: Processes, number: int) -> None:
    """Do something bad to one of the processes."""
    kind = number % 5
    if kind in (0, 3):
        server = house.servers[number % len(house.servers)]
        server.kill() if kind == 0 else server.stop()  # killed, or restarted as for an upgrade
        server.start()
    elif kind == 1:
        thinker = house.thinkers[number % len(house.thinkers)]
        thinker.kill()
        thinker.start()
    elif kind == 2:
        house.redis.kill()  # and it has kept nothing
        time.sleep(0.5)
        house.redis.start()
    else:
        house.database.stop()
        house.database.start()


def live_through(folder: Path, games: tuple[str, ...], most: int, troubles: int, pause: float) -> None:
    with a_house(folder) as house:
        players = open_matches(house, games, most)
        try:
            for player in players:
                player.start()
            for number in range(troubles):
                time.sleep(pause)
                house.look_after()
                trouble(house, number)
            house.until(lambda: all(player.is_over for player in players), 300)
            house.until(lambda: all(ask(port, "/ready")[0] == 200 for port in house.ports))
            check(house, players)
            assert players[0].table in administer(house, "matches", "over")
        finally:
            for player in players:
                player.stopping = True


def administer(house: Processes, *command: str) -> str:
    """What `calumma admin` says beside the servers that run."""
    where = ["--db", house.database.url, "--bus", house.bus]
    arguments = [sys.executable, "-c", SERVE, "admin", *where, *command]
    return subprocess.run(arguments, check=True, capture_output=True, text=True, timeout=60).stdout


def test_matches_of_all_games_survive_whatever_is_killed(tmp_path: Path) -> None:
    live_through(tmp_path, GAMES, most=24, troubles=5, pause=1.0)


@pytest.mark.long
def test_matches_of_all_games_survive_it_again_and_again(tmp_path: Path) -> None:
    live_through(tmp_path, GAMES * 2, most=150, troubles=40, pause=2.0)


@pytest.mark.long
def test_a_rolling_restart_ends_no_match_and_sockets_move_over_by_themselves(tmp_path: Path) -> None:
    with a_house(tmp_path) as house:
        players = open_matches(house, GAMES, most=150)
        waiting = [player for player in players[:3] if player.listens]  # their matches stand still until all is over
        try:
            for player in players:
                player.holds_back = player in players[:3]
                player.start()
            until(lambda: all(player.sockets for player in waiting))
            for server in house.servers:
                server.stop()  # as systemd would: SIGTERM, then the next version
                assert server.process is None
                server.start()
                until(lambda: all(ask(port, "/ready")[0] == 200 for port in house.ports))
            until(lambda: all(player.sockets > 1 for player in waiting))
            for player in players:
                player.holds_back, player.most = False, 30
            until(lambda: all(player.is_over for player in players), 300)
            check(house, players)
            assert {kind for events in kept(house).values() for _, kind, _ in events}.isdisjoint({"out_of_time", "called_off"})
        finally:
            for player in players:
                player.stopping = True


def play(house: Processes, table: str, ply: int, token: str) -> None:
    """Play anything at a ply, as often as it takes until that is stored."""

    def is_done() -> bool:
        status, seen = ask(house.port, f"/api/tables/{table}", token=token)
        if status == 200 and seen["ply"] == ply:
            move = {"ply": ply, "moves": [seen["moves"][0]["action"]]}
            ask(house.port, f"/api/tables/{table}/play", move, token)
        return status == 200 and seen["ply"] > ply

    until(is_done)


@pytest.mark.long
def test_notices_come_once_though_servers_are_killed(tmp_path: Path, receiver: Receiver) -> None:
    with a_house(tmp_path, 3, 0, "--notify-after", "1") as house:
        first, second = (surely(house, "/api/guests", {})["token"] for _ in range(2))
        for token in (first, second):
            assert ask(house.port, "/api/me/webhook", {"url": receiver.address}, token, method="PUT")[0] == 200
        table = surely(house, "/api/tables", {"game": "yamamoto", "seats": 2, "chairs": ["me", "open"]}, first)
        surely(house, f"/api/tables/{table['table']}/sit", {"invite": table["invite"]}, second)
        for ply in range(6):
            until(lambda ply=ply: any(notice["type"] == "turn" and notice["ply"] == ply for notice in receiver.notices))  # type: ignore[misc]
            server = house.servers[ply % 3]
            server.kill()
            play(house, table["table"], ply, (first, second)[ply % 2])
            server.start()
        told = [(notice["ply"], notice["id"]) for notice in receiver.notices if notice["type"] == "turn"]
    assert sorted({ply for ply, _ in told})[:6] == list(range(6))
    assert len({ply for ply, _ in told}) == len(set(told))  # whoever was killed after sending may send again, by the same id
