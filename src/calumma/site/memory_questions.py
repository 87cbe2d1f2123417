"""Questions to bots outside matches, in memory: for servers of one process, as tests have them."""

from __future__ import annotations

from dataclasses import dataclass

from calumma.site.questions import WAITED, Asked, Progress
from calumma.site.thoughts import LEASE


@dataclass(slots=True)
class Waiting:
    """A question that somebody waits for."""

    asked: Asked
    wanted: float  # until when
    thinker: str = ""
    until: float = 0.0  # of its lease
    answer: str | None = None

    def waits(self, now: float) -> bool:
        """Whether it is to be thought about."""
        return self.answer is None and self.wanted >= now


class MemoryQuestions:
    """The questions of a store in memory, the oldest first."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._served: dict[str, float] = {}

    async def ask(self, asked: Asked, now: float) -> None:
        """Keep a question that somebody waits for."""
        self._waiting[asked.id] = Waiting(asked, now + WAITED)

    async def look(self, question: str, now: float) -> Progress:
        """Note that the answer is still waited for, and return how far it has come."""
        found = self._waiting.get(question)
        if found is None:
            return Progress(None, False)
        found.wanted = now + WAITED
        return Progress(found.answer, found.until >= now)

    async def take(self, thinker: str, now: float) -> Asked | None:
        """Return the question to think about next; None if none waits."""
        free = [each for each in self._waiting.values() if each.waits(now) and each.until < now]
        if not free:
            return None
        found = min(free, key=lambda each: (self._under_way(each.asked.guest, now), self._served.get(each.asked.guest, 0.0)))
        found.thinker, found.until = thinker, now + LEASE
        self._served[found.asked.guest] = now
        return found.asked

    def _under_way(self, guest: str, now: float) -> int:
        return sum(each.asked.guest == guest and each.until >= now for each in self._waiting.values())

    async def renew(self, question: str, thinker: str, now: float) -> bool:
        """Keep a question for a while longer; False if it is not the thinker's any more, or nobody waits for it."""
        found = self._waiting.get(question)
        if found is None or found.thinker != thinker or not found.waits(now):
            return False
        found.until = now + LEASE
        return True

    async def answer(self, question: str, thinker: str, answer: str) -> None:
        """Keep the answer, unless the question is another's now."""
        found = self._waiting.get(question)
        if found is not None and found.thinker == thinker:
            found.answer = answer

    async def let_go(self, question: str, thinker: str) -> None:
        """Leave a question to whoever takes it next."""
        found = self._waiting.get(question)
        if found is not None and found.thinker == thinker:
            found.thinker, found.until = "", 0.0

    async def forget(self, question: str) -> None:
        """Delete a question: nobody waits any more."""
        self._waiting.pop(question, None)
