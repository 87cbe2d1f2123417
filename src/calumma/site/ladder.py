"""The ladder: six rungs a game, each beaten twice to climb, from the matches that a guest has finished against bots.

Nothing is kept for it: whoever is forgotten takes the ladder along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from calumma.core.messages import tell_all
from calumma.core.registry import load, names
from calumma.core.words import Words
from calumma.play import Match
from calumma.site.opening import plan_of
from calumma.site.puzzle_ratings import Rated
from calumma.site.requests import NewTable
from calumma.site.services import Services
from calumma.site.store import Guest
from calumma.site.study_messages import LadderGame, LadderOpening, LadderPage, LadderResult, LadderRung
from calumma.site.table import Table
from calumma.site.table_plan import HIGHEST, TablePlan

say = Words(__package__)

TO_CLIMB = 2  # wins on a rung
TO_REST = 2  # losses in a row after which a gentler rung is offered
LOOKED_AT = 200  # of the newest tables of a guest
OPENINGS = 5  # first moves that are told of a game

Outcome = Literal["won", "drawn", "lost"]


@dataclass(frozen=True, slots=True)
class Finish:
    """A finished match of one person against bots of one level: how it ended, by how much, and the own first move."""

    table: str
    game: str
    level: int
    outcome: Outcome
    lead: int
    opening: str = ""
    opening_words: str = ""


def finish_of(table: Table, guest: Guest) -> Finish | None:
    """Return how a match on the ladder ended for a guest; None if it is not over, or not a whole match against one level."""
    match = table.match
    own, ended = table.seats_of(guest), match.result
    bots = {match.bots[seat] for seat in range(match.game.seats) if seat not in own}
    if ended is None or match.called_off or len(own) != 1 or len(bots) != 1 or table.stored.branch_of:
        return None
    name, _, level = (bots.pop() or "").partition(":")
    if name != "level" or not level.isdigit() or not 1 <= int(level) <= HIGHEST:
        return None
    seat = own[0]
    outcome: Outcome = "lost" if seat not in ended.winners else "won" if len(ended.winners) == 1 else "drawn"
    lead = ended.scores[seat] - max(score for other, score in enumerate(ended.scores) if other != seat)
    return Finish(table.id, match.game.name, int(level), outcome, lead, *_opening(match, seat))


def _opening(match: Match, seat: int) -> tuple[str, str]:
    """The first move of a seat, as text and its main effect in words; nothing if it made none."""
    for ply, played in enumerate(match.plies):
        if played.seat == seat:
            before, after = match.state_at(ply), match.state_at(ply + 1)
            return played.text, tell_all(match.game, match.game.story(before, played.action, after, seat)[:1])
    return "", ""


async def finishes(services: Services, guest: Guest) -> list[Finish]:
    """Return the finished matches of a guest against bots, in the order in which they were opened."""
    found = []
    for name in reversed(await services.store.tables_of(guest.id, LOOKED_AT)):
        table = await services.tables.find(name)
        if table is not None:
            async with table.lock:
                one = finish_of(table, guest)
            found += [one] if one else []
    return found


def rung_of(played: Sequence[Finish]) -> int:
    """Return the rung on which somebody stands in a game: the first that was not beaten twice, there or further up."""
    won = [one.level for one in played if one.outcome == "won"]
    return next((rung for rung in range(1, HIGHEST) if sum(level >= rung for level in won) < TO_CLIMB), HIGHEST)


def is_rest_due(played: Sequence[Finish]) -> bool:
    """Return whether the last matches at one level above the lowest were all lost."""
    last = played[-TO_REST:]
    return (
        len(last) == TO_REST and last[-1].level > 1 and all(one.outcome == "lost" and one.level == last[-1].level for one in last)
    )


async def own_page(services: Services, guest: Guest | None) -> LadderPage:
    """Return the page of somebody's own; who is not known has played nothing."""
    if guest is None:
        return ladder([], names())
    ratings = services.store.puzzle_ratings
    rated = await ratings.of_solver(guest.id) if ratings else {}
    return ladder(await finishes(services, guest), names(), rated)


def ladder(played: Sequence[Finish], games: Sequence[str], rated: Mapping[str, Rated] | None = None) -> LadderPage:
    """Return the page of somebody's own: where they stand in every game, all results, the favourite, the best finish."""
    counted = Counter(one.game for one in played)
    best = max((one for one in played if one.outcome == "won"), key=lambda one: (one.level, one.lead), default=None)
    return {
        "games": [_game(name, [one for one in played if one.game == name], (rated or {}).get(name)) for name in games],
        "favourite": counted.most_common(1)[0][0] if counted else None,
        "best": _result(best) if best else None,
        "matches": [_result(one) for one in played],
    }


def _game(name: str, played: Sequence[Finish], rated: Rated | None) -> LadderGame:
    rung = rung_of(played)
    rungs: list[LadderRung] = []
    for level in range(1, HIGHEST + 1):
        here = Counter(one.outcome for one in played if one.level == level)
        wins = sum(one.outcome == "won" and one.level >= level for one in played)
        rungs.append(
            {
                "level": level,
                "name": rung_name(level),
                "won": here["won"],
                "drawn": here["drawn"],
                "lost": here["lost"],
                "beaten": wins >= TO_CLIMB,
                "left": max(0, TO_CLIMB - wins),
            }
        )
    gentler = played[-1].level - 1 if is_rest_due(played) else None
    return {
        "game": name,
        "title": load(name).info.title,
        "rung": rung,
        "rungs": rungs,
        "gentler": gentler,
        "openings": _openings(played),
        "puzzles": {"rating": rated.value, "tried": rated.tried, "solved": rated.solved} if rated else None,
    }


def _openings(played: Sequence[Finish]) -> list[LadderOpening]:
    """The first moves that were played most, with their results."""
    found = []
    for move, _ in Counter(one.opening for one in played if one.opening).most_common(OPENINGS):
        begun = [one for one in played if one.opening == move]
        ended = Counter(one.outcome for one in begun)
        words = begun[-1].opening_words
        found.append(LadderOpening(move=move, words=words, won=ended["won"], drawn=ended["drawn"], lost=ended["lost"]))
    return found


def _result(one: Finish) -> LadderResult:
    return {
        "table": one.table,
        "game": one.game,
        "level": one.level,
        "outcome": one.outcome,
        "lead": one.lead,
        "opening": one.opening,
    }


def rung_name(level: int) -> str:
    """Return what a rung is called."""
    return say(f"rung.{level}")


def rung_plan(services: Services, name: str, level: int, played: int) -> TablePlan:
    """Return the plan of a match on a rung; who has played an odd number of matches sits second."""
    game = load(name)
    bots = [f"level:{level}"] * (game.seats - 1)
    chairs = ["me", *bots] if played % 2 == 0 else [bots[0], "me", *bots[1:]]
    wish = NewTable(game=game.name, chairs=chairs, wait=game.info.has_chance)
    return plan_of(wish, services.settings.load_player)
