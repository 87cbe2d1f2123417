"""Scenes, and how they become pictures, text and words. It knows no rules and no game."""

from calumma.core.catalogue import MessageError
from calumma.core.effect import Effect
from calumma.core.guide import Guide, Row, Shortcut
from calumma.core.messages import choice_text, reason_text, tell, tell_all, tell_would
from calumma.drawing.paths import path_of_view
from calumma.drawing.scene import Cell, CellShape, Label, Part, Piece, Plate, Prop, Scene, SeatStrip, picture_of
from calumma.drawing.svg import draw_marker, draw_svg, style_sheet
from calumma.drawing.text import draw_text
from calumma.drawing.turning import turned

__all__ = [
    "Cell",
    "CellShape",
    "Effect",
    "Guide",
    "Label",
    "MessageError",
    "Part",
    "Piece",
    "Plate",
    "Prop",
    "Row",
    "Scene",
    "SeatStrip",
    "Shortcut",
    "choice_text",
    "draw_marker",
    "draw_svg",
    "draw_text",
    "path_of_view",
    "picture_of",
    "reason_text",
    "style_sheet",
    "tell",
    "tell_all",
    "tell_would",
    "turned",
]
