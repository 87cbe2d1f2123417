"""Wheel and source archive, made from a copy of the clone, and empty environments to install them into.

The environments get their libraries from the package index, as any install does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build" / "pip"  # downloads stay within the clone
NOT_NEEDED = shutil.ignore_patterns(".*", "build", "dist", "docs", "node_modules", "*.egg-info", "__pycache__")
OURS = ("CALUMMA_", "PYTHON", "VIRTUAL_ENV", "CFLAGS", "COVERAGE", "PYTEST")


def settings(**changes: str) -> dict[str, str]:
    """The environment without what belongs to the clone; what pip needs to reach its index stays."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    pip = {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_CACHE_DIR": str(CACHE), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return {**usual, **pip, **changes}


def run(*command: object, folder: Path, **changes: str) -> str:
    """Run a command that must succeed, and return what it says."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=settings(**changes), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def build(kind: str, source: Path, folder: Path, **changes: str) -> Path:
    """Build a source archive or a wheel with the tools of this environment, and return where it is."""
    run(sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", folder, source, folder=folder, **changes)
    (made,) = folder.iterdir()
    return made


@dataclass
class Installed:
    """An environment outside the clone, and the commands in it: neither a compiler nor anything else is in reach."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "bin"

    def install(self, *what: object) -> None:
        pip = [sys.executable, "-m", "pip", "--python", self.bin / "python", "install", "--quiet", "--only-binary=:all:"]
        run(*pip, *what, folder=self.folder, PATH=str(self.bin), CC="false")

    def distributions(self) -> set[str]:
        """The names of what is installed."""
        return {path.name.partition("-")[0] for path in self.folder.glob("lib/*/site-packages/*.dist-info")}

    def ask(self, *arguments: object, status: int = 0, stdin: str = "", **changes: str) -> str:
        """Run `calumma` and return what it says, to stderr if it is to fail."""
        words = [str(self.bin / "calumma"), *map(str, arguments)]
        where = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data"), "PATH": str(self.bin), "CC": "false"}
        done = subprocess.run(
            words, cwd=self.folder, env=settings(**{**where, **changes}), input=stdin, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, f"{' '.join(words)}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stderr if status else done.stdout


@pytest.fixture(scope="session")
def clean_settings() -> Any:
    """Returns the environment without what belongs to the clone."""
    return settings


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Installed]:
    """Makes an empty environment and installs into it."""

    def make(*what: object) -> Installed:
        made = Installed(tmp_path_factory.mktemp("environment"))
        run(sys.executable, "-m", "venv", "--without-pip", made.folder, folder=made.folder)
        made.install(*what)
        return made

    return make


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, from a copy of the clone, into which no build then writes."""
    copy = tmp_path_factory.mktemp("clone") / "calumma"
    shutil.copytree(ROOT, copy, ignore=NOT_NEEDED)
    return build("sdist", copy, tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="session")
def built(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Builds a wheel from the source archive and nothing else."""

    def make(**changes: str) -> Path:
        source = unpack(archive, tmp_path_factory.mktemp("source"))
        return build("wheel", source, tmp_path_factory.mktemp("wheel"), **changes)

    return make


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the certificates."""
    copy = tmp_path_factory.mktemp("clone") / "solutions"
    shutil.copytree(ROOT / "src" / "calumma_solutions", copy)
    return build("wheel", copy, tmp_path_factory.mktemp("wheel"))


def unpack(archive: Path, folder: Path) -> Path:
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


@pytest.fixture(scope="session")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the source archive; extension modules that the clone has built from the same sources are not built again."""
    source = unpack(archive, tmp_path_factory.mktemp("source"))
    if (ROOT / "build").exists():
        others = shutil.ignore_patterns(
            "pip", "site", "mutants", "coverage", "offline", "new-machine.*", "bdist*", "*.py", "*.md", "*.toml"
        )
        shutil.copytree(ROOT / "build", source / "build", ignore=others)
    return build("wheel", source, tmp_path_factory.mktemp("wheel"), CALUMMA_COMPILED="1")
