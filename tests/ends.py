"""Ends of matches of bradley with few holes, and what they are worth by looking at everything: by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator

import calumma
from calumma import records
from calumma.core import OVER, Game, Rng, State
from calumma.play import Match

GAME: Game = calumma.load("bradley", relocate="none")


def after(state: State, action: int) -> State:
    copy = state.copy()
    copy.apply(action)
    return copy


def worth(state: State, seat: int) -> float:
    """What a seat gets of the win if both play as well as they can."""
    if state.to_act == OVER:
        return state.payoffs()[seat]
    best = max if state.to_act == seat else min
    return best(worth(after(state, action), seat) for action in state.legal())


def keeping(state: State) -> list[str]:
    """The moves that keep what a position is worth for the seat that acts."""
    seat = state.to_act
    best = worth(state, seat)
    return [state.game.move_text(state, action) for action in state.legal() if worth(after(state, action), seat) == best]


def holes(state: State) -> int:
    return 69 - sum(state.scores()) - str(state).split()[0].count("O")


def ends(empty: int = 4) -> Iterator[Match]:
    """Random matches with at most so many holes left, and with a choice of moves."""
    for seed in range(1000):
        match, rng = Match(GAME), Rng(seed)
        while not match.over and (holes(match.state) > empty or len(match.state.legal()) < 2):
            match.play(match.state.pick(rng))
        if not match.over:
            yield match


def end_worth(wanted: float) -> Match:
    """An end that is worth so much for the seat that acts, and where not all moves are alike unless nothing is to be had."""
    return next(
        match
        for match in ends()
        if worth(match.state, match.to_act) == wanted and (wanted == 0.0 or len(keeping(match.state)) < len(match.state.legal()))
    )


def threw_it_away() -> tuple[records.Record, int, list[str]]:
    """A finished match in which a seat threw a win away, the ply with which it did, and the moves that would have won."""
    match = end_worth(1.0)
    ply, winning = match.ply, keeping(match.state)
    wrong = next(text for action in match.state.legal() if (text := GAME.move_text(match.state, action)) not in winning)
    match.play(wrong)
    while not match.over:
        match.play(match.state.legal()[0])
    return match.record(), ply, winning
