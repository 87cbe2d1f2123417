"""Survivors that change nothing, each with the reason, in accepted.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from mutants.mutations import Mutant
from mutants.session import DEAD
from mutants.work import Accepted, Finding


def read_accepted(path: Path) -> Accepted:
    """Return reasons by module and mutant."""
    found: Accepted = {}
    for entry in tomllib.loads(path.read_text()).get("survivor", []):
        for becomes in entry["becomes"]:
            for occurrence in entry.get("occurrences", [0]):
                key = "\n".join([entry["function"], entry["line"], becomes, str(occurrence)])
                found[entry["module"], key] = entry["reason"]
    return found


def survivors(finding: Finding) -> list[Mutant]:
    """Return the mutants that no test noticed."""
    results = finding.results
    return [m for m in finding.mutants if m.key in results and results[m.key].outcome not in DEAD]


def unexplained(findings: list[Finding], accepted: Accepted, as_entries: bool = False) -> list[str]:
    """Return a line, or a paragraph as it would stand in accepted.toml, for each survivor without a reason."""
    form = _entry if as_entries else _sentence
    return [form(f, m) for f in findings for m in survivors(f) if (f.module, m.key) not in accepted]


def stale(findings: list[Finding], accepted: Accepted) -> list[str]:
    """Return a sentence for each reason whose mutant does not exist any more, or is killed."""
    found = []
    for finding in findings:
        keys = {mutant.key for mutant in finding.mutants}
        for (module, key), _ in accepted.items():
            if module != finding.module:
                continue
            function, line, becomes, _ = key.split("\n")
            if key not in keys:
                found.append(f"accepted.toml: {module} {function} has no mutant `{line}` to `{becomes}` any more")
            elif key in finding.results and finding.results[key].outcome in DEAD:
                found.append(f"accepted.toml: {module} {function}: `{line}` to `{becomes}` is killed now")
    return found


def _sentence(finding: Finding, mutant: Mutant) -> str:
    outcome = finding.results[mutant.key].outcome
    return f"{outcome}: {finding.module}:{mutant.first} {mutant.function}: `{mutant.line}` to `{mutant.becomes}`"


def _entry(finding: Finding, mutant: Mutant) -> str:
    fields: dict[str, Any] = {"module": finding.module, "function": mutant.function, "line": mutant.line}
    lines = [f"{name} = {_quoted(text)}" for name, text in fields.items()]
    lines.append(f"becomes = [{_quoted(mutant.becomes)}]")
    if mutant.occurrence:
        lines.append(f"occurrences = [{mutant.occurrence}]")
    return "\n".join(["[[survivor]]", *lines, 'reason = ""', ""])


def _quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
