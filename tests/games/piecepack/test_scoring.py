"""Scoring against a second, slow reading of rules 6 to 12 that works on sets of coordinates."""

import pytest

import calumma
from calumma.games.piecepack.board import TILE_NAMES
from calumma.games.piecepack.notation import parts_of
from calumma.games.piecepack.rules import FIRST_ADD, FIRST_WALK

OPTIONS = [(bankrupt, merge) for bankrupt in ("out", "debt") for merge in ("scores", "strict")]


def beside(at):
    x, y = at
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def connected(start, cells):
    found, edge = {start}, [start]
    while edge:
        new = (beside(edge.pop()) & cells) - found
        found |= new
        edge += new
    return found


class Slow:
    """One tile added to a viewed position, reckoned slowly."""

    def __init__(self, view, action):
        _, self.tile, self.place, self.wasp = parts_of(action)
        self.view, self.mover = view, view["turn"]
        self.board = {(x, y): tile for x, y, tile in view["tiles"]} | {self.place: self.tile}
        self.standing = {seat: tuple(at) for seat, at in enumerate(view["chameleons"]) if at}
        crowd = list(self.standing.values())
        self.colourless = {at for at in crowd if crowd.count(at) > 1}
        self.own = {self.standing[self.mover]} - self.colourless

    def group(self, with_x):
        like = {at for at, tile in self.board.items() if tile[0] == self.tile[0]} - self.colourless - self.own
        return connected(self.place, like | (self.own if with_x else set()))

    def worth(self, group):
        if len(group) not in (3, 4):
            return 0
        rest = group - {self.place}
        if len(group) == 4 and self.view["options"]["merge"] == "strict" and connected(min(rest), rest) != rest:
            return 0
        ranks = [int(self.board[at][1]) for at in group]
        rival = any(at in group for seat, at in self.standing.items() if seat != self.mover)
        return max(ranks) * (2 if 1 in ranks else 1) * (2 if rival else 1)

    def may_take_wasp(self):
        like = {at for at in beside(self.place) if self.board.get(at, " ")[0] == self.tile[0]}
        return not like - self.colourless - self.own

    def gains(self):
        bonus = 0
        if [tile[0] for tile in self.board.values()].count(self.tile[0]) == 1:
            bonus = len({tile[0] for tile in self.board.values()})
        return bonus + max(self.worth(self.group(False)), 0 if self.wasp else self.worth(self.group(True)))

    def points(self):
        """Return every seat's points after it, None for who is out."""
        seats, mover = self.view["seats"], self.mover
        points = [None if out else mark for out, mark in zip(self.view["out"], self.view["scores"], strict=True)]
        points[mover] += self.gains()
        turn_order = [(mover + i) % seats for i in range(1, seats)]
        owners = [
            seat for seat in turn_order if self.view["wasps"][seat] and tuple(self.view["wasps"][seat]) in beside(self.place)
        ]
        cost = 8 if len(self.group(False)) >= 5 else 0
        ruined = cost + 4 * len(owners) > points[mover] and self.view["options"]["bankrupt"] == "out"
        purse = points[mover]
        for owner in owners:
            paid = min(4, purse) if ruined else 4
            points[owner] += paid
            purse -= paid
        points[mover] = None if ruined else purse - cost
        return points


def random_position(game, rng):
    """A board of few colours, so that groups abound, with chameleons, wasps and points anywhere."""
    colours = rng.below(5) + 2
    pool = [tile for tile in TILE_NAMES if "RKYBWOPL".index(tile[0]) < colours]
    drawn = [pool.pop(rng.below(len(pool))) for _ in range(min(len(pool) - 2, 4 + rng.below(18)))]
    board = {(0, 0): drawn[0]}
    for tile in drawn[1:]:
        x, y = list(board)[rng.below(len(board))]
        free = sorted(at for at in beside((x, y)) if at not in board and max(map(abs, at)) <= 3)
        if free:
            board[free[rng.below(len(free))]] = tile
    places = [f"{x},{y}" for x, y in board]
    standing = "/".join(places[rng.below(len(places))] for _ in range(game.seats))
    wasps = [places[rng.below(len(places))] if rng.below(2) else "-" for _ in range(game.seats)]
    wasps = [at if at == "-" or wasps.index(at) == seat else "-" for seat, at in enumerate(wasps)]
    rest = [tile for tile in TILE_NAMES if tile not in board.values()]
    dealt = [rest.pop(rng.below(len(rest))) for _ in range(2 * game.seats + 3)]
    hands = "/".join(dealt[2 * seat] + dealt[2 * seat + 1] for seat in range(game.seats))
    points = "/".join(str(rng.below(12)) for _ in range(game.seats))
    tiles = "/".join(f"{tile}@{x},{y}" for (x, y), tile in board.items())
    wilds = "".join(dealt[-3:])
    return game.parse_position(f"{tiles} {standing} {'/'.join(wasps)} {wilds} {hands} {points} {rng.below(game.seats)} 0")


@pytest.mark.contract
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("bankrupt", "merge"), OPTIONS)
def test_points_are_as_a_slow_reading_of_the_rules_has_them(seats, bankrupt, merge):
    game, rng = calumma.load("piecepack", seats, bankrupt=bankrupt, merge=merge), calumma.Rng(seats)
    scored = 0
    for _ in range(12):
        state = random_position(game, rng)
        view, legal = state.view(None), state.legal()
        adds = [action for action in legal if FIRST_ADD <= action < FIRST_WALK]
        for action in [adds[rng.below(len(adds))] for _ in range(80)]:
            slow, after = Slow(view, action), state.copy()
            after.apply(action)
            found = [None if out else mark for out, mark in zip(after.view(None)["out"], after.scores(), strict=True)]
            assert found == slow.points(), f"{state} {game.move_text(state, action)}"
            assert (action | 1 in legal) == slow.may_take_wasp()
            scored += slow.gains() > 0
    assert scored > 100
