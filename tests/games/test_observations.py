"""Observations hold what the seat's view holds and nothing else: a second writing of them, from the view alone, agrees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import calumma
from calumma.core import Game, State
from calumma.testing import variants

pytestmark = pytest.mark.contract

GAMES = [game for name in calumma.games() for game in variants(name)]
SECRET = [game for game in GAMES if game.info.has_secrets]
MATCHES, EVERY = (2, 7) if calumma.compiled() else (1, 40)


def positions(game: Game, seed: int = 1) -> Iterator[State]:
    """Positions of random matches: every few plies one, and always the last."""
    rng = calumma.Rng(seed)
    for _ in range(MATCHES):
        state = game.new()
        for ply in range(game.info.max_plies + 1):
            if ply % EVERY == 0 or state.to_act == calumma.OVER:
                yield state
            if state.to_act == calumma.OVER:
                break
            state.apply(state.pick(rng))


# The second writing


def ones(size: int, marked: list[int | None]) -> list[int]:
    return [int(i in set(marked)) for i in range(size)]


def turned(values: Any, seat: int) -> list[Any]:
    """From the observing seat on, in turn order."""
    return [*values[seat:], *values[:seat]]


def flat(rows: Iterator[Any]) -> list[int]:
    return [number for row in rows for number in row]


def in_all_games(view: dict[str, Any], seat: int) -> dict[str, list[int]]:
    seats = view["seats"]
    return {
        "seat": ones(seats, [seat]),
        "acting": turned(ones(seats, [view["to_act"]]), seat),
        "scores": [max(-127, min(127, score)) for score in turned(view["scores"], seat)],
    }


def yamamoto(view: dict[str, Any], seat: int) -> dict[str, list[int]]:
    foe = 1 - seat
    return {
        "own white": ones(25, view["white"][seat]),
        "own black": ones(25, view["black"][seat]),
        "enemy white": ones(25, view["white"][foe]),
        "enemy black": ones(25, view["black"][foe]),
        "own goals": ones(25, view["goals"][seat]),
        "enemy goals": ones(25, view["goals"][foe]),
        "invader": ones(25, [view["invader"]]),
        "quiet": [view["quiet"]],
    }


HOLES = [9 * y + x for y in range(9) for x in range(9) if abs(x - 4) + abs(y - 4) <= 6]


def bradley(view: dict[str, Any], seat: int) -> Any:
    return {
        "cubes": flat(ones(81, [HOLES[square] for square in cubes]) for cubes in turned(view["cubes"], seat)),
        "neutral": ones(81, [HOLES[square] for square in view["neutral"]]),
        "last": ones(81, [] if view["last"] is None else [HOLES[view["last"]]]),
        "quiet": [view["quiet"]],
    }


def chamelequin(view: dict[str, Any], seat: int) -> Any:
    stacks = {square: rings for own in view["pieces"] for square, rings in own}
    return {
        "pieces": flat(ones(64, [square for square, _ in own]) for own in turned(view["pieces"], seat)),
        "chain": ones(64, [view["chain"]]),
        "rings": flat(
            ones(64, [square for square, rings in stacks.items() if rings[level : level + 1] == colour])
            for level in range(4)
            for colour in "RGBY"
        ),
        "supply": [view["supply"][colour] for colour in "RGBY"],
        "to place": turned(view["to_place"], seat),
        "lost": turned(view["lost"], seat),
        "captured rings": turned(view["captured_rings"], seat),
        "steps": [view["steps"]],
        "passes": [view["passes"]],
        "quiet": [100 * view["quiet"] // view["patience"]],
    }


TILES = [f"{colour}{rank}" for colour in "RKYBWOPL" for rank in range(6)]


def places(coordinates: Iterator[Any] | list[list[int]]) -> list[int]:
    return ones(169, [13 * (y + 6) + x + 6 for x, y in coordinates])


def piecepack(view: dict[str, Any], seat: int) -> dict[str, list[int]]:
    return {
        "colours": flat(places((x, y) for x, y, tile in view["tiles"] if tile[0] == colour) for colour in "RKYBWOPL"),
        "ranks": flat(places((x, y) for x, y, tile in view["tiles"] if tile[1] == rank) for rank in "012345"),
        "chameleons": flat(places([place] if place else []) for place in turned(view["chameleons"], seat)),
        "wasps": flat(places([place] if place else []) for place in turned(view["wasps"], seat)),
        "hand sizes": turned(view["hand_sizes"], seat),
        "out": [int(out) for out in turned(view["out"], seat)],
        "wilds": [int(tile in view["wilds"]) for tile in TILES],
        "hand": [int(tile in view["hands"][seat]) for tile in TILES],
        "supply": [view["supply"]],
        "pending": [view["pending"]],
        "idle": [view["idle"]],
        "phase": [int(view["phase"] == name) for name in ("starter", "wilds", "deal", "draw", "play", "over")],
    }


BUGS = "ROYGBV"
CARDS = [*BUGS, *(a + b for i, a in enumerate(BUGS) for b in BUGS[i + 1 :])]
GATHERS = [a + b + c for i, a in enumerate(BUGS) for j, b in enumerate(BUGS) for c in BUGS[j + 1 :] if i < j]
ACHIEVEMENTS = [*(f"gather-{name}" for name in GATHERS), *(f"hide-{bug}" for bug in BUGS)]
ACHIEVEMENTS += ["sneak", "move-bug", "extra-action", "wild"]
OBJECTIVES = "ORG BVO BYV VGO ORY GVR BVY RBO BGV GYO GYB YVR YGOV ORGB BRYG VOGB RYVG RVBY VOBR YBOV GROY VRBG YBRO BGOY".split()
OBJECTIVES += "VGROY GRYBO YGBVR GOYVB BOGVR VBOYR".split()
PHASES = "snakes bugs first-row first-cards first-objectives roll blind wait achievement d4 objectives colors act scare".split()
PHASES += ["offered", "last", "over"]


def named(names: list[str] | str, present: list[str | None], size: int = 0) -> list[int]:
    return [present.count(name) for name in names] + [0] * (size - len(names))


def life_seat(view: dict[str, Any], seat: int) -> dict[str, list[int]]:
    going = {objective["name"]: objective for objective in view["going"][seat]}
    begun = [going[name]["filled"] if name in going else 0 for name in OBJECTIVES]
    right = [int(name in going and going[name]["side"] == "R") for name in OBJECTIVES]
    return {
        "place": ones(19, [view["places"][seat] - 1]),
        "card": named(CARDS, [view["cards"][seat]]),
        "stash": [view["stash"][seat].count(bug) for bug in BUGS],
        "going": begun + [0] * 34,
        "from right": right + [0] * 34,
        "finished": named(OBJECTIVES, view["finished"][seat], 64),
        "open": named(ACHIEVEMENTS, view["open"][seat]),
        "hand size": [view["hand_sizes"][seat]],
        "sneaking": [int(view["sneaking"][seat])],
    }


def life(view: dict[str, Any], seat: int) -> dict[str, list[int]]:
    scared = view["scared"] or [0, ""]
    found = {
        "bugs": [view["bugs"][space].count(bug) for bug in BUGS for space in range(19)],
        "snakes": flat(ones(19, [] if space is None else [space - 1]) for space in view["snakes"]),
        "scared space": ones(19, [scared[0] - 1]),
        "scared colour": named(BUGS, [scared[1]]),
        "hand": named(ACHIEVEMENTS, view["hands"][seat]),
        "used": named(ACHIEVEMENTS, view["used"]),
        "row": named(CARDS, view["row"]),
        "discard": named(CARDS, view["discard"]),
        "objectives": named(OBJECTIVES, view["objectives"], 64),
        "offered": named(CARDS, [view["offered"]]),
        "waiting": named(BUGS, [view["waiting"]]),
        "phase": named(PHASES, [view["phase"]]),
        "rounds": [view["turns"] // view["seats"]],
    }
    for name in ("color_deck", "objective_deck", "achievement_deck", "actions", "rolls", "fed", "completed"):
        found[name.replace("_", " ")] = [int(view[name])]
    found |= {name: [view[name]] for name in ("marker", "goal", "starved", "unfinished")}
    found["supply"] = view["supply"]
    for ahead, other in enumerate(turned(range(view["seats"]), seat)):
        whose = "own" if ahead == 0 else f"seat +{ahead}"
        found |= {f"{whose} {name}": numbers for name, numbers in life_seat(view, other).items()}
    return found


WRITTEN_AGAIN = {
    "yamamoto": yamamoto,
    "bradley": bradley,
    "chamelequin": chamelequin,
    "piecepack": piecepack,
    "life": life,
}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_observation_says_what_the_view_says(game: Game) -> None:
    for state in positions(game):
        for seat in range(state.seats):
            view = state.view(seat)
            expected = WRITTEN_AGAIN[game.name](view, seat) | in_all_games(view, seat)
            found = state.observe(seat)
            assert {part.name: found[game.observation[part.name]].tolist() for part in game.observation.parts} == expected


FULL_TABLES = {
    "act": "actions=2 rolls=1",
    "scare": "actions=2 rolls=1 scare=5",
    "wait": "actions=2 rolls=1 wait=Y",
    "offered": "actions=1 rolls=0 offered=V",
    "last": "actions=0 rolls=0 unfinished=2",
}


@pytest.mark.parametrize("phase", FULL_TABLES)
def test_an_observation_of_a_full_table_of_life_says_what_the_view_says(phase: str) -> None:
    """Something of everything, on both sides, so that no number is where another belongs."""
    bugs = "1:B,3:OY,5:R" if phase == "scare" else "1:B,3:OY"
    state = calumma.load("life").parse_position(
        f"phase={phase} to=0 {FULL_TABLES[phase]} turns=6 starved=1 marker=3 did=fed snakes=R8,O10,Y12,G14,B16,V18 bugs={bugs} "
        "row=R,OY,GB discard=RV objectives=BGOY,GVR,ORG,YGOV used=wild "
        "s0=1/B/RR/BVO:R2/ORY/sneak/hide-R s1=5/G/V/RBO:L1/GYO,BVY/move-bug/gather-ROY"
    )
    for seat in range(2):
        view = state.view(seat)
        found = state.observe(seat)
        parts = {part.name: found[state.game.observation[part.name]].tolist() for part in state.game.observation.parts}
        assert parts == life(view, seat) | in_all_games(view, seat)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_observations_stay_within_their_bounds(game: Game) -> None:
    low, high = game.observation.bounds()
    for state in positions(game, seed=2):
        for seat in range(state.seats):
            assert all(a <= number <= b for a, number, b in zip(low, state.observe(seat), high, strict=True))


@pytest.mark.parametrize("game", SECRET, ids=str)
def test_an_observation_is_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(game: Game) -> None:
    rng = calumma.Rng(3)
    others = 0
    for state in positions(game, seed=3):
        for seat in range(state.seats):
            for world in (state.determinize(seat, rng) for _ in range(4)):
                assert world.observe(seat) == state.observe(seat)
                others += world.key() != state.key()
    assert others > 10


@pytest.mark.parametrize("game", SECRET, ids=str)
def test_what_one_seat_holds_shows_in_its_own_observation_alone(game: Game) -> None:
    """Two worlds dealt for seat 0 differ in what seat 1 holds: seat 1 sees that, seat 0 does not."""
    for state in (state for seed in range(4, 24) for state in positions(game, seed)):
        worlds = [state.determinize(0, calumma.Rng(seed)) for seed in range(20)]
        if len({world.observe(1).tobytes() for world in worlds}) > 1:
            assert len({world.observe(0).tobytes() for world in worlds}) == 1
            return
    pytest.fail("no position was found in which seat 1 holds anything")


def test_the_parts_of_an_observation_have_names_of_their_own() -> None:
    for game in GAMES:
        names = [part.name for part in game.observation.parts]
        assert len(set(names)) == len(names)


def test_an_unknown_part_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(calumma.GameError, match=r'no part "wings".*own white'):
        calumma.load("yamamoto").observation["wings"]


def test_a_seat_that_is_not_there_cannot_observe() -> None:
    with pytest.raises(ValueError, match="no seat 2: expected 0 to 1"):
        calumma.load("yamamoto").new().observe(2)
