"""Answers to those who study: the analysis board, the check of the luck, exact values, puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, TypeVar

from calumma import records
from calumma.core import OVER, GameError
from calumma.core.registry import load, reload
from calumma.core.words import Words
from calumma.lessons import find_lesson
from calumma.puzzles import find_puzzle
from calumma.site import analysis, exact, lessons, puzzles
from calumma.site.analysis import Line, Lines
from calumma.site.calls import Call, File
from calumma.site.engine_queue import seed_of
from calumma.site.explanations import refused_click, threats_at
from calumma.site.messages import JsonObject, Refusing, Threats
from calumma.site.positions import layout_for, layout_of
from calumma.site.requests import ALine, Attempt, Change, Clicked, Judgement, Pasted, PointedAt, Question
from calumma.site.review import REVIEWER, judged, moments, shown
from calumma.site.services import Services
from calumma.site.store import Guest
from calumma.site.study_messages import (
    Beginning,
    ExactAnswer,
    ExactMove,
    Judged,
    LessonStep,
    Published,
    PuzzleStep,
    ReadRecord,
    ReviewMoment,
    StudyView,
    Thoughts,
    WholeLine,
)
from calumma.site.table import Table
from calumma.site.validation import Bounds, Length
from calumma.site.viewers import Viewer

say = Words("calumma.site")

T = TypeVar("T")
LINES = Lines()


async def _work(call: Call, work: Callable[[], T]) -> T:
    """Do what takes a while for somebody, in the asker's turn and by the workers: everybody else is answered meanwhile."""
    return await call.services.work_queue.do(call.payer, work)


# The analysis board


async def position(
    call: Call, wish: ALine, tall: bool = False, turned: bool = False, below: Annotated[int | None, Bounds(0)] = None
) -> StudyView:
    """See the position at the end of a line: picture (tall is for a phone), legal moves, outcomes of luck, scores.

    The board stays as it is along a line: with the side of the seat `below` there, or of the one that moves first; `turned`
    shows it from the other side.
    """

    def show() -> StudyView:
        line = wish.line
        before = LINES.state(Line(line.game, line.start, line.moves[:-1])) if line.moves else None
        seat = analysis.viewer_at(LINES.state(Line(line.game, line.start, ()))) if below is None else below
        return analysis.node(line, LINES.state(line), before, layout_for(line.game, seat, tall, turned))

    return await _work(call, show)


async def why(call: Call, wish: Clicked) -> Refusing:
    """See why clicks lead to no legal move: the sentence that a move text would be refused with, which names the rule."""

    def explain() -> Refusing:
        line = wish.line
        state = LINES.state(line)
        if state.to_act < 0:
            return {"ply": len(line.moves), "words": "", "cells": []}
        return refused_click(line.game, state, len(line.moves), wish.cells, wish.cite)

    return await _work(call, explain)


async def threats(call: Call, wish: PointedAt) -> Threats:
    """See what other seats could do to what stands on a cell, each if it were its turn; nothing hidden plays a part in it."""

    def explain() -> Threats:
        line = wish.line
        state = LINES.state(line)
        return {"ply": len(line.moves), "threats": threats_at(line.game, state, analysis.viewer_at(state), wish.cell)}

    return await _work(call, explain)


async def whole_line(call: Call, wish: ALine) -> WholeLine:
    """See every move of a line in words."""

    def tell() -> WholeLine:
        line = wish.line
        return {**analysis.beginning(line), "lines": analysis.story_lines(line)}

    return await _work(call, tell)


async def read(call: Call, wish: Pasted) -> Beginning | ReadRecord:
    """Read a position text or a record; the answer is a line."""
    return await _work(call, lambda: analysis.read_pasted(wish.text, wish.load()))


async def change(call: Call, wish: Change) -> Beginning:
    """Change a position by hand; the answer is a line that begins there, or why such a position cannot be."""

    def put() -> Beginning:
        if wish.turn:
            return analysis.let_move(wish.load(), wish.position, wish.turn)
        return analysis.put(wish.load(), wish.position, wish.cell, wish.token)

    return await _work(call, put)


async def as_record(call: Call, wish: ALine) -> dict[str, object]:
    """Turn a line that begins at the start of a match into a record."""
    return await _work(call, lambda: analysis.record_of(wish.line, LINES.state(wish.line)))


async def picture(
    call: Call,
    game: Annotated[str, Length(at_most=40)],
    position: Annotated[str, Length(at_most=2000)],
    seats: Annotated[int | None, Bounds(1, 16)] = None,
) -> File:
    """Download the picture of a position; options are given as `option-NAME`."""
    options = {key.removeprefix("option-"): value for key, value in call.query.items() if key.startswith("option-")}

    def render() -> tuple[str, str]:
        loaded = reload(game, seats, options)
        state = loaded.parse_position(position)
        return loaded.name, loaded.svg(state, analysis.viewer_at(state))

    name, svg = await _work(call, render)
    return File(svg, "image/svg+xml", f"{name}.svg")


async def values(call: Call, wish: Question) -> Thoughts:
    """Ask a bot about a position: chances of every seat, best moves, expected play. It is told what the acting seat knows."""
    line, state = await _work(call, lambda: (wish.line, LINES.state(wish.line)))
    await check_fair(call.services, call.guest, line)
    return await call.services.engine_queue.ask(call.payer, wish.bot, state)


async def turning(call: Call, wish: Judgement) -> list[Judged]:
    """Tell what every decision of a line cost its seat, and which were turning points, by what a bot said before each."""
    return await _work(call, lambda: analysis.judged(wish.line, wish.thoughts))


async def exact_values(call: Call, wish: ALine) -> ExactAnswer:
    """Tell the exact value of a position and of its moves, where tables, certificate or a short proof reach."""
    line, state = await _work(call, lambda: (wish.line, LINES.state(wish.line)))
    await check_fair(call.services, call.guest, line)
    maker = call.services.table_maker

    def look() -> ExactAnswer:
        found = exact.exact(state)
        making = "" if found or not maker else exact.making(maker.want(state.game))
        return {"exact": found, "moves": exact.exact_moves(state), "making": making}

    return await _work(call, look)


async def check_fair(services: Services, guest: Guest | None, line: Line) -> None:
    """Refuse values of a position that the guest is playing against other people now, and of all that follows from it.

    Positions are compared as the guest's own seat sees both, so the refusal tells nothing about hidden things.
    """
    if guest is None:
        return
    played: dict[int, set[str]] = {}
    for table in await _played_now(services, guest):
        if table.game == line.game:
            for seat in table.seats_of(guest):
                played.setdefault(seat, set()).add(line.game.position_text(table.match.state, seat))
    passes = await services.work_queue.do(guest.id, lambda: _passes_through(line, played)) if played else False
    if passes:
        raise GameError(say("playing-this-position"))


async def _played_now(services: Services, guest: Guest) -> list[Table]:
    """The matches that a guest plays against other people now; those that are over are looked at once."""
    harmless = services.engine_queue.harmless
    found = []
    for table_id in await services.store.tables_of(guest.id, services.settings.allowance.guest_tables):
        if table_id in harmless:
            continue
        table = await services.tables.find(table_id)
        if table is None or table.match.practice or table.match.over:
            harmless.add(table_id)
        elif table.status == "playing":
            found.append(table)
    return found


def _passes_through(line: Line, played: dict[int, set[str]]) -> bool:
    """Whether a line comes through one of the positions that are played, in one walk along it."""
    text = line.game.position_text
    return any(text(state, seat) in positions for state in analysis.states(line) for seat, positions in played.items())


# Finished matches


async def luck(call: Call, table_id: str) -> Published:
    """Get what a check of the luck needs, once the match is over: secret, seeds, and the outcomes of every draw with weights."""
    table = await call.services.seen_table(table_id, call.guest)
    async with table.lock:
        table.check_kept()
        if not table.match.over:
            raise GameError(say("secret-after-the-end"))
        record = table.match.record()
    return await _work(call, lambda: analysis.published_luck(record))


async def luck_of_record(call: Call, wish: Pasted) -> Published:
    """The same for a record that somebody pasted."""
    return await _work(call, lambda: analysis.published_luck(records.loads(wish.text)))


async def exact_plies(call: Call, table_id: str) -> list[ExactMove | None]:
    """Tell for every ply of a finished match of a solved game what it brought the side that made it, where that is known."""
    table = await call.services.seen_table(table_id, call.guest)
    async with table.lock:
        table.check_kept()
        if not table.match.over:
            raise GameError(say("exact-values-after-the-end"))
        game, plies = table.game, table.match.plies
    return await _work(call, lambda: exact.exact_plies(game, game.new(), plies))


async def review(call: Call, table_id: str, tall: bool = False, turned: bool = False) -> list[ReviewMoment]:
    """Go through the turning points of a finished match: the three decisions that cost most, of the own seats if one has any."""
    table = await call.services.seen_table(table_id, call.guest)
    async with table.lock:
        table.check_kept()
        if not table.match.over:
            raise GameError(say("review-after-the-end"))
        match = table.match
    own = table.seats_of(call.guest) if call.guest else []
    found = []
    for moment in await _work(call, lambda: moments(match, own)):
        asked = [state for state in (moment.before, moment.after) if state.to_act != OVER]
        before, *after = await call.services.engine_queue.consider(call.payer, REVIEWER, asked, seed_of(table.id))
        one = judged(moment, before, after[0] if after else None)
        found += [one] if one else []
    layout = layout_of(table, Viewer(call.guest, tall=tall, turned=turned))
    return await _work(call, lambda: shown(match, found, layout))


# Puzzles


async def all_puzzles(call: Call) -> list[JsonObject]:
    """List the games that have puzzles, and how many."""
    return await _work(call, puzzles.overview)


async def puzzles_of(call: Call, name: str) -> File:
    """List the puzzles of a game, where one move alone reaches the goal: their difficulty, and the rating by who tried them."""
    found = await puzzles.summaries(call, load(name).name)
    return File(await _work(call, lambda: json.dumps(found)), "application/json")


async def attempt(call: Call, name: str, number: int, wish: Attempt, tall: bool = False, turned: bool = False) -> PuzzleStep:
    """Try a move in a puzzle: told whether the goal is still in reach, what refutes it if not, and what others answer.

    The first try of a guest rates puzzle and guest: it is over when a move is wrong, the goal reached, or the solution asked for.
    """
    puzzle = find_puzzle(name, number)
    step = await _work(call, lambda: puzzles.attempt(puzzle, wish, tall, turned))
    return await puzzles.note_try(call, puzzle, step, wish.reveal)


async def puzzle_of_day(call: Call, name: str, day: str) -> JsonObject:
    """See which puzzle of a game is that of a day, such as 2026-11-17."""
    return await puzzles.summary(call, await _work(call, lambda: puzzles.today(name, day)))


# Lessons


async def learn(call: Call, name: str, key: str, wish: Attempt, tall: bool = False, turned: bool = False) -> LessonStep:
    """Try a move in a lesson: told whether it is the goal, what else it does, and what others answer."""
    return await _work(call, lambda: lessons.attempt(find_lesson(name, key), wish, tall, turned))
