"""The runner: the same outcomes wherever the jobs are done, nothing lost by a kill, nothing counted twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import play, records
from calumma.core import GameError
from calumma.lab import matches
from calumma.lab.log import Log
from calumma.lab.matches import MatchJob, places, rounds
from calumma.lab.runner import gather, run

YAMAMOTO = calumma.load("yamamoto")
SOURCES = Path(calumma.__file__).parents[1]


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent)  # worker processes get this path, too


def squares(folder: Path | str, *numbers: int) -> list[Any]:
    from quick_jobs import Square

    return [Square(number, str(folder)) for number in numbers]


def names_in(log: Path) -> list[str]:
    return [json.loads(line)["id"] for line in log.read_text().splitlines()]


def test_what_the_log_holds_is_not_done_again(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"id": "2", "by": "me", "result": 100}\n')
    assert gather(squares(tmp_path, 2, 3), log) == [100, 9]
    assert names_in(log) == ["2", "3"]


def test_a_line_that_a_kill_cut_off_is_done_again(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"id": "2", "by": "me", "result": 100}\n{"id": "3", "by": "me", "resu')
    assert gather(squares(tmp_path, 2, 3), log) == [100, 9]
    assert names_in(log) == ["2", "3"]


def test_a_job_that_is_listed_or_logged_twice_counts_once(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"id": "2", "by": "me", "result": 100}\n{"id": "2", "by": "you", "result": 101}\n')
    assert [outcome for _, outcome in run(squares(tmp_path, 2, 3, 3), log)] == [100, 9]


def test_a_line_that_somebody_spoilt_is_named(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"id": "2", "by": "me", "result": 100}\nnonsense\n')
    with pytest.raises(GameError, match=r"log\.jsonl.*line 2 is not a finished job"):
        gather(squares(tmp_path, 3), log)


def test_a_log_is_a_file_as_a_device_may_have_no_end(tmp_path: Path) -> None:
    with pytest.raises(GameError, match='cannot keep matches in "/dev/zero": expected a file'):
        gather(squares(tmp_path, 2), "/dev/zero")


def test_two_runs_cannot_write_to_one_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with Log(log), pytest.raises(GameError, match="another run is writing to it"):
        gather(squares(tmp_path, 2), log)
    assert gather(squares(tmp_path, 2), log) == [4]


def test_a_run_that_is_left_early_goes_on_later(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    begun = run(squares(tmp_path, 1, 2, 3), log)
    next(begun)
    begun.close()
    assert names_in(log) == ["1"]
    assert gather(squares(tmp_path, 1, 2, 3), log) == [1, 4, 9]


def test_a_process_that_dies_is_replaced_and_its_job_done_again(tmp_path: Path) -> None:
    assert gather(squares(tmp_path, *range(10, 18)), tmp_path / "log.jsonl", workers=2) == [n * n for n in range(10, 18)]
    assert (tmp_path / "died").exists()
    assert sorted(names_in(tmp_path / "log.jsonl")) == [str(n) for n in range(10, 18)]


def test_who_leaves_early_does_not_wait_for_jobs_that_are_running(tmp_path: Path) -> None:
    from quick_jobs import Slow

    start = time.monotonic()
    begun = run([*squares(tmp_path, 1), Slow(2, ""), Slow(3, "")], workers=2)
    assert next(begun)[1] == 1
    begun.close()
    assert time.monotonic() - start < 100


def test_jobs_that_kill_every_process_end_the_run_with_a_sentence() -> None:
    from quick_jobs import Fatal

    with pytest.raises(GameError, match="3 worker processes in a row died"):
        gather([Fatal(1, "")], workers=2)


def test_a_place_that_is_none_is_refused() -> None:
    with pytest.raises(GameError, match='cannot run on "moon": expected local, ray, or the address'):
        gather(squares("", 1), on="moon")


def test_matches_are_the_same_on_one_process_and_on_two() -> None:
    jobs = rounds(YAMAMOTO, ["greedy", "random"], 6, seed=3)
    alone, together = gather(jobs), gather(jobs, workers=2)
    assert [one.record for one in alone] == [one.record for one in together]


def is_running(process: int) -> bool:
    """Whether there is such a process that is not just a name for its exit status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    jobs = rounds(YAMAMOTO, ["mcts:300", "random"], 12, seed=5)
    program = (
        "import sys, calumma\nfrom calumma.lab.matches import rounds\nfrom calumma.lab.runner import gather\n"
        "if __name__ == '__main__':\n"
        "    gather(rounds(calumma.load('yamamoto'), ['mcts:300', 'random'], 12, seed=5), sys.argv[1], workers=2)\n"
    )
    (tmp_path / "go.py").write_text(program)
    process = subprocess.Popen([sys.executable, tmp_path / "go.py", log], env={**os.environ, "PYTHONPATH": str(SOURCES)})
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and (not log.exists() or log.stat().st_size == 0):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    workers = {int(json.loads(line)["by"].rpartition(":")[2]) for line in log.read_text().splitlines(keepends=True)[:1]}
    while time.monotonic() < deadline and any(is_running(worker) for worker in workers):
        time.sleep(0.02)
    assert not any(is_running(worker) for worker in workers)  # they ended with their parent
    outcomes = gather(jobs, log)
    assert Counter(names_in(log)) == Counter(job.id for job in jobs)
    assert [one.job for one in outcomes] == jobs


# Matches as jobs


def test_every_player_sits_everywhere_in_a_round_with_one_opening_and_one_luck() -> None:
    game = calumma.load("piecepack", 3)
    jobs = rounds(game, ["greedy", "random", "random"], 6, seed=1)
    assert [job.players.index("greedy") for job in jobs[:3]] == [0, 2, 1]
    assert len({job.seed for job in jobs[:3]}) == 1
    assert jobs[0].seed != jobs[3].seed
    assert len({job.id for job in jobs}) == 6
    starts = {one.record.plies[: one.opening] for one in gather(jobs[:3])}
    assert len(starts) == 1


def test_a_bot_that_was_changed_plays_other_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    before = MatchJob.of(YAMAMOTO, ["level:2", "random"], seed=1).id
    assert MatchJob.of(YAMAMOTO, ["level:2", "random"], seed=1).id == before
    matches._stamps.cache_clear()
    monkeypatch.setattr(matches, "fingerprint", lambda game, spec: "another")
    assert MatchJob.of(YAMAMOTO, ["level:2", "random"], seed=1).id != before
    matches._stamps.cache_clear()


def test_a_player_who_does_not_exist_is_named_before_anything_is_played() -> None:
    with pytest.raises(GameError, match="unknown level"):
        gather([MatchJob.of(YAMAMOTO, ["level:2", "level:x"], seed=1)])


def test_places_tell_players_of_one_name_apart() -> None:
    game = calumma.load("chamelequin", 3)
    assert [places(game, ["a", "b", "b"], turn) for turn in range(3)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


@pytest.mark.parametrize(("name", "seats"), [("life", 2), ("piecepack", 3), ("bradley", 4)])
def test_records_of_matches_fit_the_rules_and_their_luck_can_be_checked(name: str, seats: int) -> None:
    (outcome,) = gather([MatchJob.of(calumma.load(name, seats), ["random"] * seats, seed=4, opening=3)])
    records.check(outcome.record)
    assert play.verify(outcome.record).fits


def test_thoughts_are_kept_for_plies_that_a_bot_chose_alone() -> None:
    (outcome,) = gather([MatchJob.of(YAMAMOTO, ["mcts:20", "random"], seed=4, opening=2, thoughts=True)])
    first = outcome.thoughts[2]
    assert outcome.thoughts[:2] == [None, None]
    assert sum(first.visits.values()) >= 20
    assert len(first.values) == 2
    assert len(outcome.thoughts) == len(outcome.record.plies)


def test_the_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(GameError, match="with 3 players: expected 2"):
        MatchJob.of(YAMAMOTO, ["random"] * 3, seed=1)


def test_a_job_for_other_rules_is_refused() -> None:
    job = MatchJob("yamamoto", 999, 2, YAMAMOTO.options, ("random", "random"), 1)
    with pytest.raises(GameError, match="version 999 of the rules"):
        gather([job])
