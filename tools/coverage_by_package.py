"""Coverage by package: `make coverage` runs this last. It prints the table and puts it into docs/development.md."""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import coverage

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/development.md"
BEGIN, END = "<!-- coverage: written by make coverage -->\n", "<!-- end of coverage -->"


def measured() -> dict[str, Any]:
    """Return coverage's own report of the data that was gathered."""
    data = coverage.Coverage(config_file=str(ROOT / "pyproject.toml"))
    data.load()
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        data.json_report(outfile=file.name)
        return json.loads(Path(file.name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def package_of(path: str) -> str:
    """Return the package of a source, one level below `calumma`; what stands beside the packages counts as `calumma`."""
    parts = Path(path).parts
    below = parts[parts.index("calumma") + 1 :]
    return below[0] if len(below) > 1 else "calumma"


def percent(summary: dict[str, int]) -> str:
    """Return what share of lines and branches was run."""
    done = summary["covered_lines"] + summary["covered_branches"]
    return f"{100 * done / (summary['num_statements'] + summary['num_branches']):.1f} %"


def table(report: dict[str, Any]) -> str:
    """Return the table in Markdown, packages in alphabetical order, the total last."""
    packages: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for path, file in report["files"].items():
        for name in ("covered_lines", "num_statements", "covered_branches", "num_branches"):
            packages[package_of(path)][name] += file["summary"][name]
    rows = [(f"`{name}`", packages[name]) for name in sorted(packages)] + [("**all**", report["totals"])]
    lines = [f"| {name} | {sums['num_statements']} | {sums['num_branches']} | {percent(sums)} |" for name, sums in rows]
    return "\n".join(["| package | lines | branches | run by tests |", "| --- | ---: | ---: | ---: |", *lines]) + "\n"


def main() -> None:
    """Print the table and publish it."""
    found = table(measured())
    print(found)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{found}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
