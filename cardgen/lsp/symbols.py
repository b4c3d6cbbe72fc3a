"""What an editor shows beside a text: its outline, counts.

In      a file's text, the game as it was looked at last.
Out     symbols and hints of the protocol.
Not here  swatches of colors (`lsp.swatches`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from cardgen.check.rules.composition.card_group import GAME
from cardgen.core.findings import Span
from cardgen.lsp.positions import make_range
from cardgen.lsp.text_lines import TextLines
from cardgen.lsp.uses import Use
from cardgen.pipeline.checked_game import Checked
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, find
from cardgen.report.summary import count_copies, count_values

_KINDS = {
    "color": types.SymbolKind.Constant,
    "font": types.SymbolKind.File,
    "deck": types.SymbolKind.Class,
    "card": types.SymbolKind.Object,
    "layout": types.SymbolKind.Interface,
    "style": types.SymbolKind.Property,
    "piece": types.SymbolKind.Function,
}


def list_symbols(
    uses: Sequence[Use], file: str, lines: TextLines
) -> Iterator[types.DocumentSymbol]:
    """The names that a file declares, in its order; a card once, by its row."""
    own = [use for use in uses if use.is_declared and use.span.path == file]
    once = (use for use in own if use.kind != "card" or use.typed is None)
    declared = [use for use in once if use.stands_in(lines)]
    for use in sorted(declared, key=lambda use: (use.span.line, use.span.column)):
        place = make_range(use.span, lines)
        kind = _KINDS.get(use.kind, types.SymbolKind.Variable)
        name = use.name.rpartition("/")[2] if use.kind == "card" else use.name
        yield types.DocumentSymbol(name or "?", kind, place, place, detail=use.kind)


def list_counts(checked: Checked, file: str, lines: TextLines) -> Iterator[types.InlayHint]:
    """How many there are, beside each count of the composition."""
    spec = checked.spec
    root = spec.composition.node if spec.composition else None
    printed = {deck: count_copies(spec, deck) for deck in spec.cards}
    for deck, copies in {GAME: sum(printed.values()), **printed}.items():
        total = find(root, deck, "total")
        if isinstance(total, ScalarNode) and _is_in(total.span, file, lines):
            yield _hint(total.span, copies, lines)
        counts = find(root, deck, "count")
        for what, (_, values) in counts.entries.items() if isinstance(counts, MappingNode) else ():
            entries = values.entries if isinstance(values, MappingNode) else {}
            found = count_values(spec, deck, what, entries)
            for value, (_, node) in entries.items():
                if _is_in(node.span, file, lines):
                    yield _hint(node.span, found[value], lines)


def _is_in(span: Span, file: str, lines: TextLines) -> bool:
    return span.file == file and span.line <= len(lines)


def _hint(span: Span, found: int, lines: TextLines) -> types.InlayHint:
    place = lines.locate(span.line - 1, span.end_column - 1)
    return types.InlayHint(place, f"{found} found", padding_left=True)
