"""What is wrong with a font file."""


class FontError(ValueError):
    """Not a usable font; the message completes «the font `name` …»."""


class AxisError(FontError):
    """The font has no such axis, or not so much of it."""
