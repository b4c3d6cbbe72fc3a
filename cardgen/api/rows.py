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
from collections.abc import Iterable, Mapping
from numbers import Number
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

Row = Mapping[str, Any]


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


def table_of(rows: Rows) -> tuple[str, str | bytes]:
    """Return a table's file name and content.

    Raises:
        OSError: the file that `rows` names cannot be read.
        TypeError: `rows` are no rows.
    """
    if isinstance(rows, str | os.PathLike):
        file = Path(rows)
        return f"cards{file.suffix.lower()}", file.read_bytes()
    records = [_plain_row(row) for row in _records(rows)]
    return "cards.json", json.dumps(records, ensure_ascii=False, indent=1)


def _records(rows: Iterable[Row] | PolarsFrame | PandasFrame) -> Iterable[Row]:
    if isinstance(rows, PolarsFrame):
        return rows.to_dicts()
    if isinstance(rows, PandasFrame):
        records: list[Row] = rows.to_dict(orient="records")
        return records
    return rows


def _plain_row(row: Row) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise TypeError(f"a row is a mapping of names to values, not {type(row).__name__}")
    plain = {str(name): _plain_value(value) for name, value in row.items()}
    return {name: value for name, value in plain.items() if value is not None}


def _plain_value(value: Any) -> Any:
    """A value as JSON has it; what is missing in a frame (NaN, NaT) is None."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if value != value:
        return None
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain_value(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain_value(one) for name, one in value.items()}
    if isinstance(value, Number):
        return _plain_number(value)
    return str(value)


def _plain_number(value: Number) -> Any:
    """A number of another library: of numpy, a decimal."""
    text = str(value)
    try:
        return int(text)
    except ValueError:
        return text
