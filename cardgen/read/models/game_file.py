"""The models of `game.yaml` and `composition.yaml`.

In      plain data made from the YAML tree (`read.validate`).
Out     frozen models; each remembers its node, and so the place of every value in it.
Not here  layouts (`read.models.layouts`), cards (`read.tables.cards`: their fields are the game's
          own), names looked up (`bind`).

Keys are written with hyphens in YAML (`min-size`) and underscores here. The first line
of a field's description is what the docs and the JSON Schema say of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from cardgen.read.models.booklets import BookletSpec
from cardgen.read.models.boxes import BoxSpec
from cardgen.read.models.components import SizeSpec
from cardgen.read.models.declarations import Field, field_validator, model_validator
from cardgen.read.models.editions import EditionSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.rules import RuleSpec
from cardgen.read.models.showcase import ShowcaseSpec
from cardgen.read.models.tables import FieldSpec, JoinSpec, TableSpec, field_spec, table_specs
from cardgen.read.models.values import (
    Count,
    DividedWord,
    Language,
    Names,
    Share,
    Text,
    value_error,
)

_DISTINCT_VALUES = 500
"""Of all lists of `distinct` together."""

# --- game.yaml ---------------------------------------------------------------------------


class FontSpec(Spec):
    """A family: its upright file, and those for italic and bold."""

    regular: str = Field(description="Font file of the upright face.")
    italic: str | None = Field(None, description="Font file of the italic face.")
    bold: str | None = Field(None, description="Font file of the bold face.")
    bold_italic: str | None = Field(None, description="Font file of the bold italic face.")
    fallback: Names = Field([], description="Families to ask for glyphs that this one lacks.")
    axes: dict[str, float] = Field({}, description="Place on the axes of a variable font.")


def _field_type(given: Any) -> Any:
    if isinstance(given, str):
        return {"type": given}
    return {"one-of": given} if isinstance(given, list) else given


class DeckSpec(Spec):
    """A deck: its card table, component size, and the layouts of its two sides."""

    cards: list[TableSpec] = Field(
        min_length=1, description="Card table, or a list: YAML, CSV, spreadsheets, JSON."
    )
    size: str = Field(description="Component size: a trade name (`cardgen sizes`) or the game's.")
    front: Text = Field(description="Layout of the fronts; may be a template.")
    back: Text = Field("", description="Layout of the backs; may be a template.")
    id: Text = Field("", description="Template that names a card, if rows have no `id`.")
    tab: Text = Field(
        "", description="Where a divider's tab stands: 1 is left; a template. In turn, if empty."
    )
    language: Language = Field("", description="BCP 47 tag of its cards, if not the game's.")
    translate: bool = Field(True, description="Whether texts of its cards are translated.")
    fields: dict[str, FieldSpec] = Field({}, description="Card fields and their types.")
    join: list[JoinSpec] = Field([], description="Tables that bring in further columns.")
    defaults: dict[str, Any] = Field({}, description="Fields of the rows that lack them.")

    @field_validator("fields", mode="before")
    @classmethod
    def _short_types(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: field_spec(given) for name, given in value.items()}

    @field_validator("cards", mode="before")
    @classmethod
    def _single_table(cls, value: Any) -> Any:
        return table_specs(value)

    @field_validator("join", mode="before")
    @classmethod
    def _single_join(cls, value: Any) -> Any:
        return [value] if isinstance(value, dict) else value


class OrderSpec(Spec):
    """What to order from the print service."""

    stock: str = Field("S30", description="Card stock by its code.")
    finish: Literal["MPC game card finish", "Gloss finish", "BETA playing card finish"] = Field(
        "MPC game card finish", description="Surface finish."
    )
    foil: bool = Field(False, description="Holographic foil on the fronts.")


class LevelSpec(Spec):
    """How much a code matters, for the game or for a part of it."""

    code: str = Field(description="The finding's code.")
    level: Literal["error", "warning", "off"] = Field(description="What it counts as.")
    reason: str = Field("", description="Why; required to switch a code off.")
    deck: str = Field("", description="Only in this deck.")
    card: str = Field("", description="Only on this card: `deck/id`.")
    element: str = Field("", description="Only on this layout element, by its name.")

    @model_validator(mode="after")
    def _silence_has_a_reason(self) -> LevelSpec:
        if self.level == "off" and not self.reason.strip():
            hint = "add `reason: …`: somebody will ask"
            raise value_error("reason", f"`{self.code}` is switched off without a reason", hint)
        return self


class IconSpec(Spec):
    """A picture that text can hold: `{name}`."""

    picture: str = Field(description="Picture file.")
    aliases: Names = Field([], description="Other names for it.")
    height: float = Field(
        0.75, gt=0, le=10, description="Height in ems; 0.75 stands as high as capitals."
    )
    drop: float = Field(
        0.05, ge=-5, le=5, description="How far it reaches below the baseline, in ems."
    )
    color: str = Field("", description="Color of a single-colored drawing; as the text if empty.")


class GameFile(Spec):
    """`game.yaml`: what the game is made of."""

    game: str = Field(min_length=1, description="The game's name.")
    about: str = Field("", description="A line on the game for galleries and the shelf.")
    language: Language = Field(
        "en", description="BCP 47 tag: hyphenation, quotation marks, forms of letters, direction."
    )
    hyphenation: dict[Language, list[DividedWord]] = Field(
        {}, max_length=50, description="Words with hyphens where they may be divided: "
        "a list, or lists by language.",
    )  # fmt: skip
    mirror: bool = Field(
        False, description="Turn layouts left to right: for languages written from the right."
    )
    version: Text = Field("", description="The game's version, as cards can print it.")
    changed_since: str = Field(
        "", description="A remembered print: cards know whether they have changed since."
    )
    draft: bool = Field(
        False, description="Whether the game is young: style warnings fold into one."
    )
    vars: dict[str, Any] = Field(
        {}, description="Constants that expressions know; `--set NAME=VALUE` changes them."
    )
    palette: dict[str, str] = Field({}, max_length=1000, description="Colors by name.")
    fonts: dict[str, FontSpec] = Field({}, description="Font families by name.")
    icons: dict[str, IconSpec] = Field({}, description="Pictures that texts can hold.")
    sizes: dict[str, SizeSpec] = Field({}, description="The game's own component sizes by name.")
    decks: dict[str, DeckSpec] = Field(min_length=1, max_length=1000, description="Decks by name.")
    boxes: dict[str, BoxSpec] = Field({}, description="Tuck boxes by name.")
    booklets: dict[str, BookletSpec] = Field({}, description="Booklets by name.")
    showcase: dict[str, ShowcaseSpec] = Field(
        {}, max_length=100, description="Pictures for shops and publishers by name."
    )
    editions: dict[str, EditionSpec] = Field(
        {}, max_length=50, description="Editions by name: what each prints differently."
    )
    checks: list[LevelSpec] = Field(
        [], max_length=1000, description="Codes raised, lowered or silenced."
    )
    distinct: dict[str, dict[str, Names]] = Field(
        {}, description="Values of a deck's fields that every player must tell apart by eye."
    )
    layouts: Names = Field(["layouts.yaml"], description="Files of the layouts.")
    composition: str | None = Field(None, description="File of the composition.")
    order: OrderSpec = Field(default_factory=lambda: OrderSpec.model_validate({}))
    build: Names = Field([], description="Targets to build when none is named; `mpc` if empty.")
    targets: dict[str, dict[str, Text]] = Field(
        {}, description="Options of targets, by target: `sheets: {paper: a4}`."
    )

    @property
    def divided_words(self) -> tuple[tuple[str, str], ...]:
        """The words of `hyphenation`, each after its language."""
        return tuple(
            (language, word) for language, words in self.hyphenation.items() for word in words
        )

    @field_validator("hyphenation", mode="before")
    @classmethod
    def _words_of_any_language(cls, value: Any) -> Any:
        return {"": value} if isinstance(value, list) else value

    @field_validator("distinct")
    @classmethod
    def _few_pairs(cls, value: dict[str, dict[str, Names]]) -> dict[str, dict[str, Names]]:
        """Every two of the values are compared."""
        lists = (values for fields in value.values() for values in fields.values())
        if sum(map(len, lists)) > _DISTINCT_VALUES:
            from pydantic_core import PydanticCustomError

            raise PydanticCustomError("too_long", "", {"max_length": _DISTINCT_VALUES})
        return value

    @field_validator("fonts", mode="before")
    @classmethod
    def _single_files(cls, value: Any) -> Any:
        return _name_files(value, "regular")

    @field_validator("icons", mode="before")
    @classmethod
    def _single_pictures(cls, value: Any) -> Any:
        return _name_files(value, "picture")


def _name_files(value: Any, field: str) -> Any:
    """A family or an icon that is one file, typed by itself, as that field of its mapping."""
    if not isinstance(value, dict):
        return value
    return {k: {field: v} if isinstance(v, str) else v for k, v in value.items()}


# --- composition.yaml --------------------------------------------------------------------


class DeckComposition(Spec):
    """What a deck must contain."""

    total: Count | None = Field(None, description="Cards, copies counted.")
    count: dict[str, dict[str, Count]] = Field(
        {}, description="Cards by the value of a field or expression."
    )
    unique: Names = Field([], description="Fields whose value no two rows share.")
    required: Names = Field([], description="Fields that every card must have.")
    range: dict[str, tuple[float, float]] = Field(
        {}, description="Least and greatest number a field may hold: `points: [-2, 6]`."
    )
    share: dict[str, tuple[Share, Share]] = Field(
        {}, description="Least and greatest share of the cards for which an expression holds."
    )
    equal: list[Annotated[list[Text], Field(min_length=2)]] = Field(
        [], description="Expressions that must hold for equally many cards."
    )
    copies: dict[str, dict[str, Count]] = Field(
        {}, description="Copies of a row by the value of a field."
    )
    distinct: bool = Field(False, description="Whether no two cards may be alike in all fields.")
    expect: dict[str, Names] = Field({}, description="Values of a field that some card must have.")
    rules: list[RuleSpec] = Field([], description="What else must be true, as expressions.")
