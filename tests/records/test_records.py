from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import GameError, records
from calumma.records import Record, files

OPENING = Record("yamamoto", 1, 2, {"goal": "dots"}, ("ann", None), ("a1a2", "a5a4"), (5, 5))


def refuses(sentence: str) -> Any:
    return pytest.raises(GameError, match=f"^{re.escape(sentence)}$")


def changed(**fields: Any) -> str:
    return json.dumps({**OPENING.as_json(), **fields})


def finished(seed: int) -> Record:
    game = calumma.load("yamamoto")
    state, rng, plies = game.new(), calumma.Rng(seed), []
    while state.to_act != calumma.OVER:
        action = state.pick(rng)
        plies.append(game.move_text(state, action))
        state.apply(action)
    result = tuple(state.scores()), tuple(state.payoffs()), state.reason()
    return Record("yamamoto", 1, 2, game.options, ("random", "random"), tuple(plies), *result)


def test_a_record_is_one_line_with_the_fields_in_their_order() -> None:
    expected = (
        '{"format": 1, "game": "yamamoto", "rules": 1, "seats": 2, "options": {"goal": "dots"}, "players": ["ann", null], '
        '"plies": ["a1a2", "a5a4"], "scores": [5, 5], "payoffs": null, "reason": "", "chance": null}'
    )
    assert records.dumps(OPENING) == expected


@pytest.mark.contract
def test_a_record_comes_back_equal() -> None:
    record = finished(3)
    assert records.loads(records.dumps(record)) == record


def test_a_match_that_goes_on_has_no_payoffs() -> None:
    assert not records.loads(records.dumps(OPENING)).finished


def test_check_returns_actions_and_last_position() -> None:
    replayed = records.check(OPENING)
    assert replayed.game.position_text(replayed.state) == "1bwbw/w4/5/W4/1BWBW o"
    assert replayed.actions == (0 * 25 + 5, 20 * 25 + 15)


def test_replay_yields_the_position_before_every_ply() -> None:
    assert [(number, state.to_act) for number, state, _ in records.replay(OPENING)] == [(0, 0), (1, 1)]


# What does not fit


def test_the_first_ply_that_does_not_fit_is_named() -> None:
    with refuses('ply 1 "c3c4": there is no piece on c3'):
        records.loads(changed(plies=["a1a2", "c3c4", "nonsense"]))


def test_a_ply_that_cannot_be_read_is_named() -> None:
    with refuses('ply 0 "b3-b9": expected two squares, like a1b3'):
        records.loads(changed(plies=["b3-b9"]))


def test_a_ply_after_the_end_is_named() -> None:
    record = finished(3)
    with refuses(f'ply {len(record.plies)} "a1a2": the match is already over'):
        records.check(replace(record, plies=(*record.plies, "a1a2")))


def test_scores_must_follow_from_the_plies() -> None:
    with refuses("the scores are [5, 4], but the plies lead to [5, 5]"):
        records.loads(changed(scores=[5, 4]))


def test_payoffs_must_follow_from_the_plies() -> None:
    record = finished(3)
    assert record.payoffs
    swapped = record.payoffs[::-1]
    with refuses(f"the payoffs are {list(swapped)}, but the plies lead to {list(record.payoffs)}"):
        records.check(replace(record, payoffs=swapped))


def test_the_reason_must_follow_from_the_plies() -> None:
    record = finished(3)
    with refuses(f'the reason is "luck", but the plies lead to "{record.reason}"'):
        records.check(replace(record, reason="luck"))


def test_a_match_that_ended_must_have_payoffs() -> None:
    record = finished(3)
    assert record.payoffs
    with refuses(f"the plies end the match, but the record has no payoffs: expected {list(record.payoffs)}"):
        records.check(replace(record, payoffs=None))


def test_payoffs_before_the_end_need_a_forfeit() -> None:
    with refuses("the record has payoffs, but its plies do not end the match: expected the reason resigned or out-of-time"):
        records.loads(changed(payoffs=[1, 0], reason="arrived"))


@pytest.mark.parametrize("reason", ["resigned", "out-of-time"])
def test_a_forfeit_gives_the_other_side_all(reason: str) -> None:
    assert records.loads(changed(payoffs=[0, 1], reason=reason)).payoffs == (0.0, 1.0)


def test_a_forfeit_is_never_a_draw() -> None:
    with refuses("the payoffs are [0.5, 0.5]: expected one side to have lost because it resigned"):
        records.loads(changed(payoffs=[0.5, 0.5], reason="resigned"))


def test_a_reason_without_payoffs_is_refused() -> None:
    with refuses('the record has the reason "resigned" but no payoffs: expected both or neither'):
        records.loads(changed(reason="resigned"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"format": 2}, "the record has format 2: expected format 1"),
        ({"format": "1"}, 'cannot read the format: expected a whole number, found "1"'),
        ({"rules": 7}, "this follows version 7 of the rules of yamamoto: expected version 1"),
        ({"seats": True}, "cannot read the seats: expected a whole number, found true"),
        ({"seats": 3}, 'cannot seat "3" at yamamoto: expected 2 seats'),
        ({"plies": "a1a2"}, 'cannot read the plies: expected a list, found "a1a2"'),
        ({"plies": [7]}, "cannot read the ply 0: expected text, found 7"),
        ({"players": ["ann"]}, "the record has 1 players: expected one for each of the 2 seats"),
        ({"players": ["ann", 3]}, "cannot read the players: expected text, found 3"),
        ({"payoffs": [1, "0"]}, 'cannot read the payoffs: expected a number, found "0"'),
        ({"options": {"goal": "?"}}, 'unknown value "?" of option goal: expected dots or row'),
        ({"options": {"hat": 1}}, 'unknown option "hat" of yamamoto: expected goal'),
        ({"chance": {"commitment": "00"}}, 'cannot read the commitment "00": expected 64 digits 0-9 and a-f'),
        ({"plies": ["~?"]}, "cannot replay a seat's record with hidden plies: expected the full record"),
    ],
)
def test_every_field_is_checked_with_a_sentence(fields: dict[str, Any], sentence: str) -> None:
    with refuses(sentence):
        records.loads(changed(**fields))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(GameError, match=r'^unknown game "yamamot": .*did you mean "yamamoto"'):
        records.loads(changed(game="yamamot"))


def test_a_missing_field_is_named() -> None:
    parts = OPENING.as_json()
    del parts["plies"]
    with pytest.raises(GameError, match=r'^the record has no "plies": expected format, game,'):
        records.loads(json.dumps(parts))


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(GameError, match=r'^the record has an unknown field "date": expected format, game,'):
        records.loads(changed(date="today"))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "[" * 100_000, '{"format": NaN}', "9" * 5000, '{"format": 1, "format": 1}', b"\xff{}"]
)
def test_text_that_is_no_record_raises_a_game_error(text: bytes | str) -> None:
    with pytest.raises(GameError, match=r"^(the record|cannot read the)"):
        records.loads(text)


# Files


@pytest.mark.parametrize("name", ["match.json", "match.json.gz"])
def test_one_match_a_file(tmp_path: Path, name: str) -> None:
    records.save(tmp_path / name, OPENING)
    assert records.load(tmp_path / name) == OPENING
    assert list(records.read(tmp_path / name)) == [OPENING]


@pytest.mark.parametrize("name", ["matches.jsonl", "matches.jsonl.gz"])
def test_one_match_a_line(tmp_path: Path, name: str) -> None:
    both = [finished(1), finished(2)]
    assert records.write(tmp_path / name, iter(both)) == 2
    assert records.write(tmp_path / name, [OPENING], append=True) == 1
    assert list(records.read(tmp_path / name)) == [*both, OPENING]


def test_names_in_any_script_are_kept(tmp_path: Path) -> None:
    record = replace(OPENING, players=("Ä 千代", "x\u2028y"))
    records.write(tmp_path / "a.jsonl", [record])
    assert list(records.read(tmp_path / "a.jsonl")) == [record]


def test_lines_are_read_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_text(records.dumps(OPENING) + "\nbroken\n")
    stream = records.read(path)
    assert next(stream) == OPENING
    with pytest.raises(GameError, match=f"^{re.escape(str(path))}, line 2: cannot read the record as JSON"):
        next(stream)


def test_broken_lines_can_be_reported_and_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    problems: list[Any] = []
    path.write_bytes(b"broken\n\n\xff\n" + records.dumps(OPENING).encode())
    assert list(records.read(path, problem=problems.append)) == [OPENING]
    assert [str(problem).split(":")[0][-6:] for problem in problems] == ["line 1", "line 3"]


def test_reading_unchecked_trusts_the_plies(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(changed(plies=["x"]))
    assert [record.plies for record in records.read(path, check=False)] == [("x",)]


@pytest.mark.parametrize("name", ["a.json.gz", "a.jsonl.gz"])
def test_a_compressed_file_that_is_cut_off_or_no_gzip_is_a_game_error(tmp_path: Path, name: str) -> None:
    whole = gzip.compress((records.dumps(OPENING) + "\n").encode() * 50)
    for content in (whole[: len(whole) // 2], b"no gzip at all"):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(GameError, match="cannot read"):
            list(records.read(tmp_path / name))


def test_a_file_that_is_not_text_is_a_game_error(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameError, match="cannot read"):
        records.load(tmp_path / "a.json")


class CountedName(str):
    """A name of a field that counts how often it is compared."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        CountedName.compared += 1
        return str.__eq__(self, other)


def test_a_doubled_field_is_found_without_comparing_all_with_all() -> None:
    names = [CountedName(f"field {number}") for number in range(3000)]
    with pytest.raises(GameError, match='the record has the field "field 2999" twice'):
        files._once([(name, 0) for name in [*names, CountedName("field 2999")]])
    assert CountedName.compared < 20 * len(names)
