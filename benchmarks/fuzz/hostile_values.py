"""Values that a person or a machine might write into a field, likely ones and hostile ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

TEXTS = (
    "", " ", "~", "null", "yes", "no", "-", "?", ":", "#", "0", "00", "-0", "1.", ".5", "1e3", "x",
    "1_000", "0x1F", "+1", "−1", "½", "٣", "²", "9" * 30, "9" * 400, "1e999", "-1e999", ".inf",
    ".nan", "nan", "Infinity", "1" + "0" * 308, "0." + "0" * 320 + "1", "\u202eabc\u202c",
    "\u200d\u200c\u2060\ufeff", "a\u0301" * 40, "é" * 3, "漢字", "👩‍👩‍👧‍👦" * 9, "שלום", "אב 12 ab",
    "ﷺ", "\U0010ffff", "\ue000", "\x85", "\u2028", "a\tb", "a\nb", "\n" * 50, "word " * 300,
    "x" * 5000, "aaaa " * 2000, "“”‘’" * 9, "\"'" * 20, "--- ...", "<b>x</b>", "&amp;",
)  # fmt: skip
MARKUP = (
    "**", "*", "***", "**a", "a**", "*a **b* c**", "[a", "[a]", "[a]{", "[a]{b}", "[a]{150%}",
    "[a]{0%}",
    "[a]{999999%}", "[a]{body}", "[a]{ink}", "[a]{sc}", "{coin}", "{coin", "{}", "{{}}", "}{", "\\",
    "\\*",
    "\\{coin}", "[[[[a]{sc}]{sc}]{sc}]{ink}", "[" * 200, "*" * 500, "**a** " * 300, "{coin}" * 200,
    "[a]{b} " * 200, "a\\\nb", "- a\n- b\n\n- c", "a\n\n\n\nb",
)  # fmt: skip
TEMPLATES = (
    "{{ name }}", "{{ rule }}", "{{ cost }} {coin}", "a **bold** word", "*{{ rule }}*", "Fox",
    "{{ name }}", "{{ nmae }}", "{{ name", "{{ name }", "{{ }}", "{{ cost + 1 }}", "{{ name * 9 }}",
    "{{ name / 2 }}", "{{ 1 / 0 }}", "{{ cost % 0 }}", "{{ 9 ** 9 ** 9 }}",
    "{{ 9 * 9 * 9 * cost }}",
    "{{ 'a' * 99999999 }}", "{{ name ~ name ~ name }}", "{{ name[0] }}", "{{ name[99] }}",
    "{{ name[::-1] }}", "{{ name.x }}", "{{ name.__class__ }}", "{{ name.upper() }}",
    "{{ cost() }}",
    "{{ name|upper }}", "{{ name|center(99999999) }}", "{{ name|replace('', name) }}",
    "{{ name|sum }}",
    "{{ cost|length }}", "{{ name|join(name) }}", "{{ name|list|sort }}", "{{ cost|round(99) }}",
    "{{ name|int(99) }}", "{{ '9' * 9 }}", "{{ name|first|last|max }}", "{{ none|default }}",
    "{% if name %}a{% endif %}", "{% if %}", "{% for x in name %}{{ x }}{% endfor %}", "{# a #}",
    "{#",
    "{% raw %}{{{% endraw %}", "{% set a = 1 %}", "{% macro a() %}{% endmacro %}", "{{ self }}",
    "{{ " + "(" * 90 + "1" + ")" * 90 + " }}", "{{ " + "not " * 300 + "name }}", "{{ 1 if name }}",
    "{{ " + "1 + " * 400 + "1 }}", "{{ [1, 2, 3] }}", "{{ {1: 2} }}", "{{ name is defined }}",
    "{{ lipsum() }}", "{{ range(99999999) }}", "{{ [[1] * 9] * 9 }}", "{{ name ~ 1e999 }}",
    "{{ id }}",
)  # fmt: skip
EXPRESSIONS = (
    "name", "cost", "2", "cost > 2", "not rule", "name == 'Fox'",
    "name", "not name", "cost > 2", "cost > name", "name in 'Fox'", "name ==", "== name",
    "cost|round",
    "name.x", "1 / 0", "true", "[1, 2, 3]", "3", "300", "999999999", "-1", "cost", "name|list",
    "''",
    "'a' * 99999", "[0] * 99999999", "name[", "cost if", "{1: 2}", "9 ** 9", "1e308 * 10", "nmae",
    "(",
)  # fmt: skip
LENGTHS = (
    "5mm", "1mm", "50%", "3pt", "9pt", "0", "20mm", "0.5mm", "2em",
    "0", "1mm", "-1mm", "5mm", "50%", "100%", "-50%", "2em", "9pt", "1in", "3px", "0mm", "1e3mm",
    "9", "mm",
    "99999mm", "9999999999999mm", "0.000000001mm", "1" + "0" * 300 + "mm", "1.5.5mm", "- 1mm",
    "+1mm",
    "1 mm", "１mm", "1MM", "100000%", "0.0001%", "1000em", "0.1pt", "0.00001pt", "10pt", "500pt",
    "100000pt",
)  # fmt: skip
COLORS = (
    "ink", "leaf", "paper", "none", "black", "'#ffffff'",
    "ink", "leaf", "paper", "black", "none", "'#fff'", "'#ffffff'", "'#12345'", "'#ffffffff'",
    "inkk", "'#'",
    '"{{ name }}"', "{from: ink, to: leaf}", "{from: ink}", "{stops: []}",
    "{from: ink, to: leaf, angle: 1e9}",
    "{stops: [{at: 0%, color: ink}, {at: 0%, color: leaf}]}", "{stops: [{at: 900%, color: ink}]}",
    "{from: leaf, to: ink, radial: yes}", "{from: leaf, to: ink, angle: -7200.5}",
)  # fmt: skip
PATHS = (
    "M 0 0 C 9 9 50 50 90 9 Z", "M 0 0 A 5 5 0 0 1 9 9", "m 0 0 l 10 10 h 9 v 9 z",
    "M 0 0 L 100 0 L 50 100 Z", "M", "L 1 1", "M 0 0", "M 0 0 Z", "Z", "M 0 0 K 1", "M 0 0 L 1",
    "m 0 0 l 1e9 1e9",
    "M 1e39 1e39 L 0 0", "M 0 0 A 5 5 0 0 1 9 9", "M 0 0 A 0 0 0 0 1 9 9",
    "M 0 0 A 1e-9 1e9 45 1 1 9 9",
    "M 0 0 A 5 5 0 2 3 9 9", "M 0 0 C 1 1 2 2 3 3 S 4 4 5 5 Q 6 6 7 7 T 8 8", "M0,0h1v1H0z" * 200,
    "M.5.5.5.5",
    "M 0 0 L nan inf", "M-1-1-1-1", "M 0 0 " + "L 9 9 0 0 " * 2000,
    "M 0 0 C 1e300 1e300 1e300 1e300 1e300 1e300",
)  # fmt: skip
NUMBERS = (
    "0.5",
    "1",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "0.5",
    "100",
    "1000",
    "1e9",
    "9" * 40,
    "nan",
    "1.5",
    "two",
    "360",
    "10000",
)
FILES = (
    "coin.svg", "parchment.jpg", "linen.jpg", "none.png", "cards.yaml", "../x.png",
    "fonts/EBGaramond-Bold.ttf",
    '"{{ name }}.png"', '""', "/etc/passwd", '"\\0"', "a/../b.png", "C:\\\\x.png",
    "https://x.org/a.png",
)  # fmt: skip


def word(chance: random.Random, *pools: tuple[str, ...]) -> str:
    return chance.choice(chance.choice(pools))


TAME = 0.97
"""How often a value is one of the first of its pool: a game of many wild values is refused
early, and most of what lies behind is never reached."""


def tame(chance: random.Random, pool: Sequence[str], nice: int = 6) -> str:
    return chance.choice(pool[:nice] if chance.random() < TAME else pool)


def quoted(text: str) -> str:
    """In double quotes, as YAML reads it back."""
    escaped = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    )
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'
