"""One world of a seed: servers, a database, people and faults; and what came of it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

from calumma.site.timekeeper import LAST_TRY

from .bus import Exchange
from .database import Disk, Kept
from .edges import WallClock, seeded_edges
from .faults import EVERY, HOUSE_WEIGHTS, HOUSES, PROFILES, WEIGHTS, Faults
from .invariants import Oracle, Violation
from .loop import SimulatedLoop
from .network import Network, Wire
from .people import Person, Visit, look_on, random_wish
from .servers import Server, post

Span = tuple[float, float]
MOST_STEPS = 400_000
LOGGER = logging.getLogger("calumma")


@dataclass(frozen=True)
class Outcome:
    """What came of a world."""

    seed: int
    profile: str
    matches: int
    plies: int
    events: Counter[str]  # that were kept, by their kinds
    steps: int
    seconds: float  # of the world
    trace: str  # the same again for the same seed
    violation: Violation | None
    lines: Sequence[str] = ()


class World:
    """Everything that happens under one seed."""

    def __init__(self, seed: int, profile: str | None = None, ignored: Sequence[str] = (), keep_lines: bool = False) -> None:
        self.seed = seed
        self.rng = Random(f"calumma {seed}")
        drawn = self.rng.choices(list(PROFILES), WEIGHTS)[0]
        if seed % EVERY == EVERY - 1:  # by numbers of its own: what other seeds mean does not hang on it
            drawn = Random(f"house {seed}").choices(list(HOUSES), HOUSE_WEIGHTS)[0]
        self.profile = profile or drawn
        self.is_house = self.profile in HOUSES
        self.is_slow = self.rng.random() < 0.25 and not self.is_house
        self.loop = SimulatedLoop(self.rng, self.rng.choice([0.0, 0.3, 1.0]))
        self.loop.thread_delay = self._think
        self.loop.after_step = self._after_step
        self.loop.set_exception_handler(self._unhandled)
        self.clock = WallClock(self.loop)
        self.oracle = Oracle(self, ignored)
        self.disk = Disk(self.loop, self._committed, self.note_fault)
        self.exchange = Exchange(self.loop, self.oracle.overheard)
        self.network = Network(self)
        self.faults = Faults(self, self.profile)
        self.webhook_troubles = self.rng.choice([0.0, 0.3])
        self.servers: list[Server] = []
        self.thinkers: list[Server] = []
        self.wires: list[Wire] = []
        self.servers_think = False  # besides thinkers
        self.slowness = 40.0 if self.is_slow else 1.0
        self.bots_pace = self.slowness
        self.lock_seconds = 2.0 if "second" in self.faults.kinds and not self.is_slow else 60.0 * self.slowness
        self.between_faults = self.rng.choice([15.0, 40.0]) * self.slowness
        self.until = self.rng.uniform(300, 900) * self.slowness / (2 if self.is_house else 1)
        self.quiet = 100.0 if not self.is_slow else 2.3 * 3600
        self.crash_in: int | None = None
        self.taken_over = 0.0  # when a server last began
        self._away_since: float | None = 0.0
        self._met = -1  # how often the database had refused somebody when this began; -1: it was not the database alone
        self._outages: list[Span] = []
        self._jumps: list[tuple[float, float]] = []
        self._faults: list[tuple[float, float]] = []
        self._deserted = asyncio.Event()  # set when no server is left
        self._started = 0
        self._last_table = 0
        self._digest = hashlib.blake2b(digest_size=12)
        self.lines: list[str] | None = [] if keep_lines else None

    # What happened

    def note(self, words: str) -> None:
        """Add a line to the trace."""
        line = f"{self.loop.time():.4f} {self.loop.steps} {words}"
        self._digest.update(line.encode())
        if self.lines is not None:
            self.lines.append(line)

    def _think(self) -> float:
        return (0.1 + 2 * self.rng.random() ** 2) * self.bots_pace

    def _committed(self, events: list[Kept]) -> None:
        rows = self.disk.raw.execute("SELECT rowid, * FROM tables WHERE rowid > ? ORDER BY rowid", [self._last_table])
        names = [column[0] for column in rows.description]
        found = [dict(zip(names, row, strict=True)) for row in rows.fetchall()]
        if found:
            self._last_table = found[-1]["rowid"]
            self.oracle.opened(found)
        self.oracle.committed(events)

    def _unhandled(self, loop: Any, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None:
            self.oracle.surprised(error, str(context.get("message")))

    def _after_step(self, server: int) -> None:
        if self.oracle.violation is not None:
            raise self.oracle.violation
        if self.loop.steps > MOST_STEPS:
            raise Violation("endless", f"{self.loop.steps} steps in {self.loop.time():.0f} s")
        if self.crash_in is not None and server:
            self.crash_in -= 1
            if self.crash_in <= 0:
                self.crash_in = None
                for each in [*self.servers, *self.thinkers]:
                    if each.number == server:
                        self.note(f"{server} crashes")
                        each.crash()
                self.check_service()

    # Faults and the true time

    @property
    def is_faulty(self) -> bool:
        """Whether anything may go wrong."""
        return bool(self.faults.kinds)

    @property
    def database_troubled(self) -> bool:
        """Whether the database may fail in this world."""
        return bool({"hiccups", "restart", "full", "cut"} & set(self.faults.kinds))

    @property
    def slow_writes(self) -> float:
        """How many seconds a ply may wait to be written while the next clock runs: what takes longer is a pause (`runs.SLOW`)."""
        return 3.5 if "hiccups" in self.faults.kinds else 0.0

    def note_fault(self, forgiven: float = 60.0) -> None:
        """Remember that something went wrong now, and for how many seconds nobody's clock may run therefore."""
        self._faults.append((self.loop.time(), forgiven))

    def note_loss(self) -> None:
        """Remember that a process is lost, or comes back; where others serve on, no clock stands still for that."""
        self.note_fault(0.0 if self.is_house else 60.0)

    def has_failed_since(self, begin: float) -> bool:
        """Whether anything went wrong with a process or the database since a time."""
        return any(at >= begin for at, _ in self._faults)

    def faults_between(self, begin: float, end: float) -> int:
        """Return how many faults may stop the clocks in a span."""
        return sum(at <= end and at + forgiven > begin for at, forgiven in self._faults)

    def forgiven_between(self, begin: float, end: float) -> float:
        """Return for how long faults stop the clocks of a span at the most: those in it, and what those before it still do."""
        fresh = sum(forgiven for at, forgiven in self._faults if begin < at <= end)
        return fresh + sum(max(0.0, min(end, at + forgiven) - begin) for at, forgiven in self._faults if at <= begin)

    def jump(self, seconds: float) -> None:
        """Set the clock of the machine; forward, this is also what a machine that was asleep sees."""
        self.note_fault(12.0 if seconds > 0 else 2.0)
        self._jumps.append((self.loop.time(), seconds))
        self.clock.jump(seconds)

    def wall(self, at: float) -> float:
        """Return a moment of the true time as a clock saw it that was only ever set forward."""
        return at + sum(seconds for when, seconds in self._jumps if when <= at and seconds > 0)

    def outages(self) -> list[Span]:
        """Return when nobody could play, by the true time."""
        return list(self._outages)

    def set_back(self, at: float) -> float:
        """Return by how much the clock was set back: a server that was away cannot tell that time from the time it was away."""
        return -sum(seconds for when, seconds in self._jumps if when <= at and seconds < 0)

    def pauses(self) -> list[Span]:
        """Return when nobody could play, in the terms of `wall`."""
        outages = [(self.wall(begin), self.wall(end)) for begin, end in self._outages]
        asleep = [(self.wall(when) - seconds, self.wall(when)) for when, seconds in self._jumps if seconds > 0]
        return sorted(outages + asleep)

    def available(self, begin: float, end: float) -> float:
        """Return for how long one could play in a span of the true time."""
        spans = [*self._outages, *([(self._away_since, end)] if self._away_since is not None else [])]
        return end - begin - sum(max(0.0, min(end, over) - max(begin, start)) for start, over in spans)

    def check_service(self) -> None:
        """Note whether people can play now.

        A database that was away or full for a while, and that nobody asked for anything meanwhile, has kept nobody from playing.
        """
        self.servers = [server for server in self.servers if server.is_alive]
        self.thinkers = [thinker for thinker in self.thinkers if thinker.is_alive]
        if not self.servers:
            self._deserted.set()
        served = any(server.is_up and server.number not in self.disk.cut for server in self.servers)
        works = served and self.disk.up and not self.disk.troubles.full
        if not works and self._away_since is None:
            self._away_since, self._met = self.loop.time(), self.disk.met
            if self.is_house:
                self.note_fault()
        if not served:
            self._met = -1
        if works and self._away_since is not None:
            if self.disk.met > self._met:
                self._outages.append((self._away_since, self.loop.time()))
            self._away_since = None

    # Servers

    def any_server(self) -> Server | None:
        """Return one of the servers that run."""
        up = [server for server in self.servers if server.is_up]
        return self.rng.choice(up) if up else None

    def any_process(self) -> Server | None:
        """Return one of the servers or thinkers that run."""
        up = [process for process in [*self.servers, *self.thinkers] if process.is_up]
        return self.rng.choice(up) if up else None

    async def new_server(self, thinks_only: bool = False) -> Server | None:
        """Start a server, or a thinker; None if it does not."""
        self._started += 1
        server = Server(self, self._started, thinks_only)
        (self.thinkers if thinks_only else self.servers).append(server)
        well = await server.start()
        self.note(f"{server.number} starts: {well}")
        self.taken_over = self.loop.time() if well else self.taken_over
        self.check_service()
        return server if well else None

    async def _supervise(self) -> None:
        """See to it that there is a server."""
        while True:
            self.check_service()
            if not self.servers:
                await self.new_server()
            if self.servers:
                self._deserted.clear()
                await self._deserted.wait()
            await asyncio.sleep(self.rng.choice([0.1, 3.0, 20.0]) * self.rng.random() * self.slowness)

    async def _keep_house(self) -> None:
        """See to it that there are some servers and thinkers, each started again after its end."""
        servers, thinkers = self.rng.randint(2, 3), self.rng.randint(0, 2)
        self.servers_think = thinkers == 0
        await asyncio.gather(*(self._keep(place >= servers) for place in range(servers + thinkers)), self._look_after())

    async def _keep(self, thinks_only: bool) -> None:
        while True:
            process = await self.new_server(thinks_only)
            if process is not None:
                await process.gone.wait()
                self.check_service()
            await asyncio.sleep(self.rng.choice([0.1, 3.0, 20.0]) * self.rng.random())

    async def _look_after(self) -> None:
        """See, every few seconds, whether everybody who watches has been told of everything."""
        while True:
            await asyncio.sleep(5.0)
            self.wires = [wire for wire in self.wires if wire.is_open]
            for wire in self.wires:
                self.oracle.check_seen(wire)

    # The life of the world

    async def _live(self) -> None:
        keeping = self.loop.create_task(self._keep_house() if self.is_house else self._supervise())
        people = [Person(self, number, schemes=self.rng.random() < 0.5) for number in range(self.rng.randint(3, 6))]
        await asyncio.gather(*(person.arrive() for person in people))
        failing = self.loop.create_task(self.faults.run())
        matches = self.rng.randint(8, 16) // (2 if self.is_house else 1)  # several processes take more time
        wishes = [random_wish(self.rng, len(people), self.is_slow) for _ in range(matches)]
        await asyncio.gather(*(self._match(people, wish) for wish in wishes))
        self.faults.stop()
        await failing
        await self._drain(people)
        keeping.cancel()

    async def _match(self, people: list[Person], wish: Any) -> None:
        host = people[wish.guests[0]]
        await asyncio.sleep(self.rng.random() * 20)
        opened = await host.open(wish)
        if opened is None:
            return
        visits = [Visit(people[guest], *opened, wish) for guest in wish.guests]  # type: ignore[call-arg]
        onlookers = [people[number] for number in range(len(people)) if number not in wish.guests and self.rng.random() < 0.3]
        await asyncio.gather(*(visit.spend() for visit in visits), *(look_on(person, opened[0]) for person in onlookers))

    async def _drain(self, people: list[Person]) -> None:
        """Let everybody answer while everything works, then wait, and look whether every table lives."""
        while self.any_server() is None:
            await asyncio.sleep(1.0)
        await asyncio.sleep(15.0 + self._until_locked)
        await asyncio.gather(*(visit.settle() for person in people for visit in person.tables.values()))
        self.bots_pace = self.quiet / 20  # nobody needs to see a match of bots to its end
        await asyncio.sleep(self.quiet)
        while self.disk.turn is not None:
            await asyncio.sleep(0.001)
        self.oracle.check_end()

    @property
    def _until_locked(self) -> float:
        """How long a server may take after a restart of the database: to miss its lock, to get it, to read its tables."""
        return 2 * self.lock_seconds + LAST_TRY if "restart" in self.faults.kinds else 0.0

    def run(self) -> Outcome:
        """Live, and return what came of it."""
        more: dict[str, Any] = {
            "calumma.server.courier.post": lambda target, body, headers, *rest: post(self, target, headers),
            "calumma.server.database.LOCK_SECONDS": self.lock_seconds,
            "calumma.site.timekeeper.BEAT": 15.0,  # a third of the work, and no less is proven
            "calumma.site.maintenance.TRY_AGAIN": 10.0 * self.slowness,
            "calumma.server.metrics.LAG_SECONDS": 600.0,  # nobody waits on a simulated loop, so there is nothing to measure
            "calumma.server.redis_bus.Redis": SimpleNamespace(from_url=self.exchange.client),
            "calumma.server.redis_bus.monotonic": self.loop.time,
            "calumma.site.runs.random": self.rng,
        }
        if self.is_house:
            more |= {"calumma.site.house.SPENT": 5.0, "calumma.site.taker.LOOK": 5.0, "calumma.server.thinking.COMPARE": 15.0}
        with seeded_edges(self.rng, self.loop, self.clock, more), self._logging():
            try:
                self.loop.run_until_complete(self._live())
                if self.oracle.violation is not None:
                    raise self.oracle.violation
            except Violation as violation:
                self.oracle.violation = violation
            finally:
                self.oracle.is_over = True
                self.loop.bury()
                self.loop.close()
        return self._outcome()

    @contextmanager
    def _logging(self) -> Iterator[None]:
        level, propagate = LOGGER.level, LOGGER.propagate
        LOGGER.addHandler(self.oracle)
        LOGGER.propagate = False
        try:
            yield
        finally:
            LOGGER.removeHandler(self.oracle)
            LOGGER.setLevel(level)
            LOGGER.propagate = propagate

    def _outcome(self) -> Outcome:
        ledgers = list(self.oracle.ledgers.values())
        plies = [sum(kept.kind == "ply" for kept in ledger.kept) for ledger in ledgers]
        events = Counter(kept.kind for ledger in ledgers for kept in ledger.kept)
        return Outcome(
            self.seed,
            self.profile,
            sum(1 for count in plies if count),
            sum(plies),
            events,
            self.loop.steps,
            self.loop.time(),
            self._digest.hexdigest(),
            self.oracle.violation,
            self.lines or (),
        )
