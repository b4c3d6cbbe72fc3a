"""Games for the tests of press files: small ones in memory, Novelty from disk."""

from __future__ import annotations

import io
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import GameFiles
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.render.press.profile import opened, shipped_profile
from cardgen.targets.contract import Job
from cardgen.targets.registry import AnyTarget
from tests.conftest import NOVELTY
from tests.support.target_runs import write_target

GAME = """\
game: Tiny
palette: {ink: "#201c1a", sand: "#e8d8b0", rust: "#c06020", sky: "#80b0e0"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  beasts: {cards: beasts.yaml, size: poker, front: beast, back: own}
"""
LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    trim:
      - {shape: rectangle, fill: rust, at: center, width: 20mm, height: 20mm}
      - {shape: rectangle, stroke: ink, stroke-width: 0.5pt, at: center, width: 30mm, height: 30mm}
      - {text: "{{ name }}", font: text, size: 14pt, color: ink, top: 10mm, left: 10mm}
  own:
    bleed:
      - {shape: rectangle, fill: {from: sky, to: rust}}
    trim:
      - {shape: ellipse, fill: sand, at: center, width: 20mm, height: 20mm}
"""
BEASTS = "- {name: Wyvern}\n- {name: Basilisk, copies: 2}\n"

CLEAR = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    trim:
      - {text: below, font: text, size: 20pt, color: ink, left: 8mm, top: 30mm}
      - {shape: ellipse, fill: sky, opacity: 0.5, left: 6mm, top: 25mm, width: 20mm, height: 20mm}
      - {picture: spot.png, left: 34mm, top: 20mm, width: 20mm, height: 20mm}
      - shape: rectangle
        fill: rust
        blend: multiply
        rotate: 30
        at: center
        width: 22mm
        height: 9mm
      - outline: O
        font: text
        fill: sky
        left: 20mm
        top: 55mm
        width: 24mm
        height: 24mm
        inside:
          - {shape: rectangle, fill: ink, opacity: 0.4, left: 0, top: 40%, width: 100%, height: 30%}
      - {text: "{{ name }}", font: text, size: 14pt, color: ink, top: 8mm, left: 10mm}
  own:
    bleed:
      - {shape: rectangle, fill: sky}
      - {shape: rectangle, fill: rust, opacity: 0.3, width: 100%, height: 50%, top: 0}
    trim:
      - {shape: ellipse, fill: sand, at: center, width: 20mm, height: 20mm}
"""


@cache
def round_spot() -> bytes:
    """A picture with a soft edge."""
    y, x = np.mgrid[-1:1:200j, -1:1:200j]
    alpha = np.clip((0.9 - np.hypot(x, y)) * 4, 0, 1) * 255
    pixels = np.zeros((200, 200, 4), np.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 3] = 200, 40, alpha
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def files(**changed: str | bytes) -> dict[str, str | bytes]:
    """The small game, with other contents for some files (`.` written as `_`)."""
    made: dict[str, str | bytes] = {
        "game.yaml": GAME,
        "layouts.yaml": LAYOUTS,
        "beasts.yaml": BEASTS,
        "textures/spot.png": round_spot(),
    }
    return made | {name.replace("_", "."): content for name, content in changed.items()}


def job_of(game: GameFiles) -> Job:
    report = Report()
    checked = check_game(game, report, checks=())
    assert checked is not None, [finding.message for finding in report.findings]
    return checked.job(300, lambda *_: None)


@cache
def tiny() -> Job:
    return job_of(MemoryGame(files()))


@cache
def clear() -> Job:
    """The small game with every kind of transparency."""
    return job_of(MemoryGame(files(layouts_yaml=CLEAR)))


@cache
def novelty() -> Job:
    return job_of(DiskGame(NOVELTY))


def write(target: AnyTarget, folder: Path, given: Job, options: str = "") -> str:
    """Write a target; options as they are typed."""
    return write_target(target, folder, given, options)


# --- independent readers ---------------------------------------------------------------------


def inks(pdf: Path, pages: str, dpi: int = 150) -> list[NDArray[np.uint8]]:
    """Pages as Ghostscript separates them: height x width x CMYK, 255 is full ink."""
    pattern = pdf.with_name("ink%03d.tif")
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiff32nc", f"-r{dpi}"]
    made = [*command, f"-sPageList={pages}", f"-sOutputFile={pattern}", str(pdf)]
    subprocess.run(made, check=True, capture_output=True)
    found = sorted(pdf.parent.glob("ink*.tif"))
    read = [np.asarray(Image.open(file)) for file in found]
    for file in found:
        file.unlink()
    return read


def percent(ink: NDArray[np.uint8]) -> NDArray[Any]:
    """Total ink of each pixel."""
    total: NDArray[Any] = ink.astype(int).sum(axis=-1) / 2.55
    return total


def seen(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What ink looks like on a screen, by the shipped profile."""
    proof = ImageCms.buildTransform(
        opened(shipped_profile().data),
        ImageCms.createProfile("sRGB"),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    image = Image.frombytes("CMYK", ink.shape[1::-1], ink.tobytes())
    return np.asarray(ImageCms.applyTransform(image, proof))
