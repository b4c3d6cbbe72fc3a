"""2,000 edits of generated tables: the value as meant, every other byte as it was."""

from __future__ import annotations

import codecs
import random

import pytest
import yaml

from cardgen.editing.csv_values import edit_csv_value, scan_table
from cardgen.editing.refusal import RefusedError
from cardgen.editing.text_file import read_text_file
from cardgen.editing.yaml_values import RowPlace, edit_yaml_value, find_row, read_structure

pytestmark = pytest.mark.slow

WORDS = (
    "Bear", "the", "it's", 'a "word"', "3", "1.50", "yes", "null", "~", "# no", "a: b", "- c",
    "[x]", "{y}", "&z", "*w", "!t", "|", ">", "%", "@at", "`tick`", "é", "–", "日本", "\t", ",",
    ";", "why?", "{{ name }}", "\\n", "",
)  # fmt: skip
KEYS = ("id", "name", "kind", "effect", "note")
EDITS = 1_000
"""Of each kind of table."""


def make_text(rng: random.Random, *, lines: bool) -> str:
    text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 6))).strip()
    if lines and rng.random() < 0.3:
        text += (
            "\n" + " ".join(rng.choice(WORDS) for _ in range(3)).strip() + rng.choice(["", "\n"])
        )
    return text or "x"


# --- YAML ------------------------------------------------------------------------------------


def write_value(rng: random.Random, text: str, indent: str, *, flow: bool) -> str:
    """A value in some style of YAML, which need not say `text`: only its manner counts."""
    plain = "".join(c for c in text if c.isalnum() or c == " ").strip() or "word"
    styles = ["plain", "single", "double"] + ([] if flow else ["literal", "folded"])
    match rng.choice(styles):
        case "single":
            return "'" + text.replace("\n", " ").replace("'", "''") + "'"
        case "double":
            return '"' + plain + r" \u00e9\t\"x\""
        case "literal":
            return f"|{rng.choice(['', '-', '+'])}  # why\n{indent}  {plain}\n{indent}   more"
        case "folded":
            inner = f"{indent}    "
            return f">{rng.choice(['', '-'])}\n{inner}{plain}\n{inner}more\n\n{inner}end"
    return plain


def make_table(rng: random.Random) -> str:
    rows = []
    for _ in range(rng.randint(2, 7)):
        flow, indent = rng.random() < 0.4, "  "
        values = {key: make_text(rng, lines=False) for key in rng.sample(KEYS, rng.randint(2, 5))}
        parts = [f"{k}:{' ' * rng.randint(1, 3)}{write_value(rng, v, indent, flow=flow)}"
                 for k, v in values.items()]  # fmt: skip
        parts = [part + ('"' if part.endswith(r"\"x\"") else "") for part in parts]
        if flow:
            rows.append("- {" + " , ".join(parts) + "}" + rng.choice(["", "   # flow"]))
        else:
            joint = rng.choice(["\n", "\n", "\n\n", "\n  # about it\n"]) + indent
            rows.append("- " + joint.join(parts))
        if rng.random() < 0.3:
            rows.append(rng.choice(["", "# between", "   # indented", "# - {id: no}"]))
    text = "# the deck\n" + "\n".join(rows) + rng.choice(["\n", "", "\n# end\n", "\n\n"])
    return text.replace("\n", "\r\n") if rng.random() < 0.4 else text


def read_yaml_rows(text: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = yaml.load(text, yaml.CBaseLoader)
    return rows


def test_a_thousand_edits_of_yaml() -> None:
    rng, written, refused = random.Random(17), 0, 0
    for _ in range(EDITS):
        text = make_table(rng)
        before = read_yaml_rows(text)
        number = rng.randrange(len(before))
        item = read_structure(text).root.parts[number]
        place = RowPlace(item.line + 1, item.column + 1)
        key = rng.choice(list(before[number]))
        new = make_text(rng, lines=True)
        data = read_text_file(text.encode())
        try:
            edited = edit_yaml_value(data.text, place, key, before[number][key], new)
        except RefusedError:
            refused += 1
            continue
        written += 1
        wanted = [row | {key: new} if at == number else row for at, row in enumerate(before)]
        assert read_yaml_rows(edited) == wanted, (text, key, new)
        assert yaml.load(edited, yaml.BaseLoader) == wanted, (text, key, new)
        part = next(v for k, v in find_row(read_structure(text), place).entries if k.value == key)
        check_rest(text, edited, part.start, part.end)
    assert (written, refused) == (EDITS, 0)


def check_rest(text: str, edited: str, start: int, end: int) -> None:
    """What stands before and after a value is as it was, but for blanks beside it."""
    assert edited.startswith(text[:start].rstrip(" "))
    assert edited.rstrip().endswith(text[end:].strip())
    kept = "\r\n" if "\r\n" in text else "\n"
    assert edited.count("\r") == (edited.count("\n") if kept == "\r\n" else 0)


# --- tables of cells -------------------------------------------------------------------------


def make_cells(rng: random.Random) -> tuple[bytes, str]:
    separator = rng.choice(",;\t|")
    ending = rng.choice(["\n", "\r\n"])
    lines = [separator.join(KEYS)]
    for _ in range(rng.randint(2, 7)):
        cells = [make_text(rng, lines=True).replace("\t", " ") for _ in KEYS]
        lines.append(separator.join(write_cell(rng, cell, separator, ending) for cell in cells))
        if rng.random() < 0.2:
            lines.append("")
    text = ending.join(lines) + rng.choice([ending, ""])
    encoding, mark = rng.choice(
        [("utf-8", b""), ("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE)]
    )
    return mark + text.encode(encoding), separator


def write_cell(rng: random.Random, cell: str, separator: str, ending: str) -> str:
    plain = not any(mark in cell for mark in (separator, '"', "\n")) and cell == cell.strip()
    if plain and rng.random() < 0.6:
        return cell
    return '"' + cell.replace('"', '""').replace("\n", ending) + '"'


def test_a_thousand_edits_of_cells() -> None:
    rng, written, refused = random.Random(18), 0, 0
    for _ in range(EDITS):
        data, separator = make_cells(rng)
        file = read_text_file(data)
        table = scan_table(file.text, separator)
        number = rng.randrange(1, len(table.rows))
        row = table.rows[number]
        column = rng.randrange(len(row))
        place = RowPlace(row[0].span.line, row[0].span.column)
        new = make_text(rng, lines=True).replace("\t", " ").strip()
        try:
            edited = edit_csv_value(file.text, place, column, row[column].text, new, separator)
        except RefusedError:
            refused += 1
            continue
        written += 1
        again = scan_table(edited, separator)
        said = [[cell.text for cell in cells] for cells in table.rows]
        said[number][column] = new
        assert [[cell.text for cell in cells] for cells in again.rows] == said
        start, end = table.extent(row[column])
        assert edited.startswith(file.text[:start])
        assert edited.endswith(file.text[end:])
        check_bytes(data, file.encode(edited))
    assert (written, refused) == (EDITS, 0)


def check_bytes(before: bytes, after: bytes) -> None:
    """The mark at the start and the encoding are as they were."""
    assert before[:3] == after[:3]
    assert (b"\0" in before) == (b"\0" in after)
