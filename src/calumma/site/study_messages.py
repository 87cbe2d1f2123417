"""What the boards of those who study are sent, by its type: analysis, exact values, puzzles, the luck of finished matches."""

from __future__ import annotations

from typing import Literal, TypedDict

from calumma.core.options import OptionValue
from calumma.site.messages import JsonObject, Move
from calumma.solutions import Value


class Beginning(TypedDict):
    """A line as its address and its requests say it."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    start: str
    moves: list[str]


class ReadRecord(Beginning):
    """The line of a record."""

    players: list[str | None]
    has_luck: bool


class StoryLine(TypedDict):
    """A move in words."""

    text: str
    seat: int
    words: str


class WholeLine(Beginning):
    """A line with every move in words."""

    lines: list[StoryLine]


class SetUpParts(TypedDict):
    """What a position is set up with: pieces and things on top of them by their tokens, and the seats to move."""

    pieces: dict[str, str]
    tops: dict[str, str]
    turns: dict[str, str]


class ExactMove(TypedDict):
    """What a move brings the side that makes it."""

    value: Value
    plies: int
    words: str


class ExactValue(ExactMove):
    """What a position is worth to the side to move."""

    source: str
    best: list[str]


class ExactAnswer(TypedDict):
    """The value of a position, and of its moves; where tables are being made with which more would be known, a sentence on it."""

    exact: ExactValue | None
    moves: dict[str, ExactMove]
    making: str


Judged = JsonObject
"""What a decision cost its seat, as `players.assess` tells it."""


class Setting(TypedDict):
    """What an analysis is of."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    start: str


class Outcome(TypedDict):
    """An outcome of luck that is due."""

    text: str
    weight: int
    words: str


class SeatLine(TypedDict):
    """A seat beside an analysis board."""

    seat: int
    name: str
    score: int
    notes: list[str]
    marker: str
    turn: bool
    won: bool


class Verdict(TypedDict):
    """How a line ends."""

    words: str
    reason: str


class StudyNews(TypedDict):
    """What the last move on an analysis board did."""

    story: str
    cells: list[list[str]]
    seat: int | None


class StudyView(StudyNews):
    """A position on an analysis board."""

    ply: int
    position: str
    to_act: int
    svg: str
    choices: dict[str, str]
    moves: list[Move]
    chance: list[Outcome]
    seats: list[SeatLine]
    words: str
    result: Verdict | None
    worth: list[float] | None  # what the end gave all seats, on the scale of a bot's values


class BestLine(TypedDict):
    """A move with what a bot expects after it."""

    move: str
    value: float | None
    visits: int
    line: list[str]


class Thoughts(TypedDict):
    """What a bot thinks of a position."""

    by: str
    move: str
    values: list[float]
    chances: str
    lines: list[BestLine]
    nodes: int
    depth: int
    proven: bool
    distance: int | None
    note: str


PuzzleVerdict = Literal["open", "right", "wrong", "solved"]
"""Of a try at a puzzle: no move was made yet, the goal is still in reach, it is not, or it is reached."""


class PuzzleRating(TypedDict):
    """How a puzzle and its solver are rated after a first try; `share` is how many of a hundred solve it, if enough tried."""

    puzzle: int
    share: int | None
    own: int
    change: int


class PuzzleStep(StudyView):
    """What became of a move in a puzzle: the position that stands, those on the way to it, and what is said."""

    line: list[str]
    verdict: PuzzleVerdict
    say: str
    frames: list[StudyView]  # what is shown first; after a wrong move, what it led to
    solution: list[str]
    told: list[str]  # the solution in words, move by move
    rated: PuzzleRating | None  # after the first try of somebody who is known, where there are others to compare with


LessonVerdict = Literal["open", "on", "done", "missed"]
"""Of a move in a lesson: none was made yet, right so far, the goal is reached, or it does something else."""


class LessonStep(StudyView):
    """What became of a move in a lesson: the position that stands, those on the way to it, and what is said."""

    line: list[str]
    verdict: LessonVerdict
    say: str
    frames: list[StudyView]  # what is shown first; after a move that missed the goal, what it led to
    way: list[str]  # the cells to click for the next move of the solution
    hint: str  # for that move


class LadderRung(TypedDict):
    """A rung of a game: its results, whether it is beaten, and how many wins are left until it is."""

    level: int
    name: str
    won: int
    drawn: int
    lost: int
    beaten: bool
    left: int


class LadderOpening(TypedDict):
    """An own first move, as text and in words, with the results of the matches that began so."""

    move: str
    words: str
    won: int
    drawn: int
    lost: int


class LadderPuzzles(TypedDict):
    """How somebody is rated by the puzzles of a game: first tries, and how many were right."""

    rating: int
    tried: int
    solved: int


class LadderGame(TypedDict):
    """Where somebody stands in a game, a gentler level after losses, the first moves played, and puzzles."""

    game: str
    title: str
    rung: int
    rungs: list[LadderRung]
    gentler: int | None
    openings: list[LadderOpening]
    puzzles: LadderPuzzles | None


class LadderResult(TypedDict):
    """A finished match against bots of one level."""

    table: str
    game: str
    level: int
    outcome: str
    lead: int
    opening: str


class LadderPage(TypedDict):
    """The page of somebody's own."""

    games: list[LadderGame]
    favourite: str | None
    best: LadderResult | None
    matches: list[LadderResult]


class ReviewMoment(TypedDict):
    """A decision that cost its seat much: the position, what was played, what was better, and what it cost, in words."""

    ply: int
    seat: int
    name: str
    svg: str
    position: str
    played: str
    better: str
    played_cells: list[str]
    better_cells: list[str]
    words: str


class ChanceEvent(TypedDict):
    """A draw of a finished match, with all outcomes and their weights."""

    ply: int
    text: str
    words: str
    outcomes: list[tuple[str, int]]


class Published(TypedDict):
    """What a check of the luck needs."""

    game: str
    names: list[str]
    commitment: str
    secret: str
    seeds: list[str | None]
    seed_commitments: list[str | None] | None
    bots: list[int]
    first: int | None
    draws: list[ChanceEvent]


STUDIES: tuple[type, ...] = (Setting, StudyView, Thoughts, PuzzleStep, LessonStep, LadderPage, ReviewMoment, Published)
