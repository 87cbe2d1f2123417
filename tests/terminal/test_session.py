"""Sitting at a table in the terminal, with typed lines and what is answered."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import GameError, records
from calumma.play import Match
from calumma.terminal import Look, new_table, resumed_table, sit_down
from calumma.terminal.table import TerminalTable
from ends import GAME as ENDS
from ends import end_worth, keeping

PLAIN = Look(colour=False, ascii=True, interactive=False)


def typed(*lines: str) -> Callable[..., Any]:
    """Return an asker that types these lines and then closes the terminal."""
    left = list(lines)

    def ask(prompt: str, words: list[str]) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return ask


@pytest.fixture(autouse=True)
def own_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def sit(
    capsys: pytest.CaptureFixture[str], *lines: str, players: tuple[str, str] = ("me", "me"), seed: int = 1, **options: Any
) -> tuple[TerminalTable, str]:
    table = new_table(calumma.load("yamamoto", **options), players, seed)
    assert sit_down(table, PLAIN, typed(*lines)) == 0
    return table, capsys.readouterr().out


def test_a_match_is_told_in_words_with_its_notation(capsys: pytest.CaptureFixture[str]) -> None:
    table, out = sit(capsys, "b1c3", "quit")
    assert "Orange moved the black piece from b1 to c3. b1c3" in out
    assert table.match.seen_plies() == ["b1c3"]


def test_a_whole_match_ends_with_the_reason_and_the_winner(capsys: pytest.CaptureFixture[str]) -> None:
    plies = ["b1c3", "a5a4", "c3b4", "a4a3", "b4b5", "c5b5", "d1e3"]
    table, _ = sit(capsys, *plies)
    assert table.match.seen_plies() == plies


def test_two_random_bots_play_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    table, out = sit(capsys, players=("random", "random"))
    assert table.match.over
    assert "won." in out or "share the win." in out


def test_a_wrong_move_is_answered_with_a_sentence_and_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    table, out = sit(capsys, "a1b9", "a1a4", "a1a2")
    assert 'Cannot play "a1b9": there is no square b9.' in out
    assert (
        'Cannot play "a1a4": a white piece on a dark square steps or leaps like a knight, so it cannot go from a1 to a4 (rule 2).'
        in out
    )
    assert table.match.ply == 1


def test_moves_are_listed_and_can_be_chosen_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    table, out = sit(capsys, "moves", "1")
    assert "   1 a1a2" in out
    assert table.match.seen_plies() == ["a1a2"]


def test_a_number_beyond_the_list_is_answered_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = sit(capsys, "99")
    assert 'There is no move 99 in the list: expected 1 to 27, or a move like "a1a2".' in out


def test_a_move_can_be_looked_at_before_it_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    table, out = sit(capsys, "preview b1c3", "preview b1b1", "preview")
    assert "Moves the black piece from b1 to c3." in out
    assert 'Cannot play "b1b1"' in out
    assert 'Cannot play "": expected two squares' in out
    assert table.match.ply == 0


def test_undo_takes_back_the_own_turn_and_the_bots_reply(capsys: pytest.CaptureFixture[str]) -> None:
    table, out = sit(capsys, "b1c3", "undo", players=("me", "random"))
    assert "Took back your last turn." in out
    assert table.match.ply == 0


def test_undo_before_the_first_move_is_answered_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = sit(capsys, "undo")
    assert "There is nothing to take back" in out


def hint_at(capsys: pytest.CaptureFixture[str], match: Match) -> str:
    """What a person is told who asks for a hint in a match."""
    assert sit_down(TerminalTable(match, [None, None], 1), PLAIN, typed("hint", "quit")) == 0
    return capsys.readouterr().out


def test_a_hint_names_a_legal_move(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(calumma.load("chamelequin"))
    texts = [match.game.move_text(match.state, action) for action in match.state.legal()]
    out = hint_at(capsys, match)
    assert any(f"would play {text}. Chances: " in out for text in texts)


def test_the_first_hint_of_a_solved_game_is_the_certificates(capsys: pytest.CaptureFixture[str]) -> None:
    out = hint_at(capsys, Match(calumma.load("yamamoto")))
    wins = r"Orange wins in at most \d+ plies, whatever the other side does, by the certificate\."
    assert re.search(rf"Play [a-e1-5]{{4}}\. {wins}", out)


def test_a_hint_follows_what_is_known_exactly_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    match = end_worth(1.0)
    wins = f"{ENDS.seat_names[match.to_act]} wins for certain, whatever the other side does."
    out = hint_at(capsys, match)
    assert any(f"Play {text}. {wins}" in out for text in keeping(match.state))
    assert "A strong player" not in out


def test_a_hint_in_a_lost_position_says_so_and_what_to_try(capsys: pytest.CaptureFixture[str]) -> None:
    match = end_worth(0.0)
    wins = f"{ENDS.seat_names[1 - match.to_act]} wins this for certain, whatever you do."
    assert f"{wins} A strong player would go on with " in hint_at(capsys, match)


def test_help_and_rules_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = sit(capsys, "?", "rules")
    assert "take back your last turn" in out
    assert "Every piece may step one square" in out


def test_resigning_ends_the_match_for_the_other_side(capsys: pytest.CaptureFixture[str]) -> None:
    table, out = sit(capsys, "resign", players=("me", "random"))
    assert table.match.result.payoffs == (0.0, 1.0)
    assert "Blue (random) won." in out


def test_a_saved_match_is_resumed_where_it_was(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    sit(capsys, "b1c3", f"save {file}", players=("me", "random"))
    table = resumed_table(file, None, 1)
    assert [bot is None for bot in table.bots] == [True, False]
    assert table.match.seen_plies()[0] == "b1c3"


def test_saving_without_a_name_or_to_nowhere_is_answered_with_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, out = sit(capsys, "save", f"save {tmp_path}/nowhere/match.json")
    assert "Cannot save the match: expected a file name" in out
    assert "No such file or directory" in out


def test_leaving_in_the_middle_keeps_the_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out = sit(capsys, "b1c3", "quit")
    kept = list((tmp_path / "data" / "calumma" / "unfinished").iterdir())
    assert len(kept) == 1
    assert str(kept[0]) in out
    assert records.load(kept[0]).plies == ("b1c3",)


def test_an_empty_line_draws_the_board_again(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = sit(capsys, "")
    assert out.count(":W:") == 2 * 3


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (["me"], 'cannot seat 1 players ("me") at yamamoto: expected 2'),
        (["me", "nobody"], 'unknown player "nobody"'),
        (["me", "level:9"], 'unknown level in "level:9"'),
    ],
)
def test_wrong_players_get_a_sentence(players: list[str], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        new_table(calumma.load("yamamoto"), players, 1)


def test_threats_to_a_piece_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = sit(capsys, "a1b3", "a5b4", "threats b3", "threats c3", "threats z9")
    assert "Blue could capture it from b4." in out
    assert "Nothing threatens c3." in out
    assert 'There is no cell "z9": expected one on the board, like threats a1.' in out


def test_an_engine_that_fails_gives_the_match_up(capsys: pytest.CaptureFixture[str]) -> None:
    cases = "hello*) echo hello 1;; isready) echo readyok;; go*) exit 7;;"
    failing = f"engine:sh -c 'while read -r line; do case $line in {cases} esac; done'"
    table, out = sit(capsys, players=(failing, "random"))
    assert "exited with status 7 in the middle of a match." in out
    assert "One side resigned." in out
    assert table.match.result is not None
    assert table.match.result.winners == (1,)
