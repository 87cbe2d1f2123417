"""The plies of a match and the positions between them: forwards, backwards, and at any point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from calumma.core import CHANCE, Effect, Game, GameError, State
from calumma.core.words import Words

say = Words(__package__)


STRIDE = 16  # plies between kept positions: few enough to replay at once, many enough to keep a long match small


class Played(NamedTuple):
    """A ply that stands: who acted (CHANCE for a draw), its action and text, and its text as every viewer saw it."""

    seat: int
    action: int
    text: str
    seen: tuple[str, ...]  # by seat; the spectator's comes last

    @property
    def is_chance(self) -> bool:
        """Whether luck made this ply."""
        return self.seat == CHANCE


class History:
    """A list of plies with the position after the last one, and kept positions on the way."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plies: list[Played] = []
        self.state = game.new()
        self._kept = [self.state.copy()]
        self._stories: dict[int | None, list[list[Effect]]] = {}

    def append(self, action: int) -> Played:
        """Play a legal action."""
        played = Played(self.state.to_act, action, self.game.move_text(self.state, action), self._seen(action))
        self.state.apply(action)
        self.plies.append(played)
        if len(self.plies) % STRIDE == 0:
            self._kept.append(self.state.copy())
        return played

    def _seen(self, action: int) -> tuple[str, ...]:
        viewers: list[int | None] = [*range(self.game.seats), None]
        return tuple(self.game.seen_text(self.state, action, viewer) for viewer in viewers)

    def cut(self, length: int) -> None:
        """Forget all plies from a number on."""
        self.state = self.state_at(length)
        del self.plies[length:]
        del self._kept[length // STRIDE + 1 :]
        for stories in self._stories.values():
            del stories[length:]

    def state_at(self, ply: int) -> State:
        """Return a copy of the position before the ply of that number."""
        if isinstance(ply, bool) or not 0 <= ply <= len(self.plies):
            raise GameError(say("no-position-before-ply", ply=ply, last=len(self.plies)))
        if ply == len(self.plies):
            return self.state.copy()
        state = self._kept[ply // STRIDE].copy()
        for played in self.plies[ply - ply % STRIDE : ply]:
            state.apply(played.action)
        return state

    def stories(self, seat: int | None) -> list[list[Effect]]:
        """Return every ply's story as a viewer sees it; those told before are remembered."""
        told = self._stories.setdefault(seat, [])
        told.extend(self._tell(len(told), seat))
        return list(told)

    def _tell(self, start: int, seat: int | None) -> Iterator[list[Effect]]:
        before = self.state_at(start)
        for played in self.plies[start:]:
            after = before.copy()
            after.apply(played.action)
            yield self.game.story(before, played.action, after, seat)
            before = after
