"""What the server sends, by its type. The types of the pages' scripts are made from these: tools/write_types.py."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from calumma.core.options import OptionValue
from calumma.site.notes import OfferKind
from calumma.site.store import Begins, Status

JsonObject = dict[str, object]
"""What is JSON, and whose fields another program tells: a record, an event, the view of a game."""

Wish = Literal["sit", "fill", "commit", "seed", "begin", "leave", "close", "rematch", "harder", "resign", "hint", "undo"]
"""What a viewer may ask for, beside playing."""


class Move(TypedDict):
    """A legal move and the cells to click for it."""

    action: int
    text: str
    path: list[str]
    weigh: NotRequired[Annotated[bool, "whether it is shown with what it would do before it is played"]]


class Outlook(TypedDict):
    """What moves would do, as far as the seat can know."""

    words: list[str]
    cells: list[list[str]]
    gains: list[int | None]


class Foresight(Outlook):
    """What moves would do at a ply."""

    ply: int


class Told(TypedDict):
    """Words and the cells that they are about."""

    words: str
    cells: list[str]


class Refusing(TypedDict):
    """Why a click leads to no legal move; no words if the match has gone on meanwhile."""

    ply: int
    words: str
    cells: list[str]


class Spoken(Told):
    """What the coach says, and of which kind it is; no words where nothing matters."""

    kind: str


class Remark(Spoken):
    """What the coach says at a ply."""

    ply: int


class Threats(TypedDict):
    """What threatens the piece on a cell."""

    ply: int
    threats: list[Told]


class Sequence(TypedDict):
    """Moves for one click."""

    words: str
    actions: list[int]
    cells: list[str]


class Guide(TypedDict):
    """Help through a long turn."""

    facts: list[str]
    shortcuts: list[Sequence]
    cards: list[Told]


class Line(TypedDict):
    """A line of the log."""

    number: int
    ply: int | None
    seat: int | None
    words: str
    text: str


class Log(TypedDict):
    """The news of the log: how many lines stay, and the lines that follow them."""

    keep: int
    lines: list[Line]


class Frame(TypedDict):
    """A position on the way, and what happened."""

    ply: int
    svg: Annotated[str | None, "null for the last one: it is the picture of the update"]
    cells: list[list[str]]
    seat: int
    words: str
    scores: list[int]


class Present(TypedDict):
    """Whether somebody looks at the page."""

    present: bool
    away: float | None


class Seat(Present):
    """A seat as the strip of seats shows it."""

    seat: int
    name: str
    player: str | None
    bot: str | None
    team: int
    score: int
    notes: list[str]
    colour: str
    skin: list[str]  # what its piece wears now, where that is not its colour
    marker: str
    mine: bool
    turn: bool
    won: bool
    ready: bool


class Clock(TypedDict):
    """Seconds left; null for a bot."""

    limit: str
    left: list[float | None]
    running: int | None


class Offer(TypedDict):
    """A seat asks the others for something."""

    kind: OfferKind
    seat: int
    target: int | None
    mine: bool
    answered: bool
    may_answer: bool


class Result(TypedDict):
    """Why and how a match ended."""

    winners: list[int]
    words: str
    reason: str
    decided: Annotated[bool, "whether the score decides who wins"]
    scores: list[int]
    payoffs: list[float]


class Luck(TypedDict):
    """What is published of the luck."""

    commitment: str
    seed_commitments: list[str | None] | None
    seeds: list[str | None]
    secret: str | None
    waits_for: list[int]


class Standing(TypedDict):
    """Where a match stands, and what the viewer may do."""

    type: Literal["table"]
    table: str
    game: str
    number: int
    ply: int
    status: Status
    to_act: int
    seat: int | None
    own: list[int]
    cover: int | None
    turn: bool
    thinking: int | None
    offer: Offer | None
    may: list[Wish]
    clock: Clock | None
    invite: str | None
    rematch: str | None
    result: Result | None
    luck: Luck | None
    spectators: int
    begins: Begins
    ready: list[int] | None
    closed: bool
    patience: float
    substitute: str


class Points(TypedDict):
    """One part of the score."""

    words: str
    numbers: list[int]


class Update(Standing):
    """All that a page needs to show a table."""

    seats: list[Seat]
    svg: str
    last: list[str]
    choices: dict[str, str]
    moves: list[Move]
    guide: Guide | None
    reach: dict[str, list[str]]
    tally: list[Points]
    frames: list[Frame]
    log: Log


class ProgramUpdate(Standing):
    """All that a program needs to play."""

    options: dict[str, OptionValue]
    players: list[str | None]
    bots: list[str | None]
    view: JsonObject
    position: str | None  # as the seat sees it; null for spectators of a game with secrets
    plies: list[str]
    events: list[JsonObject]
    moves: list[Move]


class Presence(TypedDict):
    """Who is there."""

    type: Literal["presence"]
    spectators: int
    seats: list[Present]


class Refusal(TypedDict):
    """Why a command was refused."""

    type: Literal["refused"]
    error: str
    number: int


class Past(TypedDict):
    """An earlier position."""

    ply: int
    svg: str
    last: list[str]


class TurningPoint(TypedDict):
    """The moment that decided a match: the position after so many plies, and what had just happened."""

    ply: int
    words: str


class Advised(TypedDict):
    """A move that is advised, and what it would do."""

    action: int
    text: str
    path: list[str]
    words: str


class Advice(Advised):
    """What a bot, or what is known exactly, advises, and why."""

    by: str
    values: list[float]
    chances: str
    why: str


class Summary(TypedDict):
    """A table in a few words, for lists."""

    table: str
    game: str
    title: str
    status: Status | Literal["aside"]
    ply: int
    players: list[str]
    turn: bool
    to_act: str
    seated: bool
    scores: list[int]
    result: Result | None
    over: bool
    time: str
    error: NotRequired[Annotated[str, "why it is set aside"]]


class TableLists(TypedDict):
    """The own tables, those that wait for anybody, and those to watch."""

    mine: list[Summary]
    open: list[Summary]
    watch: list[Summary]


class Hint(Advice):
    """What to play at a ply."""

    ply: int


class Left(TypedDict):
    """That the own seat is left, where only those who play may look."""

    type: Literal["left"]
    table: str


OpenedTable = ProgramUpdate


# Games and guests

Games = list[JsonObject]


class Rules(TypedDict):
    """The rules of a game, as Markdown."""

    game: str
    rules: str


class GuestName(TypedDict):
    """Who a guest is."""

    guest: str
    name: str


class NewGuestAnswer(GuestName):
    """A guest and a token, which is told once."""

    token: str


class NewToken(TypedDict):
    """A token, which is told once."""

    token: str


class NewPhrase(TypedDict):
    """A recovery phrase, which is told once."""

    phrase: str


class NewLink(TypedDict):
    """A link for another device."""

    link: str


class SessionLine(TypedDict):
    """A device or program that holds a token."""

    id: str
    label: str
    created: float
    used: float
    current: bool


class Ways(TypedDict):
    """How a guest is told of turns, without what is secret."""

    feed: bool
    webhook: str | None
    mail: str | None
    mail_confirmed: bool
    mail_possible: bool
    trouble: str


class Me(GuestName):
    """Who a guest is, and how they are told of turns."""

    notices: Ways


class NewFeed(TypedDict):
    """The address of a private feed, which is told once."""

    feed: str


class NewWebhook(TypedDict):
    """Where notices are posted, and the key that signs them, which is told once."""

    webhook: str
    key: str


class Arrived(TypedDict):
    """That a notice arrived."""

    arrived: bool


PAGES: tuple[type, ...] = (Update, Presence, Refusal, Foresight, Refusing, Threats, Remark, Past, TurningPoint, Advice)
