"""The one place where a match becomes JSON: everything here is made from what the viewer may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from calumma.core import CHANCE, OVER, Game, GameError, Rng, State
from calumma.core.messages import refusal_text, sentence
from calumma.drawing import (
    Effect,
    Scene,
    SeatStrip,
    draw_marker,
    draw_svg,
    picture_of,
    reason_text,
    tell,
    tell_all,
    tell_would,
)
from calumma.play import Event, Match, Ply, Seated, SeedCommitted, TakenBack
from calumma.players import Choice
from calumma.site import messages
from calumma.site.exact import words as exact_words
from calumma.site.messages import Wish
from calumma.site.store import Guest
from calumma.site.tables import Table, bot_name
from calumma.site.words import say
from calumma.solutions import Known

WORLDS = 3  # that a preview must agree on
MANY_PLIES = 40  # that were not told before, or lines of a log: telling them takes long


@dataclass
class Viewer:
    """Who looks at a table: a guest or a stranger; `looking` is the own seat whose hand was last uncovered on this screen."""

    guest: Guest | None = None
    looking: int | None = None
    tall: bool = False  # whether pictures are laid out for a phone


@dataclass(frozen=True, slots=True)
class Perspective:
    """For whom a table is shown: a seat or a spectator; `cover` is the seat that must uncover its hand first."""

    seat: int | None
    cover: int | None = None


def perspective_of(table: Table, viewer: Viewer) -> Perspective:
    """Return what a viewer may see now. Several people at one screen see a hand only after its owner asked for it."""
    table.check_kept()
    own = table.seats_of(viewer.guest)
    acting = table.match.to_act
    if len(own) < 2:
        return Perspective(own[0] if own else None)
    if not table.game.info.has_secrets:
        return Perspective(acting if acting in own else own[0])
    if acting in own and viewer.looking != acting:
        return Perspective(None, acting)
    return Perspective(viewer.looking if viewer.looking in own else None)


def is_long(table: Table, viewer: Viewer, since: int, page: bool, frames: int) -> bool:
    """Return whether it takes long to show a table: many plies that nobody asked for yet, or many pictures."""
    match, seat = table.match, perspective_of(table, viewer).seat
    if table.number - max(since, 0) > 2 * MANY_PLIES:
        return True
    if not page:
        return False
    if match.ply - table.told.get(seat, 0) > MANY_PLIES:
        return True
    first = max(1, match.ply - min(frames, table.number - since)) if since > 0 else match.ply
    viewed = seat if match.game.info.has_secrets else None
    keys = [_picture_key(table, viewed, ply, viewer.tall) for ply in range(first, match.ply)]
    return sum(key not in table.picture_cache for key in keys) > 1


def shares_with(table: Table, viewer: Viewer) -> Hashable:
    """Return what tells viewers apart: those for whom it is the same are shown the same, word by word."""
    own = tuple(table.seats_of(viewer.guest))
    return (own, perspective_of(table, viewer), table.returns_to(viewer.guest), viewer.tall)


# What a person's page shows


def page_update(table: Table, viewer: Viewer, since: int, frames: int) -> messages.Update:
    """Return all that a page needs to show a table, with the news since an event number."""
    perspective = perspective_of(table, viewer)
    match = table.match
    scene = _scene(match, perspective.seat, tall=viewer.tall)
    acting = _acting(table, perspective)
    table.told[perspective.seat] = match.ply
    return {
        **_standing(table, viewer, perspective),
        "seats": _seats(table, viewer, perspective, scene),
        "svg": picture(table, perspective.seat, tall=viewer.tall),
        "last": last_cells(match, perspective.seat),
        "choices": {cell.id: cell.label or cell.id for cell in scene.cells if cell.shape == "choice"},
        "moves": page_moves(match, perspective.seat) if acting else [],
        "guide": guide(match, perspective.seat, acting) if table.status == "playing" else None,
        "reach": match.state.reach(),
        "tally": tally(match, perspective.seat) if match.over else [],
        "frames": _frames(table, perspective.seat, since, frames, viewer.tall),
        "log": news(table, perspective.seat, since),
    }


def presence(table: Table) -> messages.Presence:
    """Return who is there: all that changes when somebody comes or goes."""
    return {
        "type": "presence",
        "spectators": table.spectators,
        "seats": [_presence(table, seat) for seat in range(table.game.seats)],
    }


def program_update(table: Table, viewer: Viewer, since: int) -> messages.ProgramUpdate:
    """Return all that a program needs to play: the view, the legal moves and the events as its seat sees them."""
    perspective = perspective_of(table, viewer)
    match = table.match
    return {
        **_standing(table, viewer, perspective),
        "options": dict(match.game.options),
        "players": list(match.players),
        "bots": list(match.bots),
        "view": dict(match.view(perspective.seat)),
        "plies": match.seen_plies(perspective.seat),
        "events": match.seen_events(perspective.seat, since),
        "moves": moves(match, perspective.seat) if _acting(table, perspective) else [],
    }


def _standing(table: Table, viewer: Viewer, perspective: Perspective) -> messages.Standing:
    """What both have in common: where the match stands, and what the viewer may do."""
    match = table.match
    own = table.seats_of(viewer.guest)
    return {
        "type": "table",
        "table": table.id,
        "game": match.game.name,
        "number": table.number,
        "ply": match.ply,
        "status": table.status,
        "to_act": match.to_act,
        "seat": perspective.seat,
        "own": own,
        "cover": perspective.cover,
        "turn": _acting(table, perspective),
        "thinking": table.thinking,
        "offer": _offer(table, own),
        "may": _may(table, own, viewer.guest),
        "clock": clock(table),
        "invite": table.stored.invite if own and table.status == "waiting" else None,
        "rematch": table.rematch,
        "result": result(match),
        "luck": luck(table),
        "spectators": table.spectators,
        "begins": table.stored.begins,
        "ready": sorted(table.notes.ready) if table.status == "waiting" and table.stored.waits else None,
        "closed": table.stored.is_closed,
        "patience": table.patience,
        "substitute": table.stored.substitute,
    }


def _acting(table: Table, perspective: Perspective) -> bool:
    return table.status == "playing" and perspective.seat is not None and table.match.to_act == perspective.seat


def _may(table: Table, own: Sequence[int], guest: Guest | None) -> list[Wish]:
    """What the viewer may ask for, beside playing."""
    if table.status == "waiting":
        return _may_before(table, own, guest)
    match = table.match
    if match.called_off:
        return []
    if not own:
        return ["sit"] if table.returns_to(guest) is not None else []
    found: list[Wish] = ["rematch"] if match.over else ["resign"]
    played = any(not played.is_chance and played.seat in own for played in match.plies)
    if match.practice and match.to_act in own and table.status == "playing":
        found.append("hint")
    if played and not table.offer and (match.practice or not match.over):
        found.append("undo")
    return found


def _may_before(table: Table, own: Sequence[int], guest: Guest | None) -> list[Wish]:
    """What the viewer may ask for before the match begins."""
    asked: dict[Wish, object] = {
        "sit": not own and table.free_seats,
        "fill": table.free_seats and guest is not None and guest.id == table.stored.host,
        "commit": own and table.match.luck and not table.match.opening,
        "seed": own and table.may_give_seed(own),
        "begin": own and table.stored.waits and not set(own) <= table.notes.ready,
        "leave": own,
        "close": guest is not None and guest.id == table.stored.host,
    }
    return [wish for wish, may in asked.items() if may]


def clock(table: Table) -> messages.Clock | None:
    """Return the time limit, the seconds that every seat has left (None for a bot), and whose clock runs."""
    if table.clock is None:
        return None
    now, bots = table.now(), table.match.bots
    left = [None if bots[seat] else round(table.clock.left(seat, now), 1) for seat in range(table.game.seats)]
    return {"limit": table.stored.time_limit, "left": left, "running": table.clock.running}


def limit_words(limit: str) -> str:
    """Return a time limit in words."""
    if not limit:
        return say("time.none")
    number, unit = limit[:-1], limit[-1]
    if unit in "hd" and "+" not in limit:
        return say("time.days" if unit == "d" else "time.hours", count=int(number))
    minutes, _, seconds = limit.partition("+")
    return say("time.clock", minutes=minutes, seconds=seconds)


def _offer(table: Table, own: Sequence[int]) -> messages.Offer | None:
    offer = table.offer
    if offer is None:
        return None
    return {
        "kind": offer.kind,
        "seat": offer.seat,
        "target": offer.target,
        "mine": offer.seat in own,
        "answered": bool(offer.agreed & set(own)),
        "may_answer": table.is_asked(own),
    }


def result(match: Match) -> messages.Result | None:
    """Return why and how a match ended, in words and numbers."""
    ended = match.result
    if match.called_off:
        player = match.called_off.player or say("nobody")
        seats = match.game.seats
        words, reason = say("result.called_off"), say("reason.called_off", player=player)
        return {"winners": [], "words": words, "reason": reason, "scores": [0] * seats, "payoffs": [0] * seats}
    if ended is None:
        return None
    return {
        "winners": list(ended.winners),
        "words": winners_words(match.game, ended.winners),
        "reason": reason_words(match.game, ended.reason),
        "scores": list(ended.scores),
        "payoffs": list(ended.payoffs),
    }


def winners_words(game: Game, winners: Sequence[int]) -> str:
    """Return who won as a sentence."""
    names = [game.seat_names[seat] for seat in winners]
    if len(names) == game.seats:
        return say("result.drawn")
    return say("result.won" if len(names) == 1 else "result.shared", names=_listed(names))


def reason_words(game: Game, reason: str) -> str:
    """Return why a match ended as a sentence."""
    common = {"resigned": "reason.resigned", "out-of-time": "reason.out-of-time"}
    return say(common[reason]) if reason in common else reason_text(game, reason)


def luck(table: Table) -> messages.Luck | None:
    """Return what is published of the luck: commitments and open seeds always, the secret after the end.

    `waits_for` are the seats whose seeds the match waits for; `seed_commitments` is None where seeds were shown at once.
    """
    published = table.match.published_luck(table.match.over)
    if published is None:
        return None
    promised = published.seed_commitments
    return {
        "commitment": published.commitment,
        "seed_commitments": None if promised is None else list(promised),
        "seeds": list(published.seeds),
        "secret": published.secret,
        "waits_for": table.holds_up,
    }


def _seats(table: Table, viewer: Viewer, perspective: Perspective, scene: Scene) -> list[messages.Seat]:
    match = table.match
    view = match.view(perspective.seat)
    strips = {strip.seat: strip for strip in scene.seats}
    own = table.seats_of(viewer.guest)
    return [
        {
            "seat": seat,
            "name": match.game.seat_names[seat],
            "player": match.players[seat],
            "bot": match.bots[seat] and bot_name(str(match.bots[seat])),
            "team": next(i for i, team in enumerate(match.game.teams) if seat in team),
            "score": view["scores"][seat],
            "notes": list(strips[seat].notes) if seat in strips else [],
            "marker": marker(seat, strips[seat].colour, strips[seat].shape) if seat in strips else "",
            "mine": seat in own,
            "turn": match.to_act == seat and table.status == "playing",
            "won": bool(match.result and seat in match.result.winners),
            "ready": seat in table.notes.ready or seat not in table.sitters,
            **_presence(table, seat),
        }
        for seat in range(match.game.seats)
    ]


@cache
def marker(seat: int, colour: str, shape: str) -> str:
    """Return the marker of a seat as a small picture."""
    return draw_marker(SeatStrip(seat, colour, shape), "auto", live=True, style=False)


def _presence(table: Table, seat: int) -> messages.Present:
    owner = table.sitters.get(seat)
    return {"present": owner is not None and table.present(owner), "away": table.away_since(owner) if owner else None}


# Positions


def _scene(match: Match, seat: int | None, ply: int | None = None, tall: bool = False) -> Scene:
    return picture_of(match.game.definition.drawing, match.view(seat, ply), tall)


def picture(table: Table, seat: int | None, ply: int | None = None, tall: bool = False) -> str:
    """Return the position now, or before a ply, as a picture that a page brings to life.

    Pictures are dear, and many look at the same one: in a game without secrets everybody sees the spectator's.
    """
    match = table.match
    viewer = seat if match.game.info.has_secrets else None
    at = match.ply if ply is None else ply

    def draw() -> str:
        return draw_svg(_scene(match, viewer, at, tall), "auto", "clear", live=True, style=False, prefix="board", highlights=())

    return table.picture_cache.picture(_picture_key(table, viewer, at, tall), draw)


def _picture_key(table: Table, viewer: int | None, at: int, tall: bool) -> tuple[Any, ...]:
    """What tells a picture from all others of the server."""
    return (table.serial, viewer, at, table.era, table.match.over and at == table.match.ply, tall)


def past(table: Table, viewer: Viewer, ply: int) -> messages.Past:
    """Return an earlier position as a viewer saw it: the one after so many plies."""
    seat = perspective_of(table, viewer).seat
    story = table.match.stories(seat)[ply - 1] if 0 < ply <= table.match.ply else []
    return {
        "ply": ply,
        "svg": picture(table, seat, ply, viewer.tall),
        "last": [cell for effect in story for cell in effect.cells],
    }


def still(table: Table, viewer: Viewer, ply: int | None, theme: str, marks: str) -> tuple[str, int]:
    """Return a picture that stands for itself, of the position now or after so many plies, and its ply."""
    match = table.match
    at = match.ply if ply is None else ply
    if at > match.ply:
        raise GameError(f"there is no ply {at}: the match is at ply {match.ply}")
    seat = perspective_of(table, viewer).seat
    story = match.stories(seat)[at - 1] if at else []
    cells = last_cells(match, seat) if at == match.ply else [cell for effect in story for cell in effect.cells]
    return draw_svg(_scene(match, seat, at), theme, marks, highlights=cells, size=1200), at


def moves(match: Match, seat: int | None) -> list[messages.Move]:
    """Return the legal moves of the seat that acts, with the cells to click."""
    state = match.state
    view = state.view(seat)
    path, text = match.game.definition.drawing.path, match.game.move_text
    return [{"action": action, "text": text(state, action), "path": list(path(view, action))} for action in state.legal()]


def page_moves(match: Match, seat: int | None) -> list[messages.Move]:
    """Return the legal moves, and which of them a page shows with what they would do before they are played."""
    drawing, view = match.game.definition.drawing, match.state.view(seat)
    return [{**move, "weigh": drawing.weighs(view, move["action"])} for move in moves(match, seat)]


def guide(match: Match, seat: int | None, acting: bool) -> messages.Guide:
    """Return a game's help for a seat: the own cards explained, and in its turn what is left and sequences for one click."""
    game, view, legal = match.game, match.view(seat), match.state.legal() if acting else []
    found = game.definition.drawing.guide(view, legal)
    return {
        "facts": [tell(game, effect, table="guide") for effect in found.facts],
        "shortcuts": [
            {"words": tell(game, each.effect, table="guide"), "actions": list(each.actions), "cells": list(each.effect.cells)}
            for each in found.shortcuts
        ],
        "cards": [{"words": tell(game, effect, table="guide"), "cells": list(effect.cells)} for effect in found.cards],
    }


def tally(match: Match, seat: int | None) -> list[messages.Points]:
    """Return the score in its parts, a row each, with a number for every seat."""
    rows = match.game.definition.drawing.tally(match.view(seat), match.stories(seat))
    return [{"words": tell(match.game, Effect(row.key, {}), table="tally"), "numbers": list(row.numbers)} for row in rows]


def preview(game: Game, state: State, seat: int, actions: Sequence[int]) -> messages.Outlook:
    """Return what moves of the seat that acts would do, as far as that seat can know.

    It is played on worlds dealt from what the seat knows, never on the true one; what they do not agree on is left out.
    """
    worlds = [state.determinize(seat, Rng(number)) for number in range(WORLDS if game.info.has_secrets else 1)]
    told = [_foretold(game, world, seat, actions) for world in worlds]
    stories, scores = [story for story, _ in told], [after for _, after in told]
    agreed = [effect for effect in stories[0] if all(effect in other for other in stories)]
    known = [number if all(each[i] == number for each in scores) else None for i, number in enumerate(scores[0])]
    before = state.scores()
    return {
        "words": [tell(game, effect) for effect in agreed],
        "cells": [list(effect.cells) for effect in agreed],
        "gains": [None if number is None else number - before[i] for i, number in enumerate(known)],
    }


def _foretold(game: Game, world: State, seat: int, actions: Sequence[int]) -> tuple[list[Effect], list[int]]:
    """The story of some moves in one world, up to the first luck, and the scores after it."""
    effects: list[Effect] = []
    for action in actions:
        if world.to_act != seat or action not in world.legal():
            break
        after = world.copy()
        after.apply(action)
        effects += game.story(world, action, after, seat)
        world = after
    return effects, list(world.scores())


def last_cells(match: Match, seat: int | None) -> list[str]:
    """Return the cells of the last turn: of the last seat that acted, and of the luck that followed."""
    stories = match.stories(seat)
    plies = match.plies
    actor = next((played.seat for played in reversed(plies) if played.seat != CHANCE), None)
    if actor is None:
        return []  # what luck laid out before the first turn is not news
    cells: dict[str, None] = {}
    for played, story in zip(reversed(plies), reversed(stories), strict=True):
        if played.seat not in (actor, CHANCE):
            break
        cells |= {cell: None for effect in story for cell in effect.cells}
        if played.seat == actor:
            break
    return list(cells)


def _frames(table: Table, seat: int | None, since: int, most: int, tall: bool) -> list[messages.Frame]:
    """The positions after the plies since an event, each with what happened: for a page to show one by one."""
    if since <= 0:
        return []
    match = table.match
    first = _first_new_ply(match, since)
    stories = match.stories(seat)
    start = max(first, match.ply - most)
    return [
        {
            "ply": ply,
            "svg": picture(table, seat, ply + 1, tall) if ply + 1 < match.ply else None,
            "cells": [list(effect.cells) for effect in stories[ply] if effect.cells],
            "seat": match.plies[ply].seat,
            "words": tell_all(match.game, stories[ply]),
            "scores": match.view(seat, ply + 1)["scores"],
        }
        for ply in range(start, match.ply)
    ]


def _first_new_ply(match: Match, since: int) -> int:
    """The first of the standing plies that an event of that number or a later one brought."""
    fresh = (event.ply for event in standing_events(match) if isinstance(event, Ply) and event.number >= since)
    return next(fresh, match.ply)


def foresight(table: Table, guest: Guest, ply: int, actions: Sequence[int]) -> messages.Foresight:
    """Return what moves would do; when the match has gone on since they were thought of, its ply and nothing else."""
    match = table.match
    if match.to_act not in _seats_to_ask(table, guest) or table.status != "playing" or ply != match.ply:
        return {"ply": match.ply, "words": [], "cells": [], "gains": []}
    return {"ply": ply, **preview(match.game, match.state, match.to_act, actions)}


def why_not(table: Table, guest: Guest, ply: int, cells: Sequence[str]) -> messages.Refusing:
    """Return why clicking these cells leads to no move: what the rules say, or whose turn it is."""
    match, own = table.match, _seats_to_ask(table, guest)
    if table.status != "playing" or ply != match.ply or match.to_act == CHANCE:
        return {"ply": match.ply, "words": "", "cells": []}
    if match.to_act not in own:
        words = say("match.turn_of", seat=match.game.seat_names[match.to_act])
        return {"ply": ply, "words": words, "cells": []}
    return refused_click(match.game, match.state, ply, cells)


def refused_click(game: Game, state: State, ply: int, cells: Sequence[str]) -> messages.Refusing:
    """Return why clicks of the seat that acts lead to no move; no words if they do lead to one."""
    _check_cells(game, state, state.to_act, cells)
    if any(game.path(state, action)[: len(cells)] == [*cells] for action in state.legal()):
        return {"ply": ply, "words": "", "cells": []}
    refusal = state.refusal_of(cells)
    return {"ply": ply, "words": sentence(refusal_text(game, refusal)), "cells": list(refusal.cells)}


def threats(table: Table, viewer: Viewer, ply: int, cell: str) -> messages.Threats:
    """Return what threatens what stands on a cell, from what everybody may know."""
    match = table.match
    if table.status != "playing" or ply != match.ply:
        return {"ply": match.ply, "threats": []}
    _check_cells(match.game, match.state, perspective_of(table, viewer).seat, [cell])
    found = match.state.threats(cell)
    told: list[messages.Told] = [
        {"words": tell(match.game, threat, table="threats"), "cells": list(threat.cells)} for threat in found
    ]
    return {"ply": ply, "threats": told}


def _seats_to_ask(table: Table, guest: Guest) -> list[int]:
    own = table.seats_of(guest)
    if not own:
        raise GameError("you have no seat at this table: you can watch")
    return own


def _check_cells(game: Game, state: State, seat: int | None, cells: Sequence[str]) -> None:
    """Refuse cells that the seat does not see."""
    known = {cell.id for cell in game.scene(state, seat).cells}
    strange = [cell for cell in cells if cell not in known]
    if strange:
        raise GameError(f'there is no cell "{strange[0][:20]}" here')


def seat_for_hint(table: Table, guest: Guest) -> int:
    """Return the own seat that may ask for a hint now; GameError says why none may."""
    if not table.match.practice:
        raise GameError("hints are for practice: here other people play, too")
    if table.status != "playing" or table.match.to_act not in table.seats_of(guest):
        raise GameError("it is not your turn: there is nothing to hint at")
    return table.match.to_act


def advice(game: Game, state: State, seat: int, choice: Choice, by: str) -> messages.Advice:
    """Return what a bot would play: the move, what it would do in words, and why in numbers."""
    values = [round(float(value), 3) for value in choice.values]
    return {
        **_advised(game, state, seat, choice.action),
        "by": by,
        "values": values,
        "chances": chances_words(game, values),
        "why": _why(game, state, seat, choice, by),
    }


def exact_advice(game: Game, state: State, seat: int, known: Known) -> messages.Advice:
    """Return the move that tables, certificate or a proof advise, and the value that it keeps."""
    return {
        **_advised(game, state, seat, known.best[0]),
        "by": say(f"exact.by_{known.source}"),
        "values": [],
        "chances": "",
        "why": exact_words(game, seat, known),
    }


def _advised(game: Game, state: State, seat: int, action: int) -> messages.Advised:
    after = state.copy()
    after.apply(action)
    return {
        "action": action,
        "text": game.move_text(state, action),
        "path": game.path(state, action),
        "words": tell_would(game, game.story(state, action, after, seat)),
    }


def _why(game: Game, state: State, seat: int, choice: Choice, by: str) -> str:
    """The numbers that a bot's choice rests on: chances, how much was looked at, and what the next best move brings."""
    parts = []
    values = choice.values
    if values:
        parts.append(say("match.hint_chances", by=by, chances=chances_words(game, values), count=f"{choice.nodes:,}"))
    tried = sorted((one for one in choice.candidates if one.visits), key=lambda one: -one.visits)
    own = next((one for one in tried if one.action == choice.action), None)
    other = next((one for one in tried if one.action != choice.action), None)
    if values and own and other:
        text, seat_name = game.move_text(state, other.action), game.seat_names[seat]
        parts.append(say("match.hint_next", seat=seat_name, own=f"{own.value:.1%}", text=text, value=f"{other.value:.1%}"))
    return " ".join(parts)


def chances_words(game: Game, values: Sequence[float]) -> str:
    """Return the chances of the seats in words."""
    return ", ".join(f"{name} {value:.0%}" for name, value in zip(game.seat_names, values, strict=False))


# The log


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
    parts = event.as_json()
    return {"number": event.number, "ply": None, "seat": getattr(event, "seat", None), "words": _notice(match, parts), "text": ""}


def _notice(match: Match, event: Mapping[str, Any]) -> str:
    """Return an event that is not a ply in words."""
    kind = event["event"]
    if kind == "ended":
        found = result(match)
        return f"{found['reason']} {found['words']}" if found else ""
    if kind == "begun":
        return _begun_words(match, event)
    if kind == "called_off":
        return say("reason.called_off", player=event.get("player") or say("nobody"))
    seat = match.game.seat_names[event["seat"]]
    values = {"seat": seat, "player": event.get("player") or say("nobody"), "bot": bot_name(event.get("bot") or "")}
    return say(f"event.{kind}", count=event.get("count", 1), **values)


def _begun_words(match: Match, event: Mapping[str, Any]) -> str:
    """The beginning in words; where luck said who begins, by the name of who sat there."""
    before = reversed(match.events[: event["number"]])
    player = next((each.player for each in before if isinstance(each, Seated) and each.seat == event["first"]), None)
    return say("event.begun_by_lot", player=player, seat=match.game.seat_names[0]) if player else say("event.begun")


# Tables in lists


def summary(table: Table, viewer: Viewer) -> messages.Summary:
    """Return a table in a few words, for lists."""
    perspective = perspective_of(table, viewer)
    match = table.match
    own = table.seats_of(viewer.guest)
    return {
        "table": table.id,
        "game": match.game.name,
        "title": match.game.info.title,
        "status": table.status,
        "ply": match.ply,
        "players": [player or say("seat.free") for player in match.players],
        "turn": match.to_act in own and table.status == "playing",
        "to_act": match.game.seat_names[match.to_act] if match.to_act >= 0 else "",
        "seated": bool(own),
        "scores": match.view(perspective.seat)["scores"],
        "result": result(match),
        "over": match.to_act == OVER,
        "time": limit_words(table.stored.time_limit) if table.stored.time_limit else "",
    }


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""
