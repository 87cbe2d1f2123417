"""How a match ended, in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import Game
from calumma.core.messages import listed
from calumma.core.messages import words as words_of
from calumma.core.words import Words
from calumma.drawing import reason_text
from calumma.play import Match
from calumma.site import messages

say = Words(__package__)


def result(match: Match, own: Sequence[int] = ()) -> messages.Result | None:
    """Return why and how a match ended, in words and numbers, for somebody with these seats."""
    ended = match.result
    if match.called_off:
        player = match.called_off.player or say("nobody")
        seats = match.game.seats
        words, reason = say("result.called_off"), say("reason.called_off", player=player)
        return {"winners": [], "words": words, "reason": reason, "decided": False, "scores": [0] * seats, "payoffs": [0] * seats}
    if ended is None:
        return None
    return {
        "winners": list(ended.winners),
        "words": winners_words(ended.winners, names_of(match), own, margin_words(match)),
        "reason": reason_words(match.game, ended.reason),
        "decided": bool(match.game.definition.margin),
        "scores": list(ended.scores),
        "payoffs": list(ended.payoffs),
    }


def margin_words(match: Match) -> str:
    """Return how far ahead the winners were ("by one cube"); nothing where the score did not decide, or somebody gave up."""
    ended, counted = match.result, match.game.definition.margin
    if ended is None or not counted or ended.reason in ("resigned", "out-of-time"):
        return ""
    sides = [(sum(ended.scores[seat] for seat in team), set(team) <= set(ended.winners)) for team in match.game.teams]
    won, lost = ([score for score, is_ahead in sides if is_ahead == wanted] for wanted in (True, False))
    ahead = min(won, default=0) - max(lost, default=0)
    return words_of(match.game, "margins")(counted, count=ahead) if won and lost and ahead > 0 else ""


def winners_words(winners: Sequence[int], names: Sequence[str], own: Sequence[int] = (), margin: str = "") -> str:
    """Return who won as a sentence, the seats called by their names; somebody with a single seat is told "you"."""
    if len(winners) in (0, len(names)):
        return say("result.drawn")
    won = len(own) == 1 and own[0] in winners
    others = [names[seat] for seat in winners if not (won and seat in own)]
    if won and others:
        return say("result.you_shared", names=listed(others))
    if won:
        return say("result.you_won_by", margin=margin) if margin else say("result.you_won")
    if len(others) > 1:
        return say("result.shared", names=listed(others))
    return say("result.won_by", names=listed(others), margin=margin) if margin else say("result.won", names=listed(others))


def names_of(match: Match) -> list[str]:
    """Return what the players are called, the seats of those added who are called the same."""
    players, seats = match.players, match.game.seat_names
    alike = {player for player in players if players.count(player) > 1}
    return [
        seat if player is None else say("seat.of", player=player, seat=seat) if player in alike else player
        for player, seat in zip(players, seats, strict=True)
    ]


def reason_words(game: Game, reason: str) -> str:
    """Return why a match ended as a sentence."""
    match reason:
        case "resigned":
            return say("reason.resigned")
        case "out-of-time":
            return say("reason.out-of-time")
        case _:
            return reason_text(game, reason)
