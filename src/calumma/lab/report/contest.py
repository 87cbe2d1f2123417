"""How much levels of play decide, how much the seat, and how much luck."""

from __future__ import annotations

from collections.abc import Iterator

from calumma.lab.report import plots
from calumma.lab.report.estimates import SHOWING, misfit
from calumma.lab.report.findings import Duplicates, Skill
from calumma.lab.report.frame import TOO_FEW, Report, note, notes, start
from calumma.lab.report.plan import REPEATS, ReportPlan
from calumma.lab.report.plots import Plot
from calumma.lab.report.words import count, listed, percent, plain_share, table

ENOUGH = 10  # matches of a pairing below which ratings and parts of the variance are not worth telling
ROUNDED = 0.005  # less is no percent


def luck_and_skill(report: Report) -> Iterator[str | Plot]:
    """Yield who beats whom, and what that comes from."""
    plan, skill = report.plan, report.findings.skill
    per = len(skill.series[0].shares)
    yield "## Luck and skill"
    yield f"A bot one level stronger wins {plain_share(skill.gaps[1])}, n = {skill.gaps[1].n}{_against(plan)}."
    if skill.deals is not None:
        yield _deal_sentence(report)
    if skill.duplicates is not None:
        yield _duplicate_sentence(report, skill.duplicates)
    yield plots.pairings(skill, plan.sides)
    if per >= ENOUGH:
        yield _source_sentence(report)
        yield plots.sources(skill)
        yield plots.ratings(skill)
        yield from _misfit_sentence(skill, plan.sides)
    else:
        yield f"With {per} matches of every pairing it cannot be told how much level, seat and the rest decide, nor Elo ratings."
    rows = [[f"{gap} higher", plain_share(one), count(one.n)] for gap, one in skill.gaps.items()]
    yield table(["level", "share of the wins", "n"], rows)
    others = ", the weaker in all others" if plan.sides > 2 else ""
    luck = ", with the same luck in each" if plan.game.info.has_chance else ""
    levels = listed([str(level) for level in plan.levels])
    yield note("skill", levels=levels, per=per, start=start(plan), others=others, luck=luck)


def _misfit_sentence(skill: Skill, sides: int) -> Iterator[str]:
    """Tell where one rating for each level does not describe who beats whom."""
    found = misfit(skill.series, skill.ratings, sides)
    if found is not None:
        one, expected = found
        share = sum(one.shares) / len(one.shares)
        yield (
            f"One rating for each level does not quite describe these results: level {one.strong} wins {percent(share)} against "
            f"level {one.weak}, where the ratings say {percent(expected)}."
        )


def _deal_sentence(report: Report) -> str:
    skill, bot = report.findings.skill, report.plan.bot
    if skill.deals is None or skill.deal_count < SHOWING:
        return f"Only {skill.deal_count} deals were played several times, too few to tell how much their luck decides."
    return (
        f"When the same luck is played {REPEATS} times by {bot} in all seats, it decides {plain_share(skill.deals)} of who wins, "
        f"n = {skill.deal_count} deals{'' if skill.deals.low > 0 else ', which may be nothing'}. {notes()['deals']}"
    )


def _duplicate_sentence(report: Report, found: Duplicates) -> str:
    luck = "the same luck and " if report.plan.game.info.has_chance else ""
    told = f"Played twice with {luck}the seats exchanged, n = {count(found.n)} pairs"
    if found.n < SHOWING:
        return f"{told}: {TOO_FEW}."
    shared = 1 - sum(one.value for one in (found.stronger, found.seat, found.weaker))
    stronger, seat, weaker = (plain_share(one) for one in (found.stronger, found.seat, found.weaker))
    return (
        f"{told}, the stronger bot wins both matches in {stronger}, the same seat in {seat} where matches with nothing in "
        f"common would give {percent(found.by_chance)}, and the weaker bot in {weaker}"
        + (f"; in {percent(shared)} a win is shared." if shared > ROUNDED else ".")
    )


def _source_sentence(report: Report) -> str:
    plan, found = report.plan, report.findings.skill.sources
    luck = ["luck"] if plan.game.info.has_chance else []
    left = [*luck, *(["random plies at the start"] if plan.opening else []), "the bots' own whims"]
    return (
        f"Of the scatter of results between levels {plan.levels[0]} and {plan.levels[-1]} the level explains "
        f"{plain_share(found.level)}, the seat, which matters most between equals, {plain_share(found.seat)}, and "
        f"{plain_share(found.rest)} is left to {listed(left)}."
    )


def _against(plan: ReportPlan) -> str:
    fair = percent(1 / plan.sides)
    return " (equals: 50 %)" if plan.sides == 2 else f", against weaker ones in all other seats (equals: {fair})"
