"""What can be said of the card sheets of a virtual table."""

from __future__ import annotations

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from cardgen.render.raster.picture_files import QUALITY
from cardgen.targets.contract import OptionError
from cardgen.targets.options import AnyText, Number, OneOf, TargetOptions, WholeNumber
from cardgen.targets.tts.card_sheets import MOST_CARDS

PictureFormat = Literal["jpeg", "png"]


class CardSheetOptions(TargetOptions):
    """The sheets."""

    format: Annotated[PictureFormat, OneOf(get_args(PictureFormat))] = Field(
        "jpeg", description="jpeg (the default) or png"
    )
    quality: Annotated[int, WholeNumber(1, 100)] = Field(
        QUALITY, description=f"of JPEG, 1 to 100; {QUALITY} if left out"
    )
    per_sheet: Annotated[int, WholeNumber(1, MOST_CARDS)] = Field(
        MOST_CARDS,
        description=f"cards on a sheet at most, 1 to {MOST_CARDS} (the default); fewer are larger",
    )
    dpi: Annotated[float | None, Number(36, 1200)] = Field(
        None, description="no card is finer than this, 36 to 1200; that of the build if left out"
    )
    name: Annotated[str, AnyText()] = Field(
        "",
        description="the field that cards are called by; `name`, `title` or the id if left out",
    )

    @model_validator(mode="after")
    def _go_together(self) -> Self:
        if self.is_given("quality") and self.format == "png":
            hint = "leave out `quality`, or `format`"
            raise OptionError("a PNG has no quality: it loses nothing", hint, option="quality")
        return self
