"""What is wrong with a template or an expression."""

from __future__ import annotations


class TemplateFault(ValueError):
    """What is wrong with a template; `word` is the part of it to point at."""

    def __init__(self, code: str, message: str, *, word: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.word = word
        self.hint = hint
