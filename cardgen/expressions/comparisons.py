"""What expressions hold names against: `rank == '7'`, `rank in [7, 8]`.

In      the source of an expression or a template.
Out     pairs of a name and a constant that it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from jinja2 import nodes

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import parse_template

Constant = str | int | float
_EQUAL = ("eq", "ne")
_AMONG = ("in", "notin")


@lru_cache(maxsize=1024)
def find_compared_constants(
    source: str, *, expression: bool = False
) -> tuple[tuple[str, Constant], ...]:
    """The constants that each name is to equal, as they stand; none if it does not parse."""
    try:
        _, every = parse_template(f"{{{{ {source} }}}}" if expression else source)
    except TemplateFault:
        return ()
    compared = (node for node in every if isinstance(node, nodes.Compare))
    return tuple(pair for node in compared for pair in _list_pairs(node))


def _list_pairs(node: nodes.Compare) -> Iterator[tuple[str, Constant]]:
    left: nodes.Expr = node.expr
    for operand in node.ops:
        right = operand.expr
        if operand.op in _EQUAL:
            yield from ((name, value) for name in _names(left) for value in _constants(right))
            yield from ((name, value) for name in _names(right) for value in _constants(left))
        elif operand.op in _AMONG and isinstance(right, nodes.List | nodes.Tuple):
            items = (value for item in right.items for value in _constants(item))
            yield from ((name, value) for value in items for name in _names(left))
        left = right


def _names(node: nodes.Expr) -> list[str]:
    return [node.name] if isinstance(node, nodes.Name) else []


def _constants(node: nodes.Expr) -> list[Constant]:
    if isinstance(node, nodes.Const) and isinstance(node.value, str | int | float):
        return [] if isinstance(node.value, bool) else [node.value]
    return []
