"""sRGB → CMYK ink, within a limit on the ink at any place.

In      a `Profile` and the most ink that paper and press take, in percent of one ink.
Out     a `Separation`: ink of colors and of pictures, by one table for both.
Not here  operators (`render.press.inks`).

The table is a cube of colors, 52 a side, so that its nodes are whole 8-bit values. Each
node is converted by the profile (relative colorimetric, black point compensation) and
then brought within the limit. Between nodes ink runs straight, and a straight line
between two points within the limit stays within it: so the limit holds for every color,
every pixel and every place of a gradient, without looking at any.

A node over the limit has gray taken out of its cyan, magenta and yellow, and black put in:
of all such exchanges that just meet the limit, the one whose print, by the profile's own
prediction, looks most like what was asked for (gray component replacement). Cutting all
inks alike would lighten and tint; cutting color alone would lighten.

Source  Adobe, Black Point Compensation (ISO 18619); R. Hunt, The Reproduction of Color,
        6th ed., 29.10 (gray component replacement); CIE 015:2004 (CIELAB, ΔE*ab).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms, ImageFilter

from cardgen.core.color import Color, decode_channel
from cardgen.render.press.profile import Profile, ProfileError, opened

Cmyk = tuple[float, float, float, float]
"""Ink, each 0 … 1."""
Floats = NDArray[np.float64]

BLACK_INK: Cmyk = (0.0, 0.0, 0.0, 1.0)
_SIDE = 52
_STEP = 255 // (_SIDE - 1)
_ROUNDING = 1.0
"""Percent: four inks of 8 bits may each be rounded up by half a step."""
_TRIES = 64
_DARK, _NEUTRAL = 25.0, 12.0


@dataclass(frozen=True, eq=False)
class Separation:
    """Gives the ink of colors and pictures."""

    profile: Profile
    limit: float
    cube: Floats = field(repr=False)
    """Ink by blue, green and red."""
    loss: tuple[float, float] = field(repr=False)
    """Mean and largest ΔE*ab that the limit cost the nodes that it changed."""

    def ink(self, color: Color) -> Cmyk:
        """The ink of a color, as a picture's pixel of that color has it (unrounded)."""
        cube = self.cube
        for channel in (color.blue, color.green, color.red):
            node, rest = divmod(channel, _STEP)
            part = rest / _STEP
            following = cube[min(node + 1, _SIDE - 1)]
            cube = cube[node] if rest == 0 else cube[node] * (1 - part) + following * part
        c, m, y, k = (float(value) for value in cube)
        return c, m, y, k

    def picture(self, image: Image.Image) -> Image.Image:
        """An RGB picture as CMYK."""
        return image.filter(self._table)

    @property
    def _table(self) -> ImageFilter.Color3DLUT:
        flat = self.cube.astype(np.float32).ravel()
        return ImageFilter.Color3DLUT(_SIDE, flat, 4, target_mode="CMYK", _copy_table=False)


@lru_cache(maxsize=4)
def separate(profile: Profile, limit: float) -> Separation:
    """The separation for a printing condition; `limit` is in percent, 100 … 400.

    The profile must be one that `check_convertible` lets pass.
    """
    ink = np.asarray(ImageCms.applyTransform(_nodes(), _to_ink(profile))).reshape(-1, 4) / 255
    most = (limit - _ROUNDING) / 100
    over = ink.sum(axis=1) > most
    loss = 0.0, 0.0
    if over.any():
        within, cost = _limited(ink[over], most, _Print(profile))
        ink[over] = within
        loss = float(cost.mean()), float(cost.max())
    return Separation(profile, limit, ink.reshape(_SIDE, _SIDE, _SIDE, 4), loss)


def check_convertible(profile: Profile) -> None:
    """Try whether the profile gives ink for colors, and colors for ink.

    Raises:
        ProfileError: it does not: it is a converter for a step of some program, not a press.
    """
    try:
        ImageCms.applyTransform(Image.new("RGB", (1, 1)), _to_ink(profile))
        _Print(profile).look(np.zeros((1, 4)))
    except (OSError, ValueError, ImageCms.PyCMSError) as error:
        raise ProfileError("cannot turn colors into ink and back") from error


def _to_ink(profile: Profile) -> ImageCms.ImageCmsTransform:
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        opened(profile.data),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION | ImageCms.Flags.NOOPTIMIZE,
    )


def _nodes() -> Image.Image:
    """All nodes, red running fastest, as Pillow's tables have it."""
    axis = np.arange(0, 256, _STEP, dtype=np.uint8)
    blue, green, red = np.meshgrid(axis, axis, axis, indexing="ij")
    pixels = np.stack([red, green, blue], axis=-1)
    return Image.fromarray(pixels.reshape(_SIDE * _SIDE, _SIDE, 3))


class _Print:
    """What ink looks like in print, by the profile: L*, a*, b*."""

    def __init__(self, profile: Profile) -> None:
        self._transform = ImageCms.buildTransform(
            opened(profile.data),
            ImageCms.createProfile("LAB"),
            "CMYK",
            "LAB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )

    def look(self, ink: Floats) -> Floats:
        pixels = np.clip(ink * 255 + 0.5, 0, 255).astype(np.uint8)
        image = Image.frombytes("CMYK", (len(pixels), 1), pixels.tobytes())
        raw = np.asarray(ImageCms.applyTransform(image, self._transform))[0]
        opponent = raw[:, 1:].astype(np.int8).astype(float)
        return np.column_stack([raw[:, 0] / 2.55, opponent])


def _limited(ink: Floats, most: float, print_: _Print) -> tuple[Floats, Floats]:
    """Ink with gray replaced by black until it meets the limit, and what that costs."""
    wanted = print_.look(ink)
    best, cost = ink.copy(), np.full(len(ink), np.inf)
    for share in np.linspace(0, 1, _TRIES + 1):
        black = ink[:, 3] + (1 - ink[:, 3]) * share
        tried = np.column_stack([_without_gray(ink[:, :3], most - black), black])
        distance = np.linalg.norm(print_.look(tried) - wanted, axis=1)
        better = distance < cost
        best[better], cost[better] = tried[better], distance[better]
    return best, cost


def _without_gray(colors: Floats, total: Floats) -> Floats:
    """Cyan, magenta and yellow less one amount of each, so that they come to `total`."""
    low, high = np.zeros(len(colors)), colors.max(axis=1)
    for _ in range(14):
        middle = (low + high) / 2
        over = np.clip(colors - middle[:, None], 0, 1).sum(axis=1) > total
        low, high = np.where(over, middle, low), np.where(over, high, middle)
    less: Floats = np.clip(colors - high[:, None], 0, 1)
    return less


# --- text ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def is_black(color: Color) -> bool:
    """Whether text of this color is printed in black ink alone: L* < 25 and C* < 12.

    Four inks never lie exactly upon one another; fine strokes of one ink stay sharp.
    """
    lightness, a, b = lab(color)
    return lightness < _DARK and float(np.hypot(a, b)) < _NEUTRAL


def lab(color: Color) -> tuple[float, float, float]:
    """CIELAB of an sRGB color, for D50 (IEC 61966-2-1, adapted by Bradford)."""
    linear = [decode_channel(channel) for channel in color.unit]
    xyz = _TO_XYZ @ np.array(linear)
    x, y, z = (_root(float(value)) for value in xyz / _WHITE)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


_TO_XYZ = np.array(
    [
        [0.4360747, 0.3850649, 0.1430804],
        [0.2225045, 0.7168786, 0.0606169],
        [0.0139322, 0.0971045, 0.7141733],
    ]
)
_WHITE = np.array([0.9642, 1.0, 0.8251])


def _root(value: float) -> float:
    return float(np.cbrt(value)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
