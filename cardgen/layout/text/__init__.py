"""Set text: words, lines, paragraphs, sizes that fit."""
