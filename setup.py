"""Build of the compiled core: every module listed here, or none of them.

A compiled base class would silently ignore the rules of an interpreted game, so a build that fails anywhere removes what it made,
and the same sources run interpreted. `CALUMMA_PURE=1` asks for that.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
STAMP = Path("build/declarations.sha256")
PLAIN = {
    "__init__",
    "counting",
    "effect",
    "errors",
    "game",
    "observation",
    "options",
    "planes",
    "registry",
    "notation",
    "drawing",
    "guide",
    "picture",
    "verify",
    "weights",
    "deck",
    "illegal",
    "names",
    "positions",
    "stories",
}
FLAGS = ["-O3", "-g0", "-Wno-unused-function", "-Wno-unreachable-code"]
SAFE = {"language_level": 3}
FAST = {**SAFE, "boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}


def compiled_sources() -> list[Path]:
    """Return the modules that are compiled: of core, search and the games, all that are not plain Python."""
    package = SOURCE / "calumma"
    found = [*package.glob("core/*.py"), *package.glob("search/*.py"), *package.glob("games/*/*.py")]
    return sorted(path for path in found if path.stem not in PLAIN)


def declarations_changed() -> bool:
    """Return whether any .pxd, or this file, differs from the last build: then everything is built anew, or calls go astray."""
    digest = hashlib.sha256()
    for path in [Path("setup.py"), *sorted(SOURCE.rglob("*.pxd"))]:
        digest.update(str(path).encode() + path.read_bytes())
    STAMP.parent.mkdir(exist_ok=True)
    old = STAMP.read_text() if STAMP.exists() else ""
    STAMP.write_text(digest.hexdigest())
    return old != digest.hexdigest()


def extensions() -> list[Extension]:
    """Return the extensions, translated to C; none if the sources are to run interpreted."""
    if os.environ.get("CALUMMA_PURE", "") not in ("", "0"):
        return []
    force = declarations_changed()
    # Boards compute their tables once, in ordinary Python with its negative indices.
    boards = [path for path in compiled_sources() if path.stem == "board"]
    others = [path for path in compiled_sources() if path.stem != "board"]
    return translate(boards, SAFE, force) + translate(others, FAST, force)


def translate(paths: list[Path], directives: dict[str, object], force: bool) -> list[Extension]:
    """Translate some modules to C."""
    from Cython.Build import cythonize

    modules = [
        Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [str(path)], extra_compile_args=FLAGS)
        for path in paths
    ]
    settings = {"include_path": [str(SOURCE)], "build_dir": "build/c", "quiet": True}
    return list(cythonize(modules, compiler_directives=directives, force=force, **settings))


class AllOrNothing(build_ext):
    """Builds every extension, or takes back those it built and says so."""

    def build_extensions(self) -> None:
        try:
            super().build_extensions()
        except Exception as error:
            self._take_back()
            if os.environ.get("CALUMMA_COMPILED", "") == "1":
                raise
            print(f"calumma: no compiled core, the sources will run interpreted ({error})", file=sys.stderr)

    def _take_back(self) -> None:
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            inplace = SOURCE.joinpath(*extension.name.split(".")).parent / Path(self.get_ext_filename(extension.name)).name
            inplace.unlink(missing_ok=True)
        self.extensions = []


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing})
