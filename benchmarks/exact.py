"""How many positions are known exactly within so many seconds of one core: positions of matches of a bot against itself.

    calumma tablebase build yamamoto && calumma tablebase build yamamoto --option goal=row
    python benchmarks/exact.py yamamoto --option goal=dots --option goal=row
    python benchmarks/exact.py bradley --option relocate=none --random 6 --plies 40 --positions 100 --seconds 5

Each value of an option is a run of its own. The bot plays from the first plies on, which are random; positions that the match did
not reach, and such as came up before, are left out. Seconds are those of the process; what takes longer counts as not known. A
search may remember something of positions before, as it does for whoever asks in earnest.
"""

from __future__ import annotations

import argparse
import time

import calumma
from calumma import Game, Rng, State, players
from calumma.solutions import SEARCHED_PER_SECOND, Effort, solution_of

PORTIONS = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0)  # of the time; each search goes on with what the one before remembers


def position_after(game: Game, bot: str, random_plies: int, plies: int, seed: int) -> State | None:
    """Return the position after so many plies of a match; None if it was over before."""
    rng, bots = Rng(seed), [players.load(bot, game, 100 * seed + seat) for seat in range(game.seats)]
    state = game.new()
    for ply in range(plies):
        if state.to_act < 0:
            return None
        action = state.pick(rng) if ply < random_plies else bots[state.to_act].choose(state, state.to_act).action
        state.apply(action)
    return state if state.to_act >= 0 else None


def positions(game: Game, wanted: argparse.Namespace) -> list[State]:
    """Return different positions, as many as wanted."""
    found: dict[str, State] = {}
    seed = wanted.seed
    while len(found) < wanted.positions:
        state = position_after(game, wanted.bot, wanted.random, wanted.plies, seed)
        if state is not None:
            found.setdefault(game.position_text(state, None), state)
        seed += 1
    return list(found.values())


def seconds_for(state: State, most: float) -> float | None:
    """Return the processor time until a position is known, None if it is not within so many seconds."""
    solution, begun = solution_of(state.game), time.process_time()
    for portion in PORTIONS:
        known = solution.value(state, Effort(9, 60_000, int(SEARCHED_PER_SECOND * portion)))
        taken = time.process_time() - begun
        if known is not None or taken > most:
            return taken if known is not None and taken <= most else None
    return None


def main() -> None:
    """Measure every option, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--bot", default="level:5")
    parser.add_argument("--random", type=int, default=2, metavar="PLIES", help="random plies at first")
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for option in wanted.option or [""]:
        name, _, value = option.partition("=")
        game = calumma.load(wanted.game, **({name: value} if name else {}))
        found = positions(game, wanted)
        solution_of(game).value(found[0])  # tables are opened before the time counts
        times = [seconds_for(state, wanted.seconds) for state in found]
        known = sorted(each for each in times if each is not None)
        print(
            f"{wanted.game} {option}: {len(known)} of {len(times)} known within {wanted.seconds:g} s, "
            f"mean {sum(known) / len(known):.2f} s, median {known[len(known) // 2]:.2f}, longest {known[-1]:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
