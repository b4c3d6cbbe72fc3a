"""The codes that reading a game's files reports, for `cardgen explain`.

Out     `READING_CODES`, a part of those of `check.rules.source.source_codes`.
"""

from __future__ import annotations

from cardgen.check.engine.rule import Explanation

READING_CODES = (
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
        "merge-conflict",
        "Git could not merge two versions of a file, and nobody has finished it.",
        "Both versions stand in the file, between lines that begin with `<<<<<<<`, `=======` and "
        "`>>>>>>>`: a table would print all of them as cards.",
        "Keep the lines that are right, delete the others with the three marks, and `git add` the "
        "file. `git merge --abort` goes back to before the merge.",
    ),
    Explanation(
        "yaml-document",
        "A line `---` begins a second document.",
        "Only the first document is read, so all cards below the line would be lost.",
        "Remove the `---` line.",
    ),
    Explanation(
        "yaml-limit",
        "The YAML is nested too deeply, too large, or full of faults.",
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
        "An alias `*name` has no anchor `&name` above it, or an anchor is there twice or for "
        "nothing.",
        "The value that it stands for is not known; of a text that begins with `&` a word is lost.",
        "Put `&name` before the value to repeat, or quote a text that begins with `*` or `&`.",
    ),
    Explanation(
        "yaml-comma",
        "In braces, a word behind a comma has no value.",
        "Within `{…}` a text without quotes ends at its first comma: of `{rule: Pay 3, or pass}` "
        "the card says `Pay 3`.",
        'Put the text in quotes: `{rule: "Pay 3, or pass"}`. A number has a point: `1.5mm`; a list '
        "stands in brackets: `[gold, silver]`. Of a single word in a card table, which may be a "
        "field that is empty, it is a warning.",
    ),
    Explanation(
        "yaml-colon",
        "In braces, a field has no colon with a space behind it.",
        "Of `{name: Fox, cost:3}` and `{name: Fox, cost=3}` YAML reads a field `cost:3` without a "
        "value: the card would have no cost.",
        "Write `{name: Fox, cost: 3}`.",
    ),
    Explanation(
        "yaml-comment",
        "A text without quotes ends before a `#` with a word right after it.",
        "In YAML a `#` after a blank begins a comment: of `Take card #3 now` the card says "
        "`Take card`.",
        "Put the text in quotes. If it is a comment, write a blank after its `#`.",
        "warning",
    ),
    Explanation(
        "yaml-tag",
        "A value has a YAML tag, such as `!name`.",
        "A tag is no part of the text: a text that begins with `!` would lose its first word.",
        "Put a text that begins with `!` in quotes.",
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
        "Name it in the first row, or delete it. If the first row is a title, delete the row.",
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
        "A misspelled field is a value that never reaches the card.",
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
        "2 what? An inch is 25 millimeters: a guessed unit moves everything on the card.",
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
        "bad-language",
        "A language is not named by a tag, or by one that is none: `jp`, `german`.",
        "Quotation marks, hyphenation and direction would be those of no language in particular.",
        "Write a BCP 47 tag: `ja`, `de`, `pt-BR`.",
    ),
    Explanation(
        "bad-feature",
        "An OpenType feature is not written as one.",
        "The font would be set without it: small capitals would stay full capitals.",
        "Write four-letter tags: `smcp`, `-liga` to switch one off, `salt=2` for an alternate.",
    ),
    Explanation(
        "bad-points",
        "A shape has too few points, or fields that say nothing of it.",
        "Two points enclose nothing, and a field that a shape ignores would change nothing.",
        "Give a `polygon` three points or more; leave out what is for other shapes.",
    ),
    Explanation(
        "bad-parameter",
        "A parameter of a piece or style is given a value of another type.",
        "What is drawn from it would be missing, or come out wrong, on this card.",
        "Give a value of the type that `params:` declares, or declare another.",
    ),
    Explanation(
        "circular-include",
        "A file of layouts includes itself, perhaps by way of others.",
        "Which of them stands over which could not be said.",
        "Take one `include:` away, or move what both need into a third file.",
    ),
    Explanation(
        "bad-place",
        "The places of an element are not points, or not as many as there are elements.",
        "An element without a place would be missing from the card, or stand on another.",
        "Write a corner, a point `[25%, 10mm]`, or a point for each that `repeat:` makes; or a "
        "line, grid, circle or arc under `along:`. Give a shape on a point a `height`.",
    ),
    Explanation(
        "bad-crop",
        "The crop or slice of a picture has no size, or leaves the picture.",
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
