"""Every bad input gets a finding: its code, its line and column, from faulty YAML.

A case is a small good game with one file changed. `§` stands before the place that the
finding must point at; the expected code stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

MARK = "§"

GOOD: Mapping[str, str] = {
    "game.yaml": """\
game: Sample
palette: {ink: "#222222", leaf: "#2a6b3f"}
fonts:
  text: {regular: fonts/EBGaramond-Regular.ttf, italic: fonts/EBGaramond-RegularItalic.ttf}
decks:
  main: {cards: cards.yaml, size: poker, front: face, back: reverse}
""",
    "cards.yaml": """\
- {name: Fox, cost: 2, rule: Take a card.}
- {name: Owl, cost: 3, rule: Look at a hand.}
- {name: Hen, cost: 1, rule: Draw two cards.}
""",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 10pt, color: ink}
layouts:
  face:
    bleed:
      - {picture: parchment.jpg}
    safe:
      - {text: "{{ name }} {{ cost }}", style: body, at: top left}
      - {text: "{{ rule }}", style: body, left: 0, right: 0, bottom: 0, height: 20mm}
  reverse:
    bleed:
      - {shape: rectangle, fill: leaf}
""",
    "composition.yaml": """\
main: {total: 3, count: {name: {Fox: 1, Owl: 1, Hen: 1}}, unique: [name]}
""",
}


def findings(changes: Mapping[str, str | bytes | None]) -> tuple[Finding, ...]:
    """What the checks say of the good game with some files changed (None: removed)."""
    files = {k: v for k, v in {**GOOD, **changes}.items() if v is not None}
    report = Report()
    check_game(MemoryGame(files), report)
    return report.findings


def changed(file: str, old: str, new: str) -> dict[str, str]:
    """The good game's file with `old` replaced by `new`."""
    assert old in GOOD[file], old
    return {file: GOOD[file].replace(old, new, 1)}


def unmarked(files: Mapping[str, str]) -> tuple[dict[str, str], str, int, int]:
    """The files without the mark, and where it stood."""
    for file, text in files.items():
        if MARK in text:
            before = text[: text.index(MARK)]
            line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
            return {**files, file: text.replace(MARK, "")}, file, line, column
    raise AssertionError("no mark in the case")


def test_the_good_game_has_no_finding() -> None:
    assert findings({}) == ()


CASES: list[tuple[str, dict[str, str]]] = [
    # --- files ---
    ("empty-file", {"game.yaml": "§"}),
    ("empty-file", {"cards.yaml": "§\n"}),
    ("empty-file", {"cards.yaml": "§[]\n"}),
    ("empty-file", {"game.yaml": "§# later\n"}),
    ("empty-file", {"cards.yaml": "§# later\n"}),
    ("empty-file", {"layouts.yaml": "§# later\n"}),
    ("unreadable-file", changed("game.yaml", "cards.yaml", "§card.yaml")),
    ("unreadable-file", changed("game.yaml", "palette", "layouts: §none.yaml\npalette")),
    ("unreadable-file", changed("game.yaml", "cards.yaml", "§../cards.yaml")),
    ("unreadable-file", changed("game.yaml", "cards.yaml", "§/etc/passwd")),
    # --- YAML ---
    ("yaml-syntax", changed("cards.yaml", "- {name: Fox", "- {name: Fox§: x")),
    ("yaml-syntax", changed("layouts.yaml", "  body:", "§\tbody:")),
    ("yaml-syntax", {"cards.yaml": '- {name: §"Fox}\n'}),
    ("duplicate-key", changed("cards.yaml", "cost: 2", "cost: 2, §cost: 3")),
    ("duplicate-key", changed("game.yaml", "decks:", "§game: Other\ndecks:")),
    ("yaml-alias", changed("cards.yaml", "cost: 2", "cost: §*two")),
    ("yaml-alias", changed("cards.yaml", "name: Fox", "name: §&Fox Fox")),
    ("yaml-comma", changed("cards.yaml", "rule: Take a card.", "rule: Take a card, §or pass")),
    ("yaml-comment", changed("cards.yaml", "- {name: Fox, cost: 2, rule: Take a card.}",
                             "- name: Fox\n  cost: 2\n  rule: Take card §#3")),
    ("yaml-tag", changed("cards.yaml", "name: Fox", "name: §!Fox Fox")),
    ("yaml-limit", {"cards.yaml": "- &a0 [x]\n" + "".join(
        f"- &a{i} {'§' * (i == 59)}[*a{i - 1}]\n" for i in range(1, 800)).replace("§[", "[§")}),
    ("yaml-document", {"cards.yaml": GOOD["cards.yaml"] + "§---\n- {name: Elk}\n"}),
    # --- fields and types ---
    ("unknown-field", changed("game.yaml", "palette", "§pallete")),
    ("unknown-target", changed("game.yaml", "palette", "build: §MPC\npalette")),
    ("undefined-name", changed("composition.yaml", "[name]", "§nam")),
    ("template-syntax", changed("composition.yaml", "[name]", '§"name, cost"')),
    ("unknown-field", changed("game.yaml", "front: face", "§frnt: face")),
    ("missing-field", changed("game.yaml", "{cards: cards.yaml, size: poker, front: face",
                              "§{cards: cards.yaml, size: poker")),
    ("unknown-field", changed("layouts.yaml", "at: top left", "§art: top left")),
    ("unknown-field", changed("layouts.yaml", "{picture: parchment.jpg}",
                              "{§pictur: parchment.jpg}")),
    ("element-kind", changed("layouts.yaml", "{picture: parchment.jpg}", "§{zzz: 1}")),
    ("wrong-type", changed("layouts.yaml", "at: top left", "at: §upper left")),
    ("wrong-type", changed("layouts.yaml", "{picture: parchment.jpg}",
                           "{picture: parchment.jpg, grow: §much}")),
    ("wrong-type", changed("game.yaml", "decks:\n", "language: §[en]\ndecks:\n")),
    ("bad-language", changed("game.yaml", "decks:\n", "language: §jp\ndecks:\n")),
    ("bad-language", changed("game.yaml", "size: poker", "size: poker, language: §german")),
    ("wrong-type", {"cards.yaml": "§name: Fox\ncost: 2\nrule: x\n"}),
    ("wrong-type", {"cards.yaml": "- §Fox\n- {name: Owl, cost: 3, rule: x}\n"}),
    ("bad-length", changed("layouts.yaml", "size: 10pt", "size: §10")),
    ("bad-length", changed("layouts.yaml", "height: 20mm", "height: §20 miles")),
    ("bad-length", changed("layouts.yaml", "height: 20mm", "height: §-2mm")),
    ("bad-length", changed("layouts.yaml", "size: 10pt", "size: 10pt, min-size: §12pt")),
    ("bad-copies", changed("cards.yaml", "cost: 2", "copies: §-2, cost: 2")),
    ("bad-copies", changed("cards.yaml", "cost: 2", "copies: §-1, cost: 2")),
    ("bad-copies", changed("cards.yaml", "cost: 2", "copies: §two, cost: 2")),
    ("bad-copies", changed("cards.yaml", "cost: 2", "copies: §1.5, cost: 2")),
    ("wrong-type", changed("game.yaml", "back: reverse",
                           "back: reverse, fields: {name: text, cost: integer, rule: text}")
     | changed("cards.yaml", "cost: 2", "cost: §two")),
    ("unknown-field", changed("game.yaml", "back: reverse",
                              "back: reverse, fields: {name: text, cost: integer, rule: text}")
     | changed("cards.yaml", "rule: Take", "§rul: Take")),
    ("wrong-value", changed("game.yaml", "back: reverse",
                            "back: reverse, fields: {name: [Fox, Owl, Hen], cost: text, "
                            "rule: text}")
     | changed("cards.yaml", "name: Fox", "name: §Fix")),
    ("bad-length", changed("layouts.yaml", "size: 10pt", "size: 10pt, leading: §0")),
    ("bad-length", changed("layouts.yaml", "size: 10pt", "size: 10pt, tracking: §nan")),
    ("bad-length", changed("layouts.yaml", "height: 20mm", f"height: §{'9' * 400}mm")),
    ("bad-length", changed("layouts.yaml", "fill: leaf", "stroke: leaf, dash: §[0mm]")),
    ("bad-view", changed("layouts.yaml", "{shape: rectangle, fill: leaf}",
                         "{path: M 0 0 L 9 9, view: §[0, 0, 0, 0], fill: leaf}")),
    ("wrong-type", changed("layouts.yaml", "fill: leaf",
                           "fill: {from: leaf, to: ink, angle: §nan}")),
    # --- names ---
    ("unknown-layout", changed("game.yaml", "front: face", "front: §fase")),
    ("unknown-layout", changed("layouts.yaml", "  reverse:", "  reverse:\n    extends: §rverse")),
    ("circular-extends", changed("layouts.yaml", "  reverse:",
                                 "  reverse:\n    extends: §reverse")),
    ("circular-extends", changed("layouts.yaml", "size: 10pt", "size: 10pt, extends: §body")),
    ("unknown-size", changed("game.yaml", "size: poker", "size: §pokre")),
    ("unknown-font", changed("layouts.yaml", "font: text", "font: §txt")),
    ("missing-face", changed("layouts.yaml", "font: text", "font: §text bold")),
    ("missing-file", changed("game.yaml", "fonts/EBGaramond-Regular.ttf",
                             "§fonts/EBGaramond-Regularr.ttf")),
    ("bad-font", changed("game.yaml", "fonts/EBGaramond-Regular.ttf", "§cards.yaml")),
    ("unknown-color", changed("layouts.yaml", "color: ink", "color: §inc")),
    ("bad-color", changed("game.yaml", '"#222222"', '§"#22222"')),
    ("unknown-color", changed("layouts.yaml", "fill: leaf", "fill: §leef")),
    ("missing-picture", changed("layouts.yaml", "parchment.jpg", "§parchmint.jpg")),
    ("bad-picture", changed("layouts.yaml", "parchment.jpg", "§fonts/EBGaramond-Bold.ttf")),
    ("unknown-style", changed("layouts.yaml", "style: body, at", "style: §bdy, at")),
    ("unknown-deck", changed("composition.yaml", "main:", "§mian:")),
    # --- templates ---
    ("undefined-name", changed("layouts.yaml", "{{ name }}", "{{ §nmae }}")),
    ("undefined-name", changed("layouts.yaml", "at: top left", "when: not §cst, at: top left")),
    ("template-syntax", changed("layouts.yaml", '"{{ rule }}"', '"§{{ rule }"')),
    ("template-syntax", changed("layouts.yaml", '"{{ rule }}"', '"{{ rule|§uper }}"')),
    ("template-syntax", changed("layouts.yaml", "at: top left",
                                "when: §name ==, at: top left")),
    ("template-syntax", changed("layouts.yaml", '"{{ rule }}"',
                                '"§{% for x in rule %}{{ x }}{% endfor %}"')),
    ("repeat-one", changed("layouts.yaml", "style: body, left: 0",
                           "style: body, repeat: §\"'red; blue'\", left: 0")),
    ("template-value", changed("layouts.yaml", '"{{ rule }}"', '"§{{ rule / 2 }}"')),
    ("template-syntax", changed("layouts.yaml", "{{ rule }}", "§{{ rule" + "|upper" * 300 + " }}")),
    ("undefined-name", changed("layouts.yaml", "{{ rule }}", "§{{ rule.upper }}")),
    # --- texts ---
    ("text-overflow", changed("cards.yaml", "rule: Take a card.",
                              f"rule: §{'Take a card. ' * 60}")),
    ("text-overflow", changed("cards.yaml", "rule: Take a card.", f"rule: §{'x' * 90}")),
    ("missing-glyph", changed("cards.yaml", "Take a card.", "Take §漢 card.")),
    ("unknown-icon", changed("cards.yaml", "rule: Take a card.", 'rule: "Take §{gold}."')),
    ("bad-markup", changed("cards.yaml", "rule: Take a card.", 'rule: "Take §**two cards."')),
    # --- composition ---
    ("composition-total", changed("composition.yaml", "total: 3", "total: §4")),
    ("composition-count", changed("cards.yaml", "cost: 2", "copies: §2, cost: 2")),
    ("composition-count", changed("cards.yaml", "name: Owl", "name: §Owll")),
    ("composition-unique", changed("cards.yaml", "name: Owl", "name: §Fox")),
    ("composition-count", changed("cards.yaml", "Owl, cost", "Owl, copies: §2, cost")),
    ("undefined-name", changed("composition.yaml", "count: {name", "count: {§nam")),
    ("wrong-type", changed("composition.yaml", "Fox: 1", "Fox: §one")),
    # --- ids ---
    ("duplicate-id", {"cards.yaml": "- {id: a, name: Fox, cost: 1, rule: x}\n"
                      "- {id: §a, name: Owl, cost: 1, rule: x}\n"
                      "- {name: Hen, cost: 1, rule: x}\n"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "files"), CASES, ids=[f"{i}-{code}" for i, (code, _) in enumerate(CASES)]
)
def test_a_fault_is_found_where_it_is(code: str, files: dict[str, str]) -> None:
    assert_found_at_the_mark(code, files)


def assert_found_at_the_mark(code: str, files: dict[str, str]) -> None:
    assert code not in {f.code for f in findings({})}, "the good game has this fault already"
    clean, file, line, column = unmarked(files)
    found = findings(clean)
    places = [(f.span.file, f.span.line, f.span.column) for f in found if f.code == code and f.span]
    assert (file, line, column) in places, "\n".join(
        f"{f.code} {f.span} {f.message}" for f in found
    )


@pytest.mark.parametrize(
    "files", [files for _, files in CASES], ids=[f"{i}-{code}" for i, (code, _) in enumerate(CASES)]
)
def test_every_finding_has_a_place_and_says_what_to_do(files: dict[str, str]) -> None:
    for finding in findings(unmarked(files)[0]):
        assert finding.span is not None, finding
        assert finding.message
        assert finding.message[-1] not in ".!", finding.message


def test_a_missing_game_file_is_a_finding() -> None:
    found = findings({"game.yaml": None})
    assert [(f.code, f.span.file if f.span else "") for f in found] == [
        ("unreadable-file", "game.yaml")
    ]


def test_ten_different_mistakes_show_ten_findings_in_one_run() -> None:
    files = {
        "game.yaml": GOOD["game.yaml"].replace("size: poker", "size: pokre")
        .replace('"#222222"', '"#2"')
        .replace("Regular.ttf", "Regularr.ttf"),
        "cards.yaml": "- {name: Fox, cost: 2, rule: x, copies: -1}\n"
        "- {name: Fox, cost: 2, cost: 3, rule: y, copies: two}\n",
        "layouts.yaml": GOOD["layouts.yaml"]
        .replace("size: 10pt", "size: 10")
        .replace("at: top left", "att: top left")
        .replace("picture:", "pictur:")
        .replace("height: 20mm", "height: 20 miles")
        .replace("color: ink", "colour: ink"),
        "composition.yaml": "main: {total: many, unique: [name]}\n",
    }  # fmt: skip
    found = findings(files)
    assert len({(f.code, f.span) for f in found}) >= 10, [f.message for f in found]


def test_names_that_are_not_there_are_all_found_in_one_run() -> None:
    files = {
        "game.yaml": GOOD["game.yaml"].replace("size: poker", "size: pokre")
        .replace('"#222222"', '"#2"'),
        "layouts.yaml": GOOD["layouts.yaml"]
        .replace("parchment", "parchmint")
        .replace("fill: leaf", "fill: leef")
        .replace("{{ name }}", "{{ nmae }}")
        .replace("style: body, left", "style: bdy, left"),
    }  # fmt: skip
    codes = {f.code for f in findings(files)}
    assert codes >= {
        "unknown-size", "bad-color", "missing-picture", "unknown-color", "undefined-name",
        "unknown-style",
    }  # fmt: skip


def test_the_composition_is_checked_even_if_a_name_is_missing() -> None:
    files = changed("layouts.yaml", "fill: leaf", "fill: leef") | changed(
        "composition.yaml", "total: 3", "total: 4"
    )
    assert {f.code for f in findings(files)} == {"unknown-color", "composition-total"}


@pytest.mark.parametrize(
    ("file", "written"),
    [("layout.yaml", "`layouts: layout.yaml`"), ("x.yaml", "`layouts: NAME.yaml`")],
)
def test_layouts_that_nobody_named_are_not_taken_for_the_cards(file: str, written: str) -> None:
    listed = findings({"layouts.yaml": None, file: GOOD["layouts.yaml"]})
    (found,) = [finding for finding in listed if finding.code == "unreadable-file"]
    assert written in found.hint
    assert "cards.yaml" not in found.hint


PIECES = (
    "pieces:\n  badge:\n    takes: {label: '§{{ nmae }}'}\n"
    "    draw: {text: '{{ label }}', style: body}\nlayouts:"
)


@pytest.mark.parametrize(
    ("code", "files"),
    [
        ("undefined-name", changed("layouts.yaml", "layouts:", PIECES.replace("§{{ ", "{{ §"))),
        ("unknown-piece", changed("layouts.yaml", "{picture: parchment.jpg}", "{piece: §badg}")),
        ("unknown-field", {"layouts.yaml": GOOD["layouts.yaml"].replace(
            "layouts:", PIECES.replace("§{{ nmae }}", "")).replace(
            "{picture: parchment.jpg}", "{piece: badge, with: {§lable: x}}")}),
        ("circular-piece", {"layouts.yaml": GOOD["layouts.yaml"].replace(
            "layouts:", "pieces:\n  loop: {draw: {overlay: [{piece: §loop}]}}\nlayouts:").replace(
            "{picture: parchment.jpg}", "{piece: loop}")}),
        ("missing-face", changed("layouts.yaml", "{picture: parchment.jpg}",
                                 "{outline: V, font: §text bold}")),
    ],
)  # fmt: skip
def test_a_fault_in_a_piece_is_found_where_it_is(code: str, files: dict[str, str]) -> None:
    if "nmae" in files["layouts.yaml"]:
        files["layouts.yaml"] = files["layouts.yaml"].replace(
            "{picture: parchment.jpg}", "{piece: badge}"
        )
    assert_found_at_the_mark(code, files)


def test_a_layout_that_a_deck_does_not_take_is_not_held_to_its_fields() -> None:
    """Deck `main` chooses its layout by a template; `omen` belongs to another deck."""
    files = {
        "game.yaml": GOOD["game.yaml"].replace("front: face", 'front: "{{ kind }}"')
        + "  other: {cards: other.yaml, size: poker, front: omen, back: reverse}\n",
        "cards.yaml": GOOD["cards.yaml"].replace("rule:", "kind: face, rule:"),
        "other.yaml": "- {fate: Doom}\n- {fate: Luck}\n",
        "layouts.yaml": GOOD["layouts.yaml"]
        + '  omen:\n    bleed: [{picture: parchment.jpg}]\n    safe:\n'
        '      - {text: "{{ fate }}", style: body}\n',
    }  # fmt: skip
    assert [f.message for f in findings(files) if f.code == "undefined-name"] == []


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        (changed("layouts.yaml", "  body:", "\tbody:"), {"yaml-syntax"}),
        (changed("layouts.yaml", "style: body, at", "style: bdy, at"), {"unknown-style"}),
        (changed("game.yaml", "EBGaramond-RegularItalic.ttf", "Nope.ttf"), {"missing-file"}),
        (changed("game.yaml", '"#2a6b3f"', "#2a6b3f"), {"yaml-syntax"}),
        (changed("layouts.yaml", "size: 10pt", "size: 16"), {"bad-length"}),
    ],
)
def test_one_fault_begets_no_others(files: dict[str, str], codes: set[str]) -> None:
    errors = {f.code for f in findings(files) if f.severity == "error"}
    assert errors == codes


def test_a_font_given_as_a_file_alone_has_its_place() -> None:
    text = GOOD["game.yaml"].replace("fonts:\n", "fonts:\n  display: §fonts/Nope.ttf\n")
    assert_found_at_the_mark("missing-file", {"game.yaml": text})


@pytest.mark.parametrize(
    ("data", "said", "hint"),
    [
        (b"", "is an empty file", "copy it again"),
        (b"<!DOCTYPE html><title>Sign in</title>", "is a web page", "in a browser"),
        (b"../shared/fox.png", "is a text that says `../shared/fox.png`", "core.symlinks true"),
        (b"<svg/>", "is an SVG drawing by the name of a picture", "call it `.svg`"),
        (b"<?xml version='1.0'?><svg/>", "is an SVG drawing by the name of", "call it `.svg`"),
        (b"\x1f\x8b\x08", "is compressed", "plain .svg"),
        (b"\xff\xd8\xff\xe0", "is damaged, or a kind of JPEG", "export it again"),
        (b"\0\0\0\x1cftypavif", "is damaged, or a kind of AVIF", "export it again"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "is damaged", "export it again"),
        (b"\0\0\0\x0cjP  ", "is a JPEG 2000 file, which is not read", "export it again"),
        (b"fox", "is none that is read: PNG, JPEG, WebP, AVIF and SVG are", "export it again"),
    ],
)
def test_a_file_that_is_no_picture_is_told_by_what_it_is(data: bytes, said: str, hint: str) -> None:
    files: dict[str, str | bytes | None] = {
        **changed("layouts.yaml", "parchment.jpg", "own.jpg"),
        "own.jpg": data,
    }
    found = next(f for f in findings(files) if f.code == "bad-picture")
    assert said in found.message
    assert hint in found.hint


@pytest.mark.parametrize(
    ("data", "said", "hint"),
    [
        (b"\x89PNG\r\n\x1a\n", "is a PNG picture by the name of a drawing", "call it `.png`"),
        (b"", "is an empty file", "copy it again"),
        (b"<!DOCTYPE html><title>Sign in</title>", "is a web page", "in a browser"),
        (b"%PDF-1.7", "is a PDF file, which is not read", "export it again"),
        (b"../shared/fox.svg", "is a text that says `../shared/fox.svg`", "core.symlinks true"),
    ],
)
def test_a_file_by_the_name_of_a_drawing_is_told_by_what_it_is(
    data: bytes, said: str, hint: str
) -> None:
    files: dict[str, str | bytes | None] = {
        **changed("layouts.yaml", "parchment.jpg", "own.svg"),
        "own.svg": data,
    }
    found = next(f for f in findings(files) if f.code == "bad-picture")
    assert f"the picture `own.svg` {said}" in found.message
    assert hint in found.hint


def test_the_layouts_in_capitals_are_proposed() -> None:
    text = GOOD["game.yaml"] + "layouts: Layouts.yaml\n"
    found = next(f for f in findings({"game.yaml": text}) if f.code == "unreadable-file")
    assert found.hint == "did you mean `layouts.yaml`?"


def test_a_card_without_the_name_of_its_picture_is_told_so() -> None:
    files = {
        "cards.yaml": GOOD["cards.yaml"].replace("name: Fox,", "name: Fox, art: parchment.jpg,"),
        "layouts.yaml": GOOD["layouts.yaml"].replace("parchment.jpg", '"{{ art }}"'),
    }
    found = [f for f in findings(files) if f.code == "missing-picture"]
    assert {f.message for f in found} == {"this card has no picture: the name of the file is empty"}
    assert {f.card for f in found} == {"main/owl", "main/hen"}


def test_each_card_that_names_a_missing_picture_is_told() -> None:
    files = {
        "cards.yaml": "- {name: Fox, art: no.png}\n- {name: Owl, art: no.png}\n",
        "layouts.yaml": GOOD["layouts.yaml"].replace("parchment.jpg", '"{{ art }}"'),
    }
    found = [f for f in findings(files) if f.code == "missing-picture"]
    assert [str(f.span) for f in found] == ["cards.yaml:1:20", "cards.yaml:2:20"]


def test_a_picture_may_have_a_number_sign_in_its_name() -> None:
    files = {
        "layouts.yaml": GOOD["layouts.yaml"].replace("parchment.jpg", '"Card #1.svg"'),
        "Card #1.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>',
    }
    assert "missing-picture" not in {f.code for f in findings(files)}


@pytest.mark.parametrize(
    "changes",
    [
        changed("layouts.yaml", "size: 10pt", "size: 10pt, tracking: 1§,5"),
        changed("layouts.yaml", "fill: leaf", "fill: rgb(9§, 0, 0)"),
        changed("game.yaml", 'ink: "#222222"', "ink: rgb(9§, 0, 0)"),
        changed("layouts.yaml", "style: body, at", "§style:body, at"),
        changed("game.yaml", "regular: ", "regular:§"),
        changed("composition.yaml", "Fox: 1", "§Fox=1"),
        changed("composition.yaml", "[name]", "name§, rule"),
        changed("cards.yaml", "rule: Take a card.", "rule: Take a card§, or pass"),
    ],
    ids=lambda changes: next(text for text in changes.values() if MARK in text)[:60],
)
def test_what_braces_cut_off_is_told_once(changes: Mapping[str, str]) -> None:
    """Not as a text that ends, fields that are not there, and one that is missing."""
    found = findings({name: text.replace(MARK, "") for name, text in changes.items()})
    assert [one.code for one in found if one.severity == "error"] in (
        ["yaml-comma"],
        ["yaml-colon"],
    )


@pytest.mark.parametrize(
    "changes",
    [
        changed("layouts.yaml", "layouts:", "§layout:"),
        changed("layouts.yaml", "styles:", "§style:"),
        changed("game.yaml", "palette:", "§colors:"),
        changed("game.yaml", "fonts:", "§Fonts:"),
        changed("game.yaml", "decks:", "§deck:"),
        changed("game.yaml", "game:", "§name:"),
        changed("game.yaml", "front:", "§fronts:"),
        changed("game.yaml", "regular:", "§Regular:"),
        changed("game.yaml", "palette", "checks: [{§loose-line: off}]\npalette"),
        changed("layouts.yaml", "{font: text", "{§fnt: text"),
        changed("layouts.yaml", "style: body, at", "§styles: body, at"),
        changed("layouts.yaml", "body:", "body: {extends: §base, size: 9pt}\n  basis:"),
        changed("composition.yaml", "Fox: 1", "Fox: §one"),
        changed("cards.yaml", "- {name: Owl", "§---\n- {name: Owl"),
        changed("cards.yaml", "{name: Owl, cost: 3, rule: Look at a hand.}", "§[Owl, 3]"),
        changed("cards.yaml", "{name: Owl, cost: 3, rule: Look at a hand.}", "§name:Owl"),
        {"cards.yaml": "- name: Fox\n  cost: 2\n  rule: A.\n  §name: Owl\n  cost: 3\n  rule: B.\n"},
    ],
    ids=lambda changes: next(text for text in changes.values() if MARK in text).partition(MARK)[2],
)
def test_what_follows_from_a_fault_is_not_told(changes: Mapping[str, str]) -> None:
    """What is missing for want of its right name, and what is laid out without it."""
    found = findings({name: text.replace(MARK, "") for name, text in changes.items()})
    (name, text), *_ = ((n, t) for n, t in changes.items() if MARK in t)
    before = text[: text.index(MARK)]
    place = (name, before.count("\n") + 1, len(before) - before.rfind("\n"))
    spans = [one.span for one in found if one.severity == "error"]
    assert [(span.file, span.line, span.column) for span in spans if span] == [place]


def test_each_field_that_is_missing_is_told_in_one_run() -> None:
    changes = changed(
        "game.yaml", "cards: cards.yaml, size: poker, front: face", "cards: cards.yaml"
    )
    messages = [one.message for one in findings(changes)]
    assert messages == ["`front` is missing", "`size` is missing"]
