"""The release before, with one migration less, beside this one: both play the same matches on one database and one bus."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.sync.client import connect

from .conftest import a_postgresql, free_port
from .processes import Processes, Program, ask, until
from .test_processes import GAMES, kept

ROOT = Path(__file__).parents[2]
MIGRATIONS = sorted((ROOT / "src/calumma/server/migrations/versions").glob("m*.py"))


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, timeout=60).stdout


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The sources as they were before the newest migration, to be interpreted."""
    try:
        added = git("log", "--diff-filter=A", "--format=%H", "--", str(MIGRATIONS[-1])).decode().split()
        packed = git("archive", f"{added[-1]}^", "src")
    except (OSError, subprocess.CalledProcessError, IndexError):
        pytest.skip("needs the history of the repository")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path / "before", filter="data")
    return tmp_path / "before/src"


class Street:
    """A server and a thinker of the release before, a server and a thinker of this one."""

    def __init__(self, house: Processes, sources: Path) -> None:
        self.house, (self.old, self.new) = house, house.ports
        self.old_ones = [house.servers[0], house.thinkers[0]]
        self.new_ones = [house.servers[1], house.thinkers[1]]
        for program in self.old_ones:
            program.command = ["env", f"PYTHONPATH={sources}", "CALUMMA_PURE=1", *program.command]
        self.thinking = [free_port(), free_port()]
        for program, port in zip(house.thinkers, self.thinking, strict=True):
            program.command = [*program.command, "--metrics-port", str(port)]
        self.acknowledged: dict[str, list[int]] = {}  # by table: its plies
        self.tokens: list[str] = []  # of Ada and Ben

    def start(self, programs: list[Program], port: int) -> None:
        for program in programs:
            program.start()
        until(lambda: ask(port, "/ready")[0] == 200)

    def open(self, port: int, game: str, other: str) -> str:
        """Let Ada open a table, at which Ben sits down if the other chair is open."""
        plan = {"game": game, "seats": 2, "chairs": ["me", other]}
        status, table = ask(port, "/api/tables", plan, self.tokens[0], 60)
        assert status == 201, table
        if other == "open":
            sits = {"invite": table["invite"]}
            assert ask(port, f"/api/tables/{table['table']}/sit", sits, self.tokens[1], 60)[0] == 200
        self.acknowledged[table["table"]] = []
        return str(table["table"])

    def plays(self, port: int, table: str) -> None:
        """Let whoever has the turn play the first of the legal moves, and see it acknowledged, if the match is not over."""
        found: list[tuple[str, Any]] = []

        def is_turn() -> bool:
            for token in self.tokens:
                status, seen = ask(port, f"/api/tables/{table}", token=token, patience=60)
                if status == 200 and (seen["turn"] or seen["status"] == "over"):
                    found[:] = [(token, seen)]
            return bool(found)

        until(is_turn)
        token, seen = found[0]
        if seen["status"] != "over":
            move = {"ply": seen["ply"], "moves": [seen["moves"][0]["action"]]}
            status, answer = ask(port, f"/api/tables/{table}/play", move, token, 60)
            assert status == 200, answer
            self.acknowledged[table].append(seen["ply"])

    def everybody_plays(self, *ports: int) -> None:
        for table in self.acknowledged:
            for port in ports:
                self.plays(port, table)

    def hint(self, port: int, table: str) -> int:
        """The status of the answer to somebody who asks for a hint in a match against a bot."""
        until(lambda: ask(port, f"/api/tables/{table}", token=self.tokens[0])[1]["turn"])
        return ask(port, f"/api/tables/{table}/hint", {}, self.tokens[0], 60)[0]

    def thoughts(self, place: int) -> float:
        """How many thoughts have come to their end at a thinker."""
        lines = ask(self.thinking[place], "/metrics")[1].decode().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith("calumma_thoughts_total"))

    def check(self, *ports: int) -> None:
        """Everything acknowledged is kept, every ply once, and all servers that run show the same."""
        shown = {table: [self.record(port, table) for port in ports] for table in self.acknowledged}
        events = kept(self.house)  # read later, so that a bot may have gone on
        for table, acknowledged in self.acknowledged.items():
            plies = [body for _, kind, body in events[table] if kind == "ply"]
            assert [body["ply"] for body in plies] == list(range(len(plies)))
            for record in shown[table]:
                assert len(record) > max(acknowledged)
                pairs = zip(record, plies, strict=False)
                assert all(text == body["text"] or "?" in text for text, body in pairs)  # what is hidden stays so
            assert len({tuple(record[: min(map(len, shown[table]))]) for record in shown[table]}) == 1

    def record(self, port: int, table: str) -> list[str]:
        """The plies that a server shows."""
        status, record = ask(port, f"/api/tables/{table}/record", token=self.tokens[0], patience=60)
        assert status == 200, record
        return list(record["plies"])


def migration(street: Street) -> str:
    """The newest migration of the database."""

    async def read() -> Any:
        connection = await asyncpg.connect(street.house.database.url)
        found = await connection.fetchval("SELECT version_num FROM alembic_version")
        await connection.close()
        return found

    return str(asyncio.run(read()))


def hears(street: Street, watching: int, playing: int, table: str) -> bool:
    """Whether somebody who watches at one server hears at once of a ply at the other one."""
    headers = {"Authorization": f"Bearer {street.tokens[0]}"}
    with connect(f"ws://127.0.0.1:{watching}/api/tables/{table}/live", additional_headers=headers, open_timeout=60) as stream:
        ply = json.loads(stream.recv(60))["ply"]
        street.plays(playing, table)
        while (seen := json.loads(stream.recv(60))).get("ply", ply) <= ply:
            pass
        return bool(seen["ply"] == ply + 1)


@pytest.mark.long
def test_the_release_before_and_this_one_play_the_same_matches(before: Path, tmp_path: Path) -> None:
    newest = [file.name[1:5] for file in MIGRATIONS]
    with a_postgresql() as database:
        house = Processes(tmp_path, database, 2, 2)
        street = Street(house, before)
        try:
            house.redis.start()
            street.start(street.old_ones, street.old)
            street.tokens = [ask(street.old, "/api/guests", {}, patience=60)[1]["token"] for _ in range(2)]
            duels = [street.open(street.old, game, "open") for game in GAMES]
            alone = [street.open(street.old, game, "level:1") for game in GAMES]
            street.everybody_plays(street.old)
            assert migration(street) == newest[-2]

            street.start(street.new_ones, street.new)  # while people play
            assert migration(street) == newest[-1]
            street.everybody_plays(street.old, street.new)
            assert hears(street, street.old, street.new, duels[1])
            assert hears(street, street.new, street.old, duels[1])
            assert [street.hint(port, alone[2]) for port in (street.old, street.new)] == [200, 200]
            street.open(street.new, GAMES[0], "open")
            street.everybody_plays(street.new, street.old)
            street.check(street.old, street.new)

            for program in street.new_ones:  # back: what the new ones wrote, those before go on with
                program.stop()
            before_this = street.thoughts(0)
            street.everybody_plays(street.old, street.old)
            until(lambda: street.thoughts(0) > before_this)
            street.check(street.old)
            if newest[-2] == "0007":  # and those before; releases after it start again
                assert "newer calumma" in refusal(street.old_ones[0], street.old)
            else:
                street.old_ones[0].stop()
                street.start(street.old_ones[:1], street.old)

            street.start(street.new_ones, street.new)  # and on
            street.everybody_plays(street.old, street.new)
            for program in street.old_ones:
                program.stop()
            before_this = street.thoughts(1)
            street.everybody_plays(street.new, street.new)
            until(lambda: street.thoughts(1) > before_this)
            street.check(street.new)
        except BaseException:
            print("\n".join(f"== {each.name}\n{each.log.read_text()[-3000:]}" for each in house.programs if each.log.exists()))
            raise
        finally:
            house.stop()


def refusal(program: Program, port: int) -> str:
    """What one more server of a release says that does not start."""
    other = [str(free_port()) if part == str(port) else part for part in program.command]
    done = subprocess.run(other, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    return done.stderr
