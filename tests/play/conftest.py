"""A small game with luck and secrets, so that matches can be tested on every road: draws, hidden hands, teams, long turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import calumma
from calumma import core
from calumma.core import CHANCE, OVER, Definition, Effect, NotationError, all_but, choice, only
from calumma.play import Luck, Match
from calumma.testing import known

CARDS = "abc"
KEEP, GIVE, MORE, DRAW = 0, 1, 2, 10
MOVES = ("keep", "give", "more")


class Urn:
    """Three cards a (1 point), two b (2), one c (3). A turn draws one unseen by the others, then: keep it, give it to the
    next seat, or keep it and draw one more (once a turn). After as many turns as the option says, or with an empty urn,
    the most points win.
    """

    def __init__(self, game: Any) -> None:
        self.game, self.seats = game, game.seats
        self.left, self.turn, self.card, self.second = [3, 2, 1], 0, -1, False
        self.own = [0] * self.seats
        self.given = [0] * self.seats

    @property
    def to_act(self) -> int:
        if self.card >= 0:
            return self.turn % self.seats
        return OVER if self.turn == 4 or not any(self.left) else CHANCE

    def legal(self) -> list[int]:
        if self.to_act == OVER:
            return []
        if self.to_act == CHANCE:
            return [action for action, _ in self.chance()]
        return [KEEP, GIVE, MORE] if any(self.left) and not self.second else [KEEP, GIVE]

    def chance(self) -> list[tuple[int, int]]:
        return [(DRAW + card, count) for card, count in enumerate(self.left) if count] if self.to_act == CHANCE else []

    def apply(self, action: int) -> None:
        if action >= DRAW:
            self.card = action - DRAW
            self.left[self.card] -= 1
            return
        seat = self.turn % self.seats
        if action == GIVE:
            self.given[(seat + 1) % self.seats] += self.card + 1
        else:
            self.own[seat] += self.card + 1
        self.card, self.second = -1, action == MORE
        self.turn += action != MORE

    def scores(self) -> list[int]:
        return [own + given for own, given in zip(self.own, self.given, strict=True)]

    def payoffs(self) -> list[float]:
        side_of = {seat: side for side in self.game.teams for seat in side}
        points = {side: sum(self.scores()[seat] for seat in side) for side in self.game.teams}
        winners = [seat for seat in range(self.seats) if points[side_of[seat]] == max(points.values())]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    def reason(self) -> str:
        return "" if self.to_act != OVER else "turns" if self.turn == 4 else "empty"

    def seen(self, action: int, seat: int | None) -> int | None:
        return None if action >= DRAW and seat != self.turn % self.seats else action

    def effects_of(self, action: int, after: Any) -> list[Effect]:
        seat = self.turn % self.seats
        if action < DRAW:
            return [Effect("played", {"seat": seat, "action": action})]
        drew = Effect("drew", {"seat": seat, "card": action - DRAW}, audience=only(seat))
        return [drew, Effect("drew", {"seat": seat}, audience=all_but(seat, self.seats))]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        over = self.to_act == OVER
        scores = [full if over or other == seat else self.given[other] for other, full in enumerate(self.scores())]
        return {
            "seat": seat,
            "to_act": self.to_act,
            "scores": scores,
            "payoffs": self.payoffs() if over else None,
            "reason": self.reason(),
            "card": self.card if seat == self.to_act else None,
        }

    def copy(self) -> Urn:
        new = Urn(self.game)
        vars(new).update({**vars(self), "left": self.left[:], "own": self.own[:], "given": self.given[:]})
        return new

    def refusal(self, action: int) -> Effect:
        return Effect("not-drawn" if action >= DRAW else "no-draw", {})

    def key(self) -> Any:
        return (*self.left, self.turn, self.card, self.second, *self.own, *self.given)


class Notation(core.Notation):
    def move_text(self, state: Any, action: int) -> str:
        return "~" + CARDS[action - DRAW] if action >= DRAW else MOVES[action]

    def read_move(self, state: Any, text: str) -> int:
        if len(text) == 2 and text[0] == "~" and text[1] in CARDS:
            return DRAW + CARDS.index(text[1])
        if text in MOVES:
            return MOVES.index(text)
        raise NotationError("expected keep, give, more or a draw like ~a")

    def position_text(self, state: Any, seat: int | None) -> str:
        return str(state.key())

    def parse_position(self, game: Any, text: str) -> Any:
        raise NotationError("positions of the urn are not read")


class Drawing(core.Drawing[Any]):
    def scene(self, view: Any) -> Any:
        return view

    def path(self, state: Any, action: int) -> list[str]:
        return [str(action)]


def definition() -> Definition[Any]:
    return Definition(
        name="urn",
        title="Urn",
        designer="nobody",
        year=2024,
        sentence="Cards from an urn.",
        minutes=1,
        rules=3,
        seats=(2, 3, 4),
        seat_names=lambda seats: ("Red", "Green", "Blue", "Black")[:seats],
        options=(choice("colour", "plain", "nothing at all", plain="so", fancy="thus"),),
        has_chance=True,
        has_secrets=True,
        num_actions=lambda seats, options: 13,
        max_plies=lambda seats, options: 14,
        state=Urn,  # type: ignore[arg-type]
        notation=Notation(),  # type: ignore[arg-type]
        drawing=Drawing(),
        package="calumma.testing.topcard",  # for its words
        teams=lambda seats: ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats)),
    )


@pytest.fixture(autouse=True)
def urn_registered() -> Iterator[None]:
    with known(definition()):
        yield


@pytest.fixture
def urn(urn_registered: None) -> Any:
    return lambda seats=2, practice=False, secret=bytes(32): Match(calumma.load("urn", seats=seats), Luck(secret), practice)


@pytest.fixture
def race() -> Match:
    return Match(calumma.load("yamamoto"))
