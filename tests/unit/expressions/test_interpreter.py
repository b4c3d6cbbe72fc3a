"""Expressions are worked out as Jinja's compiler would have them."""

from collections.abc import Mapping
from typing import Any

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.sandbox import ENVIRONMENT
from cardgen.expressions.syntax import find_names, parse_template
from cardgen.expressions.template import _compile_expression, _prepare_expression, evaluate
from cardgen.expressions.template_functions import checked_function
from tests.support.samples import law

VALUES: Mapping[str, Any] = {
    "name": "Fox", "cost": 3, "half": 1.5, "tags": ["sly", "red"], "rule": None, "empty": "",
    "does": {"add": 2, "when": "last"}, "yes": True, "language": "en",
    "twice": checked_function("twice", lambda of, *, by=2: of * by),
}  # fmt: skip
EXPRESSIONS = [
    "name", "absent", "'Fox'", "-2", "-cost", "-name", "not rule", "not absent", "1.5", "none",
    "cost + 1 * 2 - half / 4", "cost // 2", "cost % 2", "cost / 0", "cost ** 2", "name * 3",
    "name + 1", "name ~ ' ' ~ cost ~ rule", "name ~ absent",
    "cost == 3", "cost < name", "1 < cost <= 3 < 4", "1 < cost < 2 < absent", "1 < 2 == true",
    "'sly' in tags", "'x' not in name", "1 in cost", "'add' in does and does.add > 1",
    "rule and absent", "name and rule", "rule or name or absent", "empty or 0",
    "'a' if cost else absent", "absent if rule else 'b'", "'a' if rule",
    "does.add", "does.none", "does['when']", "name.upper", "absent.more", "tags[0]", "tags[-1]",
    "tags[9]", "tags[0:1]", "name[1:]", "{1: 'one', cost: 'three'}[3]", "{1: 2}[4]",
    "[1, cost, name]", "(1, cost)", "1, cost", "{'a': [cost]}",
    "name|upper|lower", "rule|upper", "cost|upper", "tags|join(', ')", "tags|length",
    "absent|upper",
    "rule|default('x', true)", "absent|default('x')", "tags|sort|first", "tags|min", "tags|sum",
    "half|round(1)", "half|round(precision=0, method='floor')", "half|round(99)",
    "name|replace('o', 'i')|replace(old='F', new='B')", "12345.5|number", "name|title",
    "name is defined", "absent is defined", "rule is none", "cost is odd", "cost is divisibleby 3",
    "name is absent", "twice(cost)", "twice(cost, by=3)", "twice(cost, 3)", "twice()", "name(1)",
    "absent(1)", "tags.sort()", "twice(*tags)", "twice(**does)", "plural(cost, 'card', 'cards')",
    "plural(1)", "sum(tags, 'item|length')", "count(tags)", "max(tags, 'item')",
    "any(tags, \"item == name\")", "credits()", "dict(a=1)", "range(3)", "cycler", "lipsum()",
    "cost.__class__", "name|attr('x')", "''|join", "1e999", "9 * 99999999999999999", "true", "none",
]  # fmt: skip


def outcome(run: Any) -> tuple[str, str]:
    """The type and value of a result, or the fault."""
    try:
        value = run()
    except Exception as error:
        return type(error).__name__, str(error)
    if isinstance(value, jinja2.Undefined):
        return "undefined", str(value._undefined_message)
    return type(value).__name__, repr(value)


def assert_the_same(source: str) -> None:
    prepared = outcome(lambda: _prepare_expression(source)(VALUES))
    compiled = outcome(lambda: _compile_expression(source)(VALUES))
    assert prepared == compiled


@pytest.mark.parametrize("source", EXPRESSIONS)
def test_a_value_or_fault_is_that_of_jinjas_compiler(source: str) -> None:
    try:
        find_names(source, expression=True)
    except TemplateFault:
        return  # refused before anything is worked out
    assert_the_same(source)


_LEAVES = st.sampled_from([one for one in EXPRESSIONS if " " not in one and "," not in one])
_JOINED = st.sampled_from(
    ["{} + {}", "{} ~ {}", "{} == {}", "{} < {}", "{} in {}", "{} and {}",
     "{} or {}", "{} * {}", "{}[{}]", "[{}, {}]", "{} if {} else 1",
     "{}|default({})", "{}|replace('a', {})", "twice({}, by={})"],
)  # fmt: skip


@law
@given(st.recursive(
    _LEAVES, lambda inner: st.builds(lambda a, b, c: a.format(f"({b})", f"({c})"), _JOINED, inner,
                                     inner), max_leaves=5))  # fmt: skip
def test_whatever_is_joined_is_worked_out_as_jinja_would(source: str) -> None:
    try:
        find_names(source, expression=True)
        parse_template(f"{{{{ {source} }}}}")
    except TemplateFault:
        return
    assert_the_same(source)


@pytest.mark.parametrize(
    "source",
    [
        "name",
        "cost + 1",
        "'a' if cost else 'b'",
        "tags|length",
        "twice(cost, by=2)",
        "does.add > 1",
    ],
)
def test_usual_expressions_are_not_compiled(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("compiled")

    monkeypatch.setattr(ENVIRONMENT, "compile_expression", refuse)
    monkeypatch.setattr(ENVIRONMENT, "compile", refuse)
    _prepare_expression.cache_clear()
    assert _prepare_expression(source)(VALUES) is not None


@pytest.mark.parametrize(
    "source",
    ["twice(1, by=1, by=2)", "name|replace(old='a', old='b')", "cost is divisibleby(num=1, num=2)"],
)
def test_an_option_given_twice_is_a_fault(source: str) -> None:
    with pytest.raises(TemplateFault, match="is given twice"):
        evaluate(source, VALUES)
