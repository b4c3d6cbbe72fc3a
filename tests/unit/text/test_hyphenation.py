"""Where words may be divided."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.break_opportunities import find_word_breaks
from cardgen.text.hyphenation import find_hyphen_points, has_patterns, may_be_name
from tests.support.samples import law


def parts(word: str, language: str = "en") -> str:
    cuts = [0, *find_hyphen_points(word, language), len(word)]
    return "-".join(word[a:b] for a, b in pairwise(cuts))


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("hyphenation", "en", "hy-phen-ation"),
        ("consonance", "en-US", "con-so-nance"),
        ("Silbentrennung", "de", "Sil-ben-tren-nung"),
        ("bibliothèque", "fr", "bi-blio-thèque"),
        ("lautapelikortti", "fi", "lau-ta-pe-li-kort-ti"),
        ("kütüphanecilik", "tr", "kü-tüp-ha-ne-ci-lik"),
        ("consuetudinibus", "la", "con-sue-tu-di-ni-bus"),
        ("llyfrgelloedd", "cy", "llyfr-gell-oedd"),
        ("საქართველოსთვის", "ka", "სა-ქარ-თვე-ლოს-თვის"),
        ("पुस्तकालय", "hi", "पु-स्त-कालय"),
        ("புத்தகங்கள்", "ta", "புத்-த-கங்-கள்"),
    ],
)
def test_a_word_is_divided_by_the_patterns_of_its_language(
    word: str, language: str, expected: str
) -> None:
    assert parts(word, language) == expected


@pytest.mark.parametrize("word", ["over", "ever", ""])
def test_a_short_word_stays_whole(word: str) -> None:
    assert find_hyphen_points(word, "en") == ()


@pytest.mark.parametrize("word", ["UNESCO", "HYPHENATION"])
def test_a_word_all_in_capitals_stays_whole(word: str) -> None:
    assert find_hyphen_points(word, "en") == ()
    assert find_hyphen_points("SILBENTRENNUNG", "de") == ()


def test_a_capitalised_word_is_divided_as_a_small_one_but_may_be_a_name() -> None:
    assert parts("Alexandria") == "Alexan-dria"
    assert may_be_name("Alexandria", "en")
    assert not may_be_name("alexandria", "en")
    assert not may_be_name("Silbentrennung", "de")


@pytest.mark.parametrize("word", ["hyphen8tion", "well-known", "hyphenation.", "don’twonder"])
def test_what_is_not_all_letters_stays_whole(word: str) -> None:
    assert find_hyphen_points(word, "en") == ()


@pytest.mark.parametrize("language", ["tlh", "xx", ""])
def test_in_a_language_without_patterns_no_word_is_divided(language: str) -> None:
    assert find_hyphen_points("hyphenation", language) == ()
    assert not has_patterns(language)


@law
@given(st.text("abcdeinorst", min_size=1, max_size=14), st.sampled_from(["en", "de", "fr"]))
def test_two_letters_stay_before_a_cut_and_two_or_three_after_it(word: str, language: str) -> None:
    points = find_hyphen_points(word, language)
    assert list(points) == sorted(set(points))
    assert all(2 <= point <= len(word) - (2 if language == "de" else 3) for point in points)


# --- words that the game lists -------------------------------------------------------------

EXCEPTIONS = (("", "Far-broth-er"), ("en", "elephant"), ("de", "Staub-ecken"))


def breaks(text: str, language: str = "en") -> list[tuple[int, str]]:
    return list(find_word_breaks(text, frozenset(), language, True, EXCEPTIONS))


@pytest.mark.parametrize("typed", ["Farbrother", "farbrother", "“Farbrother,”"])
def test_a_listed_word_is_divided_as_listed_however_it_is_typed(typed: str) -> None:
    start = typed.casefold().index("farb")
    assert breaks(typed) == [(start + 3, "hyphen"), (start + 8, "hyphen")]


def test_a_listed_word_without_hyphens_is_never_divided() -> None:
    assert breaks("elephant") == []
    assert breaks("elephants") != []


def test_a_word_is_divided_as_the_list_of_its_language_says() -> None:
    assert breaks("Staubecken", "de") == [(5, "hyphen")]
    assert (5, "hyphen") not in breaks("Staubecken", "en")
    assert breaks("Farbrother", "de") == [(3, "hyphen"), (8, "hyphen")]
