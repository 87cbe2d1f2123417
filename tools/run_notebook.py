"""Run a notebook from top to bottom and keep what it shows, without Jupyter: `python tools/run_notebook.py examples/NAME.ipynb`.

Understood are code cells whose last line may be an expression, printed text, and values that draw themselves: boards (SVG) and
figures of matplotlib. An error in a cell ends the run.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def run(notebook: dict[str, Any]) -> None:
    """Run all cells in one namespace and put what they show beneath them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = outputs("".join(cell["source"]), names, count)


def outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run one cell and return what it shows."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        value = _evaluate(source, names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        found.append({"data": shown(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return found


def _evaluate(source: str, names: dict[str, Any]) -> Any:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None


def shown(value: Any) -> dict[str, Any]:
    """Return the forms in which a notebook keeps a value."""
    forms: dict[str, Any] = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_svg_"):
        forms["image/svg+xml"] = value._repr_svg_().splitlines(keepends=True)
    elif hasattr(value, "savefig"):
        picture = io.StringIO()
        value.savefig(picture, format="svg", metadata={"Date": None})
        forms["image/svg+xml"] = picture.getvalue().splitlines(keepends=True)
    return forms


def main() -> None:
    """Run the notebooks that are named and write them back."""
    for name in sys.argv[1:]:
        notebook = json.loads(Path(name).read_text(encoding="utf-8"))
        run(notebook)
        Path(name).write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
