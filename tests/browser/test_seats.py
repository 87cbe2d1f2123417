"""Beginning a match and its clocks, as people see them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser


def test_two_people_press_begin_and_see_their_clocks(page: Page, context: BrowserContext) -> None:
    page.goto("/games/yamamoto")
    page.locator("[name=chair-1]").select_option("open")
    page.locator("[name=time]").select_option("10+5")
    page.locator("[name=begins]").select_option("random")
    page.locator("main button.primary").click()
    other = context.browser.new_context(reduced_motion="reduce")
    friend = other.new_page()
    page.locator("#invite").wait_for()
    friend.goto(page.locator("#invite input").input_value())
    friend.locator("main button.primary").click()
    page.locator("#begin button").click()
    expect(page.locator("#begin p")).to_have_text(re.compile(r"^You are ready\. Waiting for .+\. Who begins is drawn"))
    expect(friend.locator("#seats .clock")).to_have_text(["10:00", "10:00"])
    friend.locator("#begin button").click()
    for each in (page, friend):
        expect(each.locator("#table")).to_have_attribute("data-status", "playing")
        expect(each.locator("#seats li.turn .clock")).to_have_text(re.compile(r"^09:5\d$"))
    expect(page.locator("#log")).to_contain_text(re.compile("By lot, .* begins as Orange"))
    other.close()


def test_in_a_game_of_luck_the_page_adds_a_seed_and_begins_by_itself(page: Page) -> None:
    page.goto("/")
    page.locator("#game-piecepack button.primary").first.click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    page.locator("#luck summary").click()
    expect(page.locator("#luck dd").nth(1)).to_have_text(re.compile(r"^Green: [0-9a-f]{24}, Pink: none$"))


def test_a_person_can_replace_the_seed_of_the_page_by_an_own_text(page: Page) -> None:
    page.goto("/games/piecepack")
    page.locator("[name=chair-1]").select_option("open")
    page.locator("main button.primary").click()
    page.locator("#luck summary").click()
    expect(page.locator("#luck dd").nth(1)).to_have_text(re.compile(r"^Green: [0-9a-f]{24}, Pink: none$"))
    page.locator("#seed input").fill("three lizards")
    page.locator("#seed button").click()
    expect(page.locator("#luck dd").nth(1)).to_have_text("Green: three lizards, Pink: none")


def test_names_of_those_who_share_the_device_are_asked_for(page: Page) -> None:
    page.goto("/games/yamamoto")
    expect(page.locator("[name=name-1]")).to_be_hidden()
    page.locator("[name=chair-1]").select_option("me")
    page.locator("[name=name]").fill("Ada")
    page.locator("[name=name-1]").fill("Ben")
    page.locator("main button.primary").click()
    expect(page.locator("#seats .notes")).to_have_text([re.compile("^Ada"), re.compile("^Ben")])


@pytest.mark.parametrize("forged", [False, True])
def test_who_began_by_lot_is_checked_on_the_device(forged: bool, page: Page) -> None:
    page.goto("/games/yamamoto")
    page.locator("[name=begins]").select_option("random")
    page.locator("main button.primary").click()
    page.locator("#resign").dblclick()
    if forged:
        page.route("**/draws", lambda route: route.fulfill(json=(told := route.fetch().json()) | {"first": 1 - told["first"]}))
    page.locator("#check-luck").click()
    expect(page.locator("#luck-report")).to_contain_text("Who began does not follow" if forged else "Who began was drawn by lot")
    expect(page.locator("#luck-report .verdict").first).to_contain_text("is not as it was" if forged else "is as it was promised")
