"""The strength table: what is asked, and that a stopped run goes on where it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from calumma.lab import strength
from calumma.lab.executors import ThisProcess
from calumma.lab.strength import Pairing


def test_every_level_is_asked_against_the_one_below_and_level_6_against_plain_tree_search() -> None:
    asked = [one.specs for one in strength.pairings(["yamamoto"])]
    assert asked[0] == ("level:1", "random")
    assert ("level:6", "level:5") in asked
    assert ("level:6", "mcts:1000") in asked
    assert len(asked) == 7


def test_more_seats_are_asked_with_one_strong_player_among_weaker_ones() -> None:
    asked = {(one.seats, one.specs) for one in strength.pairings(["chamelequin"])}
    assert (4, ("level:6", "level:3", "level:3", "level:3")) in asked
    teams = {(one.seats, one.specs) for one in strength.pairings(["bradley"])}
    assert (4, ("level:6", "level:3")) in teams


def test_the_share_of_the_first_player_is_found_among_players_of_one_name() -> None:
    from calumma.core.registry import load

    game = load("chamelequin", 3)
    pairing = strength.Pairing(game.name, 3, ("greedy", "random", "random"), 0.5)
    asked = [strength.Asked.of(pairing, number) for number in range(3)]
    assert sorted(one.seats for one in asked) == [(0,), (1,), (2,)]
    assert all(one.match.players[one.seats[0]] == "greedy" for one in asked)


def entry(pairing: Pairing, share: float) -> str:
    """The first match of a pairing, in the log."""
    return json.dumps({"id": f"{pairing.key} {pairing.stamp} 0", "by": "", "result": share}) + "\n"


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []

    def note(asked: strength.Asked) -> float:
        played.append(asked.number)
        return 0.0

    question = strength.Pairing("yamamoto", 2, ("level:1", "random"), 0.6)
    monkeypatch.setattr(strength, "pairings", lambda names: [strength.Pairing("yamamoto", 2, question.specs, 0.6)])
    file = tmp_path / "results.jsonl"
    file.write_text(entry(question, 1.0) + '{"id": "cut')
    monkeypatch.setattr(strength.Asked, "play", note)
    done = strength.run(["yamamoto"], file, 2, 1)
    assert done[0].shares == {0: 1.0, 1: 0.0}
    assert played == [1]
    strength.read_results(file, [question])
    assert question.shares == {0: 1.0, 1: 0.0}


def test_the_table_says_whether_an_aim_is_met() -> None:
    one = strength.Pairing("yamamoto", 2, ("level:2", "level:1"), 0.6, {0: 1.0, 1: 1.0, 2: 0.0, 3: 1.0})
    table = strength.as_markdown([one, strength.Pairing("life", 2, ("level:2", "level:1"), 0.55)])
    assert "| yamamoto | 2 | level:2 against level:1 | 75.0% |" in table
    assert "| 4 | 60% | open, met so far |" in table
    assert "not played yet" in table


@pytest.mark.parametrize(("specs", "least"), [(("level:2", "level:1"), 20), (("level:6", "level:5"), 12)])
def test_wins_in_a_row_end_a_pairing_early_and_a_fair_score_does_not(specs: tuple[str, str], least: int) -> None:
    swept = strength.Pairing("yamamoto", 2, specs, 0.6, dict.fromkeys(range(least), 1.0))
    short = strength.Pairing("yamamoto", 2, specs, 0.6, dict.fromkeys(range(least - 2), 1.0))
    even = strength.Pairing("yamamoto", 2, specs, 0.6, {number: number % 3 / 2 for number in range(least)})
    assert (swept.verdict, swept.clear(200)) == ("met", True)
    assert (short.verdict, short.clear(200)) == ("", False)
    assert even.verdict != "met"
    assert even.clear(least)


def test_matches_of_other_settings_count_no_more_and_only_where_they_sat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from calumma.players import levels

    file = tmp_path / "results.jsonl"
    old = strength.pairings(["yamamoto"])
    file.write_text("".join(entry(one, 1.0) for one in old))
    settings = levels.level_settings
    monkeypatch.setattr(
        levels, "level_settings", lambda game, level: {**settings(game, level), **({"nodes": 1} if level == 4 else {})}
    )
    wanted = strength.pairings(["yamamoto"])
    strength.read_results(file, wanted)
    assert [one.specs for one in wanted if not one.shares] == [("level:4", "level:3"), ("level:5", "level:4")]


def test_every_pairing_gets_some_matches_before_one_gets_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [strength.Pairing("yamamoto", 2, (spec, "random"), 0.6) for spec in ("greedy", "level:1")]
    monkeypatch.setattr(strength, "pairings", lambda names: asked)
    played: list[Any] = []

    def batch(pool: ThisProcess, pairing: Pairing, most: int, workers: int, results: Path) -> list[tuple[int, int]]:
        played.append(pairing.specs[0])
        return [(len(pairing.shares), len(pairing.shares) % 2)]

    monkeypatch.setattr(strength, "_batch", batch)
    strength.run(["yamamoto"], tmp_path / "results.jsonl", 6, 1)
    assert played == ["greedy"] * 2 + ["level:1"] * 2 + ["greedy"] * 4 + ["level:1"] * 4


def test_turns_are_counted_by_who_acts() -> None:
    from calumma import Rng, players
    from calumma.core.registry import load

    game = load("yamamoto")
    result = players.play_match(game, [players.load("random", game, seat) for seat in (0, 1)], Rng(1))
    assert strength.turns_of(result.record) == len(result.record.plies)


def test_scores_and_times_are_shown_where_they_are_known() -> None:
    shown = [strength.Showing("life", "greedy", {0: [3, 5], 1: [7, 9]}, {0: 40, 1: 50})]
    table = strength.as_markdown([], shown, {"life/2/level:1": [0.001, 0.003]})
    assert "| life | greedy | 6.0 | 9 | 45 | 2 |" in table
    assert "| life | 2 | 2 | - | - | - | - | - |" in table


def test_the_log_of_the_strength_table_can_be_read() -> None:
    wanted = strength.pairings(["yamamoto"])
    strength.read_results(Path(__file__).parents[2] / "docs" / "strength.jsonl", wanted)
    assert all(one.shares for one in wanted)
