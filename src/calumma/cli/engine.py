"""The command that lets any player of ours speak the engine protocol."""

from __future__ import annotations

import sys

import click

import calumma
from calumma.core.words import Words

say = Words(__package__)


@click.command()
@click.option("--player", default="level:6", show_default=True, metavar="PLAYER", help=say("help-player-engine"))
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
def engine(player: str, seed: int) -> None:
    """Speak the engine protocol over stdin and stdout."""
    from calumma.players.speaking import Speaker

    speaker = Speaker(player, lambda line: print(line, flush=True), f"Calumma {calumma.__version__}", seed)
    speaker.run(iter(sys.stdin.readline, ""))
