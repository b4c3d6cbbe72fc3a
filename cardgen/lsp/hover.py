"""What a place in a file means: a field's docs, a color, a font, the picture of a card.

In      a place, the game as it was looked at last.
Out     Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.card.color_text import read_color_text
from cardgen.check.engine.registry import find_explanation
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.edition_files import find_declared
from cardgen.lsp.fields import NOTHING, Beside, find_field
from cardgen.lsp.specimens import (
    draw_specimen,
    draw_swatch,
    list_font_files,
    paint_face,
    show_png,
)
from cardgen.lsp.swatches import read_palette
from cardgen.lsp.uses import Use
from cardgen.pipeline.checked_game import Checked
from cardgen.read.syntax.nodes import ScalarNode


def describe_field(kind: str, path: Sequence[str], name: str, beside: Beside = NOTHING) -> str:
    """The docs of a field, in the mapping that holds others too; "" if there is none."""
    field = find_field(kind, path, name, beside)
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
        node = find_declared(checked, "palette", use)
        if not isinstance(node, ScalarNode):
            return ""
        color = read_color_text(node.text, read_palette(checked))
        swatch = f"\n\n![{use.name}]({draw_swatch(color)})" if color else ""
        return f"color `{use.name}`: `{node.text}`{swatch}"
    if use.kind == "font":
        node = find_declared(checked, "fonts", use)
        files = ", ".join(f"`{file}`" for file in list_font_files(node))
        specimen = draw_specimen(checked, use.name, node)
        picture = f"\n\n![{use.name}]({show_png(specimen)})" if specimen is not None else ""
        return f"font `{use.name}`: {files}{picture}"
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
    painted = paint_face(checked, card.front)
    copies = f"{card.copies} × " if card.copies != 1 else ""
    picture = f"\n\n![{name}]({show_png(painted)})" if painted else ""
    return f"{copies}`{name}`{picture}"


def find_card(checked: Checked, name: str) -> BoundCard | None:
    cards = (card for deck in checked.bound.decks for card in deck.cards)
    return next((card for card in cards if f"{card.deck}/{card.id}" == name), None)
