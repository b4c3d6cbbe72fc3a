"""What is wrong with a font file."""


class FontError(ValueError):
    """Not a usable font; the message completes «the font `name` …»."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.hint = hint


class AxisError(FontError):
    """The font has no such axis, or not so much of it."""
