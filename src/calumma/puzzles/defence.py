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


def _comfort(prover: Prover, kind: Kind, stage: Stage, seat: int) -> tuple[int, int]:
    """How well the solver stands after an answer: whether the goal is reached sooner than need be, and the lead."""
    sooner = Stage(stage.state, stage.mover, stage.turns - stage.state.seats)
    early = kind.measure != "lead" and sooner.turns > 0 and prover.reaches(kind, sooner, seat, 0)
    return int(early), prover.lead(stage.state, seat)


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
