"""Replaying a record: every ply is checked, and the result is compared with what the record says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isclose

from calumma.core import CHANCE, OVER, Game, GameError, State
from calumma.core.messages import either
from calumma.core.words import Words
from calumma.records.fields import shown
from calumma.records.record import FORFEITS, Record

say = Words(__package__)
in_core = Words("calumma.core")


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that fits the rules, its game, the action of every ply and the last position."""

    record: Record
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
    return Replay(record, game, actions, state)


def _walk(game: Game, state: State, record: Record) -> Iterator[tuple[int, State, int]]:
    if record.hidden:
        raise GameError(say("seat-s-record-hidden"))
    for number, text in enumerate(record.plies):
        action = read_ply(game, state, number, text)
        yield number, state, action
        state.apply(action)


def read_ply(game: Game, state: State, number: int, text: str) -> int:
    """Return the action of a ply of a record; GameError names the ply."""
    if state.to_act == OVER:
        raise GameError(say("ply-after-end", number=number, text=shown(text)))
    if (state.to_act == CHANCE) != text.startswith("~"):
        if state.to_act == CHANCE:
            raise GameError(say("expected-chance-outcome", number=number, text=shown(text)))
        raise GameError(say("expected-move-of-seat", number=number, text=shown(text), seat=state.to_act))
    try:
        return game.parse_move(state, text)
    except GameError as error:
        sentence = str(error).removeprefix(in_core("cannot-play-because", text=text, reason=""))
        raise type(error)(say("ply-refused", number=number, text=shown(text), reason=sentence)) from None


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
            raise GameError(say("one-for-each-seat", count=len(values), name=name, seats=record.seats))


def _check_result(record: Record, game: Game, state: State) -> None:
    if list(record.scores) != state.scores():
        raise GameError(say("scores-but-plies-give", scores=_row(record.scores), expected=_row(state.scores())))
    if state.to_act == OVER:
        _compare(record, state.payoffs(), state.reason())
    elif record.payoffs is None:
        if record.reason:
            raise GameError(say("record-reason-but-no", reason=shown(record.reason)))
    else:
        _check_forfeit(record, game)


def _compare(record: Record, payoffs: Sequence[float], reason: str) -> None:
    if record.payoffs is None:
        raise GameError(say("plies-end-match-but", expected=_row(payoffs)))
    if not _same(record.payoffs, payoffs):
        raise GameError(say("payoffs-but-plies-give", payoffs=_row(record.payoffs), expected=_row(payoffs)))
    if record.reason != reason:
        raise GameError(say("reason-but-plies-give", reason=shown(record.reason), expected=shown(reason)))


def _check_forfeit(record: Record, game: Game) -> None:
    payoffs = record.payoffs or ()
    if record.reason not in FORFEITS:
        expected = either(FORFEITS)
        raise GameError(say("record-payoffs-but-plies", expected=expected))
    if len(game.teams) != 2:
        raise GameError(say(f"sides-and-{record.reason}", count=len(game.teams)))
    if not any(_same(payoffs, forfeit_payoffs(game, side[0])) for side in game.teams):
        raise GameError(say(f"payoffs-and-{record.reason}", payoffs=_row(payoffs)))


def forfeit_payoffs(game: Game, seat: int) -> tuple[float, ...]:
    """Return the payoffs if the side of a seat gives up against one other side: the lowest, and the rest shared equally.

    Where payoffs have no fixed sum the other side gets the highest.
    """
    lost = next(side for side in game.teams if seat in side)
    pays = game.payoffs
    won = pays.highest if pays.total is None else (pays.total - len(lost) * pays.lowest) / (game.seats - len(lost))
    return tuple(pays.lowest if other in lost else won for other in range(game.seats))


def _same(these: Sequence[float], those: Sequence[float]) -> bool:
    return len(these) == len(those) and all(isclose(a, b, abs_tol=1e-6) for a, b in zip(these, those, strict=True))


def _row(values: Sequence[float]) -> str:
    return shown(list(values))
