"""The examples run, with small settings."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import calumma
import calumma.players

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("pettingzoo", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("pyspiel", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("sklearn", reason='the research extra is not installed: pip install "calumma[research]"')

EXAMPLES = Path(__file__).parents[2] / "examples"


def place() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(calumma.__file__).parents[1]), "MPLBACKEND": "agg"}


def run(name: str, *arguments: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, timeout=300, check=False, env=place()
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_learner_gets_better() -> None:
    told = run("train_yamamoto.py", "--rounds", "3", "--matches", "40", "--measure", "60").splitlines()
    before, after = (float(line.split()[1]) for line in (told[0], told[-1]))
    assert after > before + 0.15


def test_tables_are_learnt_by_temporal_differences_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "tables.npz"
    few = ("--every", "0.005", "--curve", "2", "--opponent", "random", "--simulations", "8", "--matches", "2")
    told = run("ntuple_yamamoto.py", "--minutes", "0.01", *few, "--out", path)
    assert "against random\n" in told
    assert "of the points against random" in told
    assert "2 matches" in run(
        "ntuple_yamamoto.py", "--minutes", "0", *few[:-4], "--simulations", "0", "--matches", "2", "--load", path
    )


def test_tables_see_the_boards_after_moves_as_the_engine_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    tables, rng, state = importlib.import_module("ntuple_yamamoto"), calumma.Rng(1), calumma.load("yamamoto").new()
    for _ in range(12):
        seats, action = np.array([state.to_act]), state.pick(rng)
        foreseen = tables.after(tables.boards_of(observed(state)), tables.turned(np.array([action]), seats))
        state.apply(action)
        assert state.to_act == calumma.OVER or (tables.boards_of(observed(state)) == foreseen).all()


def test_tables_are_taught_what_came_later_but_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    tables, board, no = importlib.import_module("ntuple_yamamoto"), np.zeros((1, 25), np.int8), np.array([False])
    best, lost, nothing = np.array([0.5]), np.array([-1.0]), np.zeros((0, 25), np.int8)
    end = tables.Ply(board, best, no, ~no, lost, nothing)
    before, mistake = tables.Ply(board, best, no, no, -lost, nothing), tables.Ply(board, best, ~no, ~no, lost, nothing)
    assert tables.lessons([before, end])[1] == pytest.approx([-1, 0.9 + 0.1 * 0.5])
    assert tables.lessons([before, mistake])[1] == pytest.approx([0.5, -0.9 * 0.5 + 0.1 * 0.5])


def test_a_learner_that_knows_nothing_takes_a_win_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    measuring, state = importlib.import_module("measuring"), calumma.load("yamamoto").new()
    player = measuring.Player(lambda seen, masks: (np.zeros(len(seen)), np.zeros(masks.shape)), 200)
    rng = calumma.Rng(1)
    while state.to_act != calumma.OVER:
        wins = [action for action in state.legal() if is_win(state, action)]
        action = player.choose([state])[0]
        assert not wins or action in wins
        state.apply(action if wins else state.pick(rng))


def is_win(state: calumma.State, action: int) -> bool:
    after, seat = state.copy(), state.to_act
    after.apply(action)
    return after.to_act == calumma.OVER and after.payoffs()[seat] == 1.0


def observed(state: calumma.State) -> Any:
    return np.frombuffer(state.observe(state.to_act), np.int8)[None]


def test_a_policy_is_learnt_against_older_versions_of_itself_and_kept(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason='the baselines extra is not installed: pip install "calumma[baselines]"')
    path = tmp_path / "policy.zip"
    few = ("--every", "9", "--opponent", "random", "--simulations", "8", "--matches", "2")
    told = run("ppo_yamamoto.py", "--minutes", "0.4", *few, "--out", path)  # long enough for a second snapshot
    assert "of the points against random" in told
    assert "2 matches" in run("ppo_yamamoto.py", "--minutes", "0", *few, "--load", path)


def test_a_network_is_learnt_and_a_second_run_goes_on(tmp_path: Path) -> None:
    for minutes in ("0.03", "0.05"):
        few = ("--every", "9", "--curve", "2", "--against", "random", "--units", "8", "4", "--simulations", "8")
        run("alphazero_yamamoto.py", "--minutes", minutes, *few, "--folder", tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [line["minutes"] >= least for line, least in zip(lines, (0.03, 0.05), strict=True)] == [True, True]
    game = calumma.load("yamamoto")
    assert calumma.players.load(f"net:{tmp_path / 'best.network'}", game, 1).choose(game.new(), 0).nodes == 800


def test_what_a_bot_can_lose_is_told_for_a_small_version() -> None:
    told = run("exploitability.py", "life", "random", "--version", "last turn").splitlines()
    version, bot, _, first, second, gain = (part.strip() for part in told[-1].split("|")[1:7])
    assert (version, bot) == ("last turn", "random")
    assert float(first.split()[0]) + float(second.split()[0]) - 1 == pytest.approx(2 * float(gain.split()[0]), abs=0.002)


def test_a_whole_small_game_is_counted_and_solved() -> None:
    told = run("exploitability.py", "piecepack", "random", "--version", "three tiles", "--rounds", "40").splitlines()
    assert "1388 histories, 1008 of them ends; situations 276 and 48, with 1120 choices in all" in told
    assert [line.split("|")[6].strip() for line in told if "random" in line] == ["0.250"]
    assert [line.split("|")[2].strip() for line in told[-4:]] == [f"CFR+, {n} rounds" for n in (10, 20, 30, 40)]


def test_a_data_set_is_made_and_learnt_from(tmp_path: Path) -> None:
    told = run("make_dataset.py", "piecepack", "greedy", "random", "--matches", "8", "--out", tmp_path / "data.parquet")
    assert "winners told in" in told
    assert {path.name for path in tmp_path.iterdir()} == {"data.log", "data.parquet", "data.plies.parquet"}


def test_a_data_set_of_minari_is_made_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("minari", reason='the research extra is not installed: pip install "calumma[research]"')
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    told = run("make_minari.py", "yamamoto", "greedy", "random", "--matches", "4", "--id", "yamamoto/few-v0").splitlines()
    assert [line.split(",")[0] for line in told] == ["greedy: 4 episodes", "random: 4 episodes"]


@pytest.mark.parametrize("name", ["play_and_draw", "analyse_a_match"])
def test_a_notebook_runs_and_shows_what_it_shows(name: str, tmp_path: Path) -> None:
    kept = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    shutil.copy(EXAMPLES / f"{name}.ipynb", tmp_path)
    run("../tools/run_notebook.py", tmp_path / f"{name}.ipynb")
    again = json.loads((tmp_path / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert [forms(cell) for cell in again["cells"]] == [forms(cell) for cell in kept["cells"]]


def forms(cell: dict[str, Any]) -> tuple[str, list[list[str]]]:
    """What a cell says, and in which forms it shows something; bots may come to play better, so not what."""
    return cell["source"], [sorted(output.get("data", ["text"])) for output in cell.get("outputs", [])]


def test_ten_lines_after_the_installation_train_an_agent_that_plays(tmp_path: Path) -> None:
    text = (EXAMPLES.parent / "docs" / "research.md").read_text(encoding="utf-8").split("## Ten lines")[1].split("\n## ")[0]
    (install, command), code = (text.split(f"```{kind}\n")[1].split("```")[0].splitlines() for kind in ("sh", "python"))
    assert install == 'pip install "calumma[research]"'
    assert len([command, *filter(None, code)]) == 10
    made = [sys.executable, "-c", "from calumma.cli import main; main()", *command.replace("300", "12").split()[1:]]
    match = ["import calumma", "state = calumma.load('yamamoto').new()", "while state.to_act >= 0: state.apply(choose(state))"]
    for asked in (made, [sys.executable, "-c", "\n".join([*code, *match, "print(state.payoffs())"])]):
        done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False, env=place())
        assert done.returncode == 0, done.stderr
    assert sum(json.loads(done.stdout)) == 1


def test_every_example_is_listed() -> None:
    text = (EXAMPLES.parent / "docs" / "research.md").read_text(encoding="utf-8")
    assert [path.name for path in EXAMPLES.iterdir() if path.is_file() and path.name not in text] == []


def test_openspiels_search_plays_bradley() -> None:
    assert "points" in run("openspiel_bradley.py", "--matches", "1", "--simulations", "3")
