"""Hints and analysis in a house whose servers do not think: a question waits in the store until a thinker takes and answers it.

It holds the position as the seat that is asked for sees it, never more. Whoever asked says again and again that the answer is
still waited for; a question that nobody waits for is not thought about, and a lost thinker's is another's soon.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from operator import index
from typing import Protocol, SupportsFloat, SupportsIndex

from calumma.core import GameError, State
from calumma.core.registry import reload
from calumma.core.words import Words
from calumma.players import Choice
from calumma.search import Candidate
from calumma.site.bus import Bus, News
from calumma.site.ids import new_id
from calumma.site.store import Unavailable

say = Words(__package__)

WAITED = 10.0
"""Seconds for which a question is believed to be waited for after its asker has said so."""

UNTAKEN = 20.0
"""Seconds after which somebody whose question nobody takes is told so."""

LOOK = 1.0
"""Seconds after which whoever waits looks for the answer, though nothing was heard."""


MOST_NAME = 40
"""Characters of whoever is counted for a question."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: who is counted for it, and what is asked."""

    id: str
    guest: str
    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a question has come: its answer, once there is one, and whether anybody thinks about it."""

    answer: str | None
    is_taken: bool


class Questions(Protocol):
    """The operations of the list. Each is done once it returns."""

    async def ask(self, asked: Asked, now: float) -> None:
        """Keep a question that somebody waits for."""

    async def look(self, question: str, now: float) -> Progress:
        """Note that the answer is still waited for, and return how far it has come."""

    async def take(self, thinker: str, now: float) -> Asked | None:
        """Return the question to think about next, which is the thinker's for a while; None if none waits.

        Those come first whose guests have the fewest questions under way and were served the longest ago, then the oldest.
        """

    async def renew(self, question: str, thinker: str, now: float) -> bool:
        """Keep a question for a while longer; False if it is not the thinker's any more, or nobody waits for it."""

    async def answer(self, question: str, thinker: str, answer: str) -> None:
        """Keep the answer, unless the question is another's now."""

    async def let_go(self, question: str, thinker: str) -> None:
        """Leave a question to whoever takes it next."""

    async def forget(self, question: str) -> None:
        """Delete a question: nobody waits any more."""


class Elsewhere:
    """Lets thinkers of the house answer what is asked here."""

    def __init__(self, questions: Questions, bus: Bus, now: Callable[[], float]) -> None:
        self._questions, self._bus, self._now = questions, bus, now
        self._news: dict[str, asyncio.Event] = {}

    async def ask(self, spec: str, state: State, seat: int, guest: str, seed: int | None = None) -> Choice:
        """Return what a bot would choose in a position; GameError if nobody thinks in this house."""
        asked = Asked(new_id(12), guest[:MOST_NAME], question_text(spec, state, seat, seed))
        self._news[asked.id] = asyncio.Event()
        try:
            await self._questions.ask(asked, self._now())
            self._bus.tell(News("bots"))
            return read_answer(await self._answer(asked.id))
        finally:
            del self._news[asked.id]
            with suppress(Unavailable):
                await asyncio.shield(self._questions.forget(asked.id))

    async def _answer(self, question: str) -> str:
        news, began = self._news[question], self._now()
        while True:
            news.clear()
            found = await self._questions.look(question, self._now())
            if found.answer is not None:
                return found.answer
            if not found.is_taken and self._now() - began > UNTAKEN:
                raise GameError(say("no-thinker"))
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), LOOK)

    def heard(self, question: str) -> None:
        """Look at once: there is an answer, if we asked."""
        if question in self._news:
            self._news[question].set()


def question_text(spec: str, state: State, seat: int, seed: int | None = None) -> str:
    """Return what is asked, as it is kept."""
    game = state.game
    position = game.position_text(state, seat)
    parts = {"game": game.name, "seats": game.seats, "options": dict(game.options), "position": position}
    return json.dumps({"bot": spec, "seat": seat, "seed": seed, **parts})


def read_question(text: str) -> tuple[str, State, int, int | None]:
    """Return the bot that is asked, a position that fits what the seat knows, the seat, and the seed if there is one."""
    parts = json.loads(text)
    game, seat = reload(parts["game"], parts["seats"], parts["options"]), parts["seat"]
    seed = parts.get("seed")  # a server of the release before gives none
    world = secrets.randbits(32) if seed is None else seed
    return parts["bot"], game.parse_position(parts["position"], seat, world), seat, seed


def answer_text(choice: Choice) -> str:
    """Return an answer, as it is kept."""
    return json.dumps({"choice": asdict(choice)}, default=_number)


def failure_text(sentence: str) -> str:
    """Return why there is no answer, as it is kept."""
    return json.dumps({"failed": sentence})


def read_answer(text: str) -> Choice:
    """Return what a bot has answered; GameError says why it could not."""
    parts = json.loads(text)
    if "failed" in parts:
        raise GameError(parts["failed"])
    choice = parts["choice"]
    found = [Candidate(**{**one, "line": tuple(one["line"])}) for one in choice["candidates"]]
    return Choice(**{**choice, "candidates": found})


def _number(value: SupportsIndex | SupportsFloat) -> float:
    """A number of another library, as searches may have them."""
    return index(value) if isinstance(value, SupportsIndex) else float(value)
