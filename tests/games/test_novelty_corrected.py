"""Novelty as given and corrected: what is printed differs by corrections.yaml, and by nothing else.

The words are those of PDFs, painted as the target `mpc` paints them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pypdfium2
import yaml

import cardgen
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import lay_out_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from tests.conftest import NOVELTY

MARKS = str.maketrans("“”‘’", "\"\"''")


@cache
def laid_out(edition: str) -> Checked:
    report = Report()
    checked = lay_out_game(DiskGame(NOVELTY, edition), report)
    assert checked is not None
    assert not report.count("error")
    return checked


def folded(text: str) -> str:
    """Text as one line: marks straight, since the layout turns them; breaks and spaces one."""
    plain = text.translate(MARKS).replace("--", "—").replace("...", "…").replace("\u200b", "")
    return re.sub(r"\s+", " ", plain).strip()


@cache
def words(edition: str) -> Mapping[str, str]:
    """What the front of each card says, out of a PDF."""
    checked = laid_out(edition)
    cards = [card for deck in checked.bound.decks for card in deck.cards]
    file = PdfFile(checked.bound.pictures, title="faces")
    for card in cards:
        show_face(file, checked.laid.scenes[card.front])
    document = pypdfium2.PdfDocument(io.BytesIO(file.save()))
    try:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()
    names = [f"{card.deck}/{card.id}" for card in cards]
    return dict(zip(names, map(folded, texts), strict=True))


def corrections() -> list[dict[str, Any]]:
    text = (NOVELTY / "corrections.yaml").read_text("utf-8")
    found: list[dict[str, Any]] = yaml.load(text, Loader=yaml.BaseLoader)
    return found


def test_every_difference_of_print_is_a_correction_and_every_correction_is_printed() -> None:
    given, corrected = words(""), words("corrected")
    assert list(given) == list(corrected)
    expected = dict(given)
    for one in corrections():
        if one["field"] == "turns":
            continue
        old, new = folded(one["old"]), folded(one["new"])
        text = expected[one["card"]]
        assert text.count(old) == 1, one
        expected[one["card"]] = text.replace(old, new)
    assert corrected == expected
    assert {name for name in given if given[name] != corrected[name]} == {
        one["card"] for one in corrections()
    }


def test_the_counts_are_the_same() -> None:
    def counts(edition: str) -> list[tuple[str, int]]:
        cards = laid_out(edition).spec.cards
        return [(deck, card.copies) for deck in cards for card in cards[deck]]

    assert counts("") == counts("corrected")
    assert sum(copies for _, copies in counts("corrected")) == 216


def test_python_opens_an_edition() -> None:
    quotes = [
        cardgen.open(NOVELTY, edition)["motifs"]["consonance"].values["quote"]
        for edition in ("", "corrected")
    ]
    assert ["bootom" in quote for quote in quotes] == [True, False]
