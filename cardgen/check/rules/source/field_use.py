"""Fields of cards that nothing shows: on no card of a deck, not on the card that has one, or not
as they were typed.

In      the files as they were written, the bound faces of every card.
Out     findings at the first card that has the field, or at the value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.bind.bound_faces import BoundCard
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.mentions import (
    MentionGraph,
    find_fields,
    list_scalars,
    read_mentions,
)
from cardgen.check.rules.source.printed_ids import CHANGED_ID, find_changed_ids
from cardgen.core.findings import Finding, find_closest, plural
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.syntax.nodes import MappingNode, Node, find
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.headers import is_like_copies
from cardgen.read.tables.language_columns import suggest_edition
from cardgen.read.tables.overrides import suggest_override


class FieldsNotShown(Rule):
    """Fields of cards that no layout shows, or none as they were typed."""

    heading = "What is there and not used"
    codes = (
        Explanation(
            "field-not-shown",
            "no layout of a card, or of its whole deck, and no booklet shows one of its fields",
            "What was typed there is printed nowhere. Mostly the field's name is misspelled on "
            "that card, or its layout was never told of it. What other cards of the deck show "
            "counts as lost on a card whose own layout does not.",
            "Use the field in a layout as `{{ field }}`, in a table of a booklet, in the deck's "
            "`id` or the composition, correct its name, or remove it. A note for yourself belongs "
            "in a `#` comment.",
            "warning",
            style=True,
        ),
        CHANGED_ID,
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        yield from find_fields_not_shown(subject)
        yield from find_values_not_shown(subject)
        yield from find_changed_ids(subject)


def find_fields_not_shown(subject: Subject) -> Iterator[Finding]:
    """Card fields that nothing of their deck uses."""
    graph = subject.share(read_mentions)
    for name, deck in subject.spec.decks.items():
        used = _list_used_fields(graph, name, deck)
        counts: dict[str, int] = defaultdict(int)
        for card in subject.spec.cards.get(name, ()):
            for column, value in card.values.items():
                counts[column] += value is not None
        for column, count in counts.items():
            if count and column not in used:
                yield _report_not_shown(
                    subject, name, column, (counts, [c for c in counts if c in used])
                )


def find_values_not_shown(subject: Subject) -> Iterator[Finding]:
    """Values of a card that layouts of other cards in the deck show, and its own do not.

    A composition that counts the field is no excuse here: the deck prints it elsewhere, so that
    its absence from this card is a loss. One whose rules reckon with it has a use for it.
    """
    graph = subject.share(read_mentions)
    for deck in subject.bound.decks:
        layouts = {face.layout for face in deck.faces}
        spec = subject.spec.decks[deck.name]
        cards = subject.spec.cards.get(deck.name, ())
        fields = {
            layout: follow_fields(_list_layout_fields(graph, [layout]), spec, cards)
            for layout in layouts
        }
        printed = set().union(*fields.values())
        others = _list_deck_fields(subject, deck.name, spec)
        others |= _list_rule_fields(subject, deck.name)
        rows = {row.span: row for row in cards}
        for card in deck.cards:
            own = {face.layout for face in (card.front, card.back) if face}
            lost = printed.difference(others, *(fields[layout] for layout in own))
            for column in _list_typed_columns(rows[card.span]) if lost else ():
                if column in lost:
                    yield _report_value_not_shown(card, rows[card.span], column)


def _list_typed_columns(row: CardSpec) -> list[str]:
    """The fields that a row fills in itself; an answer `no` asks for nothing to be shown."""
    nothing: tuple[Any, ...] = (None, "", False, [])
    filled = (name for name, value in row.values.items() if value not in nothing)
    return [name for name in filled if row.node.value(name) is not None]


def _report_value_not_shown(card: BoundCard, row: CardSpec, column: str) -> Finding:
    return Finding(
        "field-not-shown",
        f"the layout `{card.front.layout}` does not show the `{column}` of this card",
        row.place(column),
        "warning",
        hint=f"use `{{{{ {column} }}}}` in that layout, or remove the value",
        card=f"{card.deck}/{card.id}",
    )


def _list_layout_fields(graph: MentionGraph, layouts: Iterable[str]) -> set[str]:
    """The fields that layouts use, with all that they are made of."""
    owners = graph.reached(("layout", name) for name in layouts)
    return {field for owner in owners for field in graph.fields.get(owner, ())}


def follow_fields(used: set[str], deck: DeckSpec, cards: Sequence[CardSpec]) -> set[str]:
    """Fields, with those that computed ones are made of, and those that templates in the texts
    of cards show."""
    found, waiting = set(used), [name for name in used if name in deck.fields]
    while waiting:
        name = waiting.pop()
        spec = deck.fields[name]
        texts = {str(card.values.get(name, "")) for card in cards} if spec.template else ()
        for text in (spec.value or "", *texts):
            new = find_fields("", text) - found
            found |= new
            waiting += [one for one in new if one in deck.fields]
    return found


def _list_deck_fields(subject: Subject, name: str, deck: DeckSpec) -> set[str]:
    """The fields that choose a card's layouts or make its id, and those in booklets."""
    used = {
        field for source in (deck.front, deck.back, deck.id) for field in find_fields("", source)
    }
    booklets = (*subject.bound.booklets, *subject.bound.sell_sheets)
    return used.union(*(booklet.fields.get(name, ()) for booklet in booklets))


def _list_used_fields(graph: MentionGraph, name: str, deck: DeckSpec) -> set[str]:
    subject = graph.subject
    used = _list_layout_fields(
        graph, {face.layout for face in subject.bound.faces if face.deck == name}
    )
    used |= _list_deck_fields(subject, name, deck)
    composition = subject.spec.composition
    for wanted in (find(composition.node, key) for key in (name, "game")) if composition else ():
        used |= {field for word in _list_expressions(wanted) for field in find_fields("when", word)}
    for table in deck.cards:
        used |= find_fields("when", table.where)
    for join in deck.join:
        used.update(join.on)
    return follow_fields(used, deck, subject.spec.cards.get(name, ()))


def _list_rule_fields(subject: Subject, deck: str) -> set[str]:
    """The fields that rules of the composition reckon with."""
    composition = subject.spec.composition
    rules = [find(composition.node, key, "rules") for key in (deck, "game")] if composition else []
    words = (word for node in rules if node is not None for word in _list_rule_expressions(node))
    return {field for word in words for field in find_fields("when", word)}


def _list_expressions(wanted: Node | None) -> Iterator[str]:
    """Fields and expressions that a composition counts or compares."""
    for key, (_, node) in getattr(wanted, "entries", {}).items():
        if key == "rules":
            yield from _list_rule_expressions(node)
        elif isinstance(node, MappingNode):
            yield from node.entries
        else:
            yield from (scalar.text for _, scalar in list_scalars(node))


def _list_rule_expressions(rules: Node) -> Iterator[str]:
    """Expressions of a composition's rules, those in quotes among them."""
    for rule in getattr(rules, "items", ()):
        held = find(rule, "holds")
        yield from getattr(held, "entries", ())
        texts = [scalar.text for key in ("that", "all", "for", "by") for _, scalar in
                 list_scalars(find(rule, key))]  # fmt: skip
        yield from texts
        for text in texts:
            yield from _list_quoted(text)


def _list_quoted(text: str) -> Iterator[str]:
    try:
        calls = syntax.find_calls(text)
    except TemplateFault:
        return
    yield from (value for call in calls for value in call.values if isinstance(value, str))


def _is_usable(column: str) -> bool:
    """Whether an expression that is a field's name asks for the field."""
    try:
        return syntax.find_names(column, expression=True) == {column}
    except TemplateFault:
        return False


def _report_not_shown(
    subject: Subject, deck: str, column: str, known: tuple[Mapping[str, int], Iterable[str]]
) -> Finding:
    counts, used = known
    count = counts[column]
    cards = [one for one in subject.spec.cards[deck] if one.values.get(column) is not None]
    card = cards[0]
    declared = subject.spec.decks[deck].fields.get(column)
    key = card.node.key(column)
    if key is None and declared is not None and declared.value:
        key = declared.node.key("value") if declared.node else None
    guess = find_closest(column, used)
    many = plural(count, "card")
    hint = f"use `{{{{ {column} }}}}` in a layout"
    if not _is_usable(column):
        hint = "no expression can use that name: call it by letters, digits and `_`"
    elif guess and any(one.node.value(guess) for one in cards):
        hint = f"these cards have `{guess}`, too: remove one of the two, or {hint}"
    elif guess:
        hint = f"did you mean `{guess}`?"
    hint = suggest_edition(column, subject.spec.decks[deck].fields.keys() | counts) or hint
    hint = suggest_override(column, [one.node for one in cards]) or hint
    if is_like_copies(column) and not card.node.value("copies"):
        hint = "if it is the number of copies, call it `copies`"
    return Finding(
        "field-not-shown",
        f"no layout of `{deck}` shows the field `{column}`, which {many} "
        f"{'has' if count == 1 else 'have'}",
        key.span if key else card.span,
        "warning",
        hint=hint,
    )
