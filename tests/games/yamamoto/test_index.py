"""The index of a certificate: together with a short proof it answers for every position of the strategy."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calumma.core import OVER, Game, GameError, Rng, State
from calumma.games.yamamoto.endings import Endings
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.solving import knowledge as knowing
from calumma.games.yamamoto.solving.certificate import certificate_path, read_claim, rewrite_head
from calumma.games.yamamoto.solving.certify import certify
from calumma.games.yamamoto.solving.index import PLIES, Index, index_path, write_index
from calumma.games.yamamoto.solving.knowledge import Knowledge, read_strategy
from calumma.games.yamamoto.solving.positions import action_of, position_of
from calumma.games.yamamoto.solving.solve import prove
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.solutions import Effort

FAR = {"dots": "bw3/w4/5/1W1B1/4W o", "row": "w3b/2w2/5/W1B2/4W o"}  # won in eleven plies: beyond a short proof
NOTHING = Effort(0, 0)


@pytest.fixture(scope="module")
def certificate(game: Game, goal: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small certificate with its index."""
    state = game.parse_position(FAR[goal])
    outcome, prover = prove(game, state, Endings(goal, 0), 8.0, deepest=11)
    path = tmp_path_factory.mktemp("certificates") / f"yamamoto-{goal}.proof"
    assert outcome.winner is not None
    certify(path, game, state, outcome.winner, prover, least=outcome.plies)
    return path


@pytest.fixture
def known(game: Game, certificate: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Knowledge:
    """What is known by that certificate alone, without tables."""
    monkeypatch.setattr(knowing, "certificate_path", lambda goal: certificate)
    return Knowledge(game, Tablebase(str(game.options["goal"]), tmp_path))


def without_index(game: Game, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Knowledge:
    """What is known by a certificate whose index is not there."""
    alone = tmp_path / path.name
    shutil.copy(path, alone)
    monkeypatch.setattr(knowing, "certificate_path", lambda goal: alone)
    return Knowledge(game, Tablebase(str(game.options["goal"]), tmp_path))


def after(state: State, action: int) -> State:
    state = state.copy()
    state.apply(action)
    return state


def positions(game: Game, strategy: Any, start: Any, winner: Any) -> Iterator[State]:
    """Every position of a strategy, once."""
    left, seen = [start], set()
    while left:
        state = left.pop()
        text = game.position_text(state, None)
        if state.to_act == OVER or text in seen:
            continue
        seen.add(text)
        yield state
        own = state.to_act == winner
        actions = [action_of(state, strategy.find(position_of(state))[0])] if own else state.legal()
        left += [after(state, action) for action in actions]


def test_every_position_of_a_small_strategy_is_answered_as_the_strategy_answers(
    game: Game, certificate: Path, known: Knowledge
) -> None:
    strategy: Any = read_strategy(game, certificate, 0)
    claim, index = read_claim(certificate), Index(certificate)
    found = {"certificate": 0, "proof": 0}
    for state in positions(game, strategy, game.parse_position(claim.start), claim.winner):
        said = known.value(state, NOTHING)
        found[said.source] += 1
        if state.to_act != claim.winner:
            most = max(strategy.find(position_of(after(state, action)))[1] for action in state.legal())
            assert said.value == "loss"
            assert said.plies <= most + 1
            continue
        move, plies = strategy.find(position_of(state))
        assert said.value == "win"
        assert said.plies == plies if index.find(position_of(state)) else said.plies <= min(plies, PLIES)
        assert said.source == "proof" or said.best[0] == action_of(state, move)
    assert min(found.values()) > 0
    assert index.count < found["proof"]


def test_a_reflected_position_is_found_with_the_reflected_move(game: Game, certificate: Path, goal: str) -> None:
    index: Any = Index(certificate)
    state = game.parse_position(FAR[goal])
    board, turn = FAR[goal].split()
    mirrored = game.parse_position("/".join(rank[::-1] for rank in board.split("/")) + f" {turn}")
    (move, plies), (other, others) = index.find(position_of(state)), index.find(position_of(mirrored))
    texts = [game.move_text(one, action_of(one, found)) for one, found in ((state, move), (mirrored, other))]
    assert texts[1] == texts[0].translate(str.maketrans("abcde", "edcba"))
    assert plies == others


def test_the_certificates_of_the_package_are_answered_along_random_defences(
    game: Game, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The winner follows what is known, the loser plays anything: always won, and never later than was said."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(knowing, "read_strategy", lambda *about: pytest.fail("the certificate was read whole"))
    known: Any = Knowledge(game)
    rng = Rng(20_261)
    seen = set()
    for _ in range(6):
        state = game.new()
        last = known.value(state)
        while state.to_act != OVER:
            said = known.value(state)
            assert said.value == ("win" if state.to_act == 0 else "loss")
            assert said.plies <= last.plies
            seen.add(said.plies)
            last = replace(said, plies=said.plies - 1)
            state.apply(said.best[0] if state.to_act == 0 else state.pick(rng))
        assert state.payoffs() == [1.0, 0.0]
    assert len(seen) > 10


@pytest.mark.long
def test_the_certificates_of_the_package_are_answered_as_their_strategies_answer(
    game: Game, goal: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions of every number of plies, by walks through the strategy with random replies."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = certificate_path(goal)
    strategy, known, rng = read_strategy(game, path, 0), Knowledge(game), Rng(7)
    for _ in range(300):
        state = game.new()
        while state.to_act != OVER:
            said = known.value(state, NOTHING)
            if state.to_act == 1:
                assert said.value == "loss"
                state.apply(state.pick(rng))
                continue
            planned = strategy.find(position_of(state))
            assert planned
            move, plies = planned
            assert said.value == "win"
            assert said.plies <= plies
            assert said.source == "proof" or action_of(state, move) in said.best
            state.apply(action_of(state, move))


def test_a_position_outside_the_strategy_is_not_claimed(game: Game, known: Knowledge, goal: str) -> None:
    assert known.value(game.new(), NOTHING) is None
    assert known.value(after(game.new(), game.new().legal()[0]), NOTHING) is None


def test_an_index_answers_for_a_certificate_whose_strategy_was_left_out(certificate: Path, tmp_path: Path) -> None:
    head = tmp_path / "head.proof"
    head.write_bytes(certificate.read_bytes().partition(b"\n")[0] + b"\n")
    shutil.copy(index_path(certificate), index_path(head))
    assert Index(head).count == Index(certificate).count


def test_a_certificate_with_another_head_keeps_its_index(certificate: Path, tmp_path: Path) -> None:
    other = tmp_path / certificate.name
    shutil.copy(certificate, other)
    shutil.copy(index_path(certificate), index_path(other))
    rewrite_head(other, replace(read_claim(other), least=3))
    assert Index(other).count == Index(certificate).count


def damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1] + b"\0")


def short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def headless(path: Path) -> None:
    path.write_bytes(b"nothing")


def foreign(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"winner": 0', b'"winner": 1'))


def of_another_format(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"format": 1', b'"format": 2'))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (damaged, "is damaged"),
        (short, "is damaged"),
        (headless, "is damaged"),
        (foreign, "belongs to another certificate"),
        (of_another_format, "has another format"),
        (lambda path: path.unlink(), "there is no index"),
    ],
)
def test_an_index_that_does_not_fit_is_refused_with_a_sentence(
    certificate: Path, tmp_path: Path, spoil: Callable[..., Any], sentence: str
) -> None:
    other = tmp_path / certificate.name
    shutil.copy(certificate, other)
    shutil.copy(index_path(certificate), index_path(other))
    spoil(index_path(other))
    with pytest.raises(GameError, match=sentence):
        Index(other)


def test_without_an_index_the_certificate_is_read_whole_and_the_way_to_one_is_told(
    game: Game, certificate: Path, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    known = without_index(game, certificate, tmp_path, monkeypatch)
    start = game.parse_position(FAR[goal])
    said = known.value(after(start, known.value(start).best[0]), NOTHING)
    assert (said.value, said.plies, said.source) == ("loss", 10, "certificate")
    assert 'until "calumma index-solution" makes a new one' in caplog.text


def test_an_index_can_be_made_for_a_certificate_that_lacks_one(game: Game, certificate: Path, tmp_path: Path) -> None:
    other = tmp_path / certificate.name
    shutil.copy(certificate, other)
    told = []
    write_index(other, read_strategy(game, other, 1), lambda done, count: told.append((done, count)))
    assert index_path(other).read_bytes() == index_path(certificate).read_bytes()
    assert told[-1][0] == told[-1][1] == read_claim(certificate).positions


@pytest.mark.contract
def test_the_soonest_win_is_the_same_on_both_cores_whatever_was_asked_before(game: Game, goal: str) -> None:
    prover = Prover(Endings(goal, 0), 0.25)
    far, near = (position_of(game.parse_position(text)) for text in (FAR[goal], "b2b1/Ww3/B4/3W1/W4 o"))
    before = prover.soonest_win(near, 5, 400), prover.nodes
    assert prover.soonest_win(far, 9, 200) is None
    nodes = prover.nodes
    assert (prover.soonest_win(near, 5, 400), prover.nodes - nodes) == before
    assert prover.soonest_win(position_of(game.parse_position("5/W4/2w2/5/5 o")), 3, 100) == 1
