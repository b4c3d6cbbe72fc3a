"""The small markup of texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.markup import MAX_NESTING, MarkupFault, MarkupPiece, parse_markup, parse_plain
from tests.support.processor_time import processor_time_below
from tests.support.samples import law


def pieces(text: str) -> list[MarkupPiece]:
    """The pieces of a faultless text of one line."""
    parsed = parse_markup(text)
    assert parsed.faults == ()
    return [piece for paragraph in parsed.paragraphs for line in paragraph for piece in line]


def looks(text: str) -> list[tuple[str, str]]:
    """Each piece with `b` for bold and `i` for italic."""
    return [(p.text, "b" * p.bold + "i" * p.italic) for p in pieces(text)]


def fault(text: str) -> MarkupFault:
    (found,) = parse_markup(text).faults
    return found


def words(text: str) -> list[list[str]]:
    """Paragraphs of lines."""
    parsed = parse_markup(text)
    return [["".join(p.text for p in line) for line in par] for par in parsed.paragraphs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fox", [("fox", "")]),
        ("a *b* c", [("a ", ""), ("b", "i"), (" c", "")]),
        ("a **b** c", [("a ", ""), ("b", "b"), (" c", "")]),
        ("***b***", [("b", "bi")]),
        ("**a *b* c**", [("a ", "b"), ("b", "bi"), (" c", "b")]),
        ("*a **b** c*", [("a ", "i"), ("b", "bi"), (" c", "i")]),
        ("**a *b***", [("a ", "b"), ("b", "bi")]),
        ("*a **b***", [("a ", "i"), ("b", "bi")]),
        ("***a* b**", [("a", "bi"), (" b", "b")]),
        ("***a** b*", [("a", "bi"), (" b", "i")]),
        ("f*o*x", [("f", ""), ("o", "i"), ("x", "")]),
    ],
)
def test_stars_make_bold_and_italic(text: str, expected: list[tuple[str, str]]) -> None:
    assert looks(text) == expected


@pytest.mark.parametrize("text", ["2 * 3", "* item", "a ** b", "****", "don't", "a \\ b"])
def test_what_opens_nothing_is_what_it_looks_like(text: str) -> None:
    assert looks(text) == [(text, "")]


@pytest.mark.parametrize("text", ["2*3*4", "1*2, 3*4", "2*3", "2**3**4", "½*3*¼", "10*5*2*1"])
def test_a_star_between_digits_is_a_star(text: str) -> None:
    assert looks(text) == [(text, "")]
    assert looks(f"*{text} cards*") == [(f"{text} cards", "i")]


@pytest.mark.parametrize("text", ["2*n*3", "2*(a+b)*c", "x*2a*3", "2**n**x"])
def test_stars_that_part_a_number_from_words_are_doubtful(text: str) -> None:
    assert fault(text).message == f"`{text}` may be a product, or words set apart by stars"
    assert "\\*" in fault(text).hint


def test_a_doubtful_product_over_lines_is_shown_as_far_as_its_line_goes() -> None:
    assert fault("2*n\nand 3*m").message == ("`2*n…` may be a product, or words set apart by stars")


@pytest.mark.parametrize("text", ["Pay 3*{gold} now", "Pay 3*{gold}, 2*{gold}"])
def test_a_number_and_a_star_before_an_icon_are_told_how_icons_are_counted(text: str) -> None:
    assert fault(text).hint.startswith("write `{gold}*3`, or ")


def test_a_word_in_brackets_may_be_an_icon_or_a_field() -> None:
    hint = fault("[gold]").hint
    assert "`{{ gold }}` in a layout for that field of the card, `{gold}` for an icon" in hint


@pytest.mark.parametrize(
    "text", ["(*) and (*)", '"*" or "*"', "5*, 6*, 7", "may*/can*", "*) **) 2 *)"]
)
def test_a_star_by_itself_or_at_the_end_of_a_word_is_a_star(text: str) -> None:
    assert looks(text) == [(text, "")]


def test_a_star_at_the_end_of_a_word_closes_words_that_are_set_apart() -> None:
    assert looks("*5*, 6*.") == [("5", "i"), (", 6*.", "")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*/*", "`*/*` may be stars beside a slash"),
        ("1+*/1+*", "`*/1+*` may be stars beside a slash"),
        ("*+1/*", "`*+1/*` may be stars beside a slash"),
        ("f**k and s**t", "`f**k and s**t` may be words with stars"),
    ],
)
def test_stars_beside_a_slash_and_within_several_words_are_doubtful(text: str, shown: str) -> None:
    assert fault(text).message.startswith(shown)
    assert "\\*" in fault(text).hint
    assert looks("".join(f"\\{c}" if c == "*" else c for c in text)) == [(text, "")]


@pytest.mark.parametrize("text", ["手札から*Fire Ball*を使う", "카드*두 장*을", "ה*קלף הראשון*ב"])
def test_words_of_scripts_that_join_them_to_others_may_be_set_apart_together(text: str) -> None:
    assert parse_markup(text).faults == ()
    assert [look for _, look in looks(text)] == ["", "i", ""]


@pytest.mark.parametrize("text", ["un*frigging*likely", "the 5*th* day", "*2*nd", "H*2*O"])
def test_stars_within_a_word_set_its_middle_apart(text: str) -> None:
    assert parse_markup(text).faults == ()
    assert any(piece.italic for piece in pieces(text))


@pytest.mark.parametrize("character", list("*{}[]\\"))
def test_a_backslash_makes_a_mark_plain(character: str) -> None:
    assert looks(f"a\\{character}b") == [(f"a{character}b", "")]


def test_a_backslash_before_a_letter_stays() -> None:
    assert looks("a\\nb") == [("a\\nb", "")]


def test_bold_may_go_on_over_a_line_break() -> None:
    assert looks("**a\nb** c") == [("a", "b"), ("b", "b"), (" c", "")]


# --- icons and styles --------------------------------------------------------------------


def test_a_word_in_braces_is_an_icon_where_it_stands() -> None:
    assert [(p.text, p.icon) for p in pieces("pay {coin}2")] == [
        ("pay ", ""),
        ("", "coin"),
        ("2", ""),
    ]


def test_an_icon_s_name_may_have_spaces_around_it() -> None:
    assert [p.icon for p in pieces("{ coin }")] == ["coin"]


def test_a_text_in_brackets_has_the_styles_after_it() -> None:
    assert [(p.text, p.styles) for p in pieces("a [b]{red 80%} c")] == [
        ("a ", ()),
        ("b", ("red", "80%")),
        (" c", ()),
    ]


def test_styles_nest_with_the_outer_ones_first() -> None:
    found = pieces("[a [b]{red} {coin}]{sc}")
    assert [p.styles for p in found] == [("sc",), ("sc", "red"), ("sc",), ("sc",)]


def test_bold_within_brackets_keeps_the_style() -> None:
    assert [(p.text, p.bold, p.styles) for p in pieces("[a **b**]{red}")] == [
        ("a ", False, ("red",)),
        ("b", True, ("red",)),
    ]


def test_a_style_reaches_over_line_breaks_and_not_beyond() -> None:
    assert [(p.text, p.styles) for p in pieces("x[a\nb]{red}c")] == [
        ("x", ()),
        ("a", ("red",)),
        ("b", ("red",)),
        ("c", ()),
    ]


@pytest.mark.parametrize("text", ["fox **den** {coin} [sly]{red} end", "\\*a **b**\n*c*"])
def test_a_piece_knows_where_it_stood(text: str) -> None:
    for piece in pieces(text):
        mark = "{" + piece.icon if piece.icon else piece.text.lstrip("*")
        assert text.find(mark, piece.offset) - piece.offset in (0, 1)


# --- lines and paragraphs ----------------------------------------------------------------


def test_a_line_break_is_one_on_the_card() -> None:
    assert words("a\nb") == [["a", "b"]]


@pytest.mark.parametrize("gap", ["\n\n", "\n\n\n\n", "\n  \n"])
def test_an_empty_line_begins_a_paragraph(gap: str) -> None:
    assert words(f"a{gap}b\nc") == [["a"], ["b", "c"]]


@pytest.mark.parametrize("text", ["", "\n", "  \n \n"])
def test_an_empty_text_has_no_paragraph(text: str) -> None:
    assert parse_markup(text).paragraphs == ()


def test_empty_lines_at_the_ends_are_dropped() -> None:
    assert words("\n\na\n\n") == [["a"]]


def test_a_line_with_only_an_icon_is_not_empty() -> None:
    assert len(parse_markup("{coin}").paragraphs) == 1


def test_plain_text_has_no_markup_but_line_breaks() -> None:
    parsed = parse_plain("**a** {b}\n\n[c]")
    assert parsed.faults == ()
    assert [[[p.text for p in line] for line in par] for par in parsed.paragraphs] == [
        [["**a** {b}"]],
        [["[c]"]],
    ]


# --- faults ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["*/2", "*/1+*", "a **b c", "a *b\n\nc", "*a **b", "2*n*3", "C*-algebra"],
)
def test_stars_at_fault_change_no_look(text: str) -> None:
    parsed = parse_markup(text)
    assert parsed.faults
    pieces = [piece for paragraph in parsed.paragraphs for line in paragraph for piece in line]
    assert not any(piece.bold or piece.italic for piece in pieces)


def test_marks_beside_stars_at_fault_keep_their_look() -> None:
    first, *_, last = parse_markup("M*A*S*H").paragraphs[0][0][1:]
    assert (first.text, first.italic, last.text, last.italic) == ("A", True, "H", False)


@pytest.mark.parametrize(
    ("text", "offset", "length", "message"),
    [
        ("a **b", 2, 2, "`**` is never closed"),
        ("a *b", 2, 1, "`*` is never closed"),
        ("a [b", 2, 1, "`[` is never closed"),
        ("a b]{red}", 3, 1, "`]` closes nothing"),
        ("a [b] c", 2, 3, "`[…]` has no style"),
        ("a {{ b }} {{ c }}", 2, 7, "this text is no template: nothing in it is worked out"),
        ("{% if b %}a", 0, 10, "this text is no template: nothing in it is worked out"),
        ("a {b", 2, 1, "`{` opens no icon"),
        ("a {} b", 2, 1, "`{` opens no icon"),
        ("a } b", 2, 1, "`}` closes nothing"),
    ],
)
def test_faulty_markup_is_pointed_at(text: str, offset: int, length: int, message: str) -> None:
    found = parse_markup(text).faults[0]
    assert (found.offset, found.length, found.message) == (offset, length, message)


def test_a_fault_says_how_to_write_the_character() -> None:
    assert fault("a [b").hint == "close it with `]{style}`, or write `\\[` for the character"
    assert fault("a [b c] d").hint == "write `[text]{style}`, or `\\[` and `\\]` for the characters"


def test_a_field_in_brackets_as_other_tools_have_it_is_told_as_a_template() -> None:
    assert fault("a [cost] c").hint.startswith("write `{{ cost }}` in a layout for that field")


@pytest.mark.parametrize(
    "text",
    ["a } b", "a ] b", "a { b", "{a\nb", "a [b] c", "a [b [c]] d", "[a\nb]", "a [b", "a **b", "*a",
     "***a [b", "[]", "a [b [c"],
)  # fmt: skip
def test_a_mark_that_closes_or_opens_nothing_is_printed_as_typed(text: str) -> None:
    assert parse_markup(text).faults
    assert "\n".join(line for paragraph in words(text) for line in paragraph) == text


@law
@given(st.text("ab *{}[]\\\n", max_size=24))
def test_a_fault_lies_in_the_text(text: str) -> None:
    for found in parse_markup(text).faults:
        assert 0 <= found.offset < found.offset + found.length <= len(text)


@law
@given(st.text("ab *}[]\\\n", max_size=24))
def test_no_letter_is_lost(text: str) -> None:
    printed = "".join(line for paragraph in words(text) for line in paragraph)
    assert [c for c in printed if c in "ab"] == [c for c in text if c in "ab"]


@law
@given(st.text("ab *{}[]\\ '", max_size=24))
def test_a_text_with_every_mark_escaped_is_printed_as_typed(text: str) -> None:
    escaped = "".join(f"\\{c}" if c in "*{}[]\\" else c for c in text)
    assert [p.text for p in pieces(escaped)] == ([text] if text.strip() else [])


def test_brackets_without_a_style_leave_the_style_around_them() -> None:
    (line,) = parse_markup("[a [b] c]{red} d").paragraphs[0]
    assert [("".join(p.text for p in line if p.styles == s)) for s in (("red",), ())] == [
        "a [b] c",
        " d",
    ]


def test_a_piece_of_faulty_markup_knows_where_it_stood() -> None:
    text = "a **b [c] *d"
    (line,) = parse_markup(text).paragraphs[0]
    assert all(text.startswith(piece.text, piece.offset) for piece in line)


@pytest.mark.parametrize("mark", ["[a", "*a ", "[*a "])
def test_marks_nested_too_deeply_are_one_fault_and_printed_as_typed(mark: str) -> None:
    text = mark * 2500 + "]{s}" * 2500
    assert fault(text).message == "marks are nested too deeply"
    assert words(text) == [[text]]


def test_marks_nested_as_deeply_as_allowed_are_read() -> None:
    (piece,) = pieces("[" * MAX_NESTING + "a" + "]{s}" * MAX_NESTING)
    assert piece.styles == ("s",) * MAX_NESTING


def test_marks_beside_each_other_are_not_nested() -> None:
    assert len(pieces("[a]{s}*b*" * 500)) == 1000


@pytest.mark.parametrize("mark", ["{{", "{%", "{{}", "{{\n{%"])
def test_templates_without_an_end_are_looked_for_once(mark: str) -> None:
    typed = mark * (18_000 // len(mark)) + "\n}}"
    with processor_time_below(1):
        assert parse_markup(typed).faults
