"""What lessons leave to the learner, and what is good to know after the last one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from calumma.lessons import find_lesson, good_to_know

pytestmark = pytest.mark.browser


def click(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f"#board [data-cell='{cell}']").dispatch_event("click")


def ready(page: Page, key: str) -> None:
    page.locator(f"#table[data-ready='{key}']").wait_for()


def test_a_cube_with_one_target_waits_for_the_second_click(page: Page) -> None:
    page.goto("/learn/bradley#relocate")
    ready(page, "relocate")
    click(page, "b3")
    expect(page.locator("#back")).to_have_text("Choose again")
    assert page.locator("#table").get_attribute("data-verdict") == "open"
    click(page, "e5")
    expect(page.locator("#told")).to_contain_text(find_lesson("bradley", "relocate").say("done"))


def test_hints_belong_to_their_step_no_rule_is_cited_and_facts_come_last(page: Page) -> None:
    lesson = find_lesson("chamelequin", "chain")
    page.goto("/rules/chamelequin")
    page.evaluate(
        """localStorage.setItem("calumma-lessons", '{"chamelequin": ["enter", "gain", "back", "capture", "scarce"]}')"""
    )
    page.goto("/learn/chamelequin")
    ready(page, "chain")
    page.locator("#hint").click()
    expect(page.locator("#hinted")).to_have_text(lesson.say("hint"))
    click(page, "e5", "e8")
    expect(page.locator("#refusal")).not_to_be_empty()
    expect(page.locator("#refusal")).not_to_contain_text("(rule")
    expect(page.locator("#know")).to_be_hidden()
    click(page, "e5", "f6")
    expect(page.locator("#hinted")).to_be_hidden()
    ready(page, "chain")
    page.locator("#hint").click()
    expect(page.locator("#hinted")).to_have_text(lesson.say("hint-2"))
    click(page, "f6", "g7")
    expect(page.locator("#know li")).to_have_text(list(good_to_know("chamelequin")))
    expect(page.locator("#know")).to_be_visible()
    expect(page.locator("#hinted")).to_be_hidden()
