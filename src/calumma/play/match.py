"""Match: the authority over one match. It checks, records and redacts; it knows no network, no drawing and no bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from calumma.core import CHANCE, OVER, Game, GameError, IllegalMove, State
from calumma.core.messages import refusal_text
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
from calumma.play.history import History, Played
from calumma.play.luck import Luck, seed_commitment
from calumma.records import Chance, Record, check, forfeit_payoffs, load_game, read_ply
from calumma.records.fields import a_dict, a_list, a_text, an_integer, only_known

DIGITS = 64  # of a SHA-256
STORED = ("game", "rules", "seats", "options", "practice", "secret", "events")


class Match:
    """One match, as a list of events that only grows; everything else follows from it.

    >>> import calumma
    >>> match = Match(calumma.load("yamamoto"))
    >>> [event.text for event in match.play("a1a2", seat=0)]
    ['a1a2']
    >>> match.play("a1a2", seat=0)
    Traceback (most recent call last):
        ...
    calumma.core.errors.IllegalMove: it is not your turn: Blue is to act

    A game that begins with a draw waits for `advance`, so that the seats can add their seeds first.
    In practice, plies may be taken back across draws (the same outcome comes again) and after the end.
    """

    def __init__(self, game: Game, luck: Luck | None = None, practice: bool = False) -> None:
        self.game = game
        self.practice = practice
        self.luck = luck if luck is not None or not game.info.has_chance else Luck()
        self._published: Chance | None = None  # of a record that came without its secret
        self._events: list[Event] = []
        self._seen: dict[int, tuple[str, ...]] = {}  # event number of a ply: its text by viewer
        self._players: list[str | None] = [None] * game.seats
        self._bots: list[str | None] = [None] * game.seats
        self._before: list[list[str]] = [[] for _ in range(game.seats)]  # who played a seat before, once it changed hands
        self._begun = False
        self._first: int | None = None
        self._has_old_seeds = False  # which were shown at once, without commitments
        self._called_off: CalledOff | None = None
        self._forfeits: dict[int, str] = {}
        self._away: dict[int, int] = {}  # seats whose players may come back: the ply at which they left
        self._history = History(game)
        self._ended: Ended | None = None

    # What is known

    @property
    def events(self) -> tuple[Event, ...]:
        """All events: the whole truth, for the authority alone; `seen_events` is what others may see."""
        return tuple(self._events)

    @property
    def plies(self) -> tuple[Played, ...]:
        """The plies that stand, draws included."""
        return tuple(self._history.plies)

    @property
    def ply(self) -> int:
        """The number of the ply that comes next: how many have been played."""
        return len(self._history.plies)

    @property
    def state(self) -> State:
        """A copy of the position."""
        return self._history.state.copy()

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, CHANCE or OVER."""
        return OVER if self._ended else self._history.state.to_act

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._ended is not None

    @property
    def result(self) -> Ended | None:
        """Reason, scores and payoffs once the match is over."""
        return self._ended

    @property
    def begun(self) -> bool:
        """Whether the match has begun, by `begin` or by its first ply: then seats and seeds are settled."""
        return self._begun

    @property
    def called_off(self) -> CalledOff | None:
        """Why the match will never begin, if so."""
        return self._called_off

    @property
    def unopened(self) -> list[int]:
        """The seats that hold the match up: they have committed themselves to a seed and not opened it."""
        return self.luck.unopened if self.luck and not self._begun else []

    @property
    def opening(self) -> bool:
        """Whether a seed has been opened: from then on, no commitment changes and nobody sits down."""
        return self.luck is not None and not self._has_old_seeds and any(seed is not None for seed in self.luck.seeds)

    @property
    def is_for_one(self) -> bool:
        """Whether one person plays with bots alone: then nobody else's seed could be chosen to fit."""
        return None not in self._players and self._bots.count(None) == 1

    @property
    def first(self) -> int | None:
        """The seat whose player luck made the first, before everybody moved on; None where luck had no say."""
        return self._first

    @property
    def players(self) -> tuple[str | None, ...]:
        """Who sits where now, by name."""
        return tuple(self._players)

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The specs of the bots by seat; None where a person, or nobody, sits."""
        return tuple(self._bots)

    @property
    def forfeits(self) -> dict[int, str]:
        """The seats whose players gave up or ran out of time, with "resigned" or "out-of-time"."""
        return dict(self._forfeits)

    def state_at(self, ply: int) -> State:
        """Return a copy of the position before the ply of that number; 0 is the beginning, `match.ply` is now."""
        return self._history.state_at(ply)

    # Sitting down

    def seat(self, seat: int, player: str, bot: str | None = None) -> list[Event]:
        """Give a seat to a player; a bot also has its spec.

        Once the match has begun, only seats that are empty, and those where a bot plays on for somebody who did not give up.
        """
        return self._take([Seated(self._next, seat, player, bot)])

    def seat_bot(self, seat: int, bot: str) -> list[Event]:
        """Let a bot take over a seat for the rest of the match."""
        self._check_running()
        self._check_seat(seat)
        return self._take([BotSeated(self._next, seat, self._players[seat], bot)])

    def leave(self, seats: Iterable[int]) -> list[Event]:
        """Let the player of some seats go before the match begins.

        Once a seed has been opened, or when nobody is left, the match is called off: whoever sat down next could choose a seed
        that fits the open ones.
        """
        since, name = self._next, None
        for seat in sorted(seats):
            self._check_seat(seat)
            name = self._players[seat]
            self._take([SeatLeft(self._next, seat, name)])
        if self.opening or not self._people:
            self.call_off(name)
        return self._events[since:]

    @property
    def _people(self) -> list[int]:
        """The seats at which people sit."""
        return [seat for seat, player in enumerate(self._players) if player is not None and self._bots[seat] is None]

    def call_off(self, player: str | None = None) -> list[Event]:
        """Let the match never begin; `player` is who wants that."""
        return self._take([CalledOff(self._next, player)])

    # Adding to the luck

    def commit_seed(self, seat: int, commitment: str | None) -> list[Event]:
        """Publish the SHA-256 of a seat's seed; it replaces an earlier one, and None takes it back. Until a seed is opened."""
        return self._take([SeedCommitted(self._next, seat, commitment)])

    def open_seed(self, seat: int, seed: str) -> list[Event]:
        """Show the seed to which a seat has committed itself, once everybody has sat down."""
        return self._take([SeedOpened(self._next, seat, seed)])

    def send_seed(self, seat: int, seed: str) -> list[Event]:
        """Add the seed of a person who plays with bots alone, without a round of commitments before."""
        self._luck_for_seed(seat)
        if not self.is_for_one:
            raise GameError(
                "others play, too, or may still sit down: commit yourself to the SHA-256 of the seed first, and open it when "
                "everybody has sat down"
            )
        a_text(seed, "seed")
        return self._take([SeedCommitted(self._next, seat, seed_commitment(seed)), SeedOpened(self._next + 1, seat, seed)])

    def begin(self, by_lot: bool = False) -> list[Event]:
        """Begin a match whose seats are all taken; by lot, luck says who plays seat 0 and all others follow in their order.

        Nobody needs to call it: a match also begins by its first ply.
        """
        if by_lot and self.luck is None:
            raise GameError("there is no luck in this match that could say who begins")
        first = self.luck.first(self.game.seats) if self.luck and by_lot else None
        return self._take([Begun(self._next, first)])

    # Playing

    def play(self, move: str | int, seat: int | None = None, ply: int | None = None) -> list[Event]:
        """Play a move, given by its text or action, and draw what luck then owes; return the new events.

        `seat` is who asks for it (None: whoever's turn it is) and `ply` the ply number that the move answers;
        GameError says why the move is refused.
        """
        self._check_turn(seat, ply)
        since = self._next
        self._put(self._read(move))
        self.advance()
        return self._events[since:]

    def play_all(self, moves: Sequence[str | int], seat: int | None = None, ply: int | None = None) -> list[Event]:
        """Play a sequence of one seat's moves, which ends early at a draw, at another's turn, or where a move no longer fits.

        The first move is checked as `play` does it, so nothing at all happens only together with a GameError.
        """
        if not moves:
            raise GameError("there is no move to play: expected at least one")
        since, actor = self._next, self.to_act
        self.play(moves[0], seat, ply)
        for move in moves[1:]:
            if self._history.plies[-1].is_chance or self.to_act != actor:
                break
            try:
                self.play(move, seat)
            except GameError:
                break
        return self._events[since:]

    def draw_chance(self) -> list[Event]:
        """Draw the one chance ply that is due."""
        if self.to_act != CHANCE:
            raise GameError("there is nothing to draw: no luck is due now")
        if self.luck is None:
            raise GameError("the secret of the match's luck is not known here, so nothing can be drawn")
        since = self._next
        self._put(self.luck.choose(self._history.state, self.game, self.ply))
        return self._events[since:]

    def advance(self) -> list[Event]:
        """Draw all chance plies that are due; this also begins a match that begins with a draw."""
        since = self._next
        while self.to_act == CHANCE:
            self.draw_chance()
        return self._events[since:]

    def take_back(self, seat: int | None = None, count: int | None = None) -> list[Event]:
        """Take back the last turn of a seat (None: of who played last), with all that followed, or the last `count` plies.

        Draws cannot be taken back except in practice, where the same outcome comes again. What was played before somebody left
        a seat that they may take back stays as long as they are away: they would have to agree.
        """
        if self._ended and not self.practice:
            raise GameError("the match is over: nothing can be taken back")
        if seat is not None:
            self._check_seat(seat)
        start = self._own_turn(seat) if count is None else self.ply - count
        self._check_take_back(start)
        asking = self._last_seat() if seat is None else seat
        since = self._next
        self._take([TakenBack(since, asking, self.ply - start)])
        if self.to_act == CHANCE:
            self.advance()
        return self._events[since:]

    def resign(self, seat: int, bot: str | None = None) -> list[Event]:
        """Give up: against one other side that side wins at once; among more sides a bot takes the seat."""
        return self._forfeit(Resigned(self._next, seat), seat, bot)

    def out_of_time(self, seat: int, bot: str | None = None) -> list[Event]:
        """Note that a seat's time is over, with the same consequence as resigning."""
        return self._forfeit(OutOfTime(self._next, seat), seat, bot)

    # What others may see

    def view(self, seat: int | None = None, ply: int | None = None) -> dict[str, Any]:
        """Return what a seat, or a spectator, may know now or at an earlier ply; a forfeit shows as the end of the match."""
        view = (self._history.state if ply is None else self.state_at(ply)).view(seat)
        if self._ended and ply in (None, self.ply):
            view.update(to_act=OVER, payoffs=list(self._ended.payoffs), reason=self._ended.reason)
        return view

    def seen_plies(self, seat: int | None = None) -> list[str]:
        """Return the texts of the plies as a seat, or a spectator, saw them; `~?` for what was hidden."""
        index = self._viewer(seat)
        return [played.seen[index] for played in self._history.plies]

    def seen_events(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """Return the events from a number on as JSON-able values that a seat, or a spectator, may see."""
        index = self._viewer(seat)
        shown = [event.as_json() for event in self._events[max(since, 0) :]]
        for parts in shown:
            if parts["event"] == Ply.kind:
                parts["text"] = self._seen[parts["number"]][index]
        return shown

    def stories(self, seat: int | None = None) -> list[list[Any]]:
        """Return for every ply what happened, as a list of effects that a seat, or a spectator, may see."""
        self._viewer(seat)
        return self._history.stories(seat)

    # Saving

    def record(self, secret: bool = False) -> Record:
        """Return the full record, hidden plies included; the secret of its luck once it is over, or if asked for."""
        return self._record([played.text for played in self._history.plies], self._history.state.scores(), secret or self.over)

    def seen_record(self, seat: int | None = None) -> Record:
        """Return the record that a seat, or a spectator, may have: redacted until the match is over, then all of it."""
        if self.over:
            return self.record()
        return self._record(self.seen_plies(seat), self.view(seat)["scores"], False)

    def _record(self, plies: Sequence[str], scores: Sequence[int], secret: bool) -> Record:
        players = [self._signature(seat) for seat in range(self.game.seats)]
        payoffs, reason = (self._ended.payoffs, self._ended.reason) if self._ended else (None, "")
        return Record.of(self.game, players, plies, scores, payoffs, reason, self.published_luck(secret))

    def published_luck(self, secret: bool) -> Chance | None:
        """Return what is published of the luck, its secret only if told so; None where there is none."""
        if self.luck is None:
            return self._published
        return self.luck.published(self.game.seats, secret, self._first, self._has_old_seeds)

    def _signature(self, seat: int) -> str | None:
        now = self._bots[seat] or self._players[seat]
        return None if now is None else ", then ".join([*self._before[seat], now])

    @classmethod
    def from_record(cls, record: Record, luck: Luck | None = None, practice: bool = False) -> Match:
        """Return the match of a full record, checked; one without its secret needs a luck to go on with draws."""
        actions = check(record).actions
        match = cls(record.load_game(), luck, practice)
        match._adopt_luck(record.chance, luck)
        for seat, player in enumerate(record.players):
            if player:
                match.seat(seat, player)
        for action in actions:
            match._put(action)
        if record.payoffs is not None and not match._ended:
            loser = record.payoffs.index(min(record.payoffs))
            match.resign(loser) if record.reason == "resigned" else match.out_of_time(loser)
        return match

    def _adopt_luck(self, chance: Chance | None, luck: Luck | None) -> None:
        """Take over secret and seeds of a record; without the secret keep what was published."""
        if chance is None or luck is not None:
            return
        self._published, self._first = chance, chance.first
        self.luck = Luck(bytes.fromhex(chance.secret)) if chance.secret else None
        if self.luck is None:
            return
        if chance.seed_commitments is None:
            self._take(SeedAdded(self._next + i, seat, seed) for i, (seat, seed) in enumerate(_present(chance.seeds)))
            return
        for seat, commitment in _present(chance.seed_commitments):
            self.commit_seed(seat, commitment)
        for seat, seed in _present(chance.seeds):
            self.open_seed(seat, seed)

    def as_json(self) -> dict[str, Any]:
        """Return the whole match, secret included, as JSON-able values: for the authority's own store."""
        return {
            "game": self.game.name,
            "rules": self.game.info.rules,
            "seats": self.game.seats,
            "options": dict(self.game.options),
            "practice": self.practice,
            "secret": self.luck.secret.hex() if self.luck else None,
            "events": [event.as_json() for event in self._events],
        }

    @classmethod
    def from_json(cls, value: object, tell: Callable[[Match, Event], None] | None = None) -> Match:
        """Return the match that `as_json` wrote; GameError says what does not fit. `tell` is as in `from_events`."""
        parts = a_dict(value, "match")
        only_known(parts, STORED, "match")
        for name in STORED:
            if name not in parts:
                raise GameError(f'the match has no "{name}": expected {", ".join(STORED)}')
        rules, seats = an_integer(parts["rules"], "rules"), an_integer(parts["seats"], "seats")
        game = load_game(a_text(parts["game"], "game"), rules, seats, a_dict(parts["options"], "options"))
        events = [Event.from_json(event) for event in a_list(parts["events"], "events")]
        return cls.from_events(game, events, _read_secret(parts["secret"]), parts["practice"] is True, tell)

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
        for event in events:
            if event.number != match._next:
                raise GameError(f"event {event.number} is out of order: expected event {match._next}")
            try:
                match._accept(event)
            except GameError as error:
                raise GameError(f"event {event.number}: {error}") from None
            if tell:
                tell(match, event)
        match._finish()
        return match

    # Accepting events: each kind is checked against the match, whether it happens now or is told again

    @property
    def _next(self) -> int:
        return len(self._events)

    def _take(self, events: Iterable[Event]) -> list[Event]:
        taken = list(events)
        for event in taken:
            self._accept(event)
        return taken

    def _accept(self, event: Event) -> None:
        match event:
            case Seated():
                self._accept_seated(event)
            case SeedAdded():
                self._accept_seed(event)
            case SeedCommitted():
                self._accept_commitment(event)
            case SeedOpened():
                self._accept_opened(event)
            case SeatLeft():
                self._accept_seat_left(event)
            case CalledOff():
                self._check_not_begun()
                self._called_off = event
            case Begun():
                self._accept_begun(event)
            case Ply():
                self._accept_ply(event)
            case TakenBack():
                self._accept_taken_back(event)
            case Resigned():
                self._accept_forfeit(event.seat, "resigned")
            case OutOfTime():
                self._accept_forfeit(event.seat, "out-of-time")
            case BotSeated():
                self._accept_bot(event)
            case Ended():
                self._accept_ended(event)
        self._events.append(event)

    def _accept_seated(self, event: Seated) -> None:
        self._check_running()
        self._check_seat(event.seat)
        _check_name(event.player, "player")
        if event.bot is not None:
            _check_name(event.bot, "bot")
        if self.opening and not self._begun and (event.bot is not None or self._players[event.seat] is not None):
            raise GameError("seeds are being opened: nobody can sit down any more")
        if self._players[event.seat] is not None and (self._begun or self._before[event.seat]):
            self._check_return(event)
            self._before[event.seat].append(str(self._bots[event.seat]))
            self._away.pop(event.seat, None)
        self._players[event.seat], self._bots[event.seat] = event.player, event.bot
        if event.bot is not None and not self._begun:
            self._drop_seed(event.seat)

    def _accept_seat_left(self, event: SeatLeft) -> None:
        self._check_seat(event.seat)
        self._check_not_begun()
        if self._players[event.seat] is None or self._bots[event.seat] is not None:
            raise GameError(f"nobody can leave {self._named(event.seat)}: no person sits there")
        if not self.opening:
            self._drop_seed(event.seat)
        self._players[event.seat] = None

    def _drop_seed(self, seat: int) -> None:
        """Forget what a seat wanted to add to the luck."""
        if self.luck and self.luck.commitment_of(seat):
            self.luck = self.luck.with_commitment(seat, None)
        if self.luck and self.luck.seed_of(seat) is not None:
            self.luck = self.luck.with_seed(seat, None)

    def _check_return(self, event: Seated) -> None:
        """Somebody for whom a bot plays on may come back; a player who gave up or ran out of time may not."""
        if event.bot or not self._before[event.seat] or not self._bots[event.seat]:
            raise GameError(f"{self._named(event.seat)} is taken: once the match has begun only empty seats are free")
        if event.seat in self._forfeits:
            raise GameError(f"the player of {self._named(event.seat)} has left the match for good")

    def _accept_begun(self, event: Begun) -> None:
        if self._begun:
            raise GameError("the match has begun already")
        if None in self._players:
            raise GameError("the match cannot begin: a seat is still free")
        self._start()
        if event.first is not None:
            self._move_on(event.first)

    def _start(self) -> None:
        """Settle seats and seeds: from now on luck can be drawn."""
        if self._begun:
            return
        if self._called_off:
            self._check_running()
        if waiting := [self._named(seat) for seat in self.unopened]:
            raise GameError(f"the match cannot begin: {', '.join(waiting)} must open the seed first")
        self._begun = True

    def _move_on(self, first: int) -> None:
        """Let the player of a seat play seat 0 and all others follow."""
        if self.luck is None or first != self.luck.first(self.game.seats):
            raise GameError(f"seat {first} is to begin by lot, but luck does not say so")
        self._first = first
        self._players = [*self._players[first:], *self._players[:first]]
        self._bots = [*self._bots[first:], *self._bots[:first]]
        self._before = [*self._before[first:], *self._before[:first]]
        self._forfeits = {(seat - first) % self.game.seats: reason for seat, reason in self._forfeits.items()}

    def _accept_seed(self, event: SeedAdded) -> None:
        luck = self._luck_for_seed(event.seat)
        _check_seed(event.seed)
        if luck.promised:
            raise GameError("a seed is opened after everybody has committed themselves: it cannot be added at once")
        self._has_old_seeds = True
        self.luck = luck.with_seed(event.seat, event.seed)

    def _accept_commitment(self, event: SeedCommitted) -> None:
        luck = self._luck_for_seed(event.seat)
        _check_commitment(event.commitment)
        if self._bots[event.seat] is not None:
            raise GameError(f"a bot plays {self._named(event.seat)}: bots have no seed")
        if self.opening:
            raise GameError("a seed has been opened: no commitment can change any more")
        if self._has_old_seeds:  # all have seen them, so they count no longer
            luck, self._has_old_seeds = Luck(luck.secret), False
        self.luck = luck.with_commitment(event.seat, event.commitment)

    def _accept_opened(self, event: SeedOpened) -> None:
        luck = self._luck_for_seed(event.seat)
        _check_seed(event.seed)
        promised = luck.commitment_of(event.seat)
        if promised is None:
            raise GameError(f"{self._named(event.seat)} has not committed itself to a seed, so there is none to open")
        if any(self._players) and None in self._players:
            free = self.game.seat_names[self._players.index(None)]
            raise GameError(f"seeds are opened when everybody has sat down: {free} is still free")
        if luck.seed_of(event.seat) is not None:
            raise GameError(f"the seed of {self._named(event.seat)} is open already")
        if seed_commitment(event.seed) != promised:
            raise GameError(f"this seed does not fit: its SHA-256 is not {promised}, to which {self._named(event.seat)} is bound")
        self.luck = luck.with_seed(event.seat, event.seed)

    def _luck_for_seed(self, seat: int) -> Luck:
        """The luck to which a seat wants to add something now."""
        self._check_seat(seat)
        if self.luck is None:
            raise GameError(f"{self.game.name} has no luck to add a seed to")
        if self._begun:
            raise GameError("seeds are closed: they can be added until the first ply")
        self._check_running()
        return self.luck

    def _accept_ply(self, event: Ply) -> None:
        self._check_running()
        if event.ply != self.ply or event.seat != self.to_act:
            raise GameError(f"it holds ply {event.ply} of seat {event.seat}: expected ply {self.ply} of seat {self.to_act}")
        self._start()
        played = self._history.append(read_ply(self.game, self._history.state, event.ply, event.text))
        self._seen[event.number] = played.seen

    def _accept_taken_back(self, event: TakenBack) -> None:
        self._check_seat(event.seat)
        if not 1 <= event.count <= self.ply:
            raise GameError(f"{event.count} plies cannot be taken back: expected 1 to {self.ply}")
        if self._ended and len(self.game.teams) == 2:
            self._forfeits.clear()
        self._ended = None
        self._history.cut(self.ply - event.count)
        self._away = {seat: min(left, self.ply) for seat, left in self._away.items()}

    def _accept_forfeit(self, seat: int, reason: str) -> None:
        self._check_running()
        self._check_seat(seat)
        if seat in self._forfeits:
            raise GameError(f"the player of {self._named(seat)} has already left the match")
        self._forfeits[seat] = reason

    def _accept_bot(self, event: BotSeated) -> None:
        self._check_running()
        self._check_seat(event.seat)
        _check_name(event.bot, "bot")
        if self.opening and not self._begun:
            raise GameError("seeds are being opened: no bot can sit down any more")
        if not self._begun:
            self._drop_seed(event.seat)
        if self._bots[event.seat] is None:
            self._before[event.seat] += [player for player in [self._players[event.seat]] if player]
            if event.seat not in self._forfeits:
                self._away[event.seat] = self.ply
        self._players[event.seat] = self._bots[event.seat] = event.bot

    def _accept_ended(self, event: Ended) -> None:
        due = self._due()
        if due != event:
            expected = "the match to go on" if due is None else f"{due.reason} with payoffs {list(due.payoffs)}"
            raise GameError(f"the match ended by {event.reason} with payoffs {list(event.payoffs)}: expected {expected}")
        self._ended = event

    def _due(self) -> Ended | None:
        """The event that ends the match, if its position or a forfeit does."""
        state = self._history.state
        if self._ended:
            return None
        if state.to_act == OVER:
            return Ended(self._next, state.reason(), tuple(state.scores()), tuple(state.payoffs()))
        if self._forfeits and len(self.game.teams) == 2:
            seat, reason = next(iter(self._forfeits.items()))
            return Ended(self._next, reason, tuple(state.scores()), forfeit_payoffs(self.game, seat))
        return None

    def _finish(self) -> None:
        if due := self._due():
            self._take([due])

    def _put(self, action: int) -> None:
        """Play a legal action or outcome and end the match if it does."""
        self._start()
        played = self._history.append(action)
        self._seen[self._next] = played.seen
        self._events.append(Ply(self._next, self.ply - 1, played.seat, played.text))
        self._finish()

    def _forfeit(self, event: Event, seat: int, bot: str | None) -> list[Event]:
        self._check_running()
        self._check_seat(seat)
        goes_on = len(self.game.teams) > 2
        if goes_on and not bot:
            raise GameError(f"the match goes on among the other {self.game.seats - 1} seats: expected a bot for the seat")
        since = self._next
        self._take([event])
        if goes_on and bot:
            self.seat_bot(seat, bot)
        self._finish()
        return self._events[since:]

    # Checks

    def _check_running(self) -> None:
        if self._ended:
            raise IllegalMove("the match is over")
        if self._called_off:
            raise GameError("the match was called off before it began")

    def _check_not_begun(self) -> None:
        self._check_running()
        if self._begun:
            raise GameError("the match has begun already")

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.seats:
            raise GameError(f"there is no seat {seat}: expected 0 to {self.game.seats - 1}")

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return self.game.seats
        self._check_seat(seat)
        return seat

    def _check_turn(self, seat: int | None, ply: int | None) -> None:
        self._check_running()
        if seat is not None:
            self._check_seat(seat)
        if ply is not None and ply != self.ply:
            raise IllegalMove(f"you answered ply {ply}, but the match is at ply {self.ply}")
        if self.to_act == CHANCE:
            raise IllegalMove("a draw is due first: no seat can act now")
        if seat is not None and seat != self.to_act:
            raise IllegalMove(f"it is not your turn: {self._named(self.to_act)} is to act")

    def _read(self, move: str | int) -> int:
        if isinstance(move, str):
            return self.game.parse_move(self._history.state, move)
        if isinstance(move, bool) or move not in self._history.state.legal():
            raise self._refused(move)
        return move

    def _refused(self, action: object) -> IllegalMove:
        """Why an action cannot be played: what the rules say, if it is one of the game's."""
        if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < self.game.info.num_actions:
            return IllegalMove(f"cannot play the action {action}: it is not legal here")
        refusal = self._history.state.refusal(action)
        return IllegalMove(f"cannot play the action {action}: {refusal_text(self.game, refusal)}", refusal)

    def _named(self, seat: int) -> str:
        player = self._players[seat]
        return self.game.seat_names[seat] + (f" ({player})" if player else "")

    def _own_turn(self, seat: int | None) -> int:
        """The number of the ply with which the last turn of a seat began; a draw begins it anew, except in practice."""
        owner = self._last_seat() if seat is None else seat
        plies = self._history.plies
        start = next((n for n in reversed(range(len(plies))) if plies[n].seat == owner), None)
        if start is None:
            raise GameError(f"there is nothing to take back: {self._named(owner)} has not played yet")
        for n in reversed(range(start)):
            if plies[n].seat == owner:
                start = n
            elif not (plies[n].is_chance and self.practice):
                break
        return start

    def _last_seat(self) -> int:
        seat = next((played.seat for played in reversed(self._history.plies) if not played.is_chance), None)
        if seat is None:
            raise GameError("there is nothing to take back: nobody has played yet")
        return seat

    def _check_take_back(self, start: int) -> None:
        if not 0 <= start < self.ply:
            raise GameError(f"{self.ply - start} plies cannot be taken back: expected 1 to {self.ply}")
        drawn = next((n for n in range(start, self.ply) if self._history.plies[n].is_chance), None)
        if drawn is not None and not self.practice:
            raise GameError(f"ply {start} cannot be taken back: luck was drawn at ply {drawn}")
        for seat, left in self._away.items():
            if start < left and self._before[seat] and not self.practice:
                name = self._before[seat][-1]
                raise GameError(
                    f"ply {start} cannot be taken back: {name} left at ply {left} and would have to agree, but is away"
                )


def _check_name(name: object, what: str) -> None:
    if not a_text(name, what).strip():
        raise GameError(f"the name of the {what} is empty: expected at least one character")


def _check_seed(seed: object) -> None:
    if a_text(seed, "seed") == "":
        raise GameError("the seed is empty: expected at least one character")


def _check_commitment(commitment: str | None) -> None:
    if commitment is not None and (len(commitment) != DIGITS or set(commitment) - set("0123456789abcdef")):
        raise GameError(f'cannot read the commitment "{commitment[:80]}": expected a SHA-256, as 64 digits 0-9 and a-f')


def _present(values: Iterable[str | None]) -> list[tuple[int, str]]:
    """The seats of a list that have a value, with it."""
    return [(seat, value) for seat, value in enumerate(values) if value]


def _read_secret(value: object) -> Luck | None:
    if value is None:
        return None
    try:
        return Luck(bytes.fromhex(a_text(value, "secret")))
    except ValueError:
        raise GameError("the secret of the match cannot be read: expected 64 digits 0-9 and a-f") from None
