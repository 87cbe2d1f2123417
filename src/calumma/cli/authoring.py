"""The command for authors of games: a package to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from calumma.core.words import Words

say = Words(__package__)


@click.command()
@click.argument("name")
@click.option("--compiled", is_flag=True, help=say("help-compiled"))
@click.option("--folder", type=click.Path(path_type=Path), help=say("help-folder-new"))
def new(name: str, compiled: bool, folder: Path | None) -> None:
    """Make the package of a game of your own: a small complete game to play at once, and to change."""
    from calumma.testing.making import make_package

    place = folder or Path(name)
    for path in make_package(name, place, compiled):
        click.echo(f"  {path}")
    click.echo(say("made-package", name=name, folder=place))
