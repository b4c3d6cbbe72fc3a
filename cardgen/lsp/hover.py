"""What a place in a file means: a field's docs, a color, a font, the picture of a card.

In      a place, the game as it was looked at last.
Out     Markdown.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence

from cardgen.bind.bound_faces import BoundCard, BoundFace
from cardgen.check.engine.registry import find_explanation
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.fields import find_field
from cardgen.lsp.names import Use
from cardgen.pipeline.inspection import Checked
from cardgen.read.syntax.nodes import ScalarNode, find

_DPI = 90


def describe_field(kind: str, path: Sequence[str], name: str) -> str:
    """The docs of a field; "" if there is none of that name."""
    field = find_field(kind, path, name)
    if field is None or not field.doc:
        return ""
    values = (
        f"\n\nOne of {', '.join(f'`{one}`' for one in field.values[:12])}" if field.values else ""
    )
    return f"**{name}**: {field.doc}{values}"


def describe_use(use: Use, checked: Checked) -> str:
    """What a name stands for."""
    if use.kind == "card":
        return describe_card(checked, use.name)
    if use.kind == "color":
        node = find(checked.spec.file.node, "palette", use.name)
        return f"color `{use.name}`: `{node.text}`" if isinstance(node, ScalarNode) else ""
    if use.kind == "font":
        node = find(checked.spec.file.node, "fonts", use.name)
        return f"font `{use.name}`: {node.text}" if isinstance(node, ScalarNode) else ""
    return f"{use.kind} `{use.name}`"


def describe_code(cursor: Cursor) -> str:
    """What a code of a check means, where one is named."""
    explanation = find_explanation(cursor.word) if cursor.key == "code" else None
    if explanation is None:
        return ""
    return f"**{explanation.code}**: {explanation.what}.\n\n{explanation.why}\n\n{explanation.fix}"


def describe_card(checked: Checked, name: str) -> str:
    """The pictures of a card's faces; `name` is `deck/id`."""
    card = find_card(checked, name)
    if card is None:
        return ""
    faces = [face for face in (card.front, card.back) if face is not None]
    pictures = [f"![{face.side}]({draw_face(checked, face)})" for face in faces[:1]]
    copies = f"{card.copies} × " if card.copies != 1 else ""
    return "\n\n".join((f"{copies}`{name}`", *pictures))


def find_card(checked: Checked, name: str) -> BoundCard | None:
    cards = (card for deck in checked.bound.decks for card in deck.cards)
    return next((card for card in cards if f"{card.deck}/{card.id}" == name), None)


def draw_face(checked: Checked, face: BoundFace) -> str:
    """A face as a `data:` URI: the same pixels as its print, smaller."""
    from cardgen.render.face_pixels import rasterize
    from cardgen.render.raster.pixel_arrays import encode_png

    scene = checked.laid.scenes[face]
    drawn = rasterize([scene], face.size.pixels(_DPI), checked.bound.pictures)
    _, pixels = next(iter(drawn))
    return f"data:image/png;base64,{base64.b64encode(encode_png(pixels, _DPI)).decode()}"
