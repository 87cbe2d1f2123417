"""What requests hold, beside the commands to a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from calumma.core import Game
from calumma.core.registry import reload
from calumma.site.analysis import Line
from calumma.site.commands import Spec
from calumma.site.courier import LONGEST_WEBHOOK
from calumma.site.engine_queue import ADVISERS
from calumma.site.sessions import LONGEST_LABEL
from calumma.site.store import SUBSTITUTE, Begins
from calumma.site.validation import About, Bounds, Exact, Length

MOST_PLIES = 5000
MoveText = Annotated[str, Length(at_most=200)]
CellName = Annotated[str, Length(at_most=40)]
Seats = Annotated[int, Bounds(1, 16)]
ChosenOptions = Annotated[dict[str, str | int], Length(at_most=20)]


@dataclass(frozen=True, kw_only=True)
class NewGuest:
    """A name to be called by; a friendly one is found if it is empty."""

    name: Annotated[str, Length(at_most=200)] = ""


@dataclass(frozen=True, kw_only=True)
class NewTable:
    """A table to be opened. `chairs` says by seat who sits there: "me", "open" or a bot such as "level:2"."""

    game: Annotated[str, Length(at_most=40)]
    seats: Seats | None = None
    options: ChosenOptions = field(default_factory=dict)
    chairs: Annotated[list[Spec] | None, Length(at_most=16)] = None
    names: Annotated[list[Annotated[str, Length(at_most=200)]], Length(at_most=16)] = field(default_factory=list)
    open: Annotated[bool, About("list the table for everybody who looks for a match")] = False
    commits: Annotated[bool, About("whether a commitment to a text for the luck follows: then the match waits for it")] = False
    time: Annotated[
        str,
        Length(at_most=20),
        About("time limit: none if empty, days or hours a turn (3d, 12h), or minutes with seconds a turn (10+5)"),
    ] = ""
    begins: Annotated[
        Begins, About("who begins: seats as in chairs and one further in every rematch, seats as in chairs always, or by lot")
    ] = "rotating"
    wait: Annotated[
        bool | None,
        About("whether the match waits until everybody sent begin; if not given, with a clock of minutes and other people"),
    ] = None
    closed: Annotated[bool, About("whether only those who play may see the table")] = False
    substitute: Annotated[Spec, About("the bot that plays on for somebody who leaves a match under way")] = SUBSTITUTE


@dataclass(frozen=True, kw_only=True)
class Trial:
    """Moves to be tried out: those of the own seat that acts, at a ply."""

    ply: Annotated[int, Bounds(0)]
    moves: Annotated[list[Annotated[int, Exact(), Bounds(0)]], Length(1, 64)]


@dataclass(frozen=True, kw_only=True)
class Click:
    """Cells that were clicked in this order, at a ply, and that lead to no legal move."""

    ply: Annotated[int, Bounds(0)]
    cells: Annotated[list[CellName], Length(1, 8)]


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The ply with which the own turn begins."""

    ply: Annotated[int, Bounds(0)]
    tired: Annotated[
        list[Annotated[str, Length(at_most=40)]], Length(at_most=16), About("kinds of remarks that were heard often enough")
    ] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Pointed:
    """A cell at a ply."""

    ply: Annotated[int, Bounds(0)]
    cell: CellName


@dataclass(frozen=True, kw_only=True)
class Again:
    """A rematch; `commits` says that a commitment to a text for the luck follows, for which the match then waits."""

    commits: bool = False


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A position of a match that is over: the one before the ply of that number."""

    ply: Annotated[int, Bounds(0)]


# The guest


@dataclass(frozen=True, kw_only=True)
class Name:
    """A name to be called by from now on; tables at which one sits keep the old one."""

    name: Annotated[str, Length(1, 200)]


@dataclass(frozen=True, kw_only=True)
class Label:
    """What a new token is for, as the list of sessions tells it."""

    label: Annotated[str, Length(at_most=LONGEST_LABEL)] = ""


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """A recovery phrase: eight blocks of four letters and digits."""

    phrase: Annotated[str, Length(1, 100)]


@dataclass(frozen=True, kw_only=True)
class Webhook:
    """Where notices are to be posted."""

    url: Annotated[str, Length(1, LONGEST_WEBHOOK)]


@dataclass(frozen=True, kw_only=True)
class Mail:
    """Where letters are to be sent."""

    address: Annotated[str, Length(3, 254)]


# Those who study


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A game with its seats and options."""

    game: Annotated[str, Length(at_most=40)]
    seats: Seats | None = None
    options: ChosenOptions = field(default_factory=dict)

    def load(self) -> Game:
        """Return the game; GameError says what does not fit."""
        return reload(self.game, self.seats, self.options)


@dataclass(frozen=True, kw_only=True)
class ALine(Setting):
    """A beginning (a position text, or the start of a match if it is empty) and the moves from there, luck included."""

    start: Annotated[str, Length(at_most=8000)] = ""
    moves: Annotated[list[MoveText], Length(at_most=MOST_PLIES)] = field(default_factory=list)

    @property
    def line(self) -> Line:
        """The line that is meant."""
        return Line(self.load(), self.start.strip(), tuple(self.moves))


@dataclass(frozen=True, kw_only=True)
class Question(ALine):
    """A position to be thought about by a bot."""

    bot: Annotated[str, Length(at_most=40)] = ADVISERS[1]


@dataclass(frozen=True, kw_only=True)
class Thought:
    """What a bot said of the position before a ply."""

    ply: Annotated[int, Bounds(0, below=MOST_PLIES)]
    best: MoveText
    values: Annotated[list[Annotated[float, Bounds(0.0, 1.0)]], Length(at_most=16)]


@dataclass(frozen=True, kw_only=True)
class Judgement(ALine):
    """A line, and what a bot said before its plies."""

    thoughts: Annotated[list[Thought], Length(at_most=MOST_PLIES)]


@dataclass(frozen=True, kw_only=True)
class Clicked(ALine):
    """Cells that were clicked in this order in the position at the end of a line."""

    cells: Annotated[list[CellName], Length(1, 8)]
    cite: bool = True  # the rule that forbids it; numbers mean nothing to somebody who has not read the rules


@dataclass(frozen=True, kw_only=True)
class PointedAt(ALine):
    """A cell in the position at the end of a line."""

    cell: CellName


@dataclass(frozen=True, kw_only=True)
class Pasted(Setting):
    """A text that somebody pasted: a position of the game, or a record of any game."""

    text: Annotated[str, Length(at_most=60_000)]


@dataclass(frozen=True, kw_only=True)
class Change(Setting):
    """A change of a position by hand: something put on a cell (nothing: an empty token), or another seat to move."""

    position: Annotated[str, Length(at_most=8000)]
    cell: Annotated[str, Length(at_most=20)] = ""
    token: Annotated[str, Length(at_most=20)] = ""
    turn: Annotated[str, Length(at_most=20)] = ""


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """The moves made in a puzzle so far, the defender's answers included; `reveal` asks for the solution.

    `look` asks for the position after the moves alone: nothing is judged, and nothing counts.
    """

    moves: Annotated[list[MoveText], Length(at_most=60)] = field(default_factory=list)
    reveal: bool = False
    look: bool = False
