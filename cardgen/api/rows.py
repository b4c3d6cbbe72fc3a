"""Rows of cards from Python: mappings, data frames, tables in files.

In      rows as a caller has them.
Out     a table file of a game in memory: its name and its content.

Frames are known by their methods, so that none of their libraries is needed: `to_dicts()` as
polars has it, `to_dict(orient="records")` as pandas has it.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Mapping
from numbers import Number
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from cardgen.files.game_files import MAX_TABLE_BYTES
from cardgen.files.regular_files import read_regular

Row = Mapping[str, Any]

_MAX_DEPTH = 50
_MAX_BITS = 10_000
"""Of an integer, 3,000 digits: Python writes no more than 4,300."""
_MISSING = ("NaT", "<NA>")
"""What pandas has in the place of a missing date or value."""
_SURROGATE = re.compile("[\ud800-\udfff]")


@runtime_checkable
class Array(Protocol):
    """An array that gives its items as numpy does."""

    def tolist(self) -> Any: ...


@runtime_checkable
class PolarsFrame(Protocol):
    """A frame that gives its rows as polars does."""

    def to_dicts(self) -> list[dict[str, Any]]: ...


@runtime_checkable
class PandasFrame(Protocol):
    """A frame that gives its rows as pandas does."""

    @property
    def columns(self) -> Any: ...

    def to_dict(self, orient: str) -> Any: ...


Rows = Iterable[Row] | PolarsFrame | PandasFrame | str | os.PathLike[str]
"""Mappings, a frame, or the path of a table file (CSV, JSON, a spreadsheet)."""


def make_table(rows: Rows) -> tuple[str, str | bytes]:
    """Return a table's file name and content.

    Raises:
        OSError: the file that `rows` names cannot be read.
        TypeError: `rows` are no rows, or hold what no card can have.
    """
    if isinstance(rows, str | os.PathLike):
        file = Path(rows)
        return f"cards{file.suffix.lower()}", read_regular(file, MAX_TABLE_BYTES)
    records = [_plain_row(row, number) for number, row in enumerate(_records(rows), 1)]
    return "cards.json", to_json(records, indent=1)


def _records(rows: Iterable[Row] | PolarsFrame | PandasFrame) -> Iterable[Row]:
    if isinstance(rows, PolarsFrame):
        return rows.to_dicts()
    if isinstance(rows, PandasFrame):
        records: list[Row] = rows.to_dict(orient="records")
        return records
    if not isinstance(rows, Iterable):
        raise TypeError(f"rows are mappings, a frame or a table's path, not {type(rows).__name__}")
    return rows


def _plain_row(row: Row, number: int) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise TypeError(f"a row is a mapping of names to values, not {type(row).__name__}")
    plain: dict[str, Any] = {}
    for key, value in row.items():
        name = str(key)
        if name in plain:
            raise TypeError(f"row {number} has two fields `{name}`: names are texts")
        plain[name] = plain_value(value, f"row {number}, field `{name}`")
    return {name: value for name, value in plain.items() if value is not None}


def to_json(value: Any, indent: int | None = None) -> str:
    """Return a plain value as JSON that can be written to a file: half a character (a lone
    surrogate), which no file can hold, is written as its number."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def plain_value(value: Any, where: str, depth: int = 0) -> Any:
    """Return a value as JSON has it; what is missing in a frame (NaN, NaT, NA) is None.

    Args:
        value: What a caller has.
        where: What the value is, for the message.
        depth: How many lists and mappings it is in.

    Raises:
        TypeError: a card cannot have such a value.
    """
    if depth > _MAX_DEPTH:
        raise TypeError(f"{where}: more than {_MAX_DEPTH} lists in each other, or one in itself")
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        return _plain_int(value, where)
    if isinstance(value, Number):
        return _plain_number(value)
    if isinstance(value, Mapping):
        return {str(k): plain_value(one, where, depth + 1) for k, one in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain_value(one, where, depth + 1) for one in value), key=str)
    if isinstance(value, list | tuple):
        return [plain_value(one, where, depth + 1) for one in value]
    if isinstance(value, Array):
        return plain_value(value.tolist(), where, depth + 1)
    if isinstance(value, bytes | bytearray | memoryview):
        raise TypeError(f"{where}: bytes are no text; decode them first")
    text = str(value)
    return None if text in _MISSING else text


def _plain_int(value: int, where: str) -> int:
    """Python writes numbers of so many digits, and no more."""
    if value.bit_length() > _MAX_BITS:
        raise TypeError(f"{where}: a number of some {value.bit_length() * 3 // 10:,} digits")
    return int(value)


def _plain_number(value: Number) -> Any:
    """A number that is no integer, or of another library: of numpy, a decimal."""
    if isinstance(value, float) and math.isfinite(value):
        return float(value)
    text = str(value)
    if text.lower().lstrip("-") in ("nan", "snan"):
        return None
    try:
        return int(text)
    except ValueError:
        return text
