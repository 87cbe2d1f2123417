"""What must be true whatever happens. It is checked against what was committed and when, by the true time, not by the server.

- What somebody was told is kept, once, in order, and was kept before it was told; nobody is shown less than was known before,
  except by a server that lost its place so lately that it has not looked since.
- Every ply is answered once.
- Nobody loses on time for a fault that is not theirs, and nobody thinks for nothing.
- No secret is told before its time.
- What happened before somebody left a seat is not undone behind their back, and whoever asks for a substitute does not choose it.
- Every match ends or waits for a named person.
- Whoever is to act and wants to be told is told, once a turn.
- Whoever watches sees soon what any server has written, whatever news of it were lost; the bus carries no content.
"""

from __future__ import annotations

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError

from calumma import Rng
from calumma.core import CHANCE, Game
from calumma.play import Event, Limit, Match
from calumma.play.luck import verify
from calumma.site.commands import Answer as Reply
from calumma.site.commands import Command, Play
from calumma.site.kept_match import turn_number
from calumma.site.store import Conflict
from calumma.site.tables import ID

from .database import Kept
from .network import Answer

if TYPE_CHECKING:
    from .network import Wire
    from .people import Person
    from .world import Span, World

HOUR = 3600.0
UNSEEN = 40.0
"""Seconds after which somebody who watches must have seen what was written, though all news of it were lost."""

SENDING = 10.0
"""Seconds for which a notice may be under way."""

EXPECTED = (DBAPIError, OSError, TimeoutError, Conflict)
"""Errors that a database in trouble may cause."""


class Violation(AssertionError):
    """An invariant does not hold: which one, and what was seen."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(kind, words)  # both, so that it can be sent to another process
        self.kind, self.words = kind, words

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


@dataclass
class Ledger:
    """A table as it was committed."""

    id: str
    row: dict[str, Any]
    kept: list[Kept] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    _match: Match | None = None
    _followed: int = 0  # how many events it has seen

    def add(self, kept: Any) -> None:
        self.kept.append(kept)
        self.events.append({"number": kept.number, "event": kept.kind, **json.loads(kept.body)})

    def match(self, number: int) -> Match:
        """Return the match after so many events; who asks for a later one than before gets the same, which has gone on."""
        if self._match is not None and self._followed <= number and len(self._match.events) == self._followed:
            self._match._course.apply_events(Event.from_json(event) for event in self.events[self._followed : number])
            self._match._course.finish()
        else:
            self._match = self.replay(lambda match, event: None, number)
        self._followed = number
        return self._match

    def replay(self, tell: Callable[[Match, Event], None], number: int | None = None) -> Match:
        """Return the match after so many events (all if not said), with what happened told on the way."""
        row = self.row
        parts = {name: row[name] for name in ("game", "rules", "seats", "secret")}
        more = {"options": json.loads(row["options"]), "practice": bool(row["practice"])}
        return Match.from_json({**parts, **more, "events": self.events[:number]}, tell)

    def has_begun(self, match: Match) -> bool:
        """Whether everybody is there and has said what was to be said."""
        return None not in match.players and (match.begun or not (self.row["waits"] or match.luck))

    def person_to_act(self, match: Match) -> int | None:
        """The seat whose person is to act; CHANCE if luck is, None if nobody."""
        if match.over or not self.has_begun(match):
            return None
        seat = match.to_act
        return seat if seat == CHANCE or match.bots[seat] is None else None


class Oracle(logging.Handler):
    """Knows what is true."""

    def __init__(self, world: World, ignored: Sequence[str] = ()) -> None:
        super().__init__()
        self.world, self.ignored = world, frozenset(ignored)
        self.ledgers: dict[str, Ledger] = {}
        self.violation: Violation | None = None
        self.letters: Counter[tuple[str, str]] = Counter()
        self._told_first: dict[tuple[str, str], float] = {}
        self._answers: dict[tuple[str, int], str] = {}
        self._agreed: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.looks = 0
        self.is_over = False  # what is thrown away at the end may complain

    def fail(self, kind: str, words: str) -> None:
        """Note that an invariant does not hold; the world ends with it."""
        if self.violation is None and not self.is_over and kind not in self.ignored:
            self.violation = Violation(kind, words)

    # Surprises

    def surprised(self, error: BaseException, where: str) -> None:
        """Take note of an error that was not a sentence: only a database in trouble may cause one."""
        if not isinstance(error, EXPECTED) or not self.world.database_troubled:
            self.fail("surprise", f"{where}: {error!r}")

    def emit(self, record: logging.LogRecord) -> None:
        """Take note of what the server logs as a failure."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, ArithmeticError):
            self.surprised(error, f"log: {record.getMessage()}")

    # What was committed, told and answered

    def opened(self, rows: Sequence[dict[str, Any]]) -> None:
        """Take note of new tables."""
        for row in rows:
            self.ledgers[row["id"]] = Ledger(row["id"], row)

    def committed(self, events: Sequence[Kept]) -> None:
        """Take note of events that are kept from now on."""
        for kept in events:
            ledger = self.ledgers[kept.table]
            if kept.number != len(ledger.kept):
                self.fail("order", f"{kept.table}: event {kept.number} is kept after {len(ledger.kept)} events")
            ledger.add(kept)
            self.world.note(f"kept {kept.table} {kept.number} {kept.kind} {kept.body}")

    def floor(self, table: str) -> int:
        """Return how many events everybody who asks from now on must be shown."""
        return len(self.ledgers[table].events) if table in self.ledgers else 0

    def told(self, person: Person, body: dict[str, Any], text: str, floor: int) -> None:
        """Check what a server is about to tell somebody."""
        ledger = self.ledgers.get(body["table"])
        if ledger is None:
            self.fail("early", f"{body['table']}: shown before it was kept")
            return
        if body["number"] > len(ledger.events):
            self.fail("early", f"{ledger.id}: {person.name} is told of event {body['number'] - 1} before it was kept")
        if body["number"] < floor and (self.world.is_house or self._has_settled()):
            self.fail("stale", f"{ledger.id}: {person.name} is shown {body['number']} events when {floor} were kept")
        for event in body.get("events", ()):
            self._compare(ledger, event)
        if body["status"] != "over":
            self._check_secrets(person, ledger, body, text)

    def _has_settled(self) -> bool:
        """Whether a server that has lost its place has had the time to notice."""
        return self.world.loop.time() > self.world.taken_over + self.world.lock_seconds + 1.0

    def check_seen(self, wire: Wire) -> None:
        """Check that somebody who watches has been told of everything that is a while old, wherever it was written."""
        ledger, now, disk = self.ledgers.get(wire.table), self.world.loop.time(), self.world.disk
        is_cut = wire.server.number in disk.cut or not disk.up
        if ledger is None or wire.number >= len(ledger.kept) or is_cut or self.world.has_failed_since(now - UNSEEN):
            return
        if now - max(wire.since, disk.up_since, ledger.kept[max(0, wire.number)].at) > UNSEEN:
            seen = f"{wire.number} of {len(ledger.kept)} events"
            self.fail("unseen", f"{ledger.id}: {wire.person.name} watches at {wire.server.number} and has seen {seen}")

    def overheard(self, message: str) -> None:
        """Check what servers tell each other: which table is new, never what is new there."""
        kind, about, _, held, _ = json.loads(message)
        is_plain = kind in ("here", "spent") or not held
        if not is_plain or (kind == "table" and not ID.fullmatch(about)):
            self.fail("secret", f"the bus carries {message}")

    def _compare(self, ledger: Ledger, seen: dict[str, Any]) -> None:
        if seen["number"] >= len(ledger.events):
            return
        true = ledger.events[seen["number"]]
        if {**true, "text": ""} != {**seen, "text": ""} or seen.get("text") not in (true.get("text"), "~?"):
            self.fail("kept", f"{ledger.id}: told {seen}, kept {true}")

    def answered(self, person: Person, table: str, command: Command, answer: Answer) -> None:
        """Check that what was acknowledged is there, and that nobody else was acknowledged for the same."""
        if isinstance(command, Reply) and command.agreed and answer.kind != "refused":
            self._agreed[table, person.name].append(self.world.loop.time())
        if not isinstance(command, Play) or not answer.done:
            return
        own = [event for event in answer.body["events"] if event["event"] == "ply" and event["ply"] == command.ply]
        played = [event for event in own if event["seat"] >= 0 and event["text"] == command.moves[0]]
        if not played:
            self.fail("lost", f"{table}: {person.name} played {command.moves} at ply {command.ply} and got {own}")
            return
        number = played[0]["number"]
        if (table, number) in self._answers:
            self.fail("twice", f"{table}: event {number} answered {self._answers[table, number]} and {person.name}")
        self._answers[table, number] = person.name

    # Secrets

    def _check_secrets(self, person: Person, ledger: Ledger, body: dict[str, Any], text: str) -> None:
        secret = ledger.row["secret"]
        if secret and secret in text:
            self.fail("secret", f"{ledger.id}: {person.name} is told the secret of the luck")
        if "view" not in body or body["number"] > len(ledger.events):
            return
        self.looks += 1
        if self.looks % 6:
            return
        match = ledger.match(body["number"])
        own = [seat for seat, name in enumerate(match.players) if name == person.name and not match.bots[seat]]
        if body["seat"] is not None and body["seat"] not in own:
            self.fail("secret", f"{ledger.id}: {person.name}, who has the seats {own}, sees seat {body['seat']}")
        if match.game.info.has_secrets and not match.over:
            self._check_twin(ledger, match.game, match, body)

    def _check_twin(self, ledger: Ledger, game: Game, match: Match, body: dict[str, Any]) -> None:
        """What a viewer sees must be the same in a world that differs in what the viewer cannot know."""
        seat = body["seat"]
        twin = match.state.determinize(0 if seat is None else seat, Rng(self.looks))
        if json.dumps(twin.view(seat)) != json.dumps(body["view"]):
            self.fail("secret", f"{ledger.id}: the view of seat {seat} differs from that of a twin")
        if body["plies"] != match.seen_plies(seat):
            self.fail("secret", f"{ledger.id}: the plies of seat {seat} are not as that seat saw them")

    # Notices

    def notified(self, target: str, name: str) -> None:
        """Take note of a notice that arrived."""
        self.letters[target, name] += 1
        first = self._told_first.setdefault((target, name), self.world.loop.time())
        self.world.note(f"notice {target} {name}")
        excused = self.world.has_failed_since(first - SENDING) if self.world.is_house else self.world.is_faulty
        if self.letters[target, name] > 1 and not excused:
            self.fail("notice", f"{target} gets {name} twice")
        if self.world.is_house and not self.world.disk.raw.execute("SELECT 1 FROM notices WHERE id=?", [name]).fetchall():
            self.fail("notice", f"{target} gets {name}, and another notice of the same turn is kept")

    # The end

    def check_end(self) -> None:
        """Check every table, after a while in which everything worked."""
        for ledger in self.ledgers.values():
            if ledger.events:
                match = self._replay(ledger)
                self._check_lives(ledger, match)
                if match.over and match.luck and not verify(match.record()).fits:
                    self.fail("luck", f"{ledger.id}: {verify(match.record()).sentence}")
        again = Counter(ledger.row["rematch_of"] for ledger in self.ledgers.values() if ledger.row["rematch_of"])
        if again and max(again.values()) > 1:
            self.fail("twice", f"two rematches of one match: {again}")

    def _check_lives(self, ledger: Ledger, match: Match) -> None:
        if match.over or match.called_off or not self.has_everybody(ledger, match):
            return
        seat = match.to_act
        bot = seat >= 0 and match.bots[seat] is not None
        quiet = self.world.loop.time() - ledger.kept[-1].at
        people = self.world.disk.query("SELECT guest FROM sitters WHERE table_id=? AND NOT has_left", ledger.id)
        if (seat == CHANCE or (bot and people)) and quiet > self.world.quiet / 2:  # bots alone wait for somebody who looks
            self.fail("stuck", f"{ledger.id}: {'luck' if seat == CHANCE else match.bots[seat]} is to act since {quiet:.0f} s")
        owners = self.world.disk.query("SELECT guest FROM sitters WHERE table_id=? AND seat=? AND NOT has_left", ledger.id, seat)
        if seat >= 0 and not bot and not owners:
            self.fail("stuck", f"{ledger.id}: seat {seat} belongs to nobody")
        if seat >= 0 and not bot and len({guest for (guest,) in people}) > 1:
            self._check_told(ledger, match, owners[0][0])

    def _check_told(self, ledger: Ledger, match: Match, guest: str) -> None:
        """Whoever is to act, wants to be told and does not look, has been told of this turn, once a while has passed."""
        query = self.world.disk.query
        sits = query("SELECT seat FROM sitters WHERE table_id=? AND guest=? AND NOT has_left", ledger.id, guest)
        seats = [seat for (seat,) in sits]
        number = turn_number(match, seats)
        wants = query("SELECT guest FROM contacts WHERE guest=? AND webhook IS NOT NULL", guest)
        if not wants or self.world.loop.time() - ledger.kept[number].at < self.world.quiet - 10.0:
            return
        told = query("SELECT id FROM notices WHERE table_id=? AND guest=? AND number=?", ledger.id, guest, number)
        if not told:
            self.fail("notice", f"{ledger.id}: nobody told {guest} of the turn that began with event {number}")

    def has_everybody(self, ledger: Ledger, match: Match) -> bool:
        """Whether nobody is waited for before the match begins; if all seats are taken, somebody named must still say Begin."""
        if ledger.has_begun(match):
            return True
        notes = json.loads(self.world.disk.query("SELECT notes FROM tables WHERE id=?", ledger.id)[0][0])
        if not (None in match.players or ledger.row["waits"] or match.unopened or notes.get("due")):
            self.fail("stuck", f"{ledger.id}: everybody is there, and the match does not begin")
        return False

    def _replay(self, ledger: Ledger) -> Match:
        """Play a match again and check on the way what took time, and what was taken back; return it."""
        limit = ledger.row["time_limit"]
        referee = Referee(self, ledger, Limit.parse(limit)) if limit else None
        tellers = [self._check_taken_back(ledger), *([referee.tell] if referee else [])]

        def tell(match: Match, event: Event) -> None:
            for each in tellers:
                each(match, event)

        match = ledger.replay(tell)
        if referee:
            referee.check_rest()
        return match

    def _check_taken_back(self, ledger: Ledger) -> Callable[[Match, Event], None]:
        """Whoever left a seat that they may take back has to agree before what they knew is undone."""
        standing: list[int] = []
        left: dict[int, tuple[int, str]] = {}
        gone: set[int] = set()
        names: dict[int, str | None] = {}

        def tell(match: Match, event: Event) -> None:
            parts = event.as_json()
            kind, number, seat = parts["event"], parts["number"], parts.get("seat")
            if kind == "ply":
                standing.append(number)  # type: ignore[arg-type]
            elif kind in ("resigned", "out_of_time"):
                gone.add(seat)  # type: ignore[arg-type]
            elif kind == "bot_seated" and seat not in gone and seat not in left:
                left[seat] = (number, str(parts["player"]))  # type: ignore[assignment, index]
                if parts["bot"] != ledger.row["substitute"]:
                    self.fail("strength", f"{ledger.id}: event {number} lets {parts['bot']} play for {parts['player']}")
            elif kind == "seated":
                left.pop(seat, None)  # type: ignore[call-overload]
            elif kind == "taken_back":
                removed = standing[-parts["count"] :]  # type: ignore[operator]
                del standing[-parts["count"] :]  # type: ignore[operator]
                for since, name in left.values():
                    agreed = any(ledger.kept[since].at <= at for at in self._agreed[ledger.id, name])
                    if removed and removed[0] < since and not agreed and names.get(seat) != name:  # type: ignore[call-overload]
                        self.fail("undone", f"{ledger.id}: event {number} undoes {removed} behind the back of {name}")
            names.update(enumerate(match.players))

        return tell


def joined(spans: list[Span]) -> list[Span]:
    """Return spans with those made one that overlap."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return found


class Referee:
    """Counts how long everybody thought while they could have played, by the true time."""

    def __init__(self, oracle: Oracle, ledger: Ledger, limit: Limit) -> None:
        self.oracle, self.world, self.ledger, self.limit = oracle, oracle.world, ledger, limit
        self.used: dict[int, float] = defaultdict(float)
        self.forgiven: dict[int, float] = defaultdict(float)
        self.turns: Counter[int] = Counter()
        self.running: int | None = None
        self.since = 0.0  # the turn began
        self.noted = 0.0  # until when it is counted

    def check_rest(self) -> None:
        """Look at the turn that is not over, after all events were told."""
        self._count(self.world.loop.time())
        self._check_not_free(self.world.loop.time())

    def tell(self, match: Match, event: Event) -> None:
        """Follow one event after the other."""
        now = self.ledger.kept[event.number].at
        self._count(now)
        parts = event.as_json()
        if parts["event"] == "out_of_time":
            self._check_fair(parts["seat"], now)
            self.used[parts["seat"]] = 0.0  # type: ignore[index]  # should it be taken back, the clock is full
        else:
            self._check_not_free(now)
        runs = self.ledger.person_to_act(match)
        if runs not in (CHANCE, self.running):
            if self.running is not None:
                self.turns[self.running] += 1
            self.running, self.since = runs, now

    def _count(self, now: float) -> None:
        if self.running is not None:
            self.used[self.running] += self.world.available(self.noted, now)
            self.forgiven[self.running] += self.world.forgiven_between(self.noted, now)
        self.noted = now

    def _check_fair(self, seat: Any, now: float) -> None:
        slack = 1.0 + sum(kept.took for kept in self.ledger.kept) + self.world.slow_writes * (1 + self.turns[seat])
        if self.limit.per_turn:
            thought = self.world.available(self.since, now) + self.world.set_back(now)
            fair = thought + slack >= self.limit.seconds or self._is_past_deadline(now + slack)
        else:
            fair = self.used[seat] + slack >= self.limit.seconds
        if not fair:
            words = f"seat {seat} lost on time at {now:.1f} s after {self.used[seat]:.1f} s of {self.limit.text}"
            self.oracle.fail("time", f"{self.ledger.id}: {words}")

    def _is_past_deadline(self, now: float) -> bool:
        """By the true time, or, where the clock was set while no server could count the seconds, by that clock."""
        steady = self._deadline(self.since, self.world.outages())
        by_clock = self._deadline(self.world.wall(self.since), self.world.pauses())
        return now >= steady or self.world.wall(now) >= by_clock

    def _deadline(self, since: float, pauses: list[Span]) -> float:
        """Days and hours go on while nobody can play, but afterwards there is the hour that was left before.

        Whoever would have run out meanwhile gets a whole hour. Whether they would have may hang on a second that only the server
        knows, so that is left to the tests of the clock.
        """
        deadline = since + self.limit.seconds
        for begin, end in joined(pauses):
            if begin <= deadline and end > since:
                deadline = max(deadline, end + min(HOUR, deadline - max(begin, since)))
        return deadline

    def _check_not_free(self, now: float) -> None:
        seat = self.running
        if seat is None:
            return
        if self.limit.per_turn:
            faults = self.world.faults_between(self.since, now)
            most, used = self.limit.seconds + HOUR * (1 + faults), now - self.since
        else:
            most = self.limit.seconds + self.limit.increment * (1 + self.turns[seat]) + 20.0 + self.forgiven[seat]
            used = self.used[seat]
        if used > most:
            words = f"seat {seat} has thought for {used:.0f} s of {self.limit.text} at {now:.0f} s, {most:.0f} at the most"
            self.oracle.fail("free", f"{self.ledger.id}: {words}")
