"""Match: the authority over one match. It checks, records and redacts; it knows no network, no drawing and no bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from calumma.core import CHANCE, Game, GameError, IllegalMove
from calumma.core.messages import refusal_text
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
from calumma.play.luck import Luck, seed_commitment
from calumma.play.seeds import given
from calumma.play.showing import ShownMatch, read_stored
from calumma.play.undo import Undo
from calumma.records import Chance, Record, check
from calumma.records.fields import a_text

say = Words(__package__)


class Match(ShownMatch):
    """One match, as a list of events that only grows; everything else follows from it.

    >>> import calumma
    >>> match = Match(calumma.load("yamamoto"))
    >>> [event.text for event in match.play("a1a2", seat=0)]
    ['a1a2']
    >>> match.play("a1a2", seat=0)
    Traceback (most recent call last):
        ...
    calumma.core.errors.IllegalMove: it is not your turn: Blue moves now

    A game that begins with a chance event waits for `advance`, so that the seats can add their seeds first.
    In practice, plies may be taken back across chance events (the same outcome comes again) and after the end.
    What can be asked of it is in `facts.py` and `showing.py`; what an event does to it, in `course.py`.
    """

    # Sitting down

    def seat(self, seat: int, player: str, bot: str | None = None) -> list[Event]:
        """Give a seat to a player; a bot also has its spec.

        Once the match has begun, only seats that are empty, and those where a bot plays on for somebody who did not give up.
        """
        return self._course.apply_events([Seated(self._next, seat, player, bot)])

    def seat_bot(self, seat: int, bot: str) -> list[Event]:
        """Let a bot take over a seat for the rest of the match."""
        self._course.check_running()
        self._course.seating.check_seat(seat)
        return self._course.apply_events([BotSeated(self._next, seat, self.players[seat], bot)])

    def leave(self, seats: Iterable[int]) -> list[Event]:
        """Let the player of some seats go before the match begins.

        Once a seed has been opened, or when nobody is left, the match is called off: whoever sat down next could choose a seed
        that fits the open ones.
        """
        since, name = self._next, None
        for seat in sorted(seats):
            self._course.seating.check_seat(seat)
            name = self.players[seat]
            self._course.apply_event(SeatLeft(self._next, seat, name))
        if self.opening or not self._course.seating.people:
            self.call_off(name)
        return self._since(since)

    def call_off(self, player: str | None = None) -> list[Event]:
        """Let the match never begin; `player` is who wants that."""
        return self._course.apply_events([CalledOff(self._next, player)])

    # Adding to the luck

    def commit_seed(self, seat: int, commitment: str | None) -> list[Event]:
        """Publish the SHA-256 of a seat's seed; it replaces an earlier one, and None takes it back. Until a seed is opened."""
        return self._course.apply_events([SeedCommitted(self._next, seat, commitment)])

    def open_seed(self, seat: int, seed: str) -> list[Event]:
        """Show the seed to which a seat has committed itself, once everybody has sat down."""
        return self._course.apply_events([SeedOpened(self._next, seat, seed)])

    def send_seed(self, seat: int, seed: str) -> list[Event]:
        """Add the seed of a person who plays with bots alone, without a round of commitments before."""
        self._course.check_seeds_open(seat)
        if not self.is_for_one:
            raise GameError(say("commit-first"))
        a_text(seed, "seed")
        return [*self.commit_seed(seat, seed_commitment(seed)), *self.open_seed(seat, seed)]

    def begin(self, by_lot: bool = False) -> list[Event]:
        """Begin a match whose seats are all taken; by lot, luck says who plays seat 0 and all others follow in their order.

        Nobody needs to call it: a match also begins by its first ply.
        """
        if by_lot and self.luck is None:
            raise GameError(say("no-luck-for-first"))
        first = self.luck.first(self.game.seats) if self.luck and by_lot else None
        return self._course.apply_events([Begun(self._next, first)])

    # Playing

    def play(self, move: str | int, seat: int | None = None, ply: int | None = None) -> list[Event]:
        """Play a move, given by its text or action, and draw what luck then owes; return the new events.

        `seat` is who asks for it (None: whoever's turn it is) and `ply` the ply number that the move answers;
        GameError says why the move is refused.
        """
        self._check_turn(seat, ply)
        since = self._next
        self._course.play(self._read(move))
        self.advance()
        return self._since(since)

    def play_all(self, moves: Sequence[str | int], seat: int | None = None, ply: int | None = None) -> list[Event]:
        """Play a sequence of one seat's moves, which ends early at a draw, at another's turn, or where a move no longer fits.

        The first move is checked as `play` does it, so nothing at all happens only together with a GameError.
        """
        if not moves:
            raise GameError(say("no-move"))
        since, actor = self._next, self.to_act
        self.play(moves[0], seat, ply)
        for move in moves[1:]:
            if self._course.history.plies[-1].is_chance or self.to_act != actor:
                break
            try:
                self.play(move, seat)
            except GameError:
                break
        return self._since(since)

    def play_chance(self) -> list[Event]:
        """Draw the one chance ply that is due."""
        if self.to_act != CHANCE:
            raise GameError(say("no-chance-event"))
        if self.luck is None:
            raise GameError(say("secret-not-known"))
        since = self._next
        self._course.play(self.luck.choose(self._course.history.state, self.game, self.ply))
        return self._since(since)

    def advance(self) -> list[Event]:
        """Draw all chance plies that are due; this also begins a match that begins with a draw."""
        since = self._next
        while self.to_act == CHANCE:
            self.play_chance()
        return self._since(since)

    def take_back(self, seat: int | None = None, count: int | None = None) -> list[Event]:
        """Take back the last turn of a seat (None: of who played last), with all that followed, or the last `count` plies.

        Draws cannot be taken back except in practice, where the same outcome comes again. What was played before somebody left
        a seat that they may take back stays as long as they are away: they would have to agree.
        """
        if self.over and not self.practice:
            raise GameError(say("over-nothing-to-take-back"))
        if seat is not None:
            self._course.seating.check_seat(seat)
        undo = Undo(self._course.history, self._course.seating, self.practice)
        start = undo.last_turn(seat) if count is None else self.ply - count
        undo.check(start)
        since = self._next
        self._course.apply_event(TakenBack(since, undo.last_seat() if seat is None else seat, self.ply - start))
        self.advance()
        return self._since(since)

    def resign(self, seat: int, bot: str | None = None) -> list[Event]:
        """Give up: against one other side that side wins at once; among more sides a bot takes the seat."""
        return self._forfeit(Resigned(self._next, seat), seat, bot)

    def out_of_time(self, seat: int, bot: str | None = None) -> list[Event]:
        """Note that a seat's time is over, with the same consequence as resigning."""
        return self._forfeit(OutOfTime(self._next, seat), seat, bot)

    def _forfeit(self, event: Event, seat: int, bot: str | None) -> list[Event]:
        self._course.check_running()
        self._course.seating.check_seat(seat)
        goes_on = len(self.game.teams) > 2
        if goes_on and not bot:
            raise GameError(say("substitute-needed", last=self.game.seats - 1))
        since = self._next
        self._course.apply_event(event)
        if goes_on and bot:
            self.seat_bot(seat, bot)
        self._course.finish()
        return self._since(since)

    def _check_turn(self, seat: int | None, ply: int | None) -> None:
        self._course.check_running()
        if seat is not None:
            self._course.seating.check_seat(seat)
        if ply is not None and ply != self.ply:
            raise IllegalMove(say("answered-another-ply", ply=ply, last=self.ply))
        if self.to_act == CHANCE:
            raise IllegalMove(say("chance-first"))
        if seat is not None and seat != self.to_act:
            raise IllegalMove(say("not-your-turn", seat=self._course.seating.named(self.to_act)))

    def _read(self, move: str | int) -> int:
        """The action that a move names; what is not legal is refused in the words of the rules."""
        state = self._course.history.state
        if isinstance(move, str):
            return self.game.parse_move(state, move)
        if not isinstance(move, bool) and move in state.legal():
            return move
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < self.game.info.num_actions:
            raise IllegalMove(say("cannot-play-action", action=move))
        refusal = state.refusal(move)
        raise IllegalMove(say("cannot-play-action-because", action=move, reason=refusal_text(self.game, refusal)), refusal)

    @property
    def _next(self) -> int:
        return self._course.next_number

    def _since(self, number: int) -> list[Event]:
        return self._course.events[number:]

    def branch(self, ply: int, seats: Iterable[int], bot: str, practice: bool = False) -> Match:
        """Return a new match that has come by the same plies to the position before one of this match, which is over.

        People go on at the given seats alone: bots play their own seats on, and `bot` those of everybody else. Secret and seeds
        are those of this match, so the luck of both can be checked in the same way.
        """
        if not self.over:
            raise GameError(say("branch-too-early"))
        self.state_at(ply)  # refuses what is no ply
        match = Match(self.game, Luck(self.luck.secret) if self.luck else None, practice)
        for event in self.events:
            if isinstance(event, Ply | Resigned | OutOfTime | Ended):
                break
            match._course.apply_event(event)
        for played in self.plies[:ply]:
            match._course.play(played.action)
        if match.over:
            raise GameError(say("branch-at-the-end"))
        for seat in set(match._course.seating.people) - set(seats):
            match.seat_bot(seat, bot)
        match.advance()
        return match

    # Reading what was saved

    @classmethod
    def from_record(cls, record: Record, luck: Luck | None = None, practice: bool = False) -> Match:
        """Return the match of a full record, checked; one without its secret needs a luck to go on with draws."""
        actions = check(record).actions
        match = cls(record.load_game(), luck, practice)
        if record.chance is not None and luck is None:
            match._adopt_luck(record.chance)
        for seat, player in enumerate(record.players):
            if player:
                match.seat(seat, player)
        for action in actions:
            match._course.play(action)
        if record.payoffs is not None and not match.over:
            loser = record.payoffs.index(min(record.payoffs))
            match.resign(loser) if record.reason == "resigned" else match.out_of_time(loser)
        return match

    def _adopt_luck(self, chance: Chance) -> None:
        """Take over secret and seeds of a record; without the secret keep what was published."""
        self._course.seeds.adopt(chance)
        if self.luck is None:
            return
        if chance.seed_commitments is None:
            for seat, seed in given(chance.seeds):
                self._course.apply_event(SeedAdded(self._next, seat, seed))
            return
        for seat, commitment in given(chance.seed_commitments):
            self.commit_seed(seat, commitment)
        for seat, seed in given(chance.seeds):
            self.open_seed(seat, seed)

    @classmethod
    def from_json(cls, value: object, tell: Callable[[Match, Event], None] | None = None) -> Match:
        """Return the match that `as_json` wrote; GameError says what does not fit. `tell` is as in `from_events`."""
        stored = read_stored(value)
        return cls.from_events(stored.game, stored.events, stored.luck, stored.practice, tell)

    @classmethod
    def from_events(
        cls,
        game: Game,
        events: Iterable[Event],
        luck: Luck | None = None,
        practice: bool = False,
        tell: Callable[[Match, Event], None] | None = None,
    ) -> Match:
        """Return the match that its events tell; GameError names the first event that does not fit.

        `tell` is called after every event with the match as it then was.
        """
        match = cls(game, luck, practice)
        match.follow(events, tell)
        return match

    def follow(self, events: Iterable[Event], tell: Callable[[Match, Event], None] | None = None) -> None:
        """Take in what happened elsewhere; GameError names the first event that does not fit. `tell` is as in `from_events`."""
        for event in events:
            if event.number != self._next:
                raise GameError(say("event-out-of-order", number=event.number, next=self._next))
            try:
                self._course.apply_event(event)
            except GameError as error:
                raise GameError(say("event-refused", number=event.number, error=error)) from None
            if tell:
                tell(self, event)
        self._course.finish()
