"""Show pixels as color-blind eyes see them, and in gray.

In      8-bit sRGB pixels.
Out     as many pixels, in the colors that remain.
Not here  choosing what to look at (`targets.proof.target`), judging it (`check`).

A dichromat lacks one kind of cone. Colors that differ for that cone alone look the same,
and each is shown as the one of them that a normal eye is known to see likewise.

Source  Viénot, Brettel & Mollon, "Digital video colourmaps for checking the legibility of
        displays by dichromats", Color Research & Application 24 (1999), 243-252: one plane
        for protanopes and deuteranopes. Brettel, Viénot & Mollon, "Computerized simulation
        of color appearance for dichromats", J. Opt. Soc. Am. A 14 (1997), 2647-2655: two
        half planes for tritanopes, hinged on the neutral axis.
        Departures: sRGB's transfer function for their power of 2.2; the display's white is
        the neutral, so grays stay; what leaves the gamut is clipped, where the paper first
        darkens the whole picture by up to 4 %.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from cardgen.core.color import LINEAR_LIGHT, decode_channel
from cardgen.render.raster.pixel_arrays import Pixels

Kind = Literal["greyscale", "protanopia", "deuteranopia", "tritanopia"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_Floats = NDArray[np.float32]
_Matrix = NDArray[np.float64]

_LUMINANCE = (0.2126, 0.7152, 0.0722)  # Rec. 709, the primaries of sRGB
_STEPS = 1 << 16  # of linear light; fine enough that all 256 levels survive

_XYZ_OF_RGB = np.array(  # Viénot 1999: Judd-Vos XYZ of Rec. 709 primaries, per cent
    [[40.9568, 35.5041, 17.9167], [21.3389, 70.6743, 7.98680], [1.86297, 11.4620, 91.2367]]
)
_LMS_OF_XYZ = np.array(  # Smith & Pokorny 1975
    [[0.15514, 0.54312, -0.03286], [-0.15514, 0.45684, 0.03286], [0.0, 0.0, 0.01608]]
)
_LMS_OF_RGB = _LMS_OF_XYZ @ _XYZ_OF_RGB
_PROTAN = np.array([[0.0, 2.02344, -2.52581], [0, 1, 0], [0, 0, 1]])  # Viénot 1999
_DEUTAN = np.array([[1, 0, 0], [0.494207, 0.0, 1.24827], [0, 0, 1]])  # Viénot 1999
_XYZ_485_NM = np.array([0.05699, 0.16987, 0.5864])  # Judd-Vos; seen alike by tritanopes
_XYZ_660_NM = np.array([0.16161, 0.061, 0.00001])


def simulate(pixels: Pixels, kind: Kind) -> Pixels:
    """What is left of the colors.

    Args:
        pixels: Height x width x 3, sRGB.
        kind: The eye; `greyscale` keeps luminance alone.

    Returns:
        New pixels of the same shape. Grays stay within one level.

    Takes about 0.04 s a megapixel.
    """
    light = _decoding()[pixels]
    if kind == "tritanopia":
        return _encoded(_tritan(light))
    return _encoded(light @ _matrix(kind).T)


def _tritan(light: _Floats) -> _Floats:
    """Each color on the half plane of its own side of neutral."""
    short, long, side = _half_planes()
    is_long = (light @ side > 0)[..., None]
    seen: _Floats = np.where(is_long, light @ long.T, light @ short.T)
    return seen


@cache
def _matrix(kind: Kind) -> _Floats:
    if kind == "greyscale":
        return np.array([_LUMINANCE] * 3, np.float32)
    return _in_rgb(_PROTAN if kind == "protanopia" else _DEUTAN)


@cache
def _half_planes() -> tuple[_Floats, _Floats, _Floats]:
    """Towards 485 nm, towards 660 nm, and what is positive for colors of the latter."""
    white = _LMS_OF_RGB @ np.ones(3)
    planes = [_onto(white, _LMS_OF_XYZ @ anchor) for anchor in (_XYZ_485_NM, _XYZ_660_NM)]
    side = white[1] * _LMS_OF_RGB[0] - white[0] * _LMS_OF_RGB[1]
    return _in_rgb(planes[0]), _in_rgb(planes[1]), side.astype(np.float32)


def _onto(white: _Matrix, anchor: _Matrix) -> _Matrix:
    """Move along S onto the plane of black, white and the anchor."""
    normal = np.cross(white, anchor)
    last = [-normal[0] / normal[2], -normal[1] / normal[2], 0.0]
    return np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], last])


def _in_rgb(cones: _Matrix) -> _Floats:
    """A map of cone responses as a map of linear RGB."""
    mapped: _Matrix = np.linalg.inv(_LMS_OF_RGB) @ cones @ _LMS_OF_RGB
    return mapped.astype(np.float32)


# --- sRGB's transfer function (IEC 61966-2-1) --------------------------------------------------


@cache
def _decoding() -> _Floats:
    """Linear light, 0 … 1, of each of the 256 levels."""
    return np.array(LINEAR_LIGHT, np.float32)


@cache
def _encoding() -> NDArray[np.uint8]:
    """The level of each step of linear light."""
    between = [decode_channel((level + 0.5) / 255) for level in range(255)]
    return np.searchsorted(between, np.arange(_STEPS) / (_STEPS - 1)).astype(np.uint8)


def _encoded(light: _Floats) -> Pixels:
    steps = np.clip(light * np.float32(_STEPS - 1) + np.float32(0.5), 0, _STEPS - 1)
    levels: Pixels = _encoding()[steps.astype(np.uint16)]
    return levels
