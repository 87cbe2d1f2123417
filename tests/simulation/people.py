"""People: they open tables, sit down, play, ask, answer, leave and come back, as the seed says."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import calumma
from calumma.core.words import Words
from calumma.site.api.tables import carry_out, new_guest, new_table, rematch, see_table
from calumma.site.calls import Call
from calumma.site.commands import Answer as Reply
from calumma.site.commands import Begin, Close, Command, Commit, Fill, Leave, Play, Replace, Resign, Seed, Sit, Undo
from calumma.site.requests import NewGuest, NewTable

from .network import Answer, Wire, connect

if TYPE_CHECKING:
    from .world import World

PRIVATE = Words("calumma.site")("private-table")
QUICK_LIMITS = ("", "", "", "1+0", "1+2", "2+0", "10+5")
SLOW_LIMITS = ("1h", "1h", "3h", "1d")
TRIES = 6
"""How often somebody tries to open a table."""


@dataclass
class Wish:
    """A table that somebody wants, and who is asked to it."""

    body: dict[str, Any]
    guests: list[int]  # people by number, the host first
    plies: int  # after which the match is given up
    teams: int
    pace: float  # seconds that a thought takes, roughly


def random_wish(rng: Random, people: int, slow: bool) -> Wish:
    """Return a table of any game, with any of its options."""
    name = rng.choice(calumma.games())
    info = calumma.load(name).info
    seats = rng.choice([*info.seats, 2])
    options = {option: rng.choice(values) for option, values in choices(name).items() if rng.random() < 0.4}
    others = rng.randint(1, min(seats, people) - 1) if rng.random() < 0.85 else 0
    chairs = ["open"] * others + rng.choices(["me", "random", "level:1"], [1, 2, 2], k=seats - 1 - others)
    rng.shuffle(chairs)
    chairs.insert(rng.randrange(seats), "me")
    time = rng.choice(SLOW_LIMITS if slow else QUICK_LIMITS)
    body = {
        "game": name,
        "seats": seats,
        "options": options,
        "chairs": chairs,
        "time": time,
        "begins": rng.choice(["rotating", "chosen", "random"]),
        "open": rng.random() < 0.3,
        "closed": rng.random() < 0.2,
        "wait": rng.choice([None, None, None, True]),
        "commits": rng.random() < 0.2,
        "substitute": rng.choice(["level:2", "level:1"]),
    }
    teams = len(calumma.load(name, seats, **options).teams)
    pace = 400.0 if slow else 1.5
    return Wish(body, rng.sample(range(people), 1 + others), rng.randint(3, 12), teams, pace)


def choices(name: str) -> dict[str, list[Any]]:
    """Return the options of a game with some values each."""
    found = calumma.load(name).info.as_json()["options"]
    return {
        option: list(about["values"]) if about["kind"] == "choice" else list(range(*about["values"], 8))  # type: ignore[call-overload]
        for option, about in found.items()
        if about["kind"] in ("choice", "integer")
    }


@dataclass(eq=False)
class Person:
    """Somebody with a name and, once welcomed, a token."""

    world: World
    number: int
    token: str = ""
    guest: str = ""
    schemes: bool = False  # whether other people's absence is used
    reached: bool = False
    tables: dict[str, Visit] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"Person {self.number}"

    async def arrive(self) -> None:
        """Become a guest, and say how to be told of turns."""
        while not self.token:
            answer = await self._ask(lambda services, guest: new_guest(Call(services), NewGuest(name=self.name)), "", "arrives")
            if answer.done:
                self.token, self.guest = answer.body["token"], answer.body["guest"]
        if self.world.rng.random() < 0.5:
            address = f"https://{self.number}.example.org/"
            set_up = await self._ask(lambda services, guest: services.notices.set_webhook(guest.id, address), "", "webhook")
            self.reached = set_up.done

    async def _ask(self, call: Callable[[Any, Any], Awaitable[Any]], table: str, what: str) -> Answer:
        return await self.world.network.ask(self, call, table, what)

    async def open(self, wish: Wish) -> tuple[str, str] | None:
        """Open a table; return its id and its invitation."""
        for _ in range(TRIES):
            answer = await self._ask(
                lambda services, guest: new_table(Call(services, guest), NewTable(**wish.body)),
                "",
                f"opens {wish.body['game']}",
            )
            if answer.done:
                return answer.body["table"], answer.body["invite"]
            await asyncio.sleep(self.world.rng.random() * 5)
        return None


@dataclass(eq=False)
class Visit:
    """A person at a table."""

    person: Person
    table: str
    invite: str
    wish: Wish
    stays: bool = True
    wire: Wire | None = None
    hurries: bool = False
    is_needed: bool = True  # as far as was last seen
    failures: int = 0  # looks in a row that brought nothing: the more, the longer the pause
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def world(self) -> World:
        return self.person.world

    @property
    def rng(self) -> Random:
        return self.world.rng

    # Coming and going

    async def spend(self) -> None:
        """Be at the table until the match is over or given up."""
        self.person.tables[self.table] = self
        while self.stays and self.world.loop.time() < self.world.until + 5 * self.wish.pace:
            await self._pause()
            state = await self.look()
            self.failures = 0 if state is not None else min(self.failures + 1, 5)
            if state is not None:
                self.is_needed = state["status"] != "playing" or state["turn"]
                await self.act(state)
        self.leave()

    def leave(self) -> None:
        """Close the socket."""
        if self.wire:
            self.wire.break_off()
            self.wire = None

    async def _pause(self) -> None:
        """Think, dawdle, or be away for a while."""
        number, pace = self.rng.random(), self.wish.pace
        if number < 0.03:
            self.leave()
            await asyncio.sleep(pace * self.rng.uniform(150, 330) if pace < 60 else pace * self.rng.uniform(5, 12))
        elif number < 0.09:
            await asyncio.sleep(pace * self.rng.uniform(12, 45) if pace < 60 else pace * self.rng.uniform(2, 5))
        elif self.wire and self.wire.is_open and number < 0.6:
            self.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), pace * 8)
            await asyncio.sleep(pace * self.rng.random())
        else:
            quickest, slowest = (2.0, 8.0) if self.failures > 1 or not self.is_needed else (0.2, 2.0)
            await asyncio.sleep(pace * self.rng.uniform(quickest, slowest) * max(1, self.failures))

    def watch(self) -> None:
        """Open a socket, if there is none."""
        if self.wire is None or not self.wire.is_open:
            since = max(0, self.wire.number) if self.wire else 0
            self.wire = connect(self.world, self.person, self.table, since, self.rng.random() < 0.005)
            if self.wire:
                self.wire.on_message = lambda message: self.news.set()

    # Asking

    async def look(self, seat: int | None = None) -> dict[str, Any] | None:
        """Return the table as this person sees it, if the server can be reached."""
        answer = await self.world.network.ask(
            self.person,
            lambda services, guest: see_table(Call(services, guest), self.table, 0, seat),
            self.table,
            "looks at",
        )
        if answer.kind == "refused":
            await self._ask_in(answer.body)
        if not answer.done:
            return None
        cover = answer.body["cover"]
        return await self.look(cover) if cover is not None and seat is None else answer.body

    async def _ask_in(self, sentence: str) -> None:
        """Sit down at a table that only those see who play there; whoever comes too late goes away."""
        if sentence == PRIVATE:
            answer = await self.ask(self._sitting(self.rng.random()))
            self.stays = self.stays and answer.kind != "refused"

    def _sitting(self, number: float) -> Sit:
        digest = sha256(self.seed.encode()).hexdigest()
        return Sit(invite=self.invite, seed_commitment=digest if number < 0.3 else None, commits=number > 0.9)

    async def ask(self, command: Command) -> Answer:
        """Ask something of the table."""
        kind = type(command).__name__
        answer = await self.world.network.ask(
            self.person, lambda services, guest: carry_out(Call(services, guest), self.table, command), self.table, kind
        )
        self.world.oracle.answered(self.person, self.table, command, answer)
        return answer

    # Acting

    async def act(self, state: dict[str, Any]) -> None:
        """Do something that fits where the match stands."""
        if self.rng.random() < 0.3:
            self.watch()
        if state["status"] == "over":
            await self._after(state)
        elif state["status"] == "waiting":
            await self._before(state)
        elif not state["own"]:
            await self._without_seat(state)
        else:
            await self._playing(state)

    @property
    def seed(self) -> str:
        """The text that this person adds to the luck."""
        return f"seed of {self.person.number}"

    async def _before(self, state: dict[str, Any]) -> None:
        may, number = state["may"], self.rng.random()
        digest = sha256(self.seed.encode()).hexdigest()
        if "sit" in may:
            await self.ask(self._sitting(number))
        elif "leave" in may and number < 0.02 and not self.hurries:
            await self.ask(Leave())
        elif "close" in may and number < 0.03 and not self.hurries:
            await self.ask(Close())
        elif "begin" in may and number < 0.7:
            await self.ask(Begin())
        elif "seed" in may:
            await self.ask(Seed(seed=self.seed))
        elif "commit" in may and (number < 0.2 or state["seat"] in state["luck"]["waits_for"]):
            await self.ask(Commit(commitment=digest if self.rng.random() < 0.7 else None))
        elif "fill" in may and number > 0.95:
            await self.ask(Fill(bot=self.rng.choice(["random", "level:1"])))

    async def _without_seat(self, state: dict[str, Any]) -> None:
        if "sit" in state["may"] and self.rng.random() < 0.7:
            await self.ask(Sit())
        elif self.rng.random() < 0.3:
            self.stays = False

    async def _playing(self, state: dict[str, Any]) -> None:
        offer, number = state["offer"], self.rng.random()
        if offer and offer["may_answer"] and not offer["answered"]:
            await self.ask(Reply(agreed=self.hurries or number < 0.7, kind=offer["kind"]))
        elif state["ply"] >= self.wish.plies or self.world.loop.time() > self.world.until:
            await self._give_up(state)
        elif number < 0.05 and "undo" in state["may"]:
            await self.ask(Undo())
        elif number < 0.06:
            await self.ask(Replace(seat=self.rng.choice(state["own"])))
        elif state["turn"]:
            await self._play(state)
        elif self.person.schemes or number < 0.15:
            await self._scheme(state)

    async def _play(self, state: dict[str, Any]) -> None:
        moves = [self.rng.choice(state["moves"])["text"]]
        if self.rng.random() < 0.2:
            moves.append(self.rng.choice(state["moves"])["text"])
        if self.wire and self.wire.is_open and self.rng.random() < 0.2:
            self.wire.say(type="play", ply=state["ply"], moves=moves, seat=state["seat"])
            return
        command = Play(ply=state["ply"], moves=moves, seat=state["seat"])
        answer = await self.ask(command)
        if answer.kind == "lost":  # the protocol says: send it again, it is refused if it was played
            await self.ask(command)

    async def _scheme(self, state: dict[str, Any]) -> None:
        """Let a bot play for somebody who is away, and take back what happened before."""
        people = [seat for seat, bot in enumerate(state["bots"]) if bot is None and seat not in state["own"]]
        if not people or not state["own"]:
            return
        answer = await self.ask(
            Replace(seat=self.rng.choice(people), bot=self.rng.choice([None, "random", "level:1", "level:2"]))
        )
        if answer.done and self.person.schemes:
            for _ in range(self.rng.randint(1, 7)):
                await self.ask(Undo())

    async def _give_up(self, state: dict[str, Any]) -> None:
        if self.wish.teams == 2 and self.rng.random() < 0.6:
            await self.ask(Resign(seat=self.rng.choice(state["own"])))
        self.stays = False

    async def _after(self, state: dict[str, Any]) -> None:
        self.stays = False
        if "rematch" in state["may"] and self.rng.random() < 0.3:
            await self.world.network.ask(
                self.person, lambda services, guest: rematch(Call(services, guest), self.table), self.table, "rematch"
            )

    # When everything works again

    async def settle(self) -> None:
        """Answer what is asked, and play a little, so that the table shows whether it lives."""
        self.hurries = True
        for _ in range(3):
            state = await self.look()
            if state is None or state["status"] == "over":
                return
            offer = state["offer"]
            if state["status"] == "waiting":
                await self._before(state)
            elif offer and offer["may_answer"] and not offer["answered"]:
                await self.ask(Reply(agreed=True, kind=offer["kind"]))
            elif state["turn"]:
                await self._play(state)
            await asyncio.sleep(1.0)


async def look_on(person: Person, table: str) -> None:
    """Watch somebody else's table for a while, by a socket."""
    rng = person.world.rng
    await asyncio.sleep(rng.random() * 20)
    wire = connect(person.world, person, table, 0, rng.random() < 0.01)
    if wire is not None:
        if rng.random() < 0.5:
            await asyncio.sleep(rng.random())
            wire.say(type="attend", here=False)
        await asyncio.sleep(rng.random() * 120)
        wire.break_off()
