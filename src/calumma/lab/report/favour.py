"""Who is favoured: by the bots of the page, at random, at every level, and by perfect play where that is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from calumma.core import Game
from calumma.lab.report import plots
from calumma.lab.report.estimates import SHOWING, Estimate, apart, one_of
from calumma.lab.report.findings import Skill, Standing, are_alike
from calumma.lab.report.frame import ALIKE, TOO_FEW, UNCLEAR, Report, note, sample, side_names, start
from calumma.lab.report.plots import Plot
from calumma.lab.report.words import count, listed, percent, plain_share, table
from calumma.solutions import Effort, exact_value


def favoured(report: Report) -> Iterator[str | Plot]:
    """Yield how often each side wins."""
    plan, found = report.plan, report.findings
    yield "## Who is favoured"
    yield " ".join([favour_sentence(plan.game, found.main, plan.opening), *proven(plan.game)])
    random = found.random.shares[0]
    verdict = _verdict(random, 1 / plan.sides, "the rules alone favour it", "the rules alone hold it back")
    yield f"When everyone plays at random, the first side wins {plain_share(random)}, n = {count(found.random.n)}: {verdict}."
    yield _by_level_sentence(found.skill)
    yield plots.seats(side_names(plan.game), found.main, found.random, plan.bot)
    samples = {level: sample(one.n, found.skill.different[level]) for level, one in found.skill.first.items()}
    rows = [["random", plain_share(random), count(random.n)]]
    rows += [[f"level {level}", plain_share(one), samples[level]] for level, one in found.skill.first.items()]
    yield table(["in all seats", f"{side_names(plan.game)[0]}, moving first", "n"], rows)
    yield note("favoured", n=count(found.main.n), start=start(plan), bot=plan.bot, different=count(found.main.different))


def favour_sentence(game: Game, found: Standing, opening: int) -> str:
    """Tell who wins, and after how many random plies the bots began: who moves first may choose first then, or not."""
    names, fair = side_names(game), 1 / len(found.shares)
    n = f"n = {count(found.n)}" + (f", after {opening} random plies" if opening else "")
    if len(names) == 2:
        first = found.shares[0]
        verdict = _verdict(first, fair, "it pays to move first", "it pays to move second")
        verdict = ALIKE if found.alike else verdict
        wins = "wins" if len(game.teams[0]) == 1 else "win"
        return f"{names[0]}, moving first, {wins} {plain_share(first)}, {n}: {verdict}."
    told = [f"{name} {plain_share(one)}" for name, one in zip(names, found.shares, strict=True)]
    verdict = ALIKE if found.alike else _off(names, found.shares, fair) if found.n >= SHOWING else TOO_FEW
    return f"In turn order, {listed(told)} win, {n}; {percent(fair)} each would be fair: {verdict}."


def proven(game: Game) -> Iterator[str]:
    """Tell what perfect play brings, where that is known: bots that are not perfect may suggest otherwise."""
    start = game.new()
    known = exact_value(start, Effort(0, 0, 0))
    if known is not None and known.value == "draw":
        yield "It is proven that perfect play shares the win."
    elif known is not None:
        mover = next(side for side, team in enumerate(game.teams) if start.to_act in team)
        name = side_names(game)[mover if known.value == "win" else 1 - mover]
        yield f"It is proven that perfect play wins for {name}, in {'at most ' * known.is_at_most}{known.plies} plies."


def _off(names: Sequence[str], shares: Sequence[Estimate], fair: float) -> str:
    """Tell which of several sides do clearly better or worse than fair."""
    sides = [(name, one_of(one, len(names))) for name, one in zip(names, shares, strict=True)]
    more, less = [name for name, one in sides if one.low > fair], [name for name, one in sides if one.high < fair]
    told = [f"{listed(side)} clearly {how}" for side, how in ((more, "more"), (less, "less")) if side]
    return listed(told) if told else UNCLEAR


def _verdict(one: Estimate, fair: float, above: str, below: str) -> str:
    if one.n < SHOWING:
        return TOO_FEW
    return above if one.low > fair else below if one.high < fair else UNCLEAR


def _by_level_sentence(skill: Skill) -> str:
    """Tell whether moving first is worth more, or less, the better the players are."""
    first = skill.first
    shares = listed([_hundredths(one) for one in first.values()])
    levels = listed([str(level) for level in first])
    unclear = f"With levels {levels} in all seats the first side wins {shares} %"
    if min(one.n for one in first.values()) < SHOWING:
        return f"{unclear}: {TOO_FEW}."
    if any(are_alike(one.n, skill.different[level]) for level, one in first.items()):
        return f"{unclear}: {ALIKE}."
    return f"{_trend(first)}: with levels {levels} it wins {shares} %."


def _hundredths(one: Estimate) -> str:
    return f"{100 * one.value:.0f}"


def _trend(first: Mapping[int, Estimate]) -> str:
    """Tell which way the share of the first side goes with the level, or which level is an exception."""
    pairs = list(combinations(first, 2))
    wider = {level: one_of(one, len(pairs)) for level, one in first.items()}
    off = [(low, high) for low, high in pairs if apart(wider[low], wider[high])]
    if not off:
        return "It makes no clear difference for the first side at which level all play"
    up = {first[high].value > first[low].value for low, high in off}
    if len(up) == 2:
        return "How the first side does depends on the level at which all play, but follows no trend"
    common = set.intersection(*map(set, off))
    if common and len(first) > 2:
        level = max(common)
        others = listed([str(other) for other in first if (level, other) in off or (other, level) in off])
        return f"For the first side level {level} differs clearly from {others}, and no other levels clearly do"
    return f"The first side does {'better' if up.pop() else 'worse'} the better all play"
