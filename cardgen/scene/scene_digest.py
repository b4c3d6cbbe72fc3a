"""What a face's pixels depend on, in a few bytes.

In      a `Scene`.
Out     a digest that changes with anything that can change its pixels, and with nothing else
        that a designer can do: the name of an element or the place of a row are left aside.

Python's own `hash` is no help here: it differs from run to run. `repr` of every glyph would
take longer than painting them; glyphs go in as packed numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from cardgen.scene.items import Glyphs, Group, Item, Layer, Path, Picture, Scene

_BYTES = 16
_NO_OFFSET = ", offset=0.0)"
"""What a stroke says whose dashes begin with the line: left out, as prints are compared with that
were recorded when no stroke could say otherwise."""


def scene_digest(scene: Scene) -> str:
    """32 hexadecimal digits."""
    page, trim = scene.page, scene.trim
    boxes = (page.width, page.height, trim.left, trim.top, trim.width, trim.height)
    whole = blake2b(array("d", boxes).tobytes(), digest_size=_BYTES)
    whole.update(layer_digest(scene.ground))
    whole.update(layer_digest(scene.marks))
    return whole.hexdigest()


def layer_digest(layer: Layer) -> bytes:
    """Of all items in painting order; worked out once for each layer."""
    if layer.digest is None:
        whole = blake2b(digest_size=_BYTES)
        for part in _parts(layer.items):
            whole.update(part)
        layer.digest = whole.digest()
    return layer.digest


def _parts(items: Iterable[Item]) -> Iterator[bytes]:
    for item in items:
        match item:
            case Glyphs():
                yield from _glyphs(item)
            case Path():
                path = (item.outline, item.fill, item.stroke, item.even_odd)
                yield f"path{path!r}".replace(_NO_OFFSET, ")").encode()
            case Picture():
                yield f"picture{item.bitmap.key}{item.rect!r}".encode()
            case Group():
                group = (item.clip, item.transform, item.opacity, item.blend, item.blur)
                yield f"group{group!r}{len(item.items)}{item.finish}".encode()
                yield f"{item.clip_even_odd}{item.isolated}".encode()
                yield from _parts(item.items)
                yield f"mask{item.by_light}{len(item.mask)}".encode()
                yield from _parts(item.mask)
                yield b"end"


def _glyphs(run: Glyphs) -> Iterator[bytes]:
    """A font's name says too little, so its own hash goes in. What is copied goes in too: it
    does not change pixels, but a PDF made of the same parts is told apart by it."""
    yield f"glyphs{run.face.key}{run.size!r}{run.color!r}{run.actual!r}{len(run.glyphs)}".encode()
    if run.hidden or run.turns or run.down or run.ruby:
        yield f"{run.hidden}{run.turns!r}{run.down}{run.ruby}".encode()
    yield array("l", [glyph.index for glyph in run.glyphs]).tobytes()
    yield array("d", [glyph.x for glyph in run.glyphs]).tobytes()
    yield array("d", [glyph.y for glyph in run.glyphs]).tobytes()
    yield "\0".join([glyph.text for glyph in run.glyphs]).encode("utf-8", "surrogatepass")
