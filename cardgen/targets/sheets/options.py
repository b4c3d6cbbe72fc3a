"""What can be chosen for sheets that are printed at home.

In      pairs as typed: `paper=a4,duplex=long`.
Out     `Options`, lengths in points.
Not here  whether cards of some size fit (`sheets.grid`), printers by name
          (`sheets.printer_file`).
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import Size, millimeters
from cardgen.scene.cut_outline import trim_outline
from cardgen.targets.option_error import OptionError
from cardgen.targets.options import OneOf, Parsed, TargetOptions, WholeNumber, YesNo, spell_option
from cardgen.targets.shared.label_stock import LabelStock, find_stock
from cardgen.targets.shared.papers import PAPER, Paper, load_papers
from cardgen.targets.shared.piece_outlines import is_box
from cardgen.targets.sheets.cricut import GAP, find_area
from cardgen.targets.sheets.opos_marks import OposMarks
from cardgen.targets.sheets.option_types import (
    BackSide,
    Bleed,
    Distance,
    Duplex,
    MarkSize,
    read_grid,
    read_mark_count,
    read_printer,
    read_skip,
)
from cardgen.targets.sheets.printers import PrinterProfile
from cardgen.targets.sheets.registration_marks import (
    FEEDER_INSET,
    INSET,
    LENGTHS,
    THICKNESSES,
    CutterMarks,
)

Turn = Literal["auto", "portrait", "landscape"]
Marks = Literal["auto", "crop", "guides", "none"]
MarksOn = Literal["fronts", "backs", "both"]
Cut = Literal["auto", "no", "svg", "dxf", "both"]
InkUse = Literal["full", "low"]
Tile = Literal["auto", "yes", "no"]
FileFormat = Literal["pdf", "png", "jpeg"]
Cutter = Literal["no", "cricut", "scanncut", "summa"]

MARGIN = 5 * POINTS_PER_MM
"""What home printers leave white, if no profile says better."""
LAB = 10 * POINTS_PER_MM
"""More than any lab cuts off."""
OVERLAP = 10 * POINTS_PER_MM
"""Of the tiles of a board."""
_STOCK_SAYS = ("grid", "margin", "gap", "tile", "overlap", "lab", "nest", "marks", "header")
"""What a stock leaves nothing to choose of."""
_CRICUT = "Design Space prints the pictures, on one side, with marks of its own"
_CRICUT_SAYS = {
    "bleed": "Design Space is given cards that are cut out, without bleed",
    "skip": "Design Space says where the pictures lie on the paper",
    "overlap": "Design Space is given no piece in parts",
}


class SheetOptions(TargetOptions):
    """All choices. Lengths are points; `bleed` None is as much as fits, `grid` None too."""

    paper: Annotated[Paper, PAPER] = Field(
        load_papers()["letter"],
        description="letter (the default), a4, a3, legal, tabloid …, or any size as 100x148mm or "
        "4x6in",
    )
    stock: Annotated[LabelStock | None, Parsed(find_stock, "avery-5371")] = Field(
        None, description="labels or perforated cards, as avery-5371: they say where cards lie"
    )
    turn: Annotated[Turn, OneOf(get_args(Turn))] = Field(
        "auto", description="how the paper lies: auto (the default), portrait, landscape"
    )
    grid: Annotated[tuple[int, int] | None, Parsed(read_grid, "3x3", "auto")] = Field(
        None, description="columns and rows, as 3x3; as many as fit if left out"
    )
    margin: Annotated[float | None, Distance()] = Field(
        None, description="what the printer leaves white at the edge; 5mm, or the printer profile's"
    )
    gap: Annotated[float, Distance()] = Field(0.0, description="between cards, 0 if left out")
    bleed: Annotated[float | None, Bleed()] = Field(
        None, description="beyond the outer cuts and into gaps; as much as fits if left out"
    )
    marks: Annotated[Marks, OneOf(get_args(Marks))] = Field(
        "auto", description="auto (the default), crop at the corners, guides over the sheet, none"
    )
    marks_on: Annotated[MarksOn, OneOf(get_args(MarksOn))] = Field(
        "both", description="both (the default), fronts or backs"
    )
    duplex: Annotated[Duplex, BackSide()] = Field(
        "long",
        description="backs: long (the default) or short edge, fold (also gutterfold), separate, "
        "none",
    )
    skip: Annotated[int, Parsed(read_skip, "0")] = Field(
        0, description="places of the first sheet that are used already"
    )
    header: Annotated[bool, YesNo()] = Field(
        True, description="yes (the default) or no: game, sheet, version and a ruler at the edge"
    )
    printer: Annotated[PrinterProfile | None, Parsed(read_printer)] = Field(
        None, description="a printer of printers.yaml; see `cardgen calibrate`"
    )
    nest: Annotated[bool, YesNo()] = Field(
        True,
        description="yes (the default) or no: what is no rectangle interlocks where more fit so",
    )
    tile: Annotated[Tile, OneOf(get_args(Tile))] = Field(
        "auto",
        description="auto (the default): boards larger than the paper go over several sheets; yes: "
        "all; no",
    )
    overlap: Annotated[float, Distance()] = Field(
        OVERLAP, description="of the sheets of one piece, 10mm if left out"
    )
    silhouette: Annotated[int, Parsed(read_mark_count, "3", "4", "no")] = Field(
        0, description="registration marks for a Silhouette cutter: 3, 4 or no (the default)"
    )
    feeder: Annotated[bool, YesNo()] = Field(
        False,
        description="yes or no (the default): marks for Silhouette's Auto Sheet Feeder, 15.875 mm "
        "from the edge",
    )
    cutter: Annotated[Cutter, OneOf(get_args(Cutter))] = Field(
        "no",
        description="another machine: cricut (print then cut), scanncut, summa (OPOS marks), no "
        "(the default)",
    )
    inset: Annotated[float | None, Distance()] = Field(
        None,
        description="of the registration marks from the paper's edge, 10mm if left out",
    )
    length: Annotated[float, MarkSize(*LENGTHS)] = Field(
        8 * POINTS_PER_MM,
        description="of the registration marks' lines, 5mm to 20mm; 8mm if left out",
    )
    thickness: Annotated[float, MarkSize(*THICKNESSES)] = Field(
        POINTS_PER_MM,
        description="of the registration marks' lines, 0.5mm to 1mm; 1mm if left out",
    )
    cut: Annotated[Cut, OneOf(get_args(Cut))] = Field(
        "auto",
        description="files for a cutting machine: svg, dxf, both, no; both if there are marks",
    )
    format: Annotated[FileFormat, OneOf(get_args(FileFormat))] = Field(
        "pdf", description="pdf (the default); png or jpeg: a picture a page, for photo labs"
    )
    dpi: Annotated[int, WholeNumber(72, 1200)] = Field(
        300, description="pixels per inch of such pictures, 72 to 1200; 300 if left out"
    )
    lab: Annotated[float, Distance()] = Field(
        0.0, description="what a photo lab cuts off at each edge: pages are so much larger; 0"
    )
    ink: Annotated[InkUse, OneOf(get_args(InkUse))] = Field(
        "full", description="full (the default), or low: no ground, light fills, dark text"
    )

    @model_validator(mode="after")
    def _go_together(self) -> SheetOptions:
        if self.is_given("dpi") and self.format == "pdf" and self.cutter != "cricut":
            hint = "leave out `dpi`, or write `format=png` or `format=jpeg`"
            raise OptionError("a PDF is as fine as the printer", hint, option="dpi")
        if self.lab > LAB:
            message = f"no lab cuts off {millimeters(self.lab):g} mm"
            raise OptionError(message, "write a length such as `lab=2mm`", option="lab")
        if self.stock:
            self._check_stock(self.stock)
        if self.has_cutter_marks:
            self._check_marks()
        if self.feeder and not self.silhouette:
            message = "the sheet feeder is Silhouette's"
            raise OptionError(message, "write `silhouette=3` with it", option="feeder")
        self._check_idle()
        if self.cutter == "scanncut" and self.cut not in ("auto", "svg"):
            message = "a ScanNCut reads SVG"
            raise OptionError(message, "leave out `cut`", option="cut")
        return self._fit_to_cricut() if self.cutter == "cricut" else self

    def _check_idle(self) -> None:
        """Refuse options that would do nothing beside the others."""
        silhouette = bool(self.silhouette), "write `silhouette=3` with it"
        needs = {
            "inset": (self.has_cutter_marks, "write `silhouette=3` or `cutter=summa` with it"),
            "length": silhouette,
            "thickness": silhouette,
        }
        for name, (marked, hint) in needs.items():
            if self.is_given(name) and not marked:
                message = "there are no registration marks that it is about"
                raise OptionError(message, hint, option=name)
        if self.is_given("overlap") and self.tile == "no":
            message = "`tile=no` leaves no sheets that overlap"
            raise OptionError(message, "leave out `overlap`, or `tile`", option="overlap")
        if self.is_given("marks-on"):
            self._check_sides()

    def _check_sides(self) -> None:
        """Refuse a choice of sides where that side has no marks."""
        asked = "marks-on"
        if self.marks == "none":
            message = "`marks=none` leaves no marks to choose sides for"
            raise OptionError(message, "leave out `marks-on`, or `marks`", option=asked)
        if self.stock:
            message = f"`stock={self.stock.key}` leaves no marks to choose sides for"
            raise OptionError(message, "leave out `marks-on`, or `stock`", option=asked)
        if self.has_cutter_marks and self.marks_on != "fronts":
            message = "a cutting machine looks for its marks on the fronts"
            raise OptionError(message, "leave out `marks-on`", option=asked)
        if self.duplex == "fold" and self.marks_on != "both":
            message = "`duplex=fold` prints fronts and backs on one side, with the same marks"
            raise OptionError(message, "leave out `marks-on`, or `duplex`", option=asked)
        if self.duplex == "none" and self.marks_on == "backs":
            message = "`duplex=none` leaves no backs to mark"
            raise OptionError(message, "leave out `marks-on`, or `duplex`", option=asked)

    def _check_marks(self) -> None:
        """What a machine wants that looks for marks."""
        name = "silhouette" if self.silhouette else "cutter"
        if self.silhouette and self.cutter != "no":
            message = f"`cutter={self.cutter}` is another machine than a Silhouette"
            raise OptionError(message, "leave out `cutter`, or `silhouette`", option="cutter")
        if self.lab:
            message = "a cutting machine needs the paper's own edges"
            raise OptionError(message, f"leave out `lab`, or `{name}`", option="lab")
        if self.marks in ("crop", "guides"):
            message = f"`marks={self.marks}` would stand among the registration marks"
            raise OptionError(message, f"leave out `marks`, or `{name}`", option="marks")
        if self.duplex == "fold":
            message = "a folded sheet does not go through a cutting machine"
            raise OptionError(message, f"write `duplex=long` or `{name}=no`", option="duplex")
        if self.mark_inset < max(self.edges(landscape=False)):
            message = "the registration marks are nearer to the edge than the printer reaches"
            raise OptionError(message, "write `inset=10mm`, or a smaller `margin`", option="inset")
        if self.feeder and self.mark_inset < FEEDER_INSET - 1e-6:
            message = "the Auto Sheet Feeder finds no marks so near to the edge"
            raise OptionError(message, "leave out `inset`", option="inset")

    def _fit_to_cricut(self) -> SheetOptions:
        """The options as Design Space needs them, which prints and marks the pictures itself.

        Raises:
            OptionError: Something else was asked for.
        """
        own: dict[str, object] = {"format": "png", "duplex": "none", "marks": "none", "cut": "svg"}
        own |= {"header": False, "margin": 0.0, "lab": 0.0, "printer": None, "stock": None}
        own |= {"silhouette": 0, "tile": "no", "marks_on": "both", "bleed": None, "skip": 0}
        own |= {"overlap": OVERLAP}
        for name, value in own.items():
            if self.is_given(name) and getattr(self, name) not in (value, 0):
                hint = f"leave out `{spell_option(name)}`, or `cutter`"
                message = _CRICUT_SAYS.get(name, _CRICUT)
                raise OptionError(message, hint, option=spell_option(name))
        gap = self.gap if self.is_given("gap") else GAP
        if not gap:
            message = "Design Space takes cards that touch for one picture"
            raise OptionError(message, "leave out `gap`, or write `gap=1mm`", option="gap")
        return self.with_changes(**own, gap=gap, paper=find_area(self.paper))

    def _check_stock(self, stock: LabelStock) -> None:
        """A stock has its paper and its places."""
        if self.is_given("paper") and self.paper != stock.paper:
            message = f"{stock.key} is {stock.paper.label} paper, not {self.paper.label}"
            raise OptionError(message, "leave out `paper`", option="paper")
        for name in (*_STOCK_SAYS, "silhouette", "cutter"):
            if self.is_given(name) and getattr(self, name) not in (0, "no", "none", "auto"):
                message = f"`stock={stock.key}` says where cards lie and how they come apart"
                raise OptionError(message, f"leave out `{name}`", option=name)
        if self.duplex == "fold":
            message = f"the places of {stock.key} are not folded"
            raise OptionError(message, "leave out `duplex`, or `stock`", option="duplex")

    @property
    def has_cutter_marks(self) -> bool:
        """Whether a machine looks for registration marks."""
        return bool(self.silhouette) or self.cutter == "summa"

    @property
    def mark_inset(self) -> float:
        """How far the registration marks are from the paper's edge."""
        if self.inset is not None:
            return self.inset
        return FEEDER_INSET if self.feeder else INSET

    @property
    def cutter_marks(self) -> CutterMarks | OposMarks:
        """The registration marks, if there are any."""
        if self.cutter == "summa":
            return OposMarks(self.mark_inset)
        return CutterMarks(self.silhouette, self.mark_inset, self.length, self.thickness)

    def edges(self, *, landscape: bool) -> tuple[float, float]:
        """What stays white at either side, and above and below."""
        if self.margin is not None:
            return self.margin, self.margin
        if self.printer is None or self.printer.margins is None:
            return MARGIN, MARGIN
        top, right, bottom, left = self.printer.margins
        sides, ends = max(left, right), max(top, bottom)
        return (ends, sides) if landscape else (sides, ends)

    def lines(self, size: Size) -> Marks:
        """How straight cuts of a size are marked; what is not cut straight has no such marks,
        and a machine wants none."""
        if self.has_cutter_marks or self.stock or not is_straight(size):
            return "none"
        return "crop" if self.marks == "auto" else self.marks

    @property
    def outlined(self) -> bool:
        """Whether what is not cut straight has its outline drawn."""
        return self.marks != "none" and not self.has_cutter_marks and not self.stock

    def marked(self, side: Literal["fronts", "backs"]) -> bool:
        """Whether a side has marks."""
        return self.marks_on in (side, "both")

    @property
    def cut_files(self) -> tuple[str, ...]:
        """The kinds of cut file."""
        if self.cut in ("svg", "dxf"):
            return (self.cut,)
        if self.cutter == "scanncut":
            return ("svg",)
        both = self.cut == "both" or (self.cut == "auto" and self.has_cutter_marks)
        return ("svg", "dxf") if both else ()


def is_straight(size: Size) -> bool:
    """Whether straight cuts from edge to edge of the paper make it."""
    return is_box(trim_outline(size), size.trim_box)
