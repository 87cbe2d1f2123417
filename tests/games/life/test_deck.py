"""Decks as texts: what would take long to read is refused unread."""

from __future__ import annotations

from importlib import resources
from types import SimpleNamespace

import pytest

import calumma
from calumma.games.life import deck

SHIPPED = resources.files("calumma.games.life").joinpath("cards.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".".join("a" * 30_000) + "=1", "the text has 60001 characters: expected at most 4000"),
        (".".join("a" * 100) + "=1", "line 1 has 99 dots: expected at most 20"),
        ("\n\nb=" + "[" * 300, "there are 300 opening brackets: expected at most 200"),
        ("a=" + "{b=" * 300, "there are 300 opening brackets: expected at most 200"),
    ],
)
def test_a_text_that_would_take_long_to_read_is_not_read(monkeypatch: pytest.MonkeyPatch, text: str, words: str) -> None:
    monkeypatch.setattr(deck, "tomllib", SimpleNamespace(loads=lambda text: pytest.fail("it was read")))
    with pytest.raises(calumma.GameError, match=words):
        calumma.load("life", cards=text)


@pytest.mark.parametrize(
    "text",
    [
        "a=" + "[" * 199,
        "a=" + "9" * 3900,
        "[progress.end]\n2=" + "9" * 3900,
        SHIPPED.replace("2 = ", "2 = 0x" + "f" * 2900 + "\n#", 1),
        "a=1e999999",
        "a=1979-99-99",
        'a="\\ud800"',
        "\x00",
    ],
)
def test_whatever_is_no_deck_is_refused_with_a_short_sentence(text: str) -> None:
    with pytest.raises(calumma.GameError, match=r"^cannot use these cards: ") as refused:
        calumma.load("life", cards=text)
    assert len(str(refused.value)) < 400


def test_the_shipped_decks_may_be_given_as_a_text() -> None:
    assert deck.read_deck(SHIPPED) == deck.read_deck("")
