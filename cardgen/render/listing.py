"""The text painter: a scene as lines of text, for tests and for reading differences.

In      a `Scene`.
Out     one line an item: what, where (points), how it looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.core.geometry import Rect
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Glyphs, Group, Item, Path, Picture, Scene


def listing(face: Scene) -> str:
    """The whole scene, its background first."""
    head = f"page {face.page.width:g} x {face.page.height:g}, trim {_rect(face.trim)}"
    return "\n".join([head, *_items(face.items, "")]) + "\n"


def words(face: Scene) -> str:
    """What a scene says, a line for each run of glyphs."""
    runs = (item for item in scene.walk(face.items) if isinstance(item, Glyphs))
    return "\n".join(run.text for run in runs)


def _items(items: Iterable[Item], indent: str) -> Iterator[str]:
    for item in items:
        match item:
            case Glyphs():
                yield indent + _glyphs(item)
            case Path():
                yield indent + _path(item)
            case Picture():
                key = item.bitmap.key[:8]
                yield f"{indent}picture {key} {_rect(item.rect)} ({item.element})"
            case Group():
                yield indent + _group(item)
                yield from _items(item.items, indent + "  ")
                if item.mask:
                    yield f"{indent}masked by {'light' if item.by_light else 'shape'}"
                    yield from _items(item.mask, indent + "  ")


def _glyphs(run: Glyphs) -> str:
    first = run.glyphs[0]
    place = f"({first.x:.2f}, {first.y:.2f})"
    look = f"{run.face.name} {run.size:g}pt {run.color}"
    return f"text {place} {look} {run.text!r} ({run.element})"


def _path(path: Path) -> str:
    box = outlines.bounds(path.outline) or Rect(0, 0, 0, 0)
    parts = [f"path {_rect(box)}"]
    if path.fill is not None:
        parts.append(f"fill {path.fill}")
    if path.stroke is not None:
        parts.append(f"stroke {path.stroke.paint} {path.stroke.width:g}pt")
    return f"{' '.join(parts)} ({path.element})"


def _group(group: Group) -> str:
    parts = ["group"]
    if group.clip:
        box = outlines.bounds(group.clip) or Rect(0, 0, 0, 0)
        parts.append(f"clip {_rect(box)}")
    if group.transform:
        t = group.transform
        parts.append(f"transform {t.a:.3f} {t.b:.3f} {t.c:.3f} {t.d:.3f} {t.e:.2f} {t.f:.2f}")
    if group.opacity < 1:
        parts.append(f"opacity {group.opacity:g}")
    if group.blend != "normal":
        parts.append(group.blend)
    if group.blur:
        inside = " inside" if group.blur.inverted else ""
        parts.append(f"shadow{inside} {group.blur.color} blurred {group.blur.radius:g}pt")
    return " ".join(parts)


def _rect(rect: Rect) -> str:
    return f"[{rect.left:.2f} {rect.top:.2f} {rect.width:.2f} {rect.height:.2f}]"
