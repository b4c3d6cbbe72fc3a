"""Words are sorted as their language sorts them."""

from __future__ import annotations

import pytest

from cardgen.expressions.collation import sort_key
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import LANGUAGE
from cardgen.expressions.template import fill


def in_order(words: str, language: str) -> str:
    given = words.split()[::-1]
    return " ".join(sorted(given, key=lambda word: sort_key(word, language)))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "10 9 apple Apple zebra"),
        ("de", "Apfel Äpfel Birne Öl Ordnung Zahn"),
        ("de-AT", "arg Ärger Arm Strasse Straße Strauß"),
        ("sv", "Anka Zebra Ål Äpple Öga"),
        ("da", "Ananas Zebra Æble Øl Å"),
        ("es", "nada nube ñandú oso"),
        ("cs", "cena čas dům had chata ikra řeka sůl šum"),
        ("pl", "lato łąka mama zima źle żaba"),
        ("hu", "cukor csak dal zene zseb"),
        ("tr", "ıslak iki İzmir kale oda ördek"),
        ("fr", "cote coté côte élan zèbre"),
        ("he", "אבא בית גמל"),
        ("ru", "ели ёлка ива йод кот"),
    ],
)
def test_letters_stand_where_the_language_counts_them(language: str, words: str) -> None:
    assert in_order(words, language) == words


def sorted_by(language: str, source: str, **values: object) -> str:
    return fill(source, {LANGUAGE: language, **values})


def test_the_filter_sorts_by_the_language_of_the_game() -> None:
    names = ["Zebra", "Äpple", "Anka"]
    assert sorted_by("sv", "{{ names|sort|join(' ') }}", names=names) == "Anka Zebra Äpple"
    assert sorted_by("de", "{{ names|sort|join(' ') }}", names=names) == "Anka Äpple Zebra"
    assert sorted_by("de", "{{ names|sort(reverse=true)|first }}", names=names) == "Zebra"


def test_numbers_and_fields_of_rows_are_sorted_as_before() -> None:
    assert sorted_by("de", "{{ [10, 9, 2.5]|sort|join(' ') }}") == "2.5 9 10"
    rows = [{"name": "Öl"}, {"name": "Arm"}]
    assert sorted_by("de", "{{ (rows|sort(attribute='name')|first).name }}", rows=rows) == "Arm"


def test_what_cannot_be_compared_is_a_fault() -> None:
    with pytest.raises(TemplateFault):
        sorted_by("de", "{{ ['a', 1]|sort|join }}")
