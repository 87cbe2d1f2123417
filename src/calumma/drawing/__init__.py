"""Scenes, and how they become pictures, text and words. It knows no rules and no game."""

from calumma.drawing.effects import Effect, path_of_view, story_of_views
from calumma.drawing.messages import MessageError, choice_text, reason_text, tell, tell_all
from calumma.drawing.scene import Cell, Label, Part, Piece, Scene, SeatStrip
from calumma.drawing.svg import draw_marker, draw_svg, style_sheet
from calumma.drawing.text import draw_text

__all__ = [
    "Cell",
    "Effect",
    "Label",
    "MessageError",
    "Part",
    "Piece",
    "Scene",
    "SeatStrip",
    "choice_text",
    "draw_marker",
    "draw_svg",
    "draw_text",
    "path_of_view",
    "reason_text",
    "story_of_views",
    "style_sheet",
    "tell",
    "tell_all",
]
