"""The text of a booklet in another language: each block is asked for, and stays what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pytest

from cardgen.core.findings import Report, Span
from cardgen.read.markdown_text.parser import read_markdown
from cardgen.read.markdown_text.tree import (
    Block,
    Break,
    Callout,
    Code,
    Heading,
    Listing,
    Paragraph,
    Quote,
    plain,
)
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.translation.held_parts import compare_texts
from cardgen.read.translation.pseudo import pseudo_text
from cardgen.read.translation.translated_markdown import visit_markdown

IN_PO = Span("translations/de.po", 7, 9, 20)
"""Where all translations stand."""


def texts(text: str) -> list[str]:
    """What is asked for to be translated."""
    asked: list[str] = []

    def visit(node: ScalarNode, context: str, owner: str) -> ScalarNode:
        del context, owner
        asked.append(node.text)
        return node

    visit_markdown(text, "rules.md", visit)
    return asked


def translated(text: str, words: Mapping[str, str]) -> tuple[Block, ...]:
    """The blocks of a text whose blocks are translated as named, or by themselves."""

    def visit(node: ScalarNode, context: str, owner: str) -> ScalarNode:
        del context, owner
        return ScalarNode(IN_PO, words.get(node.text, node.text), plain=False)

    made, report = visit_markdown(text, "rules.md", visit), Report()
    blocks = read_markdown(made.text, "rules.md", report, made.places).blocks
    assert report.findings == ()
    return blocks


def test_the_title_of_a_box_stays_apart_from_its_words() -> None:
    text = "> [!note] Remember\n> Draw a card."
    (box,) = translated(text, {"[!note] Remember\nDraw a card.": "[!note] Merke\nZieh eine Karte."})
    assert isinstance(box, Callout)
    (words,) = box.blocks
    assert isinstance(words, Paragraph)
    assert (plain(box.title), plain(words.line)) == ("Merke", "Zieh eine Karte.")


def test_a_line_that_ends_with_two_spaces_is_asked_for_with_a_backslash() -> None:
    assert texts("one  \ntwo  \nthree  \n") == ["one\\\ntwo\\\nthree"]
    (words,) = translated("one  \ntwo  \nthree", {})
    assert isinstance(words, Paragraph)
    assert [type(one) for one in words.line].count(Break) == 2


def test_a_row_of_words_in_expressions_alone_is_translated() -> None:
    row = '| {{ plural(2, "card", "cards") }} | {{ count("a") }} |'
    assert texts(f"| a | b |\n|---|---|\n{row}") == ["| a | b |", row]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("```\nDraw:\n  a card\n```", "Draw:\n  a card"),
        ("    Draw:\n      a card", "Draw:\n  a card"),
        ("> ~~~text\n> Draw:\n>   a card\n> ~~~", "Draw:\n  a card"),
        ("- item\n\n  ```\n  Draw:\n    a card\n  ```", "Draw:\n  a card"),
    ],
)
def test_lines_of_code_are_translated_and_keep_their_indent(text: str, asked: str) -> None:
    assert asked in texts(text)
    (code,) = code_of(translated(text, {asked: "Zieh:\n  eine Karte"}))
    assert code.text == "Zieh:\n  eine Karte"


def code_of(blocks: Iterable[Block]) -> Iterator[Code]:
    for block in blocks:
        match block:
            case Code():
                yield block
            case Quote():
                yield from code_of(block.blocks)
            case Listing():
                yield from (code for item in block.items for code in code_of(item))


@pytest.mark.parametrize(
    "heading",
    ["Q&amp;A", "The *end*", "A [link](https://x.org)", "\\#1 of {coin}", "_Fox_", "a_b `c`"],
)
def test_a_translated_heading_is_found_by_the_name_of_its_source(heading: str) -> None:
    (source,) = read_markdown(f"## {heading}", "rules.md", Report()).blocks
    (found,) = translated(f"## {heading}", {heading: "Ganz anders"})
    assert isinstance(source, Heading)
    assert isinstance(found, Heading)
    assert found.slug == source.slug


@pytest.mark.parametrize("text", ["## The end", "The end\n---", "# The end #"])
def test_a_translation_of_several_lines_stays_in_its_heading(text: str) -> None:
    (found,) = translated(text, {"The end": "Das\nEnde"})
    assert isinstance(found, Heading)
    assert (plain(found.line), found.slug) == ("Das Ende", "the-end")


@pytest.mark.parametrize(
    ("source", "other", "said"),
    [
        ("See [it][rules].", "Siehe [es][regeln].", "links, pictures or boxes differ"),
        ("At <https://x.org>.", "Dort.", "links, pictures or boxes differ"),
        ("See [it][rules].", "Siehe [es][rules].", ""),
        ("At <https://x.org>.", "Bei <https://x.org>.", ""),
    ],
)
def test_a_translation_keeps_the_links_of_its_source(source: str, other: str, said: str) -> None:
    assert [fault.message[: len(said)] for fault in compare_texts(source, other)] == [said] * bool(
        said
    )


@pytest.mark.parametrize(
    ("source", "other"),
    [
        ("Draw 2 cards.", "اسحب ٢ بطاقات."),
        ("Pay 12,000.", "१२,००० दें।"),
        ("Pay 10,000.", "Payez 10 000."),
        ("Pay 10,000.", "Payez 10\u202f000."),
        ("Pay 10,000.", "Zahle 10’000."),
        ("Pay 1.5.", "١٫٥"),
    ],
)
def test_numbers_are_the_same_in_the_digits_of_any_language(source: str, other: str) -> None:
    assert list(compare_texts(source, other)) == []


def test_another_number_is_told_in_any_digits() -> None:
    (fault,) = compare_texts("Draw 2 cards.", "اسحب ٣ بطاقات.")
    assert fault.code == "translation-number"


@pytest.mark.parametrize(
    ("source", "other", "is_printed"),
    [
        ("**Draw *two* cards**", "*Zwei* **Karten ziehen**", False),
        ("*2* cards", "* 2* Karten", True),
        ("5 * 3 and *two*", "*zwei* und 5 * 3", False),
        ("5 * 3 and *two*", "5 * 3 und * zwei*", True),
        ("*two*", r"\**zwei*", False),
    ],
)
def test_stars_are_told_that_a_translation_prints(
    source: str, other: str, *, is_printed: bool
) -> None:
    told = [fault.message[:20] for fault in compare_texts(source, other)]
    assert told == ["stars of the transla"] * is_printed


@pytest.mark.parametrize("kept", ["&amp;", "&#8212;", "<https://acorn.org>", "][acorn]", "<br>"])
def test_pseudo_keeps_what_markdown_reads(kept: str) -> None:
    assert kept in pseudo_text(f"[an acorn{kept} falls")
