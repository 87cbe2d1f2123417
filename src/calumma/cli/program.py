"""The group of commands, and the one place where errors become sentences."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

import calumma
from calumma.cli import admin, laboratory, matches, reporting, serving, sitting, solving, strength, study, tuning


def version_text() -> str:
    """Return the version and which core is loaded."""
    core = "compiled core" if calumma.compiled() else "interpreted core (the same rules, many times slower)"
    return f"calumma {calumma.__version__}, {core}, Python {sys.version.split()[0]}"


def _show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(version_text())
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show version and core.")
def program() -> None:
    """Play, host and study the five board games called Chameleon."""


for command in (
    sitting.games,
    sitting.rules,
    sitting.play,
    serving.serve,
    serving.backup,
    admin.admin,
    matches.random,
    matches.replay,
    matches.draw,
    matches.verify,
    strength.match,
    strength.analyse,
    strength.strength,
    laboratory.tournament,
    laboratory.selfplay,
    laboratory.sweep,
    reporting.report,
    tuning.tune,
    solving.value,
    solving.solve,
    solving.verify_solution,
    solving.index_solution,
    solving.tablebase,
    solving.puzzle,
    study.perft,
    study.schema,
    study.check,
    study.bench,
    study.write,
):
    program.add_command(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        status = program.main(arguments, prog_name="calumma", standalone_mode=False)
        return int(status or 0)
    except click.exceptions.Abort:
        click.echo("calumma: stopped", err=True)
        return 130
    except KeyboardInterrupt:
        click.echo("calumma: stopped", err=True)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except click.ClickException as error:
        return _refuse(error.format_message())
    except calumma.GameError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f'cannot use "{error.filename}": {error.strerror}' if error.filename else str(error))


def _refuse(sentence: str) -> int:
    click.echo(f"calumma: {sentence}", err=True)
    return 2
