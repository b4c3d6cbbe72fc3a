"""Elements of a layout, bound for one card.

In      an element's spec, the card's values.
Out     a `BoundElement` element, or None where its `when` is false; findings for unknown names.

Elements that use nothing of the card are bound once and shared by every face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_faces import (
    ZERO,
    BoundElement,
    Frame,
    GroupBox,
    InlineIcon,
    OutlineBox,
    PathBox,
    PictureBox,
    RichText,
    ShapeBox,
    SpaceBox,
    TextBox,
    TextSetting,
)
from cardgen.bind.card.rich_text import MarkupNames, ReportFault, RichTextBinder, TextLook
from cardgen.bind.card.styles import Palette, Styles
from cardgen.bind.pictures import PictureError, PictureStore
from cardgen.core.findings import Finding, Note, Report, Span, closest
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.read.models.layouts import (
    AnyElement,
    BoxElement,
    ColumnElement,
    Element,
    GridElement,
    OutlineElement,
    OverlayElement,
    PathElement,
    PictureElement,
    PieceElement,
    PieceSpec,
    RowElement,
    ShapeElement,
    SpaceElement,
    TextElement,
)
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.cards import CardSpec, parse_plain_text
from cardgen.scene.items import Bitmap
from cardgen.svg.drawing import Drawing

MAX_REPEATS = 200
MAX_OUTLINE = 100
MAX_WORDS = 4096
COLOR_FIELDS = ("color", "fill", "stroke")
TEMPLATED = ("text", "picture", "outline", *COLOR_FIELDS)


class CardContext(Struct, frozen=True):
    """The card that an element is bound for."""

    deck: str
    card: CardSpec
    id: str
    values: Mapping[str, Any]

    @property
    def label(self) -> str:
        return f"{self.deck}/{self.id}"


class PreparedText(Struct, frozen=True):
    """How a text element is set on every card: everything but the text itself."""

    frame: Frame
    element: str
    look: TextLook
    setting: TextSetting
    markup_names: MarkupNames
    smart: bool
    markup: bool


class ElementBinder(Struct):
    """Binds elements of one game."""

    game: GameFiles
    styles: Styles
    palette: Palette
    icons: Mapping[str, InlineIcon]
    pictures: PictureStore
    report: Report
    broken: set[int] = field(default_factory=set)
    """Elements whose template can work on no card of the deck at hand: they are reported."""
    pieces: Mapping[str, PieceSpec] = field(default_factory=dict)
    open_pieces: set[int] = field(default_factory=set)
    """Uses of pieces that are being bound: a piece in itself would never end."""
    _shared: dict[int, BoundElement | None] = field(default_factory=dict)
    _uses_card: dict[int, bool] = field(default_factory=dict)
    _bitmaps: dict[str, Bitmap | Drawing | None] = field(default_factory=dict)
    _prepared_texts: dict[tuple[int, str | None], tuple[TextElement, PreparedText | None]] = field(
        default_factory=dict
    )
    """By element, as it stands in the layout, and its color on the card."""
    _groups: dict[int, dict[str, Any]] = field(default_factory=dict)
    _color_templates: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _words: dict[tuple[int, str], RichText] = field(default_factory=dict)
    """Texts that stand on several cards, by how they are set."""

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
            value = template.evaluate(spec.repeat, context.values)
        except TemplateFault as fault:
            self.report_fault(fault, spec.scalar("repeat"), spec, spec.repeat, context)
            return
        for index, item in enumerate(_listed(value)[:MAX_REPEATS]):
            values = {**context.values, spec.as_: item, "index": index}
            yield replace(context, values=values)

    def element(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        if self.uses_card(spec):
            return self.bind_element(spec, context)
        if id(spec) not in self._shared:
            self._shared[id(spec)] = self.bind_element(spec, context)
        return self._shared[id(spec)]

    def uses_card(self, spec: Element) -> bool:
        """Whether the element, or one inside it, has a template or condition."""
        if id(spec) not in self._uses_card:
            fields = type(spec).model_fields.keys()
            own = any(is_template(getattr(spec, name)) for name in TEMPLATED if name in fields)
            inner = any(self.uses_card(child) for child in children(spec))
            other = bool(spec.when or spec.repeat) or isinstance(spec, PieceElement)
            self._uses_card[id(spec)] = other or own or inner
        return self._uses_card[id(spec)]

    def bind_element(self, spec: AnyElement, context: CardContext) -> BoundElement | None:
        if id(spec) in self.broken or (spec.when and not self.holds(spec, context)):
            return None
        origin, spec = spec, self.with_card_colors(spec, context)
        match spec:
            case TextElement():
                return self.text(spec, context, self.prepared_text(spec, origin))
            case PictureElement():
                return self.picture(spec, context)
            case ShapeElement():
                return self.shape(spec)
            case PathElement():
                return self.path(spec)
            case OutlineElement():
                return self.outline(spec, context)
            case SpaceElement():
                return SpaceBox(frame(spec), spec.space, span=spec.span)
            case PieceElement():
                return self.piece(spec, context)
            case ColumnElement() | RowElement() | GridElement() | OverlayElement():
                return self.group(spec, context, origin)

    def with_card_colors(self, spec: AnyElement, context: CardContext) -> AnyElement:
        """The element with the colors that its templates give for this card."""
        if id(spec) not in self._color_templates:
            fields = type(spec).model_fields.keys()
            keys = tuple(
                key for key in COLOR_FIELDS if key in fields and is_template(getattr(spec, key))
            )
            self._color_templates[id(spec)] = keys
        colors = {
            key: self.fill_field(spec, key, context).strip()
            for key in self._color_templates[id(spec)]
        }
        return spec.model_copy(update={k: v or None for k, v in colors.items()}) if colors else spec

    def holds(self, spec: Element, context: CardContext) -> bool:
        try:
            return template.is_true(spec.when, context.values)
        except TemplateFault as fault:
            self.report_fault(fault, spec.scalar("when"), spec, spec.when, context)
            return False

    def fill_field(self, spec: Element, key: str, context: CardContext) -> str:
        source: str = getattr(spec, key)
        try:
            return template.fill(source, context.values)
        except TemplateFault as fault:
            self.report_fault(fault, spec.scalar(key), spec, source, context)
            return ""

    def report_fault(
        self,
        fault: TemplateFault,
        scalar: ScalarNode | None,
        spec: Element,
        source: str,
        context: CardContext,
    ) -> None:
        """A template that fails on this card; one that fails on all is found before."""
        place = scalar.part(*syntax.locate_word(source, fault.word)) if scalar else spec.span
        note = Note("for the card", context.card.span)
        finding = Finding(
            fault.code, str(fault), place, hint=fault.hint, notes=(note,), card=context.label
        )
        self.report.add(finding)

    # --- kinds -----------------------------------------------------------------------

    def prepared_text(self, spec: TextElement, origin: AnyElement) -> PreparedText | None:
        """How a text is set; None, and a finding, if it cannot be."""
        assert isinstance(origin, TextElement)
        key = id(origin), spec.color
        if key not in self._prepared_texts:
            self._prepared_texts[key] = origin, self.prepare_text(spec)
        return self._prepared_texts[key][1]

    def prepare_text(self, spec: TextElement) -> PreparedText | None:
        layers = self.styles.layers(spec)
        look = self.styles.look(layers)
        if look is None or self.styles.fonts.face(look.font) is None:
            return None
        setting = self.styles.setting(spec, layers, look)
        names = (*self.styles.styles, *self.palette.colors)
        fonts, change = self.styles.fonts, self.styles.change
        markup_names = MarkupNames(fonts, change, self.icons, names, self.report.is_lost)
        smart = next((s.smart for s in layers if s.smart is not None), True)
        markup = next((s.markup for s in layers if s.markup is not None), True)
        return PreparedText(
            frame(spec), label(spec, "text"), look, setting, markup_names, smart, markup
        )

    def text(
        self, spec: TextElement, context: CardContext, prepared_text: PreparedText | None
    ) -> TextBox | None:
        if prepared_text is None:
            return None
        source = self.source(spec, context)
        text = self.fill_field(spec, "text", context)
        key = id(prepared_text), text
        words = self._words.get(key)
        if words is None:
            report_fault = self.fault_reporter(spec, source, text, context)
            words, faultless = self.bind_rich_text(text, prepared_text, report_fault)
            if faultless and len(self._words) < MAX_WORDS:
                self._words[key] = words
        place = source.span if source else context.card.span
        setting, name = prepared_text.setting, prepared_text.element
        return TextBox(prepared_text.frame, words, setting, name, place, span=spec.span)

    def bind_rich_text(
        self, text: str, prepared_text: PreparedText, report_fault: ReportFault
    ) -> tuple[RichText, bool]:
        """A text as runs, and whether there was nothing to complain of."""
        faultless = True

        def note_fault(finding: Finding, offset: int, length: int) -> None:
            nonlocal faultless
            faultless = False
            report_fault(finding, offset, length)

        look, language = prepared_text.look, self.styles.language
        rich = RichTextBinder(
            prepared_text.markup_names,
            look,
            language,
            prepared_text.smart,
            prepared_text.markup,
            note_fault,
        )
        return RichText(rich.paragraphs(text)), faultless

    def source(self, spec: TextElement, context: CardContext) -> ScalarNode | None:
        """The card's field that fills the text (the longest of several), or its own."""
        own = spec.scalar("text")
        try:
            names = syntax.find_names(spec.text) if "{" in spec.text else frozenset[str]()
        except TemplateFault:
            return own
        used = [s for name in sorted(names) if (s := context.card.scalar(name)) is not None]
        return max(used, key=lambda scalar: len(scalar.text)) if used else own

    def fault_reporter(
        self, spec: TextElement, source: ScalarNode | None, text: str, context: CardContext
    ) -> Callable[[Finding, int, int], None]:
        """Return what reports a fault where it was typed: in a field, else in the layout."""

        def report_fault(finding: Finding, offset: int, length: int) -> None:
            word = text[offset : offset + length]
            field_, start = self.find_typed(context.card, spec, source, word, offset, text)
            place = field_.part(start, length) if field_ else spec.span
            from_card = field_ is not None and field_ is not spec.scalar("text")
            self.report.add(
                Finding(
                    finding.code,
                    finding.message,
                    place,
                    hint=finding.hint,
                    notes=(Note("set by the layout", spec.span),) if from_card else (),
                    card=context.label if from_card else "",
                )
            )

        return report_fault

    def find_typed(
        self,
        card: CardSpec,
        spec: TextElement,
        source: ScalarNode | None,
        word: str,
        offset: int,
        text: str,
    ) -> tuple[ScalarNode | None, int]:
        """The scalar that holds `word`, and where in it."""
        scalars = [card.scalar(name) for name in sorted(card.values)]
        for scalar in (source, spec.scalar("text"), *scalars):
            if scalar is not None and scalar.text and scalar.text in text:
                start = offset - text.index(scalar.text)
                if 0 <= start < len(scalar.text):
                    return scalar, start
        own = spec.scalar("text")
        if own is not None and word and word in own.text:
            return own, own.text.index(word)
        return source, 0

    def picture(self, spec: PictureElement, context: CardContext) -> PictureBox | None:
        path = self.fill_field(spec, "picture", context).strip()
        bitmap = self.bitmap(path, spec, context)
        if bitmap is None:
            return None
        color = self.palette.color(spec.color, spec.place("color")) if spec.color else None
        drawn = isinstance(bitmap, Bitmap) and bitmap.key in self.pictures.placeholders
        if color is not None and isinstance(bitmap, Bitmap) and not drawn:
            bitmap, color = self.pictures.tinted(bitmap, color), None
        return PictureBox(
            frame=frame(spec),
            bitmap=bitmap,
            fit="stretch" if drawn else spec.fit,
            radius=spec.radius or ZERO,
            element=label(spec, "picture"),
            crop=None if drawn else spec.crop,
            mask=spec.mask or "",
            color=None if drawn else color,
            span=spec.span,
        )

    def piece(self, spec: PieceElement, context: CardContext) -> BoundElement | None:
        """The piece's element, with the parameters filled in, in the frame of its use."""
        piece = self.pieces.get(spec.piece)
        if piece is None or id(spec) in self.open_pieces:
            return None  # reported by the deck's check of names
        given = {name: self.argument(spec, name, context) for name in spec.with_}
        taken = {
            name: parameter(text, piece.scalar("takes", name), context.values)
            for name, text in piece.takes.items()
        }
        inner = replace(context, values={**context.values, **taken, **given})
        self.open_pieces.add(id(spec))
        drawn = self.elements([piece.draw], inner)
        self.open_pieces.discard(id(spec))
        return wrapped(frame(spec), drawn, label(spec, spec.piece), spec.span)

    def argument(self, spec: PieceElement, name: str, context: CardContext) -> Any:
        source = spec.with_[name]
        try:
            return parameter(source, spec.scalar("with", name), context.values)
        except TemplateFault as fault:
            self.report_fault(fault, spec.scalar("with", name), spec, source, context)
            return ""

    def bitmap(
        self, path: str, spec: PictureElement, context: CardContext
    ) -> Bitmap | Drawing | None:
        if not path:
            self.no_picture(spec, context)
            return self.pictures.placeholder("")
        if path in self._bitmaps:
            return self._bitmaps[path]
        self._bitmaps[path] = None
        templated = "{" in spec.picture
        place, card = spec.place("picture"), ""
        notes: tuple[Note, ...] = ()
        if templated:
            names = sorted(syntax.find_names(spec.picture) & set(context.card.values))
            notes, card = (Note("asked for by the layout", place),), context.label
            place = context.card.place(names[0]) if names else context.card.span
        try:
            self._bitmaps[path] = self.pictures.open(self.game.asset(path), self.report)
        except UnreadableError as error:
            guess = closest(path, self.game.asset_names())
            hint = f"did you mean `{guess}`?" if guess else "put the file into the game folder"
            message = f"the picture `{path}` {error.reason}"
            self.report.add(
                Finding("missing-picture", message, place, hint=hint, notes=notes, card=card)
            )
            self._bitmaps[path] = self.pictures.placeholder(path)
        except PictureError as error:
            message = f"the picture `{path}` {error}"
            hint = "export it again as PNG, JPEG or plain SVG"
            found = Finding("bad-picture", message, place, hint=hint, notes=notes, card=card)
            self.report.add(found)
        return self._bitmaps[path]

    def no_picture(self, spec: PictureElement, context: CardContext) -> None:
        """Report a card whose picture field is empty."""
        message = "this card has no picture: the name of the file is empty"
        hint = "fill the field, or draw the element only `when:` it is there"
        notes = (Note("asked for by the layout", spec.place("picture")),)
        place = context.card.span
        self.report.add(
            Finding("missing-picture", message, place, hint=hint, notes=notes, card=context.label)
        )

    def shape(self, spec: ShapeElement) -> ShapeBox:
        fill = self.palette.fill(spec.fill, spec.place("fill"))
        pen, name = self.palette.pen(spec), label(spec, spec.shape)
        radius, points = spec.radius or ZERO, tuple(spec.points)
        return ShapeBox(frame(spec), spec.shape, radius, fill, pen, name, points, span=spec.span)

    def path(self, spec: PathElement) -> PathBox | None:
        from cardgen.svg.path_data import PathError, read_path

        try:
            read_path(spec.path)
        except PathError as error:
            scalar = spec.scalar("path")
            place = scalar.part(error.offset, 1) if scalar else spec.span
            self.report.add(Finding("bad-path", str(error), place, hint=error.hint))
            return None
        fill = self.palette.fill(spec.fill, spec.place("fill"))
        pen, keep, name = self.palette.pen(spec), spec.fit == "contain", label(spec, "path")
        own = frame(spec)
        drawn, view, odd = spec.path, spec.view, spec.even_odd
        return PathBox(own, drawn, view, keep, odd, fill, pen, name, span=spec.span)

    def outline(self, spec: OutlineElement, context: CardContext) -> OutlineBox | None:
        choice = self.styles.fonts.choose(spec.font)
        face = self.styles.fonts.face(choice) if choice else None
        if choice is None:
            known = self.styles.fonts.families
            self.report.unknown("font", spec.font, known, spec.place("font"))
        elif face is None:
            self.styles.missing_face(choice, spec.place("font"))
        if face is None:
            return None
        text = self.fill_field(spec, "outline", context)
        if len(text) > MAX_OUTLINE:
            message = f"an outline has {MAX_OUTLINE} letters at most, here are {len(text)}"
            hint = "set long texts as `text:`"
            place = spec.place("outline")
            self.report.add(Finding("long-outline", message, place, hint=hint))
            return None
        self.check_glyphs(text, face.has, spec.place("outline"), face.name)
        fill = self.palette.fill(spec.fill, spec.place("fill"))
        inside, name = self.elements(spec.inside, context), label(spec, "outline")
        pen = self.palette.pen(spec)
        return OutlineBox(frame(spec), text, face, fill, pen, inside, name, span=spec.span)

    def check_glyphs(self, text: str, has: Callable[[str], bool], place: Span, font: str) -> None:
        for character in text:
            if not character.isspace() and not has(character):
                message = f"no glyph for `{character}` (U+{ord(character):04X}) in `{font}`"
                self.report.add(Finding("missing-glyph", message, place))

    def group(
        self,
        spec: ColumnElement | RowElement | GridElement | OverlayElement,
        context: CardContext,
        origin: AnyElement,
    ) -> GroupBox:
        inside = self.elements(children(spec), context)
        if spec is not origin:
            return GroupBox(children=inside, **self.group_settings(spec))
        if id(spec) not in self._groups:
            self._groups[id(spec)] = self.group_settings(spec)
        return GroupBox(children=inside, **self._groups[id(spec)])

    def group_settings(
        self, spec: ColumnElement | RowElement | GridElement | OverlayElement
    ) -> dict[str, Any]:
        """What a group is on every card: all but its children."""
        stack = None if isinstance(spec, OverlayElement) else spec
        return {
            "frame": frame(spec),
            "kind": _group_kind(spec),
            "gap": (stack.gap if stack else None) or ZERO,
            "padding": spec.padding or (ZERO, ZERO, ZERO, ZERO),
            "align": stack.align if stack else "stretch",
            "justify": stack.justify if stack else "start",
            "fill": self.palette.fill(spec.fill, spec.place("fill")),
            "pen": self.palette.pen(spec),
            "radius": spec.radius or ZERO,
            "clip": spec.clip,
            "element": label(spec, _group_kind(spec)),
            "columns": spec.columns if isinstance(spec, GridElement) else 1,
            "span": spec.span,
        }


def parameter(source: str, scalar: ScalarNode | None, values: Mapping[str, Any]) -> Any:
    """The value of a piece's parameter: a number that is typed plainly is a number."""
    if "{" in source:
        return template.fill_native(source, values)
    return parse_plain_text(source) if scalar is None or scalar.plain else source


def is_template(value: Any) -> bool:
    return isinstance(value, str) and "{" in value


def _group_kind(spec: BoxElement) -> Any:
    kinds = {ColumnElement: "column", RowElement: "row", GridElement: "grid"}
    return kinds.get(type(spec), "overlay")


def wrapped(own: Frame, drawn: tuple[BoundElement, ...], element: str, span: Span) -> GroupBox:
    """An overlay around elements, for the frame of what stands for them."""
    none = (ZERO, ZERO, ZERO, ZERO)
    return GroupBox(
        own, "overlay", drawn, ZERO, none, "stretch", "start", None, None, ZERO, False, element,
        span=span,
    )  # fmt: skip


def _listed(value: Any) -> list[Any]:
    """What to repeat for: the items of a list, so many numbers, or a text once."""
    if isinstance(value, bool) or value is None or value == "":
        return []
    value = parse_plain_text(value) if isinstance(value, str) else value
    if isinstance(value, int | float):
        return list(range(max(0, min(int(value), MAX_REPEATS))))
    return list(value) if isinstance(value, list | tuple) else [value]


def children(spec: Element) -> list[AnyElement]:
    """The elements inside an element."""
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
        at=spec.at,
        left=spec.left,
        right=spec.right,
        top=spec.top,
        bottom=spec.bottom,
        opacity=spec.opacity,
        rotate=spec.rotate,
        blend=spec.blend,
    )
