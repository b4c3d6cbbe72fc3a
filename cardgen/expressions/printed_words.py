"""Words in the expressions of templates: what is printed, and what is compared.

In      the source of a template.
Out     whether its expressions print words; the names whose values it compares or looks up; its
        expressions with the printed words left out, to tell whether a translation kept them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from jinja2 import nodes

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import parse_template

_LETTER = re.compile(r"[^\W\d_]{2}")
_CAPTIONS = ("caption", "head", "title")
"""Arguments of functions that are printed."""
_PRINTING = ("d", "default", "join")
"""Filters that print the texts they are given: instead of a value, or between values."""
_MARKUP = re.compile(r"\{[^{}]*\}")


@lru_cache(maxsize=2048)
def prints_words(source: str) -> bool:
    """Whether a template prints words that stand in its expressions: `{{ 'each' if n > 1 }}`."""
    return any(_LETTER.search(_MARKUP.sub("", text)) for text in _printed(_parsed(source)))


def holds_list(source: str) -> bool:
    """Whether a template writes out a list."""
    return any(isinstance(node, nodes.List) for node in _parsed(source))


@lru_cache(maxsize=2048)
def compared_names(source: str, *, expression: bool = False) -> frozenset[str]:
    """The names whose very words matter: compared with a text, or looked up by."""
    every = _parsed(f"{{{{ {source} }}}}" if expression else source)
    found: set[str] = set()
    for node in every:
        if isinstance(node, nodes.Compare) and _has_text(node):
            found |= {one.name for one in node.find_all(nodes.Name)}
        elif isinstance(node, nodes.Getitem) and not isinstance(node.arg, nodes.Const):
            found |= {one.name for one in node.arg.find_all(nodes.Name)}
    return frozenset(found)


@lru_cache(maxsize=2048)
def expression_shapes(source: str) -> tuple[str, ...]:
    """The expressions of a template, sorted, as code without the words that they print."""
    try:
        tree, _ = parse_template(source)
    except TemplateFault:
        return ()
    shapes = [
        _shape(node, kept=False)
        for output in tree.find_all(nodes.Output)
        for node in output.nodes
        if not isinstance(node, nodes.TemplateData)
    ]
    return tuple(sorted(shapes))


def count_plural_forms(source: str) -> list[int]:
    """How many forms each `plural(n, …)` of a template has."""
    calls = (node for node in _parsed(source) if isinstance(node, nodes.Call) and _is_plural(node))
    return [len(call.args) - 1 for call in calls]


def _parsed(source: str) -> list[nodes.Node]:
    try:
        return parse_template(source)[1] if "{" in source else []
    except TemplateFault:
        return []


def _has_text(node: nodes.Node) -> bool:
    return any(isinstance(one.value, str) for one in node.find_all(nodes.Const))


def _printed(every: list[nodes.Node]) -> Iterator[str]:
    """Texts of expressions that are neither compared nor looked up."""
    kept: set[int] = set()
    for node in every:
        if isinstance(node, nodes.Compare):
            kept |= {id(one) for one in node.find_all(nodes.Const)}
        elif isinstance(node, nodes.Pair):
            kept.add(id(node.key))
        elif isinstance(node, nodes.Getitem):
            kept |= {id(one) for one in _constants(node.arg)}
        elif isinstance(node, nodes.Call | nodes.Filter | nodes.Test) and not _prints_given(node):
            arguments = [
                *node.args,
                *(one.value for one in node.kwargs if one.key not in _CAPTIONS),
            ]
            kept |= {id(one) for argument in arguments for one in _constants(argument)}
    for node in every:
        if isinstance(node, nodes.Const) and isinstance(node.value, str) and id(node) not in kept:
            yield node.value


def _keeps(node: nodes.Node, part: str) -> bool:
    """Whether the texts in a part of a node are no words that are printed."""
    match node:
        case nodes.Compare():
            return True
        case nodes.Pair():
            return part == "key"
        case nodes.Getitem():
            return part == "arg"
        case nodes.Keyword():
            return node.key not in _CAPTIONS
        case nodes.Call() | nodes.Filter() | nodes.Test():
            return part == "args" and not _prints_given(node)
        case _:
            return False


def _is_plural(node: nodes.Node) -> bool:
    """Whether a call is `plural(n, "card", "cards")`, whose words are printed."""
    called = node.node if isinstance(node, nodes.Call) else None
    return isinstance(called, nodes.Name) and called.name == "plural"


def _prints_given(node: nodes.Node) -> bool:
    """Whether texts that a call or filter is given are printed."""
    return _is_plural(node) or (isinstance(node, nodes.Filter) and node.name in _PRINTING)


def _constants(node: nodes.Node) -> list[nodes.Node]:
    return [*([node] if isinstance(node, nodes.Const) else []), *node.find_all(nodes.Const)]


def _shape(node: nodes.Node, *, kept: bool) -> str:
    """A node as code; texts that are printed become `…`."""
    if isinstance(node, nodes.Const):
        return "…" if isinstance(node.value, str) and not kept else repr(node.value)
    parts = [
        _shape(one, kept=kept or _keeps(node, name)) if isinstance(one, nodes.Node) else repr(one)
        for name, value in node.iter_fields()
        for one in (value if isinstance(value, list) else [value])
    ]
    if _is_plural(node):  # a language has forms of its own, more or fewer
        parts = [part for part, _ in groupby(parts)]
    return f"{type(node).__name__}({', '.join(parts)})"
