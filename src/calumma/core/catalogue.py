"""Catalogues of messages: the `.po` files of a package's folder `locale`, one for each language.

A message is found by its key, which no language displays; English is a catalogue like any other. The files are read as they are:
whoever edits one sees the change at once, and a game needs no tools to bring its own. Plural forms are left to gettext.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gettext import GNUTranslations

ENGLISH = "en"
FOLDER = "CALUMMA_LOCALE"  # the environment variable that names a folder of further catalogues: LANGUAGE/PACKAGE.po
LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(.*)"')
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
MAGIC = 0x950412DE  # the first number of a compiled catalogue
PLAIN_HEADER = "Content-Type: text/plain; charset=UTF-8\n"


class MessageError(ValueError):
    """Something has no words; the sentence says what, and where to add them."""


class Message(NamedTuple):
    """One message of a catalogue: its table (empty for none) and key, and its text in one form, or in all plural forms."""

    table: str
    key: str
    forms: tuple[str, ...]
    plural: bool = False


def read(text: str, name: str) -> list[Message]:
    """Return the translated messages of a .po file, its header (with an empty key) included; `name` is for errors.

    A message that a tool has marked as "fuzzy", because what it translates has changed, is not translated.
    """
    return [message for message in _blocks(text, name) if any(message.forms)]


def _blocks(text: str, name: str) -> Iterator[Message]:
    parts: dict[str, str] = {}
    field, doubtful = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            doubtful = doubtful or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = LINE.fullmatch(line.strip())
        if found is None or not (found[1] or field):
            raise MessageError(f"cannot read line {number} of {name}: expected msgid, msgstr or a text in quotes")
        if found[1] in ("msgctxt", "msgid") and field != "msgctxt":
            if field:
                yield _message(parts)
            parts, doubtful = {"fuzzy": ""} if doubtful else {}, False
        field = found[1] or field
        parts[field] = parts.get(field, "") + ESCAPE.sub(_unescaped, found[2])
    if field:
        yield _message(parts)


def _unescaped(found: re.Match[str]) -> str:
    return ESCAPES.get(found[1], found[0])


def _message(parts: Mapping[str, str]) -> Message:
    ready = "fuzzy" not in parts or not parts.get("msgid")
    forms = tuple(text for field, text in parts.items() if field.startswith("msgstr")) if ready else ()
    return Message(parts.get("msgctxt", ""), parts.get("msgid", ""), forms, "msgid_plural" in parts)


def compiled(messages: Iterable[Message]) -> GNUTranslations:
    """Return what gettext makes of messages: it is handed a compiled catalogue, which never was a file."""
    from gettext import GNUTranslations
    from io import BytesIO

    packed = {_packed_key(message): "\0".join(message.forms).encode() for message in messages}
    packed.setdefault(b"", PLAIN_HEADER.encode())
    count = len(packed)
    keys, texts = 28, 28 + 8 * count
    at, data = texts + 8 * count, bytearray()
    tables: tuple[list[int], list[int]] = ([], [])
    for table, entries in zip(tables, (sorted(packed), [packed[key] for key in sorted(packed)]), strict=True):
        for entry in entries:
            table += [len(entry), at + len(data)]
            data += entry + b"\0"
    head = struct.pack(f"<{7 + 4 * count}I", MAGIC, 0, count, keys, texts, 0, at, *tables[0], *tables[1])
    return GNUTranslations(BytesIO(head + bytes(data)))


def _packed_key(message: Message) -> bytes:
    key = f"{message.table}\4{message.key}" if message.table else message.key
    return (f"{key}\0{message.key}" if message.plural else key).encode()


class Catalogue:
    """The messages of one package in one language."""

    def __init__(self, messages: Iterable[Message]) -> None:
        every = list(messages)
        self.messages: Mapping[tuple[str, str], Message] = MappingProxyType({(one.table, one.key): one for one in every})
        self._translations = compiled(every)

    def find(self, table: str, key: str, count: object) -> str | None:
        """Return the text of a message, in the form that goes with a count if it has several; None if it is not here."""
        message = self.messages.get((table, key))
        if message is None:
            return None
        if not message.plural:
            return message.forms[0]
        number = count if isinstance(count, int) else 2
        return self._translations.npgettext(table, key, key, number) if table else self._translations.ngettext(key, key, number)


@cache
def catalogue(package: str, language: str) -> Catalogue | None:
    """Return the catalogue of a package in a language; None if there is none."""
    texts = [(place, text) for place, text in _files(package, language) if text is not None]
    if not texts:
        return None
    return Catalogue(message for place, text in texts for message in read(text, place))


def _files(package: str, language: str) -> Iterator[tuple[str, str | None]]:
    own = resources.files(package).joinpath("locale", f"{language}.po")
    yield f"locale/{language}.po of {package}", own.read_text(encoding="utf-8") if own.is_file() else None
    if folder := os.environ.get(FOLDER):
        further = Path(folder, language, f"{package}.po")
        yield str(further), further.read_text(encoding="utf-8") if further.is_file() else None
