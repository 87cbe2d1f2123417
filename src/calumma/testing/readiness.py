"""What a game needs beyond the laws, so that it can be shown, explained, studied and kept: one small function each.

A need looks at a `Subject` and yields what is missing, in words for the game's author; its docstring says what is needed. The
tests of Calumma's own games run the same functions.
"""

from __future__ import annotations

import ast
import importlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import resources
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from calumma.core import OVER, Definition, Effect, Game, GameError, PlainState, Rng, State
from calumma.core import state as core_state
from calumma.core.audit import Unsound, audit
from calumma.core.catalogue import ENGLISH, MessageError, catalogue
from calumma.core.messages import tell, tell_would, words
from calumma.core.registry import definition
from calumma.core.words import Words
from calumma.drawing import picture_of
from calumma.lessons.checking import faults as lesson_faults
from calumma.testing import perft_files, playthroughs
from calumma.testing.check import variants
from calumma.testing.colours import alike_without_colour

say = Words(__package__)

COMPILED = {"c_to_act", "c_legal", "c_apply", "c_scores", "c_payoffs", "c_copy_from", "c_hash"}
PLAIN = {"to_act", "legal", "apply", "payoffs"}
ALWAYS = {"view_of", "key", "reason", "effects_of"}
PHONE, FINGER = 360, 17  # pixels: the width of a phone, and what a finger hits with the margin that pages add


@dataclass
class Subject:
    """A game under check: its definition, the folder of its sources, its project, and a table of every kind."""

    name: str
    about: Definition[Any] = field(init=False)
    folder: Path = field(init=False)
    tests: Path | None = field(init=False)
    tables: list[Game] = field(init=False)

    def __post_init__(self) -> None:
        self.about = definition(self.name)
        self.folder = Path(str(resources.files(self.about.package)))
        self.tests = _tests_beside(self.folder)
        self.tables = variants(self.name)

    def positions(self, game: Game, seed: int = 1, every: int = 1, most: int = 400) -> Iterator[State]:
        """Positions of one random match, one in `every` and always the last; they may not be changed."""
        state, rng = game.new(), Rng(seed)
        for ply in range(most):
            over = state.to_act == OVER
            if ply % every == 0 or over:
                yield state
            if over:
                return
            state = state.copy()
            state.apply(state.pick(rng))


def _tests_beside(folder: Path) -> Path | None:
    """The folder `tests` of the project that a package's sources lie in, or of the present folder's."""
    for place in (*folder.parents, Path.cwd()):
        if (place / "pyproject.toml").exists():
            return place / "tests"
    return None


@dataclass(frozen=True)
class Need:
    """Something that a game needs: `text` says what, `check` yields what is missing."""

    name: str
    text: str
    check: Callable[[Subject], Iterator[str]]

    def missing(self, subject: Subject) -> list[str]:
        """Return what a game lacks of it; an exception in the game's own code counts as that."""
        try:
            return list(self.check(subject))
        except Exception as error:
            return [f"{type(error).__name__}: {error}"]


NEEDS: list[Need] = []
"""All needs."""


def need(check: Callable[[Subject], Iterator[str]]) -> Callable[[Subject], Iterator[str]]:
    """Make a function a need: its docstring is the text, its name, with dashes, the need's name."""
    NEEDS.append(Need(check.__name__.replace("_", "-"), str(check.__doc__), check))
    return check


# What the package is made of


@need
def definition_is_whole(subject: Subject) -> Iterator[str]:
    """The definition describes itself in JSON, names every seat, and puts every seat into one team."""
    for game in subject.tables:
        info = json.loads(json.dumps(game.info.as_json()))
        if len(info["seat_names"]) != game.seats:
            yield f"{game} has {len(info['seat_names'])} seat_names for {game.seats} seats"
        if sorted(seat for team in game.teams for seat in team) != list(range(game.seats)):
            yield f"{game} has the teams {game.teams}: every seat belongs to exactly one"
        if min(info["max_plies"], info["num_actions"], info["minutes"]) <= 0:
            yield f"{game}: max_plies, num_actions and minutes must be positive"


@need
def surface_is_complete(subject: Subject) -> Iterator[str]:
    """The class of positions defines what it must, and under the right names: a misspelt c_ method is never called."""
    about, found = subject.about, _methods_of(subject)
    plain = issubclass(about.state, PlainState)
    required = ALWAYS | (PLAIN if plain else COMPILED)
    required |= {"c_chance"} if about.has_chance and not plain else set()
    required |= {"seen", "determinize" if plain else "c_determinize"} if about.has_secrets else set()
    for name in sorted(required - set(found)):
        yield f"{about.state.__name__} does not define {name}"
    base = _methods(Path(core_state.__file__).parent / "state.py", "State")
    for name, arguments in found.items():
        if name.startswith("c_") and name not in base:
            yield f"{about.state.__name__}.{name} overrides nothing of State: is it misspelt?"
        elif name in base and name != "__init__" and arguments != base[name]:
            yield f"{about.state.__name__}.{name} takes {arguments}, its base {base[name]}"


def _methods(path: Path, name: str) -> dict[str, list[str]]:
    """The names that a class of a source defines, with their argument names."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return {part.name: [a.arg for a in part.args.args] for part in node.body if isinstance(part, ast.FunctionDef)}
    return {}


def _methods_of(subject: Subject) -> dict[str, list[str]]:
    """The methods of a game's class and of those between it and the core: a long game may part its rules."""
    found: dict[str, list[str]] = {}
    for layer in subject.about.state.__mro__:
        if layer.__module__.startswith(subject.about.package):
            for path in sorted(subject.folder.glob("*.py")):
                found = _methods(path, layer.__name__) | found
    return found


@need
def build_is_fresh(subject: Subject) -> Iterator[str]:
    """All modules that ask to be compiled (by a .pxd, or by importing cython) are, and none is older than its source."""
    sources = [path for path in sorted(subject.folder.rglob("*.py")) if asks_to_be_compiled(path)]
    if str(core_state.__file__).endswith(".py"):
        return  # the core runs from its sources, and so does everything else
    for source in sources:
        name = ".".join([subject.about.package, *source.relative_to(subject.folder).with_suffix("").parts])
        loaded = Path(str(importlib.import_module(name).__file__))
        texts = [path for path in (source, source.with_suffix(".pxd")) if path.exists()]
        if not loaded.name.endswith(tuple(EXTENSION_SUFFIXES)):
            yield f"{name} is interpreted while the core is compiled: build it"
        elif loaded.stat().st_mtime < max(path.stat().st_mtime for path in texts):
            yield f"{name} is older than its source: build it"


def asks_to_be_compiled(source: Path) -> bool:
    """Return whether a module says that it is to be compiled."""
    return source.with_suffix(".pxd").exists() or "import cython" in source.read_text("utf-8").splitlines()


@need
def rules_are_written(subject: Subject) -> Iterator[str]:
    """RULES.md tells the rules in numbered paragraphs."""
    path = subject.folder / "RULES.md"
    if not path.exists():
        yield "there is no RULES.md beside the sources"
    elif not any(line.lstrip()[:1].isdigit() or line.startswith("#") for line in path.read_text("utf-8").splitlines()):
        yield "RULES.md has no numbered paragraph"


@need
def sentences_are_there(subject: Subject) -> Iterator[str]:
    """Every sentence that the sources say by a key, `say("key")`, is in locale/en.po."""
    found = catalogue(subject.about.package, ENGLISH)
    known = {key for table, key in found.messages if not table} if found else set()
    for path in sorted(subject.folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                key = node.args[0]
                if isinstance(key, ast.Constant) and key.value not in known:
                    yield f"{path.name}, line {node.lineno}: {key.value!r} is not in locale/en.po"


@need
def views_have_a_type(subject: Subject) -> Iterator[str]:
    """The definition names the TypedDict of its views, so that their JSON schema can be published."""
    if subject.about.view is None:
        yield "the definition has no view"


# What is shown


@need
def moves_say_what_they_would_do(subject: Subject) -> Iterator[str]:
    """Every move has a sentence for hints, from the table `would`, and its keys are those of effects."""
    game = subject.tables[0]
    strange = sorted(set(words(game, "would").keys()) - set(words(game, "effects").keys()))
    if strange:
        yield f"the table would has the keys {', '.join(strange)}, which are no effects"
    silent: dict[str, None] = {}
    for state in subject.positions(game, 2):
        if state.to_act >= 0:
            action = state.pick(Rng(len(silent)))
            after = state.copy()
            after.apply(action)
            told = tell_would(game, game.story(state, action, after, state.to_act))
            if not told.endswith("."):
                silent[f'what {game.move_text(state, action)} would do is told as "{told}"'] = None
    yield from list(silent)[:3]


@need
def scores_are_taken_apart(subject: Subject) -> Iterator[str]:
    """drawing.tally gives the score in its parts when a match is over: each with words and a number for every seat."""
    for seats in subject.about.seats:
        game = next(game for game in subject.tables if game.seats == seats)
        state, rng, stories = game.new(), Rng(2), []
        while state.to_act != OVER:
            before, action = state.copy(), state.pick(rng)
            state.apply(action)
            stories.append(game.story(before, action, state))
        rows = game.definition.drawing.tally(state.view(None), stories)
        if not rows:
            yield f"the tally of {game} is empty"
        for row in rows:
            if len(row.numbers) != seats:
                yield f"the row {row.key} of the tally has {len(row.numbers)} numbers for {seats} seats"
            try:
                tell(game, Effect(row.key, {}), table="tally")
            except MessageError as error:
                yield str(error)


@need
def pictures_fit(subject: Subject) -> Iterator[str]:
    """Pictures, wide and tall, have the cells of the scene, within their frame, and on a phone large enough for a finger."""
    for game in subject.tables:
        for state in subject.positions(game, every=23, most=100):
            for seat in (None, 0):
                for tall in (False, True):
                    yield from _misfits(game, state.view(seat), tall)


def _misfits(game: Game, view: dict[str, Any], tall: bool) -> Iterator[str]:
    wanted = {cell.id for cell in game.definition.drawing.scene(view).cells}
    scene: Any = picture_of(game.definition.drawing, view, tall)
    cells = Counter(cell.id for cell in scene.cells)
    if set(cells) != wanted or max(cells.values(), default=1) > 1:
        yield f"the picture of {game} (tall={tall}) has other cells than the scene: {sorted(set(cells) ^ wanted)[:5]}"
    if not {piece.cell for piece in scene.pieces} <= wanted:
        yield f"a piece in the picture of {game} (tall={tall}) stands on no cell"
    boxes = [cell for cell in scene.cells if cell.shape != "choice"]
    if scene.frame is not None and view["seat"] is not None:  # whoever looks on clicks nothing
        left, top, right, bottom = scene.frame
        for cell in boxes:
            across = left <= cell.x - cell.width / 2 + 0.01 and cell.x + cell.width / 2 - 0.01 <= right
            down = top <= cell.y - cell.height / 2 + 0.15 and cell.y + cell.height / 2 - 0.15 <= bottom
            if not (across and down):
                yield f"the cell {cell.id} of {game} (tall={tall}) reaches beyond the frame"
    if tall and boxes:
        sides = scene.frame or (min(cell.x for cell in boxes) - 1, 0, max(cell.x for cell in boxes) + 1, 0)
        pixels = PHONE / (sides[2] - sides[0])
        small = [cell.id for cell in boxes if min(cell.width, cell.height) * pixels < FINGER]
        if small:
            yield f"on a phone the cells {small[:5]} of {game} are smaller than {FINGER} pixels"


@need
def nothing_differs_by_colour_alone(subject: Subject) -> Iterator[str]:
    """Without any colour every picture still tells the same: what differs in colour differs in letter, shape or pattern, too."""
    game = subject.tables[-1]
    for state in subject.positions(game, 6, every=57):
        if state.to_act != OVER:
            yield from alike_without_colour(game, state.view(0))


@need
def any_click_is_answered(subject: Subject) -> Iterator[str]:
    """Whatever cells are clicked, in whatever order, game.why_not has a sentence."""
    game, rng = subject.tables[0], Rng(2)
    for state in subject.positions(game, 2, most=90):
        if state.to_act >= 0:
            cells = [cell.id for cell in game.scene(state, state.to_act).cells]
            for count in (1, 2, 3):
                clicked = [cells[rng.below(len(cells))] for _ in range(count)]
                if not game.why_not(state, clicked):
                    yield f"clicking {' '.join(clicked)} gets no answer"


# What is studied


@need
def hashes_tell_positions_apart(subject: Subject) -> Iterator[str]:
    """Positions with different texts have different hashes: a search would take them for one."""
    game, found = subject.tables[0], dict[int, str]()
    for seed in (5, 6, 7):
        for state in subject.positions(game, seed, most=2000):
            text = game.position_text(state)
            if found.setdefault(state.hash(), text) != text:
                yield f'"{text}" and "{found[state.hash()]}" have the same hash'
                return


@need
def random_matches_are_sound(subject: Subject) -> Iterator[str]:
    """Hundreds of random matches, played as searches play them, hold together."""
    for game in subject.tables:
        try:
            audit(game.new(), 20 if issubclass(subject.about.state, PlainState) else 200, 1)
        except Unsound as error:
            yield str(error)


@need
def positions_are_numbers_too(subject: Subject) -> Iterator[str]:
    """The definition has an observation, whose numbers keep to their bounds and tell no secret."""
    if subject.about.observation is None:
        yield "the definition has no observation, so that learners cannot play it: see planes.py of the other games"
        return
    for game in subject.tables:
        names = [part.name for part in game.observation.parts]
        if len(set(names)) != len(names):
            yield f"two parts of the observation of {game} have one name: {names}"
        for state in subject.positions(game, every=11, most=200):
            for seat in range(game.seats):
                yield from _strange_numbers(game, state, seat)


def _strange_numbers(game: Game, state: State, seat: int) -> Iterator[str]:
    seen = state.observe(seat)
    for part in game.observation.parts:
        values = seen[game.observation[part.name]]
        if values and not part.low <= min(values) <= max(values) <= part.high:
            yield f"{part.name} of {game} is from {min(values)} to {max(values)}: declared are {part.low} to {part.high}"
    if game.info.has_secrets and state.determinize(seat, Rng(seat)).observe(seat) != seen:
        yield f"what seat {seat} of {game} observes depends on what it cannot see"


@need
def positions_are_counted(subject: Subject) -> Iterator[str]:
    """counting.py bounds the number of positions: counts(seats, options) yields parts, each a name and in how many ways."""
    name = f"{subject.about.package}.counting"
    if find_spec(name) is None:
        yield "there is no counting.py with counts(seats, options)"
        return
    for game in subject.tables:
        wrong = [part for part in importlib.import_module(name).counts(game.seats, game.options) if not part[0] or part[1] < 1]
        if wrong:
            yield f"counts({game.seats}, ..) has {wrong[0]}: expected a name and a number of ways, 1 or more"


# What later versions are compared with


@need
def perft_is_pinned(subject: Subject) -> Iterator[str]:
    """tests/perft/NAME.toml counts the lines of the first plies, and they are still so many: calumma write files NAME."""
    path = subject.tests and subject.tests / "perft" / f"{subject.name}.toml"
    if path is None or not path.exists():
        yield f"there is no {path or 'perft file'}: calumma write files {subject.name}"
        return
    for entry in perft_files.read(path):
        try:
            perft_files.check(entry, 200_000)
        except (AssertionError, GameError) as error:
            yield str(error)


@need
def a_match_is_pinned(subject: Subject) -> Iterator[str]:
    """tests/playthroughs/NAME*.txt hold a match for every number of seats, and it still goes so: calumma write files NAME."""
    folder = subject.tests and subject.tests / "playthroughs"
    found = sorted(folder.glob(f"{subject.name}*.txt")) if folder else []
    played = {playthroughs.read_heading(path.read_text(encoding="utf-8"))[0].seats for path in found}
    for seats in sorted(set(subject.about.seats) - played):
        yield f"there is no playthrough with {seats} seats in {folder}: calumma write files {subject.name}"
    for path in found:
        try:
            playthroughs.check(path)
        except AssertionError as error:
            yield str(error)


@need
def its_lessons_teach(subject: Subject) -> Iterator[str]:
    """If there is a lessons.toml, its positions, goals and words fit: solutions reach the goal, common mistakes do not."""
    yield from lesson_faults(subject.name)


def missing(name: str) -> dict[str, list[str]]:
    """Return what a game lacks to be ready, by the names of the needs."""
    subject = Subject(name)
    return {each.name: found for each in NEEDS if (found := each.missing(subject))}


def write_files(name: str, depth: int = 3) -> list[Path]:
    """Write what later versions are compared with: perft counts and a playthrough for every number of seats; return the files."""
    subject = Subject(name)
    if subject.tests is None:
        raise GameError(say("no-project", name=name))
    pinned = subject.tests / "perft" / f"{name}.toml"
    pinned.unlink(missing_ok=True)
    written = [pinned]
    for seats in subject.about.seats:
        game = next(game for game in subject.tables if game.seats == seats)
        perft_files.add(pinned, game.new(), depth)
        written.append(subject.tests / "playthroughs" / f"{name}-{seats}.txt")
        playthroughs.write(written[-1], game)
    return written
