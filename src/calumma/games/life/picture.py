"""The table of life as pages show it: leaves, chameleons in their colours, cards. The same cells as in the scene of the terminal.

Wide, the cards and the own hand lie at the right of the board, what every seat has below; tall, for a phone, everything lies
below the board. What comes and goes has its room from the beginning, so that nothing moves under the pointer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import cos, pi, sin

from calumma.core.messages import choice_text
from calumma.core.words import Words
from calumma.drawing import Cell, CellShape, Label, Part, Piece, Plate, Prop, Scene, SeatStrip
from calumma.games.life.board import COLOURS
from calumma.games.life.names import SEATS, card_name, chameleon_name, colour_name, deck_of
from calumma.games.life.view import Begun, View

say = Words(__package__)

SEAT_COLOURS = ("white", "black", "grey", "pink")
SEAT_SHAPES = ("disc", "square", "diamond", "hex")
INSECTS = dict(zip(COLOURS, ("ladybird", "ant", "bee", "grasshopper", "dragonfly", "butterfly"), strict=True))
CHOICES = ("end", "done", "wear", "decline")

WIDTH, HEIGHT = 2.3, 2.656  # of a hex, corner up
DISC = 2.1  # diameter of a space of the other board
BOARD = 11.5  # width of the board
RIGHT = 8.5  # width of what lies at its right in the wide picture
CARD = 1.1  # height of a card
HEAD = 0.62  # height of a heading
TEXT = 0.37
SMALL = 0.37  # what is smaller cannot be read on a phone
MOSS = ((-0.02, -5.4), (11.52, -5.4), (11.52, 5.4), (-0.02, 5.4))


def picture(view: View, tall: bool) -> Scene:
    """Return the table as a seat, or a spectator, sees it."""
    table = _Table(view, tall)
    return Scene(
        cells=tuple(table.cells),
        pieces=tuple(table.pieces),
        labels=tuple(table.labels),
        seats=tuple(_strip(view, seat) for seat in range(view["seats"])),
        highlights=(str(view["scared"][0]),) if view["scared"] else (),
        caption=say("title"),
        plates=(Plate(MOSS, "moss"),),
        props=tuple(table.props),
        frame=(-0.1, -HEIGHT * 2 - 0.2, table.width + 0.1, table.bottom),
        heart=(-0.1, -HEIGHT * 2 - 0.1, BOARD + 0.1, HEIGHT * 2 + 0.1),
    )


def centres(board: str) -> list[tuple[float, float]]:
    """Return where the spaces are: on hexes, or on two rings; both run clockwise."""
    middle = BOARD / 2
    if board == "hex":
        steps = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # columns and rows of a hex grid, from upper right
        spots = [(0, 0), *steps]
        for (a, b), (c, d) in zip(steps, [*steps[1:], steps[0]], strict=True):
            spots += [(2 * a, 2 * b), (a + c, b + d)]
        return [(middle + WIDTH * (q + r / 2), HEIGHT * 0.75 * r) for q, r in spots]
    angles = [(2.4, -60 + 60 * i) for i in range(6)] + [(4.6, -75 + 30 * i) for i in range(12)]
    ring = [(middle + radius * cos(angle * pi / 180), radius * sin(angle * pi / 180)) for radius, angle in angles]
    return [(middle, 0.0), *ring]


@dataclass
class _Column:
    """A place on the table where things are laid in rows from the top."""

    left: float
    width: float
    y: float

    def head(self) -> tuple[float, float]:
        """Take the room of a heading; returns where it is written."""
        self.y += HEAD
        return self.left + 0.08, self.y - HEAD / 2

    def row(self, count: int, each: int, rows: int = 1) -> list[tuple[float, float, float]]:
        """Take the room of rows for so many cards each; returns where every card is, and its width.

        More cards than that become narrower: whatever comes or goes, what lies below stays where it is.
        """
        gap = 0.12
        fit = max(each, -(-count // rows))
        width = (self.width - (fit - 1) * gap) / fit
        top = self.y + CARD / 2
        self.y += rows * (CARD + gap)
        return [(self.left + (i % fit) * (width + gap) + width / 2, top + (i // fit) * (CARD + gap), width) for i in range(count)]


class _Table:
    """Lays everything out, once."""

    def __init__(self, view: View, tall: bool) -> None:
        self.view, self.tall = view, tall
        self.deck = deck_of(view)
        self.me = view["turn"] if view["seat"] is None else view["seat"]
        self.is_hex = view["options"]["board"] == "hex"
        self.centres = centres(str(view["options"]["board"]))
        self.cells: list[Cell] = []
        self.pieces: list[Piece] = []
        self.labels: list[Label] = []
        self.props: list[Prop] = []
        self.width = BOARD if tall else BOARD + 0.5 + RIGHT
        below = HEIGHT * 2 + 0.25
        self._board()
        side = _Column(0, BOARD, below) if tall else _Column(BOARD + 0.5, RIGHT, -HEIGHT * 2)
        self._vine(side)
        self._objectives(side)
        self._stash(side)
        self._colour_cards(side)
        self._hand(side)
        if not tall:
            self._bug_row(side, "supply", say("supply"), view["supply"])
        rest = side if tall else _Column(0, self.width, max(side.y, below))
        self._seats(rest)
        if tall:
            self._bug_row(rest, "supply", say("supply"), view["supply"])
        for i, name in enumerate(CHOICES):
            words = choice_text(__package__, name)
            self.cells.append(Cell(name, 2.4 + 2.6 * i, rest.y, "choice", 2.4, 0.8, "paper", words, words))
        self.bottom = rest.y + 0.05

    # The board

    def _board(self) -> None:
        size = (WIDTH, HEIGHT) if self.is_hex else (DISC, DISC)
        for space, (x, y) in enumerate(self.centres):
            shape: CellShape = "hex" if self.is_hex else "circle"
            self.cells.append(Cell(str(space + 1), x, y, shape, *size, "sage", name=say("space", space=space + 1)))
            self.labels.append(Label(x, y + (1.0 if self.is_hex else 0.86), str(space + 1), SMALL, ink="ink"))
            self.pieces += _bugs(space, self.view["bugs"][space])
        self._chameleons()
        for letter, lair in zip(COLOURS, self.view["snakes"], strict=True):
            if lair is not None:
                self._snake(letter, lair)

    def _chameleons(self) -> None:
        for seat, place in enumerate(self.view["places"]):
            x, y = self.centres[place - 1]
            nth, of = self.view["places"][:seat].count(place), self.view["places"].count(place)
            step = (0.0, 0.0, 0.8, 0.55, 0.45)[of]
            spot = x - 0.34 + step * nth, y + 0.22
            name = say("chameleon-of", seat=SEATS[seat])
            self.cells.append(Cell(f"chameleon:{seat}", *spot, "circle", 0.86, 0.86, "bare", name=name))
            self.pieces.append(chameleon(seat, self.view["cards"][seat], self.view["sneaking"][seat]))

    def _snake(self, letter: str, space: int) -> None:
        x, y = self.centres[space - 1]
        name = say("coloured-snake", letter=colour_name(letter))
        self.cells.append(Cell(f"snake:{letter}", x + 0.66, y + 0.36, "circle", 0.82, 0.82, "bare", name=name))
        part = Part("snake", colour_name(letter), 0.86)
        self.pieces.append(Piece(f"snake-{letter}", f"snake:{letter}", (part,), f"~{letter}", colour_name(letter), name))

    # The cards

    def _stash(self, at: _Column) -> None:
        stash = [self.view["stash"][self.me].count(letter) for letter in COLOURS]
        own = self.view["seat"] is not None
        head = say("your-stash-holds", count=sum(stash)) if own else say("stash-holds", seat=SEATS[self.me], count=sum(stash))
        self._bug_row(at, "stash", head, stash)

    def _colour_cards(self, at: _Column) -> None:
        self._heading(at, say("colour-cards"))
        row = self.view["row"]
        spots = at.row(4, 4)
        for card, (x, y, width) in zip(row, spots, strict=False):
            self.cells.append(
                Cell(f"card:{card}", x, y, "card", width, CARD, "paper", name=say("this-colour-card", card=card_name(card)))
            )
            self.pieces.append(
                Piece(f"face-{card}", f"card:{card}", _swatches(card, 0.66), card, "grey", card_name(card), source=spots[3][:2])
            )
        x, y, width = spots[3]
        words = say("more", color_deck=self.view["color_deck"])
        self.cells.append(Cell("deck", x, y, "card", width, CARD, "paper", words, say("draw-colour-card-blind")))

    def _objectives(self, at: _Column) -> None:
        """What one plays for: it lies first, where a phone shows it without scrolling."""
        self._heading(at, say("objectives-deck", objective_deck=self.view["objective_deck"]))
        deck = at.left + at.width - 0.5, at.y - HEAD / 2
        for name, spot in zip(self.view["objectives"], at.row(len(self.view["objectives"]), 2, 2), strict=True):
            self._objective(name, deck, *spot)

    def _vine(self, at: _Column) -> None:
        """The progress track: a vine that has grown a leaf for every step."""
        x, y = at.head()
        goal, reached = self.view["goal"], min(self.view["marker"], self.view["goal"])
        wide = at.width - 1.9
        self.labels.append(
            Label(at.left + at.width - 0.1, y, say("progress-steps", marker=reached, goal=goal), TEXT, "end", "ink")
        )
        self.props.append(Prop(x + wide / 2, y, (Part("vine", "green", wide, plain=True),)))
        pitch = wide / goal
        for i in range(goal):
            leaf = Part("leaf", "green", 0.44, plain=True) if i < reached else Part("disc", "white", 0.16, plain=True)
            if i == reached:
                leaf = Part("flower", "pink", 0.34, plain=True)
            self.props.append(Prop(x + (i + 0.5) * pitch, y + (-0.1 if i % 2 else 0.1), (leaf,)))

    def _bug_row(self, at: _Column, kind: str, heading: str, counts: Sequence[int]) -> None:
        self._heading(at, heading)
        for i, (x, y, width) in enumerate(at.row(6, 6)):
            letter, colour = COLOURS[i], colour_name(COLOURS[i])
            insect = INSECTS[letter]
            cell = Cell(
                f"{kind}:{letter}", x, y, "card", width, CARD, "paper", name=say(f"in-{kind}", count=counts[i], colour=colour)
            )
            self.cells.append(cell)
            parts = (
                Part(insect, colour, 0.56, -width * 0.24),
                Part("text", "ink", SMALL, width * 0.24, 0.0, str(counts[i])),
            )
            if counts[i] == 0:
                parts = (Part(insect, colour, 0.44, -width * 0.25), Part("text", "faint", SMALL, width * 0.25, 0.0, "0"))
            self.pieces.append(
                Piece(f"{kind}-{letter}", cell.id, parts, letter, colour, say("bugs-here", count=counts[i], colour=colour))
            )

    def _objective(self, name: str, deck: tuple[float, float], x: float, y: float, width: float) -> None:
        """A face-up objective: both ends can be clicked to start it there."""
        bugs, points = self.bugs_of(name), self.deck.points[self.deck.names.index(name)]
        about = say("objective-points", bugs=_spoken(bugs), points=points)
        self.cells.append(Cell(name, x, y, "card", width, CARD, "paper", name=about))
        pitch = min(0.62, (width - 1.9) / max(1, len(bugs) - 2))
        inner = [
            _place(letter, min(0.56, pitch * 0.92), (i - (len(bugs) - 3) / 2) * pitch) for i, letter in enumerate(bugs[1:-1])
        ]
        worth = Part("text", "ink", SMALL, 0, 0.34, say("points", points=points))
        branch = Part("branch", "grey", width - 0.3, 0, -0.14, plain=True)
        self.pieces.append(
            Piece(f"places-{name}", name, (branch, *chain(*inner), worth), "", "grey", say("no-bug-placed"), source=deck)
        )
        for side, end in ((-1, "L"), (1, "R")):
            letter = bugs[0] if side < 0 else bugs[-1]
            told = say("left-end" if side < 0 else "right-end", objective=_spoken(bugs), colour=colour_name(letter))
            spot = x + side * (width / 2 - 0.46)
            self.cells.append(Cell(f"{name}/{end}", spot, y, "card", 0.84, CARD - 0.12, "bare", name=told))
            arrow = Part("left" if side > 0 else "right", "grey", 0.2, 0, 0.38, plain=True)
            ring = (*_place(letter, 0.64, 0), arrow)
            self.pieces.append(Piece(f"end-{name}-{end}", f"{name}/{end}", ring, letter, colour_name(letter), told, source=deck))

    # Hands and seats

    def _hand(self, at: _Column) -> None:
        view = self.view
        hand = list(dict.fromkeys(view["hands"][self.me] or [])) if view["seat"] is not None else []
        if view["seat"] is None:
            return
        self._heading(at, say("your-achievement-cards"))
        spots = at.row(len(hand), 3, 2) if self.tall else at.row(len(hand), 4)
        for kind, (x, y, width) in zip(hand, spots, strict=True):
            count = (view["hands"][self.me] or []).count(kind)
            words = kind_words(kind) if count == 1 else f"{count} × {kind_words(kind)}"
            letters = kind.partition("-")[2] if kind.startswith(("gather-", "hide-")) else ""
            self.cells.append(Cell(f"hand:{kind}", x, y, "card", width, CARD, "paper", words, say("your-hand", words=words)))
            if letters:
                parts = tuple(
                    Part("disc", colour_name(c), 0.42, (i - (len(letters) - 1) / 2) * 0.48, 0.24) for i, c in enumerate(letters)
                )
                self.pieces.append(Piece(f"held-{kind}", f"hand:{kind}", parts, "", "grey", _spoken(letters)))

    def _seats(self, at: _Column) -> None:
        """One line a seat: its colours, its stash, what it has begun."""
        order = [self.me, *(seat for seat in range(self.view["seats"]) if seat != self.me)]
        for seat in order:
            going = self.view["going"][seat]
            stash = self.view["stash"][seat] if seat != self.view["seat"] else ""  # the own one lies open, with its heading
            self._heading(at, _belongings(self.view, seat, bool(stash)), 2.15 + 0.52 * len(stash))
            x, y = at.left + 1.02, at.y - HEAD / 2
            self.props += [
                Prop(x + 1.36 + 0.52 * i, y, (Part(INSECTS[letter], colour_name(letter), 0.5),)) for i, letter in enumerate(stash)
            ]
            bugs = say("stash", bugs=_spoken(stash)) if stash else say("empty-stash")
            about = f"{say('what', seat=SEATS[seat])}: {bugs}"
            self.cells.append(Cell(f"seat:{seat}", x, y, "card", 2.0, HEAD - 0.06, "paper", SEATS[seat], about))
            for begun, spot in zip(going, at.row(len(going), 3 if self.tall else 5), strict=True):
                self._begun(begun, seat, *spot)

    def _begun(self, begun: Begun, seat: int, x: float, y: float, width: float) -> None:
        name, filled, bugs = begun["name"], begun["filled"], self.bugs_of(begun["name"])
        side = "left" if begun["side"] == "L" else "right"
        about = say(
            "left-objective" if side == "left" else "right-objective", objective=_spoken(bugs), seat=SEATS[seat], count=filled
        )
        self.cells.append(Cell(f"own:{name}", x, y, "card", width, CARD, "paper", name=about))
        lies = range(filled) if side == "left" else range(len(bugs) - filled, len(bugs))
        following = filled if side == "left" else len(bugs) - 1 - filled
        pitch = min(0.66, (width - 0.3) / len(bugs))
        spots = [(i - (len(bugs) - 1) / 2) * pitch for i in range(len(bugs))]
        parts = [_place(letter, min(0.56, pitch * 0.92), spots[i], i in lies) for i, letter in enumerate(bugs)]
        arrow = Part("up", "red", 0.24, spots[following], 0.36, plain=True)
        branch = Part("branch", "grey", width - 0.2, 0, -0.14, plain=True)
        told = say("bugs-placed", count=filled, most=len(bugs))
        self.pieces.append(Piece(f"places-{name}", f"own:{name}", (branch, *chain(*parts), arrow), "", "grey", told))

    def _heading(self, at: _Column, words: str, indent: float = 0.0) -> None:
        x, y = at.head()
        broad = len(words) + 1 + 0.6 * sum(letter in "●○" for letter in words)
        size = min(TEXT, (at.width - indent - 0.2) / (broad * 0.58))
        self.labels.append(Label(x + indent, y, words, size, "start"))

    def bugs_of(self, name: str) -> str:
        """Return the colours of an objective."""
        return self.deck.objectives[self.deck.names.index(name)]


BARE_SKIN = Part("chameleon", "grey", 1.25, 0, -0.06, letter=" ")


def chameleon(seat: int, card: str | None, sneaking: bool) -> Piece:
    """Return a chameleon: the foot is its seat's, the skin has its colours."""
    foot = Part(f"slab-{SEAT_SHAPES[seat]}", SEAT_COLOURS[seat], 1.08, 0, 0.34, letter=" ")
    skin = [colour_name(letter) for letter in card or ""]
    second = skin[1] if len(skin) > 1 else ""
    body = Part("chameleon", skin[0], 1.25, 0, -0.06, second=second) if skin else BARE_SKIN
    name = chameleon_name(seat, card, sneaking)
    return Piece(f"chameleon-{seat}", f"chameleon:{seat}", (foot, body), SEATS[seat][0], SEAT_COLOURS[seat], name)


def _place(letter: str, size: float, dx: float, filled: bool = False) -> tuple[Part, ...]:
    """The slot for a bug on a branch: a ring around the shade of the insect; the insect itself once it lies there."""
    colour, insect = colour_name(letter), INSECTS[letter]
    if filled:
        return Part("disc", colour, size, dx, -0.14, letter=" "), Part(insect, "white", size * 0.8, dx, -0.14, letter=" ")
    leaf = Part("disc", "white", size, dx, -0.14, plain=True)
    ring = Part("ring", colour, size, dx, -0.14, letter=" ", band=size * 0.14)
    return leaf, ring, Part(insect, colour, size * 0.66, dx, -0.14)


def _swatches(card: str, size: float) -> tuple[Part, ...]:
    """The colours of a card, side by side."""
    if len(card) == 1:
        return (Part("disc", colour_name(card), size * 1.2),)
    return tuple(Part("disc", colour_name(letter), size, side * size * 0.52) for side, letter in zip((-1, 1), card, strict=False))


def _bugs(space: int, bugs: str) -> Iterator[Piece]:
    """The bugs of a space, one piece a colour, in one row or two."""
    counts = [(letter, bugs.count(letter)) for letter in COLOURS if letter in bugs]
    rows = [counts] if len(counts) <= 3 else [counts[: len(counts) // 2], counts[len(counts) // 2 :]]
    size = 0.62 if len(rows) == 1 else 0.5
    tops = (-0.62,) if len(rows) == 1 else (-0.86, -0.34)
    for row, top in zip(rows, tops, strict=True):
        for i, (letter, count) in enumerate(row):
            parts: tuple[Part, ...] = (Part(INSECTS[letter], colour_name(letter), size),)
            if count > 1:
                parts += (Part("text", "ink", SMALL, size * 0.3, size * 0.58, f"×{count}"),)
            name = say("bugs-here", count=count, colour=colour_name(letter))
            dx = (i - (len(row) - 1) / 2) * (0.68 if len(row) < 3 else 0.64)
            yield Piece(f"bug-{letter}-{space + 1}", str(space + 1), parts, letter, colour_name(letter), name, dx, top)


# Words


def kind_words(kind: str) -> str:
    """Return what is printed on an achievement card."""
    return choice_text(__package__, f"card-{kind.partition('-')[0] if kind.startswith(('gather-', 'hide-')) else kind}")


def _spoken(bugs: str) -> str:
    return " ".join(colour_name(letter) for letter in bugs)


def _belongings(view: View, seat: int, has_stash: bool) -> str:
    """What a seat has besides the bugs that are drawn."""
    parts = [say("open", count=len(view["open"][seat]))] if view["open"][seat] else []
    parts += [say("complete", count=len(view["finished"][seat]))] if view["finished"][seat] else []
    nothing = not (has_stash or parts or view["going"][seat])
    return say("nothing-begun") if nothing else ", ".join(parts)


def _strip(view: View, seat: int) -> SeatStrip:
    size = view["hand_sizes"][seat]
    card = view["cards"][seat]
    notes = [card_name(card) if card else say("without-colour")]
    notes += [say("cards-in-hand", count=size)] if size else []
    notes += [say("sneaking")] if view["sneaking"][seat] else []
    skin = tuple(colour_name(letter) for letter in card or "")
    return SeatStrip(seat, SEAT_COLOURS[seat], SEAT_SHAPES[seat], tuple(notes), skin)
