"""A picture that is dropped on a card of the page: copied, measured, offered as a field's value.

In      the elements of the game, a card and its side, a file's name and bytes.
Out     plain data for the page: the file, the field and its text, pixels an inch as placed.
Not here  copying (`editing.dropped_pictures`), saving the field (`preview.edit_routes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.bind.bound_elements import PictureBox
from cardgen.editing.dropped_pictures import (
    DroppedPicture,
    PictureSlot,
    find_slot,
    keep_picture,
    measure_resolution,
)
from cardgen.editing.element_options import iterate_elements
from cardgen.editing.refusal import RefusedError
from cardgen.preview.card_elements import FaceElement
from cardgen.preview.element_editor import ElementEditor
from cardgen.read.models.drawn_elements import PictureElement
from cardgen.read.models.element import Element


def drop_picture(
    editor: ElementEditor, card: str, side: str, dropped: tuple[str, bytes]
) -> dict[str, Any]:
    """Copy a picture into the game, and say what would name it on a card.

    Args:
        editor: The elements of the game.
        card: The card.
        side: The side on which it was dropped.
        dropped: The picture's name and bytes.

    Raises:
        RefusedError: the card has no such picture, or it is none.
    """
    face, elements = editor.open_face(card, side)
    folder, layout = editor.shown.game.folder, editor.find_layout(face, card)
    if folder is None or layout is None:
        raise RefusedError("the card has no layout to put a picture in")
    roots = [element for part in layout.parts for element in part]
    specs = [*iterate_elements(roots), *editor.source.iterate_pieces()]
    values = _find_values(editor, card)
    fields = {*editor.source.spec.decks[card.partition("/")[0]].fields, *values}
    slot = find_slot(specs, fields)
    made = keep_picture(folder, slot, str(values.get(slot.field) or ""), dropped)
    return {
        "file": made.file,
        "field": made.field,
        "text": made.text,
        "pixels": made.pixels,
        "dpi": _measure(elements, specs, slot, made),
        "new": made.is_new,
    }


def _measure(
    elements: Iterable[FaceElement],
    specs: Sequence[Element],
    slot: PictureSlot,
    made: DroppedPicture,
) -> int | None:
    """Pixels an inch where the picture stands; None if that is not known yet."""
    places = {
        spec.span
        for spec in specs
        if isinstance(spec, PictureElement) and slot.field in spec.picture
    }
    for one in elements:
        box = one.box
        if isinstance(box, PictureBox) and box.span in places and made.pixels:
            return round(measure_resolution(box, one.placed.rect, made.pixels))
    return None


def _find_values(editor: ElementEditor, card: str) -> Mapping[str, Any]:
    for deck in editor.shown.bound.decks:
        for one in deck.cards:
            if f"{deck.name}/{one.id}" == card:
                return one.values
    return {}
