"""Play many short matches in simulated worlds, one a seed: `make simulate`, or `python -m simulation --help`."""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import count

from .mutations import FAULTS, put_back
from .side_by_side import Died, live, side_by_side, watched
from .world import Outcome, World


def replay(options: argparse.Namespace) -> int:
    """Tell everything that happens under one seed."""
    known = FAULTS.get(options.fault)
    profile, ignored = options.profile or (known and known.profile), (*options.ignore, *(known.ignored if known else ()))
    with put_back(options.fault) if known else nullcontext():
        outcome = World(options.replay, profile, ignored, keep_lines=True).run()  # type: ignore[arg-type]
    print(*outcome.lines, sep="\n")
    print(f"{outcome.profile}: {outcome.violation or 'every invariant held'} (trace {outcome.trace})")
    return 1 if outcome.violation else 0


def outcomes(options: argparse.Namespace) -> Iterator[Outcome]:
    """Yield what comes of one seed after the other, until there were enough matches."""
    jobs = ((seed, options.profile, options.fault, tuple(options.ignore)) for seed in count(options.seed))
    if options.workers == 1:
        yield from (watched(live, job) for job in jobs)
    else:
        yield from side_by_side(live, jobs, options.workers)


def run(options: argparse.Namespace) -> int:
    """Play so many matches, say which seeds failed, and how to see them again."""
    played, plies, worlds, began = 0, 0, 0, time.monotonic()
    kinds: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for outcome in outcomes(options):
        worlds, played, plies = worlds + 1, played + outcome.matches, plies + outcome.plies
        events += outcome.events
        if outcome.violation:
            kinds[outcome.violation.kind] += 1
            print(f"seed {outcome.seed} ({outcome.profile}): {outcome.violation}")
            print(f"  to see it again: PYTHONPATH=tests python -m simulation --replay {outcome.seed}", flush=True)
            if kinds.total() >= options.failures:
                break
        if worlds % 50 == 0:
            speed = played / (time.monotonic() - began) * 60
            print(f"next seed {outcome.seed + 1}: {played:,} matches, {plies:,} plies, {speed:,.0f} matches a minute", flush=True)
        if played >= options.matches or time.monotonic() - began >= 60 * options.minutes:
            break
    print(f"next seed {options.seed + worlds}")
    print("events: " + ", ".join(f"{number:,} {kind}" for kind, number in events.most_common()))
    minutes = (time.monotonic() - began) / 60
    print(
        f"{worlds:,} worlds from seed {options.seed} on: {played:,} matches, {plies:,} plies, {kinds.total()} failures ", end=""
    )
    print(f"in {minutes:.1f} minutes ({played / max(minutes, 1e-9):,.0f} matches a minute)")
    return 1 if kinds else 0


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="simulation", description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000, help="how many to play at least")
    parser.add_argument("--minutes", type=float, default=math.inf, help="how long to play at the most")
    parser.add_argument("--seed", type=int, default=0, help="the first seed: to go on, the one that was told last")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--failures", type=int, default=1, help="after how many failures to stop")
    parser.add_argument("--profile", help="faults of one kind alone")
    parser.add_argument("--ignore", action="append", default=[], help="a kind of violation that does not count")
    parser.add_argument("--fault", choices=FAULTS, help="a fault to put back, to see it found")
    parser.add_argument("--replay", type=int, metavar="SEED", help="tell all that happens under one seed")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # in order: worlds under way end, and no process stays behind
    try:
        return run(options) if options.replay is None else replay(options)
    except Died as death:
        print(death, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
