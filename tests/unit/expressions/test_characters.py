"""What filters take for a character: letters with their marks."""

from __future__ import annotations

import pytest

from cardgen.expressions.template import evaluate, fill


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("किताब", ["कि", "ता", "ब"]),
        ("क्षत्रिय", ["क्ष", "त्रि", "य"]),
        ("அறிவின்", ["அ", "றி", "வி", "ன்"]),
        ("E\u0301lan", ["E\u0301", "l", "a", "n"]),
        ("Élan", ["É", "l", "a", "n"]),
        ("กำลัง", ["ก", "ำ", "ลั", "ง"]),
        ("שָׁלוֹם", ["שָׁ", "ל", "וֹ", "ם"]),
        ("🇩🇪🇫🇷⚔️", ["🇩🇪", "🇫🇷", "⚔️"]),
        ("👨\u200d👩\u200d👧👍🏽", ["👨\u200d👩\u200d👧", "👍🏽"]),
        ("می\u200cسوزد", ["م", "ی\u200c", "س", "و", "ز", "د"]),
        ("漢字", ["漢", "字"]),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", ["\u1112\u1161\u11ab", "\u1100\u1173\u11af"]),
        ("ｶﾞﾊﾟ", ["ｶﾞ", "ﾊﾟ"]),
        ("🏴\U000e0067\U000e0062\U000e007f!", ["🏴\U000e0067\U000e0062\U000e007f", "!"]),
        ("", []),
    ],
)
def test_letters_keep_their_marks(text: str, characters: list[str]) -> None:
    values = {"name": text}
    assert evaluate("name|list", values) == characters
    assert evaluate("name|length", values) == evaluate("name|count", values) == len(characters)
    assert fill("{{ name|reverse }}", values) == "".join(characters[::-1])
    assert fill("{{ name[1:] }}", values) == "".join(characters[1:])
    if characters:
        assert fill("{{ name|first }} {{ name[0] }}", values) == f"{characters[0]} {characters[0]}"
        assert (
            fill("{{ name|last }} {{ name[-1] }}", values) == f"{characters[-1]} {characters[-1]}"
        )


def test_lists_and_mappings_are_as_before() -> None:
    values = {"tags": ["किताब", "b"], "stats": {"की": 2}, "name": "कि"}
    assert evaluate("tags|first", values) == "किताब"
    assert evaluate("tags|length", values) == 2
    assert list(evaluate("tags|reverse", values)) == ["b", "किताब"]
    assert evaluate("stats['की']", values) == 2
    assert evaluate("name[1:] == ''", values)
    assert not evaluate("name[5] is defined", values)


def test_letters_that_are_put_in_order_keep_their_marks() -> None:
    values = {"name": "किताब", "one": "ce\u0301e\u0301"}
    assert evaluate("name|join(' ')", values) == "कि ता ब"
    assert evaluate("name|sort|join(' ')", values) == "कि ता ब"
    assert evaluate("one|unique|join(' ')", values) == "c e\u0301"
    assert evaluate("one|max", values) == "e\u0301"
    assert evaluate("['b', 'a']|join(' • ')", values) == "b • a"
