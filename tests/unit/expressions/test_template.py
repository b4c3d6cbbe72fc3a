"""Templates: what they can do, and what they cannot."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.printed_words import expression_shapes, prints_words
from cardgen.expressions.syntax import MAX_SOURCE, find_names, find_unknown_names, locate_word
from cardgen.expressions.template import evaluate, fill, is_true
from cardgen.expressions.template_functions import MAX_TEXT, TemplateFunction
from tests.support.samples import law

CARD: dict[str, Any] = {"name": "Fox", "cost": 3, "tags": ["sly", "red"], "rule": None, "x": "a"}


def refused(source: str, values: dict[str, Any] = CARD) -> TemplateFault:
    with pytest.raises(TemplateFault) as caught:
        fill(source, values)
    return caught.value


def filled(source: str) -> str | TemplateFault:
    try:
        return fill(source, CARD)
    except TemplateFault as fault:
        return fault


# --- what they can do --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("plain", "plain"),
        ("{{ name }}", "Fox"),
        ("{{ name|upper }} ({{ cost + 1 }})", "FOX (4)"),
        ("{% if cost > 2 %}dear{% else %}cheap{% endif %}", "dear"),
        ("{{ 'dear' if cost > 9 else 'cheap' }}", "cheap"),
        ("{{ tags|join(', ') }}", "sly, red"),
        ("{{ tags[0] }} {{ tags|length }}", "sly 2"),
        ("{{ name ~ '!' }}", "Fox!"),
        ("{{ 'yes' if 'sly' in tags else 'no' }}", "yes"),
        ("{{ name ~ rule }}", "Fox"),
        ("{{ name ~ 4 / 2 }}", "Fox2"),
        ("a {{ [rule, name, 4 / 2]|join('/') }}", "a /Fox/2"),
        ("{{ (4 / 2)|string }}", "2"),
        ("{{ 'held' if 'sly' in tags|string }}", "held"),
        ("{{ name|replace('o', 'i') }}", "Fix"),
        ("{{ rule|default('none', true) }}", "none"),
        ("{{ cost * 2 }} {{ cost % 2 }}", "6 1"),
        ("{coin} is markup", "{coin} is markup"),
        ("a\n{{ x }}\n", "a\na\n"),
    ],
)
def test_a_template_fills_in_what_a_card_has(source: str, text: str) -> None:
    assert fill(source, CARD) == text


def test_an_empty_value_prints_as_nothing() -> None:
    assert fill("[{{ rule }}]", CARD) == "[]"


def test_a_text_is_not_escaped_for_the_web() -> None:
    assert fill("{{ x }}", {"x": "<b> & 'c'"}) == "<b> & 'c'"


def test_a_value_is_not_read_as_a_template_again() -> None:
    assert fill("{{ x }}", {"x": "{{ name }}"}) == "{{ name }}"


@pytest.mark.parametrize(
    ("source", "truth"),
    [
        ("cost > 2", True),
        ("cost > 9", False),
        ("rule", False),
        ("'red' in tags", True),
        ("not x", False),
    ],
)
def test_an_expression_holds_or_does_not(source: str, truth: bool) -> None:
    assert is_true(source, CARD) is truth


def test_a_choice_without_another_side_is_nothing_in_an_expression_as_in_a_text() -> None:
    assert fill("a{{ 5 if 1 > 2 }}b", CARD) == "ab"
    assert evaluate("5 if 1 > 2", CARD) == ""
    assert evaluate("5 if 2 > 1", CARD) == 5


def test_a_choice_without_another_side_that_is_reckoned_with_is_told_in_our_words() -> None:
    with pytest.raises(TemplateFault) as caught:
        evaluate("(5 if 1 > 2) + 1", CARD)
    assert str(caught.value) == "an `if` without `else` has no value here"
    assert caught.value.hint == "write what it is otherwise, as in `5 if cost > 2 else 0`"


def test_an_expression_has_the_value_itself_and_not_its_text() -> None:
    assert evaluate("tags", CARD) == ["sly", "red"]


# --- names -------------------------------------------------------------------------------


def test_the_names_a_template_uses_are_known_before_it_is_filled() -> None:
    assert find_names("{% if a %}{{ b.c|default(d) }}{% endif %}") == {"a", "b", "d"}


def test_names_that_no_card_has_come_in_a_fixed_order() -> None:
    assert find_unknown_names("{{ z }}{{ name }}{{ y }}", ["name"]) == ["y", "z"]


def test_an_expression_has_names_too() -> None:
    assert find_unknown_names("cost > limit", ["cost"], expression=True) == ["limit"]


def test_a_name_that_is_not_there_is_a_fault_and_not_an_empty_text() -> None:
    found = refused("{{ nam }}")
    assert (found.code, str(found)) == ("undefined-name", "there is no value `nam`")


def test_a_condition_on_a_name_that_is_not_there_is_a_fault_and_not_false() -> None:
    with pytest.raises(TemplateFault) as caught:
        is_true("nam", CARD)
    assert caught.value.code == "undefined-name"


@pytest.mark.parametrize("source", ["{{ x.upper }}", "{{ x['upper'] }}", "{{ tags.append }}",
                                    "{{ cost.real }}", "{{ (x.upper)|string }}"])  # fmt: skip
def test_a_value_has_no_methods_and_attributes_to_print(source: str) -> None:
    assert refused(source).code == "undefined-name"


def test_what_python_alone_could_print_is_a_fault() -> None:
    assert refused("{{ f }}", {"f": print}).code == "template-value"


def test_an_entry_wins_over_a_method_of_the_same_name() -> None:
    assert fill("{{ x.items }} {{ x['copy'] }}", {"x": {"items": 3, "copy": 4}}) == "3 4"


def test_an_attribute_that_is_not_there_is_a_fault() -> None:
    assert refused("{{ name.first }}").code == "undefined-name"


def test_a_word_is_found_where_it_stands() -> None:
    assert locate_word("{{ renamed ~ name }}", "name") == (13, 4)


def test_an_attribute_is_not_the_name() -> None:
    assert locate_word("{{ a.name ~ name }}", "name") == (12, 4)


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("power {{ power }}", (9, 5)),
        ("it's {{ 'power' ~ power }}", (18, 5)),
        ("'power' ~ power", (10, 5)),
        ("power {% if power %}x{% endif %}", (12, 5)),
        ("{{ icon('power') }}", (9, 5)),
    ],
)
def test_a_name_is_located_before_the_same_word_in_a_text(
    source: str, place: tuple[int, int]
) -> None:
    assert locate_word(source, "power") == place


def test_a_word_that_is_not_there_is_the_whole_template() -> None:
    assert locate_word("{{ a }}", "b") == locate_word("{{ a }}", "") == (0, 7)


# --- what they cannot do -----------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "{{ cost == 3 }}",
        "Dear: {{ cost > 2 }}",
        "{{ rule is defined }}",
        "{{ name ~ (cost > 2) }}",
        "Dear: {{ name ~ (cost > 2) }}",
        "{{ [name, cost > 2]|join }}",
        "{{ (cost > 2)|upper }}",
        "{{ cost > 9 and name }}",
        "{{ none is none }}",
    ],
)
def test_a_yes_or_no_is_not_printed_as_python_writes_it(source: str) -> None:
    with pytest.raises(TemplateFault, match="a yes or no is no text") as caught:
        fill(source, CARD)
    assert caught.value.hint == 'say what is printed: `{{ "rare" if cost > 3 else "" }}`'


@pytest.mark.parametrize(
    "source", ["{{ stats }}", "{{ name ~ stats }}", "Speed {{ stats }}", "{{ several }}"]
)
def test_a_mapping_is_not_printed_as_python_writes_it(source: str) -> None:
    stats = {"speed": 3}
    with pytest.raises(TemplateFault, match="a mapping is no text") as caught:
        fill(source, {"name": "", "stats": stats, "several": ["fast", stats]})
    assert caught.value.hint == (
        "write which of its entries is printed, as in `{{ stats.speed }}`; "
        "a text that begins with `{` stands in quotes"
    )


@pytest.mark.parametrize(
    "source",
    [
        "{% for i in tags %}{{ i }}{% endfor %}",
        "{% set y = x %}{{ y }}",
        "{% macro m() %}{% endmacro %}",
        "{% include 'game.yaml' %}",
        "{% import 'game.yaml' as g %}",
        "{% extends 'game.yaml' %}",
        "{% block b %}{% endblock %}",
        "{% filter upper %}a{% endfilter %}",
        "{% call x() %}{% endcall %}",
        "{% with y = x %}{% endwith %}",
    ],
)
def test_there_are_no_loops_and_no_statements_but_if(source: str) -> None:
    found = refused(source)
    assert (found.code, found.hint[:28]) == ("template-syntax", "a text can use values, filte")


@pytest.mark.parametrize(
    "source",
    [
        "{{ x.upper() }}",
        "{{ tags.append('b') }}",
        "{{ f() }}",
        "{{ x.format(1) }}",
        "{{ self.b() }}",
    ],
)
def test_nothing_can_be_called(source: str) -> None:
    refused(source, CARD | {"f": print})
    assert CARD["tags"] == ["sly", "red"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ x.__class__ }}", "a text has no entry `__class__`"),
        ("{{ x['__class__'] }}", "a text has no entry `__class__`"),
        ("{{ x.__class__.__mro__ }}", "a text has no entry `__class__`"),
        ("{{ x['__class__']['__mro__'] }}", "a text has no entry `__class__`"),
        ("{{ f.__globals__ }}", "this value has no entry `__globals__`"),
        ("{{ f.__code__ }}", "this value has no entry `__code__`"),
        ("{{ x|attr('__class__') }}", "there is no filter `attr`"),
        ("{{ self._TemplateReference__context }}", "`self` means something else in templates"),
        ("{{ [x]|map(attribute='__class__')|list }}", "there is no filter `map`"),
    ],
)
def test_the_inside_of_python_is_out_of_reach(source: str, said: str) -> None:
    assert str(refused(source, CARD | {"f": lambda: 0})) == said


@pytest.mark.parametrize("value", ["1", "1.5", "none"])
def test_python_s_warnings_of_an_expression_do_not_reach_the_terminal(value: str) -> None:
    """They would be on stderr; here they are errors."""
    assert refused(f"{{{{ {value}[1:3] }}}}").code == "template-value"


@pytest.mark.parametrize("source", ["{{ nope.more }}", "{{ nope['more'].still }}"])
def test_of_names_in_a_row_the_first_that_is_not_there_is_told(source: str) -> None:
    found = refused(source)
    assert (str(found), found.word) == ("there is no value `nope`", "nope")


@pytest.mark.parametrize("name", ["range", "dict", "lipsum", "cycler", "namespace", "joiner"])
def test_jinja_s_own_functions_are_not_there(name: str) -> None:
    assert refused(f"{{{{ {name} }}}}").code == "undefined-name"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ x * 9999999 }}", "`*` works on plain numbers only"),
        ("{{ 'a' * 9999999 }}", "`*` works on plain numbers only"),
        ("{{ [x] * 9999999 }}", "`*` works on plain numbers only"),
        ("{{ tags * 9999999 }}", "`*` works on plain numbers only"),
        ("{{ '%999999d' % 1 }}", "`%` works on plain numbers only"),
        ("{{ 10 ** 10 ** 10 }}", "`**` is not worked out"),
        ("{{ 999999999 * 999999999 }}", "the number is too large"),
        ("{{ 9 ** 999999 }}", "`**` is not worked out"),
        ("{{ long|replace('a', long) }}", "the text grows too long"),
        ("{{ long|list|join(long) }}", "the text grows too long"),
        ("{{ long ~ long ~ long }}", f"the text is over {MAX_TEXT} characters"),
        ("{{ x|center(999999) }}", "there is no filter `center`"),
        ("{{ x|indent(999999) }}", "there is no filter `indent`"),
    ],
)
def test_neither_text_nor_number_grows_without_bound(source: str, said: str) -> None:
    found = refused(source, CARD | {"long": "a" * (MAX_TEXT // 2)})
    assert str(found).removeprefix("cannot be worked out: ") == said


def test_a_text_at_the_bound_is_filled() -> None:
    assert len(fill("{{ x }}", {"x": "a" * MAX_TEXT})) == MAX_TEXT


def test_a_template_over_the_bound_is_refused() -> None:
    assert "at most" in str(refused("{{ x }}" + " " * MAX_SOURCE))


def test_a_template_nested_deeply_is_refused() -> None:
    found = refused("{{ " + "(" * 900 + "x" + ")" * 900 + " }}")
    assert str(found) == "this template is nested too deeply"


@pytest.mark.parametrize(
    "source",
    [
        "{{ cost / 0 }}",
        "{{ name + 1 }}",
        "{{ tags['a'] }}",
        "{{ x|round }}",
        "{{ tags|sum }}",
        "{{ -x }}",
    ],
)
def test_what_cannot_be_worked_out_is_a_fault(source: str) -> None:
    assert refused(source).code in ("template-value", "undefined-name")


@pytest.mark.parametrize(
    "source", ["{{ x", "{{ }}", "{% if x %}", "{% endif %}", "a {{ x | }}", "{# "]
)
def test_a_broken_template_says_how_one_is_written(source: str) -> None:
    found = refused(source)
    assert (found.code, found.hint) == (
        "template-syntax",
        "a value stands in `{{ … }}`, a condition in `{% if … %} … {% endif %}`",
    )


ALONE = "write a value between two signs, a text in quotes, and close each bracket"


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        ("cost = 3", "values are compared with `==`"),
        ("cost = 3 and kind == 'a=b'", "values are compared with `==`"),
        ("cost && kind", "`&&` is `and` here; texts are joined by `~`"),
        ("cost AND kind", "`AND` is `and` here; texts are joined by `~`"),
        ("cost || kind", "write `or` for `||`"),
        ("cost <> 3", "write `!=` for `<>`"),
        ("cost => 3", "write `>=` for `=>`"),
        ("!cost", "write `not` for `!`"),
        ("cost ? 1 : 2", "write `a if condition else b`"),
        ("kind == '&&' or", ALONE),
        ("kind|default('', boolean=true", ALONE),
    ],
)
def test_signs_of_other_languages_are_told_with_what_is_written_here(
    expression: str, hint: str
) -> None:
    with pytest.raises(TemplateFault) as caught:
        is_true(expression, CARD)
    assert (caught.value.code, caught.value.hint) == ("template-syntax", hint)


@pytest.mark.parametrize("source", ["name, cost", "1, 2", "(cost or 0) > 3, name", "(a, b), c"])
def test_an_expression_is_one_value(source: str) -> None:
    with pytest.raises(TemplateFault, match="comma stands between two values"):
        find_names(source, expression=True)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("(1, 2)", set()),
        (" (1, 2)", set()),
        ("a in ('x', 'y')", {"a"}),
        ("'a, b'", set()),
        ("[a, b]", {"a", "b"}),
    ],
)
def test_a_comma_within_a_value_parts_none(source: str, names: set[str]) -> None:
    assert find_names(source, expression=True) == names


def test_an_unknown_filter_gets_the_nearest() -> None:
    found = refused("{{ name|uper }}")
    assert (found.word, found.hint) == ("uper", "did you mean `upper`?")


NESTED = {
    "filters": "{{ x" + "|upper" * 300 + " }}",
    "operators": "{{ x" + "+x" * 300 + " }}",
    "signs": "{{ " + "not " * 300 + "x }}",
    "conditions": "{% if x %}" * 120 + "{% endif %}" * 120,
    "lists": "{{ " + "[" * 300 + "x" + "]" * 300 + " }}",
    "choices": "{{ " + "x if x else " * 200 + "x }}",
    "arguments": "{{ " + "x|default(" * 200 + "x" + ")" * 200 + " }}",
    "entries": "{{ x" + "[x]" * 300 + " }}",
}


@pytest.mark.parametrize("kind", NESTED)
def test_a_template_nested_in_any_way_is_refused_before_python_compiles_it(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert str(refused(NESTED[kind])) == "this template is nested too deeply"


@pytest.mark.parametrize("source", ["{{x}}" * 600, "{{ " + "x ~ " * 600 + "x }}"])
def test_a_template_of_too_many_parts_is_refused(source: str) -> None:
    assert str(refused(source)) == "this template is too long"


@pytest.mark.parametrize(
    "source",
    [
        "{{ x" + "|upper" * 20 + " }}",
        "{{ x" + " ~ x" * 100 + " }}",
        "{{ cost" + " + cost" * 20 + " }}",
        "{% if cost == 1 %}a" + "{% elif cost == 2 %}b" * 40 + "{% endif %}",
    ],
)
def test_a_template_as_long_as_a_person_writes_it_is_filled(source: str) -> None:
    assert isinstance(filled(source), str)


@pytest.mark.parametrize(
    "source",
    [
        "{{ x" + "|list|string" * 8 + "|length }}",
        "{{ 2.5|round(999999999, 'ceil') }}",
        "{{ long|list|length }}",
        "{{ long|upper }}",
        "{{ long ~ long }}",
    ],
)
def test_what_a_filter_gives_and_takes_is_bounded(source: str) -> None:
    assert refused(source, {"x": "a" * 10, "long": "a" * (MAX_TEXT + 1)}).code == "template-value"


def test_a_filter_that_goes_through_a_list_gives_a_list() -> None:
    assert fill("{{ tags|reverse }} {{ tags|unique }}", CARD) == "red, sly sly, red"


def test_a_field_of_any_name_does_not_disturb_the_others() -> None:
    assert is_true("a", {"self": 1, "args": 2, "a": 1})


def test_a_name_that_templates_keep_for_themselves_is_refused() -> None:
    found = refused("{{ self }}", {"self": 1})
    assert (found.code, found.word) == ("template-syntax", "self")


@pytest.mark.parametrize("name", ["tojson", "pprint", "random", "xmlattr", "map", "attr", "safe"])
def test_a_filter_that_is_not_on_the_list_is_none(name: str) -> None:
    assert str(refused(f"{{{{ x|{name} }}}}")) == f"there is no filter `{name}`"


@law
@given(st.text("{}%|x ()[].'\"+*~-1if", max_size=20))
def test_any_template_gives_a_text_or_a_fault(source: str) -> None:
    assert isinstance(filled(source), str | TemplateFault)


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("{{ head|upper }}", ""),
        ("{{ head|replace('a', 'b') }}", ""),
        ("{{ head|length }}", "0"),
        ("{{ 'a'|replace('a', head) }}", ""),
    ],
)
def test_a_filter_of_texts_takes_an_absent_field_for_an_empty_one(
    source: str, printed: str
) -> None:
    assert fill(source, {"head": None}) == printed


def test_what_held_once_is_no_answer_for_other_values() -> None:
    asked = "points is number and points != '1'"
    assert [is_true(asked, {"points": v}) for v in (1, "1", 1.0, True)] == [True, False, True, True]
    assert [is_true("x is string", {"x": value}) for value in (1, "1", 1)] == [False, True, False]
    assert is_true("not x", {"x": None})
    with pytest.raises(TemplateFault):
        is_true("not x", {})
    assert [is_true("1 in x", {"x": value}) for value in ([1], [2], [1])] == [True, False, True]


def test_braces_around_an_expression_are_named_and_what_to_write_instead() -> None:
    with pytest.raises(TemplateFault) as caught:
        evaluate("{{ cost - 1 }}", CARD)
    assert caught.value.hint == "write `cost - 1`"


@pytest.mark.parametrize(
    "source",
    [
        "{{ table('beasts', columns='name, rule') }}",
        "{{ 2 * 3 ~ len('a' ~ 'b') }}",
        "{{ 'a'|upper }}",
    ],
)
def test_what_a_template_prints_is_the_same_before_it_was_filled_and_after(source: str) -> None:
    """Jinja's optimizer replaced parts of trees that were read again later."""
    known: dict[str, Callable[..., Any]] = {"table": lambda *_, **__: "", "len": len}

    def read() -> tuple[bool, tuple[str, ...]]:
        prints_words.cache_clear()
        expression_shapes.cache_clear()
        return prints_words(source), expression_shapes(source)

    before = read()
    filled_with = {**CARD, **{name: TemplateFunction(call) for name, call in known.items()}}
    fill(source, filled_with)
    assert read() == before


@pytest.mark.parametrize("source", ["{{ plural }}", "a {{ letters }} b", "{{ sum }}"])
def test_a_function_without_its_brackets_is_told(source: str) -> None:
    name = source.split("{{ ")[1].split()[0]
    with pytest.raises(TemplateFault) as caught:
        fill(source, {})
    assert str(caught.value).startswith(f"`{name}` is a function")
    assert caught.value.hint == f"write `{name}(…)`"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{{ name|replace('a') }}", "`new` is missing"),
        ("{{ name|replace('a', 'b', 1, 2) }}", "it is given more values than it takes"),
        ("{{ name|replace('a', 'b', how=1) }}", "it takes no `how`"),
        ("{{ name|round }}", "a text is no number"),
        ("{{ letters() }}", "`text` is missing"),
    ],
)
def test_a_filter_that_is_used_wrongly_is_told_without_a_word_of_python(
    source: str, message: str
) -> None:
    with pytest.raises(TemplateFault) as caught:
        fill(source, CARD)
    assert str(caught.value).endswith(f": {message}")


@pytest.mark.parametrize(
    ("source", "translated"),
    [
        ("{{ rule|default('No rule', true) }}", "{{ rule|default('Keine Regel', true) }}"),
        ("{{ rule|d('No rule') }}", "{{ rule|d('Keine Regel') }}"),
        ("{{ tags|join(' and ') }}", "{{ tags|join(' und ') }}"),
    ],
)
def test_what_stands_for_a_value_or_between_values_is_printed_words(
    source: str, translated: str
) -> None:
    assert prints_words(source)
    assert expression_shapes(source) == expression_shapes(translated)


@pytest.mark.parametrize(
    "source",
    [
        "{{ kinds[x|default('plain')] }}",
        "{{ name|replace('Fox', 'Owl') }}",
        "{{ letters(rule|default('fox')) }}",
        "{{ 'a' if x|default('plain') == 'fox' else 'b' }}",
    ],
)
def test_a_default_that_is_looked_up_or_compared_is_no_printed_word(source: str) -> None:
    assert not prints_words(source)


@pytest.mark.parametrize("separator", [", ", "; ", " and ", "、"])
def test_a_text_that_is_joined_as_a_list_is_told(separator: str) -> None:
    fault = refused(f"{{{{ tags|join('{separator}') }}}}", {"tags": "swift;clever"})
    assert str(fault) == f"`join` would put `{separator}` between the letters of a text"
    assert fault.code == "template-value"


@pytest.mark.parametrize(("separator", "text"), [(" ", "F o x"), ("\\n", "F\no\nx"), ("", "Fox")])
def test_letters_of_a_text_may_be_spelled_out(separator: str, text: str) -> None:
    assert fill(f"{{{{ name|join('{separator}') }}}}", CARD) == text


@pytest.mark.parametrize("name", ["sort", "unique", "max", "min"])
def test_a_list_that_is_a_text_is_not_taken_by_its_letters(name: str) -> None:
    fault = refused(f"{{{{ tags|{name}|string }}}}", {"tags": "swift;clever"})
    assert str(fault) == f"`{name}` would take the letters of a text, not what is listed in it"
    assert fault.hint == "for a list write `tags: list` under the deck's `fields:`"


def test_letters_of_a_word_may_be_sorted() -> None:
    assert fill("{{ name|sort|join }}{{ name|unique|join }}", CARD) == "FoxFox"
