"""A refused click for every kind of reason that clicks can meet: positions of random matches are searched for one of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import calumma
from calumma import OVER, Rng
from calumma.site.explanations import refused_click

pytestmark = pytest.mark.browser
PLIES = 300  # of random matches that are searched
LEAST = {"yamamoto": 6, "bradley": 7, "chamelequin": 9, "piecepack": 8, "life": 27}  # kinds that such matches hold


def refused(state: Any) -> Iterator[list[str]]:
    """Clicks that lead nowhere: on one cell, or on one after those with which several moves begin."""
    game = state.game
    picture = game.svg(state, state.to_act)
    cells = [cell.id for cell in game.scene(state, state.to_act).cells if f'data-cell="{cell.id}"' in picture]
    paths = [game.path(state, action) for action in state.legal()]
    starts = {path[0] for path in paths}
    if len(starts & set(cells)) != 1:  # else what stands there is in hand without a click
        yield from ([cell] for cell in cells if cell not in starts)
    for start in sorted(starts):
        going = [path for path in paths if path[0] == start]
        if len(going) > 1 and start in cells:
            following = {path[1] for path in going if len(path) > 1}
            yield from ([start, cell] for cell in cells if cell not in starts | following)


def examples(name: str) -> dict[str, tuple[str, list[str], str]]:
    """For every kind of reason a position, the cells to click there, and the sentence."""
    game, found = calumma.load(name), dict[str, tuple[str, list[str], str]]()
    state, rng = game.new(), Rng(3)
    for _ in range(PLIES):
        if state.to_act == OVER:
            state = game.new()
        if state.to_act >= 0 and len(state.legal()) > 1:
            for clicks in refused(state):
                key = state.refusal_of(clicks).key
                if key not in found:
                    found[key] = (game.position_text(state), clicks, refused_click(game, state, 0, clicks)["words"])
        state.apply(state.pick(rng))
    return found


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1366])
@pytest.mark.parametrize("name", calumma.games())
def test_every_kind_of_reason_is_told_where_it_is_clicked(page: Page, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    found = examples(name)
    assert len(found) >= LEAST[name], sorted(found)
    for position, clicks, words in found.values():
        page.goto(f"/analysis/{name}?seats={calumma.load(name).seats}&from={quote(position)}")
        page.locator("#table[data-ready]").wait_for()
        for cell in clicks:
            page.locator(f"#board [data-cell='{cell}']").first.dispatch_event("click")
        expect(page.locator("#refusal"), " ".join(clicks)).to_have_text(words)
        assert page.locator(".ring.threatening").count() > 0, words
