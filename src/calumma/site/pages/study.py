"""Pages of those who study: the analysis board, the puzzles and the lessons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import urlencode

import calumma
from calumma import solutions
from calumma.core import Game, GameError
from calumma.core.messages import listed, sentence
from calumma.core.registry import definition, reload
from calumma.core.words import Words
from calumma.lessons import good_to_know, lessons_of
from calumma.players.assess import ASSESSOR
from calumma.puzzles import Puzzle, find_puzzle, games_with_puzzles, kinds_of, puzzles_of
from calumma.site import puzzles
from calumma.site.analysis import Line, beginning, set_up_parts
from calumma.site.calls import Call
from calumma.site.engine_queue import ADVISERS
from calumma.site.lessons import setting
from calumma.site.measured import figures, is_measured, report_of, values_of, variant_of
from calumma.site.names import bot_name
from calumma.site.opening import may_branch
from calumma.site.pages.answers import Page, Redirect
from calumma.site.pages.errors import error_page
from calumma.site.pages.games import find_game
from calumma.site.pages.tables import welcome
from calumma.site.refusals import Refused
from calumma.site.sharing import link_preview
from calumma.site.table import Table

say = Words("calumma.site")


async def games(call: Call) -> Page:
    """Show the games that can be analysed: all."""
    return Page("analyses.html", {"games": [calumma.load(name).info for name in calumma.games()]})


async def analysis_board(call: Call, name: str, seats: int | None = None, table: str = "") -> Page:
    """Show the analysis board of a game; what it shows is in the address: a finished match, a position, or moves."""
    game, own = find_game(name, seats), []
    if table:
        match = await _finished(call, table, name)
        game, own = match.game, match.seats_of(call.guest)
    else:
        game = as_asked(call, game)
    plain = [option for option in game.info.options.values() if option.kind != "text"]
    values: dict[str, object] = {
        "game": game,
        "info": game.info,
        "chosen": beginning(Line(game, "", ()))["options"],
        "plain_options": plain,
        "parts": set_up_parts(game),
        "advisers": ADVISERS,
        "solved": solutions.has_exact_values(game),
        "assessor": ASSESSOR,
        "table": table,
        "below": own[0] if own else "",
    }
    return Page("analysis.html", values)


def as_asked(call: Call, game: Game) -> Game:
    """Return a game with the options that the address gives as `option-NAME`."""
    asked = {option: call.query.get(f"option-{option}") for option in game.info.options}
    return reload(game.name, game.seats, {option: value for option, value in asked.items() if value is not None})


async def measured(call: Call, name: str, seats: int | None = None) -> Page:
    """Show what bots found out about a game, and what its options change."""
    game = as_asked(call, find_game(name, seats))
    if not is_measured(game.name):
        raise GameError(say("nothing-measured", game=game.name))
    usual, chosen = find_game(name, game.seats), variant_of(game)
    known = variant_of(usual)
    values: dict[str, object] = {
        "game": game,
        "info": game.info,
        "bot": bot_name(report_of(game.name)["bot"]),
        "known": known,
        "chosen": chosen,
        "is_usual": game == usual,
        "figures": figures(game, known, chosen) if known else [],
        "query": _query(game),
        "values_of": values_of(game),
        "side_name": _side_name,
    }
    return Page("measured.html", values)


def _side_name(game: Game, seats: Sequence[int]) -> str:
    """Return what a side is called: its seats."""
    return listed([game.seat_names[seat] for seat in seats])


def _query(game: Game) -> str:
    """Return the part of an address that chooses a game's seats and options."""
    return urlencode({"seats": game.seats, **{f"option-{name}": value for name, value in game.options.items() if value != ""}})


async def review(call: Call, table_id: str) -> Page:
    """Show the turning points of a finished match."""
    table = await call.services.seen_table(table_id, call.guest)
    if not table.match.over:
        raise GameError(say("review-after-the-end"))
    game = table.game
    values = {"info": game.info, "table": table, "chosen": _query(game), "may_branch": may_branch(table, call.guest)}
    values["preview"] = link_preview(table.match)
    return Page("review.html", values)


async def _finished(call: Call, table_id: str, name: str) -> Table:
    """A match that may be analysed: a finished one. While people play, nobody gets help with what they see."""
    table = await call.services.seen_table(table_id, call.guest)
    if not table.match.over:
        raise GameError(say("analysis-after-the-end"))
    if table.game.name != name:
        raise GameError(say("match-of-other-game", game=table.game.name, asked=name))
    return table


async def all_puzzles(call: Call) -> Page:
    """List the games with their puzzles, and those of today."""
    shelf = [(calumma.load(name).info, definition(name).subtitle, len(puzzles_of(name))) for name in games_with_puzzles()]
    return Page("puzzles.html", {"shelf": shelf})


async def game_puzzles(call: Call, name: str) -> Page:
    """List the puzzles of a game, by kind."""
    game = find_game(name)
    known = _some_puzzles(game)
    kinds = [(kind, [puzzle for puzzle in known if puzzle.kind == kind]) for kind in kinds_of(game.name)]
    values: dict[str, object] = {"info": game.info, "kinds": kinds, "count": len(known), "subtitle": game.definition.subtitle}
    values |= {"rated": await puzzles.rated(call, game.name), "own": await puzzles.own_rating(call, game.name)}
    return Page("game_puzzles.html", values)


async def begin_puzzles(call: Call, name: str) -> Redirect:
    """Become a guest, whose first tries count, and go to a puzzle that fits."""
    game = find_game(name)
    _some_puzzles(game)
    _, token = await welcome(call, "")
    return Redirect(f"/puzzles/{game.name}/next", token)


async def puzzle_for_me(call: Call, name: str, after: int = 0) -> Redirect:
    """Go to the next puzzle, near the own rating."""
    game = find_game(name)
    known = _some_puzzles(game)
    chosen = await puzzles.next_puzzle(call, game.name, min(max(0, after), len(known)))
    return Redirect(f"/puzzles/{game.name}/{chosen.number}")


async def puzzle_of_today(call: Call, name: str, day: str = "") -> Page:
    """Show a game's puzzle of the day: a day, or the present one at Greenwich, so that it is the same for everyone."""
    game = find_game(name)
    _some_puzzles(game)
    chosen = day or datetime.now(UTC).date().isoformat()
    return await _puzzle_page(call, puzzles.today(game.name, chosen), chosen)


async def one_puzzle(call: Call, name: str, number: int) -> Page:
    """Show a puzzle; where a game has none of that number, the way back to those that it has."""
    game = find_game(name)
    _some_puzzles(game)
    try:
        puzzle = find_puzzle(game.name, number)
    except GameError as error:
        return error_page(404, sentence(str(error)), back=(f"/puzzles/{game.name}", say("puzzle.of_game", title=game.info.title)))
    return await _puzzle_page(call, puzzle)


def _some_puzzles(game: Game) -> tuple[Puzzle, ...]:
    known = puzzles_of(game.name)
    if not known:
        raise Refused(404, say("no-puzzles", title=game.info.title))
    return known


async def _puzzle_page(call: Call, puzzle: Puzzle, day: str = "") -> Page:
    game = puzzle.game
    info = game.info
    unusual = {name: value for name, value in game.options.items() if value != info.options[name].default}
    meanings = {name: info.options[name].meanings.get(str(value), str(value)) for name, value in unusual.items()}
    rules = [say("puzzle.rules", option=name, meaning=text.removeprefix(f"{unusual[name]}: ")) for name, text in meanings.items()]
    values: dict[str, object] = {
        "puzzle": puzzle,
        "info": info,
        "subtitle": game.definition.subtitle,
        "seats": game.seats,
        "options": dict(game.options),
        "rated": (await puzzles.rated(call, game.name))[puzzle.key],
        "own": await puzzles.own_rating(call, game.name),
        "stranger": call.guest is None and call.services.store.puzzle_ratings is not None,
        "rules": " ".join(rules),
        "chosen": urlencode({"seats": game.seats, **{f"option-{name}": value for name, value in unusual.items()}}),
        "start": game.position_text(puzzle.beginning()),
        "title": say("puzzle.of_day") if day else say("puzzle.title", number=puzzle.number),
        "day": day,
    }
    return Page("puzzle.html", values)


async def learn(call: Call, name: str) -> Page:
    """Show the lessons of a game, played on its board."""
    game = find_game(name)
    lessons = [setting(lesson) for lesson in lessons_of(game.name)]
    if not lessons:
        raise Refused(404, say("no-lessons", title=game.info.title))
    return Page("learn.html", {"info": game.info, "lessons": lessons, "know": good_to_know(game.name)})
