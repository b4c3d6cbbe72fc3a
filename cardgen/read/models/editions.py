"""The models of `editions:` in `game.yaml`, and of a corrections file.

In      a mapping of `game.yaml`; the rows of a corrections file.
Out     `EditionSpec`s and `CorrectionSpec`s: names of decks, files and cards are not looked up.
Not here  what an edition changes in the game (`read.editions.merging`), and in its rows
          (`read.editions.corrections`).

What an edition says of the game's own entries is held to their models once it is merged with
them, so most of it is anything at all here.
"""

from __future__ import annotations

from typing import Any

from cardgen.read.models.declarations import Field
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Language, Names, Text

OWN_KEYS = (
    "extends", "without", "layouts", "composition", "corrections", "translation", "glossary",
)  # fmt: skip
"""What an edition says of itself; everything else is laid over the game's entries."""
WHOLE_ENTRIES = ("fonts", "icons", "sizes", "vars", "palette")
"""Parts of the game whose entries an edition replaces whole, and does not merge."""


class EditionSpec(Spec):
    """An edition: what is different from the game as it is."""

    extends: Names = Field([], description="Editions to start from, in this order.")
    without: Names = Field([], description="Decks, boxes and booklets that it leaves out.")
    layouts: Names = Field(
        [], description="Files with layouts, styles and pieces that are added or replaced."
    )
    composition: Names = Field(
        [], description="Files that are laid over the game's composition, entry by entry."
    )
    corrections: Names = Field([], description="Files with corrections of card fields.")
    language: Language = Field("", description="BCP 47 tag of what it is written in.")
    translation: Names = Field(
        [],
        description="Translations: `.po` files, or tables of texts by card; "
        "`translations/LANGUAGE.po` if that is there.",
    )
    glossary: Names = Field([], description="Tables of terms, each with how it is translated.")
    mirror: bool | None = Field(
        None, description="Turn layouts left to right: for languages written from the right."
    )
    game: Text = Field("", description="The game's name in it.")
    about: Text = Field("", description="A line on the game.")
    version: Text = Field("", description="The game's version.")
    changed_since: str = Field("", description="A remembered print of this edition, or none.")
    vars: dict[str, Any] = Field({}, description="Constants that are set anew or added.")
    palette: dict[str, Any] = Field({}, description="Colors that are replaced or added.")
    fonts: dict[str, Any] = Field({}, description="Font families that are replaced or added.")
    icons: dict[str, Any] = Field({}, description="Icons that are replaced or added.")
    sizes: dict[str, Any] = Field({}, description="Sizes that are replaced or added.")
    decks: dict[str, Any] = Field({}, description="Decks that are added, or fields of decks.")
    boxes: dict[str, Any] = Field({}, description="Boxes that are added, or fields of boxes.")
    booklets: dict[str, Any] = Field({}, description="Booklets that are added, or their fields.")
    checks: list[Any] = Field([], description="Levels of codes, beside those of the game.")
    distinct: dict[str, Any] = Field({}, description="As in the game, laid over it.")
    order: dict[str, Any] = Field({}, description="As in the game, laid over it.")
    build: Names = Field([], description="Targets to build when none is named.")
    targets: dict[str, Any] = Field({}, description="Options of targets, laid over the game's.")


class CorrectionSpec(Spec):
    """A correction: words of one field of one card."""

    card: str = Field(min_length=1, description="The card: `deck/id`, or its `id` alone.")
    field: str = Field(min_length=1, description="The field.")
    old: Text = Field(description="Words that stand in the field, once.")
    new: Text = Field(description="Words to print in their place.")
    reason: str = Field(min_length=1, description="Why.")


class TermSpec(Spec):
    """A term of a glossary."""

    term: str = Field(min_length=1, description="The term in the game's own language.")
    translation: Names = Field(
        min_length=1, description="How it is translated; several forms in a list, or parted by `;`."
    )
    note: Text = Field("", description="A remark for translators.")
