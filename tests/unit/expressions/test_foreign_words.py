"""Words of other languages in expressions: what is written here instead is told."""

from __future__ import annotations

import re

import pytest

from cardgen.expressions import foreign_words, syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.expressions.sandbox import ENVIRONMENT

KNOWN = ("name", "cost", "slot", "copy")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("len", "filters stand behind a bar: `name | length`"),
        ("Round", "filters stand behind a bar: `name | round`"),
        ("if", "write `a if condition else b`"),
        ("IIF", "write `a if condition else b`"),
        ("concat", "write `~` between texts: `{{ name ~ cost }}`"),
        ("null", "write `none`"),
        ("card", "fields stand alone: `{{ name }}`"),
        ("index", "`slot` is the card's place in the deck, `copy` which of its copies it is"),
        ("random", "the same game prints the same cards, so nothing here is random"),
        ("nmae", "did you mean `name`?"),
        ("Name", "did you mean `name`?"),
    ],
)
def test_a_word_of_another_language_is_told_by_its_name_here(typed: str, hint: str) -> None:
    assert suggest_name(typed, KNOWN) == hint


def test_a_slip_in_a_field_is_nearer_than_a_word_of_another_language() -> None:
    assert suggest_name("number", ("numbers", "slot")) == "did you mean `numbers`?"
    assert suggest_name("number", ("name",)) == "known: `name`"
    assert suggest_name("card", ("cards",)) == "fields stand alone: `{{ name }}`"


def test_a_word_that_is_not_called_is_no_filter() -> None:
    assert suggest_name("title", ("name",), source="{{ title }}") == "known: `name`"
    assert suggest_name("len", ("name",), source="len (name) > 2").startswith("filters stand")
    assert suggest_name("null", ("name",), source="name == null") == "write `none`"


@pytest.mark.parametrize(
    ("word", "source", "written"),
    [
        ("rare", "name == rare", "name == 'rare'"),
        ("rare", "{{ 'x' if name!=rare else cost }}", "name!='rare'"),
        ("tall", "name == tall-ship and cost", "name == 'tall-ship'"),
        ("ship", "name == tall-ship", "name == 'tall-ship'"),
        ("rare", "rare == name", "'rare' == name"),
        ("rare", "rare not in name", "'rare' not in name"),
        ("rare", "name in [other, rare]", "name in [other, 'rare']"),
        ("number", "name == number", "name == 'number'"),
    ],
)
def test_a_word_that_is_compared_is_a_text_that_lacks_its_quotes(
    word: str, source: str, written: str
) -> None:
    assert suggest_name(word, KNOWN, source=source) == f"texts stand in quotes: `{written}`"


@pytest.mark.parametrize(
    ("word", "source"),
    [
        ("nmae", "name == nmae"),
        ("null", "name == null"),
        ("rare", "'name' == rare"),
        ("rare", "name == rare.part"),
        ("rare", "name == rare(1)"),
        ("rare", "other == rare"),
        ("rare", "name == cost-rare"),
        ("rare", "name == 'rare' or rare"),
    ],
)
def test_what_is_no_text_gets_no_quotes(word: str, source: str) -> None:
    assert "quotes" not in suggest_name(word, KNOWN, source=source)


LACKS = "some card has no value there: write"
UNCALLED = "and stands here without its brackets"


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("name.upper()", "there is no function `upper`", "functions stand alone: `upper(…)`"),
        ("name.join()", "there is no function `join`", "filters stand behind a bar: `name | join`"),
        ("name.startsWith('F')", "there is no function `startsWith`", "write `name[:1] == 'x'`"),
        ("name.nothing()", "there is no function `nothing`", "a value has no functions"),
        ("name.length", "a text has no entry `length`", "filters stand behind a bar"),
        ("name.colour", "a text has no entry `colour`", "correct its name"),
        ("cost ** 2", "cannot be worked out: `**` is not worked out", "write `n * n`"),
        ("name * 3", "cannot be worked out: `*` works on plain numbers only", "an element has"),
        ("'%d' % cost", "cannot be worked out: `%` works on plain numbers only", "texts are"),
        ("upper", f"`upper` is a function, {UNCALLED}", "write `upper(…)`"),
        ("cost is null", "there is no test `is null`", "write `is none`"),
        ("cost is empty", "there is no test `is empty`", "write `not name`"),
        ("cost is evenly", "there is no test `is evenly`", "did you mean `even`?"),
        ("[n for n in tags]", "broken template: `for` was not expected here", "`map(costs, "),
        ("name[99]", "a text has no entry `99`", "some text is shorter: `{{ name[:1] }}`"),
        ("motto[0]", "there is nothing that has an entry `0`", "some list is shorter, or empty"),
        ("''|first", "what is empty has no first part", "leave it out"),
        ("[]|max", "an empty list has no least and no greatest", "leave it out"),
        ("motto|last", "cannot be worked out: nothing is no list", f"{LACKS} `{{{{ (tags or"),
        ("name[::0]", "cannot be worked out: a part in steps of 0 has no end", "write `name[:3]`"),
        ("motto|join(', ')", "cannot be worked out: nothing is no list", f"{LACKS} `{{{{ (tags or"),
        ("cost|zfill(3)", "there is no filter `zfill`", "write `{{ ('000' ~ number)[-3:] }}`"),
        ("tags|size", "there is no filter `size`", "did you mean `length`?"),
        ("name|split(',')", "there is no filter `split`", "let the field be a list"),
        ("name|uper", "there is no filter `uper`", "did you mean `upper`?"),
    ],
)
def test_what_other_languages_do_is_told_as_it_is_done_here(
    source: str, message: str, hint: str
) -> None:
    with pytest.raises(TemplateFault) as caught:
        template.fill(f"{{{{ {source} }}}}", {"name": "Fox", "cost": 2, "tags": [], "motto": None})
    assert str(caught.value) == message
    assert caught.value.hint.startswith(hint)


def test_every_test_that_there_is_may_stand_behind_is() -> None:
    for name in ("none", "defined", "even", "in"):
        argument = " [2]" if name == "in" else ""
        assert template.evaluate(f"cost is not {name}{argument}", {"cost": 3}) is not None


def test_every_filter_that_is_proposed_is_one() -> None:
    assert {*foreign_words._FILTERS.values()} <= {*ENVIRONMENT.filters}
    for hint in foreign_words._NAMES.values():
        for proposed in re.findall(r"\| (\w+)`", hint):
            assert proposed in ENVIRONMENT.filters


def test_what_is_proposed_for_digits_gives_them() -> None:
    (source,) = {
        found[0]
        for hint in foreign_words._FOREIGN_FILTERS.values()
        if (found := re.search(r"\{\{.*\}\}", hint))
    }
    assert [template.fill(source, {"number": n}) for n in (7, 12, 600)] == ["007", "012", "600"]


def test_what_is_proposed_for_a_missing_list_works() -> None:
    with pytest.raises(TemplateFault) as caught:
        template.fill("{{ tags|join(', ') }}", {"tags": None})
    (source,) = re.findall(r"\{\{.*?\}\}", caught.value.hint)
    assert [template.fill(source, {"tags": tags}) for tags in (None, ["a", "b"])] == ["", "a, b"]


def test_what_is_proposed_parses() -> None:
    for hint in (*foreign_words._NAMES.values(), *foreign_words._TESTS.values()):
        for code in re.findall(r"write `([^`~][^`]*)`", hint):
            source = f"cost {code}" if code.startswith("is ") else code
            assert syntax.find_names(source, expression=True) is not None
