"""Findings to sentences, tables and plots, section by section, in Markdown: sentences for designers first, figures after."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, log10

from calumma import __version__
from calumma.core import Game
from calumma.core.messages import reason_text
from calumma.lab.report import plots
from calumma.lab.report.comparisons import options
from calumma.lab.report.contest import luck_and_skill
from calumma.lab.report.estimates import SHOWING, Space
from calumma.lab.report.favour import favour_sentence, favoured, proven
from calumma.lab.report.findings import COMEBACK, Drama, Standing
from calumma.lab.report.frame import Report, note, notes, sample, side_names, title
from calumma.lab.report.jobs import BATCH, KEPT, RandomJob
from calumma.lab.report.measures import CHECKPOINTS, CLEAR
from calumma.lab.report.plan import OPENING
from calumma.lab.report.plots import Plot
from calumma.lab.report.words import count, listed, number, percent, plain_count, plain_number, plain_share, power, roughly, table
from calumma.players.levels import fingerprint

FEW = 100  # matches below which a page says that they are few
RARELY = log10(20)  # an estimate that is never negative and right on average is so much too large once in twenty times, at most
OFTEN = 0.1  # part of shared wins from which on they are told of other numbers of seats


def _chosen(game: Game) -> str:
    told = [f"`{name}={value}`" for name, value in game.options.items() if value != "" and len(str(value)) < 20]
    return listed(told) if told else "no options"


# The sections: sentences first, figures after


def sections(report: Report) -> Iterator[str | Plot]:
    """Yield the parts of the page: Markdown and plots."""
    yield from _head(report)
    yield from favoured(report)
    yield from _endings(report)
    yield from _length(report)
    yield from _width(report)
    yield from _size(report)
    yield from _drama(report)
    yield from luck_and_skill(report)
    yield from options(report)
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
    yield notes()["glance"]


def _alike_warning(found: Standing) -> str:
    return (
        f"**Hardly any variety.** Only {count(found.different)} of {count(found.n)} matches went different ways: what is said "
        "about them holds for these bots alone, and all intervals are too narrow. `--opening N` begins every match with N random "
        "plies."
    )


def _glance(report: Report) -> Iterator[str]:
    found, sides = report.findings, report.plan.sides
    main, skill = found.main, found.skill
    yield favour_sentence(report.plan.game, main, report.plan.opening)
    yield from proven(report.plan.game)
    yield (
        f"A match takes {plain_count(main.turns.mean)} turns, with {plain_number(main.breadth.mean)} actions to choose from at "
        "every decision."
    )
    yield f"The win is shared in {plain_share(main.draws)} of the matches."
    if found.drama is not None:
        half = found.drama.predicts[CHECKPOINTS // 2 - 1]
        yield f"The lead changes {plain_number(found.drama.changes)} times; the leader at half-time wins {plain_share(half)}."
    equal = "" if sides == 2 else f" in all other seats ({percent(1 / sides)} would be equal)"
    yield f"A bot one level stronger wins {plain_share(skill.gaps[1])} against weaker ones{equal}."
    if skill.deals is not None and skill.deal_count >= SHOWING:
        nothing = "" if skill.deals.low > 0 else ", which may be nothing; luck as a whole may decide more"
        yield f"The deal alone decides {plain_share(skill.deals)} of who wins between equals{nothing}."


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
        + f"All possible matches, including long and senseless ones, number at least about {power(size.tree.value - RARELY)}."
    )
    yield ("" if size.bound is None else f"There are at most {power(size.bound)} positions, by counting. ") + _least(space)
    if size.bound is not None:
        yield plots.landscape(game.name, size.bound, tree.value)
        parts = [[what, power(log)] for what, log in size.counts]
        yield table(["What a position is made of", "ways"], [*parts, ["all together, an upper bound", power(size.bound)]])
    chance = ", chance included" if game.info.has_chance else ""
    yield note("size", matches=count(space.matches), chance=chance)


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
    yield from _lead_sentences(found, report.findings.main.n)
    yield plots.lead(found)
    yield plots.changes(found)
    yield note("drama", bot=bot, clear=100 * CLEAR, comeback=100 * COMEBACK)


def _lead_sentences(found: Drama, matches: int) -> Iterator[str]:
    quarter, half, late = (plain_share(found.predicts[CHECKPOINTS * part // 4 - 1]) for part in (1, 2, 3))
    left = f" (the other {count(matches - found.n)} were over before the bots had told enough)" if found.n < matches else ""
    yield (
        f"The lead changes {plain_number(found.changes)} times a match, and at least once in {plain_share(found.changed)} of the "
        f"matches, n = {count(found.n)}{left}."
    )
    yield (
        f"In {count(found.comebacks.n)} of them one side won alone. The leader after a quarter wins {quarter} of these, at "
        f"half-time {half}, after three quarters {late}. In {plain_share(found.comebacks)} the winner came back from a clear "
        f"disadvantage. In half of them the winner has taken the lead for good by {percent(found.decided.middle)} of the match. "
        f"In the winner's best turn its chances grow by {100 * found.swing.value:.0f} points on average. Drama is "
        f"{found.drama.value:.2f} ({found.drama.low:.2f} to {found.drama.high:.2f})."
    )


def _tables(report: Report) -> Iterator[str | Plot]:
    plan, found = report.plan, report.findings
    if not found.tables:
        return
    yield "## With other numbers of seats"
    games = {plan.game.seats: plan.game, **plan.tables}
    standings = {plan.game.seats: found.main, **{seats: _standing_at(report, seats) for seats in found.tables}}
    for seats in found.tables:
        one = standings[seats]
        shared = f" {_draw_sentence(one)}" if one.draws.value >= OFTEN else ""
        favoured = favour_sentence(games[seats], one, max(OPENING, plan.opening))
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
            sample(s.n, s.different),
        ]
        for seats, s in sorted(standings.items())
    ]
    yield table(["seats", "sides", "turns", "legal actions", "tree", "shared wins", "n"], rows)
    yield f"`calumma report {plan.game.name} --seats N` makes a full page for one of them."


def _standing_at(report: Report, seats: int) -> Standing:
    """Return what is known of a table; options may have been compared there in more matches that begin in the same way."""
    found = report.findings
    compared = [one.standing for one in found.options if one.chosen and one.seats == seats and report.plan.opening >= OPENING]
    return max([found.tables[seats], *compared], key=lambda standing: standing.n)


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
