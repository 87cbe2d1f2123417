"""What a report knows of each variant, in a few words: a game's package carries it (`measured.json`), and sites show it.

Figures have no words in them, so that they can be read in any language: 54 % (51–57).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from calumma.core import Game
from calumma.lab.report.estimates import Estimate, clearly
from calumma.lab.report.findings import Differences, Findings, Standing
from calumma.lab.report.plan import ReportPlan, idle_options
from calumma.lab.report.words import plain_count, plain_share


@dataclass(frozen=True)
class Variant:
    """A game with its options, what was found, and by what it differs from the report's own options, if it does."""

    game: Game
    standing: Standing
    differences: Differences | None = None

    @property
    def key(self) -> tuple[int, tuple[tuple[str, object], ...]]:
        return self.game.seats, tuple(sorted(self.game.plain_options.items()))

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values; `more` tells which figures are clearly greater (1) or smaller (-1)."""
        s = self.standing
        figures = {"turns": plain_count(s.turns.mean), "choices": plain_count(s.breadth.mean), "draws": plain_share(s.draws)}
        shares = [_wordless(plain_share(one)) for one in s.shares]
        told = {"seats": self.game.seats, "options": self.game.plain_options, "n": s.n, "shares": shares}
        return {**told, **{name: _wordless(text) for name, text in figures.items()}, "more": self._more()}

    def _more(self) -> dict[str, int]:
        by = self.differences
        if by is None or self.standing.alike:
            return {}
        found = {"first": by.first, "turns": by.turns, "choices": by.breadth, "draws": by.draws}
        return {name: _sign(one) for name, one in found.items() if clearly(one)}


def known(plan: ReportPlan, found: Findings) -> dict[str, Any]:
    """Return all variants of a report, each once, with the most matches that were played of it; and what changes nothing."""
    best: dict[object, Variant] = {}
    for variant in _variants(plan, found):
        kept = best.setdefault(variant.key, variant)
        if variant.standing.n > kept.standing.n:
            best[variant.key] = variant
    idle = {str(game.seats): idle_options(game) for game in (plan.game, *plan.tables.values())}
    variants = [variant.as_json() for variant in best.values()]
    return {"bot": plan.bot, "rules": plan.game.info.rules, "idle": idle, "variants": variants}


def _variants(plan: ReportPlan, found: Findings) -> Iterator[Variant]:
    yield Variant(plan.game, found.main)
    yield from (Variant(plan.tables[seats], standing) for seats, standing in found.tables.items())
    games = {contrast.option.name: contrast.games for contrast in plan.contrasts}
    for one in found.options:
        yield Variant(games[one.option][one.value], one.standing, None if one.chosen else one.differences)


def _sign(one: Estimate) -> int:
    return 1 if one.value > 0 else -1


def _wordless(text: str) -> str:
    return text.replace(" to ", "–")
