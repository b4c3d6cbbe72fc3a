"""Ruby: how characters are read, in small letters above them or beside a vertical line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.translation.held_parts import compare_texts
from cardgen.scene.items import Glyphs
from cardgen.targets.shared.card_text import read_card_text
from tests.unit.text.test_scripts import copied_by_pdfium, copied_by_poppler
from tests.unit.text.test_vertical import FONT, LATIN, SIZE, Card, card, codes

WIDE = "left: 0, right: 0, top: 4mm, height: 40mm"


def level(text: str, more: str = "", box: str = WIDE) -> Card:
    return card(text, ", ".join(filter(None, ("leading: 1.8", more))), box, writing="horizontal")


def ruby_of(made: Card) -> list[Glyphs]:
    return [run for run in made.runs if run.size == SIZE / 2]


def base_of(made: Card) -> list[Glyphs]:
    return [run for run in made.runs if run.size == SIZE]


def middle(run: Glyphs) -> float:
    """The middle of a run along a level line."""
    last = run.glyphs[-1]
    return (run.glyphs[0].x + last.x + run.face.advance(last.index) * run.size) / 2


def read(run: Glyphs) -> str:
    return "".join(glyph.text for glyph in run.glyphs)


def test_ruby_stands_above_the_middle_of_its_characters_on_their_square() -> None:
    made = level("手[旅人]{ruby=たびびと}を")
    (ruby,) = ruby_of(made)
    base = next(run for run in base_of(made) if read(run) == "旅人")
    assert read(ruby) == "たびびと"
    assert middle(ruby) == pytest.approx(middle(base), abs=0.01)
    assert base.glyphs[0].y - ruby.glyphs[0].y == pytest.approx(0.88 * SIZE + 0.12 * SIZE / 2)


def test_ruby_stands_to_the_right_of_a_vertical_line() -> None:
    made = card("手[旅]{ruby=たび}を")
    (ruby,) = ruby_of(made)
    base = next(run for run in base_of(made) if read(run) == "旅")
    assert ruby.down
    assert ruby.glyphs[0].x - base.glyphs[0].x == pytest.approx(SIZE, abs=0.01)
    assert ruby.glyphs[0].y - 0.88 * SIZE / 2 == pytest.approx(base.glyphs[0].y - 0.88 * SIZE)


@pytest.mark.parametrize("text", ["2枚", "枚2", "(旅)"])
def test_characters_below_one_ruby_of_a_vertical_line_stand_upright_if_one_does(text: str) -> None:
    made = card(f"手[{text}]{{ruby=たびびと}}を")
    base = next(run for run in base_of(made) if read(run) == text)
    assert base.down
    assert not any(base.turns)


def test_brackets_below_ruby_of_a_vertical_line_lie_across_it() -> None:
    """They are the wide ones, which have a shape for that, and are copied as they were typed."""
    narrow, wide = card("[(旅)]{ruby=たび}"), card("[（旅）]{ruby=たび}")
    shown = [
        [[glyph.index for glyph in run.glyphs] for run in base_of(made)] for made in (narrow, wide)
    ]
    assert shown[0] == shown[1]
    assert [read(run) for run in base_of(narrow)] == ["(旅)"]


def test_ruby_stands_upright_beside_letters_that_lie_on_their_side() -> None:
    made = card("[Wood]{ruby=もり}")
    (base,), (ruby,) = base_of(made), ruby_of(made)
    assert (base.down, ruby.down) == (False, True)
    assert not any(ruby.turns)


def test_a_reading_for_each_character_stands_above_each() -> None:
    made = level("[役所]{ruby=やく|しょ}")
    first, second = ruby_of(made)
    assert (read(first), read(second)) == ("やく", "しょ")
    one, other = (run for run in base_of(made))
    assert middle(first) == pytest.approx(middle(one), abs=0.01)
    assert middle(second) == pytest.approx(middle(other), abs=0.01)


def test_short_ruby_is_spread_over_its_characters() -> None:
    (ruby,) = ruby_of(level("[旅人役所]{ruby=たび}"))
    assert ruby.glyphs[1].x - ruby.glyphs[0].x == pytest.approx(2 * SIZE, abs=0.01)


def test_characters_are_spread_below_long_ruby() -> None:
    made = level("[役所]{ruby=やくしょのなか}")
    (base,), (ruby,) = base_of(made), ruby_of(made)
    assert base.glyphs[1].x - base.glyphs[0].x == pytest.approx(7 * SIZE / 4, abs=0.01)
    assert middle(ruby) == pytest.approx(middle(base), abs=SIZE)


def test_long_ruby_reaches_over_kana_by_half_of_its_size_and_not_over_other_characters() -> None:
    def step(after: str) -> float:
        made = level(f"[道]{{ruby=みちのり}}{after}")
        one, other = base_of(made)
        return other.glyphs[0].x - one.glyphs[0].x

    assert step("人") == pytest.approx(1.5 * SIZE, abs=0.01)
    assert step("の") == pytest.approx(1.25 * SIZE, abs=0.01)


def test_no_line_ends_within_characters_below_one_ruby() -> None:
    for width in range(12, 24):
        box = f"left: 0, top: 4mm, width: {width}mm, height: 70mm"
        made = level("森の[旅人役]{ruby=たび}は山", box=box)
        (base,) = (run for run in base_of(made) if "旅" in read(run))
        assert len({round(glyph.y, 2) for glyph in base.glyphs}) == 1


def test_a_line_may_end_between_characters_that_each_have_ruby() -> None:
    made = level("森の[役所]{ruby=やく|しょ}", box="left: 0, top: 4mm, width: 12mm, height: 70mm")
    first, second = (next(run for run in base_of(made) if read(run) == c) for c in "役所")
    assert first.glyphs[0].y < second.glyphs[0].y


def test_ruby_above_latin_words_leaves_them_whole() -> None:
    made = level("[Wood]{ruby=もりのなかのきたのもり}", "hyphenate: no")
    (base,) = base_of(made)
    plain = level("Wood").runs[0]
    assert [glyph.x - base.glyphs[0].x for glyph in base.glyphs] == pytest.approx(
        [glyph.x - plain.glyphs[0].x for glyph in plain.glyphs]
    )


def test_ruby_is_not_underlined_and_takes_the_color_of_its_words() -> None:
    made = level("[[旅]{ruby=たび}]{underline}")
    assert len(ruby_of(made)) == 1
    assert ruby_of(made)[0].color == base_of(made)[0].color


def test_the_words_are_copied_without_the_ruby_and_without_its_gaps(tmp_path: Path) -> None:
    made = level("森の[道]{ruby=みちのり}の[役所]{ruby=やくしょのなかの}。")
    assert re.sub(r"[\n\f]", "", copied_by_poppler(made.pdf, tmp_path)).strip() == "森の道の役所。"
    assert re.sub(r"\s", "", copied_by_pdfium(made.pdf)) == "森の道の役所。"
    assert read_card_text(made.scene) == "森の道の役所。"


def test_whoever_is_read_lines_with_ruby_hears_one_paragraph() -> None:
    box = "left: 0, top: 4mm, width: 30mm, height: 70mm"
    text = "[森]{ruby=もり}の道の役所をこえて[山]{ruby=やま}の雪"
    made = card(text, box=box, writing="horizontal")
    assert read_card_text(made.scene) == "森の道の役所をこえて山の雪"


@pytest.mark.parametrize(
    "text",
    [
        "[旅人]{ruby=}",
        "[旅人]{ruby=た|び|び}",
        "[旅 人]{ruby=たび}",
        "[**旅**人]{ruby=たび}",
        "[{coin}]{ruby=たび}",
        "[旅人]{ruby=たび|}",
    ],
)
def test_faulty_ruby_is_a_finding(text: str) -> None:
    assert "bad-markup" in codes(text)


def test_ruby_that_the_font_lacks_is_a_finding() -> None:
    assert "missing-glyph" in codes("[wood]{ruby=もり}", font=LATIN)


def test_lines_too_close_for_ruby_are_a_finding() -> None:
    assert codes("[旅]{ruby=たび}", "min-size: 5pt", WIDE) == []
    assert card("[旅]{ruby=たび}").findings == ()
    tight = card("[旅]{ruby=たび}", "", WIDE, writing="horizontal", leading="1.2")
    assert [finding.code for finding in tight.findings] == ["tight-ruby"]


def test_words_along_a_curve_have_no_ruby() -> None:
    assert "bad-markup" in codes("[旅]{ruby=たび}", "curve: {}", writing="horizontal")


def booklet(words: str, leading: float) -> list[str]:
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Book\nlanguage: ja\nfonts: {text: fonts/f.woff2}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n"
        "booklets: {rules: {text: rules.md, page: a6, styles: {body: own}}}\n",
        "cards.yaml": "- {id: one}\n",
        "rules.md": f"# 道\n\n{words}\n",
        "layouts.yaml": f"styles: {{own: {{font: text, size: 9pt, leading: {leading:g}}}}}\n"
        "layouts: {face: {bleed: []}}\n",
        "fonts/f.woff2": FONT.read_bytes(),
    }
    report = Report()
    check_game(MemoryGame(files), report)
    return [finding.code for finding in report.findings]


def test_ruby_in_a_booklet_is_held_to_the_same() -> None:
    assert booklet("[旅人]{ruby=たび}は休む。", 1.6) == []
    assert booklet("[旅人]{ruby=たび}は休む。", 1.2) == ["tight-ruby"]
    assert "bad-markup" in booklet("[*旅*人]{ruby=たび}は休む。", 1.6)


def test_a_translation_may_have_ruby_and_upright_numbers_of_its_own() -> None:
    faults = list(compare_texts("Draw 10 {coin}.", "[札]{ruby=ふだ}を[10]{upright}枚{coin}。"))
    assert faults == []
    (fault,) = compare_texts("Draw [two]{red}.", "[札]{ruby=ふだ}を引く。")
    assert "`{red}`" in fault.message


def test_small_letters_are_found_where_another_run_carries_their_words() -> None:
    """Ruby is held to the size of what it stands above, other small letters to their own."""
    assert "small-text" not in rule_codes("[旅人]{ruby=たび}は札[2]{red}枚を休む。")
    assert "small-text" in rule_codes("札[2]{40%}枚を休む。")
    assert "small-text" in rule_codes("[旅人]{ruby=たび}は", "5pt")


def rule_codes(text: str, size: str = "10pt") -> list[str]:
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Small\nlanguage: ja\npalette: {red: '#900'}\n"
        "fonts: {text: fonts/f.woff2}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": f'- {{id: one, rule: "{text}"}}\n',
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', font: text, leading: 1.6, "
        f"size: {size}, top: 9mm, height: 20mm, left: 0, right: 0}}]}}}}\n",
        "fonts/f.woff2": FONT.read_bytes(),
    }
    report = Report()
    check_game(MemoryGame(files), report)
    return [finding.code for finding in report.findings]
