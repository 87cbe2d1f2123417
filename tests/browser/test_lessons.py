"""Lessons as a newcomer meets them: from home through all of a game to its first match, by clicking only."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import calumma
from calumma.lessons import Lesson, lessons_of

pytestmark = pytest.mark.browser
PlayLesson = Callable[[Page, Lesson, tuple[str, ...]], None]
PHONE: ViewportSize = {"width": 390, "height": 844}


def ready(page: Page, lesson: Lesson) -> None:
    page.locator(f"#table[data-ready='{lesson.key}']").wait_for()


def click(page: Page, cell: str) -> None:
    """Click a cell of the board, or the button of a choice."""
    place = page.locator(f"#board [data-cell='{cell}'], #choices [data-choice='{cell}']").first
    place.dispatch_event("click")


@pytest.mark.parametrize("name", calumma.games()[1:])  # that of the first one goes on to a match: test_first_match.py
def test_a_newcomer_clicks_from_home_through_all_lessons_to_a_match(page: Page, name: str, play_lesson: PlayLesson) -> None:
    page.goto("/")
    card = page.locator(f"#game-{name} .ways-in > :first-child")
    expect(card).to_have_text("Learn in a minute")
    card.click()
    lessons = lessons_of(name)
    for number, lesson in enumerate(lessons):
        ready(page, lesson)
        expect(page.locator("#task")).to_have_text(lesson.say("task"))
        play_lesson(page, lesson, lesson.lines[0])
        expect(page.locator("#table")).to_have_attribute("data-verdict", "done")
        expect(page.locator("#told")).to_contain_text(lesson.say("done"))
        if number < len(lessons) - 1:
            page.locator("#next").click()
    page.locator("#play button").click()
    page.wait_for_url("**/t/**")
    page.goto("/")
    expect(page.locator(f"#game-{name} .ways-in > :first-child")).to_have_text("Play")
    expect(page.locator(f"#game-{name} [data-learn]")).to_have_text("Lessons")


def test_a_wrong_move_is_shown_with_its_reason_and_taken_back(page: Page, play_lesson: PlayLesson) -> None:
    lesson = lessons_of("bradley")[3]
    page.goto(f"/learn/bradley#{lesson.key}")
    ready(page, lesson)
    play_lesson(page, lesson, ("c5", "c4"))
    expect(page.locator("#told")).to_contain_text("Green turned 1 cube.")
    expect(page.locator("#told")).to_contain_text(lesson.say("missed"))
    ready(page, lesson)
    expect(page.locator("#table")).to_have_attribute("data-verdict", "missed")
    play_lesson(page, lesson, lesson.lines[0])
    expect(page.locator("#told")).to_contain_text(lesson.say("done"))


def test_whoever_goes_on_within_a_chain_is_in_hand_already(page: Page) -> None:
    lesson = next(lesson for lesson in lessons_of("chamelequin") if lesson.key == "chain")
    page.goto(f"/learn/chamelequin#{lesson.key}")
    for cells in (["e5", "f6"], ["g7"]):
        ready(page, lesson)
        for cell in cells:
            click(page, cell)
        page.wait_for_function("(cell) => document.querySelector(`.pieces [data-on='${cell}']`)", arg=cells[-1])
    expect(page.locator("#table")).to_have_attribute("data-verdict", "done")


def test_a_hint_says_how_and_shows_where(page: Page) -> None:
    page.goto("/learn/yamamoto#slide")
    ready(page, lessons_of("yamamoto")[2])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hinted")).to_contain_text("Follow the diagonal from b1 to e4.")
    assert {ring.get_attribute("data-ring") for ring in page.locator(".ring.hinted").all()} == {"b1", "e4"}


def test_progress_is_kept_and_lessons_can_be_done_by_keyboard(page: Page) -> None:
    page.goto("/learn/yamamoto")
    lesson = lessons_of("yamamoto")[0]
    ready(page, lesson)
    page.locator("#board [data-cell='c1']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-verdict", "done")
    assert json.loads(page.evaluate("localStorage.getItem('calumma-lessons')")) == {"yamamoto": ["step"]}
    page.goto("/learn/yamamoto")
    ready(page, lessons_of("yamamoto")[1])


def test_on_a_phone_sentence_and_buttons_stay_on_the_screen(
    browser: Browser, address: str, serious: Callable[[Page], list[str]]
) -> None:
    with browser.new_context(viewport=PHONE, base_url=address, has_touch=True, bypass_csp=True) as context:
        page = context.new_page()
        lesson = lessons_of("life")[0]
        page.goto("/learn/life")
        ready(page, lesson)
        for part in ("#task", "#hint"):
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= PHONE["height"], part
        page.locator("#board [data-cell='card:G']").tap()
        expect(page.locator("#told")).to_contain_text(lesson.say("done"))
        assert serious(page) == []


REFUSED = {  # in the position of a lesson: what is clicked, and what the rules say
    "yamamoto": ("step", ["c1", "c3"], "steps or leaps like a knight"),
    "bradley": ("enclose", ["e6"], "would not enclose any cube"),
    "chamelequin": ("enter", ["f2"], "f2 is not empty"),
    "piecepack": ("sit", ["0,0", "2,1"], "There is no tile there"),
    "life": ("walk", ["chameleon:0", "10"], "10 does not touch 4"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_in_every_game_a_refused_click_says_why_and_lights_a_cell(page: Page, name: str) -> None:
    key, cells, words = REFUSED[name]
    page.goto(f"/learn/{name}#{key}")
    page.locator(f"#table[data-ready='{key}']").wait_for()
    for cell in cells:
        click(page, cell)
    expect(page.locator("#refusal")).to_contain_text(words)
    assert page.locator(".ring.threatening").count() > 0


def test_a_refused_click_in_a_match_lights_the_reason(page: Page) -> None:
    page.goto("/")
    page.locator("#game-yamamoto form[action^='/play'] button").click()
    page.locator("#board [data-cell='a1'].lit").wait_for()
    click(page, "a1")
    click(page, "a4")
    expect(page.locator("#refusal")).to_contain_text("steps or leaps like a knight")
    assert page.locator(".ring.threatening").count() == 2


def test_the_coach_speaks_once_a_turn_and_is_silenced_by_one_click(page: Page) -> None:
    told = {"kind": "threat", "words": "Look at c3: Blue could capture it from c4.", "cells": ["c3", "c4"]}
    page.route("**/coach", lambda route: route.fulfill(json={**told, "ply": json.loads(route.request.post_data or "{}")["ply"]}))
    page.goto("/")
    page.locator("#game-yamamoto form[action^='/play'] button").click()
    expect(page.locator("#coach")).to_contain_text("Look at c3")
    assert page.locator(".ring.threatening").count() == 2
    page.get_by_role("button", name="Silence the coach").click()
    expect(page.locator("#coach")).to_be_hidden()
    assert json.loads(page.evaluate("localStorage.getItem('calumma-coach')"))["silent"] is True
