# ruff: noqa: E501 - a case is a line
"""Layouts, tables and options that ask for more than anybody can have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.decks import (  # fmt: skip
    GAME,
    LAYOUTS,
    Case,
    Content,
    game,
    svg,
    with_cards,
    with_front,
    with_picture,
)

EITHER = -1
CHECK = ("check", "trap")
_TEXT = "font: text, size: 7pt, color: ink"


def build(*targets: str) -> tuple[str, ...]:
    named = (word for target in targets for word in ("-t", target))
    return ("build", "trap", "--dpi", "72", "-j", "1", *named)


def with_game(text: str, **more: Content) -> dict[str, Content]:
    return {"game.yaml": game()["game.yaml"] + text, **more}


def with_deck(text: str) -> dict[str, Content]:
    return {"game.yaml": game(**{"front: front": f"front: front, {text}"})["game.yaml"]}


def layouts() -> Iterator[Case]:
    box = "{shape: rectangle, fill: ink, width: 1mm, height: 1mm, repeat: %s}"
    pieces = "pieces:\n  p0: {draw: [{shape: rectangle, fill: ink}]}\n" + "".join(
        f"  p{i}: {{draw: [{{piece: p{i - 1}}}, {{piece: p{i - 1}}}]}}\n" for i in range(1, 40)
    )
    chain = "styles:\n" + "".join(f"  s{i}: {{extends: s{i + 1}}}\n" for i in range(3_000))
    heirs = "".join(f"  l{i}: {{extends: l{i + 1}}}\n" for i in range(3_000))
    nested = "{overlay: [" * 55 + box % "3" + "], repeat: 3}" * 55
    for name, element in {
        "repeated a billion times": box % "1000000000",
        "repeated for every character": box % "'name * 9999'",
        "repeated in repeats": "{row: [{row: [{row: [" + box % "100" + "], repeat: 100}], repeat: 100}], repeat: 100}",
        "repeated 55 levels deep": nested,
        "in 10^9 columns": "{grid: [" + box % "9" + "], columns: 1000000000}",
        "a star of 10^9 points": "{shape: star, points: 1000000000, fill: ink}",
        "a polygon of 10^9 sides": "{shape: polygon, sides: 1000000000, fill: ink}",
        "a dash of nothing": "{shape: line, stroke: ink, stroke-width: 1mm, dash: [0.00001mm, 0.00001mm], width: 900mm}",
        "a dash of zero": "{shape: ellipse, stroke: ink, stroke-width: 1mm, dash: [0mm], width: 20mm, height: 20mm}",
        "a line of 10 km": "{shape: line, stroke: ink, stroke-width: 900mm}",
        "turned by infinity": "{shape: rectangle, fill: ink, rotate: .inf}",
        "turned by no number": "{shape: rectangle, fill: ink, rotate: .nan}",
        "an opacity of no number": "{shape: rectangle, fill: ink, opacity: .nan}",
        "a radius of 10 km": "{shape: rectangle, fill: ink, radius: 10000000mm}",
        "a fill of 20,000 stops": "{shape: rectangle, fill: {stops: [" + "{at: 50%, color: ink}," * 20_000 + "]}}",
        "a conic fill of 2,000 stops": "{shape: rectangle, fill: {conic: yes, stops: [" + "{at: 50%, color: ink}," * 2_000 + "]}}",
        "a path of 200,000 lines": '{path: "M0 0' + "L1 1L2 0" * 100_000 + '", stroke: ink}',
        "a path of numbers": '{path: "M' + "1" * 200_000 + '", stroke: ink}',
        "a path of arcs": '{path: "M0 0' + "A1e30 1e-30 1e9 1 1 1e9 0" * 5_000 + '", stroke: ink}',
        "a path of signs": '{path: "M0 0' + "-+.e" * 50_000 + '", stroke: ink}',
        "a text of size nothing": "{text: A, font: text, size: 0.0001pt, color: ink}",
        "spaced by 10 km": f"{{text: A B C, tracking: 1e9, {_TEXT}}}",
        "a leading of nothing": f'{{text: "{"word " * 3000}", leading: 0, {_TEXT}}}',
        "in 1,000 columns": f'{{text: "{"word " * 3000}", columns: 1000, {_TEXT}}}',
        "letters as outlines": f'{{outline: "{"狐W" * 3000}", font: text, fill: ink}}',
        "a size to be found": f'{{text: "{"lo rem " * 700}", font: text, size: 500pt, min-size: 0.01pt, color: ink}}',
        "a drop cap of 1,000 lines": f'{{text: "{"word " * 300}", drop-cap: 1000, {_TEXT}}}',
        "a condition without end": box % "3" .replace("3", "[" * 200),
        "a picture of itself": "{picture: layouts.yaml, width: 9mm, height: 9mm}",
        "a picture of a glob": '{picture: "**/*", width: 9mm, height: 9mm}',
        "a crop beyond measure": "{picture: a.png, crop: [-1e9%, 1e9%, nan%, 0%], width: 9mm, height: 9mm}",
        "a name of half a character": '{text: "\\uD83D", font: text, size: 7pt, color: ink}',
    }.items():  # fmt: skip
        yield Case(f"layout: {name}", with_front(element), code=EITHER)
    for name, text in {
        "pieces that double 40 times": LAYOUTS.replace("layouts:", pieces + "layouts:").replace("{shape: rectangle, fill: sand}", "{piece: p39}"),
        "3,000 styles that extend": chain + LAYOUTS,
        "3,000 layouts that extend": LAYOUTS + heirs,
        "a piece in itself": "pieces:\n  p: {draw: [{piece: p}]}\n" + LAYOUTS,
    }.items():  # fmt: skip
        yield Case(f"layout: {name}", {"layouts.yaml": text}, code=EITHER)
    for name, body in {
        "dashes of nothing": '<path d="M0 0L1e6 0" stroke="red" stroke-width="5" stroke-dasharray="0.0001"/>',
        "a line of 10^9": '<path d="M0 0L9 9" stroke="red" stroke-width="1e9" stroke-miterlimit="1e9"/>',
        "a style of braces": "<style>" + "a{" * 50_000 + "</style><rect width='9' height='9'/>",
        "a style of comments": "<style>" + "/*" * 100_000 + "</style><rect width='9' height='9'/>",
        "10,000 rules for 1,000 elements": "<style>" + ".a{fill:red}" * 10_000 + "</style>" + "<rect class='a' width='1' height='1'/>" * 1_000,
        "a class of 100,000 words": "<style>.a{fill:red}</style><rect class='" + "b " * 100_000 + "' width='9' height='9'/>",
        "transforms": "<rect width='9' height='9' transform='" + "rotate(1)" * 50_000 + "'/>",
        "a transform of parentheses": "<rect width='9' height='9' transform='" + "(" * 100_000 + "'/>",
        "a color of digits": f"<rect width='9' height='9' fill='#{'f' * 100_000}'/>",
        "a color of commas": f"<rect width='9' height='9' fill='rgb({'1,' * 100_000}'/>",
        "clips in clips": "".join(f"<clipPath id='c{i}' clip-path='url(#c{i + 1})'><rect width='9' height='9'/></clipPath>" for i in range(1_300)) + "<rect clip-path='url(#c0)' width='9' height='9'/>",
        "gradients that refer in a circle": "<linearGradient id='a' href='#b'/><linearGradient id='b' href='#a'/><rect fill='url(#a)' width='9' height='9'/>",
        "polygons": "<polygon points='" + "1,1 " * 100_000 + "'/>",
        "text": "<text>" + "a" * 500_000 + "</text>",
        "attributes": "<rect " + " ".join(f"a{i}='1'" for i in range(20_000)) + "/>",
    }.items():  # fmt: skip
        yield Case(f"svg: {name}", with_picture("a.svg", svg(body)), code=EITHER)


def decks() -> Iterator[Case]:
    doubling = ", ".join(f'f{i}: {{value: "{{{{ f{i - 1} ~ f{i - 1} }}}}"}}' for i in range(1, 60))
    ring = "fields: {name: {}, a: {value: '{{ b }}'}, b: {value: '{{ a }}'}}"
    rows = "".join(f"- {{name: Card {i}, cost: {i}}}\n" for i in range(600))
    joined = "name,art\n" + "".join(f"Card {i},a\n" for i in range(600))
    equal = "name,art\n" + "One,a\n" * 600
    every = with_deck(
        "fields: {name: {}, cost: {type: integer}, rank: {value: \"{{ cards | selectattr('cost', 'lt', cost) | list | length }}\"}}"
    )
    yield Case("fields that double", with_deck(f"fields: {{name: {{}}, f0: {{value: '{{{{ name }}}}'}}, {doubling}}}"), code=EITHER, command=CHECK)  # fmt: skip
    yield Case("fields in a ring", with_deck(ring), code=EITHER, command=CHECK)
    yield Case("a field that asks all cards of each", {**every, "cards.yaml": rows}, code=EITHER, command=CHECK)  # fmt: skip
    for name, table in (("600 rows", joined), ("600 equal rows", equal)):
        files = {
            "art.csv": table,
            "cards.yaml": rows,
            **with_deck("join: {table: art.csv, on: name}"),
        }
        yield Case(f"a join of {name}", files, code=EITHER, command=CHECK)
    yield Case("a join with itself", with_deck("join: [" + "{table: cards.yaml, on: name}," * 50 + "]"), code=EITHER, command=CHECK)  # fmt: skip
    for path in ("/etc/*", "../*", "**", "**/**/**/**/*", "*" * 3_000 + "x", "[a-", "?" * 500, "../../../canary/*.txt",
                 "~/*", "\\\\host\\*", "*.yaml", "cards.yaml#" + "a" * 9_000, "{{ name }}"):  # fmt: skip
        changed = game(**{"cards.yaml": json.dumps(path)})["game.yaml"]
        shown = path if len(path) < 30 else f"{path[:9]}… of {len(path):,}"
        yield Case(f"cards: {shown}", {"game.yaml": changed}, code=EITHER, command=CHECK)
    yield Case("a glob over 600 files", {"game.yaml": game(**{"cards.yaml": '"**/*.csv"'})["game.yaml"]}, code=EITHER,
               command=CHECK, prepare=_many_files)  # fmt: skip
    for name, text in {
        "deep": "[" * 100_000, "one row of 100,000 fields": json.dumps([{f"f{i}": 1 for i in range(100_000)}]),
        "a number of 100,000 digits": '[{"name": ' + "9" * 100_000 + "}]", "no numbers": '[{"name": NaN, "copies": Infinity}]',
        "half characters": '[{"name": "\\ud83d"}]', "one name twice": '[{"name": "a", "name": "b"}]',
        "lists in lists": '[{"name": ' + "[" * 40 + "]" * 40 + "}]", "20,000 empty rows": json.dumps([{}] * 20_000),
        "no rows": '{"a": {"b": 1}}', "a text": '"text"', "control characters": '[{"name": "a\\u0000\\u001b[31m"}]',
    }.items():  # fmt: skip
        files = {"cards.json": text, "game.yaml": game(**{"cards.yaml": "cards.json"})["game.yaml"]}
        yield Case(f"json: {name}", files, code=EITHER, command=CHECK)
    yield Case("1,300 rows of YAML", with_cards("".join(f"- {{name: Card {i}}}\n" for i in range(1_300))), code=EITHER,
               command=CHECK)  # fmt: skip


def _many_files(project: Path) -> None:
    folder = project / "card_data" / "trap" / "many"
    for i in range(30):
        (folder / f"{i}").mkdir(parents=True)
        for j in range(20):
            (folder / f"{i}" / f"{j}.csv").write_text(f"name\nCard {i} {j}\n")


def games() -> Iterator[Case]:
    loops = "editions:\n" + "".join(f"  e{i}: {{extends: [e{(i + 1) % 40}, e{(i + 2) % 40}]}}\n" for i in range(40))  # fmt: skip
    for name, text, command in (
        ("editions in rings", loops, CHECK),
        ("a thousand editions", "editions:\n" + "".join(f"  e{i}: {{vars: {{a: {i}}}}}\n" for i in range(1_000)), CHECK),
        ("constants that double", "vars:\n" + "".join(f"  v{i}: '{{{{ v{i - 1} ~ v{i - 1} }}}}'\n" for i in range(1, 60)), CHECK),
        ("a constant without end", f"vars: {{a: {'9' * 100_000}}}\n", CHECK),
        ("20,000 colors", "", CHECK),
        ("400 distinct values", "distinct: {traps: {name: [" + ", ".join(f"n{i}" for i in range(400)) + "]}}\n", CHECK),
        ("9,000 distinct values", "distinct: {traps: {name: [" + ", ".join(f"n{i}" for i in range(9_000)) + "]}}\n", CHECK),
        ("9,000 checks", "checks:\n" + "".join(f"- {{code: text-overflow, level: off, reason: x, card: traps/{i}}}\n" for i in range(9_000)), CHECK),
        ("9,000 sound decks", "".join(f"  d{i}: {{cards: cards.yaml, size: micro, front: front, back: back}}\n" for i in range(9_000)), CHECK),
        ("a language without end", f"language: {'x-' * 50_000}x\n", CHECK),
        ("a language of a path", "language: ../../../canary/secret\n", CHECK),
        ("levels of everything", "checks:\n" + "- {ignore: '*', cards: '" + "(" * 900 + "'}\n", CHECK),
        ("sheets of 10 km", "targets: {sheets: {paper: 9999999x9999999mm, gap: 99999999mm, margin: -5mm}}\n", build("sheets")),
        ("sheets of nothing", "targets: {sheets: {paper: 0x0mm}}\n", build("sheets")),
        ("sheets at no dpi", "targets: {sheets: {dpi: nan}, images: {dpi: '1e99'}, tts: {columns: '999999999'}}\n", build("sheets", "images", "tts")),
        ("a profile elsewhere", "targets: {pdfx4: {profile: /etc/passwd}}\n", build("pdfx4")),
        ("a profile above", "targets: {pdfx4: {profile: ../../../canary/secret.txt}}\n", build("pdfx4")),
        ("a printer elsewhere", "targets: {sheets: {printer: ../../../canary/secret.txt}}\n", build("sheets")),
        ("a link in what the game is about", "about: '<script>alert(1)</script>[a](javascript:alert(1))'\n", build("gallery")),
        ("a booklet of no page", "booklets: {b: {text: rules.md, page: {width: 0mm, height: 0mm}}}\n", build("booklet")),
        ("a booklet of 1 mm", "booklets: {b: {text: rules.md, page: {width: 1mm, height: 1mm}}}\n", build("booklet")),
        ("a booklet of 10 km", "booklets: {b: {text: rules.md, page: {width: 9999999mm, height: 9999999mm}}}\n", build("booklet")),
        ("a booklet elsewhere", "booklets: {b: {text: ../../../canary/secret.txt, page: {width: 60mm, height: 90mm}}}\n", build("booklet")),
        ("a box of 10 km", "boxes: {b: {holds: [traps], thickness: 9999999mm}}\n", build("box")),
        ("a box of nothing", "boxes: {b: {holds: [traps], thickness: 0mm, clearance: -99mm}}\n", build("box")),
        ("a box of no number", "boxes: {b: {holds: [traps], depth: nanmm}}\n", build("box")),
        ("a build of a path", "build: [../../../canary]\n", build()),
        ("distinct values of everything", "distinct: {traps: {name: [name, name]}}\n", CHECK),
        ("an order of 10^30", "order: {quantity: 1000000000000000000000000000000}\n", build("mpc")),
    ):  # fmt: skip
        files = with_game(text, **{"rules.md": "# Rules\n\n" + "word " * 500})
        if name == "20,000 colors":
            palette = "palette: {" + ", ".join(f"c{i}: '#{i:06x}'" for i in range(20_000)) + ", "
            files = {"game.yaml": game(**{"palette: {": palette})["game.yaml"]}
        yield Case(f"game: {name}", files, code=EITHER, command=command)
    same = "".join(f'  "{name}": {{cards: cards.yaml, size: micro, front: front, back: back}}\n'
                   for name in ("traps", "Traps", "TRAPS", "traps ", "trap\u200bs", "tr\u00e4ps", "tra\u0308ps", "con", "CON", "a/b", "a-b", "a b",
                                "x" * 90, "x" * 91, "狐" * 40, "狐" * 41, "-", "--", "🂡", "🂢"))  # fmt: skip
    text = GAME.replace("FONT", "fonts/EBGaramond-Regular.ttf").split("  traps:")[0] + same
    boxes = "boxes:\n" + "".join(f'  "{name}": {{holds: [traps], extra: 20mm, panels: {{front: back}}}}\n' for name in ("Box b", "box-b", "box b!", "NUL"))  # fmt: skip
    pages = "booklets:\n" + "".join(
        f'  "{name}": {{text: rules.md, page: {{width: 60mm, height: 90mm}}}}\n' for name in ("Page b", "page-b", "PAGE B!", "AUX", "aux", "\u200b", "!")
    )  # fmt: skip
    for targets in (("mpc", "proof", "sheets"), ("tts", "pcio", "tabletopia"), ("images", "gallery", "data"), ("gamecrafter", "pdfx4"),
                    ("booklet", "box")):  # fmt: skip
        files = {"game.yaml": text + boxes + pages, "rules.md": "# Rules\n"}
        yield Case(
            f"names that become one in {' and '.join(targets)}",
            files,
            code=0,
            command=build(*targets),
        )
    ids = "".join(f'- {{name: A, id: "{name}"}}\n' for name in ("a b", "A b", "a-b", "A-B", "a/b", "a\\\\b", "con", "CON.png", "x" * 200, "x" * 201))  # fmt: skip
    yield Case("ids that become one", with_cards(ids), code=EITHER, command=build("mpc", "images", "tts", "pcio"))  # fmt: skip
