"""What Novelty's cards promise of their type, held against every card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from cardgen.bind.bound_elements import TextBox
from cardgen.core.findings import Report
from cardgen.core.geometry import Rect
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.layouter import place_face
from cardgen.layout.text.lines import measure_text
from cardgen.layout.text.placed_text import PlacedRun, TextBlock
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Glyphs, Path, Scene, walk
from cardgen.scene.outlines import bounds
from tests.conftest import NOVELTY


@cache
def novelty() -> Checked:
    report = Report()
    checked = check_game(DiskGame(NOVELTY), report)
    assert checked is not None, report.findings
    assert not {f.code for f in report.findings} & {"tight-text", "loose-line", "text-overflow"}
    return checked


def faces(deck: str) -> dict[str, Scene]:
    """The distinct fronts of a deck by card."""
    checked = novelty()
    bound = next(d for d in checked.bound.decks if d.name == deck)
    return {card.id: checked.laid.scenes[card.front] for card in bound.cards}


def texts(deck: str) -> Iterator[tuple[str, TextBox, TextBlock]]:
    """Every text that is set on the fronts of a deck."""
    checked = novelty()
    bound = next(d for d in checked.bound.decks if d.name == deck)
    for card in bound.cards:
        for placed in place_face(card.front, checked.laid.deck_fits):
            yield from ((card.id, box, block) for box, block in _texts(placed))


def _texts(placed: PlacedElement) -> Iterator[tuple[TextBox, TextBlock]]:
    if isinstance(placed.box, TextBox) and placed.block is not None:
        yield placed.box, placed.block
    for child in placed.children:
        yield from _texts(child)


def words(box: TextBox) -> str:
    return " ".join(
        inline.text for paragraph in box.text.paragraphs for line in paragraph for inline in line
    )


def quote_blocks() -> dict[str, TextBlock]:
    """The block of each motif's quote: the text in italic that is longest."""
    longest: dict[str, tuple[int, TextBlock]] = {}
    for card, box, block in texts("motifs"):
        if "Italic" in box.setting.face.name:
            longest[card] = max(longest.get(card, (0, block)), (len(words(box)), block),
                                key=lambda pair: pair[0])  # fmt: skip
    return {card: block for card, (_, block) in longest.items()}


@pytest.mark.slow
def test_quotes_take_one_of_a_few_sizes_and_fill_their_half() -> None:
    blocks = quote_blocks()
    assert len(blocks) == 48
    sizes = {block.size for block in blocks.values()}
    assert sizes <= {8.5, 9.75, 11, 12.25, 13.5, 27}
    assert sum(block.size > 9.5 for block in blocks.values()) > 32, "two thirds of them"


@pytest.mark.slow
def test_only_long_prose_begins_with_a_drop_cap() -> None:
    for card, box, block in texts("motifs"):
        if box.setting.drop_cap:
            first = block.lines[0].parts[0]
            assert len(words(box)) >= 230, card
            assert isinstance(first, PlacedRun)
            assert first.size > 1.5 * block.size or not words(box)[0].isalpha(), card


def test_no_justified_line_is_looser_or_tighter_than_the_limits() -> None:
    for card, box, block in texts("motifs"):
        if box.setting.align == "justify":
            for line in block.lines[:-1]:
                assert 0.75 - 0.01 <= line.space <= 1.6 + 0.01, (card, line.space)


def test_no_effect_or_title_leaves_a_word_alone_that_could_have_company() -> None:
    for deck in ("letters", "motifs"):
        for card, box, block in texts(deck):
            if box.setting.balance and len(block.lines) > 1:
                assert not block.lines[-1].lone, (card, words(box))


def test_at_most_two_lines_in_a_row_end_in_a_hyphen() -> None:
    for card, _, block in texts("motifs"):
        run = longest = 0
        for line in block.lines:
            run = run + 1 if line.hyphenated else 0
            longest = max(longest, run)
        assert longest <= 2, card


def big_runs() -> dict[str, list[Glyphs]]:
    """The large display runs of each letter front, by kind of card."""
    kinds: dict[str, list[Glyphs]] = defaultdict(list)
    for scene in faces("letters").values():
        runs = [i for i in walk(scene.items) if isinstance(i, Glyphs) and i.size > 40]
        assert {run.text for run in runs} == {"W"} or len(runs) == 1
        kind = str(len(runs[0].text)) if runs[0].text != "W" else "Wild" + "W" * (len(runs) - 1)
        kinds[kind] += runs
    return kinds


def test_letters_pairs_and_wilds_each_share_one_size_and_one_baseline() -> None:
    kinds = big_runs()
    assert set(kinds) == {"1", "2", "Wild", "WildW"}
    for runs in kinds.values():
        assert len({run.size for run in runs}) == 1
        assert len({round(run.glyphs[0].y, 3) for run in runs}) == 1


def test_letters_are_centred_by_their_ink() -> None:
    for scene in faces("letters").values():
        first, *others = (i for i in walk(scene.items) if isinstance(i, Glyphs) and i.size > 40)
        box = ink(first)
        for run in others:
            box = box.union(ink(run))
        assert box.center[0] == pytest.approx(scene.trim.center[0], abs=0.05)


def test_a_hairline_under_the_letters_says_which_way_is_up() -> None:
    for scene in faces("letters").values():
        (line,) = filter(None, (hairline(item, scene) for item in walk(scene.items)))
        runs = [i for i in walk(scene.items) if isinstance(i, Glyphs) and i.size > 40]
        assert runs[0].text == "W" or runs[0].glyphs[0].y == pytest.approx(line.top, abs=0.6)


def hairline(item: object, scene: Scene) -> Rect | None:
    """The box of a line that runs over the whole safe box."""
    box = bounds(item.outline) if isinstance(item, Path) and item.fill is None else None
    return box if box and box.height < 2 and box.width > scene.trim.width - 18 else None


def test_points_stand_in_one_place() -> None:
    baselines = set()
    for scene in faces("letters").values():
        runs = [i for i in walk(scene.items) if isinstance(i, Glyphs) and i.size == 22]
        assert len(runs) == 1
        baselines.add(round(runs[0].glyphs[0].y, 3))
        assert ink(runs[0]).center[0] < scene.trim.left + 0.3 * scene.trim.width
    assert len(baselines) == 1


def ink(run: Glyphs) -> Rect:
    """The box of a run's ink on the page."""
    boxes = []
    for glyph in run.glyphs:
        own = run.face.ink(glyph.index)
        if own:
            left, bottom, right, top = (value * run.size for value in own)
            boxes.append(Rect(glyph.x + left, glyph.y - top, right - left, top - bottom))
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box


@pytest.mark.parametrize("deck", ["letters", "motifs"])
def test_all_text_stands_inside_the_safe_box(deck: str) -> None:
    safe = novelty().bound.decks[0].size.safe_box
    for card, scene in faces(deck).items():
        for run in walk(scene.items):
            if isinstance(run, Glyphs) and run.text.strip():
                assert safe.contains(ink(run), slack=0.01), (card, run.text)


@pytest.mark.parametrize("deck", ["letters", "motifs"])
def test_nothing_is_set_under_six_and_a_half_points(deck: str) -> None:
    for card, scene in faces(deck).items():
        for run in walk(scene.items):
            if isinstance(run, Glyphs):
                assert run.size >= 6.5, (card, run.text)


def test_every_line_stays_in_its_measure() -> None:
    for card, box, block in texts("motifs"):
        assert not block.overfull, card
        measured = measure_text(box.text, box.setting, block.size, 1e4)
        assert measured.count == sum(len(p) for p in box.text.paragraphs), card


def test_the_minus_of_points_is_a_true_minus() -> None:
    said = {run.text for scene in faces("letters").values() for run in walk(scene.items)
            if isinstance(run, Glyphs) and run.size == 22}  # fmt: skip
    assert "\u22121" in said
    assert not any("-" in text for text in said)
