"""`docs/layout.md`: complete, true, and tried. Its samples and tables are those that the
tool `tools/layout_pictures.py` reads; run that tool when a test here says so.
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

from cardgen.read.models.elements import KINDS
from cardgen.read.models.record import Spec
from tests.support.samples import ROOT
from tools import field_tables
from tools import layout_pictures as tool

PAGE = tool.PAGE.read_text("utf-8")
TABLES = "\n".join(file.read_text("utf-8") for file in tool.TABLE_PAGES)
SAMPLES = tool.samples(PAGE)
SHOWN = [sample for sample in SAMPLES if "picture" in sample.options]
STAGE = tool.stage(PAGE)
LIMIT = 40_000
SAME = 0.3
"""Levels of 255 that a picture may be off on average; a word more or less is 2."""
AGAIN = "run `python tools/layout_pictures.py`"

# --- fields --------------------------------------------------------------------------------


def row_names(table: str) -> list[str]:
    return re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)


@pytest.mark.parametrize("name", field_tables.models())
def test_every_field_of_a_model_has_a_row_in_its_table_and_no_row_is_invented(name: str) -> None:
    kind = field_tables.models()[name]
    wanted = [field_tables.spelling(kind, field) for field in field_tables.own_fields(kind)]
    assert row_names(field_tables.tables(TABLES).get(name, "")) == wanted, AGAIN


def test_the_tables_name_models_that_exist() -> None:
    assert set(field_tables.tables(TABLES)) <= set(field_tables.models())


def test_the_tables_say_what_the_models_say() -> None:
    assert field_tables.with_tables(TABLES) == TABLES, AGAIN


def test_a_table_shows_spelling_type_default_and_meaning() -> None:
    table = field_tables.table(field_tables.models()["GridElement"])
    assert "| `columns` | whole number | *needed* | How many children stand in a row. |" in table
    assert "| `as` | text | `item` |" in field_tables.table(field_tables.models()["Element"])


def test_fields_that_a_model_inherits_are_in_the_tables_of_the_models_it_builds_on() -> None:
    for kind in field_tables.models().values():
        own = {
            name
            for base in kind.__mro__
            if base.__name__ in field_tables.tables(TABLES) and issubclass(base, Spec)
            for name in field_tables.own_fields(base)
        }
        assert set(kind.model_fields) <= own, (
            f"{kind.__name__}: write `<!-- fields: {kind.__name__} -->` and `<!-- end -->` on the "
            f"page where its table is to stand, and {AGAIN}"
        )


# --- samples -------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_sample_lays_out_without_a_finding(sample: tool.Sample) -> None:
    checked, findings = tool.check(sample, STAGE)
    assert [f"{finding.code}: {finding.message}" for finding in findings] == []
    assert checked is not None


def test_a_faulty_sample_is_found() -> None:
    """The comparison above can fail."""
    faulty = tool.Sample("- {shape: rectangel}\n", 1)
    assert [finding.code for finding in tool.check(faulty, STAGE)[1]] == ["wrong-type"]


def test_every_block_of_yaml_is_tried_or_is_part_of_the_stage() -> None:
    known = {"sample", "picture", "stage"}
    assert [block.line for block in tool.fenced(PAGE) if not known & set(block.options)] == []


def test_every_kind_of_element_has_a_section_with_a_picture() -> None:
    for kind in KINDS:
        section = PAGE.partition(f"\n## {kind}\n")[2].partition("\n## ")[0]
        assert "![" in section, (
            f"docs/layout.md needs a section `## {kind}`: a block `yaml picture={kind}`, and below "
            f"it ![…](pictures/{kind}.png); {AGAIN}"
        )


# --- pictures ------------------------------------------------------------------------------


def shown() -> list[str]:
    return re.findall(r"!\[[^\]]+\]\(([^)]+)\)", PAGE)


def test_every_sample_with_a_picture_shows_it_once_and_in_order() -> None:
    made = [f"pictures/{sample.name}.png" for sample in SHOWN]
    assert len(set(made)) == len(made), "two samples make the same picture: rename one"
    assert shown() == made, "below each sample stands its picture: `![words](pictures/NAME.png)`"


@pytest.mark.slow
@pytest.mark.parametrize("sample", SHOWN, ids=lambda s: s.name)
def test_every_picture_shows_what_its_sample_prints(sample: tool.Sample) -> None:
    """To a share of a level on average: another PDFium may draw an edge otherwise."""
    checked, _ = tool.check(sample, STAGE)
    assert checked is not None
    printed = tool.png(tool.picture(sample, checked))
    with Image.open(tool.PICTURES / f"{sample.name}.png") as kept:
        assert distance(kept, Image.open(io.BytesIO(printed))) < SAME, AGAIN


def distance(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart on average, in levels of 255."""
    if one.size != other.size:
        return 255.0
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return sum(ImageStat.Stat(apart).mean) / 3


@pytest.mark.parametrize("link", shown())
def test_every_picture_is_there_and_small(link: str) -> None:
    file = tool.PAGE.parent / link
    assert file.is_file(), AGAIN
    assert file.stat().st_size < LIMIT
    with Image.open(file) as image:
        image.load()
        assert image.format == "PNG"


def test_a_picture_keeps_its_colours_or_comes_close_to_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sample = next(s for s in SAMPLES if s.name == "shape")
    checked, _ = tool.check(sample, STAGE)
    assert checked is not None
    pixels = tool.picture(sample, checked)
    for limit, slack in ((10**9, 0), (0, 24)):
        monkeypatch.setattr(tool, "SMALL", limit)
        file = tmp_path / "shape.png"
        file.write_bytes(tool.png(pixels))
        with Image.open(file) as image:
            again = np.asarray(image.convert("RGB"))
        assert abs(again.astype(int) - pixels.astype(int)).max() <= slack


# --- links ---------------------------------------------------------------------------------


def anchors() -> set[str]:
    """Headings as links name them."""
    titles = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def test_every_link_within_the_page_leads_somewhere() -> None:
    links = set(re.findall(r"\]\(#([^)]+)\)", PAGE))
    assert links - anchors() == set()


# --- findings ------------------------------------------------------------------------------

_MAKERS = {"Finding": "", "TemplateFault": "", "Rule": "", "unknown": "unknown-", "report": ""}
_CODE = re.compile(r"[a-z]+(?:-[a-z]+)+")


def codes_in(source: str, *, reads: bool) -> Iterator[str]:
    """Codes that a module makes findings with; readers' `fault("x", …)` becomes `bad-x`."""
    makers = _MAKERS | ({"fault": "bad-"} if reads else {})
    tree = ast.parse(source)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and call.args:
            name = getattr(call.func, "id", "") or getattr(call.func, "attr", "")
            if name in makers:
                yield from (makers[name] + text for text in _texts(call.args[0], tree))


def _texts(value: ast.expr, tree: ast.AST) -> Iterator[str]:
    """The texts that an expression may be, by way of names where it has to."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from (*_texts(body, tree), *_texts(other, tree))
        case ast.Name(id=name):
            for node in ast.walk(tree):
                if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Name):
                    names = [getattr(target, "id", "") for target in node.targets]
                    yield from _texts(node.value, tree) if name in names else ()


def codes() -> set[str]:
    """Every code in the package."""
    package = ROOT / "cardgen"
    found = {
        code
        for file in package.rglob("*.py")
        for code in codes_in(file.read_text("utf-8"), reads="read" in file.parts)
    }
    return {code for code in found if _CODE.fullmatch(code)}


def test_every_code_in_the_package_is_explained() -> None:
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    explained = set(re.findall(r"^### ([\w-]+)$", page, re.MULTILINE))
    assert codes() - explained == set(), (
        "explain the code in its rule, or if `read`, `bind` or `layout` reports it in "
        "cardgen/check/rules/source/ (`reading_codes.py`, `binding_codes.py` …); then run "
        "`python tools/checks_page.py`"
    )


def test_codes_are_found_however_they_are_given() -> None:
    source = 'code = "a-b" if x else "c-d"\nFinding(code)\nreport.unknown("font", y)\n'
    assert set(codes_in(source, reads=False)) == {"a-b", "c-d", "unknown-font"}
    assert set(codes_in('fault("length", "no")', reads=True)) == {"bad-length"}
