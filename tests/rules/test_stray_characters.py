"""What programs leave in a booklet, and is no text, is told and changes nothing else."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.edition_checks import check_views
from tests.rules.test_booklet_quotations import FILES


def found(booklet: str, **changes: str) -> list[Finding]:
    files = {**FILES, "rules.md": booklet, **changes}
    files["game.yaml"] = files["game.yaml"].replace("LANGUAGE", "en")
    codes = ("control-character", "missing-glyph", "spoiled-letters", "unknown-heading")
    return [one for one in check_views([MemoryGame(files)]).findings if one.code in codes]


@pytest.mark.parametrize("stray", ["\0", "\x0b", "\x0c", "\x1a", "\x7f", "\x85", "\ufeff"])
def test_a_character_that_is_no_text_is_one_error_of_a_booklet(stray: str) -> None:
    (fault,) = found(f"# Rules\n\nTake{stray} a card. Take{stray} two.\n")
    assert (fault.code, str(fault.span)) == ("control-character", "rules.md:3:5")
    assert "fallback" not in fault.hint
    assert fault.hint


def test_a_heading_behind_a_byte_order_mark_is_one_still() -> None:
    booklet = "# Rules\n\nAs [below](#second).\n\n\ufeff## Second\n\nTake a card.\n"
    assert [str(one.span) for one in found(booklet)] == ["rules.md:5:1"]
    assert found(booklet.replace("\ufeff", "")) == []


@pytest.mark.parametrize(("word", "hint"), [("KÃ¤se", "it was `Käse"), ("K\ufffdse", "as UTF-8")])
def test_letters_of_a_booklet_that_another_program_spoiled_are_told(word: str, hint: str) -> None:
    (fault,) = found(f"# Rules\n\nTake {word}.\n")
    assert (fault.code, fault.severity, str(fault.span)) == (
        "spoiled-letters", "warning", "rules.md:3:6")  # fmt: skip
    assert hint in fault.hint


def test_letters_of_any_language_are_let_pass() -> None:
    assert found("# Règles\n\nPâté, IRMÃ, naïve; Ærø costs 5 °C and √2.\n") == []


def test_no_fallback_is_proposed_for_what_is_no_letter() -> None:
    faults = found("# Rules\n", **{"beasts.yaml": '- {name: "O\\x85wl"}\n'})
    assert faults
    assert not any("fallback" in one.hint for one in faults)
