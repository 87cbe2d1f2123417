"""The engine's side of the protocol (docs/engine-protocol.md): any player of ours, for whoever writes the right lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from threading import Event, Lock, Thread
from types import MappingProxyType

from calumma.core import HIDDEN, Game, GameError, State, registry
from calumma.core.words import Words
from calumma.engine import VERSION, Info, Limits, Setting, Task
from calumma.players import player as players
from calumma.players.player import Choice, Player
from calumma.players.specs import load, parse
from calumma.search import Candidate

say = Words(__package__)

AGAIN = 0.02  # seconds until a player that was asked to stop is asked again: it may not have begun to search
LONG = 86400  # seconds for a player that wants a time and was given none


class Speaker:
    """Answers line by line. It thinks in a thread of its own, so that `stop`, `isready` and `quit` are heard meanwhile."""

    def __init__(self, spec: str, write: Callable[[str], None], name: str = "Calumma", seed: int = 0) -> None:
        parse(spec)
        self._spec, self._seed, self._name = spec, seed, name
        self._write_line, self._lock = write, Lock()
        self._task: Task | None = None
        self._game: Game | None = None
        self._position = ""
        self._moves: list[str] | None = None
        self._players: dict[str, Player] = {}
        self._thread: Thread | None = None
        self._thinker: Player | None = None
        self._stopped, self._answered = Event(), Event()

    def run(self, lines: Iterable[str]) -> None:
        """Answer until `quit` or the end of the lines."""
        try:
            for line in lines:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    break
                if word in ORDERS:
                    self._obey(word, rest.strip())
        finally:
            self._stop("")
            for player in self._players.values():
                player.close()

    def _obey(self, word: str, rest: str) -> None:
        try:
            ORDERS[word](self, rest)
        except GameError as error:
            self._write(f"error {' '.join(str(error).split())}")

    def _write(self, line: str) -> None:
        with self._lock:
            self._write_line(line)

    # Orders

    def _hello(self, rest: str) -> None:
        version = rest.split()[:1]
        if version and not version[0].isdecimal():
            raise GameError(say("cannot-read-version", text=rest, version=VERSION))
        lines = [f"name {self._name} {self._spec}", "author Calumma"]
        lines += [" ".join(["plays", name, *map(str, registry.definition(name).seats)]) for name in registry.names()]
        lines += [Setting("player", "text", self._spec).text(), Setting("seed", "number", str(self._seed), 0, 2**31 - 1).text()]
        self._write("\n".join([*lines, f"hello {VERSION}"]))

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "player":
            parse(value)
            self._spec = value.strip()
        elif name == "seed":
            if not value.isdecimal():
                raise GameError(say("cannot-read-seed", text=value))
            self._seed = int(value)
        else:
            raise GameError(say("no-such-setting", name=name))
        self._players.clear()

    def _is_ready(self, rest: str) -> None:
        self._write("readyok")

    def _begin(self, rest: str) -> None:
        task = Task.read(rest.split())
        game = registry.load(task.game, task.seats, **task.options)
        if task.seat >= game.seats:
            raise GameError(say("no-seat-in-game", seat=task.seat, game=game))
        self._task, self._game, self._position, self._moves = task, game, "", None
        self._players.clear()

    def _hear_moves(self, rest: str) -> None:
        self._moves = rest.split()
        self._position = ""

    def _hear_position(self, rest: str) -> None:
        self._position = rest

    def _go(self, rest: str) -> None:
        if self._thread is not None:
            if not self._answered.is_set():
                raise GameError(say("already-thinking"))
            self._thread.join()  # it may still be about to end
        limits = Limits.read(rest.split())
        state = self._state()
        seat = self._task.seat if self._task else 0
        if state.to_act != seat:
            raise GameError(say("not-to-act", seat=seat, acting=state.to_act))
        self._thinker = self._player(state.game, limits)
        self._stopped.clear()
        self._answered.clear()
        self._thread = Thread(target=self._think, args=(self._thinker, state, seat, limits), daemon=True)
        self._thread.start()

    def _stop(self, rest: str) -> None:
        self._stopped.set()
        while self._thread is not None and self._thread.is_alive():
            if self._thinker is not None:
                self._thinker.stop()
            self._thread.join(AGAIN)

    # Thinking

    def _state(self) -> State:
        """Return the position as it is known best: replayed, which tells repetitions, or dealt from what the seat sees."""
        if self._game is None or self._task is None:
            raise GameError(say("no-game-yet"))
        replayed = self._replayed(self._game)
        if replayed is not None:
            return replayed
        if not self._position:
            return self._game.new()
        return self._game.parse_position(self._position, self._task.seat, self._seed)

    def _replayed(self, game: Game) -> State | None:
        if self._moves is None or HIDDEN in self._moves or self._task is None:
            return None
        state = game.new()
        for text in self._moves:
            state.apply(game.parse_move(state, text))
        fits = not self._position or game.position_text(state, self._task.seat) == self._position
        return state if fits else None

    def _player(self, game: Game, limits: Limits) -> Player:
        """Return the player, the same as for the last move where that is possible: searches remember."""
        spec = self._spec
        if parse(spec).name == "best" and parse(spec).seconds is None:
            spec += f"@{limits.seconds or LONG}s"
        if spec not in self._players:
            self._players = {spec: load(spec, game, self._seed)}
        return self._players[spec]

    def _think(self, player: Player, state: State, seat: int, limits: Limits) -> None:
        allowed = players.Limits(limits.seconds, limits.nodes, limits.depth)
        try:
            choice = player.choose(state, seat, allowed, max(1, limits.lines), partial(self._tell, state, seat, limits.lines))
        except (GameError, ValueError) as error:
            self._answer(f"error {' '.join(str(error).split())}")
            return
        if limits.infinite:
            self._stopped.wait()
        self._answer(f"bestmove {state.game.move_text(state, choice.action)}")

    def _answer(self, line: str) -> None:
        """Say the last of a thought: whoever hears it may ask for the next at once."""
        self._answered.set()
        self._write(line)

    def _tell(self, state: State, seat: int, lines: int, thought: Choice) -> None:
        best = thought.ranked()[: max(1, lines)] or [Candidate(thought.action, 0, 0.0)]
        infos = [info_of(state, seat, thought, candidate, rank) for rank, candidate in enumerate(best, 1)]
        self._write("\n".join(info.text() for info in infos))


def info_of(state: State, seat: int, thought: Choice, candidate: Candidate, rank: int) -> Info:
    """Return what a player thinks of one of its candidates, as a line says it."""
    from calumma.players.assess import line_texts

    chosen = candidate.action == thought.action
    line = candidate.line or (thought.line if chosen else [candidate.action])
    value = thought.values[seat] if chosen and thought.values else candidate.value if thought.candidates else None
    return Info(
        rank,
        thought.depth or None,
        thought.nodes or None,
        candidate.visits or None,
        thought.seconds,
        value,
        tuple(thought.values) if chosen else (),
        thought.progress,
        thought.distance if chosen else None,
        candidate.proven or (chosen and thought.proven),
        tuple(line_texts(state, line)),
    )


ORDERS: Mapping[str, Callable[[Speaker, str], None]] = MappingProxyType(
    {
        "hello": Speaker._hello,
        "set": Speaker._set,
        "isready": Speaker._is_ready,
        "game": Speaker._begin,
        "moves": Speaker._hear_moves,
        "position": Speaker._hear_position,
        "go": Speaker._go,
        "stop": Speaker._stop,
    }
)
