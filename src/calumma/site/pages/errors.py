"""The page that says what went wrong."""

from __future__ import annotations

import calumma
from calumma.core.registry import definition
from calumma.core.words import Words
from calumma.site.pages.answers import Page
from calumma.site.pages.pictures import hidden_chameleon

say = Words("calumma.site")


def error_page(status: int, sentence: str, record: str | None = None, back: tuple[str, str] | None = None) -> Page:
    """Return the page with a sentence; `record` is the address of what can be had all the same, `back` one and its words."""
    title = say("error.not_found") if status == 404 else say("error.title")
    values: dict[str, object] = {"title": title, "sentence": sentence, "record": record, "back": back}
    if status == 404:
        values["picture"] = hidden_chameleon()
        values["games"] = [(calumma.load(name).info, definition(name).subtitle) for name in calumma.games()]
    return Page("error.html", values, status)
