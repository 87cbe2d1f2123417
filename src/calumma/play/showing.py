"""Showing: what others may see of a match, what is saved of it, and reading what was saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from calumma.core import OVER, Effect, Game, GameError
from calumma.core.view import Shared
from calumma.core.words import Words
from calumma.play.events import Event, Ply
from calumma.play.facts import MatchFacts
from calumma.play.luck import Luck
from calumma.records import Chance, Record, load_game
from calumma.records.fields import a_dict, a_list, a_text, an_integer, only_known

say = Words(__package__)


STORED = ("game", "rules", "seats", "options", "practice", "secret", "events")


class ShownMatch(MatchFacts):
    """One match for those who look at it, each of whom may see something else, and for those who keep it."""

    # What others may see

    def view(self, seat: int | None = None, ply: int | None = None) -> Shared:
        """Return what a seat, or a spectator, may know now or at an earlier ply; a forfeit shows as the end of the match."""
        state = self._course.history.state if ply is None else self.state_at(ply)
        view = cast(Shared, state.view(seat))
        if self.result and ply in (None, self.ply):
            view["to_act"], view["payoffs"], view["reason"] = OVER, list(self.result.payoffs), self.result.reason
        return view

    def seen_position(self, seat: int | None = None) -> str | None:
        """Return the text of the position as a seat sees it; None for a spectator of a game with secrets."""
        if seat is None and self.game.info.has_secrets:
            return None
        return self.game.position_text(self._course.history.state, seat)

    def seen_plies(self, seat: int | None = None) -> list[str]:
        """Return the texts of the plies as a seat, or a spectator, saw them; `~?` for what was hidden."""
        viewer = self._viewer(seat)
        return [played.seen[viewer] for played in self._course.history.plies]

    def seen_events(self, seat: int | None = None, since: int = 0) -> list[dict[str, object]]:
        """Return the events from a number on as JSON-able values that a seat, or a spectator, may see."""
        viewer = self._viewer(seat)
        return [self._seen_event(event, viewer) for event in self._course.events[max(since, 0) :]]

    def _seen_event(self, event: Event, viewer: int) -> dict[str, object]:
        parts = event.as_json()
        return {**parts, "text": self._course.seen[event.number][viewer]} if isinstance(event, Ply) else parts

    def stories(self, seat: int | None = None) -> list[list[Effect]]:
        """Return for every ply what happened, as a list of effects that a seat, or a spectator, may see."""
        self._viewer(seat)
        return self._course.history.stories(seat)

    def _viewer(self, seat: int | None) -> int:
        """Where a seat, or a spectator, stands in lists of what every viewer sees."""
        if seat is None:
            return self.game.seats
        self._course.seating.check_seat(seat)
        return seat

    # What is saved

    def record(self, secret: bool = False) -> Record:
        """Return the full record, hidden plies included; the secret of its luck once it is over, or if asked for."""
        history = self._course.history
        return self._record([played.text for played in history.plies], history.state.scores(), secret or self.over)

    def seen_record(self, seat: int | None = None) -> Record:
        """Return the record that a seat, or a spectator, may have: redacted until the match is over, then all of it."""
        if self.over:
            return self.record()
        return self._record(self.seen_plies(seat), self.view(seat)["scores"], False)

    def _record(self, plies: Sequence[str], scores: Sequence[int], secret: bool) -> Record:
        players = [self._course.seating.signature(seat) for seat in range(self.game.seats)]
        payoffs, reason = (self.result.payoffs, self.result.reason) if self.result else (None, "")
        return Record.of(self.game, players, plies, scores, payoffs, reason, self.published_luck(secret))

    def published_luck(self, secret: bool) -> Chance | None:
        """Return what is published of the luck, its secret only if told so; None where there is none."""
        return self._course.seeds.published(secret)

    def as_json(self) -> dict[str, object]:
        """Return the whole match, secret included, as JSON-able values: for the authority's own store."""
        return {
            "game": self.game.name,
            "rules": self.game.info.rules,
            "seats": self.game.seats,
            "options": dict(self.game.options),
            "practice": self.practice,
            "secret": self.luck.secret.hex() if self.luck else None,
            "events": [event.as_json() for event in self._course.events],
        }


class Stored(NamedTuple):
    """What `as_json` wrote, read again."""

    game: Game
    events: list[Event]
    luck: Luck | None
    practice: bool


def read_stored(value: object) -> Stored:
    """Return what the JSON values of a match hold; GameError says what does not fit."""
    parts = a_dict(value, "match")
    only_known(parts, STORED, "match")
    for name in STORED:
        if name not in parts:
            raise GameError(say("match-without-field", name=name, known=", ".join(STORED)))
    rules, seats = an_integer(parts["rules"], "rules"), an_integer(parts["seats"], "seats")
    game = load_game(a_text(parts["game"], "game"), rules, seats, a_dict(parts["options"], "options"))
    events = [Event.from_json(event) for event in a_list(parts["events"], "events")]
    return Stored(game, events, _read_secret(parts["secret"]), parts["practice"] is True)


def _read_secret(value: object) -> Luck | None:
    if value is None:
        return None
    try:
        return Luck(bytes.fromhex(a_text(value, "secret")))
    except ValueError:
        raise GameError(say("cannot-read-secret")) from None
