"""The log of a match: its plies in words, and what people did beside playing."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core.words import Words
from calumma.drawing import Effect, tell_all
from calumma.play import (
    Begun,
    BotSeated,
    CalledOff,
    Ended,
    Event,
    Match,
    OutOfTime,
    Ply,
    Resigned,
    Seated,
    SeatLeft,
    SeedAdded,
    SeedCommitted,
    SeedOpened,
    TakenBack,
)
from calumma.site import messages
from calumma.site.names import bot_name
from calumma.site.results import result
from calumma.site.table import Table

say = Words(__package__)


def news(table: Table, seat: int | None, since: int) -> messages.Log:
    """Return the log from an event number on: how many lines stay, and the lines that follow them."""
    standing = standing_events(table.match)
    keep = sum(1 for event in standing if event.number < since)
    stories, texts = table.match.stories(seat), table.match.seen_plies(seat)
    return {"keep": keep, "lines": [_line(table.match, event, stories, texts) for event in standing[keep:]]}


def standing_events(match: Match) -> list[Event]:
    """Return the events that the log tells: without plies that were taken back, bots that sat down, and commitments."""
    standing: list[Event] = []
    for event in match.events:
        if isinstance(event, TakenBack):
            _cut(standing, event.count)
        if not isinstance(event, SeedCommitted) and not (isinstance(event, Seated) and event.bot):
            standing.append(event)
    return standing


def _cut(events: list[Event], plies: int) -> None:
    """Leave out the last plies with all that came after the first of them."""
    while plies and events:
        plies -= isinstance(events.pop(), Ply)


def _line(match: Match, event: Event, stories: Sequence[Sequence[Effect]], texts: Sequence[str]) -> messages.Line:
    """A line of the log: a ply in words and notation, or what somebody did beside playing."""
    if isinstance(event, Ply):
        words, text = tell_all(match.game, stories[event.ply]), texts[event.ply]
        return {"number": event.number, "ply": event.ply, "seat": event.seat, "words": words, "text": text}
    seat = getattr(event, "seat", None)
    return {"number": event.number, "ply": None, "seat": seat, "words": _notice(match, event), "text": ""}


def _notice(match: Match, event: Event) -> str:
    """Return an event that is not a ply in words."""
    names = match.game.seat_names
    match event:
        case Ended():
            found = result(match)
            return f"{found['reason']} {found['words']}" if found else ""
        case Begun():
            return _begun_words(match, event)
        case CalledOff(player=player):
            return say("reason.called_off", player=player or say("nobody"))
        case Seated(seat=seat, player=player):
            return say("event.seated", seat=names[seat], player=player)
        case SeatLeft(player=player):
            return say("event.seat_left", player=player or say("nobody"))
        case TakenBack(seat=seat, count=count):
            return say("event.taken_back", seat=names[seat], count=count)
        case BotSeated(seat=seat, bot=bot):
            return say("event.bot_seated", seat=names[seat], bot=bot_name(bot))
        case SeedAdded(seat=seat):
            return say("event.seed", seat=names[seat])
        case SeedOpened(seat=seat):
            return say("event.seed_opened", seat=names[seat])
        case Resigned(seat=seat):
            return say("event.resigned", seat=names[seat])
        case OutOfTime(seat=seat):
            return say("event.out_of_time", seat=names[seat])
        case _:
            return ""


def _begun_words(match: Match, event: Begun) -> str:
    """The beginning in words; where luck said who begins, by the name of who sat there."""
    before = reversed(match.events[: event.number])
    player = next((each.player for each in before if isinstance(each, Seated) and each.seat == event.first), None)
    return say("event.begun_by_lot", player=player, seat=match.game.seat_names[0]) if player else say("event.begun")
