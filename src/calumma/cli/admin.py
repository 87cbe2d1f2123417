"""The commands that look after the matches and guests of a server, whether it runs or not."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

import click

from calumma.cli.serving import bus_of, database_of, desk_of, option
from calumma.core.words import Words
from calumma.extras import need

say = Words(__package__)


@click.group()
@option("--db", "DB", metavar="URL", help=say("help-db-admin"))
@option("--bus", "BUS", metavar="URL", help=say("help-bus"))
@click.pass_context
def admin(context: click.Context, db: str | None, bus: str | None) -> None:
    """Look after a server: its matches, guests and blocked addresses."""
    need("server", purpose="calumma admin")
    context.obj = Where(database_of(db), bus)


class Where(NamedTuple):
    """Where matches are kept, and the bus of the servers that share them."""

    db: str
    bus: str | None


def ask(context: click.Context, command: str, **arguments: Any) -> Any:
    """Let the server of the database do something, or do it here if none runs."""
    from calumma.core import GameError
    from calumma.server import admin_socket

    db, bus = context.obj
    if db == "memory":
        raise GameError(say("nothing-kept"))
    if bus:
        return asyncio.run(_as_one_of_many(db, bus, command, arguments))
    path = desk_of(db)
    assert path is not None
    try:
        return admin_socket.ask(path, command, arguments)
    except (FileNotFoundError, ConnectionRefusedError):
        return asyncio.run(_alone(db, command, arguments))


async def _as_one_of_many(db: str, url: str, command: str, arguments: dict[str, Any]) -> Any:
    """Do it in the database beside the servers that share it, and tell them; one that does not hear it finds out by looking."""
    from calumma.server.database import DatabaseStore
    from calumma.site.bus import News
    from calumma.site.operator import Operator
    from calumma.site.tables import Tables

    bus = bus_of(url)
    assert bus is not None
    store = DatabaseStore(db, is_shared=True)
    tables = Tables(store)
    tables.on_written = lambda table, version: bus.tell(News("table", table, version))

    async def forget(guest: str) -> None:
        await store.outbox.forget(guest)
        await store.forget_guest(guest)
        bus.tell(News("guest", guest))

    async def reblock() -> None:
        bus.tell(News("blocks"))

    heard = asyncio.Event()
    try:
        await store.start()
        await bus.start(lambda news: None, heard.set)
        with suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), 3.0)  # if it is away, servers look by themselves
        return await Operator(store, tables, forget, reblock).execute(command, arguments)
    finally:
        await asyncio.sleep(0)
        await bus.stop()
        await store.stop()


async def _alone(db: str, command: str, arguments: dict[str, Any]) -> Any:
    """Do it in the database, which nobody else uses meanwhile."""
    from calumma.server.database import DatabaseStore
    from calumma.site.operator import Operator
    from calumma.site.tables import Tables

    store = DatabaseStore(db)
    try:
        await store.start()

        async def forget(guest: str) -> None:
            await store.outbox.forget(guest)
            await store.forget_guest(guest)

        async def nothing() -> None:
            pass

        return await Operator(store, Tables(store), forget, nothing).execute(command, arguments)
    finally:
        await store.stop()


def moment(seconds: float) -> str:
    """Return a time as people read it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


@admin.command()
@click.argument("which", type=click.Choice(["running", "waiting", "over", "aside", "all"]), default="running")
@click.option("--most", type=click.IntRange(1, 1000), default=50, show_default=True, help=say("help-most"))
@click.pass_context
def matches(context: click.Context, which: str, most: int) -> None:
    """List matches, the newest first: running, waiting, over, aside or all."""
    for each in ask(context, "matches", which=which, most=most):
        state = "over" if each["ended"] else "waiting" if each["begun"] is False else "running"
        told = say(f"listed-{state}", id=each["id"], game=each["game"], count=each["people"], moment=moment(each["active"]))
        click.echo(say("match-aside", told=told, since=each["aside"], reason=each["aside_reason"]) if each["aside"] else told)


@admin.command()
@click.argument("table")
@click.pass_context
def match(context: click.Context, table: str) -> None:
    """Show everything that is kept of a match, as JSON: hidden draws and the secret of its luck, too."""
    click.echo(json.dumps(ask(context, "match", table=table), indent=1, ensure_ascii=False))


@admin.command("set-aside")
@click.argument("table")
@click.option("--reason", default="", help=say("help-reason"))
@click.pass_context
def set_aside(context: click.Context, table: str, reason: str) -> None:
    """Take a match out, until `reread`: nobody can open it, and nothing of it is lost."""
    ask(context, "set-aside", table=table, reason=reason)
    click.echo(say("set-aside", table=table))


@admin.command()
@click.argument("table", required=False)
@click.pass_context
def reread(context: click.Context, table: str | None) -> None:
    """Read a match again that is set aside, or all that were damaged."""
    answer = ask(context, "reread", table=table)
    for name in answer["opened"]:
        click.echo(say("can-opened-again", name=name))
    for name, reason in answer["refused"].items():
        click.echo(say("still-cannot-read", name=name, reason=reason))
    if not answer["opened"] and not answer["refused"]:
        click.echo(say("no-match-damaged"))


@admin.command()
@click.argument("table")
@click.option("--reason", default="", help=say("help-reason"))
@click.pass_context
def end(context: click.Context, table: str, reason: str) -> None:
    """End a match; those who played can have its record."""
    ask(context, "end", table=table, reason=reason)
    click.echo(say("ended", table=table))


@admin.command()
@click.argument("table")
@click.confirmation_option(prompt=say("delete-good"))
@click.pass_context
def delete(context: click.Context, table: str) -> None:
    """Delete a match for good."""
    ask(context, "delete", table=table)
    click.echo(say("deleted", table=table))


@admin.command()
@click.argument("text", default="")
@click.option("--most", type=click.IntRange(1, 1000), default=50, show_default=True, help=say("help-most"))
@click.pass_context
def guests(context: click.Context, text: str, most: int) -> None:
    """List guests whose id or name holds a text, the newest first."""
    for each in ask(context, "guests", text=text, most=most):
        click.echo(f"{each['id']}  {each['name']}")


@admin.command("delete-guest")
@click.argument("guest")
@click.confirmation_option(prompt=say("delete-guest-good"))
@click.pass_context
def delete_guest(context: click.Context, guest: str) -> None:
    """Delete a guest with everything about them; their matches stay, without an owner of the seat."""
    ask(context, "forget", guest=guest)
    click.echo(say("guest-deleted", guest=guest))


@admin.command()
@click.argument("network")
@click.option("--reason", default="", help=say("help-reason-block"))
@click.pass_context
def block(context: click.Context, network: str, reason: str) -> None:
    """Answer nobody any more who comes from an address or network: 192.0.2.7 or 2001:db8::/48."""
    click.echo(say("blocked", network=ask(context, "block", network=network, reason=reason)["network"]))


@admin.command()
@click.argument("network")
@click.pass_context
def unblock(context: click.Context, network: str) -> None:
    """Answer again whoever comes from there."""
    click.echo(say("not-blocked-any-more", network=ask(context, "unblock", network=network)["network"]))


@admin.command()
@click.pass_context
def blocked(context: click.Context) -> None:
    """List the blocked addresses and networks."""
    for network, reason in ask(context, "blocked").items():
        click.echo(f"{network}  {reason}".rstrip())
