"""What is known exactly about positions, behind one protocol: which games are solved, what a position is worth.

A game contributes its knowledge by a subpackage `solving` (`Solving` says what that offers); one of which only the ends of
matches can be known does so by a module `exact` (`Ends`). Nothing here knows which games have one.
"""

from calumma.solutions.lookup import exact_value, has_exact_values, is_solved, new_solution, solution_of, solved_games, solver_of
from calumma.solutions.making import TableMaker
from calumma.solutions.patience import value_at_length, value_within
from calumma.solutions.solution import (
    AT_EASE,
    SEARCHED_PER_SECOND,
    WITH_PATIENCE,
    Effort,
    Ends,
    Known,
    Solution,
    Solving,
    Source,
    Value,
)
from calumma.solutions.solver import (
    Claim,
    Listener,
    NotProven,
    Outcome,
    Progress,
    Request,
    Solved,
    Solver,
    Statistics,
    Step,
    TableProgress,
    Tables,
    Verdict,
    Work,
)
from calumma.solutions.telling import Brought, brought, brought_to, kept, told, told_lost, told_source

__all__ = [
    "AT_EASE",
    "SEARCHED_PER_SECOND",
    "WITH_PATIENCE",
    "Brought",
    "Claim",
    "Effort",
    "Ends",
    "Known",
    "Listener",
    "NotProven",
    "Outcome",
    "Progress",
    "Request",
    "Solution",
    "Solved",
    "Solver",
    "Solving",
    "Source",
    "Statistics",
    "Step",
    "TableMaker",
    "TableProgress",
    "Tables",
    "Value",
    "Verdict",
    "Work",
    "brought",
    "brought_to",
    "exact_value",
    "has_exact_values",
    "is_solved",
    "kept",
    "new_solution",
    "solution_of",
    "solved_games",
    "solver_of",
    "told",
    "told_lost",
    "told_source",
    "value_at_length",
    "value_within",
]
