"""Many values of a table at once are written as they are one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.editing.cell_blocks import CsvEdit, YamlEdit, edit_csv_block, edit_yaml_block
from cardgen.editing.csv_values import edit_csv_value, scan_table
from cardgen.editing.open_table import EditableRow
from cardgen.editing.pasted_cells import PastedCell, paste_cells
from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_values import RowPlace, edit_yaml_value, read_structure
from cardgen.read.models.game_file import DeckSpec

YAML = """\
# rows of every manner
- {name: Adder, kind: land, note: 'It''s'}
- name: Bear  # the second
  kind: "land"
  note: |
    Old
    words

- name: Crab
  kind:
  note: >-
    Folded

# the last
- {name: Dolphin}
"""
CSV = '''\
name,kind,note
Adder,land,"It's, ""here"""
Bear,'=land
Crab,"sea",  spaced
Dolphin
'''
TEXTS = st.text(
    st.sampled_from("ab1 \n,;:#'\"=-[]{}&*!|>?%@`~\t\\\u2028\U0001f98aשل"), max_size=8
) | st.sampled_from(["yes", "007", "- x", "a: b", "# x", "=1+1", "{{ name }}", "'"])


def says(text: str) -> list[tuple[object, ...]]:
    """What a file says, whichever way it is quoted."""
    return [event[:4] for event in read_structure(text).events]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    news=st.dictionaries(
        st.tuples(st.integers(0, 3), st.sampled_from(("kind", "note", "more"))), TEXTS
    )
)
def test_values_of_yaml(news: dict[tuple[int, str], str]) -> None:
    structure = read_structure(YAML)
    rows = structure.root.parts
    said = [{key.value: value.value for key, value in row.entries} for row in rows]
    edits = [
        YamlEdit(rows[number], key, said[number].get(key), new)
        for (number, key), new in news.items()
    ]
    one_by_one = YAML
    for edit in sorted(edits, key=lambda edit: -edit.row.start):
        place = RowPlace(edit.row.line + 1, edit.row.column + 1)
        one_by_one = edit_yaml_value(one_by_one, place, edit.key, edit.old, edit.new)
    block = edit_yaml_block(YAML, structure, edits)
    assert block is None or says(block) == says(one_by_one)
    if len({edit.row.index for edit in edits}) == len(edits):
        assert block in (None, one_by_one)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(news=st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 2)), TEXTS))
def test_cells_of_csv(news: dict[tuple[int, int], str]) -> None:
    table = scan_table(CSV, ",")
    one_by_one = CSV
    edits: list[CsvEdit] = []
    for (number, column), new in sorted(news.items(), reverse=True):
        row = table.rows[number]
        old = row[column].text if column < len(row) else ""
        edits.append(CsvEdit(number, column, old, new))
        place = RowPlace(row[0].span.line, row[0].span.column)
        if old != new:
            one_by_one = edit_csv_value(one_by_one, place, column, old, new, ",")
    assert edit_csv_block(table, edits, ",") in (None, one_by_one)


Paste = tuple[int, tuple[str, str | None, str]]


def paste(folder: Path, file: str, texts: Sequence[Paste]) -> str:
    """Paste `(line, (field, old, new))`; return the file as it would be."""
    deck = DeckSpec.model_validate({"cards": file, "size": "poker", "front": "f"})
    column = 3 if file.endswith(".yaml") else 1
    cells = [
        PastedCell(EditableRow(deck, file, RowPlace(line, column), None), f"row {line}", *value)
        for line, value in texts
    ]
    return paste_cells(folder, cells).after.decode()


@pytest.mark.parametrize(
    ("file", "write"),
    [
        ("cards.csv", lambda count: "name,a\n" + "".join(f"n{i},x\n" for i in range(count))),
        ("cards.yaml", lambda count: "".join(f"- {{name: n{i}, a: x}}\n" for i in range(count))),
    ],
)
def test_texts_that_need_quotes_are_written_at_once_too(
    file: str, write: Callable[[int], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In turn each of them would be two more readings of the whole file."""
    monkeypatch.setattr("cardgen.editing.pasted_cells._edit_in_turn", None)
    (tmp_path / file).write_text(write(100), "utf-8")
    first = 2 if file.endswith(".csv") else 1
    new = ["plain", "a, b: c", '"quoted"', "- x", "two\nlines", "=1+1", "{{ name }}"] * 10
    texts: list[Paste] = [(first + number, ("a", "x", text)) for number, text in enumerate(new)]
    assert paste(tmp_path, file, texts).count("plain") == 10


def test_a_cell_that_cannot_be_written_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(
        "- {name: a, x: 1}\n- {name: &b b, x: 1}\n- {name: c, x: 1}\n", "utf-8"
    )
    texts: list[Paste] = [
        (1, ("x", "1", "2")), (2, ("name", "b", "d")), (3, ("x", "1", "2"))
    ]  # fmt: skip
    with pytest.raises(RefusedError, match="`name` of row 2: the value has a name, `&b`"):
        paste(tmp_path, "cards.yaml", texts)
