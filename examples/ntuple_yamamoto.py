"""Temporal difference learning with n-tuples, in NumPy alone: a player for yamamoto that learns by playing itself.

    python examples/ntuple_yamamoto.py --minutes 3 --out yamamoto.npz
    python examples/ntuple_yamamoto.py --load yamamoto.npz --minutes 0 --opponent level:4 --matches 400

The network is a sum of table entries: every tuple of squares looks up what stands there, as the seat to move sees it, and the
sum, squashed, is the expected result from -1 to 1. Hundreds of matches are played at once in the vector environment, by looking
one move ahead; moves are tried the less often the worse they look. A position is taught what came of it: the result, mixed at
every ply with the best value among those after its moves (TD(lambda)). Every entry learns at a pace of its own (temporal
coherence: slower where its errors cancel out). To play, values and the moves that lead to them guide a tree of `--simulations`.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # such small products are slower on several

import numpy as np
from measuring import GAME, Player, arguments, measure, parsed, tell_strength

from calumma.rl import vector_env

Array = np.ndarray[Any, Any]
SIZE = 5
SQUARES = SIZE * SIZE
STATES = 5  # of a square: empty, own white, own black, enemy white, enemy black
OTHER_SIDE = np.array([0, 3, 4, 1, 2], np.int8)
ROWS = 512
PLIES = 32  # of each row, between two lessons
BATCH = 1024  # positions that are learnt at once
LATER = 0.9  # part of what came later, at every ply, in what a position is taught; the rest is what was expected there
STRAYED = 0.2  # a move that looks worse than the best by more says nothing against the position
HEAT = 0.2  # the higher, the less the values of moves steer which of them a tree tries


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
        self.firsts: Array = np.repeat(firsts, 2).astype(np.float32)
        self.ones: Array = np.ones(len(self.firsts), np.float32)
        for number, squares in enumerate(tuples):
            for digit, square in enumerate(squares):
                mirrored = square + SIZE - 1 - 2 * (square % SIZE)
                self.places[square, 2 * number] = self.places[mirrored, 2 * number + 1] = STATES**digit

    def entries(self, boards: Array) -> Array:
        """Return which entries boards look up: a row a board. The product is exact, as all numbers are below 2**24."""
        return (boards.astype(np.float32) @ self.places + self.firsts).astype(np.int32)

    def values(self, boards: Array) -> Array:
        """Return the results that the side to move can expect."""
        return np.tanh(self.weights.take(self.entries(boards)) @ self.ones)

    def learn(self, boards: Array, targets: Array, pace: float) -> None:
        """Move the values of boards towards targets."""
        entries = self.entries(boards)
        errors = (targets - np.tanh(self.weights.take(entries) @ self.ones)).astype(np.float32)
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


def seats_of(observations: Array) -> Array:
    """Return which seats observe."""
    return observations[:, GAME.observation["seat"]].argmax(axis=1)


def boards_of(observations: Array) -> Array:
    """Return what stands on the squares, as the observing seat sees it from its own side of the board."""
    planes = observations[:, : 4 * SQUARES].reshape(-1, 4, SQUARES)
    boards = np.einsum("nps,p->ns", planes, np.arange(1, STATES, dtype=np.int8))
    second = seats_of(observations) == 1  # looks from the other side
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


def worths(network: Network, boards: Array, actions: Array, seats: Array) -> Array:
    """Return what moves are worth to the seats that make them: the contrary of what the others can expect then."""
    return -network.values(after(boards, turned(actions, seats)))


def judge(network: Network, observations: Array, masks: Array) -> tuple[Array, Array]:
    """Return what acting seats can expect, by the best of their moves, and by how much they should look at each of them first."""
    boards, seats = boards_of(observations), seats_of(observations)
    rows, actions = np.nonzero(masks)
    worth = worths(network, boards[rows], actions, seats[rows])
    likes = np.zeros(masks.shape, np.float32)
    likes[rows, actions] = worth / HEAT
    return np.maximum.reduceat(worth, np.searchsorted(rows, np.arange(len(masks)))), likes


class Ply(NamedTuple):
    """A move in every match: where it was made, what the best one seemed worth, whether another was made, and what it led to."""

    boards: Array
    best: Array
    strayed: Array
    over: Array
    results: Array
    lost: Array  # the boards of matches that were won by it, as the loser sees them


class Trainer:
    """A network and the matches that it plays against itself."""

    def __init__(self, network: Network, seed: int) -> None:
        self.network = network
        self.env = vector_env("yamamoto", ROWS, masks="list", copy=False)
        self.chooser = np.random.default_rng(seed)
        self.observations, self.infos = self.env.reset(seed=seed)
        self.played: Array = np.zeros(ROWS, np.int32)
        self.matches = 0

    def round(self, boldness: float, pace: float) -> None:
        """Play some moves in every match, and learn from them."""
        boards, targets = lessons([self._ply(boldness) for _ in range(PLIES)])
        for some in np.array_split(self.chooser.permutation(len(boards)), len(boards) // BATCH):
            self.network.learn(boards[some], targets[some], pace)

    def _ply(self, boldness: float) -> Ply:
        seats, counts = self.infos["seat"].copy(), self.infos["legal_count"].copy()
        boards, rows, firsts = boards_of(self.observations), np.repeat(np.arange(ROWS), counts), np.cumsum(counts) - counts
        actions = self.infos["legal"][rows, np.arange(len(rows)) - firsts[rows]]
        worth = worths(self.network, boards[rows], actions, seats[rows])
        best, chosen = np.maximum.reduceat(worth, firsts), self._choose(worth, rows, firsts, boldness)
        self.observations, rewards, over, _, self.infos = self.env.step(actions[chosen])
        won = over & (rewards == 1)
        lost = after(boards[won], turned(actions[chosen][won], seats[won]))
        self.played = np.where(over, 0, self.played + 1)
        self.matches += int(over.sum())
        return Ply(boards, best, worth[chosen] < best - STRAYED, over.copy(), 2 * rewards - 1, lost)

    def _choose(self, worth: Array, rows: Array, firsts: Array, boldness: float) -> Array:
        """Return the place of a move for every match: by chances that follow what moves are worth, loosely in the first plies."""
        order = worth + np.where(self.played < 4, 0.5, boldness)[rows] * self.chooser.gumbel(size=len(worth))
        tops = np.flatnonzero(order == np.maximum.reduceat(order, firsts)[rows])
        return tops[np.searchsorted(tops, firsts)]


def lessons(plies: list[Ply]) -> tuple[Array, Array]:
    """Return boards and what they are to be taught, going back from the last ply."""
    boards, targets, due = [], [], -plies[-1].best
    for ply in reversed(plies):
        later = -LATER * due + (1 - LATER) * ply.best
        later = np.where(ply.over, ply.results, later)
        due = np.where(ply.strayed, np.maximum(ply.best, later), later)
        boards += [ply.boards, ply.lost]
        targets += [due, np.full(len(ply.lost), -1.0)]
    return np.concatenate(boards), np.concatenate(targets)


def train(network: Network, player: Player, chosen: argparse.Namespace) -> None:
    """Train for so many minutes of processor time, and tell how strong the player has become."""
    trainer, begun, spent, told = Trainer(network, chosen.seed), time.process_time(), 0.0, 0.0
    while spent < chosen.minutes * 60:
        left = 1 - spent / (chosen.minutes * 60)
        trainer.round(0.15 * left + 0.03, 0.5 * left + 0.1)
        spent = time.process_time() - begun
        if spent - told >= chosen.every * 60:
            told = spent
            share = measure(player, chosen.opponent, chosen.curve, 1)
            begun = time.process_time() - spent  # measuring is no training
            network.save(chosen.out)
            print(f"{spent / 60:.2f} min, {trainer.matches} matches: {share:.3f} against {chosen.opponent}", flush=True)


def main() -> None:
    parser = arguments("Train a player of yamamoto by temporal differences.", minutes=3, every=0.5, simulations=200)
    chosen = parsed(parser)
    network = Network()
    if chosen.load:
        try:
            network.weights = np.load(chosen.load)["weights"].astype(np.float32)
        except (OSError, ValueError, KeyError, IndexError):
            parser.error(f"cannot read {chosen.load}: expected weights that --out has written")
    player = Player(partial(judge, network), chosen.simulations)
    train(network, player, chosen)
    network.save(chosen.out)
    tell_strength(player, chosen.opponent, chosen.matches)


if __name__ == "__main__":
    main()
