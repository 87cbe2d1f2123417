"""Paths work on views; given positions they take what the acting seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

PathOf = Callable[[Any, int], Sequence[str]]


def path_of_view(path: PathOf) -> PathOf:
    """Let a path function that knows views take positions too: it gets what the acting seat sees."""

    @wraps(path)
    def of_view_or_state(state: Any, action: int) -> Sequence[str]:
        if isinstance(state, dict):
            return path(state, action)
        return path(state.view(state.to_act if state.to_act >= 0 else None), action)

    return of_view_or_state
