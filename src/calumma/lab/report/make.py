"""A whole report: play what is needed, on processes here or on a cluster, and write the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from calumma.extras import need
from calumma.lab.report.findings import findings
from calumma.lab.report.plan import ReportPlan
from calumma.lab.runner import run

LOG = "matches.jsonl"


def make(
    plan: ReportPlan,
    folder: Path,
    command: str,
    workers: int = 1,
    on: str = "local",
    progress: Callable[[int], object] | None = None,
) -> list[Path]:
    """Play, and write the page into a folder; its log of matches lets a run that was stopped go on. Return the files."""
    need("research", "matplotlib", "markdown_it", purpose="a report")
    from calumma.lab.report.frame import Report
    from calumma.lab.report.page import write

    outcomes: dict[str, Any] = {}
    for job, outcome in run(plan.jobs, folder / LOG, workers=workers, on=on):
        outcomes[job.id] = outcome
        if progress is not None:
            progress(1)
    main = [outcomes[job.id] for job in plan.groups["main",]]
    return write(Report(plan, findings(plan, outcomes), main, command), folder)
