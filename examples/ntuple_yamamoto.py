"""Temporal difference learning with n-tuples, in NumPy alone: a player for yamamoto that learns by playing itself.

    python examples/ntuple_yamamoto.py --minutes 30 --out yamamoto.npz
    python examples/ntuple_yamamoto.py --load yamamoto.npz --minutes 0 --opponent level:3 --matches 400

The network is a sum of table entries: every tuple of squares looks up what stands there, as the seat to move sees it, and the
sum, squashed, is the expected result from -1 to 1. A thousand matches are played at once in the vector environment. A position
is taught the best value among those after its moves, or the result where the match has ended; every entry learns at a pace of
its own (temporal coherence: slower where its errors cancel out). To play, it looks `--plies` moves ahead.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from measuring import Searcher, arguments, measure, parsed, tell_strength

from calumma.rl import vector_env

Array = np.ndarray[Any, Any]
SIZE = 5
SQUARES = SIZE * SIZE
STATES = 5  # of a square: empty, own white, own black, enemy white, enemy black
OTHER_SIDE = np.array([0, 3, 4, 1, 2], np.int8)
ROWS = 1024


def block(rank: int, file: int, height: int, width: int) -> list[int]:
    """Return the squares of a rectangle."""
    return [y * SIZE + x for y in range(rank, rank + height) for x in range(file, file + width)]


def diagonal(square: int) -> list[int]:
    """Return the squares from one at the edge on, upwards to the right."""
    return list(range(square, SQUARES, SIZE + 1))[: SIZE - max(square % SIZE, square // SIZE)]


def shapes() -> list[list[int]]:
    """Return the tuples, one of each pair of mirror images: rectangles of 2 x 4, 2 x 3 and 3 x 2 squares, ranks and diagonals."""
    wide = [block(rank, 0, 2, 4) for rank in range(4)]
    low = [block(rank, file, 2, 3) for rank in range(4) for file in range(2)]
    high = [block(rank, file, 3, 2) for rank in range(3) for file in range(2)]
    lines = [*(block(rank, 0, 1, 5) for rank in range(SIZE)), *(diagonal(square) for square in (0, 1, 2, 5, 10))]
    return [*wide, *low, *high, *lines]


class Network:
    """Tables of weights, shared by a tuple and its mirror image."""

    def __init__(self) -> None:
        tuples = shapes()
        sizes = [STATES ** len(squares) for squares in tuples]
        self.weights: Array = np.zeros(sum(sizes), np.float32)
        self.errors: Array = np.full_like(self.weights, 1e-6)  # what was taught to an entry in all, and
        self.amounts: Array = np.full_like(self.weights, 1e-6)  # the same without signs
        self.sums, self.counts = np.zeros_like(self.weights), np.zeros_like(self.weights)  # of the errors of one lesson
        firsts = np.cumsum([0, *sizes[:-1]])
        self.places: Array = np.zeros((SQUARES, 2 * len(tuples)), np.float32)
        self.firsts: Array = np.repeat(firsts, 2).astype(np.int32)
        for number, squares in enumerate(tuples):
            for digit, square in enumerate(squares):
                mirrored = square + SIZE - 1 - 2 * (square % SIZE)
                self.places[square, 2 * number] = self.places[mirrored, 2 * number + 1] = STATES**digit

    def entries(self, boards: Array) -> Array:
        """Return which entries boards look up: a row a board. The product is exact, as all numbers are below 2**24."""
        return (boards.astype(np.float32) @ self.places).astype(np.int32) + self.firsts

    def values(self, boards: Array) -> Array:
        """Return the results that the side to move can expect."""
        return np.tanh(self.weights[self.entries(boards)].sum(axis=1))

    def learn(self, boards: Array, targets: Array, pace: float) -> None:
        """Move the values of boards towards targets."""
        entries = self.entries(boards)
        errors = (targets - np.tanh(self.weights[entries].sum(axis=1))).astype(np.float32)
        width, told = entries.shape[1], entries.reshape(-1)
        np.add.at(self.sums, told, np.repeat(errors, width))
        np.add.at(self.counts, told, np.float32(1))
        mean = self.sums[told] / self.counts[told]  # an entry that is told twice gets the same new value twice
        self.weights[told] = self.weights[told] + pace / width * np.abs(self.errors[told]) / self.amounts[told] * mean
        self.errors[told] = self.errors[told] + mean
        self.amounts[told] = self.amounts[told] + np.abs(mean)
        self.sums[told] = self.counts[told] = 0

    def save(self, path: Path | None) -> None:
        """Write the weights to a file, if there is a place for them."""
        if path:
            np.savez_compressed(path, weights=self.weights.astype(np.float16))


def boards_of(observations: Array) -> Array:
    """Return what stands on the squares, as the observing seat sees it from its own side of the board."""
    planes = observations[:, : 4 * SQUARES].reshape(-1, 4, SQUARES)
    boards = np.einsum("nps,p->ns", planes, np.arange(1, STATES, dtype=np.int8))
    second = observations[:, 7 * SQUARES + 2] == 1  # seat 1 looks from the other side
    boards[second] = boards[second, ::-1]
    return boards


def after(boards: Array, actions: Array) -> Array:
    """Return the boards after moves, as the other side sees them; actions are as the mover sees the board."""
    found = boards.copy()
    row, origin, target = np.arange(len(boards)), actions // SQUARES, actions % SQUARES
    found[row, target] = found[row, origin]
    found[row, origin] = 0
    return OTHER_SIDE[found[:, ::-1]]


def turned(actions: Array, seats: Array) -> Array:
    """Return actions as their seat sees them from its own side of the board, or back again."""
    return np.where(seats == 1, SQUARES * SQUARES - 1 - actions, actions)


class Trainer:
    """A network and the matches that it plays against itself."""

    def __init__(self, network: Network, seed: int) -> None:
        self.network = network
        self.env = vector_env("yamamoto", ROWS, masks="list", copy=False)
        self.chooser = np.random.default_rng(seed)
        self.observations, self.infos = self.env.reset(seed=seed)
        self.played: Array = np.zeros(ROWS, np.int32)
        self.matches = 0

    def step(self, boldness: float, pace: float) -> None:
        """Play one move in every match, and learn from it."""
        seats, counts = self.infos["seat"].copy(), self.infos["legal_count"].copy()
        boards = boards_of(self.observations)
        rows = np.repeat(np.arange(ROWS), counts)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        actions = self.infos["legal"][rows, within]
        worth = -self.network.values(after(boards[rows], turned(actions, seats[rows])))
        chosen, best = self._choose(worth, counts, boldness)
        self.observations, rewards, over, _, self.infos = self.env.step(actions[chosen])
        targets = np.maximum.reduceat(worth, np.cumsum(counts) - counts)
        targets = np.where(over, 2 * rewards - 1, targets)
        sure = ~over | best | (rewards == 1)  # a draw that was not wanted teaches nothing
        self.network.learn(boards[sure], targets[sure], pace)
        if over.any():
            self._learn_ends(boards[over], turned(actions[chosen][over], seats[over]), rewards[over], pace)
        self.played = np.where(over, 0, self.played + 1)
        self.matches += int(over.sum())

    def _choose(self, worth: Array, counts: Array, boldness: float) -> tuple[Array, Array]:
        """Return the place of a move for every match, and whether it is the best; the first moves are often random."""
        firsts = np.cumsum(counts) - counts
        order = worth + 1e-6 * self.chooser.random(len(worth), np.float32)
        tops = np.flatnonzero(order == np.repeat(np.maximum.reduceat(order, firsts), counts))
        best = tops[np.searchsorted(tops, firsts)]
        bold = self.chooser.random(ROWS) < np.where(self.played < 4, 0.5, boldness)
        other = firsts + (self.chooser.random(ROWS) * counts).astype(np.int64)
        chosen = np.where(bold, other, best)
        return chosen, worth[chosen] == worth[best]

    def _learn_ends(self, boards: Array, actions: Array, rewards: Array, pace: float) -> None:
        """Teach what won positions look like to the loser; how a draw by repetition looks means nothing."""
        won = rewards == 1
        if won.any():
            self.network.learn(after(boards[won], actions[won]), np.full(int(won.sum()), -1.0), pace)


def train(network: Network, searcher: Searcher, chosen: argparse.Namespace) -> None:
    """Train for so many minutes of processor time, and tell how strong the player has become."""
    trainer, begun, told = Trainer(network, chosen.seed), time.process_time(), 0.0
    spent = 0.0
    while spent < chosen.minutes * 60:
        left = 1 - spent / (chosen.minutes * 60)
        trainer.step(0.1 * left + 0.02, 0.5 * left + 0.05)
        spent = time.process_time() - begun
        if spent - told >= chosen.every * 60:
            told = spent
            share = measure(searcher.choose, chosen.opponent, chosen.curve, 1)
            begun += time.process_time() - begun - spent
            network.save(chosen.out)
            print(f"{spent / 60:.1f} min, {trainer.matches} matches: {share:.3f} against {chosen.opponent}", flush=True)


def main() -> None:
    parser = arguments("Train a player of yamamoto by temporal differences.", minutes=30, every=3)
    parser.add_argument("--plies", type=int, default=4, help="how far the player looks ahead")
    parser.add_argument("--width", type=int, default=8, help="how many replies it follows in every position")
    chosen = parsed(parser)
    network = Network()
    if chosen.load:
        try:
            network.weights = np.load(chosen.load)["weights"].astype(np.float32)
        except (OSError, ValueError, KeyError, IndexError):
            parser.error(f"cannot read {chosen.load}: expected weights that --out has written")
    searcher = Searcher(lambda seen: network.values(boards_of(seen)), chosen.plies, chosen.width)
    train(network, searcher, chosen)
    network.save(chosen.out)
    tell_strength(searcher.choose, chosen.opponent, chosen.matches)


if __name__ == "__main__":
    main()
