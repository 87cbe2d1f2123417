"""The compiled core is there where it can be, is complete, and is not older than its sources."""

from __future__ import annotations

import importlib
import os
import shutil
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import calumma

PACKAGE = Path(calumma.__file__).parent
SETUP = PACKAGE.parents[1] / "setup.py"
asked_for_sources = os.environ.get("CALUMMA_PURE", "") not in ("", "0")

pytestmark = pytest.mark.skipif(asked_for_sources or not SETUP.exists(), reason="the sources were asked for, or are not here")


def is_compiled(source):
    """A module asks to be compiled by importing cython, or by declarations beside it."""
    return source.with_suffix(".pxd").exists() or "import cython" in source.read_text("utf-8").splitlines()


SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if is_compiled(path)) if SETUP.exists() else []


def test_where_there_is_a_compiler_the_core_is_compiled():
    compiler = shutil.which(os.environ.get("CC", "cc").split()[0]) or shutil.which("gcc") or shutil.which("clang")
    assert calumma.compiled() or not compiler, "build it: make build/.core"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_loaded_extension_is_not_older_than_its_source(source):
    if not calumma.compiled():
        pytest.skip("no compiler, no extensions")
    name = ".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts)
    loaded = Path(str(importlib.import_module(name).__file__))
    assert loaded.name.endswith(tuple(EXTENSION_SUFFIXES)), f"{name} is interpreted while the core is compiled: build it"
    texts = [path for path in (source, source.with_suffix(".pxd")) if path.exists()]
    assert loaded.stat().st_mtime >= max(path.stat().st_mtime for path in texts), f"{name} is older than its source: build it"


def test_nothing_is_compiled_that_does_not_ask_for_it():
    """Python would load it in place of a source that was edited since."""
    suffix = EXTENSION_SUFFIXES[0]
    compiled = {path.parent / path.name.removesuffix(suffix) for path in PACKAGE.rglob(f"*{suffix}")}
    assert compiled <= {source.with_suffix("") for source in SOURCES} | {PACKAGE / "core" / "_cython"}
