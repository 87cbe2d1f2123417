"""The page of somebody's own: the ladder of every game, results, and a match on the next rung."""

from __future__ import annotations

import calumma
from calumma.core.registry import definition
from calumma.site.calls import Call
from calumma.site.ladder import finishes, own_page, rung_name, rung_of, rung_plan
from calumma.site.opening import open_table
from calumma.site.pages.answers import Page, Redirect
from calumma.site.pages.games import find_game
from calumma.site.pages.tables import welcome
from calumma.site.table_plan import HIGHEST


async def show(call: Call) -> Page:
    """Show the ladder of every game."""
    titles = {name: _title(name) for name in calumma.games()}
    own = await own_page(call.services, call.guest)
    return Page("ladder.html", {"own": own, "titles": titles, "guest": call.guest, "rung_name": rung_name})


def _title(name: str) -> str:
    """What a game is called where others have the same title."""
    subtitle = definition(name).subtitle
    return f"{calumma.load(name).info.title}, {subtitle}" if subtitle else calumma.load(name).info.title


async def climb(call: Call, name: str) -> Redirect:
    """Open a match on the rung where somebody stands, or on the one that was asked for."""
    game = find_game(name)
    guest, token = await welcome(call, "")
    played = [one for one in await finishes(call.services, guest) if one.game == game.name]
    asked = call.form.get("level", "")
    level = int(asked) if asked in [str(each) for each in range(1, HIGHEST + 1)] else rung_of(played)
    table = await open_table(call.services, guest, rung_plan(call.services, game.name, level, len(played)))
    return Redirect(f"/t/{table.id}", token)
