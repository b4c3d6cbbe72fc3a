"""Wording over a whole deck: one thing said in two ways.

In      the cards' short texts as they were typed.
Out     findings at the word that differs, the other wordings beside it as notes.
Not here  slips within one text (`check.rules.wording.typing`), quotation marks
        (`check.rules.wording.quotations`).

Two short texts of a field are near-duplicates if they are equal once articles, capitals,
punctuation and amounts are taken away. They are worded differently if they still differ
when only the amounts are taken away: `+2 if first` and `+1 if first` agree, `5 letters`
and `five letters` do not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import pairwise

from msgspec import Struct

from cardgen.bind.pictures import PICTURE_FILES
from cardgen.cache.content_key import make_record_key
from cardgen.check.engine.kept_findings import keep_findings
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.second_reads import read_again
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.typed_texts import TypedText, list_typed_texts
from cardgen.check.rules.wording.typing import locate_part
from cardgen.core.findings import Finding, Note, plural


class MixedWording(Rule):
    """One thing said in two ways over a deck."""

    heading = "Wording over the deck"
    codes = (
        Explanation(
            "mixed-wording",
            "cards of a deck say the same thing in different words",
            "Players read a difference in wording as a difference in rules: if one card says "
            "`five letters` and another `5 letters`, or one has a comma more, somebody will ask "
            "what it means.",
            "Choose one form, and write it on all cards that the notes name. Only texts of the "
            "same field, of at most 80 characters, are compared.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_mixed_wording(subject)


LONGEST = 80
"""Characters of the longest text that is compared with others."""


# --- what words mean -----------------------------------------------------------------------

_ARTICLES = {"the": "the", "a": "a", "an": "a"}
_NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve "
    "null zwei drei vier fünf sechs sieben acht neun zehn elf zwölf "
    "deux trois quatre cinq six sept huit neuf dix onze douze".split()
)
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1
    )
}
_TOKEN = re.compile(r"(?<![\w.])[+\-−]?\d+(?:st|nd|rd|th)?(?!\w)|\w+(?:['’]\w+)*|[^\w\s]")
_ALIKE = str.maketrans("’‘“”−", "''\"\"-")
_DROPPED = frozenset(".,;:()[]…–—-\"'“”‘’„«»*")
_SPELLED_OUT = 12
_LONG = 10
"""Digits of a number that is large; Python reads no thousands of digits."""
"""The largest number that books set as a word."""


class WordToken(Struct, frozen=True, gc=False):
    """A word or mark of a text. `key` is what it means, "" if nothing; `form` is how it is
    typed, amounts taken away."""

    key: str
    form: str
    start: int
    end: int


def split_texts(texts: Iterable[str]) -> dict[str, tuple[WordToken, ...]]:
    """The words and marks of texts; most texts have the words of others."""
    meanings: dict[str, tuple[str, str]] = {}

    def find_meaning(word: str) -> tuple[str, str]:
        known = meanings.get(word)
        if known is None:
            known = meanings[word] = _find_meaning(word)
        return known

    return {
        text: tuple(
            WordToken(*find_meaning(found[0]), found.start(), found.end())
            for found in _TOKEN.finditer(text)
        )
        for text in texts
    }


def _find_meaning(word: str) -> tuple[str, str]:
    """The key and the form of a word."""
    folded = word.casefold().replace("’", "'").replace("−", "-")
    sign = folded[0] if folded[0] in "+-" and len(folded) > 1 else ""
    digits = re.match(r"\d+", folded.removeprefix(sign))
    if digits:
        if folded[-1].isalpha():
            return f"#{digits[0]}", folded
        small = sign or (len(digits[0]) < _LONG and int(digits[0]) <= _SPELLED_OUT)
        return (f"{sign}#", f"{sign}0") if small else (f"{sign}##", f"{sign}00")
    if folded in _ORDINALS:
        return f"#{_ORDINALS[folded]}", word
    if folded in _NUMBERS:
        return "#", "Number" if word[0].isupper() else "number"
    if folded in _ARTICLES or folded in _DROPPED:
        return "", _unify_mark(word)
    return folded, _unify_mark(word)


def _unify_mark(word: str) -> str:
    """Marks that print alike are no difference in wording."""
    return word.translate(_ALIKE)


# --- near-duplicates -----------------------------------------------------------------------


class WordingVariant(Struct, frozen=True):
    """One way to word a text, and where it is used."""

    tokens: tuple[WordToken, ...]
    uses: tuple[TypedText, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(token.form for token in self.tokens)

    @property
    def cards(self) -> int:
        return sum(typed.card.copies for typed in self.uses)

    @property
    def articles(self) -> dict[int, str]:
        """Which article stands before the word of that number."""
        places: dict[int, str] = {}
        words = 0
        for token in self.tokens:
            article = _ARTICLES.get(token.form.casefold())
            if article and not token.key:
                places[words] = article
            words += bool(token.key)
        return places

    def may_mean(self, other: WordingVariant) -> bool:
        """Whether it can say the same: `a card` and `the card` do not."""
        own, theirs = self.articles, other.articles
        return all(theirs.get(place, article) == article for place, article in own.items())


def find_mixed_wording(subject: Subject) -> Iterator[Finding]:
    """Near-duplicate texts of a field, and numbers typed in two ways; names of pictures are no
    words."""
    fields: dict[tuple[str, str], list[TypedText]] = defaultdict(list)
    for typed in list_typed_texts(subject):
        if len(typed.text) <= LONGEST and not typed.text.casefold().endswith(PICTURE_FILES):
            fields[typed.deck, typed.field].append(typed)
    for texts in fields.values():
        key = _make_texts_key(subject, texts)
        yield from keep_findings(subject.kept, key, partial(_find_in_field, subject, texts))


def _make_texts_key(subject: Subject, texts: Sequence[TypedText]) -> bytes:
    """What stands for the texts of a field: all that findings say of them, places included. Places
    within a text that the file holds otherwise, after a backslash, are counted in the file."""
    uses = [(typed.label, typed.card.copies, typed.scalar) for typed in texts]
    escaped = {typed.scalar.span.file for typed in texts if typed.scalar.verbatim is None}
    files = [read_again(subject.game, name) for name in sorted(escaped)]
    return make_record_key("mixed wording", texts[0].deck, texts[0].field, uses, files)


def _find_in_field(subject: Subject, texts: Sequence[TypedText]) -> Iterator[Finding]:
    tokens = split_texts(dict.fromkeys(typed.text for typed in texts))
    reported: set[str] = set()
    for group in _group_variants(texts, tokens):
        reported |= {typed.text for variant in group for typed in variant.uses}
        yield _report_mixed_wording(subject, group, tokens)
    yield from _find_mixed_numbers(subject, texts, tokens, reported)


def _group_variants(
    texts: Sequence[TypedText], tokens: Mapping[str, tuple[WordToken, ...]]
) -> Iterator[list[WordingVariant]]:
    """Texts that say the same in more than one way."""
    by_key: dict[str, dict[tuple[str, ...], list[TypedText]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for typed in texts:
        parts = tokens[typed.text]
        key = "".join(token.key for token in parts)
        if sum(map(str.isalpha, key)) >= 2:
            by_key[key][tuple(token.form for token in parts)].append(typed)
    for forms in by_key.values():
        if len(forms) > 1:
            variants = [
                WordingVariant(tokens[uses[0].text], tuple(uses)) for uses in forms.values()
            ]
            yield from (group for group in _group_agreeing(variants) if len(group) > 1)


def _group_agreeing(variants: Sequence[WordingVariant]) -> list[list[WordingVariant]]:
    groups: list[list[WordingVariant]] = []
    for variant in variants:
        own = next((g for g in groups if all(variant.may_mean(other) for other in g)), None)
        if own is None:
            groups.append([variant])
        else:
            own.append(variant)
    return groups


def _report_mixed_wording(
    subject: Subject, group: Sequence[WordingVariant], tokens: Mapping[str, tuple[WordToken, ...]]
) -> Finding:
    """Point at the rarest wording; where all are equally rare, at the one whose words stand
    together least often over the deck."""
    pairs = Counter(
        pair for parts in tokens.values() for pair in pairwise(token.form for token in parts)
    )
    weakest = [min((pairs[pair] for pair in pairwise(v.forms)), default=0) for v in group]
    order = sorted(range(len(group)), key=lambda i: (group[i].cards, weakest[i], -i))
    rare, *others = (group[index] for index in order)
    first, usual = rare.uses[0], others[-1]
    near = _find_nearest(first, usual, tokens)
    (start, end), there = _locate_difference(rare, near)
    ways = "two ways" if len(group) == 2 else f"{len(group)} ways"
    return Finding(
        "mixed-wording",
        f"`{first.field}` is worded in {ways} over the deck: `{first.text[start:end]}` here, "
        f"`{near.uses[0].text[slice(*there)]}` on {_tell_cards(usual.uses)}",
        locate_part(subject, first.scalar, start, end - start),
        "warning",
        label=f"on {_tell_cards(rare.uses)}",
        hint="write it in the same way on all of them",
        notes=tuple(_list_wordings(rare.uses[1:], (v.uses for v in reversed(others)))),
        card=first.label,
    )


def _tell_cards(uses: Sequence[TypedText]) -> str:
    """How many cards have a text; those on the bench count as none, and are called so."""
    count = sum(typed.card.copies for typed in uses)
    return plural(count, "card") if count else plural(len(uses), "benched card")


def _find_nearest(
    first: TypedText, usual: WordingVariant, tokens: Mapping[str, tuple[WordToken, ...]]
) -> WordingVariant:
    """The usual wording, of its texts the one that has most in common with `first`."""
    like = SequenceMatcher(None, b=first.text, autojunk=False)

    def share(use: TypedText) -> float:
        like.set_seq1(use.text)
        return like.ratio()

    best = max(usual.uses, key=share)
    return WordingVariant(tokens[best.text], (best,))


def _list_wordings(
    rest: Sequence[TypedText], others: Iterator[tuple[TypedText, ...]]
) -> Iterator[Note]:
    """Every text of the group once, with how many cards have it."""
    for uses in (*others, rest):
        texts: dict[str, list[TypedText]] = defaultdict(list)
        for typed in uses:
            texts[typed.text].append(typed)
        for text, same in texts.items():
            yield Note(f"`{text}` on {_tell_cards(same)}, first", same[0].scalar.span)


def _locate_difference(
    one: WordingVariant, other: WordingVariant
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where two wordings first differ, with a word on each side of what one of them lacks."""
    codes = SequenceMatcher(None, one.forms, other.forms, autojunk=False).get_opcodes()
    kind, i1, i2, j1, j2 = next(code for code in codes if code[0] != "equal")
    before, after = (0, 0) if kind == "replace" else (1, 1)
    return _token_range(one, i1 - before, i2 + after), _token_range(other, j1 - before, j2 + after)


def _token_range(variant: WordingVariant, first: int, end: int) -> tuple[int, int]:
    tokens = variant.tokens[max(0, first) : max(1, end)]
    return tokens[0].start, tokens[-1].end


# --- numbers -------------------------------------------------------------------------------

_NOT_COUNTED = frozenset(
    "of to the and or in on at by for from with if is are more less fewer".split()
)


def _find_mixed_numbers(
    subject: Subject,
    texts: Sequence[TypedText],
    tokens: Mapping[str, tuple[WordToken, ...]],
    reported: set[str],
) -> Iterator[Finding]:
    """`2 coins` on some cards, `two coins` on others, in texts that are else different."""
    uses: dict[str, dict[str, list[tuple[TypedText, int, int]]]] = defaultdict(
        lambda: {"0": [], "number": []}
    )
    for typed in texts:
        for amount, noun in pairwise(tokens[typed.text]):
            form = amount.form.casefold()
            if form in ("0", "number") and noun.key.isalpha() and noun.key not in _NOT_COUNTED:
                uses[noun.key][form].append((typed, amount.start, noun.end))
    for forms in uses.values():
        rare, usual = sorted(forms.values(), key=lambda found: sum(u[0].card.copies for u in found))
        if rare and usual and not any(typed.text in reported for typed, _, _ in (*rare, *usual)):
            yield _report_mixed_number(subject, rare, usual)


def _report_mixed_number(
    subject: Subject,
    rare: Sequence[tuple[TypedText, int, int]],
    usual: Sequence[tuple[TypedText, int, int]],
) -> Finding:
    typed, start, end = rare[0]
    other, first, last = usual[0]
    count = _tell_cards([use[0] for use in usual])
    return Finding(
        "mixed-wording",
        f"`{typed.field}` has figures and words for numbers: `{typed.text[start:end]}` here, "
        f"`{other.text[first:last]}` on {count}",
        locate_part(subject, typed.scalar, start, end - start),
        "warning",
        label=f"on {_tell_cards([use[0] for use in rare])}",
        hint="write such numbers in one way over the deck",
        notes=tuple(
            Note(f"`{use.text[a:b]}`", locate_part(subject, use.scalar, a, b - a))
            for use, a, b in (*usual, *rare[1:])
        ),
        card=typed.label,
    )
