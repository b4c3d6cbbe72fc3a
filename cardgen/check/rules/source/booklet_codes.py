"""The codes that reading, binding and laying out booklets report.

In      nothing: the phases find these faults themselves, with place and hint.
Out     `RULES`, a part of those of `check.rules.source.source_codes`; `NAMES`, the codes among
        them for a name
        that leads nowhere.
"""

from __future__ import annotations

from cardgen.check.engine.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "unknown-card",
        "An entry under `checks:`, or a booklet's text, names a card that does not exist.",
        "The entry does nothing, the figure would be missing: most often the card was renamed.",
        "Write the deck and the card's id, as findings show them: `letters/a-red`.",
    ),
    Rule(
        "markdown-html",
        "A booklet's text holds HTML.",
        "HTML is for browsers; a booklet is set in type, and the tag would be lost.",
        "Write Markdown: `**bold**`, `[words]{style}`, `![caption](picture.png)`, "
        "`{{ page_break() }}`. A comment `<!-- … -->` may stay.",
    ),
    Rule(
        "markdown-figure",
        "A figure, table or page break stands in the middle of a text.",
        "A figure takes the width of the column, so that it cannot stand in a line of words.",
        "Give it a paragraph of its own, with an empty line before and after it. A small picture "
        "for lines of text is an icon: declare it under `icons:` in game.yaml.",
    ),
    Rule(
        "markdown-limit",
        "A booklet's text is too long, or nested too deeply.",
        "A text like this takes longer to lay out than anybody waits.",
        "Divide it into several booklets, or take lists out of lists.",
    ),
    Rule(
        "unknown-heading",
        "A link or page number refers to a heading that is not there.",
        "The reader is sent to a page that does not exist.",
        "Write the heading in lower case with hyphens for spaces, as in `[Scoring](#scoring)`, or "
        "give it a name: `## How to score {#scoring}`.",
    ),
    Rule(
        "unknown-role",
        "A booklet has no such kind of text.",
        "The style would be used nowhere.",
        "Take one of the kinds that the hint lists: `body`, `heading-1`, `caption` …",
    ),
    Rule(
        "page-overflow",
        "Something in a booklet is higher than a page.",
        "It would run over the edge of the page and be cut off.",
        "Give the figure a `width`, divide the table, or take a larger page.",
    ),
)

NAMES = frozenset(rule.code for rule in RULES if rule.code.startswith("unknown-"))
