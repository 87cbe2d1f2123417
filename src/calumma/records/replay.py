"""Replaying a record: every ply is checked, and the result is compared with what the record says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isclose

from calumma.core import CHANCE, OVER, Game, GameError, State
from calumma.records.fields import shown
from calumma.records.record import FORFEITS, Record

NO_REPLAY = "a seat's record with hidden plies cannot be replayed: expected the full record"


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that fits the rules: its game, the action of every ply and the last position."""

    game: Game
    actions: tuple[int, ...]
    state: State


def replay(record: Record) -> Iterator[tuple[int, State, int]]:
    """Yield every ply's number, the position before it (live: copy it to keep it) and its action.

    GameError names the first ply that does not fit. The result is not compared; `check` does that.
    """
    game = record.load_game()
    yield from _walk(game, game.new(), record)


def check(record: Record) -> Replay:
    """Return the replay of a record that fits the rules in every ply and in its result; GameError says what does not."""
    game = record.load_game()
    _check_seats(record)
    state = game.new()
    actions = tuple(action for _, _, action in _walk(game, state, record))
    _check_result(record, game, state)
    return Replay(game, actions, state)


def _walk(game: Game, state: State, record: Record) -> Iterator[tuple[int, State, int]]:
    if record.hidden:
        raise GameError(NO_REPLAY)
    for number, text in enumerate(record.plies):
        action = read_ply(game, state, number, text)
        yield number, state, action
        state.apply(action)


def read_ply(game: Game, state: State, number: int, text: str) -> int:
    """Return the action of a ply of a record; GameError names the ply."""
    if state.to_act == OVER:
        raise GameError(f"ply {number} {shown(text)}: the match is already over")
    if (state.to_act == CHANCE) != text.startswith("~"):
        expected = "a chance outcome, beginning with ~," if state.to_act == CHANCE else f"a move of seat {state.to_act}"
        raise GameError(f"ply {number} {shown(text)}: expected {expected} here")
    try:
        return game.parse_move(state, text)
    except GameError as error:
        sentence = str(error).removeprefix(f'cannot play "{text}": ')
        raise type(error)(f"ply {number} {shown(text)}: {sentence}") from None


def _check_seats(record: Record) -> None:
    lists: list[tuple[str, Sequence[object] | None]] = [
        ("players", record.players),
        ("scores", record.scores),
        ("payoffs", record.payoffs),
        ("seeds", record.chance.seeds if record.chance else None),
        ("commitments of seeds", record.chance.seed_commitments if record.chance else None),
    ]
    for name, values in lists:
        if values is not None and len(values) != record.seats:
            raise GameError(f"the record has {len(values)} {name}: expected one for each of the {record.seats} seats")


def _check_result(record: Record, game: Game, state: State) -> None:
    if list(record.scores) != state.scores():
        raise GameError(f"the scores are {_row(record.scores)}, but the plies give {_row(state.scores())}")
    if state.to_act == OVER:
        _compare(record, state.payoffs(), state.reason())
    elif record.payoffs is None:
        if record.reason:
            raise GameError(f"the record has the reason {shown(record.reason)} but no payoffs: expected both or none")
    else:
        _check_forfeit(record, game)


def _compare(record: Record, payoffs: Sequence[float], reason: str) -> None:
    if record.payoffs is None:
        raise GameError(f"the plies end the match, but the record has no payoffs: expected {_row(payoffs)}")
    if not _same(record.payoffs, payoffs):
        raise GameError(f"the payoffs are {_row(record.payoffs)}, but the plies give {_row(payoffs)}")
    if record.reason != reason:
        raise GameError(f"the reason is {shown(record.reason)}, but the plies give {shown(reason)}")


def _check_forfeit(record: Record, game: Game) -> None:
    payoffs = record.payoffs or ()
    if record.reason not in FORFEITS:
        expected = " or ".join(FORFEITS)
        raise GameError(f"the record has payoffs but its plies do not end the match: expected the reason {expected}")
    if len(game.teams) != 2:
        raise GameError(f"the match has {len(game.teams)} sides, so it cannot have ended because one {_did(record.reason)}")
    if not any(_same(payoffs, forfeit_payoffs(game, side[0])) for side in game.teams):
        raise GameError(f"the payoffs are {_row(payoffs)}: expected one side to have lost because it {_did(record.reason)}")


def _did(reason: str) -> str:
    return "resigned" if reason == "resigned" else "ran out of time"


def forfeit_payoffs(game: Game, seat: int) -> tuple[float, ...]:
    """Return the payoffs if the side of a seat gives up against one other side, whose seats share 1 equally."""
    lost = next(side for side in game.teams if seat in side)
    share = 1 / (game.seats - len(lost))
    return tuple(0.0 if other in lost else share for other in range(game.seats))


def _same(these: Sequence[float], those: Sequence[float]) -> bool:
    return len(these) == len(those) and all(isclose(a, b, abs_tol=1e-6) for a, b in zip(these, those, strict=True))


def _row(values: Sequence[float]) -> str:
    return shown(list(values))
