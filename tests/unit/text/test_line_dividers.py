"""Signs between words stay at the end of a line; those before words begin one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cardgen.text.break_opportunities import PICTURE, find_breaks


def parted(text: str) -> list[str]:
    """What lines may be made of."""
    places = [0, *sorted(find_breaks(text)), len(text)]
    return [text[a:b].strip() for a, b in pairwise(places)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ALPHA · BETA · GAMMA", ["ALPHA ·", "BETA ·", "GAMMA"]),
        ("Beast (old) • Sea", ["Beast", "(old) •", "Sea"]),
        ("Sea | Shore", ["Sea |", "Shore"]),
        (f"{PICTURE} · Sea", [f"{PICTURE} ·", "Sea"]),
        ("the tide – low – turns", ["the", "tide –", "low –", "turns"]),
        ("always — like that", ["always —", "like", "that"]),
    ],
)
def test_no_line_begins_with_a_sign_between_words(text: str, parts: list[str]) -> None:
    assert parted(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("• Draw 1 • Discard", ["•", "Draw", "1", "•", "Discard"]),
        ("Draw one. • Discard", ["Draw", "one.", "•", "Discard"]),
        ("“Go.” — Hermit", ["“Go.”", "—", "Hermit"]),
        ("la mar —dijo— subió", ["la", "mar", "—dijo—", "subió"]),
    ],
)
def test_a_bullet_and_a_dash_before_a_name_may_begin_a_line(text: str, parts: list[str]) -> None:
    assert parted(text) == parts


def test_no_line_ends_with_a_dash_that_begins_a_word() -> None:
    assert parted("el mar —dijo él— subió –5") == ["el", "mar", "—dijo", "él—", "subió", "–5"]
    assert parted("—Hola") == ["—Hola"]
