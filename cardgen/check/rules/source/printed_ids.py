"""Ids that a card prints in another form than they are typed.

In      the layouts as they were written, the ids that rows give themselves.
Out     a finding for each deck, at the first row whose id is printed otherwise.

An id is made a part of file names: `1/GER` becomes `1-ger`, and `{{ id }}` is that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.mentions import Name, find_fields, list_scalars, read_mentions
from cardgen.core.findings import Finding, Note, plural
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.read.syntax.nodes import ScalarNode, find
from cardgen.read.tables.cards import CardSpec

CHANGED_ID = Explanation(
    "changed-id",
    "a text prints a card's id, which is not what the row says",
    "Ids are parts of file names: in lower case, with hyphens for all but letters and digits. "
    "`{{ id }}` prints `sm-001` for a row that says `SM/001`.",
    "Give the column another name, as `code`, and print `{{ code }}`; the deck's "
    '`id: "{{ code }}"` keeps the cards their ids.',
    "warning",
)
_PRINTING = frozenset(("text", "outline", "barcode"))


def find_changed_ids(subject: Subject) -> Iterator[Finding]:
    """One finding for each deck whose texts print ids in another form than its rows have them."""
    graph, printing = subject.share(read_mentions), _list_printing(subject)
    for deck in subject.bound.decks if printing else ():
        layouts = {face.layout for face in deck.faces}
        owners = graph.reached(("layout", layout) for layout in layouts)
        texts = [scalar for owner in sorted(owners) for scalar in printing.get(owner, ())]
        rows = {row.span: row for row in subject.spec.cards.get(deck.name, ())} if texts else {}
        changed = [
            (rows[card.span], text)
            for card in deck.cards
            if card.span in rows
            for text in texts
            if _prints_another(text.text, rows[card.span], card.values)
        ]
        if changed:
            yield _report_changed_ids(deck.name, changed)


def _list_printing(subject: Subject) -> dict[Name, list[ScalarNode]]:
    """The texts of each layout and piece that ask for an id."""
    found: dict[Name, list[ScalarNode]] = {}
    root = subject.spec.layouts.node
    for kind, key in (("layout", "layouts"), ("piece", "pieces")):
        for name, (_, node) in getattr(find(root, key), "entries", {}).items():
            for inner, scalar in list_scalars(node):
                if inner in _PRINTING and "id" in find_fields(inner, scalar.text):
                    found.setdefault((kind, name), []).append(scalar)
    return found


def _prints_another(text: str, row: CardSpec, values: Mapping[str, Any]) -> bool:
    """Whether a text shows the id that became of the one that was typed, and not that one."""
    typed = row.node.value("id")
    if not isinstance(typed, ScalarNode) or typed.text == row.id:
        return False
    try:
        printed = template.fill(text, values)
        meant = template.fill(text, {**values, "id": typed.text})
    except TemplateFault:  # it uses what only a piece or a repeated element knows
        return False
    shown = row.id.casefold() in printed.casefold() and typed.text.casefold() in meant.casefold()
    return shown and printed != meant


def _report_changed_ids(deck: str, changed: Sequence[tuple[CardSpec, ScalarNode]]) -> Finding:
    row, text = changed[0]
    others = len({one.span for one, _ in changed}) - 1
    more = f", and on {plural(others, 'other')} of `{deck}`" if others else ""
    typed = row.node.value("id")
    shown = typed.text if isinstance(typed, ScalarNode) else ""
    return Finding(
        "changed-id",
        f"`{{{{ id }}}}` prints `{row.id}` for `{shown}`, the id as file names have it{more}",
        row.place("id"),
        "warning",
        hint='call the column `code`, print `{{ code }}`, and give the deck `id: "{{ code }}"`',
        notes=(Note("it is printed", text.span),),
    )
