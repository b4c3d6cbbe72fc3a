"""The codes that reading, binding, layout and the composition report, for `cardgen explain`.

In      nothing: the phases find these faults themselves, with place and hint.
Out     `SourceCodes`, their explanations.
Not here  counts of the composition (`check.rules.composition.deck_counts`).

A fixed code stands for something that is not there: a value that could not be read, a name
that leads nowhere. To print on without it would print a card that nobody designed.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.binding_codes import BINDING_CODES
from cardgen.check.rules.source.booklet_codes import BOOKLET_CODES
from cardgen.check.rules.source.edition_codes import EDITION_CODES
from cardgen.check.rules.source.reading_codes import READING_CODES
from cardgen.check.rules.source.table_codes import JUDGMENTS, TABLE_CODES
from cardgen.core.findings import Finding

_LAYOUT = (
    Explanation(
        "text-overflow",
        "A text does not fit its box, even at its smallest size.",
        "The end of a rule is cut off or runs over the next element: the card cannot be played.",
        "Cut as many characters as the hint says, give the box more room, or lower `min-size`.",
    ),
    Explanation(
        "box-overflow",
        "What stands in a box is larger than the box.",
        "It overlaps its neighbors, or runs into the margin that the knife takes.",
        "Make something in it smaller, or give the box more room.",
    ),
    Explanation(
        "tight-text",
        "One card's text is set smaller than the size that its deck shares.",
        "In the hand the card looks like a misprint beside the others, and is harder to read.",
        "Cut as many characters as the hint says, so that it joins the common size.",
        "warning",
        style=True,
    ),
    Explanation(
        "loose-line",
        "A justified line has very wide spaces between its words.",
        "The line falls apart; on a narrow card that is the first thing a player sees.",
        "Change a word, allow `hyphenate: yes` or `letter-space: 2%`, or set it `align: left`.",
        "warning",
        style=True,
    ),
    Explanation(
        "lost-initial",
        "A large first letter is left out: it would take more than half of its lines, or a gap "
        "between paragraphs would part them.",
        "The text begins as any other, where the layout asks for a `drop-cap`.",
        "Write a smaller `drop-cap`, or give the text a wider box; or a longer first paragraph.",
        "warning",
        style=True,
    ),
    Explanation(
        "river",
        "Wide word spaces stand below one another on four lines or more.",
        "The eye sees a white crack through the text before it reads a word of it.",
        "Change a word, allow `hyphenate: yes` or `letter-space: 2%`, or set it `align: left`.",
        "warning",
        style=True,
    ),
    Explanation(
        "no-hyphenation",
        "`hyphenate: yes` in a language for whose words no patterns are known.",
        "No word is ever divided: justified lines stay loose, and nothing on the screen says why.",
        "Take `hyphenate` away. Where a word may be divided, type a soft hyphen (U+00AD) in it.",
        "warning",
        style=True,
    ),
    Explanation(
        "unfit-script",
        "A text asks for a large first letter, tracking or letterspace that its script has not, or "
        "for a mark that looks otherwise than its letter.",
        "Letters that join (Arabic, Syriac …) would fall apart, Hebrew and Japanese have no "
        "capitals, marks are set with their letters: the text is set as if it were not typed.",
        "Leave the field out for these words, or give the language a style of its own.",
        "warning",
        style=True,
    ),
    Explanation(
        "no-width-axis",
        "`font-stretch` on a text whose font has no width axis, or none that goes on from there.",
        "Letters stay as wide as they are, and nothing on the screen says why.",
        "Take a variable font with a `wdth` axis, or give the text `letter-space: 2%`, which works "
        "in any font.",
        "warning",
        style=True,
    ),
)
_DECKS = (
    Explanation(
        "unknown-deck",
        "There is no deck of that name.",
        "What is said of the deck would be said of nothing: its counts are not checked.",
        "Correct the name, or add the deck under `decks:` in game.yaml.",
    ),
)
_JUDGMENTS = {"color-glyph", "missing-feature", "font-licence", "svg-gap", *JUDGMENTS}
"""Codes of binding that leave a whole card behind: a game may see them otherwise."""


def _fix_level(explanation: Explanation) -> Explanation:
    """The same code, with a level that no game can lower."""
    return replace(explanation, fixed=explanation.code not in _JUDGMENTS)


class SourceCodes(Rule):
    """What reading, binding and laying out report as they go."""

    heading = "Files, names and layout"
    looks_at = "files"
    codes = (
        *map(_fix_level, (*READING_CODES, *TABLE_CODES, *BINDING_CODES)),
        *_LAYOUT,
        *map(_fix_level, _DECKS),
        *BOOKLET_CODES,
        *EDITION_CODES,
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return ()
