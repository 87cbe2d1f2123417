"""Compiling a game of one's own as Calumma compiles its own: the same flags, against the installed declarations, all or nothing.

The whole `setup.py` of a package whose sources are in `src`:

    from setuptools import setup

    from calumma.build import compiled

    setup(**compiled("src"))

Every module that imports `cython`, or has a `.pxd` beside it, is compiled. Where the core that is installed runs from its
sources, so does the package: nothing is compiled then. Calumma's own `setup.py` takes flags and translation from here, by the
name of this file; so nothing of the package is imported at its top.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from sysconfig import get_config_var, get_path
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext

FLAGS = ["-g0", "-w"]
LEVEL = "-O1"  # takes half the time of -O3; modules that gain by more say so: "# distutils: extra_compile_args = -O3"
FAST = {"language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}
# A fifth less C: functions are as Python's own built-in ones and say their signature like them, and only classes that ask for it
# can be pickled ("# cython: auto_pickle=True").
SMALL = {"binding": False, "embedsignature": True, "embedsignature.format": "clinic", "auto_pickle": False}
# `CALUMMA_SANITIZE=1`: for tests that look for memory damage. Negative indices stay forbidden, so that they are found, too.
CHECKED = {**FAST, "boundscheck": True, "initializedcheck": True}
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g1"]


def asked_for(name: str) -> bool:
    """Return whether `CALUMMA_<name>` is set in the environment."""
    return os.environ.get(f"CALUMMA_{name}", "") not in ("", "0")


def compiled_sources(folder: Path) -> list[Path]:
    """Return the modules below a folder that are compiled: those that say so by a .pxd or by importing cython."""
    return sorted(path for path in folder.rglob("*.py") if path.with_suffix(".pxd").exists() or _imports_cython(path))


def _imports_cython(path: Path) -> bool:
    return re.search(r"^import cython$", path.read_text("utf-8"), re.MULTILINE) is not None


def missing_compiler() -> str:
    """Return why nothing can be compiled here; empty if it can."""
    compiler = shlex.split(os.environ.get("CC") or get_config_var("CC") or "cc")
    check = [*compiler, f"-I{get_path('include')}", "-x", "c", "-fsyntax-only", "-"]
    try:
        subprocess.run(check, input=b"#include <Python.h>\n", capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "there is no C compiler with Python's headers"
    return ""


def translate(extension: Extension, *include: str) -> Extension:
    """Translate a module to C; declarations are looked for in these folders."""
    from Cython.Build import cythonize
    from Cython.Compiler import Errors, Options

    Options.emit_code_comments = False
    Errors.LEVEL = max(Errors.LEVEL, 2)  # a .pxd may say "inline" of a function of the module beside it: known, and meant
    folder = "build/sanitize/c" if asked_for("SANITIZE") else "build/c"
    settings: dict[str, Any] = {"include_path": list(include), "build_dir": folder, "quiet": True}
    directives = {**(CHECKED if asked_for("SANITIZE") else FAST), **SMALL}
    [translated] = cythonize([extension], compiler_directives=directives, force=True, **settings)
    return translated  # type: ignore[no-any-return]


def arguments(translated: Extension) -> list[str]:
    """Return what the compiler is given; CFLAGS stand last, so that whoever sets them gets them."""
    more = [*SANITIZERS, LEVEL] if asked_for("SANITIZE") else translated.extra_compile_args
    return [*FLAGS, LEVEL, *more, *shlex.split(os.environ.get("CFLAGS", ""))]


def link_arguments() -> list[str]:
    """Return what the linker is given."""
    return SANITIZERS if asked_for("SANITIZE") else []


def extensions_of(source: Path) -> list[Extension]:
    """Return an extension for every module to compile below a source folder, the longest first."""
    paths = sorted(compiled_sources(source), key=lambda path: -path.stat().st_size)
    return [Extension(".".join(path.relative_to(source).with_suffix("").parts), [str(path)]) for path in paths]


class Build(build_ext):  # type: ignore[misc]
    """Builds every extension of a package, or takes back those it built and says why."""

    source = Path("src")

    def build_extensions(self) -> None:
        """Translate and compile all modules."""
        self.force = True
        try:
            for extension in self.extensions:
                translated = translate(extension, str(self.source), str(Path(__file__).parents[1]))
                extension.sources = translated.sources
                extension.extra_compile_args = arguments(translated)
                extension.extra_link_args = link_arguments()
                self.build_extension(extension)
        except Exception as error:
            self._take_back()
            raise SystemExit(f"calumma: nothing was compiled, as a part of a game cannot be ({error})") from None

    def _take_back(self) -> None:
        for extension in self.extensions:
            file = self.get_ext_filename(extension.name)
            for root in (Path(self.build_lib), self.source):
                (root / file).unlink(missing_ok=True)


def compiled(source: str = "src") -> dict[str, Any]:
    """Return what `setuptools.setup` needs to compile the modules below a folder; nothing where the core is not compiled."""
    import calumma

    if not calumma.compiled():
        print("calumma: the core that is installed runs from its sources, and so will this game")
        return {}
    if reason := missing_compiler():
        raise SystemExit(f"calumma: the core is compiled, and so must be this game, but {reason}")
    command = type("BuildGame", (Build,), {"source": Path(source)})
    return {"ext_modules": extensions_of(Path(source)), "cmdclass": {"build_ext": command}, "zip_safe": False}
