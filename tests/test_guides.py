"""What the documentation tells people to type works: sessions of README and guides, and examples in docstrings, are executed."""

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from calumma.cli.program import program

ROOT = Path(__file__).parents[1]
GUIDES = sorted((ROOT / "docs/guides").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "docs/index.md", *GUIDES]
SOURCES = [
    path for path in sorted((ROOT / "src").rglob("*.py")) if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, kind: str) -> list[str]:
    """The blocks of a page in one language, in order."""
    return [text for language, text in BLOCK.findall(page.read_text(encoding="utf-8")) if language == kind]


def with_block(kind: Any) -> Any:
    found = [page for page in PAGES if blocks(page, kind)]
    return pytest.mark.parametrize("page", found, ids=[page.stem for page in found])


@with_block("pycon")
def test_the_sessions_of_a_page_are_true(page: Path) -> None:
    session = "\n".join(blocks(page, "pycon"))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(session, {}, page.stem, str(page), 0))
    assert runner.summarize(verbose=False).attempted >= 5
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", [page for page in GUIDES if blocks(page, "sh")], ids=lambda page: page.stem)
def test_the_commands_of_a_guide_work(page: Path, tmp_path: Path) -> None:
    own = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for script in blocks(page, "sh"):
        done = subprocess.run(["sh", "-eu", "-c", script], cwd=tmp_path, env=own, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def commands(page: Any) -> Any:
    """What a page shows as typed at a prompt, and the README as a list: commands that need a person, a server or much time."""
    lines = [line.removeprefix("$ ") for text in blocks(page, "console") for line in text.splitlines() if line.startswith("$ ")]
    if page.name == "README.md":
        lines += [line for text in blocks(page, "sh") for line in text.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("calumma ")]


COMMANDS = [(page.stem, words) for page in PAGES for words in commands(page)]


@pytest.mark.parametrize(("page", "words"), COMMANDS, ids=[f"{page}: {' '.join(words)}" for page, words in COMMANDS])
def test_a_command_that_is_shown_exists_with_its_options(page: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    name, command, rest = program.resolve_command(click.Context(program), list(words))
    while isinstance(command, click.Group):
        name, command, rest = command.resolve_command(click.Context(command), rest)
    for parameter in command.params:  # the files of an example need not exist
        if isinstance(parameter.type, click.Path):
            monkeypatch.setattr(parameter.type, "exists", False)
    with command.make_context(name, list(rest)):
        pass


def test_pages_show_commands() -> None:
    assert {page for page, _ in COMMANDS} >= {"README", "index", "play-with-friends", "host", "study-a-game"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_examples_in_docstrings_are_true(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    result = doctest.testmod(importlib.import_module(name), report=False)
    assert result.attempted > 0
    assert result.failed == 0
