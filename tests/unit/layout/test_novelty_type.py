"""What Novelty's cards promise of their type, held against every card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from cardgen.bind.bound_faces import TextBox
from cardgen.core.findings import Report
from cardgen.core.geometry import Rect
from cardgen.files.game_files import DiskGame
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.layouter import place_face
from cardgen.layout.text.lines import measure_text
from cardgen.layout.text.paragraph import TextBlock
from cardgen.pipeline.build import Checked, check_game
from cardgen.scene.items import Glyphs, Scene, walk
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


def test_quotes_take_one_of_three_sizes_and_none_is_under_7_points() -> None:
    blocks = quote_blocks()
    assert len(blocks) == 48
    sizes = {block.size for block in blocks.values()}
    assert len(sizes) <= 3
    assert min(sizes) >= 7


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
    kinds = defaultdict(list)
    for scene in faces("letters").values():
        runs = [i for i in walk(scene.items) if isinstance(i, Glyphs) and i.size > 40]
        assert len(runs) == 1
        kind = runs[0].text if len(runs[0].text) > 2 else str(len(runs[0].text))
        kinds[kind].append(runs[0])
    return kinds


def test_letters_pairs_and_wilds_each_share_one_size_and_one_baseline() -> None:
    kinds = big_runs()
    assert set(kinds) == {"1", "2", "Wild"}
    for runs in kinds.values():
        assert len({run.size for run in runs}) == 1
        assert len({round(run.glyphs[0].y, 3) for run in runs}) == 1


def test_letters_are_centred_by_their_ink() -> None:
    for scene in faces("letters").values():
        run = next(i for i in walk(scene.items) if isinstance(i, Glyphs) and i.size > 40)
        box = ink(run)
        assert box.center[0] == pytest.approx(scene.trim.center[0], abs=0.05)


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
