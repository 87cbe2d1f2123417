"""In the runtime: takes comments and docstrings from all sources in /folder, half of what would travel."""

import ast
import os

DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
WRITTEN = ast.Expr(ast.Constant("."))  # for classes: a dataclass without a docstring works one out, which takes long


def bared(text: str) -> str:
    """Return a source that does the same and says nothing."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            rest = [WRITTEN] if isinstance(node, ast.ClassDef) else []
            node.body = [*rest, *node.body[1:]] or [ast.Pass()]
    return ast.unparse(ast.fix_missing_locations(tree))


for place, _, files in os.walk("/folder"):
    for name in files:
        if name.endswith(".py"):
            path = os.path.join(place, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(bared(text))
