"""What a font lacks altogether is one finding; a character or two are told where they stand."""

from __future__ import annotations

from cardgen.check.engine.repeated_glyphs import fold_glyphs
from cardgen.core.findings import Finding, Span

LETTERS = "Ωμέγα"


def test_many_characters_of_one_font_are_one_finding_with_all_of_them() -> None:
    other = Finding("bad-markup", "odd", Span("cards.yaml", 1, 1, 2))
    found = [_lacking(letter, at, "a.ttf") for at, letter in enumerate(LETTERS + "Ωα", 1)]
    first, kept = fold_glyphs([*found, other])
    assert first.message == "no glyph for 5 characters in `a.ttf`: Ω μ έ γ α"
    assert first.span == found[0].span
    assert [note.message for note in first.notes] == [
        "at 7 places, on 7 cards; `cardgen check --all` shows each"
    ]
    assert kept == other


def test_few_characters_of_a_font_stay_where_they_are() -> None:
    few = [_lacking(letter, at, "a.ttf") for at, letter in enumerate("ΩμΩμΩμ", 1)]
    assert fold_glyphs(few) == tuple(few)


def test_each_font_is_told_by_itself() -> None:
    found = [_lacking(letter, 1, font) for font in ("a.ttf", "b.ttf") for letter in LETTERS]
    assert [one.message[-14:] for one in fold_glyphs(found)] == ["tf`: Ω μ έ γ α"] * 2


def test_a_character_that_is_refused_is_not_told_as_missing_too() -> None:
    refused = Finding("control-character", "prints nothing", Span("cards.yaml", 1, 1, 2))
    other = _lacking("\x0b", 2, "a.ttf")
    assert fold_glyphs([refused, _lacking("\x0b", 1, "a.ttf"), other]) == (refused, other)


def _lacking(letter: str, line: int, font: str) -> Finding:
    message = f"no glyph for `{letter}` (U+{ord(letter):04X}, GREEK) in `{font}`"
    return Finding("missing-glyph", message, Span("cards.yaml", line, 1, 2), card=f"a/{line}")
