"""The log of a run: a line a finished job, only ever appended to, so that a killed run can go on where it was.

A line is `{"id": .., "by": .., "result": ..}`: the job, who did it (host and process, or node of a cluster), and its values.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from calumma.core import GameError
from calumma.core.paths import naming
from calumma.core.words import Words

say = Words(__package__)

BLOCK = 1 << 16


class Log:
    """A log that one run at a time holds open; without a path nothing is kept."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else Path(path)
        self.file: IO[bytes] | None = None
        self._made: list[Path] = []  # the file and folders that were not there before, innermost first

    def __enter__(self) -> Log:
        if self.path is not None:
            if self.path.exists() and not self.path.is_file():
                raise GameError(say("log-is-no-file", path=self.path))  # a device may have no end
            self._made = [path for path in (self.path, *self.path.parents) if not path.exists()]
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file = self.path.open("a+b")
            self._lock(self.file)
            _drop_torn_line(self.file)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.file is not None:
            assert self.path is not None
            with naming(self.path), self.file:  # closing gives the lock back, as the end of the process does
                if self._made and self.file.seek(0, os.SEEK_END) == 0:
                    self._leave_nothing()

    def _leave_nothing(self) -> None:
        """Take back the file and folders of a run that was refused before its first job was done."""
        with suppress(OSError):  # a folder in which there is something else by now stays
            self._made[0].unlink()
            for folder in self._made[1:]:
                folder.rmdir()

    def _lock(self, file: IO[bytes]) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            taken = os.fstat(file.fileno()).st_nlink == 0  # taken back by another run after it was opened here
        except BlockingIOError:
            taken = True
        if taken:
            file.close()
            raise GameError(say("cannot-write-another-run", path=self.path))

    def entries(self, wanted: set[str] | None = None) -> Iterator[tuple[str, Any]]:
        """Yield id and values of every finished job, or of those that are wanted; of one that is there twice, the first alone."""
        if self.file is None or self.path is None:
            return
        seen: set[str] = set()
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                name, values = self._read(line, number)
                if name not in seen and (wanted is None or name in wanted):
                    seen.add(name)
                    yield name, values

    def places(self, wanted: set[str]) -> dict[str, int]:
        """Return where in the file each finished job that is wanted begins."""
        found: dict[str, int] = {}
        place = 0
        if self.path is not None:
            with self.path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    name, _ = self._read(line, number)
                    if name in wanted:
                        found.setdefault(name, place)
                    place += len(line)
        return found

    def at(self, place: int) -> Any:
        """Return the values of the job that begins at a place."""
        assert self.path is not None
        with self.path.open("rb") as file:
            file.seek(place)
            return json.loads(file.readline())["result"]

    def _read(self, line: bytes, number: int) -> tuple[str, Any]:
        try:
            entry = json.loads(line)
            return str(entry["id"]), entry["result"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise GameError(say("cannot-go-line-not", path=self.path, number=number)) from None

    def add(self, name: str, values: Any, worker: str) -> None:
        """Append a finished job; it is out of this process's hands when this returns."""
        if self.file is not None and self.path is not None:
            line = json.dumps({"id": name, "by": worker, "result": values}, ensure_ascii=False, separators=(",", ":"))
            with naming(self.path):
                self.file.write(line.encode() + b"\n")
                self.file.flush()


def _drop_torn_line(file: IO[bytes]) -> None:
    """Cut off what a killed run left behind the last line end: its job was not counted and will be done again."""
    end = file.seek(0, os.SEEK_END)
    keep = end
    while keep > 0:
        start = max(0, keep - BLOCK)
        file.seek(start)
        found = file.read(keep - start).rfind(b"\n")
        if found >= 0:
            keep = start + found + 1
            break
        keep = start
    if keep != end:
        file.truncate(keep)
    file.seek(0, os.SEEK_END)
