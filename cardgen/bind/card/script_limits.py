"""What a text asks for that letters of its script cannot have.

In      the words of a text, its setting.
Out     findings, each with the field that asks for it; their places are for the caller.
Not here  features that a font lacks (`bind.card.rich_text`), languages without patterns
          (`bind.card.styles`).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.bind.bound_texts import ZERO, RichText, TextCurve, TextRun, TextSetting
from cardgen.core.findings import Finding
from cardgen.text.bidi.direction import find_direction
from cardgen.text.shaping import is_joined

Limit = tuple[str, Finding]
"""A field of the text, and what is said of it."""


def find_script_limits(
    words: RichText, setting: TextSetting, curve: TextCurve | None = None
) -> Iterator[Limit]:
    """Report a large first letter, tracking and letterspace where letters have none."""
    runs = [
        one
        for paragraph in words.paragraphs
        for line in paragraph
        for one in line
        if isinstance(one, TextRun) and not one.text.isspace()
    ]
    if setting.drop_cap > 1 and runs and setting.align in ("left", "start", "justify"):
        yield from _find_lost_cap(runs[0])
    joined = [run for run in runs if is_joined(run.text)]
    if any(run.tracking not in (ZERO, None) for run in joined):
        hint = "leave `tracking` out for these words, or set them larger"
        yield "tracking", _report("letters that join, as those of Arabic, have no `tracking`", hint)
    if joined and curve is not None and curve.spread:
        hint = "leave `spread` out, or set the text larger"
        yield (
            "curve",
            _report("a text with letters that join, as those of Arabic, has no `spread`", hint),
        )
    if (
        setting.align == "justify"
        and setting.letterspace
        and runs
        and all(map(_is_all_joined, runs))
    ):
        hint = "leave it out; `font-stretch` works for such letters, in a font with a width axis"
        message = "letters that join, as those of Arabic, have no `letter-space`"
        yield "letter-space", _report(message, hint)


def _is_all_joined(run: TextRun) -> bool:
    return is_joined(run.text) and all(is_joined(one) for one in run.text if one.isalpha())


def _find_lost_cap(run: TextRun) -> Iterator[Limit]:
    """A first letter that has no capital, or begins a line on the right."""
    letter = run.text.lstrip()[:1]
    if not letter.isalpha():
        return
    from_right = find_direction(letter) is True
    if not from_right and letter.lower() != letter.upper():
        return
    why = "runs from the right" if from_right else "is in a script without capitals"
    hint = "leave `drop-cap` out, or set the first letter as a text of its own"
    message = f"a text that {why} has no large first letter: `drop-cap` does nothing here"
    yield "drop-cap", _report(message, hint)


def _report(message: str, hint: str) -> Finding:
    return Finding("unfit-script", message, severity="warning", hint=hint)
