"""The command that serves the games to browsers."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from calumma.extras import need

if TYPE_CHECKING:
    from calumma.server import Settings, Store


def option(name: str, variable: str, **details: Any) -> Any:
    """Return an option that a variable of the environment can set, too."""
    return click.option(name, envvar=f"CALUMMA_{variable}", show_envvar=True, **details)


@click.command()
@option(
    "--host", "HOST", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 is every one of this machine."
)
@option(
    "--port",
    "PORT",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@option(
    "--db",
    "DB",
    metavar="URL",
    help="Where matches are kept: sqlite:///FILE, postgresql://USER@HOST/NAME or memory. Default: a file of your own.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
@click.option("--lan", is_flag=True, help="Let everybody in this network join; shows the address, and a code for phones.")
@option(
    "--address",
    "ADDRESS",
    metavar="URL",
    help="The address at which people reach this server, if a proxy stands before it: https://games.example.org/.",
)
@option("--rate", "RATE", type=click.FloatRange(0.1), help="Requests and messages a second that one address may send.")
@option(
    "--trust",
    "TRUST",
    multiple=True,
    metavar="NETWORK",
    help="An address or network without limits: a school behind one address, or a program of your own. Can be given again.",
)
@option("--bots", "BOTS", type=click.IntRange(1, 256), help="How many bots think at once. Default: one for each processor.")
@option(
    "--notify-after",
    "NOTIFY_AFTER",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="When somebody who is to act and does not look is told, by the ways of their choice.",
)
@option(
    "--webhooks-inside", "WEBHOOKS_INSIDE", is_flag=True, help="Let webhooks lead into this network and to this machine, too."
)
@option(
    "--smtp",
    "SMTP",
    metavar="URL",
    help="Mail server for notices: smtp://USER:PASSWORD@HOST:587 or smtps://...:465. Better set by the environment than here.",
)
@option("--mail-from", "MAIL_FROM", metavar="ADDRESS", help="Sender of such mail.")
@option(
    "--expire-unstarted",
    "EXPIRE_UNSTARTED",
    metavar="TIME",
    default="30d",
    show_default=True,
    help="When a table whose match never began is deleted: days or hours such as 30d or 12h, or never.",
)
@option(
    "--expire-abandoned",
    "EXPIRE_ABANDONED",
    metavar="TIME",
    default="365d",
    show_default=True,
    help="When a match at which nobody plays any more is ended: days or hours, or never.",
)
@option(
    "--operator-token",
    "OPERATOR_TOKEN",
    metavar="TOKEN",
    help="Opens /metrics and /operator to whoever has it. Without one only this machine sees them. Set it by the environment.",
)
@option(
    "--log-format",
    "LOG_FORMAT",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Log lines for people, or JSON for programs.",
)
@option(
    "--log-level",
    "LOG_LEVEL",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="What is logged; info adds a line for every request.",
)
def serve(
    db: str | None,
    open_browser: bool,
    lan: bool,
    host: str,
    port: int,
    log_format: str,
    log_level: str,
    **chosen: Any,
) -> None:
    """Serve the games to browsers: play against bots and with friends."""
    need("server", purpose="calumma serve")
    from calumma.server.logs import set_up
    from calumma.server.running import run

    set_up(log_format, log_level)
    database = database_of(db)
    desk = desk_of(database)
    run("0.0.0.0" if lan else host, port, open_browser, store_of(database), settings_of(**chosen), lan, chosen["address"], desk)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@option("--db", "DB", metavar="URL", help="The database to copy, if it is not the usual file.")
def backup(file: Path, db: str | None) -> None:
    """Copy the matches of a server, also while it runs, to a FILE that is not there yet.

    To restore, stop the server and put the FILE in the place of its database.
    """
    need("server", purpose="calumma backup")
    from calumma.server.database import copy_sqlite

    copy_sqlite(database_of(db), file)
    click.echo(f"copied to {file}")


def settings_of(
    address: str | None,
    rate: float | None,
    bots: int | None,
    notify_after: float,
    webhooks_inside: bool,
    smtp: str | None,
    mail_from: str | None,
    expire_unstarted: str = "30d",
    expire_abandoned: str = "365d",
    operator_token: str | None = None,
    trust: tuple[str, ...] = (),
) -> Settings:
    """Return the settings that options and environment name."""
    from calumma.core import GameError
    from calumma.server import Settings
    from calumma.server.mail import read_mail_server
    from calumma.site.limits import read_network

    if smtp and not (address and mail_from):
        raise GameError("mail needs --address, which its links begin with, and --mail-from")
    mail = read_mail_server(smtp, mail_from or "") if smtp else None
    found: dict[str, Any] = {"grace": notify_after, "webhooks_inside": webhooks_inside, "mail": mail}
    found |= {} if rate is None else {"rate": rate, "burst": 12 * rate}
    found |= {"trusted": tuple(str(read_network(network)) for network in trust)}
    found |= {"expire_unstarted": seconds_of(expire_unstarted), "expire_abandoned": seconds_of(expire_abandoned)}
    found |= {"operator_token": operator_token or ""}
    found |= {} if bots is None else {"bot_threads": bots}
    return Settings(**found)


def seconds_of(text: str) -> float:
    """Return the seconds that a time such as 30d or 12h names; 0 is never."""
    from calumma.core import GameError

    found = re.fullmatch(r"([1-9][0-9]{0,4})([dh])", text, re.ASCII)
    if text == "never":
        return 0.0
    if not found:
        raise GameError(f'cannot read the time "{text[:40]}": expected days or hours such as 30d or 12h, or never')
    return int(found[1]) * {"d": 86400.0, "h": 3600.0}[found[2]]


def database_of(db: str | None) -> str:
    """Return the database that is meant: the usual file if none is named."""
    from calumma.terminal.table import data_directory

    return db or f"sqlite:///{data_directory() / 'calumma.db'}"


def desk_of(db: str) -> Path | None:
    """Return where `calumma admin` meets the server of a database: beside the file, or among the user's own data."""
    from calumma.server.database import read_url
    from calumma.terminal.table import data_directory

    if db == "memory":
        return None
    url = read_url(db)
    if url.drivername.startswith("sqlite"):
        file = Path(url.database or "")
        return file.with_name(file.name + ".admin")
    plain = url.set(password=None).render_as_string()
    return data_directory() / f"admin-{sha256(plain.encode()).hexdigest()[:16]}"


def store_of(db: str) -> Store:
    """Return the store that --db names."""
    from calumma.server import MemoryStore
    from calumma.server.database import DatabaseStore

    return MemoryStore() if db == "memory" else DatabaseStore(db)
