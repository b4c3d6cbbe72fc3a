"""What an editor gets for what is typed in it."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from pygls.lsp.server import LanguageServer

from cardgen.lsp.server import EditorSession
from tests.support.commands import run_cardgen
from tests.support.editor import Editor
from tests.support.patience import SECONDS

GAME = """\
game: Typed
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: mini, front: front}}
"""
LAYOUTS = """\
styles:
  body: {font: text, size: 9pt, color: ink}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe:
      - text: "{{ name }}"
        style: body
"""
BEASTS = "- {name: Fox, copies: 2}\n- {name: Hen}\n"
COMPOSITION = "beasts:\n  total: 3\n  count: {name: {Hen: 1, Fox: 2}}\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typed")
    files = {"game": GAME, "layouts": LAYOUTS, "beasts": BEASTS, "composition": COMPOSITION}
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def editor(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    editor = Editor(game, tmp_path_factory.mktemp("cache"))
    for name in ("game", "layouts", "beasts", "composition"):
        editor.open(game / f"{name}.yaml")
    editor.settle()
    yield editor
    editor.close()


@pytest.fixture(autouse=True)
def _as_it_was(editor: Editor, game: Path) -> Iterator[None]:
    yield
    changed = False
    for name in ("game", "layouts", "beasts", "composition"):
        file = game / f"{name}.yaml"
        if editor._texts[file.as_uri()][1] != file.read_text("utf-8"):
            editor.type(file, file.read_text("utf-8"))
            changed = True
    if changed:
        editor.settle()


def labels(answer: Any) -> set[str]:
    return {item["label"] for item in answer["items"]}


def test_findings_come_for_what_is_typed_and_not_saved(editor: Editor, game: Path) -> None:
    file = game / "layouts.yaml"
    editor.type(file, LAYOUTS.replace("fill: sand", "fill: sannd"))
    (found,) = editor.wait_for(file, "unknown-color")
    assert found["range"]["start"] == {"line": 4, "character": 37}
    assert "did you mean `sand`?" in found["message"]
    editor.type(file, LAYOUTS)
    assert editor.wait_for(file) == []


def test_findings_say_of_which_text_they_are(editor: Editor, game: Path) -> None:
    """An editor leaves out those of a text that was typed over meanwhile."""
    file = game / "layouts.yaml"
    for wrong in ("sannd", "sandd", "sannnd"):
        editor.type(file, LAYOUTS.replace("fill: sand", f"fill: {wrong}"))
        editor.wait_for(file, "unknown-color")
        assert editor.version_of_findings(file) == editor.version_of_text(file)


def test_columns_count_as_editors_count_them(editor: Editor, game: Path) -> None:
    file = game / "beasts.yaml"
    editor.type(file, BEASTS.replace("Fox, copies: 2", "🦊 Fox, copies: x"))
    found = next(x for x in editor.wait_for(file, "bad-copies") if x["code"] == "bad-copies")
    assert found["range"]["start"]["character"] == len("- {name: xx Fox, copies: ")


def test_a_hint_that_is_an_edit_is_a_quick_fix(editor: Editor, game: Path) -> None:
    file = game / "layouts.yaml"
    editor.type(file, LAYOUTS.replace("style: body", "style: bodi"))
    editor.wait_for(file, "unknown-style")
    place = editor.place(file, "style: bo")
    span = {"start": place["position"], "end": place["position"]}
    context: dict[str, Any] = {"diagnostics": []}
    actions = editor.ask("textDocument/codeAction", **{**place, "range": span, "context": context})
    fix = actions[0]
    assert fix["title"] == "write `body`"
    (edit,) = fix["edit"]["changes"][file.as_uri()]
    assert edit["newText"] == "body"
    titles = [action["title"] for action in actions]
    assert "explain `unknown-style`" in titles
    command = actions[-1]["command"]
    editor.ask(
        "workspace/executeCommand", command="cardgen.explain", arguments=command["arguments"]
    )
    assert editor.shown[-1].startswith("unknown-style: ")


def test_a_warning_is_silenced_in_game_yaml(editor: Editor, game: Path) -> None:
    file = game / "game.yaml"
    editor.type(file, GAME.replace("{sand:", '{spare: "#123456", sand:'))
    editor.wait_for(file, "unused-color")
    place = editor.place(file, "spare")
    span = {"start": place["position"], "end": place["position"]}
    context: dict[str, Any] = {"diagnostics": []}
    actions = editor.ask("textDocument/codeAction", **{**place, "range": span, "context": context})
    (action,) = (one for one in actions if one["title"].startswith("silence"))
    (edit,) = action["edit"]["changes"][file.as_uri()]
    assert "{code: unused-color, level: off, reason: " in edit["newText"]


@pytest.mark.parametrize(
    ("name", "old", "new", "behind", "some"),
    [
        ("layouts", "style: body", "style: ", "        style: ", {"body"}),
        ("layouts", "fill: sand", "fill: ", "fill: ", {"sand", "ink"}),
        ("layouts", "{{ name }}", "{{ na", "{{ na", {"name", "upper"}),
        (
            "layouts",
            "        style: body",
            "        sty",
            "        sty",
            {"style", "color"},
        ),
        ("game", "size: mini", "size: ", "size: ", {"poker", "tarot"}),
        ("game", "front: front", "front: ", "front: ", {"front"}),
        ("game", "cards: beasts.yaml", "cards: ", "cards: ", {"beasts.yaml"}),
        ("game", "size: mini", "si", "yaml, si", {"size", "back", "id"}),
        ("game", "game: Typed", "game: Typed\nbuild: [", "build: [", set()),
        ("beasts", "copies: 2", "na", "Fox, na", {"copies", "id"}),
        ("beasts", "{name: Hen}", "{name: ", "{name: ", {"Hen"}),
        ("composition", "  total: 3", "  tot", "  tot", {"total", "share", "unique"}),
    ],
)
def test_completion_knows_what_fits(
    editor: Editor, game: Path, name: str, old: str, new: str, behind: str, some: set[str]
) -> None:
    file = game / f"{name}.yaml"
    editor.type(file, file.read_text("utf-8").replace(old, new))
    nth = 1 if behind == "{name: " else 0
    answer = editor.ask("textDocument/completion", **editor.place(file, behind, nth))
    assert some <= labels(answer)


def test_hover_shows_docs_colors_and_the_card(editor: Editor, game: Path) -> None:
    def hover(name: str, behind: str) -> str:
        file = game / f"{name}.yaml"
        answer = editor.ask("textDocument/hover", **editor.place(file, behind))
        return str(answer["contents"]["value"]) if answer else ""

    assert "Component size" in hover("game", "si") or "size" in hover("game", "si").casefold()
    assert "#eeddaa" in hover("layouts", "fill: sa")
    assert "![beasts/hen](data:image/png;base64," in hover("beasts", "name: H")
    assert hover("game", "game: Ty") == ""


def test_definitions_references_and_renames_go_across_files(editor: Editor, game: Path) -> None:
    layouts, main = game / "layouts.yaml", game / "game.yaml"
    (found,) = editor.ask("textDocument/definition", **editor.place(layouts, "fill: sa"))
    assert found["uri"] == main.as_uri()
    assert found["range"]["start"] == {"line": 1, "character": 10}
    context = {"includeDeclaration": True}
    place = editor.place(main, "{sa")
    uses = editor.ask("textDocument/references", **place, context=context)
    assert {Path(use["uri"]).name for use in uses} == {"game.yaml", "layouts.yaml"}
    edit = editor.ask("textDocument/rename", **place, newName="dune")
    changes = edit["changes"]
    assert {Path(uri).name for uri in changes} == {"game.yaml", "layouts.yaml"}
    assert all(one["newText"] == "dune" for edits in changes.values() for one in edits)
    (front,) = editor.ask("textDocument/definition", **editor.place(main, "front: fr"))
    assert front["uri"] == layouts.as_uri()


def test_nothing_is_shown_where_a_text_no_longer_has_it(editor: Editor, game: Path) -> None:
    """The end of a file is cut off, or lines are moved, and the game cannot be read meanwhile."""
    file = game / "layouts.yaml"
    document = {"uri": file.as_uri()}
    for typed in (LAYOUTS[: LAYOUTS.index("layouts:")] + "x: [", "\n" + LAYOUTS + "  ["):
        editor.type(file, typed)
        last = typed.count("\n")
        symbols = editor.ask("textDocument/documentSymbol", textDocument=document)
        colors = editor.ask("textDocument/documentColor", textDocument=document)
        for one in (*symbols, *colors):
            place = one["range"]
            assert place["start"]["line"] <= last
            line = typed.split("\n")[place["start"]["line"]]
            word = line[place["start"]["character"] : place["end"]["character"]]
            assert word in ("body", "front", "sand", "ink")
    uses = editor.ask(
        "textDocument/references",
        **editor.place(game / "game.yaml", "{sa"),
        context={"includeDeclaration": True},
    )
    assert {use["uri"] for use in uses} == {(game / "game.yaml").as_uri()}


def test_a_place_below_the_text_is_its_end(editor: Editor, game: Path) -> None:
    """An editor may ask before it has told of the lines that it asks about."""
    place, behind = {"line": 999, "character": 7}, {"line": 1001, "character": 0}
    lines = {"start": place, "end": behind}
    red = {"red": 1, "green": 0, "blue": 0, "alpha": 1}
    questions: dict[str, dict[str, Any]] = {
        "completion": {"position": place},
        "hover": {"position": place},
        "definition": {"position": place},
        "references": {"position": place, "context": {"includeDeclaration": True}},
        "prepareRename": {"position": place},
        "rename": {"position": place, "newName": "other"},
        "colorPresentation": {"range": lines, "color": red},
        "inlayHint": {"range": lines},
        "codeAction": {"range": lines, "context": {"diagnostics": []}},
    }
    for name in ("game", "layouts", "beasts", "composition"):
        document = {"uri": (game / f"{name}.yaml").as_uri()}
        for question, more in questions.items():
            editor.ask(f"textDocument/{question}", textDocument=document, **more)
    document = {"uri": (game / "game.yaml").as_uri()}
    offered = editor.ask("textDocument/completion", textDocument=document, position=place)
    end = {"line": GAME.count("\n"), "character": 0}
    places = [one["textEdit"]["range"] for one in offered["items"]]
    assert places
    assert places == [{"start": end, "end": end}] * len(places)


def test_symbols_swatches_and_counts(editor: Editor, game: Path) -> None:
    def ask(method: str, name: str, **more: Any) -> Any:
        uri = (game / f"{name}.yaml").as_uri()
        return editor.ask(f"textDocument/{method}", textDocument={"uri": uri}, **more)

    assert [one["name"] for one in ask("documentSymbol", "layouts")] == ["body", "front"]
    assert [one["name"] for one in ask("documentSymbol", "beasts")] == ["fox", "hen"]
    colors = ask("documentColor", "game")
    assert colors[0]["color"]["red"] == pytest.approx(0xEE / 255)
    assert len(ask("documentColor", "layouts")) == 2
    color = {"red": 1.0, "green": 0.5, "blue": 0.0, "alpha": 1.0}
    (shown,) = ask("colorPresentation", "game", color=color, range=colors[0]["range"])
    assert shown["label"] == "#ff8000"
    ends = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    hints = ask("inlayHint", "composition", range=ends)
    assert [hint["label"] for hint in hints] == ["3 found", "1 found", "2 found"]


def test_counts_are_asked_for_anew_when_cards_change(editor: Editor, game: Path) -> None:
    """An editor asks by itself where somebody types, and that is in another file."""
    before = editor.refreshed
    editor.type(game / "beasts.yaml", BEASTS.replace("copies: 2", "copies: 5"))
    editor.settle()
    assert editor.refreshed > before
    ends = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    uri = (game / "composition.yaml").as_uri()
    hints = editor.ask("textDocument/inlayHint", textDocument={"uri": uri}, range=ends)
    assert [hint["label"] for hint in hints] == ["6 found", "1 found", "5 found"]


def findings_of(editor: Editor) -> set[tuple[str, str, int]]:
    found = editor.settle()
    return {
        (Path(uri).name, one["code"], one["range"]["start"]["line"] + 1)
        for uri, all_of_it in found.items()
        for one in all_of_it
    }


def findings_of_check(game: Path) -> set[tuple[str, str, int]]:
    run = run_cardgen("check", game, "--format", "json")
    return {(Path(one["file"]).name, one["code"], one["line"]) for one in json.loads(run.stdout)}


EDITS = [
    ("beasts.yaml", "copies: 2", "copies: 3"),
    ("beasts.yaml", "Hen", "A hen that is far too long for any line of a card as small as this"),
    ("beasts.yaml", "- {name: Hen}\n", ""),
    ("layouts.yaml", "ink", "sand"),
    ("layouts.yaml", "9pt", "90pt"),
    ("layouts.yaml", "style: body", "style: bodi"),
    ("game.yaml", "#111111", "#ddccaa"),
    ("game.yaml", "size: mini", "size: minni"),
    ("composition.yaml", "Hen: 1", "Hen: 2"),
    ("layouts.yaml", "    safe:", "    saf:"),
]


def test_findings_are_those_of_check_whatever_was_typed_before(
    editor: Editor, game: Path, tmp_path: Path
) -> None:
    """One server sees all edits; each check begins with nothing of the server's."""
    picks = random.Random(20)
    for file, old, new in picks.sample(EDITS, len(EDITS)):
        for name in ("game", "layouts", "beasts", "composition"):
            one = game / f"{name}.yaml"
            if editor._texts[one.as_uri()][1] != one.read_text("utf-8"):
                editor.type(one, one.read_text("utf-8"))
        text = (game / file).read_text("utf-8").replace(old, new)
        editor.type(game / file, text)
        shutil.copytree(game, tmp_path / "copy" / "typed", dirs_exist_ok=True)
        (tmp_path / "copy" / "typed" / file).write_text(text, "utf-8")
        assert findings_of(editor) == findings_of_check(tmp_path / "copy" / "typed"), (file, new)


def test_what_is_no_message_shows_nobody_a_traceback() -> None:
    sent = (
        b"{{{{",
        b"[" * 100_000,
        b"[1, 2, 3]",
        b'{"jsonrpc": "2.0", "id": 1}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": []}',
    )
    run = subprocess.run(
        [sys.executable, "-m", "cardgen", "lsp"],
        input=b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in sent),
        capture_output=True,
        check=False,
        timeout=SECONDS,
    )
    assert run.stderr == b""
    assert run.stdout.count(b"Error in server") == len(sent) - 1
    assert run.stdout.count(b'"code": -32602') == 1, "the last is a request, and is answered"


def test_an_editor_is_shown_that_work_goes_on_until_the_last_findings_came(
    editor: Editor, game: Path
) -> None:
    file = game / "layouts.yaml"
    done = editor.done
    editor.type(file, LAYOUTS.replace("fill: sand", "fill: sannd"))
    assert [one["code"] for one in editor.finish()[file.as_uri()]] == ["unknown-color"]
    assert editor.done > done
    assert not editor.at_work


def test_an_editor_that_shows_no_progress_is_not_asked_to(game: Path, tmp_path: Path) -> None:
    editor = Editor(game, tmp_path, progress=False)
    editor.open(game / "beasts.yaml")
    editor.settle()
    assert not editor.done
    assert editor.close() == 0


def test_a_fault_in_cardgen_itself_is_shown_once_and_ends_the_progress(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    server = LanguageServer("test", "1")
    monkeypatch.setattr(server, "window_show_message", lambda params: shown.append(params.message))
    session = EditorSession(server)

    def fail(_: object) -> None:
        raise ZeroDivisionError("by nothing")

    live = session.documents.put((game / "game.yaml").as_uri(), GAME, 1)
    assert live is not None
    monkeypatch.setattr(live, "look", fail)
    monkeypatch.setattr(session.progress, "show", lambda _: nullcontext())
    for turn in (1, 2):
        session._turns[live] = turn
        asyncio.run(session._look(live, turn))
    (one,) = shown
    assert one.startswith(f"{game.name} was not checked: a fault in cardgen itself: ZeroDivision")
