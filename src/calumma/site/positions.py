"""Positions as a viewer sees them: pictures, moves, and what happened on the way."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache

from calumma.core import CHANCE, Game, GameError
from calumma.core.words import Words
from calumma.drawing import Effect, Scene, SeatStrip, draw_marker, draw_svg, picture_of, tell, tell_all, turned
from calumma.play import Match, Ply
from calumma.site import messages
from calumma.site.match_log import standing_events
from calumma.site.table import Table
from calumma.site.viewers import Layout, Viewer, perspective_of

say = Words(__package__)


PLAIN = Layout()


def scene_of(match: Match, seat: int | None, ply: int | None = None, layout: Layout = PLAIN) -> Scene:
    """Return the position now, or before a ply, as a seat or a spectator (None) sees it."""
    scene = picture_of(match.game.definition.drawing, match.view(seat, ply), layout.tall)
    return turned(scene) if layout.turned else scene


def layout_of(table: Table, viewer: Viewer) -> Layout:
    """Return how pictures are laid out for a viewer: the side of their first seat is below, or the other if they wish."""
    own = table.seats_of(viewer.guest)
    return layout_for(table.game, own[0] if own else None, viewer.tall, viewer.turned)


def layout_for(game: Game, seat: int | None, tall: bool = False, is_other: bool = False) -> Layout:
    """Return how pictures are laid out with the side of a seat below; `is_other`: with the other side there."""
    across = _across(game)
    return Layout(tall, bool(across) and (seat in across) != is_other)


@lru_cache(256)
def _across(game: Game) -> tuple[int, ...]:
    """The seats whose side of the board is above: the same for a whole match, so that pictures can be shared."""
    return picture_of(game.definition.drawing, game.new().view(None)).across


def picture(table: Table, seat: int | None, ply: int | None = None, layout: Layout = PLAIN) -> str:
    """Return the position now, or before a ply, as a picture that a page brings to life.

    Pictures are dear, and many look at the same one: in a game without secrets everybody sees the spectator's.
    """
    match = table.match
    viewer = _shown_to(match, seat)
    at = match.ply if ply is None else ply

    def render() -> str:
        return draw_svg(
            scene_of(match, viewer, at, layout), "auto", "subtle", live=True, style=False, prefix="board", highlights=()
        )

    return table.rendered.picture(_position(match, viewer, at, layout), render)


def thumbnail(table: Table, viewer: Viewer, theme: str) -> str:
    """Return the board alone, as a viewer sees it now, as a picture that stands for itself."""
    match, seat = table.match, _shown_to(table.match, perspective_of(table, viewer).seat)
    layout = layout_of(table, viewer)

    def render() -> str:
        return draw_svg(scene_of(match, seat, None, layout), theme, highlights=last_cells(match, seat), heart=True)

    return table.rendered.picture(("thumbnail", theme, _position(match, seat, match.ply, layout)), render)


def has_picture(table: Table, seat: int | None, ply: int, layout: Layout) -> bool:
    """Return whether the picture of a position need not be drawn any more."""
    return table.rendered.has_picture(_position(table.match, _shown_to(table.match, seat), ply, layout))


def _shown_to(match: Match, seat: int | None) -> int | None:
    return seat if match.game.info.has_secrets else None


def _position(match: Match, viewer: int | None, at: int, layout: Layout) -> Hashable:
    """What tells a picture from all others of the table."""
    return (viewer, at, match.over and at == match.ply, layout)


def past(table: Table, viewer: Viewer, ply: int) -> messages.Past:
    """Return an earlier position as a viewer saw it: the one after so many plies."""
    seat = perspective_of(table, viewer).seat
    story = table.match.stories(seat)[ply - 1] if 0 < ply <= table.match.ply else []
    return {
        "ply": ply,
        "svg": picture(table, seat, ply, layout_of(table, viewer)),
        "last": [cell for effect in story for cell in effect.cells],
    }


def still(table: Table, viewer: Viewer, ply: int | None, theme: str, marks: str) -> tuple[str, int]:
    """Return a picture that stands for itself, of the position now or after so many plies, and its ply."""
    match = table.match
    at = match.ply if ply is None else ply
    if at > match.ply:
        raise GameError(say("no-such-ply", ply=at, last=match.ply))
    seat = perspective_of(table, viewer).seat
    story = match.stories(seat)[at - 1] if at else []
    cells = last_cells(match, seat) if at == match.ply else [cell for effect in story for cell in effect.cells]
    return draw_svg(scene_of(match, seat, at), theme, marks, highlights=cells, size=1200), at


def last_cells(match: Match, seat: int | None) -> list[str]:
    """Return the cells of the last turn: of the last seat that acted, and of the luck that followed."""
    stories = match.stories(seat)
    plies = match.plies
    actor = next((played.seat for played in reversed(plies) if played.seat != CHANCE), None)
    if actor is None:
        return []  # what luck laid out before the first turn is not news
    cells: dict[str, None] = {}
    for played, story in zip(reversed(plies), reversed(stories), strict=True):
        if played.seat not in (actor, CHANCE):
            break
        cells |= {cell: None for effect in story for cell in effect.cells}
        if played.seat == actor:
            break
    return list(cells)


def frames_since(table: Table, seat: int | None, since: int, most: int, layout: Layout) -> list[messages.Frame]:
    """Return the positions after the plies since an event, each with what happened: for a page to show one by one."""
    if since <= 0:
        return []
    match = table.match
    first = _first_new_ply(match, since)
    stories = match.stories(seat)
    start = max(first, match.ply - most)
    return [
        {
            "ply": ply,
            "svg": picture(table, seat, ply + 1, layout) if ply + 1 < match.ply else None,
            "cells": [list(effect.cells) for effect in stories[ply] if effect.cells],
            "seat": match.plies[ply].seat,
            "words": tell_all(match.game, stories[ply]),
            "scores": match.view(seat, ply + 1)["scores"],
        }
        for ply in range(start, match.ply)
    ]


def _first_new_ply(match: Match, since: int) -> int:
    """The first of the standing plies that an event of that number or a later one brought."""
    fresh = (event.ply for event in standing_events(match) if isinstance(event, Ply) and event.number >= since)
    return next(fresh, match.ply)


def moves(match: Match, seat: int | None) -> list[messages.Move]:
    """Return the legal moves of the seat that acts, with the cells to click."""
    state = match.state
    view = state.view(seat)
    path, text = match.game.definition.drawing.path, match.game.move_text
    return [{"action": action, "text": text(state, action), "path": list(path(view, action))} for action in state.legal()]


def page_moves(match: Match, seat: int | None) -> list[messages.Move]:
    """Return the legal moves, and which of them a page shows with what they would do before they are played."""
    drawing, view = match.game.definition.drawing, match.state.view(seat)
    return [{**move, "weigh": drawing.weighs(view, move["action"])} for move in moves(match, seat)]


def tally(match: Match, seat: int | None) -> list[messages.Points]:
    """Return the score in its parts, a row each, with a number for every seat."""
    rows = match.game.definition.drawing.tally(match.view(seat), match.stories(seat))
    return [{"words": tell(match.game, Effect(row.key, {}), table="tally"), "numbers": list(row.numbers)} for row in rows]


@cache
def marker(seat: int, colour: str, shape: str) -> str:
    """Return the marker of a seat as a small picture."""
    return draw_marker(SeatStrip(seat, colour, shape), "auto", live=True, style=False)
