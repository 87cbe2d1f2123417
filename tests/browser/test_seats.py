"""Beginning a match and its clocks, as people see them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

pytestmark = pytest.mark.browser


def test_two_people_press_begin_and_see_their_clocks(page: Page, browser: Browser) -> None:
    page.goto("/games/yamamoto")
    page.locator("[name=chair-1]").select_option("open")
    page.locator("details.fold summary").first.click()
    page.locator("[name=time]").select_option("10+5")
    page.locator("[name=begins]").select_option("random")
    page.locator("main button.primary").click()
    other = browser.new_context(reduced_motion="reduce")
    friend = other.new_page()
    page.locator("#invite").wait_for()
    friend.goto(page.locator("#invite input").input_value())
    friend.locator("main button.primary").click()
    page.locator("#begin button").click()
    expect(page.locator("#begin p")).to_have_text(
        re.compile(r"^You are ready\. Waiting for .+\. Who goes first is decided by lot")
    )
    expect(friend.locator("#seats .clock")).to_have_text(["10:00", "10:00"])
    friend.locator("#begin button").click()
    for each in (page, friend):
        expect(each.locator("#table")).to_have_attribute("data-status", "playing")
        expect(each.locator("#seats li.turn .clock")).to_have_text(re.compile(r"^09:\d\d$"))
    expect(page.locator("#log")).to_contain_text(re.compile(".+ was chosen by lot to go first, as Orange"))
    other.close()


def test_in_a_game_of_luck_the_page_adds_a_seed_and_begins_by_itself(page: Page) -> None:
    page.goto("/")
    page.locator("#game-piecepack button.primary").first.click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    page.locator("#luck summary").click()
    expect(page.locator("#luck dd").nth(2)).to_have_text(re.compile(r"^Green: [0-9a-f]{32}, Pink: none$"))


def test_a_person_can_replace_the_seed_of_the_page_by_an_own_text(page: Page) -> None:
    page.goto("/games/piecepack")
    page.locator("[name=chair-1]").select_option("open")
    page.locator("main button.primary").click()
    page.locator("#luck summary").click()
    before = re.compile(r"^Green: [0-9a-f]{64}, Pink: none$")
    expect(page.locator("#luck dd").nth(1)).to_have_text(before)
    committed = page.locator("#luck dd").nth(1).inner_text()
    page.locator("#seed input").fill("three lizards")
    page.locator("#seed button").click()
    expect(page.locator("#luck dd").nth(1)).not_to_have_text(committed)
    expect(page.locator("#luck dd").nth(1)).to_have_text(before)
    seed = page.evaluate("JSON.parse(localStorage.getItem('calumma-commitments'))[location.pathname.split('/').pop()].seed")
    assert re.fullmatch("three lizards [0-9a-f]{32}", seed)
    assert hashlib.sha256(seed.encode()).hexdigest() in page.locator("#luck dd").nth(1).inner_text()


# Two people add to the luck


@pytest.fixture
def friend(browser: Browser, address: str) -> Iterator[Page]:
    """The page of somebody else, on another device."""
    other = browser.new_context(base_url=address, reduced_motion="reduce")
    yield other.new_page()
    other.close()


def invited(page: Page, game: str = "piecepack") -> str:
    """Open a table for a friend; return the invitation."""
    page.goto(f"/games/{game}")
    page.locator("[name=chair-1]").select_option("open")
    page.locator("main button.primary").click()
    page.locator("#invite").wait_for()
    return page.locator("#invite input").input_value()


def joined(page: Page, friend: Page) -> None:
    friend.goto(invited(page))
    commitment = friend.locator("[data-commitment]").text_content()
    friend.locator("main button.primary").click()
    for each in (page, friend):
        expect(each.locator("#table")).to_have_attribute("data-status", "playing")
    expect(friend.locator("#luck dd").first).to_have_text(commitment or "")


def test_two_devices_commit_open_and_verify_without_anybody_noticing(page: Page, friend: Page) -> None:
    joined(page, friend)
    page.locator("#resign").dblclick()
    for each in (page, friend):
        each.locator("#check-luck").click()
        report = each.locator("#luck-report")
        expect(report.locator(".verdict")).to_have_text(re.compile(r"^Verified: every draw matches\. All \d+ follow"))
        expect(report).to_contain_text("The seed that this device chose for this match is among the seeds")
        expect(report).to_contain_text("These are the commitments that this device saw before it opened its seed.")
        expect(report).to_contain_text("Each seed fits the commitment")


OTHER = hashlib.sha256(b"other").hexdigest()
FORGED = {
    "another seed of the other": (lambda told: told["seeds"].__setitem__(1, "other"), "The seed of Pink does not fit"),
    "with its commitment": (
        lambda told: (told["seeds"].__setitem__(1, "other"), told["seed_commitments"].__setitem__(1, OTHER)),
        "are not those that this device saw before it opened its seed",
    ),
    "without the own seed": (
        lambda told: (told["seeds"].__setitem__(0, None), told["seed_commitments"].__setitem__(0, None)),
        "This device chose a seed for this match, but it is not among the seeds.",
    ),
    "a bot with a seed": (lambda told: told.update(bots=[1]), "Pink has a seed, but a bot sat there."),
    "a seed that was never opened": (lambda told: told["seeds"].__setitem__(1, None), "Pink committed to a seed"),
}


def falsified(forge: Callable[[Any], Any]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        told = route.fetch().json()
        forge(told)
        route.fulfill(json=told)

    return answer


def test_a_falsified_record_fails_and_so_does_a_missing_or_foreign_own_seed(page: Page, friend: Page) -> None:
    joined(page, friend)
    page.locator("#resign").dblclick()
    page.locator("#check-luck").wait_for()
    for forge, words in FORGED.values():
        page.route("**/draws", falsified(forge))
        page.locator("#check-luck").click()
        expect(page.locator("#luck-report")).to_contain_text(words)
        expect(page.locator("#luck-report .verdict").first).to_have_text("Not verified: something does not match.")
        page.unroute("**/draws")
    page.locator("#check-luck").click()
    expect(page.locator("#luck-report .verdict")).to_contain_text("Verified")
    forget = """(part) => {
      const kept = JSON.parse(localStorage.getItem("calumma-commitments")), table = location.pathname.split("/").pop();
      if (part === "all") delete kept[table]; else kept[table].seed = part;
      localStorage.setItem("calumma-commitments", JSON.stringify(kept));
    }"""
    for part, words in (("of another match", "it is not among the seeds"), ("all", "This device chose no seed for this match")):
        page.evaluate(forget, part)
        page.locator("#check-luck").click()
        expect(page.locator("#luck-report")).to_contain_text(words)
        expect(page.locator("#luck-report .verdict").first).to_have_text("Not verified: something does not match.")


def test_who_holds_the_match_up_is_named_and_the_other_can_leave(page: Page, friend: Page) -> None:
    link = invited(page)
    expect(page.locator("#luck dd").nth(1)).to_have_text(re.compile("Green: [0-9a-f]{64}"), use_inner_text=False)
    table = page.url
    page.goto("/")
    friend.goto(link)
    friend.locator("main button.primary").click()
    host = friend.locator("#rivals .name").first.inner_text()
    expect(friend.locator("#held-up p")).to_have_text(
        f"Everyone has a seat. Waiting for {host} to open this match. Nothing has been dealt yet, so you can leave."
    )
    # whoever leaves before that only frees the seat again, so the friend's page must have been quick enough
    expect(friend.locator("#luck dd").nth(2)).to_have_text(re.compile("Green: none, Pink: [0-9a-f]{32}"), use_inner_text=False)
    expect(friend.locator("#held-up")).to_be_visible()
    friend.locator("#leave").dblclick()
    expect(friend.locator("#table")).to_have_attribute("data-status", "over")
    page.goto(table)
    expect(page.locator("#result")).to_contain_text("The match was called off. Nothing was dealt.")


def test_who_leaves_before_a_seed_is_open_frees_the_seat_and_is_taken_home(page: Page, friend: Page) -> None:
    link = invited(page)
    expect(page.locator("#luck dd").nth(1)).to_have_text(re.compile("Green: [0-9a-f]{64}"), use_inner_text=False)
    table = page.url
    page.goto("/")
    friend.add_init_script("""
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (data) { if (JSON.parse(data).type !== "seed") send.call(this, data); };
    """)  # a device too slow to open its seed
    friend.goto(link)
    friend.locator("main button.primary").click()
    friend.locator("#leave").dblclick()
    friend.wait_for_url("/")
    page.goto(table)
    expect(page.locator("#table")).to_have_attribute("data-status", "waiting")
    expect(page.locator("#invite")).to_be_visible()


def test_a_page_that_comes_back_opens_the_seed_that_it_chose(page: Page, friend: Page) -> None:
    link = invited(page)
    expect(page.locator("#luck dd").nth(1)).to_have_text(re.compile("Green: [0-9a-f]{64}"), use_inner_text=False)
    table = page.url
    page.goto("/")
    friend.goto(link)
    friend.locator("main button.primary").click()
    expect(friend.locator("#held-up")).to_be_visible()
    page.goto(table)
    for each in (page, friend):
        expect(each.locator("#table")).to_have_attribute("data-status", "playing")


def test_a_rematch_of_two_devices_is_verified_too(page: Page, friend: Page) -> None:
    joined(page, friend)
    before = page.url
    page.locator("#resign").dblclick()
    page.locator("#rematch button").click()
    page.wait_for_url(lambda url: "/t/" in url and url != before)
    friend.locator("#rematch button").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    page.locator("#resign").dblclick()
    page.locator("#check-luck").click()
    expect(page.locator("#luck-report .verdict")).to_contain_text("Verified: every draw matches")


def test_people_who_share_a_device_need_not_notice_either(page: Page) -> None:
    page.goto("/games/piecepack")
    page.locator("[name=chair-1]").select_option("me")
    page.locator("main button.primary").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    page.locator("#luck summary").click()
    expect(page.locator("#luck dd").nth(2)).to_have_text(re.compile("^Green: [0-9a-f]{32}, Pink: none$"))


def test_names_of_those_who_share_the_device_are_asked_for(page: Page) -> None:
    page.goto("/games/yamamoto")
    expect(page.locator("[name=name-1]")).to_be_hidden()
    page.locator("[name=chair-1]").select_option("me")
    page.locator("[name=name]").fill("Ada")
    page.locator("[name=name-1]").fill("Ben")
    page.locator("main button.primary").click()
    expect(page.locator("#seats .name")).to_have_text(["Ben", "Ada"])  # the first at this device sits below


@pytest.mark.parametrize("forged", [False, True])
def test_who_began_by_lot_is_checked_on_the_device(forged: bool, page: Page) -> None:
    page.goto("/games/yamamoto")
    page.locator("[name=chair-1]").select_option("level:2")
    page.locator("details.fold summary").first.click()
    page.locator("[name=begins]").select_option("random")
    page.locator("main button.primary").click()
    page.locator("#resign").dblclick()
    if forged:
        page.route("**/draws", lambda route: route.fulfill(json=(told := route.fetch().json()) | {"first": 1 - told["first"]}))
    page.locator("#check-luck").click()
    expect(page.locator("#luck-report")).to_contain_text("Who began does not follow" if forged else "Who began was drawn by lot")
    expect(page.locator("#luck-report .verdict").first).to_contain_text("Not verified" if forged else "Verified: every draw")
