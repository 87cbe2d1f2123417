"""What is changed: a choice of cosmic-ray's operators, and two of our own in the same form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.operators.provider import OperatorProvider
from parso.python.tree import Operator as Sign

# One replacement for each sign: further ones of the same sign are killed by the same tests. `|` to `^` is left out, since
# bitboards are mostly disjoint and the two then mean the same.
CHOSEN = """
ReplaceBinaryOperator_Add_Sub ReplaceBinaryOperator_Sub_Add ReplaceBinaryOperator_Mul_Add ReplaceBinaryOperator_Div_Mul
ReplaceBinaryOperator_FloorDiv_Mul ReplaceBinaryOperator_Mod_FloorDiv ReplaceBinaryOperator_Pow_Mul
ReplaceBinaryOperator_RShift_LShift ReplaceBinaryOperator_LShift_RShift
ReplaceBinaryOperator_BitOr_BitAnd ReplaceBinaryOperator_BitAnd_BitOr ReplaceBinaryOperator_BitXor_BitOr
ReplaceComparisonOperator_Eq_NotEq ReplaceComparisonOperator_NotEq_Eq
ReplaceComparisonOperator_Lt_LtE ReplaceComparisonOperator_Lt_GtE
ReplaceComparisonOperator_LtE_Lt ReplaceComparisonOperator_LtE_Gt
ReplaceComparisonOperator_Gt_GtE ReplaceComparisonOperator_Gt_LtE
ReplaceComparisonOperator_GtE_Gt ReplaceComparisonOperator_GtE_Lt
ReplaceComparisonOperator_Is_IsNot ReplaceComparisonOperator_IsNot_Is
ReplaceUnaryOperator_Delete_Not ReplaceUnaryOperator_Delete_Invert ReplaceUnaryOperator_USub_UAdd
AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd
ReplaceBreakWithContinue ReplaceContinueWithBreak ExceptionReplacer NumberReplacer ZeroIterationForLoop
""".split()

ASSIGNMENTS = {
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "/=": "*=",
    "//=": "*=",
    "%=": "+=",
    "|=": "&=",
    "&=": "|=",
    "^=": "|=",
    ">>=": "<<=",
    "<<=": ">>=",
}


class ReplaceAssignment(Operator):  # type: ignore[misc]
    """An operator that replaces the sign of an augmented assignment."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the sign."""
        if isinstance(node, Sign) and node.value in ASSIGNMENTS:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Change the sign."""
        node.value = ASSIGNMENTS[node.value]
        return node

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """Show one replacement."""
        return (Example("x += y", "x -= y"),)


class DropStatement(Operator):  # type: ignore[misc]
    """An operator that leaves out an assignment, a call, an early return or a raise."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the statement, if it is one that does something on its own."""
        if node.parent is not None and node.parent.type == "simple_stmt" and _does_something(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Put `pass` in its place, on as many lines."""
        first, last = node.get_first_leaf(), node.get_last_leaf()
        lines = last.end_pos[0] - first.start_pos[0]
        return Sign("pass" + "\n" * lines, node.start_pos)

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """Show one replacement."""
        return (Example("x = y", "pass"),)


def _does_something(node: Any) -> bool:
    if node.type == "keyword":
        return bool(node.value == "return")
    if node.type == "expr_stmt" and node.children[1].type == "annassign":
        return len(node.children[1].children) == 4  # a declaration without a value does nothing
    return node.type in ("expr_stmt", "atom_expr", "raise_stmt", "del_stmt")


def operators() -> dict[str, Operator]:
    """Return every operator in use by name."""
    provider = OperatorProvider()
    found = {name: provider[name]() for name in CHOSEN}
    return {**found, "ReplaceAssignment": ReplaceAssignment(), "DropStatement": DropStatement()}
