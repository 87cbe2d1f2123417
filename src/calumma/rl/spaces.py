"""Observations, masks and their spaces as NumPy arrays."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from calumma.core import Game, State

Array: TypeAlias = np.ndarray[Any, Any]

VERSION = 0
"""Of the environments: it changes when the same actions or observations would mean something else."""


def observation_box(game: Game) -> spaces.Box:
    """Return the space of one observation: whole numbers within the bounds of their parts."""
    low, high = game.observation.bounds()
    return spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)


def mask_box(game: Game) -> spaces.Box:
    """Return the space of one action mask."""
    return spaces.Box(0, 1, (game.info.num_actions,), np.int8)


def observed(state: State, seat: int) -> Array:
    """Return what a seat may know, in the order that `game.observation` describes."""
    return np.frombuffer(state.observe(seat), np.int8)


def action_mask(state: State, seat: int, size: int) -> Array:
    """Return 1 for every action that the seat may choose now; none if it is not its turn."""
    mask: Array = np.zeros(size, np.int8)
    if state.to_act == seat:
        mask[state.legal()] = 1
    return mask
