"""`calumma engine`: every bot of ours speaks the engine protocol, for every game."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from threading import Condition

import pytest

import calumma
from calumma import Rng, State, players
from calumma.engine import Info
from calumma.players import play_match
from calumma.players.speaking import Speaker

WAIT = "(wait for the answer)"


class Talk:
    """What a speaker said, line by line; `WAIT` among the lines waits for a move or an error."""

    def __init__(self, *lines: str, player: str = "greedy") -> None:
        self.said: list[str] = []
        self.answers = self.taken = 0
        self.condition = Condition()
        Speaker(player, self._hear, seed=3).run(self._lines(lines))

    def _hear(self, text: str) -> None:
        with self.condition:
            self.said += text.splitlines()
            self.answers += text.startswith(("bestmove", "error"))
            self.condition.notify_all()

    def _lines(self, lines: tuple[str, ...]) -> Iterator[str]:
        for line in lines:
            if line == WAIT:
                with self.condition:
                    assert self.condition.wait_for(lambda: self.answers > self.taken, 60)
                    self.taken = self.answers
            else:
                yield line + "\n"

    def of(self, word: str) -> list[str]:
        """The lines that begin with a word, without it."""
        return [line.partition(" ")[2] for line in self.said if line.partition(" ")[0] == word]


def somewhere(name: str, seats: int, seed: int = 5, plies: int = 20) -> State:
    """A position at which a seat acts and has a choice."""
    state, rng = calumma.load(name, seats).new(), Rng(seed)
    while plies > 0 or state.to_act < 0 or len(state.legal()) < 2:
        state.apply(state.pick(rng))
        plies -= 1
    return state


def asked(state: State) -> list[str]:
    game, seat = state.game, state.to_act
    chosen = " ".join(f"{name}={value}" for name, value in game.options.items())
    return [f"game {game.name} seats {game.seats} seat {seat} {chosen}", f"position {game.position_text(state, seat)}"]


def test_it_says_what_it_is() -> None:
    talk = Talk("hello 1", "isready")
    assert talk.said[0] == "name Calumma greedy"
    assert talk.of("plays") == ["yamamoto 2", "chamelequin 2 3 4", "bradley 2 3 4 5 6", "piecepack 2 3 4", "life 2 3 4"]
    assert talk.said[-4:-2] == ["option player text default greedy", "option seed number default 3 min 0 max 2147483647"]
    assert talk.said[-2:] == ["hello 1", "readyok"]


@pytest.mark.parametrize(("name", "seats"), [("yamamoto", 2), ("chamelequin", 3), ("bradley", 4), ("piecepack", 2), ("life", 4)])
def test_it_plays_every_game_from_what_its_seat_sees(name: str, seats: int) -> None:
    state = somewhere(name, seats)
    talk = Talk(*asked(state), "go lines 2", WAIT)
    infos = [Info.read(line.split()) for line in talk.of("info")]
    assert [info.line for info in infos] == [1, 2]
    assert infos[0].moves[0] == talk.of("bestmove")[0]
    assert state.game.parse_move(state, talk.of("bestmove")[0]) in state.legal()


def test_the_plies_tell_what_a_position_does_not() -> None:
    game = calumma.load("yamamoto")
    plies = ["a1a2", "a5a4", "a2a1", "a4a5"]
    talk = Talk("game yamamoto seats 2 seat 0", f"moves {' '.join(plies)}", "position wbwbw/5/5/5/WBWBW o", "go", WAIT)
    assert game.parse_move(game.new(), talk.of("bestmove")[0]) in game.new().legal()


def test_without_position_or_plies_the_match_begins() -> None:
    assert len(Talk("game bradley seats 2 seat 0", "go", WAIT).of("bestmove")) == 1


BEGUN = "game yamamoto seats 2 seat 0"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["hello you"], 'cannot read "hello you": expected the version of the protocol, like hello 1'),
        (["go"], "cannot go: send a line like game bradley seats 2 seat 0 first"),
        (["game go seats 2 seat 0"], 'unknown game "go": expected'),
        (["game yamamoto seats 3 seat 0"], 'cannot seat "3" at yamamoto'),
        (["game yamamoto seats 2 seat 2"], "there is no seat 2 in yamamoto"),
        (["game yamamoto"], 'cannot read "game yamamoto": expected something like'),
        (["game bradley seats 2 seat 0 relocate=never"], 'unknown value "never" of option relocate'),
        ([BEGUN, "position 5/5 o", "go"], 'cannot read the position "5/5 o"'),
        ([BEGUN, "position wbwbw/5/5/5/WBWBW b", "go"], "cannot go: it is not seat 0's turn but 1's"),
        ([BEGUN, "moves a1a9", "go"], 'cannot play "a1a9": there is no square a9'),
        ([BEGUN, f"go nodes 1{'0' * 22}"], f'cannot read "nodes 1{"0" * 22}": expected a whole number from 0 to 999999999999'),
        ([BEGUN, "go time soon"], 'cannot read "time soon": expected a whole number'),
        (["set depth 7"], 'there is no option "depth": expected player or seed'),
        (["set player nobody"], 'unknown player "nobody"'),
        (["set seed x"], 'cannot set the seed to "x": expected a whole number'),
    ],
)
def test_what_it_cannot_do_it_says_in_a_line(lines: list[str], error: str) -> None:
    found = Talk(*lines).of("error")
    assert len(found) == 1
    assert found[0].startswith(error)


def test_lines_that_it_does_not_know_are_skipped() -> None:
    assert Talk("ucinewgame", "", "legal a1a2", "world x", "isready").said == ["readyok"]


@pytest.mark.parametrize(("limit", "most"), [("depth 3", 3), ("nodes 3000", 64)])
def test_it_tells_what_it_thinks_meanwhile_within_its_limits(limit: str, most: int) -> None:
    infos = [Info.read(line.split()) for line in Talk(BEGUN, f"go {limit} lines 2", WAIT, player="level:6").of("info")]
    best = [info for info in infos if info.line == 1]
    assert [info.depth for info in best] == sorted(info.depth or 0 for info in best)
    assert len(best) > 2
    assert (best[-1].depth or 0) <= most
    assert best[-1].progress == 1
    assert {len(info.moves) > 0 for info in infos if info.line == 2} == {True}


def test_it_hears_while_it_thinks_and_stops_when_told() -> None:
    talk = Talk(BEGUN, "go infinite", "isready", "go", "stop", WAIT, player="mcts:100000000")
    assert talk.said[0] == "readyok"
    assert talk.of("error") == ["cannot go: send stop, or wait for bestmove, first"]
    assert len(talk.of("bestmove")) == 1


def test_the_next_question_may_follow_an_answer_at_once() -> None:
    talk = Talk(BEGUN, *["go", WAIT] * 300)
    assert (len(talk.of("bestmove")), talk.of("error")) == (300, [])


def test_quit_ends_a_thought() -> None:
    assert len(Talk(BEGUN, "go", "quit", player="mcts:100000000").of("bestmove")) == 1


def test_the_best_player_takes_the_time_it_is_given() -> None:
    assert len(Talk(BEGUN, "go time 30", WAIT, player="best").of("bestmove")) == 1


def test_the_player_can_be_changed() -> None:
    talk = Talk("set player random", "hello 1", BEGUN, "go", WAIT)
    assert talk.said[0] == "name Calumma random"
    assert len(talk.of("bestmove")) == 1


def test_the_command_plays_a_match_like_the_bot_that_it_speaks_for() -> None:
    command = shlex.join([sys.executable, "-c", "from calumma.cli import main; main()", "engine", "--player", "level:3"])
    game = calumma.load("yamamoto")
    engine = players.load(f"engine:{command}", game)
    done = play_match(game, [engine, players.load("random", game, 2)], Rng(1))
    engine.close()
    own = play_match(game, [players.load("level:3", game, 0), players.load("random", game, 2)], Rng(1))
    assert done.failure == ""
    assert done.record.plies == own.record.plies
