"""What every option does: sentences for differences that are clear and worth telling, and a table of all values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from calumma.core import Game
from calumma.core.messages import reason_text
from calumma.lab.report import plots
from calumma.lab.report.estimates import Estimate, apart, clearly, share
from calumma.lab.report.findings import Compared, Standing
from calumma.lab.report.frame import ALIKE, Report, note, sample, start
from calumma.lab.report.plan import TRIES
from calumma.lab.report.plots import Plot
from calumma.lab.report.words import count, listed, number, percent, plain_count, plain_number, plain_share, table

LEAST = 0.02  # part by which lengths and widths must differ to be told, however clear it is that they do
FINE = 0.02  # differences of shares up to which a decimal of a percent is told
SKEWED = 0.25  # part by which a median may be off the mean before it is told
ENDING = 0.1  # by how much an end must be more or less common to be told


def options(report: Report) -> Iterator[str | Plot]:
    """Yield what each option does, or that there are none."""
    found, game = report.findings, report.plan.game
    yield "## What each option does"
    if found.options:
        yield "\n".join(f"- {sentence}" for sentence in _differences(game, found.options))
        yield plots.options(found.options, game.seats)
        yield _option_table(game, found.options)
        yield note("options", bot=report.plan.bot, start=start(report.plan))
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
        option = game.info.options[one.option]
        meaning = option.meanings.get(str(one.value))
        told = f"`{one.option}={one.value}`" + (
            f" ({option.meaning}: {meaning.removeprefix(f'{one.value}: ')})" if meaning else ""
        )
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
    """Return how long matches take now, with the median where that is far from the mean."""
    new, old = one.standing.turns, base.standing.turns
    told = _change(one.differences.turns, "matches take {} turns instead of {}", count, new.mean, old.mean)
    is_skewed = any(abs(turns.middle - turns.mean.value) > SKEWED * turns.mean.value for turns in (new, old))
    return f"{told} (median {count(new.middle)} instead of {count(old.middle)})" if told and is_skewed else told


def _new_end(game: Game, new: Standing, old: Standing) -> str:
    """Return which end has become more or less common, if one has by much."""
    none = share([0.0] * min(new.n, old.n))
    ends = {end: (new.reasons.get(end, none), old.reasons.get(end, none)) for end in (*new.reasons, *old.reasons)}
    end, (now, before) = max(ends.items(), key=lambda one: abs(one[1][0].value - one[1][1].value))
    if not apart(now, before) or abs(now.value - before.value) < ENDING:
        return ""
    return f'{percent(now.value)} instead of {percent(before.value)} end with "{reason_text(game, end).rstrip(".")}"'


def _more(one: Estimate) -> str:
    """Return a clear difference of shares in words: (14 points more, 11 to 17)."""
    near, far = sorted(abs(100 * end) for end in (one.low, one.high))
    digits, how = 1 if far < 100 * FINE else 0, "more" if one.value > 0 else "less"
    return f"({100 * abs(one.value):.{digits}f} points {how}, {near:.{digits}f} to {far:.{digits}f})"


def _points(one: Estimate) -> str:
    """Return a difference of shares in points, with its interval: +4 (+1 to +7)."""
    digits = 1 if max(abs(one.low), abs(one.high)) < FINE else None  # rounded to none they are whole numbers, which know no -0
    value, low, high = (round(100 * part, digits) for part in (one.value, one.low, one.high))
    return f"{value:+} ({low:+} to {high:+})".replace("-0.0", "+0.0").replace("-", "−")


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
                plain_number(s.breadth.mean),
                plain_share(s.draws),
                sample(s.n, s.different) + ("" if one.seats == game.seats else f" ({one.seats} seats)"),
                f"{reason_text(game, usual[0])} ({percent(usual[1].value)})",
            ]
        )
    head = ["option", "first side", "points more", "turns", "median", "legal actions", "shared wins", "n", "usual end"]
    return table(head, rows, ["usual end"])
