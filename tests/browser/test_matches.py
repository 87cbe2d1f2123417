"""Whole matches by clicking what is lit, for every game there is: no test here knows a game's rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import calumma

pytestmark = pytest.mark.browser
Until = Callable[[Page, str], None]


def open_table(page: Page, game: str, **wish: Any) -> str:
    """Open a table by the form's own request, as this page's guest; returns its address."""
    fields = {f"chair-{seat}": chair for seat, chair in enumerate(wish["chairs"])} | {"seats": str(len(wish["chairs"]))}
    answer = page.request.post(f"/games/{game}", form=fields, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def expect_end(page: Page) -> None:
    expect(page.locator("#result p").first).to_have_text(re.compile(r"(won|won by .+|shared the win.*|is a draw)\.$"))
    expect(page.locator("#result p").nth(1)).to_have_text(re.compile(r"\w.*\.$"))
    expect(page.locator("#result tbody tr").first.locator("td")).to_have_count(page.locator("#seats li").count())


@pytest.mark.parametrize("game", calumma.games())
def test_a_match_against_bots_is_played_to_its_end_by_clicking(
    game: str, page: Page, play_out: Callable[..., int], until: Until
) -> None:
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.wait_for_url("**/t/*")
    play_out(page, seed=1, most=5000)
    expect_end(page)
    assert page.locator("#log li[data-ply]").count() > 5
    page.locator("#rematch button").click()
    until(page, "document.getElementById('table')?.dataset.status === 'playing'")


@pytest.mark.parametrize("seats", [4, 6])
def test_the_team_game_is_played_to_its_end(seats: int, page: Page, play_out: Callable[..., int]) -> None:
    page.goto("/")
    page.goto(open_table(page, "bradley", chairs=["me", *["level:2"] * (seats - 1)]))
    play_out(page, seed=2, most=5000)
    expect_end(page)
    expect(page.locator("#seats li.won")).to_have_count(seats // 2)


def test_three_people_on_one_device_see_their_own_hands_only(page: Page, until: Until) -> None:
    page.goto("/")
    page.goto(open_table(page, "piecepack", chairs=["me", "me", "me"]))
    rng, covered = random.Random(4), set()
    for _ in range(1000):
        until(page, "document.querySelector('#cover:not([hidden]), #board .lit, #choices button')")
        if page.locator("#cover").is_visible():
            covered.add(page.locator("#cover p").inner_text())
            assert page.locator("#board .lit").count() == 0
            expect(page.locator("#board")).not_to_contain_text("Your hand")
            page.locator("#cover button").click()
            expect(page.locator("#board")).to_contain_text("Your hand")
            until(page, "document.querySelector('#board .lit, #choices button')")
        number = page.locator("#table").get_attribute("data-number")
        lit = page.locator("#board [data-cell].lit, #choices button")
        lit.nth(rng.randrange(lit.count())).dispatch_event("click")
        page.wait_for_timeout(20)
        if len(covered) == 3 and number:
            break
    assert len(covered) == 3


def test_a_match_is_played_by_keyboard_alone(page: Page, until: Until) -> None:
    page.goto("/")
    for _ in range(40):  # Tab to the first game's button
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.closest('form')?.matches('[action=\"/play/yamamoto\"]')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    rng = random.Random(7)
    for _ in range(5000):
        status = "document.getElementById('table')?.dataset"
        until(page, f"{status}?.status === 'over' || ({status}?.turn === 'true' && document.querySelector('.lit'))")
        if page.evaluate(f"{status}.status") == "over":
            break
        step_to_a_lit_cell(page, rng)
        page.keyboard.press("Enter")
        page.wait_for_timeout(15)
    expect_end(page)


TOWARDS_A_LIT_CELL = """(share) => {
    const here = document.activeElement.getBoundingClientRect();
    const lit = [...document.querySelectorAll("#board [data-cell].lit")];
    const there = lit[Math.floor(share * lit.length)]?.getBoundingClientRect();
    if (!there) return null;
    const [x, y] = [there.x + there.width / 2 - here.x - here.width / 2, there.y + there.height / 2 - here.y - here.height / 2];
    if (Math.hypot(x, y) < 1) return "";
    return Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp";
}"""


def step_to_a_lit_cell(page: Page, rng: random.Random) -> None:
    """Walk over the board with the arrow keys until the focus is on a lit cell, as straight as a person would."""
    share = rng.random()
    for _ in range(200):
        if not page.evaluate("document.activeElement?.closest('#board') !== null"):
            page.keyboard.press("Tab")
        elif (key := page.evaluate(TOWARDS_A_LIT_CELL, share)) == "":
            return
        elif key:
            page.keyboard.press(key)
        else:
            page.wait_for_timeout(15)  # the position has just changed under the walker
    raise AssertionError("no lit cell was reached")


def test_escape_steps_back(page: Page) -> None:
    page.goto("/")
    page.locator("#game-yamamoto button.primary").click()
    page.locator("#board [data-cell='b1']").click()
    expect(page.locator("#board [data-cell='b1']")).to_have_class(re.compile("chosen"))
    page.keyboard.press("Escape")
    expect(page.locator("#board .chosen")).to_have_count(0)
    expect(page.locator("#board [data-cell='b1']")).to_have_class(re.compile("lit"))


def test_an_earlier_position_can_be_looked_at(page: Page, until: Until) -> None:
    page.goto("/")
    page.locator("#game-yamamoto button.primary").click()
    page.locator("#board [data-cell='a1']").click()
    page.locator("#board [data-cell='a2']").click()
    until(
        page,
        "document.getElementById('table').dataset.turn === 'true' && document.querySelectorAll('#log [data-ply]').length === 2",
    )
    page.locator("#replay [data-go=first]").click()
    expect(page.locator("#board [data-piece][data-on='a1']")).to_have_count(1)
    expect(page.locator("#state")).to_have_text("Position after move 0")
    page.locator("#replay [data-go=last]").click()
    expect(page.locator("#state")).to_have_text("Your turn")
    expect(page.locator("#board [data-piece][data-on='a1']")).to_have_count(0)


def is_above(page: Page, upper: str, lower: str) -> bool:
    """Whether one square is nearer to the top of the page than another."""
    top, bottom = (page.locator(f"#board [data-cell='{cell}']").bounding_box() for cell in (upper, lower))
    return top is not None and bottom is not None and top["y"] < bottom["y"]


def test_two_browsers_play_one_live_match_each_from_its_side(page: Page, browser: Browser, until: Until) -> None:
    page.goto("/")
    page.goto(open_table(page, "yamamoto", chairs=["me", "open"]))
    page.locator("#invite").wait_for()
    link = page.locator("#invite input").input_value()
    other = browser.new_context(reduced_motion="reduce")
    friend = other.new_page()
    friend.goto(link)
    friend.locator("input[name=name]").fill("Ben")
    friend.locator("button.primary").click()
    expect(page.locator("#state")).to_have_text("Your turn")
    expect(friend.locator("#state")).to_have_text(re.compile("'s turn$"))
    page.locator("#board [data-cell='a1']").click()
    page.locator("#board [data-cell='a2']").click()
    expect(friend.locator("#state")).to_have_text("Your turn")
    expect(friend.locator("#log li").last).to_contain_text("Orange moved the white piece from a1 to a2.")
    assert is_above(page, "a5", "a1")
    assert is_above(friend, "a1", "a5")
    friend.locator("#board [data-cell='c5']").focus()
    friend.keyboard.press("ArrowUp")
    assert friend.evaluate("document.activeElement.dataset.cell") == "c4"
    friend.locator("#turn-board").click()
    until(friend, "document.querySelector('#board [data-cell=a5]').getAttribute('transform') === 'translate(0 0)'")
    assert is_above(friend, "a5", "a1")
    friend.locator("#turn-board").click()
    until(friend, "document.querySelector('#board [data-cell=a5]').getAttribute('transform') === 'translate(400 400)'")
    friend.locator("#board [data-cell='c5']").drag_to(friend.locator("#board [data-cell='c4']"))
    expect(page.locator("#log li").last).to_contain_text("c5c4")
    page.locator("#undo").click()
    friend.locator("#offer [data-answer=yes]").click()
    expect(page.locator("#state")).to_have_text("Your turn")
    expect(page.locator("#log li").last).to_contain_text("took back")
    other.close()


def test_a_click_that_leads_nowhere_is_explained_by_the_rules(page: Page) -> None:
    page.goto("/")
    page.goto(open_table(page, "yamamoto", chairs=["me", "me"]))
    page.locator('#board [data-cell="a1"].lit').dispatch_event("click")
    page.locator('#board [data-cell="a4"]').dispatch_event("click")
    expect(page.locator("#refusal")).to_have_text(
        "A white piece on a dark square steps or leaps like a knight, so it cannot go from a1 to a4 (rule 2)."
    )
    page.locator('#board [data-cell="c5"]').dispatch_event("click")
    expect(page.locator("#refusal")).to_have_text("The piece on c5 is Blue's, and it is Orange's turn.")
    page.locator('#board [data-cell="a1"]').dispatch_event("click")
    expect(page.locator("#refusal")).to_be_hidden()


def test_what_threatens_a_piece_is_told_when_the_mouse_rests_on_it(page: Page, until: Until) -> None:
    page.goto("/")
    page.goto(open_table(page, "yamamoto", chairs=["me", "me"]))
    for ply, cells in enumerate((("a1", "b3"), ("a5", "b4"))):
        until(page, f"document.querySelectorAll('#log li[data-ply]').length === {ply} && document.querySelector('#board .lit')")
        for cell in cells:
            page.locator(f'#board [data-cell="{cell}"].lit').dispatch_event("click")
    until(page, "document.querySelectorAll('#log li[data-ply]').length === 2 && document.querySelector('#board .lit')")
    page.locator('#board [data-cell="b3"]').hover()
    expect(page.locator("#preview")).to_contain_text("Blue could capture it from b4.")
    expect(page.locator('#board [data-ring="b4"]')).to_have_class(re.compile("threatening"))
