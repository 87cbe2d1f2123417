"""Learning of networks: lessons, the slope of what surprises, whole numbers, and a toy that beats random play."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

import calumma
from calumma import Rng
from calumma.core.network import packed
from calumma.lab.habits import Habits, told_by
from calumma.players.player import Choice
from calumma.search import GUIDED, Candidate, mcts

np = pytest.importorskip("numpy")

from calumma.lab.networks import Batch, Learner, Lesson, Lessons  # noqa: E402
from calumma.lab.self_play import TaughtPlay, self_play  # noqa: E402

YAMAMOTO = calumma.load("yamamoto")


def lesson_of(state: calumma.State, tried: int) -> Lesson:
    legal = state.legal()
    return Lesson(state.to_act, state.observe(state.to_act), legal, [int(action == legal[tried]) for action in legal])


def test_a_network_in_whole_numbers_says_what_was_learnt() -> None:
    learner, state = Learner(YAMAMOTO, 16, 8, seed=1), YAMAMOTO.new()
    lessons = Lessons(YAMAMOTO, learner.shape.turned, 4, 40)
    lessons.add(lesson_of(state, 0), [1.0, 0.0])
    seen = lessons.observations[:1].astype(np.float32) * learner.scale
    first = np.clip(seen @ learner.weights["columns"] + learner.weights["first"], 0, 1)
    second = np.clip(first @ learner.weights["middle"].T + learner.weights["second"], 0, 1)
    odds = np.exp(second @ learner.weights["seats"].T + learner.weights["seat"])[0]
    assert learner.network().judge(state)[0] == pytest.approx(list(odds / odds.sum()), abs=0.01)


def test_a_coarse_network_has_a_smaller_file_and_says_nearly_the_same() -> None:
    learner, state = Learner(YAMAMOTO, 16, 8, seed=1), YAMAMOTO.new()
    fine, coarse = learner.network(), learner.network(4)
    assert len(packed(coarse)) < len(packed(fine))
    assert coarse.judge(state)[0] == fine.judge(state)[0]  # only what it says of actions is coarse
    assert coarse.judge(state)[1] == pytest.approx(fine.judge(state)[1], rel=0.1)


def test_a_lesson_of_the_second_seat_is_turned_to_the_first() -> None:
    state = YAMAMOTO.new()
    state.apply(state.legal()[3])
    lessons = Lessons(YAMAMOTO, True, 4, 40)
    lessons.add(lesson_of(state, 5), [0.25, 0.75])
    turn = next(each for each in YAMAMOTO.symmetries if each.shift == 1)
    assert list(lessons.values[0]) == [0.75, 0.25]
    assert lessons.actions[0][5] == turn.actions[state.legal()[5]]
    assert lessons.policies[0][5] == 1.0
    assert lessons.observations[0][YAMAMOTO.observation["seat"]].tolist() == [1, 0]


def test_of_many_actions_those_tried_most_are_kept() -> None:
    lessons = Lessons(YAMAMOTO, True, 4, 2)
    lessons.add(Lesson(0, YAMAMOTO.new().observe(0), [5, 6, 7], [1, 4, 3]), [1.0, 0.0])
    assert lessons.actions[0].tolist() == [6, 7]
    assert lessons.policies[0].tolist() == pytest.approx([4 / 7, 3 / 7])


def test_a_mirrored_lesson_is_that_of_the_mirrored_position() -> None:
    lessons = Lessons(YAMAMOTO, True, 4, 40)
    lessons.add(lesson_of(YAMAMOTO.new(), 0), [1.0, 0.0])
    drawn = lessons.draw(np.random.default_rng(1), 20)
    first = {int(actions[0]) for actions in drawn.actions}
    mirror = next(each for each in YAMAMOTO.symmetries if each.name == "sides")
    assert first == {YAMAMOTO.new().legal()[0], mirror.actions[YAMAMOTO.new().legal()[0]]}


def test_steps_make_lessons_less_surprising() -> None:
    learner = Learner(YAMAMOTO, 16, 8, seed=1)
    seen = np.frombuffer(YAMAMOTO.new().observe(0), np.int8).astype(np.float32)[None]
    actions = np.array([YAMAMOTO.new().legal()], np.int32)
    policy = np.eye(actions.shape[1], dtype=np.float32)[:1]
    batch = Batch(seen, actions, policy, np.array([[1.0, 0.0]], np.float32))
    surprises = [learner.learn(batch, 0.01) for _ in range(60)]
    assert surprises[-1][0] < 0.1 < surprises[0][0]
    assert surprises[-1][1] < 0.1 < surprises[0][1]


def test_a_learner_goes_on_from_its_file(tmp_path: Path) -> None:
    learner = Learner(YAMAMOTO, 4, 3, seed=1)
    learner.steps = 5
    learner.save(tmp_path / "learner.npz")
    other = Learner(YAMAMOTO, 4, 3, seed=2)
    other.load(tmp_path / "learner.npz")
    assert (other.steps, other.network().weights) == (5, learner.network().weights)
    with pytest.raises(ValueError, match="expected a network of the same shape"):
        Learner(YAMAMOTO, 5, 3).load(tmp_path / "learner.npz")


def test_matches_that_are_over_become_lessons() -> None:
    learner, lessons = Learner(YAMAMOTO, 4, 3, seed=1), Lessons(YAMAMOTO, True, 5000, 40)
    play = self_play(YAMAMOTO, 4, Habits(simulations=8, blend=0.0), lessons, seed=1)
    play.use(learner.network())
    while play.matches < 3:
        play.step()
    assert lessons.count >= 3
    assert lessons.values[: len(lessons)].sum(axis=1) == pytest.approx(1.0)
    assert lessons.policies[: len(lessons)].sum(axis=1) == pytest.approx(1.0)


@pytest.mark.parametrize("guided", [False, True])
def test_matches_with_secrets_become_lessons_too(guided: bool) -> None:
    game = calumma.load("piecepack", 2)
    learner, lessons = Learner(game, 4, 3, seed=1), Lessons(game, False, 500, 300)
    play = self_play(game, 2, Habits(simulations=8, blend=0.0), lessons, seed=1)
    if guided:
        play.use(learner.network())
    while play.matches < 1:
        play.step()
    assert lessons.values[: len(lessons)].sum(axis=1) == pytest.approx(1.0)
    learner.learn(lessons.draw(learner.luck, 16), 0.01)


class Notebook(Lessons):
    """Lessons as they came, each with what it was worth."""

    def __init__(self, game: calumma.Game) -> None:
        super().__init__(game, False, 1, 1)
        self.notes: list[tuple[Lesson, list[float]]] = []

    def add(self, lesson: Lesson, values: Sequence[float]) -> None:
        self.notes.append((lesson, list(values)))


def taught(habits: Habits) -> list[tuple[Lesson, list[float]]]:
    """Return the lessons of a match between two bots, in the order of the match."""
    notebook = Notebook(YAMAMOTO)
    TaughtPlay(YAMAMOTO, "level:2", self_play(YAMAMOTO, 1, habits, notebook, seed=3), seed=3).step()
    return notebook.notes[::-1]


def best(lesson: Lesson) -> int:
    return lesson.actions[lesson.counts.index(max(lesson.counts))]


def test_lessons_of_a_teacher_are_the_match_it_played() -> None:
    notes, state = taught(Habits(random=0, stray=0.0, blend=0.0)), YAMAMOTO.new()
    for lesson, _ in notes:
        while len(state.legal()) == 1:
            state.apply(state.legal()[0])
        assert (lesson.seat, lesson.actions) == (state.to_act, state.legal())
        assert lesson.seen == state.observe(state.to_act)
        state.apply(best(lesson))
    assert state.to_act == calumma.OVER
    assert {tuple(values) for _, values in notes} == {tuple(YAMAMOTO.payoffs.worth(state.payoffs()))}


def test_where_a_teacher_strays_its_own_choice_is_the_lesson() -> None:
    (first, _), (second, _), *_ = taught(Habits(random=0, stray=1.0, blend=0.0))
    after = []
    for action in first.actions:
        state = YAMAMOTO.new()
        state.apply(action)
        after.append(state.observe(state.to_act))
    assert second.seen in after
    assert second.seen != after[first.actions.index(best(first))]


def test_a_teacher_says_more_for_what_it_tried_more() -> None:
    tried = [Candidate(5, 3, 0.5), Candidate(7, 1, 0.5)]
    assert told_by(Choice(5, candidates=tried), [5, 7]) == [9, 1]
    assert told_by(Choice(7, candidates=tried), [5, 6, 7]) == [1, 1, 18]  # it has no opinion of one: only its choice is known
    assert told_by(Choice(7), [5, 7]) == [1, 9]


def test_a_toy_network_learnt_from_nothing_beats_random_play() -> None:
    learner, lessons = Learner(YAMAMOTO, 32, 8, seed=1), Lessons(YAMAMOTO, True, 20_000, 40)
    play = self_play(YAMAMOTO, 32, Habits(simulations=48), lessons, seed=1)
    for _ in range(12):
        play.use(learner.network())
        for _ in range(12):
            play.step()
        for _ in range(10):
            learner.learn(lessons.draw(learner.luck, 256), 0.01)
    network, luck, total = learner.network(), Rng(5), 0.0
    for match in range(40):
        state = YAMAMOTO.new()
        while state.to_act != calumma.OVER:
            chances = network.judge(state)[1]
            liked = state.legal()[chances.index(max(chances))]
            state.apply(liked if state.to_act == match % 2 else state.pick(luck))
        total += state.payoffs()[match % 2]
    assert total > 28  # by its policy alone, without a search


def test_the_weights_of_a_search_by_a_learnt_network_are_whole_numbers() -> None:
    network = Learner(YAMAMOTO, 4, 3, seed=1).network()
    assert isinstance(network.weights, array)
    assert mcts.search(YAMAMOTO.new(), 10, Rng(1), GUIDED, network=network).action in YAMAMOTO.new().legal()
