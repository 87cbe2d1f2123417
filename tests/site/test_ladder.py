"""The ladder: rungs, climbing, and rest after losses."""

from calumma.site.ladder import Finish, Outcome, is_rest_due, ladder, rung_of


def finish(level: int, outcome: Outcome = "won", game: str = "bradley", lead: int = 1) -> Finish:
    return Finish("t", game, level, outcome, lead)


def test_a_rung_is_beaten_by_two_wins_there_or_further_up() -> None:
    assert rung_of([]) == 1
    assert rung_of([finish(1)]) == 1
    assert rung_of([finish(1), finish(1, "lost"), finish(1)]) == 2
    assert rung_of([finish(1), finish(3)]) == 2
    assert rung_of([finish(3), finish(3)]) == 4
    assert rung_of([finish(6), finish(6)]) == 6


def test_two_losses_in_a_row_at_one_level_ask_for_rest() -> None:
    lost = [finish(2, "lost"), finish(2, "lost")]
    assert is_rest_due(lost)
    assert not is_rest_due(lost[:1])
    assert not is_rest_due([*lost, finish(2)])
    assert not is_rest_due([finish(3, "lost"), finish(2, "lost")])
    assert not is_rest_due([finish(1, "lost"), finish(1, "lost")])


def test_the_page_tells_results_the_favourite_and_the_best_finish() -> None:
    played = [finish(1), finish(2, "lost"), finish(2, "lost"), finish(1, game="life", lead=9), finish(1, "drawn")]
    own = ladder(played, ["bradley", "life"])
    bradley = own["games"][0]
    assert (own["favourite"], own["best"] and own["best"]["game"]) == ("bradley", "life")
    assert [(rung["won"], rung["drawn"], rung["lost"], rung["left"]) for rung in bradley["rungs"][:2]] == [
        (1, 1, 0, 1),
        (0, 0, 2, 2),
    ]
    assert (bradley["rung"], bradley["gentler"]) == (1, None)
    assert len(own["matches"]) == 5


def test_who_has_played_nothing_stands_on_the_first_rung_of_every_game() -> None:
    own = ladder([], ["yamamoto"])
    assert (own["favourite"], own["best"], own["games"][0]["rung"]) == (None, None, 1)
    assert own["games"][0]["rungs"][5]["name"] == "Master of disguise"
