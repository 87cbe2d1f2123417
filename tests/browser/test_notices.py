"""Notices of the browser: asked for by a click, shown while nobody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

pytestmark = pytest.mark.browser

# Notices as a browser with a screen shows them, and a tab that can be said to be in the background.
STAND_IN = """
globalThis.shown = []; globalThis.asked = 0;
let permission = "default", isHidden = false;
globalThis.Notification = class extends EventTarget {
  constructor(title, options) { super(); globalThis.shown.push([title, options.body]); }
  close() {}
  static get permission() { return permission; }
  static async requestPermission() { globalThis.asked++; permission = "granted"; return permission; }
};
Object.defineProperty(document, "hidden", { get: () => isHidden });
globalThis.hide = (value) => { isHidden = value; document.dispatchEvent(new Event("visibilitychange")); };
"""


@pytest.fixture
def two(browser: Browser, address: str) -> Iterator[tuple[Page, Page]]:
    """Ada and Ben at a table of yamamoto, each with a page; Ada begins."""
    contexts: list[BrowserContext] = [browser.new_context(base_url=address, reduced_motion="reduce") for _ in range(2)]
    ada, ben = (context.new_page() for context in contexts)
    for page in (ada, ben):
        page.add_init_script(STAND_IN)
    ada.goto("/games/yamamoto")
    ada.locator("select[name=chair-1]").select_option("open")
    ada.locator("main button.primary").click()
    ada.wait_for_url("**/t/*")
    ada.locator("#invite").wait_for()
    ben.goto(ada.locator("#invite input").input_value())
    ben.locator("main button.primary").click()
    ben.wait_for_url("**/t/*")
    expect(ada.locator("#state")).to_have_text("Your turn")
    yield ada, ben
    for context in contexts:
        context.close()


def play(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f"#board [data-cell='{cell}']").click()


def test_a_turn_is_shown_while_the_tab_is_in_the_background(two: tuple[Page, Page], until: Callable[[Page, str], None]) -> None:
    ada, ben = two
    assert ben.evaluate("asked") == 0
    ben.locator("#notify").click()
    expect(ben.locator("#notify")).to_be_hidden()
    ben.evaluate("hide(true)")
    play(ada, "a1", "a2")
    until(ben, "shown.length")
    assert ben.evaluate("shown") == [["Your turn", "Chameleon, The Duel · Calumma"]]
    assert ben.title() == "● Chameleon, The Duel · Calumma"
    assert ben.locator("link[rel=icon]").get_attribute("href") == "/static/icon-turn.svg"


def test_nothing_is_shown_to_who_looks_or_did_not_ask_for_it(two: tuple[Page, Page]) -> None:
    ada, ben = two
    ada.locator("#notify").click()
    ben.evaluate("hide(true)")
    play(ada, "a1", "a2")
    expect(ben.locator("#state")).to_have_text("Your turn")
    play(ben, "a5", "a4")
    expect(ada.locator("#state")).to_have_text("Your turn")
    assert (ada.evaluate("shown"), ben.evaluate("shown")) == ([], [])


def test_the_mark_goes_with_the_turn(two: tuple[Page, Page]) -> None:
    ada, _ = two
    expect(ada).to_have_title("● Chameleon, The Duel · Calumma")
    play(ada, "a1", "a2")
    expect(ada).to_have_title("Chameleon, The Duel · Calumma")
    assert ada.locator("link[rel=icon]").get_attribute("href") == "/static/icon.svg"


def test_who_plays_with_bots_alone_is_not_asked(page: Page) -> None:
    page.goto("/")
    page.locator("#game-yamamoto button.primary").click()
    expect(page.locator("#state")).to_have_text("Your turn")
    expect(page.locator("#notify")).to_be_hidden()


def test_the_page_about_oneself_switches_them(two: tuple[Page, Page]) -> None:
    ada, _ = two
    ada.goto("/me")
    button = ada.locator("#browser-switch")
    expect(button).to_have_text("Turn on notifications here")
    button.click()
    expect(button).to_have_text("Turn off notifications here")
    button.click()
    expect(button).to_have_text("Turn on notifications here")


def test_the_worker_for_phones_starts(context: BrowserContext, page: Page) -> None:
    context.grant_permissions(["notifications"])
    page.goto("/me")
    page.locator("input[name=name]").fill("Ada")
    page.locator("main button.primary").click()
    found: Any = page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.register("/static/js/notify-worker.js");
          const worker = registration.installing ?? registration.waiting ?? registration.active;
          while (worker.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 5));
          return registration.active.scriptURL;
        }"""
    )
    assert found.endswith("/static/js/notify-worker.js")
