"""`tools/as-on-a-new-machine`: what a command finds there, and what it may not leave behind."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path
from subprocess import CompletedProcess

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "as-on-a-new-machine"

pytestmark = pytest.mark.skipif(not TOOL.exists(), reason="the clone's tools are not here")


def run(script: str, **variables: str) -> CompletedProcess[str]:
    """Let the tool run a piece of shell; without rights for a namespace it does what it can."""
    return subprocess.run(
        [TOOL, "sh", "-c", script], env={**os.environ, **variables}, capture_output=True, text=True, timeout=240, check=False
    )


def wait_for_the_end_of(process: str) -> None:
    """A process that was ended stays in the list, without a command, until its parent has looked at it."""
    deadline = time.monotonic() + 60
    line = Path("/proc", process, "cmdline")
    while line.exists() and line.read_text():
        assert time.monotonic() < deadline, "it still runs"
        time.sleep(0.1)


def test_what_others_left_in_the_temporary_directories_is_not_there() -> None:
    if "may not make a mount namespace" in run("true").stderr:
        pytest.skip("no rights for a namespace: the tool says so, and so does this test")
    for place in ("/tmp", "/var/tmp", "/dev/shm"):
        with tempfile.TemporaryDirectory(dir=place) as leftover:
            assert run(f"test ! -e {leftover}").returncode == 0


def test_home_holds_settings_of_package_clients_and_nothing_else(tmp_path: Path) -> None:
    for name in (".config/pip/pip.conf", ".npmrc", ".config/ray/settings", "notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    told = run('cd "$HOME" && find . -type f | sort', HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path / ".config"))
    assert told.stdout.split() == ["./.config/pip/pip.conf", "./.npmrc"]
    assert told.returncode == 0


def test_variables_are_gone_except_those_that_package_clients_need() -> None:
    kept = {"PIP_INDEX_URL": "https://packages.example", "HTTPS_PROXY": "http://127.0.0.1:9", "SSL_CERT_FILE": "/etc/ca.pem"}
    gone = {"CALUMMA_PURE": "1", "RAY_ADDRESS": "auto", "PYTHONPATH": "/there", "PIP_CACHE_DIR": "/there", "XDG_CACHE_HOME": "/x"}
    found = dict(line.partition("=")[::2] for line in run("env", **kept, **gone).stdout.splitlines())
    assert {name: found.get(name) for name in kept} == kept
    assert not gone.keys() & found.keys()


def test_the_status_of_the_command_is_that_of_the_tool() -> None:
    assert run("exit 0").returncode == 0
    assert run("exit 7").returncode == 7


@pytest.mark.parametrize("place", ["${TMPDIR:-/tmp}/left.txt", "$HOME/left.txt", "$HOME/.config/other/left.txt"])
def test_a_file_left_behind_is_named_and_a_failure(place: str) -> None:
    told = run(f'mkdir -p "$(dirname "{place}")"; touch "{place}"')
    assert told.returncode == 1
    assert "left.txt" in told.stderr


@pytest.mark.parametrize("place", ["$HOME/.cache/pip", "$HOME/.npm/_logs", "${TMPDIR:-/tmp}/pytest-of-me/pytest-0"])
def test_caches_of_package_clients_and_empty_folders_of_pytest_are_no_leftovers(place: str) -> None:
    told = run(f'mkdir -p "{place}"; case "{place}" in *pytest*) ;; *) touch "{place}/file" ;; esac')
    assert (told.returncode, told.stderr.count("left behind")) == (0, 0)


def test_a_process_left_behind_is_named_ended_and_a_failure() -> None:
    told = run("sleep 3600 > /dev/null 2>&1 & echo $!", PATIENCE="1")
    assert told.returncode == 1
    assert "sleep 3600" in told.stderr
    wait_for_the_end_of(told.stdout.strip())


def test_without_a_command_a_sentence_says_what_is_missing() -> None:
    told = subprocess.run([TOOL], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "name a command" in told.stderr
