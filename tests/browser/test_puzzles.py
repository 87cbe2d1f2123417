"""Puzzles of every game on a phone and on a desk: failed and solved by keyboard, then solved by touch or click, in one visit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import calumma
from calumma import State
from calumma.puzzles import Puzzle, judge, puzzles_of

pytestmark = [pytest.mark.browser, pytest.mark.long]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1366, "height": 768}


def choose(page: Page, state: State, text: str, by_keys: bool) -> None:
    """Choose the cells of a move until no other move is left."""
    paths = [state.game.path(state, action) for action in state.legal()]
    path = state.game.path(state, state.game.parse_move(state, text))
    for i, cell in enumerate(path):
        place = page.locator(f"#board [data-cell='{cell}'], #choices [data-choice='{cell}']").first
        if by_keys:
            place.focus()
            page.keyboard.press("Enter")
        else:
            place.dispatch_event("click")
        if sum(other[: i + 1] == path[: i + 1] for other in paths) == 1:
            break


def standing(page: Page, puzzle: Puzzle) -> tuple[list[str], State]:
    """The moves on the page, and the position that they lead to."""
    page.locator("#table[data-ready]").wait_for()
    played = (page.locator("#table").get_attribute("data-moves") or "").split()
    state = puzzle.beginning()
    for text in played:
        state.apply(puzzle.game.parse_move(state, text))
    return played, state


def first_of(puzzle: Puzzle, played: list[str], state: State, wrong: bool) -> str:
    """A move that fails, or one that does not: that of the solution as long as it is followed."""
    texts = [puzzle.game.move_text(state, action) for action in state.legal()]
    if not wrong and played == list(puzzle.line[: len(played)]):
        texts.insert(0, puzzle.line[len(played)])
    return next(text for text in texts if (judge(puzzle, played, text).verdict == "wrong") == wrong)


def solve(page: Page, puzzle: Puzzle, by_keys: bool) -> None:
    verdict = "right"
    while verdict == "right":
        played, state = standing(page, puzzle)
        text = first_of(puzzle, played, state, wrong=False)
        verdict = judge(puzzle, played, text).verdict
        choose(page, state, text, by_keys)
        expect(page.locator("#table")).to_have_attribute("data-verdict", verdict)
        expect(page.locator("#table")).not_to_have_attribute("data-moves", " ".join(played))
    expect(page.locator("#solution")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", calumma.games())
def test_a_puzzle_is_failed_and_solved_by_keyboard_then_solved_by_hand(
    browser: Browser, address: str, name: str, size: ViewportSize
) -> None:
    puzzle = min(puzzles_of(name), key=lambda puzzle: len(puzzle.line))
    touch = size is PHONE
    with browser.new_context(base_url=address, viewport=size, has_touch=touch, reduced_motion="reduce") as context:
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"/puzzles/{name}/{puzzle.number}")
        played, state = standing(page, puzzle)
        choose(page, state, first_of(puzzle, played, state, wrong=True), by_keys=True)
        page.locator("#table[data-verdict=wrong][data-ready]").wait_for()
        expect(page.locator("#state")).to_contain_text("That is not it.")
        solve(page, puzzle, by_keys=True)
        page.locator("#again").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#table")).to_have_attribute("data-moves", "")
        solve(page, puzzle, by_keys=False)
        assert problems == []
