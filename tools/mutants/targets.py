"""Which modules are mutated, and which tests they meet."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from mutants.grounds import digest, without_other_tests
from mutants.running import Plan

ROOT = Path(__file__).parents[2]
FOLDER = Path("tools") / "mutants"  # where a project keeps targets.toml and accepted.toml


@dataclass
class Target:
    """A game, or another part of the package, with its tests."""

    name: str
    root: Path  # of the project
    package: Path
    modules: list[Path]
    plan: Plan
    leave: list[str]  # functions that are left alone

    def module(self, path: Path) -> str:
        """Return the name of a module in results and reports."""
        return str(path.relative_to(self.package))

    def files(self) -> dict[str, str]:
        """Return a digest of every file of tests, by the name that pytest gives it."""
        found = [path for given in self.plan.tests for path in sorted(_python_files(self.root / given))]
        return {str(path.relative_to(self.root)): digest(path.read_text()) for path in found}

    def grounds(self, test: str) -> str:
        """Return a digest of a test and of what its file holds besides tests."""
        file, _, name = test.partition("::")
        path = self.root / file
        return digest(without_other_tests(path.read_text(), name.partition("[")[0])) if path.is_file() else self.tests()

    def meeting(self, test: str) -> str:
        """Return a digest of a test and of all that is there for it to use: fixtures and helpers may stand in other files."""
        helpers = [seen for name, seen in sorted(self.files().items()) if not Path(name).name.startswith("test_")]
        return digest(repr((test, self.grounds(test), helpers)))

    def tests(self) -> str:
        """Return a digest of all files of tests, and of how they are chosen."""
        return digest(repr((sorted(self.files().items()), self.plan)))


def read_targets(root: Path, only: str = "") -> list[Target]:
    """Return a project's targets, or the one with this name or this module."""
    listed = tomllib.loads((root / FOLDER / "targets.toml").read_text())
    package = root / listed.pop("package")
    games = [name for name, entry in listed.items() if "keywords" in entry]
    found = []
    for name, entry in listed.items():
        modules = [module for module in entry["modules"] if only in ("", name, module)]
        if modules:
            plan = Plan(entry["tests"], entry.get("marked", "contract and not long"), entry.get("keywords", ""), games)
            plan.first = entry.get("first", [])
            found.append(Target(name, root, package, [package / module for module in modules], plan, entry.get("leave", [])))
    if not found:
        known = ", ".join(listed)
        raise SystemExit(f'mutants: there is no target or module "{only}"; targets are {known}')
    return found


def _python_files(path: Path) -> list[Path]:
    return list(path.rglob("*.py")) if path.is_dir() else [path]
