"""Lessons in the terminal: the board, a sentence, a prompt; what a move did, and why it was not yet the goal."""

from __future__ import annotations

from collections.abc import Sequence

import click

from calumma.core import GameError, IllegalMove, State
from calumma.core.messages import sentence, tell
from calumma.core.words import Words
from calumma.lessons import Lesson, beginning, hint, judge
from calumma.terminal.look import Look
from calumma.terminal.prompt import Ask, asker

say = Words(__package__)

HINT, SHOW, SKIP, LEAVE = ("hint", "show", "skip", "quit")


def teach(lessons: Sequence[Lesson], look: Look, ask: Ask | None = None, know: Sequence[str] = ()) -> int:
    """Let a person play lessons one after the other, then read what is good to know; return 0 if all were done, 1 if not."""
    ask = ask or asker(look)
    done = 0
    try:
        for number, lesson in enumerate(lessons, 1):
            title = say("lesson-heading", number=number, last=len(lessons), title=lesson.say("title"))
            click.echo(f"\n{look.strong(title)}\n{lesson.say('task')}\n")
            done += _Pupil(lesson, look, ask).learn()
        if know:
            click.echo("\n".join(["", look.strong(say("lessons-know")), *(f"- {fact}" for fact in know), ""]))
    except (EOFError, _Left):
        click.echo("")
    click.echo(say("lessons-done", count=done, last=len(lessons)))
    return 0 if done == len(lessons) else 1


class _Left(Exception):
    """Whoever learned has left."""


class _Pupil:
    """Somebody at one lesson: what was played so far, answers included, and the position after it."""

    def __init__(self, lesson: Lesson, look: Look, ask: Ask) -> None:
        self.lesson, self.look, self.ask = lesson, look, ask
        self.played: list[str] = []
        self.state = beginning(lesson)

    def learn(self) -> bool:
        """Ask until the goal is reached; return False if the lesson was skipped."""
        self._draw(self.state)
        while True:
            texts = [self.lesson.game.move_text(self.state, action) for action in self.state.legal()]
            answer = self.ask(say("lesson-prompt"), [*texts, HINT, SHOW, SKIP, LEAVE]).strip()
            if answer == LEAVE:
                raise _Left
            if answer == SKIP:
                return False
            if answer in (HINT, SHOW, "?", ""):
                click.echo(self._help(answer == SHOW))
            elif self._tries(answer):
                return True

    def _help(self, is_shown: bool) -> str:
        return say("lesson-solution", moves=" ".join(self.lesson.lines[0])) if is_shown else hint(self.lesson, self.played)

    def _tries(self, text: str) -> bool:
        """Whether a move reaches the goal; one that misses it is shown and taken back."""
        try:
            outcome = judge(self.lesson, self.played, text)
        except GameError as error:
            click.echo(self._refusal(error))
            return False
        self._draw(outcome.plies[-1].after)
        click.echo(self.look.strong(outcome.words) if outcome.verdict == "done" else outcome.words)
        if outcome.verdict == "on":
            self.played += [ply.text for ply in outcome.plies]
            self.state = outcome.plies[-1].after
        elif outcome.verdict == "missed":
            click.echo(self.look.faint(say("lesson-again")))
        return outcome.verdict == "done"

    def _refusal(self, error: GameError) -> str:
        """Why a move is refused, without the number of a rule: whoever learns has not read them."""
        refusal = error.refusal if isinstance(error, IllegalMove) else None
        return str(error) if refusal is None else sentence(tell(self.lesson.game, refusal, table="refusals"))

    def _draw(self, state: State) -> None:
        click.echo(self.lesson.game.scene(state, self.lesson.seat).text(colour=self.look.colour, ascii=self.look.ascii))
