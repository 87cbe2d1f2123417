"""Whole matches by clicking what is lit, for every game there is: no test here knows a game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import calumma

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", calumma.games())
def test_a_match_against_bots_is_played_to_its_end_by_clicking(game: str, page: Page, play_out: Callable[..., int]) -> None:
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.wait_for_url("**/t/*")
    play_out(page, seed=1, most=5000)
    expect(page.locator("#result p").first).to_have_text(re.compile(r"(wins|share the win|is drawn)\.$"))
    expect(page.locator("#result p").nth(1)).to_have_text(re.compile(r"\w.*\.$"))
    expect(page.locator("#rematch")).to_be_visible()
