"""Asking bots about positions outside matches: fairly, and never so that the bots of matches wait long.

Everybody has two questions under way at the most (limits.py), addresses and people take turns, and only half of the threads
think about such questions at any time. A question is asked in pieces, so a match waits for one piece at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from calumma.core import CHANCE, OVER, GameError, State
from calumma.core.words import Words
from calumma.players import Choice
from calumma.players.assess import line_texts
from calumma.search import Candidate
from calumma.site.advice import chances_words
from calumma.site.bots import BotScheduler
from calumma.site.fair_queue import FairQueue
from calumma.site.limits import Limits, asker
from calumma.site.names import bot_name
from calumma.site.study_messages import BestLine, Thoughts

say = Words(__package__)

ADVISERS = ("adviser:quick", "adviser:thorough", "level:6")
RANKER = "adviser:every"  # weighs every move of an open duel, where deep searches know the best one alone
OTHERS = 2  # further lines beside the best one


class EngineQueue:
    """The questions of people who analyse."""

    def __init__(self, bots: BotScheduler, limits: Limits, threads: int) -> None:
        self._bots, self._limits = bots, limits
        self._turn = FairQueue(max(1, threads // 2))
        self.harmless: set[str] = set()  # tables known to be over or practice: they need not be looked at again

    async def _think(self, who: str, spec: str, state: State, seed: int | None = None) -> Choice:
        async with self._turn.place(asker(), who):
            return await self._bots.advise(spec, state.game, state, state.to_act, who, seed)

    async def consider(self, who: str, spec: str, states: Sequence[State], seed: int) -> list[Choice]:
        """Return what a bot would do in each of some positions, and the chances that it sees; the same for the same seed."""
        for state in states:
            check_decided(state)
        with self._limits.thought(asker(), who):
            return [await self._think(who, spec, state, seed) for state in states]

    async def ask(self, who: str, spec: str, state: State) -> Thoughts:
        """Return what a bot thinks of a position: the chances of every seat, the best moves, what it rests on."""
        check_asked(spec, state)
        with self._limits.thought(asker(), who):
            choice = await self._think(who, spec, state)
            lines = await self._lines(who, spec, state, choice)
        game = state.game
        values = [round(float(value), 4) for value in choice.values]
        return {
            "by": bot_name(spec),
            "move": game.move_text(state, choice.action),
            "values": values,
            "chances": chances_words(game, values),
            "lines": lines,
            "nodes": choice.nodes,
            "depth": choice.depth,
            "proven": choice.proven,
            "distance": choice.distance,
            "note": choice.note,
        }

    async def _lines(self, who: str, spec: str, state: State, choice: Choice) -> list[BestLine]:
        """The best moves with what they bring their seat, how often they were tried, and the expected play."""
        candidates = sorted(choice.candidates, key=lambda one: (-one.visits, -one.value))
        if sum(1 for one in candidates if one.visits) > 1:
            return [self._line(state, one, choice) for one in candidates[: 1 + 2 * OTHERS]]
        others = await self._ranked(who, state, choice)
        found = [await self._after(who, spec, state, action) for action in [choice.action, *others]]
        return [line for line in found if line] or [self._bare(state, choice)]

    def _bare(self, state: State, choice: Choice) -> BestLine:
        """The best move with what is known of it before it is made."""
        return {
            "move": state.game.move_text(state, choice.action),
            "value": _value(choice, state.to_act),
            "visits": choice.nodes,
            "line": line_texts(state, choice.line),
        }

    def _line(self, state: State, one: Candidate, choice: Choice) -> BestLine:
        line = choice.line if one.action == choice.action else [one.action]
        return {
            "move": state.game.move_text(state, one.action),
            "value": round(float(one.value), 4),
            "visits": one.visits,
            "line": line_texts(state, line),
        }

    async def _ranked(self, who: str, state: State, choice: Choice) -> list[int]:
        """The moves that look best after the best one."""
        if len(state.legal()) < 2 or not choice.values:
            return []
        found = (await self._think(who, RANKER, state)).candidates
        others = [one.action for one in sorted(found, key=lambda one: -one.value) if one.action != choice.action]
        return others[:OTHERS]

    async def _after(self, who: str, spec: str, state: State, action: int) -> BestLine | None:
        """What the bot thinks of a move: asked in the position after it, for every move alike, so that values can be compared."""
        after = state.copy()
        after.apply(action)
        if after.to_act in (CHANCE, OVER):
            return None
        reply = await self._think(who, spec, after)
        value = _value(reply, state.to_act)
        if value is None:
            return None
        move = state.game.move_text(state, action)
        texts = line_texts(after, reply.line)
        return {"move": move, "value": value, "visits": reply.nodes, "line": [move, *texts]}


def seed_of(table_id: str) -> int:
    """Return the seed with which bots are asked about a match, so that whoever looks again sees the same."""
    return crc32(table_id.encode())


def check_asked(spec: str, state: State) -> None:
    """Refuse what cannot be asked: GameError says why."""
    if spec not in ADVISERS:
        raise GameError(say("unknown-adviser", bot=spec, known=", ".join(ADVISERS)))
    check_decided(state)


def check_decided(state: State) -> None:
    """Refuse a position in which nobody decides."""
    if state.to_act == OVER:
        raise GameError(say("nothing-to-think-about"))
    if state.to_act == CHANCE:
        raise GameError(say("choose-outcome-first"))


def _value(choice: Choice, seat: int) -> float | None:
    return round(float(choice.values[seat]), 4) if choice.values else None
