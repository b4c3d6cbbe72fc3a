"""Sheets for Cricut's Print Then Cut: how much of a paper it takes, what to do with the files.

In      a paper; the pictures that were written.
Out     the area as a paper; a guide.
Not here  the pictures (`sheets.page_pictures`).

Design Space, the machine's program, prints pictures itself, with marks of its own around them,
and cuts along the edge of what is not transparent. So the sheet is a PNG of cards that do not
touch, cut out, and nothing else.

Source  Cricut's help article 360009429814, "How large can I Print Then Cut?", as two programs
        that name it restate it (CriProx' notes, and the layout of a printer of labels): 7.44 × 9.94
        in on Letter, 7.2 × 10.62 in on A4, depending on the machine, and not all of the rectangle.
        The article itself could not be opened. Older machines take 6.75 × 9.25 in.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM, Extent
from cardgen.core.sizes import millimeters
from cardgen.targets.option_error import OptionError
from cardgen.targets.shared.markdown_names import escape_name
from cardgen.targets.shared.papers import Paper, load_papers

GAP = 1 * POINTS_PER_MM
"""Between cards, if nothing else is asked for."""
AREAS_IN = {"letter": (7.44, 9.94), "a4": (7.2, 10.62)}
"""Inches of each paper that the machine takes."""


class CricutPicture(Struct, frozen=True):
    """A picture to upload, and what its sides measure."""

    file: str
    extent: Extent
    cut: str


def find_area(paper: Paper) -> Paper:
    """Return the part of a paper that Print Then Cut takes; a size as typed is the area itself.

    Raises:
        OptionError: It is not known.
    """
    if paper.key in AREAS_IN:
        width, height = (side * POINTS_PER_INCH for side in AREAS_IN[paper.key])
        return Paper(paper.key, f"{paper.label} in a Cricut", Extent(width, height))
    if paper.key in load_papers():
        message = f"how much of {paper.label} a Cricut takes is not known"
        hint = (
            "write `paper=letter`, `paper=a4`, or the area that Design Space names: `6.75x9.25in`"
        )
        raise OptionError(message, hint, option="paper")
    return paper


def make_guide(game: str, pictures: Sequence[CricutPicture]) -> str:
    """The steps in Design Space, and the measures to type."""
    rows = [
        f"| {one.file} | {_measure(one.extent.width)} | {_measure(one.extent.height)} | {one.cut} |"
        for one in pictures
    ]
    return "\n".join((f"# {escape_name(game)} in Design Space", "", *_STEPS, *_TABLE, *rows, ""))


def _measure(points: float) -> str:
    return f"{millimeters(points):.2f} mm ({points / POINTS_PER_INCH:.3f} in)"


_STEPS = (
    "1. Choose your machine, and the paper as the material size, before anything else.",
    "2. Upload a picture of the table below: *Complex*, nothing to erase, *Print Then Cut image*.",
    "3. Unlock the sides of the picture and type its width and height. If Design Space offers to",
    "   make it smaller, refuse: the cards would be too small. Build with the area that it names",
    "   instead, such as `paper=6.75x9.25in`.",
    "4. *Make*: leave *Add bleed* off, print at 100 %, put the sheet on the mat, cut.",
    "",
    "The machine cuts along the edge of each card. The cut file has the same lines in the same",
    "measure, for cutting without printing; set what is blue in it to *Score*.",
    "",
)
_TABLE = ("| picture | width | height | cut file |", "|---|---|---|---|")
