"""What a ply costs with one, two and three servers on one database, beside one server without a bus.

    PYTHONPATH=. python benchmarks/houses.py --matches 100 --seconds 15 --profile 1 3

The clients of load.py play, each socket at a random server, on a PostgreSQL and a Redis of their own. Processor time is counted
for the servers, the database and the bus; transactions and statements (BEGIN and COMMIT are some, and each is a round trip) by
PostgreSQL's own count, messages and commands by Redis's. `--statements` tells which statements those were. Then everybody answers
at once for some seconds: how many plies that brings, and who uses the processors. On a machine with two cores more servers cannot
bring more plies: what counts is what one ply costs. `--profile` tells in what so many servers spend their time, in a run of its
own, as it makes them slower. Prints a line of JSON for each.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
from load import GAMES, PROFILED, SERVE, Pair, Server, _stat, free_port, measure
from redis import Redis
from shares import longest, shares
from tests.server.conftest import a_postgresql
from tests.server.processes import Processes, ask, until


class House(Server):
    """Servers at several ports, of which every request and socket takes any."""

    def __init__(self, ports: list[int], processes: dict[str, int]) -> None:
        object.__setattr__(self, "ports", ports)
        object.__setattr__(self, "processes", processes)

    @property
    def address(self) -> str:  # type: ignore[override]
        return f"127.0.0.1:{random.choice(self.ports)}"

    def plies(self) -> int:
        """How many plies the servers have written."""
        lines = [line for port in self.ports for line in ask(port, "/metrics", patience=60)[1].decode().splitlines()]
        return int(sum(float(line.split()[1]) for line in lines if line.startswith("calumma_plies_total")))

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time by what was used for, with all child processes."""
        found = {int(file.parent.name): _stat(file) for file in Path("/proc").glob("[0-9]*/stat")}
        used: dict[str, float] = {"clients": time.process_time()}
        for name, process in self.processes.items():
            used[name] = ended(process) + sum(seconds for parent, seconds in found.values() if parent == process)
        return used


def ended(process: int) -> float:
    """Seconds of a process, and of its children that have ended."""
    parts = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, parts[11:15])) / os.sysconf("SC_CLK_TCK")


OPTIONS = ("shared_preload_libraries=pg_stat_statements", "fsync=on")
"""PostgreSQL counts statements, and what is acknowledged is on the disk."""

Calls = Counter[str]  # by statement: how often it was executed


def counted(url: str) -> tuple[Counter[str], Calls]:
    """How many transactions and connections the database has seen, and how often it has executed which statement."""

    async def read() -> tuple[Counter[str], Calls]:
        connection = await asyncpg.connect(url)
        await connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        totals = await connection.fetchrow("SELECT sum(xact_commit)::int, sum(sessions)::int FROM pg_stat_database")
        rows = await connection.fetch("SELECT query, sum(calls) AS calls FROM pg_stat_statements GROUP BY query")
        await connection.close()
        calls = Counter({" ".join(row["query"].split()): int(row["calls"]) for row in rows})
        return Counter({"transactions": totals[0], "connections": totals[1] - 1}), calls

    return asyncio.run(read())


def postmaster(data: str) -> int:
    return int((Path(data) / "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])


@contextmanager
def alone(url: str) -> Iterator[House]:
    """One server without a bus."""
    port = free_port()
    command = [sys.executable, "-c", SERVE, "serve", "--port", str(port), "--db", url, "--trust", "127.0.0.1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        until(lambda: ask(port, "/ready")[0] == 200)
        yield House([port], {"server": process.pid})
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def several(number: int, profiles: Path | None = None) -> Iterator[tuple[House, str, int]]:
    """Servers with a bus, their database and the port of the bus; with a folder, a profile of each is there afterwards."""
    with a_postgresql(*OPTIONS) as database, tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        programs = Processes(Path(name), database, number, 0)
        for place, server in enumerate(programs.servers):
            if profiles is not None:
                server.command[2] = PROFILED.format(str(profiles / f"server{place}"))
        try:
            programs.start()
            running = {f"server{place}": each.process.pid for place, each in enumerate(programs.servers) if each.process}
            assert programs.redis.process
            others = {"database": postmaster(database.data), "bus": programs.redis.process.pid}
            yield House(programs.ports, {**running, **others}), database.url, programs.redis_port
        finally:
            programs.stop()


def costs(house: House, given: argparse.Namespace, url: str | None, bus: int | None) -> dict[str, Any]:
    """Let people play, and return what each ply has cost."""
    pairs = house.open_matches(given.matches, GAMES)
    (seen, executed), used = counted(url) if url else (Counter[str](), Counter[str]()), house.cpu()
    sent: Mapping[str, Any] = Redis(port=bus).info("commandstats") if bus else {}
    before = house.plies()
    measured = asyncio.run(measure(house, pairs, given))
    after = house.cpu()
    plies = max(1, house.plies() - before)
    found = {f"{name}_ms": round(1000 * (after[name] - used[name]) / plies, 2) for name in after if name != "clients"}
    if url:
        now_seen, calls = counted(url)
        found["transactions"] = round((now_seen - seen)["transactions"] / plies, 2)
        found["statements"] = round((calls - executed).total() / plies, 2)
        for statement, number in (calls - executed).most_common(given.statements):
            print(f"{number / plies:6.2f} {statement[:150]}")
    if bus:
        now = Redis(port=bus).info("commandstats")
        asked = {name: now[name]["calls"] - sent.get(name, {"calls": 0})["calls"] for name in now if name != "cmdstat_info"}
        found["published"] = round(asked.get("cmdstat_publish", 0) / plies, 2)
        found["bus_commands"] = round(sum(asked.values()) / plies, 2)
    told = ("plies_per_second", "milliseconds", "refused", "machine_load")
    return {"a_ply": found, **{name: measured[name] for name in told}, **rush(house, pairs, given, url)}


def rush(house: House, pairs: list[Pair], given: argparse.Namespace, url: str | None) -> dict[str, Any]:
    """Let everybody answer at once: how many plies are played, and which part of one processor everybody uses."""
    if not given.rush:
        return {}
    again = house.open_again(pairs)
    before, used, plies = counted(url)[0] if url else Counter[str](), house.cpu(), house.plies()
    measured = asyncio.run(measure(house, again, argparse.Namespace(seconds=given.rush, warm=2.0, pause=0.01)))
    after, plies = house.cpu(), max(1, house.plies() - plies)
    found = {name: measured[name] for name in ("plies_per_second", "milliseconds", "processor_percent")}
    found["a_ply"] = {f"{name}_ms": round(1000 * (after[name] - used[name]) / plies, 2) for name in after}
    if url:
        found["connections_opened"] = (counted(url)[0] - before)["connections"]
    return {"rush": found}


def measure_alone(given: argparse.Namespace) -> None:
    """What one server without a bus costs, on either database."""
    with tempfile.TemporaryDirectory() as name, alone(f"sqlite:///{name}/load.db") as house:
        print(json.dumps({"with": "one server, SQLite", **costs(house, given, None, None)}), flush=True)
    with a_postgresql(*OPTIONS) as database, alone(database.url) as house:
        house.processes["database"] = postmaster(database.data)
        print(json.dumps({"with": "one server, PostgreSQL", **costs(house, given, database.url, None)}), flush=True)


def profile(number: int, given: argparse.Namespace) -> None:
    """Tell in what servers spend their time."""
    with tempfile.TemporaryDirectory() as name:
        with several(number, Path(name)) as (house, _, _):
            pairs = house.open_matches(given.matches, GAMES)
            for role, process in house.processes.items():
                if role.startswith("server"):
                    os.kill(process, signal.SIGUSR1)  # begin
            asyncio.run(measure(house, pairs, given))
        files = sorted(Path(name).iterdir())
        print(json.dumps({"profile of": f"{number} of a house", "percent": shares(files), "in": longest(files, 25)}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--warm", type=float, default=5.0)
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--rush", type=float, default=8.0, help="seconds in which everybody answers at once; 0: none")
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--alone", action=argparse.BooleanOptionalAction, default=True, help="one server without a bus, too")
    parser.add_argument("--statements", type=int, default=0, help="how many of the most frequent statements are told")
    parser.add_argument("--profile", type=int, nargs="*", default=[], help="of so many servers, in what they spend their time")
    given = parser.parse_args()
    gc.disable()
    if given.alone:
        measure_alone(given)
    for number in given.servers:
        with several(number) as (house, url, bus):
            print(json.dumps({"with": f"{number} of a house", **costs(house, given, url, bus)}), flush=True)
    for number in given.profile:
        profile(number, given)


if __name__ == "__main__":
    main()
