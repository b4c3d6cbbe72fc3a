"""A small game of many shapes for tests of targets, and faces rendered by another program."""

from __future__ import annotations

import hashlib
import io
import subprocess
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.workers.face_renderer import FaceRenderer
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job
from cardgen.targets.registry import AnyTarget
from tests.conftest import NOVELTY
from tests.support.target_runs import run_target, with_options

GAME = """\
game: Small Zoo
language: en
palette: {ink: "#000000", sand: "#e8d8b0", rust: "#c06020", sky: "#80b0e0"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
"""
LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: "{{ color }}"}
    trim:
      - {text: "{{ name }}", font: text, size: 14pt, color: ink, at: center}
      - {shape: rectangle, fill: ink, at: top left, width: 4mm, height: 2mm}
      - {shape: ellipse, fill: rust, at: bottom right, width: 5mm, height: 5mm}
  plain:
    bleed:
      - {shape: rectangle, fill: sky}
    trim:
      - {shape: ellipse, fill: rust, at: top left, width: 6mm, height: 6mm}
  own:
    bleed:
      - {shape: rectangle, fill: "{{ color }}"}
    trim:
      - {text: "back of {{ name }}", font: text, size: 8pt, color: ink, at: center}
"""
DECKS = {
    "beasts": ("micro", "plain", 10),
    "twins": ("mini", "own", 5),
    "rounds": ("circle", "plain", 3),
    "hexes": ("hex", "", 2),
    "lone": ("business", "plain", 1),
}
"""Size, layout of the back, and rows of each deck."""

Array = NDArray[np.float64]


def color(deck: str, number: int) -> str:
    """A light colour for each card."""
    digest = hashlib.sha256(f"{deck} {number}".encode()).digest()
    return "#" + "".join(f"{130 + byte % 120:02x}" for byte in digest[:3])


def rows(deck: str, count: int, copies: int) -> str:
    return "".join(
        f'- {{name: {deck} {i}, copies: {1 + i % copies}, color: "{color(deck, i)}"}}\n'
        for i in range(count)
    )


def checked(files: Mapping[str, str | bytes]) -> Checked:
    report = Report()
    found = check_game(MemoryGame(dict(files)), report, checks=())
    assert found is not None, [finding.message for finding in report.findings]
    return found


@cache
def zoo(*names: str, count: int = 0, copies: int = 3) -> Job:
    """Some of the decks, or all of them; with `count` cards a deck if given."""
    files: dict[str, str | bytes] = {"layouts.yaml": LAYOUTS}
    game = GAME
    for name in names or DECKS:
        size, back, many = DECKS[name]
        behind = f", back: {back}" if back else ""
        game += f"  {name}: {{cards: {name}.yaml, size: {size}, front: beast{behind}}}\n"
        files[f"{name}.yaml"] = rows(name, count or many, copies if name != "lone" else 1)
    return job_of(checked({**files, "game.yaml": game}))


def job_of(found: Checked) -> Job:
    return found.job(300, lambda *_: None)


@cache
def novelty() -> Job:
    """The whole of Novelty."""
    report = Report()
    found = check_game(DiskGame(NOVELTY), report, checks=())
    assert found is not None
    return job_of(found)


def write(
    target: AnyTarget,
    folder: Path,
    job: Job,
    workers: Workers | None = None,
    /,
    **options: str,
) -> str:
    """Write a target; `per_sheet` is the option `per-sheet`."""
    pairs = {name.replace("_", "-"): value for name, value in options.items()}
    workers = workers or job.workers
    with closing(FaceRenderer(workers, job.cache)) as faces, replace_output(folder) as output:
        job = replace(job, workers=workers, faces=faces)
        return run_target(target, with_options(job, pairs), output)


def digests(folder: Path) -> dict[str, str]:
    """Every file below a folder by its content."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def picture_at(path: Path) -> Image.Image:
    """A picture file, read whole and closed."""
    return Image.open(io.BytesIO(path.read_bytes()))


@cache
def poppler(face: Scene, dpi: int = 300) -> Image.Image:
    """A face's trim box as poppler renders it: bleed is a whole number of pixels at 300 dpi."""
    file = PdfFile(zoo().game.pictures, title="face")
    show_face(file, face)
    command = ["pdftoppm", "-r", str(dpi), "-png", "-"]
    run = subprocess.run(command, input=file.save(), capture_output=True, check=True)
    left, top = (round(edge / 72 * dpi) for edge in (face.trim.left, face.trim.top))
    width, height = (round(side / 72 * dpi) for side in (face.trim.width, face.trim.height))
    page = Image.open(io.BytesIO(run.stdout)).convert("RGB")
    return page.crop((left, top, left + width, top + height))


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean distance of two pictures in levels, at the size of the smaller one."""
    size = min(one.size, other.size)
    first, second = (np.asarray(_sized(picture, size), float) for picture in (one, other))
    return float(np.abs(first - second).mean())


def _sized(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    same = picture if picture.size == size else picture.resize(size, Image.Resampling.LANCZOS)
    return same.convert("RGB")
