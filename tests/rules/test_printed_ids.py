"""Ids that cards print in another form than they are typed are pointed at."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.printed_ids import find_changed_ids
from cardgen.core.findings import Finding
from tests.rules.test_consistency import subject
from tests.rules.test_reading import GOOD


def found(text: str, *ids: str, kind: str = "text") -> list[Finding]:
    """What is found if rows have these ids, and the layout of their cards such a text."""
    element = f'{{{kind}: "{text}", font: text, at: center, {SIZES[kind]}}}'
    layouts = GOOD["layouts.yaml"].replace("    safe:", f"    safe:\n      - {element}", 1)
    cards = "".join(f'- {{id: "{one}", name: Fox, cost: 2, rule: Draw.}}\n' for one in ids)
    return list(find_changed_ids(subject({"layouts.yaml": layouts, "cards.yaml": cards})))


SIZES = {"text": "size: 9pt", "outline": "height: 9mm"}


@pytest.mark.parametrize("kind", SIZES)
def test_an_id_that_is_printed_as_file_names_have_it_is_pointed_at(kind: str) -> None:
    (finding,) = found("No. {{ id }}", "1", "SM/002", "SM/003", kind=kind)
    assert (finding.code, finding.severity) == ("changed-id", "warning")
    assert finding.message == (
        "`{{ id }}` prints `sm-002` for `SM/002`, the id as file names have it, "
        "and on 1 other of `main`"
    )
    assert finding.span
    assert (finding.span.file, finding.span.line) == ("cards.yaml", 2)
    assert finding.notes[0].span
    assert finding.notes[0].span.file == "layouts.yaml"


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("{{ id }}", "sm-002"),
        ("{{ id|upper }}", "SM-002"),
        ("{{ 'first' if id == 'sm-002' else name }}", "SM/002"),
        ("{{ name }}", "SM/002"),
    ],
)
def test_an_id_that_is_printed_as_it_is_typed_or_not_at_all_is_left_alone(
    text: str, typed: str
) -> None:
    assert not found(text, typed)
