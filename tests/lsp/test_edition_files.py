"""The files of editions, and those that games share, are served as the game's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from cardgen.lsp import answers
from cardgen.lsp.documents import Documents, OpenDocument
from cardgen.lsp.renaming import RenameRefused
from cardgen.lsp.text_lines import change_text

FILES = {
    "games/fox/game.yaml": """\
game: Typed
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
icons: {coin: {picture: coin.svg}}
decks:
  beasts: {cards: beasts.yaml, size: mini, front: front}
booklets:
  rules: {text: rules.md, page: a6, styles: {body: body}}
editions:
  lux:
    palette: {gold: "#886600", ink: "#333333"}
    layouts: lux.yaml
    decks: {beasts: {back: rear, cards: [beasts.yaml, more/*.csv]}}
    composition: lux-composition.yaml
    corrections: corrections.yaml
    booklets: {rules: {text: lux.md, styles: {body: grand}}}
""",
    "games/fox/layouts.yaml": """\
include: ../house.yaml
styles:
  body: {font: text, size: 9pt, color: ink}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", style: body}, {piece: price}]
""",
    "games/house.yaml": """\
pieces:
  price: {draw: {text: "1 {coin}", style: body}}
""",
    "games/fox/lux.yaml": """\
include: frames.yaml
styles:
  small: {extends: fine, size: 6pt}
  body: {font: text, size: 12pt, color: gold}
  grand: {extends: body, size: 14pt}
layouts:
  rear: {bleed: [{shape: rectangle, fill: sand}]}
""",
    "games/fox/frames.yaml": "styles:\n  fine: {font: text, size: 7pt, color: ink}\n",
    "games/fox/beasts.yaml": "- {id: fox, name: Fox}\n- {id: hen, name: Hen}\n",
    "games/fox/more/birds.csv": "id,name\nowl,Owl\n",
    "games/fox/corrections.yaml": """\
- {card: beasts/fox, field: name, old: Fox, new: "Fox {coin}", reason: price}
""",
    "games/fox/composition.yaml": "beasts: {total: 2}\n",
    "games/fox/lux-composition.yaml": "beasts: {total: 3}\n",
    "games/fox/rules.md": "# Rules\n",
    "games/fox/lux.md": "# Rules\n\nTake {coin}.\n",
    "games/fox/coin.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>
""",
    "games/.git/HEAD": "",
}


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    folder = tmp_path_factory.mktemp("editions")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    documents = Documents()
    own = folder / "games/fox/game.yaml"
    game = documents.put(own.as_uri(), own.read_text("utf-8"), 1)
    assert game is not None
    game.look(documents.buffers)
    assert game.sound is not None
    return documents


def find(documents: Documents, file: str) -> OpenDocument:
    (game,) = documents.list_games()
    document = documents.find((game.folder / file).resolve().as_uri())
    assert document is not None
    return document


def place(document: OpenDocument, before: str) -> types.Position:
    text = "\n".join(document.lines)
    lines = text[: text.index(before) + len(before)].split("\n")
    return types.Position(len(lines) - 1, len(lines[-1]))


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("lux.yaml", "layouts"),
        ("frames.yaml", "layouts"),
        ("lux-composition.yaml", "composition"),
        ("corrections.yaml", "corrections"),
        ("more/birds.csv", "cards:beasts"),
        ("beasts.yaml", "cards:beasts"),
        ("lux.md", "booklet"),
        ("../house.yaml", "layouts"),
    ],
)
def test_a_file_is_of_the_kind_that_the_game_names_it_as(
    documents: Documents, file: str, kind: str
) -> None:
    assert find(documents, file).kind == kind


def list_places(documents: Documents, file: str, before: str) -> list[tuple[str, str]]:
    """The file of each reference, and what stands there."""
    document = find(documents, file)
    asked = types.ReferenceParams(
        types.ReferenceContext(include_declaration=True),
        types.TextDocumentIdentifier(document.uri),
        place(document, before),
    )
    found = []
    for one in answers.find_references(document, asked, documents) or []:
        path = Path(one.uri.removeprefix("file://"))
        line = path.read_text("utf-8").split("\n")[one.range.start.line]
        found.append((path.name, line[one.range.start.character : one.range.end.character]))
    return found


@pytest.mark.parametrize(
    ("file", "before", "name", "files"),
    [
        ("layouts.yaml", "  bo", "body",
         "game.yaml house.yaml layouts.yaml layouts.yaml lux.yaml lux.yaml"),
        ("lux.yaml", "  gr", "grand", "game.yaml lux.yaml"),
        ("lux.yaml", "extends: fi", "fine", "frames.yaml lux.yaml"),
        ("lux.yaml", "  re", "rear", "game.yaml lux.yaml"),
        ("lux.yaml", "color: go", "gold", "game.yaml lux.yaml"),
        ("game.yaml", "{co", "coin", "corrections.yaml game.yaml house.yaml lux.md"),
        ("game.yaml", "  be", "beasts",
         "composition.yaml corrections.yaml game.yaml game.yaml lux-composition.yaml"),
    ],
)  # fmt: skip
def test_a_name_is_found_in_every_file_that_is_laid_over_the_game(
    documents: Documents, file: str, before: str, name: str, files: str
) -> None:
    found = list_places(documents, file, before)
    assert " ".join(sorted(file for file, _ in found)) == files
    assert {text for _, text in found} == {name}


def test_what_an_edition_replaces_is_renamed_with_what_it_replaces(documents: Documents) -> None:
    """Otherwise the edition would print the game's own style, and nobody would be told."""
    document = find(documents, "lux.yaml")
    asked = types.RenameParams(
        types.TextDocumentIdentifier(document.uri), place(document, "  re"), "reverse"
    )
    edit = answers.rename_at(document, asked, documents)
    assert edit is not None
    assert edit.changes is not None
    found = {Path(uri).name: len(edits) for uri, edits in edit.changes.items()}
    assert found == {"lux.yaml": 1, "game.yaml": 1}
    asked = types.RenameParams(
        types.TextDocumentIdentifier(document.uri), place(document, "  bo"), "prose"
    )
    with pytest.raises(RenameRefused, match=r"house\.yaml.*other games may include"):
        answers.rename_at(document, asked, documents)


def offer(documents: Documents, file: str, old: str, new: str) -> dict[str, str]:
    """What each item makes of a file, with the cursor at `|`."""
    uri = find(documents, file).uri
    typed = "\n".join(find(documents, file).lines)
    text = typed.replace(old, new.replace("|", "", 1), 1)
    position = typed.index(old) + new.index("|")
    lines = text[:position].split("\n")
    before = documents.text_of(Path(uri.removeprefix("file://")))
    documents.put(uri, text, 2)
    asked = types.CompletionParams(
        types.TextDocumentIdentifier(uri), types.Position(len(lines) - 1, len(lines[-1]))
    )
    items = answers.complete_at(find(documents, file), asked, documents).items
    documents.put(uri, before, 3)
    made = {}
    for item in items:
        assert isinstance(item.text_edit, types.TextEdit)
        change = types.TextDocumentContentChangePartial(
            item.text_edit.range, item.text_edit.new_text
        )
        made[item.label] = change_text(text, [change])
    return made


@pytest.mark.parametrize(
    ("file", "old", "new", "label"),
    [
        ("lux.yaml", "color: gold", "color: |", "gold"),
        ("lux.yaml", "size: 14pt", "|", "min-size"),
        ("lux.yaml", "extends: body", "extends: |", "body"),
        ("lux.yaml", "bleed: [{", "extends: |, bleed: [{", "front"),
        ("lux.yaml", "bleed: [{", "safe: [{text: '[a]{|}'}], bleed: [{", "grand"),
        ("game.yaml", "back: rear", "back: |", "rear"),
        ("game.yaml", 'gold: "#886600"', "gold: |", "ink"),
        ("lux-composition.yaml", "beasts:", "|:", "beasts"),
        ("lux-composition.yaml", "total: 3", "tot|: 3", "total"),
        ("corrections.yaml", "card: beasts/fox", "card: |", "beasts/hen"),
        ("corrections.yaml", "field: name", "field: |", "name"),
        ("corrections.yaml", "field: name", "fi|: name", "field"),
        ("more/birds.csv", "id,name", "id,|", "name"),
        ("lux.md", "{coin}", "{|}", "coin"),
    ],
)
def test_files_of_editions_are_completed(
    documents: Documents, file: str, old: str, new: str, label: str
) -> None:
    assert label in offer(documents, file, old, new)


@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        ("game.yaml", "front: front", "front: |", "rear"),
        ("game.yaml", 'ink: "#333333"', "ink: |", "gold"),
        ("layouts.yaml", "color: ink", "color: |", "gold"),
        ("corrections.yaml", "field: name", "field: |", "id"),
    ],
)
def test_what_only_an_edition_has_is_not_offered_elsewhere(
    documents: Documents, file: str, old: str, new: str, wrong: str
) -> None:
    offered = offer(documents, file, old, new)
    assert offered
    assert wrong not in offered


def test_credits_are_completed(documents: Documents) -> None:
    (game,) = documents.list_games()
    uri = (game.folder / "credits.yaml").as_uri()
    documents.put(uri, "- author: me\n  li\n", 1)
    document = documents.find(uri)
    assert document is not None
    asked = types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(1, 4))
    items = answers.complete_at(document, asked, documents).items
    documents.drop(uri)
    assert "licence" in [one.label for one in items]
    assert "author" not in [one.label for one in items]


@pytest.mark.parametrize(
    ("file", "before", "shown"),
    [
        ("game.yaml", "{sa", "color `sand`: `#eeddaa`"),
        ("game.yaml", "{go", "color `gold`: `#886600`"),
        ("game.yaml", '600", in', "color `ink`: `#333333`"),
        ("lux.yaml", "font: te", "font `text`: `fonts/EBGaramond-Regular.ttf`"),
        ("lux.yaml", "  gr", "style `grand`"),
    ],
)
def test_what_an_edition_says_is_shown(
    documents: Documents, file: str, before: str, shown: str
) -> None:
    document = find(documents, file)
    asked = types.HoverParams(types.TextDocumentIdentifier(document.uri), place(document, before))
    found = answers.hover_at(document, asked, documents)
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert found.contents.value.startswith(shown)
