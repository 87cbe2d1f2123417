"""The moment that decided a finished match, found at once: by the rules' own estimate of every position, without a search."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.drawing import tell_all
from calumma.play import Match
from calumma.site import messages
from calumma.site.results import names_of
from calumma.site.table import Table
from calumma.site.viewers import Viewer, perspective_of


def turning_point(table: Table, viewer: Viewer) -> messages.TurningPoint | None:
    """Return the decision that decided a match, as its viewer saw it; None where nobody won, or nothing was decided by moves."""
    match = table.match
    ply = decisive_ply(match)
    if ply is None:
        return None
    story = match.stories(perspective_of(table, viewer).seat)[ply]
    return {"ply": ply + 1, "words": tell_all(match.game, story, names_of(match))}


def decisive_ply(match: Match) -> int | None:
    """Return the ply of a seat that raised the winners' prospects most, among those after which they were never behind again."""
    ended = match.result
    if ended is None or not match.plies or len(ended.winners) in (0, match.game.seats):
        return None
    hopes = _hopes(match, ended.winners)
    equal = len(ended.winners) / match.game.seats
    kept = max((ply for ply in range(match.ply) if hopes[ply] < equal), default=0)  # from there on they were never behind
    decisions = [ply for ply in range(kept, match.ply) if not match.plies[ply].is_chance]
    return max(decisions, key=lambda ply: hopes[ply + 1] - hopes[ply], default=None)


def _hopes(match: Match, winners: Sequence[int]) -> list[float]:
    """The share that the winners could expect before every ply and at the end, as the evaluation has it."""
    state, found = match.game.new(), []
    for played in match.plies:
        found.append(_hope(state.evaluate(), winners))
        state.apply(played.action)
    return [*found, found[-1]]  # that the last ply won is no news: what led to it is


def _hope(values: Sequence[float], winners: Sequence[int]) -> float:
    """What the winners expect of all that is to be had; evaluations are payoffs, whose lowest is taken for nothing."""
    lowest = min(values)
    whole = sum(value - lowest for value in values)
    if whole <= 0:
        return len(winners) / len(values)
    return sum(values[seat] - lowest for seat in winners) / whole
