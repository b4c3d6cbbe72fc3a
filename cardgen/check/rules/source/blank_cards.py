"""Cards on which nothing of their row is printed.

In      layouts, the places of the elements that each face draws, the rows.
Out     a finding at the first such card of each deck and layout, the others in its notes.
Not here  elements that stand on no card at all (`check.rules.source.unused`).

A face says something of its row with an element that depends on it: by a template, a condition or
a repetition. Who leaves a card blank on purpose types nothing in its row, or takes a layout
without texts for it: neither is told of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.bind.card.known_bodies import find_facts
from cardgen.bind.elements.element_fields import children
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Note
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.elements import AnyElement, PieceElement
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.models.templated import Template, has_template
from cardgen.read.tables.cards import CardSpec

BLANK_CARD = Explanation(
    "blank-card",
    "nothing of a card's row is printed on it",
    "Every text that its layout fills in is empty on it, and others of the layout are not: the "
    "table is played with a blank card. A field is empty, or a condition is false by a slip.",
    "Fill in the fields that the layout shows. For a card that is blank on purpose leave all but "
    "its `id` and `copies` out of the row, or give it a layout without texts.",
    "warning",
    style=True,
)
_OF_NO_FACE = frozenset(("id", "copies"))


def find_blank_cards(subject: Subject) -> Iterator[Finding]:
    """One finding for each deck and layout with such cards."""
    layouts = subject.bound.layouts.items()
    telling = {name: tuple(_list_telling(subject, layout)) for name, layout in layouts}
    texts = {
        name: frozenset(one.span for one in elements if isinstance(one, TextElement))
        for name, elements in telling.items()
    }
    spans = {name: frozenset(one.span for one in elements) for name, elements in telling.items()}
    for deck in subject.bound.decks:
        written: set[str] = set()
        blank: dict[str, dict[str, None]] = {}
        for face in deck.faces:
            drawn = find_facts(face).spans
            if not texts[face.layout].isdisjoint(drawn):
                written.add(face.layout)
            elif spans[face.layout].isdisjoint(drawn):
                blank.setdefault(face.layout, {})[face.card] = None
        for layout in sorted(blank.keys() & written):
            rows = [row for row in subject.spec.cards[deck.name] if row.id in blank[layout]]
            if cards := [row for row in rows if _is_filled_in(row)]:
                yield _report_blank(deck.name, layout, cards)


def _is_filled_in(card: CardSpec) -> bool:
    """Whether something is typed in a row that its card could show."""
    return not card.changes and not card.node.entries.keys() <= _OF_NO_FACE


def _report_blank(deck: str, layout: str, cards: Iterable[CardSpec]) -> Finding:
    first, *others = cards
    return Finding(
        "blank-card",
        f"nothing of this row is printed: each text that `{layout}` fills in is empty",
        first.span,
        "warning",
        hint="fill in what the layout shows; or leave all but its `id` out, if it is to be blank",
        notes=tuple(Note(f"so is `{deck}/{card.id}`", card.span) for card in others),
        card=f"{deck}/{first.id}",
    )


# --- what depends on the row -------------------------------------------------------------------


def _walk(subject: Subject, elements: Iterable[AnyElement]) -> Iterator[AnyElement]:
    pieces = subject.spec.layouts.pieces
    for element in elements:
        yield element
        yield from _walk(subject, children(element))
        if isinstance(element, PieceElement) and element.piece in pieces:
            yield from _walk(subject, [pieces[element.piece].draw])


def _list_telling(subject: Subject, layout: LayoutSpec) -> Iterator[AnyElement]:
    """Elements that say something of a row by what they are, or by being there."""
    for part in layout.parts:
        for element in _walk(subject, part):
            known = (
                isinstance(element, PieceElement) and element.piece in subject.spec.layouts.pieces
            )
            fields = () if known else element.model_fields_set  # its own elements tell
            typed = (getattr(element, name) for name in fields)
            if element.when or element.repeat or any(map(_depends_on_row, typed)):
                yield element


def _depends_on_row(value: object) -> bool:
    return isinstance(value, Template) or has_template(value)
