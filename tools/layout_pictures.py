"""Make the pictures of `docs/layout.md` from the page itself, and the field tables of all pages.

In      the page: its samples of YAML, and the models of `cardgen.read.models.game_file`.
Out     `docs/pictures/NAME.png` for each sample; the tables between
        `<!-- fields: NAME -->` and `<!-- end -->`.

    python tools/layout_pictures.py           write tables and pictures
    python tools/layout_pictures.py --check   write nothing; say which samples have findings

The word after the language of a fenced block says what the block is for:

    yaml stage=game.yaml    a file of the game that all samples are tried in
    yaml picture=NAME       a sample with a picture
    yaml sample             a sample without one

More words: `size=` (component), `show=` (box to show: bleed, trim), `dpi=`, `across=`
(cards beside each other), `boxes` (draw the boxes of texts), `cuts` (draw trim and safe).
A sample that is a list goes into `safe:` of the layout `creature`. Lines such as
`# game.yaml` part a sample into files: game and layouts are laid over the stage, others
replace its file.
"""

from __future__ import annotations

import argparse
import json
import re
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from cardgen.bind.bound_elements import GroupBox, TextBox
from cardgen.bind.bound_faces import BoundFace
from cardgen.core.color import Color
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_INCH, Rect
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.boxes import BoxLayout, PlacedElement
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.read.models.node_data import plain_data
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.render.face_pixels import rasterize
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Layer, Scene, Stroke
from tools.field_tables import with_tables

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "layout.md"
_OTHERS = (
    "components.md",
    "booklets.md",
    "data.md",
    "editions.md",
    "translating.md",
    "showcase.md",
)
TABLE_PAGES = (PAGE, *(ROOT / "docs" / name for name in _OTHERS))
"""Pages with tables of fields."""
PICTURES = ROOT / "docs" / "pictures"

TABLE = (223, 229, 232)
"""The colour that the cards lie on: quiet on a light page and on a dark one."""
MARGIN = 14
DPI = 132.0
SMALL = 16_000
"""Bytes up to which a picture keeps all its colours."""
GUIDE = Color(0xD8, 0x1B, 0x60)
CUT = Color(0x1E, 0x1E, 0x1E)

_FENCE = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^# ([\w-]+\.(?:yaml|csv))$", re.MULTILINE)


# --- samples -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """A fenced block of the page, and the words after its language."""

    text: str
    line: int
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The picture's name, or where the sample stands."""
        return self.options.get("picture") or f"line {self.line}"

    @property
    def files(self) -> dict[str, str]:
        """Its files by name; what stands before the first name is `layouts.yaml`."""
        first, *rest = _FILE.split(self.text)
        files = dict(zip(rest[::2], rest[1::2], strict=True))
        return {"layouts.yaml": first, **files} if first.strip() else files


def fenced(page: str) -> list[Sample]:
    """All blocks of YAML, CSV and SVG."""
    found = []
    for block in _FENCE.finditer(page):
        if block[1] in ("yaml", "csv", "svg"):
            options = dict(word.partition("=")[::2] for word in block[2].split())
            found.append(Sample(block[3], page.count("\n", 0, block.start()) + 1, options))
    return found


def samples(page: str) -> list[Sample]:
    """The blocks that are to be tried."""
    return [s for s in fenced(page) if "picture" in s.options or "sample" in s.options]


def stage(page: str) -> dict[str, str]:
    """The files of the game that samples are tried in."""
    return {s.options["stage"]: s.text for s in fenced(page) if "stage" in s.options}


def files_of(sample: Sample, ground: Mapping[str, str]) -> dict[str, str]:
    """The game for a sample: the stage with the sample's files laid over it."""
    own = sample.files
    game, layouts = _data(ground["game.yaml"]), _data(ground["layouts.yaml"])
    if "size" in sample.options:
        for deck in game["decks"].values():
            deck["size"] = sample.options["size"]
    _lay_over(game, _data(own.pop("game.yaml", "{}")), whole=("decks",))
    given = _data(own.pop("layouts.yaml", "{}"))
    if isinstance(given, list):
        layouts["layouts"]["creature"]["safe"] = given
    else:
        _lay_over(layouts, given)
    made = {"game.yaml": json.dumps(game), "layouts.yaml": json.dumps(layouts)}
    return {**ground, **own, **made}


def _data(text: str) -> Any:
    root, findings = read_yaml(text, "sample.yaml")
    if findings:
        raise ValueError("; ".join(str(finding) for finding in findings))
    return plain_data(root)


def _lay_over(base: dict[str, Any], own: Mapping[str, Any], whole: Sequence[str] = ()) -> None:
    """Entries over entries, one level deep."""
    for key, value in own.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict) and key not in whole:
            base[key] = {**base[key], **value}
        else:
            base[key] = value


def check(sample: Sample, ground: Mapping[str, str]) -> tuple[Checked | None, list[Finding]]:
    """Lay out a sample's game; what is wrong with it."""
    report = Report()
    try:
        files = files_of(sample, ground)
    except ValueError as error:
        return None, [Finding("sample", str(error))]
    return check_game(MemoryGame(files), report, checks=()), list(report.findings)


# --- pictures ------------------------------------------------------------------------------


def picture(sample: Sample, checked: Checked) -> Pixels:
    """The fronts of a sample's cards beside each other."""
    dpi = float(sample.options.get("dpi", DPI))
    cards = [_card(face, checked, sample, dpi) for face in _faces(sample, checked)]
    across = int(sample.options.get("across", "3"))
    rows = [cards[start : start + across] for start in range(0, len(cards), across)]
    height = sum(max(c.shape[0] for c in row) + MARGIN for row in rows) + MARGIN
    width = max(sum(c.shape[1] + MARGIN for c in row) for row in rows) + MARGIN
    table = np.empty((height, width, 3), np.uint8)
    table[:] = TABLE
    y = MARGIN
    for row in rows:
        x = MARGIN
        for card in row:
            table[y : y + card.shape[0], x : x + card.shape[1]] = card
            x += card.shape[1] + MARGIN
        y += max(card.shape[0] for card in row) + MARGIN
    return table


def _faces(sample: Sample, checked: Checked) -> Iterator[BoundFace]:
    for deck in checked.bound.decks:
        for card in deck.cards:
            face = card.back if sample.options.get("side") == "back" else card.front
            assert face is not None
            yield face


def _card(face: BoundFace, checked: Checked, sample: Sample, dpi: float) -> Pixels:
    """One face, cut to the box to show, its corners rounded as the cut card's."""
    size = face.size
    shown = checked.laid.scenes[face]
    shown = replace(shown, marks=Layer((*shown.marks.items, *_guides(face, sample))))
    pages = rasterize([shown], size.pixels(dpi), checked.bound.pictures)
    pixels = next(iter(pages))[1]
    if sample.options.get("show") == "bleed":
        return pixels
    return _cut(pixels, size.trim_box, shown, size.corner, dpi)


def _cut(pixels: Pixels, trim: Rect, shown: Scene, corner: float, dpi: float) -> Pixels:
    height, width = pixels.shape[:2]
    across, down = width / shown.page.width, height / shown.page.height
    left, top = round(trim.left * across), round(trim.top * down)
    right, bottom = round(trim.right * across), round(trim.bottom * down)
    return _rounded(pixels[top:bottom, left:right], corner * dpi / POINTS_PER_INCH)


def _rounded(pixels: Pixels, radius: float) -> Pixels:
    """The table shows at the corners."""
    height, width = pixels.shape[:2]
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius)
    far = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    inside = np.clip(radius - far + 0.5, 0, 1)[:, :, None]
    mixed: Pixels = np.round(pixels * inside + np.array(TABLE) * (1 - inside)).astype(np.uint8)
    return mixed


def _guides(face: BoundFace, sample: Sample) -> Iterator[scene.Item]:
    size = face.size
    if "cuts" in sample.options:
        yield _guide(size.trim_box, CUT, (4, 3))
        yield _guide(size.safe_box, GUIDE, (2, 2))
    if "boxes" in sample.options:
        for element in face.body.safe:
            for rect in _text_boxes(BoxLayout({}).place_in(element, size.safe_box, {})):
                yield _guide(rect.inset_by(-0.8), GUIDE, (1.5, 1.5))


def _text_boxes(placed: PlacedElement) -> Iterator[Rect]:
    if isinstance(placed.box, TextBox):
        yield placed.rect
    elif isinstance(placed.box, GroupBox):
        for child in placed.children:
            yield from _text_boxes(child)


def _guide(rect: Rect, color: Color, dash: tuple[float, ...]) -> scene.Path:
    return scene.Path(outlines.rectangle(rect), None, Stroke(color, 0.5, dash), False, "guide")


# --- files ---------------------------------------------------------------------------------


def png(pixels: Pixels) -> bytes:
    """A true-colour PNG where that is small, else one with a palette."""
    height, width = pixels.shape[:2]
    differences = np.diff(pixels, axis=1, prepend=np.zeros((height, 1, 3), np.uint8))
    exact = _file(differences.reshape(height, width * 3), width)
    if len(exact) <= SMALL:
        return exact
    palette, index = _palette(pixels)
    return _file(index.reshape(height, width), width, _chunk(b"PLTE", palette.tobytes()))


def _palette(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """At most 256 colours, the frequent ones exact, and which of them each pixel takes."""
    colors, index, counts = np.unique(
        pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    colors = colors.astype(np.int32)
    order = np.argsort(-counts, kind="stable")
    palette = colors[order[:1]]
    for step in (32, 24, 18, 14, 11, 9, 7, 5, 4, 3, 2, 1):
        _, firsts = np.unique(colors[order] // step, axis=0, return_index=True)
        if len(firsts) > 256:
            break
        palette = colors[order[np.sort(firsts)]]
    nearest = np.array([np.argmin(np.abs(palette - color).sum(axis=1)) for color in colors])
    return palette.astype(np.uint8), nearest[index.reshape(-1)].astype(np.uint8)


def _file(rows: Pixels, width: int, palette: bytes = b"") -> bytes:
    """Rows of palette indices, or of differences to the pixel on the left (filter 1)."""
    kind, filter_ = (3, 0) if palette else (2, 1)
    header = struct.pack(">IIBBBBB", width, len(rows), 8, kind, 0, 0, 0)
    lines = np.pad(rows, ((0, 0), (1, 0)), constant_values=filter_)
    data = _chunk(b"IDAT", zlib.compress(lines.tobytes(), 9))
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + _chunk(b"IHDR", header) + palette + data + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# --- command -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables and pictures, or check the samples. Returns the exit code."""
    parser = argparse.ArgumentParser(description="Pictures and tables of docs/layout.md")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("names", nargs="*", help="pictures to make; all, if left out")
    options = parser.parse_args(arguments)
    page = PAGE.read_text("utf-8")
    ground = stage(page)
    faults = 0
    names = Counter(sample.name for sample in samples(page) if "picture" in sample.options)
    if twice := [name for name, count in names.items() if count > 1]:
        say(f"{PAGE.name}: two samples make the same picture, rename one: {', '.join(twice)}")
        return 1
    for sample in samples(page):
        if options.names and sample.name not in options.names:
            continue
        checked, findings = check(sample, ground)
        for finding in findings:
            say(f"{PAGE.name}:{sample.line}: {sample.name}: {finding.code}: {finding.message}")
        faults += len(findings)
        if checked is not None and not options.check and "picture" in sample.options:
            data = png(picture(sample, checked))
            PICTURES.mkdir(parents=True, exist_ok=True)
            (PICTURES / f"{sample.name}.png").write_bytes(data)
            say(f"{sample.name}.png  {len(data) / 1000:.1f} kB")
    for file in TABLE_PAGES:
        page = file.read_text("utf-8")
        if not options.check:
            file.write_text(with_tables(page), "utf-8")
        elif with_tables(page) != page:
            faults += 1
            say(f"the tables of {file.name} are stale: run `python tools/layout_pictures.py`")
    return 1 if faults else 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
