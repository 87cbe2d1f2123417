"""Matches between bots, and series of them with seats rotated: who is stronger, by how much, and how sure that is.

The matches of a series come in rounds: every lineup plays from the same random opening once, so neither seats nor openings favour
anybody. All randomness follows from one seed and the number of the match, so a series is the same however many workers play it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from calumma.core import CHANCE, OVER, Game, GameError, Rng, State
from calumma.players.bots import seeded
from calumma.players.player import Choice, Player
from calumma.players.specs import load

CONFIDENCE = 1.959964  # standard deviations for 95 %
PAIR = 2
ATTEMPTS = 20  # at an opening that does not end the match at once


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match: all that a record of it needs, and how long each seat thought."""

    players: list[str]
    actions: list[int]
    plies: list[str]
    scores: list[int]
    payoffs: list[float]
    reason: str
    seconds: list[float]
    opening: int = 0


Draw = Callable[[State, int], int]
"""Luck that is not an `Rng`: it is given a position where chance acts and the number of the ply, and returns an outcome."""

OnPly = Callable[[State, int, Choice | None], None]
"""Is told every ply before it is applied: the position, the action, and what its player thought, if one chose it."""


def play_match(
    game: Game, players: Sequence[Player], luck: Rng | Draw, opening: Sequence[int] = (), on_ply: OnPly | None = None
) -> MatchResult:
    """Play one match; `opening` are the first plies."""
    if len(players) != game.seats:
        raise GameError(f"cannot play {game} with {len(players)} players: expected {game.seats}")
    state = game.new()
    actions: list[int] = []
    plies: list[str] = []
    seconds = [0.0] * game.seats
    while state.to_act != OVER:
        choice: Choice | None = None
        if len(plies) < len(opening):
            action = opening[len(plies)]
        elif state.to_act == CHANCE:
            action = drawn(state, luck, len(plies))
        else:
            choice = _choice(state, players[state.to_act], seconds)
            action = choice.action
        if on_ply is not None:
            on_ply(state, action, choice)
        actions.append(action)
        plies.append(game.move_text(state, action))
        state.apply(action)
    names = [player.spec for player in players]
    return MatchResult(names, actions, plies, state.scores(), state.payoffs(), state.reason(), seconds, len(opening))


def drawn(state: State, luck: Rng | Draw, ply: int) -> int:
    """Return an action that luck decides."""
    return state.pick(luck) if isinstance(luck, Rng) else luck(state, ply)


def _choice(state: State, player: Player, seconds: list[float]) -> Choice:
    start = time.perf_counter()
    choice = player.choose(state, state.to_act)
    seconds[state.to_act] += time.perf_counter() - start
    if choice.action not in state.legal():
        raise GameError(f"{player.spec} chose the action {choice.action}, which is not legal here: {state}")
    return choice


def random_opening(game: Game, plies: int, rng: Rng, luck: Rng | Draw | None = None) -> list[int]:
    """Return the first actions of a random match, `plies` of them by seats, that does not end with them."""
    for _ in range(ATTEMPTS):
        state, left = game.new(), plies
        actions: list[int] = []
        while left > 0 and state.to_act != OVER:
            left -= state.to_act != CHANCE
            source = rng if luck is None or state.to_act != CHANCE else luck
            actions.append(drawn(state, source, len(actions)))
            state.apply(actions[-1])
        if state.to_act != OVER:
            return actions
    raise GameError(f"cannot find an opening of {plies} plies in {game}: random matches end before")


# Series


@dataclass
class Series:
    """The score of the first player against the others: 1 for a win, 0 for a loss, shares of it in between."""

    specs: list[str]
    shares: list[float] = field(default_factory=list)  # of each match, the first player's payoffs
    results: list[MatchResult] = field(default_factory=list)  # only if asked for
    seconds: list[float] = field(default_factory=list)  # thought by each player in all
    verdict: str = ""  # why a sequential test stopped it

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return len(self.shares)

    @property
    def score(self) -> float:
        """The mean share of the first player; 0.5 for equals, since every lineup is played equally often."""
        return sum(self.shares) / len(self.shares) if self.shares else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the score by Wilson."""
        return wilson(self.score, self.matches)

    @property
    def elo(self) -> float:
        """The difference in Elo that the score stands for."""
        return elo(self.score)

    def __str__(self) -> str:
        low, high = self.interval
        names = f"{self.specs[0]} against {', '.join(self.specs[1:])}"
        worth = f"Elo {self.elo:+.0f}" if len(self.specs) == PAIR else f"a fair share is {1 / len(self.specs):.1%}"
        return f"{names}: {self.score:.1%} of {self.matches} ({low:.1%} to {high:.1%}), {worth}"


def wilson(score: float, n: int) -> tuple[float, float]:
    """Return the interval in which the true score lies with 95 % confidence."""
    if n == 0:
        return 0.0, 1.0
    z2 = CONFIDENCE**2
    middle = (score + z2 / (2 * n)) / (1 + z2 / n)
    half = CONFIDENCE * math.sqrt(score * (1 - score) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return middle - half if score > 0.0 else 0.0, middle + half if score < 1.0 else 1.0


def elo(score: float) -> float:
    """Return the Elo difference of an expected score; a clean sweep counts as 1200."""
    if score <= 0.001 or score >= 0.999:
        return math.copysign(1200.0, score - 0.5)
    return 400.0 * math.log10(score / (1.0 - score))


def expected(difference: float) -> float:
    """Return the expected score of an Elo difference; the inverse of `elo`."""
    return 1.0 / (1.0 + 10.0 ** (-difference / 400.0))


def likelihood_ratio(shares: Sequence[float], low: float, high: float) -> float:
    """Return the logarithm of how much better an Elo difference of `high` explains the shares than one of `low`."""
    n = len(shares)
    mean = sum(shares) / n
    spread = sum((share - mean) ** 2 for share in shares) / n
    variance = max(spread, 0.5 / n * (1 - 0.5 / n))  # a clean sweep is not infinitely sure
    s0, s1 = expected(low), expected(high)
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: stop once it is clear whether the first player is `high` Elo stronger, or at most `low`."""

    low: float = 0.0
    high: float = 50.0
    error: float = 0.05
    least: int = 10  # matches before it says anything

    def verdict(self, shares: Sequence[float]) -> str:
        """Return "stronger", "not stronger", or nothing yet."""
        bound = math.log((1 - self.error) / self.error)
        ratio = likelihood_ratio(shares, self.low, self.high) if len(shares) >= self.least else 0.0
        return "stronger" if ratio >= bound else "not stronger" if ratio <= -bound else ""


def lineup(game: Game, specs: Sequence[str], turn: int) -> list[str]:
    """Return who sits where: the players take the sides (teams, or single seats) in order, shifted by one every turn."""
    seats = [""] * game.seats
    for place, team in enumerate(game.teams):
        for seat in team:
            seats[seat] = specs[(place + turn) % len(specs)]
    return seats


def places_of(game: Game, players: int, number: int) -> list[int]:
    """Return, for each seat of a match of a series, which of the players sits there; several may have one name."""
    return [int(place) for place in lineup(game, [str(place) for place in range(players)], number % players)]


def numbered_match(game: Game, specs: Sequence[str], seed: int, number: int, opening: int) -> MatchResult:
    """Play one match of a series; everything about it follows from the seed and its number."""
    round_, turn = divmod(number, len(specs))
    start = random_opening(game, opening, Rng(seeded(seed, 2 * round_)))
    names = lineup(game, specs, turn)
    luck = Rng(seeded(seed, 2 * round_ + 1))
    base = seeded(seed + 1, number)
    players = [load(spec, game, seeded(base, seat)) for seat, spec in enumerate(names)]
    return play_match(game, players, luck, start)


def play_series(
    game: Game,
    specs: Sequence[str],
    matches: int,
    seed: int = 0,
    workers: int = 1,
    opening: int = 2,
    test: Sprt | None = None,
    progress: Callable[[Series], None] | None = None,
    keep_results: bool = False,
) -> Series:
    """Play a series and return its score; a sequential test may end it after any full round."""
    if len(specs) < 2:
        raise GameError(f"cannot play a series with {len(specs)} player: expected at least two")
    if len(specs) > len(game.teams):
        raise GameError(f"cannot seat {len(specs)} players in {game}: expected at most {len(game.teams)}, or more seats")
    for spec in specs:
        load(spec, game)  # what cannot be built is said before the first match
    series = Series(list(specs), seconds=[0.0] * len(specs))
    for number, result in enumerate(_results(game, specs, seed, matches, opening, workers)):
        _enter(series, game, number, result, keep_results)
        if progress is not None:
            progress(series)
        if test is not None and (number + 1) % len(specs) == 0:
            series.verdict = test.verdict(series.shares)
            if series.verdict:
                break
    return series


def _results(game: Game, specs: Sequence[str], seed: int, matches: int, opening: int, workers: int) -> Iterator[MatchResult]:
    if workers <= 1:
        yield from (numbered_match(game, specs, seed, number, opening) for number in range(matches))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(numbered_match, game, specs, seed, number, opening) for number in range(matches)]
        try:
            for future in waiting:
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _enter(series: Series, game: Game, number: int, result: MatchResult, keep: bool) -> None:
    places = places_of(game, len(series.specs), number)
    first = sum(payoff for payoff, place in zip(result.payoffs, places, strict=True) if place == 0)
    series.shares.append(first)
    for place, seconds in zip(places, result.seconds, strict=True):
        series.seconds[place] += seconds
    if keep:
        series.results.append(result)
