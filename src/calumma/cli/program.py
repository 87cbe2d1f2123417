"""The group of commands, and the one place where errors become sentences."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

import click

import calumma
from calumma.cli import (
    admin,
    authoring,
    engine,
    laboratory,
    learning,
    matches,
    offline,
    playing,
    puzzling,
    reporting,
    serving,
    solving,
    strength,
    study,
    tuning,
)
from calumma.cli.arguments import Resumable
from calumma.core.catalogue import MessageError
from calumma.core.words import Words

say = Words(__package__)

LONGEST = 1200  # characters of a sentence about something that cannot be done

MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE)  # nothing about the input is wrong


def version_text() -> str:
    """Return the version and which core is loaded."""
    core = say("compiled-core") if calumma.compiled() else say("interpreted-core-same-rules")
    return say("calumma-python", version=calumma.__version__, core=core, python=sys.version.split()[0])


def _show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(version_text())
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help=say("help-version"))
def program() -> None:
    """Play, host and study the five board games called Chameleon."""


for command in (
    playing.games,
    playing.rules,
    playing.lessons,
    playing.play,
    serving.serve,
    serving.backup,
    serving.think,
    offline.offline,
    admin.admin,
    matches.random,
    matches.replay,
    matches.draw,
    matches.verify,
    strength.match,
    strength.analyse,
    strength.strength,
    engine.engine,
    laboratory.tournament,
    laboratory.selfplay,
    laboratory.sweep,
    reporting.report,
    tuning.tune,
    learning.learn,
    solving.value,
    solving.solve,
    solving.verify_solution,
    solving.index_solution,
    solving.tablebase,
    puzzling.puzzles,
    study.perft,
    study.schema,
    study.check,
    study.bench,
    study.write,
    authoring.new,
):
    program.add_command(command)


def _word(command: click.Command, key: str) -> None:
    """Give a command, and those in it, the help of the catalogue."""
    command.help = say(key)
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            _word(each, f"{key}-{name}")


_word(program, "command")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        status = program.main(arguments, prog_name="calumma", standalone_mode=False)
        return int(status or 0)
    except Resumable:
        click.echo(say("calumma-stopped-goes-on"), err=True)
        return 130
    except click.exceptions.Abort:
        click.echo(say("calumma-stopped"), err=True)
        return 130
    except KeyboardInterrupt:
        click.echo(say("calumma-stopped"), err=True)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except click.ClickException as error:
        return _refuse(error.format_message())
    except (calumma.GameError, MessageError) as error:
        return _refuse(str(error))
    except OSError as error:
        return _fail(error)


def _fail(error: OSError) -> int:
    """Say what the system said; exit status 1 where the machine is at fault, not who called."""
    _drop_output()
    at_fault = error.errno in MACHINE
    other = say("machine-cannot-go-on", error=error.strerror) if at_fault else str(error)
    _refuse(say("cannot-use", filename=error.filename, error=error.strerror) if error.filename else other)
    return 1 if at_fault else 2


def _drop_output() -> None:
    """Give up what cannot be printed: Python would try again at exit, and end with a complaint and a status of its own."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> int:
    click.echo(f"calumma: {_shortened(sentence)}", err=True)
    return 2


def _shortened(sentence: str) -> str:
    """Return a sentence without the middle of what it quotes, if that is long: its end says what was expected."""
    half = LONGEST // 2
    return sentence if len(sentence) <= LONGEST else f"{sentence[:half]} ... {sentence[-half:]}"
