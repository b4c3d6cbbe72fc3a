"""A number that is compared with a text, or a text with a number, is pointed at."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.number_texts import find_number_texts
from cardgen.core.findings import Finding
from tests.rules.test_consistency import subject
from tests.rules.test_reading import GOOD


def found(condition: str, *ranks: str, element: str = "") -> list[Finding]:
    """What is found if cards have these ranks, and an element is drawn on that condition."""
    element = element or f'{{text: x, style: body, at: center, when: "{condition}"}}'
    layouts = GOOD["layouts.yaml"].replace("    safe:", f"    safe:\n      - {element}", 1)
    cards = "".join(
        f"- {{name: Card {number}, cost: 1, mark: rust, rule: Draw., rank: {rank}}}\n"
        for number, rank in enumerate(ranks)
    )
    return list(find_number_texts(subject({"layouts.yaml": layouts, "cards.yaml": cards})))


@pytest.mark.parametrize(
    ("condition", "ranks", "hint"),
    [
        ("rank == '7'", ("7", "8"), "write `7` for `'7'`"),
        ("'7' != rank", ("7", "8"), "write `7` for `'7'`"),
        ("cost > 0 and rank in ['8', 'K']", ("7", "8", "K"), "write `8` for `'8'`"),
        ("rank in ['8', '7']", ("7", "8"), "write `8` for `'8'`"),
        ("rank == 1.5", ("'1.5'", "2"), "write `'1.5'` for `1.5`"),
        ("rank not in (7, 8)", ("07", "08"), "write `'07'` for `7`"),
    ],
)
def test_a_comparison_that_no_card_can_meet_is_pointed_at(
    condition: str, ranks: tuple[str, ...], hint: str
) -> None:
    (finding,) = found(condition, *ranks)
    assert (finding.code, finding.severity) == ("number-text", "warning")
    assert finding.span
    assert finding.span.file == "layouts.yaml"
    assert finding.notes[0].span
    assert finding.notes[0].span.file == "cards.yaml"
    assert finding.hint.startswith(hint)


def test_a_comparison_within_a_text_is_pointed_at() -> None:
    element = "{text: \"{{ 'a' if rank == '7' else 'b' }}\", style: body, at: center}"
    assert len(found("", "7", element=element)) == 1


@pytest.mark.parametrize(
    ("condition", "ranks"),
    [
        ("rank == 7", ("7", "8")),
        ("rank == '7' or rank == 7", ("7", "'7'")),
        ("rank == '9'", ("7", "8")),
        ("rank == 'K'", ("7", "K")),
        ("rank > 6", ("7", "8")),
        ("'7' in name", ("7", "8")),
    ],
)
def test_other_comparisons_are_left_alone(condition: str, ranks: tuple[str, ...]) -> None:
    assert not found(condition, *ranks)


@pytest.mark.parametrize(
    "wanted",
    [
        "main: {rules: [{that: \"not (rank == '7')\"}]}",
        "main: {rules: [{all: 'count(cards, \"rank == ''7''\") < 3'}]}",
        "main: {share: {\"rank == '7'\": [0%, 40%]}}",
        "game: {equal: [[\"rank == '7'\", 'cost > 9']]}",
    ],
)
def test_a_composition_that_no_card_can_break_is_pointed_at(wanted: str) -> None:
    cards = GOOD["cards.yaml"].replace("name: Fox", "name: Fox, rank: 7", 1)
    game = subject({"cards.yaml": cards, "composition.yaml": f"{wanted}\n"})
    (finding,) = find_number_texts(game)
    assert finding.span
    assert finding.span.file == "composition.yaml"
    assert finding.hint.startswith("write `7` for `'7'`")


def test_a_parameter_of_a_piece_is_no_field() -> None:
    drawn = "{text: x, style: body, when: \"rank == '7'\"}"
    piece = f"pieces:\n  rank: {{takes: {{rank: ''}}, draw: {drawn}}}\n"
    used = "      - {piece: rank, with: {rank: '{{ rank }}'}}\n"
    layouts = piece + GOOD["layouts.yaml"].replace("    safe:\n", f"    safe:\n{used}", 1)
    cards = "- {name: Fox, cost: 1, mark: rust, rule: Draw., rank: 7}\n"
    assert not list(find_number_texts(subject({"layouts.yaml": layouts, "cards.yaml": cards})))


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ("rank == 7", 1),
        ("cost > 0 and rank in [7, 8]", 1),
        ("rank == '07'", 0),
        ("rank == 7 or rank == '7'", 0),
        ("rank == 9", 0),
    ],
)
def test_a_comparison_that_asks_all_cards_is_pointed_at(asked: str, count: int) -> None:
    """A spreadsheet program that puts every cell in quotes makes texts of numbers."""
    quoted = asked.replace("'", "''")
    template = f'{{{{ count("main", "{quoted}") }}}}'
    element = f"{{text: '{template}', style: body, at: center}}"
    assert len(found("", "'7'", "'8'", element=element)) == count
    if count:
        assert found("", "'7'", element=element)[0].hint.startswith("write `'7'` for `7`")
