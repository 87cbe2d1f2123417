"""Hypothesis strategies: games with seats and options, positions that can occur, plies. They need the package `hypothesis`.

Failing examples shrink to short matches: a match is drawn as a list of small numbers, each choosing among the legal actions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from calumma.core import OVER, Game, Option, Rng, State
from calumma.core.registry import definition, load, names

CHOICES = st.integers(0, 4095)


class ChosenAction(NamedTuple):
    """A legal action of a position."""

    state: State
    action: int


def options(about: Option) -> st.SearchStrategy[Any]:
    """Return the values that an option may take; of a free text only its default."""
    if about.kind == "choice":
        return st.sampled_from(about.values)
    if about.kind == "integer":
        return st.integers(int(about.values[0]), int(about.values[1]))
    return st.just(about.default)


@st.composite
def games(draw: st.DrawFn, name: str | None = None) -> Game:
    """Draw a game, or the named one, with its seats and options."""
    chosen = draw(st.sampled_from(names())) if name is None else name
    about = definition(chosen)
    values = {option.name: draw(options(option)) for option in about.options}
    return load(chosen, draw(st.sampled_from(about.seats)), **values)


@st.composite
def states(draw: st.DrawFn, game: Game | None = None, plies: int = 40, over: bool = True) -> State:
    """Draw a position that can occur, after so many plies at the most; with over=False one where a seat or chance acts."""
    state = (draw(games()) if game is None else game).new()
    for choice in draw(st.lists(CHOICES, max_size=plies)):
        legal = state.legal()
        after = state.copy()
        after.apply(legal[choice % len(legal)])
        if after.to_act == OVER:
            return after if over else state
        state = after
    return state


@st.composite
def plies(draw: st.DrawFn, game: Game | None = None, before: int = 40) -> ChosenAction:
    """Draw a position where a seat or chance acts, and a legal action."""
    state = draw(states(game, before, over=False))
    legal = state.legal()
    return ChosenAction(state, legal[draw(CHOICES) % len(legal)])


def rngs() -> st.SearchStrategy[Rng]:
    """Draw a random generator."""
    return st.builds(Rng, st.integers(0, 2**64 - 1))
