"""What travels in the folder: the standard library as far as it is needed, the package, and the libraries that render pages."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import calumma
from calumma.core import tables as learned
from calumma.offline.knowledge import NAMES
from offline.toolchain import BUILD, ROOT, RUNTIME, SYSCONFIG

SOURCE = ROOT / "src/calumma"
SOLUTIONS = ROOT / "src/calumma_solutions"
# What only a server, a terminal, a laboratory or a compiler needs.
LEFT_OUT = ("build.py", "cli", "lab", "rl", "server", "terminal", "testing")
# For a first visit: without relocation, and with more than two seats, bradley is judged by its formula there.
TOO_LARGE = tuple(f"games/bradley/{kind}.tables" for kind in ("two", "three", "four", "four-safe", "five", "six", "six-safe"))
NEVER_LOADED = ("core/batch", "core/batch_rows")  # compiled modules for research
KINDS = (".py", ".po", ".md", ".toml", ".tables", ".json")
LIBRARIES = ("jinja2", "markupsafe", "markdown_it", "mdurl")
# Of the standard library goes along what is loaded by importing everything and visiting every kind of page; these packages whole.
WHOLE = ("_pyodide", "collections", "importlib", "json", "pyodide", "re", "zipfile")
# And what is loaded late: by the runtime, by a codec's name, or inside functions.
LATE = """
_strptime bisect calendar encodings.ascii encodings.cp437 encodings.idna encodings.latin_1 encodings.punycode encodings.utf_16
encodings.utf_8_sig gzip linecache pprint shutil stringprep tarfile tempfile textwrap token tokenize traceback
""".split()
PACKAGE = BUILD / "package"
EPOCH = (1980, 1, 1, 0, 0, 0)


def _run(script: str, folder: Path) -> None:
    """Run a script of ours in the runtime."""
    here = Path(__file__).parent
    command = ["node", here / "python.mjs", RUNTIME, folder, here / script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        told = "\n".join(line for line in done.stderr.splitlines() if len(line) < 300)  # the runtime shows its own source, too
        raise SystemExit(f"calumma: {script} failed in the runtime\n{told}")


def standard_library(used: set[str]) -> bytes:
    """Return the part of the runtime's standard library that is used, as bytecode."""
    folder = BUILD / "library"
    shutil.rmtree(folder, ignore_errors=True)
    with ZipFile(RUNTIME / "python_stdlib.zip") as archive:
        archive.extractall(folder, [name for name in archive.namelist() if _is_used(name, used | set(LATE))])
    _run("bytecode.py", folder)
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:  # not packed: the folder packs all of it, and better
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            archive.writestr(ZipInfo(path.relative_to(folder).as_posix(), EPOCH), path.read_bytes())
    return made.getvalue()


def _is_used(file: str, used: set[str]) -> bool:
    if not file.endswith(".py") or file == SYSCONFIG:
        return False
    name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return name in used or name.partition(".")[0] in WHOLE


def package(modules: dict[str, Path]) -> set[str]:
    """Lay out package, compiled modules, libraries and templates; return what they use of the standard library."""
    folder = PACKAGE
    shutil.rmtree(folder, ignore_errors=True)
    compiled = {name.partition(".")[0] for name in modules}
    for path in SOURCE.rglob("*"):
        place = path.relative_to(SOURCE.parent)
        is_ours = path.suffix in KINDS and place.parts[1] not in LEFT_OUT and place.parts[1:3] != ("offline", "folder")
        if path.relative_to(SOURCE).as_posix() in TOO_LARGE:
            is_ours = False
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).with_suffix(".left-out").touch()
        if is_ours and not (path.suffix == ".py" and str(place.with_suffix("")) in compiled):
            _copy(path, folder / place)
    for tables in folder.rglob("*.tables"):
        tables.write_bytes(_loose(tables.relative_to(folder / "calumma/games").as_posix()))
    for name in LIBRARIES:
        _copy_library(name, folder)
    _copy(SOLUTIONS / "__init__.py", folder / SOLUTIONS.name / "__init__.py")
    (folder / SOLUTIONS.name / NAMES).write_text(json.dumps(sorted(solutions())), "utf-8")
    _run("bare.py", folder)
    for name, module in modules.items():
        if name.partition(".")[0].removeprefix("calumma/") not in NEVER_LOADED:
            _copy(module, folder / name)
    for template in (SOURCE / "server/templates").glob("*.html"):
        _copy(template, folder / "templates" / template.name)
    if (SOURCE / "server/static/fonts/sans.woff2").exists():
        _copy(SOURCE / "server/static/fonts.css", folder / "fonts.css")  # says that there are fonts
    _run("used.py", folder)
    used = set(json.loads((folder / "used.json").read_text("utf-8")))
    (folder / "used.json").unlink()
    return used


def _loose(name: str) -> bytes:
    """Learned tables, not packed: the folder packs all of it, and better."""
    calumma.load(name.partition("/")[0])
    tables = learned.named(name)
    return learned.packed(tables.present(), tables, level=0)


def solutions() -> dict[str, bytes]:
    """Return what is fetched when exact values are wanted: indices of certificates, and of certificates the first line alone."""
    whole = {path.name: path.read_bytes() for path in SOLUTIONS.glob("*.index")}
    return whole | {path.name: path.open("rb").readline() for path in SOLUTIONS.glob("*.proof")}


def archive(beside: Iterable[bytes]) -> bytes:
    """Return what `package` laid out as one archive.

    It says beside which files it lies: a browser keeps the memory of a Python for as long as the archive stays the same.
    """
    digest = hashlib.sha256(b"".join(hashlib.sha256(each).digest() for each in beside)).hexdigest()
    (PACKAGE / "beside.txt").write_text(digest, "utf-8")
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted((each for each in PACKAGE.rglob("*") if each.is_file()), key=lambda each: (each.suffix, str(each))):
            entry = tarfile.TarInfo(path.relative_to(PACKAGE).as_posix())
            entry.size = path.stat().st_size
            archive.addfile(entry, io.BytesIO(path.read_bytes()))
    return made.getvalue()


def _copy(path: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, place)


def _copy_library(name: str, folder: Path) -> None:
    found = find_spec(name)
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"calumma: {name} is not installed: make offline installs it")
    [place] = found.submodule_search_locations
    for path in Path(place).rglob("*.py"):
        _copy(path, folder / name / path.relative_to(place))


def runtime(used: set[str]) -> dict[str, bytes]:
    """Return the files of the runtime: what it says about packages is left out, as none is loaded."""
    lock = json.loads((RUNTIME / "pyodide-lock.json").read_text("utf-8"))
    files = {name: (RUNTIME / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")}
    files["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
    files["python_stdlib.zip"] = standard_library(used)
    return files
