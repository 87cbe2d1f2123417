"""Scenes, and how they become pictures, text and words. It knows no rules and no game."""

from calumma.drawing.effects import Effect, path_of_view, story_of_views
from calumma.drawing.scene import Cell, Label, Part, Piece, Scene, SeatStrip

__all__ = ["Cell", "Effect", "Label", "Part", "Piece", "Scene", "SeatStrip", "path_of_view", "story_of_views"]
