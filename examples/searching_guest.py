"""A program that plays on a server and searches, also in games with secrets: from its seat's own position text.

    python examples/searching_guest.py http://127.0.0.1:8765 piecepack --bot level:1

The text is all that the seat knows. `game.parse_position(text, seat, seed)` deals a world that fits it, and the search deals as
many more as it likes. The way to the server is that of guest_bot.py, the search that of engine.py.
"""

from __future__ import annotations

import argparse
from typing import Any

from guest_bot import Server, play

import calumma
from engine import search


def chooser(seconds: float, seed: int) -> Any:
    """Return a function that chooses a move at a table."""

    def choose(table: dict[str, Any]) -> str:
        view, seat = table["view"], table["view"]["seat"]
        game = calumma.load(view["game"], view["seats"], **view["options"])
        world = game.parse_position(table["position"], seat, seed + table["ply"])
        if len(world.legal()) == 1:
            return game.move_text(world, world.legal()[0])
        return str(search(world, seat, seconds, seed=seed + table["ply"])[0][0])

    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description="Play on a Calumma server, thinking ahead.")
    parser.add_argument("address")
    parser.add_argument("game", nargs="?", default="piecepack")
    parser.add_argument("--bot", default="level:1", help="whom to play against")
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.2, help="to think about a move")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    server = Server(given.address)
    server.token = server.ask("/guests", {"name": "Searching guest"})["token"]
    won = 0.0
    for number in range(given.matches):
        chairs = ["me", given.bot] if number % 2 == 0 else [given.bot, "me"]  # seats take turns
        table = server.ask("/tables", {"game": given.game, "chairs": chairs, "commits": True})
        table = play(server, table, chooser(given.seconds, given.seed + 1000 * number))
        won += table["view"]["payoffs"][table["own"][0]]
        print(f"{won:g} of {number + 1}: {table['result']['words']}", flush=True)


if __name__ == "__main__":
    main()
