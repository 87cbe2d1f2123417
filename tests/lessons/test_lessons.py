"""Lessons: each game has those it should, their solutions reach the goal, and mistakes are told what happened and why."""

from __future__ import annotations

from pathlib import Path

import pytest

import calumma
from calumma.core import GameError, IllegalMove
from calumma.core.catalogue import catalogue
from calumma.core.effect import Effect
from calumma.lessons import (
    Condition,
    Lesson,
    beginning,
    find_lesson,
    good_to_know,
    has_lessons,
    hint,
    judge,
    lessons_of,
    read_lessons,
)
from calumma.lessons.checking import faults, played_through, wanted_words
from calumma.lessons.judging import _plies as plies_of

TAUGHT = {
    "yamamoto": ["step", "leap", "slide", "change", "enter", "safe"],
    "bradley": ["enclose", "two", "relocate", "expose", "corner", "last", "partners"],
    "chamelequin": ["enter", "gain", "back", "capture", "chain", "scarce"],
    "piecepack": ["lay", "three", "ace", "joker", "sit", "toll", "wasp", "large"],
    "life": ["colour", "walk", "eat", "ends", "scare", "snake", "wait", "finish"],
}
EVERY = [pytest.param(lesson, id=f"{name}-{lesson.key}") for name in TAUGHT for lesson in lessons_of(name)]


def test_every_game_teaches_what_it_should() -> None:
    assert {name: [lesson.key for lesson in lessons_of(name)] for name in calumma.games() if has_lessons(name)} == TAUGHT


@pytest.mark.parametrize("name", TAUGHT)
def test_lessons_have_no_faults(name: str) -> None:
    assert list(faults(name)) == []


@pytest.mark.parametrize("name", TAUGHT)
def test_every_word_of_the_lessons_is_said(name: str) -> None:
    words = catalogue(f"calumma.games.{name}", "en")
    assert words is not None
    said = {key for table, key in words.messages if table == "lessons"}
    facts = {key for key in said if key.startswith("know-")}
    assert said - facts == {f"{lesson.key}-{what}" for lesson in lessons_of(name) for what in wanted_words(lesson)}
    assert len(facts) == len(good_to_know(name))


@pytest.mark.parametrize("name", TAUGHT)
def test_after_the_last_lesson_a_few_facts_are_read_in_half_a_minute(name: str) -> None:
    facts = [fact.split() for fact in good_to_know(name)]
    assert 5 <= len(facts) <= 8
    assert max(len(fact) for fact in facts) <= 20
    assert sum(len(fact) for fact in facts) <= 120


@pytest.mark.parametrize("lesson", EVERY)
def test_a_lesson_has_mistakes_to_learn_from_and_none_passes(lesson: Lesson) -> None:
    assert lesson.wrong
    assert "done" not in [played_through(lesson, line) for line in lesson.wrong]


@pytest.mark.parametrize("lesson", EVERY)
def test_sentences_are_short(lesson: Lesson) -> None:
    said = [lesson.say(what) for what in wanted_words(lesson)]
    assert max(len(words) for words in said) <= 200
    assert not any("!" in words for words in said)


@pytest.mark.parametrize("lesson", EVERY)
def test_no_way_of_two_moves_in_a_turn_is_forgotten(lesson: Lesson) -> None:
    """Whoever finds another way to the goal is not told that the first move was wrong."""
    start = beginning(lesson)
    if max(sum(not text.startswith("~") for text in line) for line in lesson.lines) == 1:
        return
    begun = {line[0] for line in lesson.lines}
    for first in start.legal():
        text = lesson.game.move_text(start, first)
        after = start.copy()
        after.apply(first)
        if text not in begun and after.to_act == lesson.seat:
            ways = ([text, lesson.game.move_text(after, second)] for second in after.legal())
            assert not any(reaches(lesson, way) for way in ways), text


def reaches(lesson: Lesson, way: list[str]) -> bool:
    plies = list(plies_of(lesson, beginning(lesson), way))
    effects = [effect for ply in plies for effect in ply.effects]
    return lesson.goal.is_reached(effects, effects, plies[-1].after)


def test_a_move_that_reaches_the_goal_is_done() -> None:
    outcome = judge(find_lesson("yamamoto", "leap"), [], "a1b3")
    assert outcome.verdict == "done"
    assert outcome.words == "A leap passes over anything, and a move onto an enemy piece captures it."


def test_a_legal_move_that_is_not_the_goal_tells_what_happened_and_why() -> None:
    outcome = judge(find_lesson("yamamoto", "step"), [], "c1b1")
    assert outcome.verdict == "missed"
    assert outcome.words == (
        "Pieces step to any of the eight squares around them. This time, go to c2. "
        "Taken back: Orange moved the white piece from c1 to b1."
    )


def test_an_illegal_move_is_refused_by_the_rules() -> None:
    with pytest.raises(IllegalMove, match="rule 2"):
        judge(find_lesson("yamamoto", "step"), [], "c1c3")


def test_the_answer_that_punishes_a_mistake_is_played() -> None:
    outcome = judge(find_lesson("bradley", "expose"), [], "c5")
    assert [ply.text for ply in outcome.plies] == ["c5", "c4"]
    assert "Green turned 1 cube." in outcome.words


def test_a_threat_is_the_reason_where_nobody_foresaw_the_answer() -> None:
    outcome = judge(find_lesson("bradley", "expose"), [], "i3-c5")
    assert (outcome.verdict, len(outcome.plies)) == ("missed", 1)
    assert "Green could turn it by placing a cube on c4." in outcome.words


def test_others_and_luck_answer_along_the_line() -> None:
    outcome = judge(find_lesson("yamamoto", "change"), [], "c1c2")
    assert (outcome.verdict, [ply.text for ply in outcome.plies]) == ("on", ["c1c2", "a5b5"])
    assert judge(find_lesson("yamamoto", "change"), ["c1c2", "a5b5"], "c2e4").verdict == "done"


@pytest.mark.parametrize(
    ("game", "key", "played", "move", "later"),
    [
        ("yamamoto", "change", ["c1c2", "a5b5"], "c2d2", "through d3 to e4"),
        ("chamelequin", "chain", ["e5xf6"], "stop", "enough to capture on g7"),
    ],
)
def test_at_the_second_step_hint_and_reason_are_those_of_that_step(
    game: str, key: str, played: list[str], move: str, later: str
) -> None:
    lesson = find_lesson(game, key)
    assert later in judge(lesson, played, move).words
    assert (hint(lesson, []), hint(lesson, played)) == (lesson.say("hint"), lesson.say("hint-2"))
    assert lesson.say("hint-2") != lesson.say("hint")


def test_a_cube_that_was_lifted_is_told_so_where_a_new_one_was_meant() -> None:
    lesson = find_lesson("bradley", "two")
    assert judge(lesson, [], "c5-e5").words.startswith(lesson.say("missed-lifted"))
    assert judge(lesson, [], "d3").words.startswith(lesson.say("missed"))


def test_effects_of_others_do_not_count_as_the_learners() -> None:
    lesson = find_lesson("yamamoto", "safe")
    outcome = judge(lesson, [], "c3b5")
    assert [effect.key for effect in outcome.plies[1].effects] == ["moved", "captured"]
    assert outcome.verdict == "missed"


@pytest.mark.parametrize(
    ("values", "fits"),
    [({"count": 2}, True), ({"count": {"at_least": 3}}, False), ({"count": [1, 2]}, True), ({"cell": "a1"}, False)],
)
def test_a_condition_wants_some_values(values: dict[str, int], fits: bool) -> None:
    effect = Effect("turned", {"count": 2}, ("c5", "d5"))
    assert Condition("turned", values, frozenset(["d5"])).fits(effect) is fits
    assert not Condition("turned", {}, frozenset(["e5"])).fits(effect)


GOOD = 'key = "k"\nposition = "4b/5/5/5/2W2 o"\ngoal = [{ effect = "moved" }]\nlines = [["c1c2"]]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[lessons", "cannot read the lessons of yamamoto: "),
        ("x = 1", "the lessons of yamamoto are empty: expected tables [[lessons]]"),
        ("[[lessons]]\n" + GOOD + "goals = 1", 'yamamoto: k: it has a field "goals"'),
        ("[[lessons]]\n" + GOOD.replace("goal =", "never ="), 'yamamoto: k: it has no "goal"'),
        ("[[lessons]]\n" + GOOD.replace("2W2 o", "2W2 x"), 'yamamoto: k: cannot read the position "4b/5/5/5/2W2 x"'),
        ("[[lessons]]\n" + GOOD + "seat = 1", "yamamoto: k: seat 1 is not the one to move"),
        ("[[lessons]]\n" + GOOD.replace("effect", "key"), 'yamamoto: k: expected "goal" to be a list of effects'),
        ("[[lessons]]\n" + GOOD.replace('[["c1c2"]]', '["c1c2"]'), 'yamamoto: k: expected "lines" to be a list of lines'),
        ("[[lessons]]\n" + GOOD + "safe = 1", 'yamamoto: k: expected "safe" to be a list of cells'),
        ("[[lessons]]\n" + GOOD + 'seats = "2"', "yamamoto: k: expected a number of seats"),
        ("[[lessons]]\n" + GOOD + "missed = 1", 'yamamoto: k: expected "missed" to be a table of effects'),
        ("known = 1\n[[lessons]]\n" + GOOD, 'it has a field "known", expected know, lessons'),
        (("[[lessons]]\n" + GOOD) * 2, 'two lessons of yamamoto are called "k"'),
    ],
)
def test_what_is_wrong_with_a_file_of_lessons_is_told_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(GameError) as told:
        read_lessons("yamamoto", text)
    assert sentence in str(told.value)


def test_an_unknown_lesson_is_named() -> None:
    with pytest.raises(GameError, match='yamamoto has no lesson "fly": expected one of step, leap'):
        find_lesson("yamamoto", "fly")


def test_lessons_are_data(tmp_path: Path) -> None:
    folder = Path(calumma.__file__).parent / "games"
    assert sorted(path.parent.name for path in folder.glob("*/lessons.toml")) == sorted(TAUGHT)
    assert list(folder.glob("*/lessons*.py")) == []
