"""Pages of booklets are rendered only where something on them may be pale."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.product.booklets import check_pages
from cardgen.render import face_pixels
from tests.support.small_games import checked

GAME = """\
game: Pages
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
booklets:
  rules: {text: rules.md, page: a6, background: paper, FACES styles: {body: body, quote: faint}}
"""
LAYOUTS = """\
styles:
  body: {font: text, size: 10pt, color: ink}
  faint: {font: text, size: 10pt, color: sand}
layouts:
  front: {safe: [{text: One, font: text, size: 9pt, color: ink}]}
  paper: {bleed: [{shape: rectangle, fill: sand}BAND]}
  cover: {safe: [{text: Rules, font: text, size: 20pt, color: "#eed9aa"}]}
"""
BAND = ", {shape: rectangle, fill: ink, bottom: -3mm, left: -3mm, right: -3mm, height: 6mm}"
BREAK = "\n\n{{ page_break() }}\n\n"


class Rendered:
    """What was rendered: how many pages each time, and how many grounds."""

    def __init__(self) -> None:
        self.pages: list[int] = []
        self.grounds = 0


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Rendered:
    counts = Rendered()
    real, real_ground = face_pixels.rasterize, face_pixels.ground_pixels

    def rasterize(scenes: Sequence[object], *rest: object) -> object:
        counts.pages.append(len(scenes))
        return real(scenes, *rest)  # type: ignore[arg-type]

    def ground_pixels(*given: object) -> object:
        counts.grounds += 1
        return real_ground(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(face_pixels, "rasterize", rasterize)
    monkeypatch.setattr(face_pixels, "ground_pixels", ground_pixels)
    return counts


def find_codes(text: str, *, band: str = "", faces: str = "") -> set[str]:
    """What the pages of a booklet with this text are found to have."""
    files = {
        "game.yaml": GAME.replace("FACES", faces),
        "layouts.yaml": LAYOUTS.replace("BAND", band),
        "cards.yaml": "- {id: one}\n",
        "rules.md": text,
    }
    found = checked(files)
    subject = Subject(found.game, found.spec, found.bound, found.laid, ResultStore(None))
    return {finding.code for finding in check_pages(subject)}


def test_dark_text_on_light_paper_needs_no_pixels(rendered: Rendered) -> None:
    assert find_codes(BREAK.join(["Play a card."] * 8)) == set()
    assert (rendered.pages, rendered.grounds) == ([], 0)


def test_paper_that_is_dark_elsewhere_is_rendered_once_and_no_page_on_it(
    rendered: Rendered,
) -> None:
    assert find_codes(BREAK.join(["Play a card."] * 8), band=BAND) == set()
    assert (rendered.pages, rendered.grounds) == ([], 1)


def test_a_pale_text_is_found_on_its_page_alone(rendered: Rendered) -> None:
    assert find_codes(BREAK.join(["Play a card.", "> Play two cards."])) == {"low-contrast"}
    assert rendered.pages == [1]


def test_a_cover_has_no_text_that_would_be_measured_on_its_page(rendered: Rendered) -> None:
    assert find_codes("Play a card.", faces="cover: cover, back_cover: cover,") == set()
    assert rendered.pages == []


def test_what_has_no_letters_is_not_measured(rendered: Rendered) -> None:
    assert find_codes("Play a card.\n\n> — —") == set()
    assert rendered.pages == []
