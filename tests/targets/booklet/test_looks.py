"""How a booklet looks where blocks meet: spaces, the ground of boxes, links."""

from __future__ import annotations

import pytest

from cardgen.check.rules.press.contrast import measure_luminance
from cardgen.core.color import Color, contrast_ratio, parse_hex
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.scene.items import Glyphs, Path, walk
from tests.targets.booklet.test_pages import GAME, LAYOUTS, files, job_of

GAP, LEADING = 4.0, 12.0
STYLE = "  txt: {font: text, size: 9pt, leading: 12pt, indent: 0mm, align: left, color: ink%s}\n"
WORDS = "# Title\n\nFirst.\n\nSecond.\n\n- Third.\n- Fourth.\n\nFifth.\n"


def laid_of(rules: str, own: str = "", *, gap: bool = True, layouts: str = "") -> LaidBooklet:
    """A booklet whose body has a gap between paragraphs, or none; `own` are further fields."""
    game = GAME.replace("page: a6", "page: a6, styles: {body: txt}" + own)
    style = STYLE % (f", paragraph-gap: {GAP}pt" if gap else "")
    given = {**files(rules, game=game), "layouts.yaml": f"styles:\n{style}{LAYOUTS}{layouts}"}
    laid = lay_out_booklet(job_of(given).game.booklets[0])
    assert laid.findings == ()
    return laid


def runs_of(laid: LaidBooklet) -> list[Glyphs]:
    items = (item for page in laid.pages for item in walk(page.scene.marks))
    return [item for item in items if isinstance(item, Glyphs)]


def baseline(laid: LaidBooklet, word: str) -> float:
    """Of the last line that begins with a word."""
    return [run for run in runs_of(laid) if run.text.startswith(word)][-1].glyphs[0].y


def fills(laid: LaidBooklet) -> list[Color]:
    items = (item for page in laid.pages for item in walk(page.scene.marks))
    return [i.fill for i in items if isinstance(i, Path) and isinstance(i.fill, Color)]


def test_a_paragraph_after_a_list_has_the_space_of_one_after_a_paragraph() -> None:
    laid = laid_of(WORDS)
    between = baseline(laid, "Second") - baseline(laid, "First")
    assert between == pytest.approx(2 * LEADING)
    assert baseline(laid, "Fifth") - baseline(laid, "Fourth") == pytest.approx(between)
    assert baseline(laid, "Third") - baseline(laid, "Second") == pytest.approx(LEADING)


def test_without_a_paragraph_gap_a_list_is_not_parted_from_the_text() -> None:
    laid = laid_of(WORDS, gap=False)
    assert baseline(laid, "Fifth") - baseline(laid, "Fourth") == pytest.approx(LEADING)


@pytest.mark.parametrize("gap", [True, False])
def test_contents_stand_apart_from_the_paragraph_above(gap: bool) -> None:
    laid = laid_of("Above.\n\n{{ contents() }}\n\n## Below\n\nWords.\n", gap=gap)
    below = next(run for run in runs_of(laid) if run.text.startswith("Below")).glyphs[0].y
    assert below - baseline(laid, "Above") >= LEADING + GAP


@pytest.mark.parametrize("rest", ["| a | b |\n|---|---|\n| c | d |", "> Quoted.", "> [!note]\n> x"])
def test_what_stands_between_paragraphs_is_no_nearer_than_they_are(rest: str) -> None:
    laid = laid_of(f"First.\n\n{rest}\n\nLast.\n")
    first = next(run for run in runs_of(laid) if run.glyphs[0].y > baseline(laid, "First"))
    assert first.glyphs[0].y - baseline(laid, "First") >= LEADING + GAP - 1
    assert baseline(laid, "Last") - runs_of(laid)[-3].glyphs[0].y >= LEADING + GAP - 1


def test_one_entry_of_the_contents_never_stands_alone_on_a_page() -> None:
    for lines in range(20, 30):
        above = "First.\\\n" * lines + "Last.\n\n"
        headings = "".join(f"## Part {n}\n\n{{{{ page_break() }}}}\n\n" for n in range(6))
        laid = laid_of(f"{above}{{{{ contents() }}}}\n\n{{{{ page_break() }}}}\n\n{headings}")
        for page in laid.pages:
            entries = [link for link in page.links if link.target.startswith("#part")]
            assert len(entries) != 1


# --- colours -----------------------------------------------------------------------------------

PAGE = "  plain:\n    bleed:\n      - {shape: rectangle, fill: %s}\n"
BOX = "> [!note]\n> Words.\n"


def test_boxes_are_tinted_on_the_colour_of_the_page() -> None:
    """Each channel lies between those of the page and of the accent, near the page's."""
    own = ", background: plain, accent: rust"
    tint = fills(laid_of(BOX, own, layouts=PAGE % "sand"))[0]
    paper, accent = parse_hex("#e8d8b0"), parse_hex("#a04010")
    for channel in ("red", "green", "blue"):
        ends = getattr(accent, channel), getattr(paper, channel)
        assert ends[0] < getattr(tint, channel) < ends[1]
        assert ends[1] - getattr(tint, channel) < 0.12 * (ends[1] - ends[0])


@pytest.mark.parametrize(
    "layer",
    ["", "{shape: rectangle, fill: sand, height: 7mm}", "{shape: ellipse, fill: sand}",
     "{shape: rectangle, fill: sand, opacity: 0.5}"],
)  # fmt: skip
def test_what_does_not_cover_the_page_is_not_its_colour(layer: str) -> None:
    layouts = f"  plain:\n    bleed:\n      - {layer}\n" if layer else PAGE % "white"
    own = ", background: plain, accent: rust"
    assert fills(laid_of(BOX, own, layouts=layouts))[0] == fills(laid_of(BOX, ", accent: rust"))[0]


LINKS = "# Start\n\nSee [there](#start) and not\\\nhere.\n"


def colors_of(laid: LaidBooklet) -> dict[str, str]:
    return {run.text.strip(): str(run.color) for run in runs_of(laid)}


def test_links_have_the_accent_and_the_text_around_them_does_not() -> None:
    colors = colors_of(laid_of(LINKS, ", accent: rust"))
    assert colors["there"] == "#a04010"
    assert colors["here."] == "#222222"


def test_an_accent_too_pale_to_read_is_not_the_colour_of_links() -> None:
    assert contrast_ratio(measure_luminance(parse_hex("#e8d8b0")), 1.0) < 4.5
    assert colors_of(laid_of(LINKS, ", accent: sand"))["there"] == "#222222"


def test_a_style_for_links_is_kept() -> None:
    game = GAME.replace("page: a6", "page: a6, accent: rust, styles: {link: dim}")
    given = {**files(LINKS, game=game), "layouts.yaml": f"styles:\n  dim: {{}}\n{LAYOUTS}"}
    assert "#a04010" not in colors_of(lay_out_booklet(job_of(given).game.booklets[0])).values()


def test_only_the_paragraph_below_a_chapters_heading_is_set_as_its_opening() -> None:
    game = GAME.replace("page: a6", "page: a6, styles: {body: txt, opening: big}")
    big = "  big: {font: text, size: 14pt, leading: 16pt, color: ink}\n"
    rules = "## One\n\nFirst.\n\nSecond.\n\n### Part\n\nThird.\n\n## Two\n\n- Fourth.\n\nFifth.\n"
    given = {**files(rules, game=game), "layouts.yaml": f"styles:\n{STYLE % ''}{big}{LAYOUTS}"}
    laid = lay_out_booklet(job_of(given).game.booklets[0])
    large = {run.text for run in runs_of(laid) if run.size == 14}
    assert large == {"First."}


@pytest.mark.parametrize(("align", "found"), [("justify", 1), ("left", 0)])
def test_a_river_through_a_paragraph_is_told_with_its_lines(align: str, found: int) -> None:
    words = " ".join(["uncharacteristically"] * 24)
    style = f"styles:\n  txt: {{font: text, size: 9pt, align: {align}, hyphenate: no}}\n"
    game = GAME.replace("page: a6", "page: a6, styles: {body: txt}")
    given = {**files(f"# Title\n\n{words}\n", game=game), "layouts.yaml": style + LAYOUTS}
    rivers = [
        one for one in lay_out_booklet(job_of(given).game.booklets[0]).findings
        if one.code == "river"
    ]  # fmt: skip
    assert len(rivers) == found
    assert all("on lines 1 to" in one.message for one in rivers)


def test_numbers_of_a_list_keep_the_mark_behind_them() -> None:
    texts = [run.text for run in runs_of(laid_of("# Title\n\n1) First.\n2) Second.\n"))]
    assert any(text.startswith("2)") for text in texts)


def test_spaces_inside_a_line_of_code_stay_as_they_are_typed() -> None:
    glyphs = [
        glyph
        for run in runs_of(laid_of("# T\n\n```\nx y\nx   y\n```\n"))
        for glyph in run.glyphs
        if glyph.text == "y"
    ]
    narrow, wide = (glyph.x for glyph in glyphs)
    assert wide - narrow > 3.0


def test_lines_of_code_are_indented_as_they_are_typed() -> None:
    laid = laid_of("```\nu\n  v\n\tw\n  x  y\n```\n")
    left = {glyph.text: glyph.x for run in runs_of(laid) for glyph in run.glyphs}
    step = (left["v"] - left["u"]) / 2
    assert step > 1.0
    assert left["x"] == pytest.approx(left["v"])
    assert left["w"] - left["u"] == pytest.approx(4 * step)


def test_the_first_line_of_code_has_no_indent_of_a_paragraph() -> None:
    words = "First.\n\nSecond.\n\n```\nu\nv\n```\n"
    given = files(words, game=GAME)
    runs = runs_of(lay_out_booklet(job_of(given).game.booklets[0]))
    left = {glyph.text: glyph.x for run in runs for glyph in run.glyphs}
    assert left["u"] == pytest.approx(left["v"])


def test_lines_of_code_are_indented_as_they_are_typed_and_stay_apart() -> None:
    laid = laid_of("# T\n\n```\ny\n  y\n\ty\n\ny\n```\n")
    glyphs = [glyph for run in runs_of(laid) for glyph in run.glyphs if glyph.text == "y"]
    left, two, four, last = (glyph.x for glyph in glyphs)
    assert last == pytest.approx(left)
    assert four - two == pytest.approx(two - left, abs=0.3)  # spaces kern with the letter
    assert two - left > 1.0
    one, _, third, below = (glyph.y for glyph in glyphs)
    assert below - third == pytest.approx(third - one)
