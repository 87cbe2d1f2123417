"""Draw the main line of every solved goal of yamamoto for docs/: the certificate's moves against the longest resistance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import calumma
from calumma.drawing.svg import draw_svg
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.tablebase import Tablebase

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
PLIES, COLUMNS = 4, 4  # between two boards; boards side by side
WIDTH, HEIGHT, CAPTION, GAP = 260, 262, 26, 14


def boards(game: calumma.Game) -> Iterator[tuple[str, str]]:
    """Yield pictures of the main line, each with the plies that lead to it."""
    # Without tables, so that the certificate alone speaks.
    knowledge = Knowledge(game, Tablebase(str(game.options["goal"]), Path("no tables")))
    state, moves, ply = game.new(), list[str](), 0
    while state.to_act != calumma.OVER:
        known = knowledge.value(state)
        assert known is not None, "the main line has left the certificate"
        moves.append(game.move_text(state, known.best[0]))
        state.apply(known.best[0])
        ply += 1
        if len(moves) == PLIES or state.to_act == calumma.OVER:
            title = f"After {' '.join(moves)}"
            picture = draw_svg(game.scene(state), title=title, prefix=f"b{ply}", style=ply == PLIES)
            yield f"{ply - len(moves) + 1}. {' '.join(moves)}", picture
            moves = []


def sheet(drawn: list[tuple[str, str]]) -> str:
    """Return the boards on one sheet, row by row."""
    rows = -(-len(drawn) // COLUMNS)
    width, height = COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + CAPTION + GAP) + GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">']
    parts.append(f'<rect width="{width}" height="{height}" fill="#faf8f4"/>')
    for i, (words, picture) in enumerate(drawn):
        x, y = GAP + i % COLUMNS * (WIDTH + GAP), GAP + i // COLUMNS * (HEIGHT + CAPTION + GAP)
        parts.append(f'<text x="{x}" y="{y + 17}" font-family="sans-serif" font-size="15" fill="#3a342d">{words}</text>')
        parts.append(picture.replace("<svg ", f'<svg x="{x}" y="{y + CAPTION}" width="{WIDTH}" height="{HEIGHT}" ', 1))
    return "".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    DOCS.mkdir(parents=True, exist_ok=True)
    for goal in ("row", "dots"):
        drawn = list(boards(calumma.load("yamamoto", goal=goal)))
        (DOCS / f"yamamoto-{goal}-line.svg").write_text(sheet(drawn), encoding="utf-8")
        print(f"drew the main line of {goal}: {' '.join(word for words, _ in drawn for word in words.split()[1:])}")
