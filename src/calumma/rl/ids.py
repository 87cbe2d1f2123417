"""Gymnasium's ids of our games: `gymnasium.make("calumma/Yamamoto-v0", opponent="level:2")`.

Gymnasium calls `register_all` when it is imported, by an entry point of the group `gymnasium.envs`. The
version changes when the same actions or observations would mean something else.
"""

from __future__ import annotations

from typing import Any

import calumma

VERSION = 0


def id_of(name: str) -> str:
    """Return the id of a game.

    >>> id_of("yamamoto")
    'calumma/Yamamoto-v0'
    """
    return f"calumma/{name.capitalize()}-v{VERSION}"


def register_all() -> None:
    """Make Gymnasium know every game that can be loaded."""
    from gymnasium.envs.registration import register, registry

    for name in calumma.games():
        if id_of(name) not in registry:
            register(id_of(name), entry_point="calumma.rl.ids:make", kwargs={"name": name}, disable_env_checker=True)


def make(name: str, seats: int | None = None, **settings: Any) -> Any:
    """Return the environment; what is no setting of the learner's is an option of the game."""
    from calumma.rl.learner import LearnerEnv

    own = {key: settings.pop(key) for key in ("opponent", "seat", "illegal", "render_mode") if key in settings}
    return LearnerEnv(calumma.load(name, seats, **settings), **own)
