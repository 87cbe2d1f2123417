"""Names: nobody is called like a bot, nor so that they could be mistaken for somebody else at the table."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from calumma.core import GameError
from calumma.site.guests import clean_name
from calumma.site.names import is_bots, told_apart

if TYPE_CHECKING:
    from tests.server.conftest import Person


@pytest.mark.parametrize(
    "name",
    [
        "Level 6",
        "LEVEL６",
        "L\u0435vel 6",  # Cyrillic e
        "Le\u0301vel-6",
        "1evel 6",
        "level:2",
        "Random",
        "R\u0430ndom bot",
        "perfect",
        "Beginner",
        "Bot Level 3",
        "mcts:2000",
        "Ｂｏｔ",
    ],
)
def test_nobody_is_called_like_a_bot(name: str, client: TestClient) -> None:
    with pytest.raises(GameError, match="it could be mistaken for a bot's"):
        clean_name(name)
    answer = client.post("/api/guests", json={"name": name})
    assert (answer.status_code, answer.json()["error"].endswith("it could be mistaken for a bot's.")) == (400, True)


@pytest.mark.parametrize("name", ["Guest bot", "Levi", "Ada", "Leveller", "Ибрагим", "Zoë", "Best Friend"])
def test_other_names_are_fine(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_is_measured_before_it_is_put_into_normal_form(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(form: Any, text: str) -> None:
        raise AssertionError(f"{len(text)} characters were put into normal form")

    monkeypatch.setattr("calumma.site.guests.unicodedata", SimpleNamespace(normalize=never))
    answer = client.post("/me", data={"name": "a" + "\u0301" * 10_000})
    assert (answer.status_code, "expected 1 to 30 letters" in answer.text) == (400, True)


def test_who_could_be_mistaken_for_another_at_the_table_gets_a_number(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("\u0410d\u0430")  # Cyrillic A and a
    table = ada.opens(chairs=["me", "open"])
    found = ben.post(f"/tables/{table['table']}/sit", invite=table["invite"]).json()
    assert found["players"] == ["Ada", "\u0410d\u0430 (2)"]


def test_names_of_others_are_told_apart() -> None:
    assert (told_apart("Ben", ["Ada"]), told_apart("Ben", ["BEN", "Ben (2)"])) == ("Ben", "Ben (3)")


def test_the_names_of_the_bots_themselves_are_bots_names() -> None:
    assert all(is_bots(name) for name in ("Level 1", "Level 6", "Random", "Perfect"))
