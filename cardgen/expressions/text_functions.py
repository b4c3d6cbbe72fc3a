"""What expressions can ask of a text: its letters, how many, how many different, which vowels.

In      a text, or an empty value.
Out     numbers and texts.
Not here  what asks several cards (`check.rules.composition.card_rules`).

Letters are what Unicode calls letters; case and accents make no difference: é is an e.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

VOWELS = "aeiou"
MOST = 2_000
"""Characters that are looked at: no card has a word so long."""


def spelled(text: Any) -> str:
    """The letters of a text, small and without accents, in order."""
    if callable(text):
        raise ValueError("a function is no text")
    shown = "" if text is None else str(text)
    if len(shown) > MOST:
        raise ValueError(f"a text of over {MOST} characters is no word")
    apart = unicodedata.normalize("NFD", shown.casefold())
    return "".join(char for char in apart if char.isalpha())


def letters(text: Any) -> int:
    """How many letters it has: 5 in `fuzzy`."""
    return len(spelled(text))


def distinct(text: Any) -> int:
    """How many different letters it has: 4 in `fuzzy`."""
    return len(set(spelled(text)))


def repeats(text: Any) -> int:
    """How many of its letters stood in it before: 1 in `fuzzy`."""
    return letters(text) - distinct(text)


def most_of_one(text: Any) -> int:
    """How often its commonest letter stands in it: 2 in `fuzzy`."""
    return max(Counter(spelled(text)).values(), default=0)


def times(text: Any, letter: Any) -> int:
    """How often a letter, or another text, stands in it: `times('fuzzy', 'z')` is 2."""
    wanted = spelled(letter)
    return spelled(text).count(wanted) if wanted else 0


def vowels(text: Any, which: Any = VOWELS) -> int:
    """How many of its letters are vowels: a e i o u, or those of the second text."""
    known = spelled(which)
    return sum(letter in known for letter in spelled(text))


def consonants(text: Any, which: Any = VOWELS) -> int:
    """How many of its letters are no vowels."""
    return letters(text) - vowels(text, which)


def vowel_share(text: Any, which: Any = VOWELS) -> float:
    """The share of vowels among its letters, 0 to 1; 0 if it has no letter."""
    return vowels(text, which) / max(1, letters(text))


def sorted_letters(text: Any) -> str:
    """Its letters in order of the alphabet: `fuyzz`. Anagrams have the same."""
    return "".join(sorted(spelled(text)))


def backwards(text: Any) -> str:
    """Its letters from the last to the first: a palindrome has `backwards(word) == word`."""
    return spelled(text)[::-1]


def words(text: Any) -> int:
    """How many words it has."""
    return len(str(text or "").split())


def lower(text: Any) -> str:
    """The text in small letters."""
    return str(text or "").lower()


def upper(text: Any) -> str:
    """The text in capitals."""
    return str(text or "").upper()


TEXT_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        letters, distinct, repeats, most_of_one, times, vowels, consonants, vowel_share,
        sorted_letters, backwards, words, lower, upper,
    )
}  # fmt: skip
