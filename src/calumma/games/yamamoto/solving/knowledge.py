"""What is known for certain about a position: by tables that are built, by the certificate of the start, by a proof or a search.

Of a certificate the head answers for the start, the index for what is far from the end, and a short proof for the rest: so it is
never read whole, unless the index is missing.
"""

from __future__ import annotations

import logging
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Protocol

from calumma.core import OVER, Game, GameError, State
from calumma.core.words import Words
from calumma.games.yamamoto.endings import DRAWN, MISSING, Endings
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.proof_numbers import ProofNumbers
from calumma.games.yamamoto.solving import verify
from calumma.games.yamamoto.solving.certificate import Claim, certificate_path, how_to_get, read_claim
from calumma.games.yamamoto.solving.index import Answer, Index, ShortProof
from calumma.games.yamamoto.solving.positions import Position, action_of, position_of, size
from calumma.games.yamamoto.solving.solve import find_winner
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.games.yamamoto.strategy import Strategy
from calumma.solutions.solution import AT_EASE, Effort, Known, Source

say = Words("calumma.games.yamamoto")

STEP = 20_000  # moves of a certificate that are read in one go: about a hundredth of a second
MEGABYTES = 8.0
MEGABYTES_SEARCHED = 64.0
NODES_SEARCHED = 2  # nodes of a search for every position that an effort allows: they take half as long
ONCE_MORE = 20_000  # positions for a move of a proof that is no longer remembered
PATIENCE = 100  # plies from which on a win may come too late (R8)

log = logging.getLogger("calumma.solutions")


class Lookup(Protocol):
    """Finds the winner's move."""

    def find(self, position: Position) -> Answer | None:
        """Return the winner's move in a position with the winner to move, and the plies left; None if it is not known."""


class Knowledge:
    """All that is known about one goal, read when it is first needed. For any thread."""

    def __init__(self, game: Game, tablebase: Tablebase | None = None) -> None:
        self.game = game
        self.goal = str(game.options["goal"])
        self.tablebase = tablebase or Tablebase(self.goal)
        self.endings: Endings | None = None
        self._seen_at = 0
        self._lock = Lock()

    def _take_up_tables(self) -> None:
        """Open the tables, and again when a process has made further ones."""
        changed_at = self.tablebase.changed_at
        if changed_at == self._seen_at:
            return
        self._seen_at = changed_at
        self.tablebase.refresh()
        if self.tablebase.pieces > (self.endings.pieces if self.endings else 0):
            self.endings = self.tablebase.open()
            self.__dict__.pop("_numbers", None)  # it knows the tables of before

    @cached_property
    def claim(self) -> Claim | None:
        """What the certificate says of the start, None if there is no certificate."""
        path = certificate_path(self.goal)
        return read_claim(path) if path else None

    @property
    def has_certificate(self) -> bool:
        """Whether the value of the start is at hand."""
        return self.claim is not None

    @cached_property
    def _moves(self) -> Lookup:
        """The moves of the certificate: all of them, or those that a short proof does not find."""
        path = certificate_path(self.goal)
        assert path is not None
        try:
            return Index(path)
        except GameError as error:
            log.warning("%s: %s", error, say("until-calumma-index-solution"))
        return read_strategy(self.game, path, path.stat().st_mtime_ns)

    @cached_property
    def _prover(self) -> Prover:
        return Prover(Endings(self.goal, 0), megabytes=MEGABYTES)

    @cached_property
    def _short(self) -> ShortProof:
        return ShortProof(self.goal)

    def value(self, state: State, effort: Effort = AT_EASE) -> Known | None:
        """Return what is known or can be proven at once about a position that is not over; None if neither."""
        with self._lock:
            self._take_up_tables()
            known = self._in_tables(state) or self._at_start(state) or self._in_certificate(state) or self._proven(state, effort)
            return known or (self._searched(state, effort.searched) if effort.searched else None)

    def beyond(self) -> str:
        """Return why nothing is known about a position, and what would help."""
        if self.claim is None:
            return say("beyond-without-certificate", game=self.game.name, how=how_to_get(self.goal))
        return say("beyond", game=self.game.name)

    # Tables

    def _in_tables(self, state: State) -> Known | None:
        if self.endings is None or size(position_of(state)) > self.endings.pieces:
            return None
        value = self._byte(state)
        after = {action: self._byte(_after(state, action)) for action in state.legal()}
        if value == DRAWN:
            return Known("draw", 0, [action for action, byte in after.items() if byte == DRAWN], "tables")
        best = [action for action, byte in after.items() if byte == value - 1]
        return Known("win" if value % 2 else "loss", value, best, "tables")

    def _byte(self, state: State) -> int:
        """The entry of a position; where all pieces of a side are gone or a piece stays in its goal, the mover has lost."""
        if state.to_act == OVER:
            return 0
        assert self.endings is not None
        byte = self.endings.value(*position_of(state))
        if byte == MISSING:
            raise ValueError(f"no table has the position {self.game.position_text(state, None)}")
        return int(byte)

    # Certificate

    def _at_start(self, state: State) -> Known | None:
        """The start, if the winner moves first: answered by the head of the certificate alone."""
        if self.claim is None or self.claim.winner != state.to_act:
            return None
        if self.game.position_text(state, None) != self.claim.start:
            return None
        best = [self.game.parse_move(state, text) for text in self.claim.best]
        return Known("win", self.claim.plies, best, "certificate")

    def _in_certificate(self, state: State) -> Known | None:
        if self.claim is None:
            return None
        if state.to_act != self.claim.winner:
            return self._losing(state)
        position = position_of(state)
        found = self._moves.find(position)
        if found is not None:
            return Known("win", found[1], [action_of(state, found[0])], "certificate")
        plies = self._short.plies(position)
        return None if plies is None else self._won_in(state, plies, AT_EASE.positions, self._short.move(position))

    def _losing(self, state: State) -> Known | None:
        """The loser's position: known if there is an answer to every move."""
        left: dict[int, int] = {}
        is_proven = True
        for action in state.legal():
            after = _after(state, action)
            if after.to_act == OVER:
                return None
            position = position_of(after)
            found = self._moves.find(position)
            is_proven = is_proven and found is None
            plies = found[1] if found else self._short.plies(position)
            if plies is None:
                return None
            left[action] = plies
        return _lost_in(left, "proof" if is_proven else "certificate")

    # Proof

    def _proven(self, state: State, effort: Effort) -> Known | None:
        plies = self._distance(state, effort)
        if plies is None:
            return None
        if plies % 2:
            return self._won_in(state, plies, effort.positions, self._prover.winning_move(position_of(state)))
        shorter = Effort(plies - 1, effort.positions)
        left = {action: self._distance(_after(state, action), shorter) for action in state.legal()}
        return Known("loss", plies, [action for action, distance in left.items() if distance == plies - 1], "proof")

    # Search

    @cached_property
    def _numbers(self) -> ProofNumbers:
        return ProofNumbers(self.endings or Endings(self.goal, 0), MEGABYTES_SEARCHED)

    def _searched(self, state: State, positions: int) -> Known | None:
        """Who wins by proof numbers; where the side to move loses, it resists by the move after which the proof is longest."""
        found = find_winner(state, self._numbers, NODES_SEARCHED * positions)
        if found.is_draw:
            return self._drawn(state)
        if found.winner is None or found.plies >= PATIENCE:
            return None
        is_won = found.winner == state.to_act
        left = {action: self._plies_after(state, action, is_won) for action in state.legal()}
        known = {action: plies for action, plies in left.items() if plies is not None}
        if not known:
            return None
        plies = min(known.values()) if is_won else max(known.values())
        best = [action for action, count in known.items() if count == plies]
        return Known("win" if is_won else "loss", plies + 1, best, "search")

    def _drawn(self, state: State) -> Known | None:
        """A draw, with the moves after which it is known that the other side does not win."""
        best = []
        for action in state.legal():
            after = _after(state, action)
            if after.to_act != OVER and self._numbers.search(position_of(after), True, ONCE_MORE)[1] == 0:
                best.append(action)
        return Known("draw", 0, best, "search") if best else None

    def _plies_after(self, state: State, action: int, is_won: bool) -> int | None:
        """The plies within which the proof wins after a move; None if it does not, or not by what is remembered."""
        after = _after(state, action)
        if after.to_act == OVER:
            return 0 if (after.payoffs()[state.to_act] == 1.0) == is_won else None
        # After a move of the winner the loser moves, and the question is whether the side to move loses.
        proof, plies = self._numbers.search(position_of(after), not is_won, 1 if is_won else ONCE_MORE)
        return plies if proof == 0 else None

    def _won_in(self, state: State, plies: int, positions: int, move: int | None) -> Known | None:
        """The value of a position that is won in so many plies and not sooner; the move of the proof comes first."""
        best = [action for action in state.legal() if self._wins_within(state, action, plies, positions)]
        if move is not None and (proven := action_of(state, move)) in best:
            best = [proven, *(action for action in best if action != proven)]
        return Known("win", plies, best, "proof") if best else None

    def _wins_within(self, state: State, action: int, plies: int, positions: int) -> bool:
        after = _after(state, action)
        if after.to_act == OVER:
            return after.payoffs()[state.to_act] == 1.0
        return plies > 1 and self._prover.lost_within(position_of(after), plies - 1, positions) is True

    def _distance(self, state: State, effort: Effort) -> int | None:
        """The plies to a forced end: an odd number if the side to move wins, an even one if it loses."""
        if state.to_act == OVER:
            return 0
        for plies in range(1, effort.plies + 1):
            answer = self._ask(state, plies, effort.positions)
            if answer is None:
                return None
            if answer:
                return plies
        return None

    def _ask(self, state: State, plies: int, positions: int) -> bool | None:
        if plies == 1:
            return any(_wins_at_once(state, action) for action in state.legal())
        ask = self._prover.won_within if plies % 2 else self._prover.lost_within
        return ask(position_of(state), plies, positions)


def _lost_in(left: dict[int, int], source: Source) -> Known:
    """The value for the loser, given the plies left after every move."""
    most = max(left.values())
    return Known("loss", most + 1, [action for action, plies in left.items() if plies == most], source)


def _wins_at_once(state: State, action: int) -> bool:
    after = _after(state, action)
    return after.to_act == OVER and after.payoffs()[state.to_act] == 1.0


def _after(state: State, action: int) -> State:
    after = state.copy()
    after.apply(action)
    return after


@cache
def read_strategy(game: Game, path: Path, _changed_at: int) -> Strategy:
    """Return the strategy of a certificate: seconds of work and much memory, so it is done once for all who ask."""
    head, moves, plies = verify.read(path)
    start = game.parse_position(str(head["start"]))
    strategy = Strategy(str(head["goal"]), positions=max(1 << 12, len(moves) * 2))
    strategy.begin(position_of(start), start.to_act == head["winner"])
    for _ in range(0, len(moves), STEP):  # in steps, between which other threads have their turn
        strategy.replay(moves, plies, STEP)
    return strategy
