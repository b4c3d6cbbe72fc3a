"""Typographic characters from plain typing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.quotation_marks import foreign_marks
from cardgen.text.smart_punctuation import smarten, smarten_parts
from tests.support.samples import law

LANGUAGES = st.sampled_from(["en", "de", "fr", "en-GB", "xx"])
TYPED = st.text("ab1TtS \"'-.,()…“”‘’„«»—–\u00a0\u202f", max_size=14)


@pytest.mark.parametrize(
    ("typed", "en", "de", "fr"),
    [
        ('"a"', "“a”", "„a“", "«\u202fa\u202f»"),
        ("'a'", "‘a’", "‚a‘", "‹a›"),
        ('("a")', "(“a”)", "(„a“)", "(«\u202fa\u202f»)"),
        ("a -- b", "a\u00a0— b", "a\u00a0– b", "a\u00a0– b"),
        ("a--b", "a—b", "a\u00a0– b", "a\u00a0– b"),
    ],
)
def test_quotes_and_dashes_follow_the_language(typed: str, en: str, de: str, fr: str) -> None:
    assert [smarten(typed, language) for language in ("en", "de", "fr")] == [en, de, fr]


def test_french_quotations_nest_without_their_spaces_in_the_way() -> None:
    assert smarten("\"'a' b\"", "fr") == "«\u202f‹a› b\u202f»"


def test_a_region_does_not_change_the_language() -> None:
    assert smarten('"a"', "de-AT") == smarten('"a"', "de")


def test_an_unknown_language_is_set_as_english() -> None:
    assert smarten('"a"', "tlh") == "“a”"


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("\"She said 'hi' twice\"", "“She said ‘hi’ twice”"),
        ("\"'Hi' is short\"", "“‘Hi’ is short”"),
        ("\"It was 'short'\"", "“It was ‘short’”"),
        ('"Hi," she said, "you."', "“Hi,” she said, “you.”"),
        ('a -- "b"', "a\u00a0— “b”"),
        ('"Wait--", he said.', "“Wait—”, he said."),
        ('"Wait--"', "“Wait—”"),
        ('"Stop!"--"Go!"', "“Stop!”—“Go!”"),
        ('He said--"Go!"', "He said—“Go!”"),
        ("\"I--'yes'--go\"", "“I—‘yes’—go”"),
        ('(see "b"), "c/"', "(see “b”), “c/”"),
        ('"He (the "fox")" ran', "“He (the “fox”)” ran"),
        ('say " Hello " now', "say “ Hello ” now"),
        ('"...and so"', "“…and so”"),
        ('well..."Go!" and then: "Stop", no."Why"', "well…“Go!” and then: “Stop”, no.“Why”"),
        ('a:"b",\'c\';"d"', "a:“b”,‘c’;“d”"),
        ('"a""b" *\'c\'*', "“a”“b” *‘c’*"),
        ('“Go," he said, "on”', "“Go,” he said, “on”"),
        ('"Roll the die\nand hope for a 6"', "“Roll the die\nand hope for a 6”"),
        ('"First.\n\n"Then a 6"', "“First.\n\n“Then a 6”"),
    ],
)
def test_quotations_nest_and_follow_each_other(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("don't", "don’t"),
        ("the foxes' den", "the foxes’ den"),
        ("'tis late", "’tis late"),
        ("the '90s", "the ’90s"),
        ("'Arry went 'ome.", "’Arry went ’ome."),
        ("Mind 'Enry's 'orse, 'e said", "Mind ’Enry’s ’orse, ’e said"),
        ("'Earth is round,' he said", "‘Earth is round,’ he said"),
        ("'Er, no,' he said", "‘Er, no,’ he said"),
        ("'Twas the fox's", "’Twas the fox’s"),
        ('"don\'t"', "“don’t”"),
        ("'I don't'", "‘I don’t’"),
        ("rock 'n' roll", "rock ’n’ roll"),
        ("Rock 'N' Roll", "Rock ’N’ Roll"),
        ("'Round the bend", "’Round the bend"),
        ("fish 'n chips", "fish ’n chips"),
        ("'Round' and 'about'", "‘Round’ and ‘about’"),
        ("'Tisn't, 'twould", "’Tisn’t, ’twould"),
        ("class of '24, '24-'25", "class of ’24, ’24-’25"),
        ("get 'ere", "get ’ere"),
        ("'I didn't know that,\" she said", "‘I didn’t know that,” she said"),
        ("no 'A', 'N', 'T', or 'E's, no 'e's", "no ‘A’, ‘N’, ‘T’, or ‘E’s, no ‘e’s"),
        ("the U.S.'s, Yahoo!'s (and so)'s", "the U.S.’s, Yahoo!’s (and so)’s"),
    ],
)
def test_an_apostrophe_is_no_quotation_mark(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_apostrophe_is_the_same_in_every_language(language: str) -> None:
    assert smarten("l'eau", language) == "l’eau"


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("5'10\"", "5′10″"),
        ('a 6" pipe', "a 6″ pipe"),
        ('"a 6"', "“a 6”"),
        ("5' 10\" tall", "5′ 10″ tall"),
        ("it is 5' long", "it is 5′ long"),
        ('12"x12"', "12″x12″"),
        ("3' x 4'", "3′ x 4′"),
        ("6'-8', 6\"-8\"", "6′-8′, 6″-8″"),
        ("6'2", "6′2"),
        ("10'000", "10’000"),
        ("'Rule 5'", "‘Rule 5’"),
        ('"2" x "3"', "“2” x “3”"),
        ('5" wide and 6" high', "5″ wide and 6″ high"),
        ('6\'2" tall, "so" they say, 5" wide', "6′2″ tall, “so” they say, 5″ wide"),
        ('„Go for 6", "then on”', "„Go for 6”, “then on”"),
    ],
)
def test_feet_and_inches_are_primes_where_no_quotation_could_close(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize(
    ("typed", "set_"),
    [("-2", "−2"), ("+1 -2", "+1 −2"), ("(-1)", "(−1)"), ("1-2", "1-2"), ("A-1", "A-1"),
     ("well-known", "well-known"), ("0.5-1", "0.5-1"),
     ("50%-60%", "50%-60%"), ("20°-30°", "20°-30°"), ('"A"-1', "“A”-1"), ('"-1"', "“−1”")],
)  # fmt: skip
def test_a_hyphen_before_a_number_is_a_minus_unless_something_stands_before_it(
    typed: str, set_: str
) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize(
    ("typed", "set_"),
    [("a---b", "a—b"), ("a - b", "a\u00a0– b"), ("-----", "-----"), ("- a", "- a")],
)
def test_dashes_are_as_long_as_they_are_typed(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize("typed", ["a -- b", "a --- b", "a - b"])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_dash_between_spaces_stays_at_the_end_of_its_line(typed: str, language: str) -> None:
    assert smarten(typed, language) in ("a\u00a0— b", "a\u00a0– b")
    assert "".join(smarten_parts((typed[:2], typed[2:]), language)) == smarten(typed, language)


@pytest.mark.parametrize(
    ("typed", "set_"), [("wait...", "wait…"), ("wait....", "wait...."), ("...", "…")]
)
def test_three_dots_are_an_ellipsis_and_four_are_not(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize("text", ["“a” ‘b’ — c… 5′ −2 l’eau", "", "plain words", "+1"])
def test_what_is_typographic_already_is_left_alone(text: str) -> None:
    assert smarten(text) == text


@law
@given(TYPED, LANGUAGES)
def test_a_text_that_was_set_is_not_set_again(text: str, language: str) -> None:
    once = smarten(text, language)
    assert smarten(once, language) == once


@law
@given(TYPED, LANGUAGES)
def test_no_straight_quote_is_left(text: str, language: str) -> None:
    assert not set(smarten(text, language)) & set("\"'")


@law
@given(st.text("abc \"'.,-", max_size=20), LANGUAGES)
def test_letters_are_kept_in_their_order(text: str, language: str) -> None:
    letters = [c for c in text if c.isalpha()]
    assert [c for c in smarten(text, language) if c.isalpha()] == letters


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("Vraiment ?", "Vraiment\u202f?"),
        ("Oh ! Oui ; non : « quoi »", "Oh\u202f! Oui\u202f; non\u00a0: «\u202fquoi\u202f»"),
        ("10:30 et https://a.fr", "10:30 et https://a.fr"),
        ("Vraiment?", "Vraiment?"),
    ],
)
def test_french_spaces_before_marks_are_narrow_and_end_no_line(typed: str, set_: str) -> None:
    assert smarten(typed, "fr") == set_
    assert smarten(typed, "en") == typed


@pytest.mark.parametrize(
    ("language", "set_"),
    [
        ("bg", "„a“"), ("lt", "„a“"), ("et", "„a“"), ("is", "„a“"), ("mk", "„a“"), ("sr", "„a”"),
        ("be", "«a»"), ("ca", "«a»"), ("eu", "«a»"), ("fa", "«a»"), ("hy", "«a»"), ("lv", "“a”"),
        ("sl", "„a“"), ("ka", "„a“"), ("no", "«a»"), ("bs", "„a”"), ("ur", "”a“"), ("cy", "“a”"),
        ("pt", "“a”"), ("pt-PT", "«a»"), ("pt-BR", "“a”"), ("zh", "“a”"), ("zh-Hans-HK", "“a”"),
        ("zh-Hant", "「a」"), ("zh-TW", "「a」"), ("fr-CA", "«\u202fa\u202f»"),
    ],
)  # fmt: skip
def test_each_language_has_its_marks_and_none_of_another(language: str, set_: str) -> None:
    assert smarten('"a"', language) == set_
    assert foreign_marks(set_ + smarten("'a'", language), language) == ""


@pytest.mark.parametrize(
    ("typed", "language", "set_"),
    [
        ("'s ochtends in 's-Hertogenbosch, 't is", "nl", "’s ochtends in ’s-Hertogenbosch, ’t is"),
        ("'s ist 'ne Karte, 'nauf' und 'rum", "de", "’s ist ’ne Karte, ‚nauf‘ und ’rum"),
        ("'n man en 'n vrou se hond'", "af", "’n man en ’n vrou se hond’"),
        ("'s ochtends'", "en", "‘s ochtends’"),
    ],
)
def test_words_are_shortened_as_their_language_does(typed: str, language: str, set_: str) -> None:
    assert smarten(typed, language) == set_


@pytest.mark.parametrize(
    ("parts", "set_"),
    [
        (("wait.", ".. he said ", '"no', '"'), ["wait…", " he said ", "“no", "”"]),
        (("a -", "- b"), ["a\u00a0—", " b"]),
        (("5'", '10" and "so', '"'), ["5′", "10″ and “so", "”"]),
        (('"', "Go", '"'), ["“", "Go", "”"]),
    ],
)
def test_marks_are_set_over_the_borders_of_styles(parts: tuple[str, ...], set_: list[str]) -> None:
    assert list(smarten_parts(parts)) == set_


@law
@given(st.lists(TYPED, max_size=5), LANGUAGES)
def test_parts_are_the_whole_wherever_it_is_parted(parts: list[str], language: str) -> None:
    assert "".join(smarten_parts(tuple(parts), language)) == smarten("".join(parts), language)
    assert len(smarten_parts(tuple(parts), language)) == len(parts)


def test_a_space_typed_inside_french_quotation_marks_is_the_narrow_one() -> None:
    assert smarten('Dis " oui " ou "non "', "fr") == "Dis «\u202foui\u202f» ou «\u202fnon\u202f»"


@pytest.mark.parametrize(
    ("typed", "language", "set_"),
    [
        ('他说"你好"。', "zh", "他说“你好”。"),
        ("他說'你好'和\"再見\"。", "zh-Hant", "他說『你好』和「再見」。"),
        ('彼は"はい"と', "ja", "彼は「はい」と"),
        ('เขาพูดว่า"ไป"แล้ว', "th", "เขาพูดว่า“ไป”แล้ว"),
        ('그는 "네"라고', "ko", "그는 “네”라고"),
        ('d\'"or" et qu\'"il"', "it", "d’«or» et qu’«il»"),
        ('צה"ל, ב"בית" וארה"ב', "he", "צה”ל, ב”בית” וארה”ב"),
        ("'", "en", "’"),
    ],
)
def test_a_quotation_may_begin_where_no_space_is(typed: str, language: str, set_: str) -> None:
    assert smarten(typed, language) == set_


@pytest.mark.parametrize(
    ("text", "language"),
    [("«كتاب»", "ar"), ("『책』", "ko"), ("「书」", "zh-Hans"), ("»bok»", "sv"), ("»kirja»", "fi")],
)
def test_marks_that_a_language_uses_beside_are_its_own(text: str, language: str) -> None:
    assert foreign_marks(text, language) == ""
    assert foreign_marks("„" + text, language) == "„"
