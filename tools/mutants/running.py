"""Running tests on mutants: pytest collects once, and every mutant is a fork of that process.

Most changes are inside functions that run in tests only: the fork exchanges their code. What runs while modules are imported
or tests are collected needs a fork from before that, which imports the changed module.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from select import select
from typing import Any

import coverage
import pytest
from few_cases import few
from hypothesis import Phase, settings

from mutants.mutations import Mutant
from mutants.patching import exchange, functions_of, import_changed
from mutants.session import DEAD, KILLED, SURVIVED, TIMEOUT, UNREACHED, Result

OPTIONS = "-q --tb=no -p no:cacheprovider -p no:xdist -p no:cov -p no:randomly -W ignore::pytest.PytestWarning".split()
MEMORY = 2 << 30  # bytes
Job = tuple[Mutant, list[tuple[str, float]]]  # with the tests it meets, and the seconds that each takes
Kills = Counter[tuple[str, str]]  # how often tests noticed a mutant, by function and test; all functions together under ""
Done = Callable[[Mutant, Result, list[str]], None]  # with the tests that it met
PATIENCE = 120  # seconds on the wall, for a mutant that sleeps


@dataclass
class Plan:
    """Which tests serve, and how long one may take."""

    tests: list[str]  # files and folders
    marked: str = ""  # as pytest's -m
    keywords: str = ""  # words of which one must be in a test's name, if any word of `others` is
    others: list[str] = field(default_factory=list)
    quick: float = 1.0  # seconds of processor time, while lines are traced; slower tests are left out
    first: list[str] = field(default_factory=list)  # files whose tests come before all others
    cases: int = 8  # of a test with more cases, no more than so many are used
    at_most: float = 10.0  # seconds of processor time for all tests of one mutant


@dataclass
class Reached:
    """What the sound program does: lines that run before any test does, and for each test its time and its lines."""

    before: dict[str, set[int]]
    tests: dict[str, tuple[float, dict[str, set[int]]]]


def calm() -> None:
    """Few examples, always the same, and no search for the smallest failure."""
    settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, max_examples=10, phases=[Phase.explicit, Phase.generate]
    )
    settings.load_profile("mutants")


def reached(plan: Plan, paths: list[str], known: set[str]) -> Reached:
    """Run every test once, except in files that are known, and note which lines it reaches."""
    return _in_fork(lambda: _measure(plan, paths, known))


def run_fast(plan: Plan, path: str, jobs: list[Job], workers: int, done: Done, kills: Kills) -> None:
    """Run mutants whose changes are inside functions, in forks of one process that has collected the tests."""

    def loop(session: Any) -> None:
        items = {item.nodeid: item for item in session.items}
        functions, source = functions_of(path), Path(path).read_text()
        if not functions:  # nothing could be exchanged, so every mutant would survive
            print(f"mutants: no test imports {path} while tests are collected", file=sys.stderr, flush=True)
            return
        gc.freeze()  # what the forks share, they need not go through

        def become(mutant: Mutant) -> dict[str, Any]:
            exchange(functions, mutant.applied_to(source), path)
            return items

        _pool(plan, jobs, workers, lambda mutant, tests: _meet(become(mutant), session, tests), done, kills)

    if jobs:
        _in_fork(lambda: _collect(plan, loop))


def run_slow(plan: Plan, path: str, jobs: list[Job], workers: int, done: Done, kills: Kills) -> None:
    """Run mutants that change what happens at import: each collects the tests anew, those that come first and then the others."""
    source = Path(path).read_text()
    if jobs:
        _load_libraries(plan)

    def child(mutant: Mutant, tests: list[tuple[str, float]]) -> Result:
        import_changed(path, mutant.applied_to(source))
        result = Result(UNREACHED)
        for stage in _stages(plan, tests):
            result = _meet_anew(plan, stage)
            if result.outcome in DEAD:
                break
        return result

    _pool(plan, jobs, workers, child, done, kills)


def _stages(plan: Plan, tests: list[tuple[str, float]]) -> list[list[tuple[str, float]]]:
    """Tests in the files that come first, and all others."""
    first = [test for test in tests if test[0].partition("::")[0] in plan.first]
    return [stage for stage in (first, [test for test in tests if test not in first]) if stage]


def _meet_anew(plan: Plan, tests: list[tuple[str, float]]) -> Result:
    """Collect tests and run them."""
    found: list[Result] = []
    _limit(10.0)
    try:
        _collect(
            replace(plan, tests=_files(tests)),
            lambda session: found.append(_meet({item.nodeid: item for item in session.items}, session, tests)),
        )
    except BaseException as problem:  # whatever an import may raise
        return Result(KILLED, f"import: {type(problem).__name__}")
    return found[0] if found else Result(KILLED, "import: no tests collected")


def _load_libraries(plan: Plan) -> None:
    """Import once what all forks would: whatever tests need that does not come from the project."""
    before = set(sys.modules)
    for name in _in_fork(lambda: _collect(plan, lambda _: None) or _libraries(before)):
        with suppress(Exception):  # some exist only as part of others
            import_module(name)
    gc.freeze()


def _libraries(before: set[str]) -> list[str]:
    """The modules loaded since then that stand where Python's own or installed ones do."""
    places = (sys.prefix, sys.base_prefix)
    files = {name: getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items())}
    return [name for name, file in files.items() if name not in before and file.startswith(places)]


def _measure(plan: Plan, paths: list[str], known: set[str]) -> Reached:
    before = _coverage(paths)
    before.start()
    tests: dict[str, tuple[float, dict[str, set[int]]]] = {}
    lines: dict[str, set[int]] = {}

    def loop(session: Any) -> None:
        before.stop()
        lines.update(_lines(before, paths))
        slow: Counter[str] = Counter()
        for item in _chosen(session.items, plan):
            test = item.nodeid.partition("[")[0]
            if item.nodeid.partition("::")[0] in known or slow[test] > 1:  # its other cases will be slow, too
                continue
            found = _in_fork(lambda item=item: _trace(item, session, paths, plan))  # type: ignore[misc]
            if found is not None:
                tests[item.nodeid] = found
            else:
                slow[test] += 1

    _collect(plan, loop)
    return Reached(lines, tests)


def _chosen(items: list[Any], plan: Plan) -> list[Any]:
    """Of a test with many cases some, but all in the files that come first."""
    known = {item for item in items if item.nodeid.partition("::")[0] in plan.first}
    known.update(few([item for item in items if item not in known], plan.cases))
    return [item for item in items if item in known]


def _coverage(paths: list[str]) -> Any:
    measured = coverage.Coverage(data_file=None, include=paths, config_file=False)
    measured.set_option("run:disable_warnings", ["no-data-collected"])
    return measured


def _lines(measured: Any, paths: list[str]) -> dict[str, set[int]]:
    return {path: set(measured.get_data().lines(path) or ()) for path in paths}


def _trace(item: Any, session: Any, paths: list[str], plan: Plan) -> tuple[float, dict[str, set[int]]] | None:
    """Run a test of the sound program: its seconds and lines, or None if it is slow or does not pass."""
    measured = _coverage(paths)
    measured.start()
    _limit(plan.quick)
    start = _seconds()
    passed = _run(item, session)
    seconds = _seconds() - start
    _limit(0)
    measured.stop()
    return (seconds, _lines(measured, paths)) if passed else None


def _meet(items: dict[str, Any], session: Any, tests: list[tuple[str, float]]) -> Result:
    """Run tests until one fails or takes far too long."""
    for name, seconds in tests:
        if name not in items:
            return Result(KILLED, name)  # not collected any more: names are made from what the rules say
        _limit(0.5 + 4 * seconds, Result(TIMEOUT, name))
        if not _run(items[name], session):
            return Result(KILLED, name)
    return Result(SURVIVED if tests else UNREACHED)


def _files(tests: list[tuple[str, float]]) -> list[str]:
    return sorted({name.partition("::")[0] for name, _ in tests})


class _Watcher:
    """A plugin that takes over when tests are collected, and notes failures."""

    def __init__(self, plan: Plan, loop: Callable[[Any], None]) -> None:
        self.plan, self.loop, self.failed = plan, loop, False

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what belongs to another game."""
        others = [word for word in self.plan.others if word != self.plan.keywords]
        items[:] = [i for i in items if self.plan.keywords in i.nodeid or not any(word in i.nodeid for word in others)]

    def pytest_runtestloop(self, session: Any) -> bool:
        """Do what is to be done with the collected tests."""
        if session.testsfailed:
            raise RuntimeError("tests cannot be collected")
        session.config.watcher = self
        self.loop(session)
        return True

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a failure."""
        self.failed |= report.failed


def _collect(plan: Plan, loop: Callable[[Any], None]) -> None:
    """Let pytest collect the tests of a plan, and hand over its session."""
    marked = ["-m", plan.marked] if plan.marked else []
    _mute(1)
    pytest.main([*OPTIONS, *marked, *plan.tests], plugins=[_Watcher(plan, loop)])


def _run(item: Any, session: Any) -> bool:
    """Run one test; return whether it passed."""
    watcher = session.config.watcher
    watcher.failed = False
    session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return not watcher.failed


def _seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


_answer: list[int] = []  # where this process tells its result


def _limit(seconds: float, result: object = None) -> None:
    """Give up, with a result, after so many more seconds of processor time."""

    def give_up(*_: object) -> None:
        _tell(result)
        os._exit(0)

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _tell(result: object) -> None:
    text = json.dumps(result, default=_plain).encode()
    while text:
        text = text[os.write(_answer[-1], text) :]


def _plain(thing: Any) -> Any:
    if isinstance(thing, Result):
        return {"outcome": thing.outcome, "test": thing.test}
    if isinstance(thing, Reached):
        return {"before": thing.before, "tests": thing.tests}
    return sorted(thing)


def _thing(found: dict[str, Any]) -> Any:
    """The inverse of `_plain`, for what has a name."""
    if found.keys() == {"outcome", "test"}:
        return Result(**found)
    if found.keys() == {"before", "tests"}:
        return Reached(**found)
    return found


def _fork(task: Callable[[], object]) -> tuple[int, int]:
    """Do a task in a fork; return its process and where its answer can be read."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        _answer.append(writing)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _tell(task())
        os._exit(0)
    except BaseException as problem:
        os.write(2, f"mutants: {problem!r}\n".encode())
        os._exit(1)


def _read(process: int, reading: int) -> Any:
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    os.waitpid(process, 0)
    return json.loads(text, object_hook=_thing) if text else None


def _read_patiently(process: int, reading: int) -> Result:
    """As `_read`, but end a mutant that sleeps. One that only waits for a processor, as on a busy machine, may go on."""
    while not select([reading], [], [], PATIENCE)[0]:
        if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S":
            os.kill(process, signal.SIGKILL)
            _read(process, reading)
            return Result(TIMEOUT)
    return _read(process, reading) or Result(KILLED, "crash")


def _in_fork(task: Callable[[], Any]) -> Any:
    return _read(*_fork(task))


def _pool(plan: Plan, jobs: list[Job], workers: int, child: Callable[..., Result], done: Done, kills: Kills) -> None:
    """Run jobs in forks, some at a time, each with the tests first that have noticed most for their time."""
    running: list[tuple[Job, int, int]] = []

    def promise(mutant: Mutant, test: tuple[str, float]) -> float:
        name, seconds = test
        hope = (3 if name.partition("::")[0] in plan.first else 1) + kills["", name] + 20 * kills[mutant.function, name]
        return (seconds + 0.005) / hope

    def finish_one() -> None:
        ready = select([reading for _, _, reading in running], [], [], PATIENCE)[0]
        first = next((index for index, job in enumerate(running) if job[2] in ready), 0)  # a slow one holds up no other
        (mutant, tests), process, reading = running.pop(first)
        result = _read_patiently(process, reading)
        kills.update(noticed(mutant.function, result.test))
        done(mutant, result, [name for name, _ in tests])

    for mutant, tests in jobs:
        chosen = within(plan.at_most, sorted(tests, key=lambda test, m=mutant: promise(m, test)))  # type: ignore[misc]
        running.append(((mutant, chosen), *_fork(lambda m=mutant, t=chosen: _quietly(child, m, t))))  # type: ignore[misc]
        if len(running) >= workers:
            finish_one()
    while running:
        finish_one()


def noticed(function: str, test: str) -> list[tuple[str, str]]:
    """Return what counts for a test that noticed a mutant: anywhere, and in the same function."""
    return [("", test), (function, test)]


def within(seconds: float, tests: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the tests from the first on for which there is time, and one in any case."""
    ends = accumulate(each for _, each in tests)
    return [test for number, (test, end) in enumerate(zip(tests, ends, strict=True)) if number == 0 or end <= seconds]


def _quietly(child: Callable[..., Result], mutant: Mutant, tests: list[tuple[str, float]]) -> Result:
    """Run a mutant without output, and within bounds of memory."""
    _mute(1)
    _mute(2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    return child(mutant, tests)


def _mute(output: int) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), output)


def covering(found: Reached, path: str, mutant: Mutant) -> list[tuple[str, float]]:
    """Return the tests that reach a mutant, or all if it is felt at import, each with its seconds."""
    lines = set(range(mutant.first, mutant.last + 1))
    everywhere = is_felt_at_import(found, path, mutant)
    return [
        (name, seconds)
        for name, (seconds, reached_lines) in found.tests.items()
        if everywhere or not lines.isdisjoint(reached_lines[path])
    ]


def is_felt_at_import(found: Reached, path: str, mutant: Mutant) -> bool:
    """Whether a changed statement runs before any test does."""
    return bool(set(range(mutant.first, mutant.last + 1)) & set(found.before[path]))
