"""What compiles the core for browsers: a compiler from PyPI, the runtime from npm, and CPython's headers. All of it is pinned.

The compiler is clang as PyPI's `ziglang` brings it, with its linker and musl's headers. Its target is emscripten's, by which the
runtime was made; of emscripten itself nothing is needed, since modules take everything from the runtime that loads them.
Its headers of musl are those for WASI, hence `__wasi__`: what Cython's C uses of them (sizes, strings, numbers) is the same.
"""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build/offline"
RUNTIME = ROOT / "node_modules/pyodide"
SYSCONFIG = "_sysconfigdata__emscripten_wasm32-emscripten.py"
SUFFIX = ".cpython-313-wasm32-emscripten.so"
DEFINED = re.compile(r"^(?:#\s*define|/\*\s*#\s*undef) (\w+)\b.*$", re.MULTILINE)
SUITE, PACKAGE = "trixie", "libpython3.13-dev"


class Missing(Exception):
    """A part of the toolchain cannot be had here; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The compiler with its headers, ready to be called."""

    zig: Path
    headers: Path
    emscripten: str

    @property
    def folder(self) -> Path:
        """Where the compiler keeps its own files."""
        return self.zig.parent / "lib"

    def compile(self, source: Path, made: Path, flags: list[str]) -> list[str]:
        """Return the command that compiles a module."""
        major, minor, tiny = self.emscripten.split(".")
        version = [f"-D__EMSCRIPTEN_{name}__={number}" for name, number in (("major", major), ("minor", minor), ("tiny", tiny))]
        places = [self.folder / "include", *(self.folder / "libc/include" / each for each in ("wasm-wasi-musl", "generic-musl"))]
        search = [part for place in places for part in ("-isystem", str(place))]
        return [
            *(str(self.zig), "clang", "--target=wasm32-unknown-emscripten", "-nostdinc", *search, f"-I{self.headers}"),
            *(*version, "-D__wasi__=1", "-fPIC", "-fno-strict-overflow", "-DNDEBUG", "-w", "-g0", *flags),
            *("-c", str(source), "-o", str(made)),
        ]

    def link(self, made: Path, module: Path, name: str) -> list[str]:
        """Return the command that makes a module to be loaded by the runtime."""
        exports = (f"PyInit_{name}", "__wasm_call_ctors", "__wasm_apply_data_relocs")
        return [
            *(str(self.zig), "wasm-ld", "-shared", "--experimental-pic", "--import-undefined", "--no-entry", "--strip-all"),
            *("--unresolved-symbols=import-dynamic", *(f"--export-if-defined={each}" for each in exports)),
            *(str(made), "-o", str(module)),
        ]


def find() -> Toolchain:
    """Return the toolchain, fetched as far as it is not there yet; Missing says what cannot be had."""
    try:
        import ziglang
    except ImportError:
        raise Missing("ziglang is not installed: make offline installs it") from None
    info = json.loads((RUNTIME / "pyodide-lock.json").read_text("utf-8"))["info"]
    zig = Path(ziglang.__file__).parent / "zig"
    return Toolchain(zig, _headers(info["python"]), info["platform"].removeprefix("emscripten_").replace("_", "."))


def _headers(version: str) -> Path:
    """CPython's headers of the runtime's minor version, with a pyconfig.h that says of the machine what the runtime says."""
    minor = version.rpartition(".")[0]
    made = BUILD / "headers"
    if not (made / "pyconfig.h").exists():
        found = _installed(minor) or _from_debian(minor)
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(found, made)
        _check_version(made, minor)
        (made / "pyconfig.h").write_text(_machine((_plain_settings(found)).read_text("utf-8")), "utf-8")
    return made


def _check_version(headers: Path, minor: str) -> None:
    text = (headers / "patchlevel.h").read_text("utf-8")
    if not re.search(rf'#define PY_VERSION\s+"{re.escape(minor)}\.', text):
        raise Missing(f"the headers in {headers} are not those of Python {minor}")


def _plain_settings(headers: Path) -> Path:
    """The pyconfig.h that names all settings: Debian's own only leads to one for each kind of machine."""
    for path in (headers / "pyconfig.h", *headers.parent.glob(f"*/{headers.name}/pyconfig.h")):
        if "SIZEOF_VOID_P" in path.read_text("utf-8"):
            return path
    raise Missing(f"{headers} has no pyconfig.h that tells sizes")


def _machine(text: str) -> str:
    """A pyconfig.h with the runtime's values in place of this machine's."""
    with ZipFile(RUNTIME / "python_stdlib.zip") as archive, tempfile.TemporaryDirectory() as folder:
        values = runpy.run_path(archive.extract(SYSCONFIG, folder))["build_time_vars"]
    return DEFINED.sub(lambda found: _line(found[1], values.get(found[1])), text)


def _line(name: str, value: object) -> str:
    return f"#define {name} {value}" if value else f"#undef {name}"


def _installed(minor: str) -> Path | None:
    """The headers of a Python of that version on this machine."""
    ask = "import sysconfig; print(sysconfig.get_path('include'))"
    for python in (f"python{minor}", sys.executable):
        try:
            found = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            continue
        if found.endswith(minor) and (Path(found) / "Python.h").exists():
            return Path(found)
    return None


def _from_debian(minor: str) -> Path:
    """The headers from Debian's package, unpacked here; its lists are our own, so that the machine's stay as they are."""
    place = BUILD / "debian"
    shutil.rmtree(place, ignore_errors=True)
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (place / folder).mkdir(parents=True)
    source = _mirror()
    (place / "sources.list").write_text(f"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {source} {SUITE} main\n")
    options = {
        "Dir::Etc::SourceList": place / "sources.list",
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State": place / "state",
        "Dir::Cache": place / "cache",
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *(part for name, value in options.items() for part in ("-o", f"{name}={value}"))]
    try:
        subprocess.run([*apt, "update"], check=True, cwd=place, capture_output=True, text=True)
        subprocess.run([*apt, "download", PACKAGE], check=True, cwd=place, capture_output=True, text=True)
        [package] = place.glob(f"{PACKAGE}_*.deb")
        subprocess.run(["dpkg", "-x", package, place / "files"], check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        told = getattr(error, "stderr", "") or str(error)
        raise Missing(f"no headers of Python {minor}: neither on this machine nor from Debian ({told.strip()[-200:]})") from None
    return place / f"files/usr/include/python{minor}"


def _mirror() -> str:
    """Where this machine gets Debian's packages from."""
    lists = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text("utf-8", "replace") for path in lists if path.is_file())
    for address in re.findall(r"^(?:URIs:|deb(?: \[[^]]*\])?)\s+(\S+)", text, re.MULTILINE):
        if address.rstrip("/").endswith("/debian"):
            return str(address)
    raise Missing(f"no headers of Python on this machine, and no Debian to have {PACKAGE} from")
