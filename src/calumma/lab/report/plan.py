"""Which matches a report needs: groups of jobs that follow from the game, the number of matches and the seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from calumma.core import Game, GameError, Option, OptionValue, Rng
from calumma.core.registry import load
from calumma.core.words import Words
from calumma.lab.report.jobs import BATCH, MeasuredJob, RandomJob, Stamp, bot_match, wander
from calumma.players.bots import seeded
from calumma.players.duel import lineup
from calumma.players.levels import fingerprint
from calumma.players.specs import load as load_player

say = Words("calumma.lab")

TRIES = 100  # random matches in which an option must change something, or it is taken to change nothing
REPEATS = 3  # times that every deal is played
OPENING = 2  # random plies at tables of other sizes, where bots that search trees would play one match again and again
ENOUGH = 2000  # matches of a variant, after which intervals are narrower than three percent

Group = tuple[str | int, ...]
"""What a number of jobs is for: its kind, and what tells it from others of the kind."""


@dataclass(frozen=True)
class Contrast:
    """An option, and the games that differ in its value alone, by value; with the seats at which it changes anything."""

    option: Option
    games: dict[OptionValue, Game]
    matters: bool


@dataclass(frozen=True)
class ReportPlan:
    """A report: the game, who plays, how many matches, and which other numbers of seats are looked at briefly."""

    game: Game
    bot: str = "level:3"
    matches: int = 200
    seed: int = 0
    levels: tuple[int, ...] = (1, 2, 3, 4, 5)
    others: tuple[int, ...] = ()
    opening: int = 0  # random plies before the bots begin, for bots that would play one match again and again
    at_others: int | None = None  # matches with each of these numbers of seats; None: a part of `matches`

    def __post_init__(self) -> None:
        load_player(self.bot, self.game)  # what cannot be built is said before the first match
        for level in self.levels:
            load_player(f"level:{level}", self.game)
        if len(self.levels) < 2 or list(self.levels) != sorted(set(self.levels)):
            raise GameError(say("cannot-compare-levels", levels=self.levels))

    @property
    def sides(self) -> int:
        """Teams, or seats where everybody plays alone."""
        return len(self.game.teams)

    @property
    def per_pairing(self) -> int:
        """Matches of two levels: every side is taken equally often."""
        return self.sides * max(1, round(0.1 * self.matches / self.sides))

    @property
    def per_option(self) -> int:
        """Matches with one value of an option: as many as in the main part, until that would be more than it takes."""
        return max(min(self.matches, ENOUGH), 2 * self.matches // 5)

    @property
    def per_level(self) -> int:
        """Matches of one level against itself."""
        return max(1, 2 * self.matches // 5)

    @property
    def per_table(self) -> int:
        """Matches with another number of seats."""
        return max(1, 3 * self.matches // 10) if self.at_others is None else self.at_others

    @property
    def deals(self) -> int:
        """Deals that are played several times."""
        return max(2, self.matches // 5) if self.game.info.has_chance else 0

    @property
    def wanderings(self) -> int:
        """Random matches."""
        return BATCH * max(1, self.matches // 2)

    @cached_property
    def stamp(self) -> Stamp:
        """How bots are set, each asked once: learned tables are large, and there are thousands of matches."""
        return cache(fingerprint)

    @cached_property
    def tables(self) -> dict[int, Game]:
        """The same game with other numbers of seats."""
        return {seats: load(self.game.name, seats, **self.game.options) for seats in self.others}

    @cached_property
    def contrasts(self) -> list[Contrast]:
        """Every option that has a few values to compare."""
        return [self._contrast(option) for option in self.game.info.options.values() if option.kind != "text"]

    def _contrast(self, option: Option) -> Contrast:
        """Compare at this number of seats, or else at the first other one where the option changes anything."""
        for base in (self.game, *self.tables.values()):
            if _matters(base, option):
                return Contrast(option, _variants(base, option), True)
        return Contrast(option, _variants(self.game, option), False)

    @cached_property
    def groups(self) -> dict[Group, list[Any]]:
        """All jobs, by what they are for. A job may serve two groups; it is done once."""
        found: dict[Group, list[Any]] = {
            ("random",): [RandomJob.of(self.game, self.seed, batch) for batch in range(self.wanderings // BATCH)],
            ("main",): self._equals(self.game, self.matches),
        }
        for contrast in self.contrasts:
            for value, game in contrast.games.items():
                found["option", contrast.option.name, value] = self._equals(game, self.per_option) if contrast.matters else []
        for level in self.levels:
            found["equals", level] = self._equals(self.game, self.per_level, f"level:{level}")
        for seats, game in self.tables.items():
            found["table", seats] = self._equals(game, self.per_table, least=OPENING)
        for deal in range(self.deals):
            found["deal", deal] = self._deal(deal)
        for weak, strong in combinations(self.levels, 2):
            found["pairing", strong, weak] = [job for job, _ in self.pairing(strong, weak)]
        return found

    def _equals(self, game: Game, matches: int, bot: str = "", least: int = 0) -> list[MeasuredJob]:
        """Return matches of one bot against itself, after the plan's random plies or `least` of them, if that is more."""
        players, opening = [bot or self.bot] * game.seats, max(least, self.opening)
        seeds = [seeded(self.seed, number) for number in range(matches)]
        return [bot_match(game, players, seed, stamp=self.stamp, opening=opening) for seed in seeds]

    def _deal(self, deal: int) -> list[MeasuredJob]:
        players = [self.bot] * self.game.seats
        seed = seeded(self.seed + 1, deal)
        return [bot_match(self.game, players, seed, repeat, self.stamp, self.opening) for repeat in range(REPEATS)]

    def pairing(self, strong: int, weak: int) -> Iterator[tuple[MeasuredJob, int]]:
        """Yield the matches of one stronger bot against weaker ones in all other sides, with the side of the stronger."""
        specs = [f"level:{strong}", *[f"level:{weak}"] * (self.sides - 1)]
        for number in range(self.per_pairing):
            round_, turn = divmod(number, self.sides)
            players = lineup(self.game, specs, turn)
            seed = seeded(self.seed + 2, round_)
            yield bot_match(self.game, players, seed, turn, self.stamp, self.opening), -turn % self.sides

    @property
    def jobs(self) -> list[Any]:
        """All jobs, each once, the quick kinds first."""
        return list({job.id: job for jobs in self.groups.values() for job in jobs}.values())


def _variants(base: Game, option: Option) -> dict[OptionValue, Game]:
    """Return the game with every value of an option; of a number the ends, the default and the one chosen."""
    values = list(option.values)
    if option.kind == "integer":
        values = sorted({*option.values, option.default, base.options[option.name]}, key=int)
    return {value: load(base.name, base.seats, **{**base.options, option.name: value}) for value in values}


def idle_options(game: Game) -> list[str]:
    """Return the options that change nothing at a number of seats."""
    return [name for name in game.plain_options if not _matters(game, game.info.options[name])]


def _matters(base: Game, option: Option) -> bool:
    """Return whether another value of an option changes anything."""
    return any(differ(base, other) for other in _variants(base, option).values() if other != base)


def differ(one: Game, other: Game) -> bool:
    """Return whether random matches of two games with the same seeds go different ways."""
    return any(wander(one, Rng(seed)).measured != wander(other, Rng(seed)).measured for seed in range(TRIES))
