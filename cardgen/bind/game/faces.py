"""Bind the faces of a card: the layout of each side, and the elements on it.

In      a card with its values, what it changes in its layouts.
Out     `BoundFace`s; what it changes, and may not need to.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_elements import BoundElement
from cardgen.bind.bound_faces import Body, BoundFace, Override
from cardgen.bind.card.face_bodies import BodyStore
from cardgen.bind.elements.binder import ElementBinder
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.elements.plain_specs import about_card
from cardgen.bind.game.overrides import LayoutOverrides
from cardgen.core.findings import Report
from cardgen.core.sizes import Size
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.overrides import Change, read_overrides


class KnownFaces(Struct, frozen=True):
    """Faces of a card that need not be bound."""

    front: BoundFace | None = None
    back: BoundFace | None = None


NO_FACES = KnownFaces()


class FaceBinder(Struct, dict=True):
    """Binds the faces of a deck's cards."""

    name: str
    deck: DeckSpec
    spec: GameSpec
    report: Report
    layouts: Mapping[str, LayoutSpec]
    binder: ElementBinder
    bodies: BodyStore
    mark: BoundElement | None = None
    """What stands over everything on every card."""

    def read_changes(self, card: CardSpec) -> Mapping[str, Change]:
        """What a row changes in its layouts."""
        return read_overrides(card.node, self.deck.fields, self.report) if card.changes else {}

    def both(
        self,
        context: CardContext,
        size: Size,
        changes: Mapping[str, Change],
        known: KnownFaces = NO_FACES,
    ) -> tuple[BoundFace | None, BoundFace | None]:
        """The front of a card, and its back if the deck has one; None where it has no layout."""
        front = known.front or self.face("front", context, size, changes)
        if not self.deck.back:
            return front, None
        return front, known.back or self.face("back", context, size.mirrored(), changes)

    def check_overrides(
        self,
        context: CardContext,
        front: BoundFace,
        back: BoundFace | None,
        changes: Mapping[str, Change],
    ) -> tuple[Override, ...]:
        """What a card changes in its layouts, and may not need to; unknown names are reported."""
        faces = [face for face in (front, back) if face is not None]
        layouts = [self.layouts[face.layout] for face in faces]
        overrides = self.layout_overrides
        overrides.report_unknown(changes, layouts)
        found = []
        for face, layout in zip(faces, layouts, strict=True):
            made = overrides.apply(layout, changes)
            for needless in overrides.needless_changes(layout, made, changes):
                place = needless.node.span
                found.append(Override(needless.element, needless.key, place))
            told = {one.element for one in found}
            for name, node, rest in overrides.sizes_changed(layout, changes):
                without = self.face(face.side, context, face.size, rest)
                if without is not None and name not in told:
                    found.append(Override(name, "size", node.span, without))
        return tuple(found)

    @cached_property
    def layout_overrides(self) -> LayoutOverrides:
        layouts = self.spec.layouts
        return LayoutOverrides(self.report, layouts.pieces, layouts.styles)

    def face(
        self,
        side: Literal["front", "back"],
        context: CardContext,
        size: Size,
        changes: Mapping[str, Change],
    ) -> BoundFace | None:
        layout = self.layout(side, context)
        if layout is None:
            return None
        name, found = layout
        if changes:
            found = self.layout_overrides.apply(found, changes)
        body = Body(
            bleed=self.binder.elements(found.bleed, context),
            trim=self.binder.elements(found.trim, context),
            safe=self.binder.elements(found.safe, context),
            tab=self.binder.elements(found.tab, context),
            mirrored=self.spec.file.mirror,
        )
        if self.mark is not None:
            body = replace(body, safe=(*body.safe, self.mark))
        return BoundFace(
            size=size,
            layout=name,
            drawn=self.bodies.keep(body),
            deck=self.name,
            card=context.id,
            side=side,
            span=context.card.span,
        )

    def layout(
        self, side: Literal["front", "back"], context: CardContext
    ) -> tuple[str, LayoutSpec] | None:
        source = self.deck.front if side == "front" else self.deck.back
        try:
            name = template.fill(source, context.values).strip()
        except TemplateFault:
            return None
        if name in self.layouts:
            return name, self.layouts[name]
        start = len(self.report)
        self.report.unknown("layout", name, self.layouts, self.deck.place(side))
        if name != source:
            self.report.change_since(start, lambda finding: about_card(finding, context))
        return None
