"""Listening to a player while it thinks in a thread of its own: one thought after the other, and a way to stop it."""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from types import TracebackType

from calumma.core import State
from calumma.players.player import Choice, Limits, Player

PATIENCE = 0.02  # seconds until a player that was asked to stop is asked again


class Thinking:
    """A decision in the making. Iterate for its thoughts, the last of which is the choice; leaving the block stops the player.

    >>> import calumma
    >>> from calumma import players
    >>> game = calumma.load("yamamoto")
    >>> with Thinking(players.load("alphabeta:4", game), game.new(), 0) as thinking:
    ...     depths = [thought.depth for thought in thinking]
    >>> depths
    [1, 2, 3, 4]
    """

    def __init__(self, player: Player, state: State, seat: int, limits: Limits | None = None, lines: int = 1) -> None:
        self.player = player
        self._thoughts: SimpleQueue[Choice | BaseException] = SimpleQueue()
        self._last: Choice | BaseException | None = None
        self._is_over = False
        # A copy: the caller may go on with the position meanwhile.
        self._thread = Thread(target=self._think, args=(state.copy(), seat, limits, lines), daemon=True)
        self._thread.start()

    def _think(self, state: State, seat: int, limits: Limits | None, lines: int) -> None:
        told: list[Choice] = []  # keeps the last one back, which is the choice
        try:
            choice = self.player.choose(state, seat, limits, lines, lambda thought: self._tell(told, thought))
        except BaseException as error:
            self._end(error)
        else:
            self._end(choice)

    def _tell(self, told: list[Choice], thought: Choice) -> None:
        if told:
            self._thoughts.put(told.pop())
        told.append(thought)

    def _end(self, last: Choice | BaseException) -> None:
        self._last = last
        self._thoughts.put(last)

    @property
    def is_over(self) -> bool:
        """Whether the player has chosen, or failed."""
        return self._last is not None

    def __iter__(self) -> Iterator[Choice]:
        while not self._is_over:
            thought = self._thoughts.get()
            self._is_over = thought is self._last
            if isinstance(thought, BaseException):
                raise thought
            yield thought

    def choice(self) -> Choice:
        """Wait for the choice and return it."""
        self._thread.join()
        if isinstance(self._last, BaseException):
            raise self._last
        assert self._last is not None
        return self._last

    def stop(self) -> Choice:
        """Ask the player to choose now, and return its choice; it waits for a player that does not listen."""
        self._stop()
        return self.choice()

    def _stop(self) -> None:
        while self._thread.is_alive():  # it may not have begun to search when it was asked first
            self.player.stop()
            self._thread.join(PATIENCE)

    def __enter__(self) -> Thinking:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop()
