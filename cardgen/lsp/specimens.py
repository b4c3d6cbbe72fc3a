"""Pictures for an editor: a face of a card, a color, a font's letters.

In      the game as it was looked at last; the name of a font, a color.
Out     PNG, as a `data:` URI.

A specimen is a card of its own, made of the game's `fonts:` and printed as any other: an editor
shows of a font what paper will.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from cardgen.bind.bound_faces import BoundFace
from cardgen.core.color import Color
from cardgen.core.findings import Report
from cardgen.files.edited_game import EditedGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import inspect_game
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

_DPIS = (90, 72, 56, 40, 24, 12)
"""Resolutions of pictures, the finest that is small enough."""
_MOST_BYTES = 70_000
"""Visual Studio Code cuts a text behind 100,000 characters, and with it the picture in it; four
characters are three bytes."""
_SWATCH = (60, 24)
"""Pixels."""
_FACES = ("regular", "italic", "bold", "bold-italic")
_LETTERS = "Aa Bb Gg Qq Rr & 0123456789"


def paint_face(checked: Checked, face: BoundFace) -> bytes | None:
    """A face as PNG: the same pixels as its print, smaller, in as many as an editor shows; None if
    that is none at all."""
    painted = (_paint_at(checked, face, dpi) for dpi in _DPIS)
    return next((data for data in painted if len(data) <= _MOST_BYTES), None)


def _paint_at(checked: Checked, face: BoundFace, dpi: int) -> bytes:
    from cardgen.render.face_pixels import rasterize
    from cardgen.render.raster.pixel_arrays import encode_png

    scene = checked.laid.scenes[face]
    drawn = rasterize([scene], face.size.pixels(dpi), checked.bound.pictures)
    _, pixels = next(iter(drawn))
    return encode_png(pixels, dpi)


def show_png(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def draw_swatch(color: Color) -> str:
    """A color as a picture: on white, if it lets something through."""
    import numpy as np

    from cardgen.render.raster.pixel_arrays import encode_png

    channels = (color.red, color.green, color.blue)
    shown = [round(255 + (one - 255) * color.alpha) for one in channels]
    pixels = np.full((_SWATCH[1], _SWATCH[0], 3), shown, np.uint8)
    return show_png(encode_png(pixels, _DPIS[0]))


def list_font_files(node: Node | None) -> list[str]:
    """The files of a font's faces, as it is declared."""
    if isinstance(node, ScalarNode):
        return [node.text]
    faces = node.entries.items() if isinstance(node, MappingNode) else ()
    texts = {face: value.text for face, (_, value) in faces if isinstance(value, ScalarNode)}
    return [texts[face] for face in _FACES if face in texts]


def draw_specimen(checked: Checked, name: str, node: Node | None) -> bytes | None:
    """Letters of a font in each of its faces, as PNG; None if it cannot be read."""
    folder = checked.game.folder
    if folder is None or node is None:
        return None
    own = find(checked.spec.file.node, "fonts")
    fonts = {**(_strip_places(own) if own else {}), name: _strip_places(node)}
    game = EditedGame(folder, _write_game(folder, name, _list_faces(node), fonts))
    made = inspect_game(game, Report(), checks=())
    cards = [card for deck in made.bound.decks for card in deck.cards] if made else []
    if made is None or not cards or cards[0].front not in made.laid.scenes:
        return None
    return paint_face(made, cards[0].front)


def _list_faces(node: Node | None) -> list[str]:
    given = node.entries if isinstance(node, MappingNode) else ()
    return ["regular", *(face for face in _FACES[1:] if face in given)]


def _write_game(folder: Path, name: str, faces: list[str], fonts: Any) -> dict[Path, str]:
    """The files of a game of one card, in JSON, which is YAML; they stand before the game's own."""
    height = 5 + 9 * len(faces)
    text = {"font": name, "size": "18pt", "color": "ink", "align": "left"}
    lines = [
        {**text, "font": f"{name} {face}".removesuffix(" regular"), "text": _LETTERS}
        for face in faces
    ]
    deck = {"cards": "specimen.yaml", "size": "specimen", "front": "front"}
    game = {
        "game": "Specimen",
        "palette": {"ink": "#111111"},
        "fonts": fonts,
        "sizes": {"specimen": {"width": "110mm", "height": f"{height}mm", "safe": "2mm"}},
        "decks": {"specimen": deck},
        "layouts": ["specimen-layouts.yaml"],
        "composition": "specimen-composition.yaml",
    }
    layouts = {"layouts": {"front": {"safe": [{"column": lines}]}}}
    files = {
        "game.yaml": game,
        "specimen.yaml": [{"id": "specimen"}],
        "specimen-layouts.yaml": layouts,
        "specimen-composition.yaml": {"specimen": {"total": 1}},
    }
    return {(folder / file).resolve(): json.dumps(data) for file, data in files.items()}


def _strip_places(node: Node) -> Any:
    """A node as plain data."""
    if isinstance(node, MappingNode):
        return {key: _strip_places(value) for key, (_, value) in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [_strip_places(one) for one in node.items]
    return node.text
