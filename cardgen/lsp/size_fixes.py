"""The edit for a text that would fit at a smaller `min-size`.

In      a finding that says at which size its text fits, the game as it was read.
Out     a `Fix` in the layouts: of the element's own `min-size`, or of that of its style.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.findings import Finding, Span
from cardgen.pipeline.checked_game import Checked
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.report.fix import Fix

_FITS = re.compile(r"it fits at `min-size: ([\d.]+pt)`\Z")
_FIELD = "min-size"
_MOST_STYLES = 20


def find_size_fix(finding: Finding, checked: Checked) -> Fix | None:
    """Return the edit that lowers `min-size`; None where it is typed nowhere."""
    fits = _FITS.search(finding.hint)
    if fits is None:
        return None
    places = [note.span for note in finding.notes if note.span is not None]
    root = checked.spec.layouts.node
    if root is None:
        return None
    elements = (one for place in places for one in _find_mappings(root, place))
    for element in elements:
        value = _find_size(element, root)
        if value is not None and value.text != fits[1]:
            title = f"lower `{_FIELD}` to {fits[1]}"
            return Fix(title, value.span, value.text, fits[1], is_safe=False)
    return None


def _find_mappings(node: Node | None, place: Span) -> Iterator[MappingNode]:
    """The elements of a layout that begin at a place."""
    children: list[Node] = []
    if isinstance(node, SequenceNode):
        children = node.items
    elif isinstance(node, MappingNode):
        children = [value for _, value in node.entries.values()]
        if (node.span.file, node.span.line, node.span.column) == (
            place.file, place.line, place.column,
        ):  # fmt: skip
            yield node
    for child in children:
        yield from _find_mappings(child, place)


def _find_size(element: MappingNode, root: Node) -> ScalarNode | None:
    """Where the least size of an element is typed: in it, in its style, or in what that extends."""
    mapping: Node | None = element
    name = "style"
    for _ in range(_MOST_STYLES):
        if mapping is None:
            return None
        size, style = find(mapping, _FIELD), find(mapping, name)
        if isinstance(size, ScalarNode) and "{" not in size.text:
            return size
        if not isinstance(style, ScalarNode):
            return None
        mapping, name = find(root, "styles", style.text), "extends"
    return None
