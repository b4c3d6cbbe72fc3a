"""Random card tables, compositions, game files and drawings, nearly valid."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.fuzz.hostile_values import (
    COLORS,
    FILES,
    MARKUP,
    NUMBERS,
    PATHS,
    TEMPLATES,
    TEXTS,
    quoted,
    word,
)  # fmt: skip
from cardgen.read.models import game_file as model


def cards(chance: random.Random) -> str:
    names = ("name", "cost", "rule", "id", "copies", "qty", "extra", "{}", "a b", "self")
    rows = []
    for _ in range(chance.choice((1, 2, 3, 30))):
        fields = chance.sample(names, chance.randrange(1, 7))
        made = (
            f"{field}: {quoted(word(chance, TEXTS, MARKUP, TEMPLATES, NUMBERS))}"
            for field in fields
        )
        nested = ", rule: [a, {b: [c]}]" if chance.random() < 0.05 and "rule" not in fields else ""
        rows.append("- {" + ", ".join(made) + nested + "}")
    return "\n".join(rows) + "\n"


def table(chance: random.Random) -> str:
    """CSV: quotes and commas where they must not be, too."""
    cells = (*TEXTS, *MARKUP, '"', '""', '"a""b"', '"a', 'a"b', "a,b", "\r", "\r\n", "\0", '"a\nb"')
    rows = [
        ",".join(chance.choice(cells) for _ in range(chance.randrange(6)))
        for _ in range(chance.randrange(9))
    ]
    head = chance.choice(
        ("name,cost,rule", "name,,rule", "name,name", "", "id,copies,name", '"name')
    )
    return chance.choice(("\n", "\r\n", "\r")).join([head, *rows])


_COUNTED = (
    "name", "cost", "nmae", '"cost > 1"', '"name ~ cost"', '"1 / 0"', '"name["', "''",
    '"{{ name }}"',
)  # fmt: skip
_SHARES = (
    "[0%, 100%]", "[50%, 10%]", "[1, 2]", "[a, b]", "[0.5, 0.6]", "[]", "10%", "[1e9%, 1e999%]",
)  # fmt: skip


def composition(chance: random.Random) -> str:
    decks = chance.sample(("main", "more", "game", "mian"), chance.randrange(1, 4))
    return "".join(f"{deck}: {{{', '.join(_wanted(chance))}}}\n" for deck in decks)


def _wanted(chance: random.Random) -> Iterator[str]:
    """Some parts of what a deck must hold."""
    for part in chance.sample(sorted(model.DeckComposition.model_fields), chance.randrange(1, 5)):
        one, other = chance.choice(_COUNTED), chance.choice(_COUNTED)
        number, most = chance.choice(NUMBERS), chance.choice(NUMBERS)
        values = {
            "total": number,
            "count": f"{{{one}: {{Fox: {number}, '': 1}}}}",
            "range": f"{{{one}: [{number}, {most}]}}",
            "share": f"{{{one}: {chance.choice(_SHARES)}}}",
            "equal": f"[[{one}, {other}]]",
            "copies": f"{{{one}: {{Fox: {number}}}}}",
            "distinct": chance.choice(("yes", "no", "x")),
            "expect": f"{{{one}: [Fox, Cat, {number}]}}",
        }
        yield f"{part}: {values.get(part, f'[{one}]')}"


def game(chance: random.Random) -> str:
    def any_of(*options: str) -> str:
        return chance.choice(options)

    def text(*more: str) -> str:
        return quoted(word(chance, TEXTS, more or TEMPLATES))

    size = any_of("mini", "poker", "circle", "hex", "x")
    face = any_of("face", '"{{ name }}"', "fcae", '""', '"{{ 1 / 0 }}"', '"{{"')
    font = any_of("fonts/EBGaramond-Regular.ttf", "cards.yaml", "{}", FILES[0])
    language = quoted(any_of("en", "de", "xx", "ar", "zh-Hant", "", "e" * 99, "\0"))
    code, level = any_of("tight-text", "x", "missing-file"), any_of("error", "warning", "off", "x")
    lines = [
        f"game: {text('Sample')}",
        f"decks: {{main: {{cards: cards.yaml, size: {size}, front: {face}, id: {text()}}}}}",
        f"language: {language}",
        f"palette: {{ink: {chance.choice(COLORS)}, leaf: {chance.choice(COLORS)}, paper: '#eee'}}",
        f"fonts: {{text: {font}}}",
        f"icons: {{coin: {{picture: {chance.choice(FILES)}, height: {chance.choice(NUMBERS)}}}}}",
        f"checks: [{{code: {code}, level: {level}, reason: {text()}}}]",
        f"distinct: {{{any_of('main', 'x')}: {{name: [Fox, {text()}]}}}}",
        f"order: {{stock: {text('S30')}}}",
    ]
    return "\n".join([*lines[:2], *(line for line in lines[2:] if chance.random() < 0.75)]) + "\n"


def drawing(chance: random.Random) -> str:
    """An SVG file."""
    shapes = (
        '<circle r="{n}"/>', '<rect width="{n}" height="{n}" rx="{n}" transform="scale({n})"/>',
        '<path d="{p}" stroke="red" stroke-dasharray="{n} 0.0001"/>', '<use href="#a"/>',
        '<g id="a"><use href="#a"/></g>', '<polygon points="{n} {n} {n}"/>', "<text>a</text>",
        "<!-- a",
        '<style>*{{fill:url(#g)}}</style>',
        '<linearGradient id="g" href="#g"><stop offset="{n}"/></linearGradient>',
        '<path d="{p}" style="fill:{t}"/>', "<g>" * 300, '<!ENTITY a "b">&a;',
        '<clipPath id="a"><use href="#a"/></clipPath>',
    )  # fmt: skip
    inner = "".join(
        chance.choice(shapes)
        .replace("{n}", chance.choice(NUMBERS))
        .replace("{p}", chance.choice(PATHS))
        for _ in range(chance.randrange(6))
    )
    view = chance.choice(("0 0 9 9", "0 0 0 0", "0 0 1e300 1", "a b", "-9 -9 1e-9 1"))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inner}</svg>'
