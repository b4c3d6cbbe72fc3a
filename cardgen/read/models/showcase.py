"""The model of `showcase:` in `game.yaml`: pictures of a game for shops and publishers.

In      a mapping of `game.yaml`.
Out     `ShowcaseSpec`s: fields belong to their scene; cards, boxes and colors are still names.
Not here  what names mean (`bind.showcase`), how a scene is arranged (`targets.showcase`).
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from cardgen.read.models.booklets import BookletSpec, MarginSpec, PageSpec
from cardgen.read.models.components import Dimension
from cardgen.read.models.declarations import Field, field_validator, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Names, Text, value_error

SceneKind = Literal[
    "fan", "hand", "grid", "stack", "spread", "standing", "box", "open-box", "sell-sheet"
]
SCENES: tuple[SceneKind, ...] = get_args(SceneKind)

TRANSPARENT = "transparent"

_PICTURE = frozenset(("scene", "ground", "width", "height", "light", "shadow"))
_CARDS = _PICTURE | {"cards", "most"}
_VIEW = frozenset(("turn", "tilt"))
_TEXT = frozenset(
    ("scene", "text", "page", "columns", "title", "picture", "ground", "accent", "styles")
)
FIELDS: dict[SceneKind, frozenset[str]] = {
    "fan": _CARDS | {"angle"},
    "hand": _CARDS | {"angle"},
    "grid": _CARDS | {"columns"},
    "stack": _PICTURE | {"cards"} | _VIEW,
    "spread": _CARDS | _VIEW,
    "standing": _CARDS | _VIEW,
    "box": _PICTURE | {"box"} | _VIEW,
    "open-box": _CARDS | {"box"} | _VIEW,
    "sell-sheet": _TEXT,
}
"""The fields that say something of each scene."""


class ShowcaseSpec(Spec):
    """A picture of the game: a scene, what is in it, the ground below it."""

    scene: SceneKind = Field(description="How things are arranged.")
    cards: Names = Field(
        [],
        max_length=200,
        description="`deck`, `deck/id`, `deck/id back`; of all decks if left out.",
    )
    most: int = Field(7, ge=1, le=200, description="Cards shown of a deck named without an id.")
    box: str = Field("", description="Box of `boxes:`; the first if left out.")
    width: Dimension | None = Field(None, description="Width of the picture; 5in if left out.")
    height: Dimension | None = Field(None, description="Height of the picture; 2.5in if left out.")
    ground: str = Field(TRANSPARENT, description="Color below it all, or `transparent`.")
    light: bool = Field(False, description="Whether the ground is lighter in the middle.")
    shadow: bool = Field(True, description="Whether things cast soft shadows.")
    angle: float | None = Field(
        None, ge=-180, le=180, description="Degrees between the first card and the last."
    )
    columns: int | None = Field(
        None, ge=1, le=40, description="Cards in a row of a grid; columns of a sell sheet's text."
    )
    turn: float | None = Field(
        None, ge=-60, le=60, description="Degrees that things are turned; below 0 to the left."
    )
    tilt: float | None = Field(
        None, ge=5, le=80, description="Degrees from which one looks down on things."
    )
    text: str = Field("", description="Markdown file of a sell sheet.")
    title: Text = Field("", description="Title of the sell sheet's PDF; the game's if empty.")
    page: PageSpec | None = Field(None, description="Page of a sell sheet; `letter` if left out.")
    picture: str = Field("", description="Scene at the top of the sell sheet, by its name.")
    accent: str = Field("", description="Color of rules, boxes and links of a sell sheet.")
    styles: dict[str, str] = Field({}, description="Styles of layouts.yaml, by what they set.")

    @field_validator("page", mode="before")
    @classmethod
    def _named_page(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _fields_belong_to_the_scene(self) -> ShowcaseSpec:
        for name in sorted(self.model_fields_set - FIELDS[self.scene]):
            known = ", ".join(f"`{one}`" for one in sorted(FIELDS[self.scene] - {"scene"}))
            hint = f"take it away; this scene has {known}"
            raise value_error("scene", f"`{name}` says nothing of the scene `{self.scene}`", hint)
        if self.scene == "sell-sheet" and not self.text:
            hint = "name a Markdown file: `text: pitch.md`"
            raise value_error("scene", "a sell sheet needs a text", hint)
        if self.light and self.ground == TRANSPARENT:
            hint = "choose a color: `ground: "  # 3a3430"`"
            raise value_error("scene", "a transparent ground has no light on it", hint)
        return self

    def as_booklet(self, margins: MarginSpec) -> BookletSpec:
        """A sell sheet as the booklet of one page that it is; it shares this one's places."""
        page = self.page or PageSpec.model_validate({"name": "letter"})
        made = BookletSpec.model_construct(
            text=self.text,
            translate=False,
            title=self.title,
            page=page,
            margins=margins,
            columns=self.columns or 2,
            column_gap=None,
            bleed=None,
            styles=self.styles,
            accent=self.accent,
            cover="",
            back_cover="",
            background="",
            head="",
            foot="",
        )
        object.__setattr__(made, "_own", self.node)
        return made
