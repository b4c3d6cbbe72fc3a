"""`mirror: yes`: what stands on the left stands on the right, and nothing is turned over."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.booklet.pages import lay_out_booklet
from cardgen.layout.face.boxes import PlacedElement
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import lay_out_game
from cardgen.scene.items import Glyphs, walk

FILES: dict[str, str | bytes] = {
    "game.yaml": """\
game: A
palette: {ink: "#000000"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: f}}
editions: {turned: {mirror: yes}}
""",
    "d.yaml": "- {name: Fox}\n",
    "layouts.yaml": """\
layouts:
  f:
    bleed:
      - {shape: rectangle, fill: ink, left: 2mm, width: 5mm, top: 0, height: 9mm}
    safe:
      - {text: "{{ name }}", font: text, size: 9pt, left: 3mm, width: 20mm, top: 5mm}
      - row:
          - {shape: ellipse, fill: ink, width: 4mm, height: 4mm}
          - {shape: diamond, fill: ink, width: 8mm, height: 4mm}
        gap: 1mm
        top: 30mm
""",
}


def laid(edition: str) -> Checked:
    report = Report()
    checked = lay_out_game(MemoryGame(FILES, edition=edition), report)
    assert checked is not None
    assert report.findings == ()
    return checked


def elements(edition: str) -> list[PlacedElement]:
    checked = laid(edition)
    face = checked.bound.decks[0].cards[0].front

    def below(placed: PlacedElement) -> list[PlacedElement]:
        return [placed, *(one for child in placed.children for one in below(child))]

    return [one for placed in checked.laid.elements(face) for one in below(placed)]


def test_everything_stands_as_far_from_the_other_edge() -> None:
    width = laid("").bound.decks[0].size.bleed_box.width
    plain, turned = elements(""), elements("turned")
    assert len(plain) == len(turned) >= 5
    for one, other in zip(plain, turned, strict=True):
        assert other.rect.left == pytest.approx(width - one.rect.right)
        assert (other.rect.top, other.rect.width) == (one.rect.top, one.rect.width)


def test_text_begins_on_the_other_side_and_is_not_turned_over() -> None:
    def gap(edition: str) -> tuple[float, float]:
        (text,) = [one for one in elements(edition) if one.block is not None]
        assert text.block is not None
        (line,) = text.block.lines
        left = line.left
        return left, text.rect.width

    assert gap("")[0] == pytest.approx(0, abs=0.5)
    assert gap("turned")[0] > 10


KEPT = """\
layouts:
  f:
    safe:
      - row:
          - {shape: ellipse, fill: ink, width: 4mm, height: 4mm}
          - {text: "{{ name }}", font: text, size: 9pt, width: 20mm}
        mirror: no
        left: 1mm
        width: 24mm
        top: 30mm
"""


def test_what_says_mirror_no_moves_over_and_keeps_its_order() -> None:
    """A word made of letters stays that word; it stands where the other side is."""

    def ends(edition: str) -> tuple[float, float, float]:
        files = {**FILES, "layouts.yaml": KEPT}
        report = Report()
        checked = lay_out_game(MemoryGame(files, edition=edition), report)
        assert checked is not None
        assert report.findings == ()
        (row,) = checked.laid.elements(checked.bound.decks[0].cards[0].front)
        dot, text = row.children
        assert text.block is not None
        return row.rect.left, text.rect.left - dot.rect.left, text.block.lines[0].left

    plain, turned = ends(""), ends("turned")
    assert turned[0] > plain[0] + 50
    assert turned[1:] == pytest.approx(plain[1:])


RULES = """\
# Rules

- first

| a | b |
|:--|--:|
| left | right |
"""


@pytest.mark.parametrize("edition", ["", "turned"])
def test_a_booklet_begins_its_lines_tables_and_pages_on_the_other_side(edition: str) -> None:
    game = str(FILES["game.yaml"]) + "booklets: {r: {text: r.md, page: a6}}\n"
    files = {**FILES, "game.yaml": game, "r.md": RULES}
    report = Report()
    checked = lay_out_game(MemoryGame(files, edition=edition), report)
    assert checked is not None
    (laid,) = (lay_out_booklet(one) for one in checked.bound.booklets)
    assert laid.booklet.mirrored is bool(edition)
    places = {
        item.text: item.glyphs[0].x
        for item in walk(laid.pages[0].scene.items)
        if isinstance(item, Glyphs) and item.text
    }
    in_order = [places["left"] < places["right"], places["•"] < places["first"]]
    assert in_order == [not edition, not edition]
