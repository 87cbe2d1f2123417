"""What a game hands over beside its rules: `notation.py`, `drawing.py` and `explain.py`, modules that keep these protocols.

A module that needs nothing of its own for an optional part says so in a line: it imports the part from `core.defaults`.
A class may inherit the defaults instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, runtime_checkable

from calumma.core.effect import Effect
from calumma.core.guide import Guide, Row

if TYPE_CHECKING:
    from calumma.core.game import Game
    from calumma.core.state import State

Seen_contra = TypeVar("Seen_contra", contravariant=True)
"""The view of a game: what a seat may know."""


class SetUp(TypedDict):
    """What a position is set up with by hand, rank by rank: texts of things with their names, and how the whole text is made."""

    pieces: Mapping[str, str]
    tops: Mapping[str, str]  # what lies on top of pieces
    turns: str  # a letter for every seat that may be to move
    text: Callable[[str, str], str]  # of the ranks and the letter of the seat to move


class Place(Protocol):
    """Something in a picture that can be clicked."""

    @property
    def id(self) -> str:
        """Its name, which paths and effects use."""


class Thing(Protocol):
    """Something that stands on a place."""

    @property
    def id(self) -> str:
        """Its name, which it keeps while it moves."""

    @property
    def cell(self) -> str:
        """The place where it stands."""


class Picture(Protocol):
    """What a game draws, as far as the rules' own package needs to know it: `calumma.drawing.Scene` in all games."""

    @property
    def cells(self) -> Sequence[Place]:
        """All that can be clicked."""

    @property
    def pieces(self) -> Sequence[Thing]:
        """All that stands there."""

    def svg(self, **style: Any) -> str:
        """Return it as an SVG picture."""

    def text(self, **style: Any) -> str:
        """Return it as text for a terminal."""

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""


class Notation(Protocol):
    """What a game's `notation.py` offers."""

    def move_text(self, state: State, action: int) -> str:
        """Return the text of an action."""

    def read_move(self, state: State, text: str) -> int:
        """Return the action a text names, legal or not; NotationError if it names none."""

    def position_text(self, state: State, seat: int | None) -> str:
        """Return the position in one line; seat None means all of it."""

    def parse_position(self, game: Game, text: str) -> State:
        """Return the position of a full text; NotationError says what is wrong with it."""

    def set_up(self, game: Game) -> SetUp | None:
        """Return what a position is set up with by hand; None if only its text can be written."""
        return None


@runtime_checkable
class Secrets(Protocol):
    """What the `notation.py` of a game with secrets offers besides."""

    def fill(self, game: Game, text: str, seat: int) -> str:
        """Return a text as a seat sees it with things that fit wherever it hides some: the text of a full position.

        Which things is of no matter, as they are dealt anew. NotationError if the text hides what the seat must know.
        """


class Drawing(Protocol[Seen_contra]):
    """What a game's `drawing.py` offers; all of it from views alone."""

    def scene(self, view: Seen_contra) -> Picture:
        """Return the `drawing.Scene` of a view, as a terminal shows it."""

    def picture(self, view: Seen_contra, tall: bool) -> Picture:
        """Return the scene as pages lay it out, tall for a phone."""
        return self.scene(view)

    def path(self, state: Any, action: int) -> Sequence[str]:
        """Return the cells to click for a legal action, in order; given a position, as the acting seat sees it."""

    def guide(self, view: Seen_contra, legal: Sequence[int]) -> Guide:
        """Return help through a turn for the seat that looks; `legal` is empty out of turn."""
        return Guide()

    def weighs(self, view: Seen_contra, action: int) -> bool:
        """Return whether a move is shown with what it would do before it is played."""
        return False

    def tally(self, view: Seen_contra, stories: Sequence[Sequence[Effect]]) -> Sequence[Row]:
        """Return the score in its parts."""
        return ()


class Explanation(Protocol):
    """What a game's `explain.py` offers, from what everybody, or the acting seat, may know; `State` tells what each is for."""

    def refusal(self, state: Any, action: int) -> Effect:
        """Return why an action is not legal."""

    def refusal_of(self, state: Any, cells: Sequence[str]) -> Effect:
        """Return why clicking these cells leads to no legal move."""

    def threats(self, state: Any, cell: str) -> list[Effect]:
        """Return what other seats could do to what stands on a cell."""

    def reach(self, state: Any) -> dict[str, list[str]]:
        """Return by cell where what stands there could go; `core/defaults.py` has it for games in which nothing moves."""
        return {}
