"""The codes that reading card tables reports, beside those of YAML and CSV.

In      nothing: `cardgen.read.tables` finds these faults itself, with place and hint.
Out     `TABLE_CODES`, a part of those of `check.rules.source.source_codes`; `JUDGEMENTS`, the codes
        among them that leave every card whole.
"""

from __future__ import annotations

from cardgen.check.engine.rule import Explanation

TABLE_CODES: tuple[Explanation, ...] = (
    Explanation(
        "guessed-encoding",
        "A table does not say how its letters are encoded, and is not UTF-8.",
        "If the guess is wrong, accents and umlauts come out as other letters on the cards.",
        "Save it as UTF-8 (“CSV UTF-8” in Excel), or state `encoding:` for the table.",
        "warning",
    ),
    Explanation(
        "spoiled-letters",
        "A file of the game holds letters that a program took for others: `KÃ¤se` for `Käse`.",
        "The file was UTF-8, was opened as something else and saved again. It is printed so.",
        "Open the original as UTF-8 (in Excel: Data, From Text/CSV), and export it again.",
        "warning",
    ),
    Explanation(
        "table-cell",
        "A cell of a spreadsheet holds an error or a formula, or shows what cards do not.",
        "The card would lack what its designer sees in the table.",
        "Mend the formula or the number format in the spreadsheet program, and save. A picture is "
        "a file of its own, and the cell holds its name.",
    ),
    Explanation(
        "unread-sheet",
        "A sheet of a workbook has the heads of the one that is read, and nothing reads it.",
        "Of a workbook that is named without a sheet the first is read: cards of others are not "
        "printed.",
        "Name all sheets, as in `cards: ['cards.xlsx#Base', 'cards.xlsx#More']`, or hide those "
        "that are meant for nothing.",
        "warning",
    ),
    Explanation(
        "empty-word",
        "A word that programs write for nothing, such as `NaN` or `NULL`, stands among numbers, or "
        "where other cells would be empty.",
        "It is a text like any other: the card prints `NaN`, and a condition takes it for a value.",
        "Leave the cell empty. A word that is meant so is printed all the same.",
        "warning",
    ),
    Explanation(
        "failed-formula",
        "A cell holds what a spreadsheet program shows in place of a value: `#N/A`, `Err:508`, "
        "`Loading...`.",
        "An exported table holds what its cells showed, and so does one into which values were "
        "pasted. The card prints it.",
        "Mend the formula, or wait for its value, in the spreadsheet program, and export the table "
        "again. A word that is meant so is printed all the same.",
        "warning",
    ),
    Explanation(
        "bracketed-text",
        "A text in brackets without quotes, as in `rule: [Quick]`, where other cards have a text.",
        "YAML reads it as a list, and a list is printed without its brackets.",
        "Put it in quotes, with a backslash before each bracket that is printed: "
        "`'\\[Quick\\] Draw.'`. A field that holds lists is declared with `type: list`.",
        "warning",
    ),
    Explanation(
        "control-character",
        "A text holds a character that prints nothing and is no space, or that turns letters "
        "around.",
        "Other programs leave such characters in their tables; two texts that look alike differ, "
        "and what the character stood for (a line break, mostly) is lost on the card. Codes that "
        "override the direction print other words than the table shows. A tab within a line is a "
        "warning: it is printed as one space, and nothing stands in columns.",
        "Delete it, or write the line break, space or sign that it stands for.",
    ),
    Explanation(
        "copies-column",
        "A column that is read as the number of copies counts the cards.",
        "Numbers of cards are taken for copies: the deck becomes many times as large.",
        "Declare the field, as in `fields: {number: integer}`; then it is no number of copies.",
        "warning",
    ),
    Explanation(
        "doubtful-row",
        "A row of a table has fewer cells than the header, or looks like no card: a heading, heads "
        "of another table, a comment, a line of dashes.",
        "Where a separator is missing, every field behind it moves one column; whatever stands "
        "between the rows is printed as a card.",
        "Put the separators in, one for each empty cell, too; delete a heading, or give it "
        "0 `copies`.",
        "warning",
    ),
    Explanation(
        "doubtful-column",
        "Columns behind an empty one hold something else than the cards: a legend, counts, another "
        "table.",
        "All columns of a sheet are fields of its rows: a card shows what stands in its row by "
        "chance, rows below the last card are cards, and a column `Count` prints more of them.",
        "Move what is no part of the cards to a sheet of its own; delete an empty column that only "
        "looks better.",
        "warning",
    ),
    Explanation(
        "doubtful-where",
        "`where:` takes or leaves out a row for how its value is typed.",
        "A text is true unless it is empty: `where: ready` takes the rows that say `FALSE`, too. "
        "A number equals no text, and `Unit` is not `unit`: rows that were meant are left out, "
        "and no card is there to show it.",
        "Type the value alike in all rows, or write the condition as the hint says.",
        "warning",
    ),
    Explanation(
        "join-row",
        "A row of a joined table, or a card, has no partner, or has two.",
        "The card lacks what the other table holds for it, or nobody knows which row it gets.",
        "Make the fields of `on:` equal in both tables, or delete the row.",
    ),
    Explanation(
        "unknown-column",
        "A table has no column of that name, or nothing in it.",
        "A joined table's rows cannot be found by it, and would reach no card; a field that is "
        "read from it is empty on every card.",
        "Write a column that the table has, for a join a field that both tables have.",
    ),
    Explanation(
        "json-syntax",
        "The text is not valid JSON.",
        "Past a broken place nobody can say which value belongs to which card.",
        "Mend the place that is marked; a program that writes JSON seldom gets it wrong.",
    ),
    Explanation(
        "bad-separator",
        "What is said to part the cells of a table cannot part them.",
        "The whole row would be read as one cell.",
        "Write `comma`, `semicolon`, `tab`, `bar`, or another single sign.",
    ),
    Explanation(
        "bad-encoding",
        "A table is said to have an encoding that is not read.",
        "Its letters would come out as others.",
        "Take one of the encodings that the hint lists, or save the table as UTF-8.",
    ),
    Explanation(
        "bad-field",
        "A field is said to be computed, and to be read from the table as well; or from a column "
        "that another field has; or has a `separator` and is no list. Or the `where` of a "
        "table is empty.",
        "Nobody knows which of two values the card gets, or what is typed does nothing.",
        "Leave out `value:`, or leave out `from:` and `template:`.",
    ),
    Explanation(
        "computed-field",
        "A card has a value for a field that is computed.",
        "One of the two values would be lost, and nobody knows which is meant.",
        "Empty the cell, or leave out `value:` and use `defaults:` for the cards that lack it.",
    ),
    Explanation(
        "circular-field",
        "A computed field is worked out from itself.",
        "It has no value that could be printed.",
        "Read one of the fields from the table.",
    ),
    Explanation(
        "missing-picture",
        "A picture of a card is not there.",
        "A placeholder is drawn in its place. Targets that cost money refuse to print it.",
        "Put the file into the game folder, or correct its name; until then, `cardgen build "
        "-t sheets -t proof` goes on with a draft, and `--draft` prints DRAFT on each card.",
    ),
    Explanation(
        "bad-name",
        "A constant has a name that no expression can use, or that every card knows already.",
        "It could never be printed.",
        "Begin it with a letter, and go on with letters, digits and `_`; `total`, `slot`, `deck` "
        "and the like are taken.",
    ),
)

JUDGMENTS = frozenset(
    (
        "guessed-encoding",
        "spoiled-letters",
        "empty-word",
        "failed-formula",
        "bracketed-text",
        "copies-column",
        "doubtful-column",
        "doubtful-row",
        "doubtful-where",
        "missing-picture",
    )
)
