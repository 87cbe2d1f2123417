"""Findings to sentences, tables and plots, section by section, in Markdown: sentences for designers first, figures after."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations
from math import isfinite
from typing import Any

from calumma import __version__
from calumma.core import Game
from calumma.core.messages import reason_text
from calumma.lab.report import plots
from calumma.lab.report.estimates import SHOWING, Estimate, Space, apart, clearly, one_of, share
from calumma.lab.report.findings import COMEBACK, Compared, Drama, Duplicates, Findings, Skill, Standing, are_alike
from calumma.lab.report.jobs import BATCH, KEPT, RandomJob
from calumma.lab.report.measures import CHECKPOINTS, CLEAR, Measured
from calumma.lab.report.plan import OPENING, REPEATS, TRIES, ReportPlan
from calumma.lab.report.plots import Plot
from calumma.lab.report.words import count, listed, number, percent, plain_count, plain_number, plain_share, power, roughly, table
from calumma.players.levels import fingerprint

FEW = 100  # matches below which a page says that they are few
ENOUGH = 10  # matches of a pairing below which ratings and parts of the variance are not worth telling
UNCLEAR = "no clear difference from a fair game"
TOO_FEW = "too few to tell"
ALIKE = "too many went ply by ply the same way to tell"
ROUNDED = 0.005  # less is no percent
LEAST = 0.02  # part by which lengths and widths must differ to be told, however clear it is that they do
SKEWED = 0.25  # part by which a median may be off the mean before it is told
ENDING = 0.1  # by how much an end must be more or less common to be told
OFTEN = 0.1  # part of shared wins from which on they are told of other numbers of seats


@dataclass(frozen=True)
class Report:
    """Everything that a page is made from."""

    plan: ReportPlan
    findings: Findings
    main: list[Measured]
    command: str


@cache
def _notes() -> dict[str, str]:
    text = resources.files("calumma.lab.report").joinpath("notes.toml").read_text(encoding="utf-8")
    return {name: note.strip().replace("\n", " ") for name, note in tomllib.loads(text).items()}


def note(name: str, **values: Any) -> str:
    """Return how something is measured, as a quoted paragraph."""
    return f"> *How this is measured.* {_notes()[name].format(**values)}"


# Names


def title(game: Game) -> str:
    """Return what a page is called."""
    return f"{game.info.title} ({game.info.designer}) at a table of {game.seats}: a report"


def side_names(game: Game) -> list[str]:
    """Return what the sides are called: their seats."""
    return [listed([game.seat_names[seat] for seat in team]) for team in game.teams]


def _chosen(game: Game) -> str:
    told = [f"`{name}={value}`" for name, value in game.options.items() if value != "" and len(str(value)) < 20]
    return listed(told) if told else "no options"


# The sections: sentences first, figures after


def sections(report: Report) -> Iterator[str | Plot]:
    """Yield the parts of the page: Markdown and plots."""
    yield from _head(report)
    yield from _favoured(report)
    yield from _endings(report)
    yield from _length(report)
    yield from _width(report)
    yield from _size(report)
    yield from _drama(report)
    yield from _skill(report)
    yield from _options(report)
    yield from _tables(report)
    yield from _made(report)


def _head(report: Report) -> Iterator[str]:
    plan, game = report.plan, report.plan.game
    yield f"# {title(game)}"
    yield f"{game.info.sentence} This is how it plays between bots: `{game.name}`, {game.seats} seats, {_chosen(game)}."
    if plan.matches < FEW:
        yield f"**Few matches.** Only {plan.matches} were played: the intervals are wide, take this as a first look."
    if report.findings.main.alike:
        yield _alike_warning(report.findings.main)
    yield "## At a glance"
    yield "\n".join(f"- {line}" for line in _glance(report))
    yield _notes()["glance"]


def _alike_warning(found: Standing) -> str:
    return (
        f"**Hardly any variety.** Only {count(found.different)} of {count(found.n)} matches went different ways: what is said "
        "about them holds for these bots alone, and all intervals are too narrow. `--opening N` begins every match with N random "
        "plies."
    )


def _sample(n: int, different: int) -> str:
    """Return a number of matches, and how many of them count where many are alike."""
    return f"{count(n)} ({count(different)} different)" if are_alike(n, different) else count(n)


def _start(plan: ReportPlan) -> str:
    return f"after {plan.opening} random plies" if plan.opening else "from the start"


def _glance(report: Report) -> Iterator[str]:
    found, sides = report.findings, report.plan.sides
    main, skill = found.main, found.skill
    yield _favour_sentence(report.plan.game, main, report.plan.opening)
    yield (
        f"A match takes {plain_count(main.turns.mean)} turns, with {plain_count(main.breadth.mean)} actions to choose from at "
        "every decision."
    )
    yield f"The win is shared in {plain_share(main.draws)} of the matches."
    if found.drama is not None:
        half = found.drama.predicts[CHECKPOINTS // 2 - 1]
        yield f"The lead changes {plain_number(found.drama.changes)} times; the leader at half-time wins {plain_share(half)}."
    equal = "" if sides == 2 else f" in all other seats ({percent(1 / sides)} would be equal)"
    yield f"A bot one level stronger wins {plain_share(skill.gaps[1])} against weaker ones{equal}."
    if skill.deals is not None and skill.deal_count >= SHOWING:
        yield (
            f"The luck of the deal alone decides at least {plain_share(skill.deals)} of who wins between equals."
            if skill.deals.low > 0
            else f"It was not shown that the luck of the deal alone decides who wins between equals: {plain_share(skill.deals)}."
        )


def _favour_sentence(game: Game, found: Standing, opening: int) -> str:
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


def _length_sentence(found: Standing) -> str:
    turns, decisions = found.turns, found.decisions
    actions = "" if turns == decisions else f" That is {plain_count(decisions.mean)} decisions."
    return (
        f"A match takes {plain_count(turns.mean)} turns; nine in ten take between {turns.low:.0f} and {turns.high:.0f}.{actions}"
    )


def _draw_sentence(found: Standing) -> str:
    if found.draws.value == 0:
        return f"No win was shared in {count(found.n)} matches; by this sample it is at most {percent(found.draws.high)}."
    return f"The win is shared in {plain_share(found.draws)} of the matches."


def _favoured(report: Report) -> Iterator[str | Plot]:
    plan, found = report.plan, report.findings
    yield "## Who is favoured"
    yield _favour_sentence(plan.game, found.main, plan.opening)
    random = found.random.shares[0]
    verdict = _verdict(random, 1 / plan.sides, "the rules alone favour it", "the rules alone hold it back")
    yield f"When everyone plays at random, the first side wins {plain_share(random)}, n = {count(found.random.n)}: {verdict}."
    yield _by_level_sentence(found.skill)
    yield plots.seats(side_names(plan.game), found.main, found.random, plan.bot)
    samples = {level: _sample(one.n, found.skill.different[level]) for level, one in found.skill.first.items()}
    rows = [["random", plain_share(random), count(random.n)]]
    rows += [[f"level {level}", plain_share(one), samples[level]] for level, one in found.skill.first.items()]
    yield table(["in all seats", f"{side_names(plan.game)[0]}, moving first", "n"], rows)
    yield note("favoured", n=count(found.main.n), start=_start(plan), bot=plan.bot, different=count(found.main.different))


def _by_level_sentence(skill: Skill) -> str:
    """Tell whether moving first is worth more, or less, the better the players are."""
    first = skill.first
    shares = listed([_hundredths(one) for one in first.values()])
    told = f"with levels {listed([str(level) for level in first])} it wins {shares} %"
    if min(one.n for one in first.values()) < SHOWING:
        return f"The first side by level, {told}: {TOO_FEW}."
    if any(are_alike(one.n, skill.different[level]) for level, one in first.items()):
        return f"The first side by level, {told}: {ALIKE}."
    return f"{_trend(first)}: {told}."


def _hundredths(one: Estimate) -> str:
    return f"{100 * one.value:.0f}"


def _trend(first: Mapping[int, Estimate]) -> str:
    """Tell which way the share of the first side goes with the level, or which level is an exception."""
    off = [(low, high) for low, high in combinations(first, 2) if apart(first[low], first[high])]
    if not off:
        return "It makes no clear difference for the first side at which level all play"
    up = {first[high].value > first[low].value for low, high in off}
    if len(up) == 2:
        return "How the first side does depends on the level at which all play, but follows no trend"
    common = set.intersection(*map(set, off))
    if len(off) > 1 and len(common) == 1:
        return f"For the first side only level {common.pop()} differs clearly from others"
    return f"The first side does {'better' if up.pop() else 'worse'} the better all play"


def _endings(report: Report) -> Iterator[str]:
    game, found = report.plan.game, report.findings.main
    yield "## How matches end"
    yield _draw_sentence(found)
    other = report.findings.random
    rows = [
        [reason_text(game, reason), plain_share(one), plain_share(other.reasons[reason]) if reason in other.reasons else "0 %"]
        for reason, one in found.reasons.items()
    ]
    rows += [[reason_text(game, key), "0 %", plain_share(one)] for key, one in other.reasons.items() if key not in found.reasons]
    yield table([f"The end (n = {count(found.n)}, random n = {count(other.n)})", report.plan.bot, "random"], rows)


def _length(report: Report) -> Iterator[str | Plot]:
    found, random = report.findings.main, report.findings.random
    yield "## How long it takes"
    yield _length_sentence(found)
    yield plots.length([match.turns for match in report.main], found)
    rows = [
        [label, plain_count(s.turns.mean), count(s.turns.middle), plain_count(s.decisions.mean), number(s.chances), count(s.n)]
        for label, s in ((report.plan.bot, found), ("random", random))
    ]
    yield table(["players", "turns", "median", "decisions", "chance plies", "n"], rows)
    yield note("length")


def _width(report: Report) -> Iterator[str | Plot]:
    found, random = report.findings.main, report.findings.random
    yield "## How many choices there are"
    yield (
        f"There are {plain_number(found.breadth.mean)} legal actions to choose from on average, and at most {found.widest} were "
        f"seen; {percent(found.forced)} of the decisions are forced."
    )
    yield plots.width(found, random, report.plan.bot)
    rows = [
        [label, plain_number(s.breadth.mean), str(s.widest), percent(s.forced), count(s.n)]
        for label, s in ((report.plan.bot, found), ("random", random))
    ]
    yield table(["players", "legal actions", "most seen", "forced", "n"], rows)


def _size(report: Report) -> Iterator[str | Plot]:
    game, size = report.plan.game, report.findings.size
    tree, space = size.played.mean, size.space
    yield "## How large it is"
    yield (
        f"Along a match of the bots the numbers of choices multiply to {power(tree.value)} ({power(tree.low)} to "
        f"{power(tree.high)}, n = {count(tree.n)}): the usual measure of tree size. "
        + (f"With dice and draws it is {power(size.played_all)}. " if game.info.has_chance else "")
        + f"All possible matches, including long and senseless ones, number at least about {power(size.tree.value)}."
    )
    yield ("" if size.bound is None else f"There are at most {power(size.bound)} positions, by counting. ") + _least(space)
    if size.bound is not None:
        yield plots.landscape(game.name, size.bound, tree.value)
        parts = [[what, power(log)] for what, log in size.counts]
        yield table(["What a position is made of", "ways"], [*parts, ["all together, an upper bound", power(size.bound)]])
    chance = ", chance included" if game.info.has_chance else ""
    yield note("size", matches=count(space.matches), low=power(size.tree.low), high=power(size.tree.high), chance=chance)


def _least(space: Space) -> str:
    told = (
        f"In {count(space.matches)} random matches {count(space.sampled)} positions were looked at ({KEPT} of each, all of a "
        f"shorter one); {count(space.different)} of them were different, {count(space.twice)} met in exactly two matches"
    )
    least = space.least
    if isfinite(least.high):
        return f"{told}. So there are at least about {roughly(least.value)} ({roughly(least.low)} to {roughly(least.high)})."
    return f"{told}. So there are very probably more than {roughly(least.low)}; how many more, such a sample cannot say."


def _drama(report: Report) -> Iterator[str | Plot]:
    found, bot = report.findings.drama, report.plan.bot
    yield "## Lead and drama"
    if found is None:
        yield f"{bot} gives no estimates, or too few to see a lead. Choose a bot that searches."
        return
    yield from _lead_sentences(found)
    yield plots.lead(found)
    yield plots.changes(found)
    yield note("drama", bot=bot, clear=100 * CLEAR, comeback=100 * COMEBACK)


def _lead_sentences(found: Drama) -> Iterator[str]:
    quarter, half, late = (plain_share(found.predicts[CHECKPOINTS * part // 4 - 1]) for part in (1, 2, 3))
    yield (
        f"The lead changes {plain_number(found.changes)} times a match, and at least once in {plain_share(found.changed)} of the "
        f"matches, n = {count(found.n)}. The leader after a quarter wins {quarter}, at half-time {half}, after three quarters "
        f"{late}."
    )
    yield (
        f"In {plain_share(found.comebacks)} of the matches the winner came back from a clear disadvantage. In half of all "
        f"matches the winner leads for good after {percent(found.decided.middle)} of it. In its best turn its chances grow by "
        f"{100 * found.swing.value:.0f} points on average. Drama is {found.drama.value:.2f} ({found.drama.low:.2f} to "
        f"{found.drama.high:.2f})."
    )


def _skill(report: Report) -> Iterator[str | Plot]:
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
    else:
        yield f"With {per} matches of every pairing it cannot be told how much level, seat and the rest decide, nor Elo ratings."
    rows = [[f"{gap} higher", plain_share(one), count(one.n)] for gap, one in skill.gaps.items()]
    yield table(["level", "share of the wins", "n"], rows)
    others = ", the weaker in all others" if plan.sides > 2 else ""
    luck = ", with the same luck in each" if plan.game.info.has_chance else ""
    levels = listed([str(level) for level in plan.levels])
    yield note("skill", levels=levels, per=per, start=_start(plan), others=others, luck=luck)


def _deal_sentence(report: Report) -> str:
    skill, bot = report.findings.skill, report.plan.bot
    if skill.deals is None or skill.deal_count < SHOWING:
        return f"Only {skill.deal_count} deals were played several times, too few to tell how much their luck decides."
    return (
        f"When the same luck is played {REPEATS} times by {bot} in all seats, it decides {plain_share(skill.deals)} of who wins, "
        f"n = {skill.deal_count} deals. {_notes()['deals'] if skill.deals.low > 0 else 'That may be nothing.'}"
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


def _options(report: Report) -> Iterator[str | Plot]:
    found, game = report.findings, report.plan.game
    yield "## What each option does"
    if found.options:
        yield "\n".join(f"- {sentence}" for sentence in _differences(game, found.options))
        yield plots.options(found.options, game.seats)
        yield _option_table(game, found.options)
        yield note("options", bot=report.plan.bot, start=_start(report.plan))
    for name in found.idle:
        yield f"`{name}` changes nothing here: {TRIES} random matches went the same way with every value of it."
    for name in found.uncompared:
        yield f"`{name}` takes any text, so there is no list of values to compare."
    if not found.options and not found.idle and not found.uncompared:
        yield "The game has no options."


def _differences(game: Game, found: Sequence[Compared]) -> Iterator[str]:
    usual = {one.option: one for one in found if one.chosen}
    for one in found:
        if one.chosen:
            continue
        base = usual[one.option]
        where = "" if one.seats == game.seats else f" ({one.seats} seats)"
        meaning = game.info.options[one.option].meanings.get(str(one.value))
        told = f"`{one.option}={one.value}`" + (f" ({meaning})" if meaning else "")
        yield f"{told} instead of `{base.value}`{where}: {listed(_changes(game, one, base))}."


def _changes(game: Game, one: Compared, base: Compared) -> list[str]:
    if one.same:
        return ["no match went differently"]
    new, old, by = one.standing, base.standing, one.differences
    if new.alike or old.alike:
        return [ALIKE.replace("many", "many matches")]
    changes = [
        _change(by.first, "the first side wins {} instead of {}", percent, new.shares[0], old.shares[0]),
        _new_length(one, base),
        _new_end(game, new, old),
        _change(by.draws, "the win is shared in {} instead of {}", percent, new.draws, old.draws),
        _change(by.breadth, "there are {} legal actions instead of {}", number, new.breadth.mean, old.breadth.mean),
    ]
    is_clear = any(clearly(each) for each in (by.first, by.turns, by.draws, by.breadth))
    few = "hardly anything" if is_clear else "nothing that this sample shows clearly"
    return [told for told in changes if told] or [few]


def _change(by: Estimate, sentence: str, shown: Callable[[float], str], new: Estimate, old: Estimate) -> str:
    """Return a clear difference as a sentence; nothing if both look the same when they are shown."""
    values = shown(new.value), shown(old.value)
    if not clearly(by) or values[0] == values[1]:
        return ""
    if shown is not percent and abs(by.value) < LEAST * abs(old.value):
        return ""
    return sentence.format(*values) + (f" {_more(by)}" if shown is percent else "")


def _new_length(one: Compared, base: Compared) -> str:
    """Return how long matches take now, and half of them at most where that is far from the mean."""
    new, old = one.standing.turns, base.standing.turns
    told = _change(one.differences.turns, "matches take {} turns instead of {}", count, new.mean, old.mean)
    is_skewed = any(abs(turns.middle - turns.mean.value) > SKEWED * turns.mean.value for turns in (new, old))
    return f"{told} (half of them at most {count(new.middle)} instead of {count(old.middle)})" if told and is_skewed else told


def _new_end(game: Game, new: Standing, old: Standing) -> str:
    """Return which end has become more or less common, if one has by much."""
    none = share([0.0] * min(new.n, old.n))
    ends = {end: (new.reasons.get(end, none), old.reasons.get(end, none)) for end in (*new.reasons, *old.reasons)}
    end, (now, before) = max(ends.items(), key=lambda one: abs(one[1][0].value - one[1][1].value))
    if not apart(now, before) or abs(now.value - before.value) < ENDING:
        return ""
    return f'{percent(now.value)} instead of {percent(before.value)} end like this: "{reason_text(game, end).rstrip(".")}"'


def _more(one: Estimate) -> str:
    """Return a clear difference of shares in words: (14 points more, 11 to 17)."""
    near, far = sorted(abs(100 * end) for end in (one.low, one.high))
    digits, how = 1 if far < 2 else 0, "more" if one.value > 0 else "less"
    return f"({100 * abs(one.value):.{digits}f} points {how}, {near:.{digits}f} to {far:.{digits}f})"


def _points(one: Estimate) -> str:
    """Return a difference of shares in points, with its interval: +4 (+1 to +7)."""
    value, low, high = (round(100 * part) for part in (one.value, one.low, one.high))  # whole numbers know no -0
    return f"{value:+d} ({low:+d} to {high:+d})".replace("-", "−")


def _option_table(game: Game, found: Sequence[Compared]) -> str:
    rows = []
    for one in found:
        s = one.standing
        usual = next(iter(s.reasons.items()))
        rows.append(
            [
                f"`{one.option}={one.value}`" + ("\\*" if one.chosen else ""),
                plain_share(s.shares[0]),
                "" if one.chosen else _points(one.differences.first),
                plain_count(s.turns.mean),
                count(s.turns.middle),
                plain_count(s.breadth.mean),
                plain_share(s.draws),
                _sample(s.n, s.different) + ("" if one.seats == game.seats else f" ({one.seats} seats)"),
                f"{reason_text(game, usual[0])} ({percent(usual[1].value)})",
            ]
        )
    head = ["option", "first side", "points more", "turns", "median", "legal actions", "shared wins", "n", "usual end"]
    return table(head, rows, ["usual end"])


def _tables(report: Report) -> Iterator[str | Plot]:
    plan, found = report.plan, report.findings
    if not found.tables:
        return
    yield "## With other numbers of seats"
    games = {plan.game.seats: plan.game, **plan.tables}
    standings = {plan.game.seats: found.main, **found.tables}
    for seats in found.tables:
        one = standings[seats]
        shared = f" {_draw_sentence(one)}" if one.draws.value >= OFTEN else ""
        favoured = _favour_sentence(games[seats], one, max(OPENING, plan.opening))
        yield f"**{seats} seats.** {favoured} {_length_sentence(one)}{shared}"
    yield plots.tables({str(seats): (side_names(games[seats]), standings[seats]) for seats in sorted(games)})
    rows = [
        [
            str(seats),
            str(len(games[seats].teams)),
            plain_count(s.turns.mean),
            plain_number(s.breadth.mean),
            power(s.choices.mean.value),
            plain_share(s.draws),
            _sample(s.n, s.different),
        ]
        for seats, s in sorted(standings.items())
    ]
    yield table(["seats", "sides", "turns", "legal actions", "tree", "shared wins", "n"], rows)
    yield f"`calumma report {plan.game.name} --seats N` makes a full page for one of them."


def _made(report: Report) -> Iterator[str]:
    plan = report.plan
    played = sum(BATCH if isinstance(job, RandomJob) else 1 for job in plan.jobs)
    yield "## How this page was made"
    yield f"```sh\n{report.command}\n```"
    yield (
        f"calumma {__version__}, rules version {plan.game.info.rules}, seed {plan.seed}; {count(played)} matches in all, "
        f"{count(plan.matches)} of them for the main figures and {count(plan.wanderings)} at random. The bots took "
        f"{_hours(report.findings.hours)} of one processor. Settings, weights and "
        f"search of {plan.bot} have the fingerprint `{fingerprint(plan.game, plan.bot)}`: as long as it is the same, so are its "
        "matches. All numbers are in [report.json](report.json)."
    )


def _hours(hours: float) -> str:
    return f"{number(hours)} hours" if hours >= 1 else f"{hours * 60:.0f} minutes" if hours >= 0.1 else "less than six minutes"
