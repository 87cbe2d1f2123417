"""What people and programs may ask of a table: a model each, carried out in one place, be it by request or by socket."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from calumma.core import Game, GameError
from calumma.core.messages import either
from calumma.core.words import Words
from calumma.players.engines import Hosted
from calumma.site.guests import clean_name
from calumma.site.limits import asker
from calumma.site.notes import OfferKind
from calumma.site.settings import PERFECT, LoadPlayer
from calumma.site.store import Conflict, Guest
from calumma.site.table import Table
from calumma.site.validation import About, Bounds, Exact, Length, Pattern, read_request
from calumma.site.viewers import Viewer
from calumma.solutions import is_solved

say = Words(__package__)

Seat = Annotated[int, Bounds(0, below=16)]
Spec = Annotated[str, Length(1, 40)]
Digest = Annotated[str, Pattern("^[0-9a-f]{64}$")]
TRIES = 10
"""How often a command is carried out on what another server has just written: each time somebody else was first."""


@dataclass(frozen=True, kw_only=True)
class Command:
    """A request that changes a table."""


@dataclass(frozen=True, kw_only=True)
class Play(Command):
    """Play one move, or a sequence that stops at luck or where it no longer fits; `ply` is the ply it answers."""

    type: Literal["play"] = "play"
    ply: Annotated[int, Bounds(0)]
    moves: Annotated[list[Annotated[str, Length(at_most=200)] | Annotated[int, Exact(), Bounds(0)]], Length(1, 64)]
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Look(Command):
    """Uncover the hand of an own seat on this screen, where several people share it."""

    type: Literal["look"] = "look"
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class Undo(Command):
    """Take back the last own turn; where other people play, ask them."""

    type: Literal["undo"] = "undo"
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Answer(Command):
    """Agree to what somebody asked for (to take back a turn, or that a bot plays on for somebody who left), or not."""

    type: Literal["answer"] = "answer"
    agreed: bool
    kind: Annotated[OfferKind | None, About("which offer is meant; whichever stands if not given")] = None


@dataclass(frozen=True, kw_only=True)
class Resign(Command):
    """Give up."""

    type: Literal["resign"] = "resign"
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Fill(Command):
    """Give free seats to a bot, one seat or all of them: for who opened the table."""

    type: Literal["fill"] = "fill"
    bot: Spec = "level:2"
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Commit(Command):
    """Publish the SHA-256 of the text that an own seat will add to the luck. It replaces an earlier one, until a seed is open."""

    type: Literal["commit"] = "commit"
    commitment: Annotated[Digest | None, About("64 digits 0-9 and a-f; null to add no text after all")]
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Seed(Command):
    """Open the text to which an own seat has committed itself, once everybody has sat down; alone with bots, add it at once."""

    type: Literal["seed"] = "seed"
    seed: Annotated[str, Length(1, 200)]
    seat: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Begin(Command):
    """Say that the match may begin, where the table waits for everybody to do so; a seed may come with it."""

    type: Literal["begin"] = "begin"
    seed: Annotated[str, Length(at_most=200)] = ""


@dataclass(frozen=True, kw_only=True)
class Replace(Command):
    """Let the table's bot play on for a seat: the own one, or that of somebody who left. All other people are asked."""

    type: Literal["replace"] = "replace"
    seat: Seat
    bot: Annotated[Spec | None, About("the table's `substitute`, if given: no other bot can be asked for")] = None


@dataclass(frozen=True, kw_only=True)
class Sit(Command):
    """Sit down on a free seat; the code comes with the invitation. Who left a seat to a bot by agreement takes it back."""

    type: Literal["sit"] = "sit"
    invite: Annotated[str, Length(at_most=100)] = ""
    seat: Seat | None = None
    name: Annotated[str, Length(at_most=200)] = ""
    seed_commitment: Annotated[Digest | None, About("SHA-256 of the text that the seat will add to the luck")] = None
    commits: Annotated[bool, About("whether such a commitment follows: then the match waits for it")] = False


@dataclass(frozen=True, kw_only=True)
class Leave(Command):
    """Leave a table whose match has not begun; the seat is free again. Once a seed is open, the match is called off."""

    type: Literal["leave"] = "leave"


@dataclass(frozen=True, kw_only=True)
class Close(Command):
    """Call a match off that has not begun: for who opened the table."""

    type: Literal["close"] = "close"


@dataclass(frozen=True, kw_only=True)
class Attend(Command):
    """Say whether somebody looks at this page: who does not is told of a turn by other ways. Only by socket."""

    type: Literal["attend"] = "attend"
    here: bool


COMMANDS: Mapping[str, type[Command]] = {
    "play": Play,
    "look": Look,
    "undo": Undo,
    "answer": Answer,
    "resign": Resign,
    "fill": Fill,
    "commit": Commit,
    "seed": Seed,
    "begin": Begin,
    "replace": Replace,
    "sit": Sit,
    "leave": Leave,
    "close": Close,
    "attend": Attend,
}


def read_command(text: str) -> Command:
    """Return the command that a message holds; GameError says what is wrong with it."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise GameError(say("message-not-json", error=error)) from None
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in COMMANDS:
        raise GameError(say("unknown-message", known=", ".join(COMMANDS)))
    return read_request(COMMANDS[kind], value)


async def execute(table: Table, viewer: Viewer, command: Command, load: LoadPlayer) -> None:
    """Do what somebody asks for, or raise GameError with a sentence. Holds the table's lock meanwhile."""
    async with table.lock:
        for _ in range(TRIES):
            try:
                return await _execute(table, viewer, command, load)
            except Conflict:
                if table.broken:
                    break  # else another server was first, and the answer is to what it has written
        raise GameError(say("table-reloading"))


async def _execute(table: Table, viewer: Viewer, command: Command, load: LoadPlayer) -> None:
    guest = viewer.guest
    if guest is None:
        raise GameError(say("take-a-seat-first"))
    table.note_visit(guest)
    table.payer = asker() or table.payer
    late = await table.timer.keep_time()
    if late is not None and isinstance(command, Play):
        raise GameError(say("move-too-late", seat=table.game.seat_names[late]))
    match command:
        case Sit():
            await _sit(table, guest, command)
        case Play():
            _check_playing(table)
            seat = _acting_seat(table, guest, command.seat)
            await table.change(lambda match: match.play_all(command.moves, seat, command.ply))
        case Look():
            _check_own(table, guest, command.seat)
            viewer.looking = command.seat
            table.tell()
        case Undo():
            await table.offers.ask_take_back(_last_seat(table, guest, command.seat))
        case Answer():
            await table.offers.answer(table.seats_of(guest), command.agreed, command.kind)
        case Resign():
            _check_playing(table)
            await table.seats.resign(_acting_seat(table, guest, command.seat))
        case Fill():
            await _fill(table, guest, command, load)
        case Seed():
            await table.preparation.give_seed(_seed_seat(table, guest, command.seat), command.seed)
        case Commit():
            await table.preparation.commit_seed(_seed_seat(table, guest, command.seat), command.commitment)
        case Begin():
            await table.preparation.say_ready(_own_seats(table, guest), command.seed or None)
        case Replace():
            _check_substitute(table, command.bot)
            await table.offers.ask_bot(_own_seats(table, guest)[0], command.seat)
        case Leave():
            await table.seats.leave(_own_seats(table, guest))
        case Close():
            if table.stored.host != guest.id:
                raise GameError(say("only-host-closes"))
            await table.seats.close(guest.name)


async def _sit(table: Table, guest: Guest, command: Sit) -> None:
    if (seat := table.seats.returns_to(guest)) is not None:
        await table.seats.come_back(guest, seat)
        return
    welcome = table.stored.is_open or table.stored.host == guest.id or is_invited(table, command.invite)
    if not welcome and (table.stored.is_closed or table.status == "waiting"):
        raise GameError(say("invitation-needed"))
    if table.status != "waiting":
        raise GameError(say("not-waiting"))
    name = clean_name(command.name) if command.name.strip() else None
    await table.seats.sit(guest, command.seat, name, command.seed_commitment, command.commits)


def is_invited(table: Table, invite: str) -> bool:
    """Return whether an invitation is the table's."""
    return secrets.compare_digest(invite.encode(errors="replace"), table.stored.invite.encode())


async def _fill(table: Table, guest: Guest, command: Fill, load: LoadPlayer) -> None:
    if table.stored.host != guest.id:
        raise GameError(say("only-host-seats-bots"))
    check_bot(command.bot, table.game, load)
    free = table.free_seats
    if not free:
        raise GameError(say("no-free-seat"))
    for seat in free if command.seat is None else [command.seat]:
        await table.seats.seat_bot(seat, command.bot)


def _check_substitute(table: Table, bot: str | None) -> None:
    agreed = table.stored.substitute
    if bot not in (None, agreed):
        raise GameError(say("other-substitute", bot=bot, agreed=agreed))


def engines_of(load: LoadPlayer) -> list[str]:
    """Return the specs of the engines that the host offers."""
    return [f"engine:{name}" for name in load.names] if isinstance(load, Hosted) else []


def check_bot(spec: str, game: Game, load: LoadPlayer) -> None:
    """Refuse a bot that cannot be had: GameError says why. Times, threads and great budgets are for the host alone."""
    engines = engines_of(load)
    known = spec == "random" or spec.startswith("level:") or (spec == PERFECT and is_solved(game)) or spec in engines
    if not known or set("@*") & set(spec):
        others = [*([PERFECT] if is_solved(game) else []), *engines]
        raise GameError(say("unknown-bot-or", bot=spec, others=either(others)) if others else say("unknown-bot", bot=spec))
    load(spec, game, 0)


def _check_playing(table: Table) -> None:
    if table.status == "waiting":
        holding = [str(table.match.players[seat]) for seat in table.preparation.holds_up]
        if table.free_seats:
            raise GameError(say("not-begun-seat-free"))
        raise GameError(say("not-begun-seeds", names=", ".join(holding)) if holding else say("not-begun-not-ready"))


def _acting_seat(table: Table, guest: Guest, seat: int | None) -> int:
    """The own seat that a command is for: the one named, the one whose turn it is, or the first."""
    own = _own_seats(table, guest)
    if seat is not None:
        _check_own(table, guest, seat)
        return seat
    return table.match.to_act if table.match.to_act in own else own[0]


def _seed_seat(table: Table, guest: Guest, seat: int | None) -> int:
    """The own seat that adds a seed: the one named, or the first."""
    own = _own_seats(table, guest)
    if seat is not None:
        _check_own(table, guest, seat)
    return own[0] if seat is None else seat


def _own_seats(table: Table, guest: Guest) -> list[int]:
    own = table.seats_of(guest)
    if not own:
        raise GameError(say("no-own-seat"))
    return own


def _last_seat(table: Table, guest: Guest, seat: int | None) -> int:
    """The own seat that played last, whose turn is to be taken back."""
    own = table.seats_of(guest)
    if seat is not None or len(own) < 2:
        return _acting_seat(table, guest, seat)
    return next((played.seat for played in reversed(table.match.plies) if played.seat in own), own[0])


def _check_own(table: Table, guest: Guest, seat: int) -> None:
    if seat not in table.seats_of(guest):
        raise GameError(say("not-your-seat", seat=seat))
