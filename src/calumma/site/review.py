"""The review of a finished match: the three decisions that cost most, what was better, and why, in words from effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calumma.core import OVER, Game, State
from calumma.core.messages import tell_all, tell_would
from calumma.core.words import Words
from calumma.play import Match
from calumma.players import Choice
from calumma.site.analysis import Line, node
from calumma.site.positions import PLAIN
from calumma.site.results import names_of
from calumma.site.study_messages import ReviewMoment
from calumma.site.viewers import Layout

say = Words(__package__)

REVIEWER = "adviser:quick"
MOMENTS = 3
LOOKED_AT = 6  # decisions that a bot is asked about: those after which the rules' own estimate fell most
LEAST = 0.03  # of the win: what costs less is no turning point


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of a match: the position before it, what was played, and the next position in which somebody decides."""

    ply: int
    seat: int
    action: int
    before: State
    after: State


def moments(match: Match, seats: Sequence[int]) -> list[Moment]:
    """Return the decisions of some seats (of all, if none is given) that look worst by the rules' own estimate of positions."""
    found: list[tuple[float, Moment]] = []
    waiting: Moment | None = None
    state = match.game.new()
    for ply, played in enumerate(match.plies):
        if state.to_act >= 0:
            if waiting is not None:
                found.append(_dropped(waiting, state))
                waiting = None
            if (not seats or state.to_act in seats) and len(state.legal()) > 1:
                waiting = Moment(ply, state.to_act, played.action, state.copy(), state)
        state.apply(played.action)
    if waiting is not None:
        found.append(_dropped(waiting, state))
    found.sort(key=lambda each: (-each[0], each[1].ply))
    return [moment for _, moment in found[:LOOKED_AT]]


def _dropped(moment: Moment, after: State) -> tuple[float, Moment]:
    """A decision with how far the estimate fell; its next position is the one that is told."""
    seat = moment.seat
    worth = (after.payoffs() if after.to_act == OVER else after.evaluate())[seat]
    whole = Moment(moment.ply, seat, moment.action, moment.before, after.copy())
    return moment.before.evaluate()[seat] - worth, whole


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with what a bot would have played, and the shares of the win before it and after it."""

    moment: Moment
    best: int
    hoped: float
    left: float

    @property
    def loss(self) -> float:
        """What the decision cost."""
        return self.hoped - self.left


def judged(moment: Moment, before: Choice, after: Choice | None) -> Judged | None:
    """Return what a bot's thoughts before and after a decision say about it; None if it decided the same, or says nothing."""
    game = moment.before.game
    left = game.payoffs.worth(moment.after.payoffs()) if after is None else after.values
    if before.action == moment.action or not before.values or not left:
        return None
    return Judged(moment, before.action, float(before.values[moment.seat]), float(left[moment.seat]))


def shown(match: Match, found: Sequence[Judged], layout: Layout = PLAIN) -> list[ReviewMoment]:
    """Return the worst decisions in the order in which they were made, ready for a page."""
    worst = sorted((one for one in found if one.loss >= LEAST), key=lambda one: -one.loss)[:MOMENTS]
    return [_shown(match, one, layout) for one in sorted(worst, key=lambda one: one.moment.ply)]


def _shown(match: Match, one: Judged, layout: Layout) -> ReviewMoment:
    game, moment = match.game, one.moment
    names = names_of(match)
    position = game.position_text(moment.before)
    view = node(Line(game, position, ()), moment.before, None, layout, moment.seat)
    hoped, left = round(100 * one.hoped), round(100 * max(0.0, one.left))
    return {
        "ply": moment.ply,
        "seat": moment.seat,
        "name": names[moment.seat],
        "svg": view["svg"],
        "position": position,
        "played": _told(game, moment, moment.action, names, True),
        "better": _told(game, moment, one.best, names, False),
        "played_cells": game.path(moment.before, moment.action),
        "better_cells": game.path(moment.before, one.best),
        "words": say("review.cost", left=left, hoped=hoped),
    }


def _told(game: Game, moment: Moment, action: int, names: Sequence[str], was_played: bool) -> str:
    """What a move did, or would have done, in words from its effects; its text where there are none."""
    after = moment.before.copy()
    after.apply(action)
    story = game.story(moment.before, action, after, moment.seat)
    words = tell_all(game, story, names) if was_played else tell_would(game, story, names)
    return words or game.move_text(moment.before, action)
