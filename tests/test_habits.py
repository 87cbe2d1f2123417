"""What the project asks of itself: hooks that agree with `make lint`, and a map that knows every package."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(path.parent.name for path in (ROOT / "src/calumma").glob("*/__init__.py"))


HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")


def values(key: str) -> list[str]:
    return re.findall(rf"^[ -]+{key}: (.+)$", HOOKS, re.MULTILINE)


def test_the_hooks_before_a_commit_run_exactly_what_make_lint_runs() -> None:
    made = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "lint"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    linted = [line for line in made.stdout.splitlines() if line.startswith(".venv/bin/ruff")]
    assert linted
    assert values("entry") == linted


def test_the_hooks_need_no_network_and_see_every_file() -> None:
    assert values("repo") == ["local"]
    for key, wanted in {"language": "system", "pass_filenames": "false", "always_run": "true"}.items():
        assert values(key) == [wanted] * len(values("id"))


def rows_of_the_map() -> dict[str, str]:
    text = (ROOT / "docs/development.md").read_text(encoding="utf-8")
    table = text.partition("## Map of the packages")[2].partition("\n## ")[0]
    return {name: row for row in table.splitlines() if (name := (re.match(r"\| `(\w+)/`", row) or [""] * 2)[1])}


def test_the_map_of_the_packages_names_them_all() -> None:
    assert sorted(rows_of_the_map()) == PACKAGES


@pytest.mark.parametrize("name", PACKAGES)
def test_the_map_leads_to_tests_that_exist(name: str) -> None:
    folders = re.findall(r"`(tests/[\w/]*)`", rows_of_the_map()[name])
    assert folders
    assert all(list((ROOT / folder).rglob("test_*.py")) for folder in folders)
