"""Pictures that are cut are told with what cuts them, and what is advised mends it."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding
from tests.unit.layout.test_faces import laid

WIDE = "picture: wide.png"
"""Twice as wide as it is high."""


def find_cut(elements: str) -> list[Finding]:
    _, findings = laid(elements)
    return [found for found in findings if found.code == "cut-picture"]


@pytest.mark.parametrize(
    ("picture", "within", "cause", "remedy"),
    [
        ("height: 10mm", "column", "it has a `height`, and is stretched", "self: center"),
        ("height: 10mm, max-width: 8mm", "row", "`max-width` makes it narrower", "fit: contain"),
        ("height: 5mm, min-width: 20mm", "row", "`min-width` makes it wider", "fit: contain"),
        ("width: 20mm, max-height: 5mm", "column", "`max-height` makes it lower", "fit: contain"),
        ("width: 8mm, min-height: 9mm", "column", "`min-height` makes it higher", "fit: contain"),
        ("height: 20mm, max-width: 10mm", "column", "`max-width` makes it", "fit: contain"),
    ],
)
def test_a_picture_is_told_with_what_cuts_it(
    picture: str, within: str, cause: str, remedy: str
) -> None:
    box = f"- {within}: [{{{{{WIDE}, {picture}{{}}}}}}]\n  height: 40mm"
    (cut,) = find_cut(box.format(""))
    assert cause in cut.message
    first = "write `self: center` to keep" if "self" in remedy else "leave `"
    assert cut.hint.startswith(first)
    assert f"`{remedy}`" in cut.hint
    assert find_cut(box.format(f", {remedy}")) == []


@pytest.mark.parametrize("size", ["height: 0", "width: 0", "width: 3mm, max-height: 0"])
@pytest.mark.parametrize("within", ["row", "column"])
def test_a_picture_of_which_nothing_is_left_is_told(size: str, within: str) -> None:
    _, findings = laid(f"- {within}: [{{{WIDE}, {size}}}]\n  height: 40mm")
    assert {found.code for found in findings} & {"cut-picture", "unseen-element"}
