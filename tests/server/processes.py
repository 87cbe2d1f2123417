"""A house of real processes: PostgreSQL, Redis, servers, thinkers, and nginx in front, all on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from .conftest import SERVE, Postgresql, a_postgresql, free_port

NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1; {user}
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/n1; proxy_temp_path {folder}/n2; fastcgi_temp_path {folder}/n3;
  uwsgi_temp_path {folder}/n4; scgi_temp_path {folder}/n5;
  upstream house {{ random; {servers} }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://house;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
      proxy_read_timeout 1h;
      proxy_next_upstream error timeout http_502 http_503 non_idempotent;
    }}
  }}
}}
"""


class Program:
    """A program that can be started, ended and killed, again and again. What it says goes to a file."""

    def __init__(self, folder: Path, name: str, command: list[str]) -> None:
        self.name, self.command = name, command
        self.log = folder / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)

    def stop(self, number: int = signal.SIGTERM) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(number)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(20)
            self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


class Processes:
    """The processes of one house."""

    def __init__(self, folder: Path, database: Postgresql, servers: int, thinkers: int, *options: str) -> None:
        self.folder, self.database = folder, database
        self.redis_port, self.port = free_port(), free_port()
        self.bus = f"redis://127.0.0.1:{self.redis_port}/0"
        quiet = ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        redis = ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", *quiet]
        self.redis = Program(folder, "redis", redis)
        python = [sys.executable, "-c", SERVE]
        house = ["--db", database.url, "--bus", self.bus]
        self.ports = [free_port() for _ in range(servers)]
        serving = ["--trust", "127.0.0.1", "--webhooks-inside", *options]
        self.servers = [
            Program(folder, f"server{place}", [*python, "serve", "--port", str(port), *house, *serving])
            for place, port in enumerate(self.ports)
        ]
        self.thinkers = [
            Program(folder, f"thinker{place}", [*python, "think", "--bots", "1", *house]) for place in range(thinkers)
        ]
        named = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;" for port in self.ports)
        user = "user root;" if os.geteuid() == 0 else ""
        written = folder / "nginx.conf"
        written.write_text(NGINX.format(folder=folder, port=self.port, servers=named, user=user), encoding="utf-8")
        nginx = next(path for path in ("/usr/sbin/nginx", "/usr/bin/nginx") if Path(path).exists())
        self.nginx = Program(folder, "nginx", [nginx, "-c", str(written)])

    @property
    def programs(self) -> list[Program]:
        return [self.redis, *self.servers, *self.thinkers, self.nginx]

    def start(self) -> None:
        for program in self.programs:
            program.start()
        for port in self.ports:
            until(lambda port=port: ask(port, "/ready")[0] == 200)  # type: ignore[misc]

    def stop(self) -> None:
        for program in reversed(self.programs):
            program.stop()

    def look_after(self) -> None:
        """Start again what has ended by itself, as systemd would: who finds no database at the beginning does not begin."""
        for program in (*self.servers, *self.thinkers):
            if program.process is not None and program.process.poll() is not None:
                program.start()

    def until(self, condition: Callable[[], Any], seconds: float = 240) -> None:
        """Wait for something, and look after the processes meanwhile."""

        def is_so() -> bool:
            self.look_after()
            return bool(condition())

        until(is_so, seconds)

    def logs(self) -> str:
        return "\n".join(f"== {each.name}\n{each.log.read_text(encoding='utf-8')[-3000:]}" for each in self.programs)


@contextmanager
def a_house(folder: Path, servers: int = 3, thinkers: int = 2, *options: str) -> Iterator[Processes]:
    """A house for as long as it is used."""
    with a_postgresql() as database:
        house = Processes(folder, database, servers, thinkers, *options)
        try:
            house.start()
            yield house
        except BaseException:
            print(house.logs())
            raise
        finally:
            house.stop()


def until(condition: Callable[[], Any], seconds: float = 240) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def ask(
    port: int, address: str, body: object = None, token: str | None = None, patience: float = 10.0, method: str | None = None
) -> tuple[int, Any]:
    """Return status and answer; 0 if there was none."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{address}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=patience) as answer:
            return answer.status, _content(answer)
    except urllib.error.HTTPError as error:
        return error.code, _content(error)
    except (OSError, ValueError):
        return 0, None


def _content(answer: Any) -> Any:
    body: IO[bytes] | bytes = answer.read()
    return json.loads(body) if "json" in answer.headers.get("content-type", "") else body  # type: ignore[arg-type]
