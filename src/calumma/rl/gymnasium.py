"""Gymnasium's ids of our games: `gymnasium.make("calumma/Yamamoto-v0", opponent="level:2")`.

Gymnasium looks for no plugins by itself: it knows the ids once this module is imported, and an id that begins with its name
(`calumma.rl.gymnasium:calumma/Yamamoto-v0`) makes it do so.
"""

from __future__ import annotations

from typing import Any

from gymnasium.envs.registration import register, registry

import calumma
from calumma.rl.learner import LearnerEnv
from calumma.rl.spaces import VERSION


def id_of(name: str) -> str:
    """Return the id of a game.

    >>> id_of("yamamoto")
    'calumma/Yamamoto-v0'
    """
    return f"calumma/{name.capitalize()}-v{VERSION}"


def register_all() -> None:
    """Make Gymnasium know every game that can be loaded."""
    for name in calumma.games():
        if id_of(name) not in registry:
            register(id_of(name), entry_point="calumma.rl.gymnasium:make", kwargs={"name": name}, disable_env_checker=True)


def make(name: str, seats: int | None = None, **settings: Any) -> LearnerEnv:
    """Return the environment; what is no setting of the learner's is an option of the game."""
    own = {key: settings.pop(key) for key in ("opponent", "seat", "illegal", "render_mode") if key in settings}
    return LearnerEnv(calumma.load(name, seats, **settings), **own)


register_all()
