"""Unicode's own cases for the bidirectional algorithm, and texts that card games hold."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pytest

from cardgen.text.bidi.direction import (
    find_direction,
    find_levels,
    has_rtl,
    join_signs,
    order_visually,
    resolve_levels,
)
from cardgen.text.bidi.embedding import first_strong
from cardgen.text.character_classes import look_up_class
from tests.conftest import ROOT

DATA = ROOT / "tests" / "data" / "unicode"
AUTO_OF_TYPES, LEFT_OF_TYPES, RIGHT_OF_TYPES = 1, 2, 4
AUTO = "2"
EVERY = 40
"""Of so many cases, one is tried each time; the slow tests try all of them."""


class Case(NamedTuple):
    """Levels as Unicode has them; `x` where a character is taken out."""

    given: str
    rtl: bool
    wanted: list[str]
    found: tuple[int, ...]

    @property
    def passes(self) -> bool:
        pairs = zip(self.wanted, self.found, strict=True)
        return all(level in ("x", str(found)) for level, found in pairs)


def lines(name: str) -> Iterator[str]:
    with lzma.open(DATA / name, "rt", encoding="utf-8") as file:
        yield from (line.strip() for line in file if line[0] not in "#\n")


def types_cases(every: int = 1) -> Iterator[Case]:
    """`BidiTest.txt`: sequences of types, each in one to three directions."""
    wanted: list[str] = []
    count = 0
    for line in lines("BidiTest.txt.xz"):
        if line.startswith("@Levels:"):
            wanted = line.removeprefix("@Levels:").split()
            continue
        count += 1
        if count % every:
            continue
        given, bits = line.split(";")
        kinds = given.split()
        for rtl in directions(kinds, int(bits)):
            found = resolve_levels("a" * len(kinds), list(kinds), rtl)
            yield Case(given, rtl, wanted, found)


def directions(kinds: list[str], bits: int) -> set[bool]:
    found = {False} if bits & LEFT_OF_TYPES else set()
    found |= {True} if bits & RIGHT_OF_TYPES else set()
    return found | ({bool(first_strong(kinds, 0))} if bits & AUTO_OF_TYPES else set())


def character_cases(every: int = 1) -> Iterator[tuple[Case, int, list[int]]]:
    """`BidiCharacterTest.txt`: texts, with the paragraph's level and the visual order."""
    for line in islice(lines("BidiCharacterTest.txt.xz"), 0, None, every):
        given, side, level, wanted, order = line.split(";")
        text = "".join(chr(int(code, 16)) for code in given.split())
        rtl = bool(find_direction(text)) if side == AUTO else side == "1"
        case = Case(given, rtl, wanted.split(), find_levels(text, rtl))
        yield case, int(level), [int(index) for index in order.split()]


def assert_characters_pass(every: int) -> int:
    count = 0
    for case, level, order in character_cases(every):
        count += 1
        assert case.passes, case
        assert case.rtl == bool(level), case
        kept = [i for i, wanted in enumerate(case.wanted) if wanted != "x"]
        found = order_visually([case.found[i] for i in kept])
        assert [kept[i] for i in found] == order, case
    return count


@pytest.mark.parametrize(
    ("character", "rtl"),
    [("\U0001171e", False), ("\u0870", True), ("\U00010ec3", True), ("\u05cf", True)],
)
def test_classes_are_those_of_unicode_17_whatever_python_knows(character: str, rtl: bool) -> None:
    """A mark until 15.0, Arabic letters of 14.0 and 16.0, and no character yet, in Hebrew."""
    assert find_direction(character) is rtl


def test_every_character_from_the_right_is_known_to_need_the_algorithm() -> None:
    from_right = {"R", "AL", "AN", "RLE", "RLO", "RLI"}
    listed = [chr(code) for code in range(0x80, 0x20000)]
    found = [one for one in listed if look_up_class("bidi_classes.txt", one) in from_right]
    assert len(found) > 4_000
    assert all(map(has_rtl, found))


def test_some_of_unicode_s_cases_pass() -> None:
    assert assert_characters_pass(EVERY) > 2_000
    assert not [case for case in types_cases(EVERY * 4) if not case.passes]


@pytest.mark.slow
def test_all_of_unicode_s_texts_pass() -> None:
    assert assert_characters_pass(1) == 91_707


@pytest.mark.slow
def test_all_of_unicode_s_sequences_of_types_pass() -> None:
    count = 0
    for case in types_cases():
        count += 1
        assert case.passes, case
    assert count > 490_000


def test_an_isolate_keeps_a_name_from_the_other_side_apart() -> None:
    """Without it the number would belong to the Hebrew name before it."""
    plain, isolated = "שלום 3 x", "\u2067שלום\u2069 3 x"
    assert find_levels(plain, False)[5] == 2
    assert find_levels(isolated, False)[7] == 0


def test_a_text_that_is_turned_by_a_code_alone_is_turned() -> None:
    text = "\u202eabc\u202c"
    assert has_rtl(text)
    assert find_levels(text, False)[1:4] == (1, 1, 1)


def test_the_direction_of_a_paragraph_is_not_that_of_an_isolate_in_it() -> None:
    assert find_direction("\u2068שלום\u2069 ab") is False


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("−1", "−1"),
        ("+2 אבג", "גבא +2"),
        ("אבג -3", "-3 גבא"),
        ("אבג (−3)", "(−3) גבא"),
        ("אבג ±50%", "±50% גבא"),
        ("אב-5", "5-בא"),
        ("5-3 אב", "בא 5-3"),
        ("−١", "١−"),
    ],
)
def test_the_sign_of_a_number_stands_on_its_left_in_texts_from_the_right(
    text: str, seen: str
) -> None:
    """As `find_levels` has it alone, the first would read `1−`."""
    order = order_visually(find_levels(join_signs(text), True))
    shown = "".join(text[index] for index in order)
    assert shown.translate(str.maketrans("()", ")(")) == seen  # brackets are mirrored
