"""Options of layouts: only their own bytes change."""

from __future__ import annotations

import pytest

from cardgen.editing.layout_options import OptionEdit, edit_options
from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_values import RowPlace

TEXT = """\
# The styles.
styles:
  title: {size: 12pt, color: ink}  # for all
  shared: &shared {size: 9pt}
  other: *shared
layouts:
  card:
    safe:
      - {text: Hello, left: 3mm , width: "20mm"} # here
      - column:
          - text: 'a'
            height:   4mm
        gap: 1mm
        color: red
      - {<<: *shared, text: b}
"""


def edit(key: str, line: int, column: int, old: str | None, new: str) -> OptionEdit:
    return OptionEdit(key, RowPlace(line, column), old, new)


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (edit("left", 9, 23, "3mm", "4.5mm"), "left: 3mm ,", "left: 4.5mm ,"),
        (edit("width", 9, 35, "20mm", "21mm"), 'width: "20mm"', 'width: "21mm"'),
        (edit("height", 12, 13, "4mm", "5mm"), "height:   4mm", "height:   5mm"),
        (edit("color", 3, 23, "ink", "#ff0000"), "color: ink", "color: '#ff0000'"),
        (edit("top", 9, 9, None, "1mm"), '"20mm"}', '"20mm", top: 1mm}'),
        (edit("left", 10, 9, None, "1mm"), "color: red\n", "color: red\n        left: 1mm\n"),
        (
            edit("width", 11, 13, None, "1mm"),
            "height:   4mm\n",
            "height:   4mm\n            width: 1mm\n",
        ),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_an_option_is_written_and_nothing_else(
    change: OptionEdit, before: str, after: str, ending: str
) -> None:
    wanted = TEXT.replace(before, after)
    assert wanted != TEXT
    given = TEXT.replace("\n", ending)
    assert edit_options(given, [change]) == wanted.replace("\n", ending)


def test_several_options_of_one_line_change_at_once() -> None:
    changes = [
        edit("left", 9, 23, "3mm", "13.25mm"),
        edit("bottom", 9, 9, None, "2mm"),
        edit("width", 9, 35, "20mm", "7mm"),
    ]
    line = '- {text: Hello, left: 13.25mm , width: "7mm", bottom: 2mm} # here'
    assert edit_options(TEXT, changes).splitlines()[8].strip() == line


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (edit("left", 9, 24, "3mm", "4mm"), "changed or moved"),
        (edit("left", 9, 23, "2mm", "4mm"), "changed meanwhile"),
        (edit("size", 4, 20, "9pt", "8pt"), "used in other places"),
        (edit("top", 1, 1, None, "4mm"), "changed or moved"),
        (edit("text", 9, 10, "Hello", "a\x07b"), "prints nothing"),
    ],
)
def test_what_others_share_or_changed_is_refused(change: OptionEdit, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        edit_options(TEXT, [change])
