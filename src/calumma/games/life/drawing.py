"""Drawing of life: the board at the left, supply, rows and stash at the right, below them the hand and what every seat has.

Cells: spaces by number (`5`), chameleons and snakes where they stand (`chameleon:0`, `snake:R`), `supply:R`, `stash:R` (of the
viewer, or for spectators of the seat whose turn it is), `card:RB`, `deck`, the ends of an objective in the row (`BGOY/L`), an
objective in progress (`own:BGOY`), cards of the own hand (`hand:sneak`), seats (`seat:0`), and buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin
from textwrap import wrap

from calumma.core.defaults import weighs
from calumma.core.messages import choice_text
from calumma.core.words import Words
from calumma.drawing import Cell, CellShape, Label, Part, Piece, Scene, SeatStrip, path_of_view
from calumma.games.life.board import CARDS, COLOURS, GATHERS, SPACES
from calumma.games.life.guide import guide, tally
from calumma.games.life.layout import ONTO, kind_of
from calumma.games.life.names import SEATS, card_name, chameleon_name, colour_name, deck_of, fitting_colour, place_cell
from calumma.games.life.picture import picture
from calumma.games.life.view import Begun, View

say = Words(__package__)

__all__ = ["guide", "path", "picture", "scene", "tally", "weighs"]


SEAT_COLOURS = ("white", "black", "grey", "pink")
SEAT_SHAPES = ("disc", "square", "diamond", "hex")
CHOICES = ("end", "done", "wear", "decline")
PLAIN_PATHS = {"end": "end", "done": "done", "blind": "deck", "wear": "wear", "decline": "decline", "extra": "hand:extra-action"}
OVER = -2

WIDTH, HEIGHT = 2.3, 2.656  # of a hex, corner up, in units of four characters and one line
DISC = 2.0  # diameter of a space of the other board
CENTRE = 5.75  # column of the centre space
PANEL = 12.0  # where the right part begins
FULL = 19.4  # width of everything
ROOM = 9  # characters on a space
LINE = 63  # characters beside the name of a seat


def scene(view: View) -> Scene:
    """Return the table as a seat, or a spectator, sees it."""
    table = _Table(view)
    return Scene(
        cells=tuple(table.cells()),
        pieces=tuple(table.pieces()),
        labels=tuple(table.labels()),
        seats=tuple(_strip(view, seat) for seat in range(view["seats"])),
        highlights=(str(view["scared"][0]),) if view["scared"] else (),
        caption=say("life-chameleon", view=_status(view)),
        columns=4,
        rows=1,
    )


def _centres(board: str) -> list[tuple[float, float]]:
    """Where the spaces are: on hexes, or on two rings; both run clockwise."""
    if board == "hex":
        steps = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # columns and rows of a hex grid, from upper right
        spots = [(0, 0), *steps]
        for (a, b), (c, d) in zip(steps, [*steps[1:], steps[0]], strict=True):
            spots += [(2 * a, 2 * b), (a + c, b + d)]
        return [(CENTRE + WIDTH * (q + r / 2), 2.0 * r) for q, r in spots]
    angles = [(2.3, -60 + 60 * i) for i in range(6)] + [(4.5, -75 + 30 * i) for i in range(12)]
    ring = [(CENTRE + radius * cos(angle * pi / 180), radius * sin(angle * pi / 180)) for radius, angle in angles]
    return [(CENTRE, 0.0), *ring]


class _Table:
    """Where everything lies: the board, a panel of lines at its right, and lines below."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.deck = deck_of(view)
        self.me = view["turn"] if view["seat"] is None else view["seat"]
        self.centres = _centres(str(view["options"]["board"]))
        self.is_hex = view["options"]["board"] == "hex"
        self.size = (WIDTH, HEIGHT) if self.is_hex else (DISC, DISC)
        self.top = min(y for _, y in self.centres) - self.size[1] / 2
        self.hand = list(dict.fromkeys(view["hands"][self.me] or [])) if view["seat"] is not None else []
        self.hand_line = 11
        self.belongings = [wrap(_belongings(view, seat), LINE, break_on_hyphens=False) for seat in range(view["seats"])]
        self.seat_lines = self._seat_lines()

    def _seat_lines(self) -> list[int]:
        """The line of every seat, and the first line below them all."""
        line = self.hand_line + (1 + (len(self.hand) + 3) // 4 if self.hand else 0)
        lines = []
        for going, words in zip(self.view["going"], self.belongings, strict=True):
            lines.append(line)
            line += len(words) + (len(going) + 6) // 7
        return [*lines, line]

    def y(self, line: int) -> float:
        """Return the middle of a line."""
        return self.top + line + 0.5

    def cells(self) -> Iterator[Cell]:
        yield from self._spaces()
        yield from self._standing()
        yield from self._panel()
        yield from self._below()
        for i, name in enumerate(CHOICES):
            words = choice_text(__package__, name)
            yield Cell(name, 2.4 + 4.8 * i, self.y(self.seat_lines[-1]), "choice", 4.6, 0.9, "paper", words, words)

    def _spaces(self) -> Iterator[Cell]:
        shape: CellShape = "hex" if self.is_hex else "circle"
        for space, (x, y) in enumerate(self.centres):
            yield Cell(str(space + 1), x, y, shape, *self.size, "board", name=say("space", space=space + 1), text=" ")

    def _standing(self) -> Iterator[Cell]:
        """Chameleons and snakes can be clicked by themselves."""
        start = -0.45 if self.is_hex else -0.35
        for seat, place in enumerate(self.view["places"]):
            x, y = self.centres[place - 1]
            nth = self.view["places"][:seat].count(place)
            name = say("chameleon-of", seat=SEATS[seat])
            yield Cell(f"chameleon:{seat}", x + start + 0.25 * nth, y + 0.35, "circle", 0.3, 0.3, "board", name=name, text=" ")
        for letter, space in zip(COLOURS, self.view["snakes"], strict=True):
            if space is not None:
                x, y = self.centres[space - 1]
                at = x + (0.72 if self.is_hex else 0.75)
                yield Cell(
                    f"snake:{letter}",
                    at,
                    y + 0.35,
                    "circle",
                    0.5,
                    0.5,
                    "board",
                    name=say("coloured-snake", letter=colour_name(letter)),
                    text=" ",
                )

    def _panel(self) -> Iterator[Cell]:
        for i, letter in enumerate(COLOURS):
            x, left = PANEL + 0.6 + 1.2 * i, self.view["supply"][i]
            name = say("colour-in-supply", letter=colour_name(letter), left=left)
            yield Cell(f"supply:{letter}", x, self.y(1), "card", 1.16, 0.9, colour_name(letter), f"{letter}{left}", name)
            count = self.view["stash"][self.me].count(letter)
            name = say("in-stash", count=count, colour=colour_name(letter))
            yield Cell(f"stash:{letter}", x, self.y(10), "card", 1.16, 0.9, colour_name(letter), f"{letter}{count}", name)
        for i, card in enumerate(self.view["row"]):
            yield Cell(f"card:{card}", PANEL + 0.75 + 1.55 * i, self.y(3), "card", 1.5, 0.9, "paper", card, card_name(card))
        words = say("deck", color_deck=self.view["color_deck"])
        yield Cell("deck", PANEL + 6.0, self.y(3), "card", 2.4, 0.9, "paper", words, say("draw-colour-card-blind"))
        for i, name in enumerate(self.view["objectives"]):
            yield from self._objective(name, self.y(5 + i))

    def _objective(self, name: str, y: float) -> Iterator[Cell]:
        bugs, points = self.bugs_of(name), self.deck.points[self.deck.names.index(name)]
        words = f"{name} {points}"
        about = say("objective-points", bugs=_spoken_bugs(bugs), points=points)
        yield Cell(
            f"{name}/L", PANEL + 0.8, y, "card", 1.5, 0.9, colour_name(bugs[0]), f"{bugs[0]}>", say("left-end-of", name=name)
        )
        yield Cell(name, PANEL + 3.55, y, "card", 3.9, 0.9, "paper", words, about)
        yield Cell(
            f"{name}/R", PANEL + 6.3, y, "card", 1.5, 0.9, colour_name(bugs[-1]), f"<{bugs[-1]}", say("right-end-of", name=name)
        )

    def _below(self) -> Iterator[Cell]:
        for i, kind in enumerate(self.hand):
            count = (self.view["hands"][self.me] or []).count(kind)
            words = kind if count == 1 else f"{count} {kind}"
            y = self.y(self.hand_line + 1 + i // 4)
            yield Cell(f"hand:{kind}", 2.4 + 4.8 * (i % 4), y, "card", 4.6, 0.9, "paper", words, say("hand", words=words))
        for seat in range(self.view["seats"]):
            y = self.y(self.seat_lines[seat])
            words = f"{SEATS[seat]} {self.view['cards'][seat] or '-'}"
            yield Cell(f"seat:{seat}", 1.65, y, "card", 3.2, 0.9, "paper", words, say("what", seat=SEATS[seat]))
            for i, begun in enumerate(self.view["going"][seat]):
                yield self._own(begun, 1.4 + 2.75 * (i % 7), self.y(self.seat_lines[seat] + len(self.belongings[seat]) + i // 7))

    def _own(self, begun: Begun, x: float, y: float) -> Cell:
        bugs, filled = self.bugs_of(begun["name"]), begun["filled"]
        placed = f"[{bugs[:filled]}]{bugs[filled:]}" if begun["side"] == "L" else f"{bugs[:-filled]}[{bugs[-filled:]}]"
        about = say("begun-from-left" if begun["side"] == "L" else "begun-from-right", objective=_spoken_bugs(bugs), count=filled)
        return Cell(f"own:{begun['name']}", x, y, "card", 2.7, 0.9, "paper", placed, about)

    def bugs_of(self, name: str) -> str:
        """Return the colours of an objective."""
        return self.deck.objectives[self.deck.names.index(name)]

    def pieces(self) -> Iterator[Piece]:
        for seat, card in enumerate(self.view["cards"]):
            yield _chameleon(seat, card, self.view["sneaking"][seat])
        for letter, space in zip(COLOURS, self.view["snakes"], strict=True):
            if space is not None:
                part = Part("snake", colour_name(letter), 0.5)
                yield Piece(
                    f"snake-{letter}",
                    f"snake:{letter}",
                    (part,),
                    f"~{letter}",
                    colour_name(letter),
                    say("coloured-snake", letter=colour_name(letter)),
                )
        for space, bugs in enumerate(self.view["bugs"]):
            yield from _bugs(space, bugs)
        for name in self.view["objectives"]:
            yield _bug_places(name, name, self.bugs_of(name), "")
        for begun in (each for going in self.view["going"] for each in going):
            bugs = self.bugs_of(begun["name"])
            filled = "x" * begun["filled"] + "." * (len(bugs) - begun["filled"])
            yield _bug_places(begun["name"], f"own:{begun['name']}", bugs, filled if begun["side"] == "L" else filled[::-1])

    def labels(self) -> Iterator[Label]:
        view = self.view
        for space, (x, y) in enumerate(self.centres):
            yield Label(x - (1.1 if self.is_hex else 0.95), y + 0.1, str(space + 1), 0.34, "start")
        yield Label(0.1, self.top - 1.5, _status(view), 0.5, "start")
        yield Label(0.1, self.top - 0.5, _track(view), 0.5, "start")
        yield Label(PANEL + 0.1, self.y(0), say("bugs-supply"), 0.4, "start")
        yield Label(PANEL + 0.1, self.y(2), say("colour-cards"), 0.4, "start")
        yield Label(PANEL + 0.1, self.y(4), say("objectives-deck", objective_deck=view["objective_deck"]), 0.4, "start")
        yield Label(PANEL + 0.1, self.y(9), say("stash-of", seat=SEATS[self.me]), 0.4, "start")
        if self.hand:
            yield Label(0.1, self.y(self.hand_line), say("your-achievement-cards"), 0.4, "start")
        for seat in range(view["seats"]):
            for i, words in enumerate(self.belongings[seat]):
                yield Label(3.4, self.y(self.seat_lines[seat] + i), words, 0.4, "start")


def _chameleon(seat: int, card: str | None, sneaking: bool) -> Piece:
    colours = [colour_name(letter) for letter in card] if card else [SEAT_COLOURS[seat]]
    parts = [Part(SEAT_SHAPES[seat], colours[0], 0.5, letter=" ")]
    parts += [Part("disc", colours[1], 0.26, letter=" ")] if len(colours) > 1 else []
    parts.append(Part("text", "ink", 0.26, 0.0, -0.36, SEATS[seat][0]))
    name = chameleon_name(seat, card, sneaking)
    return Piece(f"chameleon-{seat}", f"chameleon:{seat}", tuple(parts), SEATS[seat][0], colours[0], name)


def _bugs(space: int, bugs: str) -> Iterator[Piece]:
    """The bugs of a space, one piece a colour; where the line of a terminal is too short, small letters stand for several."""
    counts = [(letter, bugs.count(letter)) for letter in COLOURS if letter in bugs]
    texts = [letter if count == 1 else f"{letter}{count}" for letter, count in counts]
    if sum(map(len, texts)) > ROOM:
        texts = [letter if count == 1 else letter.lower() for letter, count in counts]
    for (letter, count), text in zip(counts, texts, strict=True):
        i = COLOURS.index(letter)
        parts: tuple[Part, ...] = (Part("bug", colour_name(letter), 0.4),)
        if count > 1:
            parts += (Part("text", "ink", 0.26, 0.24, 0.0, str(count)),)
        name = say("bugs-here", count=count, colour=colour_name(letter))
        dx, dy = -0.6 + 0.6 * (i % 3), -0.75 + 0.42 * (i // 3)
        yield Piece(f"bug-{letter}-{space + 1}", str(space + 1), parts, text, colour_name(letter), name, dx, dy)


def _bug_places(name: str, cell: str, bugs: str, filled: str) -> Piece:
    """The places for bugs printed on an objective: rings, and discs where a bug lies. A terminal has its letters instead."""
    pitch = min(0.42, 2.2 / len(bugs))
    parts = tuple(
        Part("disc" if filled[i : i + 1] == "x" else "ring", colour_name(letter), 0.34, (i - (len(bugs) - 1) / 2) * pitch, 0.2)
        for i, letter in enumerate(bugs)
    )
    return Piece(f"places-{name}", cell, parts, "", "grey", say("bugs-placed", count=filled.count("x"), most=len(bugs)))


# Words


def _spoken_bugs(bugs: str) -> str:
    return " ".join(colour_name(letter) for letter in bugs)


def _status(view: View) -> str:
    """Who does what now, with the actions and rolls left."""
    name, phase = SEATS[view["turn"]], view["phase"]
    if phase == "over":
        return say("match-over")
    if phase in ("snakes", "bugs", "first-row", "first-cards", "first-objectives"):
        return say("table-being-set-up")
    if phase == "last":
        return say("makes-last-exchanges", name=name)
    actions, rolls = say("actions-left", count=view["actions"]), say("rolls-left", count=view["rolls"])
    left = {"seat": name, "actions": actions, "rolls": rolls}
    now = _now(view)
    return say("status-now", now=now, **left) if now else say("status", **left)


def _now(view: View) -> str:
    """What is under way, with the bug or the card that it is about."""
    if view["scared"]:
        space, letter = view["scared"]
        return say("now-scared", colour=colour_name(letter), space=space)
    if view["offered"]:
        return say("now-offered", card=view["offered"])
    if view["waiting"]:
        return say("now-waiting", colour=colour_name(view["waiting"]))
    return say(f"luck-{view['phase']}") if view["phase"] in TOLD else ""


TOLD = ("roll", "blind", "achievement", "d4", "objectives", "colors")  # phases of luck that are told


def _track(view: View) -> str:
    reached = min(view["marker"], view["goal"])
    dots = "●" * reached + "○" * (view["goal"] - reached) if view["goal"] <= 40 else ""
    turn = min(view["turns"] + 1, 100 * view["seats"])
    return say("progress-turn", dots=dots, marker=view["marker"], goal=view["goal"], turn=turn)


def _belongings(view: View, seat: int) -> str:
    """What a seat has, as far as it is open."""
    parts = [say("stash", bugs=view["stash"][seat] or "-"), say("cards", count=view["hand_sizes"][seat])]
    parts += [say("sneaking")] if view["sneaking"][seat] else []
    parts += [say("open-cards", cards=" ".join(view["open"][seat]))] if view["open"][seat] else []
    parts += [say("complete-objectives", objectives=" ".join(view["finished"][seat]))] if view["finished"][seat] else []
    return ", ".join(parts)


def _strip(view: View, seat: int) -> SeatStrip:
    notes = [view["cards"][seat] or say("without-colour"), say("stashed", count=len(view["stash"][seat]))]
    notes += [
        say("cards", count=view["hand_sizes"][seat]),
        say("complete", count=len(view["finished"][seat])),
        say("begun", count=len(view["going"][seat])),
    ]
    return SeatStrip(seat, SEAT_COLOURS[seat], SEAT_SHAPES[seat], tuple(notes))


# Clicks


@path_of_view
def path(view: View, action: int) -> list[str]:
    """Return what to click: first what is used, then where it goes."""
    kind, i = kind_of(action)
    if kind in PLAIN_PATHS:
        return [PLAIN_PATHS[kind]]
    if kind in ONTO:
        return [_source(view, kind, i), place_cell(deck_of(view).names[i % 64], i)]
    return PATHS[kind](view, i)


def _source(view: View, kind: str, i: int) -> str:
    """Where the bug for an objective comes from."""
    if kind == "eat-onto":
        return str(view["places"][view["turn"]])
    return "hand:wild" if kind == "wild-onto" else f"stash:{COLOURS[fitting_colour(view, i, deck_of(view))]}"


def _bug_path(view: View, i: int) -> list[str]:
    """A Move Bug card asks for the colour only where bugs of several colours rest."""
    letter, origin, target = COLOURS[i // 361], i // SPACES % SPACES, i % SPACES
    colour = [f"supply:{letter}"] if len(set(view["bugs"][origin])) > 1 else []
    return ["hand:move-bug", str(origin + 1), *colour, str(target + 1)]


PATHS: dict[str, Callable[[View, int], list[str]]] = {
    "go": lambda view, i: [f"chameleon:{view['turn']}", str(i + 1)],
    "sneak": lambda view, i: ["hand:sneak", str(i + 1)],
    "snake": lambda view, i: [f"snake:{COLOURS[i // SPACES]}", str(i % SPACES + 1)],
    "color": lambda view, i: [f"card:{CARDS[i]}"],
    "wait": lambda view, i: [f"supply:{COLOURS[i]}"],
    "scare": lambda view, i: [str(i % SPACES + 1)],
    "eat": lambda view, i: [str(view["places"][view["turn"]]), f"stash:{COLOURS[i]}"],
    "wild": lambda view, i: ["hand:wild", f"supply:{COLOURS[i]}"],
    "trade": lambda view, i: [f"stash:{COLOURS[i // 6]}", f"supply:{COLOURS[i % 6]}"],
    "gather": lambda view, i: [f"hand:gather-{GATHERS[i // SPACES]}", str(i % SPACES + 1)],
    "hide": lambda view, i: [f"hand:hide-{COLOURS[i]}"],
    "bug": _bug_path,
}
