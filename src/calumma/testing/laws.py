"""The laws that every game keeps, one small function each.

A law looks at a `Moment` (one position of a match, or one ply of it) and calls `moment.fail` with what it found. Its docstring is
the text of the law; the decorator says what the author of a game should do who breaks it. `check.py` runs them.
"""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, NoReturn

from calumma.core import CHANCE, OVER, Effect, Game, GameError, IllegalMove, NotationError, Picture, Rng, State
from calumma.core.catalogue import MessageError
from calumma.core.messages import reason_text, tell
from calumma.core.schema import Schema, misfit

Scope = Literal["position", "ply", "match", "game"]
Needs = Literal["", "secrets", "luck", "drawing"]

TOLERANCE = 1e-9
ENOUGH = 200  # positions and seats to deal worlds for, before all of them being the same is held against a game
GARBAGE = ("", " ", "?", "~?", "no such move", "\N{SNOWMAN}", "0" * 40)
HIDDEN_LEAVES = (None, "?", "~?", -1)
"""How a view may write a thing that the viewer cannot see."""


class LawBroken(AssertionError):
    """A game breaks a law; the sentence says which, what was found, what to do, and how to get there again."""

    def __init__(self, law: Law, game: Game, found: str, plies: list[str]) -> None:
        self.law = law
        self.game = game
        self.found = found
        self.plies = tuple(plies)
        played = " ".join(plies) or "none"
        super().__init__(
            f"{game} breaks law {law.number}, {law.name}: {found}. {law.advice} The law: {law.text} "
            f"Found at ply {len(plies)}; plies so far: {played}"
        )


@dataclass(frozen=True)
class Law:
    """A law of the protocol. `scope` says what it looks at: position, ply, match or game; `costly` ones are sampled."""

    number: int
    name: str
    text: str
    advice: str
    scope: Scope
    costly: bool
    check: Callable[[Moment], None]
    needs: Needs = ""


LAWS: list[Law] = []
"""All laws, in the order of their numbers."""

Check = Callable[["Moment"], None]


def law(scope: Scope, advice: str, *, costly: bool = True, needs: Needs = "") -> Callable[[Check], Check]:
    """Make a function a law: its docstring is the law's text, its name, with dashes, the law's name."""

    def enlist(check: Check) -> Check:
        name, text = check.__name__.replace("_", "-"), str(check.__doc__)
        LAWS.append(Law(len(LAWS) + 1, name, text, advice, scope, costly, check, needs))
        return check

    return enlist


@dataclass
class Memory:
    """What is remembered over all matches of one check."""

    futures: dict[Hashable, tuple[Any, ...]] = field(default_factory=dict)  # of positions by key
    secrets: int = 0  # positions and seats where dealt worlds were compared
    differing: int = 0  # how many of them had worlds that differ
    chance: int = 0  # chance nodes met
    schema: Schema = field(default_factory=dict)  # of the views


@dataclass
class Moment:
    """One position of a match under check; for a ply also the action and the position after it."""

    game: Game
    state: State
    plies: list[str]
    rng: Rng
    memory: Memory
    law: Law
    action: int = -1
    after: State | None = None
    keys: list[Hashable] = field(default_factory=list)  # of all positions so far, for the laws of a match
    stale: list[str] = field(default_factory=list)  # texts that were legal some time before
    _drawn: State | None = field(default=None, init=False, repr=False)  # the position that `_cells` are of
    _cells: dict[int | None, list[str]] = field(default_factory=dict, init=False, repr=False)

    def fail(self, found: str) -> NoReturn:
        """Say what was found against the law."""
        raise LawBroken(self.law, self.game, found, self.plies)

    def demand(self, kept: object, found: str) -> None:
        """Fail unless the law is kept."""
        if not kept:
            self.fail(found)

    def text(self, action: int) -> str:
        """Return an action's text here."""
        return self.game.move_text(self.state, action)

    def seats(self) -> range:
        """All seats."""
        return range(self.state.seats)

    def scene(self, seat: int | None) -> Picture:
        """Draw what a seat sees, and remember the ids of its cells."""
        if self._drawn is not self.state:
            self._drawn, self._cells = self.state, {}
        scene = self.game.scene(self.state, seat)
        self._cells[seat] = [cell.id for cell in scene.cells]
        return scene

    def cells(self, seat: int | None) -> list[str]:
        """Return the ids of the cells that a seat sees; drawn once, as several laws ask for them."""
        if self._drawn is not self.state or seat not in self._cells:
            self.scene(seat)
        return self._cells[seat]

    def worlds(self, seat: int, count: int = 3) -> list[State]:
        """Deal a few worlds that a seat cannot tell from this one."""
        return [self.state.determinize(seat, Rng(self.rng.below(1 << 30))) for _ in range(count)]


# Playing


@law("position", "Correct c_to_act, or has_chance in the definition.", costly=False)
def to_act_is_known(m: Moment) -> None:
    """to_act is a seat, CHANCE or OVER; CHANCE only in games that declare has_chance."""
    acting = m.state.to_act
    m.demand(acting in (CHANCE, OVER) or 0 <= acting < m.state.seats, f"to_act is {acting}")
    m.demand(acting != CHANCE or m.game.info.has_chance, "to_act is CHANCE although has_chance is False")
    m.memory.chance += acting == CHANCE


@law("position", "End the match, or offer an explicit pass; c_legal returns 0 exactly when c_to_act is OVER.", costly=False)
def moves_until_over(m: Moment) -> None:
    """A position that is not OVER offers at least one action, and one that is OVER offers none."""
    count = len(m.state.legal())
    if m.state.to_act == OVER:
        m.demand(count == 0, f"the match is over, but legal() offers {count} actions")
    m.demand(count > 0 or m.state.to_act == OVER, f"legal() is empty, but to_act is {m.state.to_act}")


@law(
    "position",
    "Write the actions in ascending order in c_legal, each once, and let num_actions be larger than all.",
    costly=False,
)
def legal_ascends(m: Moment) -> None:
    """Legal actions are distinct, ascending and from 0 to num_actions - 1."""
    legal = m.state.legal()
    wrong = [(a, b) for a, b in pairwise(legal) if a >= b]
    m.demand(not wrong, f"legal() has {wrong[0][1]} after {wrong[0][0]}" if wrong else "")
    most = m.game.info.num_actions
    m.demand(
        not legal or (legal[0] >= 0 and legal[-1] < most),
        f"legal() goes from {min(legal, default=0)} to {max(legal, default=0)}, but num_actions is {most}",
    )


@law("position", "Write one weight for each outcome in c_chance, in the order of c_legal.", costly=False)
def chance_matches_legal(m: Moment) -> None:
    """At CHANCE, chance() gives every outcome of legal() a positive whole weight; elsewhere it is empty."""
    chance = m.state.chance()
    if m.state.to_act != CHANCE:
        m.demand(chance == [], f"chance() is {chance[:3]} where nothing is drawn")
        return
    outcomes = [action for action, _ in chance]
    m.demand(outcomes == m.state.legal(), f"chance() names the outcomes {outcomes[:9]}, legal() {m.state.legal()[:9]}")
    wrong = [pair for pair in chance if type(pair[1]) is not int or pair[1] <= 0]
    m.demand(not wrong, f"chance() holds {wrong[:3]}")


@law("position", "Let c_pick draw exactly as State.c_pick documents, or leave it out.", costly=False)
def pick_draws_as_documented(m: Moment) -> None:
    """pick() draws one number below the count of actions, or below the sum of weights, in ascending order."""
    seed = m.rng.below(1 << 30)
    mine, theirs = Rng(seed), Rng(seed)
    expected, found = pick(m.state, mine), m.state.pick(theirs)
    m.demand(found == expected, f"pick(Rng({seed})) is {found}, but the documented draw gives {expected}")
    m.demand(repr(mine) == repr(theirs), f"pick(Rng({seed})) draws another count of numbers than documented")


def pick(state: State, rng: Rng) -> int:
    """Return a random action by the documented draw, from legal() and chance() alone; -1 when OVER."""
    actions = state.legal()
    if not actions:
        return -1
    if state.to_act != CHANCE:
        return actions[rng.below(len(actions))]
    weights = [weight for _, weight in state.chance()]
    number = rng.below(sum(weights))
    for action, weight in zip(actions, weights, strict=True):
        if number < weight:
            return action
        number -= weight
    raise AssertionError("a number below the sum of the weights always meets an outcome")


@law("position", "Let c_scores write one for each seat.", costly=False)
def scores_are_whole(m: Moment) -> None:
    """scores() is a whole number for every seat, at any time."""
    scores = m.state.scores()
    m.demand(len(scores) == m.state.seats and all(type(score) is int for score in scores), f"scores() is {scores}")


@law("position", "Scale the values in evaluate (c_evaluate): a guess is made in payoffs.")
def guesses_are_payoffs(m: Moment) -> None:
    """evaluate() gives every seat a value within the bounds of payoffs, with their sum; when the match is over, the payoffs."""
    guess = m.state.evaluate()
    _demand_declared(m, "evaluate()", guess, 1e-6)
    if m.state.to_act == OVER:
        paid = m.state.payoffs()
        same = all(abs(a - b) < 1e-6 for a, b in zip(guess, paid, strict=True))
        m.demand(same, f"the match is over and pays {paid}, but evaluate() is {guess}")


@law("match", "Give each of n winners 1/n in payoffs (c_payoffs), or declare in the definition what the game pays.")
def payoffs_are_as_declared(m: Moment) -> None:
    """payoffs() keep to the bounds and the sum that the definition declares; shares are equal among winners, and 0 for others."""
    payoffs = m.state.payoffs()
    _demand_declared(m, "payoffs()", payoffs, TOLERANCE)
    won = [value for value in payoffs if value > 0]
    equal = not m.game.payoffs.shares or max(won) - min(won) < TOLERANCE
    m.demand(equal, f"payoffs() is {payoffs}: the winners have unequal shares")


def _demand_declared(m: Moment, what: str, values: list[float], tolerance: float) -> None:
    pays = m.game.payoffs
    m.demand(len(values) == m.state.seats, f"{what} has {len(values)} values for {m.state.seats} seats")
    inside = all(pays.lowest - tolerance <= value <= pays.highest + tolerance for value in values)
    m.demand(inside, f"{what} is {values}, declared are {pays.lowest:g} to {pays.highest:g}")
    summed = pays.total is None or abs(sum(values) - pays.total) < tolerance * m.state.seats
    m.demand(summed, f"{what} is {values}, which sums to {sum(values)} and not to {pays.total}")


@law("position", "Raise ValueError in payoffs unless to_act is OVER.")
def payoffs_wait_for_the_end(m: Moment) -> None:
    """payoffs() before the end raises ValueError: nobody has won anything yet."""
    if m.state.to_act == OVER:
        return
    try:
        payoffs = m.state.payoffs()
    except ValueError:
        return
    m.fail(f"the match is not over, but payoffs() is {payoffs}")


@law("match", "Return a key of the reasons in locale/en.po from reason().")
def reason_is_given(m: Moment) -> None:
    """reason() is a message key when the match is over and empty before."""
    m.demand(isinstance(m.state.reason(), str) and m.state.reason(), f"the match is over, but reason() is {m.state.reason()!r}")
    m.demand(m.game.new().reason() == "", f"a new match already has the reason {m.game.new().reason()!r}")


@law("match", "Let the rules end every match (a limit of quiet plies), or raise max_plies.")
def match_ends(m: Moment) -> None:
    """A match ends within max_plies."""
    most = m.game.info.max_plies
    m.demand(
        m.state.to_act == OVER and len(m.plies) <= most, f"after {len(m.plies)} plies the match is not over, max_plies is {most}"
    )


# Depending on nothing else


@law("ply", "Make the random part a chance outcome: let to_act be CHANCE and the outcome an action.")
def apply_is_certain(m: Moment) -> None:
    """What apply does depends on position and action alone: there is no random generator behind it."""
    kept = random.getstate()
    try:
        keys = [_key_after(m.state, m.action, seed) for seed in range(6)]
    finally:
        random.setstate(kept)
    m.demand(len(set(keys)) == 1, f"{m.text(m.action)} applied to equal positions gives different ones")


def _key_after(state: State, action: int, seed: int) -> Hashable:
    random.seed(seed)
    copy = state.copy()
    copy.apply_unchecked(action)
    return copy.key()


@law("ply", "Copy every field, and the inside of every list, in c_copy_from.")
def copies_are_independent(m: Moment) -> None:
    """A copy equals its original, goes on like it, and never changes it."""
    key, legal, copy = m.state.key(), m.state.legal(), m.state.copy()
    m.demand(copy.key() == key and copy.legal() == legal, "the key or the actions of a copy differ from its original's")
    hidden = copy.copy()
    copy.apply_unchecked(m.action)
    m.demand(m.state.key() == key and m.state.legal() == legal, f"{m.text(m.action)} on a copy changes the original")
    hidden.apply_unchecked(m.action)
    m.demand(hidden.key() == copy.key(), f"{m.text(m.action)} leads a copy and the copy of a copy to different positions")
    m.demand(m.after is None or copy.key() == m.after.key(), f"{m.text(m.action)} leads copies to different positions")


@law("position", "Keep what cannot be pickled out of the state.")
def pickles(m: Moment) -> None:
    """A pickled position comes back equal."""
    back = pickle.loads(pickle.dumps(m.state))
    m.demand(back.key() == m.state.key(), "the key of a pickled position differs")
    m.demand(back.legal() == m.state.legal() and back.game == m.game, "the actions or the game of a pickled position differ")


@law("position", "Put everything that the future depends on into key(), and nothing else into c_hash.")
def equal_keys_mean_equal_futures(m: Moment) -> None:
    """Positions with equal keys have the same hash, the same actions, scores and views."""
    key, state = m.state.key(), m.state
    m.demand(hash(key) == hash(state.copy().key()), "the key of a copy hashes differently")
    future = (state.hash(), state.to_act, state.legal(), state.chance(), state.scores(), _json(state.view(None)))
    known = m.memory.futures.setdefault(key, future)
    names = ("hash()", "to_act", "legal()", "chance()", "scores()", "view(None)")
    wrong = [name for name, a, b in zip(names, known, future, strict=True) if a != b]
    m.demand(not wrong, f"two positions have the key {str(key)[:80]}, but differ in {', '.join(wrong)}")


# Texts


@law(
    "position",
    "Let move_text write everything that tells two legal actions apart, and read_move read it; declare may_pass if a seat may "
    "pass that could move.",
)
def move_texts_parse_back(m: Moment) -> None:
    """Texts of legal actions are distinct, have no spaces and parse back; those of chance outcomes alone begin with ~."""
    chance = m.state.to_act == CHANCE
    seen: dict[str, int] = {}
    for action in m.state.legal():
        text = m.text(action)
        m.demand(text and not set(text) & set(" \t\n"), f'action {action} is written "{text}"')
        m.demand(text not in seen, f'actions {seen.get(text)} and {action} are both written "{text}"')
        m.demand(text.startswith("~") == chance, f'"{text}" {"lacks" if chance else "begins with"} a ~')
        seen[text] = action
        back = _read(m, text)
        m.demand(back == action, f'"{text}" is the text of action {action} but is read as {back}')
    beside = "pass" in seen and len(seen) > 1
    m.demand(not beside or m.game.definition.may_pass, 'the move "pass" is offered beside other moves, but may_pass is False')


def _read(m: Moment, text: str) -> int | None:
    try:
        return m.game.parse_move(m.state, text)
    except GameError as error:
        m.fail(f'the legal move "{text}" is refused: {error}')


@law("position", "Raise NotationError in read_move for what cannot be read; let refusal explain every other action.")
def bad_texts_are_refused(m: Moment) -> None:
    """A text that is no legal move raises NotationError or IllegalMove, with a sentence that quotes it."""
    legal = m.state.legal()
    texts = {m.text(action) for action in legal}
    some = [m.text(legal[m.rng.below(len(legal))])] if legal else []
    for text in [*GARBAGE, *m.stale, *(bad for move in some for bad in _mangled(move))]:
        if text not in texts:
            _expect_refusal(m, text, certain=text in GARBAGE)


def _mangled(text: str) -> Iterator[str]:
    yield from (text + "x", "x" + text, text[1:], text[:-1], text[::-1], text.swapcase(), text + text)


def _expect_refusal(m: Moment, text: str, certain: bool) -> None:
    try:
        action = m.game.parse_move(m.state, text)
    except (NotationError, IllegalMove) as error:
        told = str(error).partition(f'"{text}": ')[2]
        m.demand(told, f'the error for "{text}" is no sentence that quotes it: {error}')
    except Exception as error:
        m.fail(f'parse_move("{text}") raises {type(error).__name__}: {error}')
    else:
        lenient = not certain and action in m.state.legal()  # another spelling of a legal move
        m.demand(lenient, f'"{text}" is no legal move, but is read as action {action}')


@law("match", "Keep everything that matters in the state, and nothing outside of it.")
def record_replays(m: Moment) -> None:
    """The plies of a match, replayed by their texts from a new position, give equal keys at every ply."""
    state = m.game.new()
    for ply, (text, key) in enumerate(zip(m.plies, m.keys, strict=False)):
        m.demand(state.key() == key, f"replaying the record, the key at ply {ply} differs from the first time")
        state.apply(m.game.parse_move(state, text))
    m.demand(state.key() == m.state.key(), "replaying the record, the last key differs from the first time")
    m.demand(state.scores() == m.state.scores(), f"replaying the record, scores are {state.scores()} and were {m.state.scores()}")


@law(
    "position",
    "Write into the text whatever the rest of the match depends on, and let parse_position set all of it, at the end also who "
    "won and why; name in the definition's left_out what texts leave out, such as counters that start anew.",
)
def position_texts_parse_back(m: Moment) -> None:
    """position_text(state, None) is one line, and parse_position makes the same position of it, but for `left_out`."""
    text = m.game.position_text(m.state, None)
    m.demand(
        isinstance(text, str) and text and text == text.strip() and len(text.splitlines()) == 1,
        f"the position text is {text!r}: not one line",
    )
    back = _parsed(m, text)
    again = m.game.position_text(back, None)
    m.demand(again == text, f'"{text}" is read as a position with the text "{again}"')
    m.demand(_parsed(m, again).key() == back.key(), f'"{text}" read twice gives different keys')
    left_out = m.game.definition.left_out
    alike = back.key() == m.state.key()
    if m.state.to_act != OVER:
        _play_alike(m, m.state.copy(), back, text)
    elif m.state.reason() not in left_out:  # a match that counters ended goes on with fresh ones
        _end_alike(m, back, text)
    m.demand(alike or left_out, f'"{text}" is read as a position with another key')


def _parsed(m: Moment, text: str) -> State:
    try:
        return m.game.parse_position(text)
    except GameError as error:
        m.fail(f"the text of a position that occurred is refused: {error}")


def _end_alike(m: Moment, back: State, text: str) -> None:
    m.demand(back.to_act == OVER, f'"{text}" is read as going on, but it has ended: {m.state.reason()}')
    for name in ("payoffs", "scores", "reason"):
        mine, theirs = getattr(m.state, name)(), getattr(back, name)()
        m.demand(mine == theirs, f'"{text}" is read as an end with the {name} {theirs} and not {mine}')
    _look_alike(m, m.state, back, f'"{text}" is read')


def _play_alike(m: Moment, state: State, back: State, text: str, plies: int = 4) -> None:
    line: list[str] = []
    while True:
        where = " ".join([f'"{text}" is read', *(["after", *line] if line else [])])
        if OVER in (state.to_act, back.to_act) or len(line) == plies:
            break
        m.demand(back.to_act == state.to_act, f"{where} with to_act {back.to_act} instead of {state.to_act}")
        m.demand(back.legal() == state.legal() and back.chance() == state.chance(), f"{where} with other actions")
        m.demand(back.scores() == state.scores(), f"{where} with scores {back.scores()}, not {state.scores()}")
        _look_alike(m, state, back, where)
        action = pick(state, m.rng)
        line.append(m.game.move_text(state, action))
        state.apply(action)
        back.apply(action)
    m.demand(back.to_act != OVER or state.to_act == OVER, f"{where} as over, and it is not")
    counted = state.reason() in m.game.definition.left_out
    m.demand(back.to_act == OVER or state.to_act != OVER or counted, f"{where} as going on, but it ended: {state.reason()}")


def _look_alike(m: Moment, state: State, back: State, where: str) -> None:
    """Compare the views, except for what position texts leave out."""
    for seat in (None, *m.seats()):
        mine, theirs = ({**position.view(seat), **dict.fromkeys(m.game.definition.left_out)} for position in (state, back))
        m.demand(mine == theirs, f"{where} with another view({seat}): {_first_difference(mine, theirs)}")


@law("position", "Check everything in parse_position before building the state.")
def bad_positions_are_refused(m: Moment) -> None:
    """A text that is no position raises NotationError with a sentence that quotes it, or is read as a sound position."""
    text = m.game.position_text(m.state, None)
    cut = m.rng.below(len(text)) if text else 0
    for bad in ("", "?", "no such position", text[:cut], text[:cut] + text[cut + 1 :], text[:cut] + "\N{SNOWMAN}" + text[cut:]):
        try:
            back = m.game.parse_position(bad)
            back.legal()
            back.view(None)
        except NotationError as error:
            m.demand(f'"{bad}": ' in str(error), f'the error for the position "{bad}" does not quote it: {error}')
        except Exception as error:
            m.fail(f'parse_position("{bad}") raises {type(error).__name__}: {error}')


# Knowing


@law("position", "Use dicts with text keys, lists, texts, numbers, booleans and None in view_of; no tuples, sets or int keys.")
def views_are_json(m: Moment) -> None:
    """view(seat) is the same after a trip through JSON, for every seat and for spectators."""
    for seat in (None, *m.seats()):
        view = m.state.view(seat)
        try:
            back = json.loads(json.dumps(view, allow_nan=False))
        except (TypeError, ValueError) as error:
            m.fail(f"view({seat}) is not JSON-able: {error}")
        m.demand(back == view, f"view({seat}) changes in JSON at {_first_difference(view, back)}")


@law("position", "Show nothing in view_of that determinize changes, and let determinize change nothing that the seat knows.")
def dealt_worlds_look_alike(m: Moment) -> None:
    """Worlds dealt for a seat look to it exactly as the true one: determinize(seat, rng).view(seat) == view(seat)."""
    for seat in m.seats():
        view = m.state.view(seat)
        for world in m.worlds(seat, 2):
            m.demand(
                world.view(seat) == view,
                f"in a world dealt for seat {seat} its own view differs at {_first_difference(view, world.view(seat))}",
            )


@law(
    "position",
    "Let c_legal look at nothing that the mover cannot see; draw what is hidden as a chance outcome afterwards.",
    needs="secrets",
)
def movers_know_their_actions(m: Moment) -> None:
    """The mover's legal actions are the same in all worlds dealt for the mover."""
    if m.state.to_act >= 0:
        legal = m.state.legal()
        for world in m.worlds(m.state.to_act):
            m.demand(world.legal() == legal, f"in a world dealt for seat {m.state.to_act}, which is to act, legal() differs")
            m.demand(world.to_act == m.state.to_act, f"in a world dealt for seat {m.state.to_act} another seat is to act")


@law("position", "Let c_features, and c_observe or c_bits, read nothing that the seat cannot see.", needs="secrets")
def features_keep_secrets(m: Moment) -> None:
    """What learned evaluations read for a seat, by tables or observation, is the same in all worlds dealt for that seat."""
    observes = m.game.definition.observation is not None
    for seat in m.seats():
        features, seen = m.state.features(seat), m.state.observe(seat) if observes else None
        for world in m.worlds(seat, 2):
            m.demand(world.features(seat) == features, f"in a world dealt for seat {seat} features({seat}) differ")
            m.demand(seen is None or world.observe(seat) == seen, f"in a world dealt for seat {seat} observe({seat}) differs")


@law("position", "Deal from sorted pools of what is unseen, and take no number, order or branch from the hidden truth.")
def dealing_does_not_peek(m: Moment) -> None:
    """What determinize deals depends on what the seat knows alone: from a dealt world the same as from the true one."""
    for seat in m.seats():
        seed = m.rng.below(1 << 30)
        expected = m.state.determinize(seat, Rng(seed)).key()
        for world in m.worlds(seat, 2):
            found = world.determinize(seat, Rng(seed)).key()
            m.demand(found == expected, f"determinize({seat}, Rng({seed})) depends on what seat {seat} cannot see")


@law("position", "Deal on the copy only; declare has_secrets if something is hidden.")
def dealing_changes_copies_only(m: Moment) -> None:
    """Dealing leaves the position itself alone, and changes nothing in a game without secrets."""
    key = m.state.key()
    for seat in m.seats():
        world = m.worlds(seat, 1)[0]
        m.demand(m.state.key() == key, f"determinize({seat}, rng) changes the position that it copies")
        m.demand(world.key() == key or m.game.info.has_secrets, f"determinize({seat}, rng) changes a game without secrets")


@law("position", "Deal uniformly from everything that is unseen.", needs="secrets")
def dealing_reaches_the_truth(m: Moment) -> None:
    """Dealing makes every world that the seat cannot rule out, the true one among them."""
    key = m.state.key()
    for seat in m.seats():
        dealt = worlds(m.state, seat, 32, m.rng.below(1 << 30))
        m.memory.secrets += 1
        m.memory.differing += len(dealt) > 1
        if len(dealt) <= 4 and key not in dealt:  # so few worlds that the true one cannot have been missed by chance
            more = worlds(m.state, seat, 400, m.rng.below(1 << 30))
            m.demand(
                key in more, f"in 432 worlds dealt for seat {seat} there are {len(more)} different ones, but never the true one"
            )


@law("position", "Deal only what can be there: every card, tile and cube as often as the box holds it.", needs="secrets")
def dealt_worlds_are_sound(m: Moment) -> None:
    """A dealt world is a position like any other: its text parses back, and it plays on to an end within max_plies."""
    for seat in m.seats():
        world = m.worlds(seat, 1)[0]
        text = m.game.position_text(world, None)
        try:
            again = m.game.position_text(m.game.parse_position(text), None)
        except GameError as error:
            m.fail(f"the text of a world dealt for seat {seat} is refused: {error}")
        m.demand(again == text, f'a world dealt for seat {seat} has the text "{text}", but is read as "{again}"')
        left = m.game.info.max_plies - len(m.plies)
        while world.to_act != OVER and left >= 0:
            world.apply(world.pick(m.rng))
            left -= 1
        m.demand(world.to_act == OVER, f"a world dealt for seat {seat} does not end within max_plies")


def worlds(state: State, seat: int, count: int, seed: int = 0) -> Counter[Hashable]:
    """Deal worlds for a seat and return how often each came, by key."""
    rng = Rng(seed)
    return Counter(state.determinize(seat, rng).key() for _ in range(count))


@law("position", "Hide from spectators (seat None) whatever is hidden from any seat.")
def spectators_know_least(m: Moment) -> None:
    """A spectator's view never says more than any seat's view."""
    view = m.state.view(None)
    for seat in m.seats():
        more = _more({**view, "seat": seat}, m.state.view(seat), "view")
        m.demand(more is None, f"a spectator sees {more}, which seat {seat} does not see so")
        for world in m.worlds(seat, 1):
            m.demand(
                world.view(None) == view,
                f"in a world dealt for seat {seat} the spectator's view differs at {_first_difference(view, world.view(None))}",
            )


def _more(spectator: Any, seat: Any, where: str) -> str | None:
    """Return the first place where a spectator is told something that a seat is not told in the same words."""
    if isinstance(spectator, dict) and isinstance(seat, dict):
        pairs: list[tuple[Any, Any, Any]] = [(name, value, seat.get(name)) for name, value in spectator.items()]
    elif isinstance(spectator, list) and isinstance(seat, list) and len(spectator) == len(seat):
        pairs = [(i, a, b) for i, (a, b) in enumerate(zip(spectator, seat, strict=True))]
    else:
        hidden = spectator == seat or spectator in HIDDEN_LEAVES or spectator in ([], {})
        counted = isinstance(spectator, int) and isinstance(seat, (list, dict)) and len(seat) == spectator
        return None if hidden or counted else f"{where} = {str(spectator)[:60]}"
    return next((found for name, a, b in pairs if (found := _more(a, b, f"{where}[{name!r}]"))), None)


@law("position", "Write what a seat cannot see as unknown.")
def position_texts_keep_secrets(m: Moment) -> None:
    """position_text(state, seat) is one line and the same in all worlds dealt for the seat."""
    for seat in m.seats():
        text = m.game.position_text(m.state, seat)
        m.demand(len(text.splitlines()) == 1, f"the position text for seat {seat} is {text!r}: not one line")
        for world in m.worlds(seat, 2):
            other = m.game.position_text(world, seat)
            m.demand(other == text, f'the position text for seat {seat} is "{text}", but in a world dealt for it "{other}"')


@law(
    "position",
    "Write into a seat's text all that the seat knows, and offer `fill` in notation.py if the game has secrets.",
)
def seats_texts_deal_worlds(m: Moment) -> None:
    """A seat's own position text is read as a world dealt from what the seat knows, the same as from the full text."""
    full = _parsed(m, m.game.position_text(m.state, None))  # repetition and quiet counters start anew there, too
    for seat in m.seats():
        text, seed = m.game.position_text(m.state, seat), m.rng.below(1 << 30)
        try:
            world = m.game.parse_position(text, seat, seed)
        except GameError as error:
            m.fail(f"the text of a position that occurred, as seat {seat} sees it, is refused: {error}")
        view, mine = full.view(seat), world.view(seat)
        m.demand(mine == view, f'"{text}" read for seat {seat} shows it another view: {_first_difference(view, mine)}')
        dealt = full.determinize(seat, Rng(seed)).key()
        m.demand(world.key() == dealt, f'"{text}" read for seat {seat} is not dealt as determinize deals it')
        again = m.game.position_text(world, seat)
        m.demand(again == text, f'"{text}" read for seat {seat} has the text "{again}"')


@law("ply", "Let seen hide from spectators what is hidden from any seat, and from the mover nothing.")
def seen_is_consistent(m: Moment) -> None:
    """seen(action, seat) is an action or None; the mover sees its own action, and spectators see no more than any seat."""
    sights = {seat: m.state.seen(m.action, seat) for seat in (None, *m.seats())}
    for seat, seen in sights.items():
        m.demand(seen is None or type(seen) is int, f"seen({m.action}, {seat}) is {seen!r}")
        m.demand(seen is not None or m.game.info.has_secrets, f"seen({m.action}, {seat}) is None in a game without secrets")
        m.demand(seen is not None or sights[None] is None, f"a spectator sees {m.text(m.action)}, but seat {seat} does not")
        if seat == m.state.to_act:
            m.demand(seen == m.action, f"seat {seat} plays {m.text(m.action)} and sees {seen} instead")
    for text in (m.game.seen_text(m.state, m.action, seat) for seat in sights):
        m.demand(" " not in text and text, f'a seat sees the ply as "{text}"')


@law("ply", "Show in view_of no more of a hidden ply than seen tells, or let seen tell it.", needs="secrets")
def hidden_plies_stay_hidden(m: Moment) -> None:
    """Of two actions that look the same to a seat, the views after them look the same too."""
    for seat in (None, *m.seats()):
        seen = m.state.seen(m.action, seat)
        alike = [action for action in m.state.legal() if action != m.action and m.state.seen(action, seat) == seen]
        if alike and m.after is not None and m.after.to_act != OVER:
            other = alike[m.rng.below(len(alike))]
            world = m.state.copy()
            world.apply(other)
            same = world.to_act == OVER or world.view(seat) == m.after.view(seat)
            viewer = "spectators" if seat is None else f"seat {seat}"
            m.demand(
                same,
                f"{m.text(m.action)} and {m.text(other)} look the same to {viewer} in seen, but not in the views after "
                f"them: {_first_difference(m.after.view(seat), world.view(seat))}",
            )


@law("game", "Deal everything that is hidden anew in c_determinize, or correct the declaration.")
def declarations_are_true(m: Moment) -> None:
    """In a game that declares has_secrets dealt worlds really differ, and one that declares has_chance has chance nodes."""
    enough = m.memory.secrets >= ENOUGH  # in a few positions there may really be nothing hidden
    idle = m.game.info.has_secrets and enough and not m.memory.differing
    m.demand(not idle, f"has_secrets is True, but all worlds dealt at {m.memory.secrets} times were the same")
    m.demand(m.memory.chance or not m.game.info.has_chance, "has_chance is True, but no chance node was met")


# Showing


@law("position", "Give every cell an id of its own in scene().", needs="drawing")
def scenes_are_sound(m: Moment) -> None:
    """A scene has distinct cells, and every piece stands on one of them; it is JSON-able."""
    for seat in (None, *m.seats()):
        scene, ids = m.scene(seat), m.cells(seat)
        twice = [name for name, count in Counter(ids).items() if count > 1]
        m.demand(not twice, f"the scene has two cells {twice[:3]}")
        lost = [piece.id for piece in scene.pieces if piece.cell not in ids]
        m.demand(not lost, f"the pieces {lost[:3]} stand on cells that the scene does not have")
        pieces = Counter(piece.id for piece in scene.pieces)
        m.demand(not pieces or max(pieces.values()) == 1, f"two pieces have the id {pieces.most_common(1)}")
        if seat is None:
            json.dumps(scene.as_json(), allow_nan=False)


@law("position", "End paths that share their cells with a choice cell of their own.", needs="drawing")
def paths_are_prefix_free(m: Moment) -> None:
    """Paths of the legal actions are not empty, distinct, none is the beginning of another, and their cells are in the scene."""
    if m.state.to_act < 0:
        return
    cells = set(m.cells(m.state.to_act))
    paths = {action: tuple(m.game.path(m.state, action)) for action in m.state.legal()}
    for action, path in paths.items():
        m.demand(path, f"the path of {m.text(action)} is empty")
        m.demand(
            set(path) <= cells, f"the path of {m.text(action)} has the cells {sorted(set(path) - cells)}, the scene does not"
        )
    ordered = sorted((path, action) for action, path in paths.items())
    for (first, a), (second, b) in pairwise(ordered):
        m.demand(
            second[: len(first)] != first,
            f"the path {'-'.join(first)} of {m.text(a)} begins that of {m.text(b)}, {'-'.join(second)}",
        )


@law("ply", "Let effects_of() use the ids of cells that scene() draws.", needs="drawing")
def effects_are_sound(m: Moment) -> None:
    """Effects have keys and JSON-able values; their cells are in the scene before or after, of everybody who may see them."""
    assert m.after is not None
    for seat in (None, *m.seats()):
        for effect in m.game.story(m.state, m.action, m.after, seat):
            m.demand(isinstance(effect.key, str) and effect.key, f"an effect of {m.text(m.action)} has the key {effect.key!r}")
            lost = sorted(set(effect.cells) - set(m.cells(seat)))
            if lost:
                lost = sorted(set(lost) - {cell.id for cell in m.game.scene(m.after, seat).cells})
            m.demand(not lost, f"the effect {effect.key} of {m.text(m.action)} has the cells {lost}, the scenes do not")
            try:
                back = json.loads(json.dumps(effect.values, allow_nan=False))
            except (TypeError, ValueError) as error:
                m.fail(f"the values of the effect {effect.key} are not JSON-able: {error}")
            m.demand(back == effect.values, f"the values of the effect {effect.key} change in JSON")


@law("ply", "Add the key, with all its values, to locale/en.po.", needs="drawing")
def effects_have_messages(m: Moment) -> None:
    """Every effect has a message."""
    assert m.after is not None
    for seat in (None, *m.seats()):
        for effect in m.game.story(m.state, m.action, m.after, seat):
            try:
                told = tell(m.game, effect)
            except MessageError as error:
                m.fail(f"the effect {effect.key} with the values {effect.values} cannot be told: {error}")
            m.demand(isinstance(told, str) and told, f"the effect {effect.key} is told as {told!r}")


@law("ply", "Let somebody see something of every ply: add an effect for those who do not see the rest.", needs="drawing")
def everybody_sees_something(m: Moment) -> None:
    """Whoever looks on sees at least one effect of every ply."""
    assert m.after is not None
    for seat in (None, *m.seats()):
        m.demand(m.game.story(m.state, m.action, m.after, seat), f"{_who(seat)} sees no effect of {m.text(m.action)}")


@law(
    "ply",
    "Give the effect an audience, `only(seat)`, and the others one that tells less, `all_but(seat, seats)`.",
    needs="drawing",
)
def effects_keep_secrets(m: Moment) -> None:
    """What a seat sees of the effects follows from what it sees of the ply: the views before and after, and the seen action."""
    assert m.after is not None
    for seat in m.seats() if m.game.info.has_secrets else ():
        told = m.game.story(m.state, m.action, m.after, seat)
        seen, view = m.state.seen(m.action, seat), m.after.view(seat)
        for world in (m.state, *m.worlds(seat)):
            for other in world.legal() if seen is None else [m.action]:
                after = _played(world, other)
                if after is not None and world.seen(other, seat) == seen and after.view(seat) == view:
                    found = m.game.story(world, other, after, seat)
                    m.demand(found == told, f"what {_who(seat)} sees of {m.text(m.action)} tells what is hidden from it")


def _played(state: State, action: int) -> State | None:
    """The position after an action, if it is legal."""
    if action not in state.legal():
        return None
    after = state.copy()
    after.apply(action)
    return after


def _who(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


@law("match", "Add the key to the reasons in locale/en.po.", needs="drawing")
def reasons_have_messages(m: Moment) -> None:
    """The reason of an end has a message."""
    try:
        told = reason_text(m.game, m.state.reason())
    except MessageError as error:
        m.fail(f"the reason {m.state.reason()} cannot be told: {error}")
    m.demand(isinstance(told, str) and told, f"the reason {m.state.reason()} is told as {told!r}")


# Explaining


@law("position", "Override refusal, and add its keys with all their values to the refusals in locale/en.po.")
def refusals_are_told(m: Moment) -> None:
    """refusal(action) says why an action is not legal, in words, and tells nothing that the acting seat does not know."""
    legal = set(m.state.legal())
    for _ in range(4 if m.state.to_act != OVER else 0):
        action = m.rng.below(m.game.info.num_actions)
        if action not in legal:
            refusal = m.state.refusal(action)
            _demand_words(m, refusal, f"the refusal {refusal.key} of action {action}")
            for world in m.worlds(m.state.to_act, 1) if m.state.to_act >= 0 else ():
                m.demand(world.refusal(action) == refusal, f"the refusal {refusal.key} of action {action} tells what is hidden")


@law("position", "Override refusal_of, and let it explain every cell that no path goes on with.", needs="drawing")
def refused_clicks_are_told(m: Moment) -> None:
    """refusal_of(cells) says why clicks that no path begins with lead nowhere, in words, and tells nothing that is hidden."""
    if m.state.to_act < 0:
        return
    cells = m.cells(m.state.to_act)
    paths = [tuple(m.game.path(m.state, action)) for action in m.state.legal()]
    path = paths[m.rng.below(len(paths))]
    for first in ((), path[: m.rng.below(len(path))]):
        clicked = (*first, cells[m.rng.below(len(cells))])
        if not any(path[: len(clicked)] == clicked for path in paths):
            refusal = m.state.refusal_of(clicked)
            _demand_words(m, refusal, f"the refusal {refusal.key} of the clicks {' '.join(clicked)}")
            for world in m.worlds(m.state.to_act, 1):
                m.demand(
                    world.refusal_of(clicked) == refusal, f"the refusal of the clicks {' '.join(clicked)} tells what is hidden"
                )


@law("position", "Add the keys of threats, with all their values, to the threats in locale/en.po.", needs="drawing")
def threats_are_told(m: Moment) -> None:
    """threats(cell) says what could happen to what stands on a cell, in words and with cells that everybody sees."""
    cells = m.cells(None)
    cell = cells[m.rng.below(len(cells))]
    found = m.state.threats(cell)
    for threat in found:
        lost = sorted(set(threat.cells) - set(cells))
        m.demand(not lost, f"the threat {threat.key} has the cells {lost}, the scene does not")
        _demand_words(m, threat, f"the threat {threat.key} to {cell}", "threats")
    for seat in m.seats() if m.game.info.has_secrets else ():
        for world in m.worlds(seat, 1):
            m.demand(world.threats(cell) == found, f"the threats to {cell} tell what is hidden from {_who(seat)}")


def _demand_words(m: Moment, effect: Effect, what: str, table: str = "refusals") -> None:
    """Fail unless an effect has words and JSON-able values."""
    try:
        m.demand(tell(m.game, effect, table=table), f"{what} has no words")
        back = json.loads(json.dumps(effect.values, allow_nan=False))
    except MessageError as error:
        m.fail(f"{what} cannot be told: {error}")
    except (TypeError, ValueError) as error:
        m.fail(f"{what} has values that are not JSON-able: {error}")
    m.demand(back == effect.values, f"{what} has values that change in JSON")


# Types


@law("position", "Correct view_of, or the TypedDict in the game's view.py; its definition names it.")
def views_keep_to_their_type(m: Moment) -> None:
    """view(seat) fits the JSON schema that is published for the game, for every seat and for spectators."""
    if m.game.definition.view is None:
        return
    schema = m.memory.schema = m.memory.schema or m.game.view_schema
    for seat in (None, *m.seats()):
        wrong = misfit(m.state.view(seat), schema, f"view({seat})")
        m.demand(wrong is None, str(wrong))


# Comparing


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


def _first_difference(a: Any, b: Any, where: str = "view") -> str:
    """Say where two views differ first."""
    if isinstance(a, dict) and isinstance(b, dict):
        pairs = [(name, a.get(name), b.get(name)) for name in {**a, **b}]
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        pairs = [(i, x, y) for i, (x, y) in enumerate(zip(a, b, strict=True))]
    else:
        return f"{where}: {str(a)[:60]} and {str(b)[:60]}"
    found = next(((name, x, y) for name, x, y in pairs if x != y or type(x) is not type(y)), None)
    return "nothing" if found is None else _first_difference(found[1], found[2], f"{where}[{found[0]!r}]")
