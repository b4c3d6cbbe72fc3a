"""Bind the showcase: the cards, boxes, colors and texts that its scenes name.

In      `showcase:` of `game.yaml`, the decks and boxes as they were bound.
Out     `BoundScene`s; findings for names that are not there.
Not here  how a scene is arranged and painted (`targets.showcase`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.bind.box.boxes import BoundBox
from cardgen.bind.card.palette import Palette
from cardgen.bind.showcase.bound_scene import BoundScene, ShownCard
from cardgen.core.color import WHITE
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.core.geometry import POINTS_PER_INCH, Extent
from cardgen.core.lengths import Length
from cardgen.read.models.booklets import BookletSpec, MarginSpec
from cardgen.read.models.showcase import TRANSPARENT, ShowcaseSpec

T = TypeVar("T")

PICTURE_SHARE = 0.36
"""How much of a sell sheet's height its picture takes."""
_BACK = " back"
_ONE_PILE = ("stack",)
_WIDTH, _HEIGHT = 5 * POINTS_PER_INCH, 2.5 * POINTS_PER_INCH
_BELOW_PICTURE = 0.42 * POINTS_PER_INCH
_SIDE, _END = Length(points=0.7 * POINTS_PER_INCH), Length(points=0.6 * POINTS_PER_INCH)
_MARGINS = MarginSpec.model_construct(inner=_SIDE, outer=_SIDE, top=_END, bottom=_END)
"""Of a sell sheet."""
_LONGEST = 200 * POINTS_PER_INCH
MAX_CARDS = 200
MAX_SHADOWED = 40
"""Cards of a scene; in perspective each has shadows of its own, which take 40 ms."""

SheetBinder = Callable[[str, BookletSpec], BoundBooklet | None]
"""Binds the text of a sell sheet."""


def bind_showcase(
    scenes: dict[str, ShowcaseSpec],
    decks: Sequence[BoundDeck],
    boxes: Sequence[BoundBox],
    palette: Palette,
    bind_sheet: SheetBinder,
) -> tuple[BoundScene, ...]:
    """Every scene that can be shown; what is wrong with the others is in the report."""
    binder = _SceneBinder(scenes, tuple(decks), tuple(boxes), palette, bind_sheet)
    bound = (binder.bind(name, spec) for name, spec in scenes.items())
    return tuple(scene for scene in bound if scene is not None)


class _SceneBinder(Struct):
    scenes: dict[str, ShowcaseSpec]
    decks: tuple[BoundDeck, ...]
    boxes: tuple[BoundBox, ...]
    palette: Palette
    bind_sheet: SheetBinder

    @property
    def report(self) -> Report:
        return self.palette.report

    def bind(self, name: str, spec: ShowcaseSpec) -> BoundScene | None:
        if spec.scene == "sell-sheet":
            return self.bind_sell_sheet(name, spec)
        extent = Extent(_points(spec.width, _WIDTH), _points(spec.height, _HEIGHT))
        if max(extent.width, extent.height) > _LONGEST:
            hint = "a picture is 200in wide and high at most"
            self.report.add(Finding("bad-size", "this picture is too large", spec.span, hint=hint))
            return None
        ground = None
        if spec.ground != TRANSPARENT:
            ground = self.palette.color(spec.ground, spec.place("ground"))
        box = self.find_box(spec) if spec.scene in ("box", "open-box") else None
        if spec.scene in ("box", "open-box") and box is None:
            return None
        cards = () if spec.scene == "box" else self.find_cards(spec)
        if not cards and spec.scene not in ("box", "open-box"):
            return None
        if self.has_too_many(spec, len(cards)):
            return None
        return BoundScene(name, spec, extent, ground, cards, box)

    def has_too_many(self, spec: ShowcaseSpec, count: int) -> bool:
        """Whether a scene has more cards than are painted, which is told."""
        casts = spec.scene in ("spread", "open-box") and spec.shadow
        most = MAX_SHADOWED if casts else MAX_CARDS
        if count > most:
            message = f"this scene has {count:,} cards{' with shadows' if casts else ''}"
            hint = "name fewer cards, or a smaller `most`"
            place = spec.place("cards") if spec.cards else spec.span
            self.report.add(
                Finding("over-budget", f"{message}; at most {most} are painted", place, hint=hint)
            )
        return count > most

    # --- cards -----------------------------------------------------------------------

    def find_cards(self, spec: ShowcaseSpec) -> tuple[ShownCard, ...]:
        if not spec.cards:
            return self.find_usual_cards(spec)
        self.report_idle_most(spec)
        self.report_repeated(spec)
        found = [
            shown
            for index, typed in enumerate(spec.cards)
            for shown in self.find_entry(spec, typed, _place(spec, index))
        ]
        return tuple(found)

    def report_idle_most(self, spec: ShowcaseSpec) -> None:
        """Report a `most` where every entry names one card."""
        single = all("/" in typed or typed.endswith(_BACK) for typed in spec.cards)
        if single and "most" in spec.model_fields_set:
            message = "`most` says nothing here: each entry of `cards` names one card"
            hint = "leave it out, or name a deck"
            place = spec.place("most")
            self.report.add(Finding("bad-scene", message, place, "warning", hint=hint))

    def report_repeated(self, spec: ShowcaseSpec) -> None:
        """Report entries that stand there more often than the game has what they name."""
        times: Counter[str] = Counter()
        for index, typed in enumerate(spec.cards):
            name = " ".join(typed.split())
            times[name] += 1
            if times[name] == self.count_of(name, piled=spec.scene in _ONE_PILE) + 1:
                which = "once" if times[name] == 2 else f"{times[name] - 1} times"
                message = f"`{name}` is shown again, and the game has it {which}"
                hint = "name another card, or take it away"
                place = _place(spec, index)
                self.report.add(Finding("bad-scene", message, place, "warning", hint=hint))

    def count_of(self, name: str, *, piled: bool) -> int:
        """How often a scene can show an entry: the copies of a card, the cards with a back."""
        name, back = name.removesuffix(_BACK), name.endswith(_BACK)
        deck, _, ident = name.partition("/")
        if piled and not back:
            return 1
        for one in self.decks:
            if one.name == deck:
                own = [card.copies for card in one.cards if card.id == ident]
                return max(1, own[0] if own else one.total if back else 1)
        return 1

    def find_usual_cards(self, spec: ShowcaseSpec) -> tuple[ShownCard, ...]:
        """Some of all decks: of each a pile, or cards evenly taken out of all."""
        if spec.scene in _ONE_PILE:
            return tuple(_pile(deck) for deck in self.decks if deck.cards)
        every = [(deck, card) for deck in self.decks for card in deck.cards]
        return tuple(_shown(deck, card, back=False) for deck, card in _spread(every, spec.most))

    def find_entry(self, spec: ShowcaseSpec, typed: str, place: Span) -> Iterator[ShownCard]:
        """The cards that an entry names: a deck's, or a single one."""
        name = typed.removesuffix(_BACK).strip()
        back = typed.endswith(_BACK)
        deck = self.find_deck(name.partition("/")[0], place)
        if deck is None:
            return
        if "/" in name:
            chosen = self.find_card(deck, name.partition("/")[2], place)
        elif spec.scene in _ONE_PILE and not back:
            if deck.cards:  # what is wrong with all its cards is told
                yield _pile(deck)
            return
        else:
            count = 1 if back else spec.most
            chosen = tuple(_spread(deck.cards, count))
        for card in chosen:
            if back and card.back is None:
                message = f"the deck `{deck.name}` has no backs to show"
                hint = "leave out ` back`, or give the deck a `back:`"
                self.report.add(Finding("unknown-card", message, place, hint=hint))
                return
            yield _shown(deck, card, back=back)

    def find_deck(self, name: str, place: Span) -> BoundDeck | None:
        found = {deck.name: deck for deck in self.decks}
        if name not in found:
            self.report.unknown("deck", name, found, place)
        return found.get(name)

    def find_card(self, deck: BoundDeck, ident: str, place: Span) -> tuple[BoundCard, ...]:
        cards = {card.id: card for card in deck.cards}
        if ident not in cards:
            hint = did_you_mean(ident, cards, what="card")
            message = f"the deck `{deck.name}` has no card `{ident}`"
            self.report.add(Finding("unknown-card", message, place, hint=hint))
            return ()
        return (cards[ident],)

    # --- boxes and sell sheets -------------------------------------------------------

    def find_box(self, spec: ShowcaseSpec) -> BoundBox | None:
        boxes = {box.name: box for box in self.boxes}
        if spec.box:
            if spec.box not in boxes:
                self.report.unknown("box", spec.box, boxes, spec.place("box"))
            return boxes.get(spec.box)
        if not boxes:
            message = "there is no box to show"
            hint = "describe one under `boxes:` in game.yaml: see docs/components.md"
            self.report.add(Finding("unknown-box", message, spec.place("scene"), hint=hint))
            return None
        return self.boxes[0]

    def bind_sell_sheet(self, name: str, spec: ShowcaseSpec) -> BoundScene | None:
        shown = self.scenes.get(spec.picture)
        if spec.picture and (shown is None or shown.scene == "sell-sheet"):
            known = [one for one, other in self.scenes.items() if other.scene != "sell-sheet"]
            self.report.unknown("scene", spec.picture, known, spec.place("picture"))
            return None
        sheet = self.bind_sheet(name, spec.as_booklet(_MARGINS))
        if sheet is None:
            return None
        if shown is not None:
            top = PICTURE_SHARE * sheet.size.trim.height + _BELOW_PICTURE
            sheet = replace(sheet, margins=replace(sheet.margins, top=top))
        ground = WHITE
        if spec.ground != TRANSPARENT:
            ground = self.palette.color(spec.ground, spec.place("ground"))
        return BoundScene(name, spec, sheet.size.trim, ground, sheet=sheet)


def _points(length: Length | None, otherwise: float) -> float:
    return otherwise if length is None else length.points


def _place(spec: ShowcaseSpec, index: int) -> Span:
    scalar = spec.scalar("cards", index) or spec.scalar("cards")
    return scalar.span if scalar else spec.span


def _shown(deck: BoundDeck, card: BoundCard, *, back: bool) -> ShownCard:
    face = card.back if back and card.back is not None else card.front
    return ShownCard(face, max(1, deck.total))


def _pile(deck: BoundDeck) -> ShownCard:
    """A deck face down, if it has backs."""
    return _shown(deck, deck.cards[0], back=True)


def _spread(items: Sequence[T], count: int) -> list[T]:
    """So many of them, evenly taken."""
    if len(items) <= count:
        return list(items)
    return [items[index * len(items) // count] for index in range(count)]
