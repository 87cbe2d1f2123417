"""What requests cost the thread that answers everybody, beside the permits that they are paid with.

    python benchmarks/prices.py

Starts a server that trusts this machine, asks for each thing many times on one connection, and reads the processor time of the
server's first thread (Linux). `share` is the part of that thread which an address can take that asks for nothing else, as often
as its permits come back.
"""

from __future__ import annotations

import argparse
import http.client
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from calumma.server.prices import price_of
from calumma.site.settings import SiteSettings

SERVE = "import sys; from calumma.cli import main; sys.exit(main())"
PATHS = (
    "/static/js/match.js",
    "/static/page.css",
    "/static/covers/chamelequin.jpg",
    "/static/nowhere.js",
    "/health",
    "/drawing.css",
    "/words.js",
    "/rules/life/diagrams/3",
    "/offline/index.html",
    "/api/games",
    "/",
    "/rules/yamamoto",
)
HEADERS = {"Accept-Encoding": "gzip", "Accept": "text/html,*/*"}


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """A server of its own: its process and its port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        options = ["serve", "--port", str(port), "--db", f"sqlite:///{folder}/kept.db", "--trust", "127.0.0.1"]
        server = subprocess.Popen([sys.executable, "-c", SERVE, *options], stdout=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield server.pid, port
        finally:
            server.terminate()
            server.wait()


def wait_for(port: int) -> None:
    """Wait until something answers at a port."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def used(process: int) -> float:
    """Return the seconds of processor time that the first thread of a process has used."""
    return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text(encoding="utf-8").split()[0]) / 1e9


def cost(process: int, port: int, path: str, times: int) -> tuple[float, int, int]:
    """Return the seconds that a request takes, with the status and the length of its answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    status, length = ask(connection, path)
    before = used(process)
    for _ in range(times):
        ask(connection, path)
    took = used(process) - before
    connection.close()
    return took / times, status, length


def ask(connection: http.client.HTTPConnection, path: str) -> tuple[int, int]:
    """Ask for something; return the status and the length of what comes."""
    connection.request("GET", path, headers=HEADERS)
    answer = connection.getresponse()
    return answer.status, len(answer.read())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=PATHS)
    parser.add_argument("--times", type=int, default=1000)
    options = parser.parse_args()
    rate = SiteSettings().rate
    with serving() as (process, port):
        for path in options.paths:
            seconds, status, length = cost(process, port, path, options.times)
            price = price_of("GET", path)
            share = seconds * rate / price
            print(f"{path:32} {status} {length:9,} bytes  {1000 * seconds:6.3f} ms  {price:5.2f} permits  share {share:5.1%}")


if __name__ == "__main__":
    main()
