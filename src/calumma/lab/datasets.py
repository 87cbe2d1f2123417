"""Data sets for learning, made of matches between bots: the records, and a table with a row for every ply that a seat chose.

Both are JSONL or Parquet: `data.parquet` holds the records, which `records.read` and `calumma replay` read and check, and
`data.plies.parquet` the plies. Records tell the whole match, secrets included. A row of the plies tells what the acting seat
knew: position, observation and legal actions are taken from its view alone.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calumma import records
from calumma.core import Game, GameError, State
from calumma.core.words import Words
from calumma.extras import need
from calumma.lab.matches import MatchJob, Outcome, Thought, rounds
from calumma.lab.runner import in_order
from calumma.players import load
from calumma.records.parquet import write_rows

say = Words(__package__)

KINDS = (".jsonl", ".jsonl.gz", ".parquet")
ROWS = 5000  # held in memory at a time


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which columns there are besides those that always are: they take room, and can be made later from the records."""

    positions: bool = False
    observations: bool = False
    legal: bool = False


# What is played


def plan(game: Game, specs: Sequence[str], matches: int, seed: int, opening: int) -> list[MatchJob]:
    """Return the matches of a data set: the players take the sides in turn; fewer than there are sides sit at several."""
    if not 1 <= len(specs) <= len(game.teams):
        raise GameError(say("cannot-seat-players", count=len(specs), game=game, most=len(game.teams)))
    for spec in specs:
        load(spec, game)
    return rounds(game, specs, matches, seed, opening, thoughts=True)


# Columns


def ply_rows(outcome: Outcome, number: int, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Yield a row for every ply of a match that a seat chose."""
    record = outcome.record
    for ply, state, action in records.replay(record):
        if state.to_act >= 0:
            thought = outcome.thoughts[ply] if outcome.thoughts else None
            yield {
                "match": number,
                "ply": ply,
                "seat": state.to_act,
                "player": record.players[state.to_act],
                "opening": ply < outcome.opening,
                "action": action,
                "move": record.plies[ply],
                "choices": len(state.legal()),
                **_thoughts(thought, state.to_act),
                "payoff": outcome.payoffs[state.to_act],
                "payoffs": list(outcome.payoffs),
                **_seen(state, wanted),
            }


def _thoughts(thought: Thought | None, seat: int) -> dict[str, Any]:
    """Return what the bot reported; None for what it did not."""
    said = thought if thought is not None and thought.values else None
    tried = thought if thought is not None and thought.visits else None
    return {
        "value": said.values[seat] if said else None,
        "values": said.values if said else None,
        "tried": list(tried.visits) if tried else None,
        "visits": list(tried.visits.values()) if tried else None,
        "worth": list(tried.worth.values()) if tried else None,
    }


def _seen(state: State, wanted: Wanted) -> dict[str, Any]:
    seat = state.to_act
    found: dict[str, Any] = {}
    if wanted.positions:
        found["position"] = state.game.position_text(state, seat)
    if wanted.observations:
        found["observation"] = list(memoryview(state.observe(seat)).cast("b"))
    if wanted.legal:
        found["legal"] = state.legal()
    return found


# Writing


def write(out: Path, jobs: Sequence[MatchJob], log: Path, wanted: Wanted) -> tuple[int, int]:
    """Write records and plies of finished matches, whole or not at all, and return how many matches and plies there are."""
    kind = kind_of(out)
    plies = plies_path(out)
    part, plies_part = (path.with_name(f"part-{os.getpid()}-{path.name}") for path in (out, plies))
    try:
        matches = records.write(part, (outcome.record for _, outcome in in_order(jobs, log)))
        rows = (row for number, (_, outcome) in enumerate(in_order(jobs, log)) for row in ply_rows(outcome, number, wanted))
        writer = _write_parquet if kind == ".parquet" else _write_lines
        count = writer(plies_part, rows, jobs[0].load_game(), wanted)
        os.replace(part, out)
        os.replace(plies_part, plies)
    finally:
        part.unlink(missing_ok=True)
        plies_part.unlink(missing_ok=True)
    return matches, count


def kind_of(out: Path) -> str:
    """Return which kind of data set a name asks for; GameError if none."""
    for kind in KINDS:
        if out.name.endswith(kind) and out.name != kind:
            if kind == ".parquet":
                need("research", "pyarrow", purpose="a Parquet file")
            return kind
    raise GameError(say("cannot-write-data-set", out=out))


def plies_path(out: Path) -> Path:
    """Return where the plies of a data set are: beside its records."""
    kind = next(kind for kind in KINDS if out.name.endswith(kind))
    return out.with_name(out.name.removesuffix(kind) + ".plies" + kind)


def log_path(out: Path) -> Path:
    """Return where the matches of a data set are kept while they are played, whatever its kind."""
    kind = next(kind for kind in KINDS if out.name.endswith(kind))
    return out.with_name(out.name.removesuffix(kind) + ".log")


def _write_lines(path: Path, rows: Iterable[dict[str, Any]], game: Game, wanted: Wanted) -> int:
    opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    count = 0
    with opener(path, "wt", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            count += 1
    return count


def _write_parquet(path: Path, rows: Iterable[dict[str, Any]], game: Game, wanted: Wanted) -> int:
    import pyarrow

    return write_rows(path, rows, _schema(pyarrow, game, wanted), ROWS)


def _schema(arrow: Any, game: Game, wanted: Wanted) -> Any:
    columns = {
        "match": arrow.int64(),
        "ply": arrow.int32(),
        "seat": arrow.int8(),
        "player": arrow.dictionary(arrow.int32(), arrow.string()),
        "opening": arrow.bool_(),
        "action": arrow.int32(),
        "move": arrow.string(),
        "choices": arrow.int32(),
        "value": arrow.float32(),
        "values": arrow.list_(arrow.float32()),
        "tried": arrow.list_(arrow.int32()),
        "visits": arrow.list_(arrow.int32()),
        "worth": arrow.list_(arrow.float32()),
        "payoff": arrow.float32(),
        "payoffs": arrow.list_(arrow.float32()),
    }
    if wanted.positions:
        columns["position"] = arrow.string()
    if wanted.observations:
        columns["observation"] = arrow.list_(arrow.int8(), game.observation.size)
    if wanted.legal:
        columns["legal"] = arrow.list_(arrow.int32())
    about = {"game": game.name, "rules": game.info.rules, "seats": game.seats, "options": dict(game.options)}
    return arrow.schema(columns, metadata={"calumma": json.dumps(about | {"num_actions": game.info.num_actions})})


# Reading


def read_plies(out: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the plies of a data set, named as it was made: by its records."""
    kind = kind_of(Path(out))
    path = plies_path(Path(out))
    if kind == ".parquet":
        from pyarrow import parquet

        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(ROWS):
                yield from batch.to_pylist()
        return
    opener: Callable[..., Any] = gzip.open if kind == ".jsonl.gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def arrays(out: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the plies that bots chose as NumPy arrays to learn from; the data set must hold observations and legal actions.

    `observation` (rows x numbers), `mask` (rows x actions: 1 where legal), `policy` (rows x actions: the share of visits, or 1
    for the action played where the bot reported none), `action`, `payoff` (of the acting seat, in the end) and `match`.
    """
    need("research", "numpy")
    import numpy as np

    record = next(records.read(out, check=False))
    rows = [row for row in read_plies(out) if not row["opening"]]
    if not rows or "observation" not in rows[0] or "legal" not in rows[0]:
        raise GameError(say("holds-nothing-learn", out=out))
    size = record.load_game().info.num_actions
    found = {name: np.array([row[name] for row in rows]) for name in ("action", "payoff", "match")}
    mask: Any = np.zeros((len(rows), size), np.int8)
    policy: Any = np.zeros((len(rows), size), np.float32)
    for number, row in enumerate(rows):
        mask[number, row["legal"]] = 1
        tried, visits = (row["tried"], row["visits"]) if sum(row["visits"] or [0]) else ([row["action"]], [1])
        policy[number, tried] = np.array(visits, np.float32) / sum(visits)
    return found | {"observation": np.array([row["observation"] for row in rows], np.int8), "mask": mask, "policy": policy}
