"""Markdown as GitHub, Notion, Obsidian and Pandoc write it: set as it is meant, or told."""

from __future__ import annotations

from cardgen.bind.booklet.bound_booklet import BookFigure, BookHeading, BoundBooklet, PictureFigure
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.targets.booklet.test_faults import ICON
from tests.targets.booklet.test_pages import files


def read(rules: str, *pictures: str) -> tuple[BoundBooklet, tuple[Finding, ...]]:
    """A booklet of some text, and what is found in the text."""
    report = Report()
    game = MemoryGame({**files(rules), **dict.fromkeys(pictures, ICON)})
    checked = check_game(game, report)
    assert checked is not None
    found = [one for one in report.findings if one.span and one.span.file == "rules.md"]
    return checked.bound.booklets[0], tuple(found)


def test_a_file_with_a_percent_sign_in_its_very_name_is_found() -> None:
    assert read("![](two%20coins.svg)", "two%20coins.svg")[1] == ()


def test_a_picture_without_a_caption_is_read_aloud_as_its_file_is_called() -> None:
    (figure,) = read("![](Bäume.svg)", "Bäume.svg")[0].blocks
    assert isinstance(figure, BookFigure)
    assert isinstance(figure.content, PictureFigure)
    assert figure.content.alt == "Bäume"


def test_a_heading_of_two_lines_is_parted_by_a_space_in_contents_and_running_heads() -> None:
    (heading,) = read("The game\\\nand its cards\n---")[0].blocks
    assert isinstance(heading, BookHeading)
    assert heading.title == "The game and its cards"
