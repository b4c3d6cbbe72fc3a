"""Make the pictures of sheets in the pages on photo labs, cutting machines and home printing.

    python tools/sheet_pictures.py

The sheets are those that the target `sheets` writes of Novelty, the calibration sheets those of
`cardgen calibrate`; all of a picture are shown at one scale, on a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

from cardgen.core.findings import Report
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.files.disk_game import DiskGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.inspection import check_game
from cardgen.targets.contract import Job
from cardgen.targets.shared.papers import load_papers
from cardgen.targets.sheets.calibration_sheet import make_calibration_sheet
from cardgen.targets.sheets.check_sheet import make_check_sheet
from cardgen.targets.sheets.target import SheetsTarget

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
GAP = 16
TABLE, EDGE = (214, 221, 225), (120, 128, 133)
SETS = {
    "lab": ("paper=4x6,margin=3mm,marks=none", "paper=8x10,margin=3mm,marks=none", "paper=sra3"),
    "cutters": ("silhouette=3", "cutter=summa,paper=a4", "cutter=cricut,paper=a4"),
}
DPI = {"lab": 26.0, "cutters": 30.0, "calibration": 30.0}


def main() -> None:
    """Write the pictures."""
    checked = check_game(DiskGame(ROOT / "card_data" / "novelty"), Report(), checks=())
    assert checked is not None
    job = checked.job(300, lambda *_: None)
    for name, asked in SETS.items():
        save(name, [draw_sheet(job, one, DPI[name]) for one in asked])
    letter = load_papers()["letter"]
    made = make_calibration_sheet(letter), make_check_sheet(letter, None)
    save("calibration", [open_page(pdf, DPI["calibration"]) for pdf in made])


def draw_sheet(job: Job, asked: str, dpi: float) -> Image.Image:
    """The front of the first sheet; transparent places show the table."""
    target = SheetsTarget()
    options = target.read_options(dict(pair.split("=") for pair in asked.split(",")))
    with TemporaryDirectory() as folder, replace_output(Path(folder) / "out") as output:
        options, sheets = target.plan(job, options)
        target.write(job, (options, sheets[:1]), output)
        first = "sheets.pdf" if options.format == "pdf" else "sheets-01.png"
        found = output.path(first)
        if found.suffix == ".pdf":
            return open_page(found.read_bytes(), dpi)
        with Image.open(found) as picture:
            ground = Image.new("RGBA", picture.size, (*TABLE, 255))
            ground.alpha_composite(picture)
            scale = dpi / options.dpi
            size = round(picture.width * scale), round(picture.height * scale)
            return ground.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def open_page(pdf: bytes, dpi: float) -> Image.Image:
    """The first page, drawn four times as fine and made smaller."""
    page = pypdfium2.PdfDocument(BytesIO(pdf))[0]
    image: Image.Image = page.render(scale=4 * dpi / POINTS_PER_INCH).to_pil().convert("RGB")
    small = image.resize((image.width // 4, image.height // 4), Image.Resampling.LANCZOS)
    framed = Image.new("RGB", (small.width + 2, small.height + 2), EDGE)
    framed.paste(small, (1, 1))
    return framed


def save(name: str, sheets: Sequence[Image.Image]) -> None:
    """Lay sheets beside each other."""
    width = sum(sheet.width for sheet in sheets) + GAP * (len(sheets) + 1)
    height = max(sheet.height for sheet in sheets) + 2 * GAP
    table = Image.new("RGB", (width, height), TABLE)
    for left, sheet in zip(_places(sheets), sheets, strict=True):
        table.paste(sheet, (left, (height - sheet.height) // 2))
    table.save(PICTURES / f"sheets-{name}.jpg", quality=84, optimize=True)


def _places(sheets: Sequence[Image.Image]) -> Iterator[int]:
    left = GAP
    for sheet in sheets:
        yield left
        left += sheet.width + GAP


if __name__ == "__main__":
    main()
