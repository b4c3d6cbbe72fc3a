"""Every field of every model of a layout: documented, in the schema, seen on the card, known to
the preview, spared in ink, and a slip in it found."""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PIL import Image

from benchmarks.mutation.field_samples import Sample, find_line, list_samples, make_files
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.low_ink import low_ink
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.preview.finding_outlines import find_elements
from cardgen.read.models import (
    drawn_elements,
    element,
    elements,
    flows,
    layouts,
    paint,
    parameters,
    places,
    styles,
)
from cardgen.read.models.record import Spec
from cardgen.read.schema import Schema, layouts_schema
from cardgen.render.listing import words
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Scene
from cardgen.targets.mpc.target import MpcTarget
from cardgen.targets.press.drivethru import DrivethruTarget
from tests.support import pdfx_checker as checker
from tests.support.press_games import inks, percent
from tests.support.target_runs import write_target
from tools import field_tables

SAMPLES = list_samples()
NAMES = [sample.name for sample in SAMPLES]
MODULES = (
    drawn_elements,
    element,
    elements,
    flows,
    layouts,
    paint,
    parameters,
    places,
    styles,
)
HOLDING = {"LayoutSpec", "LayoutsFile"}
"""Models that hold lists of elements and names of others, and no values."""
UNSEEN = {
    "Element.as": "names what is printed all the same",
    "Element.mirror": "matters in a mirrored game",
    "TextStyle.font-stretch": "matters in fonts with a width axis",
    "TextStyle.autospace": "matters in Chinese and Japanese",
    "ParameterSpec.type": "matters for values that are not of it",
}
"""Fields that change nothing on a card by themselves, and why."""
DPI = 60


def own_models(module: ModuleType) -> dict[str, type[Spec]]:
    return {
        name: kind
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and issubclass(kind, Spec) and kind.__module__ == module.__name__
    }


MODELS = {name: kind for module in MODULES for name, kind in own_models(module).items()}


@cache
def game() -> Checked:
    """Each sample with its field, and after all of them each without."""
    found, findings = checked((*(s.given() for s in SAMPLES), *(s.without() for s in SAMPLES)))
    assert [f.message for f in findings if f.severity == "error"] == []
    assert found is not None
    return found


def checked(samples: tuple[Sample, ...]) -> tuple[Checked | None, tuple[Finding, ...]]:
    report = Report()
    return check_game(MemoryGame(make_files(samples)), report, checks=()), report.findings


@cache
def slips(kind: str) -> tuple[dict[int, list[Finding]], str]:
    """The errors on each line of a game in which all samples have a slip."""
    change = Sample.misspelled if kind == "name" else Sample.mistyped
    samples = tuple(map(change, SAMPLES))
    found: dict[int, list[Finding]] = {}
    for finding in checked(samples)[1]:
        if finding.span is not None and finding.severity == "error":
            found.setdefault(finding.span.line, []).append(finding)
    text = make_files(samples)["layouts.yaml"]
    assert isinstance(text, str)
    return found, text


@cache
def definitions() -> Schema:
    found: Schema = layouts_schema()["$defs"]
    return found


def face(number: int) -> Scene:
    front = game().bound.decks[0].cards[number].front
    return game().laid.scenes[front]


def test_every_field_of_every_model_has_a_sample() -> None:
    wanted = {
        f"{name}.{field_tables.spelling(kind, field)}"
        for name, kind in MODELS.items()
        if name not in HOLDING
        for field in field_tables.own_fields(kind)
    }
    assert wanted - set(NAMES) == set()
    assert set(NAMES) - wanted == set()
    assert len(NAMES) == len(set(NAMES))


def test_every_model_is_among_those_whose_tables_are_in_the_docs() -> None:
    assert set(MODELS) - set(field_tables.models()) == set()


@pytest.mark.parametrize("sample", SAMPLES, ids=NAMES)
def test_the_schema_has_the_field(sample: Sample) -> None:
    heirs = [n for n, kind in MODELS.items() if issubclass(kind, MODELS[sample.model])]
    known = [definitions()[name] for name in heirs if name in definitions()]
    assert known
    assert all(sample.field in one["properties"] for one in known)


@pytest.mark.parametrize("number", range(len(SAMPLES)), ids=NAMES)
def test_the_field_is_seen_on_the_card(number: int) -> None:
    same = face(number) == face(number + len(SAMPLES))
    assert same == (SAMPLES[number].name in UNSEEN)


@pytest.mark.parametrize("kind", ["name", "value"])
@pytest.mark.parametrize("number", range(len(SAMPLES)), ids=NAMES)
def test_a_slip_in_the_field_is_an_error_at_its_line(number: int, kind: str) -> None:
    found, text = slips(kind)
    here = found.get(find_line(text, number, SAMPLES[number]), [])
    assert here
    if kind == "name":
        assert any(finding.code == "unknown-field" for finding in here)
        assert all("did you mean" in f.hint for f in here if f.code == "unknown-field")


@pytest.mark.parametrize("number", range(len(SAMPLES)), ids=NAMES)
def test_the_preview_knows_where_the_element_is(number: int) -> None:
    card = game().bound.decks[0].cards[number]
    placed = game().laid.elements(card.front)[0].children
    assert placed
    for one in placed:
        finding = Finding("a-code", "a message", one.box.span)
        assert one in find_elements(game().laid.elements(card.front), finding)


def test_the_preview_knows_where_a_mask_is() -> None:
    placed = game().laid.elements(game().bound.decks[0].cards[NAMES.index("BoxElement.mask")].front)
    (mask,) = placed[0].children[0].mask
    assert find_elements(placed, Finding("a-code", "a message", mask.box.span)) == [mask]


@pytest.mark.parametrize("number", range(len(SAMPLES)), ids=NAMES)
def test_low_ink_keeps_the_words_of_the_field(number: int) -> None:
    assert words(low_ink(face(number))) == words(face(number))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fields") / "out"
    write_target(MpcTarget(), folder, game().job(DPI, lambda *_: None))
    return folder / "poker"


def test_every_png_is_the_raster_of_its_pdf_page(built: Path) -> None:
    """All fields of all elements, as PDFium paints their pages."""
    files = sorted((built / "fronts").glob("*.png"))
    raster = Raster((built / "fronts.pdf").read_bytes())
    assert len(files) == len(raster) == 2 * len(SAMPLES)
    for number, file in enumerate(files):
        with Image.open(file) as image:
            pixels = np.asarray(image)
        page = raster.page(number, (pixels.shape[1], pixels.shape[0]))
        assert np.array_equal(page, pixels), file.name
    raster.close()


PRESSED = (
    "Element.opacity", "Element.blend", "Element.shadow", "Element.inner-shadow", "Element.glow",
    "BoxElement.clip", "BoxElement.mask", "BoxElement.mask-by", "PictureElement.slice",
    "PictureElement.tile", "PictureElement.color", "TextElement.curve", "TextElement.wrap",
    "TextElement.within", "TextStyle.fill", "TextStyle.stroke", "TextStyle.underline",
    "GradientSpec.radial", "GradientSpec.conic", "StopSpec.opacity", "OutlineElement.inside",
    "BarcodeElement.barcode", "PathElement.even-odd", "PaintedElement.dash",
)  # fmt: skip
"""All that paints in a way of its own."""


@pytest.mark.slow
def test_the_press_gets_flat_pages_within_its_ink(tmp_path: Path) -> None:
    found, _ = checked(tuple(s.given() for s in SAMPLES if s.name in PRESSED))
    assert found is not None
    write_target(DrivethruTarget(), tmp_path / "out", found.job(100, lambda *_: None))
    (pdf,) = (tmp_path / "out").glob("*.pdf")
    assert checker.failed(pdf) == {}
    pages = inks(pdf, ",".join(map(str, range(1, 2 * len(PRESSED), 2))), 60)
    assert len(pages) == len(PRESSED)
    assert max(percent(page).max() for page in pages) <= 240 + 0.8
