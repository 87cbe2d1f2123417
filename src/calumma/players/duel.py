"""Matches between bots: the one loop that plays them, their openings, and who sits where."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from calumma.core import CHANCE, OVER, Game, GameError, Rng, State
from calumma.core.words import Words
from calumma.engine import EngineError
from calumma.play import Luck
from calumma.players.player import Choice, Player
from calumma.records import Record, forfeit_payoffs

say = Words(__package__)

ATTEMPTS = 20  # at an opening that does not end the match at once


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match: its record, the actions, how long each seat thought, how many of the first plies were given."""

    record: Record
    actions: list[int]
    seconds: list[float]
    opening: int = 0
    failure: str = ""  # what an engine did that lost it the match

    @property
    def payoffs(self) -> list[float]:
        """What every seat got."""
        return list(self.record.payoffs or ())


OnPly = Callable[[State, int, Choice | None], None]
"""Is told every ply before it is applied: the position, the action, and what its player thought, if one chose it."""


def play_match(
    game: Game, players: Sequence[Player], luck: Luck | Rng, opening: Sequence[int] = (), on_ply: OnPly | None = None
) -> MatchResult:
    """Play one match; `opening` are the first plies. With `Luck` its record can be checked by anybody; an `Rng` is quicker.

    An engine that fails loses the match at once if there is one other side; among more, the error goes to the caller.
    """
    if len(players) != game.seats:
        raise GameError(say("cannot-play-players", game=game, count=len(players), seats=game.seats))
    state = game.new()
    actions: list[int] = []
    plies: list[str] = []
    seen: dict[int, list[str]] = {seat: [] for seat, player in enumerate(players) if player.remembers_plies}
    seconds = [0.0] * game.seats
    failed: EngineError | None = None
    while state.to_act != OVER and failed is None:
        choice: Choice | None = None
        if len(plies) < len(opening):
            action = opening[len(plies)]
        elif state.to_act == CHANCE:
            action = drawn(state, luck, len(plies))
        else:
            try:
                choice = _choice(state, players[state.to_act], seconds, seen)
            except EngineError as error:
                failed = _forfeit(game, error)
                continue
            action = choice.action
        if on_ply is not None:
            on_ply(state, action, choice)
        for seat, texts in seen.items():
            texts.append(game.seen_text(state, action, seat))
        actions.append(action)
        plies.append(game.move_text(state, action))
        state.apply(action)
    chance = luck.published(game.seats, True) if isinstance(luck, Luck) and game.info.has_chance else None
    record = Record.at(state, [player.spec for player in players], plies, chance)
    if failed is not None:
        record = replace(record, payoffs=forfeit_payoffs(game, state.to_act), reason=failed.reason)
    return MatchResult(record, actions, seconds, len(opening), str(failed or ""))


def _forfeit(game: Game, error: EngineError) -> EngineError:
    """Among more than two sides there is no rule by which the others would share the win."""
    if len(game.teams) != 2:
        raise error
    return error


def drawn(state: State, luck: Luck | Rng, ply: int) -> int:
    """Return an action that luck decides."""
    return state.pick(luck) if isinstance(luck, Rng) else luck.choose(state, state.game, ply)


def _choice(state: State, player: Player, seconds: list[float], seen: Mapping[int, Sequence[str]]) -> Choice:
    if state.to_act in seen:
        player.remember(seen[state.to_act])
    start = time.perf_counter()
    choice = player.choose(state, state.to_act)
    seconds[state.to_act] += time.perf_counter() - start
    if choice.action not in state.legal():
        raise GameError(say("chose-action-not-legal", spec=player.spec, action=choice.action, state=state))
    return choice


def random_opening(game: Game, plies: int, rng: Rng, luck: Luck | None = None) -> list[int]:
    """Return the first actions of a random match, `plies` of them by seats, that does not end with them."""
    for _ in range(ATTEMPTS):
        state, left = game.new(), plies
        actions: list[int] = []
        while left > 0 and state.to_act != OVER:
            left -= state.to_act != CHANCE
            source = rng if luck is None or state.to_act != CHANCE else luck
            actions.append(drawn(state, source, len(actions)))
            state.apply(actions[-1])
        if state.to_act != OVER:
            return actions
    raise GameError(say("cannot-find-opening-plies", plies=plies, game=game))


def lineup(game: Game, specs: Sequence[str], turn: int) -> list[str]:
    """Return who sits where: the players take the sides (teams, or single seats) in order, shifted by one every turn."""
    seats = [""] * game.seats
    for place, team in enumerate(game.teams):
        for seat in team:
            seats[seat] = specs[(place + turn) % len(specs)]
    return seats
