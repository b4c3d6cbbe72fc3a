"""How different two colors look: CIEDE2000 of colors in L*a*b*.

In      8-bit sRGB pixels, or colors in L*a*b*.
Out     L*a*b*; ΔE00 of each two colors.
Not here  how much is enough (`check.rules.press.color_vision`).

Source  Sharma, Wu & Dalal, "The CIEDE2000 color-difference formula: implementation notes,
        supplementary test data, and mathematical observations", Color Research &
        Application 30 (2005), 21-30; steps numbered as there. Lab is of IEC 61966-2-1
        sRGB at its own white, D65.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cardgen.core.color import LINEAR_LIGHT
from cardgen.render.raster.pixel_arrays import Pixels

_Floats = NDArray[np.float64]

_XYZ_OF_RGB = (  # IEC 61966-2-1
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)


@lru_cache(maxsize=1)
def _linear() -> _Floats:
    return np.array(LINEAR_LIGHT)


def convert_to_lab(pixels: Pixels) -> _Floats:
    """CIE L*a*b* of sRGB pixels; white is (100, 0, 0)."""
    matrix = np.array(_XYZ_OF_RGB)
    xyz = _linear()[pixels] @ (matrix / matrix.sum(axis=1, keepdims=True)).T
    cube = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = cube[..., 0], cube[..., 1], cube[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def color_difference(first: _Floats, second: _Floats) -> _Floats:
    """CIEDE2000 of colors in L*a*b*, with kL = kC = kH = 1.

    Args:
        first: Any shape whose last axis is L*, a*, b*.
        second: The same shape.

    Returns:
        ΔE00 of each two, ≥ 0; the last axis is gone.
    """
    light_1, chroma_1, hue_1, light_2, chroma_2, hue_2 = _primed(first, second)
    # Step 2: differences.
    light, chroma = light_2 - light_1, chroma_2 - chroma_1
    is_gray = chroma_1 * chroma_2 == 0
    turn = np.where(is_gray, 0.0, (hue_2 - hue_1 + 180) % 360 - 180)
    hue = 2 * np.sqrt(chroma_1 * chroma_2) * np.sin(np.radians(turn) / 2)
    # Step 3: means, weights, rotation.
    mean_light, mean_chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    mean_hue = _mean_hue(hue_1, hue_2, is_gray)
    off = (mean_light - 50) ** 2
    weight_light = 1 + 0.015 * off / np.sqrt(20 + off)
    weight_chroma = 1 + 0.045 * mean_chroma
    weight_hue = 1 + 0.015 * mean_chroma * _hue_weight(mean_hue)
    spread = 30 * np.exp(-(((mean_hue - 275) / 25) ** 2))
    rotation = -2 * np.sqrt(_chroma_weight(mean_chroma)) * np.sin(np.radians(2 * spread))
    light, chroma, hue = light / weight_light, chroma / weight_chroma, hue / weight_hue
    squared = light**2 + chroma**2 + hue**2 + rotation * chroma * hue
    apart: _Floats = np.sqrt(np.maximum(squared, 0.0))
    return apart


def _primed(first: _Floats, second: _Floats) -> tuple[_Floats, ...]:
    """Step 1: lightness, chroma C' and hue h' of both, grays pulled apart a little."""
    mean = (np.hypot(first[..., 1], first[..., 2]) + np.hypot(second[..., 1], second[..., 2])) / 2
    stretch = 1.5 - 0.5 * np.sqrt(_chroma_weight(mean))
    found: list[_Floats] = []
    for lab in (first, second):
        a, b = stretch * lab[..., 1], lab[..., 2]
        found += [lab[..., 0], np.hypot(a, b), np.degrees(np.arctan2(b, a)) % 360]
    return tuple(found)


def _chroma_weight(chroma: _Floats) -> _Floats:
    power: _Floats = chroma**7 / (chroma**7 + 25.0**7)
    return power


def _mean_hue(first: _Floats, second: _Floats, is_gray: NDArray[np.bool_]) -> _Floats:
    """The hue between two, the short way round; the sum where one has none."""
    total = first + second
    is_far = np.abs(first - second) > 180
    between = np.where(is_far, np.where(total < 360, total + 360, total - 360), total) / 2
    return np.where(is_gray, total, between)


def _hue_weight(hue: _Floats) -> _Floats:
    """T: how much hue counts, by hue."""
    terms = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    whole: _Floats = 1 + sum(
        (part * np.cos(np.radians(times * hue + shift)) for part, times, shift in terms),
        np.zeros_like(hue),
    )
    return whole
