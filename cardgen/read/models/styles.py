"""The models of text styles in `layouts.yaml`: how texts are set."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from cardgen.read.models.declarations import Field
from cardgen.read.models.paint import GradientSpec
from cardgen.read.models.parameters import ParameterSpec
from cardgen.read.models.templated import TemplatedSpec
from cardgen.read.models.values import (
    Features,
    FontStretch,
    GridPitch,
    Language,
    Leading,
    Percent,
    StrokeSide,
    TextAlign,
    TextMeasure,
    Tracking,
    TypeMeasure,
    TypeSize,
    VerticalAlign,
    Writing,
)


class TextStyle(TemplatedSpec):
    """How text is set. Every field may stand in a style or on a text element."""

    font: str | None = Field(None, description="Family, and face: `text`, `text italic`.")
    size: TypeSize | None = Field(None, description="Type size.")
    min_size: TypeSize | None = Field(None, description="Smallest size to shrink to.")
    max_size: TypeSize | None = Field(None, description="Largest size to grow to.")
    step: TypeSize | None = Field(None, description="Step of the size ladder.")
    fit: Literal["none", "card", "deck", "editions"] | None = Field(
        None,
        description="Who shares one size: nobody shrinks, each card, the whole deck, or the deck "
        "in all editions.",
    )
    leading: Leading | None = Field(None, description="Line pitch: a length or a multiple.")
    color: str | None = Field(None, description="Palette name or `#rrggbb`.")
    fill: GradientSpec | None = Field(None, description="Gradient across the letters.")
    stroke: str | None = Field(None, description="Color of a line around the letters.")
    stroke_width: TypeMeasure | None = Field(
        None, description="Width of that line; `0.05em` grows with the type."
    )
    stroke_side: StrokeSide | None = Field(
        None, description="Where it runs: outside, under the letters; center or inside, over them."
    )
    underline: bool | None = Field(None, description="A line below the letters.")
    strike: bool | None = Field(None, description="A line through the letters.")
    align: TextAlign | None = Field(
        None, description="A side, both (justify), or where lines start or end in its language."
    )
    writing: Writing | None = Field(
        None, description="Which way lines run; `vertical` ones run down, the first on the right."
    )
    valign: VerticalAlign | None = Field(None, description="Top, middle or bottom of its box.")
    tracking: Tracking | None = Field(None, description="Letterspacing in 1/1000 em.")
    features: Features | None = Field(None, description="OpenType features by tag.")
    language: Language | None = Field(
        None, description="BCP 47 tag of its language, if not the deck's."
    )
    hyphenate: bool | None = Field(None, description="Whether words may be divided.")
    balance: bool | None = Field(None, description="Make the lines equally long.")
    word_space: tuple[Percent, Percent] | None = Field(
        None, description="Narrowest and widest word space of justified lines: `[75%, 160%]`."
    )
    letter_space: Percent | None = Field(
        None,
        description="How far letters of justified lines may move apart; `2%` is advised.",
    )
    font_stretch: FontStretch | None = Field(
        None,
        description="How far a font with a width axis may narrow and widen letters of justified "
        "lines, `2%` at most.",
    )
    autospace: bool | None = Field(
        None, description="A gap between Chinese or Japanese and Latin letters; `no` for none."
    )
    hang: bool | None = Field(
        None, description="Let punctuation, and a little of letters, stand outside the measure."
    )
    smart: bool | None = Field(None, description="Typographic quotes, dashes and minus signs.")
    markup: bool | None = Field(None, description="Read `**bold**`, `*italic*` and the like.")
    optical: bool | None = Field(None, description="Center by ink rather than by advance.")
    grid: GridPitch | None = Field(
        None, description="Pitch of a grid, the same all over the card, that baselines stand on."
    )
    indent: TextMeasure | None = Field(None, description="First-line indent of further paragraphs.")
    paragraph_gap: TextMeasure | None = Field(None, description="Space between paragraphs.")
    drop_cap: Annotated[int, Field(ge=0, le=5)] | None = Field(
        None, description="Lines beside the first letter, which is as high as they are."
    )


class StyleSpec(TextStyle):
    """A named way to set text."""

    FIXED: ClassVar = frozenset(("extends", "params"))

    extends: str | None = Field(None, description="Style to start from.")
    params: dict[str, ParameterSpec] = Field(
        {}, description="Parameters that its templates know, with a type."
    )
