"""What moves would do, why clicks lead to none, what threatens a piece: help that knows no more than who asks."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import CHANCE, Game, GameError, Rng, State
from calumma.core.messages import refusal_text, sentence
from calumma.core.words import Words
from calumma.drawing import Effect, tell, tell_would
from calumma.play import Match
from calumma.site import messages
from calumma.site.results import names_of
from calumma.site.store import Guest
from calumma.site.table import Table
from calumma.site.viewers import Viewer, perspective_of

say = Words(__package__)

WORLDS = 3  # that a preview must agree on


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
        "words": [_would(game, effect) for effect in agreed],
        "cells": [list(effect.cells) for effect in agreed],
        "gains": [None if number is None else number - before[i] for i, number in enumerate(known)],
    }


def _would(game: Game, effect: Effect) -> str:
    """What an effect would be, where the game has words for that; else what it is."""
    return tell_would(game, [effect]) or tell(game, effect)


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
        words = say("match.turn_of", player=names_of(match)[match.to_act])
        return {"ply": ply, "words": words, "cells": []}
    return refused_click(match.game, match.state, ply, cells)


def refused_click(game: Game, state: State, ply: int, cells: Sequence[str], cite: bool = True) -> messages.Refusing:
    """Return why clicks of the seat that acts lead to no move; no words if they do lead to one."""
    _check_cells(game, state, state.to_act, cells)
    if any(game.path(state, action)[: len(cells)] == [*cells] for action in state.legal()):
        return {"ply": ply, "words": "", "cells": []}
    refusal = state.refusal_of(cells)
    reason = refusal.cells or cells[-1:]  # where no cell is the reason, the one that was clicked stands for it
    told = refusal_text(game, refusal) if cite else tell(game, refusal, table="refusals")
    return {"ply": ply, "words": sentence(told), "cells": list(reason)}


def threats(table: Table, viewer: Viewer, ply: int, cell: str) -> messages.Threats:
    """Return what threatens what stands on a cell, from what everybody may know."""
    match = table.match
    if table.status != "playing" or ply != match.ply:
        return {"ply": match.ply, "threats": []}
    return {"ply": ply, "threats": threats_at(match.game, match.state, perspective_of(table, viewer).seat, cell)}


def threats_at(game: Game, state: State, seat: int | None, cell: str) -> list[messages.Told]:
    """Return what threatens what stands on a cell that a seat, or a spectator, sees: in words, and with cells."""
    _check_cells(game, state, seat, [cell])
    return [{"words": tell(game, threat, table="threats"), "cells": list(threat.cells)} for threat in state.threats(cell)]


def _seats_to_ask(table: Table, guest: Guest) -> list[int]:
    own = table.seats_of(guest)
    if not own:
        raise GameError(say("no-own-seat"))
    return own


def _check_cells(game: Game, state: State, seat: int | None, cells: Sequence[str]) -> None:
    """Refuse cells that the seat does not see."""
    known = {cell.id for cell in game.scene(state, seat).cells}
    strange = [cell for cell in cells if cell not in known]
    if strange:
        raise GameError(say("unknown-cell", cell=strange[0][:20]))
