"""Which names the layouts and texts of a deck use, and which of them no card has.

In      a deck's layouts and rows, the names that its cards know.
Out     findings for names that are not there; the names in use, those in quotes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property

from msgspec import Struct, field

from cardgen.bind.elements.plain_specs import scalars_in
from cardgen.bind.elements.unknown_names import NameCheck
from cardgen.bind.game.card_values import CardValues
from cardgen.core.findings import Finding, Report, find_closest
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.hidden_names import ANYTHING, find_hidden_names
from cardgen.read.deck_functions import CARDS, DECK_FUNCTIONS
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.models.styles import StyleSpec
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.overrides import read_overrides
from cardgen.read.translation.several_languages import LANGUAGES


class DeckNames(Struct, dict=True):
    """The names that a deck uses."""

    values: CardValues
    layouts: Mapping[str, LayoutSpec]
    used: set[str] = field(default_factory=set)
    """Those that layouts and texts of the deck use, once `check` has gone through them."""

    @property
    def deck(self) -> DeckSpec:
        return self.values.deck

    @property
    def spec(self) -> GameSpec:
        return self.values.spec

    @property
    def cards(self) -> tuple[CardSpec, ...]:
        return self.spec.cards[self.values.name]

    def check(self, styles: Iterable[StyleSpec], broken: set[int]) -> None:
        """Report names that no card has, once a layout and not once a card.

        Args:
            styles: Those of the game.
            broken: Takes the elements that use such a name.
        """
        known = self.values.columns() | {*self.spec.constants, *DECK_FUNCTIONS, CARDS}
        known |= {LANGUAGES} if self.spec.languages else set()
        lacking = f"no card of the deck `{self.values.name}` has a field"
        names = NameCheck(lacking, self.spec.layouts.pieces, self.values.report, broken)
        names.functions = frozenset(DECK_FUNCTIONS) - self.values.columns()
        before = len(self.values.report)
        for key in ("front", "back", "id", "tab"):
            names.template(self.deck, key, known, expression=False)
        for layout in self.layouts_in_use():
            names.layout(layout, known)
        names.styles(styles)
        self.used = names.used | self.names_in_texts()
        if any(f.code == "undefined-name" for f in self.values.report.list_since(before)):
            self.doubt_heads()

    def doubt_heads(self) -> None:
        """Report a table whose first row is a card, where layouts ask for none of its heads, nor
        for one that is a slip for it."""
        own = {name for card in self.cards for name in card.values}
        if not own or self.deck.fields or not self.used.isdisjoint(own):
            return
        if any(find_closest(name, own) for name in self.used):
            return
        row = self.cards[0].node
        heads = [key for key, _ in row.entries.values() if key.span.line < row.span.line]
        if not heads or any(one.span == heads[0].span for one in self.values.report.findings):
            return  # no heads, or told already
        shown = ", ".join(f"`{key.text}`" for key in heads[:4])
        message = f"the first row is read as the names of the fields, {shown}; none is asked for"
        hint = "put a row with the names that the layouts ask for above the cards"
        self.values.report.add(Finding("csv-column", message, heads[0].span, hint=hint))

    def names_in_texts(self) -> set[str]:
        """The names that texts of cards use, where these are templates."""
        names: set[str] = set()
        for card in self.cards:
            if card.changes:
                for change in read_overrides(card.node, self.deck.fields, Report()).values():
                    for scalar in (s for _, node in change.values() for s in scalars_in(node)):
                        with suppress(TemplateFault):
                            names |= syntax.find_names(scalar.text)
            for name in self.values.templates:
                with suppress(TemplateFault):
                    names |= syntax.find_names(str(card.values.get(name) or ""))
        return names

    def layouts_in_use(self) -> Iterable[LayoutSpec]:
        """The layouts that some card of the deck takes."""
        names = dict.fromkeys(
            name for side in (self.deck.front, self.deck.back) for name in self.layout_names(side)
        )
        return [self.layouts[name] for name in names if name in self.layouts]

    def layout_names(self, reference: str) -> Iterable[str]:
        """The names that a side's layout has over the deck, as far as they can be told."""
        if "{" not in reference:
            return [reference]
        names = []
        for card in self.cards:
            try:
                names.append(template.fill(reference, self.values.make(card, card.id)).strip())
            except TemplateFault:
                continue
        return names

    def asks(self, *names: str) -> bool:
        """Whether a template of the deck uses one of some names, be it in quotes."""
        hidden = self.hidden_names
        return ANYTHING in hidden or not (self.used | hidden).isdisjoint(names)

    @cached_property
    def hidden_names(self) -> frozenset[str]:
        """Names that are used in quotes, and what is called, in the deck and all layouts."""
        nodes = [one for one in (self.deck.node, self.spec.layouts.node) if one is not None]
        texts = {scalar.text for node in nodes for scalar in scalars_in(node)}
        for card in self.cards if self.values.templates else ():
            texts.update(str(card.values.get(name) or "") for name in self.values.templates)
        return frozenset(name for text in texts for name in find_hidden_names(text))
