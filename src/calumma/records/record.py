"""The record of one match: its fields, and the JSON they are written as."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from calumma.core import HIDDEN, OVER, Game, GameError, OptionValue, State
from calumma.core.errors import OtherRules
from calumma.core.registry import definition, reload
from calumma.core.words import Words
from calumma.records.fields import a_dict, a_list, a_number, a_text, an_integer, only_known, shown

say = Words(__package__)

FORMAT = 1
FORFEITS = ("resigned", "out-of-time")
"""Reasons that end a match against its position: the other side wins at once."""

BOT = re.compile(r"(random|greedy|perfect|(level|best|mcts|alphabeta)(:[^@]*)?|engine:.*)(@.*)?")
"""What a record calls a bot of ours; the server lets no person call themselves so."""

FIELDS = ("format", "game", "rules", "seats", "options", "players", "plies", "scores", "payoffs", "reason", "chance")


@dataclass(frozen=True, slots=True)
class Chance:
    """What makes the luck of a match verifiable; the secret is None until the match is over.

    `seed_commitments` are the SHA-256 that seats published before anybody showed a seed; None in records of a time when
    seeds were shown at once. `first` is the seat whose player was moved to seat 0 by luck, everybody else following; None
    where people chose. Seeds and their commitments stand at the seats at which people sat down before that.
    """

    commitment: str
    seeds: tuple[str | None, ...]
    secret: str | None = field(default=None, repr=False)
    first: int | None = None
    seed_commitments: tuple[str | None, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        parts: dict[str, Any] = {"commitment": self.commitment, "seeds": list(self.seeds), "secret": self.secret}
        if self.seed_commitments is not None:
            parts["seed_commitments"] = list(self.seed_commitments)
        return parts if self.first is None else {**parts, "first": self.first}

    @classmethod
    def from_json(cls, value: object) -> Chance:
        """Return the parts of a record's "chance"; GameError says what is wrong with them."""
        parts = a_dict(value, "chance")
        only_known(parts, ("commitment", "seeds", "secret", "first", "seed_commitments"), "chance")
        seeds = a_list(parts.get("seeds", []), "seeds")
        promised = parts.get("seed_commitments")
        return cls(
            _hex(parts.get("commitment"), "commitment"),
            tuple(None if seed is None else a_text(seed, f"seed of seat {seat}") for seat, seed in enumerate(seeds)),
            None if parts.get("secret") is None else _hex(parts["secret"], "secret"),
            None if parts.get("first") is None else an_integer(parts["first"], "first"),
            None if promised is None else tuple(map(_commitment, a_list(promised, "seed_commitments"))),
        )


@dataclass(frozen=True, slots=True)
class Record:
    """A saved match. Making one checks nothing; `records.check` replays it, and reading a file does so by itself."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, OptionValue]
    players: tuple[str | None, ...]
    plies: tuple[str, ...]
    scores: tuple[int, ...]
    payoffs: tuple[float, ...] | None = None
    reason: str = ""
    chance: Chance | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        players: Sequence[str | None],
        plies: Sequence[str],
        scores: Sequence[int],
        payoffs: Sequence[float] | None = None,
        reason: str = "",
        chance: Chance | None = None,
    ) -> Record:
        """Return the record of a match of a loaded game."""
        ended = None if payoffs is None else tuple(payoffs)
        rules = game.info.rules
        return cls(game.name, rules, game.seats, game.options, tuple(players), tuple(plies), tuple(scores), ended, reason, chance)

    @classmethod
    def at(cls, state: State, players: Sequence[str | None], plies: Sequence[str], chance: Chance | None = None) -> Record:
        """Return the record of a match that has come to a position, with its result if that is the end."""
        if state.to_act != OVER:
            return cls.of(state.game, players, plies, state.scores(), chance=chance)
        return cls.of(state.game, players, plies, state.scores(), state.payoffs(), state.reason(), chance)

    def is_bots(self, seat: int) -> bool:
        """Return whether a bot sat down at a seat, before luck let everybody move on."""
        first = (self.chance.first if self.chance else None) or 0
        player = self.players[(seat - first) % self.seats] if self.players else None
        return player is not None and BOT.fullmatch(player.partition(", then ")[0]) is not None

    @property
    def finished(self) -> bool:
        """Whether the match has ended, by the rules or by a forfeit."""
        return self.payoffs is not None

    @property
    def hidden(self) -> bool:
        """Whether this is a seat's record, with plies that the seat did not see."""
        return HIDDEN in self.plies

    def load_game(self) -> Game:
        """Return the game with the record's seats and options; GameError if this program does not know it."""
        return load_game(self.game, self.rules, self.seats, self.options)

    def as_json(self) -> dict[str, Any]:
        """Return the record as JSON-able values, the fields in their fixed order."""
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "players": list(self.players),
            "plies": list(self.plies),
            "scores": list(self.scores),
            "payoffs": None if self.payoffs is None else list(self.payoffs),
            "reason": self.reason,
            "chance": None if self.chance is None else self.chance.as_json(),
        }

    @classmethod
    def from_json(cls, value: object) -> Record:
        """Return the record that JSON values hold; GameError names the first field that does not fit."""
        parts = a_dict(value, "record")
        if an_integer(parts.get("format"), "format") != FORMAT:
            raise GameError(say("record-format", format=shown(parts["format"]), expected=FORMAT))
        only_known(parts, FIELDS, "record")
        for name in FIELDS[:-1]:
            if name not in parts:
                raise GameError(say("record-no", name=name, known=", ".join(FIELDS)))
        return cls(
            a_text(parts["game"], "game"),
            an_integer(parts["rules"], "rules"),
            an_integer(parts["seats"], "seats"),
            {name: _option(value, name) for name, value in a_dict(parts["options"], "options").items()},
            tuple(None if name is None else a_text(name, "players") for name in a_list(parts["players"], "players")),
            tuple(a_text(text, f"ply {n}") for n, text in enumerate(a_list(parts["plies"], "plies"))),
            tuple(an_integer(score, "scores") for score in a_list(parts["scores"], "scores")),
            _payoffs(parts["payoffs"]),
            a_text(parts["reason"] or "", "reason"),
            None if parts.get("chance") is None else Chance.from_json(parts["chance"]),
        )


def load_game(name: str, rules: int, seats: int, options: Mapping[str, object]) -> Game:
    """Return the game that something was saved for; GameError if this program plays it by other rules or not at all."""
    known = definition(name)
    if rules != known.rules and rules not in known.older_rules:
        raise OtherRules(say("follows-version-rules", rules=shown(rules), name=name, expected=known.rules))
    return reload(name, seats, options)


def _payoffs(value: object) -> tuple[float, ...] | None:
    return None if value is None else tuple(a_number(payoff, "payoffs") for payoff in a_list(value, "payoffs"))


def _option(value: object, name: str) -> OptionValue:
    return value if isinstance(value, int) and not isinstance(value, bool) else a_text(value, f"option {name}")


def _commitment(value: object) -> str | None:
    return None if value is None else _hex(value, "commitment of a seed")


def _hex(value: object, name: str) -> str:
    text = a_text(value, name)
    if len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise GameError(say("expected-sha256", name=name, text=shown(text)))
    return text
