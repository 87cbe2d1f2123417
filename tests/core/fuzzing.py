"""Calls the whole Python surface with anything, in any order, and sees whether the interpreter survives.

    python tests/core/fuzzing.py --calls 20000 --seed 1

What is called: every public method of games, positions, streams, boards, searches, batches, players and solutions, on all
games and options, with values that fit half of the time. Refusals are fine. Told are crashes (the process ends, and its log
holds the call), hangs, and errors that compiled code must not raise: with bounds checks (make sanitize) those that would
otherwise be memory damage. A seed repeats a run.

A million calls (`make sanitize`) are made by one process after another, each of them with a seed of its own:

    python tests/core/fuzzing.py --calls 1000000 --each 20000

A process that ends early takes nothing else with it, and a stopped run goes on where it was: build/fuzzing.log.done holds the
seeds that are done.
"""

from __future__ import annotations

import argparse
import faulthandler
import inspect
import math
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import calumma
from calumma import players, search
from calumma.core.audit import audit
from calumma.core.batch import Batch
from calumma.core.batch_arrays import KINDS
from calumma.core.run import speed
from calumma.solutions import is_solved, solution_of
from calumma.testing.check import combinations, variants
from calumma.testing.topcard import top_card

LONGEST_CALL = 120  # seconds until a call counts as a hang
KEPT = 60  # objects that the next calls are made on
BUG = (IndexError, KeyError, ZeroDivisionError, SystemError, AssertionError, UnboundLocalError, UnicodeError)
FINE = ("there is no move to take back",)
# How texts become positions, which `parse_position` checks for them; and what is unchecked by name, which is given legal actions.
SKIPPED = {"set_up", "set_chain", "set_end", "derive", "become", "apply_unchecked"}
DUNDERS = ("__eq__", "__hash__", "__copy__", "__deepcopy__", "__reduce__", "__repr__", "__str__", "__init__", "_repr_svg_")
SMALL = (0, 1, 2, 3, 7)
HUGE = (10**6, 2**31 - 1, 2**31, 2**63, 2**64, 10**30, -1, -2, -(10**6), -(2**31), -(2**63))
ODD: tuple[Any, ...] = (
    *(None, True, False, 1.0, math.nan, math.inf, -0.5, "", "x", "a1a2", "pass", b"a1"),
    *([], [1], (), {}, {"a": 1}, int, 1j),
)
COUNTS = {"count", "simulations", "depth", "plies", "matches", "nodes", "effort", "megabytes", "seconds", "lines", "threads"}
FUNCTIONS = (
    *(calumma.playouts, calumma.perft, calumma.divide, calumma.load, calumma.Rng, calumma.Board, calumma.Board.at, audit, speed),
    *(search.mcts.search, search.ismcts.search, search.Tree, search.InformationTree, search.AlphaBeta, Batch),
    *(players.load, players.parse, players.play_match, players.Thinking),
)

NO_TEXT = RuntimeError("no text")


class Odd:
    """Has everything that is asked of it, and nothing of it is right."""

    def __index__(self) -> Any:
        return 3

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *rest: Any, **more: Any) -> Any:
        return self

    def __len__(self) -> Any:
        return 5


class Fails:
    """Cannot be looked at."""

    def __index__(self) -> None:
        raise RuntimeError("no number")

    def __repr__(self) -> str:
        raise NO_TEXT


class Fuzzer:
    """One run, from one seed."""

    def __init__(self, seed: int, log: int) -> None:
        self.luck = random.Random(seed)
        self.log = log
        self.games = [game for name in calumma.games() for game in (*variants(name), *combinations(name))]
        self.games += [top_card(2), top_card(3, 2)]
        self.objects: list[Any] = []
        self.found: list[str] = []
        self.refused = 0
        self.last = ""

    def run(self, calls: Any, seconds: float) -> Any:
        begun = time.monotonic()
        sys.unraisablehook = lambda broken: self.found.append(f"{broken.exc_value!r} in {broken.object!r}: {self.last}")
        for number in range(calls):
            if time.monotonic() - begun > seconds:
                return number
            if number % 20 == 0:
                self.add(self.luck.choice(self.makers())())
            while not self.objects:  # some makers find nothing to make
                self.add(self.luck.choice(self.makers())())
            self.call(*self.chosen())
        return calls

    # What calls are made on

    def makers(self) -> Any:
        others = [self.game, self.stream, self.board, self.tree, self.alphabeta, self.batch, self.player, self.known]
        return [self.position] * 6 + others

    def add(self, made: Any) -> None:
        if made is None:
            return
        if len(self.objects) >= KEPT:
            self.objects[self.luck.randrange(KEPT)] = made
        else:
            self.objects.append(made)

    def game(self) -> Any:
        return self.luck.choice(self.games)

    def stream(self) -> Any:
        return calumma.Rng(self.luck.randrange(1 << 64))

    def position(self) -> Any:
        state, rng = self.game().new(), self.stream()
        for _ in range(self.luck.choice((0, 1, 3, 10, 30, 100, 1000))):
            if state.to_act == calumma.OVER:
                break
            state.apply_unchecked(state.pick(rng))
        return state

    def acting(self) -> Any:
        """A position in which a seat acts."""
        while True:
            state = self.position()
            if state.to_act >= 0:
                return state

    def board(self) -> Any:
        return calumma.Board.at(self.position())

    def settings(self) -> Any:
        luck = self.luck
        return search.Settings(
            luck.choice((1.4, 0.0, -3.0, math.nan, math.inf)),
            luck.choice((0.0, 0.5, 1.0, 7.0)),
            luck.choice((-1, 0, 3)),
            luck.choice((1, 0, 4)),
            luck.choice((0, 1, 2)),
            luck.choice((0.0, 1.0)),
            luck.choice((0.1, 0.0, math.nan)),
            luck.choice((0, 1, 3)),
            luck.choice((1, 2, 300, 5000)),
        )

    def tree(self) -> Any:
        state = self.acting()
        if self.luck.random() < 0.5:
            return search.Tree(state, self.stream(), self.settings())
        return search.InformationTree(state, state.to_act, self.stream(), self.settings(), self.luck.random() < 0.5)

    def alphabeta(self) -> Any:
        game = self.game()
        if players.levels.kind_of(game) != "duel":
            return None
        return search.AlphaBeta(game, 0.1, self.luck.choice((0, 2, 8)), self.luck.random() < 0.5)

    def batch(self) -> Any:
        game, rows = self.game(), self.luck.choice((1, 3))
        if game.definition.observation is None:
            return None
        widths = {"observations": game.observation.size, "finals": game.observation.size, "masks": game.num_actions}
        widths["payoffs"] = game.seats
        arrays: dict[str, Any] = {}
        for name, kind in KINDS.items():
            cells = memoryview(bytearray(rows * widths.get(name, 1) * {"b": 1, "i": 4, "d": 8}[kind]))
            shape: Any = (rows, widths[name]) if name in widths else (rows,)
            arrays[name] = cells.cast(kind, shape)  # type: ignore[call-overload]
        made = Batch(game, rows, arrays)
        if self.luck.random() < 0.7:
            made.reset(0, rows)
        return made

    def player(self) -> Any:
        spec = self.luck.choice(("random", "greedy", "level:1", "level:2", "mcts:20", "alphabeta:1", "mcts@5ms", "level:6@5ms"))
        try:
            return players.load(spec, self.game(), self.luck.randrange(9))
        except calumma.GameError:
            return None

    def known(self) -> Any:
        game = self.game()
        return solution_of(game) if is_solved(game) else None

    # What they are called with

    def chosen(self) -> Any:
        if self.luck.random() < 0.15:
            function = self.luck.choice(FUNCTIONS)
            return function.__name__, function, self.arguments(function)
        target = self.luck.choice(self.objects)
        names = [name for name in dir(target) if not name.startswith("_") and name not in SKIPPED] + list(DUNDERS)
        if isinstance(target, calumma.State):  # the protocol most of all
            names += ["apply", "legal", "chance", "view", "seen", "effects", "determinize", "pick", "observe", "key"] * 3
        name = self.luck.choice(names)
        try:
            method = getattr(target, name)
        except Exception:  # a property that has nothing to say
            return name, str, ()
        return f"{self.shown(target)}.{name}", method, self.arguments(method, target) if callable(method) else None

    def shown(self, target: Any) -> str:
        try:
            return f"{target!r:.200}"
        except Exception as error:  # an object of ours that a call before has spoilt, or that was given what cannot be shown
            if str(error) != str(NO_TEXT):
                self.found.append(f"{error!r}: a {type(target).__name__} cannot be shown, after {self.last}")
            return type(target).__name__

    def arguments(self, function: Any, target: Any = None) -> Any:
        try:
            wanted = [one for one in inspect.signature(function).parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD]
        except (ValueError, TypeError):
            wanted = []
        if (self.luck.random() < 0.1 and not COUNTS & {one.name for one in wanted}) or not wanted:
            return [self.anything("", target) for _ in range(self.luck.choice((0, 0, 1, 1, 2, 3)))]
        needed = sum(one.default is one.empty for one in wanted)
        return [self.anything(one.name, target) for one in wanted[: self.luck.randint(needed, len(wanted))]]

    def anything(self, name: str, target: Any) -> Any:
        luck = self.luck
        if luck.random() < 0.35:
            return luck.choice(
                (0, 1, -1, 10**30, *ODD, Odd(), Fails()) if name in COUNTS else (*SMALL, *HUGE, *ODD, Odd(), Fails())
            )
        if name in COUNTS:
            return luck.choice((0, 1, 2)) if name != "seconds" else luck.choice((0, 0.001, None))
        if name in ("action", "first", "last", "i", "row"):
            return self.an_action(target)
        if name in ("seat", "seats"):
            return luck.randrange(5)
        if name in ("rng", "luck", "seed"):
            return luck.choice((self.stream(), luck.randrange(1000)))
        if name in ("state", "root", "position", "after", "before", "other", "world"):
            return luck.choice([one for one in self.objects if isinstance(one, calumma.State)] or [self.position()])
        if name in ("game", "spec", "name"):
            return luck.choice((self.game(), *calumma.games(), "level:1", "random"))
        if name in ("text", "cell", "move"):
            return self.a_text()
        if name in ("on_report", "on_thought"):
            return luck.choice((None, lambda told: None, lambda told: 1 // 0))
        if name == "settings":
            return self.settings()
        return luck.choice((*self.objects, luck.randrange(100)))

    def an_action(self, target: Any) -> Any:
        state = target if isinstance(target, calumma.State) else self.acting()
        legal = state.legal()
        if legal and self.luck.random() < 0.6:
            return self.luck.choice(legal)
        return self.luck.randrange(state.game.num_actions + 2)

    def a_text(self) -> Any:
        state = self.position()
        texts = [str(state), "a1", "c3", "a1-b2", "~?", "pass", "\0", "é" * 50]
        if state.legal():
            texts.append(state.game.move_text(state, self.luck.choice(state.legal())))
        return self.mangled(self.luck.choice(texts))

    def mangled(self, text: str) -> Any:
        if not text or self.luck.random() < 0.5:
            return text
        place = self.luck.randrange(len(text))
        return text[:place] + self.luck.choice(("", "9", "/", " ", "~", "z", text)) + text[place + 1 :]

    def call(self, name: str, function: Any, arguments: list[str]) -> None:
        if arguments is None:  # a property, which has been asked already
            return
        try:
            shown = ", ".join(f"{one!r:.60}" for one in arguments)
        except Exception:
            shown = "something that cannot be shown"
        self.last = f"{name}({shown})"
        os.pwrite(self.log, f"{self.last}\n".encode(errors="replace").ljust(2000)[:2000], 0)
        faulthandler.dump_traceback_later(LONGEST_CALL, exit=True)
        try:
            made = function(*arguments)
        except (Exception, SystemExit) as error:
            self.refused += 1
            self.judge(error)
        else:
            if isinstance(made, calumma.State):
                self.add(made)
        finally:
            faulthandler.cancel_dump_traceback_later()

    def judge(self, error: Any) -> None:
        trace = error.__traceback__
        while trace.tb_next is not None:
            trace = trace.tb_next
        where = Path(trace.tb_frame.f_code.co_filename)
        compiled = where.with_suffix(".pxd").exists() or where.suffix != ".py"
        if isinstance(error, SystemError) or (isinstance(error, BUG) and compiled and str(error) not in FINE):
            self.found.append(f"{error!r} at {where.name}:{trace.tb_lineno} by {self.last}")


def in_slices(calls: int, each: int, first: int, log: Path) -> int:
    """Make the calls in many processes; return how many of these found something."""
    done, broken = log.with_name(f"{log.name}.done"), 0
    before = {line.split(":")[0] for line in done.read_text("utf-8").splitlines()} if done.exists() else set[str]()
    for seed in range(first, first + -(-calls // each)):
        if f"seed {seed}, {each} calls" in before:
            continue
        words = [sys.executable, __file__, "--calls", str(each), "--seed", str(seed), "--log", str(log)]
        child = subprocess.run(words, capture_output=True, text=True, check=False)
        if child.returncode:
            broken += 1
            print(f"seed {seed} ended with {child.returncode}:\n{child.stdout[-4000:]}{child.stderr[-8000:]}")
            print(f"its last call: {log.read_text(errors='replace').strip()}", flush=True)
            continue
        with done.open("a", encoding="utf-8") as file:
            file.write(f"seed {seed}, {each} calls: {child.stdout.strip().splitlines()[-1]}\n")
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description="Call the whole Python surface with anything, in any order.")
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--each", type=int, default=0, help="let one process make so many of them; 0: all in this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="end earlier, after so much time")
    parser.add_argument("--log", type=Path, default=Path("build/fuzzing.log"), help="holds the last call")
    given = parser.parse_args()
    faulthandler.enable()
    given.log.parent.mkdir(parents=True, exist_ok=True)
    if given.each:
        broken = in_slices(given.calls, given.each, given.seed, given.log)
        print(f"{given.calls} calls, {given.each} a process: {broken} processes found something")
        raise SystemExit(1 if broken else 0)
    log = os.open(given.log, os.O_CREAT | os.O_RDWR)
    fuzzer = Fuzzer(given.seed, log)
    done = fuzzer.run(given.calls, given.seconds)
    for line in dict.fromkeys(fuzzer.found):
        print(line)
    kind = "compiled" if calumma.compiled() else "interpreted"
    print(f"{done} calls on the {kind} core, seed {given.seed}: {fuzzer.refused} refused, {len(fuzzer.found)} wrong")
    raise SystemExit(1 if fuzzer.found else 0)


if __name__ == "__main__":
    main()
