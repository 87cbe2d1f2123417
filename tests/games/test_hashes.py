"""Position hashes tell positions apart: a search that took two for one would believe the wrong value."""

import pytest

import calumma

pytestmark = pytest.mark.contract


def hash_of(name: str, text: str, seats: None = None) -> int:
    return calumma.load(name, seats).parse_position(text).hash()


def test_bradley_tells_the_seat_to_move_from_the_turns_without_a_drop() -> None:
    board = str(calumma.load("bradley").new()).split()[0]
    texts = [f"{board} {who}{turns}" for who in "PG" for turns in ("", " 1", " 2", " 3")]
    assert len({hash_of("bradley", text) for text in texts}) == len(texts)


def test_yamamoto_tells_whose_pieces_are_whose() -> None:
    assert hash_of("yamamoto", "w4/5/5/5/4W o") != hash_of("yamamoto", "4w/5/5/5/W4 o")
