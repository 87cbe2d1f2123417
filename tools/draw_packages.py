"""Draw docs/pictures/packages.svg: who imports whom among the packages, from the imports themselves.

Arrows point downwards, from who imports to what is imported; one that follows from two others is left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "calumma"
PICTURE = ROOT / "docs" / "pictures" / "packages.svg"
WIDTH, HEIGHT = 96, 34  # of a box
ACROSS, DOWN = 128, 76  # from one box to the next
MARGIN = 16

Graph = dict[str, set[str]]
Layers = list[list[str]]


def names_in(path: Path) -> Iterator[str]:
    """Yield the dotted names of modules that a source imports, at once or when a function runs."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports() -> Graph:
    """Return by package the packages that it imports."""
    found: Graph = {path.parent.name: set() for path in sorted(PACKAGE.glob("*/__init__.py"))}
    for path in PACKAGE.glob("*/**/*.py"):
        home = path.relative_to(PACKAGE).parts[0]
        matches = (re.match(r"calumma\.(\w+)", name) for name in names_in(path))
        found[home] |= {match[1] for match in matches if match and match[1] in found} - {home}
    return found


def reached(graph: Graph, start: str) -> set[str]:
    """Return all that is imported from a package on."""
    return graph[start].union(*(reached(graph, name) for name in graph[start]))


def needed(graph: Graph) -> Graph:
    """Return the graph without arrows that follow from others."""
    return {name: below - set().union(*(reached(graph, other) for other in below)) for name, below in graph.items()}


def layers_of(graph: Graph) -> tuple[Layers, list[tuple[str, str]]]:
    """Return the packages by height, with a bend wherever an arrow passes a layer, and the arrows from each to the next."""
    height: dict[str, int] = {}
    for name in TopologicalSorter(graph).static_order():
        height[name] = max((height[below] + 1 for below in graph[name]), default=0)
    layers: Layers = [sorted(name for name in height if height[name] == level) for level in range(max(height.values()) + 1)]
    arrows = []
    for name, below in sorted(graph.items()):
        for target in sorted(below):
            bends = [f"{name}>{target}@{level}" for level in range(height[name] - 1, height[target], -1)]
            for level, bend in zip(range(height[name] - 1, height[target], -1), bends, strict=True):
                layers[level].append(bend)
            arrows += pairwise([name, *bends, target])
    return layers, arrows


def spread(layers: Layers, arrows: list[tuple[str, str]]) -> dict[str, float]:
    """Return where everything stands from left to right: near what it is joined to, and a step or more from its neighbours."""
    place = {name: float(i) for layer in layers for i, name in enumerate(layer)}
    joined: Graph = {name: set() for name in place}
    for above, below in arrows:
        joined[above].add(below)
        joined[below].add(above)
    for _ in range(40):
        for layer in (*layers, *layers[::-1]):
            wanted = {name: sum(place[other] for other in sorted(joined[name])) / max(1, len(joined[name])) for name in layer}
            order = sorted(layer, key=lambda name: (wanted[name], name))
            right = -1e9
            for name in order:
                right = place[name] = max(right + 1, wanted[name])
            excess = sum(place[name] - wanted[name] for name in order) / len(order)
            for name in order:
                place[name] -= excess
    return place


def drawn() -> str:
    """Return the picture."""
    layers, arrows = layers_of(needed(imports()))
    place = spread(layers, arrows)
    left, top = min(place.values()), len(layers) - 1
    at = {
        name: (MARGIN + WIDTH / 2 + (place[name] - left) * ACROSS, MARGIN + HEIGHT / 2 + (top - level) * DOWN)
        for level, layer in enumerate(layers)
        for name in layer
    }
    wide = max(x for x, _ in at.values()) + WIDTH / 2 + MARGIN
    high = max(y for _, y in at.values()) + HEIGHT / 2 + MARGIN
    lines = [_line(at, above, below) for above, below in arrows]
    boxes = [_box(*at[name], name) for layer in layers for name in layer if "@" not in name]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}">',
            "<title>The packages of Calumma; arrows point to what is imported</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#7a8b80"/></marker></defs>',
            *lines,
            *boxes,
            "</svg>\n",
        ]
    )


def _line(at: dict[str, tuple[float, float]], above: str, below: str) -> str:
    (x1, y1), (x2, y2) = at[above], at[below]
    y1 += 0 if "@" in above else HEIGHT / 2
    y2 -= 0 if "@" in below else HEIGHT / 2 + 2
    middle = (y1 + y2) / 2
    tip = "" if "@" in below else ' marker-end="url(#tip)"'
    path = f"M{x1:.0f} {y1:.0f}C{x1:.0f} {middle:.0f} {x2:.0f} {middle:.0f} {x2:.0f} {y2:.0f}"
    return f'<path d="{path}" fill="none" stroke="#7a8b80" stroke-width="1.6"{tip}/>'


def _box(x: float, y: float, name: str) -> str:
    corner = f'x="{x - WIDTH / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{WIDTH}" height="{HEIGHT}" rx="7"'
    box = f'<rect {corner} fill="#e9f2e4" stroke="#3d6b4f"/>'
    style = 'text-anchor="middle" font-family="sans-serif" font-size="15" fill="#1d3326"'
    text = f'<text x="{x:.0f}" y="{y + 5:.0f}" {style}>{name}</text>'
    return box + text


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(f"drew {PICTURE.relative_to(ROOT)}")
