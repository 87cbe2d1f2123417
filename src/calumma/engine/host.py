"""The host's side of the protocol: an engine that is seated, asked for moves, and held to its limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event

from calumma.core import Game, GameError, NotationError, Rng, State
from calumma.core.errors import IllegalMove
from calumma.core.words import Words
from calumma.engine.errors import EngineError
from calumma.engine.process import Process
from calumma.engine.wire import VERSION, Info, Limits, Setting, Task

say = Words(__package__)

SHARE = 1.1  # of the allowed time that may be taken of processors, and
RESERVE = 1.0  # seconds of it besides
MOST_WORLDS = 64
GLANCE = 0.1  # seconds between looks whether we were asked to stop

OnInfo = Callable[[Info], None]


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds a host waits: to hear hello and readyok, for a move without a limit, and for it after `stop`."""

    start: float = 30.0  # interpreters load slowly on a busy machine
    move: float = 60.0
    grace: float = 2.0


PATIENT = Patience()


class Engine:
    """A running engine that plays one game at one seat at a time."""

    def __init__(
        self, command: Sequence[str], name: str = "", settings: Mapping[str, str] | None = None, patience: Patience = PATIENT
    ) -> None:
        self.name, self.patience = name or " ".join(command), patience
        self.title = self.author = ""
        self.plays: dict[str, tuple[int, ...]] = {}  # seat counts by game; nothing: every game
        self.settings: list[Setting] = []
        self.worlds = 0  # how many dealt worlds it wants to be shown with every position
        self._halt = Event()
        self._task: Task | None = None
        self._allowed = 0.0  # seconds that it was given to think in all
        self._ready_at: float | None = None  # processor seconds it had taken when it was ready
        self._process = Process(command, self.name)
        try:
            self._greet(settings or {})
        except BaseException:
            self.close()
            raise

    def _greet(self, chosen: Mapping[str, str]) -> None:
        """Say hello, hear what the engine is, and set what was chosen."""
        self._process.send(f"hello {VERSION}")
        deadline = time.monotonic() + self.patience.start
        while True:
            words = self._words(deadline, say("no-hello", name=self.name, seconds=self.patience.start))
            if words[0] == "hello":
                break
            self._introduce(words)
        if words[1:2] != [str(VERSION)]:
            raise EngineError(say("other-version", name=self.name, text=" ".join(words), version=VERSION))
        self._process.greeted = True
        known = {setting.name: setting for setting in self.settings}
        for name, value in chosen.items():
            if name not in known:
                raise GameError(say("no-option", name=self.name, option=name, known=", ".join(sorted(known)) or "-"))
            if (expected := known[name].refuses(value)) is not None:
                raise GameError(say("bad-value", name=self.name, option=name, value=value, expected=expected))
            self._process.send(f"set {name} {value}".rstrip())
        self._wait_ready()

    def _introduce(self, words: Sequence[str]) -> None:
        if words[0] == "name":
            self.title = " ".join(words[1:])
        elif words[0] == "author":
            self.author = " ".join(words[1:])
        elif words[0] == "plays" and len(words) > 1:
            self.plays[words[1]] = tuple(int(count) for count in words[2:] if count.isdecimal())
        elif words[:2] == ["wants", "worlds"] and words[2:] and words[2].isdecimal():
            self.worlds = min(MOST_WORLDS, int(words[2]))
        elif words[0] == "option" and (setting := Setting.read(words[1:])) is not None:
            self.settings.append(setting)

    def _wait_ready(self) -> None:
        self._process.send("isready")
        deadline = time.monotonic() + self.patience.start
        while self._words(deadline, say("not-ready", name=self.name, seconds=self.patience.start))[0] != "readyok":
            pass
        self._ready_at = self._process.processor_seconds()
        self._allowed = 0.0

    def _words(self, deadline: float, late: str) -> list[str]:
        """Return the words of the next line that has any; an `error` of the engine is raised."""
        while True:
            line = self._process.receive(deadline)
            if line is None:
                raise EngineError(self._process.with_last_words(late), "out-of-time")
            words = line.split()
            if words and words[0] == "error":
                raise EngineError(say("engine-says", name=self.name, error=" ".join(words[1:])))
            if words:
                return words

    def seat(self, game: Game, seat: int) -> None:
        """Let the engine play a game at a seat."""
        task = Task(game.name, game.seats, seat, game.options)
        if task == self._task:
            return
        counts = self.plays.get(game.name, () if not self.plays else None)
        if counts is None or (counts and game.seats not in counts):
            raise GameError(say("does-not-play", name=self.name, game=game))
        self._process.send(task.text())
        self._wait_ready()
        self._task = task

    def choose(
        self,
        state: State,
        seat: int,
        limits: Limits,
        moves: Sequence[str] | None = None,
        on_info: OnInfo | None = None,
        rng: Rng | None = None,
    ) -> tuple[int, list[Info]]:
        """Return the engine's action, and the last that it said of every line of play.

        The engine is shown what the seat may know. `moves` are all plies of the match, as the seat saw them, if they are known.
        `rng` deals worlds for an engine that wants some.
        """
        self._halt.clear()
        game = state.game
        self.seat(game, seat)
        for line in question(state, seat, moves, self.worlds, rng or Rng(0)):
            self._process.send(line)
        self._process.send(limits.text())
        text, told = self._answer(limits, on_info)
        if limits.seconds is not None:
            self._check_processor_time()
        try:
            return game.parse_move(state, text), told
        except (NotationError, IllegalMove) as error:
            raise EngineError(say("illegal-move", name=self.name, error=error)) from None

    def _answer(self, limits: Limits, on_info: OnInfo | None) -> tuple[str, list[Info]]:
        """Return the text of the best move and what was said before, by rank."""
        told: dict[int, Info] = {}
        allowed = self.patience.move if limits.seconds is None else limits.seconds
        asked = time.monotonic()
        end = asked + allowed
        stopped = False
        while True:
            now = time.monotonic()
            if not stopped and (self._halt.is_set() or (now >= end and not limits.infinite)):
                self._process.send("stop")
                stopped, end = True, now + self.patience.grace
            if stopped and now >= end:
                late = say("no-move", name=self.name, seconds=round(now - asked, 1))
                raise EngineError(self._process.with_last_words(late), "out-of-time")
            line = self._process.receive(min(end, now + GLANCE) if not limits.infinite or stopped else now + GLANCE)
            words = line.split() if line else []
            if words[:1] == ["info"]:
                info = Info.read(words[1:])
                told[info.line] = info
                if on_info is not None:
                    on_info(info)
            elif words[:1] == ["error"]:
                raise EngineError(say("engine-says", name=self.name, error=" ".join(words[1:])))
            elif words[:1] == ["bestmove"]:
                self._allowed += allowed
                return " ".join(words[1:]), [told[rank] for rank in sorted(told)]

    def _check_processor_time(self) -> None:
        """Refuse an engine that takes more of the processors than its time: several threads, or thinking out of turn."""
        taken = self._process.processor_seconds()
        if taken is None or self._ready_at is None:
            return
        taken -= self._ready_at
        if taken > SHARE * self._allowed + RESERVE:
            raise EngineError(
                say("too-much-processor-time", name=self.name, taken=f"{taken:.1f}", allowed=f"{self._allowed:.1f}"),
                "out-of-time",
            )

    def stop(self) -> None:
        """Ask a running `choose` (in another thread) to come to an end."""
        self._halt.set()

    @property
    def running(self) -> bool:
        """Whether the program still runs."""
        return self._process.running

    def close(self) -> None:
        """End the program."""
        with suppress(OSError):
            self._process.close()


def question(state: State, seat: int, moves: Sequence[str] | None, worlds: int, rng: Rng) -> list[str]:
    """Return the lines that show a position to a seat: how it came about, if that is known, how it is, and what may be played."""
    game = state.game
    lines = [] if moves is None else [" ".join(["moves", *moves])]
    lines.append(f"position {game.position_text(state, seat)}")
    lines += [f"world {game.position_text(state.determinize(seat, rng))}" for _ in range(worlds)]
    lines.append(" ".join(["legal", *(game.move_text(state, action) for action in state.legal())]))
    return lines
