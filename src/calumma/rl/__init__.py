"""The games for learning and research: PettingZoo, a vector environment after Gymnasium, OpenSpiel.

The libraries are optional: the extra `research`. Gymnasium knows the games once `calumma.rl.gymnasium` is imported, and
OpenSpiel once `calumma.rl.openspiel` is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import calumma
from calumma.core import Game, GameError
from calumma.core.words import Words
from calumma.extras import need

if TYPE_CHECKING:
    from calumma.rl.aec import MatchEnv
    from calumma.rl.inside import Policy
    from calumma.rl.spaces import Array
    from calumma.rl.symmetry import Augmenter
    from calumma.rl.vector import Moves, Sight, VectorEnv

say = Words(__package__)

__all__ = ["aec_env", "augmenter", "vector_env"]


def aec_env(game: str | Game, seats: int | None = None, render_mode: str | None = None, **options: object) -> MatchEnv:
    """Return a match of a game, named or loaded, as a PettingZoo environment (AEC) with one agent a seat."""
    need("research", "numpy", "pettingzoo")
    from calumma.rl.aec import MatchEnv

    return MatchEnv(_game_of(game, seats, options), render_mode)


def vector_env(
    game: str | Game,
    num_envs: int,
    seats: int | None = None,
    *,
    copy: bool = True,
    threads: int = 1,
    observations: Sight = "bytes",
    masks: Moves = "bytes",
    others: str | Policy = "caller",
    buffers: Mapping[str, Array] | None = None,
    **options: object,
) -> VectorEnv:
    """Return many matches of a game as one environment that follows Gymnasium's vector conventions.

    With `copy=False` the arrays that `step` returns are its own and are overwritten by the next step. Several threads divide the
    matches among them, with the same results. Observations and masks come as `bytes`, `bits` or `none`, masks also as a `list`.
    With `others="random"` one seat of every match acts, and the others play at random within the step; any other player's
    spec (`level:2`) lets that bot play them, and so does a function that chooses for many rows at once, such as a network.
    """
    need("research", "numpy", "gymnasium")
    from calumma.rl.vector import VectorEnv

    made = _game_of(game, seats, options)
    return VectorEnv(
        made, num_envs, copy=copy, threads=threads, observations=observations, masks=masks, others=others, buffers=buffers
    )


def augmenter(game: str | Game, seats: int | None = None, **options: object) -> Augmenter:
    """Return what turns batches of observations, masks and policies by the symmetries of a game."""
    need("research", "numpy", "gymnasium")
    from calumma.rl.symmetry import Augmenter

    return Augmenter(_game_of(game, seats, options))


def _game_of(game: str | Game, seats: int | None, options: Mapping[str, object]) -> Game:
    """The game of a name with its seats and options, or the game itself."""
    if isinstance(game, str):
        return calumma.load(game, seats, **options)
    if seats is not None or options:
        raise GameError(say("cannot-choose-seats-options", game=game))
    return game
