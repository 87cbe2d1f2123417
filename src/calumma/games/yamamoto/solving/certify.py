"""Making certificates: from what a search has proven to the file that anybody can check, with the index beside it."""

from __future__ import annotations

from pathlib import Path

from calumma.core import Game, State
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.proof_numbers import ProofNumbers
from calumma.games.yamamoto.solving.certificate import Claim, write
from calumma.games.yamamoto.solving.index import write_index
from calumma.games.yamamoto.solving.positions import action_of, position_of
from calumma.games.yamamoto.strategy import Strategy
from calumma.solutions.solver import Progress

CHUNK = 20_000


def make_strategy(
    source: Prover | ProofNumbers, state: State, winner: int, progress: Progress | None = None
) -> tuple[Strategy, int]:
    """Return the winner's strategy from a position that a search has proven to be won, and the plies it takes."""
    numbers = source if isinstance(source, ProofNumbers) else None
    prover = Prover(source.endings, 1.0) if isinstance(source, ProofNumbers) else source
    strategy = Strategy(source.endings.goal, prover, numbers)
    strategy.begin(position_of(state), state.to_act == winner)
    while strategy.advance(CHUNK):
        if progress:
            progress(strategy.done, strategy.count)
    strategy = strategy.compacted()
    return strategy, strategy.finish()


def _first_moves(game: Game, state: State, strategy: Strategy, others: list[str]) -> list[str]:
    """The first moves that win, the strategy's own before the others."""
    found = strategy.find(position_of(state))
    assert found is not None
    own = game.move_text(state, action_of(state, found[0]))
    return [own, *(text for text in others if text != own)]


def certify(
    path: Path,
    game: Game,
    state: State,
    winner: int,
    source: Prover | ProofNumbers,
    least: int = 1,
    best: list[str] | None = None,
    progress: Progress | None = None,
    indexing: Progress | None = None,
) -> Claim:
    """Write the certificate of a position that a search, of either kind, knows to be won, and its index."""
    strategy, plies = make_strategy(source, state, winner, progress)
    best = _first_moves(game, state, strategy, best or []) if state.to_act == winner else []
    claim = Claim(str(game.options["goal"]), game.position_text(state, None), winner, plies, strategy.count, least, best)
    write(path, claim, strategy)
    write_index(path, strategy, indexing)
    return claim
