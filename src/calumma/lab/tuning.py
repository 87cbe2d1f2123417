"""Tuning of evaluations: bots play each other, and the weights are fitted so that evaluations foretell how the matches ended.

The loss is the mean surprise: minus the logarithm of what the evaluation gave to those who won, ties in parts. What the bot
thought after its search may stand in for a part of the result: it knows less of the end, but is far less a matter of luck, so
that fewer matches are needed, and it speaks of this position and not of mistakes that came later. Weights are varied
one after the other, with steps that grow while they help and shrink when they do not; that asks nothing of an evaluation
but that it can be called. A fifth of the matches is held out: the round whose weights foretell those best is taken, so that the
weights do not learn by heart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from math import log
from pathlib import Path

from calumma.core import Game, Rng, State, weights
from calumma.core.registry import package
from calumma.core.weights import Weights
from calumma.lab.series import Series
from calumma.players import Player, load, play_match
from calumma.players.bots import seeded
from calumma.players.duel import random_opening
from calumma.players.player import Choice, Limits, OnThought

HELD_OUT = 5  # every fifth match
LEAST = 0.001  # an evaluation below it is taken for it: nothing is impossible before the end
FIRST_STEP = 0.2  # of a weight
SMALLEST_STEP = 0.02
TIE = 0.02  # loss for changing every weight by its own size: of two equally good fits the nearer one is taken


@dataclass
class Sample:
    """Positions of one match, and what an evaluation should have said of each: a share for every seat."""

    positions: list[State]
    targets: list[list[float]]


@dataclass
class Fit:
    """What a fit changed, and how well evaluations foretell results before and after, on its own matches and on others."""

    game: str
    before: Weights
    after: Weights
    matches: int
    positions: int
    losses: list[tuple[float, float]] = field(default_factory=list)  # of the fitted matches and the held out ones, by rounds
    chosen: int = 0  # the round that foretold the held out matches best

    def lines(self) -> list[str]:
        """Return the log as lines of Markdown."""
        (start, start_out), (end, end_out) = self.losses[0], self.losses[self.chosen]
        rows = [
            f"{self.positions} positions of {self.matches} matches, round {self.chosen} of {len(self.losses) - 1}.",
            f"Loss {start:.4f} to {end:.4f}; on held out matches {start_out:.4f} to {end_out:.4f}.",
            "",
            "| weight | before | after |",
            "| --- | ---: | ---: |",
        ]
        return rows + [f"| {name} | {old:g} | {self.after[name]:g} |" for name, old in self.before.items()]


def gather(
    game: Game, spec: str, matches: int, seed: int, opening: int, each: int, blend: float, told: Callable[[], None]
) -> list[Sample]:
    """Let one kind of bot play itself from random openings; keep some positions of each match and what is to be foretold."""
    samples = []
    for number in range(matches):
        luck = Rng(seeded(seed, number))
        start = random_opening(game, opening, luck)
        players = [load(spec, game, seeded(seed + 1, number * game.seats + seat)) for seat in range(game.seats)]
        payoffs, thoughts = _watched(game, players, luck, start)
        payoffs = game.payoffs.worth(payoffs)
        kept = _some(thoughts, each, luck)
        targets = [blended(payoffs, values, blend) for _, values in kept]
        samples.append(Sample([state for state, _ in kept], targets))
        told()
    return samples


Thought = tuple[State, list[float]]


def _watched(game: Game, players: list[Player], luck: Rng, start: list[int]) -> tuple[list[float], list[Thought]]:
    """Play a match; return how it ended, and the positions where a player chose, with what it expected for each seat."""
    seen: list[Thought] = []

    def watch(state: State, action: int, choice: Choice | None) -> None:
        if choice is not None:
            seen.append((state.copy(), choice.values))

    return play_match(game, players, luck, start, watch).payoffs, seen


def _some(thoughts: list[Thought], each: int, rng: Rng) -> list[Thought]:
    """Return some of them, in their order."""
    while len(thoughts) > each:
        thoughts.pop(rng.below(len(thoughts)))
    return thoughts


def blended(payoffs: list[float], values: list[float], blend: float) -> list[float]:
    """Return results with a share of what was thought, if anything was."""
    if not values:
        return payoffs
    return [(1.0 - blend) * payoff + blend * value for payoff, value in zip(payoffs, values, strict=True)]


def loss_of(samples: Sequence[Sample]) -> float:
    """Return the mean surprise that results were to the evaluation with its present weights."""
    total, count = 0.0, 0
    for sample in samples:
        for state, target in zip(sample.positions, sample.targets, strict=True):
            guess = state.game.payoffs.worth(state.evaluate())
            total -= sum(share * log(max(LEAST, guess[seat])) for seat, share in enumerate(target) if share > 0.0)
        count += len(sample.positions)
    return total / max(1, count)


def fit(game: str, samples: list[Sample], names: Sequence[str], rounds: int, told: Callable[[int, float, float], None]) -> Fit:
    """Vary the named weights until that helps no more, and let this process use those of the round that holds best elsewhere."""
    taken = [sample for number, sample in enumerate(samples) if number % HELD_OUT]
    others = [sample for number, sample in enumerate(samples) if number % HELD_OUT == 0]
    before = weights.present(game)
    found = Fit(game, before, dict(before), len(samples), sum(len(sample.positions) for sample in samples))
    steps = {name: FIRST_STEP * max(abs(before[name]), 0.1) for name in names}
    found.losses.append((loss_of(taken), loss_of(others)))
    stages = [dict(before)]
    for turn in range(rounds):
        if not _improve(game, found, taken, steps):
            break
        found.losses.append((loss_of(taken), loss_of(others)))
        stages.append({name: round(value, 4) for name, value in found.after.items()})
        told(turn + 1, *found.losses[-1])
    found.chosen = min(range(len(stages)), key=lambda stage: found.losses[stage][1])
    found.after = stages[found.chosen]
    weights.change(game, found.after)
    return found


def _improve(game: str, found: Fit, samples: list[Sample], steps: dict[str, float]) -> bool:
    """Try a step up and a step down of every weight; return whether steps are still large enough to go on."""
    best = loss_of(samples) + _distance(found)
    for name, step in steps.items():
        old = found.after[name]
        for trial in (old + step, old - step):
            found.after[name] = trial
            weights.change(game, {name: trial})
            loss = loss_of(samples) + _distance(found)
            if loss < best:
                best = loss
                steps[name] *= 1.5 if trial > old else -1.5
                break
        else:
            found.after[name] = old
            weights.change(game, {name: old})
            steps[name] *= 0.5
    return any(abs(step) > SMALLEST_STEP * max(abs(found.before[name]), 0.1) for name, step in steps.items())


def _distance(found: Fit) -> float:
    changes = ((found.after[name] - old) / max(abs(old), 0.1) for name, old in found.before.items())
    return TIE * sum(change * change for change in changes) / len(found.before) ** 2


class Weighed(Player):
    """A player that evaluates with weights of its own, so that two sets of them can meet at one table."""

    def __init__(self, player: Player, own: Weights) -> None:
        super().__init__(player.spec, player.game, 0)
        self.player, self.own = player, own

    def choose(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        lines: int = 1,
        on_thought: OnThought | None = None,
    ) -> Choice:
        """Set the own weights, then let the player choose."""
        weights.change(self.game.name, self.own)
        return self.player.choose(state, seat, limits, lines, on_thought)

    def think(self, world: State, seat: int) -> Choice:
        """Let the player think; `choose` has set the weights."""
        return self.player.think(world, seat)


def compare(game: Game, spec: str, new: Weights, old: Weights, matches: int, seed: int, told: Callable[[], None]) -> Series:
    """Let a bot with the new weights play the same bot with the old ones, seats rotated; one against all others."""
    series = Series(["new weights", "old weights"])
    present = weights.present(game.name)
    sides = len(game.teams)
    for number in range(matches):
        round_, turn = divmod(number, sides)
        start = random_opening(game, 2, Rng(seeded(seed, 2 * round_)))
        players = [
            Weighed(load(spec, game, seeded(seed + 1, number * game.seats + seat)), new if seat in game.teams[turn] else old)
            for seat in range(game.seats)
        ]
        shares = game.shares(play_match(game, players, Rng(seeded(seed, 2 * round_ + 1)), start).payoffs)
        series.shares.append(sum(shares[seat] for seat in game.teams[turn]))
        told()
    weights.change(game.name, present)
    return series


def write_weights(game: str, new: Weights) -> Path:
    """Put numbers into the game's weights.toml, whose words stay as they are; return where that is."""
    path = Path(str(resources.files(package(game)).joinpath("weights.toml")))
    text = path.read_text(encoding="utf-8")
    for name, value in new.items():
        text = re.sub(rf"^{name} = [^ \n]+", f"{name} = {value:g}", text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")
    return path
