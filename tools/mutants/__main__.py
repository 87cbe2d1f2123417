"""`python -m mutants`: run what has not been run, say what survived, fail if a survivor is not explained."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ["CALUMMA_PURE"] = "1"  # before anything imports calumma

from mutants.accepted import read_accepted, stale, unexplained
from mutants.report import publish, table
from mutants.running import calm
from mutants.session import Session
from mutants.targets import FOLDER, ROOT, read_targets
from mutants.work import finding, run


def main() -> int:
    """Run the mutants of the chosen targets and report."""
    given = _arguments()
    root = given.root.resolve()
    os.chdir(root)
    calm()
    session = Session(root / "build" / "mutants" / "session.sqlite")
    targets = read_targets(root, given.only)
    for target in targets:
        target.plan.at_most = given.seconds
        target.plan.tests = given.tests or target.plan.tests
    accepted = read_accepted(root / FOLDER / "accepted.toml")
    if not given.report:
        for target in targets:
            run(target, session, accepted, given.workers, given.sample, given.function)
    findings = [finding(target, path, session, accepted) for target in targets for path in target.modules]
    left = unexplained(findings, accepted, given.entries)
    text = table(findings, accepted)
    print("\n".join([*left, *stale(findings, accepted), text]))
    if given.publish:
        publish(text, root / "docs" / "development.md")
    return 1 if left else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="a target or a module of targets.toml; all without")
    parser.add_argument("--workers", type=int, default=1, help="mutants at a time")
    parser.add_argument("--sample", type=int, default=0, help="run a random sample of so many of each module")
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="processor time for the tests of one mutant; survivors of less meet more"
    )
    parser.add_argument("--function", default="", help="run those of one function, as Bradley.c_features")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="meet these tests alone; survivors meet the others next time")
    parser.add_argument("--report", action="store_true", help="run nothing, say what is known")
    parser.add_argument("--entries", action="store_true", help="list survivors in the form of accepted.toml")
    parser.add_argument("--publish", action="store_true", help="put the table into docs/development.md")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project, if it is not this one")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
