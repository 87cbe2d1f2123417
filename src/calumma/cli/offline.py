"""The command that writes the site without a server to a folder."""

from __future__ import annotations

from pathlib import Path

import click

from calumma.core.words import Words

say = Words(__package__)


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help=say("help-out-offline"),
)
def offline(out: Path) -> None:
    """Write the site without a server to a folder."""
    from calumma.offline.files import write_to

    size = write_to(out)
    click.echo(say("offline-written", place=out, megabytes=f"{size / 1e6:.1f}"))
