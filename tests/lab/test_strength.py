"""The strength table: what is asked, and that a stopped run goes on where it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from calumma.core import GameError
from calumma.lab import strength
from calumma.lab.executors import ThisProcess
from calumma.lab.strength import Pairing


def test_every_level_is_asked_against_the_one_below() -> None:
    asked = [one.specs for one in strength.pairings(["yamamoto"])]
    assert asked[0] == ("level:1", "random")
    assert asked[1:6] == [(f"level:{level}", f"level:{level - 1}") for level in range(2, 7)]


def test_the_network_of_a_game_is_asked_for_its_place_among_the_levels() -> None:
    asked = [one for one in strength.pairings(["yamamoto"]) if one.specs[0] == "net:yamamoto"]
    assert [one.specs[1] for one in asked] == ["level:2", "level:3", "level:4", "level:5"]
    assert {one.aim for one in asked} == {0.5}


def test_a_game_without_a_network_asks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "shipped", lambda game: None)
    assert all(one.specs[0].startswith("level:") for one in strength.pairings(["yamamoto"]))


def test_levels_are_asked_at_a_full_table_too_except_the_slow_one() -> None:
    asked = {(one.seats, one.specs, one.aim) for one in strength.pairings(["bradley"])}
    full = {specs for seats, specs, _ in asked if seats == 6}
    assert {(6, ("level:1", "random"), 0.7), (6, ("level:2", "level:1"), 0.6)} <= asked
    assert ("level:5", "level:4") in full
    assert not any("level:6" in specs for specs in full)


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


@pytest.mark.parametrize("share", [None, {}, [0.5], "0.5", True, 7, float("nan")])
def test_a_share_that_is_none_is_refused_with_log_and_job(tmp_path: Path, share: Any) -> None:
    question = strength.Pairing("yamamoto", 2, ("level:1", "random"), 0.7)
    log = tmp_path / "log.jsonl"
    log.write_text(entry(question, share))
    with pytest.raises(GameError, match=r"log.jsonl.*the result of job .yamamoto/2/level:1,random .* 0. cannot be read"):
        strength.read_results(log, [question])


@pytest.mark.parametrize("reached", [None, {}, [1, 2], [[1, 2]], [[1, "x"], 3], [[1, 2], None]])
def test_scores_that_are_none_are_refused_with_log_and_job(tmp_path: Path, reached: Any) -> None:
    showing = strength.Showing("yamamoto", "random")
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps({"id": f"{showing.key} {showing.stamp} 0", "by": "", "result": reached}) + "\n")
    with pytest.raises(GameError, match=r"log.jsonl.*the result of job .yamamoto/2/random alone .* 0. cannot be read"):
        strength.read_results(log, [], [showing])


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
    assert "| +191 | 4 | 60% | open: no verdict before 400 matches |" in table
    assert "not played yet" in table


def played(wins: int, matches: int) -> Pairing:
    return Pairing("yamamoto", 2, ("level:1", "random"), 0.6, {number: float(number < wins) for number in range(matches)})


def test_a_few_dozen_matches_prove_nothing() -> None:
    """33 of 48 were once called met, where 1,200 matches gave 52.7 %; and even a clean sweep of 399 is too few."""
    assert (played(33, 48).verdict, played(399, 399).verdict) == ("", "")
    assert not played(399, 399).clear(1600)


def test_an_aim_is_met_when_the_whole_interval_lies_above_it() -> None:
    """Wilson at 99 % of 400: 266 wins give 60.2 % and more, 265 give 59.9 % and more; 214 give 59.8 % at most."""
    assert [played(wins, 400).verdict for wins in (266, 265, 214)] == ["met", "", "not met"]
    assert "| 400 | 60% | open: the interval holds the aim |" in strength.as_markdown([played(265, 400)])


def test_a_pairing_ends_only_at_numbers_of_matches_that_were_fixed_before() -> None:
    assert [played(n, n).clear(1600) for n in (200, 398, 400, 401, 800)] == [False, False, True, False, True]
    assert (played(264, 400).clear(1600), played(264, 400).clear(400)) == (False, True)


def test_level_6_which_takes_a_second_is_told_of_after_half_as_many_matches() -> None:
    one = Pairing("yamamoto", 2, ("level:6", "level:5"), 0.6, dict.fromkeys(range(200), 1.0))
    assert (one.clear(1600), one.verdict) == (True, "met")


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
    again = [one.specs for one in wanted if not one.shares]
    assert again == [("level:4", "level:3"), ("level:5", "level:4"), ("net:yamamoto", "level:4")]


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
