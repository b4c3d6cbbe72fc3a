"""`{gold}*3` and `3 × {gold}` are three icons; what may be something else is a fault."""

from __future__ import annotations

import pytest

from cardgen.text.markup import parse_markup


def shown(text: str) -> str:
    """The pieces of a text, icons as `<name>`; "?" behind it if something is at fault."""
    parsed = parse_markup(text)
    pieces = (p for paragraph in parsed.paragraphs for line in paragraph for p in line)
    return "".join(f"<{p.icon}>" if p.icon else p.text for p in pieces) + "?" * bool(parsed.faults)


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("{g}*3", "<g><g><g>"),
        ("Pay 3 × {g}.", "Pay <g><g><g>."),
        ("2×{g} and {s}*2", "<g><g> and <s><s>"),
        ("{g}*2 {s}*1", "<g><g> <s>"),
        ("{g} × 2", "<g><g>"),
        ("({g}*2)", "(<g><g>)"),
        ("{g}*2, *then* {s}*2", "<g><g>, then <s><s>"),
        ("none: {g}*0.", "none: ."),
        ("3 \\× {g}", "3 × <g>"),
        ("{g} × {s}", "<g> × <s>"),
        ("{g}**2**", "<g>2"),
        ("{g}*2を払い、{s}×3。", "<g><g>を払い、<s><s><s>。"),
        ("銀行に3×{g}を置く", "銀行に<g><g><g>を置く"),
        ("（2 × {g}）", "（<g><g>）"),
    ],
)
def test_a_number_beside_an_icon_repeats_it(typed: str, set_: str) -> None:
    assert shown(typed) == set_


@pytest.mark.parametrize(
    "typed",
    [
        "2.5 × {g}", "1/2 × {g}", "2 × 3 × {g}", "x3 × {g}", "-2 × {g}", "3 × {g} × 2", "{g}*3.5",
        "{g}*3rd", "{g}*3×2", "{g}*2 cards*", "{g}*101", "{g}*9999999999999999999999", "{g}*3%",
        "{g}*2個", "{g}*2ポ", "v3×{g}",
    ],
)  # fmt: skip
def test_what_may_be_something_else_is_a_fault(typed: str) -> None:
    assert shown(typed).endswith("?")
