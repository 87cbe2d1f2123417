"""A language that does not exist: its catalogues lie in a folder of their own, and everything comes out in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import calumma
from calumma.core.catalogue import FOLDER, Message, MessageError, read
from calumma.core.messages import tell
from calumma.core.words import Words, read_words_anew, speak_as_asked, speaking, spoken
from calumma.drawing import Effect

ROOT = Path(__file__).parents[1]
PACKAGE = Path(calumma.__file__).parent
# Like Polish: one, a few, many.
HEADER = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"
"""


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def backwards(text: str) -> str:
    """The words of a text from the last to the first; values are words like any other."""
    return " ".join(reversed(re.findall(r"\{\{|\}\}|\{[^{}]*\}|[^\s{}]+", text)))


def reversed_entry(message: Message) -> str:
    lines = [f"msgctxt {quoted(message.table)}"] if message.table else []
    lines.append(f"msgid {quoted(message.key)}")
    if not message.plural:
        return "\n".join([*lines, f"msgstr {quoted(backwards(message.forms[0]))}", ""])
    forms = [f"{name} {backwards(message.forms[-1])}" for name in ("ONE", "FEW", "MANY")]
    lines.append(f"msgid_plural {quoted(message.key)}")
    return "\n".join([*lines, *(f"msgstr[{i}] {quoted(form)}" for i, form in enumerate(forms)), ""])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with catalogues of all packages, whose words go from the last to the first."""
    for path in PACKAGE.rglob("locale/en.po"):
        package = ".".join(["calumma", *path.parent.parent.relative_to(PACKAGE).parts])
        messages = [message for message in read(path.read_text(encoding="utf-8"), package) if message.key]
        target = tmp_path / "xx" / f"{package}.po"
        target.parent.mkdir(exist_ok=True)
        target.write_text(HEADER + "\n" + "\n".join(map(reversed_entry, messages)), encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    read_words_anew()
    yield tmp_path
    read_words_anew()


@pytest.mark.usefixtures("folder")
def test_errors_come_out_in_the_language_that_is_spoken() -> None:
    with speaking("xx"), pytest.raises(calumma.GameError, match=r"expected .*game unknown$"):
        calumma.load("kriegspiel")
    with pytest.raises(calumma.GameError, match=r'^unknown game "kriegspiel": expected'):
        calumma.load("kriegspiel")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("count", "form"), [(1, "ONE"), (2, "FEW"), (5, "MANY"), (22, "FEW")])
def test_plurals_have_the_forms_of_the_language(count: int, form: str) -> None:
    effect = Effect("turned", {"seat": 0, "count": count})
    with speaking("xx"):
        assert tell(calumma.load("bradley"), effect) == f"{form} cubes. {count} turned Purple"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", calumma.games())
def test_a_whole_match_is_told_backwards(name: str) -> None:
    game, rng = calumma.load(name), calumma.Rng(3)
    state = game.new()
    with speaking("xx"):
        for _ in range(40):
            if state.to_act == calumma.OVER:
                break
            before, action = state.copy(), state.pick(rng)
            state.apply(action)
            for effect in game.story(before, action, state):
                words = tell(game, effect)
                with speaking("en"):
                    assert words != tell(game, effect)


@pytest.mark.usefixtures("folder")
def test_the_command_speaks_the_language_of_its_environment() -> None:
    command = [sys.executable, "-c", "import sys; from calumma.cli import main; sys.exit(main())", "perft", "nonsense", "1"]
    told = subprocess.run(command, env={**os.environ, "LANGUAGE": "xx"}, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert told.stderr.strip().endswith("game unknown")


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx").mkdir()
    words = 'msgid "and"\nmsgstr "{last} i {first}"\n\n#, fuzzy\nmsgid "or"\nmsgstr "lub"\n'
    (tmp_path / "xx" / "calumma.core.po").write_text(words)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    say = Words("calumma.core")
    with speaking("xx"):
        assert say("and", first="a", last="b") == "b i a"
        assert say("or", first="a", last="b") == "a or b"
    read_words_anew()


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({}, ["en"]),
        ({"LANG": "de_AT.UTF-8"}, ["de_AT", "de"]),
        ({"LANGUAGE": "pl:fr_FR", "LANG": "C"}, ["pl", "fr_FR", "fr"]),
        ({"LC_ALL": "C"}, ["en"]),
    ],
)
def test_the_environment_says_which_languages_are_spoken(environment: dict[str, str], languages: list[str]) -> None:
    try:
        speak_as_asked(environment)
        assert list(spoken()) == languages
    finally:
        speak_as_asked({})


def test_a_line_that_is_none_is_told_with_its_number() -> None:
    with pytest.raises(MessageError, match=r"cannot read line 3 of here\.po"):
        read('msgid "a"\nmsgstr "b"\nmsgtsr "c"\n', "here.po")


def test_a_translation_begins_with_everything_missing_and_keeps_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import translate
    finally:
        sys.path.pop(0)
    shutil.copytree(PACKAGE / "core" / "locale", tmp_path / "core" / "locale")
    monkeypatch.setattr(translate, "PACKAGE", tmp_path)
    assert translate.main("pl") == 0
    target = tmp_path / "core" / "locale" / "pl.po"
    assert [message.key for message in read(target.read_text(), "pl.po")] == [""]
    target.write_text(target.read_text().replace('msgid "and"\nmsgstr ""', 'msgid "and"\nmsgstr "{first} i {last}"'))
    assert translate.main("pl") == 0
    assert [message.forms for message in read(target.read_text(), "pl.po") if message.key] == [("{first} i {last}",)]
    assert translate.main("no such language") == 2
