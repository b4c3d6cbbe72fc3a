"""Right to left, and Chinese, Japanese, Korean: order, line ends, and what is copied."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

import pypdfium2 as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.color import Color
from cardgen.core.findings import Report
from cardgen.core.lengths import Length
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedRun, SetLine
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.scene import items as scene
from cardgen.text.bidi.direction import find_direction, find_levels, is_rtl_language, order_visually
from cardgen.text.break_opportunities import find_breaks
from cardgen.text.fonts import Face, open_face
from cardgen.text.shaping import ShapedGlyph, find_blanks, shape
from cardgen.text.wide_punctuation import has_squeezed_pairs, measure_squeeze
from tests.conftest import ROOT
from tests.support.commands import run_cardgen
from tests.support.samples import law

DATA = ROOT / "tests" / "data" / "fonts"
GAMES = ROOT / "tests" / "data" / "games"
FONTS = {
    "hebrew.ttf": DATA / "FrankRuhlLibre-subset.ttf",
    "arabic.woff2": DATA / "Amiri-subset.woff2",
    "japanese.woff2": GAMES / "japanese" / "fonts" / "ShipporiMincho-subset.woff2",
}

HEBREW = "שלום עולם! קחו 2 קלפים ואז Fox עוברת לשחקן הבא, בְּרֵאשִׁית."
ARABIC = "مرحبا بالعالم، اسحب بطاقتين ثم العب Bingo واحدة. لا السَّلَام"
JAPANESE = "森の狐は静かな川をわたり、「雨の夜道」と言った。Foxカードを一枚引く。"


# --- a card in memory ------------------------------------------------------------------------


class Card(NamedTuple):
    """A card with one text, laid out and painted."""

    face: scene.Scene
    pdf: bytes

    @property
    def lines(self) -> list[str]:
        """What stands on each line from left to right."""
        runs = [item for item in scene.walk(self.face.items) if isinstance(item, scene.Glyphs)]
        loud = [run for run in runs if run.actual != ""]
        lines = groupby(loud, key=lambda run: round(run.glyphs[0].y, 2))
        return ["".join(run.text for run in line) for _, line in lines]

    def edges(self, line: int) -> tuple[float, float]:
        """Where the first glyph of a line stands, and the last."""
        runs = [item for item in scene.walk(self.face.items) if isinstance(item, scene.Glyphs)]
        heights = sorted({round(run.glyphs[0].y, 2) for run in runs if run.actual != ""})
        xs = [g.x for run in runs for g in run.glyphs if round(g.y, 2) == heights[line]]
        return min(xs), max(xs)


@cache
def card(text: str, font: str, language: str, style: str = "align: left") -> Card:
    files: dict[str, str | bytes] = {
        "game.yaml": f"game: Scripts\nlanguage: {language}\npalette: {{red: '#aa2222'}}\n"
        f"fonts: {{text: fonts/{font}}}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": f"- {{rule: '{text}'}}\n",
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', font: text, size: 14pt, "
        f"left: 0, right: 0, top: 0, height: 70mm, {style}}}]}}}}\n",
        f"fonts/{font}": FONTS[font].read_bytes(),
    }
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    assert checked is not None, report.findings
    (face,) = checked.laid.scenes.values()
    file = PdfFile(checked.bound.pictures, title="Scripts")
    show_face(file, face)
    return Card(face, file.save())


def hebrew(text: str = HEBREW, style: str = "align: right") -> Card:
    return card(text, "hebrew.ttf", "he", style)


def arabic(text: str = ARABIC, style: str = "align: right") -> Card:
    return card(text, "arabic.woff2", "ar", style)


def japanese(text: str = JAPANESE, style: str = "align: justify") -> Card:
    return card(text, "japanese.woff2", "ja", style)


def words(text: str) -> list[str]:
    """Letters and figures with their marks, in the order they are read."""
    ordered = unicodedata.normalize("NFD", text)
    return re.findall(r"[\w\u0591-\u05bd\u05c1\u05c2\u064b-\u0652]+", ordered)


def copied_by_poppler(pdf: bytes, folder: Path) -> str:
    (folder / "card.pdf").write_bytes(pdf)
    run = subprocess.run(
        ["pdftotext", "-enc", "UTF-8", folder / "card.pdf", "-"], capture_output=True, check=True
    )
    return re.sub("[\u200b\u202a-\u202e]", " ", run.stdout.decode("utf-8"))


def copied_by_pdfium(pdf: bytes) -> str:
    text: str = pdfium.PdfDocument(pdf)[0].get_textpage().get_text_range()
    return text.replace("\u200b", "")


# --- the algorithm ---------------------------------------------------------------------------

LATIN, LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "אבגדהוזחטיכלמנסעפצקרשתםןףץ"
TO_HEBREW = str.maketrans(LATIN, LETTERS)
TO_LATIN = str.maketrans(LETTERS, LATIN)


def shown(text: str, *, rtl: bool) -> str:
    """`text` as it stands from left to right, capitals being Hebrew (as in UAX #9)."""
    letters = text.translate(TO_HEBREW)
    return "".join(letters[i] for i in order_visually(find_levels(letters, rtl))).translate(
        TO_LATIN
    )


@pytest.mark.parametrize(
    ("text", "rtl", "expected"),
    [
        ("car means CAR.", False, "car means RAC."),
        ("CAR MEANS car.", True, ".car SNAEM RAC"),
        ("he said IT IS 123, 456, OK", False, "he said KO ,456 ,123 SI TI"),
        ("TAKE 2 CARDS", True, "SDRAC 2 EKAT"),
        ("PAY 1,250 COINS", True, "SNIOC 1,250 YAP"),
        ("ABOUT 12% MORE", True, "EROM 12% TUOBA"),
        ("a(B)c", False, "a(B)c"),
        ("A (b) C", True, "C )b( A"),
        ("A(b)", True, ")b(A"),
        ("abc (DEF) 1", False, "abc (FED) 1"),
        ("NAME (john) 7", True, "7 )john( EMAN"),
    ],
)  # fmt: skip
def test_a_mixed_line_stands_as_the_standard_says(text: str, rtl: bool, expected: str) -> None:
    assert shown(text, rtl=rtl) == expected


def test_digits_after_arabic_letters_keep_their_own_order() -> None:
    assert find_levels("بطاقة 12", True) == (1, 1, 1, 1, 1, 1, 2, 2)


def test_a_mark_runs_as_its_letter() -> None:
    assert find_levels("aב\u05b0c", False) == (0, 1, 1, 0)


def test_codes_without_a_glyph_run_as_what_is_before_them() -> None:
    assert find_levels("א\u00adב", False) == (1, 1, 1)


@law
@given(st.text("ab אבعل12١+$%,:!()[]\u05b0", max_size=20), st.booleans())
def test_every_character_has_one_place_on_the_line(text: str, rtl: bool) -> None:
    levels = find_levels(text, rtl)
    assert sorted(order_visually(levels)) == list(range(len(text)))
    assert all(rtl <= level <= 2 for level in levels)


@law
@given(st.text("abXY 12,.!(é)", max_size=20))
def test_a_line_from_the_left_stays_as_it_is(text: str) -> None:
    assert set(find_levels(text, False)) <= {0}


@law
@given(st.text("אבגד", max_size=20))
def test_a_line_from_the_right_is_turned_round(text: str) -> None:
    assert order_visually(find_levels(text, True)) == list(reversed(range(len(text))))


@pytest.mark.parametrize(
    ("text", "rtl"), [("12 שלום", True), ("«Fox» שלום", False), ("12!", None), ("مرحبا", True)]
)
def test_the_first_letter_says_which_way_a_paragraph_runs(text: str, rtl: bool | None) -> None:
    assert find_direction(text) is rtl


@pytest.mark.parametrize(
    ("language", "rtl"),
    [("he", True), ("ar-EG", True), ("az-Arab", True), ("uz-Latn", False), ("ks-Deva", False)],
)
def test_a_language_runs_as_its_script_does(language: str, rtl: bool) -> None:
    assert is_rtl_language(language) is rtl


# --- from right to left ----------------------------------------------------------------------


def test_a_hebrew_card_is_read_from_the_right_and_its_lines_from_the_top() -> None:
    lines = [line[::-1] for line in hebrew().lines]
    assert lines == ["שלום עולם! קחו 2 קלפים", "ואז xoF עוברת לשחקן", "הבא, בְּרֵאשִׁית."]


def test_an_arabic_card_is_read_from_the_right_and_its_lines_from_the_top() -> None:
    lines = [line[::-1] for line in arabic().lines]
    assert lines == ["مرحبا بالعالم، اسحب بطاقتين ثم", "العب ogniB واحدة. لا السَّلَام"]


@pytest.mark.parametrize("text", [HEBREW, ARABIC])
def test_words_from_the_right_are_copied_in_reading_order(text: str, tmp_path: Path) -> None:
    pdf = (hebrew() if text == HEBREW else arabic()).pdf
    assert words(copied_by_poppler(pdf, tmp_path)) == words(text)
    assert words(copied_by_pdfium(pdf)) == words(text)


def test_a_word_from_the_right_stands_in_a_sentence_from_the_left() -> None:
    (line,) = card("Say שלום (2x)", "hebrew.ttf", "en").lines
    assert line == "Say םולש (2x)"


def test_brackets_around_hebrew_open_towards_it() -> None:
    run = shape(face("hebrew.ttf"), "(א)", (), "he", True)
    left = shape(face("hebrew.ttf"), "(", (), "he").glyphs[0].index
    assert [glyph.text for glyph in run.glyphs] == [")", "א", "("]
    assert run.glyphs[0].index == left


def test_left_and_right_are_sides_of_the_card() -> None:
    text = "שלום"
    left, right = hebrew(text, "align: left"), hebrew(text, "align: right")
    assert left.edges(0)[0] == pytest.approx(17.28, abs=2.0)
    assert right.edges(0)[0] > left.edges(0)[0] + 50


def test_the_last_line_of_a_justified_hebrew_text_begins_at_the_right() -> None:
    text = "שלום עולם, קחו קלף ואז עוד קלף, עד הסוף"
    made = hebrew(text, "align: justify")
    assert len(made.lines) > 1
    last = len(made.lines) - 1
    assert made.edges(last)[1] == pytest.approx(made.edges(0)[1], abs=4.0)
    assert made.edges(last)[0] > made.edges(0)[0] + 20


def test_punctuation_hangs_out_of_the_left_side_of_a_hebrew_line() -> None:
    plain, hung = (hebrew("שלום.", f"align: left, hang: {hang}") for hang in ("no", "yes"))
    assert hung.edges(0)[0] < plain.edges(0)[0]


def test_arabic_letters_join() -> None:
    alone, joined = (shape(face("arabic.woff2"), t, (), "ar", True) for t in ("ب", "ببب"))
    assert alone.glyphs[0].index not in {glyph.index for glyph in joined.glyphs}


def test_arabic_letters_join_over_a_change_of_colour() -> None:
    whole, parted = arabic("مرحبا"), arabic("مر[حبا]{red}", "align: right, markup: yes")
    assert glyphs_of(parted) == glyphs_of(whole)


def test_a_mark_stands_on_its_letter() -> None:
    made = shape(face("arabic.woff2"), "بَ", (), "ar", True)
    mark, letter = made.glyphs
    assert (mark.text, letter.text) == ("", "بَ")
    assert mark.advance == 0
    assert 0 <= mark.dx <= letter.advance


def test_joined_letters_are_not_letterspaced() -> None:
    plain, spaced = (arabic("مرحبا بالعالم", f"align: left, tracking: {t}") for t in (0, 200))
    letters = plain.edges(0)[1] - plain.edges(0)[0]
    gap = 14 * 0.2  # the word space alone
    assert spaced.edges(0)[1] - spaced.edges(0)[0] == pytest.approx(letters + gap, abs=0.01)


def glyphs_of(made: Card) -> set[int]:
    runs = [item for item in scene.walk(made.face.items) if isinstance(item, scene.Glyphs)]
    return {glyph.index for run in runs for glyph in run.glyphs}


@cache
def face(font: str) -> Face:
    return open_face(FONTS[font].read_bytes(), name=font)


# --- Chinese, Japanese, Korean ---------------------------------------------------------------


def parted(text: str) -> str:
    cuts = [0, *sorted(find_breaks(text)), len(text)]
    return "|".join(text[a:b] for a, b in pairwise(cuts))


@pytest.mark.parametrize(
    "expected",
    [
        "森|の|狐|は|走|る。",
        "「雨|の|夜|道」|と|言っ|た。",
        "お|茶|で|す|ね？」|と|聞|か|れ|た|ら、|は|い。",
        "スー|パー|カー|ド",
        "人々|が|（静|か|に）|渡|る",
        "三|枚|の|Fox|カー|ド",
        "だ|れ|も|動|け|な|い……。",
        "￥500|は|ら|う",
        "한|국|어",
        "か\u3099|ん",
        "“雨”|と|“雪”",
        "山\u2060川",
        "\ufffc|を|引|く",
    ],
)
def test_a_line_may_end_between_characters_but_not_before_or_after_some(expected: str) -> None:
    assert parted(expected.replace("|", "")) == expected


@pytest.mark.parametrize("text", ["wellknown", "naïve", "שלום", "Größe"])
def test_other_scripts_have_no_such_places(text: str) -> None:
    assert find_breaks(text) == frozenset()


def test_a_japanese_card_breaks_between_characters_and_keeps_latin_words_whole() -> None:
    assert japanese().lines == [
        "森の狐は静かな川をわた",
        "り、「雨の夜道」と言った。",
        "Foxカードを一枚引く。",
    ]


def test_a_japanese_card_is_copied_as_it_was_typed(tmp_path: Path) -> None:
    made = japanese(style="align: left")
    assert "".join(copied_by_poppler(made.pdf, tmp_path).split()) == JAPANESE
    assert "".join(copied_by_pdfium(made.pdf).split()) == JAPANESE


def test_justified_japanese_lines_are_equally_long() -> None:
    lines = set_japanese(JAPANESE * 2, 150.0)
    assert len({round(line.width, 3) for line in lines[:-1]}) == 1


def test_a_sign_gives_up_its_blank_half_before_a_line_grows_wide() -> None:
    """Ten characters, or thirteen with two blank halves taken off; `ちょ` cannot be parted."""
    lines = set_japanese("次の番は休み。ただし『ちょうちん』を引く。", 120.0)
    first = "".join(g.text for part in lines[0].parts for g in getattr(part, "glyphs", ()))
    assert first == "次の番は休み。ただし『ちょ"
    assert lines[0].width == pytest.approx(120.0)


@pytest.mark.parametrize(
    ("text", "ems"),
    [("道」。", 2.5), ("道」「道", 3.5), ("「『道", 2.5), ("道。道", 3.0), ("道、「『道", 4.0)],
)
def test_signs_beside_each_other_share_the_blank_between_them(text: str, ems: float) -> None:
    (line,) = set_japanese(text, 200.0)
    assert line.width == pytest.approx(10 * ems, abs=0.01)


class Signs(Face):
    """A face whose first glyph is blank on the right, and whose second on the left."""

    def __init__(self, width: float) -> None:
        self.width = width

    def advance(self, glyph: int) -> float:
        return (1.0, self.width)[glyph]

    def ink(self, glyph: int) -> tuple[float, float, float, float]:
        return ((0.05, 0.0, 0.4, 0.3), (self.width - 0.4, 0.5, self.width - 0.05, 0.8))[glyph]


def squeeze(signs: Face) -> float:
    glyphs = (ShapedGlyph(index, signs.advance(index), 0.0, 0.0, "") for index in (0, 1))
    return measure_squeeze(*(find_blanks(signs, glyph) for glyph in glyphs))


def test_a_quotation_mark_gives_up_a_half_where_it_is_as_wide_as_a_character() -> None:
    """As in Chinese; those of most fonts are as narrow as letters."""
    assert has_squeezed_pairs("。“")
    assert has_squeezed_pairs("”。")
    assert squeeze(Signs(1.0)) == 0.5
    assert squeeze(Signs(0.45)) == 0.0


def test_a_bold_character_does_not_bind_its_neighbours() -> None:
    made = japanese(
        "森の[狐]{red}は静かな[川]{red}をわたり雨の夜道をわたる", "align: left, markup: yes"
    )
    assert len(made.lines) == 2


def setting_of(font: Face) -> TextSetting:
    return TextSetting(
        font, 10.0, 10.0, 10.0, 0.5, "none", Length(ems=1.5), "justify", "top", "ja"
    )  # fmt: skip


def set_japanese(text: str, measure: float) -> tuple[SetLine, ...]:
    font = face("japanese.woff2")
    runs = RichText((((TextRun(text, font, Color(0, 0, 0)),),),))
    return set_text(runs, setting_of(font), 10.0, measure).lines


@law
@given(st.text("森の狐はカーっョ、。「」（）ん一", min_size=1, max_size=40), st.floats(60.0, 200.0))
def test_no_line_begins_or_ends_with_what_may_not(text: str, measure: float) -> None:
    lines = [
        "".join(g.text for part in line.parts if isinstance(part, PlacedRun) for g in part.glyphs)
        for line in set_japanese(text, measure)
    ]
    assert "".join(lines) == text
    assert not any(line[0] in "ーっョ、。」）" for line in lines[1:])
    assert not any(line[-1] in "「（" for line in lines[:-1])


# --- sample games ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fronts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two sample games, built with the command line."""
    folder = tmp_path_factory.mktemp("samples")
    for game in ("german", "japanese"):
        run = run_cardgen("build", GAMES / game, "-o", folder)
        assert run.returncode == 0, run.stdout + run.stderr
        assert not re.search("missing-glyph|text-overflow|loose-line", run.stderr), run.stderr
    return folder


def pages(fronts: Path, game: str) -> list[str]:
    """What pdftotext reads on each card of a sample game."""
    pdf = fronts / game / "mpc" / "poker" / "fronts.pdf"
    run = subprocess.run(
        ["pdftotext", "-enc", "UTF-8", pdf, "-"], capture_output=True, text=True, check=True
    )
    return run.stdout.split("\f")[:-1]


@cache
def sample(game: str) -> tuple[Card, ...]:
    """The cards of a sample game, laid out."""
    report = Report()
    checked = check_game(DiskGame(GAMES / game), report)
    assert checked is not None, report.findings
    fronts = [card.front for deck in checked.bound.decks for card in deck.cards]
    return tuple(Card(checked.laid.scenes[front], b"") for front in fronts)


@pytest.mark.parametrize("game", ["german", "japanese"])
def test_a_sample_game_has_five_cards(fronts: Path, game: str) -> None:
    folder = fronts / game / "mpc" / "poker" / "fronts"
    assert len(list(folder.glob("*.png"))) == len(pages(fronts, game)) == 5


def test_german_cards_have_german_quotation_marks(fronts: Path) -> None:
    text = " ".join(" ".join(pages(fronts, "german")).split())
    assert "„Hier geht niemand umsonst vorbei!“" in text
    assert "‚Kräutertee‘ – sonst nichts.“" in text
    assert '"' not in text


def test_german_cards_keep_their_umlauts_and_sharp_s(fronts: Path) -> None:
    names = [page.split("\n")[0] for page in pages(fronts, "german")]
    assert names == ["Mühlensteg", "Großes Moor", "Zollhaus", "Weiße Äcker", "Passhöhe"]


def test_german_words_are_divided_by_german_patterns_and_copied_whole(fronts: Path) -> None:
    """A text that is copied whole is one of which a part is seen, with a hyphen."""
    ends = {
        "".join(glyph.text for glyph in item.glyphs)
        for made in sample("german")
        for item in scene.walk(made.face.items)
        if isinstance(item, scene.Glyphs) and item.actual
    }
    text = " ".join(" ".join(pages(fronts, "german")).split())
    assert {"über-", "Schneegestö-"} <= ends
    assert not re.search(r"\w-\s", text)


def test_japanese_cards_obey_the_rules_of_line_ends() -> None:
    lines = [line for made in sample("japanese") for line in made.lines]
    assert len(lines) > 15
    assert not any(line[0] in "、。」』）！？ーっゃゅょッャュョ…" for line in lines)
    assert not any(line[-1] in "「『（" for line in lines)


def test_japanese_cards_are_copied_as_they_were_typed(fronts: Path) -> None:
    rows = re.findall(r"rule: (.+)", (GAMES / "japanese" / "basho.yaml").read_text("utf-8"))
    texts = ["".join(page.split()) for page in pages(fronts, "japanese")]
    assert all(row in text for row, text in zip(rows, texts, strict=True))


def test_latin_words_stay_whole_between_japanese_characters() -> None:
    assert any("Bonusカード" in line for made in sample("japanese") for line in made.lines)
