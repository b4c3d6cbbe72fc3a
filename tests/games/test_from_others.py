"""The pages for those who come from Squib, nanDECK and CardMaker: each row's game lays out."""

from __future__ import annotations

import re

import pytest

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import walk
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "games" / "squib"
PAGES = (ROOT / "docs" / "from-squib.md", ROOT / "docs" / "from-others.md")
GAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
UNUSED = ("field-not-shown", "unused-color", "unused-font", "unused-style", "unused-layout")
SMALL = {"text-options"}
"""Games that show small type on purpose."""


SQUIB_SAMPLES = """
autoscale_font/_autoscale_font backend/_backend basic build_groups/build_groups colors/_colors
colors/_gradients colors/_switch_color config/config_text_markup config/custom_config data/_csv
data/_excel data/_yaml hello_world images/_cairo_access images/_images images/_more_load_images
images/_placeholders intro/01_hello intro/02_options intro/03_layout intro/04_arrays
intro/05_excel layouts/builtin_layouts layouts/layouts project/src/characters project/src/skills
proofs/_tgc_proofs ranges/_ranges saves/_hand saves/_portrait_landscape saves/_save_filenames
saves/_save_pdf saves/_saves saves/_showcase shadows/_shadow shapes/_draw_shapes shapes/_proofs
sprues/_advanced_sprues sprues/_builtin_sprues sprues/_fold_sheet sprues/_hex_tiles sprues/_mints
sprues/_negative_coords sprues/_sprue_example system_font_debug/_list_fonts text/_embed_text
text/_text text/_text_options text/bug134 units/_cells units/_shorthands units/_units
""".split()
"""The programs in Squib's folder `samples`, without their `.rb`."""


def rows(page: str) -> list[tuple[str, ...]]:
    """The rows of a page's tables, without their heads; cells may hold an escaped bar."""
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    cells = [re.split(r"(?<!\\)\|", line.strip("| ")) for line in lines]
    return [tuple(cell.strip() for cell in row) for row in cells]


def named_games() -> list[str]:
    found = [row for page in PAGES for row in rows(page.read_text("utf-8")) if len(row) == 3]
    return [row[1].strip("`") for row in found if row[1] != "game"]


@pytest.mark.parametrize("name", GAMES)
def test_the_game_of_a_row_lays_out_as_it_is_said(name: str) -> None:
    report = Report()
    checked = check_game(DiskGame(FOLDER / name), report)
    found = [f"{f.code}: {f.message}" for f in report.findings if f.code not in UNUSED]
    assert [text for text in found if not (name in SMALL and "small-text" in text)] == []
    assert checked is not None
    assert all(list(walk(scene.items)) for scene in checked.laid.scenes.values())


def test_each_row_names_a_game_and_each_game_is_in_a_row() -> None:
    assert set(named_games()) == set(GAMES)


@pytest.mark.parametrize("sample", SQUIB_SAMPLES)
def test_each_sample_of_squib_is_on_the_page(sample: str) -> None:
    assert f"`{sample}`" in PAGES[0].read_text("utf-8")


def test_a_box_is_as_large_as_the_words_in_it() -> None:
    checked = check_game(DiskGame(FOLDER / "extents"), Report(), checks=())
    assert checked is not None
    short, long = (checked.laid.elements(card.front)[1] for card in checked.bound.decks[0].cards)
    assert 10 < short.rect.width < long.rect.width - 40
    assert short.rect.height == long.rect.height


def test_what_cannot_be_done_has_its_reason() -> None:
    refused = [row for page in PAGES for row in rows(page.read_text("utf-8")) if len(row) == 2]
    assert len(refused) > 8
    assert all(len(reason) > 10 for _, reason in refused if reason != "why not")
