"""What is known about mutants, in a file: a run goes on where it was stopped."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Container
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

KILLED, TIMEOUT, SURVIVED, UNREACHED = "killed", "timeout", "survived", "unreached"
DEAD = (KILLED, TIMEOUT)


@dataclass(frozen=True)
class Result:
    """What became of a mutant."""

    outcome: str
    test: str = ""  # the test that noticed it


class Session:
    """Results by module and mutant. One holds as long as what it rests on is unchanged.

    That is the function that is changed and, for a mutant that was noticed, the test that noticed it; for one that was not,
    all files of tests. Of those that it met, it need not meet the same ones again.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        with closing(self._connect()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS results"
                " (module TEXT, source TEXT, mutant TEXT, outcome TEXT, test TEXT, grounds TEXT, PRIMARY KEY (module, mutant))"
            )
            connection.execute(
                "CREATE TABLE IF NOT EXISTS met (module TEXT, source TEXT, mutant TEXT, tests TEXT, PRIMARY KEY (module, mutant))"
            )

    def _connect(self) -> sqlite3.Connection:
        """A connection for once: none may be open when the process forks."""
        return sqlite3.connect(self.path, isolation_level=None, timeout=60)

    def store(self, module: str, source: str, mutant: str, result: Result, grounds: str) -> None:
        """Keep a result; `source` and `grounds` are digests of what is changed and of the tests that the result rests on."""
        row = (module, source, mutant, result.outcome, result.test, grounds)
        with closing(self._connect()) as connection:
            connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", row)

    def load(
        self, module: str, sources: dict[str, str], tests: str, grounds_of: Callable[[str], str], accepted: Container[str]
    ) -> dict[str, Result]:
        """Return what still holds of the mutants in `sources`. `tests` digests all files of tests, `grounds_of` a test.

        Survivors with a reason are not run again for new tests: nothing that anybody can see tells them apart.
        """
        query = "SELECT mutant, source, outcome, test, grounds FROM results WHERE module = ?"
        with closing(self._connect()) as connection:
            rows = connection.execute(query, (module,)).fetchall()
        found = {}
        for mutant, source, outcome, test, grounds in rows:
            if sources.get(mutant) != source:
                continue
            if grounds == (grounds_of(test) if outcome in DEAD else tests) or (mutant in accepted and outcome not in DEAD):
                found[mutant] = Result(outcome, test)
        return found

    def store_met(self, module: str, source: str, mutant: str, tests: set[str]) -> None:
        """Keep what did not notice a mutant, as digests of tests."""
        with closing(self._connect()) as connection:
            connection.execute(
                "INSERT OR REPLACE INTO met VALUES (?, ?, ?, ?)", (module, source, mutant, " ".join(sorted(tests)))
            )

    def load_met(self, module: str, sources: dict[str, str]) -> dict[str, set[str]]:
        """Return what the mutants in `sources` need not meet again."""
        with closing(self._connect()) as connection:
            rows = connection.execute("SELECT mutant, source, tests FROM met WHERE module = ?", (module,)).fetchall()
        return {mutant: set(tests.split()) for mutant, source, tests in rows if sources.get(mutant) == source}
