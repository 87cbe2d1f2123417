"""A game with its seats and options chosen: the entrance to its rules, texts and drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import resources
from typing import Any, Generic, TypeVar

from calumma.core.effect import Effect, seen_by
from calumma.core.errors import GameError, IllegalMove, NotationError
from calumma.core.given import brief, check_position, seat_among, shown, small
from calumma.core.messages import either, refusal_text, tell
from calumma.core.observation import Observation, Part
from calumma.core.options import Option, OptionValue, read_options
from calumma.core.payoffs import Payoffs, shares, winners
from calumma.core.protocol import CHANCE, OVER
from calumma.core.protocols import Drawing, Explanation, Notation, Picture, Secrets
from calumma.core.schema import DIALECT, Schema, schema_of
from calumma.core.shapes import Shapes, Sources
from calumma.core.state import Rng, State
from calumma.core.symmetry import IDENTITY, Symmetry, symmetry
from calumma.core.words import Words

say = Words(__package__)

HIDDEN = "~?"
"""How a record in progress writes a ply that the reader may not see."""

Size = Callable[[int, Mapping[str, OptionValue]], int]
Seen = TypeVar("Seen")
"""The view of a game: what a seat may know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What there is to know of a game, whatever seats and options are chosen."""

    name: str
    title: str
    designer: str
    year: int | None  # None where no source tells it
    sentence: str
    minutes: int
    rules: int
    seats: tuple[int, ...]
    has_chance: bool
    has_secrets: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition(About, Generic[Seen]):
    """The declarative record of a game: everything that its package hands to the world, in one place."""

    seat_names: Callable[[int], tuple[str, ...]]
    options: tuple[Option, ...]
    num_actions: Size
    max_plies: Size
    state: type[State]
    notation: Notation
    drawing: Drawing[Seen]
    package: str
    explain: Explanation | None = None  # None if the position answers by itself: its methods `refusal`, `refusal_of`, `threats`
    view: type[Seen] | None = None  # the TypedDict that views keep to; None if it is not told
    teams: Callable[[int], tuple[tuple[int, ...], ...]] | None = None
    observation: Callable[[int, Mapping[str, OptionValue]], tuple[Part, ...]] | None = None
    symmetries: Callable[[Game], tuple[Symmetry, ...]] | None = None  # all, the identity first; None if there is no other
    shapes: Callable[[Game], Shapes | None] | None = None  # what learned tables look at, by what learners see; None if nothing
    payoffs: Callable[[int, Mapping[str, OptionValue]], Payoffs] = shares
    left_out: tuple[str, ...] = ()  # keys of the view, and reasons of an end, that position texts leave out, such as counters
    subtitle: str = ""  # what tells it apart on a shelf of games with the same title: "the Duel"
    goal: str = ""  # how one wins, in one sentence: a key of the table `goals`; empty where none is told
    margin: str = ""  # how far ahead the winner was, a key of the table `margins`; empty where the score decides nothing
    spoken: Callable[[str, object], object] | None = None  # how a value of an effect is said, by its name: "R2" as "the red 2"
    may_pass: bool = False  # whether `pass` may be offered beside other moves; else only where there is no other
    older_rules: tuple[int, ...] = ()  # versions whose matches mean the same by the present rules, and go on
    laboratory: tuple[Option, ...] = ()  # numbers of the rule book that make a small game; no menu or record has them


@dataclass(frozen=True, slots=True, kw_only=True)
class Info(About):
    """What a client may want to know of a game before it plays: `game.info`."""

    options: Mapping[str, Option]
    num_actions: int
    max_plies: int
    seat_names: tuple[str, ...]
    payoffs: Payoffs

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON-able values."""
        return {
            "name": self.name,
            "title": self.title,
            "designer": self.designer,
            "year": self.year,
            "sentence": self.sentence,
            "minutes": self.minutes,
            "rules": self.rules,
            "seats": list(self.seats),
            "options": {name: option.as_json() for name, option in self.options.items()},
            "has_chance": self.has_chance,
            "has_secrets": self.has_secrets,
            "num_actions": self.num_actions,
            "max_plies": self.max_plies,
            "seat_names": list(self.seat_names),
            "payoffs": self.payoffs.as_json(),
        }


def view_schema(definition: Definition[Any]) -> Schema:
    """Return the JSON schema of a game's views; GameError if the game does not tell it."""
    if definition.view is None:
        raise GameError(say("no-schema-views-definition", name=definition.name))
    return {"$schema": DIALECT, **schema_of(definition.view)}


class Game:
    """A game whose seat count and options are fixed: positions rely on it. Made by `calumma.load`."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__dict__ and not name.startswith("_"):
            raise AttributeError(f"cannot change {name} of {self}: load another game")
        super().__setattr__(name, value)

    def __init__(self, definition: Definition[Any], seats: int | None, options: Mapping[str, object]) -> None:
        self.definition = definition
        self.name = definition.name
        self.seats = self._read_seats(seats)
        self.options = read_options(self.name, {option.name: option for option in definition.options}, options)
        self.num_actions = definition.num_actions(self.seats, self.options)
        self._observation: Observation | None = None
        self._symmetries: tuple[Symmetry, ...] = ()
        self._sources: Sources | None = None

    def _read_seats(self, seats: int | None) -> int:
        allowed = self.definition.seats
        if seats is None:
            return allowed[0]
        if small(seats) not in allowed:
            expected = either([str(n) for n in allowed])
            raise GameError(say("cannot-seat", seats=seats, name=self.name, expected=expected))
        return int(seats)

    @property
    def info(self) -> Info:
        """Title, seats, options with values, defaults and meanings, sizes."""
        d = self.definition
        return Info(
            **{part.name: getattr(d, part.name) for part in fields(About)},
            options={option.name: option for option in d.options},
            num_actions=self.num_actions,
            max_plies=d.max_plies(self.seats, self.options),
            seat_names=self.seat_names,
            payoffs=self.payoffs,
        )

    @property
    def is_compiled(self) -> bool:
        """Whether the rules run as C; those in plain Python, or on the interpreted core, are about a hundred times slower."""
        return "__pyx_vtable__" in vars(self.definition.state)

    @property
    def plain_options(self) -> dict[str, OptionValue]:
        """The options, as they were chosen, that have a list of values: all but free texts."""
        return {name: self.options[name] for name, option in self.info.options.items() if option.kind != "text"}

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the rule book calls the seats, in seat order."""
        return self.definition.seat_names(self.seats)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together, as groups; single seats where everybody plays alone."""
        if self.definition.teams is None:
            return tuple((seat,) for seat in range(self.seats))
        return self.definition.teams(self.seats)

    @property
    def payoffs(self) -> Payoffs:
        """What a match pays at this table: bounds and sum."""
        return self.definition.payoffs(self.seats, self.options)

    def shares(self, payoffs: Sequence[float]) -> list[float]:
        """Return who won, as shares of 1: payoffs as they are if they are shares, else equal ones of the sides that got most."""
        if self.payoffs.shares:
            return list(payoffs)
        best = winners([sum(payoffs[seat] for seat in team) for team in self.teams])
        seats = [seat for side in best for seat in self.teams[side]]
        return [1.0 / len(seats) if seat in seats else 0.0 for seat in range(self.seats)]

    @property
    def observation(self) -> Observation:
        """How `state.observe(seat)` is laid out; GameError if the game has no observations."""
        if self._observation is None:
            if self.definition.observation is None:
                raise GameError(say("cannot-observe-numbers-definition", name=self.name))
            self._observation = Observation(self.seats, self.definition.observation(self.seats, self.options))
        return self._observation

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All ways to turn a position into one that plays the same; the first leaves it as it is, and may be the only one."""
        if not self._symmetries:
            declared = self.definition.symmetries
            self._symmetries = declared(self) if declared else (symmetry(self, IDENTITY, {}, range(self.num_actions), str),)
        return self._symmetries

    @property
    def sources(self) -> Sources | None:
        """Where the tables that the game declares as data find what they read; None if it declares none."""
        if self._sources is None and self.definition.shapes is not None:  # every new position asks
            shapes = self.definition.shapes(self)
            self._sources = None if shapes is None else Sources(self, shapes)
        return self._sources

    @property
    def view_schema(self) -> Schema:
        """The JSON schema that all views keep to; GameError if the game does not tell it."""
        return view_schema(self.definition)

    def new(self) -> State:
        """Return the position before the first ply."""
        return self.definition.state(self)

    # Texts

    def move_text(self, state: State, action: int) -> str:
        """Return the text of a legal action."""
        check_position(state, self)
        number = small(action)
        if not 0 <= number < self.num_actions:
            raise ValueError(f"cannot write the action {shown(action)}: expected a whole number from 0 to {self.num_actions - 1}")
        return self.definition.notation.move_text(state, number)

    def parse_move(self, state: State, text: str) -> int:
        """Return the legal action that a text names; NotationError or IllegalMove with a sentence."""
        check_position(state, self)
        if not isinstance(text, str):
            raise NotationError(say("cannot-read-move", text=shown(text)))
        if state.to_act == OVER:
            raise IllegalMove(say("cannot-play-match-over", text=brief(text)))
        try:
            action = self.definition.notation.read_move(state, text)
        except NotationError as error:
            raise NotationError(say("cannot-play-because", text=brief(text), reason=error)) from None
        if action not in state.legal():
            raise illegal_move(self, text, state.refusal(action))
        return action

    def why_not(self, state: State, cells: Sequence[str] | str) -> str:
        """Return why clicking these cells leads to no legal move, as the sentence that a refused text would get.

        A text is a move's, and the answer is empty if that is legal.
        """
        check_position(state, self)
        if isinstance(cells, str):
            return self._why_not_text(state, cells)
        if not cells:
            raise ValueError("cannot say why no cells lead to no move: expected the cells that are clicked, in order")
        try:
            return refusal_text(self, state.refusal_of(cells))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            self._check_cells(state, cells)
            raise

    def _why_not_text(self, state: State, text: str) -> str:
        try:
            self.parse_move(state, text)
        except IllegalMove as error:
            return str(error) if error.refusal is None else refusal_text(self, error.refusal)
        except NotationError as error:
            return str(error)
        return ""

    def threats(self, state: State, cell: str) -> list[str]:
        """Return what threatens the piece on a cell, a sentence each."""
        check_position(state, self)
        self._check_cells(state, [cell])
        return [tell(self, threat, table="threats") for threat in state.threats(cell)]

    def _check_cells(self, state: State, cells: Sequence[object]) -> None:
        """Say which cell there is not; rules need not ask, for whoever clicks has clicked a cell."""
        known = [cell.id for seat in (None, *range(self.seats)) for cell in self.scene(state, seat).cells]
        for cell in cells:
            if cell not in known:
                raise GameError(say("no-such-cell", cell=shown(cell), known=known[0])) from None

    def seen_text(self, state: State, action: int, seat: int | None) -> str:
        """Return the text of an action as a seat sees it, asked before it is applied; `~?` if it is hidden."""
        check_position(state, self)
        seen = state.seen(action, seat)
        return HIDDEN if seen is None else self.move_text(state, seen)

    def position_text(self, state: State, seat: int | None = None) -> str:
        """Return the position in one line, as that seat sees it; None means all of it."""
        check_position(state, self)
        if seat is not None:
            seat = seat_among(seat, self.seats, ", or None for all of it")
        return self.definition.notation.position_text(state, seat)

    def parse_position(self, text: str, seat: int | None = None, rng: Rng | int = 0) -> State:
        """Return the position of a full text; repetition and quiet counters start anew.

        With a seat the text may be that seat's own, and the answer is a world dealt from what the seat knows, as
        `determinize` deals it; `rng` is a source of luck or a seed.
        """
        if not isinstance(text, str):
            raise NotationError(say("cannot-read-no-text", text=shown(text)))
        if seat is not None and small(seat) not in range(self.seats):
            raise GameError(say("no-such-seat", seat=shown(seat), last=self.seats - 1))
        try:
            if seat is None:
                return self.definition.notation.parse_position(self, text)
            state = self.definition.notation.parse_position(self, self._filled(text, seat))
        except NotationError as error:
            raise NotationError(say("cannot-read-position", text=brief(text), error=error)) from None
        return state.determinize(seat, Rng(rng) if isinstance(rng, int) else rng)

    def _filled(self, text: str, seat: int) -> str:
        if not self.definition.has_secrets:
            return text
        notation = self.definition.notation
        if not isinstance(notation, Secrets):
            raise GameError(say("cannot-read-seats-position", name=self.name))
        return notation.fill(self, text, seat)

    # Showing

    def scene(self, state: State, seat: int | None = None) -> Picture:
        """Return the scene that a seat, or a spectator, sees."""
        check_position(state, self)
        return self.definition.drawing.scene(state.view(seat))

    def path(self, state: State, action: int) -> list[str]:
        """Return the ids of the cells to click for a legal action of the seat that acts, in order."""
        check_position(state, self)
        return list(self.definition.drawing.path(state.view(_viewer(state)), action))

    def story(self, before: State, action: int, after: State, seat: int | None = None) -> list[Effect]:
        """Return the effects of an action that led from one position to another, as that seat, or a spectator, sees them."""
        return seen_by(before.effects_of(action, after), seat)

    def svg(self, state: State, seat: int | None = None) -> str:
        """Return a picture of the position as a seat, or a spectator, sees it on a page."""
        check_position(state, self)
        return self.definition.drawing.picture(state.view(seat), False).svg()

    @property
    def rules_text(self) -> str:
        """The rules in our own words, with the rulings: the game's RULES.md."""
        return resources.files(self.definition.package).joinpath("RULES.md").read_text(encoding="utf-8")

    def __str__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.options.items() if len(str(value)) < 20)
        return f"{self.name} ({self.seats} seats{chosen})"

    def __repr__(self) -> str:
        return f"<Game {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.seats, self.options) == (other.name, other.seats, other.options)

    def __hash__(self) -> int:
        return hash((self.name, self.seats, tuple(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        from calumma.core.registry import reload

        return reload, (self.name, self.seats, self.options)


def loaded(game: object) -> Game:
    """Return a game; TypeError if it is something else, such as its name."""
    if not isinstance(game, Game):
        raise TypeError(f"cannot use {shown(game)}: expected a game, as calumma.load returns it")
    return game


def _viewer(state: State) -> int | None:
    return None if state.to_act in (CHANCE, OVER) else state.to_act


def illegal_move(game: Game, text: str, refusal: Effect) -> IllegalMove:
    """Return the error for a text that names a move which the rules refuse."""
    return IllegalMove(say("cannot-play-because", text=brief(text), reason=refusal_text(game, refusal)), refusal)
