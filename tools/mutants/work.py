"""Running what has not been run of a target, and finding out what is known."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from mutants.grounds import digest, ground_of_mutant
from mutants.mutations import Mutant, mutants_of
from mutants.running import Done, Job, Kills, Reached, covering, is_felt_at_import, noticed, reached, run_fast, run_slow
from mutants.session import DEAD, SURVIVED, UNREACHED, Result, Session
from mutants.targets import Target

Accepted = dict[tuple[str, str], str]  # reasons by module and mutant


@dataclass
class Finding:
    """What is known about the mutants of one module."""

    module: str
    mutants: list[Mutant]
    results: dict[str, Result]  # by the mutants' keys


def run(target: Target, session: Session, accepted: Accepted, workers: int = 1, sample: int = 0, function: str = "") -> None:
    """Run all mutants of a target, or a random sample of each module, or those of a function, that have no result yet."""
    waiting = {path: _waiting(target, path, session, accepted, sample) for path in target.modules}
    if function:
        waiting = {path: [m for m in mutants if m.function == function] for path, mutants in waiting.items()}
    if not any(waiting.values()):
        return
    found = _reached(target)
    for path, mutants in waiting.items():
        results = finding(target, path, session, accepted).results
        kills = Counter(each for key, result in results.items() for each in noticed(key.partition("\n")[0], result.test))
        _run_module(target, path, mutants, found, session, workers, kills)


def finding(target: Target, path: Path, session: Session, accepted: Accepted) -> Finding:
    """Return what is known about a module."""
    source = path.read_text()
    module = target.module(path)
    mutants = [mutant for mutant in mutants_of(source) if mutant.function not in target.leave]
    sources = {mutant.key: ground_of_mutant(source, mutant.function) for mutant in mutants}
    reasons = {key for name, key in accepted if name == module}
    return Finding(module, mutants, session.load(module, sources, target.tests(), target.grounds, reasons))


def _waiting(target: Target, path: Path, session: Session, accepted: Accepted, sample: int) -> list[Mutant]:
    """The mutants without a result, in their order: its beginning is a fair sample."""
    known = finding(target, path, session, accepted)
    return [mutant for mutant in in_order(known.mutants)[: sample or None] if mutant.key not in known.results]


def in_order(mutants: list[Mutant]) -> list[Mutant]:
    """Mutants as they are run: an order that is as good as random and always the same."""
    return sorted(mutants, key=lambda mutant: digest(mutant.key))


def fair_sample(finding: Finding) -> Finding:
    """The results up to the first mutant without one: what was run beyond that would be a choice, not a sample."""
    known = takewhile(lambda mutant: mutant.key in finding.results, in_order(finding.mutants))
    return Finding(finding.module, finding.mutants, {mutant.key: finding.results[mutant.key] for mutant in known})


def _run_module(
    target: Target, path: Path, mutants: list[Mutant], found: Reached, session: Session, workers: int, kills: Kills
) -> None:
    source, module, name = path.read_text(), target.module(path), str(path)
    tests, meetings = target.tests(), {test: target.meeting(test) for test in found.tests}
    grounds = {mutant.key: ground_of_mutant(source, mutant.function) for mutant in mutants}
    met = session.load_met(module, grounds)
    jobs: dict[bool, list[Job]] = {False: [], True: []}
    for mutant in mutants:
        known = met.get(mutant.key, set())
        new = [(test, seconds) for test, seconds in covering(found, name, mutant) if meetings[test] not in known]
        jobs[is_felt_at_import(found, name, mutant)].append((mutant, new))

    def note(total: int) -> Done:
        count = iter(range(1, total + 1))

        def done(mutant: Mutant, result: Result, seen: list[str]) -> None:
            noticed = result.outcome in DEAD
            if not noticed:
                known = met.get(mutant.key, set()) | {meetings[test] for test in seen}
                session.store_met(module, grounds[mutant.key], mutant.key, known)
                result = Result(SURVIVED if known else UNREACHED)
            session.store(module, grounds[mutant.key], mutant.key, result, target.grounds(result.test) if noticed else tests)
            number = next(count)
            if number % 50 == 0 or number == total:
                print(f"{module}: {number} of {total}", file=sys.stderr, flush=True)

        return done

    run_fast(target.plan, name, jobs[False], workers, note(len(jobs[False])), kills)
    run_slow(target.plan, name, jobs[True], workers, note(len(jobs[True])), kills)


def _reached(target: Target) -> Reached:
    """What tests reach, kept in a file as long as modules and tests stay as they are."""
    paths, files = [str(path) for path in target.modules], target.files()
    modules = "".join(f"{path}\n{Path(path).read_text()}" for path in paths)  # a copied folder has other paths
    kept = target.root / "build" / "mutants" / f"{digest(modules + repr(target.plan.tests))}.json"
    old = json.loads(kept.read_text()) if kept.exists() else {"before": {}, "tests": {}, "files": {}}
    same = {name for name, seen in old["files"].items() if files.get(name) == seen}
    if same == set(files):
        return Reached(old["before"], old["tests"])
    print(f"{target.name}: seeing which lines each test reaches", file=sys.stderr, flush=True)
    found = reached(target.plan, paths, same)
    found.tests.update({name: each for name, each in old["tests"].items() if name.partition("::")[0] in same})
    if not found.tests:
        raise SystemExit(f"mutants: no test of {target.name} passes on the sound program")
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"before": found.before, "tests": found.tests, "files": files}))
    return found
