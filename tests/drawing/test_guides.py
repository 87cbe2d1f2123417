"""What games offer beyond scene and path: pictures, guides, and the score in its parts."""

import re
from collections.abc import Iterator
from itertools import islice

import pytest

import calumma
from calumma.core import Drawing
from calumma.drawing import Cell, Guide, Plate, Scene, draw_svg, picture_of, tell


def positions(name: str, seats: int, seed: int = 1, every: int = 7) -> Iterator[tuple[calumma.Game, calumma.State]]:
    """Positions of a match that is played at random, one in `every`, the last one always."""
    game = calumma.load(name, seats)
    state, rng = game.new(), calumma.Rng(seed)
    for ply in range(100_000):
        if ply % every == 0 or state.to_act == calumma.OVER:
            yield game, state
        if state.to_act == calumma.OVER:
            return
        state.apply(state.pick(rng))


@pytest.mark.parametrize("name", calumma.games())
def test_on_a_phone_what_can_be_clicked_is_large_enough_for_a_finger(name: str) -> None:
    for game, state in positions(name, calumma.load(name).info.seats[0], every=97):
        scene = picture_of(game.definition.drawing, state.view(0), True)
        boxes = [cell for cell in scene.cells if cell.shape != "choice"]
        left, right = (
            (scene.frame[0], scene.frame[2]) if scene.frame else (min(c.x for c in boxes) - 1, max(c.x for c in boxes) + 1)
        )
        pixels = 360 / (right - left)
        assert min(min(cell.width, cell.height) for cell in boxes) * pixels >= 17  # and up to 18 more beside it: see board.js
        assert min(cell.width for cell in boxes if cell.id[0] not in "cs") * pixels >= 24  # all but chameleons and snakes


@pytest.mark.parametrize("name", calumma.games())
def test_on_a_phone_every_text_in_a_picture_can_be_read(name: str) -> None:
    for game, state in islice(positions(name, calumma.load(name).info.seats[0], every=60), 4):
        picture = draw_svg(picture_of(game.definition.drawing, state.view(0), True))
        width = float(re.findall(r'viewBox="\S+ \S+ (\S+)', picture)[0])
        sizes = [float(size) * 390 / width for size in re.findall(r'font-size="([\d.]+)"', picture)]
        assert min(sizes, default=12) >= 12


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in ("piecepack", "life") for seats in (2, 3, 4)])
def test_the_parts_of_the_score_of_a_game_of_points_add_up(name: str, seats: int) -> None:
    game = calumma.load(name, seats)
    state, rng, stories = game.new(), calumma.Rng(2), []
    while state.to_act != calumma.OVER:
        before, action = state.copy(), state.pick(rng)
        state.apply(action)
        stories.append(game.story(before, action, state))
    rows = game.definition.drawing.tally(state.view(None), stories)
    assert [sum(row.numbers[seat] for row in rows) for seat in range(seats)] == state.scores()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sequences_of_life_can_be_played_to_their_end_or_to_luck(seats: int) -> None:
    offered = 0
    for game, state in positions("life", seats, seed=seats, every=1):
        if state.to_act < 0:
            continue
        view = state.view(state.to_act)
        found = game.definition.drawing.guide(view, state.legal())
        for effect in (*found.facts, *found.cards, *(each.effect for each in found.shortcuts)):
            assert tell(game, effect, table="guide")
        for each in found.shortcuts:
            world, offered = state.copy(), offered + 1
            for action in each.actions:
                if world.to_act == calumma.CHANCE:
                    break
                assert action in world.legal(), tell(game, each.effect, table="guide")
                world.apply(action)
    assert offered > 20


def test_a_guide_of_life_explains_every_card_in_the_hand_and_no_other() -> None:
    seen = 0
    for game, state in positions("life", 2, seed=4, every=1):
        if state.to_act >= 0:
            view = state.view(state.to_act)
            cards = game.definition.drawing.guide(view, state.legal()).cards
            assert {cell for card in cards for cell in card.cells} == {f"hand:{kind}" for kind in view["hands"][state.to_act]}
            seen += len(cards)
    assert seen


def test_games_without_extras_do_without_them() -> None:
    game = calumma.load("chamelequin")
    view, drawing = game.new().view(0), game.definition.drawing
    assert drawing.guide(view, [0]) == Guide()
    assert not drawing.weighs(view, 0)


def test_a_class_that_draws_inherits_what_it_does_not_write() -> None:
    class Plain(Drawing[object]):
        def scene(self, view: object) -> Scene:
            return Scene((), ())

        def path(self, state: object, action: int) -> list[str]:
            return []

    drawing = Plain()
    assert (drawing.guide({}, [0]), list(drawing.tally({}, [])), drawing.weighs({}, 0)) == (Guide(), [], False)
    assert picture_of(drawing, {}, tall=True) == Scene((), ())


def test_piecepack_weighs_tiles_and_not_walks() -> None:
    game = calumma.load("piecepack")
    state, rng = game.new(), calumma.Rng(3)
    while state.to_act < 0:
        state.apply(state.pick(rng))
    kinds = {text[:1] in "RKYBWOPL": game.definition.drawing.weighs(state.view(0), action) for action, text in texts(game, state)}
    assert kinds == {True: True, False: False} or kinds == {True: True}


def texts(game: calumma.Game, state: calumma.State) -> list[tuple[int, str]]:
    return [(action, game.move_text(state, action)) for action in state.legal()]


@pytest.mark.parametrize("name", ["piecepack", "life", "bradley"])
def test_the_heart_of_a_picture_is_the_board_alone(name: str) -> None:
    game = calumma.load(name)
    scene = picture_of(game.definition.drawing, game.new().view(0))
    small = draw_svg(scene, heart=True)
    assert len(small) < len(draw_svg(scene))
    assert "Supply" not in small


def test_what_carries_no_cell_of_the_board_is_not_in_its_heart() -> None:
    board = Plate(((0, 0), (2, 0), (2, 2), (0, 2)), "walnut")
    stand = Plate(((1, 3), (2, 3), (2, 4), (1, 4)), "enamel")
    around = Scene((Cell("a1", 1, 1),), (), plates=(board, stand), heart=(0, 0, 3, 4))
    alone = Scene(around.cells, (), plates=(board,), frame=around.heart)
    assert draw_svg(around, heart=True, prefix="p") == draw_svg(alone, prefix="p")
