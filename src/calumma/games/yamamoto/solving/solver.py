"""The tools that make and check what is known about a goal: tables, the search for the winner, certificates and their indices."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calumma.core import Game, GameError, OptionValue, State
from calumma.games.yamamoto.endings import Endings
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.proof_numbers import ProofNumbers
from calumma.games.yamamoto.solving import verify
from calumma.games.yamamoto.solving.certificate import Claim, certificate_path, how_to_get, rewrite_head, solution_path
from calumma.games.yamamoto.solving.certify import certify
from calumma.games.yamamoto.solving.index import write_index
from calumma.games.yamamoto.solving.knowledge import read_strategy
from calumma.games.yamamoto.solving.solve import excluded, find_winner, prove, winning_moves
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.solutions.solver import Listener, NotProven, Outcome, Progress, Request, Solved, Verdict


class YamamotoSolver:
    """Solves positions of one goal."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.goal = str(game.options["goal"])

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options on which the solution depends."""
        return {"goal": self.goal}

    def tables(self, folder: Path | None = None) -> Tablebase:
        """Return the tables in a folder, the user's own if none is given."""
        return Tablebase(self.goal, folder)

    # Solving

    def solve(self, state: State, request: Request, listener: Listener) -> Solved:
        """Find out who wins, and write the winner's strategy as a certificate."""
        endings = self.tables().build(request.pieces, listener.building)
        outcome, source = self._search(state, endings, request, listener)
        if outcome.winner is None:
            return Solved(outcome)
        path = request.out or self._path(state)
        least = outcome.plies if request.shortest else excluded(self.game, state, self._note) + 1
        # A win of the side to move takes an odd number of plies, one of the other side an even one.
        least += (least % 2 == 1) != (outcome.winner == state.to_act)
        claim = certify(
            path, self.game, state, outcome.winner, source, least, progress=listener.certifying, indexing=listener.indexing
        )
        if request.every_move and claim.best:
            numbers = source if isinstance(source, ProofNumbers) else ProofNumbers(endings, request.megabytes)
            claim = self._with_every_move(path, state, claim, numbers, request, listener)
        return Solved(outcome, claim, path)

    @property
    def _note(self) -> Path:
        """Where a deepening search keeps how far it is."""
        return solution_path(self.goal).with_suffix(".progress.json")

    def _search(
        self, state: State, endings: Endings, request: Request, listener: Listener
    ) -> tuple[Outcome, Prover | ProofNumbers]:
        if request.shortest:
            return prove(self.game, state, endings, request.megabytes, request.deepest, self._note, listener.deepening)
        numbers = ProofNumbers(endings, request.megabytes)
        return find_winner(state, numbers, request.nodes, listener.working), numbers

    def _path(self, state: State) -> Path:
        """Where a certificate goes: that of the start to the user's data, any other into the folder one is in."""
        is_start = self.game.position_text(state, None) == self.game.position_text(self.game.new(), None)
        return solution_path(self.goal) if is_start else Path("solution.proof")

    def _with_every_move(
        self, path: Path, state: State, claim: Claim, numbers: ProofNumbers, request: Request, listener: Listener
    ) -> Claim:
        """The claim with every first move that wins, written to the certificate."""
        winning, _ = winning_moves(self.game, state, numbers, request.nodes, listener.tried)
        claim = replace(claim, best=[*claim.best, *(text for text in winning if text not in claim.best)])
        rewrite_head(path, claim)
        return claim

    # Certificates

    def certificate(self) -> Path:
        """Return the certificate of the start that is installed; GameError says how to get it."""
        path = certificate_path(self.goal)
        if path is None:
            raise GameError(how_to_get(self.goal))
        return path

    def verify(self, path: Path, progress: Progress | None = None) -> Verdict:
        """Return what a certificate proves; raise NotProven if it does not."""
        try:
            found = verify.verify(path, progress)
        except verify.NotProven as fault:
            raise NotProven(str(fault)) from None
        return Verdict({"goal": found.goal}, found.start, found.winner, found.plies, found.positions)

    def write_index(self, path: Path, listener: Listener) -> Path:
        """Make a certificate quick to look up; return the file that was written beside it."""
        try:
            strategy = read_strategy(self.game, path, path.stat().st_mtime_ns)
        except verify.NotProven as fault:
            raise GameError(str(fault)) from None
        return write_index(path, strategy, listener.indexing)
