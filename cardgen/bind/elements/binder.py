"""Elements of a layout, bound for one card.

In      an element's spec, the card's values.
Out     a `BoundElement` element, or None where its `when` is false; findings for unknown names.

Elements that use nothing of the card are bound once and shared by every face.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_elements import BoundElement, SpaceBox
from cardgen.bind.bound_texts import InlineIcon
from cardgen.bind.card.look_ups import LookUps, Noted
from cardgen.bind.card.palette import Palette
from cardgen.bind.card.styles import Styles
from cardgen.bind.elements.barcode import BarcodeBinder
from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.bind.elements.element_fields import (
    CONTENT,
    children,
    content,
    frame,
)
from cardgen.bind.elements.group import GroupBinder
from cardgen.bind.elements.outline import bind_outline
from cardgen.bind.elements.picture import PictureBinder
from cardgen.bind.elements.piece import bind_piece
from cardgen.bind.elements.placing import Placing
from cardgen.bind.elements.plain_specs import PlainSpecs
from cardgen.bind.elements.shape import bind_path, bind_shape
from cardgen.bind.elements.text import TextBinder
from cardgen.bind.pictures import PictureStore
from cardgen.core.findings import Finding, Note, Report
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import changes_case, for_print
from cardgen.files.game_files import GameFiles
from cardgen.read.kept_specs import KeptSpecs
from cardgen.read.models.drawn_elements import (
    BarcodeElement,
    PathElement,
    PictureElement,
    ShapeElement,
    SpaceElement,
    TextElement,
)
from cardgen.read.models.element import Element
from cardgen.read.models.elements import (
    AnyElement,
    ColumnElement,
    GridElement,
    OutlineElement,
    OverlayElement,
    PieceElement,
    RowElement,
)
from cardgen.read.models.layouts import PieceSpec
from cardgen.read.models.templated import has_template
from cardgen.read.needed_words import find_needed_parameters
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.values import parse_plain_text

MAX_REPEATS = 200
MAX_ALL_REPEATS = 5_000
"""Times that an element is repeated, and all those of a card."""
_SEVERAL = re.compile(r"\S\s*[;|]\s*\S|^\s*\w+(?:,\s*\w+)+\s*\Z")
"""A text as lists are typed in one cell: parted by semicolons or bars, or words by commas."""


def open_binder(
    game: GameFiles,
    styles: Styles,
    icons: Mapping[str, InlineIcon],
    pictures: PictureStore,
    pieces: Mapping[str, PieceSpec],
    specs: KeptSpecs,
    look_ups: LookUps,
) -> ElementBinder:
    """Return what binds the elements of one game."""
    palette, report = styles.palette, styles.report
    filler = TemplateFiller(report)
    plain_specs = PlainSpecs(filler, report, look_ups, specs)
    return ElementBinder(
        styles,
        palette,
        icons,
        pictures,
        report,
        filler,
        plain_specs,
        TextBinder(styles, palette, icons, filler, plain_specs, report, look_ups),
        PictureBinder(game, pictures, palette, filler, report),
        BarcodeBinder(filler, palette),
        GroupBinder(palette, look_ups),
        Placing(report),
        look_ups,
        pieces=pieces,
    )


class ElementBinder(Struct):
    """Binds elements of one game."""

    styles: Styles
    palette: Palette
    icons: Mapping[str, InlineIcon]
    pictures: PictureStore
    report: Report
    filler: TemplateFiller
    plain_specs: PlainSpecs
    text_binder: TextBinder
    picture_binder: PictureBinder
    barcode_binder: BarcodeBinder
    group_binder: GroupBinder
    placing: Placing
    look_ups: LookUps
    broken: set[int] = field(default_factory=set)
    """Elements whose template can work on no card of the deck at hand: they are reported."""
    pieces: Mapping[str, PieceSpec] = field(default_factory=dict)
    open_pieces: list[str] = field(default_factory=list)
    """Pieces that are being bound, one in the other: a piece in itself would never end."""
    _needed: Mapping[str, frozenset[str]] | None = None
    """By piece, the parameters whose very words matter."""
    _repeated_card: CardSpec | None = None
    _repeated: int = 0
    """What the card that was bound last repeats, in all."""
    _shared: dict[tuple[int, bool], Noted[BoundElement | None]] = field(default_factory=dict)
    """By element, and whether it is mirrored."""
    _uses_card: dict[int, bool] = field(default_factory=dict)

    def needed_by(self, piece: str, given: Iterable[str]) -> frozenset[str]:
        """The parameters that a piece needs word for word; looked for where that is of account:
        if one of the templates that are `given` may make capitals."""
        if not any(map(changes_case, given)):
            return frozenset()
        if self._needed is None:
            self._needed = find_needed_parameters(self.pieces)
        return self._needed.get(piece, frozenset())

    def elements(
        self, specs: Iterable[AnyElement] | None, context: CardContext
    ) -> tuple[BoundElement, ...]:
        bound = (
            self.element(spec, own) for spec in specs or () for own in self.repeats(spec, context)
        )
        return tuple(element for element in bound if element is not None)

    def repeats(self, spec: Element, context: CardContext) -> Iterator[CardContext]:
        """The card as it is, or once for each value that the element is repeated for."""
        if not spec.repeat:
            yield context
            return
        if id(spec) in self.broken:
            return
        try:
            value = template.evaluate(spec.repeat, for_print(spec.repeat, context.values))
        except TemplateFault as fault:
            self.filler.report_fault(fault, spec.scalar("repeat"), spec, spec.repeat, context)
            return
        items = self.repeated_items(value, spec, context)
        self.doubt_one(value, spec, context)
        count = len(items)
        if not self.allows(count, spec, context):
            return
        for index, item in enumerate(items):
            ends = {"first": index == 0, "last": index == count - 1}
            own = {n: v for n, v in ends.items() if n not in context.values or n in context.ends}
            values = {**context.values, **own, "index": index, spec.as_: item}
            yield replace(context, values=values, index=index, count=count, ends=frozenset(own))

    def repeated_items(self, value: Any, spec: Element, context: CardContext) -> list[Any]:
        """What to repeat for; a finding, if there is too much, or a part of one."""
        message, hint = "", ""
        items = _listed(value)
        if isinstance(value, float) and not value.is_integer():
            message, hint = f"cannot be repeated {value:g} times", "round the number: `n|int`"
        elif isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
            message, hint = f"cannot be repeated {value:g} times", "write 0 or more"
        elif len(items) > MAX_REPEATS or (isinstance(value, int | float) and value > MAX_REPEATS):
            message = f"an element is repeated {MAX_REPEATS} times at most"
            hint = "draw several at once, or fewer"
        if message:
            fault = TemplateFault("template-value", message, hint=hint)
            self.filler.report_fault(fault, spec.scalar("repeat"), spec, spec.repeat, context)
        return items[:MAX_REPEATS]

    def doubt_one(self, value: Any, spec: Element, context: CardContext) -> None:
        """Report what is one value, and looks like several: it is drawn once."""
        name = spec.repeat.strip()
        if isinstance(value, Mapping):
            message = "this is a mapping, for which an element is drawn once"
            hint = f"write `{name}|list` for its keys, or `[{name}]` for itself"
        elif isinstance(value, str) and _SEVERAL.search(value):
            shown = value if len(value) <= 40 else f"{value[:39]}…"
            message = f"`{shown}` is one text, for which an element is drawn once"
            hint = f"write `[{name}]` if it is one"
            if name in context.card.values:
                hint = f"write `{name}: list` under the deck's `fields:`; {hint}"
        else:
            return
        scalar = spec.scalar("repeat")
        place = scalar.span if scalar else spec.place("repeat")
        note = Note("for the card", context.card.span)
        self.report.add(
            Finding(
                "repeat-one",
                message,
                place,
                "warning",
                hint=hint,
                notes=(note,),
                card=context.label,
            )
        )

    def allows(self, times: int, spec: Element, context: CardContext) -> bool:
        """Whether so many elements may be made besides those that the card repeats already."""
        if self._repeated_card is not context.card:
            self._repeated_card, self._repeated = context.card, 0
        before = self._repeated
        self._repeated += times
        if before <= MAX_ALL_REPEATS < self._repeated:  # once a card
            message = f"elements are repeated {MAX_ALL_REPEATS:,} times on a card at most"
            place, card = spec.place("repeat"), context.label
            hint = "draw what does not change in one picture"
            self.report.add(Finding("over-budget", message, place, hint=hint, card=card))
        return self._repeated <= MAX_ALL_REPEATS

    def element(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        if self.uses_card(spec):
            return self.bind_element(spec, context)
        key = id(spec), self.styles.mirrored
        if key not in self._shared:
            self._shared[key] = self.look_ups.collect(lambda: self.bind_element(spec, context))
        return self.look_ups.take(self._shared[key])

    def uses_card(self, spec: Element) -> bool:
        """Whether the element, or one inside it, has a template or condition."""
        if id(spec) not in self._uses_card:
            fields = type(spec).model_fields.keys()
            own = any(has_template(getattr(spec, name)) for name in CONTENT if name in fields)
            inner = any(self.uses_card(child) for child in children(spec))
            other = bool(spec.when or spec.repeat or spec.templates or own)
            kind = isinstance(spec, PieceElement) or (
                isinstance(spec, TextElement) and self.text_binder.style_uses_card(spec)
            )
            self._uses_card[id(spec)] = other or kind or inner
        return self._uses_card[id(spec)]

    def bind_element(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        if id(spec) in self.broken or (spec.when and not self.filler.holds(spec, context)):
            return None
        if not self.plain_specs.templates(spec):
            return self.bind_placed(spec, context)
        plain = self.plain_specs.fill(spec, context)
        if plain is None:
            return None
        start = len(self.report)
        bound = self.bind_placed(plain, context)
        self.plain_specs.name_card(spec, context, start)
        return bound

    def bind_placed(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        if spec.at is None and spec.along is None:
            return self.bind_plain(spec, context)
        if isinstance(spec.at, str):
            return self.bind_plain(spec, context)
        placed = self.placing.place(spec, context)
        return None if placed is None else self.bind_plain(placed, context)

    def bind_plain(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        """Bind an element that holds no templates, but in its texts."""
        bound = self.bind_turned(spec, context)
        shadows = self.palette.shadows(spec) if bound is not None else ()
        if bound is None or not shadows:
            return bound
        return replace(bound, frame=replace(bound.frame, shadows=shadows))

    def bind_turned(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        """The element, its texts mirrored or not."""
        mirrored = self.styles.mirrored
        self.styles.mirrored = mirrored and spec.mirror
        bound = self.bind_kind(spec, context)
        self.styles.mirrored = mirrored
        return bound

    def bind_kind(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        """The element, by what it is."""
        match spec:
            case TextElement():
                return self.text_binder.bind(spec, context)
            case PictureElement():
                return self.picture_binder.bind(spec, context)
            case ShapeElement():
                return bind_shape(spec, self.palette)
            case PathElement():
                return bind_path(spec, self.palette, self.report)
            case OutlineElement():
                return bind_outline(self, spec, context)
            case BarcodeElement():
                return self.barcode_binder.bind(spec, context)
            case SpaceElement():
                return SpaceBox(frame(spec), spec.space, span=spec.span)
            case PieceElement():
                return bind_piece(self, spec, context)
            case ColumnElement() | RowElement() | GridElement() | OverlayElement():
                inside = self.elements(content(spec), context)
                mask = self.elements([spec.mask], context) if spec.mask else ()
                return self.group_binder.bind(spec, inside, mask, self.report)


def _listed(value: Any) -> list[Any]:
    """What to repeat for: the items of a list, so many numbers, or a text once."""
    if isinstance(value, bool) or value is None or value == "":
        return []
    value = parse_plain_text(value) if isinstance(value, str) else value
    if isinstance(value, int | float):
        return list(range(max(0, min(int(value), MAX_REPEATS + 1))))
    return list(value) if isinstance(value, list | tuple) else [value]
