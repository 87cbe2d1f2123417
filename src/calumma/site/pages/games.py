"""The games: the first page, what can be chosen for a match, rules; and what all pages share, styles and words."""

from __future__ import annotations

import json
from functools import cache

import calumma
from calumma.core import Game, GameError, Rng, State
from calumma.core.registry import definition
from calumma.core.words import Words
from calumma.drawing import draw_svg, picture_of, style_sheet
from calumma.lessons import has_lessons, lessons_of
from calumma.site.calls import Call, File
from calumma.site.commands import engines_of
from calumma.site.guests import friendly_name
from calumma.site.lists import listed_summaries, summaries
from calumma.site.names import bot_name
from calumma.site.pages.answers import Page
from calumma.site.refusals import Refused
from calumma.site.settings import PERFECT, LoadPlayer
from calumma.site.store import SUBSTITUTE
from calumma.site.summary import limit_words
from calumma.site.viewers import Viewer
from calumma.site.words import page_words
from calumma.solutions import is_solved, solved_games

say = Words("calumma.site")

BOTS = ("level:1", "level:2", "level:3", "level:4", "level:5", "level:6", "random")
LIMITS = ("", "3+2", "5+5", "10+5", "15+10", "30+20", "60+30", "1h", "12h", "1d", "2d", "3d", "7d", "14d")


def bots_of(game: Game, load: LoadPlayer) -> dict[str, str]:
    """Return the bots that can take a seat, with their names."""
    own = (*BOTS, PERFECT) if is_solved(game) else BOTS
    return {bot: say(f"bot.{bot}") for bot in own} | {bot: bot_name(bot) for bot in engines_of(load)}


@cache
def example_state(name: str) -> State:
    """Return a position that looks like the game: random moves from the beginning, always the same."""
    game = calumma.load(name)
    state, rng = game.new(), Rng(7)
    left = min(26, 6 + len(game.scene(state).cells) // 3)  # moves of people: luck comes on top
    while left:
        following = state.copy()
        following.apply(following.pick(rng))
        if following.to_act == calumma.OVER:
            break
        left -= state.to_act >= 0
        state = following
    return state


@cache
def example_picture(name: str) -> str:
    """Return the picture of a game's card."""
    state = example_state(name)
    scene = picture_of(state.game.definition.drawing, state.view(None))
    return draw_svg(scene, "auto", "subtle", live=False, style=False, prefix=f"card-{name}", highlights=(), heart=True)


def prepare() -> None:
    """Make what all visitors share before the first one comes."""
    for name in calumma.games():
        example_picture(name)
    style_sheet()
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
    lists: dict[str, object] = {"mine": mine, "waiting": found, "playing": playing}
    return Page("home.html", {"games": games, "guest": guest, "puzzled": solved_games(), "taught": taught(), **lists})


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
        "chosen": call.form,
    }
    return Page("new.html", values, 400 if error else 200)


async def rules(call: Call, name: str, part: bool = False) -> Page:
    """Show the rules of a game with the rulings; as a part of a page, the text alone."""
    game = find_game(name)
    return Page("prose.html" if part else "rules.html", {"game": game, "info": game.info, "text": game.rules_text})


async def drawing_style(call: Call) -> File:
    """Return the style sheet of all pictures."""
    return File(style_sheet(), "text/css")


async def words_script(call: Call) -> File:
    """Return all words for the scripts."""
    words = json.dumps(page_words(), ensure_ascii=False)
    text = f"/** @type {{Record<string, string | string[]>}} */\nexport const WORDS = {words};\n"
    return File(text, "text/javascript")
