"""The page for designers: choose a rule, see what it changes."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

import calumma
from calumma.core import OptionValue
from calumma.site import measured
from calumma.site.measured import Measurements, Variant, variant_of


def variant(relocate: str, n: int, share: str, **more: int) -> Variant:
    options: dict[str, OptionValue] = {"relocate": relocate, "partners": "capturable"}
    shares = [share, "other"]
    return Variant(seats=2, options=options, n=n, shares=shares, turns="60", choices="10", draws="1 %", more=more)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Measurements:
    variants = [variant("own", 300, "55 % (52–58)"), variant("none", 200, "61 % (57–65)", first=1, turns=-1)]
    report = Measurements(bot="level:5", rules=1, idle={"2": ["partners"]}, variants=variants)
    monkeypatch.setattr("calumma.site.pages.study.report_of", lambda name: report)
    monkeypatch.setattr(measured, "report_of", lambda name: report)
    return report


@pytest.mark.usefixtures("known")
def test_the_figures_of_the_usual_rules_are_shown_first(client: TestClient) -> None:
    page = client.get("/games/bradley/measured").text
    assert "55 % (52–58)" in page
    assert "These rules" not in page
    assert "Bots (Level 5)" in page


@pytest.mark.usefixtures("known")
def test_another_rule_stands_beside_the_usual_one_with_what_it_clearly_changes(client: TestClient) -> None:
    page = client.get("/games/bradley/measured?seats=2&option-relocate=none").text
    assert page.index("55 % (52–58)") < page.index("61 % (57–65)")
    assert (page.count(">higher<"), page.count(">lower<")) == (1, 1)
    assert 'href="/games/bradley?seats=2&amp;option-relocate=none' in page


@pytest.mark.usefixtures("known")
def test_an_option_that_changes_nothing_here_leaves_the_figures_as_they_are() -> None:
    found = variant_of(calumma.load("bradley", 2, partners="safe"))
    assert found is not None
    assert found["n"] == 300


@pytest.mark.usefixtures("known")
def test_what_was_not_measured_is_said(client: TestClient) -> None:
    answer = client.get("/games/bradley/measured?seats=2&option-relocate=any")
    assert "have not been measured" in answer.text
    assert "55 % (52–58)" in answer.text
    assert client.get("/games/bradley/measured?seats=2&option-relocate=all").status_code == 400


def test_of_a_number_what_was_measured_can_be_chosen(client: TestClient) -> None:
    page = client.get("/games/chamelequin/measured").text
    assert [number in page for number in ('value="16"', 'value="20" selected', 'value="64"')] == [True] * 3


def test_a_link_fills_in_the_options_of_a_new_table(client: TestClient) -> None:
    page = client.get("/games/bradley?seats=2&option-relocate=none&name=Mallory").text
    assert 'value="none" checked' in page
    assert "Mallory" not in page


@pytest.mark.parametrize("name", calumma.games())
def test_every_game_brings_figures_that_fit_its_rules(name: str) -> None:
    report = measured.report_of(name)
    game = calumma.load(name)
    assert report["rules"] == game.info.rules
    for one in report["variants"]:
        loaded = calumma.load(name, one["seats"], **one["options"])
        assert len(one["shares"]) == len(loaded.teams)
    assert variant_of(game) is not None
