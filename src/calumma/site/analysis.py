"""Positions outside matches: a line of moves from a beginning, as JSON for the analysis board, and what was pasted into it.

Nothing here reads a table: whoever analyses hands over beginning and moves, so there is nothing to peek at.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from calumma import records
from calumma.core import CHANCE, OVER, Game, GameError, SetUp, State
from calumma.core.payoffs import winners
from calumma.core.words import Words
from calumma.drawing import Scene, draw_svg, picture_of, tell_all, turned
from calumma.players.assess import Decision, assess
from calumma.records import Record
from calumma.site.messages import JsonObject, Move
from calumma.site.positions import PLAIN, marker
from calumma.site.results import reason_words, winners_words
from calumma.site.study_messages import (
    Beginning,
    ChanceEvent,
    Judged,
    Outcome,
    Published,
    ReadRecord,
    SeatLine,
    SetUpParts,
    StoryLine,
    StudyNews,
    StudyView,
    Verdict,
)
from calumma.site.viewers import Layout

say = Words(__package__)

LineKey = tuple[Game, str, tuple[str, ...]]
KEPT_STATES = 512  # positions that were shown last: the next one is usually one move further
CELL = re.compile(r"[a-z]\d")
MOST_WORDS = 400  # outcomes of luck that are told in words; beyond, by their texts


class BotThought(Protocol):
    """What a bot thought before a ply: the move it would have made, and the chances of all seats, if it said any."""

    @property
    def ply(self) -> int:
        """The number of the ply."""

    @property
    def best(self) -> str:
        """The bot's own move."""

    @property
    def values(self) -> Sequence[float]:
        """The chances of the seats."""


@dataclass(frozen=True, slots=True)
class Line:
    """A beginning, a position text or the game's own start if it is empty, and the moves from there, luck included."""

    game: Game
    start: str
    moves: tuple[str, ...]

    @property
    def key(self) -> LineKey:
        """What tells it from other lines."""
        return (self.game, self.start, self.moves)


class Lines:
    """Replays lines, and remembers the last positions, so that a step further is one move and not all of them again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[LineKey, State] = OrderedDict()
        self._lock = Lock()

    def state(self, line: Line) -> State:
        """Return the position at the end of a line; GameError names the first move that does not fit."""
        known = self._recall(line.key)
        if known is not None:
            return known
        before = self._recall((line.game, line.start, line.moves[:-1])) if line.moves else None
        if before is not None:
            state = played(line.game, before, len(line.moves) - 1, line.moves[-1])
        else:
            state = _start(line)
            for number, text in enumerate(line.moves):
                state = played(line.game, state, number, text)
        self._keep(line.key, state)
        return state.copy()

    def _recall(self, key: LineKey) -> State | None:
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key].copy()

    def _keep(self, key: LineKey, state: State) -> None:
        with self._lock:
            self._kept[key] = state.copy()
            if len(self._kept) > KEPT_STATES:
                self._kept.popitem(last=False)


def _start(line: Line) -> State:
    return line.game.parse_position(line.start) if line.start else line.game.new()


def played(game: Game, state: State, number: int, text: str) -> State:
    """Return the same position, changed by one move; GameError names the move that does not fit."""
    if state.to_act == OVER:
        raise GameError(say("move-after-the-end", number=number + 1, text=text[:60]))
    try:
        state.apply(game.parse_move(state, text))
    except GameError as error:
        raise GameError(say("move-does-not-fit", number=number + 1, error=error)) from None
    return state


def states(line: Line) -> Iterator[State]:
    """Yield the positions of a line, the beginning first; each is changed when the next one is asked for."""
    state = _start(line)
    yield state
    for number, text in enumerate(line.moves):
        yield played(line.game, state, number, text)


# What the board shows


def viewer_at(state: State) -> int:
    """Return for whom a position is drawn: the seat that acts, or the seat that luck serves."""
    if state.to_act >= 0:
        return state.to_act
    turn = state.view(None).get("turn", 0)
    return turn if isinstance(turn, int) and 0 <= turn < state.seats else 0


def node(line: Line, state: State, before: State | None, layout: Layout = PLAIN, viewer: int | None = None) -> StudyView:
    """Return all that the board needs to show the position at the end of a line.

    It is drawn for the seat that acts, or always for the same viewer, who then has moves only in the own turn.
    """
    game, seat = line.game, viewer_at(state) if viewer is None else viewer
    view = state.view(seat)
    scene = picture_of(game.definition.drawing, view, layout.tall)
    return {
        "ply": len(line.moves),
        "position": game.position_text(state, None),
        "to_act": state.to_act,
        "svg": draw_svg(
            turned(scene) if layout.turned else scene, "auto", "subtle", live=True, style=False, prefix="board", highlights=()
        ),
        **_news(line, before, state, seat),
        "choices": {cell.id: cell.label or cell.id for cell in scene.cells if cell.shape == "choice"},
        "moves": _moves(game, state, view) if seat == state.to_act else [],
        "chance": _outcomes(game, state, seat),
        "seats": _seats(game, state, scene),
        "words": _standing(game, state),
        "result": _result(game, state),
        "worth": game.payoffs.worth(state.payoffs()) if state.to_act == OVER else None,
    }


def _news(line: Line, before: State | None, after: State, seat: int) -> StudyNews:
    """What the last move did: in words, and the cells of each of its effects."""
    if before is None or not line.moves:
        return {"story": "", "cells": [], "seat": None}
    action = line.game.parse_move(before, line.moves[-1])
    viewer = before.to_act if before.to_act >= 0 else seat
    effects = line.game.story(before, action, after, viewer)
    cells = [list(effect.cells) for effect in effects if effect.cells]
    return {"story": tell_all(line.game, effects), "cells": cells, "seat": before.to_act}


def _moves(game: Game, state: State, view: JsonObject) -> list[Move]:
    if state.to_act < 0:
        return []
    path, text = game.definition.drawing.path, game.move_text
    return [{"action": action, "text": text(state, action), "path": list(path(view, action))} for action in state.legal()]


def _outcomes(game: Game, state: State, seat: int) -> list[Outcome]:
    """The outcomes of luck that is due, with words and weights."""
    if state.to_act != CHANCE:
        return []
    chance = state.chance()
    return [
        {
            "text": game.move_text(state, action),
            "weight": weight,
            "words": words_of(game, state, action, seat) if len(chance) <= MOST_WORDS else game.move_text(state, action),
        }
        for action, weight in chance
    ]


def words_of(game: Game, before: State, action: int, seat: int | None) -> str:
    """Return what an action does in words."""
    after = before.copy()
    after.apply(action)
    return tell_all(game, game.story(before, action, after, seat))


def _seats(game: Game, state: State, scene: Scene) -> list[SeatLine]:
    strips = {strip.seat: strip for strip in scene.seats}
    won = winners(state.payoffs()) if state.to_act == OVER else ()
    return [
        {
            "seat": seat,
            "name": game.seat_names[seat],
            "score": score,
            "notes": list(strips[seat].notes) if seat in strips else [],
            "marker": marker(seat, strips[seat].colour, strips[seat].shape) if seat in strips else "",
            "turn": state.to_act == seat,
            "won": seat in won,
        }
        for seat, score in enumerate(state.scores())
    ]


def _standing(game: Game, state: State) -> str:
    if state.to_act == CHANCE:
        return say("analysis.chance")
    if state.to_act == OVER:
        return ""
    return say("match.turn_of", player=game.seat_names[state.to_act])


def _result(game: Game, state: State) -> Verdict | None:
    if state.to_act != OVER:
        return None
    return {"words": winners_words(winners(state.payoffs()), game.seat_names), "reason": reason_words(game, state.reason())}


def story_lines(line: Line) -> list[StoryLine]:
    """Return every move of a line with its seat and what it did in words, as the acting seat sees it."""
    found: list[StoryLine] = []
    before: State | None = None
    for number, state in enumerate(states(line)):
        if before is not None:
            text = line.moves[number - 1]
            seat = viewer_at(before)
            effects = line.game.story(before, line.game.parse_move(before, text), state, seat)
            found.append({"text": text, "seat": before.to_act, "words": tell_all(line.game, effects)})
        before = state.copy()
    return found


def judged(line: Line, thoughts: Sequence[BotThought]) -> list[Judged]:
    """Return what every decision of a line cost, given what a bot thought before each of them."""
    told = {one.ply: one for one in thoughts}
    made: list[Decision] = []
    for ply, state in enumerate(states(line)):
        if ply < len(line.moves) and state.to_act >= 0 and ply in told:
            made.append(Decision(ply, state.to_act, line.moves[ply], told[ply].best, _values(state, told[ply])))
    return [row.as_json() for row in assess(made, line.game.payoffs.worth(state.payoffs()) if state.to_act == OVER else None)]


def _values(state: State, thought: BotThought) -> Sequence[float]:
    if len(thought.values) not in (0, state.seats):
        raise GameError(say("values-for-each-seat", ply=thought.ply, values=len(thought.values), seats=state.seats))
    return thought.values


# What was set up by hand


def set_up_parts(game: Game) -> SetUpParts | None:
    """Return what a position of a game is set up with, None if only its text can be written."""
    parts = game.definition.notation.set_up(game)
    if parts is None:
        return None
    seats = zip(parts["turns"], game.seat_names, strict=True)
    return {"pieces": dict(parts["pieces"]), "tops": dict(parts["tops"]), "turns": dict(seats)}


def put(game: Game, position: str, cell: str, token: str) -> Beginning:
    """Return a position with something put on a cell: a piece, a thing on top of one, or nothing (an empty token)."""
    parts, board, turn = _taken_apart(game, position)
    cells = sorted(
        (each.id for each in game.scene(game.parse_position(position)).cells if CELL.fullmatch(each.id)),
        key=lambda name: (-int(name[1:]), name[0]),
    )
    if cell not in cells:
        raise GameError(say("no-cell-to-set-up", cell=cell[:20]))
    pieces = [piece for rank in board for piece in rank]
    at = cells.index(cell)
    if token in parts["tops"]:
        if not pieces[at]:
            raise GameError(say("no-piece-below", cell=cell))
        pieces[at] += token
    elif token in parts["pieces"] or not token:
        pieces[at] = token
    else:
        raise GameError(say("unknown-piece", piece=token[:20], known=", ".join([*parts["pieces"], *parts["tops"]])))
    return _put_together(game, parts, board, pieces, turn)


def let_move(game: Game, position: str, turn: str) -> Beginning:
    """Return a position with another seat to move."""
    parts, board, _ = _taken_apart(game, position)
    if turn not in parts["turns"]:
        raise GameError(say("unknown-seat-to-move", seat=turn[:20], known=", ".join(parts["turns"])))
    return _put_together(game, parts, board, [piece for rank in board for piece in rank], turn)


def _taken_apart(game: Game, position: str) -> tuple[SetUp, list[list[str]], str]:
    """What a position is set up with, the pieces of its ranks (empty texts for empty cells), and the seat to move."""
    parts = game.definition.notation.set_up(game)
    if parts is None:
        raise GameError(say("set-up-by-text", game=game.name))
    board, turn = game.position_text(game.parse_position(position), None).split()[:2]
    token = re.compile(rf"(\d)|(?:{'|'.join(parts['pieces'])})(?:{'|'.join(parts['tops']) or '(?!)'})*")
    ranks = [
        [piece for found in token.finditer(rank) for piece in ([""] * int(found[1]) if found[1] else [found[0]])]
        for rank in board.split("/")
    ]
    return parts, ranks, turn


def _put_together(game: Game, parts: SetUp, board: list[list[str]], pieces: list[str], turn: str) -> Beginning:
    rest = iter(pieces)
    ranks = ["".join(next(rest) or "1" for _ in rank) for rank in board]
    text = parts["text"]("/".join(re.sub("1+", lambda run: str(len(run[0])), rank) for rank in ranks), turn)
    return beginning(Line(game, game.position_text(game.parse_position(text), None), ()))


# What was pasted


def read_pasted(text: str, game: Game) -> Beginning | ReadRecord:
    """Return beginning and moves that a text holds: a record, or a position of the game; GameError says what is wrong with it."""
    text = text.strip()
    if not text:
        raise GameError(say("nothing-to-read"))
    if text.startswith("{"):
        return _of_record(_whole(records.loads(text)))
    state = game.parse_position(" ".join(text.split()))
    return beginning(Line(game, game.position_text(state, None), ()))


def _whole(record: Record) -> Record:
    if record.hidden:
        raise GameError(say("record-of-one-seat"))
    return record


def _of_record(record: Record) -> ReadRecord:
    found = beginning(Line(record.load_game(), "", tuple(record.plies)))
    return {**found, "players": list(record.players), "has_luck": record.chance is not None and record.chance.secret is not None}


def beginning(line: Line) -> Beginning:
    """Return a line as its address and its requests say it."""
    game = line.game
    chosen = {name: value for name, value in game.options.items() if value != game.info.options[name].default}
    return {"game": game.name, "seats": game.seats, "options": chosen, "start": line.start, "moves": list(line.moves)}


def record_of(line: Line, state: State) -> JsonObject:
    """Return a line as a record; GameError if it does not begin where matches begin."""
    if line.start:
        raise GameError(say("record-from-the-start"))
    return dict(json.loads(records.dumps(Record.at(state, [None] * state.seats, line.moves))))


# The luck of a finished match


def published_luck(record: Record) -> Published:
    """Return what a check of the luck needs: the published parts, and at every draw the outcomes with their weights."""
    game = record.load_game()
    if record.chance is None:
        raise GameError(say("no-luck-to-check", game=game.name))
    secret = record.chance.secret
    if secret is None:
        raise GameError(say("secret-after-the-end"))
    events: list[ChanceEvent] = []
    for number, state, action in records.replay(_whole(record)):
        if state.to_act == CHANCE:
            words = words_of(game, state, action, viewer_at(state))
            outcomes = [(game.move_text(state, outcome), weight) for outcome, weight in state.chance()]
            events.append({"ply": number, "text": record.plies[number], "words": words, "outcomes": outcomes})
    published = record.chance
    seeds = [*published.seeds, *[None] * (game.seats - len(published.seeds))]
    promised = published.seed_commitments
    return {
        "game": game.name,
        "names": list(game.seat_names),
        "commitment": published.commitment,
        "secret": secret,
        "seeds": seeds,
        "seed_commitments": None if promised is None else [*promised, *[None] * (game.seats - len(promised))],
        "bots": [seat for seat in range(game.seats) if record.is_bots(seat)],
        "first": published.first,
        "draws": events,
    }
