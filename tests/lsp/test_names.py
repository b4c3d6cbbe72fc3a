"""Names that stand in the middle of texts, in tables and booklets: found, completed and renamed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.lsp import specimens
from cardgen.lsp.anchors import find_anchor
from cardgen.lsp.documents import Documents
from cardgen.lsp.hover import describe_card
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.renaming import RenameRefused, find_edits
from tests.support.commands import run_cardgen
from tests.support.editor import Editor

FILES = {
    "game.yaml": """\
game: Typed
language: en
palette: {sand: "#eeddaa", ink: "#111111", red: "#aa2211", gray: "#777777", lime: "#77aa33"}
fonts: {text: {regular: EBGaramond-Regular.ttf, italic: EBGaramond-RegularItalic.ttf}}
icons:
  coin: {picture: coin.svg, height: 0.8}
decks:
  beasts:
    cards: beasts.yaml
    size: mini
    front: front
    back: back
    fields: {name: text, kind: [furry, feathered]}
  birds: {cards: birds.csv, size: mini, front: front, back: back}
booklets:
  rules: {text: rules.md, page: a6, styles: {body: body}}
boxes:
  tuck: {holds: [beasts, birds], card-stock: 0.3mm, extra: 9mm, panels: {front: back, left: side}}
build: [sheets]
editions: {corrected: {corrections: corrections.yaml}, french: {language: fr, translation: fr.po}}
""",
    "corrections.yaml": """\
- {card: beasts/hen, field: name, old: Hen, new: A hen, reason: article}
""",
    "fr.po": """\
msgid ""
msgstr "Language: fr\\nContent-Type: text/plain; charset=UTF-8\\n"

# beasts.name was in the first print
msgctxt "beasts.name"
msgid "[Fox]{red} {coin}"
msgstr "[Renard]{red} {coin}"

msgctxt "layouts.front"
msgid "[end]{loud}"
msgstr "[fin]{loud}"
""",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 9pt, color: ink}
  loud: {extends: body, size: 12pt, font: text italic}
  toned:
    extends: body
    color: "{{ tone }}"
    params: {tone: {type: text, default: lime}}
pieces:
  corner:
    draw: {shape: rectangle, fill: red, width: 3mm, height: 3mm}
  dot:
    takes: {tint: lime, label: lime}
    draw:
      overlay:
        - {shape: ellipse, fill: "{{ tint }}", width: 3mm, height: 3mm}
        - {text: "{{ label }}", style: body, left: 0mm}
  dots:
    params: {paint: {type: text, default: lime}}
    draw: {row: [{piece: dot, with: {tint: "{{ paint }}", label: lime}}]}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe:
      - text: "{{ name }} {{ count('birds') }}"
        style: body
      - text: "[end]{loud}"
        style: body
        when: kind == 'furry'
      - piece: corner
      - {piece: dot, with: {tint: lime, label: x}}
      - {piece: dots, with: {paint: lime}}
      - {text: x, style: toned, with: {tone: lime}}
  back:
    bleed: [{shape: rectangle, fill: red}]
  side:
    bleed: [{shape: rectangle, fill: "{{ 'ink' }}"}]
    safe:
      - {shape: rectangle, height: 1mm, fill: "{{ 'gray' if 'gray' else 'ink' }}"}
""",
    "beasts.yaml": """\
- {id: fox, name: "[Fox]{red} {coin}", kind: furry, copies: 2}
- {id: hen, name: Hen, kind: feathered}
""",
    "birds.csv": 'id,name,kind,copies\nowl,Owl,wise,2\ntit,"Tit, {coin}",small,1\n',
    "composition.yaml": """\
beasts:
  total: 3
  count: {kind: {furry: 2, feathered: 1}}
birds: {total: 3}
game: {rules: [{that: "count('birds') == 3"}]}
""",
    "rules.md": """\
# How to play

Take {{ count("beasts") }} [red]{red} cards {coin}.

{{ row("beasts", "fox", "hen", caption="Of " ~ count("birds") ~ " birds") }}

{{ card("birds/owl") }}
""",
    "coin.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>
""",
}


def put_game(folder: Path) -> Path:
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return put_game(tmp_path_factory.mktemp("names") / "typed")


@pytest.fixture(scope="module")
def editor(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    editor = Editor(game, tmp_path_factory.mktemp("cache"))
    for name in FILES:
        if not name.endswith(".svg"):
            editor.open(game / name)
    editor.settle()
    yield editor
    editor.close()


def labels(editor: Editor, file: Path, before: str) -> set[str]:
    answer = editor.ask("textDocument/completion", **editor.place(file, before))
    return {item["label"] for item in answer["items"]}


@pytest.mark.parametrize(
    ("name", "before", "some"),
    [
        ("layouts.yaml", "{piece: dot, with: {tint: li", {"lime", "sand"}),
        ("layouts.yaml", "{piece: dots, with: {", {"paint"}),
        ("layouts.yaml", "style: toned, with: {", {"tone"}),
        ("layouts.yaml", "style: toned, with: {tone: li", {"lime", "sand"}),
        ("game.yaml", "styles: {body: ", {"loud"}),
        ("game.yaml", "panels: {front: back, left: ", {"side"}),
        ("birds.csv", "id,na", {"name"}),
        ("birds.csv", "owl,O", {"Owl"}),
        ("birds.csv", 'tit,"Tit, {co', {"coin"}),
        ("beasts.yaml", " {co", {"coin"}),
        ("beasts.yaml", "[Fox]{re", {"red", "loud"}),
        ("beasts.yaml", "kind: fu", {"furry", "feathered"}),
        ("rules.md", "{{ cou", {"count", "row", "contents"}),
        ("rules.md", 'row("be', {"beasts", "birds/owl"}),
        ("rules.md", '"beasts", "f', {"fox", "hen"}),
        ("rules.md", "cards {co", {"coin"}),
        ("rules.md", "[red]{re", {"red", "loud"}),
        ("layouts.yaml", "when: ki", {"kind", "name", "upper"}),
        ("layouts.yaml", "count('bi", {"birds"}),
        ("layouts.yaml", "[end]{lo", {"loud", "ink"}),
        ("layouts.yaml", "piece: co", {"corner"}),
        ("game.yaml", "build: [sh", {"sheets", "mpc"}),
        ("game.yaml", "holds: [be", {"beasts", "birds"}),
        ("game.yaml", "page: a", {"a6", "half-letter"}),
    ],
)
def test_completion_knows_texts_tables_and_booklets(
    editor: Editor, game: Path, name: str, before: str, some: set[str]
) -> None:
    assert some <= labels(editor, game / name, before)


@pytest.mark.parametrize(
    ("name", "before", "wrong"),
    [
        ("game.yaml", "birds: {cards: ", {"rules.md", "coin.svg", "fonts/EBGaramond-Regular.ttf"}),
        ("game.yaml", "rules: {text: ", {"birds.csv", "coin.svg"}),
        ("layouts.yaml", "style: body, left: ", {"front", "back"}),
    ],
)
def test_what_a_field_cannot_have_is_not_offered(
    editor: Editor, game: Path, name: str, before: str, wrong: set[str]
) -> None:
    assert not wrong & labels(editor, game / name, before)


def test_what_other_cards_hold_is_quoted_where_it_must_be(editor: Editor, game: Path) -> None:
    answer = editor.ask(
        "textDocument/completion", **editor.place(game / "beasts.yaml", "hen, name: ")
    )
    written = {item["label"]: item["textEdit"]["newText"] for item in answer["items"]}
    assert written["Hen"] == "Hen"
    assert written["[Fox]{red} {coin}"] == '"[Fox]{red} {coin}"'


def test_the_head_of_a_table_is_offered_the_columns_that_it_has_not(
    editor: Editor, game: Path
) -> None:
    assert labels(editor, game / "birds.csv", "id,na") == {"name"}


RENAMES = [
    (
        "game.yaml", "icons:\n  co", "penny",
        {"game.yaml", "beasts.yaml", "birds.csv", "rules.md", "fr.po"},
    ),
    (
        "layouts.yaml", "fill: re", "ruby",
        {"game.yaml", "layouts.yaml", "beasts.yaml", "rules.md", "fr.po"},
    ),
    ("beasts.yaml", "id: fo", "wolf", {"beasts.yaml", "rules.md"}),
    ("rules.md", "birds/o", "eagle", {"birds.csv", "rules.md"}),
    ("layouts.yaml", "pieces:\n  co", "nook", {"layouts.yaml"}),
    ("game.yaml", "777777\", li", "leaf", {"game.yaml", "layouts.yaml"}),
    ("layouts.yaml", "with: {paint: li", "leaf", {"game.yaml", "layouts.yaml"}),
    ("layouts.yaml", "style: toned, with: {tone: li", "leaf", {"game.yaml", "layouts.yaml"}),
    ("layouts.yaml", "style: bo", "plain", {"layouts.yaml", "game.yaml"}),
    ("layouts.yaml", "]{lo", "big", {"layouts.yaml", "fr.po"}),
    ("layouts.yaml", "layouts:\n  fr", "face", {"game.yaml", "layouts.yaml", "fr.po"}),
    ("game.yaml", "fonts: {te", "serif", {"game.yaml", "layouts.yaml"}),
    ("corrections.yaml", "beasts/he", "chick", {"beasts.yaml", "corrections.yaml", "rules.md"}),
    ("layouts.yaml", "color: in", "black", {"layouts.yaml", "game.yaml"}),
    ("layouts.yaml", "  si", "edge", {"layouts.yaml", "game.yaml"}),
    (
        "game.yaml", "decks:\n  bea", "animals",
        {"game.yaml", "composition.yaml", "corrections.yaml", "rules.md", "fr.po"},
    ),
    (
        "layouts.yaml", "count('bi", "fowl",
        {"game.yaml", "layouts.yaml", "rules.md", "composition.yaml"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "before", "new", "files"), RENAMES)
def test_a_name_is_renamed_wherever_it_stands(
    editor: Editor, game: Path, tmp_path: Path, name: str, before: str, new: str, files: set[str]
) -> None:
    """`check` finds the same as before, and nothing but the name is changed."""
    place = editor.place(game / name, before)
    prepared = editor.ask("textDocument/prepareRename", **place)
    old = prepared["placeholder"]
    edit = editor.ask("textDocument/rename", **place, newName=new)
    assert edit, editor.shown
    changes = {Path(uri).name: edits for uri, edits in edit["changes"].items()}
    assert set(changes) == files
    copy = tmp_path / "typed"
    shutil.copytree(game, copy)
    for file, edits in changes.items():
        text = apply((copy / file).read_text("utf-8"), edits)
        assert text.replace(new, old) == FILES[file]
        (copy / file).write_text(text, "utf-8")
    assert findings_of_check(copy) == findings_of_check(game)


def apply(text: str, edits: list[Any]) -> str:
    lines = text.split("\n")
    for one in sorted(edits, key=lambda one: -one["range"]["start"]["character"]):
        start, end = one["range"]["start"], one["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = (
            line[: start["character"]] + one["newText"] + line[end["character"] :]
        )
    return "\n".join(lines)


def findings_of_check(game: Path) -> list[tuple[str, int]]:
    run = run_cardgen("check", game, "--format", "json")
    return [(one["code"], one["line"]) for one in json.loads(run.stdout)]


@pytest.mark.parametrize(
    ("name", "before", "new", "reason"),
    [
        ("layouts.yaml", "fill: re", "text: x", "is no name"),
        ("layouts.yaml", "fill: re", "sand", "there is a color `sand` already"),
        ("layouts.yaml", "style: bo", "red", "there is a color `red` already"),
        ("game.yaml", "gray", "grey", "worked out somewhere"),
        ("layouts.yaml", "]{lo", "very loud", "would be several names in layouts.yaml:26:22"),
        ("beasts.yaml", "id: fo", "Red Fox", "`Red Fox` is no id: write `red-fox`"),
    ],
)
def test_a_name_stays_where_a_new_one_would_change_more(
    editor: Editor, game: Path, name: str, before: str, new: str, reason: str
) -> None:
    place = editor.place(game / name, before)
    assert editor.ask("textDocument/rename", **place, newName=new) is None
    assert reason in editor.shown[-1]


@pytest.mark.parametrize(("name", "new"), [("lime", "white"), ("loud", "sc")])
def test_a_name_that_means_something_where_nobody_declares_it_is_not_given(
    tmp_path: Path, name: str, new: str
) -> None:
    """`white` is a color of every game, `sc` are small capitals of every text."""
    folder = put_game(tmp_path / "typed")
    text = FILES["layouts.yaml"].replace("rectangle, fill: red}]", "rectangle, fill: white}]")
    text = text.replace("[end]{loud}", "[en]{sc}[d]{loud}")
    (folder / "layouts.yaml").write_text(text, "utf-8")
    documents = Documents()
    game = documents.put((folder / "layouts.yaml").as_uri(), text, 1)
    assert game is not None
    game.look(documents.buffers)
    use = next(use for use in game.uses if use.name == name and use.typed)
    with pytest.raises(RenameRefused, match="would look different"):
        find_edits(game, documents, use, new)
    assert find_edits(game, documents, use, "other")


def test_an_alias_leads_to_the_anchor_above_it() -> None:
    lines = ["a: &box {fill: *sand}", "b: &box 1", "c: [*box, *boxes, 2 *box]", 'd: "*box"']

    def find(line: int, text: str) -> tuple[int, tuple[int, int]] | None:
        return find_anchor(lines, line, lines[line].index(text) + 1)

    assert find(2, "*box") == (1, (3, 7))
    assert find(2, "*boxes") is None
    assert find(0, "*sand") is None
    assert find(3, "*box") is None


def test_definitions_are_found_from_texts(editor: Editor, game: Path) -> None:
    def find(name: str, before: str) -> list[tuple[str, int]]:
        found = editor.ask("textDocument/definition", **editor.place(game / name, before))
        return [(Path(one["uri"]).name, one["range"]["start"]["line"]) for one in found]

    assert find("rules.md", "birds/o") == [("birds.csv", 1)]
    assert find("rules.md", '"beasts", "f') == [("beasts.yaml", 0)]
    assert find("birds.csv", "{co") == [("game.yaml", 5)]
    assert find("beasts.yaml", "]{r") == [("game.yaml", 2)]
    assert find("game.yaml", "holds: [be") == [("game.yaml", 7)]


def test_a_picture_is_as_small_as_editors_show(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Visual Studio Code cuts what is longer than 100,000 characters: of a large piece, or of one
    with a photograph, there would be nothing to see."""
    live = LiveGame(game)
    live.look({})
    assert live.sound is not None
    whole = describe_card(live.sound, "beasts/fox")
    assert "](data:image/png;base64," in whole
    monkeypatch.setattr(specimens, "_MOST_BYTES", len(whole) // 2)
    small = describe_card(live.sound, "beasts/fox")
    assert "](data:image/png;base64," in small
    assert len(small) < len(whole)
    monkeypatch.setattr(specimens, "_MOST_BYTES", 10)
    assert describe_card(live.sound, "beasts/fox") == "2 × `beasts/fox`"


def test_hover_shows_a_color_a_font_and_a_card_that_a_text_names(
    editor: Editor, game: Path
) -> None:
    def hover(name: str, before: str) -> str:
        answer = editor.ask("textDocument/hover", **editor.place(game / name, before))
        return str(answer["contents"]["value"]) if answer else ""

    assert "](data:image/png;base64," in hover("rules.md", "birds/o")
    assert "#aa2211" in hover("beasts.yaml", "]{r")
    assert "](data:image/png;base64," in hover("beasts.yaml", "]{r")
    assert "](data:image/png;base64," in hover("layouts.yaml", "font: te")
    assert "EBGaramond" in hover("layouts.yaml", "font: te")
