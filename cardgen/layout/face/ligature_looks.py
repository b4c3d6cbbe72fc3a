"""The looks of a run: one, or those of the letters of a ligature that several runs share.

In      a placed run, its glyphs on the page.
Out     the glyphs once a look, each with what it is clipped to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import TextRun
from cardgen.core.geometry import Rect
from cardgen.layout.text.placed_text import LigatureShare, PlacedRun
from cardgen.scene import outlines
from cardgen.scene.items import Glyphs, Group, Item
from cardgen.scene.outlines import Outline

_REACH = 2.0
"""How far the outer letters of a ligature, and lines around it, may reach beyond it, in ems."""


class RunLook(Struct, frozen=True, gc=False):
    """Glyphs as they look within an outline; everywhere if there is none."""

    look: TextRun
    glyphs: Glyphs
    clip: Outline = ()
    copied: bool = True
    """Whether readers find its text here. An empty ActualText would do, but PDFium makes that a
    zero-width space, and the word is not found any more."""

    def within(self, items: Iterable[Item]) -> Iterator[Item]:
        """What is drawn of the glyphs, clipped to them."""
        if not self.clip:
            yield from items
        elif found := tuple(items):
            yield Group(found, clip=self.clip, of_text=True)


def list_looks(part: PlacedRun, run: Glyphs) -> Iterator[RunLook]:
    """A run as it looks. The first look of a ligature carries its text; what a font paints itself
    has one look."""
    looks = {(share.run.color, share.run.paint) for share in part.shares}
    if len(looks) < 2 or run.face.colored:
        yield RunLook(part.run, run)
        return
    (glyph,) = run.glyphs
    rightmost = max(share.end for share in part.shares)
    for number, share in enumerate(part.shares):
        clip = outlines.moved(_window(share, rightmost, run.size), run.placing(glyph))
        own = replace(run, color=share.run.color.opaque)
        yield RunLook(share.run, own, tuple(clip), copied=not number)


def _window(share: LigatureShare, rightmost: float, size: float) -> Outline:
    """Where a share is, around the pen position."""
    reach = _REACH * size
    left = share.start - (reach if share.start <= 0 else 0.0)
    right = share.end + (reach if share.end >= rightmost else 0.0)
    return outlines.rectangle(Rect(left, -reach, right - left, 2 * reach))
