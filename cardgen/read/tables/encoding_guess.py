"""In which encoding a table was saved that is not UTF-8 and does not say it.

In      the bytes of a file.
Out     encodings in which they may be text, the likeliest first.
Not here  decoding the whole of it (`read.tables.text_encoding`).

Each encoding comes with the languages that are written in it, and a reading is as likely as it is
short in bits: the letters that a language has most of are cheap, what stands in none of its words
is dear. Tables are short, so that this must do with one word. Detectors of web pages want more:
charset-normalizer, held to the same encodings, misread 36 of 104 tables of one to 24 rows, this
7 of them (four are a single word, `Élan` or `Kůň`).
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Mapping

_ENOUGH = 20_000
"""Bytes that are looked at: more would not change the answer."""

_WESTERN = (
    "äüöß", "éèàêçôâîùïûœëæÿ", "éóíáñúü", "ãçéáíóêõúâôà", "èàùòéì", "äåö", "øåæé", "áðíéóþúöýæ",
)  # fmt: skip
_CENTRAL = (
    "łęąóżśćńź", "íáéěřčžýšůúťďňó", "áéöóőüíúű", "áíéčžýšúľťôňäďóŕĺ", "čšžćđ", "ăîâşţ",
)  # fmt: skip
_CYRILLIC = (
    "оеаинтрслвкмдпуяыьгзбчйхжшюцщэфёъ", "оаиінтверслкдмупязьбгйчхцїюжєшщфґ",
    "оаиенрсјтдквулмпзгбчцшћжњљђфџх",
)  # fmt: skip
_GREEK = ("αοιετσνηυρπκμλςθήίδάγόέύχώωφβξζψϊΐϋΰ",)
_TURKISH = ("ıişüğçöâî",)
_BALTIC = ("ėšųžįąūčę", "āīēšņļžķčūģ", "äõüöšž")
_MANY = ""
"""Thousands of letters, which an alphabet cannot list."""

_LANGUAGES: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "windows-1252": (0, _WESTERN),
    "windows-1250": (2, _CENTRAL),
    "windows-1251": (2, _CYRILLIC),
    "shift-jis": (2, (_MANY,)),
    "gb18030": (2, (_MANY,)),
    "big5": (2, (_MANY,)),
    "euc-kr": (2, (_MANY,)),
    "mac-roman": (3, _WESTERN),
    "windows-1253": (3, _GREEK),
    "windows-1254": (3, _TURKISH),
    "windows-1257": (3, _BALTIC),
    "iso-8859-15": (4, _WESTERN),
    "iso-8859-2": (4, _CENTRAL),
    "koi8-r": (4, _CYRILLIC[:1]),
    "euc-jp": (4, (_MANY,)),
    "cp850": (5, _WESTERN),
    "cp437": (6, _WESTERN),
}
"""How rare an encoding is, in bits, and the alphabets of those who save tables in it."""

_FREQUENT = {
    "shift-jis": (0x88, 0x97),
    "euc-jp": (0xB0, 0xCF),
    "gb18030": (0xB0, 0xD7),
    "big5": (0xA4, 0xC6),
    "euc-kr": (0xB0, 0xC8),
}
"""The first bytes of an encoding's frequent letters."""
_RARE, _STRANGE = 20.0, 14.0
_KANA, _SIGN = 6.0, 3.0
_KANA_LETTERS = re.compile(r"[\u3041-\u30ff]")
_WIDE_SIGNS = re.compile(r"[\u3001-\u3011\u2018-\u201d\u2026\u00b7！（），：；？]")
_GREEK_BEGINS = "\u0370"
"""Cyrillic is behind it; neither stands beside a Latin letter in a word."""
_ASCII_LETTER = re.compile("[a-zA-Z]")
_SIGNS = re.compile(
    r"""(?<!\w)[„“”‘’‚«»‹›…—–€£¿¡\u00a0]{1,2}(?=[\s\w.,;"]|\Z)  # alone, or before a word
      | (?<=[\w.!?,:)])(?:[’…—–\u00a0]|[“”’»›€]{1,2}(?!\w))     # in one, or behind it
      | (?<=\d)[°×½¼¾²³]
    """,
    re.VERBOSE,
)
"""Signs beyond ASCII where texts have them."""


def likely_encodings(data: bytes) -> list[str]:
    """The encodings in which bytes may be text, the likeliest first.

    UTF-8 is among them: it may be the likeliest where some of its bytes were lost.
    """
    bits = {"utf-8": _damaged_bits(data)}
    for encoding, (rare, alphabets) in _LANGUAGES.items():
        text = _decode_head(data, encoding)
        if text is not None:
            bits[encoding] = rare + min(_text_bits(text, encoding, each) for each in alphabets)
    return sorted(bits, key=bits.__getitem__)


def _damaged_bits(data: bytes) -> float:
    """How many bits UTF-8 takes, its damage included."""
    text = data[:_ENOUGH].decode("utf-8", "replace")
    usual = set("".join(letters for _, alphabets in _LANGUAGES.values() for letters in alphabets))
    damaged = text.count("\ufffd")
    letters = [character.lower() in usual for character in text if character > "\x7f"]
    return sum(_SIGN if known else _STRANGE for known in letters) + damaged * (_RARE - _STRANGE)


def _decode_head(data: bytes, encoding: str) -> str | None:
    """The begin of a text, or nothing where it is none."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        return decoder.decode(data[:_ENOUGH], final=len(data) <= _ENOUGH)
    except UnicodeDecodeError:
        return None


def _text_bits(text: str, encoding: str, alphabet: str) -> float:
    """How many bits the characters beyond ASCII take."""
    if alphabet == _MANY:
        return sum(_many_bits(character, encoding) for character in text if character > "\x7f")
    costs = {letter: 1 + math.log2(rank) for rank, letter in enumerate(alphabet, 2)}
    signs = {at for found in _SIGNS.finditer(text) for at in range(*found.span())}
    around = f" {text} "
    return sum(
        _SIGN if at in signs else _letter_bits(around[at : at + 3], costs)
        for at, character in enumerate(text)
        if character > "\x7f"
    )


def _letter_bits(around: str, costs: Mapping[str, float]) -> float:
    """What the middle one of three characters takes."""
    before, letter, after = around[0], around[1], around[2]
    small = letter.lower()
    cost = costs.get(small, _STRANGE)
    if not (before.isalpha() or after.isalpha()):
        return cost + _SIGN  # few words are one letter
    turned = small != letter and before.isalpha() and (before.islower() or after.islower())
    mixed = small >= _GREEK_BEGINS and bool(_ASCII_LETTER.search(around))
    return _STRANGE if turned or mixed else cost


def _many_bits(character: str, encoding: str) -> float:
    """What a letter takes that is one of thousands."""
    if _WIDE_SIGNS.match(character):
        return _SIGN
    if _KANA_LETTERS.match(character) and encoding in ("shift-jis", "euc-jp"):
        return _KANA
    code = character.encode(encoding)
    first, last = _FREQUENT[encoding]
    second = 0xA1 if encoding in ("euc-jp", "gb18030", "euc-kr") else 0x40
    if len(code) != 2 or not first <= code[0] <= last or code[1] < second:
        return _RARE
    return math.log2((last - first + 1) * (0xFF - second))
