"""Exact values, the perfect player, and puzzles by what the tables say."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.core import OVER, Game, GameError, State
from calumma.games.yamamoto.solving.certificate import certificate_path, read_claim, rewrite_head
from calumma.games.yamamoto.solving.certify import certify
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.solve import prove
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.games.yamamoto.solving.verify import verify
from calumma.players import load
from calumma.puzzles import puzzles_of
from calumma.solutions import AT_EASE, Effort, solution_of, solved_games

LATE = "b2b1/Ww3/B4/3W1/W4 o"
FAR = {"dots": "bw3/w4/5/1W1B1/4W o", "row": "w3b/2w2/5/W1B2/4W o"}  # beyond a short proof


@pytest.fixture
def known_game(game: Game, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose shared knowledge is that of the tables which the tests make."""
    monkeypatch.setattr("calumma.players.perfect.solution_of", lambda game: knowledge)
    return game


def ends(game: Game, state: State, players: list[Any]) -> int:
    plies = 0
    while state.to_act != OVER:
        state.apply(players[state.to_act].choose(state, state.to_act).action)
        plies += 1
    return plies


def test_the_value_of_a_table_position_is_told_with_its_best_moves(game: Game, knowledge: Knowledge) -> None:
    state = game.parse_position("5/W4/2w2/5/5 o")
    answer: Any = knowledge.value(state).as_json(state)
    assert (answer["value"], answer["plies"]) == ("win", 1)
    assert "a4b5" in answer["best"]


def test_nothing_is_known_beyond_tables_certificate_and_a_short_proof(game: Game, goal: str, knowledge: Knowledge) -> None:
    assert Knowledge(game, knowledge.tablebase).value(game.parse_position(FAR[goal])) is None


def test_every_best_move_leads_to_a_position_one_ply_nearer(game: Game, knowledge: Knowledge) -> None:
    state = game.parse_position("w4/5/2B2/W4/4b o")
    known = knowledge.value(state)
    for action in known.best:
        after = state.copy()
        after.apply(action)
        assert after.to_act == OVER or knowledge.value(after).plies == known.plies - 1


def test_two_perfect_players_end_the_match_in_exactly_the_plies_of_the_table(known_game: Game, knowledge: Knowledge) -> None:
    state = known_game.parse_position("w4/5/2B2/W4/4b o")
    known = knowledge.value(state)
    players = [load("perfect", known_game, seed) for seed in (1, 2)]
    assert ends(known_game, state, players) == known.plies


def test_the_perfect_player_wins_every_won_position_against_anybody(known_game: Game, knowledge: Knowledge) -> None:
    for seed in range(8):
        state = known_game.parse_position("w4/5/2B2/W4/4b o")
        known = knowledge.value(state)
        winner = state.to_act if known.value == "win" else 1 - state.to_act
        players = [load("random", known_game, seed) for _ in range(2)]
        players[winner] = load("perfect", known_game, seed)
        assert ends(known_game, state, players) <= known.plies
        assert state.payoffs()[winner] == 1.0


def test_the_perfect_player_searches_where_nothing_is_known_and_says_so(known_game: Game) -> None:
    state = known_game.new()
    state.apply(known_game.parse_move(state, "a1b3"))
    choice = load("perfect@50ms", known_game, 1).choose(state, 1)
    assert choice.action in state.legal()
    assert "searched" in choice.note


def test_the_perfect_player_plays_solved_games_only() -> None:
    with pytest.raises(GameError, match="it needs a solved game, yamamoto"):
        load("perfect", calumma.load("bradley"), 1)


def test_a_certificate_tells_the_value_of_its_start_and_of_every_position_on_its_lines(
    game: Game, tables: Tablebase, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    state = game.parse_position(LATE)
    outcome, prover = prove(game, state, tables.open(), 4.0, deepest=12)
    path = tmp_path / "calumma" / "solutions" / f"yamamoto-{goal}.proof"
    assert outcome.winner is not None
    claim = certify(path, game, state, outcome.winner, prover, least=outcome.plies)
    knowledge = Knowledge(game, Tablebase(goal, tmp_path / "none"))
    left = claim.plies
    while state.to_act != OVER:
        known = knowledge.value(state)
        assert (known.value, known.plies) == ("win" if state.to_act == claim.winner else "loss", left)
        assert known.source in ("certificate", "proof")
        state.apply(known.best[0])
        left -= 1
    assert left == 0


def test_the_shorter_of_two_certificates_is_the_one_that_speaks(
    goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    packaged = certificate_path(goal)
    assert packaged
    own = tmp_path / "calumma" / "solutions" / packaged.name
    own.parent.mkdir(parents=True)
    shutil.copy(packaged, own)
    for by, expected in ((2, packaged), (-2, own)):
        rewrite_head(own, replace(read_claim(packaged), plies=read_claim(packaged).plies + by))
        assert certificate_path(goal) == expected


def test_puzzles_within_the_tables_have_one_winning_first_move(game: Game, knowledge: Knowledge, goal: str) -> None:
    chosen = [puzzle for puzzle in puzzles_of("yamamoto") if puzzle.game.options["goal"] == goal]
    small = [puzzle for puzzle in chosen if sum(letter in "WBwb" for letter in puzzle.position.split()[0]) <= 4]
    assert small
    for puzzle in small:
        state = game.parse_position(puzzle.position)
        known = knowledge.value(state)
        assert (known.value, known.plies) == ("win", puzzle.turns)
        assert [game.move_text(state, action) for action in known.best] == [puzzle.line[0]]


def test_only_games_with_a_solving_package_are_solved() -> None:
    assert solved_games() == ["yamamoto"]
    with pytest.raises(GameError, match="not solved"):
        solution_of(calumma.load("bradley"))


def test_the_start_is_won_by_the_certificate_of_the_package(
    game: Game, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said about the start is read from the certificate: its head, and the moves behind it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    knowledge = Knowledge(game)
    known = knowledge.value(game.new())
    head = knowledge.claim
    assert (known.value, known.plies, head.winner, head.goal) == ("win", head.plies, 0, goal)
    state = game.new()
    state.apply(known.best[0])
    assert knowledge.value(state).plies == head.plies - 1


def test_the_perfect_player_wins_from_the_start_by_the_certificate_alone(
    game: Game, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calumma.players.perfect.solution_of", lambda game: Knowledge(game, Tablebase(goal, tmp_path)))
    state = game.new()
    players: list[Any] = [load("perfect", game, 1), load("random", game, 2)]
    assert ends(game, state, players) <= players[0].solution.claim.plies
    assert state.payoffs() == [1.0, 0.0]


@pytest.fixture
def no_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where calumma-solutions is not installed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("calumma.games.yamamoto.solving.certificate.PACKAGE", "calumma_solutions_of_nobody")


@pytest.mark.usefixtures("no_certificate")
def test_without_the_certificates_nothing_is_known_of_the_start_and_the_way_to_them_is_told(game: Game, goal: str) -> None:
    assert certificate_path(goal) is None
    assert Knowledge(game).value(game.new()) is None
    assert "install the calumma-solutions wheel" in Knowledge(game).beyond()
    assert f'"calumma solve yamamoto --option goal={goal}"' in Knowledge(game).beyond()


@pytest.mark.usefixtures("no_certificate")
def test_without_the_certificates_tables_and_short_proofs_still_speak(game: Game, tables: Tablebase) -> None:
    state = game.parse_position("5/W4/2w2/5/5 o")
    assert Knowledge(game, tables).value(state).source == "tables"
    found = Knowledge(game).value(state)
    assert (found.value, found.plies, found.source) == ("win", 1, "proof")


@pytest.mark.usefixtures("no_certificate")
def test_without_the_certificates_the_perfect_player_searches_and_says_why(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.players.perfect.solution_of", Knowledge)
    choice = load("perfect@50ms", game, 1).choose(game.new(), 0)
    assert choice.action in game.new().legal()
    assert choice.note == "searched: no certificate is installed"


@pytest.mark.long
def test_the_certificates_of_the_package_are_proven(goal: Any) -> None:
    path = certificate_path(goal)
    assert path
    verdict = verify(path)
    assert (verdict.goal, verdict.winner, verdict.start) == (goal, 0, "wbwbw/5/5/5/WBWBW o")


def test_a_search_finds_wins_that_are_too_far_for_a_proof(known_game: Game, goal: str, knowledge: Knowledge) -> None:
    state = known_game.parse_position(FAR[goal])
    assert knowledge.value(state) is None
    found = knowledge.value(state, Effort(1, 1, 200_000))
    assert (found.source, found.is_at_most) == ("search", True)
    winner = state.to_act if found.value == "win" else 1 - state.to_act
    for _ in range(3):  # along its own moves the win comes nearer
        state.apply(found.best[0])
        after = knowledge.value(state, Effort(1, 1, 200_000))
        assert (after.value == "win") == (state.to_act == winner)
        assert after.plies < found.plies
        found = after


def test_a_lost_perfect_player_sets_a_trap(known_game: Game, knowledge: Knowledge) -> None:
    """Of the moves that resist longest it takes one after which no smaller part of the replies wins."""
    state = next(after for after in _positions(known_game, "w4/5/2B2/W4/4b o") if is_lost(knowledge, after))
    known = knowledge.value(state)
    kept = {action: winning_replies(knowledge, state, action) for action in known.best}
    action = load("perfect", known_game, 1).choose(state, state.to_act).action
    assert kept[action] == min(kept.values())


def test_a_lost_perfect_player_sets_the_best_trap_beyond_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moves leave 3 of 19 replies that win, as searches of 60,000 positions for every reply to every move have found.

    Replies that nobody has looked at are no mistakes: if they were, b5b4 would leave none that wins.
    """
    game = calumma.load("yamamoto", goal="dots")
    monkeypatch.setattr("calumma.players.perfect.solution_of", lambda game: Knowledge(game, Tablebase("dots", tmp_path)))
    monkeypatch.setattr("calumma.players.perfect.TRAPS", 20_000)  # enough for these
    state = game.parse_position("wb2w/5/4B/W4/4W b")
    chosen = [load("perfect", game, 1).choose(state, state.to_act).action for _ in range(2)]
    assert game.move_text(state, chosen[0]) in ("a5b4", "b5a3")
    assert chosen[0] == chosen[1]  # without a time it does the same, if it remembers the same


class Ignorant(Knowledge):
    """Knows nothing."""

    def value(self, state: State, effort: Effort = AT_EASE) -> None:  # type: ignore[override]
        return None


def test_with_a_time_the_perfect_player_searches_as_long_as_it_has(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.players.perfect.solution_of", Ignorant)
    monkeypatch.setattr("calumma.players.perfect.NODES", 1_000)
    assert load("perfect", game, 1).choose(game.new(), 0).nodes <= 2_000
    if game.is_compiled:
        assert load("perfect@0.5s", game, 1).choose(game.new(), 0).nodes > 2_000


class Stopping(Knowledge):
    """Knows nothing, and has the player stopped that asks."""

    asked = 0

    def value(self, state: State, effort: Effort = AT_EASE) -> None:  # type: ignore[override]
        self.asked += 1
        self.player.stop()

    player: Any = None


def test_the_perfect_player_asks_no_more_when_it_is_stopped(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = Stopping(game)
    monkeypatch.setattr("calumma.players.perfect.solution_of", lambda game: knowledge)
    knowledge.player = load("perfect@3600s", game, 1)
    assert knowledge.player.choose(game.new(), 0).action in game.new().legal()
    assert knowledge.asked == 1


def is_lost(knowledge: Knowledge, state: State) -> bool:
    known = None if state.to_act == OVER else knowledge.value(state)
    return known is not None and known.value == "loss" and len(known.best) > 1


def _positions(game: Game, text: str) -> list[State]:
    """Positions within two plies."""
    found = [game.parse_position(text)]
    for _ in range(2):
        for state in list(found):
            for action in state.legal() if state.to_act != OVER else []:
                after = state.copy()
                after.apply(action)
                found.append(after)
    return found


def winning_replies(knowledge: Knowledge, state: State, action: int) -> float:
    after = state.copy()
    after.apply(action)
    wins = []
    for reply in after.legal():
        last = after.copy()
        last.apply(reply)
        wins.append(1 if last.to_act == OVER else knowledge.value(last).value == "loss")
        if last.to_act == OVER and last.payoffs()[state.to_act] == 0.0:
            return 1.0
    return sum(wins) / len(wins)


def test_a_draw_that_a_search_finds_is_told_with_the_moves_that_keep_it(tmp_path: Path) -> None:
    game = calumma.load("yamamoto", goal="dots")
    knowledge, tables = Knowledge(game, Tablebase("dots", tmp_path / "none")), Tablebase("dots", tmp_path / "three")
    state = game.parse_position("1b3/3b1/5/1W3/5 o")
    found = knowledge.value(state, Effort(3, 1000, 50_000))
    tables.build(3)
    exact = Knowledge(game, tables).value(state)
    assert (found.value, found.source, exact.value) == ("draw", "search", "draw")
    assert set(found.best) == set(exact.best)


def test_tables_that_are_made_meanwhile_are_taken_up(game: Game, goal: str, tmp_path: Path) -> None:
    knowledge, state = Knowledge(game, Tablebase(goal, tmp_path)), game.parse_position("5/W4/2w2/5/5 o")
    assert knowledge.value(state).source == "proof"
    Tablebase(goal, tmp_path).build(2)
    assert knowledge.value(state).source == "tables"
