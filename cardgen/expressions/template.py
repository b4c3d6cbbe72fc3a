"""Jinja templates in single text fields, sandboxed and bounded.

In      a text of the layout, the fields of one card.
Out     the finished text, or the truth of an expression; or a `TemplateFault`.
Not here  whole files: templating those would lose every value's place.

Decks are shared, so a template is a stranger's code: values, filters, arithmetic and
if/else; no loops, no method calls, no way to make a text or number grow without bound. They can
call the functions of `expressions.text_functions`, and those that are given among the values.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from itertools import islice
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateExpression
from jinja2.exceptions import SecurityError
from jinja2.filters import do_round
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import _PassArg
from msgspec import Struct

from cardgen.expressions.fault_messages import describe_error, describe_syntax
from cardgen.expressions.list_functions import LIST_FUNCTIONS, ListFault, call_list_function
from cardgen.expressions.text_functions import TEXT_FUNCTIONS

MAX_SOURCE = 4_000
MAX_TEXT = 20_000
MAX_DEPTH = 30
MAX_NODES = 500
_MAX_DIGITS = 15
_MAX_NUMBER = 10**_MAX_DIGITS
_VALUES = (str, int, float, list, tuple, Mapping, type(None), jinja2.Undefined)
_FILTERS = (
    "abs capitalize count default d first float int join last length list lower max min "
    "replace reverse round sort string sum title trim unique upper wordcount"
).split()
_OF_TEXT = "capitalize length lower replace reverse string title trim upper wordcount".split()
"""Filters of texts: a field that a card lacks is an empty one, as where it is printed."""
_WORDS_OF_JINJA = frozenset("self and else false if in is none not or true False None True".split())
"""Names that no field can have."""
_ALLOWED = (
    nodes.Output, nodes.TemplateData, nodes.Template, nodes.If, nodes.Expr, nodes.Helper,
)  # fmt: skip


class TemplateFault(ValueError):
    """What is wrong with a template; `word` is the part of it to point at."""

    def __init__(self, code: str, message: str, *, word: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.word = word
        self.hint = hint


class TemplateFunction:
    """A function that an expression may call, where it is given among the values."""

    def __init__(self, call: Callable[..., Any], name: str = "") -> None:
        self._call, self.name = call, name

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._call(*args, **options)


def checked_function(name: str, call: Callable[..., Any]) -> TemplateFunction:
    """A function that says so, in the designer's words, if it is called wrongly."""
    signature = inspect.signature(call)
    sample = f"write `{name}({', '.join(signature.parameters)})`"

    def checked(*args: Any, **options: Any) -> Any:
        try:
            signature.bind(*args, **options)
        except TypeError as error:
            message = f"`{name}` is called wrongly: {error}"
            raise TemplateFault("template-value", message, word=name, hint=sample) from None
        return call(*args, **options)

    return TemplateFunction(checked, name)


class _ListFunction(TemplateFunction):
    """A function over a list, whose expression in quotes knows what the one around it knows."""

    jinja_pass_arg = _PassArg.context

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *args: Any, **options: Any) -> Any:
        context, *given = args
        if not 1 <= len(given) <= 2 or options:
            raise self.fault(f"`{self.name}` is called wrongly")
        known = context.get_all()
        try:
            return _within_bounds(call_list_function(self.name, known, value_of, *given))
        except ListFault as error:
            raise self.fault(str(error)) from None

    def fault(self, message: str) -> TemplateFault:
        hint = f'write `{self.name}(list, "an expression over item")`'
        return TemplateFault("template-value", message, word=self.name, hint=hint)


class _Sandbox(SandboxedEnvironment):
    """Values are what a card can hold: they have entries, and no attributes or methods."""

    intercepted_binops = frozenset(["*", "**", "%", "+", "-", "/", "//"])
    """Jinja works out all others when it compiles, and cannot write down an infinity."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        return (
            self.getitem(obj, attribute)
            if isinstance(obj, Mapping)
            else self.undefined(obj=obj, name=attribute)
        )

    def getitem(self, obj: Any, argument: Any) -> Any:
        try:
            return obj[argument]
        except (TypeError, LookupError):
            return self.undefined(obj=obj, name=argument)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if operator == "**" or (operator in ("*", "%") and not numbers):
            raise SecurityError(f"`{operator}` works on plain numbers only")
        result = super().call_binop(context, operator, left, right)
        if numbers and not abs(result) <= _MAX_NUMBER:  # nor NaN
            raise SecurityError("the number is too large")
        return result

    def call(self, context: Any, obj: Any, *args: Any, **options: Any) -> Any:
        if isinstance(obj, jinja2.Undefined) and obj._undefined_name:
            name = str(obj._undefined_name)
            hint = f"functions stand alone: `{name}(…)`, if it is one"
            message = f"there is no function `{name}`"
            raise TemplateFault("undefined-name", message, word=name, hint=hint)
        on_list = bool(args) and isinstance(args[0], list | tuple)
        if on_list and isinstance(obj, TemplateFunction) and obj.name in LIST_FUNCTIONS:
            obj = self.globals[obj.name]  # not what is said of decks: `sum("units", "cost")`
        return super().call(context, obj, *args, **options)

    def is_safe_callable(self, obj: Any) -> bool:
        return isinstance(obj, TemplateFunction)


def _replace(text: Any, old: Any, new: Any, count: int | None = None) -> str:
    source = str(text)
    if len(source) * max(1, len(str(new))) > 50 * MAX_TEXT:
        raise SecurityError("the text grows too long")
    return source.replace(str(old), str(new), -1 if count is None else count)


def _join(values: Any, separator: Any = "") -> str:
    parts = [str(value) for value in values]
    if len(parts) * len(str(separator)) > MAX_TEXT:
        raise SecurityError("the text grows too long")
    return str(separator).join(parts)


def _round(value: Any, precision: int = 0, method: str = "common") -> float:
    if abs(precision) > _MAX_DIGITS:
        raise SecurityError(f"a number has at most {_MAX_DIGITS} digits")
    return do_round(value, precision, method)  # type: ignore[arg-type]


def _bounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter whose result is a value of bounded size."""

    @wraps(function)
    def bounded(*args: Any, **options: Any) -> Any:
        return _within_bounds(function(*args, **options))

    return bounded


def _of_text(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter for which an absent value, its first plain argument, is an empty text."""

    @wraps(function)
    def filled(*args: Any, **options: Any) -> Any:
        plain = ["" if value is None else value for value in args]
        return function(*plain, **options)

    return filled


def _within_bounds(value: Any) -> Any:
    if isinstance(value, Iterator):
        value = list(islice(value, MAX_TEXT + 1))
    if isinstance(value, str | list | tuple) and len(value) > MAX_TEXT:
        raise SecurityError("the text grows too long")
    if isinstance(value, float) and not math.isfinite(value):
        raise SecurityError("the number is too large")
    return value


def _printed(value: Any) -> Any:
    """What stands in the text for a value."""
    if not isinstance(value, _VALUES):
        raise SecurityError("this is no value to print")
    if isinstance(value, float) and not math.isfinite(value):
        raise SecurityError("the number is too large")
    if isinstance(value, list | tuple):
        return ", ".join(str(_printed(item)) for item in value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.10g}"
    return "" if value is None else value


def _environment() -> _Sandbox:
    environment = _Sandbox(
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        finalize=_printed,
        keep_trailing_newline=True,
        cache_size=0,
    )
    known = {**environment.filters, "replace": _replace, "join": _join, "round": _round}
    environment.filters = {name: _bounded(known[name]) for name in _FILTERS}
    environment.filters |= {name: _of_text(environment.filters[name]) for name in _OF_TEXT}
    environment.globals = {
        name: checked_function(name, _bounded(call)) for name, call in TEXT_FUNCTIONS.items()
    }
    environment.globals |= {name: _ListFunction(name) for name in LIST_FUNCTIONS}
    return environment


_ENVIRONMENT = _environment()
_FUNCTIONS = TEXT_FUNCTIONS.keys() | LIST_FUNCTIONS.keys()


def names_in(source: str, *, expression: bool = False) -> frozenset[str]:
    """The names a template uses.

    Raises:
        TemplateFault: the template does not parse.
    """
    return _parsed(f"{{{{ {source} }}}}" if expression else source)


@lru_cache(maxsize=4096)
def _parsed(source: str) -> frozenset[str]:
    _, every = _tree(source)
    _check_words(every)  # nothing is left that declares a name
    names = {node.name for node in every if isinstance(node, nodes.Name)}
    return frozenset(names - _ENVIRONMENT.globals.keys()) | _fields_like_functions(every)


@lru_cache(maxsize=64)
def _tree(source: str) -> tuple[nodes.Template, list[nodes.Node]]:
    """What a template says, and all that is in it; soon compiled, and not parsed again."""
    if len(source) > MAX_SOURCE:
        raise TemplateFault("template-syntax", f"a template has at most {MAX_SOURCE} characters")
    try:
        tree = _ENVIRONMENT.parse(source)
    except jinja2.TemplateSyntaxError as error:
        raise _syntax(error) from None
    except RecursionError:
        raise _too_deep() from None
    return tree, _every_node(tree)


def _fields_like_functions(every: Iterable[nodes.Node]) -> frozenset[str]:
    """Names of functions that the template uses as a value, and so as a field."""
    called = {id(call.node) for call, _ in _calls(every)}
    names = (node for node in every if isinstance(node, nodes.Name) and id(node) not in called)
    return frozenset(name.name for name in names if name.name in _FUNCTIONS)


def _calls(every: Iterable[nodes.Node]) -> list[tuple[nodes.Call, str]]:
    """Each call of a function by its name."""
    calls = (node for node in every if isinstance(node, nodes.Call))
    return [(call, call.node.name) for call in calls if isinstance(call.node, nodes.Name)]


class FunctionCall(Struct, frozen=True):
    """A call in an expression: the function's name, its arguments where they are constant."""

    name: str
    values: tuple[Any, ...]


@lru_cache(maxsize=4096)
def calls_in(source: str) -> tuple[FunctionCall, ...]:
    """What an expression calls.

    Raises:
        TemplateFault: the expression does not parse.
    """
    names_in(source, expression=True)
    _, every = _tree(f"{{{{ {source} }}}}")
    return tuple(
        FunctionCall(name, tuple(map(_constant, call.args))) for call, name in _calls(every)
    )


def _constant(node: nodes.Expr) -> Any:
    return node.value if isinstance(node, nodes.Const) else None


def _check_words(every: Sequence[nodes.Node]) -> None:
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
            case nodes.Const(value=float() as number) if not math.isfinite(number):
                raise TemplateFault("template-value", "this number is too large")
            case nodes.Name(name="self"):
                message = "`self` means something else in templates"
                hint = "rename the field"
                raise TemplateFault("template-syntax", message, word="self", hint=hint)


def _every_node(tree: nodes.Node) -> list[nodes.Node]:
    """The nodes of a tree; refuses what would take Python long to compile, or not compile."""
    found: list[nodes.Node] = []
    level: list[nodes.Node] = [tree]
    depth = 0
    while level:
        if depth > MAX_DEPTH:
            raise _too_deep()
        found += level
        if len(found) > MAX_NODES:
            raise TemplateFault("template-syntax", "this template is too long", hint=_SHORTER)
        level = [child for node in level for child in node.iter_child_nodes()]
        depth += 1
    return found


_SHORTER = "make the text in the card's own fields, or in several elements"


def _too_deep() -> TemplateFault:
    message = "this template is nested too deeply"
    hint = "use fewer filters, operators and conditions inside each other"
    return TemplateFault("template-syntax", message, hint=hint)


def _check_filter(name: str) -> None:
    from cardgen.core.findings import did_you_mean

    if name not in _FILTERS:
        hint = did_you_mean(name, _FILTERS, what="filter")
        raise TemplateFault("template-syntax", f"there is no filter `{name}`", word=name, hint=hint)


def _syntax(error: jinja2.TemplateSyntaxError) -> TemplateFault:
    message = (error.message or "broken template").rstrip(".")
    unknown = re.search(r"No filter named '(\w+)'", message)
    if unknown:
        from cardgen.core.findings import did_you_mean

        hint = did_you_mean(unknown[1], _FILTERS, what="filter")
        text = f"there is no filter `{unknown[1]}`"
        return TemplateFault("template-syntax", text, word=unknown[1], hint=hint)
    said, hint = describe_syntax(message)
    hint = hint or "a value stands in `{{ … }}`, a condition in `{% if … %} … {% endif %}`"
    return TemplateFault("template-syntax", f"broken template: {said}", hint=hint)


@lru_cache(maxsize=4096)
def _compiled(source: str) -> jinja2.Template:
    tree, _ = _tree(source)
    return _with_plain_globals(_ENVIRONMENT.from_string(tree))


@lru_cache(maxsize=4096)
def _expression(source: str) -> Any:
    """As `Environment.compile_expression`, of what was parsed already."""
    tree, _ = _tree(f"{{{{ {source} }}}}")
    match tree.body:
        case [nodes.Output(nodes=[said])] if not isinstance(said, nodes.Tuple):
            result = nodes.Assign(nodes.Name("result", "store"), said, lineno=1)
            template = _ENVIRONMENT.from_string(nodes.Template([result], lineno=1))
            found = TemplateExpression(template, undefined_to_none=False)
        case _:  # perhaps several
            found = _ENVIRONMENT.compile_expression(source, undefined_to_none=False)
    _with_plain_globals(found._template)
    return found


def _with_plain_globals(template: jinja2.Template) -> jinja2.Template:
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
    name = _one_name(source)
    if name in values:
        _check_values((name,), values)
        return str(_evaluate(lambda: _printed(values[name])))
    _check_values(names_in(source), values)
    known = _uncovered(source, values)
    text: str = _evaluate(lambda: _compiled(source).render(known))
    if len(text) > MAX_TEXT:
        raise TemplateFault("template-value", f"the text is over {MAX_TEXT} characters")
    return text


_ONE_VALUE = re.compile(r"\s*\{\{((?:(?!\}\}|\{\{).)*)\}\}\s*\Z", re.DOTALL)


def native(source: str, values: Mapping[str, Any]) -> Any:
    """The value of a template: if it is one `{{ value }}`, with its type, else the text.

    Raises:
        TemplateFault: it does not parse, or cannot be evaluated for these values.
    """
    found = _ONE_VALUE.match(source)
    return value_of(found[1].strip(), values) if found else fill(source, values)


def holds(source: str, values: Mapping[str, Any]) -> bool:
    """Whether an expression is true for one card.

    Raises:
        TemplateFault: it does not parse, or cannot be evaluated for these values.
    """
    seen = [values.get(name, _ABSENT) for name in names_in(source, expression=True)]
    kinds = tuple(map(type, seen))  # 1 and 1.0 are equal, and not the same
    if not _PLAIN.issuperset(kinds):
        return bool(value_of(source, values))
    key = (source, kinds, *seen)
    known = _held.get(key)
    if known is None:
        known = bool(value_of(source, values))
        if len(_held) >= _MOST_HELD:
            _held.clear()
        _held[key] = known
    return known


_ABSENT = object()
_PLAIN = frozenset((str, int, float, bool, type(None), object))
_held: dict[tuple[Any, ...], bool] = {}
"""Expressions with the values that they depend on, and whether they held."""
_MOST_HELD = 4096


def value_of(source: str, values: Mapping[str, Any]) -> Any:
    """The value of an expression for one card.

    Raises:
        TemplateFault: it does not parse, or cannot be evaluated for these values.
    """
    if source in values and _is_name(source):
        _check_values((source,), values)
        return values[source]
    _check_values(names_in(source, expression=True), values)
    call = _one_call(source)
    if call is not None:
        function = _ENVIRONMENT.globals.get(call.name) or values.get(call.name)
        if isinstance(function, TemplateFunction) and not isinstance(function, _ListFunction):
            return _evaluate(lambda: function(*call.values))
    known = _uncovered(f"{{{{ {source} }}}}", values)
    value = _evaluate(lambda: _expression(source)(known))
    if isinstance(value, jinja2.Undefined):
        raise _undefined(jinja2.UndefinedError(value._undefined_message))
    return value


@lru_cache(maxsize=4096)
def _one_name(source: str) -> str:
    """The name, if a template is `{{ name }}` and nothing else; else ""."""
    found = re.fullmatch(r"\{\{\s*(\w+)\s*\}\}", source)
    return found[1] if found and _is_name(found[1]) else ""


@lru_cache(maxsize=4096)
def _one_call(source: str) -> FunctionCall | None:
    """The call, if an expression is one with constant arguments: it needs no compiling."""
    match _tree(f"{{{{ {source} }}}}")[0].body:
        case [nodes.Output(nodes=[nodes.Call(node=nodes.Name(name=name)) as call])]:
            plain = not (call.kwargs or call.dyn_args or call.dyn_kwargs)
            if plain and all(isinstance(arg, nodes.Const) for arg in call.args):
                return FunctionCall(name, tuple(map(_constant, call.args)))
    return None


def _is_name(source: str) -> bool:
    """Whether an expression is the plain name of a value, which needs no compiling."""
    return source.isidentifier() and source not in _WORDS_OF_JINJA


def _uncovered(source: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values without fields that have the name of a function that is called."""
    named = [n for n in values.keys() & _FUNCTIONS if not isinstance(values[n], TemplateFunction)]
    if "(" not in source or not named:
        return values
    hidden = {name for _, name in _calls(_tree(source)[1])} & {*named}
    return {name: value for name, value in values.items() if name not in hidden}


def _check_values(names: Iterable[str], values: Mapping[str, Any]) -> None:
    """Refuse long texts before a template makes them longer."""
    for name in names:
        value = values.get(name)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            message = f"`{name}` is over {MAX_TEXT} characters"
            raise TemplateFault("template-value", message, word=name)


def _evaluate(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except TemplateFault:  # a function's own
        raise
    except jinja2.UndefinedError as error:
        raise _undefined(error) from None
    except (SecurityError, jinja2.TemplateError) as error:
        said, hint = describe_error(error)
        raise TemplateFault("template-value", f"cannot be worked out: {said}", hint=hint) from None
    except (TypeError, ValueError, ArithmeticError, LookupError, RecursionError) as error:
        said, hint = describe_error(error)
        hint = hint or "check the values it uses, and whether some card lacks one"
        raise TemplateFault("template-value", f"cannot be worked out: {said}", hint=hint) from None


def _undefined(error: jinja2.UndefinedError) -> TemplateFault:
    """A name or an entry that is not there."""
    text = str(error.message)
    name = re.fullmatch(r"'(.*)' is undefined", text)
    if name:
        return TemplateFault("undefined-name", f"there is no value `{name[1]}`", word=name[1])
    said, hint = describe_error(error)
    entry = re.search(r"no entry `(.*)`", said)
    return TemplateFault("undefined-name", said, word=entry[1] if entry else "", hint=hint)


def position(source: str, word: str) -> tuple[int, int]:
    """Where a word of a template stands: offset and length (the whole, if it is not found)."""
    found = re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", source) if word else None
    return (found.start(), len(word)) if found else (0, len(source))


def unknown_names(source: str, known: Iterable[str], *, expression: bool = False) -> list[str]:
    """Names the template uses that no card has, in a fixed order.

    Raises:
        TemplateFault: the template does not parse.
    """
    return sorted(names_in(source, expression=expression) - set(known))
