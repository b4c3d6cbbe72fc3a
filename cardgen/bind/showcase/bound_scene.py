"""A scene of the showcase with nothing left to look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.bound_faces import BoundFace
from cardgen.core.color import Color
from cardgen.core.geometry import Extent

if TYPE_CHECKING:
    from cardgen.bind.box.boxes import BoundBox
    from cardgen.read.models.showcase import ShowcaseSpec


class ShownCard(Struct, frozen=True):
    """A side of a card in a scene, and how many cards its deck has to make a pile of."""

    face: BoundFace
    pile: int


class BoundScene(Struct, frozen=True):
    """A scene: what it shows, how large it is, what is below it."""

    name: str
    spec: ShowcaseSpec
    extent: Extent
    """The picture's, in points; a sell sheet's page."""
    ground: Color | None
    """None where it is transparent."""
    cards: tuple[ShownCard, ...] = ()
    box: BoundBox | None = None
    sheet: BoundBooklet | None = None
    """The text of a sell sheet, as a booklet of one page."""
