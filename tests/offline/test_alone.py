"""What a person does alone, clicked through in the folder without a network: one visit of Chromium for all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, expect

import calumma
from calumma.lessons import lessons_of
from calumma.offline.files import is_built
from calumma.puzzles import judge, puzzles_of

pytestmark = [pytest.mark.folder, pytest.mark.skipif(not is_built(), reason="the folder is not built: make offline")]
PATIENCE = 180_000  # milliseconds: a busy machine is no failure


class Alone:
    """Somebody with the folder on a device in flight mode. `problems` are errors that a script or the console told."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)

    @property
    def frame(self) -> Frame:
        return self.page.frames[1]

    def find(self, selector: str) -> Locator:
        return self.page.frame_locator("#pages").locator(selector)

    def go(self, path: str, wait_for: str = "main") -> None:
        self.frame.goto(self.address + path)
        self.find(wait_for).first.wait_for()

    def click(self, *cells: str) -> None:
        for cell in cells:
            self.find(f"#board [data-cell='{cell}'], #choices [data-choice='{cell}']").first.dispatch_event("click")

    def kept(self, selector: str) -> Path:
        with self.page.expect_download() as download:
            self.find(selector).click()
        return download.value.path()

    def begin(self, game: str) -> None:
        self.go("")
        self.find(f"#game-{game} form[action*='/play/'] button").click()
        self.find("#board [data-cell].lit, #choices button").first.wait_for()

    def resign(self) -> None:
        self.find("#resign").dblclick()
        expect(self.find("#table")).to_have_attribute("data-status", "over")


@pytest.fixture(scope="module")
def alone(chromium: Browser, hosts: Callable[[], Any], opened: Callable[..., Page]) -> Iterator[Alone]:
    host = hosts()
    context = chromium.new_context(viewport={"width": 1100, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    found = Alone(opened(context, host.address), host.address)
    host.stop()
    context.set_offline(True)
    yield found
    context.close()


@pytest.fixture(autouse=True)
def no_problems(alone: Alone) -> Iterator[None]:
    alone.problems.clear()
    yield
    assert alone.problems == []


def test_it_can_be_installed(alone: Alone) -> None:
    session = alone.page.context.new_cdp_session(alone.page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    icons = {(icon["sizes"], icon["purpose"]) for icon in json.loads(told["data"])["icons"]}
    assert icons >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    errors = {each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # as all windows of tests are


def test_a_lesson_is_done(alone: Alone) -> None:
    first, second = lessons_of("yamamoto")[:2]
    alone.go("learn/yamamoto", f"#table[data-ready='{first.key}']")
    alone.find("#hint").click()
    expect(alone.find("#hinted")).to_be_visible()
    alone.click("c1", "c2")
    expect(alone.find("#table")).to_have_attribute("data-verdict", "done")
    alone.find("#next").click()
    alone.find(f"#table[data-ready='{second.key}']").wait_for()


@pytest.mark.parametrize("name", calumma.games())
def test_a_puzzle_is_tried(alone: Alone, name: str) -> None:
    alone.go(f"puzzles/{name}", "main li")
    puzzle = min(puzzles_of(name), key=lambda one: len(one.line))
    alone.go(f"puzzles/{name}/{puzzle.number}", "#table[data-ready]")
    state = puzzle.beginning()
    alone.click(*puzzle.game.path(state, puzzle.game.parse_move(state, puzzle.line[0])))
    expect(alone.find("#table")).to_have_attribute("data-verdict", re.compile("solved|right"))
    assert judge(puzzle, [], puzzle.line[0]).verdict != "wrong"


def test_previews_hints_and_refusals_come_from_the_device(alone: Alone) -> None:
    alone.begin("yamamoto")
    alone.find("#hint").click()
    expect(alone.find("#preview")).to_have_text(re.compile(r"^Moves the (white|black) piece "))
    alone.click("a1", "a4")
    expect(alone.find("#refusal")).to_contain_text("steps or leaps like a knight")
    alone.find("#rules-link").click()
    expect(alone.find("#rules article h1")).to_be_visible()
    alone.find("#rules-close").click()


def test_rules_have_their_pictures(alone: Alone) -> None:
    alone.go("rules/life", "article img")
    assert (
        alone.frame.evaluate(
            "Promise.all([...document.images].map((each) => each.decode().then(() => each.naturalWidth > 0)))"
        ).count(False)
        == 0
    )


def test_a_match_is_taken_back_resigned_kept_and_reviewed(alone: Alone) -> None:
    alone.begin("yamamoto")
    alone.click("a1", "a2")
    expect(alone.find("#log li[data-ply]")).to_have_count(2)
    alone.find("#undo").click()
    expect(alone.find("#log")).to_contain_text("took back")
    alone.click("b1", "b2")
    expect(alone.find("#state")).to_have_text("Your turn")
    assert alone.kept("#picture").read_text().startswith("<svg")
    alone.resign()
    record = alone.kept("#actions a[href*=record]").read_text()
    assert json.loads(record)["plies"][0] == "b1b2"
    alone.find("#share").click()
    assert "animate" in alone.kept("#share-ways a[download]").read_text()
    assert alone.kept("#share-picture").read_bytes().startswith(b"\x89PNG")
    alone.find("#review").click()
    expect(alone.find("#table")).to_have_attribute("data-ready", re.compile(r"\d+"))
    alone.go("analysis/bradley", "#table[data-ready]")
    alone.find("#setup summary").click()
    alone.find("#pasted").fill(record)
    alone.find("#show-pasted").click()
    expect(alone.find("#table[data-game=yamamoto]")).to_have_attribute("data-shown", re.compile("^b1b2 "))


def test_the_analysis_board_asks_bots_and_proofs(alone: Alone) -> None:
    alone.go("analysis/yamamoto", "#table[data-ready]")
    alone.find("#ask").click()
    expect(alone.find("#values")).to_contain_text("would play")
    alone.find("#setup summary").click()
    alone.find("#pasted").fill("5/1w3/2W1b/5/3W1 b")
    alone.find("#show-pasted").click()
    expect(alone.find("#exact")).to_contain_text("Blue wins in 3 plies")
    alone.find("#share summary").click()
    assert alone.kept("#picture").read_text().startswith("<svg")


def test_luck_is_verified_by_the_page(alone: Alone) -> None:
    alone.begin("piecepack")
    alone.resign()
    alone.find("#check-luck").click()
    expect(alone.find("#luck-report .verdict")).to_have_text(re.compile("^Verified: every draw matches"))


def test_a_rung_of_the_ladder_is_climbed(alone: Alone) -> None:
    alone.go("ladder", ".ladder")
    alone.find(".ladder[data-game=chamelequin] button.primary").first.click()
    alone.find("#board [data-cell].lit").first.wait_for()
    alone.resign()
    alone.go("ladder", ".ladder")
    expect(alone.find(".ladder[data-game=chamelequin] tbody tr").first).to_contain_text("0 · 0 · 1")
    assert alone.kept("a[href*='/api/me/ladder']").read_text().startswith("{")


def test_two_people_at_one_device_see_their_own_hands_only(alone: Alone) -> None:
    alone.go("games/piecepack")
    alone.find("[name=chair-1]").select_option("me")
    alone.find("[name=name]").fill("Ada")
    alone.find("[name=name-1]").fill("Ben")
    alone.find("main button.primary").click()
    seen = set()
    for _ in range(200):
        alone.find("#cover:not([hidden]), #board .lit, #choices button").first.wait_for()
        if alone.find("#cover").is_visible():
            seen.add(alone.find("#cover p").inner_text())
            expect(alone.find("#board")).not_to_contain_text("Your hand")
            alone.find("#cover button").click()
            expect(alone.find("#board")).to_contain_text("Your hand")
        if len(seen) == 2:
            break
        number = alone.find("#table").get_attribute("data-number")
        alone.find("#board [data-cell].lit, #choices button").first.dispatch_event("click")
        alone.page.wait_for_timeout(50)
        assert number
    assert len(seen) == 2


def test_bots_are_watched_and_looks_are_remembered(alone: Alone) -> None:
    alone.go("")
    alone.find("details.menu summary").click()
    alone.find("input[value=dark]").check()
    alone.find("#game-bradley form[action*='/watch/'] button").click()
    expect(alone.find("body")).to_have_attribute("data-theme", "dark")
    expect(alone.find("#log li[data-ply]").nth(1)).to_be_visible()


def test_matches_go_into_a_file_and_come_back(alone: Alone) -> None:
    alone.begin("yamamoto")
    alone.go("me", "#luggage")
    kept = alone.kept("#luggage a[download]").read_bytes()
    alone.find("#luggage input[type=file]").set_input_files({"name": "kept.json", "mimeType": "application/json", "buffer": kept})
    expect(alone.find("main .offer")).to_have_text(re.compile(r"brought to this device: 0\. Here already: [1-9]"))
    alone.find("#luggage input[type=file]").set_input_files({"name": "part.json", "mimeType": "", "buffer": kept[:-9]})
    expect(alone.find("main .refusal")).to_contain_text("That file holds no matches")
    alone.problems.clear()  # the console says that something was refused


def test_what_needs_other_people_says_so(alone: Alone) -> None:
    alone.go("")
    expect(alone.find(".tables-card")).to_contain_text("To play with people elsewhere, use a server.")
    alone.go("me")
    expect(alone.find("main")).to_contain_text("on this device alone")
    alone.frame.goto(f"{alone.address}recover")
    expect(alone.find("main")).to_contain_text("needs a server")
    alone.problems.clear()  # the console says that there is no such page
