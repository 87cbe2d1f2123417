"""Answers to commands: one each, so that every command has an address of its own."""

from __future__ import annotations

from calumma.site.api.tables import carry_out
from calumma.site.calls import Call
from calumma.site.commands import Answer, Begin, Close, Commit, Fill, Leave, Play, Replace, Resign, Seed, Sit, Undo
from calumma.site.messages import Left, ProgramUpdate

Told = ProgramUpdate | Left


async def sit(call: Call, table_id: str, command: Sit) -> Told:
    """Sit down on a free seat, or take the own seat back from the bot that plays on there."""
    return await carry_out(call, table_id, command)


async def play(call: Call, table_id: str, command: Play) -> Told:
    """Play a move, by its text or action, that answers a ply."""
    return await carry_out(call, table_id, command)


async def undo(call: Call, table_id: str, command: Undo) -> Told:
    """Take back the last own turn, or ask the others for it."""
    return await carry_out(call, table_id, command)


async def answer(call: Call, table_id: str, command: Answer) -> Told:
    """Answer somebody who asked for something: to take back a turn, or to let a bot play on."""
    return await carry_out(call, table_id, command)


async def commit(call: Call, table_id: str, command: Commit) -> Told:
    """Commit an own seat to a text for the luck by its SHA-256; the server's own commitment is in `luck` of the table."""
    return await carry_out(call, table_id, command)


async def seed(call: Call, table_id: str, command: Seed) -> Told:
    """Open that text when everybody has sat down; the match begins when all are open. Alone with bots, send it at once."""
    return await carry_out(call, table_id, command)


async def leave(call: Call, table_id: str, command: Leave) -> Told:
    """Leave a table whose match has not begun."""
    return await carry_out(call, table_id, command)


async def close(call: Call, table_id: str, command: Close) -> Told:
    """Call the match off that has not begun, as who opened the table."""
    return await carry_out(call, table_id, command)


async def begin(call: Call, table_id: str, command: Begin) -> Told:
    """Say that the match may begin, where the table waits for everybody to say so."""
    return await carry_out(call, table_id, command)


async def replace(call: Call, table_id: str, command: Replace) -> Told:
    """Let a bot play on for the own seat, or for that of somebody who left; all others are asked."""
    return await carry_out(call, table_id, command)


async def resign(call: Call, table_id: str, command: Resign) -> Told:
    """Give up."""
    return await carry_out(call, table_id, command)


async def fill(call: Call, table_id: str, command: Fill) -> Told:
    """Give free seats to bots."""
    return await carry_out(call, table_id, command)
