"""Stories: what a ply did, as effects that every client turns into words, animation and announcements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple

View = dict[str, Any]
PathOf = Callable[[Any, int], Sequence[str]]


class Effect(NamedTuple):
    """One thing that happened: a message key, its values, and the cells it concerns in order.

    Values named `seat`, or ending in `_seat`, are seat numbers; `count` chooses between singular and plural.
    """

    key: str
    values: dict[str, Any]
    cells: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return {"key": self.key, "values": self.values, "cells": list(self.cells)}


StoryOf = Callable[[Any, "int | None", Any], "list[Effect]"]


def path_of_view(path: PathOf) -> PathOf:
    """Let a path function that knows views take positions too: it gets what the acting seat sees."""

    @wraps(path)
    def of_view_or_state(state: Any, action: int) -> Sequence[str]:
        if isinstance(state, dict):
            return path(state, action)
        return path(state.view(state.to_act if state.to_act >= 0 else None), action)

    return of_view_or_state


def story_of_views(story: StoryOf) -> StoryOf:
    """Let a story function that knows views take positions too: it gets what a spectator sees."""

    @wraps(story)
    def of_views_or_states(before: Any, action: int | None, after: Any) -> list[Effect]:
        if isinstance(before, dict):
            return story(before, action, after)
        seen = None if action is None else before.seen(action, None)
        return story(before.view(None), seen, after.view(None))

    return of_views_or_states
