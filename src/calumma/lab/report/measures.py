"""One match as numbers: how long it was, how wide, who led when. Pure functions of a record and of what the bots thought.

The lead is judged by the bots that play: before every decision the mover's search says what each seat may expect. Seats of a team
count as one side. A bot's estimate swings with the move (whoever is to move sees the own chances first), so every judgement is
the mean over the last round, one estimate from each side's turn; and a side takes the lead only when it is ahead by `CLEAR`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import pairwise
from math import log10, sqrt
from typing import Any

from calumma.core import CHANCE, Game, State

TENTHS = 10
CHECKPOINTS = 20  # parts of a match at whose ends the judgement is kept
CLEAR = 0.05  # how far ahead a side must be to have taken the lead


@dataclass(frozen=True, slots=True)
class Lead:
    """Who led when, as the bots judged. All are judgements of chances, 0 to 1.

    `changes`: how often the lead went to another side. `drama`: over the turns at which the winner was behind, the mean of the
    square root of how far (after Browne); 0 if it never was. `behind`: the furthest. `decided`: the part of the match after which
    the winner led for good. `swing`: the most that the winner's chances grew within one turn. The last four are None where
    nobody won alone. `curve`: for each side, its chances after every twentieth of the match.
    """

    changes: int
    drama: float | None
    behind: float | None
    decided: float | None
    swing: float | None
    curve: list[list[float]]

    def check(self) -> None:
        """TypeError if something in it is no number."""
        parts = [one for one in (self.drama, self.behind, self.decided, self.swing) if one is not None]
        sum((self.changes, *parts, *(one for row in self.curve for one in row)))  # adding is the check


@dataclass(frozen=True, slots=True)
class Measured:
    """A finished match as numbers. Sides are teams, or single seats.

    `choices` and `outcomes` are logarithms (base 10): of the product of the numbers of legal actions at all decisions, and of
    possible outcomes at all chance plies.
    """

    shares: list[float]  # what every side got; they sum to 1
    scores: list[int]  # of every seat, by the rule book
    reason: str
    digest: str  # equal for matches that went ply by ply the same way
    decisions: int
    forced: int  # decisions with one legal action
    chances: int  # chance plies
    turns: int
    widest: int
    breadth: float  # mean number of legal actions at a decision
    choices: float
    outcomes: float
    width: list[float | None]  # mean number of legal actions in each tenth of the decisions; None where a short match has none
    lead: Lead | None = None
    seconds: float = 0.0  # of a processor, for the bots of all seats

    @property
    def winner(self) -> int | None:
        """The side that won alone, None for a shared win."""
        return self.shares.index(1.0) if 1.0 in self.shares else None

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Measured:
        """Return it from JSON values."""
        lead = values.get("lead")
        found = cls(**{**values, "lead": None if lead is None else Lead(**lead)})
        found.check()
        return found

    def check(self) -> None:
        """TypeError if something that is counted with is no number, or a name no text."""
        counts = (self.decisions, self.forced, self.chances, self.turns, self.widest, self.breadth, self.choices, self.outcomes)
        width = [one for one in self.width if one is not None]
        sum((*self.shares, *self.scores, *counts, *width, self.seconds))  # adding is the check
        "".join((self.reason, self.digest))
        if self.lead is not None:
            self.lead.check()


class Tally:
    """Counts along a match: call `ply` before every ply."""

    def __init__(self) -> None:
        self.widths: list[int] = []
        self.turns = self.chances = 0
        self.outcomes = 0.0
        self.last: int | None = None

    def ply(self, state: State, legal: int) -> None:
        """Count a ply in a position that offers so many actions or outcomes."""
        if state.to_act == CHANCE:
            self.chances += 1
            self.outcomes += log10(legal)
            return
        self.widths.append(legal)
        if state.to_act != self.last:
            self.turns += 1
            self.last = state.to_act

    def measured(self, game: Game, state: State, digest: str, lead: Lead | None = None) -> Measured:
        """Return the numbers of the match that is over now."""
        widths = self.widths
        return Measured(
            side_shares(game, game.shares(state.payoffs())),
            state.scores(),
            state.reason(),
            digest,
            len(widths),
            widths.count(1),
            self.chances,
            self.turns,
            max(widths),
            round(sum(widths) / len(widths), 3),
            round(sum(log10(width) for width in widths), 3),
            round(self.outcomes, 3),
            tenths(widths),
            lead,
        )


def side_shares(game: Game, shares: Sequence[float]) -> list[float]:
    """Return what every side got, without the dust of floating point."""
    return [round(sum(shares[seat] for seat in team), 6) for team in game.teams]


def measure(game: Game, plies: Sequence[str], values: Sequence[Sequence[float] | None]) -> Measured:
    """Return the numbers of a finished match; `values` are, for every ply, what its bot expected for each seat, if it said."""
    state, tally, judged = game.new(), Tally(), []
    for text, said in zip(plies, values, strict=True):
        action = game.parse_move(state, text)
        tally.ply(state, len(state.legal()))
        if said:
            judged.append((tally.turns, side_shares(game, said)))
        state.apply(action)
    digest = sha256(" ".join(plies).encode()).hexdigest()[:16]
    shares = side_shares(game, game.shares(state.payoffs()))
    return tally.measured(game, state, digest, lead_of(judged, shares))


def tenths(widths: Sequence[int]) -> list[float | None]:
    """Return the mean of each tenth of some numbers; None for a tenth that has none."""
    parts: list[list[int]] = [[] for _ in range(TENTHS)]
    for i, width in enumerate(widths):
        parts[i * TENTHS // len(widths)].append(width)
    return [round(sum(part) / len(part), 2) if part else None for part in parts]


# The lead


def lead_of(judged: Sequence[tuple[int, list[float]]], shares: Sequence[float]) -> Lead | None:
    """Return who led when, from judgements (turn, chances of each side) in order; None if there are too few."""
    curve = smoothed(_by_turn(judged), len(shares))
    if len(curve) < 2:
        return None
    winner = list(shares).index(1.0) if 1.0 in shares else None
    gaps = None if winner is None else [_gap(chances, winner) for chances in curve]
    return Lead(
        lead_changes(curve),
        None if gaps is None else round(drama(gaps), 4),
        None if gaps is None else round(max(0.0, *gaps), 4),
        None if gaps is None else round(decided(gaps), 4),
        None if winner is None else round(max(b[winner] - a[winner] for a, b in pairwise(curve)), 4),
        _checkpoints(curve),
    )


def _by_turn(judged: Sequence[tuple[int, list[float]]]) -> list[list[float]]:
    """Return one judgement a turn: the last, when the mover knows most."""
    return list(dict(judged).values())


def smoothed(curve: Sequence[list[float]], sides: int) -> list[list[float]]:
    """Return the means over the last round, so that having the move is not taken for a lead."""
    found = []
    for end in range(1, len(curve) + 1):
        last = curve[max(0, end - sides) : end]
        found.append([sum(chances[side] for chances in last) / len(last) for side in range(sides)])
    return found


def _gap(chances: Sequence[float], winner: int) -> float:
    """How far the winner was behind the best of the others; negative when ahead."""
    return max(value for side, value in enumerate(chances) if side != winner) - chances[winner]


def lead_changes(curve: Sequence[Sequence[float]]) -> int:
    """Return how often the lead went from one side to another; nobody leads before one is clearly ahead."""
    leader, changes = None, 0
    for chances in curve:
        best = max(range(len(chances)), key=lambda side: chances[side])
        if leader is None:
            others = max(value for side, value in enumerate(chances) if side != best)
            leader = best if chances[best] - others >= CLEAR else None
        elif best != leader and chances[best] - chances[leader] >= CLEAR:
            leader, changes = best, changes + 1
    return changes


def drama(gaps: Sequence[float]) -> float:
    """Return the mean root of how far the winner was behind, over the turns at which it was (Browne 2008)."""
    behind = [sqrt(gap) for gap in gaps if gap > 0]
    return sum(behind) / len(behind) if behind else 0.0


def decided(gaps: Sequence[float]) -> float:
    """Return the part of the match after which the winner was never behind again."""
    last = max((i + 1 for i, gap in enumerate(gaps) if gap > 0), default=0)
    return last / len(gaps)


def _checkpoints(curve: Sequence[Sequence[float]]) -> list[list[float]]:
    steps = [min(len(curve) - 1, (i + 1) * len(curve) // CHECKPOINTS) for i in range(CHECKPOINTS)]
    return [[round(curve[step][side], 3) for step in steps] for side in range(len(curve[0]))]
