"""The law of symmetries: a position and its image play the same."""

from __future__ import annotations

from calumma.core import OVER, State, Symmetry
from calumma.core.symmetry import IDENTITY
from calumma.testing.laws import TOLERANCE, Moment, law, pick


@law("position", "Correct what symmetry.py does to observations, actions or texts, or leave that symmetry out.")
def symmetries_keep_the_rules(m: Moment) -> None:
    """A symmetry maps legal actions onto legal ones, and seats observe, expect and win the same before and after a ply."""
    if m.game.definition.symmetries is None:
        return
    every = m.game.symmetries
    m.demand(every[0].name == IDENTITY, f"the first symmetry is {every[0].name}, not the {IDENTITY}")
    chosen = every[m.rng.below(len(every))]
    for what, places in (("observations", chosen.observation), ("actions", chosen.actions)):
        size = m.game.observation.size if what == "observations" else m.game.num_actions
        m.demand(sorted(places) == list(range(size)), f"{chosen.name} does not rearrange the {size} {what}")
    text = m.game.position_text(m.state)
    state, image = m.game.parse_position(text), m.game.parse_position(chosen.text(text))
    _demand_alike(m, chosen, state, image)
    if state.to_act != OVER:
        action = pick(state, m.rng)
        state.apply(action)
        image.apply(chosen.actions[action])
        _demand_alike(m, chosen, state, image)


def _demand_alike(m: Moment, chosen: Symmetry, state: State, image: State) -> None:
    """Whoever acts, what is legal, observed, expected and paid must be the same, with the seats passed on."""
    seats, name = state.seats, chosen.name
    partner = [(seat + chosen.shift) % seats for seat in range(seats)]
    acting = state.to_act if state.to_act < 0 else partner[state.to_act]
    m.demand(image.to_act == acting, f"by {name}, to_act becomes {image.to_act}, not {acting}")
    legal = sorted(chosen.actions[action] for action in state.legal())
    m.demand(image.legal() == legal, f"by {name}, other actions become legal")
    for seat in range(seats):
        seen, other = state.observe(seat), image.observe(partner[seat])
        m.demand([seen[i] for i in chosen.observation] == list(other), f"by {name}, seat {seat} observes something else")
    expected, found = (here.payoffs() if acting == OVER else here.evaluate() for here in (state, image))
    same = all(abs(expected[seat] - found[partner[seat]]) < TOLERANCE for seat in range(seats))
    m.demand(same, f"by {name}, what seats expect goes from {expected} to {found}")
