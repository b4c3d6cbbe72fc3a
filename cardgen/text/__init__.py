"""Text: fonts, shaping, markup, typographic characters, line breaking. Knows no cards."""
