# ruff: noqa: E501 - a case is a line
"""The newest features, each asked for more than anybody can have."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator

from tests.hostile.decks import Case, Content, game, png, svg, with_cards, with_front, with_picture
from tests.hostile.import_cases import text_row, xlsx
from tests.hostile.layout_cases import build, with_deck, with_game

EITHER = -1
CHECK = ("check", "trap")
_TEXT = "font: text, size: 7pt, color: ink"
_BOX = "width: 9mm, height: 9mm"


def elements() -> Iterator[Case]:
    """Elements, effects, curves and places."""
    points = ", ".join(f"[{i % 100}%, {i * 7 % 100}%]" for i in range(9_000))
    dense = ", ".join(f"[{i / 1000}%, {i % 2 * 100}%]" for i in range(60_000))
    curve = "M0 0" + "Q50 99 99 0T0 0" * 2_000
    for name, element in {
        "a shadow of 10 km": f"{{shape: rectangle, fill: ink, {_BOX}, shadow: {{blur: 10000000mm}}}}",
        "a shadow of 900 mm": f"{{shape: rectangle, fill: ink, {_BOX}, shadow: {{blur: 900mm, x: 1mm}}}}",
        "a shadow of no number": f"{{shape: rectangle, fill: ink, {_BOX}, shadow: {{blur: 1e309mm}}}}",
        "a shadow far away": f"{{shape: rectangle, fill: ink, {_BOX}, shadow: {{x: 1e300mm, y: -1e300mm, blur: 1mm}}}}",
        "a glow of 10 km": f"{{shape: rectangle, fill: ink, {_BOX}, glow: {{blur: 10000000mm}}}}",
        "a spread of 10 km": f"{{shape: rectangle, fill: ink, {_BOX}, shadow: {{spread: 10000000mm, blur: 1mm}}}}",
        "300 shadows": f"{{shape: rectangle, fill: ink, {_BOX}, shadow: {{blur: 9mm}}, repeat: 200}}",
        "300 glows and shadows": "{overlay: [" + f"{{shape: star, fill: ink, {_BOX}, shadow: {{blur: 30mm}}, inner-shadow: {{blur: 30mm}}, glow: {{blur: 30mm}}}}, " * 60 + "]}",
        "shadows in shadows": "{overlay: [" * 27 + f"{{shape: rectangle, fill: ink, {_BOX}}}" + "], shadow: {blur: 3mm}}" * 27,
        "all shadows in all shadows": "{overlay: [" * 27 + f"{{shape: rectangle, fill: ink, {_BOX}}}" + "], shadow: {blur: 3mm}, glow: {blur: 2mm}, inner-shadow: {blur: 1mm}}" * 27,
        "opacity in opacity": "{overlay: [" * 50 + f"{{shape: rectangle, fill: ink, {_BOX}}}" + "], opacity: 0.9}" * 50,
        "masks in masks": "{overlay: [" * 30 + f"{{shape: rectangle, fill: ink, {_BOX}}}" + "], mask: {from: 0%, to: 100%}}" * 30,
        "a text on an endless curve": f'{{text: "{"word " * 900}", curve: {{path: "{curve}"}}, {_TEXT}}}',
        "a text on a curve of a million arcs": f'{{text: "word", curve: {{path: "M0 0{"a9 9 0 1 1 1 1" * 60_000}"}}, {_TEXT}}}',
        "a text on a curve of nothing": f'{{text: "word", curve: {{path: "M0 0M0 0Z"}}, {_TEXT}}}',
        "a text on a curve of 10 km": f'{{text: "word", curve: {{path: "M0 0L1e30 1e30"}}, {_TEXT}}}',
        "a text on a curve without view": f'{{text: "word", curve: {{path: "M0 0L9 9", view: [0, 0, 0, 0]}}, {_TEXT}}}',
        "a text on a curve of no number": f'{{text: "word", curve: {{start: .nan, sweep: .inf}}, {_TEXT}}}',
        "a text on a sweep of 1e300": f'{{text: "word", curve: {{sweep: 1e300, spread: yes}}, {_TEXT}}}',
        "a polygon of 9,000 points": f"{{shape: polygon, points: [{points}], fill: ink}}",
        "a line of 60,000 points with dashes": f"{{shape: line, points: [{dense}], stroke: ink, dash: [0.1mm]}}",
        "a curve of 9,000 points": f"{{shape: curve, points: [{points}], stroke: ink}}",
        "a polygon of points a template gives": '{shape: polygon, points: "{{ [[name] * 9, 1] }}", fill: ink}',
        "a polygon of 10^8 corners by template": '{shape: polygon, corners: "{{ 10**8 }}", fill: ink}',
        "at 9,000 points": f"{{shape: rectangle, fill: ink, width: 1mm, height: 1mm, at: [{points}], repeat: 200}}",
        "along an endless curve": f'{{shape: rectangle, fill: ink, width: 1mm, height: 1mm, repeat: 200, along: {{path: "{curve}"}}}}',
        "along a sweep of no number": "{shape: rectangle, fill: ink, width: 1mm, height: 1mm, repeat: 200, along: {sweep: .nan, start: .inf}}",
        "an arc of 1e300 degrees": "{shape: arc, start: 1e300, sweep: 1e300, stroke: ink}",
        "a ring of no number": "{shape: ring, start: .nan, sweep: .nan, inner: 100%, fill: ink}",
        "a pie of 1e18 degrees": "{shape: pie, sweep: 1000000000000000000, fill: ink}",
        "a bubble with a tail at the moon": "{shape: bubble, tail: [1e30mm, -1e30mm], fill: ink}",
        "tiles of nothing": "{picture: a.svg, tile: 0.0001mm, width: 30mm, height: 30mm}",
        "tiles of 1 µm of a picture": "{picture: a.png, tile: 0.001mm, width: 30mm, height: 30mm}",
        "slices over all": "{picture: a.png, slice: [100%, 100%, 100%, 100%], slice-width: 10000mm, width: 30mm, height: 30mm}",
        "slices of no number": "{picture: a.png, slice: [.nan, 1e9%, -5%, 0%], width: 30mm, height: 30mm}",
        "recolored 9,000 times": "{picture: a.svg, recolor: {" + ", ".join(f'"#{i:06x}": ink' for i in range(9_000)) + "}, width: 9mm, height: 9mm}",
        "a part that is not there": "{picture: a.svg#" + "x" * 9_000 + ", width: 9mm, height: 9mm}",
        "a part in a part": "{picture: a.svg#a#b#c, width: 9mm, height: 9mm}",
        "a QR code of 8,000 letters": f'{{barcode: "{"狐" * 8_000}", kind: qr, {_BOX}}}',
        "a QR code of 3,000 digits": f'{{barcode: "{"7" * 3_000}", kind: qr, {_BOX}}}',
        "a QR code of half a character": '{barcode: "\\uD83D", kind: qr, width: 9mm, height: 9mm}',
        "an EAN of 9,000 digits": f'{{barcode: "{"9" * 9_000}", kind: ean-13, {_BOX}}}',
        "an EAN of other digits": f'{{barcode: "٩٧٨٣١٦١٤٨٤١٠٠", kind: ean-13, {_BOX}}}',
        "200 QR codes": f'{{grid: [{{barcode: "{{{{ name }}}} {{{{ item }}}} {"7" * 900}", kind: qr, height: 3mm, repeat: 200}}], columns: 20}}',
        "lengths in lengths": f"{{shape: rectangle, fill: ink, width: \"{'(' * 3_000}1mm{')' * 3_000}\"}}",
        "a length of 9,000 terms": f"{{shape: rectangle, fill: ink, width: \"1mm{' + 1mm' * 9_000}\"}}",
        "a length divided by nothing": '{shape: rectangle, fill: ink, width: "1mm / 0"}',
        "a length divided by the least": '{shape: rectangle, fill: ink, width: "1mm / 1e-320", height: "1e308mm * 1e308"}',
        "a length of ems of ems": '{text: A, font: text, size: 7pt, tracking: "1e300em", leading: "1e300em", color: ink}',
        "a color of 9,000 digits": f'{{shape: rectangle, fill: "rgb({"9" * 9_000} 1 1)"}}',
        "a color of no number": '{shape: rectangle, fill: "hsl(nan inf% 1e999%)"}',
        "a share of no number": '{shape: rectangle, fill: "ink / nan%"}',
        "a drop cap in 1,000 columns": f'{{text: "{"word " * 900}", columns: 1000, drop-cap: 3, {_TEXT}}}',
        "an outline of 1,000 letters with shadows": f'{{outline: "{"Sg" * 500}", font: text, fill: ink, stroke: sand, shadow: {{blur: 9mm}}}}',
        "a stroke around 3,000 letters": f'{{text: "{"Sg" * 1_500}", {_TEXT}, stroke: sand, stroke-width: 1mm}}',
        "an indent of 10 km": f'{{text: "{"word " * 900}", indent: 10000000mm, {_TEXT}}}',
        "paragraph gaps of 10 km": '{text: "a\\n\\nb\\n\\nc", paragraph-gap: 10000000mm, font: text, size: 7pt, color: ink}',
        "icons that are none": f'{{text: "{"{drop}" * 3_000}", {_TEXT}}}',
        "markup in markup": f'{{text: "{"**a *b " * 2_000}", {_TEXT}}}',
        "markup of colors": f'{{text: "{"[a]{{ink}}" * 2_000}", {_TEXT}}}',
        "a text fitted to 0 mm": f'{{text: "{"word " * 900}", font: text, size: 90pt, min-size: 0.5pt, color: ink, width: 0.01mm}}',
        "grows of no number": "{row: [{shape: rectangle, fill: ink, grow: .nan}, {shape: rectangle, fill: ink, grow: 1e308}, {shape: rectangle, fill: ink, grow: 1e308}]}",
        "a gap of 10 km": "{column: [{text: A, font: text, size: 7pt}, {text: A, font: text, size: 7pt}], gap: 10000000mm}",
        "points that a template doubles": '{shape: line, points: "{{ [[1, 2]] * 10**7 }}", stroke: ink}',
        "a repeat of 10^7 items": "{shape: rectangle, fill: ink, width: 1mm, height: 1mm, repeat: \"[1] * 10000000\"}",
        "a repeat in 12 repeats": "{overlay: [" * 12 + "{shape: rectangle, fill: ink, width: 1mm, height: 1mm, repeat: 9}" + "], repeat: 9}" * 12,
        "every value a template": '{shape: "{{ name }}", fill: "{{ name }}", stroke: "{{ 1/0 }}", stroke-width: "{{ name }}mm", rotate: "{{ name }}", opacity: "{{ 10**400 }}", radius: "{{ [] }}", width: "{{ -1e300 }}mm", height: "{{ name * 5000 }}", at: "{{ {} }}", blend: "{{ name }}", shadow: "{{ [1] * 9 }}"}',
        "templates in keys": '{"{{ name }}": "{{ name }}", "{% if name %}": 1}',
        "a template of a picture": '{picture: "{{ \'../\' * 50 }}etc/passwd", width: 9mm, height: 9mm}',
        "a template of a device": '{picture: "/dev/{{ \'zero\' }}", width: 9mm, height: 9mm}',
        "a template of a style": '{text: A, style: "{{ name * 900 }}"}',
    }.items():  # fmt: skip
        files: dict[str, Content] = {"a.svg": svg('<path d="M0 0L9 9L0 9Z"/>'), "a.png": png(9, 9), **with_front(element)}  # fmt: skip
        yield Case(f"element: {name}", files, code=EITHER)


def drawings() -> Iterator[Case]:
    """SVG features: filters, masks, patterns, markers, classes, uses."""
    chain = "".join(f'<g id="g{i}"><use href="#g{i - 1}"/><use href="#g{i - 1}"/></g>' for i in range(1, 40))  # fmt: skip
    for name, body in {
        "a filter of 10^9": '<filter id="f" width="99999999%" height="99999999%"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="9" height="9" filter="url(#f)"/>',
        "9,000 filters": "<filter id='f'>" + "<feTurbulence numOctaves='99999'/>" * 9_000 + "</filter><rect width='9' height='9' filter='url(#f)'/>",
        "masks of themselves": '<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>',
        "clips of themselves": '<clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
        "a chain of 3,000 clips": "".join(f'<clipPath id="c{i}" clip-path="url(#c{i + 1})"><rect width="9" height="9"/></clipPath>' for i in range(3_000)) + '<rect width="9" height="9" clip-path="url(#c0)"/>',
        "a pattern of itself": '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
        "a pattern of nothing": '<pattern id="p" width="0.0000001" height="0.0000001" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern><rect width="90" height="90" fill="url(#p)"/>',
        "a gradient of itself": '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>',
        "a chain of 5,000 gradients": "".join(f'<linearGradient id="a{i}" href="#a{i + 1}"/>' for i in range(5_000)) + '<rect width="9" height="9" fill="url(#a0)"/>',
        "a gradient of 20,000 stops": '<linearGradient id="a">' + '<stop offset="0.5" stop-color="red"/>' * 20_000 + '</linearGradient><rect width="9" height="9" fill="url(#a)"/>',
        "500 rectangles of a gradient of 5,000 stops": '<linearGradient id="a">' + '<stop offset="0.5" stop-color="red"/>' * 5_000 + "</linearGradient>" + '<rect width="9" height="9" fill="url(#a)"/>' * 500,
        "markers on 20,000 points": '<marker id="m"><rect width="9" height="9"/></marker><path marker-mid="url(#m)" d="M0 0' + "L9 9L0 9" * 10_000 + '"/>',
        "uses that double 40 times": '<g id="g0"><rect width="9" height="9"/></g>' + chain + '<use href="#g39"/>',
        "a use of all": '<use href="#a"/><g id="a"><use href="#a"/></g>',
        "4,000 rules of CSS": "<style>" + "".join(f".a{i} .b{i}{{fill:red}}" for i in range(800)) + "</style>" + '<rect class="a1 b2" width="9" height="9"/>' * 2_000,
        "a class of 100,000 names": f'<rect class="{"a " * 100_000}" width="9" height="9"/>',
        "a style without end": f'<rect style="{"fill:red;" * 100_000}" width="9" height="9"/>',
        "CSS of brackets": "<style>" + "{" * 100_000 + "</style>",
        "CSS of comments": "<style>" + "/*" * 100_000 + "</style>",
        "CSS of imports": "<style>@import url(file:///etc/passwd);@import 'a';</style><rect width='9' height='9'/>",
        "transforms without end": f'<rect transform="{"scale(2)" * 20_000}" width="9" height="9"/>',
        "transforms of nothing": '<rect transform="scale(0) rotate(nan) skewX(90) matrix(1e308 1e308 1e308 1e308 1e308 1e308)" width="9" height="9"/>',
        "a path of 200,000 curves": '<path stroke="red" fill="none" stroke-width="9" d="M0 0' + "c9 9 1 1 2 2" * 60_000 + '"/>',
        "dashes over 60,000 curves": '<path stroke="red" fill="none" stroke-dasharray="0.01 0.01" d="M0 0' + "c9 9 1 1 2 2" * 20_000 + '"/>',
        "a picture in a picture": '<image width="9" height="9" href="file:///etc/passwd"/><image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
        "a script": '<script>while(1);</script><foreignObject><body onload="x()"/></foreignObject><rect width="9" height="9"/>',
        "a view of nothing": '<svg viewBox="0 0 0 0" width="1e308" height="1e-308"><rect width="9" height="9"/></svg>',
        "switches": "<switch>" * 40 + '<rect width="9" height="9"/>' + "</switch>" * 40,
        "ids of all kinds": "".join(f'<rect id="{"x" * 100}{i}" width="9" height="9"/>' for i in range(15_000)),
    }.items():  # fmt: skip
        yield Case(f"svg feature: {name}", with_picture("a.svg", svg(body)), code=EITHER)
    icon = "icons: {drop: {picture: a.svg, height: %s}}\n"
    for name, height in {"of 1e300 ems": "1e300", "of no number": ".nan", "of nothing": "1e-300"}.items():  # fmt: skip
        files = {**with_game(icon % height), "a.svg": svg('<rect width="9" height="9"/>'), **with_front(f'{{text: "{{drop}} a", {_TEXT}}}')}  # fmt: skip
        yield Case(f"an icon {name}", files, code=EITHER)


def _po(entries: str, head: str = "") -> str:
    return (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n'
        f"{head}\n{entries}"
    )


def showcases() -> Iterator[Case]:
    """Pictures of a game with more in them than anybody can see."""
    rows = with_cards("".join(f"- {{name: Card {i}}}\n" for i in range(210)))
    for name, scene in {
        "a fan of 100 cards": "scene: fan, cards: traps, most: 100",
        "a hand of 60 cards": "scene: hand, cards: traps, most: 60",
        "a grid of 200 cards": "scene: grid, cards: traps, most: 200",
        "40,000 cards": f"scene: grid, cards: [{'traps, ' * 200}], most: 200",
        "a row of 200 cards": "scene: spread, cards: traps, most: 200",
        "40 cards in perspective": "scene: spread, cards: traps, most: 40",
        "60 cards that stand": "scene: standing, cards: traps, most: 60",
        "a picture of 10 km": "scene: fan, width: 10000000mm, height: 10000000mm",
        "a picture of 3 m": "scene: fan, width: 3000mm, height: 3000mm",
        "a picture of 1 µm": "scene: fan, width: 0.001mm, height: 0.001mm",
        "a picture of a line": "scene: fan, width: 14000px, height: 1px",
        "a ground of no number": "scene: fan, ground: 'rgb(9e999 1 1)'",
        "an angle of no number": "scene: fan, angle: .nan",
        "a sell sheet of itself": "scene: sell-sheet, text: rules.md, picture: s",
        "a sell sheet of 39,000 words": "scene: sell-sheet, text: rules.md",
        "a sell sheet elsewhere": "scene: sell-sheet, text: ../../../canary/secret.txt",
        "a sell sheet of 1 mm": "scene: sell-sheet, text: rules.md, page: {width: 1mm, height: 1mm}",
    }.items():  # fmt: skip
        files = {**with_game(f"showcase: {{s: {{{scene}}}}}\n"), **rows, "rules.md": "word " * 39_000}  # fmt: skip
        yield Case(f"showcase: {name}", files, code=EITHER, command=build("showcase"))
    named = "".join(f'  "{name}": {{scene: fan}}\n' for name in (
        "/tmp/evil", "../../../canary/poker", "..", "CON", "a b", "a-b", "A B", "x" * 300, "狐" * 90, "", "\\e]0;a"))  # fmt: skip
    yield Case("showcase: names of scenes", with_game(f"showcase:\n{named}"), code=EITHER, command=build("showcase"))  # fmt: skip


def texts() -> Iterator[Case]:
    """Translations, glossaries, credits, corrections."""
    entry = 'msgctxt "traps/one/name"\nmsgid "One"\nmsgstr "{}"\n\n'
    plural = '"Plural-Forms: nplurals={}; plural={};\\n"\n'
    for name, po in {
        "30,000 entries": _po("".join(f'msgctxt "a{i}"\nmsgid "w{i}"\nmsgstr "v{i}"\n\n' for i in range(30_000))),
        "20,000 equal entries": _po(entry.format("Eins") * 20_000),
        "a text of 7 MB": _po(entry.format("x" * 7_000_000)),
        "a text of 200,000 lines": _po('msgid "One"\nmsgstr ""\n' + '"a\\n"\n' * 200_000),
        "200,000 obsolete lines": _po('#~ msgid "a"\n#~ msgstr "b"\n\n' * 90_000),
        "200,000 comments": _po("# a\n" * 200_000 + entry.format("Eins")),
        "4,000,000 comments": _po("#\n" * 3_900_000 + entry.format("Eins")),
        "1,900 comments an entry": _po(("# a\n" * 1_900 + 'msgid "a"\nmsgstr "b"\n') * 100),
        "380,000 entries": _po('msgid "a"\nmsgstr ""\n' * 380_000),
        "99,000 entries": _po("".join(f'msgid "a{i}"\nmsgstr ""\n' for i in range(99_000))),
        "200,000 references": _po("#: a:1 b:2\n" * 100_000 + entry.format("Eins")),
        "flags without end": _po("#, " + "fuzzy, " * 200_000 + "\n" + entry.format("Eins")),
        "deep plural forms": _po(entry.format("Eins"), plural.format(2, "(" * 5_000 + "n" + ")" * 5_000)),
        "10^9 plural forms": _po('msgid "One"\nmsgid_plural "Ones"\nmsgstr[999999999] "Eins"\n', plural.format(10**9, "n**n**n")),
        "a plural form that is code": _po(entry.format("Eins"), plural.format(2, "__import__('os').system('touch ../canary/x')")),
        "backslashes": _po('msgid "One"\nmsgstr "' + "\\\\" * 200_000 + '"\n'),
        "a backslash at the end": _po('msgid "One"\nmsgstr "' + "\\" * 99_999 + '"\n'),
        "quotes": _po('msgid "One"\nmsgstr ' + '"' * 200_001 + "\n"),
        "templates": _po(entry.format("{{ 9**9**9 }}{% for a in b %}")),
        "markup and icons": _po(entry.format("**[" * 3_000)),
        "controls": _po(entry.format("\x1b]0;a\x07\u202e")),
        "another encoding": _po(entry.format("Eins")).replace("UTF-8", "utf-7"),
        "an encoding that is none": _po(entry.format("Eins")).replace("UTF-8", "../../x"),
        "nothing": "", "zeros": "\0" * 9_000, "one line": "msgid " * 500_000,
    }.items():  # fmt: skip
        files: dict[str, Content] = {
            **with_game("editions: {de: {language: de}}\n"),
            "translations/de.po": po,
        }
        for command in (("check", "trap", "--edition", "de"), ("translate", "update", "trap")):
            yield Case(f"{command[0]}: a .po of {name}", files, code=EITHER, command=command)
    named = with_game("editions: {de: {language: de, translation: [t.csv], glossary: [g.csv]}}\n")
    words: dict[str, dict[str, Content]] = {
        "20,000 terms": {"g.csv": "term,translation\n" + "".join(f"w{i},v{i}\n" for i in range(20_000))},
        "equal terms": {"g.csv": "term,translation\n" + "One,Eins\n" * 20_000},
        "terms of letters": {"g.csv": "term,translation\n" + "".join(f"{chr(97 + i % 26)},{i}\n" for i in range(5_000)), **with_cards(f"- {{name: '{'a b c ' * 3_000}'}}\n")},
        "terms that are patterns": {"g.csv": "term,translation\n" + '"(a+)+$",x\n"(a*)*b",y\n' * 50, **with_cards(f"- {{name: {'a' * 5_000}!}}\n")},
        "translations by card": {"t.csv": "card,field,translation\n" + "one,name,Eins\n" * 20_000},
    }  # fmt: skip
    for name, more in words.items():
        files = {**named, "g.csv": "term,translation\n", "t.csv": "id,name\none,Eins\n"}
        files.update(more)
        yield Case(f"glossary: {name}", files, code=EITHER, command=("check", "trap", "--edition", "all"))  # fmt: skip
    credit = "{file: '%s', author: A, licence: CC0}"
    many = {f"art/{i}.svg": svg('<rect width="9" height="9"/>') for i in range(1_500)}
    for name, rows in {
        "stars": "- " + credit % ("*a" * 5_000), "brackets": "- " + credit % ("[" * 900), "more brackets": "- " + credit % ("[" * 90_000),
        "10,000 files": "".join(f"- {credit % f'a{i}*.svg'}\n" for i in range(10_000)),
        "one author 20,000 times": ("- " + credit % "*" + "\n") * 20_000,
        "a device": "- " + credit % "/dev/zero", "above": "- " + credit % "../../../canary/*",
        "nothing": "", "a mapping": "{a: 1}",
    }.items():  # fmt: skip
        yield Case(f"credits of {name}", {"credits.yaml": rows, **many, **with_front(f"{{text: '{{{{ credits() }}}}', {_TEXT}}}")}, code=EITHER, command=CHECK)  # fmt: skip
    correction = "{card: %s, field: name, old: One, new: '%s', reason: r}"
    for name, rows in {
        "20,000 corrections": ("- " + correction % ("one", "Two") + "\n") * 20_000,
        "of cards that are not there": "".join(f"- {correction % (f'c{i}', 'x')}\n" for i in range(8_000)),
        "a correction of 1 MB": "- " + correction % ("one", "x" * 1_000_000),
        "a correction of a template": "- " + correction % ("one", "{{ 9**9 }}"),
        "a correction of nothing": "- {card: one, field: name, old: '', new: x, reason: r}",
        "a correction that grows": "".join(f"- {{card: one, field: name, old: '{'O' if not i else 'x' * 2**(i - 1)}ne', new: '{'x' * 2**i}ne', reason: r}}\n" for i in range(14)),
    }.items():  # fmt: skip
        files = {**with_game("editions: {two: {corrections: c.yaml}}\n"), "c.yaml": rows}
        yield Case(f"corrections: {name}", files, code=EITHER, command=("check", "trap", "--edition", "two"))  # fmt: skip


def tables() -> Iterator[Case]:
    """Joins, computed fields, patterns, JSON rows, spreadsheets of other kinds."""
    rows = "name,kind\n" + "".join(f"n{i},k{i % 3}\n" for i in range(800))
    equal = "name,kind\n" + "same,same\n" * 800
    join = "join: {table: b.csv, on: %s}"
    for name, deck, files in (
        ("a join of 800 rows", join % "name", {"cards.csv": rows, "b.csv": rows.replace("kind", "other")}),
        ("a join of equal keys", join % "name", {"cards.csv": equal, "b.csv": equal.replace("kind", "other")}),
        ("a join on nothing", join % "[]", {"cards.csv": rows, "b.csv": rows}),
        ("a join on itself", "join: {table: cards.csv, on: name}", {"cards.csv": rows}),
        ("2,000 joins", "join: [" + "{table: b.csv, on: name}, " * 2_000 + "]", {"cards.csv": "name\nOne\n", "b.csv": "name,a\nOne,b\n"}),
        ("a join on a list", join % "name", {"cards.yaml": "- {name: [1, [2]]}\n- {name: {a: 1}}\n", "b.csv": "name,a\nx,y\n"}),
        ("a join of a pipe's name", "join: {table: /dev/zero, on: name}", {}),
        ("2,000 computed fields", "fields: {name: text, " + ", ".join(f'f{i}: {{value: "{{{{ f{i + 1} }}}}"}}' for i in range(2_000)) + "}", {}),
        ("computed fields in a ring", 'fields: {name: text, a: {value: "{{ b }}"}, b: {value: "{{ a }}"}}', {}),
        ("computed fields that double", "fields: {name: text, f0: {value: xxxxxxxxxx}, " + ", ".join(f'f{i}: {{value: "{{{{ f{i - 1} }}}}{{{{ f{i - 1} }}}}"}}' for i in range(1, 40)) + "}", {}),
        ("5,000 declared fields", "fields: {name: text, " + ", ".join(f"f{i}: integer" for i in range(5_000)) + "}", {}),
        ("a separator of nothing", 'fields: {name: {type: list, separator: ""}}', {}),
        ("a list of 100,000 items", "fields: {name: list}", {"cards.csv": "name\n" + ";" * 100_000 + "\n"}),
        ("html without end", "fields: {name: {markup: html}}", {"cards.csv": "name\n" + "<b>" * 5_000 + "\n"}),
        ("html of entities", "fields: {name: {markup: html}}", {"cards.csv": "name\n" + "&#99999999999;&amp" * 2_000 + "\n"}),
        ("html of attributes", "fields: {name: {markup: html}}", {"cards.csv": "name\n<b " + "a=" * 9_000 + "\n"}),
        ("defaults of templates", "defaults: {name: '{{ name }}', copies: '{{ 9**9 }}'}", {}),
    ):  # fmt: skip
        table = next((one for one in files if one.startswith("cards.")), "cards.yaml")
        yaml = with_deck(deck)["game.yaml"]
        assert isinstance(yaml, str)
        yield Case(f"deck: {name}", {"game.yaml": yaml.replace("cards.yaml", table), **files}, code=EITHER, command=CHECK)  # fmt: skip
    for name, pattern in {
        "stars": "*a" * 9 + "*.yaml", "folders": "**/" * 9 + "*.yaml", "above": "../**/*.yaml",
        "at the root": "/**/*", "brackets": "[a-" * 500, "question marks": "?" * 300, "of nothing": "**",
    }.items():  # fmt: skip
        yield Case(f"a pattern of {name}", {"game.yaml": game(**{"cards.yaml": f'"{pattern}"'})["game.yaml"]}, code=EITHER, command=CHECK)  # fmt: skip
    wide = "".join(f'<c r="{chr(65 + i % 26)}1"><v>1</v></c>' for i in range(26))
    for name, data in {
        "a dimension of 10^9 rows": xlsx(text_row(1, "name") + text_row(2, "One"), more={}).replace(b"<sheetData>", b"<sheetData>"),
        "merged cells of all": xlsx(text_row(1, "name") + text_row(2, "One") + '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><sheetData>'),
        "9,000 merged ranges": xlsx(text_row(1, "name") + text_row(2, "One") + "</sheetData><mergeCells>" + '<mergeCell ref="A2:Z400"/>' * 9_000 + "</mergeCells><sheetData>"),
        "rows out of order": xlsx(text_row(900_000, "name") + text_row(2, "One")),
        "cells in one place": xlsx('<row r="1">' + '<c r="A1"><v>1</v></c>' * 50_000 + "</row>"),
        "cells without a place": xlsx(f'<row>{wide}</row><row r="x"><c r="??"><v>9</v></c></row><row r="-5"/><row r="1e9"/>'),
        "shared strings that are not there": xlsx('<row r="1"><c r="A1" t="s"><v>99999999999</v></c></row><row r="2"><c r="A2" t="s"><v>-1</v></c></row>'),
        "numbers of 9,000 digits": xlsx(text_row(1, "name") + f'<row r="2"><c r="A2"><v>{"9" * 9_000}</v></c></row>'),
        "dates beyond time": xlsx(text_row(1, "name") + '<row r="2"><c r="A2" t="d"><v>99999-99-99</v></c></row><row r="3"><c r="A3" s="1"><v>1e300</v></c></row>'),
    }.items():  # fmt: skip
        yield Case(f"a workbook of {name}", {"t.xlsx": data, "game.yaml": game(**{"cards.yaml": "t.xlsx"})["game.yaml"]}, code=EITHER, command=CHECK)  # fmt: skip
    for name, data in {
        "BIFF of zeros": b"\x09\x08\x10\x00" + bytes(900_000),
        "BIFF that says it is long": struct.pack("<HH", 0x809, 0xFFFF) * 50_000,
        "a compound file in circles": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + struct.pack("<I", 1) * 100_000,
        "a compound file of 10^9 sectors": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 500_000,
    }.items():  # fmt: skip
        yield Case(f"an old workbook: {name}", {"t.xls": data, "game.yaml": game(**{"cards.yaml": "t.xls"})["game.yaml"]}, code=EITHER, command=CHECK)  # fmt: skip
    for name, text in {
        "numbers without end": "[" + "1," * 200_000 + "1]", "a number of 5,000 digits": '[{"name": ' + "9" * 5_000 + "}]",
        "half a character": '[{"name": "\\ud83d"}]', "keys without end": json.dumps([{f"k{i}": i for i in range(900)}] * 300),
        "NaN": '[{"name": NaN, "a": Infinity, "b": -1e999}]', "deep values": '[{"name": ' + "[" * 900 + "]" * 900 + "}]",
    }.items():  # fmt: skip
        yield Case(f"JSON of {name}", {"t.json": text, "game.yaml": game(**{"cards.yaml": "t.json"})["game.yaml"]}, code=EITHER, command=CHECK)  # fmt: skip


def editions() -> Iterator[Case]:
    """Editions, includes, vars, overrides of a card, targets."""
    for name, text in {
        "30 editions of each other": "editions: {" + ", ".join(f"e{i}: {{extends: [e{i + 1}, e{i + 2}]}}" for i in range(30)) + ", e30: {}, e31: {}}\n",
        "an edition named above": 'editions: {"../../canary": {}, "..": {}, "/tmp/evil": {}, "a/b": {}, "": {}, "CON": {}}\n',
        "an edition with a deep palette": "editions: {a: {palette: " + "{a: " * 50 + "1" + "}" * 50 + "}}\n",
        "an edition of other decks": "editions: {a: {decks: {traps: {cards: /dev/zero}}, fonts: {text: /etc/passwd}, layouts: ../../canary/secret.txt}}\n",
        "an edition of 5,000 vars": "editions: {a: {vars: {" + ", ".join(f"v{i}: {i}" for i in range(5_000)) + "}}}\n",
        "vars of vars": "vars: {" + ", ".join(f'v{i}: "{{{{ v{i + 1} }}}}"' for i in range(500)) + "}\n",
        "a version of escapes": 'version: "\\e]0;a\\a\\u202e"\nabout: "\\e[2J"\n',
    }.items():  # fmt: skip
        for command in (("check", "trap", "--edition", "all"), (*build("data"), "--edition", "all")):  # fmt: skip
            yield Case(f"{command[0]} {name}", with_game(text), code=EITHER, command=command)
    for name, files in {
        "itself": {"layouts.yaml": "include: layouts.yaml\nlayouts: {}\n"},
        "a ring": {"layouts.yaml": "include: a.yaml\nlayouts: {}\n", "a.yaml": "include: b.yaml\n", "b.yaml": "include: a.yaml\n"},
        "a chain of 400": {"layouts.yaml": "include: i0.yaml\nlayouts: {}\n", **{f"i{i}.yaml": f"include: i{i + 1}.yaml\n" for i in range(400)}},
        "a tree that doubles": {"layouts.yaml": "include: [i0.yaml, j0.yaml]\nlayouts: {}\n", **{f"{k}{i}.yaml": f"include: [i{i + 1}.yaml, j{i + 1}.yaml]\n" for i in range(24) for k in "ij"}},
        "the canary": {"layouts.yaml": "include: ../../../canary/secret.txt\nlayouts: {}\n"},
        "a device": {"layouts.yaml": "include: [/dev/zero, '~/.ssh/id_rsa', 'file:///etc/passwd', '..', '.']\nlayouts: {}\n"},
    }.items():  # fmt: skip
        yield Case(f"include: {name}", files, code=EITHER, command=CHECK)
    for name, row in {
        "deep": "layout: " + "{a: " * 50 + "1" + "}" * 50, "of everything": "layout: {title: {text: '{{ 9**9 }}', size: 1e300pt, picture: /etc/passwd, repeat: 99999999}}",
        "of 5,000 elements": "layout: {" + ", ".join(f"e{i}: {{color: ink}}" for i in range(5_000)) + "}", "of lists": "layout: [[[[1]]]]",
    }.items():  # fmt: skip
        yield Case(f"overrides {name}", with_cards(f"- {{name: One, {row}}}\n"), code=EITHER, command=CHECK)  # fmt: skip
    for name, text in {
        "paths out": "targets: {sheets: {printer: ../../../canary/secret.txt, paper: /etc/passwd}, mpc: {autofill: ../x}}\nbuild: [sheets, mpc]\n",
        "numbers": "targets: {sheets: {paper: 1e9x1e9mm, gap: 1e300mm, copies: 999999999, columns: 99999999}}\nbuild: [sheets]\n",
        "tiny paper": "targets: {sheets: {paper: 0.001x0.001mm}}\nbuild: [sheets]\n", "lists": "targets: {sheets: {paper: [[[]]]}}\nbuild: [sheets]\n",
        "a target that is not there": "build: ['../../canary', '', '/etc', 'mpc:a=b:c', 'all']\n",
    }.items():  # fmt: skip
        yield Case(f"targets: {name}", with_game(text), code=EITHER, command=("build", "trap", "--dpi", "72", "-j", "1"))  # fmt: skip
    for name, size in {
        "a die of 10^6 points": "{shape: outline, path: \"M0 0" + "L9 9L0 9" * 60_000 + 'Z", width: 30mm, height: 40mm}', "of 10 km": "{width: 10000000mm, height: 10000000mm}",
        "of 1 µm": "{width: 0.001mm, height: 0.001mm}", "with a bleed of 10 km": "{width: 30mm, height: 40mm, bleed: 10000000mm}",
        "of no number": "{width: .nan, height: .inf}", "a polygon of 20,000 points": "{width: 30mm, height: 40mm, shape: outline, path: \"M0 0" + "A9 9 0 1 1 5 5" * 20_000 + "Z\"}",
    }.items():  # fmt: skip
        text = game(**{"size: micro": "size: odd"})["game.yaml"] + f"sizes: {{odd: {size}}}\n"
        yield Case(f"size: {name}", {"game.yaml": text}, code=EITHER, command=build("mpc", "sheets"))  # fmt: skip
