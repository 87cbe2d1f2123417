"""The player `engine:COMMAND`: a program in any language that speaks the engine protocol (docs/engine-protocol.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import Protocol

from calumma.core import Game, GameError, NotationError, State
from calumma.core.errors import IllegalMove
from calumma.core.words import Words
from calumma.engine import Engine, EngineError, Info, Limits, Program
from calumma.players.player import Choice, Player, least
from calumma.search import Candidate

say = Words(__package__)

HOSTED_SECONDS = 2.0  # for a move, if a host does not say otherwise
IDLE = 2  # programs of one engine that a host keeps running between moves


class Source(Protocol):
    """Where running engines come from and go to."""

    def take(self) -> Engine:
        """Return an engine that nobody else uses."""

    def give_back(self, engine: Engine) -> None:
        """Take an engine back that is in order."""


class OwnProgram:
    """Starts a program for every player, and ends it with it."""

    def __init__(self, argument: str) -> None:
        self.name, self.program = argument, Program.read(argument)

    def take(self) -> Engine:
        """Start the program."""
        return Engine(self.program.command, self.name, self.program.settings)

    def give_back(self, engine: Engine) -> None:
        """End the program."""
        engine.close()


class Hosted:
    """The engines that whoever runs a server offers by a name, and nothing else: a stranger names no command.

    A command may end with a time, `@1s`. Call it like `players.load`.
    """

    def __init__(self, commands: Mapping[str, str] | None = None) -> None:
        from calumma.players.specs import parse

        read = {name: parse(f"engine:{command}") for name, command in (commands or {}).items()}
        self._programs = {name: OwnProgram(spec.argument or "") for name, spec in read.items()}
        self._seconds = {name: spec.seconds or HOSTED_SECONDS for name, spec in read.items()}
        self._idle: dict[str, list[Engine]] = defaultdict(list)
        self._lock = Lock()

    @property
    def names(self) -> list[str]:
        """Return what can stand after `engine:`."""
        return sorted(self._programs)

    def __call__(self, spec: str, game: Game, seed: int = 0) -> Player:
        """Return the player that a spec names; GameError if it is none that is offered here."""
        from calumma.players.specs import load, parse

        read = parse(spec)
        if read.name != "engine":
            return load(spec, game, seed)
        if read.argument not in self._programs:
            raise GameError(say("no-hosted-engine", text=spec, known=", ".join(self.names) or "-"))
        return EnginePlayer(spec, game, seed, _Shelf(self, read.argument), self._seconds[read.argument])

    def take(self, name: str) -> Engine:
        """Return an idle engine of a name, or start one."""
        with self._lock:
            while self._idle[name]:
                engine = self._idle[name].pop()
                if engine.running:
                    return engine
        return self._programs[name].take()

    def give_back(self, name: str, engine: Engine) -> None:
        """Keep an engine for the next who asks."""
        with self._lock:
            if len(self._idle[name]) < IDLE and engine.running:
                self._idle[name].append(engine)
                return
        engine.close()

    def close(self) -> None:
        """End all programs that nobody uses."""
        with self._lock:
            for engine in (engine for engines in self._idle.values() for engine in engines):
                engine.close()
            self._idle.clear()


class _Shelf:
    """One name of a host's engines."""

    def __init__(self, hosted: Hosted, name: str) -> None:
        self.hosted, self.name = hosted, name

    def take(self) -> Engine:
        return self.hosted.take(self.name)

    def give_back(self, engine: Engine) -> None:
        self.hosted.give_back(self.name, engine)


class EnginePlayer(Player):
    """Asks a program. It is started with the first question, and ends with `close` or with this player."""

    remembers_plies = True

    def __init__(self, spec: str, game: Game, seed: int, source: Source, seconds: float | None = None) -> None:
        super().__init__(spec, game, seed)
        self.source, self.seconds = source, seconds
        self._engine: Engine | None = None
        self._plies: Sequence[str] | None = None

    def remember(self, plies: Sequence[str]) -> None:
        self._plies = plies

    def prepare(self) -> None:
        self._taken().seat(self.game, 0)

    def _taken(self) -> Engine:
        if self._engine is None:
            self._engine = self.source.take()
        return self._engine

    def think(self, world: State, seat: int) -> Choice:
        engine, asked = self._taken(), self.asked.limits
        limits = Limits(least(self.seconds, asked.seconds), asked.nodes, asked.depth, self.asked.lines)
        listener = partial(self._hear, world, seat, {})
        try:
            action, told = engine.choose(world, seat, limits, self._plies, listener, self.rng)
        except EngineError:
            engine.close()
            self._engine = None
            raise
        return chosen(world, seat, action, told)

    def _hear(self, world: State, seat: int, heard: dict[int, Info], info: Info) -> None:
        """Pass on what the engine would play now, with all that it has said of other lines."""
        heard[info.line] = info
        line = actions_of(world, heard[1].moves) if self.asked.listener is not None and info.line == 1 else []
        if line:
            thought = chosen(world, seat, line[0], [heard[rank] for rank in sorted(heard)])
            self.tell(replace(thought, progress=info.progress or 0.0))

    def stop(self) -> None:
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        if self._engine is not None:
            self.source.give_back(self._engine)
            self._engine = None


def chosen(world: State, seat: int, action: int, told: Sequence[Info]) -> Choice:
    """Return the choice of an engine, with what it said of its lines of play."""
    lines = [(info, actions_of(world, info.moves)) for info in told]
    best = next(((info, line) for info, line in lines if line[:1] == [action]), None)
    if best is None:
        return Choice(action, line=[action], nodes=max((info.nodes or 0 for info in told), default=0))
    info, line = best
    valued = [(one, one.value, line) for one, line in lines if line and one.value is not None]
    candidates = [Candidate(line[0], one.visits or 1, value, one.proven, tuple(line)) for one, value, line in valued]
    return Choice(
        action,
        _values(info, seat, world.seats),
        line,
        info.nodes or 0,
        info.depth or 0,
        proven=info.proven,
        distance=info.distance,
        candidates=candidates,
    )


def _values(info: Info, seat: int, seats: int) -> list[float]:
    """What all seats may expect, if the engine told it, or if it follows from what its own seat may."""
    if len(info.values) == seats:
        return list(info.values)
    if info.value is None or seats != 2:
        return []
    return [info.value, 1.0 - info.value] if seat == 0 else [1.0 - info.value, info.value]


def actions_of(world: State, moves: Sequence[str]) -> list[int]:
    """Return the actions of a line of play as far as it can be followed: luck may have it otherwise."""
    found, state = [], world.copy()
    for text in moves:
        try:
            found.append(state.game.parse_move(state, text))
        except (NotationError, IllegalMove):
            break
        state.apply(found[-1])
    return found


def stamp(argument: str) -> list[object]:
    """Return what changes when the program that a spec names does: its file's size and time."""
    file = Program.read(argument).file
    return [str(file), file.stat().st_size, file.stat().st_mtime_ns]
