"""Scenes as text for a terminal: Unicode with ANSI colours, or plain ASCII.

A square is `scene.columns` characters wide and `scene.rows` high. Whatever has a colour is written in an ink on that colour, so
that it reads on light and dark terminals alike, and never says by colour alone what matters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import ceil, dist, floor

from calumma.drawing.palette import COLOURS, DARK_INK, NEUTRALS, TONES, variables
from calumma.drawing.scene import Cell, Label, Piece, Scene

WIDTH = 80
PLAIN = {
    "·": ".",
    "░": ":",
    "…": "~",
    "–": "-",
    "—": "-",
    "’": "'",
    "×": "x",
    "•": "*",
    "→": ">",
    "←": "<",
    "■": "#",
    "●": "o",
    "○": "o",
}
LEVELS = (0, 95, 135, 175, 215, 255)
SHARED = {16 + i: rgb for i, rgb in enumerate(product(LEVELS, repeat=3))} | {232 + i: (8 + 10 * i,) * 3 for i in range(24)}
PURE = {
    "red": 160,
    "orange": 208,
    "yellow": 220,
    "green": 71,
    "blue": 25,
    "violet": 54,
    "purple": 90,
    "lightblue": 117,
    "pink": 218,
}
CHOSEN = {COLOURS[name].light.fill: index for name, index in PURE.items()}
"""Where the nearest of the shared colours is not the one that looks right."""


@dataclass(frozen=True)
class Style:
    """Ink and ground as colours like #d1393c; none of them leaves the terminal's own."""

    ink: str = ""
    ground: str = ""
    bold: bool = False


BARE = Style()


def draw_text(
    scene: Scene,
    colour: bool = True,
    ascii: bool = False,
    lit: Iterable[str] = (),
    *,
    highlights: Iterable[str] | None = None,
    choices: bool = False,
    width: int = WIDTH,
) -> str:
    """Return a scene as lines of text without a final newline.

    colour: with ANSI colours. ascii: with nothing but ASCII. lit: cells that can be clicked, in [brackets]. highlights: cells of
    the last move, instead of the scene's, in (parentheses). choices: write the buttons too. width: columns of the terminal.
    """
    shown = [cell for cell in scene.cells if choices or cell.shape != "choice"]
    grid = _Grid(scene, shown, width)
    last = frozenset(scene.highlights if highlights is None else highlights)
    canvas = _Canvas()
    for label in scene.labels:
        canvas.write(grid.middle_row(label.y), grid.label_column(label), label.text)
    for cell in shown:
        pieces = [piece for piece in scene.pieces if piece.cell == cell.id]
        _write_cell(canvas, grid.box(cell), cell, pieces, _brackets(cell, frozenset(lit), last), colour)
    return canvas.text(colour, ascii, width)


class _Grid:
    """Where squares fall on the grid of characters."""

    def __init__(self, scene: Scene, cells: list[Cell], width: int) -> None:
        self.rows = scene.rows
        self.columns = scene.columns
        self.left = min([cell.x - cell.width / 2 for cell in cells], default=0.0)
        self.top = min([cell.y - cell.height / 2 for cell in cells], default=0.0)
        self.indent = max([0, *(len(label.text) + 1 for label in scene.labels if self.is_beside(label))])
        # Rather narrower squares than a board that the terminal breaks into pieces.
        while self.columns > 1 and self._right(scene, cells) > width:
            self.columns -= 1

    def _right(self, scene: Scene, cells: list[Cell]) -> int:
        ends = [self.column(cell.x + cell.width / 2) for cell in cells]
        return max([0, *ends, *(self.label_column(label) + len(label.text) for label in scene.labels)])

    def is_beside(self, label: Label) -> bool:
        """Return whether a label belongs to the left of the board: there it is set close, however far in the picture."""
        return label.x < self.left and label.anchor != "start"

    def label_column(self, label: Label) -> int:
        """Return where a label begins."""
        if self.is_beside(label):
            return self.indent - 1 - len(label.text)
        back = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * len(label.text)
        return self.indent + floor((label.x - self.left) * self.columns - back + 1e-6)

    def column(self, x: float) -> int:
        return self.indent + floor((x - self.left) * self.columns + 1e-6)

    def row(self, y: float) -> int:
        return floor((y - self.top) * self.rows + 1e-6)

    def middle_row(self, y: float) -> int:
        """Return the row of a text whose middle is there: the upper one where two rows meet."""
        return ceil((y - self.top) * self.rows - 1e-6) - 1

    def box(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return left, top, width and height of a cell in characters."""
        left, right = self.column(cell.x - cell.width / 2), self.column(cell.x + cell.width / 2)
        top, bottom = self.row(cell.y - cell.height / 2), self.row(cell.y + cell.height / 2)
        return left, top, max(1, right - left), max(1, bottom - top)


@dataclass
class _Canvas:
    """Characters with their styles by row and column; rows and columns may be negative until it is read."""

    places: dict[tuple[int, int], tuple[str, Style]] = field(default_factory=dict)

    def write(self, row: int, column: int, text: str, style: Style = BARE) -> None:
        for i, letter in enumerate(text):
            self.places[row, column + i] = (letter, style)

    def text(self, colour: bool, ascii_only: bool, width: int) -> str:
        if not self.places:
            return ""
        top, bottom = min(row for row, _ in self.places), max(row for row, _ in self.places)
        left = min(0, *(column for _, column in self.places))
        lines = (self._line(row, left, left + width, colour, ascii_only) for row in range(top, bottom + 1))
        return "\n".join(lines).strip("\n")

    def _line(self, row: int, left: int, limit: int, colour: bool, ascii_only: bool) -> str:
        columns = [column for place, column in self.places if place == row and column < limit]
        line = [self.places.get((row, column), (" ", BARE)) for column in range(left, max(columns, default=left - 1) + 1)]
        letters = [(_plain(letter) if ascii_only else letter, style) for letter, style in line]
        return _ansi(letters) if colour else "".join(letter for letter, _ in letters).rstrip()


def _brackets(cell: Cell, lit: frozenset[str], last: frozenset[str]) -> str:
    return "[]" if cell.id in lit else "()" if cell.id in last else ""


def _write_cell(
    canvas: _Canvas, box: tuple[int, int, int, int], cell: Cell, pieces: list[Piece], brackets: str, colour: bool
) -> None:
    left, top, width, height = box
    ground = _ground(cell)
    if colour and ground.ground:
        for row in range(top, top + height):
            canvas.write(row, left, " " * width, ground)
    if cell.shape in ("card", "choice"):
        _write_card(canvas, box, cell, pieces, brackets, ground)
        return
    content = [(piece.text, _badge(piece)) for piece in pieces] or [_empty(cell, ground)]
    shade = "░" if TONES.get(cell.ground, cell.ground) == "dark" and not colour and not brackets else ""
    _write_centred(canvas, top + (height - 1) // 2, left, width, content, brackets, ground, shade)


def _write_centred(
    canvas: _Canvas,
    row: int,
    left: int,
    width: int,
    content: list[tuple[str, Style]],
    brackets: str,
    ground: Style,
    shade: str = "",
) -> None:
    """Write what stands on a cell in its middle, between brackets if it is lit or highlighted."""
    length = sum(len(text) for text, _ in content)
    column = left + max(0, (width - length) // 2)
    before, after = (brackets[0], brackets[1]) if brackets else (shade, shade)
    if before:
        canvas.write(row, column - 1, before, Style(ground.ink, ground.ground, bold=True))
        canvas.write(row, column + length, after, Style(ground.ink, ground.ground, bold=True))
    for text, style in content:
        canvas.write(row, column, text, style)
        column += len(text)


def _write_card(
    canvas: _Canvas, box: tuple[int, int, int, int], cell: Cell, pieces: list[Piece], brackets: str, ground: Style
) -> None:
    """Write the words of a card, with what lies on it below them or, in a single row, behind them."""
    left, top, width, height = box
    badges = [(piece.text, _badge(piece)) for piece in pieces]
    room = max(1, width - 2)
    if not badges or height > 1:
        _write_centred(canvas, top, left, width, [(_clipped(cell.label or cell.text, room), ground)], brackets, ground)
        if badges:
            _write_centred(canvas, top + 1, left, width, badges, "", ground)
        return
    room -= sum(len(text) for text, _ in badges) + 1
    words = [(_clipped(cell.label, room) + " ", ground)] if cell.label and room > 0 else []
    _write_centred(canvas, top, left, width, words + badges, brackets, ground)


def _clipped(text: str, room: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"


def _empty(cell: Cell, ground: Style) -> tuple[str, Style]:
    """What an empty cell shows: its own text, the small letter of its colour, or a dot."""
    letter = COLOURS[cell.ground].letter.lower() if cell.ground in COLOURS else "·"
    if cell.mark:
        tints = variables("light")
        return cell.text or COLOURS[cell.mark].letter.lower(), Style(tints[f"{cell.mark}-ink"], tints[cell.mark])
    return cell.text or letter, ground


def _ground(cell: Cell) -> Style:
    if cell.ground in COLOURS:
        return Style(DARK_INK, COLOURS[cell.ground].light.muted)
    if (tone := TONES.get(cell.ground, cell.ground)) in ("light", "dark"):
        return Style(DARK_INK, NEUTRALS[tone][0])
    return BARE


def _badge(piece: Piece) -> Style:
    if piece.colour not in COLOURS:
        return Style(bold=True)
    tints = variables("light")
    return Style(tints[f"{piece.colour}-ink"], tints[piece.colour], bold=True)


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    folded = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return PLAIN.get(letter) or folded[:1] or "?"


def _ansi(letters: list[tuple[str, Style]]) -> str:
    found, current = [], BARE
    while letters and letters[-1] == (" ", BARE):
        letters.pop()
    for letter, style in letters:
        if style != current:
            found.append(_escape(style))
            current = style
        found.append(letter)
    return "".join(found) + ("" if current == BARE else "\x1b[0m")


def _escape(style: Style) -> str:
    codes = ["0"]
    if style.bold:
        codes.append("1")
    if style.ink:
        codes.append(f"38;5;{_index(style.ink)}")
    if style.ground:
        codes.append(f"48;5;{_index(style.ground)}")
    return f"\x1b[{';'.join(codes)}m"


@cache
def _index(tint: str) -> int:
    """Return the nearest of the 256 colours that terminals share: a cube of 6x6x6, and greys."""
    wanted = [int(tint[i : i + 2], 16) for i in (1, 3, 5)]
    return CHOSEN.get(tint) or min(SHARED, key=lambda index: dist(SHARED[index], wanted))
