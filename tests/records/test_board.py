"""A board: a position with its history."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import calumma
from calumma import Board, Move
from calumma.records import check


def played(name: str, plies: int, seed: int = 1) -> Any:
    board, rng = Board(name), calumma.Rng(seed)
    for _ in range(plies):
        board.push(board.state.pick(rng))
    return board


@pytest.mark.parametrize("name", calumma.games())
def test_taking_everything_back_leads_to_the_start(name: str) -> None:
    board = played(name, 12)
    texts = [move.text for move in board.moves]
    assert [board.pop().text for _ in range(12)] == texts[::-1]
    assert (board.state, board.moves) == (board.game.new(), ())


@pytest.mark.parametrize("name", calumma.games())
def test_a_board_becomes_a_record_and_a_record_a_board(name: str) -> None:
    board = played(name, 12)
    assert Board.from_record(board.record()) == board
    assert check(board.record()).state == board.state


def test_moves_are_given_as_texts_as_numbers_and_as_themselves() -> None:
    boards = [Board("yamamoto") for _ in range(3)]
    move = next(move for move in boards[0].legal_moves if move.text == "b1c3")
    ways: list[Any] = ["b1c3", int(move), move]
    for board, given in zip(boards, ways, strict=True):
        assert board.push(given) == move
    assert boards[0] == boards[1] == boards[2]


@pytest.mark.parametrize("wrong", ["a1a5", 10**6, 1.0, True, None])
def test_what_cannot_be_played_leaves_the_board_alone(wrong: Any) -> None:
    board = played("yamamoto", 3)
    twin = board.copy()
    with pytest.raises(calumma.GameError, match="cannot play"):
        board.push(wrong)
    assert board == twin


def test_there_is_a_way_back_only_to_the_beginning() -> None:
    with pytest.raises(IndexError, match="there is no move to take back"):
        Board("life").pop()


def test_luck_acts_until_a_seat_does() -> None:
    board = Board("life", seats=3)
    assert all(move.text.startswith("~") for move in board.draw(7))
    assert (board.turn >= 0, board.draw(7)) == (True, [])


def test_a_match_ends_with_its_result() -> None:
    board, rng = Board("bradley"), calumma.Rng(1)
    while not board.is_over:
        board.push(board.state.pick(rng))
    assert (sum(board.result or ()), bool(board.reason), board.legal_moves) == (1.0, True, [])


def test_a_board_that_begins_elsewhere_has_no_record() -> None:
    board = Board.at(played("yamamoto", 2).state)
    with pytest.raises(calumma.GameError, match="expected one that began at the start of yamamoto"):
        board.record()


def test_the_state_of_a_board_is_a_copy() -> None:
    board = played("yamamoto", 2)
    board.state.apply(board.legal_moves[0])
    assert board == played("yamamoto", 2)


def test_moves_are_numbers_that_know_their_text() -> None:
    move = Move(37, "b1c3")
    assert (move == 37, str(move), repr(move)) == (True, "b1c3", "Move(37, 'b1c3')")
    assert pickle.loads(pickle.dumps(move)).text == "b1c3"
