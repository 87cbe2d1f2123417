"""What an address, a guest and a table may cost: the one place that decides.

Guests are free, addresses are not: whatever a guest may do is counted for the address, too. A network of IPv6 (/64), which one
household or one hired machine has to itself, counts as one address. Behind a proxy the address is the one that the proxy names.

Requests and messages are paid in permits. One permit is about a millisecond or two of the one thread that answers everybody,
so the rate of an address is the part of that thread which it can take from others.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from calumma.core import GameError
from calumma.core.words import Words

say = Words(__package__)

Network = IPv4Network | IPv6Network

STATIC, SHARED, READ, WRITE, PAGE, DEAR = 0.25, 0.5, 1.0, 1.0, 2.0, 5.0
"""What requests cost: a file; one that a route made once for all; something short; something that is written; a whole page, table
or list; a picture or a line that is made for this request alone (in a thread, see `fair_queue.WorkQueue`).

`benchmarks/prices.py` measures what they take of the answering thread: an address that asks for nothing else, as often as it may,
gets less than a quarter of it."""
MESSAGE, CONNECTION = 1.0, 4.0
"""What a message on a socket costs, and a new socket, which is sent the whole table at once."""

SPREAD = 0.01
"""Seconds for each permit, at the most, over which the requests of a busy address are spread."""

ELSEWHERE_SECONDS = 15.0
"""For how long it is believed what another server has said."""

_ASKER: ContextVar[str] = ContextVar("asker", default="")


class TooMuch(GameError):
    """Somebody asks for more than they may have; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may be had beside permits (`Settings.rate`), each number with the reason for it.

    The measure is a school class: thirty people behind one address who all begin at the same moment.
    """

    guests: int = 100  # new guests of one address at once: a class, twice, and some who come by another browser
    guest_rate: float = 1 / 30  # and a second: a busy place has a new visitor every half minute
    tables: int = 200  # new tables of one address at once
    table_rate: float = 0.5  # and a second: thirty people who begin a match of a minute each, again and again
    guest_tables: int = 200  # unfinished tables that one guest may have opened or play at
    guest_sockets: int = 40  # of one guest at once: as many open matches in as many tabs
    sockets: int = 200  # of one address at once: a class with six tabs each
    all_sockets: int = 5000  # of everybody: about 100 kB each
    connections: int = 300  # of one address at once: browsers open six each beside their sockets
    all_connections: int = 8000  # of everybody, or as many as the system lets the server open
    first_request: float = 15.0  # seconds until a connection must have sent a whole request
    idle: float = 30.0  # seconds that a connection is kept for the next request
    unread: float = 30.0  # seconds that an answer may wait for a reader
    refused: float = 1.0  # seconds after which who asks too much is told so: else telling them would cost as much as answering
    pictures: int = 48 * 2**20  # bytes of drawn positions that are kept, of all tables together
    thoughts: int = 60  # questions to bots, pictures and lines of one address that may wait: two for each of a class
    guest_thoughts: int = 2  # questions to bots of one guest: one for each of two tabs
    guest_work: int = 10  # pictures and lines of one guest that may wait: steps through a match, faster than they are drawn
    all_thoughts: int = 2000  # and of everybody


def address_key(host: str) -> str:
    """Return by which name an address is counted: of IPv6 the network, of an IPv4 address within IPv6 that one."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:60]  # no address: a socket of this machine
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Network((found, 64), strict=False))
    return str(found)


def read_network(text: str) -> Network:
    """Return the network, or the one address, that a text names; GameError if it names none."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        raise GameError(say("cannot-read-address", address=text[:60])) from None


def asker() -> str:
    """Return the address for which the present request or message is answered; empty if there is none."""
    return _ASKER.get()


@contextmanager
def asked_by(address: str) -> Iterator[None]:
    """Let what happens now be paid by an address."""
    token = _ASKER.set(address)
    try:
        yield
    finally:
        _ASKER.reset(token)


class Rates:
    """A bucket of permits for everyone: it fills at a rate and holds so many for a burst."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self.is_shared = False  # whether other servers are told what was taken here
        self._taken: dict[str, float] = {}  # since they were last told
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def is_busy(self, who: str) -> bool:
        """Return whether somebody has used up more than half of a burst."""
        left, then = self._buckets.get(who, (self.burst, 0.0))
        return left + (time.monotonic() - then) * self.rate < self.burst / 2

    def allow(self, who: str, cost: float = 1.0) -> bool:
        """Take permits; False if there are not enough. Who is refused loses none, and gets the rate however often they ask."""
        now = time.monotonic()
        left, then = self._buckets.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        fits = left >= min(cost, self.burst)
        self._buckets[who] = (max(0.0, left - cost) if fits else left, now)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        if fits and self.is_shared:
            self._taken[who] = self._taken.get(who, 0.0) + cost
        return fits

    def account(self) -> dict[str, float]:
        """Return what was taken here since this was last asked."""
        taken, self._taken = self._taken, {}
        return taken

    def charge(self, who: str, cost: float) -> None:
        """Take permits for what somebody had at another server."""
        now = time.monotonic()
        left, then = self._buckets.pop(who, (self.burst, now))
        self._buckets[who] = (max(0.0, min(self.burst, left + (now - then) * self.rate) - cost), now)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)


class Pace:
    """Spreads what a busy address asks for over the time: asked all at once, it would hold up others in one lump.

    Between two beginnings lie so many seconds for every permit of the first; it is half of what permits take to come back, or
    less, so nobody waits longer than for the requests before.
    """

    def __init__(self, rate: float, most: int = 10_000) -> None:
        self.seconds, self.most = min(SPREAD, 0.5 / rate), most
        self._free: OrderedDict[str, float] = OrderedDict()  # when the next may begin

    def wait(self, who: str, cost: float) -> float:
        """Return how many seconds somebody is to wait before a request begins."""
        now = time.monotonic()
        begin = max(now, self._free.pop(who, now))
        self._free[who] = begin + cost * self.seconds
        if len(self._free) > self.most:
            self._free.popitem(last=False)
        return begin - now


class Counted:
    """How many things everyone has at this moment, at all servers together."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[float, dict[str, float]]] = {}  # by server: what it said, and when

    def __getitem__(self, who: str) -> int:
        return self._held[who] + sum(round(held.get(who, 0.0)) for held in self._others())

    def _others(self) -> list[dict[str, float]]:
        now = time.monotonic()
        return [held for at, held in self._elsewhere.values() if now - at < ELSEWHERE_SECONDS]

    def account(self) -> dict[str, float]:
        """Return what everyone has here."""
        return {who: float(number) for who, number in self._held.items()}

    def note_elsewhere(self, server: str, held: dict[str, float]) -> None:
        """Note what everyone has at another server, as it has just said."""
        self._elsewhere[server] = (time.monotonic(), held)

    @property
    def total(self) -> int:
        """How many there are at this server."""
        return self._held.total()

    def add(self, who: str) -> None:
        """Count one more."""
        self._held[who] += 1

    def remove(self, who: str) -> None:
        """Count one less."""
        self._held[who] -= 1
        if self._held[who] <= 0:
            del self._held[who]


class Limits:
    """Decides for everybody. `blocked` are networks that get nothing at all; whoever runs the server fills it."""

    def __init__(self, allowance: Allowance, rate: float, burst: float, trusted: Iterable[str] = ()) -> None:
        self.allowance = allowance
        self.blocked: set[Network] = set()
        self._trusted = frozenset(trusted)
        self._trusts = lru_cache(4096)(self._reckon_trusted)
        self._permits, self._guest_permits = Rates(rate, burst), Rates(rate, burst)
        self._pace = Pace(rate)
        self._guests = Rates(allowance.guest_rate, allowance.guests)
        self._tables = Rates(allowance.table_rate, allowance.tables)
        self._sockets, self._guest_sockets = Counted(), Counted()
        self._thoughts, self._guest_thoughts = Counted(), Counted()
        self._rates = {
            "permits": self._permits,
            "guest permits": self._guest_permits,
            "new guests": self._guests,
            "new tables": self._tables,
        }
        self._counted = {
            "sockets": self._sockets,
            "guest sockets": self._guest_sockets,
            "thoughts": self._thoughts,
            "guest thoughts": self._guest_thoughts,
        }

    # What other servers must know, so that many servers allow no more than one

    def share(self, **others: Rates) -> None:
        """Count together with other servers: the own rates, and some that are kept elsewhere."""
        self._rates |= others
        for rates in self._rates.values():
            rates.is_shared = True

    def accounts(self, everything: bool) -> Iterator[tuple[str, dict[str, float]]]:
        """Yield what was taken here since it was last asked for, by the name of the limit; and everything that is held here."""
        for name, rates in self._rates.items():
            if taken := rates.account():
                yield name, taken
        if everything:
            for name, counted in self._counted.items():
                yield name, counted.account()

    def note_elsewhere(self, server: str, name: str, used: dict[str, float]) -> None:
        """Count what was taken, or is held, at another server."""
        if name in self._counted:
            self._counted[name].note_elsewhere(server, used)
        elif name in self._rates:
            for who, cost in used.items():
                self._rates[name].charge(who, cost)

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total

    # Who

    def is_blocked(self, host: str) -> bool:
        """Return whether an address gets nothing here."""
        return bool(self.blocked) and _within(host, self.blocked)

    def is_trusted(self, host: str) -> bool:
        """Return whether the host of the server has said that an address may have whatever it asks for."""
        return bool(self._trusted) and self._trusts(host)

    def _reckon_trusted(self, host: str) -> bool:
        return host in self._trusted or _within(host, [read_network(text) for text in self._trusted if _is_network(text)])

    # Requests and messages

    def may_ask(self, address: str, cost: float) -> bool:
        """Take permits of an address for a request; False if it has not enough."""
        return self.is_trusted(address) or self._permits.allow(address, cost)

    def pause(self, address: str, cost: float) -> float:
        """Return for how many seconds a request that may be answered waits, so that a busy address lets others go first."""
        if self.is_trusted(address) or not self._permits.is_busy(address):
            return 0.0
        return self._pace.wait(address, cost)

    def may_send(self, address: str, guest: str | None) -> bool:
        """Take a permit for a message on a socket: of the address, and of the guest, who may sit behind several."""
        if self.is_trusted(address):
            return True
        return self._permits.allow(address, MESSAGE) and (guest is None or self._guest_permits.allow(guest, MESSAGE))

    # Guests and tables

    def note_new_guest(self) -> None:
        """Count a guest for the address that asks; TooMuch if it has made too many."""
        self._note(self._guests, say("too-many-guests"))

    def note_new_table(self) -> None:
        """Count a table for the address that asks; TooMuch if it has opened too many."""
        self._note(self._tables, say("too-many-tables"))

    def _note(self, rates: Rates, words: str) -> None:
        if asker() and not self.is_trusted(asker()) and not rates.allow(asker()):
            raise TooMuch(words)

    def check_tables(self, unfinished: int) -> None:
        """Refuse one more table to a guest who has so many; TooMuch says what to do."""
        if unfinished >= self.allowance.guest_tables:
            raise TooMuch(say("too-many-matches", count=unfinished))

    # Sockets, and long work

    @contextmanager
    def socket(self, address: str, guest: str | None) -> Iterator[None]:
        """Hold a socket; TooMuch if the guest, the address or the server has too many."""
        most = self.allowance
        bounds = (
            (self._sockets, address, most.sockets, most.all_sockets),
            (self._guest_sockets, guest, most.guest_sockets, None),
        )
        with self._held(address, bounds, say("too-many-sockets")):
            yield

    @contextmanager
    def thought(self, address: str, guest: str) -> Iterator[None]:
        """Have a question to a bot under way; TooMuch if the guest, the address or the server has too many."""
        with self._long(address, f"thought {guest}", self.allowance.guest_thoughts):
            yield

    @contextmanager
    def work(self, address: str, guest: str) -> Iterator[None]:
        """Have a picture or a line under way that is made in a thread; TooMuch if there are too many."""
        with self._long(address, f"work {guest}", self.allowance.guest_work):
            yield

    @contextmanager
    def _long(self, address: str, guest: str, most: int) -> Iterator[None]:
        bounds = (
            (self._thoughts, address, self.allowance.thoughts, self.allowance.all_thoughts),
            (self._guest_thoughts, guest, most, None),
        )
        with self._held(address, bounds, say("too-many-questions")):
            yield

    @contextmanager
    def _held(self, address: str, bounds: Iterable[tuple[Counted, str | None, int, int | None]], words: str) -> Iterator[None]:
        parts = [(counted, who, most, everybody) for counted, who, most, everybody in bounds if who is not None]
        for counted, who, most, everybody in parts:
            is_full = everybody is not None and counted.total >= everybody
            if is_full or (counted[who] >= most and not self.is_trusted(address)):
                raise TooMuch(words)
        for counted, who, _, _ in parts:
            counted.add(who)
        try:
            yield
        finally:
            for counted, who, _, _ in parts:
                counted.remove(who)


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _within(host: str, networks: Iterable[Network]) -> bool:
    """Whether an address, or the network by which it is counted, lies in one of the networks."""
    try:
        first = ip_network(host, strict=False)[0]
    except ValueError:
        return False
    if isinstance(first, IPv6Address) and first.ipv4_mapped is not None:
        first = first.ipv4_mapped
    return any(first.version == network.version and first in network for network in networks)
