"""Booklets as they are bound and written: cards, counts and pages, read back from the PDFs."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import pikepdf
import pytest
from msgspec.structs import replace
from PIL import Image

from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.layout.booklet import pages as layout
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, Group, Item, Picture, walk
from cardgen.targets.booklet.target import BookletTarget
from cardgen.targets.contract import Job, OptionError, UnsuitableError
from tests.support.target_runs import run_target, with_options

booklet = BookletTarget()

MM = POINTS_PER_MM

GAME = """\
game: Tide Pool
palette: {ink: "#222222", sand: "#e8d8b0", rust: "#a04010"}
fonts:
  text:
    regular: fonts/EBGaramond-Regular.ttf
    italic: fonts/EBGaramond-RegularItalic.ttf
    bold: fonts/EBGaramond-SemiBold.ttf
decks:
  beasts: {cards: beasts.yaml, size: poker, front: beast, back: back}
booklets:
  rules: {text: rules.md, page: a6}
"""
LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    safe:
      - {text: "{{ name }}", font: text, size: 20pt, color: ink}
  back:
    bleed:
      - {shape: rectangle, fill: ink}
  cover:
    bleed:
      - {shape: rectangle, fill: rust}
    safe:
      - {text: "{{ title }}", font: text, size: 20pt, color: white}
"""
BEASTS = """\
- {name: Crab, kind: shell, points: 3, copies: 4}
- {name: Whelk, kind: shell, points: -1, copies: 2}
- {name: Eel, kind: fish, points: 5}
"""
RULES = """\
# Tide Pool

{{ contents() }}

## The game

There are {{ count("beasts") }} beasts, {{ count("beasts", "kind == 'shell'") }} of them in shells,
worth {{ sum("beasts", "points") }} points, from {{ least("beasts", "points") }} to
{{ most("beasts", "points") }}. More on page {{ page("scoring") }}.

{{ hand("beasts", "crab", "whelk", "crab", caption="A hand") }}

{{ page_break() }}

## Scoring

{{ table("beasts", by="kind") }}

See [the game](#the-game), and <https://example.org>.
"""


def files(rules: str = RULES, beasts: str = BEASTS, game: str = GAME) -> dict[str, str | bytes]:
    return {
        "game.yaml": game,
        "layouts.yaml": LAYOUTS,
        "beasts.yaml": beasts,
        "rules.md": rules,
    }


def job_of(given: Mapping[str, str | bytes], **options: str) -> Job:
    report = Report()
    checked = check_game(MemoryGame(given), report, checks=())
    assert checked is not None, [finding.message for finding in report.findings]
    return with_options(checked.job(300, lambda *_: None), options)


def laid_of(rules: str = RULES, beasts: str = BEASTS, game: str = GAME) -> LaidBooklet:
    laid = lay_out_booklet(job_of(files(rules, beasts, game)).game.booklets[0])
    assert laid.findings == ()
    return laid


def text_of(laid: LaidBooklet) -> str:
    """All words of all pages; runs on a line are parted where there is room between them."""
    text, last = "", None
    for run in (item for page in laid.pages for item in walk(page.scene.marks)):
        if not isinstance(run, Glyphs):
            continue
        start = run.glyphs[0]
        near = last is not None and last[1] == start.y and abs(start.x - last[0]) < 0.3 * run.size
        text += ("" if near else " ") + run.text
        end = run.glyphs[-1]
        ink = run.face.ink(end.index)
        last = end.x + (ink[2] if ink else 0.0) * run.size, end.y
    return " ".join(text.split())


def write(folder: Path, given: Job) -> dict[str, Any]:
    with replace_output(folder) as output:
        run_target(booklet, given, output)
    return cast(dict[str, Any], json.loads((folder / "manifest.json").read_text("utf-8")))


def pdftotext(path: Path, *options: str) -> list[str]:
    """The text of each page, as poppler reads it."""
    run = subprocess.run(
        ["pdftotext", *options, str(path), "-"], capture_output=True, text=True, check=True
    )
    return run.stdout.split("\f")[:-1]


@dataclass(frozen=True)
class Built:
    folder: Path
    manifest: dict[str, Any]

    @property
    def entry(self) -> dict[str, Any]:
        (entry,) = self.manifest["booklets"]
        return cast(dict[str, Any], entry)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built") / "booklet"
    return Built(folder, write(folder, job_of(files(), paper="a4")))


def findings_of(given: Mapping[str, str | bytes]) -> tuple[Finding, ...]:
    report = Report()
    check_game(MemoryGame(given), report, checks=all_checks())
    return report.findings


# --- what the text says is what the cards say ------------------------------------------------


def test_counts_and_sums_are_those_of_the_cards() -> None:
    text = text_of(laid_of())
    assert "There are 7 beasts, 6 of them in shells" in text
    assert "worth 15 points, from −1 to 5" in text


def test_an_edit_of_the_cards_changes_the_text() -> None:
    edited = BEASTS.replace("copies: 4", "copies: 9").replace("points: 5", "points: 8")
    text = text_of(laid_of(beasts=edited))
    assert "There are 12 beasts, 11 of them in shells" in text
    assert "worth 33 points, from −1 to 8" in text
    assert "shell 11 fish 1" in text


def test_a_table_has_a_row_for_each_value_in_the_cards_order() -> None:
    assert "Kind Cards shell 6 fish 1" in text_of(laid_of())


def test_a_table_shows_columns_of_the_cards_for_which_an_expression_holds() -> None:
    columns = 'columns=["name", "points * 2"], head="Beast, Twice"'
    rules = f'{{{{ table("beasts", {columns}, where="points > 0") }}}}'
    assert text_of(laid_of(rules)) == "Beast Twice Crab 6 Eel 10 1"


def test_a_table_of_cards_has_a_row_for_each_card_whose_copies_print_their_number() -> None:
    numbered = LAYOUTS.replace("{{ name }}", "{{ name }} {{ copy }}", 1)
    rules = '{{ table("beasts", columns="name, copies") }}\n\n{{ count("beasts") }}'
    given = files(rules) | {"layouts.yaml": numbered}
    laid = lay_out_booklet(job_of(given).game.booklets[0])
    assert text_of(laid) == "Name Copies Crab 4 Whelk 2 Eel 1 7 1"


def test_parts_of_a_table_beside_each_other_read_downwards() -> None:
    rules = '{{ table("beasts", columns="name", across=2) }}'
    assert text_of(laid_of(rules)) == "Name Name Crab Eel Whelk 1"


def test_a_field_of_a_card_stands_in_the_text() -> None:
    rules = 'The {{ field("beasts", "eel", "name") }} has {{ field("beasts", "eel", "points") }}.'
    assert "The Eel has 5." in text_of(laid_of(rules))


def test_named_cards_are_counted_once_each_in_a_sum() -> None:
    assert "It is 2." in text_of(laid_of('It is {{ sum("beasts", "points", "crab", "whelk") }}.'))


def test_a_number_that_is_kept_is_known_below_and_summed_with_others() -> None:
    rules = (
        'It is {{ keep("crab", 2 * field("beasts", "crab", "points")) }}.\n\n| a | b |\n|---|---|\n'
        '| x | {{ keep("eel", field("beasts", "eel", "points")) }} |\n'
        '| y | {{ kept("crab", "eel") }} |'
    )
    text = text_of(laid_of(rules))
    assert "It is 6." in text
    assert text.endswith("x 5 y 11 1")


def test_a_table_counts_cards_by_several_expressions() -> None:
    counts = """counts=["points > 0", "points < 0"], head="Kind, Up, Down\""""
    rules = '{{ table("beasts", by="kind", ' + counts + ") }}"
    assert "Kind Up Down shell 4 2 fish 1" in text_of(laid_of(rules))


def test_a_figure_shows_the_very_faces_of_the_cards() -> None:
    job = job_of(files())
    laid = lay_out_booklet(job.game.booklets[0])
    shown = [one.face for page in laid.pages for one in page.faces]
    assert [face.card for face in shown] == ["crab", "whelk", "crab"]
    assert all(face in job.scenes for face in shown)


def test_backs_and_cards_of_any_deck_can_be_shown() -> None:
    laid = laid_of('{{ row("beasts/crab", "beasts/eel", side="back", width="20mm") }}')
    faces = [one for page in laid.pages for one in page.faces]
    assert [one.face.side for one in faces] == ["back", "back"]
    assert faces[0].put.a == pytest.approx(20 / 63.5)


@pytest.mark.parametrize(
    ("source", "code", "hint"),
    [
        ('card("beasts", "crabb")', "unknown-card", "`crab`"),
        ('card("beast", "crab")', "unknown-deck", "`beasts`"),
        ('count("beasts", "kin == 1")', "undefined-name", "`kind`"),
        ('card("beasts", "crab", wide="2mm")', "template-value", "width="),
        ('card("beasts", "crab", width="2")', "bad-length", "mm"),
        ('sum("beasts", "name")', "template-value", "numbers"),
        ('table("beasts")', "template-value", "columns="),
        ('kept("crab")', "undefined-name", ""),
        ('keep("crab", "much")', "template-value", "kept"),
        ('table("beasts", by="kind", counts=["pints > 1"])', "undefined-name", "`points`"),
        ('row("beasts")', "template-value", "ids"),
        ("cont()", "undefined-name", "count"),
        ("composition.upper()", "undefined-name", ""),
        ("composition", "template-value", "`table(composition)`"),
        ("page_break", "template-value", "`page_break(…)`"),
        ('table("beasts", columns="name", across=0)', "template-value", "columns="),
        ('table("beasts", by=3)', "template-value", "by="),
        ("contents(depth=9)", "template-value", "depth=1"),
    ],
)
def test_a_wrong_call_is_found_where_it_stands_with_what_to_write(
    source: str, code: str, hint: str
) -> None:
    found = [f for f in findings_of(files(f"Well.\n\n{{{{ {source} }}}}\n")) if f.code == code]
    assert found, source
    assert found[0].span is not None
    assert (found[0].span.file, found[0].span.line) == ("rules.md", 3)
    assert hint in found[0].hint


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ('card("beasts", "crab", wide="2mm")', "it takes no `wide`"),
        ('count("beasts", "points > 1", 3)', "it is given more values than it takes"),
        ("card()", "`deck` is missing"),
        ('card("beasts", deck="beasts")', "`deck` is given twice"),
        ('table("beasts", columns="name", across="2")', "`across` is a whole number from 1 to 6"),
        ('count("beasts", 3)', "`where` is a text in quotes"),
    ],
)
def test_a_wrong_call_is_told_without_a_word_of_python(source: str, reason: str) -> None:
    found = findings_of(files(f"Well.\n\n{{{{ {source} }}}}\n"))
    (said,) = (f.message for f in found if f.code == "template-value")
    name = source.split("(")[0]
    assert said == f"`{name}` is called wrongly: {reason}"


def test_values_are_printed_as_on_cards() -> None:
    rules = "{{ field('beasts', 'crab', '[kind, 1234567.5]') }} is all."
    assert "shell, 1234567.5 is all." in text_of(laid_of(rules))


# --- numbers of pages ------------------------------------------------------------------------


def test_the_contents_give_the_pages_on_which_poppler_finds_the_headings(built: Built) -> None:
    pages = pdftotext(built.folder / "rules-screen.pdf", "-layout")
    entries = dict(re.findall(r"^\s*(The game|Scoring)\s+(\d+)$", pages[0], re.MULTILINE))
    assert set(entries) == {"The game", "Scoring"}
    for title, number in entries.items():
        heading = re.compile(rf"^\s*{title}\s*$", re.MULTILINE)
        assert [n for n, page in enumerate(pages, 1) if heading.search(page)] == [int(number)]


def test_a_reference_gives_the_page_of_its_heading() -> None:
    laid = laid_of()
    assert f"More on page {laid.numbers['scoring']}." in text_of(laid)


def many_chapters(count: int) -> str:
    """Chapters that refer to each other forwards, over the step from 9 to 10 and 99 to 100."""
    chapters = [
        f"## Chapter {n}\n\nSee page {{{{ page('chapter-{min(n + 1, count)}') }}}}. " + "word " * 60
        for n in range(1, count + 1)
    ]
    return "{{ contents() }}\n\n" + "\n\n".join(chapters)


def test_numbers_of_pages_rest_over_the_step_from_one_digit_to_two() -> None:
    laid = laid_of(many_chapters(60))
    assert len(laid.pages) > 12
    text = text_of(laid)
    for n in range(1, 60):
        number = laid.numbers[f"chapter-{n + 1}"]
        assert re.search(rf"Chapter {n} See page {number}\.", text), n


def test_the_cover_is_page_1_and_carries_no_number() -> None:
    game = GAME.replace("page: a6", "page: a6, cover: cover, back-cover: cover")
    laid = laid_of(game=game)
    assert [page.ground is not None for page in laid.pages] == [True, False, False, True]
    assert not laid.pages[0].scene.marks
    assert laid.numbers["scoring"] == 3


# --- pages -----------------------------------------------------------------------------------


def area(laid: LaidBooklet, number: int) -> Rect:
    """Of the text, foot and head left aside."""
    size, margins = laid.booklet.size, laid.booklet.margins
    left = size.bleed + (margins.left if number % 2 else margins.right)
    width = size.trim.width - margins.across
    return Rect(left, size.bleed + margins.top, width, size.trim.height - margins.down)


LONG = (
    "# Rules\n\n"
    + "\n\n".join(
        f"## Part {n}\n\n" + " ".join(f"word{n}{k}" for k in range(90 + 7 * n))
        + f"\n\n- item one of {n}\n- item two\n\n> [!note] Mind {n}\n> " + "take care " * 20
        for n in range(1, 13)
    )
)  # fmt: skip


@cache
def long() -> LaidBooklet:
    job = job_of(files(LONG))
    return lay_out_booklet(job.game.booklets[0])


def test_no_letter_stands_outside_the_margins() -> None:
    """Ink may hang out by punctuation, and accents above capitals stand over the first line."""
    laid = long()
    assert len(laid.pages) > 5
    for page in laid.pages:
        inside = area(laid, page.number)
        foot = laid.booklet.size.page.height - laid.booklet.size.bleed
        for run in (item for item in walk(page.scene.marks) if isinstance(item, Glyphs)):
            for glyph in run.glyphs:
                ink = run.face.ink(glyph.index)
                if ink is None:
                    continue
                right = glyph.x + ink[2] * run.size
                assert inside.left - 0.5 * run.size < glyph.x
                assert right < inside.right + 0.5 * run.size
                assert inside.top - 0.3 * run.size < glyph.y < foot


def test_baselines_of_the_text_stand_on_one_grid_on_all_pages() -> None:
    laid = long()
    body = laid.booklet.body
    pitch = body.leading.resolve(0.0, body.size)
    found = set()
    for page in laid.pages:
        for run in (item for item in walk(page.scene.marks) if isinstance(item, Glyphs)):
            if run.size == body.size and run.text.startswith("word"):
                found.add(round((run.glyphs[0].y - laid.booklet.margins.top) % pitch, 2))
    assert len(found) == 1


def test_text_comes_out_in_reading_order(built: Built) -> None:
    first = pdftotext(built.folder / "rules-screen.pdf", "-raw")[0]
    words = ["Tide Pool", "The game", "There are 7", "More on page 2", "A hand"]
    places = [first.find(word) for word in words]
    assert places == sorted(places)
    assert -1 not in places


def test_pages_have_the_trim_of_the_page_and_bleed_around(built: Built) -> None:
    with pikepdf.open(built.folder / "rules-pages.pdf") as pdf:
        page = pdf.pages[0]
        trim, media = ([float(n) for n in page[key]] for key in ("/TrimBox", "/MediaBox"))
    assert trim == pytest.approx([3 * MM, 3 * MM, 108 * MM, 151 * MM], abs=0.01)
    assert media == pytest.approx([0, 0, 111 * MM, 154 * MM], abs=0.01)


def test_screen_pages_are_cut_and_have_links_and_an_outline(built: Built) -> None:
    with pikepdf.open(built.folder / "rules-screen.pdf") as pdf:
        box = [float(n) for n in pdf.pages[0]["/MediaBox"]]
        assert box == pytest.approx([0, 0, 105 * MM, 148 * MM], abs=0.01)
        with pdf.open_outline() as outline:
            titles = [
                (item.title, [child.title for child in item.children]) for item in outline.root
            ]
        links = [a for page in pdf.pages for a in page.get("/Annots", [])]
        uris = [str(a["/A"]["/URI"]) for a in links if "/A" in a]
    assert titles == [("Tide Pool", ["The game", "Scoring"])]
    assert uris == ["https://example.org"]
    assert len(links) == 5  # two contents lines, a page, a link, an address


@pytest.mark.parametrize(("orientation", "shape"), [(1, 1.5), (6, 0.6667)])
def test_a_photograph_stands_upright_however_the_camera_was_held(
    orientation: int, shape: float
) -> None:
    exif, out = Image.Exif(), io.BytesIO()
    exif[0x0112] = orientation
    Image.new("RGB", (60, 40)).save(out, "PNG", exif=exif.tobytes())
    given = files('![A shore](shore.png "30mm")\n', BEASTS, GAME)
    (page,) = lay_out_booklet(job_of({**given, "shore.png": out.getvalue()}).game.booklets[0]).pages
    ((picture, put),) = (
        (item, Transform() if group is None else group.transform)
        for group, item in list_grouped(page.scene.marks)
        if isinstance(item, Picture)
    )
    corners = [
        (put or Transform()).apply(x, y)
        for x in (picture.rect.left, picture.rect.right)
        for y in (picture.rect.top, picture.rect.bottom)
    ]
    (left, right), (top, bottom) = ((min(one), max(one)) for one in zip(*corners, strict=True))
    assert right - left == pytest.approx(30 * MM)
    assert (right - left) / (bottom - top) == pytest.approx(shape, rel=0.001)


def list_grouped(items: Iterable[Item]) -> Iterator[tuple[Group | None, Item]]:
    """Items, and the group that each is in."""
    for item in items:
        if isinstance(item, Group):
            yield from ((item, inner) for inner in item.items)
        else:
            yield None, item


def test_a_link_from_a_part_of_a_ligature_is_as_wide_as_that() -> None:
    """The `fi` of `Bonfire` is one glyph, whose letters lead anywhere each for themselves."""
    laid = laid_of("# Bonf[ire](#bonfire)\n\nBonf[i](#bonfire)re, bon[f](#bonfire)ire.\n")
    widths = [link.rect.width for page in laid.pages for link in page.links]
    assert widths == pytest.approx([4.3, 12.97, 2.03, 2.63], abs=0.01)  # i, re; i; f


def test_each_face_is_in_a_file_once(built: Built) -> None:
    """Three cards are shown, of two kinds: two forms of that size, as in every other target."""
    with pikepdf.open(built.folder / "rules-pages.pdf") as pdf:
        boxes = [
            [float(n) for n in item["/BBox"]]
            for item in pdf.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
        ]
    poker = [(180 + 2 * 8.64), (252 + 2 * 8.64)]
    cards = [box for box in boxes if box[2:] == pytest.approx(poker, abs=0.01)]
    assert len(cards) == 3  # one ground, shared, and the marks of two cards


def test_the_same_game_gives_the_same_bytes(built: Built, tmp_path: Path) -> None:
    write(tmp_path / "again", job_of(files(), paper="a4"))
    for name in ("rules-screen.pdf", "rules-pages.pdf", "rules-print.pdf", "manifest.json"):
        assert (tmp_path / "again" / name).read_bytes() == (built.folder / name).read_bytes()


def test_a_booklet_beside_some_of_the_cards_is_still_that_of_the_whole_game(
    built: Built, tmp_path: Path
) -> None:
    job = job_of(files(), paper="a4")
    assert write(tmp_path / "some", replace(job, only="points > 3")) == built.manifest


def test_every_font_is_embedded(built: Built) -> None:
    for name in ("screen", "print"):
        path = built.folder / f"rules-{name}.pdf"
        run = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True, check=True)
        rows = run.stdout.splitlines()[2:]
        assert rows
        assert all(re.search(r" yes yes yes ", row) for row in rows), run.stdout


# --- sheets ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """A page as a sheet shows it: its place, and the window it is cut to."""

    left: float
    window: tuple[float, float]
    turned: bool


_SHOWN = re.compile(
    r"q ([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re W n\nq 1 0 0 1 ([\d.-]+) ([\d.-]+) cm$",
    re.MULTILINE,
)


def sheets_of(path: Path) -> list[list[Page]]:
    """What each side of each sheet shows, read from the PDF's own operators."""
    sides = []
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            code = page["/Contents"].read_bytes().decode("ascii")
            turned = bool(re.match(r"\s*(?:1 0 0 1 0 0 cm\s+BT[^E]*ET\s*)?q -1 0 0 -1", code))
            sides.append(
                [
                    Page(float(m[5]), (float(m[1]), float(m[1]) + float(m[3])), turned)
                    for m in _SHOWN.finditer(code)
                ]
            )
    return sides


def thick(pages: int, **options: str) -> Job:
    rules = "\n\n{{ page_break() }}\n\n".join(f"Page {n}." for n in range(1, pages + 1))
    return job_of(files(rules), **options)


def test_creep_moves_pages_to_the_spine_more_on_each_sheet_inwards(tmp_path: Path) -> None:
    write(tmp_path / "b", thick(12, paper="a4", creep="0.5mm"))
    sides = sheets_of(tmp_path / "b" / "rules-print.pdf")
    spine, page, bleed = 297 / 2 * MM, 105 * MM, 3 * MM
    assert len(sides) == 6
    for sheet in range(3):
        for side in sides[2 * sheet : 2 * sheet + 2]:
            left, right = side
            assert left.left == pytest.approx(spine - page + sheet * 0.5 * MM - bleed, abs=0.01)
            assert right.left == pytest.approx(spine - sheet * 0.5 * MM - bleed, abs=0.01)


def test_no_page_runs_over_the_fold(tmp_path: Path) -> None:
    write(tmp_path / "b", thick(8, paper="a4", creep="1mm"))
    for left, right in sheets_of(tmp_path / "b" / "rules-print.pdf"):
        assert left.window[1] == pytest.approx(297 / 2 * MM, abs=0.01)
        assert right.window[0] == pytest.approx(297 / 2 * MM, abs=0.01)


@pytest.mark.parametrize(("flip", "turned"), [("short", False), ("long", True)])
def test_backs_of_sheets_that_lie_on_their_side_are_turned_for_the_long_edge(
    tmp_path: Path, flip: str, turned: bool
) -> None:
    write(tmp_path / "b", thick(4, paper="a4", flip=flip))
    front, back = sheets_of(tmp_path / "b" / "rules-print.pdf")
    assert not front[0].turned
    assert back[0].turned is turned


@pytest.mark.parametrize(
    ("paper", "count", "spreads", "bleed"),
    [
        ("a4", 2, [(0, 0.25), (0, 148.75)], 0.25),
        ("a3", 2, [(43.5, 59), (43.5, 213)], 3),
        ("a3", 4, [(0, 0.5), (210, 0.5), (0, 148.5), (210, 148.5)], 0),
        ("300x500mm", 2, [(37, 76), (253, 76)], 3),
        ("450x640mm", 4, [(107, 74), (323, 74), (107, 228), (323, 228)], 3),
    ],
)
def test_two_or_four_booklets_lie_on_a_sheet_in_its_middle(
    paper: str, count: int, spreads: list[tuple[float, float]], bleed: float, tmp_path: Path
) -> None:
    """Spread by spread, in mm from the paper's top left; the bleed is shared between them."""
    write(tmp_path / "b", thick(8, paper=paper, booklets=str(count)))
    with pikepdf.open(tmp_path / "b" / "rules-print.pdf") as pdf:
        assert len(pdf.pages) == 4
        for page in pdf.pages:
            wide, high = (float(side) for side in page.mediabox[2:])
            code = page["/Contents"].read_bytes().decode("ascii")
            windows = [[float(n) for n in found.groups()[:4]] for found in _SHOWN.finditer(code)]
            assert len(windows) == 2 * count
            boxes = [(x, high - y - h, x + w, high - y) for x, y, w, h in windows]
            assert min(b[0] for b in boxes) == pytest.approx(
                wide - max(b[2] for b in boxes), abs=0.01
            )
            assert min(b[1] for b in boxes) == pytest.approx(
                high - max(b[3] for b in boxes), abs=0.01
            )
            found = [(b[0] / MM + bleed, b[1] / MM + bleed) for b in boxes[::2]]
            assert found == [pytest.approx(place, abs=0.02) for place in spreads]


@pytest.mark.parametrize("flip", ["short", "long"])
@pytest.mark.parametrize("count", [2, 4])
def test_every_booklet_of_a_sheet_has_its_own_pages_behind_it(
    count: int, flip: str, tmp_path: Path
) -> None:
    """Cut apart and turned, each shows page 2 behind page 1: words are where arithmetic says."""
    write(tmp_path / "b", thick(4, paper="450x640mm", booklets=str(count), flip=flip))
    front, back = (
        _word_places(
            tmp_path / "b" / "rules-print.pdf", page, ("1", "4") if page == 1 else ("2", "3")
        )
        for page in (1, 2)
    )
    wide, high = front["size"]
    upright = (flip == "long") == (high > wide)
    assert len(front["1"]) == len(back["2"]) == count
    for x, y in front["1"]:
        behind = (wide - x, y) if upright else (x, high - y)
        turned = -1 if not upright else 1  # then the back is printed on its head
        assert sum(_is_on_page(behind, word, turned) for word in back["2"]) == 1
        assert not any(_is_on_page(behind, word, turned) for word in back["3"])


def _is_on_page(place: tuple[float, float], word: tuple[float, float], turned: int) -> bool:
    """Whether a place is on the A6 page that has the word near its upper left."""
    across, down = turned * (place[0] - word[0]) / MM, (place[1] - word[1]) / MM
    return -20 < across < 95 and abs(down) < 1


def _word_places(path: Path, page: int, numbers: tuple[str, str]) -> dict[str, Any]:
    """The middles of the words that are these numbers, on a page; its size."""
    run = subprocess.run(
        ["pdftotext", "-bbox", "-f", str(page), "-l", str(page), path, "-"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, Any] = {number: [] for number in numbers}
    sizes = re.search(r'<page width="([\d.]+)" height="([\d.]+)"', run.stdout)
    assert sizes
    found["size"] = float(sizes[1]), float(sizes[2])
    words = re.findall(
        r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">Page</word>\s*'
        r'<word [^>]*>(\d)\.</word>', run.stdout
    )  # fmt: skip
    for x1, y1, x2, y2, number in words:
        found[number].append(((float(x1) + float(x2)) / 2, (float(y1) + float(y2)) / 2))
    return found


def test_the_run_says_how_many_booklets_lie_on_a_sheet(tmp_path: Path) -> None:
    with replace_output(tmp_path / "b") as output:
        said = run_target(booklet, thick(8, paper="a3", booklets="auto"), output)
    assert said == "rules: 8 pages on 2 sheets of a3, 4 booklets on each"


def test_booklets_that_do_not_fit_are_refused_with_the_number_that_does(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as caught:
        write(tmp_path / "b", thick(8, paper="a4", booklets="4"))
    assert str(caught.value) == "4 booklets of 210 × 148 mm do not fit A4"
    assert "`booklets=2`" in caught.value.hint


@pytest.mark.parametrize(
    ("page", "booklets", "hint"),
    [
        ("a5", "1", "choose a larger paper, such as `paper=a4`"),
        ("a4", "1", "choose a larger paper, such as `paper=a3`"),
        ("a5", "2", "choose a larger paper, such as `paper=a3`"),
        ("a3", "1", "choose a larger paper: `paper=594x420mm` or more, or `binding=none`"),
    ],
)
def test_pages_too_large_for_the_paper_are_told_one_that_holds_them(
    page: str, booklets: str, hint: str, tmp_path: Path
) -> None:
    size = {"a3": "{width: 297mm, height: 420mm}"}.get(page, page)
    game = files(game=GAME.replace("page: a6", f"page: {size}"))
    with pytest.raises(OptionError) as caught:
        write(tmp_path / "b", job_of(game, paper="letter", booklets=booklets))
    assert caught.value.hint == hint


def test_of_several_booklets_the_one_that_does_not_fit_is_named_with_what_holds_all(
    tmp_path: Path,
) -> None:
    more = "wide: {text: rules.md, page: {width: 150mm, height: 90mm}}"
    large = "large: {text: rules.md, page: a4}"
    game = files(game=f"{GAME}  {more}\n  {large}\n")
    with pytest.raises(OptionError) as caught:
        write(tmp_path / "b", job_of(game, paper="letter"))
    said = "two pages of `wide` beside each other are 300 × 90 mm, more than Letter"
    assert str(caught.value) == said
    assert caught.value.hint == "choose a larger paper, such as `paper=a3`"
    with pytest.raises(OptionError) as caught:
        write(tmp_path / "b", job_of(game, paper="tabloid", booklets="4"))
    assert str(caught.value).startswith("4 booklets of `rules` of 210 × 148 mm")
    assert "booklets=" not in caught.value.hint


def test_the_sheets_say_page_by_page_what_the_manifest_says(tmp_path: Path) -> None:
    manifest = write(tmp_path / "b", thick(6, paper="a4"))
    (entry,) = manifest["booklets"]
    assert entry["sheets"] == [
        {"sheet": 1, "front": [None, 1], "back": [2, None]},
        {"sheet": 2, "front": [6, 3], "back": [4, 5]},
    ]
    pages = pdftotext(tmp_path / "b" / "rules-print.pdf", "-layout")
    said = [re.findall(r"Page (\d+)", page) for page in pages]
    assert said == [["1"], ["2"], ["6", "3"], ["4", "5"]]
    assert entry["blank_pages"] == 2


def test_the_last_line_says_how_many_blank_pages_were_added(tmp_path: Path) -> None:
    with replace_output(tmp_path / "b") as output:
        said = run_target(booklet, thick(6, paper="a4"), output)
    assert said == "rules: 6 pages with 2 blank pages on 2 sheets of a4"


def test_without_binding_there_are_no_sheets(tmp_path: Path) -> None:
    manifest = write(tmp_path / "b", thick(2, binding="none"))
    assert not (tmp_path / "b" / "rules-print.pdf").exists()
    assert manifest["booklets"][0]["files"] == ["rules-screen.pdf", "rules-pages.pdf"]


def test_a_game_without_a_booklet_is_told_so(tmp_path: Path) -> None:
    game = GAME[: GAME.index("booklets:")]
    with (
        pytest.raises(UnsuitableError, match="no booklet"),
        replace_output(tmp_path / "b") as output,
    ):
        run_target(booklet, job_of(files(game=game)), output)


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ({"paper": "a44"}, "a44"),
        ({"flip": "left"}, "flip=left"),
        ({"creep": "3mm"}, "creep=3mm"),
        ({"binding": "glue"}, "binding=glue"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_an_option_that_cannot_be_had_is_refused(pairs: dict[str, str], said: str) -> None:
    with pytest.raises(OptionError, match=re.escape(said)):
        booklet.read_options(pairs)


def test_paper_that_is_too_small_is_refused_with_a_larger_one(tmp_path: Path) -> None:
    game = GAME.replace("page: a6", "page: a5")
    given = job_of(files(game=game), paper="100x150mm")
    with pytest.raises(OptionError) as caught, replace_output(tmp_path / "b") as output:
        run_target(booklet, given, output)
    assert "a4" in caught.value.hint


def test_a_booklet_with_an_error_is_not_written(tmp_path: Path) -> None:
    given = job_of(files("W" * 200))
    with (
        pytest.raises(OptionError, match="wider than the column"),
        replace_output(tmp_path) as output,
    ):
        run_target(booklet, given, output)


def test_numbers_that_would_not_rest_get_room_and_are_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the first pass on: the lines then end where they end for any number."""
    monkeypatch.setattr(layout, "FREE_PASSES", 1)
    laid = laid_of(many_chapters(40))
    text = text_of(laid)
    for n in range(1, 40):
        number = laid.numbers[f"chapter-{n + 1}"]
        assert re.search(rf"Chapter {n} See page {number} ?\.", text), n


def test_each_page_is_drawn_once_however_many_passes_its_numbers_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    make_page = layout._PageMaker.make_page

    def note_page(maker: Any, number: int, *rest: Any) -> Any:
        drawn.append(number)
        return make_page(maker, number, *rest)

    monkeypatch.setattr(layout._PageMaker, "make_page", note_page)
    laid = laid_of(many_chapters(12))
    assert laid.numbers["chapter-12"] > 1
    assert drawn == list(range(1, len(laid.pages) + 1))


def test_parts_of_a_table_stand_below_each_other_where_there_is_no_room_beside() -> None:
    game = GAME.replace("page: a6", "page: {width: 50mm, height: 90mm}")
    rules = '{{ table("beasts", columns="name, kind, points", across=4) }}'
    laid = laid_of(rules, game=game)
    (page,) = laid.pages
    right = max(g.x for item in walk(page.scene.marks) if isinstance(item, Glyphs)
                for g in item.glyphs)  # fmt: skip
    assert right < area(laid, 1).right


def test_a_table_that_no_page_is_wide_enough_for_is_an_error() -> None:
    game = GAME.replace("page: a6", "page: {width: 30mm, height: 90mm}")
    rules = '{{ table("beasts", columns="name, name, name, name, name, name") }}'
    found = [f for f in findings_of(files(rules, game=game)) if f.code == "text-overflow"]
    assert [str(f.span) for f in found] == ["rules.md:1:4"]


def test_two_columns_stand_beside_each_other_and_do_not_meet() -> None:
    game = GAME.replace("page: a6", "page: a5, columns: 2, column-gap: 8mm")
    laid = laid_of(LONG, game=game)
    middle = area(laid, 2).center[0]
    runs = [item for item in walk(laid.pages[1].scene.marks) if isinstance(item, Glyphs)]
    starts = [run.glyphs[0].x for run in runs if run.size == laid.booklet.body.size]
    ends = [run.glyphs[-1].x for run in runs if run.size == laid.booklet.body.size]
    left = max(x for x in ends if x < middle)
    right = min(x for x in starts if x > middle)
    assert right - left >= 8 * MM - 4


def test_a_background_lies_under_all_pages_and_knows_their_side() -> None:
    game = GAME.replace("page: a6", "page: a6, background: sided")
    layouts = LAYOUTS + (
        "  sided:\n    bleed:\n"
        "      - {shape: rectangle, fill: sand, when: side == 'left'}\n"
        "      - {shape: rectangle, fill: rust, when: side == 'right'}\n"
    )
    laid = lay_out_booklet(job_of({**files(game=game), "layouts.yaml": layouts}).game.booklets[0])
    grounds = [page.ground for page in laid.pages]
    assert [face.card for face in grounds if face] == ["background", "background"]
    assert grounds[0] != grounds[1]


def test_heads_and_feet_know_page_section_and_title() -> None:
    furniture = 'head: "{{ title }}", foot: "{{ section }}, {{ page }}"'
    game = GAME.replace("page: a6", f"page: a6, {furniture}")
    text = text_of(laid_of(game=game))
    assert "Tide Pool Tide Pool The game" in text
    assert text.endswith("Scoring, 2")


def test_a_head_that_asks_for_what_it_cannot_know_is_found_in_game_yaml() -> None:
    game = GAME.replace("page: a6", 'page: a6, head: "{{ pagge }}"')
    (finding,) = [f for f in findings_of(files(game=game)) if f.code == "undefined-name"]
    assert "`page`" in finding.hint
    assert finding.span is not None
    assert finding.span.file == "game.yaml"


def test_a_build_of_cards_lays_out_no_booklet(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(layout, "break_pages", refuse)
    report = Report()
    rules = "A text of its own, laid out by nobody else."
    assert check_game(MemoryGame(files(rules)), report, checks=all_checks(pixels=False))


def test_the_game_s_own_styles_set_the_booklet() -> None:
    game = GAME.replace("page: a6", "page: a6, styles: {body: large}")
    layouts = LAYOUTS.replace("layouts:", "styles:\n  large: {size: 12pt}\nlayouts:", 1)
    made = job_of({**files(game=game), "layouts.yaml": layouts}).game.booklets[0]
    assert made.body.size == 12.0
    assert made.body.align == "justify"


def page_texts(file: Path) -> list[str]:
    return [text.strip() for text in pdftotext(file)]


@pytest.mark.parametrize(("pages", "bound"), [(1, 4), (4, 4), (5, 8), (6, 8), (7, 8)])
def test_pages_for_a_printer_are_a_multiple_of_four(pages: int, bound: int, tmp_path: Path) -> None:
    write(tmp_path / "b", thick(pages, paper="a4"))
    with pikepdf.open(tmp_path / "b" / "rules-pages.pdf") as pdf:
        assert len(pdf.pages) == bound
        assert len({tuple(map(float, page["/TrimBox"])) for page in pdf.pages}) == 1
    with pikepdf.open(tmp_path / "b" / "rules-screen.pdf") as pdf:
        assert len(pdf.pages) == pages
    filled = [bool(text) for text in page_texts(tmp_path / "b" / "rules-pages.pdf")]
    assert filled == [True] * pages + [False] * (bound - pages)


def test_pages_that_are_not_folded_together_have_no_blanks_among_them(tmp_path: Path) -> None:
    write(tmp_path / "b", thick(5, binding="none"))
    with pikepdf.open(tmp_path / "b" / "rules-pages.pdf") as pdf:
        assert len(pdf.pages) == 5


def test_booklets_whose_names_become_one_have_files_of_their_own(tmp_path: Path) -> None:
    game = GAME + '  "Rules!": {text: rules.md, page: a6}\n'
    entries = write(tmp_path / "out", job_of(files(game=game)))["booklets"]
    assert [entry["files"][0] for entry in entries] == ["rules-screen.pdf", "rules-2-screen.pdf"]
    written = {name for entry in entries for name in entry["files"]}
    assert {path.name for path in (tmp_path / "out").glob("*.pdf")} == written
