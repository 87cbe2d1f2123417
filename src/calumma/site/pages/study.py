"""Pages of those who study: the analysis board, the puzzles and the lessons."""

from __future__ import annotations

from urllib.parse import urlencode

import calumma
from calumma import solutions
from calumma.core import Game, GameError
from calumma.core.registry import reload
from calumma.core.words import Words
from calumma.lessons import lessons_of
from calumma.players.assess import ASSESSOR
from calumma.site import puzzles
from calumma.site.analysis import Line, beginning, set_up_parts
from calumma.site.calls import Call
from calumma.site.engine_queue import LEVELS
from calumma.site.lessons import setting
from calumma.site.pages.answers import Page
from calumma.site.pages.games import find_game
from calumma.site.refusals import Refused

say = Words("calumma.site")


async def games(call: Call) -> Page:
    """Show the games that can be analysed: all."""
    return Page("analyses.html", {"games": [calumma.load(name).info for name in calumma.games()]})


async def analysis_board(call: Call, name: str, seats: int | None = None, table: str = "") -> Page:
    """Show the analysis board of a game; what it shows is in the address: a finished match, a position, or moves."""
    game = find_game(name, seats)
    if table:
        game = await _finished(call, table, name)
    else:
        asked = {option: call.query.get(f"option-{option}") for option in game.info.options}
        game = reload(name, seats, {option: value for option, value in asked.items() if value is not None})
    plain = [option for option in game.info.options.values() if option.kind != "text"]
    values: dict[str, object] = {
        "game": game,
        "info": game.info,
        "chosen": beginning(Line(game, "", ()))["options"],
        "plain_options": plain,
        "parts": set_up_parts(game),
        "levels": LEVELS,
        "solved": solutions.is_solved(game),
        "assessor": ASSESSOR,
        "table": table,
    }
    return Page("analysis.html", values)


async def _finished(call: Call, table_id: str, name: str) -> Game:
    """The game of a match that may be analysed: a finished one. While people play, nobody gets help with what they see."""
    table = await call.services.seen_table(table_id, call.guest)
    if not table.match.over:
        raise GameError(say("analysis-after-the-end"))
    if table.game.name != name:
        raise GameError(say("match-of-other-game", game=table.game.name, asked=name))
    return table.game


async def all_puzzles(call: Call) -> Page:
    """List the puzzles."""
    lengths: dict[int, list[dict[str, object]]] = {}
    everything = solutions.puzzles()
    for puzzle in everything:
        lengths.setdefault(puzzle.plies, []).append({"number": puzzle.number, "rating": puzzle.rating})
    return Page("puzzles.html", {"lengths": lengths, "count": len(everything)})


async def one_puzzle(call: Call, number: int) -> Page:
    """Show a puzzle."""
    puzzle = puzzles.find(number)
    game = puzzle.load_game()
    following = number % len(solutions.puzzles()) + 1
    rules = ", ".join(game.info.options[name].meanings[str(value)] for name, value in puzzle.options.items())
    chosen = urlencode({f"option-{name}": value for name, value in puzzle.options.items()})
    values: dict[str, object] = {"puzzle": puzzle, "info": game.info, "following": following, "goal": rules, "chosen": chosen}
    return Page("puzzle.html", values | {"task": say("puzzle.title", number=number)})


async def learn(call: Call, name: str) -> Page:
    """Show the lessons of a game, played on its board."""
    game = find_game(name)
    lessons = [setting(lesson) for lesson in lessons_of(game.name)]
    if not lessons:
        raise Refused(404, say("no-lessons", title=game.info.title))
    return Page("learn.html", {"info": game.info, "lessons": lessons})
