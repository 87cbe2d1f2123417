"""Tables that are made beside other work, once somebody wants them."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock

from calumma.core import Game
from calumma.core.registry import reload
from calumma.solutions.lookup import is_solved, solver_of

PROGRAM = "import sys; from calumma.solutions.making import make; make(*sys.argv[1:])"
LOWEST_PRIORITY = 19


class TableMaker:
    """Has the tables of solved games made, one after the other, by processes of the lowest priority. For any thread.

    What is finished is kept, so a process that ends early has done nothing in vain; how far it is can be seen from the folder,
    whichever process of the machine is at work there.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._begun: dict[tuple[str, ...], subprocess.Popen[bytes]] = {}

    def want(self, game: Game) -> float | None:
        """See to it that a game's tables get made; return which part of them is there, None if there is nothing to wait for."""
        if not is_solved(game):
            return None
        with self._lock:
            share = solver_of(game).tables().share
            if share >= 1.0 or not self._is_making(command_of(game)):
                return None
        return share

    def _is_making(self, command: tuple[str, ...]) -> bool:
        """Whether these tables are being made, or will be; False if that has failed."""
        if command in self._begun:
            return self._begun[command].poll() in (None, 0)
        if all(process.poll() is not None for process in self._begun.values()):
            self._begun[command] = start(command)
        return True

    def stop(self) -> None:
        """End what is under way."""
        with self._lock:
            for process in self._begun.values():
                process.terminate()
                process.wait()


def command_of(game: Game) -> tuple[str, ...]:
    """Return the command that makes the tables of a game."""
    chosen = [f"{name}={value}" for name, value in solver_of(game).options.items()]
    return (sys.executable, "-P", "-c", PROGRAM, game.name, *chosen)


def make(name: str, *chosen: str) -> None:
    """Make the tables of a game, with options as NAME=VALUE, as far as they are worth it."""
    solver_of(reload(name, None, dict(pair.split("=", 1) for pair in chosen))).tables().build()


def start(command: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """Start a process that gets what the others leave of the processor."""
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    with suppress(OSError):  # it may have ended already
        os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST_PRIORITY)
    return process
