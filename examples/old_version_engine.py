"""A player of any installed version of Calumma as an engine, also of a version that has no `calumma engine`.

Run it with the Python of the environment in which that version is installed; it uses nothing but its library:

    python -m venv /tmp/old && /tmp/old/bin/pip install calumma-0.1.0-*.whl
    calumma match bradley level:6 "engine:/tmp/old/bin/python examples/old_version_engine.py level:6" --matches 20

What has changed between the versions must not be the rules. The host deals a world for games with secrets, since older versions
cannot read the position of a seat; like every player, the old one deals anew what its seat does not know.
"""

from __future__ import annotations

import sys
from urllib.parse import unquote

import calumma
from calumma import players


class OldPlayer:
    """What is known of the match so far: the lines that matter for a move."""

    def __init__(self, spec: str, seed: int) -> None:
        self.spec, self.seed = spec, seed
        self.task: list[str] = []
        self.told: dict[str, str] = {}  # the last line of each kind
        self.players: dict[str, object] = {}

    def begin(self, words: list[str]) -> None:
        options = {name: unquote(value) for name, _, value in (each.partition("=") for each in words[5:])}
        self.game, self.seat = calumma.load(words[0], seats=int(words[2]), **options), int(words[4])
        self.told, self.players = {}, {}

    def state(self):
        """Return the position: replayed where nothing is hidden, so that repetitions are known, else a world of the host."""
        moves = self.told.get("moves")
        if moves is not None and "~?" not in moves.split():
            state = self.game.new()
            for text in moves.split():
                state.apply(self.game.parse_move(state, text))
            return state
        return self.game.parse_position(self.told.get("world") or self.told["position"])

    def best_move(self, words: list[str]) -> str:
        time = f"@{words[words.index('time') + 1]}ms" if "time" in words and "@" not in self.spec else ""
        spec = self.spec + time
        if spec not in self.players:
            self.players = {spec: players.load(spec, self.game, self.seed)}
        state = self.state()
        choice = self.players[spec].choose(state, self.seat)
        if choice.values:
            values = ",".join(f"{value:.4f}" for value in choice.values)
            move = self.game.move_text(state, choice.action)
            print(f"info line 1 depth {choice.depth} nodes {choice.nodes} values {values} moves {move}")
        return self.game.move_text(state, choice.action)


def main() -> None:
    spec = sys.argv[1] if len(sys.argv) > 1 else "level:6"
    old = OldPlayer(spec, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        try:
            if word == "hello":
                print(f"name Calumma {calumma.__version__} {spec}\nauthor Calumma\nwants worlds 1\nhello 1", flush=True)
            elif word == "isready":
                print("readyok", flush=True)
            elif word == "game":
                old.begin(rest.split())
            elif word == "go":
                print("bestmove", old.best_move(rest.split()), flush=True)
            elif word == "quit":
                break
            else:
                old.told[word] = rest
        except calumma.GameError as error:
            print("error", error, flush=True)


if __name__ == "__main__":
    main()
