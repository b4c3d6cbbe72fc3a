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
from cardgen.check.rules.source.booklet_codes import BOOKLET_CODES
from cardgen.check.rules.source.table_codes import JUDGMENTS, TABLE_CODES
from cardgen.core.findings import Finding

_READING = (
    Explanation(
        "unreadable-file",
        "A file that the game names cannot be read.",
        "Its cards or layouts would silently be missing from the print run.",
        "Make the file, correct its name, or save it as UTF-8. Files are read only inside the "
        "game folder, so a path that leaves it is refused too.",
    ),
    Explanation(
        "empty-file",
        "A file holds nothing, or a card table no card.",
        "An empty table makes an empty deck: most often the wrong file was saved or named.",
        "Write the file's content; `cardgen new` makes a small game to copy from.",
    ),
    Explanation(
        "yaml-syntax",
        "The text is not valid YAML.",
        "Past a broken line nobody can say which value belongs to which card.",
        "Mend the place that is marked. Frequent causes: a tab, a quote or bracket left open, a "
        "text with `: ` in it that stands without quotes.",
    ),
    Explanation(
        "yaml-document",
        "A line `---` begins a second document.",
        "Only the first document is read, so all cards below the line would be lost.",
        "Remove the `---` line.",
    ),
    Explanation(
        "yaml-limit",
        "The YAML is nested too deeply, or too large.",
        "A file like this can exhaust a machine's memory; no card table needs it.",
        "Split the file, or take out the aliases that repeat large parts.",
    ),
    Explanation(
        "yaml-key",
        "A key is a list or a mapping instead of a word.",
        "Fields have names; without one nothing can ask for the value.",
        "Put the key in quotes to make it text.",
    ),
    Explanation(
        "duplicate-key",
        "A key or a CSV column is there twice.",
        "YAML would keep only one of the two values, and not say which.",
        "Remove one of them, or give it another name.",
    ),
    Explanation(
        "yaml-merge",
        "`<<` merges something that is no mapping.",
        "Nothing would be merged, and the fields would be missing.",
        "Let it point at an anchor on a mapping: `<<: *name`.",
    ),
    Explanation(
        "yaml-alias",
        "An alias `*name` has no anchor `&name` above it.",
        "The value that it stands for is not known.",
        "Put `&name` before the value to repeat, or quote a text that begins with `*`.",
    ),
    Explanation(
        "csv-row",
        "A row of a table has more cells than the header.",
        "A comma inside a text of a CSV splits it, and every field behind it moves one column.",
        "Put the text that contains a comma in double quotes.",
    ),
    Explanation(
        "csv-column",
        "A column of a table has cells, but no name in the first row.",
        "What stands in it reaches no card.",
        "Name it in the first row, or delete it.",
    ),
    Explanation(
        "over-budget",
        "A file or a face has more of something than is read.",
        "Anybody's game can be built, and none may take the machine; see docs/limits.md.",
        "Divide it, or leave out what does not print.",
    ),
    Explanation(
        "csv-quote",
        "A double quote in a CSV table is never closed.",
        "The rest of the file would become one cell, and its cards would be lost.",
        'Close the quote; a quote inside a quoted text is written twice: `""`.',
    ),
    Explanation(
        "missing-field",
        "Something that is required is not there.",
        "A card would be printed with a hole where the value belongs, or not at all.",
        "Add the field that the message names.",
    ),
    Explanation(
        "unknown-field",
        "There is no field, or parameter, of that name here.",
        "A misspelt field is a value that never reaches the card.",
        "Correct the name as the hint says; a new card field is declared under `fields:` of its "
        "deck in game.yaml.",
    ),
    Explanation(
        "wrong-type",
        "A value is of another kind than the field takes.",
        "Two cannot be guessed from `two`: points, counts and places on the card depend on it.",
        "Write the kind of value that the message expects.",
    ),
    Explanation(
        "wrong-value",
        "A card's value is none of those that the deck declares for the field.",
        "A slip in a mark, a suit or a rarity makes a card that no rule mentions.",
        "Take one of the declared values, or add this one to `fields:` in game.yaml.",
    ),
    Explanation(
        "element-kind",
        "An element of a layout says nothing about what it is.",
        "It cannot be drawn.",
        "Give it one of the kinds: `text`, `picture`, `shape`, `column`, `row`, `grid`, "
        "`overlay`, `path`, `outline`, `space` or `piece`.",
    ),
    Explanation(
        "bad-length",
        "A value is not a length, or not one that makes sense here.",
        "2 what? An inch is 25 millimetres: a guessed unit moves everything on the card.",
        "Write a number and a unit, as in `2mm`, `9pt` or `50%`.",
    ),
    Explanation(
        "bad-share",
        "A share of the cards is not written in percent from 0 to 100.",
        "What is wanted of the deck is not known, and so cannot be checked.",
        "Write percent, as in `35%`.",
    ),
    Explanation(
        "bad-text",
        "A list or mapping stands where a text is expected.",
        "Only a text can be printed here.",
        "Write one text, in quotes if it contains `: ` or begins with a bracket.",
    ),
    Explanation(
        "bad-feature",
        "An OpenType feature is not written as one.",
        "The font would be set without it: small capitals would stay full capitals.",
        "Write four-letter tags: `smcp`, `-liga` to switch one off, `salt=2` for an alternate.",
    ),
    Explanation(
        "bad-points",
        "A shape's points do not make a polygon, or it is no polygon that has them.",
        "Two points enclose nothing, and other shapes would ignore theirs.",
        "Give a `polygon` three points or more, and other shapes none.",
    ),
    Explanation(
        "bad-crop",
        "The crop of a picture has no size, or leaves the picture.",
        "Nothing can be scaled up from nothing, and beyond its edge a picture has no pixels.",
        "Write left, top, width and height in percent: `[0%, 0%, 50%, 100%]` is the left half.",
    ),
    Explanation(
        "bad-view",
        "The view of a path has no width or no height.",
        "Nothing can be scaled from a space without a size: the drawing would vanish.",
        "Write left, top, width and height of the drawing's own space: `[0, 0, 100, 100]`.",
    ),
    Explanation(
        "bad-reason",
        "A code is switched off without a reason.",
        "In a year nobody knows whether the silence is still meant, and the fault is printed.",
        "Add `reason: …` to the entry under `checks:`.",
    ),
    Explanation(
        "bad-rule",
        "A rule of the composition says nothing, or several things at once.",
        "What must be true of the cards is not known, and so cannot be checked.",
        "Give it one of `that:` (each card), `all:` (an expression over the deck or each group) "
        "and `holds:` (a table of counts); `by:` belongs to the last two.",
    ),
    Explanation(
        "bad-copies",
        "A card's `copies` is not a whole number from 0 on.",
        "The number of copies decides the order: too few cards cannot be bought later.",
        "Write digits, as in `copies: 2`. `copies: 0` benches a card: checked, not printed.",
    ),
)

_BINDING = (
    Explanation(
        "unknown-layout",
        "A deck, or a layout's `extends`, names a layout that does not exist.",
        "The face cannot be drawn.",
        "Correct the name, or add the layout to layouts.yaml.",
    ),
    Explanation(
        "unknown-size",
        "There is no component size of that name.",
        "Size decides the product that is ordered, and every measure on the card.",
        "Take a name that `cardgen sizes` lists.",
    ),
    Explanation(
        "bad-size",
        "A size of the game's own cannot be made.",
        "Its shape and its measures do not belong together, or its name is a trade size's: what "
        "would be cut is not what was meant.",
        "Mend the measure that is marked: a circle has a `diameter`, a hexagon a `width`, "
        "everything else `width` and `height`; the safe zone must leave room inside.",
    ),
    Explanation(
        "bad-box",
        "A box cannot be made of what is said of it.",
        "Its flaps would have no width, its board would not fold, or its name means a deck: what "
        "would be cut is no box.",
        "Mend the measure that is marked: `holds:`, `board:`, `extra:`, `piles:`.",
    ),
    Explanation(
        "bad-tab",
        "A card asks for a tab at a place that its divider does not have.",
        "The tab decides where the divider is cut.",
        "Write a number from 1 (left) to the `places` of the size's `tab:`.",
    ),
    Explanation(
        "unknown-target",
        "`build:` or `targets:` names a target that does not exist.",
        "Nothing would be written for it.",
        "Take a name that `cardgen targets` lists.",
    ),
    Explanation(
        "bad-option",
        "A target does not take an option that `targets:` gives it, or cannot do it for this game.",
        "The sheets or files would not come out as they were meant, or not at all.",
        "Mend the option as the hint says; `cardgen targets NAME` lists what the target takes.",
    ),
    Explanation(
        "unsuitable-target",
        "A target that `build:` names makes nothing of this game.",
        "`cardgen build` would stop there and write nothing.",
        "Take it off the list, or give the game what the target needs.",
    ),
    Explanation(
        "unknown-font",
        "A font family is not declared.",
        "Without it the text cannot be set; cardgen never takes another font in its place.",
        "Correct the name, or add the family under `fonts:` in game.yaml.",
    ),
    Explanation(
        "unknown-style",
        "A text asks for a style or colour that does not exist.",
        "It would be set in the wrong size, face or colour.",
        "Correct the name, or add the style to layouts.yaml.",
    ),
    Explanation(
        "unknown-color",
        "A colour is neither in the palette nor written as `#rrggbb`.",
        "Players tell cards apart by colour; a guessed one is a misprint.",
        "Correct the name, or add the colour under `palette:` in game.yaml.",
    ),
    Explanation(
        "unknown-icon",
        "A text asks for an icon that does not exist.",
        "The rule on the card would lack its symbol.",
        "Correct the name, or add it under `icons:`. Write `\\{` where a brace is meant.",
    ),
    Explanation(
        "unknown-piece",
        "A layout uses a piece that does not exist.",
        "A part of the face would be missing.",
        "Correct the name, or add the piece under `pieces:` in layouts.yaml.",
    ),
    Explanation(
        "unknown-element",
        "No layout element has that name.",
        "What is said of the element, a change or a check's level, would happen to nothing.",
        "Correct the name, or give the element that is meant this `name:`.",
    ),
    Explanation(
        "circular-extends",
        "A style or layout extends itself, by itself or through others.",
        "It has no beginning to inherit from.",
        "Let one of them extend another, or nothing.",
    ),
    Explanation(
        "circular-piece",
        "A piece contains itself.",
        "It would be drawn without end.",
        "Take the use of the piece out of its own `draw:`.",
    ),
    Explanation(
        "undefined-name",
        "A template or expression uses a name that no card has.",
        "The place on the card would stay empty, or the condition never hold.",
        "Correct the name of the field; inside `repeat` and pieces their own names count too.",
    ),
    Explanation(
        "template-syntax",
        "A template or expression is broken, or uses what is not allowed.",
        "What it would print is not known. Games may come from strangers, so templates can "
        "only look at values.",
        "Mend the part that is marked; `{{ name }}` prints a field, expressions compare and count.",
    ),
    Explanation(
        "template-value",
        "A template or expression cannot be worked out for a card.",
        "The card would be printed without the value.",
        "Give the card the kind of value that the expression reckons with, or test for it "
        "with `when`.",
    ),
    Explanation(
        "duplicate-id",
        "Two cards of a deck have the same id.",
        "Ids name files and findings: one card's file would take the place of the other's.",
        "Give one of them another `id:`, or widen the deck's `id` template.",
    ),
    Explanation(
        "duplicate-icon",
        "Two icons share a name or an alias.",
        "Which symbol stands in the rule would be chance.",
        "Rename one of them.",
    ),
    Explanation(
        "missing-file",
        "A font or picture is not there.",
        "The card would be printed without its art, or in a font that nobody chose.",
        "Correct the name, or put the file into the game folder, or into `fonts/` or "
        "`textures/` above it.",
    ),
    Explanation(
        "bad-font",
        "A font file cannot be used.",
        "It is damaged, of a format that cannot be embedded, or lacks what text needs.",
        "Get the font again from its source, as OTF, TTF or WOFF2.",
    ),
    Explanation(
        "bad-picture",
        "A picture cannot be used.",
        "It is damaged, far too large, or neither PNG, JPEG nor SVG.",
        "Export it again as PNG, JPEG or plain SVG.",
    ),
    Explanation(
        "long-outline",
        "An `outline` is asked for a long text.",
        "Outlines are shapes: they cannot wrap, be searched or copied, and are slow to draw.",
        "Use `text:` for texts, `outline:` for a letter or a word.",
    ),
    Explanation(
        "bad-path",
        "The outline of a `path` is not SVG path data.",
        "The shape would be drawn in part, or not at all.",
        "Mend the place that is marked, or export the outline again.",
    ),
    Explanation(
        "bad-color",
        "A colour of the palette is not written as a colour.",
        "All that uses it would have the wrong colour.",
        'Write `"#rrggbb"`, in quotes: an unquoted `#` begins a comment.',
    ),
    Explanation(
        "bad-gradient",
        "A gradient has fewer than two colours.",
        "There is nothing to blend.",
        "Write `{from: red, to: blue}`, or several `stops:`.",
    ),
    Explanation(
        "bad-markup",
        "The markup of a text is not closed, or closes nothing.",
        "The reader would see the asterisks and brackets, or a whole rule in bold.",
        "Close it, or put a backslash before a character that is meant as itself.",
    ),
    Explanation(
        "missing-face",
        "A font has no bold or italic face, but the text asks for one.",
        "Slanted or thickened outlines look wrong in print; cardgen never fakes a face.",
        "Name the face's file under `fonts:` in game.yaml, or do without it.",
    ),
    Explanation(
        "missing-glyph",
        "The font has no drawing for a character.",
        "An empty box would be printed in its place.",
        "Write another character, or give the font a `fallback:` family that has it.",
    ),
    Explanation(
        "missing-feature",
        "The font lacks an OpenType feature that is asked for.",
        "The text is set without it: small capitals appear as ordinary letters.",
        "Correct the tag, or take a font that has the feature.",
        "warning",
    ),
    Explanation(
        "font-licence",
        "The font's licence bits forbid embedding it.",
        "Print services refuse PDFs without embedded fonts, and the maker has not allowed it.",
        "Ask the maker for a licence that allows embedding, or take another font. Silence this "
        "if you hold such a licence.",
    ),
    Explanation(
        "svg-gap",
        "A drawing uses something of SVG that is left out.",
        "What is printed differs from what the drawing program shows.",
        "Export a plain SVG: texts as paths, filters and bitmaps avoided.",
        "warning",
    ),
)

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
        "It overlaps its neighbours, or runs into the margin that the knife takes.",
        "Make something in it smaller, or give the box more room.",
    ),
    Explanation(
        "tight-text",
        "One card's text is set smaller than the size that its deck shares.",
        "In the hand the card looks like a misprint beside the others, and is harder to read.",
        "Cut as many characters as the hint says, so that it joins the common size.",
        "warning",
    ),
    Explanation(
        "loose-line",
        "A justified line has very wide spaces between its words.",
        "The line falls apart; on a narrow card that is the first thing a player sees.",
        "Change a word, allow `hyphenate: yes` or `letter-space: 2%`, or set it `align: left`.",
        "warning",
    ),
    Explanation(
        "no-hyphenation",
        "`hyphenate: yes` in a language for whose words no patterns are known.",
        "No word is ever divided: justified lines stay loose, and nothing on the screen says why.",
        "Take `hyphenate` away. Where a word may be divided, type a soft hyphen (U+00AD) in it.",
        "warning",
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

_JUDGMENTS = {"missing-feature", "font-licence", "svg-gap", *JUDGMENTS}
"""Codes of binding that leave a whole card behind: a game may see them otherwise."""


def _fix(explanation: Explanation) -> Explanation:
    """The same code, with a level that no game can lower."""
    return replace(explanation, fixed=explanation.code not in _JUDGMENTS)


class SourceCodes(Rule):
    """What reading, binding and laying out report as they go."""

    heading = "Files, names and layout"
    looks_at = "files"
    codes = (
        *map(_fix, (*_READING, *TABLE_CODES, *_BINDING)),
        *_LAYOUT,
        *map(_fix, _DECKS),
        *BOOKLET_CODES,
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return ()
