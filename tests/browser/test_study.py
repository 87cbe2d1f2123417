"""The analysis board, the check of the luck and the puzzles, as a person uses them."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import calumma
from calumma.play import Luck
from calumma.play.luck import number_for
from calumma.puzzles import Puzzle, judge, puzzles_of
from calumma.puzzles.daily import of_day

pytestmark = pytest.mark.browser
Until = Callable[[Page, str], None]
TOP = "cell => document.querySelector(`#board [data-cell=${cell}]`).getBoundingClientRect().y"
PAGES = ["/analysis", "/analysis/yamamoto", "/analysis/piecepack", "/puzzles", "/puzzles/life", "/puzzles/yamamoto/1"]


def open_board(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#table[data-ready]").wait_for()


def shown(page: Page) -> str:
    return page.locator("#table").get_attribute("data-shown") or ""


def click_move(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f"#board [data-cell='{cell}']").click()


def expect_shown(page: Page, line: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-shown", line)


# The analysis board


def test_moves_variations_keys_and_the_shared_link(page: Page, browser: Browser) -> None:
    open_board(page, "/analysis/yamamoto")
    click_move(page, "a1", "a2")
    expect_shown(page, "a1a2")
    click_move(page, "a5", "b3")
    expect_shown(page, "a1a2 a5b3")
    page.keyboard.press(",")
    expect_shown(page, "a1a2")
    click_move(page, "c5", "c4")
    expect_shown(page, "a1a2 c5c4")
    expect(page.locator("#moves .variation button")).to_have_text("2. c5c4")
    expect(page.locator("#happened")).to_have_text("Blue moved the white piece from c5 to c4.")
    other = browser.new_context()
    second = other.new_page()
    open_board(second, page.locator("#link").input_value())
    expect_shown(second, "a1a2 c5c4")
    assert second.locator("#position").input_value() == page.locator("#position").input_value()
    other.close()
    page.keyboard.press("Home")
    expect_shown(page, "")
    page.locator("#moves").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect_shown(page, "a1a2 a5b3")
    page.keyboard.press("ArrowDown")
    expect_shown(page, "a1a2 c5c4")
    page.locator("#promote").click()
    expect(page.locator("#moves .variation button")).to_have_text("2. a5b3")
    page.locator("#slider").fill("1")
    expect_shown(page, "a1a2")


def test_a_move_is_made_by_keyboard_alone(page: Page) -> None:
    open_board(page, "/analysis/yamamoto")
    while not page.evaluate("document.activeElement?.closest('#board') !== null"):
        page.keyboard.press("Tab")
    for _ in range(8):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect_shown(page, "a1a2")


def test_what_is_pointed_at_is_told_what_threatens_it(page: Page) -> None:
    open_board(page, "/analysis/yamamoto?line=b1c3%20a5c4")
    page.locator("#board [data-cell='c3']").hover(force=True)
    expect(page.locator("#happened")).to_contain_text("Blue could capture it from c4.")
    assert page.locator(".ring.threatening").count() > 0
    page.locator("#state").hover(force=True)
    expect(page.locator("#happened")).not_to_contain_text("could capture")


def test_a_wrong_text_gets_a_sentence_and_a_right_one_is_shown(page: Page) -> None:
    page.goto("/analysis/yamamoto")
    page.locator("#table[data-ready]").wait_for()
    page.locator("#setup summary").click()
    page.locator("#pasted").fill("5/1w3/2W1b/5/3W1 b")
    expect(page.locator("#pasted-state")).to_have_text("Valid position.")
    page.locator("#show-pasted").click()
    expect(page.locator("#table")).to_have_attribute("data-position", "5/1w3/2W1b/5/3W1 b")
    expect(page.locator("#exact")).to_contain_text("Blue wins in 3 plies")
    page.locator("#palette input[value='']").check()
    click_move(page, "c3")
    expect(page.locator("#table")).to_have_attribute("data-position", "5/1w3/4b/5/3W1 b")


def test_a_wrong_text_gets_a_sentence(context: Any) -> None:
    page = context.new_page()  # a refused request is an error on the console
    open_board(page, "/analysis/yamamoto?from=wbwbw/5/5/5+o")
    expect(page.locator("#refusal")).to_contain_text("expected five ranks separated by slashes, found 4.")
    page.locator("#setup summary").click()
    page.locator("#pasted").fill("wbwbw/5/5/5 o")
    expect(page.locator("#pasted-state")).to_contain_text("expected five ranks separated by slashes, found 4.")
    page.locator("#palette input[value='W']").check()
    click_move(page, "c3")
    expect(page.locator("#refusal")).to_contain_text("Orange has 4 pieces W: expected at most 3.")


def test_luck_is_chosen_or_drawn(page: Page) -> None:
    open_board(page, "/analysis/piecepack")
    page.locator("#outcome").select_option("~R3")
    page.locator("#choose").click()
    expect_shown(page, "~R3")
    page.locator("#roll").click()
    expect(page.locator("#table")).to_have_attribute("data-shown", re.compile(r"^~R3 ~\w\d$"))
    page.locator("#roll-all").click()
    expect(page.locator("#chance")).to_be_hidden()
    expect(page.locator("#state")).to_have_text("Green's turn")


def test_a_finished_match_is_analysed_with_its_turning_points(page: Page, play_out: Callable[..., int]) -> None:
    page.goto("/")
    page.locator("#game-yamamoto button.primary").click()
    page.wait_for_url("**/t/*")
    play_out(page, seed=3, most=500)
    plies = page.locator("#log li[data-ply]").count()
    expect(page.locator("#log .exact-ply").last).to_have_text(re.compile(r"^(wins|loses) in \d+$"))
    page.locator("#analyse").click()
    page.locator("#table[data-ready]").wait_for()
    assert len(shown(page).split()) == plies
    page.locator("[data-go=first]").click()
    expect_shown(page, "")
    page.locator("#ask").click()
    expect(page.locator("#values")).to_contain_text("would play")
    page.locator("#turning summary").click()
    page.locator("#turning-find").click()
    expect(page.locator("#turning-state")).to_have_text(re.compile("No turning points"))
    with page.expect_download() as download:
        page.locator("#share summary").click()
        page.locator("[data-go=last]").click()
        expect(page.locator("#slider")).to_have_value(str(plies))
        page.locator("#record").click()
    assert len(json.loads(download.value.path().read_text())["plies"]) == plies


# The luck


def test_hashes_in_script_are_those_of_python(page: Page) -> None:
    page.goto("/puzzles")
    rng = random.Random(5)
    messages = [rng.randbytes(length) for length in [*range(0, 140, 3), 55, 56, 63, 64, 65, 1000]]
    keys = [rng.randbytes(length) for length in (0, 1, 32, 63, 64, 65, 200)]
    script = """async ([messages, keys]) => {
      const { sha256, hmac, toHex, fromHex } = await import("/static/js/sha256.js");
      const codes = keys.map((key) => toHex(hmac(fromHex(key), fromHex(messages[7]))));
      return [messages.map((text) => toHex(sha256(fromHex(text)))), codes];
    }"""
    digests, codes = page.evaluate(script, [[text.hex() for text in messages], [key.hex() for key in keys]])
    assert digests == [hashlib.sha256(text).hexdigest() for text in messages]
    assert codes == [hmac.digest(key, messages[7], "sha256").hex() for key in keys]


def test_draws_in_script_are_those_of_python(page: Page) -> None:
    page.goto("/puzzles")
    luck = Luck(bytes(range(32)), ["grüße", None, "seed"])
    totals = [1, 2, 3, 48, 2**31, 2**53 - 1]
    script = """async ([secret, seeds, totals]) => {
      const { keyOf, drawn } = await import("/static/js/luck.js");
      const { fromHex, toHex } = await import("/static/js/sha256.js");
      const key = keyOf(fromHex(secret), seeds);
      return [toHex(key), drawn(key, "first", 6), totals.map((total, ply) => drawn(key, ply * 7, total))];
    }"""
    key, first, numbers = page.evaluate(script, [luck.secret.hex(), list(luck.seeds), totals])
    assert (key, first) == (luck.key(3).hex(), number_for(luck.key(3), "first", 6))
    assert numbers == [number_for(luck.key(3), ply * 7, total) for ply, total in enumerate(totals)]


def resigned(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.locator("#board [data-cell].lit, #choices button").first.wait_for()
    page.locator("#resign").click()
    page.locator("#resign").click()
    page.locator("#check-luck").wait_for()


@pytest.mark.parametrize("game", ["piecepack", "life"])
def test_true_luck_is_found_true(game: str, page: Page) -> None:
    resigned(page, game)
    page.locator("#check-luck").click()
    expect(page.locator("#luck-report .verdict")).to_have_text(re.compile(r"^Verified: every draw matches\. All \d+ follow"))
    expect(page.locator("#luck-report")).to_contain_text("The seed that this device chose for this match is among the seeds")
    expect(page.locator("#luck-report")).to_contain_text("This device noted the same commitment")
    assert page.locator(".checked li").count() >= 7


PLY = "(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json()).then((table) => table.ply)"


def test_who_plays_on_from_a_review_keeps_seat_and_luck(page: Page) -> None:
    resigned(page, "piecepack")
    table = page.url.rsplit("/", 1)[1]
    ply = page.evaluate(PLY, table)
    words = dict.fromkeys(("name", "position", "played", "better", "words"), "x")
    moment = {**words, "ply": ply, "seat": 0, "svg": "<svg></svg>", "played_cells": [], "better_cells": []}
    page.route("**/review?tall=*", lambda route: route.fulfill(json=[moment]))
    page.locator("#review").click()
    page.get_by_role("button", name="Play on from here").click()
    page.locator(f"#table[data-branch='{table}'][data-turn=true]").wait_for()
    assert page.evaluate(PLY, page.url.rsplit("/", 1)[1]) == ply
    page.locator("#resign").click()
    page.locator("#resign").click()
    page.locator("#check-luck").click()
    expect(page.locator("#luck-report .verdict")).to_have_text(re.compile(r"^Verified: every draw matches"))
    expect(page.locator("#luck-report")).to_contain_text("The seed that this device chose for this match is among the seeds")


FALSE = {
    "another outcome": (
        lambda told: told["draws"][2].update(text=other_outcome(told["draws"][2])),
        "One of 7 draws does not follow",
    ),
    "an impossible outcome": (lambda told: told["draws"][2].update(text="~?"), "~? is none of the"),
    "another secret": (lambda told: told.update(secret="00" * 32), "The secret does not fit the commitment"),
    "another commitment": (
        lambda told: told.update(secret="00" * 32, commitment=hashlib.sha256(bytes(32)).hexdigest()),
        "This device noted another commitment",
    ),
    "another beginner": (
        lambda told: told.update(first=1 - told["first"] if told["first"] is not None else 5),
        "Who began does not follow",
    ),
    "another seed": (lambda told: told["seeds"].__setitem__(0, "forged"), "draws do not follow from the secret and the seeds"),
}


def other_outcome(told: dict[str, Any]) -> str:
    return next(text for text, _ in told["outcomes"] if text != told["text"])


def falsified(forge: Callable[[Any], Any]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        told = route.fetch().json()
        forge(told)
        route.fulfill(json=told)

    return answer


def test_false_luck_is_found_false(page: Page) -> None:
    resigned(page, "piecepack")
    for forge, words in FALSE.values():
        page.route("**/api/tables/*/draws", falsified(forge))
        page.locator("#check-luck").click()
        expect(page.locator("#luck-report")).to_contain_text(words)
        expect(page.locator("#luck-report .verdict").first).to_have_text("Not verified: something does not match.")
        page.unroute("**/api/tables/*/draws")


# Puzzles


def play(page: Page, puzzle: Puzzle, text: str) -> None:
    """Click the cells of a move on the page of a puzzle."""
    state = puzzle.beginning()
    for cell in puzzle.game.path(state, puzzle.game.parse_move(state, text)):
        page.locator(f"#board [data-cell='{cell}'], #choices [data-choice='{cell}']").first.dispatch_event("click")


@pytest.mark.parametrize("name", calumma.games())
def test_a_puzzle_of_the_day_is_failed_solved_and_shared(page: Page, name: str) -> None:
    puzzle = min(puzzles_of(name), key=lambda puzzle: len(puzzle.line))
    day = next(day for n in range(1000) if of_day(name, day := date(2026, 1, 1) + timedelta(days=n)) == puzzle)
    state = puzzle.beginning()
    texts = [puzzle.game.move_text(state, action) for action in state.legal()]
    page.goto(f"/puzzles/{name}/today?day={day}")
    page.locator("#table[data-ready]").wait_for()
    play(page, puzzle, next(text for text in texts if text != puzzle.line[0]))
    page.locator("#table[data-verdict=wrong][data-ready]").wait_for()
    expect(page.locator("#state")).to_contain_text("That is not it.")
    play(page, puzzle, puzzle.line[0])
    expect(page.locator("#table")).to_have_attribute("data-verdict", re.compile("solved|right"))


def test_a_puzzle_is_solved_by_keyboard_and_a_streak_is_kept(page: Page) -> None:
    puzzle = next(one for one in puzzles_of("bradley") if len(one.line) == 3)
    day = next(day for n in range(1000) if of_day("bradley", day := date(2026, 1, 1) + timedelta(days=n)) == puzzle)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/puzzles/bradley/today?day={day}")
    page.locator("#table[data-ready]").wait_for()
    press(page, next(text for text in cells(page) if judge(puzzle, [], text).verdict == "wrong"))
    page.locator("#table[data-verdict=wrong][data-ready]").wait_for()
    expect(page.locator("#own-rating")).to_have_text(re.compile(r"^Your rating in these puzzles: \d+ \(−\d+\)\.$"))
    played: list[str] = []
    while not played or judge(puzzle, played[:-1], played[-1]).verdict != "solved":
        page.locator("#table[data-ready]").wait_for()
        played = (page.locator("#table").get_attribute("data-moves") or "").split()
        played.append(next(text for text in cells(page) if judge(puzzle, played, text).verdict != "wrong"))
        press(page, played[-1])
    expect(page.locator("#streak")).to_have_text("Solved 1 day in a row.")
    page.locator("#share").click()
    shared = page.locator("#table[data-shared]").get_attribute("data-shared") or ""
    assert f"Puzzle of the day, Chameleon, The Cubes, {day}: ✗✓" in shared
    page.goto("/puzzles/bradley")
    expect(page.locator("li .done:not([hidden])")).to_have_count(1)


def is_below(page: Page, low: str, high: str) -> bool:
    """Whether one cell is nearer to who looks than another."""
    return bool(page.evaluate(TOP, low) > page.evaluate(TOP, high))


def test_who_solves_for_the_side_above_has_it_below_and_can_turn_the_board(page: Page) -> None:
    puzzle = next(one for one in puzzles_of("yamamoto") if one.seat == 1)
    page.goto(f"/puzzles/yamamoto/{puzzle.number}")
    page.locator("#table[data-ready]").wait_for()
    assert is_below(page, "a5", "a1")
    page.locator("#turn-board").click()
    page.wait_for_function(f"() => ({TOP})('a1') > ({TOP})('a5')")
    assert page.locator("#board .lit").count()
    page.locator("a", has_text="Analyse").click()
    page.locator("#table[data-shown]").wait_for()
    assert is_below(page, "a5", "a1")
    play(page, puzzle, puzzle.line[0])
    expect_shown(page, puzzle.line[0])
    assert is_below(page, "a5", "a1")


def press(page: Page, cell: str) -> None:
    page.locator(f"#board [data-cell='{cell}']").focus()
    page.keyboard.press("Enter")


def cells(page: Page) -> list[str]:
    """The cells that can be chosen now."""
    return [str(cell.get_attribute("data-cell")) for cell in page.locator("#board .lit[data-cell]").all()]


# Every page


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_axe_finds_nothing_serious_and_nothing_sticks_out(
    width: int, scheme: Any, browser: Browser, address: str, serious: Callable[[Page], list[str]]
) -> None:
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion="reduce",  # what fades in has other colours for a while
        bypass_csp=True,
    )
    page = context.new_page()
    found = {}
    for place in PAGES[scheme == "dark" :]:
        page.goto(place)
        if page.locator("#board").count():
            page.locator("#board svg").wait_for()
        for summary in page.locator(".study summary").all():
            summary.click()
        found[place] = serious(page)
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found[place].append("scrolls sideways")
    context.close()
    assert {place: problems for place, problems in found.items() if problems} == {}


def test_every_game_opens_on_the_analysis_board(page: Page) -> None:
    for game in calumma.games():
        open_board(page, f"/analysis/{game}")
        expect(page.locator("#board svg")).to_have_count(1)
        assert page.locator("#board .lit").count() or page.locator("#roll").is_visible()
