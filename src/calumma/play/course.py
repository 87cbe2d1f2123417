"""The course of a match: its events, each checked before it is accepted, and all that follows from them."""

from __future__ import annotations

from collections.abc import Iterable

from calumma.core import OVER, Game, GameError, IllegalMove
from calumma.core.words import Words
from calumma.play.events import (
    Begun,
    BotSeated,
    CalledOff,
    Ended,
    Event,
    OutOfTime,
    Ply,
    Resigned,
    Seated,
    SeatLeft,
    SeedAdded,
    SeedCommitted,
    SeedOpened,
    TakenBack,
)
from calumma.play.history import History
from calumma.play.luck import Luck
from calumma.play.seating import Forfeit, Seating, check_name
from calumma.play.seeds import Seeds
from calumma.records import forfeit_payoffs, read_ply

say = Words(__package__)


class Course:
    """A list of events that only grows, whether they happen now or are told again; seats, seeds and plies follow from it."""

    def __init__(self, game: Game, luck: Luck | None) -> None:
        self.game = game
        self.events: list[Event] = []
        self.seen: dict[int, tuple[str, ...]] = {}  # event number of a ply: its text by viewer
        self.seating = Seating(game)
        self.seeds = Seeds(self.seating, luck)
        self.history = History(game)
        self.begun = False
        self.called_off: CalledOff | None = None
        self.ended: Ended | None = None

    @property
    def next_number(self) -> int:
        """The number of the event that comes next."""
        return len(self.events)

    @property
    def ply(self) -> int:
        """The number of the ply that comes next."""
        return len(self.history.plies)

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, CHANCE or OVER."""
        return OVER if self.ended else self.history.state.to_act

    def apply_events(self, events: Iterable[Event]) -> list[Event]:
        """Accept events one after the other and return them."""
        applied = list(events)
        for event in applied:
            self.apply_event(event)
        return applied

    def apply_event(self, event: Event) -> None:
        """Accept an event that fits; GameError says why another does not."""
        match event:
            case Seated():
                self._apply_seated(event)
            case SeedAdded():
                self.check_seeds_open(event.seat)
                self.seeds.add(event)
            case SeedCommitted():
                self.check_seeds_open(event.seat)
                self.seeds.commit(event)
            case SeedOpened():
                self.check_seeds_open(event.seat)
                self.seeds.open(event)
            case SeatLeft():
                self._apply_seat_left(event)
            case CalledOff():
                self.check_not_begun()
                self.called_off = event
            case Begun():
                self._apply_begun(event)
            case Ply():
                self._apply_ply(event)
            case TakenBack():
                self._apply_taken_back(event)
            case Resigned():
                self._apply_forfeit(event.seat, "resigned")
            case OutOfTime():
                self._apply_forfeit(event.seat, "out-of-time")
            case BotSeated():
                self._apply_bot(event)
            case Ended():
                self._apply_ended(event)
        self.events.append(event)

    def play(self, action: int) -> None:
        """Play a legal action or outcome and end the match if it does."""
        self._begin()
        played = self.history.append(action)
        self.seen[self.next_number] = played.seen
        self.events.append(Ply(self.next_number, self.ply - 1, played.seat, played.text))
        self.finish()

    def finish(self) -> None:
        """End the match if its position or a forfeit does."""
        if due := self._due():
            self.apply_event(due)

    # Checks that need to know how far the match has come

    def check_running(self) -> None:
        """Refuse whatever needs a match that goes on."""
        if self.ended:
            raise IllegalMove(say("match-over"))
        if self.called_off:
            raise GameError(say("match-called-off"))

    def check_not_begun(self) -> None:
        """Refuse whatever must happen before the match begins."""
        self.check_running()
        if self.begun:
            raise GameError(say("already-begun"))

    def check_seeds_open(self, seat: int) -> None:
        """Refuse what a seat wants to add to the luck too late, or where there is none."""
        self.seating.check_seat(seat)
        self.seeds.known_luck()
        if self.begun:
            raise GameError(say("too-late-for-seeds"))
        self.check_running()

    # What each kind of event does

    def _apply_seated(self, event: Seated) -> None:
        self.check_running()
        self.seating.check_seat(event.seat)
        check_name(event.player, "player")
        if event.bot is not None:
            check_name(event.bot, "bot")
        taken = self.seating.players[event.seat] is not None
        if self.seeds.opening and not self.begun and (event.bot is not None or taken):
            raise GameError(say("too-late-to-sit-down"))
        self.seating.sit_down(event, self.begun)
        if event.bot is not None and not self.begun:
            self.seeds.drop(event.seat)

    def _apply_seat_left(self, event: SeatLeft) -> None:
        self.seating.check_seat(event.seat)
        self.check_not_begun()
        self.seating.check_leaving(event)
        if not self.seeds.opening:
            self.seeds.drop(event.seat)
        self.seating.players[event.seat] = None

    def _apply_bot(self, event: BotSeated) -> None:
        self.check_running()
        self.seating.check_seat(event.seat)
        check_name(event.bot, "bot")
        if self.seeds.opening and not self.begun:
            raise GameError(say("too-late-for-bot"))
        if not self.begun:
            self.seeds.drop(event.seat)
        self.seating.put_bot(event, self.ply)

    def _apply_begun(self, event: Begun) -> None:
        if self.begun:
            raise GameError(say("already-begun"))
        if not self.seating.is_full:
            raise GameError(say("seat-still-free"))
        self._begin()
        if event.first is not None:
            self.seeds.note_first(event.first)
            self.seating.move_on(event.first)

    def _begin(self) -> None:
        """Settle seats and seeds: from now on luck can be drawn."""
        if self.begun:
            return
        if self.called_off:
            self.check_running()
        if waiting := [self.seating.named(seat) for seat in self.seeds.unopened]:
            raise GameError(say("open-seeds-first", known=", ".join(waiting)))
        self.begun = True

    def _apply_ply(self, event: Ply) -> None:
        self.check_running()
        if event.ply != self.ply or event.seat != self.to_act:
            raise GameError(say("wrong-ply", ply=event.ply, seat=event.seat, last=self.ply, to_act=self.to_act))
        self._begin()
        played = self.history.append(read_ply(self.game, self.history.state, event.ply, event.text))
        self.seen[event.number] = played.seen

    def _apply_taken_back(self, event: TakenBack) -> None:
        self.seating.check_seat(event.seat)
        if not 1 <= event.count <= self.ply:
            raise GameError(say("cannot-take-back-plies", count=event.count, last=self.ply))
        self.history.cut(self.ply - event.count)
        self.seating.take_back_to(self.ply, self.ended is not None)
        self.ended = None

    def _apply_forfeit(self, seat: int, reason: Forfeit) -> None:
        self.check_running()
        self.seating.check_seat(seat)
        self.seating.forfeit(seat, reason)

    def _apply_ended(self, event: Ended) -> None:
        due = self._due()
        if due != event:
            expected = (
                say("match-to-go-on") if due is None else say("end-with-payoffs", reason=due.reason, payoffs=list(due.payoffs))
            )
            raise GameError(say("wrong-end", reason=event.reason, payoffs=list(event.payoffs), expected=expected))
        self.ended = event

    def _due(self) -> Ended | None:
        """The event that ends the match, if its position or a forfeit does."""
        state = self.history.state
        if self.ended:
            return None
        if state.to_act == OVER:
            return Ended(self.next_number, state.reason(), tuple(state.scores()), tuple(state.payoffs()))
        if self.seating.forfeits and len(self.game.teams) == 2:
            seat, reason = next(iter(self.seating.forfeits.items()))
            return Ended(self.next_number, reason, tuple(state.scores()), forfeit_payoffs(self.game, seat))
        return None
