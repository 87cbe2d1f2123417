"""Files that are written: a path that cannot be is refused before the work for it is done, and errors name their file."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def check_writable(path: Path, makes_folders: bool = False) -> None:
    """OSError if a file cannot be written there; nothing is made or changed. Folders that are missing may be made later."""
    if path.is_dir():
        raise _refusal(errno.EISDIR, path)
    if path.exists():
        if not os.access(path, os.W_OK):
            raise _refusal(errno.EACCES, path)
        return
    folder = _nearest(path.parent) if makes_folders else path.parent
    if not folder.is_dir():
        raise _refusal(errno.ENOTDIR if _nearest(folder).is_file() else errno.ENOENT, path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _refusal(errno.EACCES, path)


def _nearest(folder: Path) -> Path:
    """Return the first folder, from here upwards, that is there."""
    return next((one for one in (folder, *folder.parents) if one.exists()), folder)


def _refusal(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Give errors the path of what is written within: writing to an open file fails without one, e.g. where the disk is full."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            error.filename = os.fspath(path)
        raise


def replace_text(path: Path, text: str) -> None:
    """Write a file of text whole or not at all."""
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a run may be killed at any moment, and the next one goes on with what it finds."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        error.filename, error.filename2 = str(path), None  # the name that was asked for, not that of the draft
        raise
