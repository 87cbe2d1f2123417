"""Traps: moves of a side that has lost, after which few of the replies keep the win.

A reply counts as a mistake only where that is known, so of a move there is the least and the most that the part of replies which
keep the win can be. Searches of growing effort bring the two together, for all moves alike, and leave out those that cannot be
the best any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from calumma.core import OVER, State
from calumma.solutions import Effort, Known

EFFORTS = (Effort(3, 300, 100), Effort(0, 0, 1_000), Effort(0, 0, 10_000), Effort(0, 0, 30_000))

Ask = Callable[[State, Effort], Known | None]
"""Tells what is known of a position."""


class OutOfTime(Exception):
    """Says that whoever is asked answers no more."""


class Trap:
    """A move and the replies to it: those that keep the win, and those of which nothing is known yet."""

    def __init__(self, world: State, action: int, place: int) -> None:
        self.action, self.loser, self.place = action, world.to_act, place
        after = _after(world, action)
        self.count, self.kept = 1, 1  # a move that ends the match sets no trap
        self.unknown: list[State] = []
        if after.to_act != OVER:
            self._list_replies(after)

    def _list_replies(self, after: State) -> None:
        """Look at every reply; where one wins at once, they all count as wins, for nobody overlooks it."""
        replies = [_after(after, reply) for reply in after.legal()]
        self.count = len(replies)
        is_simple = any(each.to_act == OVER and each.payoffs()[self.loser] == 0.0 for each in replies)
        self.kept = self.count if is_simple else 0
        self.unknown = [] if is_simple else [each for each in replies if each.to_act != OVER]

    @property
    def floor(self) -> tuple[float, int]:
        """The least part of the replies that can turn out to keep the win; of equals, the move that was named first."""
        return self.kept / self.count, self.place

    @property
    def ceiling(self) -> tuple[float, int]:
        """The same for the largest part."""
        return (self.kept + len(self.unknown)) / self.count, self.place

    def examine(self, ask: Ask, effort: Effort, goal: tuple[float, int]) -> None:
        """Ask about the replies that are not known until all were asked about, or the move cannot come up to a goal."""
        for reply in list(self.unknown):
            if self.floor > goal:
                break
            known = ask(reply, effort)
            if known is not None:
                self.unknown.remove(reply)
                self.kept += known.value == ("loss" if reply.to_act == self.loser else "win")


def best_trap(world: State, moves: Sequence[int], ask: Ask) -> int:
    """Return the move after which the smallest part of the replies keeps the win, as far as can be told until the time is up.

    Of equals the first is taken. `ask` raises OutOfTime when it is.
    """
    traps = [Trap(world, action, place) for place, action in enumerate(moves)]
    with suppress(OutOfTime):
        for effort in EFFORTS:
            for trap in sorted(traps, key=lambda trap: trap.ceiling):
                best = _best(traps)
                if all(each is best or each.floor > best.ceiling for each in traps):
                    return best.action
                trap.examine(ask, effort, best.ceiling)
    return _best(traps).action


def _best(traps: Sequence[Trap]) -> Trap:
    return min(traps, key=lambda trap: trap.ceiling)


def _after(state: State, action: int) -> State:
    after = state.copy()
    after.apply_unchecked(action)
    return after
