"""The compiled core as WebAssembly: every module that the ordinary build compiles, from the same C, or none."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from calumma import build as core
from offline.toolchain import BUILD, ROOT, SUFFIX, Toolchain

SOURCE = ROOT / "src"
ASKED = re.compile(r"^# distutils: extra_compile_args = (.+)$", re.MULTILINE)


def compile_all(tools: Toolchain) -> dict[str, Path]:
    """Return the compiled modules by the place in the package that each takes; what has not changed is not compiled again."""
    sources = core.compiled_sources(SOURCE / "calumma")
    translated = {source: _translated(source) for source in sources}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = pool.map(lambda source: _compiled(tools, source, translated[source]), sources)
        return {str(source.relative_to(SOURCE).with_suffix(SUFFIX)): module for source, module in zip(sources, made, strict=True)}


def _translated(source: Path) -> Path:
    """The C of a module: that of the ordinary build, unless that is out of date."""
    place = ROOT / "build/c" / source.relative_to(ROOT).with_suffix(".c")
    newest = max(each.stat().st_mtime for each in (source, *SOURCE.rglob("*.pxd")))
    if not place.exists() or place.stat().st_mtime < newest:
        name = ".".join(source.relative_to(SOURCE).with_suffix("").parts)
        core.translate(core.Extension(name, [str(source.relative_to(ROOT))]), "src")
    return place


def _compiled(tools: Toolchain, source: Path, translated: Path) -> Path:
    asked = ASKED.search(source.read_text("utf-8")[:500])
    flags = [core.LEVEL, *(asked[1].split() if asked else [])]
    made = BUILD / "modules" / source.relative_to(SOURCE).with_suffix(".o")
    module = made.with_suffix(SUFFIX)
    compiling = tools.compile(translated, made, flags)
    linking = tools.link(made, module, source.stem)
    digest = hashlib.sha256("\n".join([*compiling, *linking]).encode() + translated.read_bytes()).hexdigest()
    stamp = made.with_suffix(".sha256")
    if not (stamp.exists() and module.exists() and stamp.read_text() == digest):
        made.parent.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        _run(compiling, source)
        _run(linking, source)
        stamp.write_text(digest)
    return module


def _run(command: list[str], source: Path) -> None:
    here = {"ZIG_GLOBAL_CACHE_DIR": str(BUILD / "cache"), "ZIG_LOCAL_CACHE_DIR": str(BUILD / "cache")}  # not in a home
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | here)
    if done.returncode:
        raise SystemExit(f"calumma: {source.relative_to(ROOT)} cannot be compiled for browsers\n{done.stderr[-2000:]}")
