"""Tries at a position, in lessons and puzzles, as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calumma.core import Game, State
from calumma.lessons import TriedPly
from calumma.site.analysis import Line, node
from calumma.site.study_messages import StudyView
from calumma.site.viewers import Layout


@dataclass(frozen=True, slots=True)
class Stand:
    """Where somebody tries: the first position of a game, the seat that looks, and how its pictures are laid out."""

    game: Game
    start: str
    seat: int
    layout: Layout

    def view(self, line: Sequence[str], state: State, ply: TriedPly | None = None) -> StudyView:
        """Return the position after a line as the seat sees it, with what the last ply did."""
        shown = node(Line(self.game, self.start, tuple(line)), state, None, self.layout, self.seat)
        if ply is not None:
            shown["cells"] = [list(effect.cells) for effect in ply.effects if effect.cells]
            shown["seat"] = ply.seat
        return shown

    def frames(self, before: Sequence[str], plies: Sequence[TriedPly]) -> list[StudyView]:
        """Return the positions after each of some plies that followed a line."""
        texts = [*before, *(ply.text for ply in plies)]
        return [self.view(texts[: len(before) + i], ply.after, ply) for i, ply in enumerate(plies, 1)]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of a try: the line that stands, its position with the last ply, and the positions on the way there."""

    line: list[str]
    state: State
    ply: TriedPly | None
    frames: list[StudyView]


def shown(stand: Stand, before: Sequence[str], plies: Sequence[TriedPly], is_taken_back: bool) -> Shown:
    """Return how plies after a line are shown; what is taken back is shown to its end, and the line stands as it was."""
    if is_taken_back:
        return Shown(list(before), plies[0].before, None, stand.frames(before, plies))
    line = [*before, *(ply.text for ply in plies)]
    return Shown(line, plies[-1].after, plies[-1], stand.frames(before, plies[:-1]))
