"""JSON schemas of typed values, and values held against them."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import jsonschema
import pytest

import calumma
from calumma.core.schema import misfit, schema_of


class Piece(TypedDict):
    """A piece."""

    cell: Annotated[str, "where it stands"]
    rings: list[tuple[int, str]]
    seat: int | None
    nature: Literal["white", "black"]
    weight: NotRequired[float]
    counts: dict[str, int]
    up: bool


GOOD = {"cell": "a1", "rings": [[1, "R"]], "seat": None, "nature": "white", "counts": {"R": 1}, "up": True}

pytestmark = pytest.mark.contract


def test_the_schema_names_fields_their_meaning_and_what_must_be_there() -> None:
    schema = schema_of(Piece)
    assert schema["properties"]["cell"] == {"type": "string", "description": "where it stands"}
    assert schema["required"] == ["cell", "rings", "seat", "nature", "counts", "up"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({}, None),
        ({"weight": 1}, None),
        ({"weight": 0.5}, None),
        ({"seat": 2}, None),
        ({"cell": 1}, "piece.cell is 1: expected string"),
        ({"seat": True}, "piece.seat is True: expected integer or null"),
        ({"seat": "0"}, "piece.seat is '0': expected integer or null"),
        ({"nature": "red"}, "piece.nature is 'red': expected 'white' or 'black'"),
        ({"rings": [[1]]}, "piece.rings[0] has 1 entries: expected 2"),
        ({"rings": [[1, 2]]}, "piece.rings[0][1] is 2: expected string"),
        ({"rings": ((1, "R"),)}, "piece.rings is ((1, 'R'),): expected array"),
        ({"counts": {"R": "1"}}, "piece.counts.R is '1': expected integer"),
        ({"up": 1}, "piece.up is 1: expected boolean"),
        ({"colour": "red"}, 'piece has "colour", which is not known'),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_its_place(change: dict[str, Any], found: str | None) -> None:
    value, schema = {**GOOD, **change}, schema_of(Piece)
    assert misfit(value, schema, "piece") == found
    assert jsonschema.Draft202012Validator(schema).is_valid(value) == (found is None)


def test_a_missing_field_is_told() -> None:
    assert misfit({**GOOD, "counts": {}} | {}, schema_of(Piece)) is None
    assert misfit({name: value for name, value in GOOD.items() if name != "up"}, schema_of(Piece), "piece") == 'piece has no "up"'


def test_a_type_that_json_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="there is no JSON schema of"):
        schema_of(set[int])


@pytest.mark.parametrize("name", calumma.games())
def test_the_schema_of_a_view_is_a_schema_and_every_field_has_its_meaning(name: str) -> None:
    schema = calumma.load(name).view_schema
    jsonschema.Draft202012Validator.check_schema(schema)
    assert [field for field, each in schema["properties"].items() if not each.get("description")] == []


@pytest.mark.parametrize("name", calumma.games())
def test_views_fit_the_schema_by_another_library_as_well(name: str) -> None:
    game = calumma.load(name)
    state, rng, validator = game.new(), calumma.Rng(8), jsonschema.Draft202012Validator(game.view_schema)
    for _ in range(40):
        if state.to_act != calumma.OVER:
            state.apply(state.pick(rng))
    for seat in (None, 0, 1):
        assert list(validator.iter_errors(state.view(seat))) == []


def test_a_game_that_does_not_tell_its_view_has_no_schema() -> None:
    from dataclasses import replace

    from calumma.core import Game
    from calumma.testing.topcard import GAME

    with pytest.raises(calumma.GameError, match="topcard has no schema for its views"):
        _ = Game(replace(GAME, view=None), 2, {}).view_schema
