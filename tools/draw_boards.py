"""Draw the pictures of docs/: a position of every game from a match between gentle bots, always the same."""

from __future__ import annotations

from pathlib import Path

import calumma
from calumma.players import load

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
PLIES = {"yamamoto": 8, "chamelequin": 46, "bradley": 26, "piecepack": 30, "life": 70}


def position(name: str, plies: int) -> calumma.State:
    """Return the position after some plies of level 2 against itself."""
    game = calumma.load(name)
    state, luck = game.new(), calumma.Rng(3)
    bots = [load("level:2", game, seat) for seat in range(game.seats)]
    for _ in range(plies):
        if state.to_act == calumma.OVER:
            break
        state.apply(state.pick(luck) if state.to_act < 0 else bots[state.to_act].choose(state, state.to_act).action)
    return state


if __name__ == "__main__":
    DOCS.mkdir(parents=True, exist_ok=True)
    for name in calumma.games():
        state = position(name, PLIES.get(name, 20))
        (DOCS / f"{name}.svg").write_text(state.game.svg(state, 0), encoding="utf-8")
        print(f"drew {name}")
