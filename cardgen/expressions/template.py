"""Jinja templates in single text fields.

In      a text of the layout, the fields of one card.
Out     the finished text, or the value of an expression; or a `TemplateFault`.
Not here  whole files: templating those would lose every value's place; what a template may say
        (`expressions.syntax`) and do (`expressions.sandbox`).

A template has values, filters, arithmetic and if/else. It can call the functions of
`expressions.text_functions` and `expressions.list_functions`, and those that are given among the
values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.utils import _PassArg

from cardgen.expressions.fault_messages import describe_error
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.interpreter import interpret
from cardgen.expressions.sandbox import ENVIRONMENT, FUNCTION_NAMES, add_list_functions
from cardgen.expressions.syntax import (
    FunctionCall,
    constant_value,
    find_names,
    list_calls,
    parse_template,
)
from cardgen.expressions.template_functions import (
    MAX_TEXT,
    TemplateFunction,
    format_printed,
    uncalled,
)

_WORDS_OF_JINJA = frozenset("self and else false if in is none not or true False None True".split())
"""Names that no field can have."""
_NO_VALUES: Mapping[str, Any] = {}


@lru_cache(maxsize=4096)
def _compile_template(source: str) -> jinja2.Template:
    tree, _ = parse_template(source)
    return _use_plain_globals(ENVIRONMENT.from_string(tree))


@lru_cache(maxsize=4096)
def _prepare_expression(source: str) -> Any:
    """What works an expression out: of what was parsed already, if that is one."""
    tree, _ = parse_template(f"{{{{ {source} }}}}")
    match tree.body:
        case [nodes.Output(nodes=[said])] if not isinstance(said, nodes.Tuple):
            return interpret(said) or _compile_expression(source)
    return _compile_expression(source)  # perhaps several


def _compile_expression(source: str) -> Any:
    found = ENVIRONMENT.compile_expression(source, undefined_to_none=False)
    _use_plain_globals(found._template)
    return found


def _use_plain_globals(template: jinja2.Template) -> jinja2.Template:
    """Jinja keeps globals in a `ChainMap` and copies them for every card: slow, with nothing
    in its first map."""
    template.globals = dict(template.globals)
    return template


def fill(source: str, values: Mapping[str, Any]) -> str:
    """The text of a template for one card.

    Raises:
        TemplateFault: it does not parse, or cannot be evaluated for these values.
    """
    if "{" not in source:
        return source
    name = _single_name(source)
    if name in values:
        _check_values((name,), values)
        return str(_run(lambda: format_printed(values[name])))
    _check_values(find_names(source), values)
    known = _hide_fields_named_like_functions(source, values)
    text: str = _run(lambda: _render(_compile_template(source), known), source, values)
    if len(text) > MAX_TEXT:
        raise TemplateFault("template-value", f"the text is over {MAX_TEXT} characters")
    return text


def _render(template: jinja2.Template, values: Mapping[str, Any]) -> str:
    """As `Template.render`, which works a traceback out of every fault: 0.3 ms for each card."""
    made = template.root_render_func(template.new_context(dict(values)))
    return str(ENVIRONMENT.concat(made))


_ONE_VALUE = re.compile(r"\s*\{\{((?:(?!\}\}|\{\{).)*)\}\}\s*\Z", re.DOTALL)


def fill_native(source: str, values: Mapping[str, Any]) -> Any:
    """The value of a template: if it is one `{{ value }}`, with its type, else the text.

    Raises:
        TemplateFault: it does not parse, or cannot be evaluated for these values.
    """
    found = _ONE_VALUE.match(source)
    return evaluate(found[1].strip(), values) if found else fill(source, values)


def is_true(source: str, values: Mapping[str, Any]) -> bool:
    """Whether an expression is true for one card.

    Raises:
        TemplateFault: it does not parse, or cannot be evaluated for these values.
    """
    seen = [values.get(name, _ABSENT) for name in _list_names(source)]
    kinds = tuple(map(type, seen))  # 1 and 1.0 are equal, and not the same
    if not _PLAIN.issuperset(kinds):
        return bool(evaluate(source, values))
    key = (source, kinds, *seen)
    known = _truths.get(key)
    if known is None:
        known = bool(evaluate(source, values))
        if len(_truths) >= _MAX_TRUTHS:
            _truths.clear()
        _truths[key] = known
    return known


_ABSENT = object()


_PLAIN = frozenset((str, int, float, bool, type(None), object))


_truths: dict[tuple[Any, ...], bool] = {}
"""Expressions with the values that they depend on, and whether they held."""


_MAX_TRUTHS = 4096
_NO_ELSE = "the inline if-expression"
"""What Jinja says of a choice that has no other side."""


def evaluate(source: str, values: Mapping[str, Any]) -> Any:
    """The value of an expression for one card.

    Raises:
        TemplateFault: it does not parse, or cannot be evaluated for these values.
    """
    if source in values and _is_name(source):
        _check_values((source,), values)
        return _called(values[source])
    _check_values(_list_names(source), values)
    call = _single_call(source)
    if call is not None:
        function = ENVIRONMENT.globals.get(call.name) or values.get(call.name)
        if isinstance(function, TemplateFunction) and _PassArg.from_obj(function) is None:
            return _run(lambda: function(*call.values))
    known = values
    if "(" in source:
        known = _hide_fields_named_like_functions(f"{{{{ {source} }}}}", values)
    value = _run(lambda: _prepare_expression(source)(known), f"{{{{ {source} }}}}", values)
    if isinstance(value, jinja2.Undefined):
        if (value._undefined_hint or "").startswith(_NO_ELSE):
            return ""  # as where a text prints it
        raise _undefined_fault(jinja2.UndefinedError(value._undefined_message))
    return _called(value)


def print_value(value: Any) -> str:
    """What stands in a text for a value.

    Raises:
        TemplateFault: it is none that can be printed.
    """
    return str(_run(lambda: format_printed(value)))


def _called(value: Any) -> Any:
    """A value that an expression may have; a function has to be called first."""
    if isinstance(value, TemplateFunction):
        raise uncalled(value)
    return value


@lru_cache(maxsize=4096)
def _list_names(source: str) -> tuple[str, ...]:
    """The names in an expression: rules ask for them once a card."""
    return tuple(find_names(source, expression=True))


@lru_cache(maxsize=4096)
def _single_name(source: str) -> str:
    """The name, if a template is `{{ name }}` and nothing else; else ""."""
    found = re.fullmatch(r"\{\{\s*(\w+)\s*\}\}", source)
    return found[1] if found and _is_name(found[1]) else ""


@lru_cache(maxsize=4096)
def _single_call(source: str) -> FunctionCall | None:
    """The call, if an expression is one with constant arguments: it needs no compiling."""
    match parse_template(f"{{{{ {source} }}}}")[0].body:
        case [nodes.Output(nodes=[nodes.Call(node=nodes.Name(name=name)) as call])]:
            plain = not (call.kwargs or call.dyn_args or call.dyn_kwargs)
            if plain and all(isinstance(arg, nodes.Const) for arg in call.args):
                return FunctionCall(name, tuple(map(constant_value, call.args)))
    return None


def _is_name(source: str) -> bool:
    """Whether an expression is the plain name of a value, which needs no compiling."""
    return source.isidentifier() and source not in _WORDS_OF_JINJA


def _hide_fields_named_like_functions(source: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values without fields that have the name of a function that is called."""
    if "(" not in source:
        return values
    named = [
        n for n in values.keys() & FUNCTION_NAMES if not isinstance(values[n], TemplateFunction)
    ]
    if not named:
        return values
    hidden = {name for _, name in list_calls(parse_template(source)[1])} & {*named}
    return {name: value for name, value in values.items() if name not in hidden}


def _check_values(names: Iterable[str], values: Mapping[str, Any]) -> None:
    """Refuse long texts before a template makes them longer."""
    for name in names:
        value = values.get(name)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            message = f"`{name}` is over {MAX_TEXT} characters"
            raise TemplateFault("template-value", message, word=name)


def _run(run: Callable[[], Any], source: str = "", values: Mapping[str, Any] = _NO_VALUES) -> Any:
    """What a function returns; what it raises as a fault, for a template and a card's values."""
    try:
        return run()
    except TemplateFault:  # a function's own
        raise
    except jinja2.UndefinedError as error:
        raise _undefined_fault(error) from None
    except (SecurityError, jinja2.TemplateError) as error:
        raise _value_fault(error, source, values) from None
    except (TypeError, ValueError, ArithmeticError, LookupError, RecursionError) as error:
        usual = "check the values it uses, and whether some card lacks one"
        raise _value_fault(error, source, values, usual) from None


def _value_fault(
    error: Exception, source: str, values: Mapping[str, Any], usual: str = ""
) -> TemplateFault:
    """What some values cannot be put into; `usual` is what to do where no other hint is known."""
    from cardgen.expressions.faulty_values import suggest_operand

    said, known = describe_error(error)
    names = sorted(find_names(source), key=source.find) if source else ()
    hint = suggest_operand(said, source, names, values)
    message = f"cannot be worked out: {said}"
    return TemplateFault("template-value", message, hint=hint or known or usual)


def _undefined_fault(error: jinja2.UndefinedError) -> TemplateFault:
    """A name or an entry that is not there."""
    text = str(error.message)
    if text.startswith(_NO_ELSE):
        said, hint = "an `if` without `else` has no value here", "write what it is otherwise"
        return TemplateFault("template-value", said, hint=f"{hint}, as in `5 if cost > 2 else 0`")
    name = re.fullmatch(r"'(.*)' is undefined", text)
    if name:
        return TemplateFault("undefined-name", f"there is no value `{name[1]}`", word=name[1])
    said, hint = describe_error(error)
    entry = re.search(r"no entry `(.*)`", said)
    return TemplateFault("undefined-name", said, word=entry[1] if entry else "", hint=hint)


add_list_functions(evaluate)
