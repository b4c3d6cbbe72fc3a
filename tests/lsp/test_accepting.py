"""What a file holds once an editor has accepted an item that it was offered."""

from __future__ import annotations

import pytest
from lsprotocol import types

from cardgen.lsp.answers import complete_at
from cardgen.lsp.completion import complete
from cardgen.lsp.cursor import find_cursor
from cardgen.lsp.documents import Documents
from cardgen.lsp.text_lines import change_text, count_units

FILES = {
    "game.yaml": """\
game: Typed
palette: {sand: "#eeddaa", ink-2: "#111111"}
fonts: {serif: fonts/EBGaramond-Regular.ttf}
icons: {coin: {picture: coin.svg}}
decks:
  beasts: {cards: beasts.yaml, size: mini, front: beast-front}
  birds: {cards: birds.csv, size: mini, front: bird-front}
booklets:
  rules: {text: rules.md, page: a6, styles: {body: body}}
showcase:
  fan: {scene: fan, cards: [beasts/fox], ground: sand}
distinct: {beasts: {kind: [furry, wet]}}
""",
    "layouts.yaml": """\
styles:
  body: {font: serif, size: 9pt}
  loud: {size: 12pt}
pieces:
  dot: {takes: {tint: sand}, draw: {shape: ellipse, fill: "{{ tint }}", width: 3mm, height: 3mm}}
layouts:
  beast-front:
    safe:
      - text: "{{ name }}"
        style: body
        when: kind == 'furry'
      - piece: dot
        with: {tint: ink-2}
  bird-front:
    safe:
      - {text: "{{ name }}", style: body,
         color: sand}
""",
    "beasts.yaml": """\
- {id: fox, name: "Fox, {coin}", kind: furry, does: {add: 1, to: hunger}}
- {id: newt, name: Newt's egg, kind: wet, does: {add: 2, to: thirst}}
""",
    "birds.csv": 'id,name,call\nowl,Owl,"Hoo, hoo"\ntit,Tit,Tee\n',
    "rules.md": "Take {coin}.\n",
    "coin.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>
""",
    "composition.yaml": "beasts: {total: 2, count: {kind: {furry: 1}}}\n",
}


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    folder = tmp_path_factory.mktemp("typed")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    documents = Documents()
    live = documents.put((folder / "game.yaml").as_uri(), FILES["game.yaml"], 1)
    assert live is not None
    live.look({})
    assert live.sound is not None
    return documents


def offer(documents: Documents, file: str, old: str, new: str) -> dict[str, str]:
    """The line that each item makes, with the cursor at `|` in what stands for `old`."""
    (game,) = documents.list_games()
    uri = (game.folder / file).as_uri()
    typed = FILES[file].replace(old, new, 1)
    text = typed.replace("|", "", 1)
    before = typed[: typed.index("|")].split("\n")
    documents.put(uri, text, 2)
    document = documents.find(uri)
    assert document is not None
    place = types.Position(len(before) - 1, count_units(before[-1]))
    asked = types.CompletionParams(types.TextDocumentIdentifier(uri), place)
    found = {}
    for item in complete_at(document, asked, documents).items:
        edit = item.text_edit
        assert isinstance(edit, types.TextEdit)
        change = types.TextDocumentContentChangePartial(edit.range, edit.new_text)
        found[item.label] = change_text(text, [change]).split("\n")[place.line].strip()
    documents.put(uri, FILES[file], 3)
    return found


@pytest.mark.parametrize(
    ("file", "old", "new", "label", "line"),
    [
        ("game.yaml", "front: beast-front", "front: beast-f|", "beast-front", 5),
        ("game.yaml", "front: beast-front", "front: bi|st-front", "beast-front", 5),
        ("game.yaml", "{serif: fonts/EBGaramond-Regular.ttf}", "{serif: fonts/EBG|}",
         "fonts/EBGaramond-Regular.ttf", 2),
        ("layouts.yaml", "        style: body", "        style:|", "body", 9),
        ("layouts.yaml", "        style: body", "        st|yle: body", "style", 9),
        ("layouts.yaml", "kind == 'furry'", "kind == 'fu|'", "furry", 10),
        ("layouts.yaml", "with: {tint", "with: {ti|", "tint", 12),
        ("beasts.yaml", "to: thirst", "to: th|", "thirst", 1),
        ("beasts.yaml", "kind: wet", "kind: we|", "wet", 1),
        ("beasts.yaml", "to: thirst", "t|: thirst", "to", 1),
        ("birds.csv", "Tee", "T|", "Tee", 2),
        ("game.yaml", "[furry, wet]", "[furry, w|]", "wet", 11),
        ("game.yaml", "[beasts/fox]", "[beasts/f|]", "beasts/fox", 10),
        ("game.yaml", "ground: sand", "ground: s|", "sand", 10),
        ("game.yaml", "{body: body}", "{bo|: body}", "body", 8),
        ("composition.yaml", "{furry: 1}", "{fu|: 1}", "furry", 0),
        ("rules.md", "{coin}", "{co|}", "coin", 0),
    ],
)  # fmt: skip
def test_an_item_takes_the_place_of_what_is_typed(
    documents: Documents, file: str, old: str, new: str, label: str, line: int
) -> None:
    assert offer(documents, file, old, new)[label] == FILES[file].split("\n")[line].strip()


@pytest.mark.parametrize(
    ("file", "old", "new", "label", "made"),
    [
        ("beasts.yaml", "name: Newt's egg", "name: |", "Fox, {coin}", 'name: "Fox, {coin}", kind'),
        ("beasts.yaml", "name: Newt's egg", 'name: "|"', "Fox, {coin}", 'name: "Fox, {coin}", k'),
        ("birds.csv", "Tee", "|", "Hoo, hoo", 'tit,Tit,"Hoo, hoo"'),
        ("birds.csv", "Tee", '"|"', "Hoo, hoo", 'tit,Tit,"Hoo, hoo"'),
        ("birds.csv", "Tee", '"H|', "Hoo, hoo", 'tit,Tit,"Hoo, hoo"'),
        ("rules.md", "{coin}", "{co|", "coin", "Take {coin}."),
    ],
)
def test_an_item_is_written_as_its_file_reads_it(
    documents: Documents, file: str, old: str, new: str, label: str, made: str
) -> None:
    assert made in offer(documents, file, old, new)[label]


BLOCK = '      - text: "{{ name }}"\n        style: body\n        when'
"""An element of the layouts, up to its last field."""


@pytest.mark.parametrize(
    ("file", "old", "new", "label", "made"),
    [
        ("layouts.yaml", BLOCK, "      - text: >\n          Pay {|\n        when",
         "coin", "Pay {coin}"),
        ("layouts.yaml", BLOCK, "      - text: >-\n          Pay\n          [a]{lo|}\n        when",
         "loud", "[a]{loud}"),
        ("layouts.yaml", BLOCK, "      - text: Pay\n          {{ na|\n        when",
         "name", "{{ name"),
        ("layouts.yaml", "when: kind == 'furry'", "when: >\n          kind == '|'",
         "furry", "kind == 'furry'"),
        ("beasts.yaml", "- {id: newt", "- name: A\n  kind: >\n    Pay {co|\n- {id: newt",
         "coin", "Pay {coin}"),
        ("beasts.yaml", "- {id: newt", "- name: A\n  kind:\n    - we|\n- {id: newt",
         "wet", "- wet"),
    ],
)  # fmt: skip
def test_texts_of_several_lines_are_completed(
    documents: Documents, file: str, old: str, new: str, label: str, made: str
) -> None:
    assert offer(documents, file, old, new)[label] == made


@pytest.mark.parametrize(
    "text", ["text: |\n          Pay |", "text: Pay\n          sty|", "text: |\n          a: |"]
)
def test_words_in_texts_of_several_lines_are_no_fields(text: str) -> None:
    lines = text.removesuffix("|").split("\n")
    cursor = find_cursor(["- " + lines[0], lines[1]], 1, len(lines[1]))
    assert cursor.in_block
    assert complete(cursor, "layouts", None).items == []


@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        ("beasts.yaml", "to: thirst", "|: thirst", {"add", "name", "id"}),
        ("layouts.yaml", "         color: sand", "         |: sand", {"text", "style"}),
        ("layouts.yaml", "        style: body", "        style: |", {"loud"}),
        ("layouts.yaml", "kind == 'furry'", "name |", {"kind", "name"}),
        ("layouts.yaml", "kind == 'furry'", "|", {"call"}),
        ("layouts.yaml", "kind == 'furry'", "kind == '|'", {"kind", "name"}),
        ("beasts.yaml", "id: newt", "id: |", {"fox"}),
        ("beasts.yaml", "- {id: newt, ", "- name: Newt, |\n- {id: newt, ", {"id", "copies"}),
        ("game.yaml", "[beasts/fox]", "[|]", {"birds.csv", "beasts.yaml"}),
        ("game.yaml", "fan: {scene: fan, ", "fan: {scene: fan, |: x, ", {"turn", "box", "page"}),
    ],
)
def test_what_a_place_cannot_take_is_not_offered(
    documents: Documents, file: str, old: str, new: str, wrong: set[str]
) -> None:
    assert not wrong & set(offer(documents, file, old, new))


def test_behind_a_value_operators_are_offered(documents: Documents) -> None:
    assert {"and", "or", "not in"} <= set(
        offer(documents, "layouts.yaml", "kind == 'furry'", "kind == 'furry' |")
    )
    assert {"kind", "name"} <= set(
        offer(documents, "layouts.yaml", "kind == 'furry'", "kind == 'furry' and |")
    )
