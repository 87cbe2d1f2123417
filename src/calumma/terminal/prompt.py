"""Reading a line: with completion and history where a person types, plainly where a program does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from calumma.terminal.look import Look

Ask = Callable[[str, Sequence[str]], str]
"""Asks with a prompt and the words that Tab completes; EOFError when there is nothing more to read."""


def asker(look: Look) -> Ask:
    """Return the way to ask that suits the terminal."""
    return _completing() if look.interactive else _plain


def _plain(prompt: str, words: Sequence[str]) -> str:
    return input(prompt)


def _completing() -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import InMemoryHistory

    session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def ask(prompt: str, words: Sequence[str]) -> str:
        completer = WordCompleter(list(words), sentence=True, match_middle=False)
        return session.prompt(prompt, completer=completer, complete_while_typing=False)

    return ask
