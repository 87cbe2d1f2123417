"""A newcomer's first match, all the way: from home through every lesson to a win against the lowest level, by clicking only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import calumma
from calumma import players
from calumma.lessons import Lesson, lessons_of

pytestmark = pytest.mark.browser
PlayLesson = Callable[[Page, Lesson, tuple[str, ...]], None]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1366, "height": 768}
QUICK = calumma.games()[0]  # is played in `make test`, the others in `make long`
PATIENCE = 60_000  # milliseconds
MATCHES = 5  # until one is won: where luck has a say, not every one can be
CLICK = """(path) => {
  const root = document.getElementById("table");
  for (const cell of path) {
    const place = document.querySelector(`#board [data-cell="${cell}"], #choices [data-choice="${cell}"]`);
    place?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (root.dataset.turn !== "true") return;
    const confirm = document.querySelector("#choices [data-choice=confirm]");
    if (confirm) return confirm.click();
  }
}"""
SETTLED = """async (patience) => {
  const root = document.getElementById("table");
  const end = performance.now() + patience;
  while (root.dataset.status !== "over" && root.dataset.turn !== "true") {
    if (performance.now() > end) throw new Error("the page waits for ever");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return root.dataset.status;
}"""


def seen_table(page: Page) -> Any:
    """The match as the page's own guest sees it. The browser asks: it asks again where a connection has ended meanwhile."""
    return page.evaluate("(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", page.url.rsplit("/", 1)[1])


def play(page: Page, bot: str) -> str:
    """Play a match to its end with a bot's help; return how the page says that it ended."""
    while page.evaluate(SETTLED, PATIENCE) != "over":
        seen = seen_table(page)
        if not seen["moves"]:
            page.wait_for_timeout(10)
            continue
        game = calumma.load(seen["game"], len(seen["players"]), **seen["options"])
        seat = seen["to_act"]
        state = game.parse_position(seen["position"], seat) if game.info.has_secrets else game.parse_position(seen["position"])
        action = players.load(bot, game, 1).choose(state, seat).action
        page.evaluate(CLICK, game.path(state, action))
        page.wait_for_timeout(10)
    return page.locator("#result .words p").first.inner_text()


@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(name, size, marks=() if (name, size) == (QUICK, PHONE) else pytest.mark.long)
        for name in calumma.games()
        for size in (PHONE, DESK)
    ],
    ids=lambda value: value if isinstance(value, str) else str(value["width"]),
)
def test_a_newcomer_learns_all_and_wins_a_first_match(
    browser: Browser, with_real_bots: str, name: str, size: ViewportSize, play_lesson: PlayLesson
) -> None:
    with browser.new_context(base_url=with_real_bots, viewport=size, reduced_motion="reduce") as context:
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto("/")
        page.locator(f"#game-{name} .ways-in > :first-child").click()
        for lesson in lessons_of(name):
            play_lesson(page, lesson, lesson.lines[0])
            expect(page.locator("#table")).to_have_attribute("data-verdict", "done")
            page.locator("#next:visible, #play:visible button").click()
        page.wait_for_url("**/t/**")
        for _ in range(MATCHES):
            ended = play(page, "level:3")
            if ended.startswith("You won"):
                break
            with page.expect_navigation():
                page.locator("#rematch button").click()
        assert ended.startswith("You won"), ended
        bots = seen_table(page)["bots"]
        assert {bot for bot in bots if bot} == {"level:1"}
        assert problems == []
