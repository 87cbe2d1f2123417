"""Endgame tables: against the rules, against a plain search, against themselves, and on disk."""

from functools import cache

import pytest

import calumma
from calumma.core import OVER, GameError
from calumma.games.yamamoto.endings import DRAWN, MISSING, Endings
from calumma.games.yamamoto.solving import Tablebase
from calumma.games.yamamoto.solving.positions import position_of
from calumma.games.yamamoto.solving.tablebase import classes

PLIES = 4


def sampled(game, pieces, count):
    """Positions from random matches with at most so many pieces."""
    rng = calumma.Rng(2)
    found = []
    while len(found) < count:
        state = game.new()
        while state.to_act != OVER:
            if sum(state.scores()) <= pieces:
                found.append(state.copy())
            state.apply(state.pick(rng))
    return [game.parse_position(game.position_text(state, None)) for state in found[:count]]


def plain_search(game):
    """Full-width search by the rules alone: +n won, -n lost in n plies, 0 unknown within the plies asked for."""

    @cache
    def value(text, plies):
        state = game.parse_position(text)
        replies = []
        for action in state.legal():
            after = state.copy()
            after.apply(action)
            if after.to_act == OVER:
                replies.append(-1 if after.payoffs()[state.to_act] == 1.0 else 1)
            else:
                found = value(game.position_text(after, None), plies - 1) if plies > 1 else 0
                replies.append(found - 1 if found < 0 else found + 1 if found > 0 else 0)
        lost = [reply for reply in replies if reply < 0]
        if lost:
            return -max(lost)
        return 0 if 0 in replies else -max(replies)

    return value


@pytest.mark.contract
def test_tables_agree_with_a_plain_full_width_search(game, tables):
    endings, search = tables.open(), plain_search(game)
    for state in sampled(game, endings.pieces, 3000 if calumma.compiled() else 60):
        byte = endings.value(*position_of(state))
        expected = 0 if byte > PLIES else byte if byte % 2 else -byte
        assert search(game.position_text(state, None), PLIES) == expected, game.position_text(state, None)


@pytest.mark.contract
def test_every_entry_follows_from_its_successors(tables):
    assert tables.inconsistent() == 0


def test_an_entry_that_is_changed_is_found_inconsistent(goal, tables):
    endings = tables.open(3)
    table = endings.table(*classes(3)[0])
    entry = next(i for i, byte in enumerate(table) if byte == 1)
    table[entry] = 3
    assert endings.wrong(*classes(3)[0]) > 0


def test_two_lone_pieces_race_and_who_enters_first_wins():
    """Orange on a4 steps to b5, a dotted square, with its only piece: won at once (R6)."""
    tables = Endings("dots", 2)
    state = calumma.load("yamamoto").parse_position("5/W4/5/5/2w2 o")
    assert position_of(state) == (1 << 15, 0, 1 << 22, 0)
    assert tables.value(*position_of(state)) == MISSING  # nothing is made yet


def test_a_lone_piece_next_to_its_goal_wins_in_one_ply(tables, goal):
    state = calumma.load("yamamoto", goal=goal).parse_position("5/W4/5/5/2w2 o")
    assert tables.open().value(*position_of(state)) == 1


def test_a_side_that_cannot_capture_the_entered_piece_has_lost(tables, goal):
    state = calumma.load("yamamoto", goal=goal).parse_position("1W3/5/5/W4/4w b")
    assert tables.open().value(*position_of(state)) == 0


def test_the_reflection_of_a_position_has_the_same_value(game, tables):
    endings = tables.open()
    for state in sampled(game, endings.pieces, 200):
        text = game.position_text(state, None)
        board, turn = text.split()
        mirrored = game.parse_position("/".join(rank[::-1] for rank in board.split("/")) + " " + turn)
        assert endings.value(*position_of(mirrored)) == endings.value(*position_of(state))


def test_statistics_count_every_legal_position_once(tables, goal):
    """Two pieces, by hand: mover on 25 - g squares, the other on 24, half of it by reflection, a little more for the middle file."""
    two = tables.statistics()[0]
    assert two.positions == {"dots": 1144, "row": 992}[goal]
    assert two.draws == 0


def test_building_again_keeps_what_is_there(tables, goal):
    before = {path: path.stat().st_mtime_ns for path in tables.folder.glob("*.table")}
    Tablebase(goal, tables.folder).build(tables.pieces)
    assert {path: path.stat().st_mtime_ns for path in tables.folder.glob("*.table")} == before


def test_an_interrupted_build_goes_on_where_it_stopped(tmp_path):
    class Interrupted(Exception):
        pass

    def stop(done, total, name):
        if done > total / 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        Tablebase("row", tmp_path).build(2, stop)
    assert Tablebase("row", tmp_path).pieces == 0
    assert len(list(tmp_path.glob("*.table"))) > 0
    Tablebase("row", tmp_path).build(2)
    assert Tablebase("row", tmp_path).pieces == 2
    assert Tablebase("row", tmp_path).inconsistent() == 0


def test_a_damaged_table_is_named(tmp_path):
    tables = Tablebase("dots", tmp_path)
    tables.build(2)
    assert list(tables.damaged()) == []
    path = tmp_path / "W-w.table"
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])
    assert list(tables.damaged()) == ["W-w"]


def test_tables_of_another_goal_are_refused(tmp_path):
    Tablebase("dots", tmp_path).build(2)
    with pytest.raises(GameError, match="another format or goal"):
        Tablebase("row", tmp_path)


def test_draws_exist_where_neither_side_can_force_a_win(tables, goal):
    """With three pieces only the dotted goal has positions that nobody can win."""
    three = next((one for one in tables.statistics() if one.pieces == 3), None)
    if three is None:
        pytest.skip("needs tables of three pieces")
    assert (three.draws > 0) == (goal == "dots")
    assert DRAWN not in (0, 1)
