"""Pages of those who study: the analysis board, the puzzles and the lessons."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response

import calumma
from calumma import solutions
from calumma.core import Game, GameError
from calumma.core.registry import definition, reload
from calumma.core.words import Words
from calumma.lessons import lessons_of
from calumma.players.assess import ASSESSOR
from calumma.puzzles import Puzzle, find_puzzle, games_with_puzzles, kinds_of, puzzles_of
from calumma.server.endpoints import MaybeGuest, TheServices
from calumma.server.hosting import HostedServices
from calumma.server.pages import find_game, page
from calumma.site import puzzles
from calumma.site.analysis import Line, beginning, set_up_parts
from calumma.site.diagrams import diagram_picture
from calumma.site.engine_queue import LEVELS
from calumma.site.lessons import setting
from calumma.site.refusals import Refused
from calumma.site.store import Guest

say = Words(__package__)
of_site = Words("calumma.site")

router = APIRouter(include_in_schema=False)


@router.get("/analysis")
async def games(request: Request) -> Response:
    """Show the games that can be analysed: all."""
    return page(request, "analyses.html", games=[calumma.load(name).info for name in calumma.games()])


@router.get("/analysis/{name}")
async def analysis_board(
    request: Request, name: str, services: TheServices, guest: MaybeGuest, seats: int | None = None, table: str = ""
) -> Response:
    """Show the analysis board of a game; what it shows is in the address: a finished match, a position, or moves."""
    game = find_game(name, seats)
    if table:
        game = await _finished(services, guest, table, name)
    else:
        asked = {option: request.query_params.get(f"option-{option}") for option in game.info.options}
        game = reload(name, seats, {option: value for option, value in asked.items() if value is not None})
    plain = [option for option in game.info.options.values() if option.kind != "text"]
    return page(
        request,
        "analysis.html",
        game=game,
        info=game.info,
        chosen=beginning(Line(game, "", ()))["options"],
        plain_options=plain,
        parts=set_up_parts(game),
        levels=LEVELS,
        solved=solutions.is_solved(game),
        assessor=ASSESSOR,
        table=table,
    )


@router.get("/t/{table_id}/review")
async def review(request: Request, table_id: str, services: TheServices, guest: MaybeGuest) -> Response:
    """Show the turning points of a finished match."""
    table = await services.seen_table(table_id, guest)
    if not table.match.over:
        raise GameError(say("analysis-after-the-end"))
    game = table.game
    chosen = urlencode({"seats": game.seats, **{f"option-{name}": value for name, value in game.options.items() if value != ""}})
    return page(request, "review.html", info=game.info, table=table, chosen=chosen)


async def _finished(services: HostedServices, guest: Guest | None, table_id: str, name: str) -> Game:
    """The game of a match that may be analysed: a finished one. While people play, nobody gets help with what they see."""
    table = await services.seen_table(table_id, guest)
    if not table.match.over:
        raise GameError(say("analysis-after-the-end"))
    if table.game.name != name:
        raise GameError(say("match-of-other-game", game=table.game.name, asked=name))
    return table.game


@router.get("/puzzles")
async def all_puzzles(request: Request) -> Response:
    """List the games with their puzzles, and those of today."""
    shelf = [(calumma.load(name).info, definition(name).subtitle, len(puzzles_of(name))) for name in games_with_puzzles()]
    return page(request, "puzzles.html", shelf=shelf)


@router.get("/puzzles/{name}")
async def game_puzzles(request: Request, name: str) -> Response:
    """List the puzzles of a game, by kind."""
    game = find_game(name)
    known = _some_puzzles(game)
    kinds = [(kind, [puzzle for puzzle in known if puzzle.kind == kind]) for kind in kinds_of(game.name)]
    return page(request, "game_puzzles.html", info=game.info, kinds=kinds, count=len(known))


@router.get("/puzzles/{name}/today")
async def puzzle_of_today(request: Request, name: str, day: str = "") -> Response:
    """Show a game's puzzle of the day: a day, or the present one at Greenwich, so that it is the same for everyone."""
    game = find_game(name)
    _some_puzzles(game)
    chosen = day or datetime.now(UTC).date().isoformat()
    return _puzzle_page(request, puzzles.today(game.name, chosen), chosen)


@router.get("/puzzles/{name}/{number}")
async def one_puzzle(request: Request, name: str, number: int) -> Response:
    """Show a puzzle."""
    return _puzzle_page(request, find_puzzle(find_game(name).name, number))


def _some_puzzles(game: Game) -> tuple[Puzzle, ...]:
    known = puzzles_of(game.name)
    if not known:
        raise Refused(404, say("no-puzzles", title=game.info.title))
    return known


def _puzzle_page(request: Request, puzzle: Puzzle, day: str = "") -> Response:
    game = puzzle.game
    following = puzzle.number % len(puzzles_of(game.name)) + 1
    info = game.info
    unusual = {name: value for name, value in game.options.items() if value != info.options[name].default}
    rules = [info.options[name].meanings.get(str(value), str(value)) for name, value in unusual.items()]
    chosen = urlencode({"seats": game.seats, **{f"option-{name}": value for name, value in unusual.items()}})
    start = game.position_text(puzzle.beginning())
    title = of_site("puzzle.of_day") if day else of_site("puzzle.title", number=puzzle.number)
    return page(
        request,
        "puzzle.html",
        puzzle=puzzle,
        info=info,
        subtitle=game.definition.subtitle,
        seats=game.seats,
        options=dict(game.options),
        following=following,
        rules=", ".join(rules),
        chosen=chosen,
        start=start,
        title=title,
        day=day,
    )


@router.get("/rules/{name}/diagrams/{diagram}")
async def rule_diagram(name: str, diagram: int, services: TheServices, after: bool = False) -> Response:
    """Draw what a numbered rule looks like, before or after a move."""
    game = find_game(name)
    svg = await services.work_queue.do("", lambda: _drawn(game.name, diagram, after))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


@lru_cache(maxsize=256)
def _drawn(name: str, number: int, after: bool) -> str:
    return diagram_picture(name, number, after)


@router.get("/learn/{name}")
async def learn(request: Request, name: str) -> Response:
    """Show the lessons of a game, played on its board."""
    game = find_game(name)
    lessons = [setting(lesson) for lesson in lessons_of(game.name)]
    if not lessons:
        raise Refused(404, say("no-lessons", title=game.info.title))
    return page(request, "learn.html", info=game.info, lessons=lessons)
