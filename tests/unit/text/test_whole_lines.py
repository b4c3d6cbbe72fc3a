"""Lines are shaped as HarfBuzz shapes them whole: the same glyphs at the same places."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest
import uharfbuzz as hb
from fontTools.unicodedata import script

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.color import Color
from cardgen.core.lengths import Length
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedRun
from cardgen.text.fonts import Face, open_face
from tests.conftest import ROOT

SIZE = 10.0


class Sample(NamedTuple):
    language: str
    font: str
    text: str


SAMPLES = (
    Sample(
        "en",
        "fonts/EBGaramond-Regular.ttf",
        "AVATAR offices waffle To Yes. “Wait,” said Tom; fly off.",
    ),
    Sample(
        "el",
        "fonts/EBGaramond-Regular.ttf",
        "Τράβηξε δύο κάρτες και διάλεξε έναν παίκτη που πετάει μία.",
    ),
    Sample(
        "ru",
        "fonts/EBGaramond-Regular.ttf",
        "Возьмите две карты и выберите игрока, который сбросит одну.",
    ),
    Sample(
        "vi",
        "fonts/EBGaramond-Regular.ttf",
        "Rút hai lá bài rồi chọn một người chơi phải bỏ một lá.",
    ),
    Sample(
        "th",
        "tests/data/fonts/NotoSansThai-subset.woff2",
        "จั่วการ์ดสองใบแล้วเลือกผู้เล่นหนึ่งคนให้ทิ้งการ์ดของตน เมื่อจบตาให้นับคะแนนทั้งหมด",
    ),
    Sample(
        "lo",
        "tests/data/fonts/NotoSansLao-subset.woff2",
        "ຈົ່ງແຈກບັດໃຫ້ຜູ້ຫຼິ້ນທຸກຄົນ ແລ້ວເລືອກບັດໜຶ່ງໃບຈາກມືຂອງທ່ານ",
    ),
    Sample(
        "km",
        "tests/data/fonts/NotoSansKhmer-subset.woff2",
        "ចាប់សន្លឹកពីរហើយជ្រើសរើសអ្នកលេងម្នាក់ឱ្យបោះបង់សន្លឹកបៀ",
    ),
    Sample(
        "my",
        "tests/data/fonts/NotoSansMyanmar-subset.woff2",
        "ကတ်နှစ်ချပ်ဆွဲပြီးကစားသမားတစ်ဦးကိုရွေးပါ ထို့နောက်အမှတ်များကိုရေတွက်ပါ",
    ),
    Sample(
        "hi",
        "tests/data/fonts/NotoSansDevanagari-subset.woff2",
        "दो पत्ते खींचिए और एक खिलाड़ी चुनिए जो अपना पत्ता फेंक देगा",
    ),
    Sample(
        "bn",
        "tests/data/fonts/NotoSansBengali-subset.woff2",
        "দুটি তাস টানুন এবং একজন খেলোয়াড় বেছে নিন যিনি একটি তাস ফেলবেন।",
    ),
    Sample(
        "ta",
        "tests/data/fonts/NotoSansTamil-subset.woff2",
        "இரண்டு அட்டைகளை எடுத்து ஒரு விளையாட்டாளரைத் தேர்ந்தெடுக்கவும்.",
    ),
    Sample(
        "te",
        "tests/data/fonts/NotoSansTelugu-subset.woff2",
        "రెండు కార్డులు తీసుకుని ఒక ఆటగాడిని ఎంచుకోండి.",
    ),
    Sample(
        "he",
        "tests/data/fonts/FrankRuhlLibre-subset.ttf",
        "שלום עולם! קחו קלפים ואז עוברת לשחקן הבא, בְּרֵאשִׁית.",
    ),
    Sample(
        "ar",
        "tests/data/fonts/Amiri-subset.woff2",
        "مرحبا بالعالم، اسحب بطاقتين ثم العب واحدة. لا السَّلَام",
    ),
    Sample(
        "kn",
        "tests/data/fonts/NotoSansKannada-subset.woff2",
        "ಎರಡು ಕಾರ್ಡುಗಳನ್ನು ತೆಗೆದು ಒಬ್ಬ ಆಟಗಾರನನ್ನು ಆರಿಸಿ",
    ),
    Sample(
        "ml",
        "tests/data/fonts/NotoSansMalayalam-subset.woff2",
        "രണ്ട് കാർഡുകൾ എടുത്ത് ഒരു കളിക്കാരനെ തിരഞ്ഞെടുക്കുക",
    ),
    Sample(
        "si",
        "tests/data/fonts/NotoSansSinhala-subset.woff2",
        "කාඩ්පත් දෙකක් ගෙන ක්\u200dරීඩකයෙකු තෝරන්න",
    ),
    Sample(
        "ka",
        "tests/data/fonts/NotoSansGeorgian-subset.woff2",
        "აიღე ორი ბარათი და აირჩიე ერთი მოთამაშე",
    ),
    Sample(
        "hy",
        "tests/data/fonts/NotoSansArmenian-subset.woff2",
        "Քաշեք երկու քարտ և ընտրեք մեկ խաղացող։",
    ),
    Sample(
        "am",
        "tests/data/fonts/NotoSansEthiopic-subset.woff2",
        "ሁለት ካርዶችን ይሳቡ እና አንድ ተጫዋች ይምረጡ።",
    ),
    Sample(
        "ja",
        "tests/data/games/japanese/fonts/ShipporiMincho-subset.woff2",
        "旅人は茶を持ち手札を引き、役人のスーパーカードを静かに三枚まで捨てる。",
    ),
)
LINES_EACH = 15


@cache
def face(font: str) -> Face:
    return open_face((ROOT / font).read_bytes(), name=font)


def lines_of(sample: Sample) -> list[str]:
    """Stretches of the text: every beginning, and every end, at a space or after letters."""
    text, count = sample.text, len(sample.text)
    cuts = [count * at // LINES_EACH for at in range(1, LINES_EACH + 1)]
    words = [text[:cut].rpartition(" ")[0] or text for cut in cuts]
    return [line.strip() for line in (*dict.fromkeys(words), *text.split(" ")) if line.strip()]


Features = tuple[tuple[str, int], ...]


def set_line(
    sample: Sample, *texts: str, vertical: bool = False, features: Features = ()
) -> list[tuple[float, int]]:
    """The glyphs of a line of runs in several colors, and where they stand along it."""
    setting = TextSetting(
        face(sample.font), SIZE, SIZE, SIZE, 0.5, "none", Length(points=12.0), "left", "top",
        sample.language, vertical=vertical,
    )  # fmt: skip
    runs = tuple(
        TextRun(text, face(sample.font), Color(index % 2, 0, 0), features=features)
        for index, text in enumerate(texts)
    )
    (line,) = set_text(RichText(((runs,),)), setting, SIZE, 10_000.0).lines
    parts = [part for part in line.parts if isinstance(part, PlacedRun)]
    return sorted((round(g.x, 2), g.index) for part in parts for g in part.glyphs)


def shape_whole(
    sample: Sample, text: str, *, vertical: bool = False, features: Features = ()
) -> list[tuple[float, int]]:
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.language = sample.language
    if vertical:
        buffer.direction = "ttb"
    opened = face(sample.font)
    hb.shape(opened.font, buffer, dict(features))
    x, found = 0.0, []
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        scale = SIZE / opened.upem
        along = -place.y_offset if vertical else place.x_offset
        found.append((round(x + along * scale, 2), info.codepoint))
        x += (-place.y_advance if vertical else place.x_advance) * scale
    return sorted(found)


def assert_same(ours: list[tuple[float, int]], theirs: list[tuple[float, int]], text: str) -> None:
    assert [glyph for _, glyph in ours] == [glyph for _, glyph in theirs], text
    assert [x for x, _ in ours] == pytest.approx([x for x, _ in theirs], abs=0.02), text


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.language for sample in SAMPLES])
def test_a_line_has_the_glyphs_and_places_of_the_whole_line(sample: Sample) -> None:
    for text in lines_of(sample):
        ours, theirs = set_line(sample, text), shape_whole(sample, text)
        assert_same(ours, theirs, text)


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.language for sample in SAMPLES])
def test_a_line_in_several_colors_has_the_glyphs_and_places_of_the_whole_line(
    sample: Sample,
) -> None:
    """Wherever a color changes, between a letter and its mark or within a ligature too."""
    for number, text in enumerate(lines_of(sample)):
        cut = 1 + number * 5 % max(1, len(text) - 1)
        ours = set_line(sample, text[:cut], text[cut : cut + 2], text[cut + 2 :])
        assert_same(ours, shape_whole(sample, text), text)


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.language for sample in SAMPLES])
@pytest.mark.parametrize(
    "features",
    [(("liga", 0), ("clig", 0)), (("kern", 0),), (("smcp", 1), ("onum", 1)), (("dlig", 1),)],
    ids=["no ligatures", "no kerning", "small capitals", "rare ligatures"],
)
def test_a_styled_line_has_the_glyphs_and_places_of_the_whole_line(
    sample: Sample, features: Features
) -> None:
    for text in lines_of(sample)[:6]:
        ours = set_line(sample, text, features=features)
        assert_same(ours, shape_whole(sample, text, features=features), text)


@pytest.mark.parametrize("language", ["tr", "ro", "nl", "pl", "sr"])
def test_a_line_has_the_forms_of_letters_of_its_language(language: str) -> None:
    """Turkish has no ligature that takes its `i` the dot; Romanian a comma below."""
    sample = Sample(language, "fonts/EBGaramond-Regular.ttf", "")
    for text in ("fi ilk ofis ffi", "Ştiinţa", "fijn IJ bíj́na", "ćma", "бгдпт"):
        assert_same(set_line(sample, text), shape_whole(sample, text), text)


def test_a_vertical_line_has_the_glyphs_and_places_of_the_whole_line() -> None:
    sample = next(sample for sample in SAMPLES if sample.language == "ja")
    for text in lines_of(sample):
        ours = set_line(sample, text, vertical=True)
        theirs = shape_whole(sample, text, vertical=True)
        assert_same(ours, theirs, text)


def test_two_hundred_lines_in_twenty_scripts_are_compared() -> None:
    """Han and two kana stand in the Japanese sample."""
    assert sum(len(lines_of(sample)) for sample in SAMPLES) >= 200
    found = {script(character) for sample in SAMPLES for character in sample.text}
    assert len(found - {"Zyyy", "Zinh"}) >= 20
