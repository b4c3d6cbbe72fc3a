"""The codes that reading, binding and laying out booklets and the showcase report.

In      nothing: the phases find these faults themselves, with place and hint.
Out     `BOOKLET_CODES`, a part of those of `check.rules.source.source_codes`.
"""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.check.engine.rule import Explanation

_CODES = (
    Explanation(
        "unknown-card",
        "An entry under `checks:`, a booklet's text or a scene names a card that does not exist.",
        "The entry does nothing, the figure would be missing: most often the card was renamed.",
        "Write the deck and the card's id, as findings show them: `letters/a-red`.",
    ),
    Explanation(
        "markdown-html",
        "A booklet's text holds HTML.",
        "HTML is for browsers; a booklet is set in type, and the tag would be lost.",
        "Write Markdown: `**bold**`, `[words]{style}`, `![caption](picture.png)`, "
        "`{{ page_break() }}`. A comment `<!-- … -->` may stay.",
    ),
    Explanation(
        "markdown-figure",
        "A figure, table or page break stands in the middle of a text.",
        "A figure takes the width of the column, so that it cannot stand in a line of words.",
        "Give it a paragraph of its own, with an empty line before and after it. A small picture "
        "for lines of text is an icon: declare it under `icons:` in game.yaml.",
    ),
    Explanation(
        "markdown-lost",
        "A number of a list, an indent, a cell of a table, the name of a heading or what is typed "
        "behind a picture is not what is printed.",
        "Markdown counts the items of a list on from its first number, and leaves out what a row "
        "has beyond the cells of the head. What is to stand in an item is indented as far as the "
        "item's words: three spaces behind `1. `, four behind `10. `; with less it ends the list. "
        "Of two headings of one name links find the first.",
        "Number items one after the other (or all with `1.`), and begin a list at another number "
        "behind a text; indent what belongs to an item below its first word; give the head a cell "
        "for each column, and write `\\|` for a bar in a cell.",
        "warning",
    ),
    Explanation(
        "markdown-limit",
        "A booklet's text is too long, or nested too deeply.",
        "A text like this takes longer to lay out than anybody waits.",
        "Divide it into several booklets, or take lists out of lists.",
    ),
    Explanation(
        "unknown-heading",
        "A link or page number refers to a heading that is not there.",
        "The reader is sent to a page that does not exist.",
        "Write the heading in lower case with hyphens for spaces, as in `[Scoring](#scoring)`, or "
        "give it a name: `## How to score {#scoring}`.",
    ),
    Explanation(
        "dead-link",
        "A link of a booklet leads to a file, or its address is empty, not whole or misspelled.",
        "A PDF travels without the files around it: who clicks the link is told of an error.",
        "Write the whole address, `https://example.org`, or a heading of the text, `#scoring`.",
        "warning",
    ),
    Explanation(
        "unknown-role",
        "A booklet has no such kind of text.",
        "The style would be used nowhere.",
        "Take one of the kinds that the hint lists: `body`, `heading-1`, `caption` …",
    ),
    Explanation(
        "bad-scene",
        "A scene of the showcase has a field that it has no use for, or lacks one.",
        "What the field says would be seen nowhere.",
        "Take it away, or choose the scene that it belongs to: docs/showcase.md has a table.",
    ),
    Explanation(
        "unknown-box",
        "A scene of the showcase names a box that does not exist.",
        "There would be nothing in the picture.",
        "Name one of `boxes:` in game.yaml, or describe one there.",
    ),
    Explanation(
        "unknown-scene",
        "A sell sheet names a scene that is not there.",
        "The picture above its text would be missing.",
        "Name another scene of `showcase:`, no sell sheet.",
    ),
    Explanation(
        "wide-figure",
        "A picture or card of a booklet is to be wider than its column, or a hand of cards is.",
        "A picture or card is made as wide as the column, with letters smaller than they were "
        "meant to be; a hand of cards runs into the margin.",
        "Write a smaller `width`, or give the booklet a larger page or fewer columns.",
        "warning",
    ),
    Explanation(
        "page-overflow",
        "Something in a booklet is higher than a page.",
        "It would run over the edge of the page and be cut off.",
        "Give the figure a `width`, divide the table, or take a larger page.",
    ),
)

BOOKLET_CODES = tuple(
    replace(code, fixed=True) if code.code.startswith("unknown-") else code for code in _CODES
)
"""Names that lead nowhere cannot be lowered."""
