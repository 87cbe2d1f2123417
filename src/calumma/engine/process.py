"""A program that talks over its standard input and output, and never holds us up: every wait has an end."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from calumma.core import GameError
from calumma.core.words import Words
from calumma.engine.errors import EngineError

say = Words(__package__)

LONGEST_LINE = 1 << 20  # bytes; nothing that engines have to say takes that much
MOST_OUTPUT = 64 << 20  # bytes between two orders: more of it is a flood
CHUNK = 1 << 16
LAST_WORDS = 2000  # bytes of what it writes to standard error that are kept, and
LAST_LINES = 3  # how many lines of them are shown
FAREWELL = 0.5  # seconds for a program to end by itself


@dataclass(frozen=True, slots=True)
class Program:
    """What to run, and the options that are set then."""

    command: tuple[str, ...]
    settings: Mapping[str, str]

    @classmethod
    def read(cls, text: str) -> Program:
        """Return the program of a text like `./binary --fast;Hash=16`, quoted as for a shell; GameError if there is none."""
        parts = _parts(text)
        if not parts[0]:
            raise GameError(say("no-command", command=text))
        words = parts[0]
        if len(words) == 1 and which(words[0]) is None:  # the command was quoted as a whole
            words = words[0].split()
        if not words or which(words[0]) is None:
            raise GameError(say("no-program", command=text, program=(words or parts[0])[0]))
        return cls(tuple(words), dict(_setting(" ".join(part), text) for part in parts[1:] if part))

    @property
    def file(self) -> Path:
        """The file that is run."""
        return Path(which(self.command[0]) or self.command[0]).resolve()


def _parts(text: str) -> list[list[str]]:
    """Return the words between semicolons, except for semicolons in quotes."""
    reader = shlex.shlex(text, posix=True, punctuation_chars=";")
    reader.whitespace_split, reader.commenters = True, ""
    parts: list[list[str]] = [[]]
    try:
        for word in reader:
            if set(word) == {";"}:
                parts.append([])
            else:
                parts[-1].append(word)
    except ValueError as error:
        raise GameError(say("cannot-read-command", command=text, error=error)) from None
    return parts


def _setting(text: str, program: str) -> tuple[str, str]:
    name, _, value = text.partition("=")  # no value: a button to press
    if not name or " " in name:
        raise GameError(say("cannot-read-engine-option", text=text, program=program))
    return name, value


class Process:
    """A running program: lines go in and come out. It and all its children are killed when this is closed or forgotten."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name
        self.greeted = False  # whether it said hello
        self._lines: deque[bytes] = deque()  # whole ones that were not received yet
        self._buffer = b""  # the beginning of the next
        self._errors = b""  # the end of what it wrote to standard error
        self._came = 0  # bytes since the last order
        try:
            self._child = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that its children end with it
            )
        except OSError as error:
            raise GameError(say("cannot-start", name=name, error=error.strerror or error)) from None
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        self._into, self._out = self._child.stdin.fileno(), self._child.stdout.fileno()
        self._complaints: int | None = self._child.stderr.fileno()  # None: closed by the program
        for stream in (self._into, self._out, self._complaints):
            os.set_blocking(stream, False)
        self.close = weakref.finalize(self, _end, self._child)

    def send(self, line: str, seconds: float = 5.0) -> None:
        """Write a line; EngineError if the program does not take it in time."""
        rest = line.encode() + b"\n"
        deadline = time.monotonic() + seconds
        self._came = 0
        while rest:
            heard, ready, _ = select.select(self._beside(), [self._into], [], max(0.0, deadline - time.monotonic()))
            if heard:
                self._read_errors()
            if not ready and (not heard or time.monotonic() >= deadline):
                raise EngineError(say("does-not-read", name=self.name, seconds=seconds), "out-of-time")
            try:
                rest = rest if not ready else rest[os.write(self._into, rest[:CHUNK]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise EngineError(self._gone()) from None

    def receive(self, deadline: float) -> str | None:
        """Return the next line; None if there is none before the deadline (of the monotonic clock), or too many."""
        while (left := deadline - time.monotonic()) > 0:
            if self._lines:
                return self._lines.popleft().decode("utf-8", "replace").rstrip("\r")
            if len(self._buffer) > LONGEST_LINE:
                raise EngineError(say("line-too-long", name=self.name, most=LONGEST_LINE))
            ready, _, _ = select.select([self._out, *self._beside()], [], [], left)
            if self._complaints in ready:
                self._read_errors()
            if self._out in ready:
                self._read()
        return None

    def _read(self) -> None:
        try:
            got = os.read(self._out, CHUNK)
        except BlockingIOError:
            return
        if not got:
            raise EngineError(self._gone())
        self._came += len(got)
        if self._came > MOST_OUTPUT:
            raise EngineError(say("floods", name=self.name, most=MOST_OUTPUT >> 20))
        *lines, self._buffer = (self._buffer + got).split(b"\n")
        self._lines.extend(lines)

    def _beside(self) -> list[int]:
        """Return standard error, which is read beside all else so that nobody who writes there is held up."""
        return [] if self._complaints is None else [self._complaints]

    def _read_errors(self) -> bool:
        """Keep the end of what came by standard error; return whether anything came."""
        if self._complaints is None:
            return False
        try:
            got = os.read(self._complaints, CHUNK)
        except BlockingIOError:
            return False
        if not got:
            self._complaints = None
        self._errors = (self._errors + got)[-LAST_WORDS:]
        return bool(got)

    def with_last_words(self, sentence: str) -> str:
        """Return a sentence about the program's failure, and the last lines that it wrote to standard error, if any."""
        for _ in range(2 * MOST_OUTPUT // CHUNK):  # bounded: a child of the program may go on writing
            if not self._read_errors():
                break
        lines = [" ".join(line.split()) for line in self._errors.decode("utf-8", "replace").splitlines() if line.strip()]
        words = " / ".join("".join(each for each in line if each.isprintable()) for line in lines[-LAST_LINES:])
        return say("last-words", sentence=sentence, words=words) if words else sentence

    def _gone(self) -> str:
        """Say how the program ended, and its last words."""
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(FAREWELL)
        return self.with_last_words(self._how_it_ended(self._child.returncode))

    def _how_it_ended(self, status: int | None) -> str:
        if status is None:
            return say("closed-its-output", name=self.name)
        if status < 0:
            with suppress(ValueError):
                return say("killed-by-signal", name=self.name, signal=signal.Signals(-status).name)
        if not self.greeted:
            return say("ended-early", name=self.name, status=status)
        return say("ended", name=self.name, status=status)

    @property
    def running(self) -> bool:
        """Whether it still runs."""
        return self.close.alive and self._child.poll() is None

    def processor_seconds(self) -> float | None:
        """Return the processor time that the program and its children have taken; None where the system does not tell."""
        return session_seconds(self._child.pid)


def session_seconds(leader: int) -> float | None:
    """Return the processor time of all processes of a session, as far as they live or were waited for."""
    ticks, found = 0, False
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():  # os.path: this is done for every move
        if not name.isdecimal():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader:
            ticks += sum(map(int, fields[11:15]))  # in the program and in the kernel, its own and that of its dead children
            found = True
    return ticks / os.sysconf("SC_CLK_TCK") if found else None


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ask a program to end, then make it; nobody is left behind, not even as a zombie."""
    with suppress(OSError):
        if child.stdin is not None and child.poll() is None:
            os.write(child.stdin.fileno(), b"quit\n")
            child.stdin.close()  # whoever does not know `quit` knows the end of its input
    with suppress(subprocess.TimeoutExpired):
        child.wait(FAREWELL)
    with suppress(OSError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
