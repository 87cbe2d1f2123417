"""Goals: what a lesson asks for, as a predicate over the effects of what was played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from calumma.core import State
from calumma.core.effect import Effect

Wanted = str | int | Sequence[str | int] | Mapping[str, int]
"""A value of an effect: itself, one of several, or a number with bounds (`at_least`, `at_most`)."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One effect that is wanted: its key, some of its values, and cells that must be among its own."""

    key: str
    values: Mapping[str, Wanted]
    cells: frozenset[str] = frozenset()

    def fits(self, effect: Effect) -> bool:
        """Return whether an effect is the one that is wanted."""
        if effect.key != self.key or not self.cells <= set(effect.cells):
            return False
        return all(name in effect.values and _is_wanted(effect.values[name], value) for name, value in self.values.items())


def _is_wanted(value: object, wanted: Wanted) -> bool:
    if isinstance(wanted, Mapping):
        return isinstance(value, int) and wanted.get("at_least", value) <= value <= wanted.get("at_most", value)
    if isinstance(wanted, (str, int)):
        return value == wanted
    return value in wanted


@dataclass(frozen=True, slots=True)
class Goal:
    """Effects that must all come from what the learner plays, some that nobody's move may bring, and cells to keep safe."""

    reach: tuple[Condition, ...]
    never: tuple[Condition, ...] = ()
    safe: tuple[str, ...] = ()

    def is_reached(self, own: Sequence[Effect], every: Sequence[Effect], after: State) -> bool:
        """Return whether the effects of the own plies, and of all plies, are the goal in the position that they led to."""
        return (
            all(any(one.fits(effect) for effect in own) for one in self.reach)
            and not any(one.fits(effect) for one in self.never for effect in every)
            and not self.threats(after)
        )

    def threats(self, after: State) -> list[Effect]:
        """Return what threatens the cells that should be safe."""
        return list(_threats(self.safe, after))


def _threats(cells: Iterable[str], after: State) -> Iterable[Effect]:
    for cell in cells:
        yield from after.threats(cell)
