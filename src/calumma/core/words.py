"""Saying a sentence: its key, its values, and the language in which somebody is spoken to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from calumma.core.catalogue import ENGLISH, Catalogue, MessageError, catalogue

_usual: list[tuple[str, ...]] = [(ENGLISH,)]
_here: ContextVar[tuple[str, ...]] = ContextVar("language", default=())


class Words:
    """The sentences of a package, from its folder `locale`: `say = Words(__package__)`, then `say("no-seat", seat=3)`.

    Values stand in braces in the texts, in any order; `count` chooses the plural form of a message that has several.
    """

    __slots__ = ("_package", "_table")

    def __init__(self, package: str, table: str = "") -> None:
        self._package, self._table = package, table

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a sentence in the language that is spoken here, or in English where that language lacks it."""
        return self.fill(key, values)

    def fill(self, key: str, values: Mapping[str, object]) -> str:
        """Return a sentence whose values have been collected."""
        text = self._text(key, values.get("count"))
        try:
            return text.format(**values)
        except KeyError as missing:
            known = ", ".join(values) or "none"
            raise MessageError(
                f'the message "{key}" of {self._package} wants {missing}: expected one of its values, {known}'
            ) from None

    def keys(self) -> list[str]:
        """Return the keys of the table, in the order of the English catalogue."""
        return [key for table, key in _english(self._package).messages if table == self._table and key]

    def _text(self, key: str, count: object) -> str:
        found = _texts(self._package, self._table, spoken()).get(key)
        if found is None:
            among = f" among the {self._table}" if self._table else ""
            raise MessageError(f'there is no message "{key}"{among} of {self._package}: add it to its locale/en.po')
        return found if isinstance(found, str) else found.find(self._table, key, count) or ""


def _english(package: str) -> Catalogue:
    found = catalogue(package, ENGLISH)
    if found is None:
        raise MessageError(f"{package} has no words: expected a file locale/en.po")
    return found


@lru_cache(maxsize=1000)  # a scene has a hundred sentences; what languages browsers ask for has no bound
def _texts(package: str, table: str, languages: tuple[str, ...]) -> Mapping[str, str | Catalogue]:
    """Return the texts of a table by key, each in the first language that has it; for one with a plural, its catalogue."""
    found: dict[str, str | Catalogue] = {}
    preferred = (catalogue(package, language) for language in reversed(languages))
    for known in (_english(package), *(each for each in preferred if each is not None)):
        for (within, key), message in known.messages.items():
            if within == table:
                found[key] = known if message.plural else message.forms[0]
    return found


def read_words_anew() -> None:
    """Forget what was read of all catalogues: their files, or the folder of translations, have changed."""
    catalogue.cache_clear()
    _texts.cache_clear()


def spoken() -> tuple[str, ...]:
    """Return the languages spoken here, the preferred one first."""
    return _here.get() or _usual[0]


@contextmanager
def speaking(*languages: str) -> Iterator[None]:
    """Speak these languages here, the preferred one first; English where they lack words."""
    before = _here.set(languages)
    try:
        yield
    finally:
        _here.reset(before)


def speak_as_asked(environment: Mapping[str, str]) -> None:
    """Speak, wherever nothing else was chosen, the languages that a person has asked for in the way gettext reads it."""
    asked = next((environment[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    _usual[0] = tuple(dict.fromkeys(part for text in asked.split(":") for part in _expanded(text)))


def _expanded(text: str) -> list[str]:
    """Return "de_AT.UTF-8" as de_AT and de; the locales C and POSIX are English."""
    name = text.partition(".")[0].partition("@")[0]
    return [ENGLISH] if name in ("", "C", "POSIX") else list(dict.fromkeys([name, name.partition("_")[0]]))
