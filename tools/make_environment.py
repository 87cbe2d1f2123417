"""Makes a virtual environment: python tools/make_environment.py FOLDER.

`python -m venv` does the same in ten times the time, because it lets pip install itself. Here the wheel of pip that comes with
Python is unpacked.
"""

from __future__ import annotations

import ensurepip
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

PIP = """#!{python}
import sys
from pip._internal.cli.main import main

sys.exit(main())
"""


def pip_wheel() -> Path | None:
    """Return the wheel of pip: Debian keeps it apart from Python."""
    folder = sysconfig.get_config_var("WHEEL_PKG_DIR") or Path(ensurepip.__file__).with_name("_bundled")
    return max(Path(folder).glob("pip-*.whl"), default=None)


def make(folder: Path) -> None:
    """Make the environment, with pip in it."""
    venv.create(folder, symlinks=True)
    python, wheel = folder / "bin" / "python", pip_wheel()
    if wheel is None:
        subprocess.run([python, "-m", "ensurepip", "--default-pip"], check=True)
        return
    with ZipFile(wheel) as archive:
        archive.extractall(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    script = folder / "bin" / "pip"
    script.write_text(PIP.format(python=python))
    script.chmod(0o755)


if __name__ == "__main__":
    make(Path(sys.argv[1]).absolute())
