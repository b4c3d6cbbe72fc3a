"""A face as it would be with an element elsewhere: laid out and drawn, and nothing written.

In      a face, the place of an element in its file, new texts of lengths.
Out     the face that a save of these lengths gives, and its scene.

Only this face is laid out: with sizes of texts that the whole deck shares as they are now.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from cardgen.bind.bound_elements import BoundElement, GroupBox, OutlineBox, TextBox
from cardgen.bind.bound_faces import Body, BoundFace
from cardgen.core.findings import Span
from cardgen.core.lengths import Length, parse_length
from cardgen.layout.face.layouter import lay_out_alone
from cardgen.pipeline.checked_game import Checked
from cardgen.scene.items import Scene

Elements = tuple[BoundElement, ...]


def draw_arranged(shown: Checked, face: BoundFace) -> Scene:
    """Return the scene of a face that no deck has."""
    return lay_out_alone(face, shown.laid.deck_fits)


def arrange_face(face: BoundFace, span: Span, plan: Mapping[str, str]) -> BoundFace:
    """Return a face on which lengths of one element are others.

    Args:
        face: The face as it is.
        span: Where the element stands in its file; it may be on the face several times.
        plan: Texts of its lengths, by their keys.
    """
    lengths = {key: parse_length(text) for key, text in plan.items()}
    body = face.body
    parts = (body.bleed, body.trim, body.safe, body.tab)
    bleed, trim, safe, tab = (_arrange(part, span, lengths) for part in parts)
    arranged = Body(bleed=bleed, trim=trim, safe=safe, tab=tab, mirrored=body.mirrored)
    return BoundFace(
        face.size, face.layout, arranged, face.deck, face.card, face.side, span=face.span
    )


def _arrange(elements: Elements, span: Span, lengths: Mapping[str, Length]) -> Elements:
    return tuple(_arrange_element(element, span, lengths) for element in elements)


def _arrange_element(box: BoundElement, span: Span, lengths: Mapping[str, Length]) -> BoundElement:
    if isinstance(box, GroupBox):
        children = _arrange(box.children, span, lengths)
        box = replace(box, children=children, mask=_arrange(box.mask, span, lengths))
    elif isinstance(box, OutlineBox):
        box = replace(box, inside=_arrange(box.inside, span, lengths))
    if box.span != span:
        return box
    frame = {key: length for key, length in lengths.items() if key != "baseline"}
    box = replace(box, frame=replace(box.frame, **frame))
    if "baseline" in lengths and isinstance(box, TextBox):
        box = replace(box, setting=replace(box.setting, baseline=lengths["baseline"]))
    return box
