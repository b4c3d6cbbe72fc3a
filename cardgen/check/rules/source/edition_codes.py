"""The codes that reading editions and their corrections reports.

In      nothing: the phases find these faults themselves, with place and hint.
Out     `EDITION_CODES`, a part of those of `check.rules.source.source_codes`.
"""

from __future__ import annotations

from cardgen.check.engine.rule import Explanation

EDITION_CODES = (
    Explanation(
        "unknown-edition",
        "The game has no edition of that name.",
        "Another edition than the one that was asked for would be printed.",
        "Take a name that stands under `editions:` in game.yaml.",
        fixed=True,
    ),
    Explanation(
        "circular-edition",
        "An edition extends itself, by itself or through others.",
        "It has no beginning to be laid over.",
        "Let it extend another, or none.",
        fixed=True,
    ),
    Explanation(
        "bad-edition",
        "An edition's name cannot be the name of a folder of its own.",
        "What it prints would stand in the place of something else.",
        "Take letters, digits and hyphens; no target's name, nor `all`, `draft` or `only`.",
        fixed=True,
    ),
    Explanation(
        "stale-correction",
        "The words that a correction replaces are not in the card's field.",
        "The table was changed since: the edition would print it uncorrected, and nobody would "
        "notice.",
        "Write the words as the table has them now, or remove the correction.",
        fixed=True,
    ),
    Explanation(
        "bad-correction",
        "A correction changes nothing, or it is not clear what.",
        "It is there twice, fits several places, or its field has no text of its own.",
        "Mend it as the hint says.",
        fixed=True,
    ),
    Explanation(
        "bad-translation-file",
        "A `.po` file cannot be read, a text is translated twice, or a table of texts says "
        "another number of copies.",
        "None of its translations, or one of two at random, would be printed; an edition prints "
        "as many of a card as its table of cards says.",
        "Mend the line that is marked; `msgfmt --check` and editors for `.po` files help.",
        fixed=True,
    ),
    Explanation(
        "untranslated",
        "A text has no translation yet.",
        "It is printed in the language of the game, between others.",
        "Translate it; `cardgen translate update` adds texts that are not in the file.",
        "warning",
    ),
    Explanation(
        "stale-translation",
        "A translation was made of words that have changed, or are gone.",
        "It may say what the game says no more. The source is printed until somebody has looked.",
        "Run `cardgen translate update`, correct what it marks `fuzzy`, and take the mark away.",
        "warning",
    ),
    Explanation(
        "translation-placeholder",
        "A translation lost or changed an icon, a template, a style or a link.",
        "The card would lack its symbol or its number, or print braces.",
        "Keep `{icon}`, `{{ name }}`, `]{style}` and links as the source has them; words in quotes "
        "inside of `{{ … }}` are translated.",
    ),
    Explanation(
        "translation-number",
        "A translation has other numbers than its source.",
        "Players with another language would play by other rules.",
        "Write the numbers of the source in figures.",
        "warning",
    ),
    Explanation(
        "translation-plural",
        "A word beside a number has fewer forms than its language.",
        "Polish has one form for 1, one for 2 and one for 5; the card would print a wrong one.",
        "Write `plural(n, …)` with all the forms that the hint names, in that order.",
        "warning",
    ),
    Explanation(
        "translated-key",
        "A table of texts, or a column in another language, translates a word by which layouts "
        "decide what they draw.",
        "`mark == 'rust'` does not hold for `rost`: what the card has under that condition is not "
        "drawn in this edition.",
        "Leave the cell empty, so that the field keeps its word, and print another field; or "
        "give the edition layouts that compare with its own words.",
        "warning",
    ),
    Explanation(
        "translation-markup",
        "A translation has other emphasis than its source, or is read as another kind of block.",
        "What is bold or italic in the source often means something. `2. Oktober` at the beginning "
        "of a paragraph is a list, and a row with a cell too many takes its table apart.",
        "Set as many words in `*…*` and `**…**` as the source has; write `2\\.` for a number that "
        "is no list, and as many cells as the source has.",
        "warning",
    ),
    Explanation(
        "translation-quotes",
        "A translation has quotation marks of another language.",
        "Readers take them for misprints.",
        "Type straight marks: they become those of the language.",
        "warning",
    ),
    Explanation(
        "translation-term",
        "A term is not translated as the glossary says.",
        "One thing with two names is two things to a player.",
        "Use the word of the glossary, or add this form to it.",
        "warning",
    ),
)
