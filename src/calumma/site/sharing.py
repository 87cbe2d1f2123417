"""What people show others of a finished match: a picture of its end with title and names, and a short film of its course.

Both are SVG and stand for themselves. The film is animated by SVG's own means, so that it plays in any browser without a script.
"""

from __future__ import annotations

from dataclasses import dataclass

from calumma.core import GameError
from calumma.core.messages import listed
from calumma.core.words import Words
from calumma.drawing import draw_svg
from calumma.drawing.markup import element, words
from calumma.drawing.palette import variables
from calumma.play import Match
from calumma.site.positions import last_cells, scene_of
from calumma.site.results import names_of, result
from calumma.site.table import Table

say = Words(__package__)

WIDTH, HEIGHT = 1200, 630  # what social networks show of a link
MARGIN = 40
BOARD = HEIGHT - 2 * MARGIN
SERIF = "'Source Serif 4', 'Source Serif 4 SemiBold', 'Source Serif Pro', Georgia, 'DejaVu Serif', serif"
FRAMES = 24  # positions of a film
STEP, STAY = 0.45, 3.0  # seconds that a position is shown, and the last one
GAP = 16  # between the title, its subtitle, who won, and who played
LETTERS = 22  # that fit a line beside the board


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """What a link to a finished match shows beside the picture of its end."""

    title: str
    sentence: str


def link_preview(match: Match) -> LinkPreview | None:
    """Return what a link to a match shows, as a spectator sees it; None until there is an end to show."""
    ended = result(match)
    if ended is None or match.called_off:
        return None
    game = match.game
    title = ", ".join(filter(None, (game.info.title, game.definition.subtitle)))
    return LinkPreview(say("share.title", title=title, names=listed(names_of(match))), f"{ended['words']} {ended['reason']}")


def share_picture(table: Table) -> str:
    """Return the end of a match as a picture, 1200 pixels by 630, as a spectator sees it."""
    return _card(table.match, _board(table.match, table.match.ply, "end"))


def share_film(table: Table) -> str:
    """Return the course of a match as an animated picture, positions chosen evenly, the end for longer."""
    match = table.match
    count = min(FRAMES, match.ply + 1)
    plies = sorted({round(match.ply * i / max(1, count - 1)) for i in range(count)})
    whole = STEP * (len(plies) - 1) + STAY
    return _card(match, "".join(_frame(match, ply, i, len(plies), whole) for i, ply in enumerate(plies)))


def _frame(match: Match, ply: int, index: int, count: int, whole: float) -> str:
    """One position of a film; all but the last are hidden where nothing moves pictures."""
    start = round(index * STEP / whole, 4)
    end = 1.0 if index == count - 1 else round((index + 1) * STEP / whole, 4)
    values, times = ["visible", "hidden"], [start, end]
    if index:
        values, times = ["hidden", *values], [0.0, *times]
    if end == 1.0:
        values, times = values[:-1], times[:-1]
    moving = element(
        "animate", attributeName="visibility", values=";".join(values), keyTimes=";".join(map(str, times)),
        calcMode="discrete", dur=f"{whole}s", repeatCount="indefinite",
    )  # fmt: skip
    shown = "visible" if index == count - 1 else "hidden"
    return element("g", moving, _board(match, ply, f"f{index}"), visibility=shown)


def _board(match: Match, ply: int, prefix: str) -> str:
    """A position at the right of a card."""
    cells = last_cells(match, None) if ply == match.ply else []
    board = draw_svg(scene_of(match, None, ply), "light", "subtle", highlights=cells, prefix=prefix, heart=True)
    place = f'<svg x="{WIDTH - MARGIN - BOARD}" y="{MARGIN}" width="{BOARD}" height="{BOARD}" '
    return place + board.removeprefix("<svg ")


def _card(match: Match, board: str) -> str:
    ended = result(match)
    if ended is None or match.called_off:
        raise GameError(say("share-after-the-end"))
    tints, info = variables("light"), match.game.info
    sheet = element("rect", width=str(WIDTH), height=str(HEIGHT), fill=tints["page"])
    groups = [
        (info.title, LETTERS - 8, 62, 700, tints["ink"]),
        (match.game.definition.subtitle, LETTERS, 40, 400, tints["faint"]),
        (ended["words"], LETTERS - 2, 42, 600, tints["lit"]),
        (" · ".join(names_of(match)), LETTERS + 8, 30, 400, tints["ink"]),
    ]
    y, written = 70.0, [_line("Calumma", HEIGHT - MARGIN, 26, 600, tints["faint"])]
    for text, letters, size, weight, ink in groups:
        for line in _lines(text, letters):
            y += size * 1.2
            written.append(_line(line, y, size, weight, ink))
        y += GAP
    label = f"{info.title}. {ended['words']}"
    return element(
        "svg", element("title", words(label)), sheet, *written, board, xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}", width=str(WIDTH), height=str(HEIGHT), role="img",
    )  # fmt: skip


def _line(text: str, y: float, size: int, weight: int, ink: str) -> str:
    return element(
        "text", words(text), x=str(MARGIN + 10), y=str(round(y)), font_size=str(size), font_weight=str(weight),
        font_family=SERIF, fill=ink,
    )  # fmt: skip


def _lines(text: str, letters: int) -> list[str]:
    """Break words into lines of so many letters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= letters:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
