"""Endgame tables on disk: made class by class, resumable, checksummed.

A folder holds one file for every class, whose name says the material of the mover and of the other side (`WWB-wb.table`), and
`manifest.json` with the checksum and the counts of each, and the bytes that all will have together. Whoever makes tables has a
lock on the file `making`.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from calumma.core import GameError
from calumma.core.words import Words
from calumma.games.yamamoto.endings import DRAWN, Endings
from calumma.games.yamamoto.placings import Class, class_name, classes, material_size
from calumma.solutions.solver import Statistics, TableProgress

say = Words("calumma.games.yamamoto")

FORMAT = 1
FEWEST, USUAL, MOST = 2, 6, 7
HIGHEST_DISTANCE = 250
FAR = 1 << 60


def data_folder() -> Path:
    """Return the user's folder for data that takes long to make."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "calumma"


def tables_folder(goal: str) -> Path:
    """Return where the tables of a goal are kept."""
    return data_folder() / "tables" / f"yamamoto-{goal}"


class Tablebase:
    """The tables of one goal in a folder."""

    def __init__(self, goal: str, folder: Path | None = None) -> None:
        self.goal = goal
        self.folder = tables_folder(goal) if folder is None else folder
        self.manifest = self._read_manifest()

    def _read_manifest(self) -> dict[str, Any]:
        try:
            manifest = json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {"format": FORMAT, "game": "yamamoto", "goal": self.goal, "tables": {}}
        except ValueError:
            raise GameError(say("cannot-read-json", path=self.folder / "manifest.json")) from None
        if manifest.get("format") != FORMAT or manifest.get("goal") != self.goal:
            raise GameError(say("tables-another-format-goal", folder=self.folder, expected=FORMAT, goal=self.goal))
        return dict(manifest)

    def _write_manifest(self) -> None:
        draft = self.folder / "manifest.json.part"
        draft.write_text(json.dumps(self.manifest, indent=1), encoding="utf-8")
        draft.replace(self.folder / "manifest.json")

    def path(self, mover: int, other: int) -> Path:
        """Return the file of a class."""
        return self.folder / f"{class_name(mover, other)}.table"

    def is_made(self, mover: int, other: int) -> bool:
        """Return whether the tables of a class and of its swap are there."""
        return all(self._is_there(*key) for key in ((mover, other), (other, mover)))

    def _is_there(self, mover: int, other: int) -> bool:
        path = self.path(mover, other)
        note = self.manifest["tables"].get(class_name(mover, other))
        return note is not None and path.exists() and path.stat().st_size == note["bytes"]

    @property
    def pieces(self) -> int:
        """The number of pieces up to which all tables are there; 0 if there are none."""
        complete = 0
        for pieces in range(FEWEST, MOST + 1):
            if not all(self.is_made(*key) for key in classes(pieces)):
                break
            complete = pieces
        return complete

    @property
    def share(self) -> float:
        """Which part of the tables that are worth making is there, by whoever makes them."""
        self.refresh()
        if self.pieces >= USUAL:
            return 1.0
        made = sum(note["bytes"] for note in self.manifest["tables"].values() if note["pieces"] <= USUAL)
        return min(0.99, float(made / self.manifest.get("wanted", FAR)))

    @property
    def changed_at(self) -> int:
        """When tables were last added, by any process; 0 if there are none."""
        try:
            return (self.folder / "manifest.json").stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def refresh(self) -> None:
        """Take note of tables that another process has made."""
        self.manifest = self._read_manifest()

    # Making

    def build(self, pieces: int = USUAL, progress: TableProgress | None = None) -> Endings:
        """Make what is missing up to a number of pieces; return the tables, in memory. GameError if another process does."""
        if not FEWEST <= pieces <= MOST:
            raise GameError(say("cannot-make-tables-pieces", pieces=pieces, least=FEWEST, most=MOST))
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._alone():
            self.refresh()
            return self._build(pieces, progress)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from making tables in the folder; the system ends that with the process."""
        import fcntl  # browsers have none, and make no tables

        with (self.folder / "making").open("wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise GameError(say("tables-being-made", folder=self.folder)) from None
            yield

    def _build(self, pieces: int, progress: TableProgress | None) -> Endings:
        endings = Endings(self.goal, pieces)
        todo = [key for count in range(FEWEST, pieces + 1) for key in classes(count)]
        total = sum(_pair_size(endings, key) for key in todo)
        self.manifest["wanted"] = total
        done = 0
        for key in todo:
            if progress:
                progress(done, total, class_name(*key))
            if self.is_made(*key):
                self._attach(endings, key)
            else:
                make_class(endings, key, self._longest(material_size(key[0]) + material_size(key[1])))
                self._save(endings, key)
            done += _pair_size(endings, key)
        if progress:
            progress(total, total, "")
        return endings

    def _longest(self, pieces: int) -> int:
        """The longest distance in the tables with fewer pieces."""
        notes = (note for note in self.manifest["tables"].values() if note["pieces"] < pieces)
        return max((note["longest"] for note in notes), default=0)

    def _save(self, endings: Endings, key: Class) -> None:
        for mover, other in {key, key[::-1]}:
            table, counts = endings.table(mover, other), endings.counts(mover, other)
            draft = self.path(mover, other).with_suffix(".part")
            draft.write_bytes(table)
            draft.replace(self.path(mover, other))
            self.manifest["tables"][class_name(mover, other)] = {
                "pieces": material_size(mover) + material_size(other),
                "bytes": len(table),
                "sha256": hashlib.sha256(table).hexdigest(),
                "longest": longest(counts),
                "counts": {str(byte): count for byte, count in enumerate(counts) if count},
            }
        self._write_manifest()

    # Using

    def open(self, pieces: int | None = None) -> Endings:
        """Return the tables that are there, up to a number of pieces, read from disk as they are needed."""
        endings = Endings(self.goal, min(self.pieces, pieces or MOST))
        for count in range(FEWEST, endings.pieces + 1):
            for key in classes(count):
                self._attach(endings, key)
        return endings

    def _attach(self, endings: Endings, key: Class) -> None:
        for mover, other in {key, key[::-1]}:
            with self.path(mover, other).open("rb") as file:
                # A private mapping is writable for the compiled code; nothing is ever written back.
                endings.attach(mover, other, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))

    def damaged(self) -> Iterator[str]:
        """Yield the names of the tables whose content differs from the checksum."""
        for name, note in self.manifest["tables"].items():
            path = self.folder / f"{name}.table"
            if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != note["sha256"]:
                yield name

    def inconsistent(self, samples: int = 0, progress: TableProgress | None = None) -> int:
        """Return how many entries do not follow from their successors: of all entries, or of about so many samples."""
        endings = self.open()
        keys = sorted(key for pieces in range(FEWEST, endings.pieces + 1) for one in classes(pieces) for key in {one, one[::-1]})
        total = sum(endings.size(*key) for key in keys)
        step = max(1, total // samples) if samples else 1
        done = wrong = 0
        for key in keys:
            if progress:
                progress(done, total, class_name(*key))
            wrong += endings.wrong(*key, step)
            done += endings.size(*key)
        return wrong

    def statistics(self) -> list[Statistics]:
        """Return the counts for every number of pieces that is complete."""
        return [_statistics(pieces, self._counts(pieces)) for pieces in range(FEWEST, self.pieces + 1)]

    def _counts(self, pieces: int) -> list[int]:
        counts = [0] * 256
        for note in self.manifest["tables"].values():
            if note["pieces"] == pieces:
                for byte, count in note["counts"].items():
                    counts[int(byte)] += count
        return counts


def _statistics(pieces: int, counts: list[int]) -> Statistics:
    """The statistics of how often each byte occurs."""
    decided = counts[: HIGHEST_DISTANCE + 1]
    won = [plies for plies, count in enumerate(decided) if count and plies % 2]
    return Statistics(pieces, sum(decided[1::2]), sum(decided[0::2]), counts[DRAWN], max(won, default=0))


def make_class(endings: Endings, key: Class, longest_below: int) -> None:
    """Make the tables of a class and of its swap; those with fewer pieces must be there."""
    pair = sorted({key, key[::-1]})
    for mover, other in pair:
        endings.attach(mover, other, bytearray(endings.size(mover, other)))
    endings.prepare(*key)
    plies, last = 2, longest_below
    while plies <= last + 2:
        endings.step(*key, plies)
        last = max(last, *(longest(endings.counts(*one)) for one in pair))
        plies += 2
    endings.finish(*key)


def longest(counts: list[int]) -> int:
    """Return the longest distance among the counted bytes."""
    return max((plies for plies in range(HIGHEST_DISTANCE + 1) if counts[plies]), default=0)


def _pair_size(endings: Endings, key: Class) -> int:
    return sum(endings.size(mover, other) for mover, other in {key, key[::-1]})
