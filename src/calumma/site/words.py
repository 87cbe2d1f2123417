"""The words of the pages, for their scripts: all messages of the catalogue whose keys have a dot."""

from __future__ import annotations

from calumma.core.catalogue import ENGLISH, catalogue
from calumma.core.words import spoken

PACKAGE = "calumma.site"


def page_words() -> dict[str, str | tuple[str, ...]]:
    """Return the words by their keys, in the language that is spoken here where it has them; those with a plural in all forms."""
    found: dict[str, str | tuple[str, ...]] = {}
    for language in (ENGLISH, *reversed(spoken())):
        known = catalogue(PACKAGE, language)
        for (_, key), message in known.messages.items() if known else ():
            if "." in key:
                found[key] = message.forms if message.plural else message.forms[0]
    return found


def page_language() -> str:
    """Return the language of the pages as HTML writes it: the preferred one that has words for them."""
    found = next((language for language in spoken() if catalogue(PACKAGE, language)), ENGLISH)
    return found.replace("_", "-")
