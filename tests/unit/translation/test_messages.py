"""Which texts are translated."""

import pytest

from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.translation.held_parts import _TEMPLATE
from cardgen.read.translation.longest import _UNSEEN, LongestTranslator
from cardgen.read.translation.messages import Message, has_words
from cardgen.read.translation.po_file import Catalog, PoEntry
from cardgen.read.translation.pseudo import _HELD
from tests.support.processor_time import processor_time_below


def test_a_template_alone_has_no_words() -> None:
    assert not has_words("{{ name }} {% if cost %}{{ cost }}{% endif %}")
    assert has_words("{{ name }} costs {{ cost }}")


@pytest.mark.parametrize("mark", ["{{", "{%", "{{ {% "])
def test_a_template_that_has_no_end_is_looked_through_once(mark: str) -> None:
    text = mark * (60_000 // len(mark))
    with processor_time_below(1):
        has_words(text)
        assert not _TEMPLATE.search(text)
        assert not _UNSEEN.sub("", text).strip("{% ")
        assert not _HELD.search(text)


def translated_into(*texts: str) -> LongestTranslator:
    message, place = Message("beasts.rule", "Draw one card"), Span("de.po", 1, 1, 2)
    entries = [PoEntry(message, text, fuzzy=False, span=place) for text in texts]
    return LongestTranslator([Catalog({message: entry}) for entry in entries])


@pytest.mark.parametrize(
    "texts", [("Zieh eine Karte!", "カードを一枚ひきます"), ("Zieh", "จั่วการ์ดหนึ่งใบเท่านั้น")]
)
def test_the_longest_text_is_the_one_that_takes_most_room(texts: tuple[str, str]) -> None:
    typed = ScalarNode(Span("beasts.yaml", 1, 1, 2), "Draw one card", plain=True)
    assert translated_into(*texts)(typed, "beasts.rule", "").text == texts[1]


def test_marks_on_letters_make_no_text_longer() -> None:
    typed = ScalarNode(Span("beasts.yaml", 1, 1, 2), "Draw one card", plain=True)
    pointed = "שְׁלֹף קְלָף אֶחָד"
    assert translated_into(pointed)(typed, "beasts.rule", "") is typed
