"""The command that serves the games to browsers."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from calumma.cli.arguments import Finite, seconds_from, tell_faults
from calumma.core.words import Words
from calumma.extras import need

if TYPE_CHECKING:
    from calumma.server import Settings, Store
    from calumma.site.bus import Bus

say = Words(__package__)

OWN_HOSTS = ("127.0.0.1", "::1", "localhost")


def option(name: str, variable: str, **details: Any) -> Any:
    """Return an option that a variable of the environment can set, too."""
    return click.option(name, envvar=f"CALUMMA_{variable}", show_envvar=True, **details)


class OneALine(click.types.StringParamType):
    """A text that may hold blanks; a variable of the environment has one a line."""

    def split_envvar_value(self, rv: str) -> list[str]:
        """Return the lines that hold something."""
        return [line for line in rv.splitlines() if line.strip()]


@click.command()
@option("--host", "HOST", default="127.0.0.1", show_default=True, help=say("help-host"))
@option(
    "--port",
    "PORT",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help=say("help-port"),
)
@option(
    "--db",
    "DB",
    metavar="URL",
    help=say("help-db-serve"),
)
@click.option("--open", "open_browser", is_flag=True, help=say("help-open"))
@click.option("--lan", is_flag=True, help=say("help-lan"))
@option(
    "--address",
    "ADDRESS",
    metavar="URL",
    help=say("help-address"),
)
@option("--bus", "BUS", metavar="URL", help=say("help-bus"))
@option("--think", "THINK", is_flag=True, help=say("help-think"))
@option("--rate", "RATE", type=Finite(0.1), help=say("help-rate"))
@option(
    "--trust",
    "TRUST",
    multiple=True,
    metavar="NETWORK",
    help=say("help-trust"),
)
@option("--bots", "BOTS", type=click.IntRange(1, 256), help=say("help-bots"))
@option("--engine", "ENGINES", multiple=True, type=OneALine(), metavar="NAME=COMMAND", help=say("help-engine-serve"))
@option("--tables/--no-tables", "TABLES", default=None, help=say("help-tables"))
@option(
    "--notify-after",
    "NOTIFY_AFTER",
    type=seconds_from(0),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help=say("help-notify-after"),
)
@option("--webhooks-inside", "WEBHOOKS_INSIDE", is_flag=True, help=say("help-webhooks-inside"))
@option(
    "--smtp",
    "SMTP",
    metavar="URL",
    help=say("help-smtp"),
)
@option("--mail-from", "MAIL_FROM", metavar="ADDRESS", help=say("help-mail-from"))
@option(
    "--expire-unstarted",
    "EXPIRE_UNSTARTED",
    metavar="TIME",
    default="30d",
    show_default=True,
    help=say("help-expire-unstarted"),
)
@option(
    "--expire-abandoned",
    "EXPIRE_ABANDONED",
    metavar="TIME",
    default="365d",
    show_default=True,
    help=say("help-expire-abandoned"),
)
@option(
    "--operator-token",
    "OPERATOR_TOKEN",
    metavar="TOKEN",
    help=say("help-operator-token"),
)
@option(
    "--log-format",
    "LOG_FORMAT",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help=say("help-log-format"),
)
@option(
    "--log-level",
    "LOG_LEVEL",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help=say("help-log-level"),
)
def serve(
    db: str | None,
    bus: str | None,
    think: bool,
    open_browser: bool,
    lan: bool,
    host: str,
    port: int,
    tables: bool | None,
    log_format: str,
    log_level: str,
    **chosen: Any,
) -> None:
    """Serve the games to browsers: play against bots and with friends."""
    need("server", purpose="calumma serve")
    from calumma.server.logs import set_up
    from calumma.server.running import run

    set_up(log_format, log_level)
    tell_faults()
    database = database_of(db)
    desk = None if bus else desk_of(database)
    is_for_others = lan or bool(bus) or bool(chosen["address"]) or host not in OWN_HOSTS
    makes_tables = not is_for_others if tables is None else tables
    settings = replace(settings_of(**chosen), thinks=think or not bus, makes_tables=makes_tables)
    store = store_of(database, bool(bus))
    run("0.0.0.0" if lan else host, port, open_browser, store, settings, lan, chosen["address"], desk, bus_of(bus))


@click.command()
@option("--db", "DB", metavar="URL", required=True, help=say("help-db-think"))
@option("--bus", "BUS", metavar="URL", required=True, help=say("help-bus"))
@option("--bots", "BOTS", type=click.IntRange(1, 256), help=say("help-bots"))
@option("--engine", "ENGINES", multiple=True, type=OneALine(), metavar="NAME=COMMAND", help=say("help-engine-serve"))
@option("--metrics-port", "METRICS_PORT", type=click.IntRange(1, 65535), help=say("help-metrics-port"))
@option("--log-format", "LOG_FORMAT", type=click.Choice(["text", "json"]), default="text", help=say("help-log-format"))
@option(
    "--log-level",
    "LOG_LEVEL",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    help=say("help-log-level"),
)
def think(
    db: str,
    bus: str,
    bots: int | None,
    engine: tuple[str, ...],
    metrics_port: int | None,
    log_format: str,
    log_level: str,
) -> None:
    """Think for the bots of servers that share a database, on this machine or another."""
    need("server", purpose="calumma think")
    from calumma.players.engines import Hosted
    from calumma.server import Settings
    from calumma.server.logs import set_up
    from calumma.server.thinking import run

    set_up(log_format, log_level)
    tell_faults()
    settings = Settings(load_player=Hosted(dict(map(named_engine, engine))))
    found = bus_of(bus)
    assert found is not None
    run(store_of(db, True), found, settings if bots is None else replace(settings, bot_threads=bots), metrics_port)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@option("--db", "DB", metavar="URL", help=say("help-db-backup"))
def backup(file: Path, db: str | None) -> None:
    """Copy the matches of a server, also while it runs, to a FILE that is not there yet."""
    need("server", purpose="calumma backup")
    from calumma.server.database import copy_sqlite

    copy_sqlite(database_of(db), file)
    click.echo(say("copied", file=file))


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
    engine: tuple[str, ...] = (),
) -> Settings:
    """Return the settings that options and environment name."""
    from calumma.core import GameError
    from calumma.players.engines import Hosted
    from calumma.server import Settings
    from calumma.server.mail import read_mail_server
    from calumma.site.limits import read_network

    if smtp and not (address and mail_from):
        raise GameError(say("mail-needs-address"))
    mail = read_mail_server(smtp, mail_from or "") if smtp else None
    found: dict[str, Any] = {"grace": notify_after, "webhooks_inside": webhooks_inside, "mail": mail}
    found |= {} if rate is None else {"rate": rate, "burst": 12 * rate}
    found |= {"trusted": tuple(str(read_network(network)) for network in trust)}
    found |= {"expire_unstarted": seconds_of(expire_unstarted), "expire_abandoned": seconds_of(expire_abandoned)}
    found |= {"operator_token": operator_token or ""}
    found |= {} if bots is None else {"bot_threads": bots}
    found |= {"load_player": Hosted(dict(map(named_engine, engine)))}
    return Settings(**found)


def named_engine(text: str) -> tuple[str, str]:
    """Return the name by which people ask for an engine, and its command."""
    from calumma.core import GameError

    name, equals, command = text.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,30}", name, re.ASCII):
        raise GameError(say("cannot-read-engine", text=text))
    return name, command


def seconds_of(text: str) -> float:
    """Return the seconds that a time such as 30d or 12h names; 0 is never."""
    from calumma.core import GameError

    found = re.fullmatch(r"([1-9][0-9]{0,4})([dh])", text, re.ASCII)
    if text == "never":
        return 0.0
    if not found:
        raise GameError(say("cannot-read-time", text=text[:40]))
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


def store_of(db: str, is_shared: bool = False) -> Store:
    """Return the store that --db names; with a bus, several servers share it."""
    from calumma.core import GameError
    from calumma.server import MemoryStore
    from calumma.server.database import DatabaseStore

    if db == "memory" and is_shared:
        raise GameError(say("bus-needs-postgresql", database=db))
    return MemoryStore() if db == "memory" else DatabaseStore(db, is_shared)


def bus_of(url: str | None) -> Bus | None:
    """Return the bus that --bus names, if there is one; GameError if it is none."""
    from calumma.core import GameError

    if not url:
        return None
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise GameError(say("cannot-read-bus", bus=url))
    need("bus", purpose="--bus")
    from calumma.server.redis_bus import RedisBus

    return RedisBus(url)
