"""How boards feel under hands: carrying, broad fingers, what a move would do, luck that is named, points that rise."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.browser
Until = Callable[[Page, str], None]
MY_TURN = "document.getElementById('table')?.dataset.turn === 'true' && document.querySelector('#board .lit, #choices button')"


def start(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.wait_for_url("**/t/*")
    page.locator("#board [data-cell].lit, #choices button").first.wait_for()


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"#board [data-cell='{name}']")


def carry(page: Page, start: str, end: str) -> None:
    page.mouse.move(*middle(cell(page, start)))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, end)), steps=6)


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    wish: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(base_url=address, reduced_motion="reduce", device_scale_factor=2, **wish)
    yield context.new_page()
    context.close()


def test_a_piece_is_carried_to_its_square(page: Page) -> None:
    start(page, "yamamoto")
    carry(page, "a1", "a2")
    expect(page.locator("#board .ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#board .ghost")).to_have_count(0)
    expect(page.locator("#log li[data-ply]").first).to_contain_text("a1a2")


def test_a_chosen_piece_and_then_another_can_still_be_carried(page: Page) -> None:
    start(page, "yamamoto")
    cell(page, "a1").click()
    carry(page, "a1", "e4")
    page.mouse.up()
    cell(page, "a1").click()
    carry(page, "c1", "c2")
    page.mouse.up()
    expect(page.locator("#log li[data-ply]").first).to_contain_text("c1c2")


def test_a_piece_let_go_elsewhere_goes_back(page: Page) -> None:
    start(page, "yamamoto")
    carry(page, "a1", "e4")
    page.mouse.up()
    expect(page.locator("#board .chosen")).to_have_count(0)
    expect(cell(page, "a1")).to_have_class(re.compile("lit"))
    expect(page.locator("#log li[data-ply]")).to_have_count(0)


def test_a_finger_carries_a_piece_without_scrolling_the_page(phone: Page) -> None:
    start(phone, "yamamoto")
    session = phone.context.new_cdp_session(phone)
    (x, y), (to_x, to_y) = middle(cell(phone, "a1")), middle(cell(phone, "a2"))
    steps = [(x + (to_x - x) * i / 8, y + (to_y - y) * i / 8) for i in range(9)]
    for kind, (at_x, at_y) in [("touchStart", steps[0]), *(("touchMove", step) for step in steps)]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]})
    expect(phone.locator("#board .ghost")).to_have_count(1)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.locator("#log li[data-ply]").first).to_contain_text("a1a2")
    assert phone.evaluate("scrollY") == 0


def test_where_a_piece_could_go_is_shown_when_it_is_pointed_at(page: Page) -> None:
    start(page, "yamamoto")
    page.mouse.move(*middle(cell(page, "a5")))  # a piece of the other side, on a dark square: it steps and leaps
    expect(page.locator("#board .ring.reached")).to_have_count(4)  # a4, b4, b3 and c4: its own piece is on b5


def test_a_finger_beside_a_small_square_is_meant_for_it(phone: Page) -> None:
    start(phone, "bradley")
    lit = phone.locator("#board .cells .lit.square").first
    box = lit.bounding_box()
    assert box is not None
    assert box["width"] >= 24
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 9)
    expect(phone.locator("#board .chosen, #log li[data-ply]").first).to_be_attached()


@pytest.mark.parametrize("game", ["bradley", "life", "piecepack"])
def test_on_a_phone_the_board_has_the_whole_width_and_nothing_else_scrolls(game: str, phone: Page) -> None:
    start(phone, game)
    width = phone.evaluate("document.querySelector('#board > svg').getBoundingClientRect().width")
    assert width >= 350
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    state = phone.locator("#state").bounding_box()
    assert state is not None
    assert state["y"] < 740


def test_a_tile_is_shown_with_its_reckoning_before_it_is_laid(page: Page, until: Until) -> None:
    start(page, "piecepack")
    plies = page.locator("#log li[data-ply]").count()
    page.locator("#board .cells .grip").last.dispatch_event("click")  # a tile of the own hand
    page.locator("#board .dots circle").first.wait_for(state="attached")
    page.locator("#board .cells .lit:not(.chosen)").last.dispatch_event("click")
    if page.locator("#choices [data-choice=no-wasp]").count():
        page.locator("#choices [data-choice=no-wasp]").click()
    expect(page.locator("#preview")).to_contain_text("from hand.")
    assert page.locator("#log li[data-ply]").count() == plies  # nothing has been played
    page.mouse.move(2, 2)  # away from the buttons, which tell what they would do when they are pointed at
    page.keyboard.press("Escape")
    expect(page.locator("#choices [data-choice=confirm]")).to_have_count(0)
    expect(page.locator("#preview")).to_be_hidden()


def test_a_confirmed_tile_is_laid(page: Page) -> None:
    start(page, "piecepack")
    page.locator("#board .cells .grip").last.dispatch_event("click")
    page.locator("#board .dots circle").first.wait_for(state="attached")
    page.locator("#board .cells .lit:not(.chosen)").last.dispatch_event("click")
    if page.locator("#choices [data-choice=no-wasp]").count():
        page.locator("#choices [data-choice=no-wasp]").click()
    plies = page.locator("#log li[data-ply]").count()
    page.locator("#choices [data-choice=confirm]").click()
    expect(page.locator("#log li[data-ply]").nth(plies)).to_contain_text("added")


def test_pointing_at_a_square_tells_which_cubes_would_turn(page: Page) -> None:
    start(page, "bradley")
    drop = page.locator("#board .cells .lit:not(.grip)").first
    page.mouse.move(*middle(drop))
    expect(page.locator("#preview")).to_contain_text(re.compile(r"Turns \d+ cube"))
    turned = int(re.search(r"Turns (\d+)", page.locator("#preview").inner_text()).group(1))  # type: ignore[union-attr]
    expect(page.locator("#board .ring.foreseen")).to_have_count(turned)
    expect(page.locator("#preview p")).to_contain_text(f"Purple +{turned + 1}")


def test_life_tells_what_is_left_and_plays_a_sequence_with_one_click(page: Page, until: Until) -> None:
    start_life(page, until)
    expect(page.locator("#facts")).to_contain_text("3 actions left")
    go_on_until_there_is_food(page, until)
    button = page.locator("#shortcuts button").first
    assert re.match(r"(Eat|Put|Go|Start|Complete|Lay) ", button.inner_text())
    plies = page.locator("#log li[data-ply]").count()
    button.click()
    expect(page.locator("#log li[data-ply]").nth(plies)).to_contain_text("Panther")


def go_on_until_there_is_food(page: Page, until: Until) -> None:
    """Walk about, by requests, until a bug can be eaten and the page shows it; luck may need a second match."""
    rng, deadline = random.Random(3), time.monotonic() + 300
    while time.monotonic() < deadline:
        seen = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
        if any(move["text"].startswith("eat") for move in seen["moves"]):
            until(page, f"{MY_TURN} && document.getElementById('table').dataset.number === '{seen['number']}'")
            return
        if moves := [move for move in seen["moves"] if move["text"].startswith("go")] or seen["moves"]:
            body = {"ply": seen["ply"], "moves": [rng.choice(moves)["action"]]}
            page.request.post(f"/api/tables/{seen['table']}/play", data=body, headers={"Origin": page.url.partition("/t/")[0]})
        if seen["status"] == "over":
            start_life(page, until)
    raise AssertionError("nothing could be eaten")


def start_life(page: Page, until: Until) -> None:
    """Begin a match, and send the bug off that the first roll may have scared."""
    start(page, "life")
    for _ in range(6):
        until(page, MY_TURN)
        if "scared" not in page.locator("#facts").inner_text():
            return
        number = page.locator("#table").get_attribute("data-number")
        page.locator("#board .cells .lit").first.dispatch_event("click")
        until(page, f"document.getElementById('table').dataset.number !== '{number}'")


def test_luck_is_named(page: Page, until: Until) -> None:
    start_life(page, until)
    page.locator("#board [data-cell='supply:R']").click()  # lie in wait: a die is rolled
    expect(page.locator("#chance")).to_contain_text(re.compile("red bug|Jackson|Panther"))


def test_the_slider_goes_back_through_the_match(page: Page, until: Until) -> None:
    start(page, "yamamoto")
    cell(page, "a1").click()
    cell(page, "a2").click()
    until(page, f"{MY_TURN} && document.querySelectorAll('#log [data-ply]').length === 2")
    page.locator("#slider").fill("1")
    expect(page.locator("#state")).to_have_text("Position after move 1")
    page.locator("#slider").press("End")
    expect(page.locator("#state")).to_have_text("Your turn")


def test_somebody_who_comes_to_watch_does_not_undo_half_a_move(page: Page, browser: Browser, address: str) -> None:
    start(page, "yamamoto")
    cell(page, "a1").click()
    other = browser.new_context(base_url=address)
    stranger = other.new_page()
    stranger.goto(page.url)
    stranger.locator("#seats li").first.wait_for()
    page.wait_for_timeout(200)
    expect(cell(page, "a1")).to_have_class(re.compile("chosen"))
    other.close()
    cell(page, "a2").click()
    expect(page.locator("#log li[data-ply]").first).to_contain_text("a1a2")


def test_record_and_picture_can_be_kept(page: Page) -> None:
    start(page, "yamamoto")
    for name, ending in (("Record", ".json"), ("Picture", ".svg")):
        with page.expect_download() as download:
            page.locator("#actions a", has_text=name).click()
        assert download.value.suggested_filename.endswith(ending)


def test_matches_to_watch_are_listed(page: Page, browser: Browser, address: str) -> None:
    page.goto("/")
    page.locator("#game-chamelequin button", has_text="Watch").click()
    page.wait_for_url("**/t/*")
    place = page.url.rpartition("/")[2]
    other = browser.new_context(base_url=address)
    stranger = other.new_page()
    stranger.goto("/")
    if not stranger.locator(f".tables-card a[href='/t/{place}']").count():  # a quick match of bots may be over by now
        expect(page.locator("#table")).to_have_attribute("data-status", "over")
    other.close()


MOTION = """async () => {
  const { move, pieces } = await import("/static/js/motion.js");
  const host = document.createElement("div");
  const piece = (id, look) => `<g data-piece="${id}" data-on="${id}" transform="translate(0 0)"><text>${look}</text></g>`;
  const svg = (look) => `<svg><g class="pieces">${["a", "b", "c", "d"].map((id) => piece(id, look)).join("")}</g></svg>`;
  document.body.append(host);
  host.innerHTML = svg("P");
  const before = pieces(host);
  host.innerHTML = svg("G");
  const done = move(before, host, [["d"], ["c", "a", "b"]]);
  const turning = [...host.querySelectorAll("[data-piece]")].flatMap((each) => each.getAnimations().map((animation) =>
    ({ id: each.dataset.piece, look: each.textContent, delay: animation.effect.getTiming().delay })));
  await done;
  return { turning, left: host.querySelectorAll("[data-piece]").length };
}"""


ABOVE = """async () => {
  const { move, pieces } = await import("/static/js/motion.js");
  const host = document.createElement("div");
  const piece = (id, on, x) => `<g data-piece="${id}" data-on="${on}" transform="translate(${x} 0)"></g>`;
  const svg = (...inside) => `<svg><g class="pieces">${inside.join("")}</g></svg>`;
  document.body.append(host);
  host.innerHTML = svg(piece("cube-a", "a", 0), piece("cube-c", "c", 9), piece("marker", "c", 9));
  const before = pieces(host);
  host.innerHTML = svg(piece("cube-b", "b", 5), piece("cube-c", "c", 9), piece("marker", "b", 5));
  const resting = move(before, host, [["a", "b"]]);
  const flying = pieces(host).map((each) => each.id);
  await resting;
  return [flying, pieces(host).map((each) => each.id)];
}"""


DEALT = """async () => {
  const { isDealt, move, pieces } = await import("/static/js/motion.js");
  const host = document.createElement("div");
  document.body.append(host);
  host.innerHTML = '<svg><g class="pieces"></g></svg>';
  const before = pieces(host);
  const card = '<g data-piece="card" data-on="hand" data-from="50 7" transform="translate(0 0)"></g>';
  host.innerHTML = `<svg><g class="pieces">${card}</g></svg>`;
  void move(before, host, []);
  const [first] = host.querySelector("[data-piece]").getAnimations()[0].effect.getKeyframes();
  return [isDealt(before, host.innerHTML), isDealt(pieces(host), host.innerHTML), first.transform];
}"""


def test_a_marker_stays_on_top_of_its_cube_and_a_card_comes_from_its_deck(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, reduced_motion="no-preference")
    page = context.new_page()
    page.goto("/")
    flying, resting = page.evaluate(ABOVE)
    assert flying[-3:] == ["cube-c", "cube-b", "marker"]
    assert resting == ["cube-b", "cube-c", "marker"]
    assert page.evaluate(DEALT) == [True, False, "translate(50px, 7px) scale(1)"]
    context.close()


@pytest.mark.parametrize("calm", [False, True])
def test_pieces_turn_in_the_order_of_the_story(calm: bool, browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, reduced_motion="reduce" if calm else "no-preference")
    page = context.new_page()
    page.goto("/")
    found = page.evaluate(MOTION)
    context.close()
    fresh = sorted((each for each in found["turning"] if each["look"] == "G"), key=lambda each: each["delay"])
    assert [each["id"] for each in fresh] == ([] if calm else ["d", "c", "a", "b"])
    old = {each["id"]: each["delay"] for each in found["turning"] if each["look"] == "P"}
    assert all(old[each["id"]] < each["delay"] for each in fresh)  # the old look stays until its time has come
    assert found["left"] == 4


def test_the_frame_follows_a_growing_board_without_a_jump(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, reduced_motion="no-preference")
    page = context.new_page()
    page.goto("/")
    boxes = page.evaluate(
        """async () => {
          const { follow } = await import("/static/js/motion.js");
          document.body.insertAdjacentHTML("beforeend", '<svg id="grown" viewBox="50 0 900 900"></svg>');
          const picture = document.getElementById("grown");
          follow(picture, new DOMRect(0, 0, 900, 900));
          const first = picture.getAttribute("viewBox");
          const deadline = performance.now() + 60000;
          while (picture.getAttribute("viewBox") !== "50 0 900 900" && performance.now() < deadline)
            await new Promise((resolve) => setTimeout(resolve, 20));
          return [first, picture.getAttribute("viewBox")];
        }"""
    )
    context.close()
    assert boxes == ["0 0 900 900", "50 0 900 900"]
