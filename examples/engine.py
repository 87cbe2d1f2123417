"""A whole engine in Python: it searches every game, also those with secrets, from nothing but what its seat may know.

    calumma match piecepack "engine:python examples/engine.py@200ms" level:1 --matches 4

docs/engine-protocol.md has the protocol. Replace `search` by something better.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from itertools import chain
from queue import SimpleQueue
from threading import Thread
from urllib.parse import unquote

import calumma

TRIED = 16  # moves that are looked at further: those that look best at once
PLIES = 6  # of luck and guesses after a move, before a position is judged


def judge(state: calumma.State, seat: int) -> float:
    """Return what a seat may expect of a position, from 0 to 1."""
    return (state.payoffs() if state.to_act == calumma.OVER else state.evaluate())[seat]


def try_out(world: calumma.State, action: int, seat: int, rng: calumma.Rng, plies: int) -> float:
    """Return what a move brings in a world of which the seat cannot tell whether it is the true one."""
    state = world.copy()
    state.apply(action)
    while plies > 0 and state.to_act != calumma.OVER:
        state.apply(state.pick(rng))
        plies -= 1
    return judge(state, seat)


def search(
    state: calumma.State, seat: int, seconds: float, halted: Callable[[], bool] = bool, seed: int = 1, most: int = 1_000_000
) -> list[tuple[str, float, int]]:
    """Return moves, best first, each with its value and how often it was tried: it tries most what promises most."""
    rng, end = calumma.Rng(seed), time.monotonic() + seconds
    legal = sorted(state.legal(), key=lambda action: -try_out(state.determinize(seat, rng), action, seat, rng, 0))[:TRIED]
    tries, sums = dict.fromkeys(legal, 0), dict.fromkeys(legal, 0.0)
    for n in range(1, most + 1):
        action = max(legal, key=lambda a: sums[a] / tries[a] + 0.3 * math.sqrt(math.log(n) / tries[a]) if tries[a] else math.inf)
        sums[action] += try_out(state.determinize(seat, rng), action, seat, rng, PLIES)
        tries[action] += 1
        if n >= len(legal) and (time.monotonic() >= end or halted()):
            break
    best = sorted(legal, key=lambda action: -tries[action])
    return [(state.game.move_text(state, action), sums[action] / tries[action], tries[action]) for action in best]


def options_of(words: list[str]) -> dict[str, str]:
    """Return the options of a line `game`; blanks and the like are written as %20."""
    return {name: unquote(value) for name, _, value in (word.partition("=") for word in words)}


def main() -> None:
    """Answer the host until it says quit or goes away; a thread of its own listens, so that `stop` is heard in time."""
    heard: SimpleQueue[str] = SimpleQueue()
    lines = chain(iter(sys.stdin.readline, ""), ["quit"])  # the end of the input is the end
    Thread(target=lambda: [heard.put(line.rstrip("\n")) for line in lines], daemon=True).start()
    game, seat, position = calumma.load("yamamoto"), 0, ""
    while (line := heard.get()) != "quit":
        word, _, rest = line.partition(" ")
        words = rest.split()
        if word == "hello":
            print("name Sixteen Tries", "author Calumma", "hello 1", sep="\n", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "game":
            game, seat = calumma.load(words[0], int(words[2]), **options_of(words[5:])), int(words[4])
        elif word == "position":
            position = rest
        elif word == "go":
            seconds = int(words[words.index("time") + 1]) / 1000 if "time" in words else 1.0
            world = game.parse_position(position, seat, 1)
            found = search(world, seat, 0.9 * seconds, lambda: not heard.empty())
            for line_number, (move, value, tries) in enumerate(found[:3], 1):
                print(f"info line {line_number} visits {tries} value {value:.4f} moves {move}")
            print("bestmove", found[0][0], flush=True)


if __name__ == "__main__":
    main()
