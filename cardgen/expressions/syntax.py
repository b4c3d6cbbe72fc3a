"""Parse templates and expressions, and refuse what a text may not use.

In      the source of a template or an expression.
Out     its syntax tree, the names it uses, the functions it calls; or a `TemplateFault`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import jinja2
from jinja2 import nodes
from msgspec import Struct

from cardgen.expressions.fault_messages import describe_syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.idle_parts import refuse_idle_parts
from cardgen.expressions.language_functions import CASES
from cardgen.expressions.sandbox import ENVIRONMENT, FILTERS, FUNCTION_NAMES

MAX_SOURCE = 4_000
MAX_DEPTH = 30
MAX_NODES = 500
_ALLOWED = (
    nodes.Output, nodes.TemplateData, nodes.Template, nodes.If, nodes.Expr, nodes.Helper,
)  # fmt: skip
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_BRACKETS = re.compile(r"([()\[\]{}])")
_TEXT = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)


def find_names(source: str, *, expression: bool = False) -> frozenset[str]:
    """The names a template uses.

    Raises:
        TemplateFault: the template does not parse.
    """
    names = _find_names_in(f"{{{{ {source} }}}}" if expression else source)
    if expression and "," in source:
        _refuse_several_values(source)
    return names


def _refuse_several_values(source: str) -> None:
    """Refuse values with commas between them, of which an expression has one."""
    if _has_several_values(source):
        hint = "write one; several stand in a list, as in `[name, cost]`"
        raise TemplateFault("template-syntax", "a comma stands between two values", hint=hint)


@lru_cache(maxsize=4096)
def _has_several_values(source: str) -> bool:
    if not any("," in part for part in _list_outermost(source)):
        return False
    return _is_tuple(_find_value(source)) and not _is_tuple(
        _find_value(f"[{source}]", in_list=True)
    )


def _list_outermost(source: str) -> Iterator[str]:
    """The parts of an expression that stand in no brackets and no quotes."""
    depth = 0
    for part in _BRACKETS.split(_TEXT.sub("", source)):
        if part in ("(", "[", "{"):
            depth += 1
        elif part in (")", "]", "}"):
            depth -= 1
        elif not depth:
            yield part


def _find_value(source: str, *, in_list: bool = False) -> nodes.Node | None:
    """What an expression is, or the only item of a list; None where there are several."""
    tree, _ = parse_template(f"{{{{ {source} }}}}")
    found: Sequence[nodes.Node] = [
        one for part in tree.body if isinstance(part, nodes.Output) for one in part.nodes
    ]
    if in_list:
        found = [one for part in found if isinstance(part, nodes.List) for one in part.items]
    return found[0] if len(found) == 1 else None


def _is_tuple(node: nodes.Node | None) -> bool:
    return isinstance(node, nodes.Tuple)


@lru_cache(maxsize=4096)
def _find_names_in(source: str) -> frozenset[str]:
    _, every = parse_template(source)
    _check_nodes(every)  # nothing is left that declares a name
    refuse_idle_parts(every, source)
    names = {node.name for node in every if isinstance(node, nodes.Name)}
    return frozenset(names - FUNCTION_NAMES) | _find_fields_named_like_functions(every)


@lru_cache(maxsize=64)
def parse_template(source: str) -> tuple[nodes.Template, list[nodes.Node]]:
    """What a template says, and all that is in it; soon compiled, and not parsed again."""
    if len(source) > MAX_SOURCE:
        raise TemplateFault("template-syntax", f"a template has at most {MAX_SOURCE} characters")
    try:
        tree = ENVIRONMENT.parse(source)
    except jinja2.TemplateSyntaxError as error:
        raise _find_double_braces(source) or _syntax_fault(error, source) from None
    except RecursionError:
        raise _depth_fault() from None
    every = _list_nodes(tree)
    _compare_plainly(every)
    return tree, every


def _compare_plainly(every: Iterable[nodes.Node]) -> None:
    """Let words that are compared have the small letters and capitals of no language: `kind` is
    `item` in Turkish, too."""
    compared = (one for one in every if isinstance(one, nodes.Compare))
    for part in (one for node in compared for one in node.find_all(nodes.Expr)):
        match part:
            case nodes.Filter(name=name) | nodes.Call(node=nodes.Name(name=name)):
                if name in CASES and not part.kwargs:
                    part.kwargs = [nodes.Keyword("plain", nodes.Const(True))]


def _find_fields_named_like_functions(every: Iterable[nodes.Node]) -> frozenset[str]:
    """Names of functions that the template uses as a value, and so as a field."""
    called = {id(call.node) for call, _ in list_calls(every)}
    names = (node for node in every if isinstance(node, nodes.Name) and id(node) not in called)
    return frozenset(name.name for name in names if name.name in FUNCTION_NAMES)


def list_calls(every: Iterable[nodes.Node]) -> list[tuple[nodes.Call, str]]:
    """Each call of a function by its name."""
    calls = (node for node in every if isinstance(node, nodes.Call))
    return [(call, call.node.name) for call in calls if isinstance(call.node, nodes.Name)]


@lru_cache(maxsize=1024)
def find_tested_names(source: str, *, expression: bool = False) -> frozenset[str]:
    """The names that stand alone where a template asks whether something is true.

    `a` and `b` in the expression `a and not b`, or in `{{ 1 if a else 2 if b }}`; none in
    `a == 'yes'`, and none if it does not parse.
    """
    if not (_asks(source) if expression else "{" in source and _asks(source, ("if", "not"))):
        return frozenset()
    try:
        _, every = parse_template(f"{{{{ {source} }}}}" if expression else source)
    except TemplateFault:
        return frozenset()
    tested: list[nodes.Node] = []
    for node in every:
        match node:
            case nodes.Output() if expression:
                tested += node.nodes
            case nodes.CondExpr():
                tested.append(node.test)
            case nodes.Not():
                tested.append(node.node)
            case nodes.And() | nodes.Or() if expression:
                tested += (node.left, node.right)
    return frozenset(node.name for node in tested if isinstance(node, nodes.Name))


def _asks(source: str, words: Iterable[str] = ("if", "not", "and", "or")) -> bool:
    """Whether a source may ask if a name is true, as most do not: these need not be parsed."""
    return any(word in source for word in words) or source.strip("() \t\n").isidentifier()


class FunctionCall(Struct, frozen=True):
    """A call in an expression: the function's name, its arguments where they are constant."""

    name: str
    values: tuple[Any, ...]
    options: tuple[tuple[str, Any], ...] = ()
    """Those given by name."""


def find_calls(source: str, *, expression: bool = True) -> tuple[FunctionCall, ...]:
    """What an expression, or a template, calls.

    Raises:
        TemplateFault: it does not parse.
    """
    return _find_calls_in(f"{{{{ {source} }}}}" if expression else source)


@lru_cache(maxsize=4096)
def _find_calls_in(source: str) -> tuple[FunctionCall, ...]:
    _find_names_in(source)
    _, every = parse_template(source)
    return tuple(
        FunctionCall(
            name,
            tuple(map(constant_value, call.args)),
            tuple((given.key, _option_value(given.value)) for given in call.kwargs),
        )
        for call, name in list_calls(every)
    )


def constant_value(node: nodes.Expr) -> Any:
    return node.value if isinstance(node, nodes.Const) else None


def _option_value(node: nodes.Expr) -> Any:
    """The constant that is given by a name; of a list a tuple of them."""
    if isinstance(node, nodes.List):
        return tuple(map(constant_value, node.items))
    return constant_value(node)


def _check_nodes(every: Sequence[nodes.Node]) -> None:
    """Refuse statements, filters, numbers and names that a text may not use."""
    for node in every:
        if isinstance(node, nodes.Stmt) and not isinstance(node, _ALLOWED):
            what = type(node).__name__.lower()
            hint = "a text can use values, filters and if/else"
            raise TemplateFault("template-syntax", f"`{what}` cannot be used here", hint=hint)
    for node in every:
        match node:
            case nodes.Filter():
                _check_filter(node.name)
                _check_options(node.kwargs)
            case nodes.Test():
                _check_test(node.name)
                _check_options(node.kwargs)
            case nodes.Call():
                _check_options(node.kwargs)
            case nodes.Const(value=float() as number) if not math.isfinite(number):
                raise TemplateFault("template-value", "this number is too large")
            case nodes.Name(name="self"):
                message = "`self` means something else in templates"
                hint = "rename the field"
                raise TemplateFault("template-syntax", message, word="self", hint=hint)


def _check_options(given: Iterable[nodes.Keyword | nodes.Pair]) -> None:
    """Refuse an option that is given twice: Python would not compile it."""
    names = [str(one.key) for one in given]
    for name in names:
        if names.count(name) > 1:
            message = f"`{name}=` is given twice"
            hint = "leave one of them out"
            raise TemplateFault("template-syntax", message, word=name, hint=hint)


def _list_nodes(tree: nodes.Node) -> list[nodes.Node]:
    """The nodes of a tree; refuses what would take Python long to compile, or not compile."""
    found: list[nodes.Node] = []
    level: list[nodes.Node] = [tree]
    depth = 0
    while level:
        if depth > MAX_DEPTH:
            raise _depth_fault()
        found += level
        if len(found) > MAX_NODES:
            raise TemplateFault("template-syntax", "this template is too long", hint=_SHORTER)
        level = [child for node in level for child in node.iter_child_nodes()]
        depth += 1
    return found


_SHORTER = "make the text in the card's own fields, or in several elements"


def _depth_fault() -> TemplateFault:
    message = "this template is nested too deeply"
    hint = "use fewer filters, operators and conditions inside each other"
    return TemplateFault("template-syntax", message, hint=hint)


def _check_filter(name: str) -> None:
    if name not in FILTERS:
        from cardgen.expressions.foreign_words import suggest_filter

        hint = suggest_filter(name, FILTERS)
        raise TemplateFault("template-syntax", f"there is no filter `{name}`", word=name, hint=hint)


def _check_test(name: str) -> None:
    if name not in ENVIRONMENT.tests:
        from cardgen.expressions.foreign_words import suggest_test

        hint = suggest_test(name, ENVIRONMENT.tests)
        message = f"there is no test `is {name}`"
        raise TemplateFault("template-syntax", message, word=name, hint=hint)


def _find_double_braces(source: str) -> TemplateFault | None:
    """Braces inside of braces: a template where an expression is asked for."""
    found = re.fullmatch(r"\{\{\s*\{\{(.*?)\}\}\s*\}\}", source, re.DOTALL)
    if found is None:
        return None
    hint = f"write `{found[1].strip()}`"
    return TemplateFault("template-syntax", "an expression stands without `{{ }}`", hint=hint)


def _syntax_fault(error: jinja2.TemplateSyntaxError, source: str) -> TemplateFault:
    message = (error.message or "broken template").rstrip(".")
    unknown = re.search(r"No filter named '(\w+)'", message)
    if unknown:
        from cardgen.expressions.foreign_words import suggest_filter

        hint = suggest_filter(unknown[1], FILTERS)
        text = f"there is no filter `{unknown[1]}`"
        return TemplateFault("template-syntax", text, word=unknown[1], hint=hint)
    said, hint = describe_syntax(message, source)
    return TemplateFault("template-syntax", f"broken template: {said}", hint=hint)


def locate_word(source: str, word: str) -> tuple[int, int]:
    """Where a word of a template stands: offset and length (the whole, if it is not found).

    A name is looked for before the same word in quotes, or in the text around the braces.
    """
    wanted = re.compile(rf"(?<![\w.]){re.escape(word)}(?!\w)")
    found = (wanted.search(_keep_names(source)) or wanted.search(source)) if word else None
    return (found.start(), len(word)) if found else (0, len(source))


def _keep_names(source: str) -> str:
    """A template, or an expression, with blanks for all that is no code of it, and for texts."""
    if "{{" not in source and "{%" not in source:
        return _TEXT.sub(_blank, source)
    kept, end = "", 0
    for code in _CODE.finditer(source):
        kept += " " * (code.start() - end) + _TEXT.sub(_blank, code[0])
        end = code.end()
    return kept


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def find_unknown_names(source: str, known: Iterable[str], *, expression: bool = False) -> list[str]:
    """Names the template uses that no card has, in a fixed order.

    Raises:
        TemplateFault: the template does not parse.
    """
    return sorted(find_names(source, expression=expression) - set(known))
