"""Draw one glyph out of a document of a font's `SVG ` table.

In      a document, the glyph's number, how many units the em has.
Out     scene items around the pen position, in font units, y down; what is not drawn of them.
Not here  finding the document (`text.color_glyphs`).

Source  OpenType 1.9, `SVG `: the element of the id `glyph12` draws glyph 12; the root's viewport
        is the em square below the baseline, and nothing is cut off at its edges. Of
        `var(--color0, red)` the second is taken, which is the font's first palette.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec.structs import replace

from cardgen.core.geometry import Extent, Transform
from cardgen.scene.items import Item
from cardgen.svg.draw import draw_tree
from cardgen.svg.item_transforms import move_items
from cardgen.svg.tree import Gap, Gaps, SvgElement, Tree, read_tree

_PALETTE_COLOR = re.compile(rb"var\(\s*--color\d+\s*,\s*((?:[^()]|\([^()]*\))*)\)")
_LEFT, _UP, _ACROSS = 2, 3, 5
"""Ems around the pen position in which a glyph is drawn."""


def draw_glyph(document: bytes, glyph: int, em: int) -> tuple[tuple[Item, ...], tuple[Gap, ...]]:
    """Draw a glyph.

    Raises:
        DrawingError: The document is no SVG, is damaged, is beyond a limit, or has no such glyph.
    """
    gaps = Gaps()
    side = float(_ACROSS * em)
    items = draw_tree(_read_open_tree(document, em), Extent(side, side), gaps, f"glyph{glyph}")
    return move_items(items, Transform(e=-float(_LEFT * em), f=-float(_UP * em))), gaps.found


@lru_cache(maxsize=4)
def _read_open_tree(document: bytes, em: int) -> Tree:
    """The document within one that is larger than its viewport."""
    tree = read_tree(_PALETTE_COLOR.sub(rb"\1", document))
    here = {"x": "0", "y": "0", "width": str(em), "height": str(em), "overflow": "visible"}
    root = replace(tree.root, attributes={**tree.root.attributes, **here})
    view = f"{-_LEFT * em} {-_UP * em} {_ACROSS * em} {_ACROSS * em}"
    whole = SvgElement("svg", {"viewBox": view}, root.line, root.column, (root,), "")
    known = {name: root if one is tree.root else one for name, one in tree.by_id.items()}
    return Tree(whole, known)
