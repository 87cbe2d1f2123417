"""A guest's private feed: the turns that came while the guest was not looking, in Atom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree

from calumma.core.words import Words
from calumma.site.outbox import Notice

say = Words(__package__)

ATOM = "http://www.w3.org/2005/Atom"
ElementTree.register_namespace("", ATOM)


def atom(own: str, base: str, guest: str, notices: Sequence[Notice]) -> bytes:
    """Return the feed at an own address, with links to tables below a base address."""
    feed = ElementTree.Element(f"{{{ATOM}}}feed")
    newest = max((notice.created for notice in notices), default=0.0)
    _add(feed, "id", f"urn:calumma:feed:{guest}")
    _add(feed, "title", say("notice.feed"))
    _add(feed, "updated", _moment(newest))
    _add(feed, "link", rel="self", href=own)
    _add(_add(feed, "author"), "name", "Calumma")
    for notice in notices:
        _entry(feed, base, notice)
    return ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)


def _entry(feed: ElementTree.Element, base: str, notice: Notice) -> None:
    entry = _add(feed, "entry")
    _add(entry, "id", f"urn:calumma:notice:{notice.id}")
    _add(entry, "title", notice.title)
    _add(entry, "updated", _moment(notice.created))
    _add(entry, "link", rel="alternate", href=f"{base}t/{notice.table_id}")
    _add(entry, "summary", say("notice.summary", count=notice.ply))


def _add(parent: ElementTree.Element, name: str, text: str | None = None, **attributes: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = text
    return element


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
