"""Proofs, strategies and certificates, from late positions; the independent check accepts them and refuses changed ones."""

import ast
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.core import OVER, Game, State
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.proof_numbers import ProofNumbers
from calumma.games.yamamoto.solving import verify as verifying
from calumma.games.yamamoto.solving.certify import certify
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.positions import position_of
from calumma.games.yamamoto.solving.solve import excluded, find_winner, prove, winning_moves
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.games.yamamoto.solving.verify import NotProven, verify

LATE = "b2b1/Ww3/B4/3W1/W4 o"  # seven pieces, far from the tables that tests make


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory, game: Game, tables: Tablebase, goal: str) -> Path:
    path = tmp_path_factory.mktemp("proofs") / f"{goal}.proof"
    state = game.parse_position(LATE)
    outcome, prover = prove(game, state, tables.open(), 4.0, deepest=12)
    assert outcome.winner is not None
    claim = certify(path, game, state, outcome.winner, prover, least=outcome.plies)
    assert claim.plies == outcome.plies
    return path


def parts(path: Path) -> tuple[dict[str, Any], bytearray, bytearray]:
    line, _, packed = path.read_bytes().partition(b"\n")
    body = lzma.decompress(packed)
    return json.loads(line), bytearray(body[: len(body) // 2]), bytearray(body[len(body) // 2 :])


def changed(tmp_path: Path, head: dict[str, Any], moves: bytearray, plies: bytearray) -> Path:
    path = tmp_path / "changed.proof"
    path.write_bytes(json.dumps(head).encode() + b"\n" + lzma.compress(bytes(moves + plies)))
    return path


def test_the_check_accepts_a_certificate(certificate: Path, goal: str) -> None:
    verdict = verify(certificate)
    head, moves, _ = parts(certificate)
    assert (verdict.goal, verdict.start, verdict.winner) == (goal, LATE, head["winner"])
    assert verdict.positions == len(moves) > 20


def test_the_check_refuses_any_changed_move_that_loses_the_line(certificate: Path, tmp_path: Path) -> None:
    head, moves, plies = parts(certificate)
    refused = 0
    for place in range(0, len(moves), max(1, len(moves) // 20)):
        other = bytearray(moves)
        other[place] = 0 if other[place] else 1
        try:
            verify(changed(tmp_path, head, other, plies))
        except NotProven:
            refused += 1
    assert refused >= 15


def test_the_check_refuses_every_changed_distance(certificate: Path, tmp_path: Path) -> None:
    head, moves, plies = parts(certificate)
    for place in range(0, len(plies), max(1, len(plies) // 20)):
        for by in (2, -2):
            other = bytearray(plies)
            other[place] = max(0, other[place] + by)
            with pytest.raises(NotProven):
                verify(changed(tmp_path, head, moves, other))


def test_the_check_refuses_a_certificate_that_does_not_cover_every_reply(certificate: Path, tmp_path: Path) -> None:
    head, moves, plies = parts(certificate)
    with pytest.raises(NotProven):
        verify(changed(tmp_path, head, moves[:-1], plies[:-1]))
    with pytest.raises(NotProven, match="moves for"):
        verify(changed(tmp_path, head, moves + b"\0", plies + b"\1"))


@pytest.mark.parametrize(
    "change", [{"winner": 2}, {"plies": 1}, {"goal": "corner"}, {"format": 9}, {"start": "wbwbw/5/5/5/WBWBW o"}]
)
def test_the_check_refuses_a_changed_head(certificate: Path, tmp_path: Path, change: dict[str, int | str]) -> None:
    head, moves, plies = parts(certificate)
    if change == {"winner": 2}:
        change = {"winner": 1 - head["winner"]}
    with pytest.raises(NotProven):
        verify(changed(tmp_path, head | change, moves, plies))


def test_the_check_refuses_what_is_no_certificate(tmp_path: Path) -> None:
    path = tmp_path / "other.proof"
    path.write_bytes(b"no\nthing")
    with pytest.raises(NotProven, match="cannot be read"):
        verify(path)


def test_the_check_shares_no_code_with_anything() -> None:
    tree = ast.parse(Path(verifying.__file__).read_text(encoding="utf-8"))
    names = [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert not [name for name in names if "calumma" in name or "cython" in name]


def test_the_rules_of_the_check_are_those_of_the_game(game: Game) -> None:
    """Its moves in positions of random matches, one seat as the winner."""
    from calumma.games.yamamoto.solving.verify import NAMES, Check, _moves, _place

    rng = calumma.Rng(3)
    check = Check({"goal": game.options["goal"]}, b"", b"")
    for _ in range(60):
        state = game.new()
        while state.to_act != OVER:
            text = game.position_text(state, None)
            (white, black, loser_white, loser_black), is_turn = _place(text, 0)
            sides = ((white, black), (loser_white, loser_black)) if is_turn else ((loser_white, loser_black), (white, black))
            others = sides[1][0] | sides[1][1]
            entered = others & (check.loser_goal if is_turn else check.goal)
            moves = {NAMES[a] + NAMES[b] for a, b in _moves(*sides[0], others, entered)}
            assert moves == {game.move_text(state, action) for action in state.legal()}, text
            state.apply(state.pick(rng))


def late_positions(game: Game, pieces: int, count: int) -> Iterator[State]:
    rng = calumma.Rng(4)
    while count:
        state = game.new()
        while state.to_act != OVER and sum(state.scores()) > pieces:
            state.apply(state.pick(rng))
        if state.to_act != OVER:
            count -= 1
            yield state


def test_bounded_search_finds_the_distances_of_the_tables(game: Game, tables: Tablebase) -> None:
    """With tables of two pieces, searches from four pieces must find what the tables of four say."""
    full, few = tables.open(), tables.open(2)
    prover = Prover(few, 8.0)
    for state in late_positions(game, full.pieces, 60):
        position = position_of(state)
        value = full.value(*position)
        for plies in range(1, 9):
            ask = prover.won_within if plies % 2 else prover.lost_within
            assert ask(position, plies) == (value <= plies and value % 2 == plies % 2), game.position_text(state, None)


def test_proof_numbers_find_the_winner_of_the_tables(game: Game, tables: Tablebase) -> None:
    full, few = tables.open(), tables.open(2)
    for state in late_positions(game, full.pieces, 60):
        position = position_of(state)
        value = full.value(*position)
        for attacks in (True, False):
            proof, plies = ProofNumbers(few, 2.0).search(position, attacks, 200_000)
            assert (proof == 0) == (value <= 250 and bool(value % 2) == attacks), game.position_text(state, None)
            assert proof or plies >= value


def test_a_strategy_by_proof_numbers_is_accepted_too(game: Game, tables: Tablebase, tmp_path: Path) -> None:
    state = game.parse_position(LATE)
    numbers = ProofNumbers(tables.open(), 8.0)
    outcome = find_winner(state, numbers)
    assert outcome.winner is not None
    claim = certify(tmp_path / "n.proof", game, state, outcome.winner, numbers)
    verdict = verify(tmp_path / "n.proof")
    assert (verdict.plies, verdict.winner) == (claim.plies, outcome.winner)
    assert verdict.plies <= outcome.plies


def test_the_winner_by_proof_numbers_is_that_of_the_deepening_search(game: Game, tables: Tablebase) -> None:
    for state in late_positions(game, 6, 12):
        shortest, _ = prove(game, state, tables.open(), 4.0, deepest=9)
        if shortest.winner is not None:
            outcome = find_winner(state, ProofNumbers(tables.open(), 8.0))
            assert outcome.winner == shortest.winner, game.position_text(state, None)
            assert outcome.plies >= shortest.plies


def test_the_winning_moves_are_those_of_the_tables(game: Game, tables: Tablebase, knowledge: Knowledge) -> None:
    few = tables.open(2)
    for state in late_positions(game, 3, 20):
        winning, unknown = winning_moves(game, state, ProofNumbers(few, 2.0), 20_000)
        moves = [game.move_text(state, action) for action in state.legal()]
        expected = {text for text in moves if is_won_after(game, knowledge, state, text)}
        assert set(winning) <= expected <= set(winning) | set(unknown), game.position_text(state, None)


def is_won_after(game: Game, knowledge: Knowledge, state: State, text: str) -> bool:
    after = state.copy()
    after.apply(game.parse_move(state, text))
    return after.to_act == OVER or knowledge.value(after).value == "loss"


def test_a_search_by_proof_numbers_gives_up_after_so_many_nodes(game: Game, tables: Tablebase) -> None:
    outcome = find_winner(game.new(), ProofNumbers(tables.open(2), 2.0), 3000)
    assert outcome.winner is None
    assert 3000 <= outcome.nodes < 3100


def test_a_search_that_is_stopped_by_its_budget_has_no_answer(game: Game, tables: Tablebase) -> None:
    prover = Prover(tables.open(2), 1.0)
    assert prover.won_within(position_of(game.new()), 13, 2000) is None


def test_a_search_goes_on_from_what_it_has_excluded(game: Game, tables: Tablebase, tmp_path: Path) -> None:
    note = tmp_path / "progress.json"
    steps: list[Any] = []
    prove(game, game.new(), tables.open(3), 4.0, deepest=5, note=note, report=steps.append)
    prove(game, game.new(), tables.open(3), 4.0, deepest=6, note=note, report=steps.append)
    assert [step.plies for step in steps if step.answer is not None] == [1, 2, 3, 4, 5, 6]
    assert excluded(game, game.new(), note) == 6


def test_a_draw_of_the_tables_is_shown_to_be_one_by_proof_numbers(game: Game, goal: str, tables: Tablebase) -> None:
    if goal == "row":
        pytest.skip("with few pieces there are no draws")
    for text in ("1b3/3b1/5/1W3/5 o", "1b1b1/5/5/5/4W o", "5/1w3/5/5/2BB1 o"):
        outcome = find_winner(game.parse_position(text), ProofNumbers(tables.open(2), 4.0), 50_000)
        assert (outcome.winner, outcome.is_draw) == (None, True), text
