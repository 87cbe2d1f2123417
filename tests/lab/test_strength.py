"""The strength table: what is asked, and that a stopped run goes on where it was."""

import json

from calumma.lab import strength


def test_every_level_is_asked_against_the_one_below_and_level_6_against_plain_tree_search():
    asked = [one.specs for one in strength.pairings(["yamamoto"])]
    assert asked[0] == ("level:1", "random")
    assert ("level:6", "level:5") in asked
    assert ("level:6", "mcts:1000") in asked
    assert len(asked) == 7


def test_more_seats_are_asked_with_one_strong_player_among_weaker_ones():
    asked = {(one.seats, one.specs) for one in strength.pairings(["chamelequin"])}
    assert (4, ("level:6", "level:3", "level:3", "level:3")) in asked
    teams = {(one.seats, one.specs) for one in strength.pairings(["bradley"])}
    assert (4, ("level:6", "level:3")) in teams


def test_the_share_of_the_first_player_is_found_among_players_of_one_name():
    from calumma.core.registry import load

    game = load("chamelequin", 3)
    shares = [strength._share(game, ("a", "b", "b"), number, [0.5, 0.3, 0.2]) for number in range(3)]
    assert sorted(shares) == [0.2, 0.3, 0.5]


def test_a_stopped_run_goes_on_where_it_was(tmp_path, monkeypatch):
    played = []
    question = strength.Pairing("yamamoto", 2, ("level:1", "random"), 0.6)
    monkeypatch.setattr(strength, "pairings", lambda names: [strength.Pairing("yamamoto", 2, question.specs, 0.6)])
    file = tmp_path / "results.jsonl"
    file.write_text(json.dumps({"pairing": question.key, "number": 0, "share": 1.0}) + "\n" + '{"pairing": "cut')
    monkeypatch.setattr(strength, "_batch", lambda pool, pairing, most, workers: [played.append(1) or (1, 0.0)])
    done = strength.run(["yamamoto"], file, 2, 1)
    assert done[0].shares == {0: 1.0, 1: 0.0}
    assert played == [1]
    strength.read_results(file, [question])
    assert question.shares == {0: 1.0, 1: 0.0}


def test_the_table_says_whether_an_aim_is_met():
    one = strength.Pairing("yamamoto", 2, ("level:2", "level:1"), 0.6, {0: 1.0, 1: 1.0, 2: 0.0, 3: 1.0})
    table = strength.as_markdown([one, strength.Pairing("life", 2, ("level:2", "level:1"), 0.55)])
    assert "| yamamoto | 2 | level:2 against level:1 | 75.0% |" in table
    assert "| 4 | 60% | met |" in table
    assert "not played yet" in table
