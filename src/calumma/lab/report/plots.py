"""Statistics to plots: small SVG drawings that follow the reader's light or dark theme, each with its numbers in words.

Colours are told apart by people who confuse red and green (after Okabe and Ito), and every series has its own mark as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from math import isfinite
from typing import Any

from calumma.lab.report.estimates import Estimate
from calumma.lab.report.findings import Compared, Drama, Skill, Standing
from calumma.lab.report.measures import CHECKPOINTS, TENTHS
from calumma.lab.report.words import count, number, percent, plain_share

# What matplotlib draws with, and what it becomes: a variable with its light and its dark value.
INK, FAINT, BLUE, ORANGE, GREEN, PURPLE, PAPER = "#010101", "#020202", "#030303", "#040404", "#050505", "#060606", "#070707"
THEME = {
    INK: ("ink", "#1c1c1c", "#ececec"),
    FAINT: ("faint", "#8c8c8c", "#8c8c8c"),
    BLUE: ("blue", "#0072b2", "#56b4e9"),
    ORANGE: ("orange", "#c25700", "#f0a030"),
    GREEN: ("green", "#00785a", "#2fc59b"),
    PURPLE: ("purple", "#a9508a", "#e39cc4"),
    PAPER: ("paper", "#ffffff", "#16181b"),
}
SERIES = ((BLUE, "o"), (ORANGE, "s"), (GREEN, "^"), (PURPLE, "D"), (INK, "v"), (FAINT, "P"))
WIDTH = 5.4  # inches
BARS = 24  # of a histogram, at the most
MANY = 12  # changes of the lead: from here on they are told together

KNOWN = (  # logarithms of the positions and of the game tree, from van den Herik, Uiterwijk and van Rijswijck (2002)
    ("Connect Four", 14, 21),
    ("Checkers", 21, 31),
    ("Othello", 28, 58),
    ("Chess", 46, 123),
    ("Shogi", 71, 226),
    ("Go", 172, 360),
)


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing with its name, and its numbers in words for those who cannot see it."""

    name: str
    svg: str
    alt: str


def _axes(rows: float, columns: int = 1, **shape: Any) -> tuple[Any, Any]:
    """Return a figure and its axes, in our style; the Agg-less way, so that no window system is asked."""
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "calumma", "font.size": 10, "font.family": "sans-serif"})
    figure = Figure(figsize=(WIDTH, rows), layout="constrained")
    axes = figure.subplots(1, columns, **shape)
    for ax in axes if columns > 1 else [axes]:
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(FAINT)
        ax.tick_params(colors=INK, labelcolor=INK, color=FAINT)
        ax.set_facecolor("none")
        ax.xaxis.label.set_color(INK)
        ax.yaxis.label.set_color(INK)
    return figure, axes


def _plot(name: str, figure: Any, alt: str) -> Plot:
    """Return the finished plot: small, themed, without anything that differs from run to run."""
    out = StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return Plot(name, themed(out.getvalue()), alt)


def themed(svg: str) -> str:
    """Return a drawing of matplotlib with our colours as variables, without ids, comments and needless digits."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r"<g id=\"[^\"]*\"", "<g", svg)
    svg = re.sub(r"(\d+\.\d\d)\d+", r"\1", svg)
    for sentinel, (name, _, _) in THEME.items():
        svg = svg.replace(sentinel, f"var(--{name})")
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px system-ui, sans-serif", svg)
    light = ";".join(f"--{name}:{value}" for name, value, _ in THEME.values())
    dark = ";".join(f"--{name}:{value}" for name, _, value in THEME.values())
    style = f"<style>svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}*{{stroke-linejoin:round}}</style>"
    svg = re.sub(r"<defs>\s*<style type=\"text/css\">.*?</style>\s*</defs>", "", svg, count=1, flags=re.S)
    return re.sub(r">\s+<", "><", re.sub(r"(<svg[^>]*>)", lambda found: found[1] + style, svg, count=1)).strip() + "\n"


def _legend(ax: Any, **place: Any) -> None:
    ax.legend(frameon=False, labelcolor=INK, fontsize=8.5, **place)


def _whiskers(
    ax: Any, ys: Sequence[float], found: Sequence[Estimate], scale: float, series: int, label: str | None = None
) -> None:
    """Draw estimates as marks with their intervals."""
    colour, mark = SERIES[series % len(SERIES)]
    values = [one.value * scale for one in found]
    lows = [(one.value - one.low) * scale if isfinite(one.low) else 0.0 for one in found]
    highs = [(one.high - one.value) * scale if isfinite(one.high) else 0.0 for one in found]
    bars = [[max(0.0, low) for low in lows], [max(0.0, high) for high in highs]]
    ax.errorbar(values, ys, xerr=bars, fmt=mark, color=colour, ecolor=colour, capsize=3, markersize=6, label=label)


def _rows(ax: Any, names: Sequence[str]) -> None:
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)


# One function a plot


def seats(names: Sequence[str], bots: Standing, wanderers: Standing, bot: str) -> Plot:
    """Return the share of every side, between bots and between random players."""
    figure, ax = _axes(0.9 + 0.5 * len(names))
    ax.axvline(100 / len(names), color=FAINT, linestyle="--", linewidth=1)
    rows = range(len(names))
    _whiskers(ax, [row - 0.13 for row in rows], bots.shares, 100, 0, f"{bot} (n = {count(bots.n)})")
    _whiskers(ax, [row + 0.13 for row in rows], wanderers.shares, 100, 1, f"random (n = {count(wanderers.n)})")
    _rows(ax, names)
    low, high = ax.get_xlim()
    ax.set_xlim(min(low, 100 / len(names) - 12), max(high, 100 / len(names) + 12))
    ax.set_xlabel("share of the wins, % (dashed: fair)")
    _legend(ax, loc="upper center", bbox_to_anchor=(0.45, -0.32 if len(names) < 3 else -0.25), ncols=2)
    said = "; ".join(
        f"{name} {plain_share(one)} with {bot}, {plain_share(other)} at random"
        for name, one, other in zip(names, bots.shares, wanderers.shares, strict=True)
    )
    return _plot("seats", figure, f"Share of the wins of every side: {said}.")


def length(turns: Sequence[int], standing: Standing) -> Plot:
    """Return how the lengths of matches scatter."""
    figure, ax = _axes(2.5)
    step = max(1, -(-(max(turns) - min(turns) + 1) // BARS))
    edges = [edge - 0.5 for edge in range(min(turns), max(turns) + step + 1, step)]
    ax.hist(turns, bins=edges, color=BLUE, edgecolor=PAPER, linewidth=0.6)
    ax.axvline(standing.turns.middle, color=ORANGE, linestyle="--", linewidth=1.6)
    top = ax.get_xaxis_transform()
    ax.text(standing.turns.middle, 1.02, f"median {count(standing.turns.middle)}", transform=top, color=ORANGE, ha="center")
    ax.locator_params(integer=True)
    ax.set_xlabel("turns in a match")
    ax.set_ylabel("matches")
    low, high = standing.turns.low, standing.turns.high
    return _plot(
        "length",
        figure,
        f"Turns in a match: median {count(standing.turns.middle)}, nine in ten from {count(low)} to {count(high)}, "
        f"n = {standing.n}.",
    )


def width(bots: Standing, wanderers: Standing, bot: str) -> Plot:
    """Return how many legal actions there are along a match."""
    figure, ax = _axes(2.6)
    for series, (label, standing) in enumerate(((bot, bots), ("random", wanderers))):
        found = [(10 * tenth + 5, one) for tenth, one in enumerate(standing.width) if one is not None]
        colour, mark = SERIES[series]
        at = [x for x, _ in found]
        ax.plot(at, [one.value for _, one in found], color=colour, marker=mark, markersize=5, label=label)
        known = [(x, one) for x, one in found if isfinite(one.low)]
        ax.fill_between(
            [x for x, _ in known], [one.low for _, one in known], [one.high for _, one in known], color=colour, alpha=0.2
        )
    ax.set_ylim(bottom=0)
    ax.set_xlim(0, 100)
    ax.set_xlabel("part of the match, %")
    ax.set_ylabel("legal actions")
    _legend(ax)
    said = ", ".join("-" if one is None else number(one.value) for one in bots.width)
    return _plot("width", figure, f"Legal actions at a decision in each of {TENTHS} parts of a match between {bot}: {said}.")


def landscape(name: str, positions: float, tree: float) -> Plot:
    """Return where a game stands among known ones."""
    figure, ax = _axes(3.0)
    ax.plot([x for _, x, _ in KNOWN], [y for _, _, y in KNOWN], "o", color=FAINT, markersize=5)
    for label, x, y in KNOWN:
        ax.annotate(label, (x, y), xytext=(5, -3), textcoords="offset points", color=INK, fontsize=8.5)
    ax.plot([positions], [tree], "D", color=ORANGE, markersize=8)
    crowded = any(0.6 < x / positions < 1.3 and 0.7 < y / tree < 1.5 for _, x, y in KNOWN)
    place = (8, -13) if crowded else (8, 4)
    ax.annotate(name, (positions, tree), xytext=place, textcoords="offset points", color=ORANGE, weight="bold")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ticks = [10, 20, 50, 100, 200, 400]
    ax.set_xticks(ticks[:5], [str(tick) for tick in ticks[:5]])
    ax.set_yticks(ticks[1:], [str(tick) for tick in ticks[1:]])
    ax.minorticks_off()
    ax.set_xlim(8, max(260, positions * 1.6))
    ax.set_ylim(14, max(520, tree * 1.5))
    ax.set_xlabel("digits of the number of positions")
    ax.set_ylabel("digits of the game tree")
    others = ", ".join(f"{label} 10^{x} and 10^{y}" for label, x, y in KNOWN)
    alt = f"{name}: at most 10^{positions:.0f} positions, a tree of 10^{tree:.0f}. For comparison: {others}."
    return _plot("landscape", figure, alt)


def lead(found: Drama) -> Plot:
    """Return how often the leader wins, and the winner's chances, along a match."""
    figure, ax = _axes(2.8)
    at = [100 * (i + 1) / CHECKPOINTS for i in range(CHECKPOINTS)]
    ax.plot(at, [100 * one.value for one in found.predicts], color=BLUE, marker="o", markersize=4, label="the leader wins")
    ax.fill_between(at, [100 * o.low for o in found.predicts], [100 * o.high for o in found.predicts], color=BLUE, alpha=0.2)
    ax.plot(at, [100 * q[1] for q in found.winner], color=ORANGE, linestyle="--", label="the winner's chances as judged, median")
    ax.fill_between(at, [100 * q[0] for q in found.winner], [100 * q[2] for q in found.winner], color=ORANGE, alpha=0.16)
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 101)
    ax.set_xlabel("part of the match, %")
    ax.set_ylabel("%")
    _legend(ax, loc="lower right")
    points = {part: found.predicts[CHECKPOINTS * part // 100 - 1] for part in (25, 50, 75)}
    said = ", ".join(f"after {part} % of the match in {percent(one.value)}" for part, one in points.items())
    return _plot("lead", figure, f"How often the side that leads wins: {said}.")


def changes(found: Drama) -> Plot:
    """Return how often the lead changes."""
    figure, ax = _axes(2.2)
    most = max(found.counts)
    ax.bar(range(most + 1), [found.counts.get(count, 0) for count in range(most + 1)], color=BLUE, edgecolor=PAPER, linewidth=0.6)
    ax.set_xlabel("lead changes in a match")
    ax.set_ylabel("matches")
    ax.locator_params(integer=True)
    said = [f"{count}: {found.counts[count]}" for count in sorted(found.counts) if count < MANY]
    if more := sum(matches for count, matches in found.counts.items() if count >= MANY):
        said.append(f"{MANY} or more: {more}")
    return _plot("changes", figure, f"Matches by number of lead changes: {', '.join(said)}.")


def pairings(found: Skill, sides: int) -> Plot:
    """Return the share of every level against every lower one."""
    levels = sorted({one.strong for one in found.series} | {one.weak for one in found.series})
    figure, ax = _axes(0.9 + 0.42 * len(levels))
    scores = {(one.strong, one.weak): sum(one.shares) / len(one.shares) for one in found.series}
    for (strong, weak), score in scores.items():
        x, y = levels.index(weak), levels.index(strong) - 1
        ax.add_patch(_square(x, y, BLUE if score >= 1 / sides else ORANGE, min(1.0, abs(score - 1 / sides) / (1 - 1 / sides))))
        ax.text(x, y, percent(score), ha="center", va="center", color=INK)
    ax.set_xlim(-0.5, len(levels) - 1.5)
    ax.set_ylim(-0.5, len(levels) - 1.5)
    ax.set_xticks(range(len(levels) - 1), [f"level {level}" for level in levels[:-1]])
    ax.set_yticks(range(len(levels) - 1), [f"level {level}" for level in levels[1:]])
    ax.set_xlabel("against" if sides == 2 else "against, in all other seats")
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.tick_params(length=0)
    said = "; ".join(f"level {strong} against {weak} {percent(score)}" for (strong, weak), score in scores.items())
    return _plot("pairings", figure, f"Share of the stronger level, {len(found.series[0].shares)} matches each: {said}.")


def _square(x: float, y: float, colour: str, depth: float) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, facecolor=colour, alpha=0.1 + 0.5 * depth, edgecolor="none")


def ratings(found: Skill) -> Plot:
    """Return the ratings of the levels."""
    figure, ax = _axes(0.8 + 0.32 * len(found.ratings))
    _whiskers(ax, range(len(found.ratings)), list(found.ratings.values()), 1, 0)
    _rows(ax, [f"level {level}" for level in found.ratings])
    ax.set_xlabel("Elo above the lowest level")
    said = ", ".join(f"level {level} {one.value:.0f} ({one.low:.0f} to {one.high:.0f})" for level, one in found.ratings.items())
    return _plot("ratings", figure, f"Elo ratings: {said}.")


def sources(found: Skill) -> Plot:
    """Return what the results come from, as parts of a bar."""
    figure, ax = _axes(1.5)
    parts = (
        ("level", found.sources.level, BLUE),
        ("seat", found.sources.seat, GREEN),
        ("the rest", found.sources.rest, ORANGE),
    )
    start = 0.0
    for label, one, colour in parts:
        text = f"{label} {percent(one.value)}"
        ax.barh([0], [100 * one.value], left=start, color=colour, edgecolor=PAPER, linewidth=2, label=text)
        if one.value > 0.06:
            ax.text(start + 50 * one.value, 0, label.split()[-1], ha="center", va="center", color=PAPER, weight="bold")
        start += 100 * one.value
    ax.set_xlim(0, 100)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel("parts of the variance of results between levels, %")
    _legend(ax, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    said = ", ".join(f"{label} {plain_share(one)}" for label, one, _ in parts)
    return _plot("sources", figure, f"Where results come from: {said}.")


def options(found: Sequence[Compared], seats: int) -> Plot:
    """Return every value of every option side by side: the first side's share, the length, the draws."""
    figure, (left, middle, right) = _axes(1.1 + 0.36 * len(found), 3, sharey=True)
    names = [
        f"{one.option}={one.value}" + ("*" if one.chosen else "") + (f" ({one.seats})" if one.seats != seats else "")
        for one in found
    ]
    rows = range(len(found))
    _whiskers(left, rows, [one.standing.shares[0] for one in found], 100, 0)
    _whiskers(middle, rows, [one.standing.turns.mean for one in found], 1, 1)
    _whiskers(right, rows, [one.standing.draws for one in found], 100, 2)
    _rows(left, names)
    for ax, label in ((left, "first side's\nshare, %"), (middle, "turns"), (right, "shared\nwins, %")):
        ax.set_xlabel(label)
        ax.grid(axis="y", color=FAINT, alpha=0.25)
        ax.margins(x=0.15)
    said = "; ".join(
        f"{name} first side {plain_share(one.standing.shares[0])}, {count(one.standing.turns.mean.value)} turns, "
        f"shared wins {percent(one.standing.draws.value)}"
        for name, one in zip(names, found, strict=True)
    )
    return _plot("options", figure, f"Options side by side, * marks the one of this report: {said}.")


def tables(found: dict[str, tuple[Sequence[str], Standing]]) -> Plot:
    """Return the shares of all sides for several numbers of seats."""
    rows = [
        (table, name, one, len(names))
        for table, (names, standing) in found.items()
        for name, one in zip(names, standing.shares, strict=True)
    ]
    figure, ax = _axes(0.8 + 0.3 * len(rows))
    for series, table in enumerate(found):
        at = [row for row, (where, _, _, _) in enumerate(rows) if where == table]
        _whiskers(ax, at, [rows[row][2] for row in at], 100, series, f"{table} seats")
        fair = 100 / rows[at[0]][3]
        ax.plot([fair, fair], [at[0] - 0.4, at[-1] + 0.4], color=FAINT, linestyle="--", linewidth=1)
    _rows(ax, [f"{table}: {name}" for table, name, _, _ in rows])
    ax.set_xlabel("share of the wins, % (dashed: fair)")
    said = "; ".join(f"{table} seats, {name} {plain_share(one)}" for table, name, one, _ in rows)
    return _plot("tables", figure, f"Share of the wins with other numbers of seats: {said}.")
