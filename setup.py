"""Build of the compiled core: every module of it, or none.

A compiled base class would silently ignore the rules of an interpreted game, so a build that fails anywhere removes what it made,
and the same sources run interpreted. `CALUMMA_PURE=1` asks for that; `CALUMMA_COMPILED=1` rather has no build than that one.

Interpreted sources import Cython when they run, compiled ones do not. So the dependencies of a wheel differ with its kind, and
whether there is a compiler is asked before any metadata is made.
"""

from __future__ import annotations

import ctypes
import hashlib
import multiprocessing
import os
import sys
import time
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from sysconfig import get_config_var
from types import ModuleType
from zipfile import ZipFile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
WHEELS = Path("dist")
FINGERPRINT = "calumma/core/fingerprint"  # in a wheel: which sources its compiled core was made from
REQUIRES = ["click>=8.1", "prompt-toolkit>=3.0.43"]
REQUIRES_INTERPRETED = ["cython>=3.1"]
TOOLS = SOURCE / "calumma" / "build.py"  # flags and translation, which games of other packages share
NEWS = 3.0  # seconds at most between two lines that say how far the build has come


def _load_tools() -> ModuleType:
    """Return the module by its file: importing the package would load the core that is to be built."""
    found = spec_from_file_location("calumma_build", TOOLS)
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


tools = _load_tools()


def compiled_sources() -> list[Path]:
    """Return the modules that are compiled: those that say so by a .pxd or by importing cython."""
    return list(tools.compiled_sources(SOURCE / "calumma"))


def digest(paths: list[Path], *more: str) -> str:
    """Return a number that changes when any of these files does."""
    found = hashlib.sha256("\n".join(more).encode())
    for path in [Path("setup.py"), TOOLS, *paths]:
        found.update(f"{path.as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()


def declarations() -> list[Path]:
    return sorted(SOURCE.rglob("*.pxd"))


def fingerprint() -> str:
    return digest([*compiled_sources(), *declarations()])


@cache
def is_compiled() -> bool:
    """Return whether this build compiles the core: unless asked not to, wherever there is a compiler with Python's headers."""
    if tools.asked_for("PURE"):
        return False
    if reason := tools.missing_compiler():
        interpreted(reason)
    return not reason


def interpreted(reason: object) -> None:
    """Say that the sources will run interpreted; refuse, if that is not wanted."""
    if tools.asked_for("COMPILED"):
        raise SystemExit(f"calumma: no compiled core ({reason})")
    print(f"calumma: no compiled core, the sources will run interpreted ({reason})", file=sys.stderr)


def extensions() -> list[Extension]:
    """Return the extensions that are compiled, the longest to build first: then none is left alone at the end."""
    if not is_compiled():
        return []
    return list(tools.extensions_of(SOURCE))


class AllOrNothing(build_ext):
    """Builds every extension, or takes back those it built and says so."""

    def run(self) -> None:
        self.for_this_folder = bool(self.inplace)  # setuptools builds elsewhere first, and forgets it meanwhile
        super().run()

    def build_extensions(self) -> None:
        self._remove_strangers()
        try:
            self._bring_up_to_date()
        except Exception as error:
            self._take_back()
            if not self.for_this_folder:  # the wheel is marked as compiled already, and pip would keep it
                raise SystemExit(f"calumma: the core cannot be compiled ({error}); CALUMMA_PURE=1 installs the sources") from None
            interpreted(error)

    def build_one(self, name: str) -> None:
        """Translate and compile one module."""
        extension = self._named(name)
        translated = tools.translate(extension, str(SOURCE))
        extension.sources = translated.sources
        extension.extra_compile_args = tools.arguments(translated)
        extension.extra_link_args = tools.link_arguments()
        self.force = True
        self.build_extension(extension)

    def _named(self, name: str) -> Extension:
        return next(one for one in self.extensions if one.name == name)

    def _bring_up_to_date(self) -> None:
        from Cython import __version__ as translator

        stamp = Path(self.build_temp, "declarations.sha256")
        declared = digest(declarations(), translator)
        everything = self.force or not stamp.exists() or stamp.read_text() != declared  # else calls go astray
        stale = [one.name for one in self.extensions if everything or not self._is_fresh(one)]
        if not stale:
            return
        stamp.unlink(missing_ok=True)
        if not (self.for_this_folder and self._unpack_wheel()):
            self._build(stale)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(declared)
        self._built(FINGERPRINT).write_text(fingerprint())

    def _is_fresh(self, extension: Extension) -> bool:
        built = self._built(self.get_ext_filename(extension.name))
        return built.exists() and all(Path(source).stat().st_mtime <= built.stat().st_mtime for source in extension.sources)

    def _build(self, names: list[str]) -> None:
        """Build some extensions side by side, and tell how far that has come."""
        begun = told = time.monotonic()
        # Its first module takes Cython most of a second more than any other; the processes inherit what it has learnt by then.
        tools.translate(self._named(names[-1]), str(SOURCE))
        waiting, running = names[::-1], set[Worker]()
        try:
            while waiting or running:
                while waiting and len(running) < self._workers():
                    running.add(Worker(self, waiting.pop()))
                ended = wait([one.process.sentinel for one in running], NEWS)
                for one in [one for one in running if one.process.sentinel in ended]:
                    running.remove(one)
                    one.end()
                if not (waiting or running) or time.monotonic() - told >= NEWS - 1:
                    told = time.monotonic()
                    done = len(names) - len(waiting) - len(running)
                    print(f"calumma: compiled {done} of {len(names)} modules ({told - begun:.0f} s)", flush=True)
        finally:
            for one in running:
                one.process.terminate()
                one.process.join()

    def _workers(self) -> int:
        if isinstance(self.parallel, int) and self.parallel > 0:
            return int(self.parallel)
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def _unpack_wheel(self) -> bool:
        """Take the compiled core from a wheel that was made from these very sources and runs on this machine."""
        present = fingerprint()
        for wheel in sorted(WHEELS.glob("calumma-*.whl")):
            files = [self.get_ext_filename(one.name) for one in self.extensions]
            with ZipFile(wheel) as archive:
                if not {FINGERPRINT, *files} <= set(archive.namelist()) or archive.read(FINGERPRINT).decode() != present:
                    continue
                archive.extractall(self.build_lib, files)
            if self._loads(files):
                print(f"calumma: took the compiled core from {wheel}, which was made from these sources", flush=True)
                return True
        return False

    def _loads(self, files: list[str]) -> bool:
        try:
            return all(ctypes.CDLL(str(self._built(file).resolve())) for file in files)
        except OSError:  # made for a newer system
            return False

    def _built(self, file: str) -> Path:
        return Path(self.build_lib, file)

    def _remove_strangers(self) -> None:
        """Remove what was compiled when a module was still there, or still compiled: Python would prefer it to the source."""
        known = {self.get_ext_filename(one.name) for one in self.extensions}
        suffix = str(get_config_var("EXT_SUFFIX"))
        for root in self._places():
            for path in root.rglob(f"*{suffix}"):
                if str(path.relative_to(root)) not in known:
                    path.unlink()

    def _places(self) -> list[Path]:
        """Return where extensions may lie; those of this folder are nothing to a build that looks for memory damage."""
        return [Path(self.build_lib)] if tools.asked_for("SANITIZE") else [Path(self.build_lib), SOURCE]

    def _take_back(self) -> None:
        for file in [FINGERPRINT, *(self.get_ext_filename(one.name) for one in self.extensions)]:
            for root in self._places():
                (root / file).unlink(missing_ok=True)
        self.extensions = []


class Worker:
    """A process that builds one module.

    It is forked and inherits the command: build tools run this file by exec, and what it defines then cannot be pickled.
    """

    def __init__(self, command: AllOrNothing, name: str) -> None:
        fork = multiprocessing.get_context("fork")
        self.name = name
        self._complaint, end = fork.Pipe(duplex=False)
        self.process: BaseProcess = fork.Process(target=self._run, args=(command, end))
        self.process.start()
        end.close()

    def _run(self, command: AllOrNothing, end: Connection) -> None:
        try:
            command.build_one(self.name)
        except BaseException as error:
            end.send(str(error))
            os._exit(1)

    def end(self) -> None:
        """Raise what went wrong, if anything did."""
        self.process.join()
        if self.process.exitcode:
            told = self._complaint.recv() if self._complaint.poll() else f"ended with {self.process.exitcode}"
            raise RuntimeError(f"{self.name}: {told}")


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNothing},
    install_requires=REQUIRES if is_compiled() else REQUIRES + REQUIRES_INTERPRETED,
)
