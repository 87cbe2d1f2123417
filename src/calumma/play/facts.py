"""Facts: what is known of a match, for the authority; nothing here changes it."""

from __future__ import annotations

from calumma.core import Game, State
from calumma.play.course import Course
from calumma.play.events import CalledOff, Ended, Event
from calumma.play.history import Played
from calumma.play.luck import Luck
from calumma.play.seating import Forfeit


class MatchFacts:
    """One match as it stands: how far it has come, who sits where, whose turn it is."""

    def __init__(self, game: Game, luck: Luck | None = None, practice: bool = False) -> None:
        self.game = game
        self.practice = practice
        self._course = Course(game, luck if luck is not None or not game.info.has_chance else Luck())

    # The match

    @property
    def events(self) -> tuple[Event, ...]:
        """All events: the whole truth, for the authority alone; `seen_events` is what others may see."""
        return tuple(self._course.events)

    @property
    def begun(self) -> bool:
        """Whether the match has begun, by `begin` or by its first ply: then seats and seeds are settled."""
        return self._course.begun

    @property
    def called_off(self) -> CalledOff | None:
        """Why the match will never begin, if so."""
        return self._course.called_off

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._course.ended is not None

    @property
    def result(self) -> Ended | None:
        """Reason, scores and payoffs once the match is over."""
        return self._course.ended

    # Its plies

    @property
    def plies(self) -> tuple[Played, ...]:
        """The plies that stand, draws included."""
        return tuple(self._course.history.plies)

    @property
    def ply(self) -> int:
        """The number of the ply that comes next: how many have been played."""
        return self._course.ply

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, CHANCE or OVER."""
        return self._course.to_act

    @property
    def state(self) -> State:
        """A copy of the position."""
        return self._course.history.state.copy()

    def state_at(self, ply: int) -> State:
        """Return a copy of the position before the ply of that number; 0 is the beginning, `match.ply` is now."""
        return self._course.history.state_at(ply)

    # Its seats

    @property
    def players(self) -> tuple[str | None, ...]:
        """Who sits where now, by name."""
        return tuple(self._course.seating.players)

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The specs of the bots by seat; None where a person, or nobody, sits."""
        return tuple(self._course.seating.bots)

    @property
    def forfeits(self) -> dict[int, Forfeit]:
        """The seats whose players gave up or ran out of time, with "resigned" or "out-of-time"."""
        return dict(self._course.seating.forfeits)

    @property
    def is_for_one(self) -> bool:
        """Whether one person plays with bots alone: then nobody else's seed could be chosen to fit."""
        return self._course.seating.is_for_one

    # Its luck

    @property
    def luck(self) -> Luck | None:
        """Secret and seeds; None where the game has no luck, or where its secret is not known."""
        return self._course.seeds.luck

    @property
    def first(self) -> int | None:
        """The seat whose player luck made the first, before everybody moved on; None where luck had no say."""
        return self._course.seeds.first

    @property
    def opening(self) -> bool:
        """Whether a seed has been opened: from then on, no commitment changes and nobody sits down."""
        return self._course.seeds.opening

    @property
    def unopened(self) -> list[int]:
        """The seats that hold the match up: they have committed themselves to a seed and not opened it."""
        return [] if self.begun else self._course.seeds.unopened
