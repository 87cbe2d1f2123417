"""Exact values for pages: what tables, certificate, a short proof or a search say of a position, where something is known."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import CHANCE, Game, State
from calumma.core.words import Words
from calumma.play.history import Played
from calumma.search.clock import processor_time
from calumma.site.study_messages import ExactMove, ExactValue
from calumma.solutions import WITH_PATIENCE, Effort, Known, TableMaker, brought, exact_value, has_exact_values, told

say = Words(__package__)

SHORT = Effort(plies=7, positions=8_000, searched=10_000)  # for each of many positions
MOST_SECONDS = 2.0  # of a processor, for all of them together: where wins are far, nothing would be found anyway


def exact(state: State) -> ExactValue | None:
    """Return the value of a position for the side to move, in words too; None where nothing is known."""
    known = exact_value(state, WITH_PATIENCE)
    if known is None:
        return None
    return {
        "value": known.value,
        "plies": known.plies,
        "source": known.source,
        "best": [state.game.move_text(state, action) for action in known.best],
        "words": told(state.game, state.to_act, known),
    }


def known_or_wanted(state: State, maker: TableMaker | None) -> Known | None:
    """Return what is known of a position; where that is nothing, tables are wanted."""
    known = exact_value(state, WITH_PATIENCE)
    if known is None and maker:
        maker.want(state.game)
    return known


def making(share: float | None) -> str:
    """Return how far tables are that are being made, as a sentence; nothing if there are none to wait for."""
    return "" if share is None else say("exact.making", share=int(100 * share))


def exact_moves(state: State) -> dict[str, ExactMove]:
    """Return the value of every move that is known, for the side that makes it."""
    if state.to_act < 0 or not has_exact_values(state.game):
        return {}
    found: dict[str, ExactMove] = {}
    end = processor_time() + MOST_SECONDS
    for action in state.legal():
        if processor_time() > end:
            break
        value = exact_after(state, action)
        if value is not None:
            found[state.game.move_text(state, action)] = value
    return found


def exact_after(state: State, action: int) -> ExactMove | None:
    """Return the value of a move for the side that makes it, None where nothing is known."""
    found = brought(state, action, SHORT)
    return None if found is None else {"value": found.value, "plies": found.plies, "words": found.words}


def exact_plies(game: Game, start: State, plies: Sequence[Played]) -> list[ExactMove | None]:
    """Return for every ply of a match what it brought the side that made it, None where nothing is known.

    They are looked at from the end, where proofs are short, until the time is over.
    """
    if not has_exact_values(game):
        return [None] * len(plies)
    before, state = [], start.copy()
    for played in plies:
        before.append(state.copy())
        state.apply(played.action)
    found: list[ExactMove | None] = []
    end = processor_time() + MOST_SECONDS
    for state, played in zip(reversed(before), reversed(plies), strict=True):
        is_known = played.seat != CHANCE and processor_time() <= end
        found.append(exact_after(state, played.action) if is_known else None)
    return found[::-1]
