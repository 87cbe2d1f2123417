"""The defence: what others answer in a puzzle, and what refutes a wrong move."""

from __future__ import annotations

from calumma.puzzles.kinds import Kind
from calumma.puzzles.proving import Prover, Stage, TooHard, brings, keeping


def resisting(prover: Prover, kind: Kind, stage: Stage, seat: int, lead: int) -> int:
    """Return the next ply of the solution's line: a move that keeps the goal, or the answer that resists longest."""
    legal = stage.state.legal()
    if stage.state.to_act == seat:
        done = [action for action in legal if kind.measure == "goal" and brings(kind, stage.state, action)]
        return (done or keeping(prover, kind, stage, seat, lead, 1) or legal)[0]
    if stage.state.to_act < 0 or len(legal) == 1:
        return legal[0]
    return min(legal, key=lambda action: _comfort(prover, kind, stage.after(action), seat))


def _comfort(prover: Prover, kind: Kind, stage: Stage, seat: int) -> tuple[int, float, int]:
    """How well the solver stands after an answer: whether the goal comes sooner than need be, what keeps it, the lead."""
    sooner = Stage(stage.state, stage.mover, stage.turns - stage.state.seats)
    early = kind.measure != "lead" and sooner.turns > 0 and prover.reaches(kind, sooner, seat, 0)
    return int(early), _ease(prover, kind, stage, seat), prover.lead(stage.state, seat)


def _ease(prover: Prover, kind: Kind, stage: Stage, seat: int) -> float:
    """Which part of the solver's moves keeps the goal, where a solution tells that quickly: the smaller, the better the trap."""
    if not kind.searched or stage.state.to_act != seat:
        return 1.0
    return len(keeping(prover, kind, stage, seat, 0)) / len(stage.state.legal())


def refuting(prover: Prover, kind: Kind, stage: Stage, seat: int, lead: int) -> int | None:
    """Return the answer that spoils the goal after a wrong move; None if nobody else is to act, or none spoils it alone."""
    if stage.is_last or stage.state.to_act in (seat, -1):
        return None
    for action in sorted(stage.state.legal(), key=lambda action: prover.lead(stage.after(action).state, seat)):
        try:
            if not prover.reaches(kind, stage.after(action), seat, lead):
                return action
        except TooHard:
            continue
    return None
