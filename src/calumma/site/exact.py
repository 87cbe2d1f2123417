"""Exact values in words: what tables, certificate, a short proof or a search say of a position, where something is known."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import CHANCE, OVER, Game, State
from calumma.core.words import Words
from calumma.play.history import Played
from calumma.search.clock import processor_time
from calumma.site.study_messages import ExactMove, ExactValue
from calumma.solutions import WITH_PATIENCE, Effort, Known, TableMaker, Value, exact_value, has_exact_values

say = Words(__package__)

SHORT = Effort(plies=7, positions=8_000, searched=10_000)  # for each of many positions
VALUES: dict[float, Value] = {1.0: "win", 0.0: "loss"}  # of payoffs; others are draws
TURNED: dict[Value, Value] = {"win": "loss", "loss": "win", "draw": "draw"}
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
        "words": words(state.game, state.to_act, known),
    }


def known_or_wanted(state: State, maker: TableMaker | None) -> Known | None:
    """Return what is known of a position; where that is nothing, tables are wanted."""
    known = exact_value(state, WITH_PATIENCE)
    if known is None and maker:
        maker.want(state.game)
    return known


def words(game: Game, seat: int, known: Known) -> str:
    """Return a value as a sentence: who wins, in how many plies, and how that is known."""
    if known.value == "draw":
        return say("exact.draw", source=say(f"exact.by_{known.source}"))
    winner = seat if known.value == "win" else 1 - seat
    return say(
        "exact.win_at_most" if known.is_at_most else "exact.win",
        seat=game.seat_names[winner],
        count=known.plies,
        source=say(f"exact.by_{known.source}"),
    )


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
    after = state.copy()
    after.apply(action)
    if after.to_act == OVER:
        return _move(VALUES.get(after.payoffs()[state.to_act], "draw"), 1, "")
    known = exact_value(after, SHORT)
    if known is None:
        return None
    return _move(TURNED[known.value], known.plies + 1, "_at_most" if known.is_at_most and known.value != "draw" else "")


def _move(value: Value, plies: int, kind: str) -> ExactMove:
    return {"value": value, "plies": plies, "words": say(f"exact.short_{value}{kind}", count=plies)}


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
