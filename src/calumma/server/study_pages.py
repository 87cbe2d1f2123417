"""Pages of those who study: the analysis board, the puzzles and the lessons."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response

import calumma
from calumma import solutions
from calumma.core import Game, GameError
from calumma.core.registry import reload
from calumma.core.words import Words
from calumma.lessons import lessons_of
from calumma.players.assess import ASSESSOR
from calumma.server.endpoints import MaybeGuest, TheServices
from calumma.server.hosting import HostedServices
from calumma.server.pages import find_game, page
from calumma.site import puzzles
from calumma.site.analysis import Line, beginning, set_up_parts
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
        solved=solutions.has_exact_values(game),
        assessor=ASSESSOR,
        table=table,
    )


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
    """List the puzzles."""
    lengths: dict[int, list[dict[str, object]]] = {}
    everything = solutions.puzzles()
    for puzzle in everything:
        lengths.setdefault(puzzle.plies, []).append({"number": puzzle.number, "rating": puzzle.rating})
    return page(request, "puzzles.html", lengths=lengths, count=len(everything))


@router.get("/puzzles/{number}")
async def one_puzzle(request: Request, number: int) -> Response:
    """Show a puzzle."""
    puzzle = puzzles.find(number)
    game = puzzle.load_game()
    following = number % len(solutions.puzzles()) + 1
    rules = ", ".join(game.info.options[name].meanings[str(value)] for name, value in puzzle.options.items())
    chosen = urlencode({f"option-{name}": value for name, value in puzzle.options.items()})
    task = of_site("puzzle.title", number=number)
    return page(request, "puzzle.html", puzzle=puzzle, info=game.info, following=following, goal=rules, chosen=chosen, task=task)


@router.get("/learn/{name}")
async def learn(request: Request, name: str) -> Response:
    """Show the lessons of a game, played on its board."""
    game = find_game(name)
    lessons = [setting(lesson) for lesson in lessons_of(game.name)]
    if not lessons:
        raise Refused(404, say("no-lessons", title=game.info.title))
    return page(request, "learn.html", info=game.info, lessons=lessons)
