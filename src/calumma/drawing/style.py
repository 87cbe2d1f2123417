"""The style sheets of pictures: themes, strengths of marks, and what a browser switches on and off."""

from __future__ import annotations

from calumma.drawing.markup import Brush, element
from calumma.drawing.palette import LETTERED, MARKS, variables


def style_sheet() -> str:
    """Return the style sheet of all pictures, for a page that shows many of them: every theme, every strength of marks."""
    names = list(variables("light"))
    return _themes("auto", names) + _themes("light", names) + _themes("dark", names) + _paints(names) + _states()


def style_of(brush: Brush, theme: str) -> str:
    """Return the style sheet of one picture: as little as it needs."""
    names = [name for name in variables("light") if name in brush.used]
    if brush.live:
        return element(
            "style", _themes("auto", names) + _themes("light", names) + _themes("dark", names) + _paints(names) + _states()
        )
    return element("style", _themes(theme, names) + _paints(names))


def _themes(theme: str, names: list[str]) -> str:
    def rule(tints: str) -> str:
        values = variables(tints)
        return f'.calumma[data-theme="{theme}"]{{{"".join(f"--calumma-{name}:{values[name]};" for name in names)}}}'

    if theme != "auto":
        return rule(theme)
    return rule("light") + f"@media(prefers-color-scheme:dark){{{rule('dark')}}}"


def _paints(names: list[str]) -> str:
    """What is used many times lies in a tree of its own: no ancestor is known there, but variables are inherited."""
    return "".join(f".f-{name}{{fill:var(--calumma-{name})}}.s-{name}{{stroke:var(--calumma-{name})}}" for name in names)


def _states() -> str:
    """What the browser switches: the strength of marks, and which cells are lit or belong to the last move."""
    states = "".join(
        f".calumma .{state}>.over{{display:inline;fill:var(--calumma-{state})}}"
        f".calumma .ring.{state}{{display:inline;stroke:var(--calumma-{state});stroke-width:{width}}}"
        for state, width in (("last", 4), ("lit", 6))
    )
    return (
        _marks() + ".calumma .over,.calumma .ring{display:none}" + states + ".calumma .lit{cursor:pointer}"
        ".calumma .cell:focus-visible{outline:3px solid var(--calumma-lit);outline-offset:-3px}"
    )


def _marks() -> str:
    """Every set of strengths at which something is seen has a variable, which the strength of the picture sets."""
    sets = [*((mark,) for mark in MARKS), LETTERED]
    rules = [f'[data-at="{" ".join(each)}"]{{display:var(--calumma-at-{"-".join(each)})}}' for each in sets]
    for strength in MARKS:
        values = "".join(f"--calumma-at-{'-'.join(each)}:{'inline' if strength in each else 'none'};" for each in sets)
        rules.append(f'.calumma[data-marks="{strength}"]{{{values}}}')
    return "".join(rules)
