"""The measures of a tuck box, from the space that is wanted inside.

In      free width, depth and height; the thickness of the board.
Out     `Measures`: walls from fold to fold, flaps, slits, in points.
Not here  drawing them (`scene.tuck_box.outline`, `scene.tuck_box.dieline`).

From left to right: back, left, front, right, glue flap. Both closures hang on the back and
tuck in behind the front, so that the front shows no fold. Every line stands where the middle
of the board is, so that a board of thickness t leaves the free space free:

- walls face each other one board farther apart than what is between them;
- closures fold one board above the dust flaps that they cover: the back is two boards
  higher than the sides;
- the glue flap lies inside the back, so the right side is one board narrower than the left;
- the closures' tucks lie inside the front, so they are one board shorter than the sides.

Source  the straight tuck end carton as the trade folds it; measures of flaps, slits
        and tapers are our own, within what folders of card boxes use.
"""

from __future__ import annotations

from math import radians, tan

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM

_MM = POINTS_PER_MM

CLEAR = 0.5 * _MM
"""Room beside a flap that goes between walls."""
NEAR = 0.3 * _MM
"""Room between a dust flap's shoulder and the front."""
_GLUE = 12 * _MM
_DUST_TAPER = tan(radians(10))
_MOST_TAPER = 0.15
_SLIT = 7 * _MM
_LEAST_FLAP = 2 * _MM


class Hollow(Struct, frozen=True):
    """Width, depth and height of a box or of what is in it, as it stands before you."""

    width: float
    depth: float
    height: float


class Measures(Struct, frozen=True):
    """The measures of a box, all that the drawing needs."""

    hollow: Hollow
    board: float

    @property
    def width(self) -> float:
        """Front and back, fold to fold."""
        return self.hollow.width + self.board

    @property
    def depth(self) -> float:
        """The left side: besides the walls, the glue flap and a tuck lie in the depth."""
        return self.hollow.depth + 3 * self.board

    @property
    def height(self) -> float:
        """The sides, between their dust flaps."""
        return self.hollow.height + self.board

    @property
    def closure(self) -> float:
        """From the back to the tuck, which lies inside the front."""
        return self.depth - self.board

    @property
    def tuck(self) -> float:
        return min(18 * _MM, max(10 * _MM, 0.18 * self.height), self.height / 3)

    @property
    def inset(self) -> float:
        """How much narrower a tuck is than its closure, on either side."""
        return self.board / 2 + CLEAR

    @property
    def slit(self) -> float:
        """How far the tuck's fold is cut at either end, for the dust flaps to lock in."""
        return min(_SLIT, self.width / 8)

    @property
    def glue(self) -> float:
        return min(_GLUE, self.width / 3)

    @property
    def glue_inset(self) -> float:
        return self.board + CLEAR

    @property
    def dust(self) -> float:
        """How far dust flaps reach: they do not meet."""
        return min(self.width / 2 - CLEAR, max(12 * _MM, min(self.depth, 25 * _MM)))

    @property
    def dust_taper(self) -> float:
        return min(_DUST_TAPER * self.dust, _MOST_TAPER * self.depth)

    @property
    def shoulder(self) -> tuple[float, float]:
        """How far a dust flap stays from the front's fold: by the wall, and past the tuck."""
        return self.board / 2 + NEAR, 2 * self.board + CLEAR

    @property
    def dust_end(self) -> float:
        """The width of a dust flap's end; the right one is the narrower."""
        back, past = self.board / 2 + CLEAR, self.shoulder[1]
        return self.closure - back - past - self.dust_taper

    @property
    def top(self) -> float:
        """Where the back's upper fold is, from the top of the die."""
        return self.tuck + self.closure

    @property
    def down(self) -> float:
        """The height of the die."""
        return 2 * self.top + self.height + 2 * self.board

    @property
    def across(self) -> tuple[float, float, float, float]:
        """The four upright folds: left, front, right, glue flap."""
        left = self.width
        front = left + self.depth
        right = front + self.width
        return left, front, right, right + self.closure


def least_depth(board: float) -> float:
    """The least free depth with which dust flaps still have a width worth cutting."""
    taken = board + (board / 2 + CLEAR) + (2 * board + CLEAR) + _LEAST_FLAP
    return taken / (1 - _MOST_TAPER) - 3 * board
