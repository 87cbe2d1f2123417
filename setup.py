"""Build of the compiled core: every module listed here, or none of them.

A compiled base class would silently ignore the rules of an interpreted game, so a build that fails anywhere removes what it made,
and the same sources run interpreted. `CALUMMA_PURE=1` asks for that; `CALUMMA_COMPILED=1` rather has no build than that one.

Interpreted sources import Cython when they run, compiled ones do not. So the dependencies of a wheel differ with its kind, and
whether there is a compiler is asked before any metadata is made.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
STAMP = Path("build/declarations.sha256")
PLAIN = {
    "__init__",
    "counting",
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
REQUIRES = ["click>=8.1", "prompt-toolkit>=3.0.43"]
REQUIRES_INTERPRETED = ["cython>=3.1"]
# CFLAGS stand last, so that whoever sets them gets them.
FLAGS = ["-O3", "-g0", "-Wno-unused-function", "-Wno-unreachable-code", *shlex.split(os.environ.get("CFLAGS", ""))]
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


@cache
def is_compiled() -> bool:
    """Return whether this build compiles the core: unless asked not to, wherever there is a compiler with Python's headers."""
    if os.environ.get("CALUMMA_PURE", "") not in ("", "0"):
        return False
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    check = [*compiler, f"-I{sysconfig.get_path('include')}", "-x", "c", "-fsyntax-only", "-"]
    try:
        subprocess.run(check, input=b"#include <Python.h>\n", capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        interpreted("there is no C compiler with Python's headers")
        return False
    return True


def interpreted(reason: object) -> None:
    """Say that the sources will run interpreted; refuse, if that is not wanted."""
    if os.environ.get("CALUMMA_COMPILED", "") == "1":
        raise SystemExit(f"calumma: no compiled core ({reason})")
    print(f"calumma: no compiled core, the sources will run interpreted ({reason})", file=sys.stderr)


def extensions() -> list[Extension]:
    """Return the extensions that are compiled, none if the sources are to run interpreted."""
    return [extension(path) for path in compiled_sources()] if is_compiled() else []


def extension(path: Path) -> Extension:
    """Return the extension of a source."""
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return Extension(name, [str(path)], extra_compile_args=FLAGS)


def translated() -> list[Extension]:
    """Return the extensions, translated to C."""
    force = declarations_changed()
    # Boards compute their tables once, in ordinary Python with its negative indices.
    boards = [path for path in compiled_sources() if path.stem == "board"]
    others = [path for path in compiled_sources() if path.stem != "board"]
    return translate(boards, SAFE, force) + translate(others, FAST, force)


def translate(paths: list[Path], directives: dict[str, object], force: bool) -> list[Extension]:
    """Translate some modules to C."""
    from Cython.Build import cythonize

    modules = [extension(path) for path in paths]
    settings = {"include_path": [str(SOURCE)], "build_dir": "build/c", "quiet": True}
    return list(cythonize(modules, compiler_directives=directives, force=force, **settings))


class AllOrNothing(build_ext):
    """Builds every extension, or takes back those it built and says so."""

    def build_extensions(self) -> None:
        try:
            # Translated here and no sooner: metadata and source archives do without.
            sources = {made.name: made.sources for made in translated()}
            for extension in self.extensions:
                extension.sources = sources[extension.name]
            super().build_extensions()
        except Exception as error:
            self._take_back()
            interpreted(error)

    def _take_back(self) -> None:
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            inplace = SOURCE.joinpath(*extension.name.split(".")).parent / Path(self.get_ext_filename(extension.name)).name
            inplace.unlink(missing_ok=True)
        self.extensions = []


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNothing},
    install_requires=REQUIRES if is_compiled() else REQUIRES + REQUIRES_INTERPRETED,
)
