"""What the fields of an element say, whatever card it stands on."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from cardgen.bind.bound_elements import Frame
from cardgen.read.models.element import Element
from cardgen.read.models.elements import (
    AnyElement,
    BoxElement,
    ColumnElement,
    GridElement,
    OutlineElement,
    OverlayElement,
    RowElement,
)
from cardgen.read.models.places import AnchorPoint
from cardgen.read.models.values import Corner

CONTENT = ("text", "picture", "outline", "barcode")
"""Fields whose templates are filled in where they are used."""


def children(spec: Element) -> list[AnyElement]:
    """The elements inside an element, its mask among them."""
    mask = spec.mask if isinstance(spec, BoxElement) else None
    return content(spec) if mask is None else [*content(spec), mask]


def content(spec: Element) -> list[AnyElement]:
    """The elements that an element shows."""
    match spec:
        case ColumnElement():
            return spec.column
        case RowElement():
            return spec.row
        case GridElement():
            return spec.grid
        case OverlayElement():
            return spec.overlay
        case OutlineElement():
            return spec.inside
        case _:
            return []


def label(spec: Element, kind: str) -> str:
    """What to call an element in messages: its name, or its kind."""
    return spec.name or kind


_shared_frame = lru_cache(maxsize=1024)(Frame)


def frame(spec: Element) -> Frame:
    """Where an element stands: one object for all cards on which it stands there."""
    return _shared_frame(
        width=spec.width,
        height=spec.height,
        min_width=spec.min_width,
        max_width=spec.max_width,
        min_height=spec.min_height,
        max_height=spec.max_height,
        grow=spec.grow,
        align=spec.self_,
        at=cast(Corner, spec.at) if isinstance(spec.at, str) else None,
        spot=spec.at if isinstance(spec.at, AnchorPoint) else None,
        left=spec.left,
        right=spec.right,
        top=spec.top,
        bottom=spec.bottom,
        opacity=spec.opacity,
        rotate=spec.rotate + (spec.at.turn if isinstance(spec.at, AnchorPoint) else 0.0),
        blend=spec.blend,
        mirror=spec.mirror,
        finish=spec.finish or "",
    )
