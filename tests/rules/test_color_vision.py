"""Colours as colour-blind eyes see them: what must stay, and what must fall together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.render.raster.color_vision import KINDS, Kind, simulate
from cardgen.render.raster.pixel_arrays import Pixels
from tests.support.samples import law

Rgb = tuple[int, int, int]
RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)
levels = st.integers(0, 255)


def image(*colors: Rgb) -> Pixels:
    return np.array([colors], np.uint8)


def seen(color: Rgb, kind: Kind) -> Rgb:
    red, green, blue = (int(value) for value in simulate(image(color), kind)[0, 0])
    return red, green, blue


def distance(first: Rgb, second: Rgb) -> int:
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_white_black_and_every_grey_stay_within_one_level(kind: Kind) -> None:
    greys = image(*((level, level, level) for level in range(256)))
    assert np.abs(simulate(greys, kind).astype(int) - greys).max() <= 1


@pytest.mark.parametrize(("color", "grey"), [(RED, 127), (GREEN, 220), (BLUE, 76), (YELLOW, 247)])
def test_greyscale_is_luminance_in_linear_light(color: Rgb, grey: int) -> None:
    """sRGB encodes 0.2126 as level 127, 0.7152 as 220; weights on levels would give 54, 182."""
    assert seen(color, "greyscale") == (grey, grey, grey)


@pytest.mark.parametrize(
    ("kind", "color", "expected"),
    [
        ("protanopia", RED, (94, 94, 13)),
        ("protanopia", GREEN, (242, 242, 0)),
        ("deuteranopia", RED, (147, 147, 0)),
        ("deuteranopia", GREEN, (219, 219, 41)),
        ("tritanopia", RED, (255, 0, 78)),
        ("tritanopia", GREEN, (121, 233, 255)),
        ("tritanopia", BLUE, (0, 98, 136)),
    ],
)
def test_primaries_come_out_as_published(kind: Kind, color: Rgb, expected: Rgb) -> None:
    """From the published matrices by hand: protan red is 0.1124 of red and of green in linear
    light; tritan green lies on the half plane of 485 nm, red on that of 660 nm."""
    assert distance(seen(color, kind), expected) <= 1


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("protanopia", (247, 0, 59), (0, 97, 62)),
        ("deuteranopia", (216, 0, 62), (0, 145, 46)),
        ("tritanopia", (96, 68, 255), (0, 115, 151)),
    ],
)
def test_confused_colours_fall_together_for_one_eye_only(
    kind: Kind, first: Rgb, second: Rgb
) -> None:
    """The two ends of a line along which the missing cone alone changes."""
    assert distance(seen(first, kind), seen(second, kind)) <= 2
    others = [other for other in KINDS if other not in (kind, "greyscale")]
    assert all(distance(seen(first, other), seen(second, other)) > 40 for other in others)


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia"])
@law
@given(red=levels, green=levels, blue=levels)
def test_nothing_is_red_or_green_without_its_cone(
    kind: Kind, red: int, green: int, blue: int
) -> None:
    """All that is left is blue, yellow and between: red and green are always equal."""
    seen_red, seen_green, _ = seen((red, green, blue), kind)
    assert abs(seen_red - seen_green) <= 1


@pytest.mark.parametrize("kind", ["greyscale", "protanopia", "deuteranopia"])
def test_looking_twice_takes_nothing_more_away(kind: Kind) -> None:
    pixels = np.random.default_rng(7).integers(40, 216, (64, 64, 3)).astype(np.uint8)
    once = simulate(pixels, kind)
    assert np.abs(simulate(once, kind).astype(int) - once).max() <= 1


def test_looking_twice_without_blue_cones_takes_nothing_more_from_muted_colours() -> None:
    """Strong ones leave the gamut and are clipped."""
    pixels = np.random.default_rng(7).integers(110, 180, (64, 64, 3)).astype(np.uint8)
    once = simulate(pixels, "tritanopia")
    assert np.abs(simulate(once, "tritanopia").astype(int) - once).max() <= 1


def test_the_pixels_given_are_left_as_they_are() -> None:
    pixels = image(RED, GREEN)
    for kind in KINDS:
        simulate(pixels, kind)
    assert (pixels == image(RED, GREEN)).all()
