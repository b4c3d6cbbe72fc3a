"""Markdown read into blocks that know their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.findings import Finding, Report
from cardgen.read.markdown_text.parser import read_markdown
from cardgen.read.markdown_text.tree import (
    Block,
    Break,
    Callout,
    Code,
    Figure,
    Heading,
    HorizontalRule,
    Inline,
    InlineExpression,
    Listing,
    MarkdownTable,
    Paragraph,
    Quote,
    Symbol,
    TextSpan,
    plain,
    slug_of,
)
from tests.support.processor_time import processor_time_below
from tests.support.samples import codes, law


def read(text: str) -> tuple[tuple[Block, ...], tuple[Finding, ...]]:
    report = Report()
    return read_markdown(text, "rules.md", report).blocks, report.findings


def block(text: str) -> Block:
    blocks, findings = read(text)
    assert findings == ()
    (found,) = blocks
    return found


def inlines(text: str) -> tuple[Inline, ...]:
    found = block(text)
    assert isinstance(found, Paragraph)
    return found.line


def at(inline: Inline) -> tuple[int, int]:
    return inline.span.line, inline.span.column


def test_words_are_found_where_they_were_typed() -> None:
    first, strong, last = inlines("Draw **two** cards")
    assert (at(first), at(strong), at(last)) == ((1, 1), (1, 8), (1, 13))


def test_the_second_line_of_a_paragraph_has_places_of_its_own() -> None:
    found = [i for i in inlines("one\ntwo *three*") if isinstance(i, TextSpan) and i.look.italic]
    assert at(found[0]) == (2, 6)


def test_words_in_lists_and_quotes_are_found_behind_their_marks() -> None:
    quote = block("> - one\n> - *two*")
    assert isinstance(quote, Quote)
    listing = quote.blocks[0]
    assert isinstance(listing, Listing)
    second = listing.items[1][0]
    assert isinstance(second, Paragraph)
    assert at(second.line[0]) == (2, 6)


def test_equal_cells_of_a_row_have_different_places() -> None:
    table = block("| a | a |\n|---|--:|\n| x | x |")
    assert isinstance(table, MarkdownTable)
    assert [at(cell[0]) for cell in table.head] == [(1, 3), (1, 7)]
    assert [at(cell[0]) for cell in table.rows[0]] == [(3, 3), (3, 7)]
    assert table.aligns == ("left", "right")


def test_an_expression_keeps_its_stars_and_braces() -> None:
    (spot,) = inlines('{{ count("letters", "points * 2 == {1}|length") }}')
    assert isinstance(spot, InlineExpression)
    assert spot.source == 'count("letters", "points * 2 == {1}|length")'
    assert at(spot) == (1, 4)


@pytest.mark.parametrize("text", ["(*) and (*)", "2*3*4", "5*, 6*"])
def test_a_star_that_is_one_on_cards_is_one_in_a_booklet(text: str) -> None:
    found = inlines(text)
    assert "".join(one.text for one in found if isinstance(one, TextSpan)) == text


def test_an_expression_may_go_over_lines() -> None:
    first, spot, last = inlines('See {{ hand("a",\n  "b") }} there')
    assert isinstance(spot, InlineExpression)
    assert spot.source == 'hand("a",\n  "b")'
    assert (at(first), at(spot), at(last)[0]) == ((1, 1), (1, 8), 2)


def test_an_icon_stands_in_a_word() -> None:
    kinds = [type(inline) for inline in inlines("pay {coin}s")]
    assert kinds == [TextSpan, Symbol, TextSpan]


def test_words_take_styles_as_on_cards_and_keep_their_emphasis() -> None:
    (words,) = inlines("[*red*]{red sc}")
    assert isinstance(words, TextSpan)
    assert (words.text, words.look.styles, words.look.italic) == ("red", ("red", "sc"), True)


def test_emphasis_in_emphasis_is_upright() -> None:
    outer, inner, _ = inlines("*a _b_ c*")
    assert isinstance(outer, TextSpan)
    assert isinstance(inner, TextSpan)
    assert (outer.look.italic, inner.look.italic) == (True, False)


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("**Note:**words", "Note:"),
        ("see **“Fox”**s", "“Fox”"),
        ("ein**„Fuchs“**bau", "„Fuchs“"),
        ("他说**「文」**的", "「文」"),
        ("他说：**规则。**玩家", "规则。"),
        ("a **word**, then", "word"),
        ("(**word**)s", "word"),
    ],
)
def test_stars_between_a_letter_and_punctuation_mark_words_as_on_cards(
    text: str, bold: str
) -> None:
    marked = [one for one in inlines(text) if isinstance(one, TextSpan) and one.look.bold]
    assert [one.text for one in marked] == [bold]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A **word with no end.", (1, 3)),
        ("**bold **words** after", (1, 1)),
        ("| a | **b |\n|---|---|\n| **c | d |", (1, 7)),
        ("pay **{coin} twice", (1, 5)),
    ],
)
def test_stars_that_mark_nothing_are_told_where_they_are(text: str, place: tuple[int, int]) -> None:
    found = read(text)[1][0]
    assert found.code == "bad-markup"
    assert found.severity == "warning"
    assert found.span is not None
    assert (found.span.line, found.span.column) == place


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 and 2**3",
        "5 * 3 ** 4",
        "Foxes* and owls* rest.",
        "***** of five",
        "a \\**b",
        "`**a`",
        "An egg *) and a fox **).",
    ],
)
def test_stars_that_are_stars_are_no_finding(text: str) -> None:
    assert read(text)[1] == ()


def test_br_ends_a_line_in_a_cell_and_is_html_elsewhere() -> None:
    table = block("| a<br>b | c |\n|---|---|\n| d<BR/>e | f |")
    assert isinstance(table, MarkdownTable)
    assert [type(one) for one in table.head[0]] == [TextSpan, Break, TextSpan]
    assert [type(one) for one in table.rows[0][0]] == [TextSpan, Break, TextSpan]
    assert codes(read("a<br>b")[1]) == ["markdown-html"]


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("1. one\n  - lost\n2. two", (2, 3), "indent it by 1 space more"),
        ("10. ten\n   - lost", (2, 4), "indent it by 1 space more"),
        ("10. ten\n\n  lost words", (3, 3), "indent it by 2 spaces more"),
        ("- one\n - lost", (2, 2), "indent it by 1 space more"),
        ("1. one\n1. two\n  1. lost", (3, 3), "indent it by 1 space more"),
        ("> 1. one\n>   - lost", (2, 1), "indent it by 1 space more"),
        ("1. one\n\n  | a | b |\n  |---|---|\n  | c | d |", (3, 3), "indent it by 1 space more"),
    ],
)
def test_what_is_indented_too_little_to_stand_in_an_item_is_told(
    text: str, place: tuple[int, int], hint: str
) -> None:
    (found,) = read(text)[1]
    assert found.code == "markdown-lost"
    assert found.span is not None
    assert (found.span.line, found.span.column) == place
    assert found.hint.startswith(hint)


@pytest.mark.parametrize(
    "text",
    [
        "1. one\n   - sub\n\n   words\n\nafter",
        " 9. nine\n10. ten",
        "- one\n    - two\n        - three",
        "* one\n\t* two\n\t\t* three",
        "- - inner\n\n  outer",
        "> - one\n>   - two\n>\n> after",
        "1. one\n 2. two",
    ],
)
def test_indents_that_are_followed_are_no_finding(text: str) -> None:
    assert read(text)[1] == ()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("![Map](map.png){width=50%}", 'write `![caption](map.png "50%")`'),
        ('![Map](map.png){width="3.2in" height="2in"}', 'write `![caption](map.png "3.2in")`'),
        ("![Map](map.png){.center}", "take it away"),
        ("[![Map](map.png)](https://example.org)", "write the link into a text below it"),
    ],
)
def test_what_is_typed_around_a_picture_and_not_read_is_told(typed: str, said: str) -> None:
    (figure,), (found,) = read(typed)
    assert isinstance(figure, Figure)
    assert plain(figure.caption) == "Map"
    assert found.code == "markdown-lost"
    assert found.hint.startswith(said)


def test_a_backslash_ends_a_line() -> None:
    assert [type(inline) for inline in inlines("one\\\ntwo")] == [TextSpan, Break, TextSpan]


def test_a_box_has_a_kind_a_title_and_what_follows() -> None:
    box = block("> [!Example] Scoring *a* word\n> Ann lays two.\n>\n> - one")
    assert isinstance(box, Callout)
    assert (box.kind, plain(box.title)) == ("example", "Scoring a word")
    paragraph, listing = box.blocks
    assert isinstance(paragraph, Paragraph)
    assert plain(paragraph.line) == "Ann lays two."
    assert isinstance(listing, Listing)


def test_a_box_may_have_no_title() -> None:
    box = block("> [!note]\n> Read *this*.")
    assert isinstance(box, Callout)
    assert (box.title, len(box.blocks)) == ((), 1)


def test_a_quote_that_begins_with_brackets_is_a_quote() -> None:
    assert isinstance(block("> [sic] he said"), Quote)


def test_a_picture_of_its_own_has_a_caption_and_a_width() -> None:
    figure = block('![A *map*](map.png "60mm")')
    assert isinstance(figure, Figure)
    assert (figure.source, figure.width, plain(figure.caption)) == ("map.png", "60mm", "A map")


def test_lists_know_their_first_number_and_whether_they_are_tight() -> None:
    tight, loose = block("3. a\n4. b"), block("- a\n\n- b")
    assert isinstance(tight, Listing)
    assert isinstance(loose, Listing)
    assert (tight.start, tight.tight, loose.start, loose.tight) == (3, True, None, False)


def test_rules_and_code_are_what_they_are() -> None:
    rule, code = read("***\n\n```\na  b\n```")[0]
    assert isinstance(rule, HorizontalRule)
    assert isinstance(code, Code)
    assert code.text == "a  b"


def test_a_heading_gives_its_own_name_or_takes_it_from_its_words() -> None:
    first, second, third = read("# How to score!\n\n# Win {#end}\n\n# How to score")[0]
    assert isinstance(first, Heading)
    assert isinstance(second, Heading)
    assert isinstance(third, Heading)
    assert [h.slug for h in (first, second, third)] == ["how-to-score", "end", "how-to-score-1"]
    assert plain(second.line) == "Win"


def test_a_link_to_a_persian_heading_may_have_its_joiners_or_not() -> None:
    name = "آماده\u200cسازی"
    blocks, findings = read(f"## {name}\n\n[a](#{name}) [b](#آمادهسازی)\n\n## X {{#{name}1}}\n")
    heading, links, other = blocks
    assert isinstance(heading, Heading)
    assert isinstance(other, Heading)
    assert isinstance(links, Paragraph)
    spans = [one for one in links.line if isinstance(one, TextSpan)]
    assert {one.look.link for one in spans if one.look.link} == {f"#{heading.slug}"}
    assert other.slug == f"{heading.slug}1"
    assert findings == ()


def test_a_name_that_another_heading_has_is_told() -> None:
    _, (found,) = read("# One {#a}\n\n## Two {#a}\n\n## Two\n")
    assert (found.code, found.severity, str(found.span)) == (
        "markdown-lost", "warning", "rules.md:3:8"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Y’s status", "ys-status"),
        ("Größe 2", "größe-2"),
        ("?!", "section"),
        ("खेल की तैयारी", "खेल-की-तैयारी"),
        ("การเริ่มเล่น", "การเริ่มเล่น"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("⚔️ War", "war"),
    ],
)
def test_names_of_headings_are_github_s(title: str, slug: str) -> None:
    assert slug_of(title) == slug


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<!-- a --> words <!-- b -->", "words behind a comment that begins a line are lost"),
        ("above\n<!-- a --> words", "words behind a comment that begins a line are lost"),
        ("<!-- a\n\nwords", "this comment has no end, and takes all that is below it"),
    ],
)
def test_words_that_a_comment_takes_along_are_told(text: str, message: str) -> None:
    (found,) = read(text)[1]
    assert found.code == "markdown-html"
    assert found.message.startswith(message)


def test_html_around_a_comment_is_told_as_html() -> None:
    (found,) = read("<div>\n<!-- a -->\nwords\n</div>")[1]
    assert found.message == "HTML cannot be set"


def test_a_comment_below_a_list_is_dropped_however_it_is_indented() -> None:
    assert read("1. one\n\n  <!-- a -->\n\nwords")[1] == ()


def test_comments_without_an_end_are_looked_through_once() -> None:
    typed = "<!--" * 25_000
    with processor_time_below(2):
        (found,) = read(typed)[1]
    assert found.message.startswith("this comment has no end")


def test_several_comments_are_dropped() -> None:
    assert read("<!-- a --> <!-- b -->\n\nwords <!-- c -->")[1] == ()


def test_a_comment_is_dropped_and_a_tag_is_not() -> None:
    assert read("<!-- later -->")[1] == ()
    (finding,) = read("a <br> b")[1]
    assert (finding.code, str(finding.span)) == ("markdown-html", "rules.md:1:3")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a <br> b", "write a backslash at the end of the line, and go on in the next"),
        ("a <BR/> b", "write a backslash at the end of the line, and go on in the next"),
        ("a <strong>b", "write `**words**`"),
        ('<img src="a.png">', "write `![caption](picture.png)`"),
        ("a <blink>b", "write Markdown: `**bold**`, `[words]{style}`, `![caption](picture.png)`"),
    ],
)
def test_a_tag_is_told_with_what_says_the_same(text: str, hint: str) -> None:
    assert read(text)[1][0].hint == hint


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("some {{ count of", "rules.md:1:6"),
        ("a }} b", "rules.md:1:3"),
        ("| A |\n|---|\n| {{ a | b }} |", "rules.md:3:3"),
    ],
)
def test_half_an_expression_is_not_printed(text: str, place: str) -> None:
    (finding,) = read(text)[1]
    assert (finding.code, str(finding.span)) == ("template-syntax", place)


def test_braces_can_be_printed_and_stand_in_tables() -> None:
    (paragraph,), findings = read(r"write \{\{ and \}\}")
    assert findings == ()
    assert isinstance(paragraph, Paragraph)
    assert plain(paragraph.line) == "write {{ and }}"
    table = block("| A |\n|---|\n| {{ a \\| upper }} |")
    assert isinstance(table, MarkdownTable)
    (spot,) = table.rows[0][0]
    assert isinstance(spot, InlineExpression)
    assert spot.source == "a | upper"


def test_a_text_of_over_200_000_characters_is_refused() -> None:
    assert codes(read("a" * 200_001)[1]) == ["markdown-limit"]


@pytest.mark.parametrize(
    ("text", "place", "lost"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 | 4 |", "rules.md:3:11", "`3`"),
        ("> a | b\n> --|--\n> 1 | 2 | 3", "rules.md:3:11", "`3`"),
        ("1. a\n2. b\n5. c\n6. d", "rules.md:3:1", "`3.`"),
        ("- a\n\n  7) b\n  9) c", "rules.md:4:3", "`8)`"),
    ],
)
def test_what_markdown_leaves_out_or_counts_anew_is_told(text: str, place: str, lost: str) -> None:
    (finding,) = read(text)[1]
    assert (finding.code, str(finding.span)) == ("markdown-lost", place)
    assert lost in finding.message


@pytest.mark.parametrize(
    "text",
    [
        "1. a\n1. b\n1. c",
        "3. a\n4. b",
        "a | b\n--|--\n1 | 2 | \n1",
        "a | b\n--|--\n1 \\| 2 | 3",
    ],
)
def test_lists_that_count_themselves_and_short_rows_lose_nothing(text: str) -> None:
    assert read(text)[1] == ()


def test_the_mark_behind_a_number_is_kept() -> None:
    assert [
        found.mark for found in (block("1. a"), block("1) a")) if isinstance(found, Listing)
    ] == [
        ".",
        ")",
    ]


@given(st.text(alphabet="ab *_`[](){}!<>#|\\-+1.\n\t\"'é€", max_size=120))
@law
def test_any_text_is_read_and_every_place_is_in_it(text: str) -> None:
    blocks, findings = read(text)
    lines = text.split("\n")
    spans = [b.span for b in blocks] + [f.span for f in findings if f.span]
    for found in blocks:
        if isinstance(found, Paragraph | Heading):
            spans += [inline.span for inline in found.line]
    for span in spans:
        assert 1 <= span.line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 2
        assert span.end_column > span.column
