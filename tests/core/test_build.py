"""The compiled core is there where it can be, is complete, and is not older than its sources."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import calumma

PACKAGE = Path(calumma.__file__).parent
SETUP = PACKAGE.parents[1] / "setup.py"
asked_for_sources = os.environ.get("CALUMMA_PURE", "") not in ("", "0")

pytestmark = pytest.mark.skipif(asked_for_sources or not SETUP.exists(), reason="the sources were asked for, or are not here")


def is_compiled(source: Any) -> Any:
    """A module asks to be compiled by importing cython, or by declarations beside it."""
    return source.with_suffix(".pxd").exists() or "import cython" in source.read_text("utf-8").splitlines()


SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if is_compiled(path)) if SETUP.exists() else []


def test_where_there_is_a_compiler_the_core_is_compiled() -> None:
    compiler = shutil.which(os.environ.get("CC", "cc").split()[0]) or shutil.which("gcc") or shutil.which("clang")
    assert calumma.compiled() or not compiler, "build it: make build/.core"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_loaded_extension_is_not_older_than_its_source(source: Path) -> None:
    if not calumma.compiled():
        pytest.skip("no compiler, no extensions")
    name = ".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts)
    loaded = Path(str(importlib.import_module(name).__file__))
    assert loaded.name.endswith(tuple(EXTENSION_SUFFIXES)), f"{name} is interpreted while the core is compiled: build it"
    texts = [path for path in (source, source.with_suffix(".pxd")) if path.exists()]
    assert loaded.stat().st_mtime >= max(path.stat().st_mtime for path in texts), f"{name} is older than its source: build it"


def test_nothing_is_compiled_that_does_not_ask_for_it() -> None:
    """Python would load it in place of a source that was edited since."""
    suffix = EXTENSION_SUFFIXES[0]
    compiled = {path.parent / path.name.removesuffix(suffix) for path in PACKAGE.rglob(f"*{suffix}")}
    assert compiled <= {source.with_suffix("") for source in SOURCES}


COUNTER = """
import cython

def count(n: cython.int) -> int:
    return n + {step}
"""


class Workshop:
    """A tiny package with the build script of the real one."""

    def __init__(self, folder: Path) -> None:
        self.told = ""
        self.folder, self.core = folder, folder / "src" / "calumma" / "core"
        self.core.mkdir(parents=True)
        shutil.copy(SETUP, folder)
        shutil.copy(PACKAGE / "build.py", self.core.parent)
        (folder / "pyproject.toml").write_text('[project]\nname = "calumma"\nversion = "0"\n')
        (self.core / "plain.py").write_text("x = 1\n")
        for name, step in (("one", 1), ("two", 2)):
            (self.core / f"{name}.py").write_text(COUNTER.format(step=step))

    def build(self, *command: Any) -> Any:
        words = [sys.executable, "setup.py", "--quiet", *(command or ("build_ext", "--inplace"))]
        quickly = {**os.environ, "CFLAGS": "-O0"}  # what is asked here is what is built, not how fast it runs
        done = subprocess.run(words, cwd=self.folder, env=quickly, capture_output=True, text=True, check=True)
        return done.stdout + done.stderr

    def compiled(self) -> Any:
        return {path.name.partition(".")[0] for path in self.core.glob(f"*{EXTENSION_SUFFIXES[0]}")}

    def clean(self) -> None:
        shutil.rmtree(self.folder / "build")
        for path in self.core.glob("*.so"):
            path.unlink()

    def edit(self, name: str, text: str) -> None:
        """Write a file anew; its time is later than that of everything built so far, however coarse the clock."""
        path = self.core / name
        path.write_text(text)
        later = max(one.stat().st_mtime for one in self.folder.rglob("*")) + 2
        os.utime(path, (later, later))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    if not shutil.which("gcc"):
        pytest.skip("no compiler")
    made = Workshop(tmp_path_factory.mktemp("workshop"))
    made.told = made.build()
    return made


def test_what_imports_cython_is_compiled_and_how_much_is_told(workshop: Workshop) -> None:
    assert workshop.compiled() == {"one", "two"}
    assert "compiled 2 of 2 modules" in workshop.told


def test_what_is_built_is_not_built_again_and_a_changed_module_alone_is(workshop: Workshop) -> None:
    assert "modules" not in workshop.build()
    workshop.edit("two.py", COUNTER.format(step=3))
    assert "compiled 1 of 1 modules" in workshop.build()


def test_a_wheel_of_the_same_sources_is_used_and_one_of_others_is_not(workshop: Workshop) -> None:
    workshop.build("bdist_wheel")
    workshop.clean()
    assert "took the compiled core from dist" in workshop.build()
    assert workshop.compiled() == {"one", "two"}
    workshop.edit("one.py", COUNTER.format(step=4))
    assert "compiled 1 of 1 modules" in workshop.build()


def test_a_changed_declaration_builds_everything_and_a_failure_leaves_nothing(workshop: Workshop) -> None:
    workshop.edit("one.pxd", "cdef int broken(")
    assert "no compiled core" in workshop.build()
    assert workshop.compiled() == set()
    with pytest.raises(subprocess.CalledProcessError) as refused:
        workshop.build("bdist_wheel")
    assert "the core cannot be compiled" in refused.value.stderr
    workshop.edit("one.pxd", "# nothing is declared\n")
    assert "compiled 2 of 2 modules" in workshop.build()


def test_what_is_no_longer_to_be_compiled_goes(workshop: Workshop) -> None:
    workshop.edit("two.py", "x = 2\n")
    workshop.build()
    assert workshop.compiled() == {"one"}
