"""Colours of one game stay apart for everybody: by tint, by letter and by pattern."""

from itertools import combinations
from math import dist

import pytest

from calumma.drawing.palette import COLOURS, NEUTRALS, THEMES, colour, variables

TOGETHER = {
    "yamamoto": "orange blue white black",
    "chamelequin": "red blue yellow green white black pink grey",
    "bradley": "purple green red yellow blue orange",
    "piecepack": "red black yellow blue white orange purple lightblue",
    "life": "red orange yellow green blue violet",
}
MUTED = [f"{name}-muted" for name in COLOURS]
PAIRS = sorted({pair for names in TOGETHER.values() for pair in combinations(sorted(names.split()), 2)})

# Full loss of one kind of cone, as matrices over linear RGB (Machado, Oliveira and Fernandes 2009).
SIGHTS = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def times(
    matrix: tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]], vector: list[float]
) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def linear(tint: str) -> list[float]:
    parts = [int(tint[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(light: list[float]) -> tuple[float, float, float]:
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else part * 7.787 + 16 / 116
        for part in (value / top for value, top in zip(times(TO_XYZ, light), white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(tint: str, sight: str) -> tuple[float, float, float]:
    return lab([min(1, max(0, part)) for part in times(SIGHTS[sight], linear(tint))])


def contrast(one: str, other: str) -> float:
    dark, light = sorted(times(TO_XYZ, linear(tint))[1] for tint in (one, other))
    return (light + 0.05) / (dark + 0.05)


def test_the_measures_agree_with_known_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)
    assert lab(linear("#ffffff")) == pytest.approx((100, 0, 0), abs=0.05)
    assert lab(linear("#ff0000")) == pytest.approx((53.2, 80.1, 67.2), abs=0.2)


def test_pure_red_and_green_of_equal_luminance_meet_in_deuteranopia_but_not_in_common_sight() -> None:
    red, green = "#d03030", "#5a7400"
    assert dist(seen(red, "deuteranopia"), seen(green, "deuteranopia")) < 0.5 * dist(seen(red, "common"), seen(green, "common"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_colours_of_one_game_differ_in_lightness(pair: tuple[str, str], theme: str) -> None:
    one, other = (lab(linear(COLOURS[name].tint(theme).fill))[0] for name in pair)
    assert abs(one - other) >= 7.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_colours_of_one_game_stay_apart_in_every_sight(pair: tuple[str, str], sight: str, theme: str) -> None:
    one, other = (seen(COLOURS[name].tint(theme).fill, sight) for name in pair)
    assert dist(one, other) >= 12


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_colours_of_one_game_differ_in_letter_and_in_pattern_and_ring(pair: tuple[str, str]) -> None:
    one, other = (COLOURS[name] for name in pair)
    assert one.letter != other.letter
    assert (one.pattern, one.light.ink) != (other.pattern, other.light.ink)


def test_all_letters_and_all_emblems_are_different() -> None:
    assert len({each.letter for each in COLOURS.values()}) == len(COLOURS)
    assert len({each.emblem for each in COLOURS.values()}) == len(COLOURS)


@pytest.mark.parametrize(
    ("name", "letter", "pattern"),
    [
        ("red", "R", "diagonals"),
        ("orange", "O", "dots"),
        ("yellow", "Y", "ring"),
        ("green", "G", "crosshatch"),
        ("blue", "B", "horizontals"),
        ("violet", "V", "verticals"),
        ("purple", "P", "verticals"),
        ("black", "K", "solid"),
        ("white", "W", "solid"),
        ("lightblue", "L", "waves"),
        ("pink", "Pi", "triangles"),
        ("grey", "Gy", "checks"),
    ],
)
def test_a_colour_has_its_letter_and_pattern(name: str, letter: str, pattern: str) -> None:
    assert (COLOURS[name].letter, COLOURS[name].pattern) == (letter, pattern)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", COLOURS)
def test_a_letter_can_be_read_on_its_colour(name: str, theme: str) -> None:
    tint = COLOURS[name].tint(theme)
    assert contrast(tint.fill, tint.ink) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "ground", ["page", "paper", "board", "light", "dark", "tray", "sage", *(f"{name}-muted" for name in COLOURS)]
)
def test_words_can_be_read_on_every_ground(ground: str, theme: str) -> None:
    tints = variables(theme)
    assert contrast(tints["ink"], tints[ground]) >= 3.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["rail", "felt"])
def test_what_is_engraved_can_be_read(ground: str, theme: str) -> None:
    tints = variables(theme)
    assert contrast(tints["rail-ink"], tints[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_small_print_can_be_read_on_the_page(theme: str) -> None:
    tints = variables(theme)
    assert contrast(tints["faint"], tints["page"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_stand_out_from_neutral_grounds_by_tint_or_outline(theme: str) -> None:
    tints = variables(theme)
    for ground in ("light", "dark", "board"):
        assert contrast(tints["edge"], tints[ground]) >= 3
        assert max(abs(part) for part in lab(linear(tints[ground]))[1:]) < 12


def test_both_themes_have_the_same_variables() -> None:
    assert list(variables("light")) == list(variables("dark"))
    assert set(NEUTRALS) < set(variables("light"))


def test_an_unknown_colour_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match='there is no colour "mauve": expected one of red, orange'):
        colour("mauve")
