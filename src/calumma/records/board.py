"""A board to play on: a position with its history, moves as values with their texts, and a way back.

`State` is what rules, searches and learners work with. A `Board` is for people who write a script or look around in a notebook.
"""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import CHANCE, OVER, Game, GameError, Rng, State
from calumma.core.given import Whole, shown, small
from calumma.core.registry import load
from calumma.core.state import as_rng
from calumma.core.words import Words
from calumma.records.record import Chance, Record
from calumma.records.replay import replay

say = Words(__package__)


class Move(int):
    """An action that knows its text. It is the number and may be used as such: `state.apply(move)`."""

    text: str

    def __new__(cls, action: int, text: str) -> Move:
        move = super().__new__(cls, action)
        move.text = text
        return move

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({int(self)}, {self.text!r})"


class Board:
    """A match on the table: push moves, take them back, look at what may be played. It knows everything, secrets too.

    >>> import calumma
    >>> board = calumma.Board("yamamoto", goal="row")
    >>> board.push("b1c3")
    Move(37, 'b1c3')
    >>> board.turn, len(board.legal_moves)
    (1, 27)
    >>> board.push("a1a5")
    Traceback (most recent call last):
        ...
    calumma.core.errors.IllegalMove: cannot play "a1a5": the piece on a1 is Orange's, and it is Blue's turn
    >>> board.pop()
    Move(37, 'b1c3')
    >>> board.moves
    ()
    """

    def __init__(self, game: Game | str, seats: int | None = None, **options: object) -> None:
        """Set up a game, given by its name with seats and options, or as `calumma.load` returns it."""
        if isinstance(game, Game) and (seats is not None or options):
            raise TypeError("cannot choose seats and options of a game that is loaded already")
        self.game = game if isinstance(game, Game) else load(game, seats, **options)
        self._state = self.game.new()
        self._is_from_start = True
        self._before: list[State] = []
        self._moves: list[Move] = []

    @classmethod
    def at(cls, position: State) -> Board:
        """Return a board that begins at a position."""
        board = cls(position.game)
        board._state, board._is_from_start = position.copy(), position == position.game.new()
        return board

    @classmethod
    def from_record(cls, record: Record) -> Board:
        """Return a board on which a recorded match was played; GameError names the first ply that does not fit."""
        if not isinstance(record, Record):
            raise TypeError(f"cannot set up {shown(record)}: expected a Record, as Record.from_json returns it")
        board = cls(record.load_game())
        for _, _, action in replay(record):
            board.push(action)
        return board

    # The position

    @property
    def state(self) -> State:
        """A copy of the position."""
        return self._state.copy()

    @property
    def turn(self) -> int:
        """The seat that acts, CHANCE or OVER."""
        return self._state.to_act

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._state.to_act == OVER

    @property
    def result(self) -> list[float] | None:
        """What every seat got; None as long as the match runs."""
        return self._state.payoffs() if self.is_over else None

    @property
    def reason(self) -> str:
        """Why the match ended, as a message key; empty while it runs."""
        return self._state.reason()

    @property
    def scores(self) -> list[int]:
        """The rule book's own score, one a seat."""
        return self._state.scores()

    @property
    def legal_moves(self) -> list[Move]:
        """What may be played, or what luck may bring."""
        return [self._move(action) for action in self._state.legal()]

    # Playing

    @property
    def moves(self) -> tuple[Move, ...]:
        """What was played so far, luck included."""
        return tuple(self._moves)

    def push(self, move: str | Whole) -> Move:
        """Play a move, given as its text, its action or itself; NotationError or IllegalMove if it cannot be played."""
        action = self.game.parse_move(self._state, move) if isinstance(move, str) else small(move)
        if action not in self._state.legal():
            raise self._state.refused(move)
        played = self._move(action)
        self._before.append(self._state.copy())
        self._moves.append(played)
        self._state.apply_unchecked(action)
        return played

    def pop(self) -> Move:
        """Take the last move back and return it; IndexError if there is none."""
        if not self._moves:
            raise IndexError("there is no move to take back")
        self._state = self._before.pop()
        return self._moves.pop()

    def draw(self, luck: Rng | Whole) -> list[Move]:
        """Let luck act until a seat acts or the match is over; return what it brought. Luck is an Rng or a seed."""
        rng, first = as_rng(luck), len(self._moves)
        while self.turn == CHANCE:
            self.push(self._state.pick(rng))
        return self._moves[first:]

    def _move(self, action: int) -> Move:
        return Move(action, self.game.move_text(self._state, action))

    # Keeping and showing

    def record(self, players: Sequence[str | None] | None = None, chance: Chance | None = None) -> Record:
        """Return what was played as a record; GameError if the board did not begin at the start of the game."""
        if not self._is_from_start:
            raise GameError(say("board-not-from-start", game=self.game))
        who = [None] * self.game.seats if players is None else players
        if isinstance(who, str) or len(who) != self.game.seats:
            raise GameError(say("players-for-seats", players=shown(who), seats=self.game.seats))
        return Record.at(self._state, who, [move.text for move in self._moves], chance)

    def copy(self) -> Board:
        """Return an independent copy, history included."""
        twin = Board(self.game)
        twin._state, twin._is_from_start = self._state.copy(), self._is_from_start
        twin._before, twin._moves = list(self._before), list(self._moves)
        return twin

    def __eq__(self, other: object) -> bool:
        """Two boards are equal if the same moves were played on them from the same position."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._state == other._state and self._moves == other._moves

    __hash__ = None  # type: ignore[assignment]  # it changes; `board.state` can be put into a set

    def __str__(self) -> str:
        return self.game.position_text(self._state)

    def __repr__(self) -> str:
        return f"<Board of {self.game}: {self}>"

    def _repr_svg_(self) -> str:
        return self.game.svg(self._state)
