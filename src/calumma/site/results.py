"""How a match ended, in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import Game
from calumma.core.messages import listed
from calumma.drawing import reason_text
from calumma.play import Match
from calumma.site import messages
from calumma.site.words import say


def result(match: Match) -> messages.Result | None:
    """Return why and how a match ended, in words and numbers."""
    ended = match.result
    if match.called_off:
        player = match.called_off.player or say("nobody")
        seats = match.game.seats
        words, reason = say("result.called_off"), say("reason.called_off", player=player)
        return {"winners": [], "words": words, "reason": reason, "scores": [0] * seats, "payoffs": [0] * seats}
    if ended is None:
        return None
    return {
        "winners": list(ended.winners),
        "words": winners_words(match.game, ended.winners),
        "reason": reason_words(match.game, ended.reason),
        "scores": list(ended.scores),
        "payoffs": list(ended.payoffs),
    }


def winners_words(game: Game, winners: Sequence[int]) -> str:
    """Return who won as a sentence."""
    names = [game.seat_names[seat] for seat in winners]
    if len(names) == game.seats:
        return say("result.drawn")
    return say("result.won" if len(names) == 1 else "result.shared", names=listed(names))


def reason_words(game: Game, reason: str) -> str:
    """Return why a match ended as a sentence."""
    common = {"resigned": "reason.resigned", "out-of-time": "reason.out-of-time"}
    return say(common[reason]) if reason in common else reason_text(game, reason)
