"""Endgame tables: against the rules, against a plain search, against themselves, and on disk."""

import fcntl
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.core import OVER, Game, GameError, State
from calumma.games.yamamoto.endings import DRAWN, MISSING, Endings
from calumma.games.yamamoto.placings import classes
from calumma.games.yamamoto.solving.positions import position_of
from calumma.games.yamamoto.solving.tablebase import Tablebase


def sampled(game: Game, pieces: int, count: int) -> list[State]:
    """Positions from random matches with at most so many pieces."""
    rng = calumma.Rng(2)
    found: list[Any] = []
    while len(found) < count:
        state = game.new()
        while state.to_act != OVER:
            if sum(state.scores()) <= pieces:
                found.append(state.copy())
            state.apply(state.pick(rng))
    return [game.parse_position(game.position_text(state, None)) for state in found[:count]]


def plain_search(game: Game) -> tuple[Any, Any]:
    """Full-width search by the rules alone: whether the side to move wins, or loses, by force within so many plies."""

    def after(state: State, action: int) -> Any:
        following = state.copy()
        following.apply(action)
        return following

    @cache
    def wins(text: str, plies: int) -> Any:
        state = game.parse_position(text)
        return any(is_lost(after(state, action), plies - 1, state.to_act) for action in state.legal())

    def is_lost(state: State, plies: int, winner: Any) -> Any:
        if state.to_act == OVER:
            return state.payoffs()[winner] == 1.0
        return plies > 0 and loses(game.position_text(state, None), plies)

    @cache
    def loses(text: str, plies: int) -> Any:
        state = game.parse_position(text)
        return all(is_won(after(state, action), plies - 1, 1 - state.to_act) for action in state.legal())

    def is_won(state: State, plies: int, winner: Any) -> Any:
        if state.to_act == OVER:
            return state.payoffs()[winner] == 1.0
        return plies > 0 and wins(game.position_text(state, None), plies)

    return wins, loses


@pytest.mark.contract
def test_tables_agree_with_a_plain_full_width_search(game: Game, tables: Tablebase) -> None:
    endings = tables.open()
    wins, loses = plain_search(game)
    for state in sampled(game, endings.pieces, 2000 if calumma.compiled() else 60):
        text, byte = game.position_text(state, None), endings.value(*position_of(state))
        assert wins(text, 3) == (byte in (1, 3)), text
        assert loses(text, 2) == (byte == 2), text


@pytest.mark.contract
def test_every_entry_follows_from_its_successors(tables: Tablebase) -> None:
    assert tables.inconsistent() == 0


def test_an_entry_that_is_changed_is_found_inconsistent(goal: str, tables: Tablebase) -> None:
    endings = tables.open(3)
    table = endings.table(*classes(3)[0])
    table[bytes(table).index(1)] = 3
    assert endings.wrong(*classes(3)[0]) > 0


def test_a_position_that_is_in_no_table_is_missing() -> None:
    state = calumma.load("yamamoto").parse_position("5/W4/2w2/5/5 o")
    assert position_of(state) == (1 << 15, 0, 1 << 12, 0)
    assert Endings("dots", 2).value(*position_of(state)) == MISSING


def test_a_lone_piece_next_to_its_goal_wins_in_one_ply(tables: Tablebase, goal: str) -> None:
    """Orange steps from a4 to b5 with its only piece (R6)."""
    state = calumma.load("yamamoto", goal=goal).parse_position("5/W4/2w2/5/5 o")
    assert tables.open().value(*position_of(state)) == 1


def test_a_side_that_cannot_capture_the_entered_piece_has_lost(tables: Tablebase, goal: str) -> None:
    state = calumma.load("yamamoto", goal=goal).parse_position("1W3/5/4w/W4/5 b")
    assert tables.open().value(*position_of(state)) == 0


def test_the_reflection_of_a_position_has_the_same_value(game: Game, tables: Tablebase) -> None:
    endings = tables.open()
    for state in sampled(game, endings.pieces, 200):
        text = game.position_text(state, None)
        board, turn = text.split()
        mirrored = game.parse_position("/".join(rank[::-1] for rank in board.split("/")) + " " + turn)
        assert endings.value(*position_of(mirrored)) == endings.value(*position_of(state))


def test_statistics_count_every_legal_position_once(tables: Tablebase, goal: str) -> None:
    """Two pieces of four classes. Dots: 23 * 24 placings are their own 5 * 4 on the middle file or pairs: (552 + 20) / 2 each."""
    two = tables.statistics()[0]
    assert two.positions == {"dots": 4 * (23 * 24 + 5 * 4) // 2, "row": 4 * (20 * 24 + 4 * 4) // 2}[goal]
    assert two.draws == 0


def test_building_again_keeps_what_is_there(tables: Tablebase, goal: str) -> None:
    before = {path: path.stat().st_mtime_ns for path in tables.folder.glob("*.table")}
    Tablebase(goal, tables.folder).build(tables.pieces)
    assert {path: path.stat().st_mtime_ns for path in tables.folder.glob("*.table")} == before


def test_an_interrupted_build_goes_on_where_it_stopped(tmp_path: Path) -> None:
    class Interrupted(Exception):
        pass

    def stop(done: int, total: int, name: str) -> None:
        if done > total / 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        Tablebase("row", tmp_path).build(2, stop)
    assert Tablebase("row", tmp_path).pieces == 0
    assert len(list(tmp_path.glob("*.table"))) > 0
    Tablebase("row", tmp_path).build(2)
    assert Tablebase("row", tmp_path).pieces == 2
    assert Tablebase("row", tmp_path).inconsistent() == 0


def test_a_damaged_table_is_named(tmp_path: Path) -> None:
    tables = Tablebase("dots", tmp_path)
    tables.build(2)
    assert list(tables.damaged()) == []
    path = tmp_path / "W-w.table"
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])
    assert list(tables.damaged()) == ["W-w"]


def test_tables_of_another_goal_are_refused(tmp_path: Path) -> None:
    Tablebase("dots", tmp_path).build(2)
    with pytest.raises(GameError, match="another format or goal"):
        Tablebase("row", tmp_path)


def test_draws_exist_where_neither_side_can_force_a_win(tables: Tablebase, goal: str) -> None:
    """With three pieces only the dotted goal has positions that nobody can win."""
    three = next((one for one in tables.statistics() if one.pieces == 3), None)
    if three is None:
        pytest.skip("needs tables of three pieces")
    assert (three.draws > 0) == (goal == "dots")
    assert DRAWN not in (0, 1)


def test_which_part_of_the_tables_is_there_is_told_while_another_process_makes_them(goal: str, tmp_path: Path) -> None:
    seen = Tablebase(goal, tmp_path)
    shares = [seen.share]
    Tablebase(goal, tmp_path).build(3, lambda *_: shares.append(seen.share))
    assert shares[0] == 0.0
    assert shares == sorted(shares)
    assert 0.5 < shares[-1] < 1.0  # six pieces are worth making, three are there


def test_two_processes_do_not_make_the_same_tables(goal: str, tmp_path: Path) -> None:
    with (tmp_path / "making").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(GameError, match="another process is making the tables in"):
            Tablebase(goal, tmp_path).build(2)
    Tablebase(goal, tmp_path).build(2)
