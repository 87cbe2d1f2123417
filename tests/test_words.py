"""Sentences stand in catalogues, not in code: keys, values and plural forms fit, in every language there is."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.pofile import read_po

import calumma
from calumma.core.catalogue import Message, read

PACKAGE = Path(calumma.__file__).parent
CATALOGUES = sorted(PACKAGE.rglob("locale/*.po"))
ENGLISH = [path for path in CATALOGUES if path.stem == "en"]
OTHERS: set[str] = set()  # folders whose sentences stand in code
ERRORS = {"GameError", "NotationError", "IllegalMove", "OtherRules", "MissingLibrary", "NotProven"}
ERRORS |= {"Refused", "Unavailable", "TooMuch", "Undelivered", "Misfit", "HTTPException"}  # of the application and its server
ALONE = {PACKAGE / "games" / "yamamoto" / "solving" / "verify.py"}  # imports nothing of Calumma: it can be trusted by itself
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in OTHERS and path not in ALONE)


@cache  # parsing everything takes seconds: whoever only collects tests does without
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def package_of(catalogue: Path) -> str:
    return ".".join(["calumma", *catalogue.parent.parent.relative_to(PACKAGE).parts])


@cache
def messages(catalogue: Path) -> dict[tuple[str, str], Message]:
    """The messages of a catalogue by table and key, without its header."""
    found = read(catalogue.read_text(encoding="utf-8"), str(catalogue))
    return {(one.table, one.key): one for one in found if one.key}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


class Use(NamedTuple):
    """A call that says a sentence: of which package, what its key can be, and the names of its values, if all are told."""

    package: str
    keys: tuple[str, ...]
    values: frozenset[str] | None
    place: str


def patterns(node: ast.expr) -> tuple[str, ...]:
    """The regular expressions of what a key can be."""
    match node:
        case ast.Constant(value=str(text)):
            return (re.escape(text),)
        case ast.IfExp(body=body, orelse=other):
            return patterns(body) + patterns(other)
        case ast.JoinedStr(values=parts):
            return ("".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts),)
        case _:
            return ()


def speakers(path: Path) -> dict[str, str]:
    """The names by which a module says sentences, with the package whose they are."""
    own = ".".join(["calumma", *path.parent.relative_to(PACKAGE).parts])
    found = {}
    for node in tree(path).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Words":
            [argument] = node.value.args
            found[ast.unparse(node.targets[0])] = str(argument.value) if isinstance(argument, ast.Constant) else own
    return found


def uses(path: Path) -> Iterator[Use]:
    names = speakers(path)
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            told = frozenset(word.arg for word in node.keywords if word.arg)
            whole = all(word.arg for word in node.keywords)
            yield Use(names[node.func.id], patterns(node.args[0]), told if whole else None, f"{path}:{node.lineno}")


@cache
def every_use() -> list[Use]:
    return [use for path in SOURCES for use in uses(path)]


def english(package: str) -> dict[str, Message]:
    """The English sentences that a package says by their keys, those of tables left out."""
    found = messages(PACKAGE.joinpath(*package.split(".")[1:], "locale", "en.po"))
    return {key: message for (table, key), message in found.items() if not table}


@cache
def matching(package: str, pattern: str) -> list[str]:
    return list(filter(re.compile(pattern).fullmatch, english(package)))


def meant(use: Use) -> list[str]:
    """The keys of the English catalogue that a call may say."""
    return [key for pattern in use.keys for key in matching(use.package, pattern)]


def test_every_sentence_that_is_said_is_in_the_catalogue() -> None:
    for use in every_use():
        for pattern in use.keys:
            assert matching(use.package, pattern), f"{use.place}: {pattern} is not in locale/en.po of {use.package}"


@pytest.mark.parametrize("catalogue", ENGLISH, ids=package_of)
def test_every_sentence_of_a_catalogue_is_said(catalogue: Path) -> None:
    package = package_of(catalogue)
    said = {key for use in every_use() if use.package == package for key in meant(use)}
    left = {key for table, key in messages(catalogue) if not table} - said
    left -= page_words() if package == "calumma.site" else set()  # of these below
    assert {key for key in left if not key.startswith("command")} == set()  # those are said in a loop, cli/program.py


@pytest.mark.parametrize("catalogue", ENGLISH, ids=package_of)
def test_every_word_of_a_game_is_meant_by_its_rules(catalogue: Path) -> None:
    """Keys of tables go through effects, cells and reasons: they stand in the game's sources as texts or are put together."""
    nodes = [node for path in SOURCES if path.is_relative_to(catalogue.parent.parent) for node in ast.walk(tree(path))]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    found = [patterns(node)[0] for node in nodes if isinstance(node, ast.JoinedStr)]
    made = [re.compile(pattern) for pattern in found if re.search(r"\w", pattern.replace(".+", ""))]
    elsewhere = ("", "lessons", "puzzles")  # tests/lessons/, tests/puzzles/
    left = {key for table, key in messages(catalogue) if table not in elsewhere} - texts
    assert [key for key in left if not set(key.split("-")) <= texts and not any(one.fullmatch(key) for one in made)] == []


def test_sentences_get_exactly_the_values_that_they_name() -> None:
    for use in every_use():
        if use.values is None:
            continue
        for key in meant(use):
            message = english(use.package)[key]
            named = set().union(*map(fields, message.forms))
            given = use.values - ({"count"} if message.plural else set())
            assert named - {"count"} == given - {"count"}, f"{use.place}: {key}"
            assert named <= use.values, f"{use.place}: {key}"


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_language_and_every_plural_form_names_the_same_values(catalogue: Path) -> None:
    known = messages(catalogue.with_name("en.po"))
    for place, message in messages(catalogue).items():
        assert place in known
        assert message.plural == known[place].plural
        expected = set().union(*map(fields, known[place].forms))
        for form in message.forms:
            named = fields(form)
            assert named | ({"count"} if message.plural else set()) == expected | ({"count"} if message.plural else set()), place
            assert all(re.fullmatch(r"[a-z_]+", name) for name in named), place


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_sentence_shows_how_a_line_break_is_written(catalogue: Path) -> None:
    assert [place for place, message in messages(catalogue).items() if any("\\n" in form for form in message.forms)] == []


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_catalogues_are_read_as_babel_reads_them(catalogue: Path) -> None:
    with catalogue.open("rb") as file:
        parsed = read_po(file, abort_invalid=True)
    theirs = {}
    for message in parsed:
        if message.id and not message.fuzzy:
            forms: Any = message.string if message.pluralizable else (message.string,)
            if any(forms):
                theirs[message.context or "", message.id[0] if message.pluralizable else message.id] = tuple(forms)
    assert {place: message.forms for place, message in messages(catalogue).items()} == theirs
    assert all(len(message.forms) == parsed.num_plurals for message in messages(catalogue).values() if message.plural)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_error_for_people_carries_a_sentence_of_its_own(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) in ERRORS:
            assert not any(map(is_written, node.exc.args)), f"{path}:{node.lineno}"


def is_written(node: ast.expr) -> bool:
    """Whether an expression is a text of the code, or chooses among such."""
    if isinstance(node, ast.IfExp):
        return is_written(node.body) or is_written(node.orelse)
    return isinstance(node, (ast.JoinedStr, ast.BinOp)) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


# The pages: templates and scripts say words of the site, which have a dot in their keys

PAGES = sorted([*PACKAGE.glob("*/templates/*.html"), *PACKAGE.glob("server/static/js/*.js")])
PAGE_TEXT = {path: path.read_text(encoding="utf-8") for path in PAGES}
SITE = PACKAGE / "site" / "locale" / "en.po"


def page_words() -> set[str]:
    return {key for key in english("calumma.site") if "." in key}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_says_words_that_there_are(path: Path) -> None:
    said = set(re.findall(r"""\bsay\(["']([^"'`]+)["'](?! ~)""", PAGE_TEXT[path]))
    assert said - {"nobody"} <= page_words()


def test_every_word_of_the_pages_is_said() -> None:
    """By its key as it stands, or by the beginning of the key, with a name behind it."""
    sources = [
        *PAGE_TEXT.values(),
        *(path.read_text(encoding="utf-8") for path in SOURCES if path.parts[-2] in ("site", "api", "pages", "server")),
    ]
    text = "\n".join(sources)
    begun = {found for found in re.findall(r"""["'`]([a-z]+\.[a-z_.]*)(?:["'] ~|\$\{|\{)""", text) if found}
    left = {key for key in page_words() if not re.search(rf"""["'`]{re.escape(key)}["'`]""", text)}
    assert {key for key in left if not key.startswith(tuple(begun))} == set()
