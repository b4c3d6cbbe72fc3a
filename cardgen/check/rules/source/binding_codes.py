"""The codes that binding names, fonts and pictures reports, for `cardgen explain`.

Out     `BINDING_CODES`, a part of those of `check.rules.source.source_codes`.
"""

from __future__ import annotations

from cardgen.check.engine.rule import Explanation

BINDING_CODES = (
    Explanation(
        "unknown-layout",
        "A deck, or a layout's `extends`, names a layout that does not exist.",
        "The face cannot be drawn.",
        "Correct the name, or add the layout to layouts.yaml.",
    ),
    Explanation(
        "bad-flow",
        "A text is to follow a curve, a shape and an outline at once, or a shape has two places.",
        "Only one of them can say how long its lines are, or where it stands.",
        "Keep one of `curve`, `wrap` and `within`, one distance across and one down.",
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
        "Mend the option as the hint says; `cardgen targets TARGET` lists what the target takes.",
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
        "A text asks for a style or color that does not exist.",
        "It would be set in the wrong size, face or color.",
        "Correct the name, or add the style to layouts.yaml.",
    ),
    Explanation(
        "unknown-color",
        "A color is neither in the palette nor written as `#rrggbb`.",
        "Players tell cards apart by color; a guessed one is a misprint.",
        "Correct the name, or add the color under `palette:` in game.yaml.",
    ),
    Explanation(
        "unknown-icon",
        "A text asks for an icon that does not exist.",
        "The rule on the card would lack its symbol.",
        "Correct the name, or add it under `icons:`. Write `\\{` where a brace is meant.",
    ),
    Explanation(
        "bad-barcode",
        "A barcode cannot say what it is given.",
        "A barcode with a wrong check digit is refused at the till, or names another product; one "
        "for a text that is empty or too long cannot be drawn.",
        "Correct the number or the text; the hint says what would do.",
    ),
    Explanation(
        "unknown-print",
        "`changed-since` names a print that is not remembered.",
        "Every card would be marked as changed, or none.",
        "Name one that `cardgen prints` lists, or remember it with `cardgen print-tag`.",
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
        "repeat-one",
        "An element is repeated for a text that looks like a list, or for a mapping.",
        "It is drawn once: a cell with `red; blue` is one text, unless its field is a list.",
        "Declare the field under the deck's `fields:`, as in `tags: list`. Write `[tags]` where "
        "one is meant.",
        "warning",
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
        "empty-table",
        "A table of a booklet shows no card, or its contents no heading.",
        "No card meets its `where`, or its deck has none: readers find a head with nothing below. "
        "Contents list the headings that follow them.",
        "Correct the condition (a slip such as `cost > 70`), or take the table away; move contents "
        "above the headings.",
        "warning",
    ),
    Explanation(
        "outline-markup",
        "An outline holds marks of markup, which it prints.",
        "An outline draws letters: `**W**` is a W between four stars.",
        "Write the letters alone; `font: text bold` chooses a face, `fill:` a color.",
        "warning",
    ),
    Explanation(
        "long-outline",
        "An `outline` is asked for a long text, or one of several lines.",
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
        "A color of the palette is not written as a color.",
        "All that uses it would have the wrong color.",
        'Write `"#rrggbb"`, in quotes: an unquoted `#` begins a comment.',
    ),
    Explanation(
        "bad-gradient",
        "A gradient has fewer than two colors, or fields of two kinds.",
        "There is nothing to blend, or a field that says nothing.",
        "Write `{from: red, to: blue}`, or several `stops:`; either `radial: yes` or `conic: yes`.",
    ),
    Explanation(
        "bad-recolor",
        "A color of a drawing is to be replaced that it does not have, or of a picture of pixels; "
        "or a `color` is given to a drawing that has colors of its own.",
        "The drawing would keep its colors.",
        "Write the color as the drawing has it; the hint lists them. Tint pixels with `color:`.",
    ),
    Explanation(
        "bad-stroke",
        "A shape, a box or a text asks for a line that is not drawn.",
        "A width without a color draws nothing, nor do words along a curve have rules.",
        "Add `stroke:` with a color, or take the other fields away.",
    ),
    Explanation(
        "tight-ruby",
        "Lines of a text with ruby stand so close that the ruby is set on the line above.",
        "Neither of the two can be read.",
        "Give the text a `leading` of 1.5 or more.",
        "warning",
    ),
    Explanation(
        "bad-writing",
        "A text with vertical lines has a field that they cannot have, or stands in a booklet.",
        "Vertical lines run along no curve and around no shape, have no large first letter and no "
        "baseline; the text would be printed without it.",
        "Leave the field out, or set the text with level lines.",
    ),
    Explanation(
        "bad-markup",
        "The markup of a text is not closed, or closes nothing.",
        "The reader would see the asterisks and brackets, or a whole rule in bold.",
        "Close it, or put a backslash before a character that is meant as itself. In "
        "booklets `**` needs its partner in the same paragraph.",
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
        "color-glyph",
        "A font paints a character in colors that the print does not have.",
        "Layers of colors and gradients are printed, and so are pictures in fonts (PNG and SVG). "
        "Mixing modes, gradients between two circles and pictures of other kinds are not: the "
        "character stands there in one color, or plainer.",
        "Take a font with simple color layers (COLR), or set the sign as an icon.",
        "warning",
    ),
    Explanation(
        "missing-feature",
        "The font lacks an OpenType feature that is asked for, or a letter's small capital.",
        "The text is set without it: small capitals appear as ordinary letters.",
        "Correct the tag, or take a font that has the feature, and that letter.",
        "warning",
    ),
    Explanation(
        "font-licence",
        "The font's license bits forbid embedding it.",
        "Print services refuse PDFs without embedded fonts, and the maker has not allowed it.",
        "Ask the maker for a license that allows embedding, or take another font. Silence this "
        "if you hold such a license.",
    ),
    Explanation(
        "svg-gap",
        "A drawing uses something of SVG that is left out.",
        "What is printed differs from what the drawing program shows.",
        "Export a plain SVG: texts as paths, filters and bitmaps avoided.",
        "warning",
    ),
)
