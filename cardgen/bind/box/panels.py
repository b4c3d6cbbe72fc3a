"""Bind the panels of a box: each a face of its own size, as a card's.

In      a box laid flat, the layouts that `panels:` names.
Out     `BoundPanel`s; findings for layouts and names that are not there.
Not here  how large the box is (`bind.box.boxes`), putting its faces on the die
        (`targets.box.target`).

Templates of a panel know the game's constants, `game`, `box`, `panel` and `count`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct, field

from cardgen.bind.bound_faces import Body, BoundFace
from cardgen.bind.elements.binder import ElementBinder
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.elements.unknown_names import NameCheck
from cardgen.core.findings import Finding, Report, Span
from cardgen.core.geometry import POINTS_PER_MM, Edges, Extent, Rect
from cardgen.core.sizes import UNLIMITED, Size, Wall
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.read.models.boxes import BoxSpec, PanelSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.syntax.nodes import MappingNode, ScalarNode
from cardgen.read.tables.cards import CardSpec
from cardgen.scene.tuck_box.dieline import FACES, NEIGHBORS, Dieline, Panel

_SIDES = ("top", "right", "bottom", "left")

PAINTED = (
    "tuck-top", "tuck-bottom", "top", "bottom",
    "dust-left-top", "dust-left-bottom", "dust-right-top", "dust-right-bottom",
    "left", "right", "back", "front",
)  # fmt: skip
"""All printed panels. Each is painted over the bleed of those before it: closures over their
tucks, walls over dust flaps, and in the end what is seen first."""
TRAP = 0.5 * POINTS_PER_MM
"""How far a panel's paint goes on under that of its neighbor: no white shows between them."""


class BoundPanel(Struct, frozen=True):
    """A printed panel: its face, how it is turned on the die, how far its paint may reach."""

    panel: Panel
    face: BoundFace
    turn: int
    clip: Rect


class PanelBinder(Struct, dict=True):
    """Binds the panels of one box. Lengths in points."""

    values: Mapping[str, Any]
    """What templates know, but for the panel."""
    box: BoxSpec
    die: Dieline
    bleed: float
    safe: float
    layouts: Mapping[str, LayoutSpec]
    binder: ElementBinder
    report: Report
    checked: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return str(self.values["box"])

    @cached_property
    def names(self) -> NameCheck:
        lacking = f"a panel of the box `{self.name}` has no field"
        return NameCheck(lacking, self.binder.pieces, self.report)

    def bind(self) -> Iterator[BoundPanel]:
        """The printed panels in the order they are painted: what is seen comes last."""
        self.binder.broken = self.names.broken
        for name, spec in self.wanted():
            layout = self.layout(name, spec)
            if layout is not None:
                yield self.panel(self.die.panel(name), spec, layout)

    def wanted(self) -> Iterator[tuple[str, PanelSpec]]:
        """Panels by their names on the die."""
        given = self.box.panels
        for name in PAINTED:
            panel: PanelSpec | None = getattr(given, name if name in FACES else "flaps")
            if panel is not None:
                yield name, panel

    def layout(self, name: str, spec: PanelSpec) -> str | None:
        """The name of the panel's layout, its own names looked at once; None if there is none."""
        values = {**self.values, "panel": name}
        place, scalar = self.place(name)
        if not self.names.source(spec.layout, scalar, place, set(values), expression=False):
            return None
        try:
            found = template.fill(spec.layout, values).strip()
        except TemplateFault as fault:
            self.report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
            return None
        if found not in self.layouts:
            self.report.unknown("layout", found, self.layouts, place)
            return None
        if found not in self.checked:
            self.names.layout(self.layouts[found], set(values))
            self.checked.add(found)
        return found

    def place(self, name: str) -> tuple[Span, ScalarNode | None]:
        """Where the panel's layout is typed."""
        key = name if name in FACES else "flaps"
        scalar = self.box.scalar("panels", key) or self.box.scalar("panels", key, "layout")
        return (scalar.span if scalar else self.box.span), scalar

    def panel(self, panel: Panel, spec: PanelSpec, layout: str) -> BoundPanel:
        joined = self.joined(panel.name)
        face = self.face(self.size(panel, spec.turn, joined), layout, panel.name)
        turn = (panel.turn + spec.turn) % 360
        return BoundPanel(panel, face, turn, _clip(panel, self.bleed, joined))

    def joined(self, name: str) -> tuple[str, ...]:
        """The sides, on the die, where paint goes on into another panel's."""
        given = self.box.panels
        return tuple(
            side
            for (panel, side), other in NEIGHBORS.items()
            if panel == name and getattr(given, other) is not None
        )

    def size(self, panel: Panel, turn: int, joined: tuple[str, ...]) -> Size:
        """The panel as a component, as its own face sees it."""
        width, height = panel.rect.width, panel.rect.height
        whole, thumb = panel.turn + turn, self.die.thumb
        notch = (_seen("top", whole), thumb) if panel.name == "front" and thumb else None
        return Size(
            name=f"{self.name}-{panel.name}",
            trim=Extent(height, width) if turn % 180 else Extent(width, height),
            bleed=self.bleed,
            safe=min(self.safe, min(width, height) / 4),
            corner=0.0,
            product="",
            code="",
            max_cards=UNLIMITED,
            wall=Wall(tuple(_seen(side, whole) for side in joined), notch),
        )

    def face(self, size: Size, layout: str, panel: str) -> BoundFace:
        found, place = self.layouts[layout], self.place(panel)[0]
        node = self.box.node or MappingNode(self.box.span, {})
        values = {**self.values, "panel": panel}
        context = CardContext(self.name, CardSpec(panel, 1, {}, node), panel, values)
        body = Body(
            bleed=self.binder.elements(found.bleed, context),
            trim=self.binder.elements(found.trim, context),
            safe=self.binder.elements(found.safe, context),
            mirrored=self.binder.styles.mirrored,
        )
        return BoundFace(
            size=size,
            layout=layout,
            drawn=body,
            deck=self.name,
            card=panel,
            side="front",
            span=place,
        )


def _seen(side: str, turn: int) -> str:
    """Return the side of a face that is turned clockwise, given the side of the dieline."""
    return _SIDES[(_SIDES.index(side) - turn // 90) % 4]


def _clip(panel: Panel, bleed: float, joined: tuple[str, ...]) -> Rect:
    """The panel and its bleed; where it is joined to another, that one's paint begins."""
    beyond = dict.fromkeys(_SIDES, bleed)
    for side in joined:
        under = PAINTED.index(panel.name) < PAINTED.index(NEIGHBORS[panel.name, side])
        beyond[side] = min(TRAP, bleed) if under else 0.0
    beyond |= dict.fromkeys(_stopped(panel.name), 0.0)
    return panel.rect.inset(Edges(**{side: -length for side, length in beyond.items()}))


def _stopped(name: str) -> tuple[str, ...]:
    """The sides where a flap's paint stops: at its fold, and beside a closure."""
    kind, _, place = name.partition("-")
    if kind not in ("tuck", "dust"):
        return ()
    fold = "bottom" if place.endswith("top") else "top"
    return (fold, "left") if place.startswith("left") else (fold,)
