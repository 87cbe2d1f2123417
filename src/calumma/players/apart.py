"""Players that think in processes of their own, which give way to the one that serves.

A search runs without the interpreter's lock, but begins, reports and ends with it. A thread of low priority that has the lock
but gets no processor keeps everybody waiting for tens of milliseconds, so a server lets its bots think elsewhere.
Processes are kept for the next thought; they end when the process that started them does.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import IO

from calumma.core import Game, GameError, State
from calumma.core.words import Words
from calumma.players.player import Choice, Limits, Player
from calumma.players.specs import load

say = Words(__package__)

GIVES_WAY = 10  # steps of priority below the process that started it
IDLE = 64  # processes that wait for the next thought, at the most: as many as ever thought at once
TRIES = 2  # a process may have been ended by the system while it waited
LENGTH = struct.Struct("<Q")
Question = tuple[str, int, State, int, Limits, int]  # a spec, a seed, the position, the seat, and what `choose` is told besides


class Thinker:
    """A process that thinks about one position after the other."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", "from calumma.players.apart import serve; serve()"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout

    @property
    def is_running(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def ask(self, question: Question) -> Choice | str | None:
        """Return what a player chooses, or why it cannot; None if the process ends meanwhile."""
        try:
            _write(self._to, question)
            packed = _read(self._from)
        except OSError:
            packed = None
        answer = None if packed is None else pickle.loads(packed)
        return answer if isinstance(answer, Choice | str) else None

    def interrupt(self) -> None:
        """End the process, whatever it does; whoever asks it is told, by any thread."""
        self._process.kill()

    def end(self) -> None:
        """End the process when nobody asks it any more."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._to, self._from):
            with suppress(OSError):
                pipe.close()


class Thinkers:
    """The processes of this one: as many as think at once, and those that did."""

    def __init__(self, start: Callable[[], Thinker] = Thinker) -> None:
        self._start = start
        self._idle: list[Thinker] = []
        self._lock = Lock()

    def take(self) -> Thinker:
        """Return a process that waits, or a new one."""
        with self._lock:
            while self._idle:
                thinker = self._idle.pop()
                if thinker.is_running:
                    return thinker
                thinker.end()
        return self._start()

    def give_back(self, thinker: Thinker) -> None:
        """Keep a process for whoever asks next."""
        with self._lock:
            if thinker.is_running and len(self._idle) < IDLE:
                self._idle.append(thinker)
                return
        thinker.end()

    def close(self) -> None:
        """End the processes that wait."""
        with self._lock:
            idle, self._idle = self._idle, []
        for thinker in idle:
            thinker.end()

    def load(self, spec: str, game: Game, seed: int = 0) -> Player:
        """Return a player as `players.load` does, which thinks in another process; that says what is wrong with a spec."""
        return PlayerApart(spec, game, seed, self)


class PlayerApart(Player):
    """A player whose thoughts are another process's."""

    def __init__(self, spec: str, game: Game, seed: int, thinkers: Thinkers) -> None:
        super().__init__(spec, game, seed)
        self._seed, self._thinkers = seed, thinkers
        self._thinker: Thinker | None = None
        self._stopped = False

    def think(self, world: State, seat: int) -> Choice:
        """Return what the other process finds; what it cannot think about is thought about here."""
        question = (self.spec, self._seed, world, seat, self.asked.limits, self.asked.lines)
        for _ in range(TRIES):
            answer = self._ask(question)
            if isinstance(answer, Choice):
                return answer
            if answer is not None:  # of a game, perhaps, that only this process knows; or it says here what is wrong
                return load(self.spec, self.game, self._seed).choose(world, seat, self.asked.limits, self.asked.lines)
        raise GameError(say("thinker-gone"))

    def _ask(self, question: Question) -> Choice | str | None:
        thinker = self._thinker = self._thinkers.take()
        answer = None if self._stopped else thinker.ask(question)
        self._thinker = None
        if answer is None:
            thinker.end()
        else:
            self._thinkers.give_back(thinker)
        return answer

    def stop(self) -> None:
        """End the process that thinks: it listens to nobody meanwhile."""
        self._stopped = True
        if self._thinker is not None:
            self._thinker.interrupt()


def _write(pipe: IO[bytes], value: object) -> None:
    packed = pickle.dumps(value)
    pipe.write(LENGTH.pack(len(packed)) + packed)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes | None:
    """What comes next, packed; None at the end."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    packed = pipe.read(length)
    return packed if len(packed) == length else None


def serve() -> None:
    """Answer questions until whoever asks is gone: what a process of its own does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal, which means the server; its end is ours
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # should a player print something, it is no answer
    with suppress(BrokenPipeError):
        while (packed := _read(sys.stdin.buffer)) is not None:
            _write(answers, _answer(packed))


def _answer(packed: bytes) -> Choice | str:
    try:
        question: Question = pickle.loads(packed)
        spec, seed, state, seat, limits, lines = question
        player = load(spec, state.game, seed)
        try:
            return player.choose(state, seat, limits, lines)
        finally:
            player.close()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
