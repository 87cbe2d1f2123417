"""The tool of `make mutants`, on a module with a test that notices some changes and not others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="only `make mutants` installs it")

TOOLS = Path(__file__).parents[2] / "tools"
MODULE = """LIMIT = 3


def bigger(a: int, b: int) -> int:
    if a < b:
        return b
    return a


def is_near(a: int) -> bool:
    return a <= LIMIT


def endless(a: int) -> int:
    while a > 0:
        a -= 1
    return a
"""
TESTS = """import pytest
import toy

pytestmark = pytest.mark.contract


def test_bigger():
    assert (toy.bigger(1, 2), toy.bigger(2, 1)) == (2, 2)


def test_limit():
    with open("met.txt", "a") as notes:
        notes.write("x")
    assert toy.is_near(1) and not toy.is_near(9)


def test_endless():
    assert toy.endless(5) == 0
"""
BORDER = "\n\ndef test_border():\n    assert toy.is_near(3) and not toy.is_near(4)\n"
ACCEPTED = """[[survivor]]
module = "toy.py"
function = "bigger"
line = "if a < b:"
becomes = ["if a <= b:"]
reason = "Of two equal numbers it does not matter which is returned."
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for name, text in {
        "pytest.ini": "[pytest]\npythonpath = src\nmarkers =\n    contract: as here\n    long: as here\n",
        "src/toy.py": MODULE,
        "tests/test_toy.py": TESTS,
        "tools/mutants/targets.toml": 'package = "src"\n[toy]\nmodules = ["toy.py"]\ntests = ["tests"]\n',
        "tools/mutants/accepted.toml": ACCEPTED,
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def run(project: Path, *arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "mutants", "--root", str(project), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(TOOLS)}
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=project)
    return found.returncode, found.stdout, found.stderr


def test_a_change_that_no_test_notices_is_named_until_a_test_or_a_reason_is_there(project: Path) -> None:
    code, out, progress = run(project)
    assert code == 1, progress
    assert "survived: toy.py:11 is_near: `return a <= LIMIT` to `return a < LIMIT`" in out
    assert "survived: toy.py:1 : `LIMIT = 3` to `LIMIT = 4`" in out  # felt at import only
    assert "return a > LIMIT" not in out

    (project / "tests" / "test_toy.py").write_text(TESTS + BORDER)
    code, out, progress = run(project)
    assert (code, "survived:" in out) == (0, False), out
    assert " | 1 | 0 | " in out  # one changes nothing, none is unexplained
    assert "toy.py: 1 of 1\ntoy.py: 2 of 2\n" in progress  # only the survivors without a reason met the new test

    assert run(project)[2] == ""  # nothing is left to run
    assert (project / "src" / "toy.py").read_text() == MODULE

    accepted = project / "tools" / "mutants" / "accepted.toml"
    accepted.write_text(ACCEPTED.replace("if a < b:", "if a < c:"))
    code, out, _ = run(project)
    assert code == 1
    assert "bigger has no mutant `if a < c:`" in out


def test_when_a_function_changes_the_mutants_of_the_others_are_not_run_again(project: Path) -> None:
    run(project)
    (project / "src" / "toy.py").write_text('"""A docstring."""\n' + MODULE.replace("return a <= LIMIT", "return LIMIT >= a"))
    progress = run(project)[2]
    assert progress.endswith("reaches\ntoy.py: 2 of 2\n")  # `>=` made `>` and `<`; what runs at import is as it was


def test_a_survivor_does_not_meet_again_the_tests_that_it_has_met(project: Path) -> None:
    (project / "src" / "toy.py").write_text(MODULE)
    (project / "tests" / "test_toy.py").write_text(TESTS)
    (project / "tools" / "mutants" / "accepted.toml").write_text(ACCEPTED)
    run(project)
    met = (project / "met.txt").stat().st_size
    (project / "tests" / "test_border.py").write_text(TESTS.partition("def")[0] + BORDER)
    code, out, progress = run(project)
    assert (code, "survived:" in out) == (0, False), out
    assert "toy.py: 1 of 1\ntoy.py: 2 of 2\n" in progress
    assert (project / "met.txt").stat().st_size == met


def test_one_function_can_be_run_with_the_tests_that_matter(project: Path) -> None:
    (project / "src" / "toy.py").write_text(
        MODULE.replace("return a <= LIMIT", "return LIMIT >= a").replace("a -= 1", "a = a - 1")
    )
    progress = run(project, "--function", "is_near", "--tests", "tests/test_toy.py")[2]
    assert progress.endswith("reaches\ntoy.py: 2 of 2\n")  # those of `endless` wait


def test_tests_that_import_the_module_only_while_they_run_say_nothing_about_it(project: Path) -> None:
    (project / "src" / "toy.py").write_text(MODULE.replace("return b", "return +b"))
    (project / "tests" / "lazy.py").write_text(
        "import pytest\n\n\n@pytest.mark.contract\ndef test_lazily():\n    import toy\n\n    assert toy.bigger(1, 2) == 2\n"
    )
    _, out, problem = run(project, "--function", "bigger", "--tests", "tests/lazy.py")
    assert "no test imports" in problem
    assert "+b" not in out


def test_an_unknown_target_is_refused_with_those_that_there_are(project: Path) -> None:
    code, _, problem = run(project, "tic-tac-toe")
    assert (code, problem.strip()) == (1, 'mutants: there is no target or module "tic-tac-toe"; targets are toy')
