"""The model of `booklets:` in `game.yaml`, and their texts read.

In      a mapping of `game.yaml`, the Markdown files it names.
Out     `BookletSpec`s, and a `Document` for each.
Not here  Markdown itself (`read.markdown_text.parser`), what names and templates mean
        (`bind.booklet.booklets`).
"""

from __future__ import annotations

from typing import Any

from cardgen.read.models.components import Absolute, Dimension
from cardgen.read.models.declarations import Field, field_validator, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Text, value_error

ROLES = (
    "body", "opening", "heading-1", "heading-2", "heading-3", "heading-4", "quote", "box",
    "box-title", "table", "table-head", "caption", "code", "link", "contents", "head", "foot",
)  # fmt: skip
"""What a booklet sets in styles of its own."""


class MarginSpec(Spec):
    """The margins of a booklet's pages; left pages mirror right ones."""

    inner: Absolute | None = Field(None, description="At the spine.")
    outer: Absolute | None = Field(None, description="At the fore-edge.")
    top: Absolute | None = Field(None, description="Above the text.")
    bottom: Absolute | None = Field(None, description="Below the text; the page number is in it.")


class PageSpec(Spec):
    """The page of a booklet: a name, or a width and a height."""

    name: str = Field("", description="Trade name: a5, a6, half-letter, or a component size.")
    width: Dimension | None = Field(None, description="Width as cut.")
    height: Dimension | None = Field(None, description="Height as cut.")

    @model_validator(mode="after")
    def _one_way_or_the_other(self) -> PageSpec:
        measures = [side for side in (self.width, self.height) if side is not None]
        if len(measures) != (0 if self.name else 2):
            hint = "write `page: a6`, or `page: {width: 105mm, height: 148mm}`"
            raise value_error(
                "size", "a page is given by its name, or by its width and height", hint
            )
        return self


class BookletSpec(Spec):
    """A booklet: its text in Markdown, its page, and how it looks."""

    text: str = Field(description="Markdown file.")
    translate: bool = Field(True, description="Whether its text is translated.")
    title: Text = Field("", description="Title; the game's name if empty.")
    page: PageSpec = Field(description="Page: `a6`, or `{width: 105mm, height: 148mm}`.")
    margins: MarginSpec = Field(
        default_factory=lambda: MarginSpec.model_validate({}), description="Margins of a page."
    )
    columns: int = Field(1, ge=1, le=3, description="Columns of text on a page.")
    column_gap: Absolute | None = Field(None, description="Space between columns.")
    bleed: Absolute | None = Field(None, description="Paint beyond the cut; 3 mm if left out.")
    styles: dict[str, str] = Field({}, description="Styles of layouts.yaml, by what they set.")
    accent: str = Field("", description="Color of rules, boxes, links: palette name or `#rrggbb`.")
    cover: str = Field("", description="Layout of the first page.")
    back_cover: str = Field("", description="Layout of the last page.")
    background: str = Field("", description="Layout below the text of all other pages.")
    head: Text = Field("", description="Running head; may use `page`, `section`, `title`.")
    foot: Text = Field("{{ page }}", description="Foot of every page, as the head.")

    @field_validator("page", mode="before")
    @classmethod
    def _named_page(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value
