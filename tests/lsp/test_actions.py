"""What can be done about a finding is done by its edit, and nothing else is changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from cardgen.core.findings import Finding, Span
from cardgen.lsp.actions import list_actions as find_actions
from cardgen.lsp.documents import Documents
from cardgen.lsp.server import make_server
from cardgen.lsp.text_lines import TextLines
from tests.support.editor import Editor

FILES = {
    "game.yaml": """\
game: Typed
language: en
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: mini, front: front}}
""",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 30pt, color: ink, min-size: 28pt}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe:
      - text: "{{ name }}"
        style: body
      - text: "[end]{ink}"
        style: body
        valign: bottom
""",
    "beasts.yaml": "- {id: fox, name: Fox, copies: 2}\n- {id: hen, name: Hen}\n",
    "composition.yaml": "beasts:\n  total: 3\n  count: {name: {Hen: 1, Fox: 2}}\n",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("actions")
    for name, text in FILES.items():
        (folder / name).write_bytes(text.encode())
    return folder


@pytest.fixture(scope="module")
def editor(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    editor = Editor(game, tmp_path_factory.mktemp("cache"))
    for name in FILES:
        editor.open(game / name)
    editor.settle()
    yield editor
    editor.close()


def list_actions(editor: Editor, file: Path, code: str) -> list[Any]:
    """What is offered at the first finding of a code in a file."""
    found = next(one for one in editor.settle()[file.as_uri()] if one["code"] == code)
    actions = editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": file.as_uri()},
        range=found["range"],
        context={"diagnostics": [found]},
    )
    return [one for one in actions if one["diagnostics"][0]["code"] == code]


def take(editor: Editor, action: Any) -> None:
    """Put the edits of an action into the open files."""
    for uri, edits in action["edit"]["changes"].items():
        (edit,) = edits
        file = Path(uri.removeprefix("file://"))
        lines = editor._texts[uri][1].splitlines(keepends=True)
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        lines += [""] * (start["line"] + 1 - len(lines))
        line = lines[start["line"]]
        new = line[: start["character"]] + edit["newText"] + line[end["character"] :]
        lines[start["line"]] = new
        editor.type(file, "".join(lines))


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "title", "fixed"),
    [
        ("layouts", "style: body", "style: bodi", "unknown-style", "write `body`", "style: body"),
        ("layouts", "fill: sand", "fill: sannd", "unknown-color", "write `sand`", "fill: sand"),
        (
            "beasts", "copies: 2", "copies: 1",
            "composition-count", "write `copies: 2`", "copies: 2",
        ),
        (
            "beasts", "name: Fox", "name: Salamander",
            "text-overflow", "lower `min-size` to ", "min-size: 23",
        ),
        ("game", "{sand:", '{spare: "#123456", sand:', "unused-color", "silence ", "checks:\n"),
        (
            "beasts", "name: Fox", "name: Fox: a beast",
            "yaml-syntax", 'write `"Fox: a beast"`', 'name: "Fox: a beast"',
        ),
        ("game", "size: mini", "size: minni", "unknown-size", "write `mini`", "size: mini"),
        (
            "layouts", "valign: bottom", "valign: bottom\n        name: end\n        left: -3mm",
            "text-outside-safe", "silence `text-outside-safe` at `end` on all cards of `beasts`",
            "deck: beasts, element: end, level: off",
        ),
        (
            "layouts", "valign: bottom", "valign: bottom\n        left: -3mm",
            "text-outside-safe", "silence `text-outside-safe` on all cards of `beasts`",
            "deck: beasts, level: off",
        ),
    ],
)  # fmt: skip
def test_a_quick_fix_takes_its_finding_away(
    editor: Editor, game: Path, name: str, old: str, new: str, code: str, title: str, fixed: str
) -> None:
    file = game / f"{name}.yaml"
    typed = FILES[file.name].replace(old, new, 1)
    try:
        editor.type(file, typed)
        actions = list_actions(editor, file, code)
        action = next(one for one in actions if one["title"].startswith(title))
        take(editor, action)
        after = editor.settle()
        assert code not in [one["code"] for found in after.values() for one in found]
        assert any(fixed in text for _, text in editor._texts.values())
    finally:
        for one, text in FILES.items():
            if editor._texts[(game / one).as_uri()][1] != text:
                editor.type(game / one, text)
        editor.settle()


@pytest.mark.parametrize(
    ("newline", "expected"), [("\n", "checks:\n  - {"), ("\r\n", "checks:\r\n  - {")]
)
def test_what_is_written_ends_its_lines_as_the_file_does(
    editor: Editor, game: Path, newline: str, expected: str
) -> None:
    file = game / "game.yaml"
    text = FILES["game.yaml"].replace("{sand:", '{spare: "#123456", sand:')
    try:
        editor.type(file, text.replace("\n", newline))
        actions = list_actions(editor, file, "unused-color")
        action = next(one for one in actions if one["title"].startswith("silence"))
        assert "in the whole game" in action["title"]
        (edit,) = action["edit"]["changes"][file.as_uri()]
        assert expected in edit["newText"]
        assert newline == "\n" or "\n" not in edit["newText"].replace("\r\n", "")
    finally:
        editor.type(file, FILES["game.yaml"])
        editor.settle()


@pytest.mark.parametrize(
    ("name", "before", "wanted"),
    [
        ("game.yaml", 'sand: "', ["#ff8000"]),
        ("layouts.yaml", "fill: ", ['"#ff8000"']),
        ("layouts.yaml", "[end]{", []),
    ],
)
def test_a_picked_color_is_written_as_yaml_reads_it(
    editor: Editor, game: Path, name: str, before: str, wanted: list[str]
) -> None:
    """`fill: #ff8000` would be an empty field with a comment."""
    file = game / name
    start = editor.place(file, before)["position"]
    colors = editor.ask("textDocument/documentColor", textDocument={"uri": file.as_uri()})
    place = next(one["range"] for one in colors if one["range"]["start"] == start)
    color = {"red": 1.0, "green": 0.5, "blue": 0.0, "alpha": 1.0}
    document = {"uri": file.as_uri()}
    found = editor.ask(
        "textDocument/colorPresentation", textDocument=document, color=color, range=place
    )
    assert [one["label"] for one in found] == wanted


def test_no_fix_is_offered_that_makes_a_field_stand_twice(editor: Editor, game: Path) -> None:
    file = game / "layouts.yaml"
    editor.type(file, FILES["layouts.yaml"].replace("fill: sand", "fill: sand, fil: ink"))
    titles = [one["title"] for one in list_actions(editor, file, "unknown-field")]
    assert titles
    assert not any(one.startswith("write ") for one in titles)
    editor.type(file, FILES["layouts.yaml"])


def test_of_findings_in_a_line_those_at_the_cursor_are_dealt_with(
    editor: Editor, game: Path
) -> None:
    """Behind the last of them, all are."""
    file = game / "layouts.yaml"
    editor.type(file, FILES["layouts.yaml"].replace("fill: sand", "fill: sannd, stroke: sannd"))
    editor.settle()
    fixes = []
    for before in ("fill: san", "stroke: san", "stroke: sannd}]"):
        place = editor.place(file, before)
        span = {"start": place["position"], "end": place["position"]}
        context: dict[str, Any] = {"diagnostics": []}
        asked = {"textDocument": place["textDocument"], "range": span, "context": context}
        actions = editor.ask("textDocument/codeAction", **asked)
        fixes.append(sum(one["title"] == "write `sand`" for one in actions))
    editor.type(file, FILES["layouts.yaml"])
    editor.settle()
    assert fixes == [1, 1, 2]


def test_a_file_is_not_split_anew_for_each_of_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fix of a row asks for all lines: of 3,000 cards that took eight seconds."""
    rows = "- {name: Fox, copies: 2}\n" * 100
    (tmp_path / "game.yaml").write_text("game: Foxes\n")
    documents = make_server()[1].documents
    game = documents.put((tmp_path / "game.yaml").as_uri(), "game: Foxes\n", 1)
    documents.put((tmp_path / "a.yaml").as_uri(), rows, 1)
    assert game is not None
    split: list[Path] = []

    def lines_of(self: Documents, path: Path) -> TextLines:
        split.append(path)
        return TextLines(self.text_of(path.resolve()), path.name)

    monkeypatch.setattr(Documents, "lines_of", lines_of)
    place = Span("a.yaml", 50, 3, 4)
    finding = Finding("composition-count", "one short", place, hint="raise `copies` by 1")
    start = types.Position(49, 2)
    shown = types.Diagnostic(types.Range(start, start), finding.message)
    titles = [one.title for one in find_actions(finding, shown, game, documents)]
    assert titles[0] == "write `copies: 3`"
    assert len(split) < 10
