"""What is wrong with a font file."""


class FontError(ValueError):
    """Not a usable font; the message completes «the font `name` …»."""
