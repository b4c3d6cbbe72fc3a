"""Line ends in scripts without spaces between words."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.break_opportunities import find_breaks, find_word_breaks
from cardgen.text.dictionary_breaks import find_dictionary_breaks
from tests.support.samples import law


def parts(text: str) -> str:
    cuts = [0, *sorted(find_breaks(text)), len(text)]
    return "|".join(text[a:b] for a, b in pairwise(cuts) if b > a)


@pytest.mark.parametrize(
    "expected",
    [
        "จั่ว|การ์ด|สอง|ใบ|แล้ว|เลือก|ผู้|เล่น|หนึ่ง|คน|ให้|ทิ้ง|การ์ด",
        "ຈົ່ງ|ແຈກ|ບັດ|ໃຫ້|ຜູ້|ຫຼິ້ນ|ທຸກ|ຄົນ",
        "ကတ်|နှစ်|ချပ်|ဆွဲ|ပြီး|ကစားသမား|တစ်|ဦး|ကို|ရွေး|ပါ",
        "ចាប់|សន្លឹក|ពីរ|ហើយ|ជ្រើសរើស|អ្នកលេង|ម្នាក់|ឱ្យ|បោះបង់|សន្លឹក|បៀ",
        "ผม|ชอบ |Bangkok |มาก",
    ],
)
def test_a_line_may_end_between_words_or_syllables(expected: str) -> None:
    assert parts(expected.replace("|", "")) == expected


def test_a_khmer_line_may_end_between_syllables_and_never_within_a_stack() -> None:
    text = "ចាប់សន្លឹកពីរ"
    cuts = find_dictionary_breaks(text)
    assert cuts
    assert not any(text[at - 1] == "\u17d2" or text[at] == "\u17d2" for at in cuts)


@law
@given(st.text(alphabet="กขคงจฉชซญดตนบปผมยรลวสหอะาิีุูเแโใไ่้็์", min_size=1, max_size=40))
def test_a_thai_line_neither_begins_with_a_mark_nor_ends_with_a_leading_vowel(text: str) -> None:
    for at in find_dictionary_breaks(text):
        assert text[at] not in "ะาิีุู่้็์"
        assert text[at - 1] not in "เแโใไ"


@pytest.mark.parametrize(
    "expected",
    ["ហ្គូហ្គល|អាន|ដ្រយ", "ဂူ|ဂယ်လ်|အန်း|ဒ|ရွိုက်", "မြန်မာနိုင်ငံ|သည်", "ភ្នំពេញ|ជា|រាជធានី"],
)
def test_names_on_no_list_are_parted_between_syllables_and_words_are_kept(expected: str) -> None:
    assert parts(expected.replace("|", "")) == expected


def test_of_two_ways_with_as_many_words_that_with_the_longer_first_is_taken() -> None:
    assert parts("ពីរហើយ") == "ពីរ|ហើយ"


@law
@given(st.text(alphabet="កខគងចតនបពមយរលវសហអាិីុូេៃោំះ់្", min_size=1, max_size=30))
def test_a_khmer_line_neither_begins_with_a_sign_nor_parts_a_stack(text: str) -> None:
    for at in find_dictionary_breaks(text):
        assert text[at] not in "ាិីុូេៃោំះ់្"
        assert text[at - 1] != "\u17d2"


@law
@given(st.text(alphabet="ကခဂငစတနပမယရလသအာိီုူေဲံ့း်္ျြွှ", min_size=1, max_size=30))
def test_a_burmese_line_begins_with_a_letter_that_has_a_vowel(text: str) -> None:
    for at in find_dictionary_breaks(text):
        assert text[at] not in "ာိီုူေဲံ့း်္ျြွှ"
        assert text[at - 1] != "\u1039"
        assert text[at + 1 : at + 2] not in ("\u103a", "\u1039")


def test_no_hyphen_stands_at_such_a_line_s_end() -> None:
    text = "จั่วการ์ดสองใบ"
    found = find_word_breaks(text, find_breaks(text), "th", False)
    assert {kind for _, kind in found} == {"wide"}


def test_a_long_text_takes_no_longer_for_each_of_its_words() -> None:
    """Ten thousand words in about the time of ten times a thousand: no squares."""
    word = "การ์ด"
    assert len(find_dictionary_breaks(word * 10_000)) == 9_999


@pytest.mark.parametrize("text", ["plain", "שלום", "漢字", "हिन्दी"])
def test_other_scripts_have_no_such_places(text: str) -> None:
    assert find_dictionary_breaks(text) == frozenset()
