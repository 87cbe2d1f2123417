"""Every kind of page: nothing sticks out, everything is reachable, and the connection heals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Request, expect

import calumma

pytestmark = pytest.mark.browser
Scheme = Literal["light", "dark"]
Serious = Callable[[Page], list[str]]

PAGES = [
    "/",
    "/games/yamamoto",
    "/games/bradley?seats=6",
    "/games/piecepack",
    "/rules/yamamoto",
    "/me",
    "/ladder",
    "/carry/x",
    "/nowhere",
]


def start_match(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.wait_for_url("**/t/*")
    page.locator("#board [data-cell].lit, #choices button").first.wait_for()


TOO_SMALL = """() => {
  document.querySelector("#more:not([hidden])")?.click(); // on a phone, the log and the rest
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [text, parent] = [walker.currentNode.textContent.trim(), walker.currentNode.parentElement];
    if (!text || parent.closest(".unseen, option, .card .picture")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const picture = parent.ownerSVGElement;
    const size = parseFloat(getComputedStyle(parent).fontSize) * (picture ? Math.abs(parent.getScreenCTM().d) : 1);
    if (size < (picture ? 12 : 15) - 0.05) found.push(`${text.slice(0, 30)}: ${size}`);
  }
  return found;
}"""


@pytest.mark.parametrize("width", [360, 390, 1440])
def test_no_page_scrolls_sideways_and_no_text_is_too_small(width: int, page: Page) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    found = {}

    def look(place: str) -> None:
        small = page.evaluate(TOO_SMALL) if width != 360 else []  # a phone this narrow draws a little smaller
        found[place] = small + ([] if page.evaluate("document.documentElement.scrollWidth <= innerWidth") else ["too wide"])

    for address in [*PAGES[:-1], "/analysis/yamamoto", "/puzzles/yamamoto/1", "/learn/life"]:
        page.goto(address)
        look(address)
    for game in calumma.games():
        start_match(page, game)
        look(game)
    assert {place: problems for place, problems in found.items() if problems} == {}


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_axe_finds_nothing_serious(width: int, scheme: Scheme, browser: Browser, address: str, serious: Serious) -> None:
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion="reduce",  # what fades in has other colours for a while
        bypass_csp=True,
    )
    page = context.new_page()
    found = {}
    for place in PAGES:
        page.goto(place)
        found[place] = serious(page)
    for game in calumma.games():
        start_match(page, game)
        page.locator("#board [data-cell].lit, #choices button").first.dispatch_event("click")
        found[game] = serious(page)
    found |= {"invitation": invited(browser, page, address, serious), "over": resigned(page, serious)}
    context.close()
    assert {place: problems for place, problems in found.items() if problems} == {}


def invited(browser: Browser, page: Page, address: str, serious: Serious) -> list[str]:
    """What is found where an invitation leads, and at the table that waits."""
    page.goto("/")
    fields: dict[str, str | float | bool] = {"chair-0": "me", "chair-1": "open", "seats": "2"}
    page.goto(page.request.post("/games/yamamoto", form=fields, max_redirects=0).headers["location"])
    page.locator("#invite").wait_for()
    link = page.locator("#invite input").input_value()
    at_table = serious(page)
    other = browser.new_context(base_url=address, bypass_csp=True)
    friend = other.new_page()
    friend.goto(link)
    friend.locator("button.primary").wait_for()
    found = serious(friend)
    other.close()
    return at_table + found


def resigned(page: Page, serious: Serious) -> list[str]:
    """What is found when a match is over, with the rules opened."""
    start_match(page, "yamamoto")
    is_phone = page.locator("#more").is_visible()  # there it is in the sheet
    if is_phone:
        page.locator("#more").click()
    page.locator("#resign").click()
    page.locator("#resign").click()
    if is_phone:
        page.locator("#less").click()
    page.locator("#result .words p").first.wait_for()
    page.locator("#rules-link").click()
    page.locator("#rules article h1").wait_for()
    return serious(page)


def test_the_connection_heals_after_the_server_was_restarted(browser: Browser, restartable: Callable[[], str]) -> None:
    address = restartable()
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    page = context.new_page()
    start_match(page, "yamamoto")
    number = page.locator("#table").get_attribute("data-number")
    restartable()
    expect(page.locator("#lost")).to_be_hidden()
    page.locator("#board [data-cell='a1']").click()
    page.locator("#board [data-cell='a2']").click()
    expect(page.locator("#log li[data-ply]").first).to_contain_text("a1a2")
    assert page.locator("#table").get_attribute("data-number") != number
    context.close()


def test_theme_and_marks_are_remembered_on_the_device(page: Page) -> None:
    page.goto("/")
    page.locator("details.menu summary").click()
    page.locator("input[value=dark]").check()
    page.locator("input[value=strong]").check()
    page.goto("/games/yamamoto")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_attribute("data-marks", "strong")


def test_the_first_page_is_small(page: Page) -> None:
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))  # noqa: PLW0108 (Playwright takes no built-in method)
    page.goto("/", wait_until="networkidle")
    assert len(asked) >= 4
    assert sum(request.sizes()["responseBodySize"] + request.sizes()["responseHeadersSize"] for request in asked) < 200_000
    assert {"sans.woff2", "serif.woff2"} <= {request.url.rpartition("/")[2] for request in asked}  # the fonts are counted, too
    assert page.evaluate("[...document.fonts].some((font) => font.family.includes('Calumma') && font.status === 'loaded')")


def test_the_first_page_can_be_used_within_a_second(page: Page) -> None:
    page.goto("/")  # the first visit draws the boards; visitors after it find them drawn
    times: list[float] = [1000]
    while min(times) >= 1000 and len(times) < 30:  # something else may keep the machine busy for a moment
        page.goto("/", wait_until="load")
        times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive"))
        expect(page.locator("#game-yamamoto button.primary")).to_be_enabled()
    assert min(times) < 1000
