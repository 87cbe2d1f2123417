"""What a game lacks is said in words: the new package with one thing made wrong at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calumma.cli import main
from calumma.core import registry
from calumma.core.words import read_words_anew
from calumma.testing.making import make_package
from calumma.testing.readiness import missing, write_files

RULES, DRAWING, WORDS = "rules.py", "drawing.py", "locale/en.po"


@pytest.fixture
def lacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a game wrong in one place and returns what it then lacks."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would be read again after a change within the same second
    folder = tmp_path / "pebbles"
    make_package("pebbles", folder)
    monkeypatch.setenv("CALUMMA_GAMES", str(folder))
    registry.search_again()
    write_files("pebbles")

    def change(file: Any, old: Any, new: Any) -> Any:
        path = folder / "src" / "pebbles" / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        forget()
        return missing("pebbles")

    yield change
    monkeypatch.undo()
    forget()


def forget() -> None:
    registry.search_again()
    read_words_anew()
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("file", "old", "new", "need", "found"),
    [
        ("__init__.py", "observation=planes.parts,", "", "positions-are-numbers-too", "has no observation"),
        ("planes.py", '"left", 30', '"left", 3', "positions-are-numbers-too", "declared are 0 to 3"),
        ("counting.py", "stones * stones", "0", "positions-are-counted", "expected a name and a number of ways"),
        ("__init__.py", "view=View,", "", "views-have-a-type", "has no view"),
        (WORDS, 'stones."', 'stones"', "moves-say-what-they-would-do", "is told as"),
        (DRAWING, '[Row("taken", tuple(view["taken"]))]', "[]", "scores-are-taken-apart", "is empty"),
        (DRAWING, 'Row("taken",', 'Row("kept",', "scores-are-taken-apart", 'no message "kept"'),
        (DRAWING, "COLUMNS = 6", "COLUMNS = 40", "pictures-fit", "are smaller than 17 pixels"),
        (RULES, "def reason(", "def why(", "surface-is-complete", "Pebbles does not define reason"),
        (WORDS, 'msgid "too-many-taken"', 'msgid "too-many-gone"', "sentences-are-there", "'too-many-taken' is not in"),
        ("sizes.py", "MOST = 3", "MOST = 2", "perft-is-pinned", "but the file says"),
        ("sizes.py", "MOST = 3", "MOST = 2", "a-match-is-pinned", "does not play as in"),
        (RULES, "min(MOST, self.left)))", "min(MOST, self.left)))[::-1]", "random-matches-are-sound", "ascending"),
    ],
)  # fmt: skip
def test_what_is_missing_is_said(lacking: Any, file: Any, old: Any, new: Any, need: Any, found: str | None) -> None:
    told = lacking(file, old, new)
    assert need in told
    assert any(found in sentence for sentence in told[need]), told[need]


def test_pieces_that_differ_by_their_colour_alone_are_found(lacking: Any) -> None:
    told = lacking(DRAWING, 'stone, "o"', '(Part("disc", ("red", "blue")[i % 2], letter=" "),), "o"')
    assert told["nothing-differs-by-colour-alone"][0].startswith("two pieces of pebbles")


def test_the_command_says_it_too_and_fails(lacking: Any, capsys: pytest.CaptureFixture[str]) -> None:
    lacking("planes.py", '"left", 30', '"left", 3')
    assert main(["check", "pebbles", "--ready", "--matches", "1"]) == 1
    said = capsys.readouterr()
    assert "  lacks  The definition has an observation" in said.out
    assert said.err.endswith("pebbles is not ready: 1 thing is missing\n")
