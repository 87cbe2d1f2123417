"""The games: the first page, what can be chosen for a match, rules; and what all pages share, styles and words."""

from __future__ import annotations

import json
from functools import cache, lru_cache

import calumma
from calumma.core import Game, GameError
from calumma.core.registry import definition
from calumma.core.words import Words, spoken
from calumma.drawing import style_sheet
from calumma.lessons import has_lessons, lessons_of
from calumma.puzzles import games_with_puzzles
from calumma.site.calls import Call, File
from calumma.site.commands import engines_of
from calumma.site.diagrams import diagram_picture, illustrated_rules
from calumma.site.guests import friendly_name
from calumma.site.lists import listed_summaries, summaries
from calumma.site.measured import is_measured
from calumma.site.names import bot_name
from calumma.site.pages.answers import Page
from calumma.site.pages.pictures import example_picture
from calumma.site.refusals import Refused
from calumma.site.settings import PERFECT, LoadPlayer
from calumma.site.store import SUBSTITUTE
from calumma.site.summary import limit_words
from calumma.site.viewers import Viewer
from calumma.site.words import page_words
from calumma.solutions import is_solved

say = Words("calumma.site")

BOTS = ("level:1", "level:2", "level:3", "level:4", "level:5", "level:6", "random")
LIMITS = ("", "3+2", "5+5", "10+5", "15+10", "30+20", "60+30", "1h", "12h", "1d", "2d", "3d", "7d", "14d")
MOST_GOING = 4  # matches to go on with that the first page shows as pictures
KEPT = "max-age=300"


def bots_of(game: Game, load: LoadPlayer) -> dict[str, str]:
    """Return the bots that can take a seat, with their names."""
    own = (*BOTS, PERFECT) if is_solved(game) else BOTS
    return {bot: say(f"bot.{bot}") for bot in own} | {bot: bot_name(bot) for bot in engines_of(load)}


def prepare() -> None:
    """Make what all visitors share before the first one comes."""
    for name in calumma.games():
        example_picture(name)
        rules_of(name)
    _style()
    page_words()


def taught() -> dict[str, str]:
    """Return the games that bring lessons, with the keys of those."""
    return {name: " ".join(lesson.key for lesson in lessons_of(name)) for name in calumma.games() if has_lessons(name)}


async def home(call: Call) -> Page:
    """Show the games, the own matches, the open tables and the matches to watch."""
    services, guest = call.services, call.guest
    viewer = Viewer(guest)
    mine = await summaries(services, await services.store.tables_of(guest.id, 12), viewer) if guest else []
    waiting, playing = await listed_summaries(services, 6, viewer)
    games = [
        {"info": calumma.load(name).info, "subtitle": definition(name).subtitle, "picture": example_picture(name)}
        for name in calumma.games()
    ]
    found = [table for table in waiting if not table["seated"]]
    going = [table for table in mine if table["status"] in ("playing", "waiting")][:MOST_GOING]
    values: dict[str, object] = {
        "games": games,
        "guest": guest,
        "puzzled": games_with_puzzles(),
        "taught": taught(),
        "subtitles": {name: definition(name).subtitle for name in calumma.games()},
        "going": going,
        "mine": [table for table in mine if table not in going],
        "waiting": found,
        "playing": playing,
    }
    return Page("home.html", values)


def find_game(name: str, seats: int | None = None) -> Game:
    """Return a game; Refused if there is none of that name."""
    try:
        definition(name)
    except GameError as error:
        raise Refused(404, str(error)) from None
    return calumma.load(name, seats)


async def table_form(call: Call, name: str, seats: int | None = None) -> Page:
    """Show what can be chosen for a new table."""
    return form_of(call, find_game(name, seats))


def form_of(call: Call, game: Game, error: str = "") -> Page:
    """Return the form for a new table; with an error, as it was filled in."""
    values: dict[str, object] = {
        "game": game,
        "info": game.info,
        "bots": bots_of(game, call.services.settings.load_player),
        "called": call.guest.name if call.guest else friendly_name(),
        "limits": [(limit, limit_words(limit)) for limit in LIMITS],
        "substitute": SUBSTITUTE,
        "error": error,
        "chosen": call.form or {key: value for key, value in call.query.items() if key.startswith("option-")},
        "measured": is_measured(game.name),
    }
    return Page("new.html", values, 400 if error else 200)


@cache
def rules_of(name: str) -> str:
    """Return the rules of a game as Markdown, with a diagram of each."""
    return illustrated_rules(name)


async def rules(call: Call, name: str, part: bool = False) -> Page:
    """Show the rules of a game with the rulings; as a part of a page, the text alone."""
    game = find_game(name)
    return Page(
        "prose.html" if part else "rules.html",
        {"game": game, "info": game.info, "text": rules_of(game.name), "measured": is_measured(game.name)},
    )


async def rule_diagram(call: Call, name: str, diagram: int, after: bool = False) -> File:
    """Draw what a numbered rule looks like, before or after a move."""
    game = find_game(name)
    svg = await call.services.work_queue.do(call.payer, lambda: _drawn(game.name, diagram, after))
    return File(svg, "image/svg+xml", keeping="public, max-age=86400")


@lru_cache(maxsize=256)
def _drawn(name: str, number: int, after: bool) -> str:
    return diagram_picture(name, number, after)


async def drawing_style(call: Call) -> File:
    """Return the style sheet of all pictures."""
    return File(_style(), "text/css", keeping=KEPT)


_style = cache(style_sheet)


async def words_script(call: Call) -> File:
    """Return all words for the scripts."""
    return File(_script(spoken()), "text/javascript", keeping=KEPT)


@lru_cache(maxsize=16)
def _script(languages: tuple[str, ...]) -> str:
    """The words in some languages, which are those spoken here."""
    words = json.dumps(page_words(), ensure_ascii=False)
    return f"/** @type {{Record<string, string | string[]>}} */\nexport const WORDS = {words};\n"
