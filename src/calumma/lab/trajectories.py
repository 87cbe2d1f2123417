"""Trajectories by seat: what one seat of a match saw, did and got, from its first decision to the end.

They are made of a data set's records (`calumma selfplay`), as NumPy arrays, and can be handed on as a data set of Minari
with an episode a seat.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from calumma import records
from calumma.core import Game, State
from calumma.extras import need
from calumma.lab.datasets import read_plies

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One seat's way through a match: a row for every decision, and for observations and masks one more, of the end."""

    match: int
    seat: int
    player: str
    observations: Array
    masks: Array
    actions: Array
    rewards: Array
    """0 until the last decision, which gets the seat's payoff."""


def trajectories(out: str | os.PathLike[str]) -> Iterator[Trajectory]:
    """Yield the trajectories of a data set, match by match, seat by seat. Random opening plies belong to none of them."""
    need("research", "numpy")
    rows = groupby(read_plies(out), key=lambda row: row["match"])
    for record, (number, plies) in zip(records.read(out, check=False), rows, strict=True):
        table = list(plies)
        chosen = {row["ply"] for row in table if not row["opening"]}
        ways = [_Way(seat, str(record.players[seat]), number) for seat in range(record.seats)]
        state = None
        for ply, state, action in records.replay(record):
            if ply in chosen:
                ways[state.to_act].note(state, action)
        if state is not None:
            yield from (way.finished(state, table[-1]["payoffs"][way.seat]) for way in ways if way.actions)


class _Way:
    """A trajectory that is being gathered."""

    def __init__(self, seat: int, player: str, match: int) -> None:
        self.seat, self.player, self.match = seat, player, match
        self.seen: list[Array] = []
        self.masks: list[Array] = []
        self.actions: list[int] = []

    def look(self, state: State) -> None:
        """Note what the seat sees, and what it may do."""
        import numpy as np

        self.seen.append(np.array(state.observe(self.seat), np.int8))
        mask: Array = np.zeros(state.game.num_actions, np.int8)
        mask[state.legal() if state.to_act == self.seat else []] = 1
        self.masks.append(mask)

    def note(self, state: State, action: int) -> None:
        """Note a decision."""
        self.look(state)
        self.actions.append(action)

    def finished(self, end: State, payoff: float) -> Trajectory:
        """Return the whole of it, with the end of the match."""
        import numpy as np

        self.look(end)
        rewards: Array = np.zeros(len(self.actions), np.float64)
        rewards[-1] = payoff
        actions = np.array(self.actions, np.int64)
        return Trajectory(self.match, self.seat, self.player, np.array(self.seen), np.array(self.masks), actions, rewards)


# Minari


def write_minari(out: str | os.PathLike[str], dataset_id: str, **about: str) -> Any:
    """Make a data set known to Minari under an id like `yamamoto/level3-v0`, an episode a seat, and return it as Minari's own.

    Observations are dicts as PettingZoo's agents get them: `observation` and `action_mask`. The metadata of an episode
    name its match, seat and player. `about` may tell `author`, `author_email` and `code_permalink`. Minari keeps it where it
    keeps all: in `MINARI_DATASETS_PATH`, else in the home folder.
    """
    need("research", "numpy", "gymnasium", "minari", "pyarrow")
    import minari
    import numpy as np
    from gymnasium import spaces

    game = next(records.read(out, check=False)).load_game()
    found = list(trajectories(out))
    low, high = (np.array(bounds, np.int8) for bounds in game.observation.bounds())
    seen, allowed = spaces.Box(low, high, dtype=np.int8), spaces.Box(0, 1, (game.num_actions,), np.int8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # whatever is not told about a data set is warned of
        made = minari.create_dataset_from_buffers(
            dataset_id,
            [_episode(minari, number, way) for number, way in enumerate(found)],
            observation_space=spaces.Dict({"observation": seen, "action_mask": allowed}),
            action_space=spaces.Discrete(game.num_actions),
            algorithm_name=" ".join(dict.fromkeys(way.player for way in found)),
            description=_description(game, out),
            requirements=["calumma"],
            data_format="arrow",
            **about,
        )
    made.storage.update_episode_metadata({"match": way.match, "seat": way.seat, "player": way.player} for way in found)
    return made


def _episode(minari: Any, number: int, way: Trajectory) -> Any:
    ended = [False] * (len(way.actions) - 1) + [True]
    return minari.data_collector.EpisodeBuffer(
        id=number,
        observations={"observation": way.observations, "action_mask": way.masks},
        actions=way.actions,
        rewards=list(way.rewards),
        terminations=ended,
        truncations=[False] * len(ended),
    )


def _description(game: Game, out: str | os.PathLike[str]) -> str:
    return f"Matches of {game}, rules {game.info.rules}, an episode a seat: made by calumma from {os.path.basename(out)}"
