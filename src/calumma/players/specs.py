"""Short texts for players: `random`, `greedy`, `level:3`, `mcts:2000`, `alphabeta:6`, any of them with a time, `level:6@2s`.

Those that search may do so in several threads, `best@5s*4`, or in as many as there are cores, `best@5s*all`.
`adviser:quick` and `adviser:thorough` are who is asked for hints and in analysis; `adviser:every` weighs all moves of a position.
`net` plays by the network that the game at hand ships, `net:bradley` by that of bradley, `net:mine.network` by one of your own.
`engine:./binary --fast;Hash=16@1s` is a program with its arguments, options and time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points

from calumma.core import Game, GameError
from calumma.core.game import loaded
from calumma.core.given import A_YEAR
from calumma.core.messages import either
from calumma.core.words import Words
from calumma.players.bots import AlphaBetaPlayer, GreedyPlayer, RandomPlayer, TreePlayer
from calumma.players.deadline import Punctual
from calumma.players.engines import EnginePlayer, OwnProgram
from calumma.players.levels import ADVISERS, LEVELS, LevelPlayer, kind_of
from calumma.players.networks import NetPlayer, network_for
from calumma.players.perfect import PerfectPlayer
from calumma.players.player import Player
from calumma.solutions import is_solved, solved_games

say = Words(__package__)

SPEC = re.compile(r"(?P<name>[a-z][a-z0-9_-]*)(:(?P<argument>[^@*]*))?(@(?P<time>[^*]*))?(\*(?P<threads>.*))?")
ENGINE = re.compile(r"(?P<name>engine)(:(?P<argument>.*?))?(@(?P<time>[^@/ ]*))?", re.DOTALL)  # a command may hold anything
TIME = re.compile(r"(?P<number>\d+(\.\d+)?)(?P<unit>ms|s)")
GROUP = "calumma.players"
THREADED = ("level", "best", "mcts", "alphabeta")
MOST_THREADS = 256
ALL = "all"


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec taken apart: what is built, with which argument, for at most how many seconds a turn, in how many threads."""

    text: str
    name: str
    argument: str | None
    seconds: float | None
    threads: int = 1


Factory = Callable[[Spec, Game, int], Player]
"""What an entry point of the group `calumma.players` must be: it gets the spec, the game and a seed."""


def load(spec: str, game: Game, seed: int = 0) -> Player:
    """Return the player that a spec names; GameError says what does not fit."""
    read = parse(spec)
    loaded(game)
    if read.name in OWN:  # looking for installed packages takes longer than a short match
        return OWN[read.name](read, game, seed)
    player = factories()[read.name](read, game, seed)
    return player if read.seconds is None else Punctual(player, seed, read.seconds)


def parse(text: str) -> Spec:
    """Take a spec apart; GameError if it cannot be read or names nobody.

    >>> parse("level:6@2s")
    Spec(text='level:6@2s', name='level', argument='6', seconds=2.0, threads=1)
    """
    pattern = ENGINE if isinstance(text, str) and text.strip().startswith("engine:") else SPEC
    found = pattern.fullmatch(text.strip()) if isinstance(text, str) else None
    if not found:
        raise GameError(say("no-player-name", text=text))
    if found["name"] not in OWN and found["name"] not in factories():
        raise GameError(say("unknown-player", text=text, known=", ".join(factories())))
    threads = _threads(text, found["name"], found.groupdict().get("threads"))
    return Spec(text.strip(), found["name"], found["argument"], _seconds(text, found["time"]), threads)


def _seconds(text: str, time: str | None) -> float | None:
    if time is None:
        return None
    found = TIME.fullmatch(time)
    if not found or float(found["number"]) == 0.0:
        raise GameError(say("cannot-read-time", text=text))
    seconds = float(found["number"]) * (0.001 if found["unit"] == "ms" else 1.0)
    if seconds > A_YEAR:
        raise GameError(say("time-too-long", text=text, most=A_YEAR))
    return seconds


def _threads(text: str, name: str, threads: str | None) -> int:
    if threads is None:
        return 1
    if name not in THREADED:
        raise GameError(say("player-has-one-thread", text=text, name=name, known=either(THREADED)))
    if threads == ALL:
        return usable_cores()
    if not threads.isdecimal() or not threads.isascii() or not 1 <= int(threads) <= MOST_THREADS:
        raise GameError(say("cannot-read-threads", text=text, most=MOST_THREADS))
    return int(threads)


def usable_cores() -> int:
    """Return on how many cores this process may run; where the system does not say, how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_THREADS, len(os.sched_getaffinity(0)))
    return min(MOST_THREADS, os.cpu_count() or 1)


def factories() -> dict[str, Factory]:
    """Return who can be named: our own players, and those that installed packages add by entry points."""
    added = {point.name: point.load for point in entry_points(group=GROUP)}
    return OWN | {name: _late(load) for name, load in added.items() if name not in OWN}


def _late(load: Callable[[], Factory]) -> Factory:
    """Return a factory that is only imported when it is used."""

    def build(spec: Spec, game: Game, seed: int) -> Player:
        return load()(spec, game, seed)

    return build


def number(spec: Spec, lowest: int, highest: int, default: int | None = None) -> int | None:
    """Return the argument of a spec as a whole number within bounds."""
    if spec.argument is None and default is not None:
        return default
    if spec.argument is None and spec.seconds is not None:
        return None
    if spec.argument is None or not spec.argument.isdecimal() or not lowest <= int(spec.argument) <= highest:
        raise GameError(say("player-takes-number", text=spec.text, lowest=lowest, highest=highest, name=spec.name))
    return int(spec.argument)


def _no_argument(spec: Spec) -> None:
    if spec.argument is not None:
        raise GameError(say("player-takes-no-number", text=spec.text, name=spec.name))


def _random(spec: Spec, game: Game, seed: int) -> Player:
    _no_argument(spec)
    return RandomPlayer(spec.text, game, seed)


def _greedy(spec: Spec, game: Game, seed: int) -> Player:
    _no_argument(spec)
    return GreedyPlayer(spec.text, game, seed)


def _level(spec: Spec, game: Game, seed: int) -> Player:
    if spec.argument is None or spec.argument not in map(str, LEVELS):
        raise GameError(say("unknown-level", text=spec.text, last=LEVELS[-1]))
    return LevelPlayer(spec.text, game, seed, int(spec.argument), spec.seconds, threads=spec.threads)


def _adviser(spec: Spec, game: Game, seed: int) -> Player:
    if spec.argument not in ADVISERS:
        raise GameError(say("unknown-adviser", text=spec.text, known=either([f"adviser:{name}" for name in ADVISERS])))
    return LevelPlayer(spec.text, game, seed, spec.argument, spec.seconds)


def _best(spec: Spec, game: Game, seed: int) -> Player:
    _no_argument(spec)
    if spec.seconds is None:
        raise GameError(say("player-takes-time", text=spec.text))
    return LevelPlayer(spec.text, game, seed, LEVELS[-1], spec.seconds, endless=True, threads=spec.threads)


def _mcts(spec: Spec, game: Game, seed: int) -> Player:
    return TreePlayer(spec.text, game, seed, number(spec, 1, 100_000_000), spec.seconds, threads=spec.threads)


def _alphabeta(spec: Spec, game: Game, seed: int) -> Player:
    depth = number(spec, 1, 64)
    if kind_of(game) != "duel":
        raise GameError(say("player-needs-duel", text=spec.text, game=game))
    return AlphaBetaPlayer(spec.text, game, seed, depth or 64, None, spec.seconds, reductions=depth is None, threads=spec.threads)


def _perfect(spec: Spec, game: Game, seed: int) -> Player:
    if not is_solved(game):
        raise GameError(say("player-needs-solution", text=spec.text, game=game, known=either(solved_games())))
    _no_argument(spec)
    return PerfectPlayer(spec.text, game, seed, spec.seconds)


def _net(spec: Spec, game: Game, seed: int) -> Player:
    return NetPlayer(spec.text, game, seed, network_for(game, spec.text, spec.argument), spec.seconds)


def _engine(spec: Spec, game: Game, seed: int) -> Player:
    if not spec.argument:
        raise GameError(say("player-takes-command", text=spec.text))
    return EnginePlayer(spec.text, game, seed, OwnProgram(spec.argument), spec.seconds)


OWN: dict[str, Factory] = {
    "random": _random,
    "greedy": _greedy,
    "level": _level,
    "adviser": _adviser,
    "best": _best,
    "mcts": _mcts,
    "alphabeta": _alphabeta,
    "perfect": _perfect,
    "net": _net,
    "engine": _engine,
}
