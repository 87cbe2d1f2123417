"""A board seen from its other side: what lies on it changes places, while every thing and every word stays upright."""

from __future__ import annotations

from dataclasses import replace

from calumma.drawing.scene import Cell, Label, Piece, Plate, Prop, Scene

BESIDE = ("card", "choice")
"""Shapes of cells that lie beside a board without a heart of its own."""


def turned(scene: Scene) -> Scene:
    """Return a scene with its board turned by half a circle. What lies beside the board stays where it is."""
    board = [cell for cell in scene.cells if _is_on_board(scene, cell)]
    if not board:
        return scene
    turn = _Turn(
        min(cell.x - cell.width / 2 for cell in board),
        min(cell.y - cell.height / 2 for cell in board),
        max(cell.x + cell.width / 2 for cell in board),
        max(cell.y + cell.height / 2 for cell in board),
    )
    ids = {cell.id for cell in board}
    cells = tuple(turn.cell(cell) if cell.id in ids else cell for cell in scene.cells)
    heights = {cell.id: cell.y for cell in cells}
    return replace(
        scene,
        cells=cells,
        pieces=tuple(
            sorted(map(turn.piece, scene.pieces), key=lambda piece: heights.get(piece.cell, 0.0))
        ),  # the nearer ones in front
        labels=tuple(turn.label(label) for label in scene.labels),
        plates=tuple(turn.plate(plate) for plate in scene.plates),
        props=tuple(turn.prop(prop) for prop in scene.props),
    )


def _is_on_board(scene: Scene, cell: Cell) -> bool:
    if scene.heart is None:
        return cell.shape not in BESIDE
    left, top, right, bottom = scene.heart
    return left <= cell.x <= right and top <= cell.y <= bottom


class _Turn:
    """Half a turn about the middle of a box."""

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self.left, self.top, self.right, self.bottom = left, top, right, bottom

    def x(self, x: float) -> float:
        return self.left + self.right - x

    def y(self, y: float) -> float:
        return self.top + self.bottom - y

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def cell(self, cell: Cell) -> Cell:
        return replace(cell, x=self.x(cell.x), y=self.y(cell.y))

    def label(self, label: Label) -> Label:
        """A coordinate follows its line and stays at its edge; other words beside the board stay."""
        across, down = self.left <= label.x <= self.right, self.top <= label.y <= self.bottom
        if label.anchor != "middle" or not (across or down):
            return label
        return replace(label, x=self.x(label.x) if across else label.x, y=self.y(label.y) if down else label.y)

    def plate(self, plate: Plate) -> Plate:
        """What carries the board turns with it."""
        across, down = zip(*plate.points, strict=True)
        middle = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        if not (min(across) <= middle[0] <= max(across) and min(down) <= middle[1] <= max(down)):
            return plate
        return replace(plate, points=tuple((self.x(x), self.y(y)) for x, y in plate.points))

    def piece(self, piece: Piece) -> Piece:
        """A deck on the board turns with it."""
        if piece.source is None or not self.holds(*piece.source):
            return piece
        return replace(piece, source=(self.x(piece.source[0]), self.y(piece.source[1])))

    def prop(self, prop: Prop) -> Prop:
        return replace(prop, x=self.x(prop.x), y=self.y(prop.y)) if self.holds(prop.x, prop.y) else prop
