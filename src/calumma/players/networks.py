"""The player that a network guides: it searches a tree as others do, and has learnt what to look at and what that is worth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calumma.core import Game, GameError
from calumma.core.messages import listed
from calumma.core.network import ENDING, Network, Shape, shipped, shipped_for, unpacked
from calumma.core.words import Words
from calumma.players.bots import TreePlayer, node_room
from calumma.search import GUIDED

say = Words(__package__)

SIMULATIONS = 800  # of a decision, if there is no time given
NODES = 1_000_000  # with a time


class NetPlayer(TreePlayer):
    """Plays by a network: so many simulations, or as many as it has time for."""

    def __init__(self, spec: str, game: Game, seed: int, network: Network, seconds: float | None = None) -> None:
        simulations = SIMULATIONS if seconds is None else None
        settings = replace(GUIDED, nodes=NODES if simulations is None else node_room(simulations))
        super().__init__(spec, game, seed, simulations, seconds, settings, network=network)


def network_for(game: Game, text: str, argument: str | None) -> Network:
    """Return the network that a spec names: the game's own, or that of a file; GameError if it has none."""
    if argument and argument.endswith(ENDING):
        path = Path(argument)
        if not path.is_file():
            raise GameError(say("cannot-read-network", text=text, path=path))
        return unpacked(path.read_bytes(), game, path.name)
    if argument not in (None, game.name):
        raise GameError(say("network-of-another", text=text, game=game, name=game.name))
    network = shipped(game)
    if network is not None:
        return network
    known = [_told(each) for each in shipped_for(game)]
    if not known:
        raise GameError(say("no-network", text=text, name=game.name))
    raise GameError(say("no-network-for", text=text, game=game, known=listed(known)))


def _told(shape: Shape) -> str:
    chosen = "".join(f", {name}={value}" for name, value in shape.options.items() if len(str(value)) < 20)
    return f"{shape.game} ({shape.seats} seats{chosen})"
