"""Learning of networks by `calumma learn`: matches become lessons, lessons a network, and it stays only if it wins."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.core.network import MAGIC, Network, packed, shipped, unpacked
from calumma.lab.habits import Habits
from calumma.lab.labels import Labels
from calumma.lab.learning import Course, Duel, Learning, craft_of, kind_for, usual
from calumma.lab.learning_networks import (
    PACE,
    Decided,
    NetworkCraft,
    NetworkPractice,
    NetworkSetting,
    Pupil,
    Taught,
    is_held_out,
    lessons_of,
    network_in,
)
from calumma.lab.series import Series
from calumma.players.bots import RandomPlayer

pytest.importorskip("numpy")

from calumma.lab.networks import Learner, Lesson

YAMAMOTO = calumma.load("yamamoto")
QUICK = Course("network", matches=20, nodes=8, opening=(0, 4), slips=0, units=(16, 8), duels=4, seconds=0.001)


def practice(game: calumma.Game = YAMAMOTO, course: Course = QUICK, weights: Path | None = None) -> NetworkPractice:
    return NetworkPractice(NetworkSetting.of(game, weights), course, 0, 0, 1)


def one_match(game: calumma.Game = YAMAMOTO, course: Course = QUICK) -> Taught:
    job = practice(game, course)
    (match,) = job.read(json.loads(json.dumps(job.play())))
    return match


def test_tables_are_learnt_where_a_game_declares_some_and_else_a_network() -> None:
    assert [kind_for(calumma.load(name)) for name in ("bradley", "yamamoto", "life")] == ["tables", "network", "network"]


@pytest.mark.parametrize(
    ("name", "seats", "units"),
    [("piecepack", 2, (64, 32)), ("life", 2, (96, 32)), ("yamamoto", 2, (128, 32)), ("life", 4, (128, 32))],
)
def test_a_network_is_as_large_as_the_one_in_use_unless_another_size_is_asked_for(
    name: str, seats: int, units: tuple[int, int]
) -> None:
    """The first three are as their games ship them; for four seats of life there is none."""
    game = calumma.load(name, seats)
    assert usual(game, "network").units == units
    assert craft_of(game, usual(game, "network")).remark == ""


def test_who_asks_for_another_size_is_told_that_nothing_is_gone_on_from(tmp_path: Path) -> None:
    """Before anything is played: here there is nothing to play."""
    told: list[str] = []
    Learning(calumma.load("piecepack"), replace(QUICK, units=(16, 8)), tmp_path, told.append).run(0)
    (line,) = told
    assert line.startswith("the network in use has 64 and 32 units, 16 and 8 units were asked for: fits begin anew until")


GAMES = [YAMAMOTO, *[calumma.load(*each) for each in (("chamelequin", 3), ("bradley", 2), ("piecepack", 3), ("life", 2))]]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_game_gives_lessons_with_secrets_luck_and_any_seats(game: calumma.Game) -> None:
    """Of a decision, what was tried was legal, and what was expected are shares of every seat."""
    match = one_match(game, Course("network", nodes=2, opening=(0, 4), slips=0))
    taken = lessons_of(Labels(game), QUICK, match)
    assert taken
    for lesson, due in taken:
        assert len(lesson.actions) == len(lesson.counts) > 1
        assert sum(lesson.counts) > 0
        assert len(due) == game.seats
        assert sum(due) == pytest.approx(1.0, abs=0.01)


def test_what_a_seat_may_not_know_is_in_no_lesson() -> None:
    """The leak law, on lessons: in worlds that a seat cannot tell apart it sees, tries and expects the same."""
    game, luck = calumma.load("piecepack"), Rng(1)
    state = game.new()
    for _ in range(30):
        state.apply(state.pick(luck))
    while state.to_act < 0:
        state.apply(state.pick(luck))
    seat, pupil = state.to_act, Pupil(NetworkSetting.of(game, None), 6)
    worlds = [state.determinize(seat, Rng(seed)) for seed in range(8)]
    assert len({str(world) for world in worlds}) > 1
    assert len({tuple(world.observe(seat)) for world in worlds}) == 1
    assert len({str(pupil.decide(world, Rng(5))) for world in worlds}) == 1


def decided_at(places: dict[int, list[float]]) -> tuple[list[int], list[Decided | None]]:
    """Return a match at random, with decisions at some plies, counted from the end, that expected something."""
    state, luck = YAMAMOTO.new(), Rng(1)
    actions: list[int] = []
    while state.to_act != calumma.OVER:
        actions.append(state.pick(luck))
        state.apply(actions[-1])
    decided: list[Decided | None] = [None] * len(actions)
    for back, expected in places.items():
        decided[-back] = Decided({actions[-back]: 1}, expected)
    return actions, decided


class Told(Labels):
    """Knows what it is told of the ends of all matches."""

    def __init__(self, known: list[list[float]]) -> None:
        super().__init__(YAMAMOTO)
        self.known = known

    def known_ends(self, actions: Sequence[int], first: int = 0) -> list[list[float]]:
        return self.known


def test_a_result_that_is_known_counts_in_place_of_how_the_match_went_on() -> None:
    """What was expected at every ply counts alone where nothing is known, and not at all before the last ply, which wins."""
    actions, decided = decided_at({1: [0.5, 0.5], 2: [0.25, 0.75]})
    winner = [float(seat == (len(actions) - 1) % 2) for seat in range(2)]
    wholly = Course("network", blend=1.0)
    assert [due for _, due in lessons_of(Labels(YAMAMOTO), wholly, Taught(0, actions, decided))][-1] == winner
    assert [due for _, due in lessons_of(Told([]), wholly, Taught(0, actions, decided))] == [[0.25, 0.75], [0.5, 0.5]]


def test_what_is_known_of_a_position_goes_over_to_those_before() -> None:
    """The ply before the last threw a win away."""
    actions, decided = decided_at({1: [0.5, 0.5], 2: [0.5, 0.5], 3: [0.0, 1.0]})
    known = [[1.0, 0.0], [0.0, 1.0]]
    dues = [due for _, due in lessons_of(Told(known), Course("network", blend=0.25), Taught(0, actions, decided))]
    assert dues == [[0.75, 0.25], *known]


def test_every_decision_takes_a_part_from_what_was_expected_there_and_the_rest_from_what_came_later() -> None:
    actions, decided = decided_at({1: [0.5, 0.5], 3: [0.0, 1.0]})
    winner = (len(actions) - 1) % 2
    last = [0.25 * 0.5 + 0.75 * (seat == winner) for seat in range(2)]
    first = [0.75 * last[0], 0.75 * last[1] + 0.25]
    dues = [due for _, due in lessons_of(Told([]), Course("network", blend=0.25), Taught(0, actions, decided))]
    assert dues == [pytest.approx(first), pytest.approx(last)]


def test_every_tenth_match_is_held_out() -> None:
    assert [number for number in range(30) if is_held_out(number)] == [9, 19, 29]


@pytest.mark.parametrize(("units", "part"), [((128, 32), 0.3), ((16, 8), 1.0)])
def test_a_fit_goes_on_slowly_from_a_network_of_its_size_and_else_begins_anew(
    units: tuple[int, int], part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a match nothing is added: what comes out is the network in use, or a random one."""
    paces: list[float] = []
    monkeypatch.setattr("calumma.lab.learning_networks.study", lambda learner, kept, held, pace, told: paces.append(pace))
    craft = NetworkCraft(YAMAMOTO, replace(QUICK, units=units))
    found, network = unpacked(craft.fit(None, [], print), YAMAMOTO, "fitted"), shipped(YAMAMOTO)
    assert network is not None
    assert (found.weights == network.weights) == (units == (128, 32))
    assert paces == [part * PACE]


def test_luck_is_mixed_into_what_a_network_looks_at() -> None:
    """Without it, a tree that a network guides tries the same whatever the luck."""
    pupil = Pupil(NetworkSetting.of(YAMAMOTO, None), 60)
    assert len({str(pupil.decide(YAMAMOTO.new(), Rng(seed)).tried) for seed in range(4)}) > 1


def test_what_was_tried_most_is_played_but_for_the_first_plies_which_are_drawn() -> None:
    """Nine of ten parts are for what the teacher chose."""
    course = replace(QUICK, teacher="greedy", opening=(0, 0))
    job = NetworkPractice(NetworkSetting.of(YAMAMOTO, None), course, 0, 0, 4)
    is_most: dict[bool, list[bool]] = {False: [], True: []}
    for match in job.read(job.play()):
        for ply, (action, decision) in enumerate(zip(match.actions, match.decided, strict=True)):
            if decision is not None:
                is_most[ply >= 12].append(decision.tried[action] == max(decision.tried.values()))
    assert all(is_most[True])
    assert 0 < is_most[False].count(False) < 24  # of 48


def test_an_action_is_drawn_as_often_as_it_was_tried() -> None:
    luck, habits = Rng(1), Habits(warm=3)
    drawn = [habits.choose([5, 6, 7], [1, 0, 3], 2, luck) for _ in range(400)]
    assert [drawn.count(action) for action in (5, 6)] == [pytest.approx(100, abs=30), 0]
    assert {habits.choose([5, 6, 7], [1, 0, 3], 3, luck) for _ in range(20)} == {7}


def test_a_teacher_gives_the_lessons_of_the_first_generation_alone() -> None:
    """Later ones are those of a tree of eight simulations; a teacher says 9 times 26 for its move."""
    course = replace(QUICK, teacher="greedy", opening=(0, 0))
    ((_, _, decided),) = NetworkPractice(NetworkSetting.of(YAMAMOTO, None), course, 1, 0, 1).play()
    assert all(sum(counts) <= 8 for _, counts, _ in filter(None, decided))


def test_a_teacher_is_made_once_for_all_matches_of_a_job_and_ended_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs take seconds to start."""
    made: list[str] = []

    class Known(RandomPlayer):
        def close(self) -> None:
            made.append("ended")

    def load(spec: str, game: calumma.Game, seed: int) -> Known:
        made.append("made")
        return Known(spec, game, seed)

    monkeypatch.setattr("calumma.lab.learning_networks.load_player", load)
    NetworkPractice(NetworkSetting.of(YAMAMOTO, None), replace(QUICK, teacher="random"), 0, 0, 3).play()
    assert made == ["made", "made", "ended", "ended"]  # one for each seat


def test_a_job_that_is_done_keeps_no_network(tmp_path: Path) -> None:
    """Jobs of a generation are kept until the last one is done, and each had read a network of its own."""
    path = tmp_path / "0.network"
    path.write_bytes(packed(Learner(YAMAMOTO, 16, 8, seed=3).network()))
    job, before = practice(weights=path), alive(Network)
    job.play()
    Duel(job.setting, job.setting, QUICK, 0, 0).play()
    assert alive(Network) == before


def alive(kind: type) -> int:
    """How many objects of a kind there are that somebody holds."""
    gc.collect()
    return sum(type(each) is kind for each in gc.get_objects())


def test_a_fit_has_the_lessons_of_one_match_in_memory_beside_its_store() -> None:
    """Those of a whole window had filled 12 GB."""
    first = one_match()
    craft = NetworkCraft(YAMAMOTO, QUICK)
    most = {Taught: 0, Lesson: 0}

    class Matches(Iterable[Taught]):
        def __iter__(self) -> Iterator[Taught]:
            for number in range(12):
                yield replace(first)
                for kind, count in most.items() if number == 11 else ():
                    most[kind] = max(count, alive(kind))

    before = {kind: alive(kind) for kind in most}
    kept, held = craft._lessons(Learner(YAMAMOTO, 16, 8), Matches())
    lessons = sum(each is not None for each in first.decided)
    assert (len(kept), len(held)) == (11 * lessons, lessons)
    assert most[Taught] - before[Taught] <= 1
    assert most[Lesson] - before[Lesson] <= lessons


def test_a_run_keeps_no_match_once_it_is_fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, kept = alive(Taught), []
    duel = Learning._duel

    def counted(learning: Learning, generation: int, new: Path) -> Series:
        kept.append(alive(Taught) - before)
        return duel(learning, generation, new)

    monkeypatch.setattr(Learning, "_duel", counted)
    Learning(YAMAMOTO, replace(QUICK, duels=2), tmp_path, lambda line: None).run(1)
    assert kept == [0]


def test_a_taught_match_is_played_by_whoever_teaches() -> None:
    taught = one_match(course=Course("network", teacher="greedy", opening=(0, 0), slips=0))
    (decision,) = [each for each in taught.decided[:1] if each is not None]
    assert decision.tried == {each: 9 * 26 if each == taught.actions[0] else 1 for each in YAMAMOTO.new().legal()}  # 27 actions


def test_a_learner_goes_on_from_a_network_in_whole_numbers() -> None:
    state, network = YAMAMOTO.new(), shipped(YAMAMOTO)
    assert network is not None
    learner = Learner(YAMAMOTO, network.shape.first, network.shape.second, seed=1)
    learner.adopt(network)
    assert list(learner.network().weights) == list(network.weights)
    assert learner.network().judge(state) == network.judge(state)
    with pytest.raises(ValueError, match="another shape"):
        Learner(YAMAMOTO, 16, 8).adopt(network)


def best_first(network: Network) -> Callable[[calumma.State], int]:
    """Return who plays what a network holds to be most likely, without any search."""

    def choose(state: calumma.State) -> int:
        chances = network.judge(state)[1]
        return state.legal()[max(range(len(chances)), key=chances.__getitem__)]

    return choose


def share_against_random(network: Network, matches: int) -> float:
    """Return the share of the wins of a network that does not search."""
    choose, total = best_first(network), 0.0
    for match in range(matches):
        state, luck, own = YAMAMOTO.new(), Rng(match), match % 2
        while state.to_act != calumma.OVER:
            state.apply(choose(state) if state.to_act == own else state.pick(luck))
        total += state.payoffs()[own]
    return total / matches


def test_a_network_learnt_from_nothing_beats_random_play_and_a_second_run_goes_on(tmp_path: Path) -> None:
    """The matches are those of a teacher; what was learnt plays alone, without a tree."""
    course = Course(
        "network", matches=150, opening=(0, 6), slips=10, units=(32, 16), duels=4, seconds=0.001, teacher="level:2", seed=3
    )
    told: list[str] = []
    Learning(YAMAMOTO, course, tmp_path, told.append).run(1)
    untaught = Learner(YAMAMOTO, 32, 16, course.seed).network()
    assert share_against_random(network_in(tmp_path / "0.network", YAMAMOTO), 60) > 0.65
    assert share_against_random(untaught, 60) < 0.65
    Learning(YAMAMOTO, course, tmp_path, told.append).run(1)
    lines = [line for line in told if line.startswith("generation 0: 150 matches; new network against what there was")]
    assert len(lines) == 2
    assert lines[0] == lines[1]


def test_a_network_is_taken_by_those_who_play_on_from_it(tmp_path: Path) -> None:
    path = tmp_path / "0.network"
    path.write_bytes(packed(Learner(YAMAMOTO, 16, 8, seed=3).network()))
    setting = NetworkSetting.of(YAMAMOTO, path)
    network = setting.network()
    assert network is not None
    assert network.shape.first == 16
    assert len(practice(weights=path).play()) == 1
    assert Duel(setting, NetworkSetting.of(YAMAMOTO, None), QUICK, 0, 0).read([1, 0.5]) == [1.0, 0.5]


@pytest.mark.parametrize("kept", [0, 30, 200])
def test_a_network_that_was_cut_is_named_before_anything_is_played(tmp_path: Path, kept: int) -> None:
    whole = packed(Learner(YAMAMOTO, 16, 8).network())
    (tmp_path / "0.network").write_bytes(whole[:kept])
    with pytest.raises(calumma.GameError, match=f'cannot read "{tmp_path / "0.network"}": expected a network'):
        Learning(YAMAMOTO, QUICK, tmp_path, lambda line: None).run(1)
    assert not (tmp_path / "0.matches.jsonl").exists()


def test_matches_that_break_the_rules_or_lack_decisions_are_refused() -> None:
    job = practice()
    ((random, actions, decided),) = job.play()
    first = next(place for place, each in enumerate(decided) if each is not None)
    tried, counts, expected = decided[first]

    def with_decision(decision: Any) -> list[Any]:
        return [random, actions, [*decided[:first], decision, *decided[first + 1 :]]]

    wrong: list[Any] = [
        None,
        [random, actions],
        [-1, actions, decided],
        [random, actions[:-1], decided[:-1]],
        [random, [*actions, 0], [*decided, None]],
        [random, actions, decided[:-1]],
        [random, [1 << 70, *actions[1:]], decided],
        with_decision([tried, counts, expected[:1]]),
        with_decision([tried, [0 for _ in counts], expected]),
        with_decision([tried, counts[:-1], expected]),
        with_decision([tried, [10**39 for _ in counts], expected]),
        with_decision([tried, [10**400 for _ in counts], expected]),
        with_decision([[], [], expected]),
        with_decision([[100_000 for _ in tried], counts, expected]),
        with_decision([tried, counts, [float("nan"), 0.5]]),
        with_decision([tried, counts, [2.0, -1.0]]),
        with_decision("much"),
    ]
    for match in wrong:
        with pytest.raises(calumma.GameError, match=r"cannot learn from .*: expected how many actions"):
            job.read([match])
    with pytest.raises(calumma.GameError, match="expected a list of 1 matches"):
        job.read([])


def test_a_decision_where_chance_acts_is_refused() -> None:
    """Life begins with a draw, and nobody decides it."""
    job = practice(calumma.load("life"), replace(QUICK, nodes=2, opening=(4, 4)))
    ((random, actions, decided),) = job.play()
    assert decided[0] is None
    with pytest.raises(calumma.GameError, match="cannot learn from"):
        job.read([[random, actions, [[[actions[0]], [1], [0.5, 0.5]], *decided[1:]]]])


def test_what_was_tried_as_often_as_the_most_simulations_allow_is_read() -> None:
    """With secrets, the number of times that an action was tried is squared: a billion at most."""
    assert Decided.read([[4], [10**18], [0.5, 0.5]], 2).tried == {4: 10**18}


@pytest.mark.parametrize("head", [b"[" * 100_000, b'{"first": null}'])
def test_a_network_whose_head_was_changed_is_named(tmp_path: Path, head: bytes) -> None:
    (tmp_path / "0.network").write_bytes(MAGIC + head + b"\n")
    with pytest.raises(calumma.GameError, match=f'cannot read "{tmp_path / "0.network"}": expected a network'):
        Learning(YAMAMOTO, QUICK, tmp_path, lambda line: None).run(1)


def test_a_decision_keeps_what_was_tried() -> None:
    assert Decided.of([4, 7, 9], [3, 0, 1], [0.25, 0.75]).as_values() == [[4, 9], [3, 1], [0.25, 0.75]]


def test_what_won_goes_where_the_game_has_its_network() -> None:
    craft = Learning(YAMAMOTO, QUICK, Path("unused"), lambda line: None).craft
    assert unpacked(craft.place().read_bytes(), YAMAMOTO, craft.place().name).shape.fits(YAMAMOTO)
    other = calumma.load("chamelequin", 3)
    place = Learning(other, QUICK, Path("unused"), lambda line: None).craft.place()
    assert not place.exists()
    assert place.parent.name == "chamelequin"
