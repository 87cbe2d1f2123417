"""Names that cannot be mistaken: not for a bot's, and not for that of somebody else at the same table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 30
LONGEST_TEXT = 200  # of what is looked at all: putting a long text into normal form takes long

_LOOK_ALIKES = {
    "a": "аɑα",
    "b": "вьβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еєε",
    "h": "һн",
    "i": "іιıl1|!",
    "j": "ј",
    "k": "кκ",
    "m": "м",
    "n": "ոпη",
    "o": "оοօ0σ",
    "p": "рρ",
    "q": "ԛ",
    "r": "гʀ",
    "s": "ѕ5$",
    "t": "тτ",
    "u": "υս",
    "v": "ѵν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγү",
}
_AS_LATIN = str.maketrans({other: letter for letter, others in _LOOK_ALIKES.items() for other in others})
"""Letters of other scripts, and digits, that look like Latin ones: the few that matter for Latin names."""

BOT_NAMES = (
    "bot",
    "computer",
    "random",
    "greedy",
    "best",
    "mcts",
    "alphabeta",
    "perfect",
    "beginner",
    "novice",
    "easy",
    "casual",
    "intermediate",
    "medium",
    "advanced",
    "strong",
    "very strong",
    "hard",
    "expert",
    "master",
)
"""What bots are called, or may be called one day."""


def skeleton(name: str) -> str:
    """Return what is left of a name when everything is gone that the eye may miss: case, marks, spaces, look-alikes.

    >>> skeleton("Lével ６") == skeleton("LEVEL 6") == skeleton("level:6")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(letter for letter in plain.translate(_AS_LATIN) if unicodedata.category(letter)[0] in "LN")
    return letters


_RESERVED = frozenset(skeleton(name) for name in BOT_NAMES)
_NUMBERED = re.compile(rf"({skeleton('level')}|{skeleton('mcts')}|{skeleton('alphabeta')})[0-9ios]{{0,6}}")  # i, o, s: 1, 0, 5


def is_bots(name: str) -> bool:
    """Return whether a name could be taken for that of a bot, with "bot" before or behind it, too."""
    bare = skeleton(name)
    for word in ("bot", "computer"):
        bare = bare.removeprefix(skeleton(word)).removesuffix(skeleton(word)) or bare
    return bare in _RESERVED or _NUMBERED.fullmatch(bare) is not None


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return a name as it is, or with a number behind it if it could be mistaken for another one at the table.

    >>> told_apart("Ben", ["Ada", "BEN"])
    'Ben (2)'
    """
    taken = {skeleton(other) for other in others}
    if skeleton(name) not in taken:
        return name
    return next(f"{name} ({number})" for number in range(2, 99) if skeleton(f"{name} ({number})") not in taken)


def bot_name(spec: str) -> str:
    """Return what people call a bot.

    >>> bot_name("level:2")
    'Level 2'
    >>> bot_name("adviser:quick")
    'Quick adviser'
    """
    name, _, argument = spec.partition(":")
    return f"{argument.capitalize()} {name}" if name == "adviser" else f"{name.capitalize()} {argument}".strip()
