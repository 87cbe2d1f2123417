"""A hint: what to play, by what is known exactly where something is, else by a bot."""

from __future__ import annotations

from calumma.core import State
from calumma.core.words import Words
from calumma.players import Choice, load
from calumma.solutions import WITH_PATIENCE, Known, exact_value, told, told_lost

say = Words(__package__)

HINT_BOT = "adviser:quick"


def hint(state: State, seat: int, seed: int) -> str:
    """Return a hint as a sentence or two."""
    known = exact_value(state, WITH_PATIENCE)
    if known is not None and known.value != "loss" and known.best:
        return say("hint-exact", move=state.game.move_text(state, known.best[0]), words=told(state.game, seat, known))
    return _of_bot(state, seat, load(HINT_BOT, state.game, seed).choose(state, seat), known)


def _of_bot(state: State, seat: int, choice: Choice, lost: Known | None) -> str:
    """What a bot would play: also in a position that is known to be lost, where it makes it hard for the other side."""
    game, move = state.game, state.game.move_text(state, choice.action)
    if lost is not None:
        return say("hint-lost", move=move, words=told_lost(game, seat, lost))
    if not choice.values:
        return say("hint", move=move)
    chances = ", ".join(f"{name} {value:.0%}" for name, value in zip(game.seat_names, choice.values, strict=False))
    return say("hint-chances", move=move, chances=chances)
