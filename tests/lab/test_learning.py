"""Learning: matches become positions, positions become tables, and those win against what there was before."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.lab.labels import Labels
from calumma.lab.learning import NEWER, Course, Duel, Kind, Learning, craft_of
from calumma.lab.learning_tables import (
    UNKNOWN,
    Played,
    TablesCraft,
    TablesPractice,
    TablesSetting,
    Trees,
    learned,
    outcome,
    samples,
    searching,
)
from calumma.players import load, play_match
from calumma.search import AlphaBeta
from calumma.solutions import Effort, solution_of

GAME = calumma.load("bradley", relocate="none")
QUICK = Course(matches=60, nodes=20, opening=(2, 8), slips=0, duels=8, seconds=0.001, blend=0.0)


@pytest.fixture(autouse=True)
def _as_shipped() -> Iterator[None]:
    yield
    learned(GAME).load()


def test_the_end_counts_half_by_its_result_and_half_by_its_lead() -> None:
    end = GAME.new()
    while end.to_act != calumma.OVER:
        end.apply(end.pick(Rng(1)))
    lead = end.scores()[0] - end.scores()[1]
    share = (end.payoffs()[0] + 1 / (1 + 2.718281828459045 ** (-lead / 8))) / 2
    assert outcome(QUICK, end) == pytest.approx([share, 1 - share])
    assert outcome(Course(margin=0.0), end) == end.payoffs()


def at_random(game: calumma.Game, seed: int) -> tuple[list[int], calumma.State]:
    """Return the actions of a match, and its end."""
    state, rng, actions = game.new(), Rng(seed), []
    while state.to_act != calumma.OVER:
        actions.append(state.pick(rng))
        state.apply(actions[-1])
    return actions, state


def test_what_is_due_is_handed_back_and_every_ply_takes_a_part_from_what_the_next_is_said_to_be() -> None:
    """Two matches of two sides that move in turns: one of three positions, won by the first to move, one of one, shared."""
    numpy = pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(2, 0.5)
    for owner in (0, 1, 0):
        trail.add([owner], [])
    trail.end([1.0, 0.0], 3)
    trail.add([1], [])
    trail.end([0.5, 0.5], 1)
    said = numpy.array([0.9, 0.4, 0.8, 0.1])
    assert list(trail.targets(said)) == pytest.approx([0.75, 0.1, 1.0, 0.5])  # (0.9 + 0.6) / 2, for the other (0 + 0.2) / 2


def test_where_a_search_was_not_asked_what_came_later_is_handed_on_whole() -> None:
    numpy = pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(2, 0.5)
    for owner, value in ((0, 0.9), (1, UNKNOWN), (0, 0.5)):
        trail.add([owner], [value])
    trail.end([1.0, 0.0], 3)
    assert list(trail.targets(numpy.zeros(3))) == pytest.approx([0.75, 0.25, 1.0])


def test_of_several_sides_each_takes_its_part_of_what_all_are_said_to_be_worth() -> None:
    numpy = pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(3, 0.5)
    for _ in range(2):
        trail.add([0, 1, 2], [])
    trail.end([1.0, 0.0, 0.0], 2)
    said = numpy.array([0.0, 0.0, 0.0, 0.4, 0.2, 0.2])  # in all 0.8, so the first has half
    assert list(trail.targets(said + (said == 0.0))) == pytest.approx([0.75, 0.125, 0.125, 1.0, 0.0, 0.0])


def test_where_the_result_is_known_it_counts_in_place_of_how_the_match_went_on() -> None:
    """The first side won, but in the last position but one it stood lost, and the match was thrown away in its last ply."""
    numpy = pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(2, 0.0)
    for owner in (0, 1, 0):
        trail.add([owner], [UNKNOWN])
    trail.end([1.0, 0.0], 3, [[0.0, 1.0], [1.0, 0.0]])
    assert list(trail.targets(numpy.zeros(3))) == [0.0, 1.0, 1.0]


def test_the_last_positions_of_a_match_are_known_by_a_search_to_the_end() -> None:
    """Before the last ply of a match there is one hole: whoever fills it, or passes, brings about the end that was reached."""
    actions, end = at_random(GAME, 1)
    known = Labels(GAME).known_ends(actions)
    assert len(known) > 4
    assert known[-1] == GAME.shares(end.payoffs())


def test_what_others_asked_before_changes_no_label() -> None:
    """A solution that remembers a longer search further back in the match knows more of its positions."""
    actions, _ = at_random(GAME, 0)
    known = Labels(GAME).known_ends(actions)
    state = GAME.new()
    for action in actions[: -len(known) - 2]:
        state.apply(action)
    assert solution_of(GAME).value(state, Effort(9, 60_000, 20_000)) is not None
    assert Labels(GAME).known_ends(actions) == known
    assert Labels(GAME).solution is not solution_of(GAME)


def test_no_end_is_known_where_a_game_offers_no_exact_values() -> None:
    game = calumma.load("bradley")
    assert Labels(game).known_ends(at_random(game, 1)[0]) == []


@pytest.mark.parametrize(("seats", "kind"), [(2, AlphaBeta), (3, Trees), (4, AlphaBeta), (5, Trees)])
def test_matches_are_played_by_the_search_that_the_strongest_level_has(seats: int, kind: type) -> None:
    assert isinstance(searching(calumma.load("bradley", seats)), kind)


def test_a_tree_gives_matches_to_seats_that_play_for_themselves() -> None:
    game = calumma.load("bradley", 3)
    job = TablesPractice(TablesSetting.of(game, None), replace(QUICK, nodes=5), 0, 0, 1)
    (match,) = job.read(job.play())
    assert sum(value == value for value in match.values) > 20


def test_a_generation_that_is_fitted_gets_no_more_matches(tmp_path: Path) -> None:
    """Tables that were fitted to twenty matches do not come from forty because forty are asked for later."""
    pytest.importorskip("numpy")
    told: list[str] = []
    quick = replace(QUICK, matches=20, duels=2)
    Learning(GAME, quick, tmp_path, told.append).run(1)
    log, tables = (tmp_path / "0.matches.jsonl").read_text(), (tmp_path / "0.tables").read_bytes()
    Learning(GAME, replace(quick, matches=40), tmp_path, told.append).run(1)
    assert told[-2] == "generation 0 was played with 20 matches; 40 apply from generation 1 on"
    assert told[-1].startswith("generation 0: 20 matches;")
    assert (tmp_path / "0.matches.jsonl").read_text() == log
    assert (tmp_path / "0.tables").read_bytes() == tables


def test_fewer_matches_change_nothing_of_generations_that_are_done(tmp_path: Path) -> None:
    """Those to come are still fitted to all that were played before."""
    pytest.importorskip("numpy")
    told: list[str] = []
    quick = replace(QUICK, matches=20, duels=2)
    Learning(GAME, quick, tmp_path, told.append).run(1)
    del told[:]
    fewer = Learning(GAME, replace(quick, matches=10), tmp_path, told.append)
    fewer.run(2)
    assert told[0] == "generation 0 was played with 20 matches; 10 apply from generation 1 on"
    assert told[1].startswith("generation 0: 20 matches;")
    assert "generation 1: playing 10 matches" in told
    assert [len(fewer._practices(each)) for each in (0, 1)] == [2, 1]


def test_how_many_matches_come_is_said_before_they_are_played_and_how_far_they_are_is_shown(tmp_path: Path) -> None:
    """In a run that goes on only those count that are still to come; a bar knows of all."""
    pytest.importorskip("numpy")
    told: list[str] = []
    bars: list[list[int]] = []

    @contextmanager
    def bar(length: int) -> Iterator[Callable[[int], object]]:
        bars.append([length])
        yield bars[-1].append

    Learning(GAME, replace(QUICK, matches=20, duels=4), tmp_path, told.append, bar).run(1)
    assert told[0] == "generation 0: playing 20 matches"
    assert told[-2] == "generation 0: comparing with what there was, by 4 matches"
    assert bars == [[20, 10, 10], [4, 2, 2]]
    del told[:], bars[:]
    Learning(GAME, replace(QUICK, matches=20, duels=6), tmp_path, told.append, bar).run(1)
    assert told[0] == "generation 0: comparing with what there was, by 2 matches"
    assert bars == [[6, 2, 2, 2]]


def test_matches_that_are_gone_are_played_anew_and_nobody_calls_them_those_of_the_fit(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    told: list[str] = []
    quick = replace(QUICK, matches=10, duels=2)
    Learning(GAME, quick, tmp_path, told.append).run(1)
    tables = (tmp_path / "0.tables").read_bytes()
    (tmp_path / "0.matches.jsonl").unlink()
    del told[:]
    Learning(GAME, quick, tmp_path, told.append).run(1)
    assert told[0] == "generation 0: its matches are gone; others are played, and what was fitted to those before stays"
    assert told[1] == "generation 0: playing 10 matches"
    assert told[-1].startswith("generation 0: 10 matches;")
    assert (tmp_path / "0.tables").read_bytes() == tables


def test_positions_of_the_opening_are_left_out() -> None:
    pytest.importorskip("numpy")
    actions, _ = at_random(GAME, 1)
    plies = len(actions)
    found = samples(GAME, QUICK, [Played(plies - 4, actions, [0.5] * plies), Played(plies, actions, [UNKNOWN] * plies)])
    assert (len(found.entries), found.trail.lengths, len(found.trail.values)) == (4, [4], 4)


def test_positions_after_the_opening_have_what_is_known_in_place_of_how_the_match_went_on() -> None:
    pytest.importorskip("numpy")
    actions, end = at_random(GAME, 1)
    plies, known = len(actions), Labels(GAME).known_ends(actions)[-4:]
    found = samples(GAME, QUICK, [Played(plies - 4, actions, [0.5] * plies)])
    assert found.trail.known == {place: outcome(QUICK, end, shares) for place, shares in enumerate(known)}
    assert len(known) == 4


@pytest.mark.parametrize(("seats", "rows"), [(3, 3), (4, 1)])
def test_tables_speak_for_every_seat_that_plays_for_itself_and_for_the_side_to_move_of_two(seats: int, rows: int) -> None:
    pytest.importorskip("numpy")
    game = calumma.load("bradley", seats)
    actions, end = at_random(game, 2)
    found = samples(game, QUICK, [Played(len(actions) - 6, actions, [0.5] * len(actions))])
    assert (len(found.entries), len(found.trail.values)) == (6 * rows, 0)  # with more than two seats the tables are asked
    assert found.trail.ends == [outcome(QUICK, end)]


def test_every_tenth_match_is_held_out() -> None:
    pytest.importorskip("numpy")
    from calumma.lab.fitting import Trail

    trail = Trail(2, 0.0)
    for _ in range(11):
        for _ in range(2):
            trail.add([0], [])
        trail.end([1.0, 0.0], 2)
    assert [row for row, is_held in enumerate(trail.held) if is_held] == [18, 19]


def test_a_fit_sets_out_from_the_weights_in_use() -> None:
    """Without a single round nothing is added to them."""
    pytest.importorskip("numpy")
    from calumma.lab.fitting import Recipe, fit

    tables = learned(GAME)
    actions, _ = at_random(GAME, 3)
    tables.set_weights(array("h", [4] * tables.size))
    found = samples(GAME, QUICK, [Played(10, actions, [0.5] * len(actions))])
    assert set(fit(tables, found, Recipe(epochs=0), lambda line: None).weights) == {4}


def test_a_fit_is_the_same_however_many_rows_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from calumma.lab import fitting

    tables = learned(GAME)
    matches = [Played(10, actions, [0.5] * len(actions)) for actions, _ in map(at_random, [GAME] * 3, range(3))]

    def weights(rows: int) -> array[int]:
        monkeypatch.setattr(fitting, "ROWS", rows)
        return fitting.fit(tables, samples(GAME, QUICK, matches), fitting.Recipe(epochs=2), lambda line: None).weights

    few, many = weights(7), weights(1 << 16)
    assert many != tables.present()
    assert max(abs(one - other) for one, other in zip(few, many, strict=True)) <= 1  # sums in another order round otherwise


def test_one_action_of_so_many_is_random_after_the_opening() -> None:
    """With one of one all are: no search is ever asked."""
    always = Course(nodes=20, opening=(2, 8), slips=1)
    job = TablesPractice(TablesSetting.of(GAME, None), always, 0, 0, 1)
    (match,) = job.read(job.play())
    assert all(value != value for value in match.values)  # that which is unknown is not equal to itself
    assert len(match.values) == len(match.actions) > match.random


def test_logs_are_strict_json_and_those_of_older_versions_are_read_too() -> None:
    """Where no search was asked they said NaN, which other readers of JSON refuse."""
    job = TablesPractice(TablesSetting.of(GAME, None), replace(QUICK, nodes=5, slips=4), 0, 0, 1)
    played = json.dumps(job.play(), allow_nan=False)
    assert "null" in played
    (match,) = job.read(json.loads(played))
    (older,) = job.read(json.loads(played.replace("null", "NaN")))
    assert match.actions == older.actions
    assert repr(match.values) == repr(older.values)  # that which is unknown is not equal to itself
    assert any(value == value for value in match.values)


def test_a_game_without_tables_is_refused() -> None:
    with pytest.raises(calumma.GameError, match="cannot learn yamamoto"):
        learned(calumma.load("yamamoto"))


def test_tables_learnt_from_nothing_beat_random_play_and_a_second_run_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    told: list[str] = []
    tables = learned(GAME)
    empty = tmp_path / "empty"
    tables.set_weights(array("h", bytes(2 * tables.size)))
    learning = Learning(GAME, QUICK, empty, told.append)
    learning.best = zero = zero_tables(tmp_path)
    learning.run(1)
    tables.set_weights(read(empty / "0.tables"))
    players = ["greedy", "random"]
    won = [match_of([players[turn % 2], players[1 - turn % 2]], turn)[turn % 2] for turn in range(30)]
    assert sum(won) > 20
    again = Learning(GAME, QUICK, empty, told.append)
    again.best = zero
    again.run(1)
    assert told[-1] == next(line for line in told if line.startswith("generation 0: 60 matches;"))


def zero_tables(folder: Path) -> Path:
    from calumma.core.tables import packed

    path = folder / "zero.tables"
    path.write_bytes(packed(array("h", bytes(2 * learned(GAME).size)), learned(GAME)))
    return path


def read(path: Path) -> array[int]:
    from calumma.core.tables import unpacked

    return unpacked(path.read_bytes(), learned(GAME))


def match_of(specs: list[str], seed: int) -> list[float]:
    return play_match(GAME, [load(spec, GAME, seed) for spec in specs], Rng(seed)).payoffs


def shortly(folder: Path, course: Course = QUICK, game: calumma.Game = GAME) -> Learning:
    """Return a run of a few matches that has been begun in a folder, and did nothing yet."""
    learning = Learning(game, course, folder, lambda line: None)
    learning._begin(1)
    return learning


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 3}, "seed is 0 there and 3 was asked for"),
        ({"seconds": 0.5}, "seconds is 0.001 there and 0.5 was asked for"),
        ({"nodes": 21}, "nodes is 20 there and 21 was asked for"),
        ({"blend": 0.5, "margin": 2.0}, "blend is 0.0 there and 0.5 was asked for; margin is 8.0 there and 2.0 was asked for"),
        ({"opening": (2, 9)}, r"opening is \[2, 8\] there and \[2, 9\] was asked for"),
    ],
)
def test_a_folder_belongs_to_one_run(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    shortly(tmp_path)
    kept = (tmp_path / "course.json").read_text()
    with pytest.raises(calumma.GameError, match=f'cannot go on in "{tmp_path}".*{sentence}; take another'):
        Learning(GAME, replace(QUICK, **change), tmp_path, lambda line: None).run(1)
    assert [path.name for path in tmp_path.iterdir()] == ["course.json"]
    assert (tmp_path / "course.json").read_text() == kept


def test_a_folder_belongs_to_one_game_with_its_seats_and_options(tmp_path: Path) -> None:
    shortly(tmp_path)
    with pytest.raises(calumma.GameError, match="seats is 2 there and 3 was asked for; option relocate is 'none' there"):
        shortly(tmp_path, game=calumma.load("bradley", 3))


def test_a_folder_of_another_game_is_refused_by_its_name_alone(tmp_path: Path) -> None:
    """Another game has other options, and its network other units: none of that is what was asked for wrongly."""
    shortly(tmp_path)
    other = calumma.load("chamelequin")
    with pytest.raises(calumma.GameError) as refused:
        shortly(tmp_path, replace(QUICK, kind="network", units=(8, 4)), other)
    assert str(refused.value) == f'cannot go on in "{tmp_path}": it learns bradley; expected another folder for chamelequin'


def test_a_run_may_grow_and_go_on_elsewhere(tmp_path: Path) -> None:
    shortly(tmp_path)
    shortly(tmp_path, replace(QUICK, matches=90, duels=20, workers=2, on="ray"))


def test_a_file_about_the_run_of_an_older_version_says_less(tmp_path: Path) -> None:
    shortly(tmp_path)
    path = tmp_path / "course.json"
    told = json.loads(path.read_text())
    path.write_text(json.dumps({name: told[name] for name in told if name not in (*NEWER, "seconds")}))
    shortly(tmp_path)
    with pytest.raises(calumma.GameError, match="kind is 'tables' there and 'network' was asked for"):
        shortly(tmp_path, replace(QUICK, kind="network"))


def test_a_run_of_an_older_version_goes_on_if_its_steps_changed_nothing(tmp_path: Path) -> None:
    shortly(tmp_path)
    path = tmp_path / "course.json"
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "step": 1}))
    shortly(tmp_path)
    path.write_text(json.dumps({**told, "step": 5}))
    with pytest.raises(calumma.GameError, match="an older version began it with --step 5, which this one does not have; take an"):
        shortly(tmp_path)


@pytest.mark.parametrize(("there", "asked"), [("tables", "network"), ("network", "tables")])
def test_a_folder_that_does_not_tell_its_kind_is_not_taken_for_one_of_the_other(tmp_path: Path, there: Kind, asked: Kind) -> None:
    """Matches that tables and networks are learnt from look alike, and each line is as it should be."""
    course = replace(QUICK, nodes=2, matches=10)
    job = craft_of(GAME, replace(course, kind=there)).practice(None, replace(course, kind=there), 0, 0)
    (tmp_path / "0.matches.jsonl").write_text(json.dumps({"id": job.id, "by": "x", "result": job.play()}) + "\n")
    with pytest.raises(
        calumma.GameError, match=f"its matches are those of --kind {there} and {asked} was asked for; ask for the"
    ):
        shortly(tmp_path, replace(course, kind=asked))
    shortly(tmp_path, replace(course, kind=there))


def test_what_is_learnt_keeps_to_the_kilobytes_that_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr("calumma.lab.thrift.HALVINGS", 2)  # each packs the whole file
    craft = TablesCraft(GAME, replace(QUICK, kilobytes=60))
    practice = craft.practice(None, craft.course, 0, 0)
    matches = practice.read(practice.play())
    file = craft.fit(None, matches, lambda line: None)
    assert 2_000 < len(file) <= 60_000
    path = tmp_path / "0.tables"
    path.write_bytes(file)
    craft.check(path)


def test_a_folder_of_an_older_version_is_taken_and_then_belongs_to_the_run(tmp_path: Path) -> None:
    (tmp_path / "0.matches.jsonl").write_text("")
    shortly(tmp_path)
    with pytest.raises(calumma.GameError, match="seed is 0 there"):
        shortly(tmp_path, replace(QUICK, seed=1))


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 100_000])
def test_a_damaged_file_about_the_run_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "course.json").write_text(text)
    with pytest.raises(calumma.GameError, match=f'cannot read "{tmp_path / "course.json"}"'):
        shortly(tmp_path)


@pytest.mark.parametrize("kept", [0, 10, 60, 2000, -1])
def test_tables_that_were_cut_are_named_before_anything_is_played(tmp_path: Path, kept: int) -> None:
    whole = zero_tables(tmp_path).read_bytes() if kept != 2000 else learned(GAME).path.read_bytes()
    (tmp_path / "0.tables").write_bytes(whole[:kept])
    with pytest.raises(calumma.GameError, match=f'cannot read "{tmp_path / "0.tables"}": expected tables'):
        Learning(GAME, QUICK, tmp_path, lambda line: None).run(1)
    assert not (tmp_path / "0.matches.jsonl").exists()


def test_garbage_in_place_of_tables_is_named(tmp_path: Path) -> None:
    (tmp_path / "0.tables").write_bytes(b"garbage\n" * 9)
    with pytest.raises(calumma.GameError, match=f'cannot read "{tmp_path / "0.tables"}": expected tables'):
        shortly(tmp_path)


def test_what_a_log_tells_of_a_match_is_read_as_it_was_played() -> None:
    job = TablesPractice(TablesSetting.of(GAME, None), QUICK, 0, 0, 2)
    played = job.play()
    assert [[match.random, match.actions] for match in job.read(json.loads(json.dumps(played)))] == [each[:2] for each in played]


def test_a_job_that_is_done_keeps_nothing_large() -> None:
    """Jobs of a generation are kept until the last one is done: sixteen hundred tables of searches had filled 9 GB."""
    job = TablesPractice(TablesSetting.of(GAME, None), QUICK, 0, 0, 1)
    before = list(vars(job))
    job.play()
    assert list(vars(job)) == before


@pytest.mark.parametrize("broken", [None, 7, {}, [], [None], [[2, [0]]], [[2, None, []]], [["2", [], []]], [[2, [], [], 1]]])
def test_a_log_of_matches_with_other_shapes_is_refused(tmp_path: Path, broken: object) -> None:
    line = json.dumps({"id": "0-0-10", "by": "x", "result": broken})
    (tmp_path / "0.matches.jsonl").write_text(line + "\n")
    with pytest.raises(calumma.GameError, match=f'"{tmp_path / "0.matches.jsonl"}"'):
        Learning(GAME, QUICK, tmp_path, lambda line: None).run(1)
    assert (tmp_path / "0.matches.jsonl").read_text() == line + "\n"


def test_a_damaged_log_of_duels_is_named_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "1.duels.jsonl").write_text('{"id": "duel-1-0", "by": "x", "result": [NaN, 1]}\n')
    with pytest.raises(calumma.GameError, match=f'"{tmp_path / "1.duels.jsonl"}"'):
        Learning(GAME, QUICK, tmp_path, lambda line: None).run(2)
    assert [path.name for path in tmp_path.iterdir()] == ["1.duels.jsonl"]


def test_matches_that_break_the_rules_or_lack_values_are_refused() -> None:
    job = TablesPractice(TablesSetting.of(GAME, None), QUICK, 0, 0, 1)
    actions, _ = at_random(GAME, 4)
    plies = len(actions)
    assert job.read([[2, actions, [0.5] * plies]])
    wrong: list[list[Any]] = [
        [2, actions, [0.5] * (plies - 1)],
        [2, actions, [float("inf")] * plies],
        [2, actions, ["much"] * plies],
        [2, actions[:-1], [0.5] * (plies - 1)],
        [2, [actions[0], *actions[:-1]], [0.5] * plies],
        [2, [*actions, 0], [0.5] * (plies + 1)],
        [2, [1 << 70, *actions[1:]], [0.5] * plies],
        [-1, actions, [0.5] * plies],
    ]
    for match in wrong:
        with pytest.raises(calumma.GameError, match=r"cannot learn from .*: expected how many actions"):
            job.read([match])


@pytest.mark.parametrize(
    "broken", [None, 1.0, [], [0.5], [0.5, None], [0.5, "1"], [float("nan"), 0.5], [2.0, 0.0], [True, False]]
)
def test_shares_of_a_duel_that_are_none_are_refused(broken: Any) -> None:
    setting = TablesSetting.of(GAME, None)
    assert Duel(setting, setting, QUICK, 0, 0).read([1, 0.5]) == [1.0, 0.5]
    with pytest.raises(calumma.GameError, match=r"cannot count .*: expected 2 shares"):
        Duel(setting, setting, QUICK, 0, 0).read(broken)
