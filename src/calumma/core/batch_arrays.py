"""The arrays that matches in rows are told in (`core.batch`), and what they must be for compiled loops to write to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# The arrays and the kinds of their numbers, as the buffer protocol names them; some may be left out.
KINDS = {
    "observations": "b",
    "masks": "b",
    "finals": "b",
    "payoffs": "d",
    "rewards": "d",
    "over": "b",
    "acting": "i",
    "picks": "i",
}
# The same told in fewer bytes, for who asks for it.
SMALL = {
    "packed": "B",  # observations as `game.observation` packs them
    "bits": "B",  # masks, eight actions to a byte, the first lowest
    "moves": "i",  # the legal actions in ascending order
    "counts": "i",  # how many they are
}
NEEDED = ("finals", "payoffs", "rewards", "over", "acting", "picks")
NOTHING = -1  # in place of an action, where a row may be left alone
APART = 32  # words of memory between what two threads write: caches fetch neighbouring lines as well


def flat(name: str, array: Any, kind: str, shape: tuple[int, ...]) -> Any:
    """Return an array as one row of numbers, after checking that it is what compiled loops will take it for."""
    found = memoryview(array)
    if found.shape != shape:
        raise ValueError(f"cannot use the array {name}: expected the shape {shape}")
    if found.format != kind:
        raise ValueError(f"cannot use the array {name}: expected numbers of the kind {kind}")
    return found.cast("B").cast(kind)  # type: ignore[call-overload]


def taken(arrays: Mapping[str, Any], count: int, widths: Mapping[str, int]) -> dict[str, Any]:
    """Return those arrays that are needed or wanted, each as one row of numbers; `widths` of those that have several a match."""
    kinds = {name: kind for name, kind in {**KINDS, **SMALL}.items() if name in arrays or name in NEEDED}
    if "moves" in kinds and "counts" not in kinds:
        raise ValueError("cannot use the array moves: expected an array counts as well")
    shapes = {name: (count, widths[name]) if name in widths else (count,) for name in kinds}
    return {name: flat(name, arrays[name], kind, shapes[name]) for name, kind in kinds.items()}
