"""The stage of a match stands still: nothing moves unless it is part of the game, and everything is in view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import calumma

pytestmark = pytest.mark.browser
SIZES = {"phone": (390, 844), "desk": (1366, 768)}

WATCH = """() => {
  globalThis.shifts = [];
  const name = (node) => node?.id || node?.className || node?.parentElement?.id || node?.parentElement?.className;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push([value, ...sources.map((each) => name(each.node))]);
  }).observe({ type: "layout-shift" });
}"""


@pytest.fixture(params=SIZES)
def sized(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    width, height = SIZES[request.param]
    wish: dict[str, Any] = {"has_touch": True, "is_mobile": True} if request.param == "phone" else {}
    context = browser.new_context(base_url=address, viewport={"width": width, "height": height}, reduced_motion="reduce", **wish)
    yield context.new_page()
    context.close()


def start(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.wait_for_url("**/t/*")
    page.locator("#board [data-cell].lit, #choices button").first.wait_for()


PLAY_SOME = """async (most) => {
  const root = document.getElementById("table");
  const deadline = performance.now() + 60000;
  for (let clicks = 0; clicks < most && root.dataset.status !== "over" && performance.now() < deadline;) {
    const lit = root.dataset.turn === "true" ? document.querySelectorAll("#board [data-cell].lit, #choices button") : [];
    lit[(clicks * 7) % lit.length]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    clicks += lit.length > 0;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const resign = document.getElementById("resign");
  while (root.dataset.status !== "over") {
    if (!resign.hidden) resign.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""


@pytest.mark.parametrize("game", calumma.games())
def test_nothing_shifts_from_the_first_move_to_the_end(game: str, sized: Page) -> None:
    start(sized, game)
    sized.evaluate(WATCH)
    sized.evaluate(PLAY_SOME, 24)
    sized.wait_for_timeout(50)
    assert sized.evaluate("shifts") == []


@pytest.mark.parametrize("game", calumma.games())
def test_board_plates_and_bar_are_in_view_without_scrolling(game: str, sized: Page) -> None:
    start(sized, game)
    assert sized.evaluate("[document.documentElement.scrollHeight <= innerHeight, scrollY]") == [True, 0]
    for part in (".game strong", "#board", "#rivals", "#own", ".bar", "#hint"):
        expect(sized.locator(part)).to_be_in_viewport(ratio=0.99)


def test_on_a_phone_what_a_hint_points_at_is_in_view(browser: Browser, address: str) -> None:
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    start(page, "life")
    page.locator("#hint").click()
    page.locator("#board .cell.hinted").first.wait_for(state="attached")
    expect(page.locator("#board .cell.hinted").first).to_be_in_viewport(ratio=0.5)
    expect(page.locator("#preview")).to_be_visible()
    context.close()


def test_on_a_phone_the_log_is_a_sheet_and_a_small_square_wants_a_second_tap(browser: Browser, address: str) -> None:
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    start(page, "bradley")
    expect(page.locator("#log")).to_be_hidden()
    drop = page.locator("#board .cells .lit:not(.grip)").first
    drop.tap()
    expect(page.locator("#preview")).to_contain_text("Turns")
    page.locator("#choices [data-choice=confirm]").wait_for()
    drop.tap()
    page.locator("#more").click()
    expect(page.locator("#log li[data-ply]").first).to_be_visible()
    page.locator("#less").click()
    expect(page.locator("#log")).to_be_hidden()
    context.close()


COUNT_AUDIO = """globalThis.heard = 0;
globalThis.AudioContext = class extends AudioContext { constructor() { super(); globalThis.heard += 1; } };"""


def test_nothing_is_heard_before_the_first_click_and_a_switch_turns_sound_off(page: Page) -> None:
    page.add_init_script(COUNT_AUDIO)
    start(page, "yamamoto")
    assert page.evaluate("heard") == 0
    page.locator("#board [data-cell='a1']").click()
    assert page.evaluate("heard") == 1
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.reload()
    page.locator("#board [data-cell='a1']").click()
    assert page.evaluate("heard") == 0


def test_what_is_laid_on_a_tile_that_flew_in_stays_on_top_of_it(browser: Browser, address: str) -> None:
    page = browser.new_context(base_url=address).new_page()
    page.goto("/learn/piecepack#wasp")
    page.locator("#table[data-ready='wasp']").wait_for()
    for place in ("#board [data-cell='Y5']", "#board [data-cell='0,1']", "#choices [data-choice='wasp']"):
        page.locator(place).first.dispatch_event("click")
    expect(page.locator("#table")).to_have_attribute("data-verdict", "done")
    page.wait_for_function("document.getAnimations().length === 0")
    drawn = page.locator("#board [data-piece]").evaluate_all("all => all.map((each) => each.dataset.piece)")
    assert drawn.index("Y5") < drawn.index("wasp:0")
    page.context.close()
