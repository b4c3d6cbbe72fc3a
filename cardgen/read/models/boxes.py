"""The models of `boxes:` in `game.yaml`: tuck boxes for decks.

In      a mapping of `game.yaml`.
Out     `BoxSpec`s: lengths and panels are valid; decks and layouts are still names.
Not here  the size that comes of it (`bind.box.boxes`), the box's geometry (`tuck`).
"""

from __future__ import annotations

from typing import Any

from cardgen.read.models.components import Absolute, Dimension
from cardgen.read.models.declarations import Field, field_validator, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Names, Text


class PanelSpec(Spec):
    """What is printed on a panel: a layout's name, or that and a turn."""

    layout: Text = Field(description="Layout of the panel; may be a template.")
    turn: int = Field(
        0, ge=0, le=270, multiple_of=90, description="Degrees clockwise: 90 reads downwards."
    )


class PanelsSpec(Spec):
    """The panels of a box. One that is left out stays bare."""

    front: PanelSpec | None = Field(None, description="The front, with the thumb notch.")
    back: PanelSpec | None = Field(None, description="The back; both closures hang on it.")
    left: PanelSpec | None = Field(None, description="The side on your left.")
    right: PanelSpec | None = Field(None, description="The side on your right.")
    top: PanelSpec | None = Field(None, description="The upper closure.")
    bottom: PanelSpec | None = Field(None, description="The lower closure.")
    flaps: PanelSpec | None = Field(
        None, description="Tucks and dust flaps, seen when the box is open."
    )

    @model_validator(mode="before")
    @classmethod
    def _short_panels(cls, data: Any) -> Any:
        """`front: box-front` names the layout. The mapping itself is kept, with its place."""
        if isinstance(data, dict):
            for name, value in data.items():
                if isinstance(value, str):
                    data[name] = {"layout": value}
        return data


class SleeveSpec(Spec):
    """Sleeves that the cards are in."""

    edge: Absolute | None = Field(
        None, description="How much wider and higher a sleeve is; 3 mm if left out."
    )
    thickness: Absolute | None = Field(
        None, description="What both films add to a card; 0.2 mm if left out."
    )


class BoxSpec(Spec):
    """A tuck box: what it holds, what it is made of, what is printed on it."""

    holds: Names = Field([], description="Decks in it; all of them if left out.")
    card_stock: Dimension | None = Field(
        None, description="Thickness of a card; 0.32 mm if left out."
    )
    board: Dimension | None = Field(
        None, description="Thickness of the box's own board; 0.45 mm if left out."
    )
    room: Absolute | None = Field(
        None, description="How much larger the inside is, each way; 1 mm if left out."
    )
    extra: Absolute | None = Field(
        None, description="Depth for what else lies in it, such as a booklet."
    )
    piles: int = Field(1, ge=1, le=4, description="Piles of cards side by side.")
    sleeved: SleeveSpec | None = Field(
        None, description="Whether the cards are in sleeves: `yes`, or their measures."
    )
    panels: PanelsSpec = Field(description="Layouts of its panels.")
    bleed: Absolute | None = Field(
        None, description="Paint beyond cuts and onto flaps; 3 mm if left out."
    )
    safe: Absolute | None = Field(
        None, description="Zone inside a panel's edges; 2 mm if left out."
    )
    thumb: bool = Field(True, description="Whether the front has a notch to open it by.")

    @field_validator("sleeved", mode="before")
    @classmethod
    def _yes_or_no(cls, value: Any) -> Any:
        """`sleeved: yes` stands for common sleeves."""
        known: dict[str, Any] = {"yes": {}, "true": {}, "on": {}, "no": None, "false": None}
        return known.get(value.casefold(), value) if isinstance(value, str) else value
