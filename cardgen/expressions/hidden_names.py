"""Names that a template uses without showing them: in expressions in quotes, and in calls.

In      a text that may be a template or an expression.
Out     names; `ANYTHING` where an expression is itself the value of a field.
Not here  names that stand open (`expressions.syntax.find_names`).

`all(tags, "slot > 3")` asks for `slot`, and `sum("units", "cost")` for all cards of a deck, though
there is a function of that name over lists. What is kept of a card depends on these too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from jinja2 import nodes

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.list_functions import LIST_FUNCTIONS
from cardgen.expressions.syntax import list_calls, parse_template

ANYTHING = "*"
"""Stands for every name: what is asked for is in the card's own values."""

_CALL = re.compile(rf"\b(?:{'|'.join(LIST_FUNCTIONS)})\b")


@lru_cache(maxsize=4096)
def find_hidden_names(text: str) -> frozenset[str]:
    """Return the hidden names of a text, read as a template and as an expression."""
    if not _CALL.search(text):
        return frozenset()
    return frozenset(name for source in (text, f"{{{{ {text} }}}}") for name in _list_names(source))


def _list_names(source: str) -> Iterator[str]:
    try:
        _, every = parse_template(source)
    except TemplateFault:
        return
    for call, called in list_calls(every):
        yield called
        if called in LIST_FUNCTIONS:
            for argument in call.args[1:]:
                yield from _list_quoted(argument)


def _list_quoted(argument: nodes.Expr) -> Iterator[str]:
    if not (isinstance(argument, nodes.Const) and isinstance(argument.value, str)):
        yield ANYTHING
        return
    inner = f"{{{{ {argument.value} }}}}"
    try:
        _, every = parse_template(inner)
    except TemplateFault:
        yield ANYTHING
        return
    yield from (node.name for node in every if isinstance(node, nodes.Name))
    yield from _list_names(inner)
