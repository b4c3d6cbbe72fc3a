"""The words of a line: where they part, what stays together, and what is shaped at once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.color import Color
from cardgen.core.lengths import Length
from cardgen.layout.text import paragraph_items
from cardgen.layout.text.lines import measure_text
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedRun, SetLine
from cardgen.layout.text.words import Fragment, Word, collect_words
from cardgen.text.break_opportunities import find_breaks
from cardgen.text.linebreak import Box, Penalty
from cardgen.text.shaping import shape
from tests.support.samples import garamond

SETTING = TextSetting(
    garamond(), 10.0, 8.0, 11.0, 0.5, "none", Length(12.0), "left", "top", language="en"
)
BLACK, RED = Color(0, 0, 0), Color(1, 0, 0)


def run(text: str, color: Color = BLACK, tracking: float = 0.0) -> TextRun:
    return TextRun(text, garamond(), color, tracking=Length(ems=tracking))


def words(*runs: TextRun | str, hyphenate: bool = False) -> list[str]:
    """The words and word parts of a line, each after how it joins the one before."""
    line = tuple(run(text) if isinstance(text, str) else text for text in runs)
    marks = {"space": " ", "none": "", "dash": "|", "hyphen": "-", "soft": "~", "wide": "/"}
    return [marks[w.joint] + _text(w) for w in collect_words(line, "en", hyphenate)]


def _text(word: Word) -> str:
    return "".join(fragment.text for fragment in word.fragments)


def lines(text: RichText | str, width: float, **changes: object) -> list[SetLine]:
    if isinstance(text, str):
        text = RichText((((run(text),),),))
    return list(set_text(text, replace(SETTING, **changes), 10.0, width).lines)


def said(line: SetLine) -> str:
    return "".join(
        g.text for part in line.parts if isinstance(part, PlacedRun) for g in part.glyphs
    )


def places(line: SetLine) -> list[float]:
    """Where each letter of a line stands."""
    return [
        g.x for part in line.parts if isinstance(part, PlacedRun) for g in part.glyphs if g.text
    ]


# --- where a line may end ------------------------------------------------------------------


@pytest.mark.parametrize(
    "parts",
    [
        "and/|or",
        "well-|known",
        "extra—|ordinary",
        "https://|example.org/|cards-|and-|boxes",
        "+1/+1",
        "10/12/2024",
        "2⚔️",
        "🐱|🐶",
        "e-mail",
        "don’t",
        "zero\u200b|width",
    ],
)
def test_a_word_is_parted_where_unicode_and_good_taste_agree(parts: str) -> None:
    text = parts.replace("|", "")
    assert "".join(words(text)) == parts
    assert "".join(words(f"({text})")).replace("(", "").replace(")", "") == parts


@pytest.mark.parametrize("text", ["Why ?", "« Non »", "Stop !", "a [ b", "“ So ”", "then : go"])
def test_a_line_does_not_begin_with_what_ends_a_sentence_even_after_a_space(text: str) -> None:
    begins = [at for at in find_breaks(text) if text[at] in "?!»:”"]
    ends = [at for at in find_breaks(text) if text[:at].rstrip()[-1] in "«[“"]
    assert begins == ends == []


def test_a_stranded_question_mark_takes_its_word_along() -> None:
    (first, second) = lines("Why do you ask ?", 57)
    assert (said(first), said(second)) == ("Why do you", "ask ?")


# --- spaces --------------------------------------------------------------------------------


def test_a_no_break_space_keeps_its_words_together() -> None:
    text = "Take\u00a02 cards from the deck and keep one of them here"
    for width in (25, 30, 40, 60, 90):
        found = [said(line) for line in lines(text, width)]
        assert found[0].startswith("Take\u00a02")


def test_a_no_break_space_grows_with_the_line_as_others_do() -> None:
    text = "Take\u00a02 cards from the deck and keep one of them here"
    first, *_ = lines(text, 102, align="justify")
    assert first.space > 1.02
    glyphs = [g for part in first.parts if isinstance(part, PlacedRun) for g in part.glyphs]
    widths = [b.x - a.x for a, b in pairwise(glyphs) if a.text in " \u00a0"]
    assert len(widths) > 2
    assert widths == pytest.approx([widths[0]] * len(widths))


@pytest.mark.parametrize("space", ["\u00a0", "\u00a0\u00a0", "\u2003", "\u2002\u00a0"])
@pytest.mark.parametrize("align", ["left", "justify"])
def test_spaces_that_are_no_plain_ones_indent_the_line_that_begins_with_them(
    space: str, align: str
) -> None:
    text = "One two three four five six seven"
    first, second, *_ = lines(f"{space}{text}", 60, align=align)
    assert said(first).startswith(f"{space}One")
    assert not said(second).startswith(space)
    glyphs = [g for part in first.parts if isinstance(part, PlacedRun) for g in part.glyphs]
    begins = next(glyph.x for glyph in glyphs if glyph.text == "O")
    assert begins == pytest.approx(10 * shape(garamond(), space).width, abs=0.01)


def test_plain_spaces_before_a_line_are_none_of_it() -> None:
    assert words("  One two") == ["One", " two"]
    assert words(" \u00a0One") == ["\u00a0One"]
    assert words("\u00a0", run("One", RED), " two") == ["\u00a0One", " two"]


@pytest.mark.parametrize(("space", "ems"), [("\u2003", 1.0), ("\u2002", 0.5), ("\u200a", 0.1)])
def test_a_space_of_a_fixed_width_has_it_in_a_justified_line_too(space: str, ems: float) -> None:
    text = f"One{space}two three four five six seven eight nine ten"
    plain, *_ = lines(text, 400)
    first, *_ = lines(text, 100, align="justify")
    assert said(first).startswith(f"One{space}two")
    widths = [places(line)[4] - places(line)[3] for line in (plain, first)]
    assert widths[0] == pytest.approx(widths[1])
    assert widths[0] == pytest.approx(10 * ems, abs=0.9)


def test_several_plain_spaces_are_one() -> None:
    assert said(lines("One   two", 400)[0]) == "One two"


# --- runs ----------------------------------------------------------------------------------


def test_a_word_of_several_runs_is_divided_like_one_of_one_run() -> None:
    one = words("extraordinarily, they", hyphenate=True)
    two = words("extra", run("ordinarily", RED), ", they", hyphenate=True)
    assert one == two
    assert len(one) > 2


def test_letters_are_kerned_over_a_change_of_color() -> None:
    whole = lines("To", 100)[0]
    parts = RichText((((run("T", RED), run("o")),),))
    assert places(lines(parts, 100)[0]) == pytest.approx(places(whole))
    assert places(whole)[1] < 10 * garamond_width("T") - 0.5


def garamond_width(letter: str) -> float:
    from cardgen.text.shaping import shape

    return shape(garamond(), letter).width


# --- words that are divided only if nothing else helps -----------------------------------------


def test_the_last_word_and_names_are_divided_with_reluctance() -> None:
    line = (run("extraordinary Alexandria, extraordinary"),)
    joints = [word.joint for word in collect_words(line, "en", True)]
    first, *others = [at for at, joint in enumerate(joints) if joint in ("space", "none")]
    assert {*joints[first + 1 : others[0]]} == {"hyphen"}
    assert {*joints[others[0] + 1 : others[1]]} == {"reluctant"}
    assert {*joints[others[1] + 1 :]} == {"reluctant"}


def test_a_name_is_divided_rather_than_a_line_left_half_empty() -> None:
    text = "To see Constantinople again"
    narrow = [said(line) for line in lines(text, 66, align="justify", hyphenate=True)]
    assert narrow[0].endswith("-")


# --- letters that stand apart --------------------------------------------------------------


def tracked(text: str, ems: float = 0.2) -> RichText:
    return RichText((((run(text, tracking=ems),),),))


@pytest.mark.parametrize("word", ["x\u0304y\u0331q\u0308", "q\u0323\u0302b"])
def test_marks_stay_on_their_letters_where_letters_stand_apart(word: str) -> None:
    def offsets(text: RichText | str) -> list[float]:
        (line,) = lines(text, 100)
        (part,) = [part for part in line.parts if isinstance(part, PlacedRun)]
        found, base = [], 0.0
        for glyph in part.glyphs:
            if glyph.text:
                base = glyph.x
            else:
                found.append(glyph.x - base)
        return found

    assert offsets(word)
    assert offsets(tracked(word)) == pytest.approx(offsets(word))


def test_letters_that_stand_apart_are_moved_by_the_same_distance() -> None:
    steps = [
        b - a
        for (a, b) in zip(places(lines("moon", 100)[0]), places(lines(tracked("moon"), 100)[0]),
                          strict=True)
    ]  # fmt: skip
    assert steps == pytest.approx([0, 2, 4, 6])


def test_a_line_of_letters_that_stand_apart_has_no_space_after_the_last() -> None:
    (line,) = lines(tracked("moon"), 100, align="center")
    glyphs = [g for part in line.parts if isinstance(part, PlacedRun) for g in part.glyphs]
    right = glyphs[-1].x + 10 * garamond_width("n")
    assert line.left + right / 2 == pytest.approx(50, abs=0.01)


def test_letters_that_stand_apart_have_no_ligatures() -> None:
    assert len(places(lines("fi", 100)[0])) == 1
    assert len(places(lines(tracked("fi"), 100)[0])) == 2


# --- hanging -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "closing"), [("“", "”"), ("„", "“"), ("»", "«"), ("«", "»"), ("”", "”")]
)
def test_quotation_marks_hang_on_either_side_whatever_the_language(
    opening: str, closing: str
) -> None:
    (line,) = lines(f"{opening}Nein{closing}", 200, hang=True)
    (right,) = lines(f"{opening}Nein{closing}", 200, hang=True, align="right")
    assert line.left < -1
    assert right.left + right.width > 201


def test_a_word_that_is_not_divided_counts_with_its_kerns_and_ligatures() -> None:
    """`e` moves towards `w`: without the kern a line that just fits would be too long."""
    text = RichText((((TextRun("however official difference", garamond(), BLACK),),),))
    setting = replace(SETTING, align="justify", hyphenate=True)
    (part,) = measure_text(text, setting, 10.0, 500.0).parts
    width = sum(item.width for item in part.itemized.items if not isinstance(item, Penalty))
    whole = shape(garamond(), "however official difference").width * 10
    assert len(part.itemized.words) > 3
    assert width == pytest.approx(whole)


def test_a_row_of_thousands_of_parts_is_measured_some_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Shaped together, all that was before each of them took the square of their number."""
    shaped: list[int] = []

    def measure(fragment: Fragment, size: float, _: str) -> float:
        shaped.append(len(fragment.text))
        return size * len(fragment.text)

    monkeypatch.setattr(paragraph_items, "measure_fragment", measure)
    row = (Word((Fragment(run("ab"), "ab"),), None, "none"),) * 2_000
    items = paragraph_items.itemize(row, SETTING, 10.0).items
    assert [item.width for item in items if isinstance(item, Box)] == [20.0] * 2_000
    assert sum(shaped) < 100 * 2_000
