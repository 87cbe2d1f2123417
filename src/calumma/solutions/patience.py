"""Asking for as long as somebody will wait: a search gets more and more positions, as many as fit into what is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from calumma.core import State
from calumma.solutions.solution import AT_EASE, SEARCHED_PER_SECOND, Effort, Known, Solution

FIRST = SEARCHED_PER_SECOND // 100  # positions: about a hundredth of a second
LEAST = SEARCHED_PER_SECOND // 1000  # fewer find nothing that a proof would not have found
MOST = 2 * SEARCHED_PER_SECOND  # at a time: nobody can stop a search in between
STRIDE = SEARCHED_PER_SECOND // 10  # where nobody looks at the clock
UNSEEN = 10 * SEARCHED_PER_SECOND  # in a second: no search is so quick, so it ended without an answer


def value_within(
    solution: Solution,
    state: State,
    seconds: float,
    first: Effort = AT_EASE,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Known | None:
    """Return what is known of a position once `first` was spent on it, or a search within some seconds in all has an answer.

    It is asked in portions, each of which goes on from what the ones before left in its memory.
    """
    begun = time.monotonic()
    known = solution.value(state, first)
    portion, done, speed = FIRST, 0, float(SEARCHED_PER_SECOND)
    while known is None and not is_stopped() and done <= UNSEEN * seconds:
        now = time.monotonic()
        left = begun + seconds - now
        portion = min(2 * portion if done else FIRST, MOST, int(speed * left))
        if portion < LEAST:
            break
        known = solution.value(state, Effort(0, 0, portion))
        done += portion
        speed = portion / max(time.monotonic() - now, 1e-6)
    return known


def value_at_length(
    solution: Solution, state: State, effort: Effort, is_stopped: Callable[[], bool] = lambda: False
) -> Known | None:
    """Return what is known of a position after some effort, whatever the time; a search may be stopped on the way."""
    known = solution.value(state, replace(effort, searched=0))
    done = 0
    while known is None and not is_stopped() and done < effort.searched:
        portion = min(STRIDE, effort.searched - done)
        known = solution.value(state, Effort(0, 0, portion))
        done += portion
    return known
