"""The levels 1 to 6: a search, a budget and, at the lower ones, human traits. What they are is data, in levels.toml.

Advisers are no opponents: they have no traits, and answer while somebody waits.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import resources
from math import exp
from typing import Literal, Required, TypedDict, cast

from calumma.core import Game, Rng, State, weights
from calumma.core.words import Words
from calumma.players.bots import AlphaBetaPlayer, TreePlayer, glance, node_room
from calumma.players.engines import stamp
from calumma.players.networks import network_for
from calumma.players.player import Choice, Player
from calumma.search import Candidate, Settings

say = Words(__package__)

LEVELS = range(1, 7)
ADVISERS = ("quick", "thorough", "every")
INTERPRETED_SECONDS = 1.0
TRAITS = ("blind", "sway", "greed", "mercy")
CERTAIN = 1_000_000
WON = 1.0 - 1e-9  # a win in sight is taken, however merciful the player


class Traits(TypedDict, total=False):
    """What makes a level choose like a person; levels.toml says what each means."""

    blind: float
    sway: float
    greed: float
    tried: float
    mercy: float


class Options(TypedDict, total=False):
    """How an alpha-beta search is set, where it is not as usual."""

    depth: int
    quiescence: int
    reductions: bool
    megabytes: float
    remembers: bool
    margin: float
    exact: float
    width: int
    others: int


class LevelSettings(Traits, Options, total=False):
    """What a level is: a search, its budget and settings, and human traits."""

    search: Required[Literal["alphabeta", "tree", "glance"]]
    nodes: int
    ranked: bool
    blend_chance: bool


class TreeWeights(TypedDict, total=False):
    """How a tree search weighs things: see `Settings`."""

    exploration: float
    trust: float
    plies: int
    glimpses: int
    turns: int
    anchor: float
    heat: float
    patience: int


@cache
def _tables() -> dict[str, object]:
    text = resources.files("calumma.players").joinpath("levels.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _part(*names: str) -> dict[str, object]:
    """A table within the tables, empty if there is none."""
    found: object = _tables()
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def kind_of(game: Game) -> str:
    """Return which table of levels fits a game: duel, open or secret."""
    if game.info.has_secrets:
        return "secret"
    return "duel" if len(game.teams) == 2 and not game.info.has_chance and game.payoffs.total is not None else "open"


def level_settings(game: Game, level: int | str) -> LevelSettings:
    """Return what a level, or an adviser, means for a game."""
    kind, own, table = kind_of(game), ("game", game.name), f"{game.seats} seats"
    learned = {**_part(*own, kind, "learned", str(level)), **_part(*own, table, "learned", str(level))}
    seats = _part(*own, table, str(level))
    found = {**_part(kind, str(level)), **_part(*own, str(level)), **_part(*own, kind, str(level)), **seats}
    return cast(LevelSettings, {**found, **learned} if learned and game.new().learned() is not None else found)


def _weighing(game: Game) -> TreeWeights:
    kind, own = "secret" if game.info.has_secrets else "open", ("game", game.name)
    learned = {} if game.new().learned() is None else _part(*own, "learned", "tree")
    return cast(TreeWeights, {**_part("tree", kind), **_part(*own, "tree"), **learned})


def tree_settings(game: Game, simulations: int) -> Settings:
    """Return how a tree search weighs things in a game."""
    return Settings(**_weighing(game), nodes=node_room(simulations))


def fingerprint(game: Game, spec: str) -> str:
    """Return a text that changes when a player of that name plays otherwise: settings, weights, version of the search."""
    name, _, argument = spec.partition(":")
    known: list[object] = [spec, game.info.rules]
    if name == "level":
        chosen = level_settings(game, int(re.split("[@*]", argument)[0]))
        known += [chosen, _weighing(game) if chosen["search"] == "tree" else None]
        if "mercy" in chosen:
            known.append(_part("traits")["version"])
    if name in ("level", "greedy", "alphabeta"):
        known.append(weights.present(game.name))
        tables = game.new().learned()
        if tables is not None:
            known.append(sha256(tables.present().tobytes()).hexdigest())
    if name == "net":
        known.append(sha256(network_for(game, spec, argument.partition("@")[0] or None).weights.tobytes()).hexdigest())
    if name == "engine":
        known += stamp(argument.rpartition("@")[0] or argument)
    elif name != "random":
        known.append(_part("search")[kind_of(game)])
    return sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:8]


class LevelPlayer(Player):
    """Thinks with a budget of nodes, so that it is as strong on a slow machine, and then chooses like a person or a machine."""

    def __init__(
        self,
        spec: str,
        game: Game,
        seed: int,
        level: int | str,
        seconds: float | None = None,
        endless: bool = False,
        threads: int = 1,
    ) -> None:
        super().__init__(spec, game, seed)
        self.threads = threads
        self.settings = level_settings(game, level)
        self.note = ""
        if not game.is_compiled and seconds is None:
            seconds = INTERPRETED_SECONDS
            self.note = say("rules-interpreted-thinks-most", seconds=seconds)
        self.thinker = self._thinker(seed, None if endless else self.settings.get("nodes"), seconds)

    def _thinker(self, seed: int, nodes: int | None, seconds: float | None) -> AlphaBetaPlayer | TreePlayer | None:
        chosen = self.settings
        if chosen["search"] == "alphabeta":
            options = cast(Options, {name: value for name, value in chosen.items() if name in Options.__annotations__})
            return AlphaBetaPlayer(self.spec, self.game, seed, nodes=nodes, seconds=seconds, threads=self.threads, **options)
        if chosen["search"] == "tree":
            how = tree_settings(self.game, nodes or CERTAIN)
            blend = bool(chosen.get("blend_chance", False))
            return TreePlayer(self.spec, self.game, seed, nodes, seconds, how, blend, threads=self.threads)
        return None

    def think(self, world: State, seat: int) -> Choice:
        choice = self._considered(world, seat)
        if any(self.settings.get(trait) for trait in TRAITS):
            choice = self._like_a_person(choice, world, seat)
        return replace(choice, note=self.note)

    def _considered(self, world: State, seat: int) -> Choice:
        """Return what the search says, before human traits."""
        if self.thinker is None:
            candidates = glance(world, seat)
            best = max(candidates, key=lambda candidate: candidate.value)
            return Choice(best.action, line=[best.action], nodes=len(candidates), depth=1, candidates=candidates)
        self.thinker.follow(self)
        if self.settings.get("ranked") and isinstance(self.thinker, AlphaBetaPlayer):
            return self.thinker.rank(world)
        return self.thinker.think(world, seat)

    def _like_a_person(self, choice: Choice, world: State, seat: int) -> Choice:
        team = next(team for team in self.game.teams if seat in team)
        likely = well_tried(choice.candidates, self.settings.get("tried", 0.0))
        if greed := self.settings.get("greed"):
            likely = greedily(likely, glance(world, seat), greed)
        candidates = [replace(candidate, value=candidate.value * len(team)) for candidate in likely]
        action = human_choice(candidates, self.settings, 1.0 / len(self.game.teams), self.rng)
        if action == choice.action:
            return choice
        known = [replace(c, line=c.line or (c.action,)) if c.action == action else c for c in choice.candidates]
        return replace(choice, action=action, line=[action], candidates=known)

    def stop(self) -> None:
        if self.thinker is not None:
            self.thinker.stop()


def well_tried(candidates: list[Candidate], part: float) -> list[Candidate]:
    """Return the actions that were tried at least that part as often as the most tried: what is said of others is mere chance."""
    most = max(candidate.visits for candidate in candidates)
    return [candidate for candidate in candidates if candidate.visits >= part * most]


def greedily(candidates: list[Candidate], at_once: list[Candidate], greed: float) -> list[Candidate]:
    """Return actions weighed by what they bring at once, as far as greed goes, and by what follows from them for the rest."""
    brings = {candidate.action: candidate.value for candidate in at_once}
    return [replace(one, value=(1 - greed) * one.value + greed * brings[one.action]) for one in candidates]


def human_choice(candidates: list[Candidate], traits: Traits, fair: float, rng: Rng) -> int:
    """Return the action a person of such traits takes: some are overlooked, close ones confused, a big lead is not pressed."""
    seen = [c for c in candidates if rng.below(1000) >= 1000 * traits.get("blind", 0.0)]
    seen = seen or [candidates[rng.below(len(candidates))]]
    best = max(candidate.value for candidate in seen)
    if "mercy" in traits and best < WON:
        best = min(best, fair + traits["mercy"] * (1.0 - fair))
    spread = max(candidate.value for candidate in candidates) - min(candidate.value for candidate in candidates)
    sway = traits.get("sway", 0.0) * spread
    if sway == 0.0:
        nearest = min(abs(candidate.value - best) for candidate in seen)
        seen = [candidate for candidate in seen if abs(candidate.value - best) == nearest]
        return seen[rng.below(len(seen))].action
    chances = [round(CERTAIN * exp(-abs(candidate.value - best) / sway)) for candidate in seen]
    point = rng.below(max(1, sum(chances)))
    for candidate, weight in zip(seen, chances, strict=True):
        point -= weight
        if point < 0:
            return candidate.action
    return seen[0].action
