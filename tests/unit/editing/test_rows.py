"""Rows are written twice, taken out and moved, and what stands between them stays."""

from __future__ import annotations

import pytest

from cardgen.editing.refusal import RefusedError
from cardgen.editing.table_rows import (
    RowChange,
    add_csv_row,
    add_yaml_row,
    change_csv_row,
    change_yaml_row,
)
from cardgen.editing.yaml_values import RowPlace

YAML = """\
# beasts
- {name: Bear,
   kind: land}  # big

# the small ones
- name: Fox
  note: |
    One.

    Two.

- name: Crab   # red
# the end
"""
BEAR, FOX, CRAB = RowPlace(2, 3), RowPlace(6, 3), RowPlace(12, 3)


@pytest.mark.parametrize(
    ("place", "change", "before", "after"),
    [
        (CRAB, "delete", "- name: Crab   # red\n", ""),
        (CRAB, "duplicate", "- name: Crab   # red\n", 2 * "- name: Crab   # red\n"),
        (FOX, "delete", "- name: Fox\n  note: |\n    One.\n\n    Two.\n", ""),
        (
            BEAR, "down",
            YAML[9:],
            "- name: Fox\n  note: |\n    One.\n\n    Two.\n\n# the small ones\n"
            "- {name: Bear,\n   kind: land}  # big\n\n- name: Crab   # red\n# the end\n",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_rows_of_yaml(
    place: RowPlace, change: RowChange, before: str, after: str, ending: str
) -> None:
    assert YAML.count(before) == 1
    text, wanted = YAML.replace("\n", ending), YAML.replace(before, after).replace("\n", ending)
    assert change_yaml_row(text, place, change) == wanted


def test_a_row_that_went_down_comes_up_again() -> None:
    down = change_yaml_row(YAML, FOX, "down")
    line = down[: down.index("- name: Fox")].count("\n") + 1
    assert change_yaml_row(down, RowPlace(line, 3), "up") == YAML


def test_a_last_line_without_an_end_stays_so() -> None:
    text = "- a: 1\n- a: 2"
    assert change_yaml_row(text, RowPlace(1, 3), "down") == "- a: 2\n- a: 1"
    assert change_yaml_row(text, RowPlace(2, 3), "duplicate") == "- a: 1\n- a: 2\n- a: 2"
    assert change_yaml_row(text, RowPlace(2, 3), "delete") == "- a: 1"
    assert change_csv_row("a\n1\n2", RowPlace(2, 1), "down") == "a\n2\n1"


@pytest.mark.parametrize(
    ("text", "place", "change", "said"),
    [
        ("- {a: 1}\n", RowPlace(1, 3), "delete", "only row"),
        ("- {a: 1}\n- {a: 2}\n", RowPlace(1, 3), "up", "first row"),
        ("- {a: 1}\n- {a: 2}\n", RowPlace(2, 3), "down", "last row"),
        ("[{a: 1}, {a: 2}]\n", RowPlace(1, 2), "delete", "one below the other"),
        ("- {a: &x 1}\n- {a: 2}\n", RowPlace(1, 3), "duplicate", "holds `&x`"),
        ("- {a: 1}\n- {a: &x 2, b: *x}\n", RowPlace(1, 3), "down", "holds `&x`"),
        ("- {a: 1}\n", RowPlace(2, 3), "delete", "moved meanwhile"),
    ],
)
def test_what_cannot_be_is_refused(
    text: str, place: RowPlace, change: RowChange, said: str
) -> None:
    with pytest.raises(RefusedError, match=said):
        change_yaml_row(text, place, change)


CSV = 'name,note\nBear,big\n\n"Fox","One.\nTwo."\nCrab,\n'


@pytest.mark.parametrize(
    ("place", "change", "wanted"),
    [
        (RowPlace(2, 1), "delete", 'name,note\n\n"Fox","One.\nTwo."\nCrab,\n'),
        (RowPlace(4, 1), "duplicate", CSV.replace("Crab", '"Fox","One.\nTwo."\nCrab')),
        (RowPlace(4, 1), "up", 'name,note\n"Fox","One.\nTwo."\n\nBear,big\nCrab,\n'),
    ],
)
def test_rows_of_csv(place: RowPlace, change: RowChange, wanted: str) -> None:
    assert change_csv_row(CSV, place, change) == wanted


@pytest.mark.parametrize(
    ("text", "place", "value", "line"),
    [
        ("- {id: a, x: 1}\n- {id: b}\n", RowPlace(1, 3), "c", "- {id: c}"),
        ("- {id: a}", RowPlace(1, 3), "c", "- {id: c}"),
        ("- id: a\n  x: 1\n# end\n", RowPlace(1, 3), "c: d", "- id: 'c: d'"),
        ("  - id: a\n    x: 1\n", RowPlace(1, 5), "c", "  - id: c"),
        ("- id: a\r\n- id: b\r\n", RowPlace(1, 3), "no, no", "- id: no, no"),
    ],
)
def test_a_row_is_added_in_the_manner_of_the_one_above(
    text: str, place: RowPlace, value: str, line: str
) -> None:
    added = add_yaml_row(text, place, "id", value)
    lines = added.splitlines()
    assert line in lines
    lines.remove(line)
    assert lines == text.splitlines()
    assert added.endswith(("\n", "\r\n")) == text.endswith("\n")


@pytest.mark.parametrize(
    ("value", "line"), [((1, "x"), ";x;"), ((0, "a;b"), '"a;b";;'), ((2, "c"), ";;c")]
)
def test_a_row_is_added_to_a_table_of_cells(value: tuple[int, str], line: str) -> None:
    text = "id;name;legs\na;Ant;6\n\nb;Bee;6\n"
    added = add_csv_row(text, RowPlace(2, 1), value, ";")
    assert added == text.replace("a;Ant;6\n", f"a;Ant;6\n{line}\n")
