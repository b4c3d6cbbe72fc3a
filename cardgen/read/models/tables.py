"""The model of a deck's card tables: which files, which of their rows, what is added to them.

In      `cards:`, `join:` and `fields:` of a deck in `game.yaml`.
Out     `TableSpec`s, `JoinSpec`s, `FieldSpec`s; no file is opened.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from cardgen.read.models.declarations import Field, field_validator, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Names, Text, value_error

WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")
_SHEET = re.compile(r"(?P<file>.*\.(?:xlsx|xlsm|xls|ods))#(?P<sheet>.*)\Z", re.IGNORECASE)
_SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "\\t": "\t"}


def split_sheet(path: str) -> tuple[str, str]:
    """`cards.xlsx#Units` as the file and the sheet; "" where none is named."""
    found = _SHEET.match(path)
    return (found["file"], found["sheet"]) if found else (path, "")


class FieldSpec(Spec):
    """What a card field may hold: `integer`, `[red, blue]`, `{type: text, required: yes}`."""

    type: Literal["text", "integer", "number", "list", "mapping"] = Field(
        "text", description="Kind of value."
    )
    one_of: Names = Field([], description="The only values allowed.")
    required: bool = Field(False, description="Whether every card must have it.")
    from_: Text = Field("", description="Header of its column, if that is another: `Karten Name`.")
    separator: Text = Field(
        "", description="What parts the items of a list; `;`, else `|`, `,` or lines if empty."
    )
    value: Text = Field("", description='Template that computes it: `"{{ cost + 1 }}"`.')
    template: bool = Field(False, description="Whether texts of the cards are templates.")
    translate: bool | None = Field(
        None, description="Whether its texts are translated; if left out, where they are printed."
    )
    markup: Literal["cardgen", "html"] = Field(
        "cardgen", description="Markup of its texts: the layouts' own, or simple HTML."
    )

    @model_validator(mode="after")
    def _is_computed_or_read(self) -> FieldSpec:
        if self.value and (self.from_ or self.template):
            hint = "leave out `from` and `template`: the value does not come from the table"
            raise value_error("field", "a computed field is not read from a column", hint)
        return self


def field_spec(given: Any) -> Any:
    """A field's short forms: its type, or the list of its values."""
    if isinstance(given, str):
        return {"type": given}
    return {"one-of": given} if isinstance(given, list) else given


class TableFormat(Spec):
    """How a table's file is read, where the file does not say it."""

    sheet: Text = Field("", description="Sheet of a workbook; the first if empty.")
    separator: Text = Field("", description="What parts the cells of a CSV; found if empty.")
    encoding: Text = Field("", description="Encoding of a CSV; found if empty.")

    @field_validator("separator")
    @classmethod
    def _is_one_character(cls, value: str) -> str:
        found = _SEPARATORS.get(value, value)
        if len(found) > 1 or found.isalnum() or found in ('"', "\n"):
            hint = "write `comma`, `semicolon`, `tab`, `bar`, or another single sign"
            raise value_error("separator", f"`{value}` cannot part cells", hint)
        return found

    @field_validator("encoding")
    @classmethod
    def _is_known(cls, value: str) -> str:
        from cardgen.read.tables.text_encoding import ENCODINGS

        name = value.strip().casefold().replace("_", "-")
        if name and name not in ENCODINGS:
            hint = f"write one of {', '.join(ENCODINGS)}"
            raise value_error("encoding", f"`{value}` is no encoding that is read", hint)
        return name


class TableSpec(TableFormat):
    """A table of cards, or several that a pattern finds."""

    file: str = Field(min_length=1, description="File below the game, or a pattern: `cards/*.csv`.")
    where: Text = Field("", description="Expression; only rows for which it holds are cards.")
    set_: dict[str, Any] = Field({}, description="Fields that all its rows have, whatever theirs.")

    @property
    def path(self) -> str:
        """The file or pattern without its sheet."""
        return split_sheet(self.file)[0]

    @property
    def sheet_name(self) -> str:
        return self.sheet or split_sheet(self.file)[1]


class JoinSpec(TableFormat):
    """Columns of another table, for the cards whose fields are equal."""

    table: str = Field(min_length=1, description="File of the other table.")
    on: Names = Field(min_length=1, description="Fields that both tables have.")

    @property
    def path(self) -> str:
        """The file without its sheet."""
        return split_sheet(self.table)[0]

    @property
    def sheet_name(self) -> str:
        return self.sheet or split_sheet(self.table)[1]


def table_specs(given: Any) -> Any:
    """The short forms of `cards:`: a file, or a mapping, where a list may stand."""
    tables = given if isinstance(given, list) else [given]
    return [{"file": table} if isinstance(table, str) else table for table in tables]
