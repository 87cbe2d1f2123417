"""What callers and policies hand over for many rows: nothing is rounded, cut off or repeated to make it fit."""

from __future__ import annotations

import numpy as np

from calumma.core.given import shown
from calumma.rl.spaces import Array

NARROW = np.dtype(np.int32)  # what compiled loops read


def one_a_row(refusal: str, given: object, count: int, source: str = "") -> Array:
    """Return something as an array with an entry for each row; ValueError, which begins with the refusal, if it is none."""
    try:
        found: Array = np.asarray(given)
    except ValueError:  # lists within a list that are not equally long
        raise ValueError(f"{refusal} like {shown(given)}{source}: expected the shape {(count,)}") from None
    if found.shape != (count,):
        raise ValueError(f"{refusal} of the shape {found.shape}{source}: expected {(count,)}")
    return found


def whole_numbers(actions: object, count: int, source: str = "") -> Array:
    """Return actions as an array, one a row; ValueError if there are not as many, TypeError if they are no whole numbers."""
    found = one_a_row("cannot play actions", actions, count, source)
    if found.dtype != NARROW and found.dtype.kind not in "iu":
        raise TypeError(f"cannot play actions of the type {found.dtype}{source}: expected whole numbers, such as {NARROW}")
    return found


def narrowed(numbers: Array) -> tuple[Array, int]:
    """Return whole numbers as compiled loops read them, and where the first is that does not fit, or -1."""
    found: Array = np.ascontiguousarray(numbers, NARROW)
    if numbers.dtype != NARROW and numbers.dtype.itemsize >= NARROW.itemsize:
        changed = found != numbers
        if changed.any():
            return found, int(changed.argmax())
    return found, -1
