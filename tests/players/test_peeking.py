"""Nobody peeks: in worlds that its seat cannot tell apart, a bot with the same seed does, expects and says the same.

That holds whatever evaluations and networks read of the worlds that they are asked about, as no player is shown the true one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import calumma
from calumma import CHANCE, OVER, Game, Rng, State, players
from calumma.core.network import shipped
from calumma.players import Choice, Limits
from calumma.players.bots import glance
from calumma.players.levels import ADVISERS, LEVELS

SECRET = [name for name in calumma.games() if calumma.load(name).info.has_secrets]
SPECS = ["greedy", "mcts:30", "net", *(f"level:{level}" for level in LEVELS), *(f"adviser:{name}" for name in ADVISERS)]
FEW = Limits(nodes=30)  # of the budget of whoever thinks


def positions(game: Game, count: int, choices: range) -> Iterator[State]:
    """Positions of random matches, some way apart, in which a seat has so many actions."""
    state, rng, wait = game.new(), Rng(4), 10
    while count:
        if state.to_act != CHANCE and wait <= 0 and len(state.legal()) in choices:
            yield state
            count, wait = count - 1, 15
        state.apply(state.pick(rng))
        wait -= 1
        if state.to_act == OVER:
            state = game.new()


def worlds(state: State) -> list[State]:
    return [state, *(state.determinize(state.to_act, Rng(deal)) for deal in range(3))]


def choice(spec: str, world: State) -> Choice:
    found = players.load(spec, world.game, 7).choose(world, world.to_act, FEW)
    return Choice(found.action, found.values, found.line, found.nodes, candidates=found.candidates)


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_peeks(name: str, spec: str, seats: int) -> None:
    game = calumma.load(name, seats)
    if spec == "net" and shipped(game) is None:
        pytest.skip("there is a network for two seats alone")
    for state in positions(game, 3, range(2, 60)):
        choices = [choice(spec, world) for world in worlds(state)]
        assert choices == choices[:1] * len(choices)


@pytest.mark.parametrize("name", SECRET)
def test_nobody_peeks_where_there_is_one_thing_to_do(name: str) -> None:
    for state in positions(calumma.load(name), 5, range(1, 2)):
        choices = [choice("level:3", world) for world in worlds(state)]
        assert choices == choices[:1] * len(choices)


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("choices", [range(2, 60), range(1, 2)], ids=["some", "one"])
def test_whoever_did_would_be_caught(name: str, choices: range) -> None:
    """What is hidden there matters to the evaluation, so that a look at it shows."""
    found = [
        {glance(world, world.to_act)[0].value for world in worlds(state)} for state in positions(calumma.load(name), 5, choices)
    ]
    assert max(len(values) for values in found) > 1
