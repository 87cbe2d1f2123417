"""A table in the terminal: a match, and who sits at it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from calumma import records
from calumma.core import Game, GameError
from calumma.core.words import Words
from calumma.play import Luck, Match, SeededLuck
from calumma.players import Player, load

say = Words(__package__)

PERSON = "me"
OPPONENT = "level:2"


@dataclass
class TerminalTable:
    """A match with a bot, or None for a person, on every seat."""

    match: Match
    bots: list[Player | None]
    seed: int
    saved_at: int = field(default=0)  # how many events were there when it was last saved

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    def name(self, seat: int) -> str:
        """Return what a seat is called here: its colour, and its bot if one plays it."""
        bot = self.match.bots[seat]
        return self.game.seat_names[seat] + (f" ({bot})" if bot else "")

    def close(self) -> None:
        """End what bots have started."""
        for bot in self.bots:
            if bot is not None:
                bot.close()

    def save(self, path: Path) -> None:
        """Save the match, secret of its luck included: this table is its own authority."""
        records.save(path, self.match.record(secret=True))
        self.saved_at = len(self.match.events)


def new_table(game: Game, specs: Sequence[str] | None, seed: int | None) -> TerminalTable:
    """Return a table for a new match; without specs a person plays seat 0 against gentle bots."""
    given = [PERSON] if specs is None else list(specs)
    if specs is None:
        given += [OPPONENT] * (game.seats - 1)
    if len(given) != game.seats:
        raise GameError(say("cannot-seat-players", count=len(given), players=",".join(given), name=game.name, seats=game.seats))
    number = secrets.randbits(32) if seed is None else seed
    luck: Luck | None = None
    if game.info.has_chance:
        luck = Luck() if seed is None else SeededLuck(seed)
    match = Match(game, luck, practice=given.count(PERSON) <= 1)
    return _seated(match, given, number)


def resumed_table(path: Path, specs: Sequence[str] | None, seed: int | None) -> TerminalTable:
    """Return the table of a saved match; without specs everybody sits where they sat."""
    record = records.load(path)
    given = list(specs) if specs is not None else [_spec(player) for player in record.players]
    if len(given) != record.seats:
        raise GameError(say("cannot-seat-players-match", count=len(given), players=",".join(given), seats=record.seats))
    number = secrets.randbits(32) if seed is None else seed
    match = Match.from_record(record, practice=given.count(PERSON) <= 1)
    table = _seated(match, given, number)
    table.saved_at = len(match.events)
    return table


def _spec(player: str | None) -> str:
    """Return the spec of a recorded player: what follows a change of hands, and a person for an unknown name."""
    last = (player or PERSON).rpartition(", then ")[2]
    if last.startswith("engine:"):  # a file that somebody sent must not run a command
        raise GameError(say("record-names-engine", player=last))
    return last


def _seated(match: Match, specs: Sequence[str], seed: int) -> TerminalTable:
    bots: list[Player | None] = []
    for seat, spec in enumerate(specs):
        bot = None if spec == PERSON else load(spec, match.game, seed + seat)
        bots.append(bot)
        if match.players[seat] is None:
            match.seat(seat, spec, None if bot is None else spec)
        elif match.bots[seat] is None and bot is not None and not match.over:
            match.seat_bot(seat, spec)
    return TerminalTable(match, bots, seed)


def data_directory() -> Path:
    """Return the folder for this user's own files, as the XDG convention has it."""
    root = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(root) / "calumma"


def keep_unfinished(table: TerminalTable) -> Path:
    """Save a match that was left in the middle where it can be found again."""
    folder = data_directory() / "unfinished"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{table.game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.json"
    table.save(path)
    return path
