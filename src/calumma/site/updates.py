"""All that a page or a program is told of a table, made from what its viewer may see and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.drawing import Scene
from calumma.site import messages
from calumma.site.explanations import guide
from calumma.site.match_log import news
from calumma.site.messages import Wish
from calumma.site.names import bot_name
from calumma.site.positions import (
    frames_since,
    has_picture,
    last_cells,
    layout_of,
    marker,
    moves,
    page_moves,
    picture,
    scene_of,
    tally,
)
from calumma.site.results import result
from calumma.site.store import Guest
from calumma.site.table import Table
from calumma.site.table_plan import harder_plan
from calumma.site.viewers import Perspective, Viewer, perspective_of

MANY_PLIES = 40  # that were not told before, or lines of a log: telling them takes long


def page_update(table: Table, viewer: Viewer, since: int, frames: int) -> messages.Update:
    """Return all that a page needs to show a table, with the news since an event number."""
    perspective = perspective_of(table, viewer)
    match = table.match
    layout = layout_of(table, viewer)
    scene = scene_of(match, perspective.seat, layout=layout)
    acting = _acting(table, perspective)
    table.rendered.told[perspective.seat] = match.ply
    return {
        **_standing(table, viewer, perspective),
        "seats": _seats(table, viewer, perspective, scene),
        "svg": picture(table, perspective.seat, layout=layout),
        "last": last_cells(match, perspective.seat),
        "choices": {cell.id: cell.label or cell.id for cell in scene.cells if cell.shape == "choice"},
        "moves": page_moves(match, perspective.seat) if acting else [],
        "guide": guide(match, perspective.seat, acting) if table.status == "playing" else None,
        "reach": match.state.reach(),
        "tally": tally(match, perspective.seat) if match.over else [],
        "frames": frames_since(table, perspective.seat, since, frames, layout),
        "log": news(table, perspective.seat, since),
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
        "position": match.seen_position(perspective.seat),
        "plies": match.seen_plies(perspective.seat),
        "events": match.seen_events(perspective.seat, since),
        "moves": moves(match, perspective.seat) if _acting(table, perspective) else [],
    }


def presence(table: Table) -> messages.Presence:
    """Return who is there: all that changes when somebody comes or goes."""
    return {
        "type": "presence",
        "spectators": table.spectators,
        "seats": [_present(table, seat) for seat in range(table.game.seats)],
    }


def is_long(table: Table, viewer: Viewer, since: int, page: bool, frames: int) -> bool:
    """Return whether it takes long to show a table: many plies that nobody asked for yet, or many pictures."""
    match, seat = table.match, perspective_of(table, viewer).seat
    if table.number - max(since, 0) > 2 * MANY_PLIES:
        return True
    if not page:
        return False
    if match.ply - table.rendered.told.get(seat, 0) > MANY_PLIES:
        return True
    first = max(1, match.ply - min(frames, table.number - since)) if since > 0 else match.ply
    layout = layout_of(table, viewer)
    return sum(not has_picture(table, seat, ply, layout) for ply in range(first, match.ply)) > 1


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
        "thinking": table.thinks,
        "offer": _offer(table, own),
        "may": _may(table, own, viewer.guest),
        "clock": clock(table),
        "invite": table.stored.invite if own and table.status == "waiting" else None,
        "rematch": table.rematch,
        "result": result(match, own),
        "luck": luck(table),
        "spectators": table.spectators,
        "begins": table.stored.begins,
        "ready": sorted(table.notes.ready) if table.status == "waiting" and table.stored.waits else None,
        "closed": table.stored.is_closed,
        "patience": table.offers.patience,
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
        return ["sit"] if table.seats.returns_to(guest) is not None else []
    found: list[Wish] = ["rematch"] if match.over else ["resign"]
    played = any(not played.is_chance and played.seat in own for played in match.plies)
    if match.over and harder_plan(table, guest):
        found.append("harder")
    if match.practice and match.to_act in own and table.status == "playing":
        found.append("hint")
    if played and not table.offers.current and (match.practice or not match.over):
        found.append("undo")
    return found


def _may_before(table: Table, own: Sequence[int], guest: Guest | None) -> list[Wish]:
    """What the viewer may ask for before the match begins."""
    asked: dict[Wish, object] = {
        "sit": not own and table.free_seats,
        "fill": table.free_seats and guest is not None and guest.id == table.stored.host,
        "commit": own and table.match.luck and not table.match.opening,
        "seed": own and table.preparation.may_give_seed(own),
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


def _offer(table: Table, own: Sequence[int]) -> messages.Offer | None:
    offer = table.offers.current
    if offer is None:
        return None
    return {
        "kind": offer.kind,
        "seat": offer.seat,
        "target": offer.target,
        "mine": offer.seat in own,
        "answered": bool(offer.agreed & set(own)),
        "may_answer": table.offers.is_asked(own),
    }


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
        "waits_for": table.preparation.holds_up,
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
            "colour": strips[seat].colour if seat in strips else "",
            "skin": list(strips[seat].skin) if seat in strips else [],
            "marker": marker(seat, strips[seat].colour, strips[seat].shape) if seat in strips else "",
            "mine": seat in own,
            "turn": match.to_act == seat and table.status == "playing",
            "won": bool(match.result and seat in match.result.winners),
            "ready": seat in table.notes.ready or seat not in table.sitters,
            **_present(table, seat),
        }
        for seat in range(match.game.seats)
    ]


def _present(table: Table, seat: int) -> messages.Present:
    owner = table.sitters.get(seat)
    return {
        "present": owner is not None and table.watchers.present(owner),
        "away": table.watchers.away_since(owner) if owner else None,
    }
