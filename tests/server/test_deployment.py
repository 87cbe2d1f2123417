"""What docs/scaling.md tells to install is real: units, proxy, dashboard, and a backup that brings a moment back."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path
from textwrap import dedent
from typing import Any

import click
import pytest

from calumma.cli.serving import serve, think
from calumma.server import MemoryStore
from calumma.server.hosting import HostedServices
from calumma.server.redis_bus import RedisBus

from .conftest import SETTINGS, Postgresql, a_postgresql, as_server
from .processes import Processes, ask
from .test_processes import kept, surely

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "scaling.md").read_text(encoding="utf-8")
BLOCKS = [dedent(found) for found in re.findall(r"^ *```\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)]


def block(begin: str) -> str:
    """The one block of the page that begins so."""
    (found,) = [each for each in BLOCKS if each.startswith(begin)]
    return str(found)


def unit(command: str) -> str:
    (found,) = [each for each in BLOCKS if each.startswith("[Unit]") and f"calumma {command} " in each]
    return str(found)


def complaints(*command: str) -> str:
    """What a program says that has nothing to refuse."""
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 0, told.stderr
    return told.stderr


def test_its_variables_are_those_of_servers_and_of_thinkers() -> None:
    named = {line.partition("=")[0] for line in block("CALUMMA_DB=").splitlines()} - {"FORWARDED_ALLOW_IPS"}
    assert named <= {option.envvar for option in serve.params}
    assert {option.envvar for option in think.params if option.required} <= named


@pytest.mark.parametrize("command", [serve, think])
def test_the_commands_of_its_units_are_understood(command: click.Command) -> None:
    (line,) = re.findall(r"ExecStart=(.*)", unit(str(command.name)).replace("%i", "8765"))
    program, name, *arguments = shlex.split(line)
    assert (program, name) == ("/opt/calumma/bin/calumma", command.name)
    needed = ["--db", "postgresql://db/calumma", "--bus", "redis://db/0"]
    found = command.make_context(str(name), [*arguments, *needed]).params
    assert found.get("port", found.get("metrics_port")) in (8765, 9765)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
@pytest.mark.parametrize(("command", "name"), [("serve", "calumma-serve@.service"), ("think", "calumma-think.service")])
def test_systemd_has_nothing_against_its_units(command: str, name: str, tmp_path: Path) -> None:
    program = tmp_path / "calumma"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    text = unit(command).replace("/opt/calumma/bin/calumma", str(program))
    (tmp_path / name).write_text(text, encoding="utf-8")
    told = complaints("systemd-analyze", "verify", str(tmp_path / name))
    assert name not in told


def a_certificate(folder: Path) -> None:
    """Make one for a day."""
    made = ["-keyout", "privkey.pem", "-out", "fullchain.pem", "-days", "1", "-subj", "/CN=games.example.org"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made], cwd=folder, check=True, capture_output=True
    )


def test_nginx_has_nothing_against_its_configuration(tmp_path: Path) -> None:
    a_certificate(tmp_path)
    text = re.sub(r"web\d:", "127.0.0.1:", block("upstream")).replace("/etc/letsencrypt/live/games.example.org", str(tmp_path))
    whole = f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ access_log off; {text} }}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert nginx
    assert "syntax is ok" in complaints(nginx, "-t", "-c", str(tmp_path / "nginx.conf"))


def exported(role: str) -> set[str]:
    """The names of all numbers that a process of a house tells, those of a histogram by their parts."""
    services = HostedServices(MemoryStore(is_shared=True), SETTINGS, RedisBus("redis://127.0.0.1:1/0"), role)
    found = re.findall(r"^# TYPE (\w+) (\w+)$", services.metrics.text().decode(), re.MULTILINE)
    parts = {"histogram": ("_bucket", "_count", "_sum")}
    return {f"{name}{part}" for name, kind in found for part in parts.get(kind, ("",))}


def test_every_number_of_the_dashboard_is_told_by_servers_or_thinkers() -> None:
    panels = json.loads((DOCS / "grafana.json").read_text(encoding="utf-8"))["panels"]
    asked = {name for panel in panels for target in panel["targets"] for name in re.findall(r"calumma_\w+", target["expr"])}
    assert asked
    assert asked <= exported("server") | exported("thinker")
    assert len({panel["id"] for panel in panels}) == len(panels)


# Back to a moment


def query(database: Postgresql, statement: str) -> Any:
    """The first value of the first row, as an operator would ask for it."""
    arguments = ["-h", "127.0.0.1", "-p", str(database.port), "-U", "calumma", "-d", "postgres", "-At", "-c", statement]
    psql = [str(sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1] / "psql"), *arguments]
    return subprocess.run(psql, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


def configure(database: Postgresql, text: str, backup: Path) -> None:
    """Add a block of the page to PostgreSQL's configuration."""
    with (Path(database.data) / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.write("\n" + text.replace("/backup", str(backup)))


def bring_back(database: Postgresql, moment: str, backup: Path) -> None:
    """Lose all data, and restore it as it was at a moment."""
    shutil.rmtree(database.data)
    (backup / "base").rename(database.data)
    configure(database, re.sub(r"(recovery_target_time = ').*'", rf"\g<1>{moment}'", block("restore_command")), backup)
    (Path(database.data) / "recovery.signal").touch()
    database.start()
    while query(database, "SELECT pg_is_in_recovery()") != "f":
        time.sleep(0.1)


def play_on(house: Processes, table: str, ply: int, token: str) -> None:
    """Play anything, which is acknowledged."""
    seen = surely(house, f"/api/tables/{table}", None, token)
    move = {"ply": ply, "moves": [seen["moves"][0]["action"]]}
    assert ask(house.port, f"/api/tables/{table}/play", move, token)[0] == 200


def plies(house: Processes, table: str) -> list[int]:
    return [body["ply"] for _, kind, body in kept(house)[table] if kind == "ply"]


@pytest.mark.long
def test_what_was_acknowledged_before_a_moment_is_there_after_a_restore_to_it(tmp_path: Path) -> None:
    with a_postgresql() as database:
        backup = database.folder / "backup"
        for folder in (backup, backup / "wal"):
            folder.mkdir(mode=0o777)
            folder.chmod(0o777)
        database.stop()
        configure(database, block("archive_mode"), backup)
        database.start()
        house = Processes(tmp_path, database, 2, 0)
        try:
            house.start()
            token = surely(house, "/api/guests", {})["token"]
            table = surely(house, "/api/tables", {"game": "yamamoto", "chairs": ["me", "me"]}, token)["table"]
            play_on(house, table, 0, token)
            where = ["-h", "127.0.0.1", "-p", str(database.port), "-U", "calumma"]
            as_server(database.folder, "pg_basebackup", "-D", str(backup / "base"), "-X", "stream", "-c", "fast", *where)
            for ply in (1, 2, 3):
                play_on(house, table, ply, token)
            moment = query(database, "SELECT clock_timestamp()")
            play_on(house, table, 4, token)
            house.stop()
            query(database, "DROP TABLE events, sitters")  # the mistake
            as_server(database.folder, "pg_ctl", "-D", database.data, "-m", "fast", "-w", "stop")
            bring_back(database, moment, backup)
            assert plies(house, table) == [0, 1, 2, 3]
            house.start()
            play_on(house, table, 4, token)
            assert plies(house, table) == [0, 1, 2, 3, 4]
        finally:
            house.stop()
